"""Chips change hands: what a deal has brought, what a match, and why (rules 2 to 5)."""

from collections.abc import Iterable

import numpy as np

from torite.cards.bits import bit, low
from torite.cards.kernel import Mask, Seat
from torite.games.fields import Each, Points, kernels_of
from torite.games.game import Unit
from torite.games.jass import tricks
from torite.games.kits import scores
from torite.games.scene import Meaning
from torite.games.state import public

TOO_MANY = 100  # points, where so many are a fault
UNIT = Unit("chips", 0.1)


class State(scores.Totals, tricks.State):
    """Chips by seat."""

    chips: Each[Points] = public()  # won or paid in this deal


kernel = kernels_of(State)


@kernel
def add_up(s: State) -> None:
    """The chips of the deal are settled."""
    for p in range(s.players):
        s.scores[p] += s.chips[p]


@kernel
def each(s: State, seats: Mask, worth: int) -> None:
    """So many chips for each of these seats."""
    for p in range(s.players):
        s.chips[p] += worth * (seats >> np.int64(p) & 1)


@kernel
def score(s: State, points: np.ndarray) -> None:
    """The chips of the deal."""
    for p in range(s.players):
        points[p] = s.chips[p]


@kernel
def highest(values: np.ndarray, among: Mask, sign: int) -> Mask:
    """Those of these seats with the highest value, or with sign -1 the lowest one."""
    found = np.int64(0)
    for p in range(len(values)):
        if among & bit(p):
            ahead = sign * (values[p] - values[low(found)]) if found else 1
            found = bit(p) if ahead > 0 else found | bit(p) if ahead == 0 else found
    return found


# ---- who has how many points ----
@kernel
def everybody(s: State) -> Mask:
    """All seats."""
    return bit(s.players) - 1


@kernel
def holding(s: State, points: int) -> Mask:
    """Seats that have exactly so many card points."""
    found = np.int64(0)
    for p in range(s.players):
        found |= bit(p) if s.cards[p] == points else 0
    return found


@kernel
def nth_points(s: State, place: int) -> int:
    """The card points of the place-th best (from 0), tied seats counted one by one."""
    for p in range(s.players):
        better = equal = 0
        for q in range(s.players):
            better += s.cards[q] > s.cards[p]
            equal += s.cards[q] == s.cards[p]
        if better <= place < better + equal:
            return int(s.cards[p])
    return 0


@kernel
def at_place(s: State, place: int) -> Mask:
    """Those who have as many card points as the place-th best (from 0)."""
    return holding(s, nth_points(s, place))


# ---- in words ----
def moved(s: State, sign: int) -> list[Seat]:
    """Seats that have got chips in this deal, or with sign -1 have paid."""
    return [p for p in range(s.players) if sign * s.chips[p] > 0]


def because(s: State, seat: Seat, why: str, who: Iterable[Seat] = (), **figures: int) -> Meaning:
    """What the deal brought the seat, and why.  who: whom that is about."""
    gain = int(s.chips[seat])
    about: dict[str, int | str] = {"who": "".join(map(str, who)), "gain": gain, **figures}
    return Meaning(why, about, good=None if gain == 0 else gain > 0)
