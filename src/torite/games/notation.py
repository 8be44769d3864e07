"""A position as one line of text: the game, its options, and all that has been dealt and done since.

    wizard 3 seed first=0 tie=exact_bids deal R1 Z2 B7 … play 0:bid:1 1:bid:0 … deal … play …

Words apart by spaces: game, players, preset, the seat that starts or deals first, options that differ from the preset's
(on, off; commas for spaces), and each deal: `deal` and the whole deck in dealing order, `play` and the actions,
SEAT:CODE as in records, seat -1 = chance.  In a text for one seat `?` stands for a card or an action that the seat was
not told.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from torite.games.game import Game, OptionError, Value
from torite.games.scene import FACE_DOWN, HandZone, RowZone, Scene, TrickZone, TrumpZone
from torite.locale import TextError, text

DEAL, PLAY = "deal", "play"


class PositionTextError(TextError, ValueError):
    """A text that is no position: at which word, and why."""

    KEY = "cli.position"

    def __init__(self, code: str, /, place: int, word: str = "", **params: Any) -> None:
        super().__init__(code, **params)
        self.place = place  # of the word, from 1
        self.word = word  # "" = a word is missing there

    def tell(self, lang: str) -> str:
        """One line: where, then why."""
        if not self.word:
            return text("cli.position.at_end", lang, place=self.place) + super().tell(lang)
        return text("cli.position.at", lang, place=self.place, word=self.word) + super().tell(lang)


@dataclass(frozen=True)
class Deal:
    """One deal of a text."""

    deck: list[str]  # the whole deck in dealing order
    actions: list[tuple[int, str]]  # seat (-1 = chance) and code
    place: int = 0  # of the word `deal` in the text

    def place_of(self, number: int) -> int:
        """Of the word of action `number`, from 0."""
        return self.place + len(self.deck) + 2 + number


@dataclass(frozen=True)
class Told:
    """What a text tells."""

    game: Game
    players: int
    preset: str
    first: int
    options: Mapping[str, Value]  # all of them
    deals: list[Deal]

    def write(self) -> str:
        """The text."""
        base = self.game.preset(self.preset)
        options = [f"{o}={_typed(value)}" for o, value in self.options.items() if value != base[o]]
        words = [self.game.name, str(self.players), self.preset, f"first={self.first}", *options]
        for deal in self.deals:
            words += [DEAL, *deal.deck, *([PLAY] if deal.actions else [])]
            words += [f"{seat}:{code}" for seat, code in deal.actions]
        return " ".join(words)


def _typed(value: Value) -> str:
    """An option's value as it stands in a text."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value).replace(" ", ",")


def seen(scene: Scene) -> set[str]:
    """The cards that lie face up somewhere in a scene."""
    found: set[str | None] = set()
    for zone in scene.zones:
        if isinstance(zone, HandZone | RowZone | TrickZone):
            found.update(zone.cards)
        elif isinstance(zone, TrumpZone):
            found.add(zone.card)
    return {code for code in found if code is not None}


def read(line: str, games: Mapping[str, Game]) -> Told:
    """What a text tells; what is dealt and done is not checked against the rules.  Raises PositionTextError."""
    return _Reader(line.split()).read(games)


class _Reader:
    """The words of a text, one after the other."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.place = 0  # of the word read last, from 1

    def read(self, games: Mapping[str, Game]) -> Told:
        name = self.next("game", allowed=list(games))
        if name not in games:
            raise self.wrong("game", allowed=list(games))
        game = games[name]
        players = self.number("", game.tables, "players", game=name, tables=game.tables_text)
        preset = self.next("preset", allowed=list(game.presets))
        if preset not in game.presets:
            raise self.wrong("preset", allowed=list(game.presets))
        first = self.number("first=", range(players), "first", last=players - 1)
        return Told(game, players, preset, first, self.options(game, preset), list(self.deals(game)))

    def next(self, missing: str, **params: Any) -> str:
        """The next word, which must be there."""
        self.place += 1
        if self.place > len(self.words):
            raise PositionTextError(missing, self.place, **params)
        return self.words[self.place - 1]

    def peek(self) -> str | None:
        return self.words[self.place] if self.place < len(self.words) else None

    def wrong(self, code: str, **params: Any) -> PositionTextError:
        """About the word read last."""
        return PositionTextError(code, self.place, self.words[self.place - 1], **params)

    def number(self, before: str, allowed: Collection[int], code: str, **params: Any) -> int:
        word = self.next(code, **params)
        digits = word.removeprefix(before)
        if not word.startswith(before) or not digits.isdecimal() or int(digits) not in allowed:
            raise self.wrong(code, **params)
        return int(digits)

    def options(self, game: Game, preset: str) -> dict[str, Value]:
        options = game.preset(preset)
        while "=" in (self.peek() or ""):
            name, _, value = self.next("").partition("=")
            if name not in options:
                raise self.wrong("option_name", allowed=list(options))
            try:
                options[name] = game.option(name).parse(value.replace(",", " "))
            except OptionError as error:
                raise self.wrong("option_value", allowed=[_typed(each) for each in error.params["allowed"]]) from None
        return options

    def deals(self, game: Game) -> Iterator[Deal]:
        while self.peek() is not None:
            if self.next("") != DEAL:
                raise self.wrong("no_deal_here")
            place = self.place
            deck = self.deck(game)
            yield Deal(deck, list(self.actions(game)), place)

    def deck(self, game: Game) -> list[str]:
        names, deck = set(game.deck.names.values()), dict[str, None]()
        for _ in names:
            code = self.next("card", found=len(deck), expected=len(names))
            if code not in names:
                raise self.wrong(_unknown(code) or "card", found=len(deck), expected=len(names))
            if code in deck:
                raise self.wrong("twice")
            deck[code] = None
        return list(deck)

    def actions(self, game: Game) -> Iterator[tuple[int, str]]:
        if self.peek() != PLAY:
            return
        self.next("")
        while self.peek() not in (None, DEAL):
            seat, colon, code = self.next("").partition(":")
            if not colon or not code or not seat.removeprefix("-").isdecimal():
                raise self.wrong("action", example=f"0:{next(iter(game.codes.values()))}")
            if unknown := _unknown(code):
                raise self.wrong(unknown)
            yield int(seat), code


def _unknown(code: str) -> str:
    return "unknown" if code == FACE_DOWN else ""
