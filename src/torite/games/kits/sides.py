"""Two sides of two: those who sit opposite each other."""

import numpy as np

from torite.cards.bits import bit
from torite.cards.kernel import Mask, Seat, kernel
from torite.games import fields


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
