"""Two sides of two: those who sit opposite each other."""

import numpy as np

from torite.cards.bits import bit
from torite.cards.kernel import Mask, Seat, kernel
from torite.games import fields
from torite.games.kits import scores
from torite.games.scene import Meaning


class State(fields.State):
    """Four seats; the side of a seat is `seat & 1`."""


@kernel
def partners(s: State, seat: Seat) -> Mask:
    """Those opposite."""
    return bit(seat) | bit(seat ^ 2)


@kernel
def of_side(values: np.ndarray, seat: Seat) -> int:
    """What the side of this seat has of something that is kept by seat."""
    return values[seat] + values[seat ^ 2]


@kernel
def margin(s: scores.State, points: np.ndarray) -> None:
    """Where the points are those of the seat's side, by how much it is ahead: a page says `score = sides.margin`."""
    for p in range(s.players):
        points[p] = s.points[p] - s.points[p ^ 1]


def compared(s: scores.State, seat: Seat) -> Meaning:
    """What the deal has brought both sides: a page says `meaning = sides.compared`."""
    own, other = int(s.points[seat]), int(s.points[seat ^ 1])
    return Meaning("sides", {"own": own, "other": other}, good=own > other)
