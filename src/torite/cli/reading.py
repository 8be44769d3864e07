"""A record told as it was written down, without its rules: what `torite replay --show` prints."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from rich.text import Text

from torite.cards.deck import TWIN
from torite.cli.faces import action, card, word
from torite.cli.words import LANG, find_text, game_text, labelled
from torite.games.game import Game
from torite.locale import text
from torite.table.format import RecordError
from torite.table.looking import Reading, ToldDeal
from torite.table.messages import Outcome

SEATS = ("declarer", "winners", "declared", "left")  # figures of a result that are seats


def told(reading: Reading, game: Game | None, differs: RecordError | None) -> Iterator[Text]:
    """The match, line by line.

    game     None = there is none of its name here
    differs  what the rules of now say of it first; None = they agree
    """
    reading = msgspec.convert(_clean(msgspec.to_builtins(reading)), Reading)
    names = [name or text("table.seat", LANG, number=p + 1) for p, name in enumerate(reading.names)]
    title = reading.game if game is None else game_text(game, "name")
    yield Text(f"{labelled(title)}{', '.join(names)}", "bold")
    if differs is not None:
        key = "no_game" if game is None else "disagrees"
        yield Text(text(f"ui.reading.{key}", LANG, name=title, reason=clean(differs.tell(LANG))), "yellow")
    for deal in reading.deals:
        yield Text()
        yield from _deal(deal, names, game)
    if reading.outcome is not None:
        yield Text()
        yield Text(_ending(reading.outcome, names), "bold")
        yield Text(f"  {_by_seat(names, reading.outcome.scores)}")
    yield Text()


def _ending(outcome: Outcome, names: list[str]) -> str:
    winners = _named(names, outcome.winners)
    if outcome.draw:
        return text("table.draw", LANG)
    if not winners:
        return text("table.lost", LANG)
    return text("table.won" if len(winners) == 1 else "table.won_many", LANG, names=winners)


def _deal(deal: ToldDeal, names: list[str], game: Game | None) -> Iterator[Text]:
    yield Text(text("ui.reading.deal", LANG, deal=deal.number), "bold")
    hands = [*deal.hands, deal.stock, [] if deal.turned is None else [deal.turned]]
    labels = [*names[: len(deal.hands)], text("ui.reading.stock", LANG), text("ui.reading.turned", LANG)]
    for label, codes in zip(labels, hands, strict=False):
        if codes:
            yield _line(label, Text("  ").join(_card(code, game) for code in codes))
    for key, value in deal.extra.items():
        yield _line(key, _value(value, game))
    cards = {*deal.deck, *(code for codes in hands for code in codes)}
    for step, deed in enumerate(deal.deeds, start=1):
        name = text("ui.reading.chance", LANG) if deed.seat < 0 else names[deed.seat]
        done = _card(deed.code, game) if deed.code in cards else _announced(deed.code, game)
        yield Text(f"  {deal.number}.{step:<3} {name} ").append_text(done)
    for key, value in (deal.result or {}).items():
        label = key if game is None else game_text(game, f"result.{key}")
        yield _line(label, _figures(key, value, names, game))


def clean(words: str) -> str:
    """What comes from a file, without signs that a terminal obeys."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in words)


def _clean(value: Any) -> Any:
    if isinstance(value, dict):
        return {clean(key): _clean(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_clean(each) for each in value]
    return clean(value) if isinstance(value, str) else value


def _line(label: str, shown: str | Text) -> Text:
    return Text("  " + labelled(label)).append_text(Text(shown) if isinstance(shown, str) else shown)


def _card(code: str, game: Game | None) -> Text:
    return card(game, code) if game is not None and code.rstrip(TWIN) else Text(code, "bold")


def _announced(code: str, game: Game | None) -> Text:
    """In the words that the game has for it now, else as it was written."""
    kinds = (code, code.partition(":")[0])
    known = game is not None and any(find_text(game, f"{a}.{b}") for a in ("said", "action") for b in kinds)
    return action(game, code, told=True) if game is not None and known else Text(code)


def _figures(key: str, value: Any, names: list[str], game: Game | None) -> str | Text:
    if key in SEATS:
        return ", ".join(_named(names, value if isinstance(value, list) else [value])) or "–"
    if isinstance(value, list) and len(value) == len(names):
        return _by_seat(names, [_value(each, game) for each in value])
    return _value(value, game)


def _by_seat(names: list[str], figures: Sequence[object]) -> str:
    return ", ".join(f"{name} {figure}" for name, figure in zip(names, figures, strict=False))


def _named(names: list[str], seats: list[Any]) -> list[str]:
    return [names[seat] for seat in seats if isinstance(seat, int) and 0 <= seat < len(names)]


def _value(value: Any, game: Game | None) -> str:
    if isinstance(value, list):
        return " · ".join(_value(each, game) for each in value) or "–"
    if isinstance(value, bool):
        return text("ui.yes" if value else "ui.no", LANG)
    if value is None:
        return "–"
    shown = str(value)
    return word(game, shown).plain if game is not None and isinstance(value, str) and shown else shown
