"""A game's rules as the searches call them: with what bots know of it, and its playouts.

What is called at every card, the playouts, is compiled in one with the rules of its game (playout.py); all else by
address (games/calls.py).
"""

from functools import cache
from typing import Any

from torite.cards.actions import list_actions
from torite.cards.kernel import kernel
from torite.games.calls import Rules, table
from torite.games.game import Game
from torite.games.kits import tricks
from torite.knowledge import informed
from torite.search.playout import play_by_policy, play_out

MANY = 32  # legal actions: of more a seat considers only the likely ones


@cache
def rules(game: Game, *names: str) -> Rules:
    """These rules of the game, compiled.  A rule that it does not have is not asked for by a search."""
    kernels = {name: getattr(game, name, None) for name in names}
    kernels |= {
        "likely": informed(game).likely or game.legal,
        "play_out": play_out(game),
        "play_blindly": play_out(game, blind=True),
        "hand": tricks.hand,
        "ahead": tricks.ahead,
        "course": tricks.course,
        "policy": informed(game).policy,
    }
    if "sealed" in names:
        kernels["sealed"] = kernel(game.sealed)  # a page writes plain Python there
    if informed(game).policy is not None:
        kernels["play_by_policy"] = play_by_policy(game)
    return table(game.state.dtype, {name: each for name, each in kernels.items() if name in names and each is not None})


def considered(game: Game, state: Any, seat: int) -> list[int]:
    """The actions that a search tries for the seat that moves: of very many bids chance would find an absurd one."""
    actions = list_actions(game.legal(state, seat))
    likely = informed(game).likely
    return list_actions(likely(state, seat)) if len(actions) > MANY and likely is not None else actions
