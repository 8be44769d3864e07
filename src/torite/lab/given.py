"""What a caller from Python has given: where it is nothing of the kind, he is told which argument it is."""

from collections.abc import Mapping
from operator import index
from os import PathLike
from typing import Any

from torite.games.game import Game
from torite.games.load import find_game
from torite.games.position import Position


def whole_number(name: str, value: Any, least: int | None = None) -> int:
    """The number, of Python or NumPy.  Raises TypeError, ValueError."""
    try:
        number = None if isinstance(value, bool | str) else index(value)
    except TypeError:
        number = None
    if number is None:
        raise TypeError(f"{name} is a whole number, not {value!r}")
    if least is not None and number < least:
        raise ValueError(f"{name} is at least {least}, not {number}")
    return number


def match_given(
    game: str | PathLike[str] | Game,
    players: int | None,
    options: Mapping[str, object] | None,
    preset: str,
    first: int | None = None,
) -> Position:
    """A match as these arguments have it, four where nothing is said of the players.

    Raises TypeError, KeyError, GameFileError, PlayersError, OptionError.
    """
    if not isinstance(game, str | PathLike | Game):
        raise TypeError(f"game is its name, the path of a page, or the game itself, not {game!r}")
    if not isinstance(options, Mapping | None):
        raise TypeError(f"options are values by name, such as {{'hiddentip': True}}, not {options!r}")
    found = find_game(game)
    n = found.usual_players if players is None else whole_number("players", players)
    begins = None if first is None else whole_number("first", first)
    return Position(found, n, seed=0, options=options, preset=preset, first=begins)
