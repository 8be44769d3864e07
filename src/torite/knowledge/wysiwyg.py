"""What bots know of WYSIWYG: raise by one, and play the second half, in which all is known, exactly."""

from typing import Any

import numpy as np

from torite.cards.actions import NOTHING, Actions
from torite.cards.bits import bit, popcount
from torite.cards.deck import lane
from torite.cards.kernel import Seat, State, kernel
from torite.games.wysiwyg import (
    BASE,
    BIDDING,
    BONUS,
    DOUBLE,
    NAMING,
    PASS,
    PLAYING,
    SEATS,
    TRUMP,
    calls,
    count,
    legal,
    legal_bids,
    most_marks,
    quarter,
)
from torite.games.zones import NONE

BOLD = 3  # a bid may be so much higher than what is promised


@kernel
def likely(s: State, seat: Seat) -> Actions:
    """Bids up to what the hands promise and a little more; of higher ones doubled; the longest suit is trump."""
    if s.phase == NAMING:
        suits = np.int64(0)
        longest = 0
        for suit in range(4):
            length = popcount(s.hands[seat] & lane(suit))
            suits = bit(suit) | (suits if length == longest else 0) if length >= longest else suits
            longest = max(longest, length)
        return calls(NOTHING, suits << np.int64(TRUMP - PASS))
    if s.phase == BIDDING:
        up_to = bit(_promise(s, seat) + BOLD + 1) - 1
        if s.bid == NONE:
            return calls(legal_bids(s, seat) & up_to & ~bit(0), bit(0))
        doubled = bit(DOUBLE - PASS) if s.bid >= _promise(s, 1 - seat) else np.int64(0)
        return calls(bit(s.bid + 1) & legal_bids(s, seat) & up_to, bit(0) | doubled)
    return legal(s, seat)


@kernel
def _promise(s: State, seat: Seat) -> int:
    """The bid that comes true as often as not, from what both hands weigh; 0 at least."""
    return max(0, most_marks(s) * 11 // 20 - (BASE + s.bases[seat]) // 2)


@kernel
def known(s: State, seat: Seat) -> bool:
    """Once the last two cards are displayed, each seat can tell what the other one holds."""
    return s.phase >= PLAYING and s.face_up[2 * quarter(s) - 1] != NONE


@kernel
def plain(s: State, rest: Any) -> bool:
    """Tricks 14-26; more marks are always more points, or fewer for the opponent."""
    if s.phase != PLAYING or s.display[0] != NONE:
        return False
    rest.seats = SEATS
    rest.lead = s.lead
    rest.lain = 0 if s.turn == s.lead else 1
    rest.trump = s.trump
    rest.worth = 2
    rest.extra = BONUS
    for p in range(SEATS):
        rest.hands[p] = s.hands[p]
        rest.trick[p] = s.trick[p]
    return True


@kernel
def settle(s: State, rest: Any) -> None:
    """Add the marks and count."""
    for p in range(SEATS):
        s.marks[p] += rest.won[p]
    count(s)
