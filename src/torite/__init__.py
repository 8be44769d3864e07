"""torite: the house for trick-taking games.

>>> import torite
>>> game = torite.new("rwd", players=4, seed=7)
>>> game.legal()[:2]
"""

from collections.abc import Mapping
from os import PathLike

from torite.cards.deck import NotationError
from torite.games import GAMES
from torite.games.game import Game, OptionError, Outcome
from torite.games.notation import PositionTextError
from torite.games.position import IllegalMoveError, PlayersError, Position
from torite.lab.env import BatchEnv, env
from torite.lab.given import match_given
from torite.lab.own import Turn

__version__ = "0.1.0"


def new(
    game: str | PathLike[str] | Game,
    players: int | None = None,
    *,
    seed: bytes | int | None = None,
    options: Mapping[str, object] | None = None,
    preset: str = "seed",
) -> Position:
    """A new match with its first deal made.

    game     its name, the path of a page, or the game itself
    players  None = four, or as near to that as the game allows

    Raises KeyError (unknown game), GameFileError, PlayersError, OptionError, TypeError.
    """
    position = match_given(game, players, options, preset, seed=seed)
    position.deal()
    return position


__all__ = [
    "GAMES",
    "BatchEnv",
    "Game",
    "IllegalMoveError",
    "NotationError",
    "OptionError",
    "Outcome",
    "PlayersError",
    "Position",
    "PositionTextError",
    "Turn",
    "env",
    "new",
]
