"""A match as a caller from Python has given it."""

from collections.abc import Mapping
from os import PathLike

from torite.games.game import Game
from torite.games.load import find_game
from torite.games.position import Position


def match_given(
    game: str | PathLike[str] | Game,
    players: int | None,
    options: Mapping[str, object] | None,
    preset: str,
    first: int | None = None,
    seed: bytes | int | None = 0,
) -> Position:
    """A match before its first deal, for four or as near to that as may be where nothing is said of the players.

    Raises TypeError, KeyError, GameFileError, PlayersError, OptionError.
    """
    found = find_game(game)
    n = found.usual_players if players is None else players
    return Position(found, n, seed=seed, options=options, preset=preset, first=first)
