"""torite-record/1 as data: the shape of a record, and the error that says what is wrong with one, and where."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from torite.games.requirements import MOST_PLAYERS
from torite.locale import TextError, text
from torite.table.refusals import clean_text

FORMAT = "torite-record/1"
LONGEST_NAME = 100  # characters


class RecordError(TextError, ValueError):
    """A record that breaks the format or the rules."""

    KEY = "cli.record"

    def __init__(self, code: str, /, **params: Any) -> None:
        super().__init__(code, **params)
        self.deal: int | None = None  # from 1
        self.action: int | None = None  # from 1 within the deal
        self.file: str | None = None
        self.line: int | None = None  # from 1

    def tell(self, lang: str) -> str:
        """One line: where, then why."""
        place = "" if self.file is None else f"{self.file}:{self.line}: "
        if self.action is not None:
            place += text("cli.record.at_action", lang, deal=self.deal, action=self.action)
        elif self.deal is not None:
            place += text("cli.record.at_deal", lang, deal=self.deal)
        return place + super().tell(lang)


class Outcome(msgspec.Struct, forbid_unknown_fields=True):
    """How the match ended, by seat."""

    scores: list[int]
    winners: list[int]
    draw: bool


class Deal(msgspec.Struct, forbid_unknown_fields=True):
    """One deal; every field is always there."""

    dealer: int | None
    first: int
    hands: list[list[str]]
    stock: list[str]
    turned: str | None
    extra: dict[str, Any]
    actions: list[list[int | str | list[str]]]
    result: dict[str, Any] | None  # null only in the last deal of an unfinished match


class Match(msgspec.Struct, forbid_unknown_fields=True):
    """One line."""

    format: str
    game: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]
    players: Annotated[int, msgspec.Meta(ge=1, le=MOST_PLAYERS)]
    preset: str
    options: dict[str, bool | int | str]
    seed: str | None
    deals: list[Deal]
    outcome: Outcome | None  # null only in an unfinished match
    names: list[Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] | None] | None = None
    started: str | None = None
    fairness: dict[str, Any] | None = None
    unfinished: bool = False


def parsed(record: Mapping[str, Any]) -> Match:
    """The record with every field of the right shape.  Raises RecordError."""
    if record.get("format") != FORMAT:
        raise RecordError("format", found=repr(record.get("format")), wanted=FORMAT)
    try:
        match = msgspec.convert(record, Match)
    except msgspec.ValidationError as error:
        raise RecordError("shape", reason=str(error)) from None
    if match.names is not None and len(match.names) != match.players:
        raise RecordError("names", players=match.players)
    return match


def names_of(match: Match) -> list[str | None]:
    """By seat, without what guests may not be called either: a file may come from anywhere; None = not known."""
    return [clean_text(name or "") or None for name in match.names or [None] * match.players]
