"""What a game draws in its own way, in the terminal: plain figures in a line, lists of rows as tables."""

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from torite.cli.faces import action, word
from torite.cli.words import LANG, find_text, game_text, labelled
from torite.games.game import Game
from torite.games.scene import WidgetZone
from torite.locale import text

SEATS = ("declarer",)  # figures that are seats
PAIRS = ("pairs",)  # and counts that lie between two of them


def widget(game: Game, zone: WidgetZone, names: list[str]) -> RenderableType:
    """The data of any widget, with the words that the game has for them."""
    figures = {
        key: _named(game, names, key, value)
        for key, value in zone.data.items()
        if not (_is_table(value) or (isinstance(value, bool) and _word(game, zone, key) is None))  # for who draws it
    }
    line = " | ".join(f"{_label(game, zone, key)} {_plain(game, zone, value)}" for key, value in figures.items())
    tables = [_table(game, zone, value) for value in zone.data.values() if _is_table(value)]
    return Group(Text(labelled(game_text(game, f"zone.{zone.id}")) + line), *tables)


def _named(game: Game, names: list[str], key: str, value: object) -> object:
    """A seat by its name; what seats have said, in the game's words; what lies between two of them."""
    match value:
        case int(seat) if key in SEATS and seat in range(len(names)):
            return names[seat]
        case list():
            return [_row(game, names, key, row) for row in value]
    return value


def _row(game: Game, names: list[str], key: str, row: object) -> object:
    seats = range(len(names))
    match row:
        case [int(seat), str(code)] if seat in seats and code in game.codes.values():
            return labelled(names[seat]) + action(game, code, told=True).plain
        case [int(a), int(b), int(count)] if key in PAIRS and a in seats and b in seats:
            return f"{labelled(f'{names[a]} – {names[b]}')}{count}"
    return row


def _is_table(value: object) -> bool:
    return isinstance(value, list) and len(value) > 0 and all(isinstance(row, dict) for row in value)


def _table(game: Game, zone: WidgetZone, rows: list[dict[str, Any]]) -> Table:
    """A line a row; a row without an entry has a dash."""
    drawn = Table(box=None, padding=(0, 2), pad_edge=True)
    for key in rows[0]:
        drawn.add_column(_label(game, zone, key))
    for row in rows:
        drawn.add_row(*(_plain(game, zone, value) for value in row.values()))
    return drawn


def _label(game: Game, zone: WidgetZone, key: str) -> str:
    return _word(game, zone, key) or key


def _word(game: Game, zone: WidgetZone, key: str) -> str | None:
    return find_text(game, f"{zone.id}.{key}") or find_text(game, f"zone.{key}")


def _plain(game: Game, zone: WidgetZone, value: object) -> str:
    """A value in one line."""
    match value:
        case None | [] | {}:
            return "–"
        case bool():
            return text("ui.yes" if value else "ui.no", LANG)
        case str():
            return word(game, value).plain
        case list():
            return "  ".join(_plain(game, zone, each) for each in value)
        case dict():
            return ", ".join(f"{_label(game, zone, key)} {_plain(game, zone, each)}" for key, each in value.items())
    return str(value)
