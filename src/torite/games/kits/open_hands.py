"""Open hands: from some moment on a hand lies face up for all, a dummy's, or that of who plays openly.

Cards leave it as they are played for all to see; so it is enough to keep what was laid open.  Everybody knows the hand
from then on, and in every world that is drawn it is this one.
"""

from torite.cards.deck import lane
from torite.cards.kernel import Mask, Rng, Seat, kernel
from torite.games.fields import Cards, Each
from torite.games.kits import tricks
from torite.games.state import public
from torite.games.zones import NONE


class State(tricks.State):
    """Plain tricks, and what was laid open."""

    laid: Each[Cards] = public()  # the hand as it was then, 0 = it was not


@kernel
def lay_open(s: State, seat: Seat) -> None:
    """The hand of the seat lies open from now on."""
    s.laid[seat] = s.hands[seat]


@kernel
def lying(s: State, seat: Seat) -> Mask:
    """What lies open of the hand."""
    return s.laid[seat] & ~s.seen


@kernel
def follow(s: State, seat: Seat) -> Mask:
    """As in plain tricks; also of a hand that lies open, for another seat that plays its cards."""
    hand = s.hands[seat] | lying(s, seat)
    if s.best == NONE:
        return hand
    suit = hand & lane(s.trick[s.lead] >> 4)
    return suit if suit else hand


@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """As with plain tricks, but hands that lie open are known."""
    for p in range(s.players):
        s.hands[p] |= lying(s, p)
    tricks.determinize(s, seat, rng)


def shown(v: State) -> list[int]:
    """What lies open, by seat."""
    return [int(v.laid[p] & ~v.seen) for p in range(v.players)]


TABLE = tricks.table(laid=shown)
