"""What bots know of the house's games beyond the rules: one file a game, named by it.

Such a file has kernels under the names of `KINDS`; what each means is told in games/game.py.  A page from outside has
them itself.
"""

from dataclasses import replace
from functools import cache

from torite.games import GAMES
from torite.games.game import Game
from torite.knowledge import (
    bingo,
    coiffeur,
    differenzler,
    emissary,
    handjass,
    molotov,
    plus_minus,
    schieber,
    wizard,
    wysiwyg,
)

KINDS = ("likely", "policy", "known", "plain", "settle", "outlook", "plan")
FILES = (
    bingo, coiffeur, differenzler, emissary, handjass, molotov, plus_minus, schieber, wizard, wysiwyg
)  # fmt: skip
HOUSE = {file.__name__.rpartition(".")[2].replace("_", "-"): file for file in FILES}


@cache
def informed(game: Game) -> Game:
    """The game with all that bots know of it."""
    if game.name not in HOUSE or GAMES.get(game.name) is not game:
        return game
    told = vars(HOUSE[game.name])
    return replace(game, **{kind: told[kind] for kind in KINDS if kind in told})
