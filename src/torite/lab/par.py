"""What the cards of a deal are worth to each seat, to take their luck out of a match.

A deal is played once, in a seating drawn by lot.  From what it brings a bot, the par of its seats is subtracted: what
equal weak bots make of the same cards.  Every bot sits on every seat equally often, so the par of a bot's seats less
that of the others' is nothing in the mean, whatever the par is: the difference stays the same, its error shrinks.
How much of the par is subtracted follows from the deals before, so it knows nothing of the deal that it is applied to.
"""

from typing import Any

import numpy as np

from torite.games.position import Position
from torite.lab.bots import bot
from torite.search.deals import bots_rng, play_deal

BOT, PLAYS = "flat:4", 8
UNWEIGHED = 20  # deals from which the par counts whole


def par(before: Position, seed: bytes) -> Any:
    """Mean worth of the deal just made to each seat, by equal bots: float64[players]."""
    bots = [bot(BOT)] * before.players
    total = np.zeros(before.players)
    for play in range(PLAYS):
        position = before.copy()
        play_deal(position, bots, bots_rng(seed + b"par" + bytes([play])))
        total += position.worths()
    return total / PLAYS


class Adjustment:
    """Subtracts the par from deal after deal, each time by the weight that would have been best so far."""

    def __init__(self) -> None:
        self.deals = 0
        self._both = self._own = 0.0

    @property
    def weight(self) -> float:
        """Least squares over the deals so far."""
        if self.deals < UNWEIGHED:
            return 1.0
        return self._both / self._own if self._own else 0.0

    def adjusted(self, worths: Any, pars: Any) -> Any:
        """Worths of the next deal without its luck; both float[bots]."""
        luck = pars - pars.mean()
        found = worths - self.weight * luck
        self._both += float(luck @ worths)
        self._own += float(luck @ luck)
        self.deals += 1
        return found
