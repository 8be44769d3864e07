"""What an open deal is worth, by trying everything with the game's own rules."""

from typing import Any

import numpy as np

from torite.cards.actions import list_actions
from torite.cards.bits import low
from torite.games.game import Game


def minimax(game: Game, s: Any, seat: int) -> float:
    """`score` of `seat` between two players, or two sides that sit opposite each other."""
    actors = game.actors(s)
    if not actors:
        points = np.zeros(int(s.players))
        game.score(s, points)
        return float(points[seat])
    mover = int(low(actors))
    values = []
    for action in list_actions(game.legal(s, mover)):
        after = s.copy()
        game.play(after, mover, action)
        values.append(minimax(game, after, seat))
    return max(values) if mover % 2 == seat % 2 else min(values)
