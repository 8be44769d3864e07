"""What bots know of WYSIWYG: raise by one, and play the second half, in which all is known, exactly."""

from typing import Any

import numpy as np

from torite.cards.actions import NOTHING, Actions
from torite.cards.bits import bit, popcount
from torite.cards.deck import lane
from torite.cards.kernel import Seat, State, kernel
from torite.games.wysiwyg import (
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


@kernel
def likely(s: State, seat: Seat) -> Actions:
    """For playouts: raise by one while it can be made, pass or double; the longest suit is trump."""
    if s.phase == NAMING:
        suits = np.int64(0)
        longest = 0
        for suit in range(4):
            length = popcount(s.hands[seat] & lane(suit))
            suits = bit(suit) | (suits if length == longest else 0) if length >= longest else suits
            longest = max(longest, length)
        return calls(NOTHING, suits << np.int64(TRUMP - PASS))
    if s.phase == BIDDING and s.bid != NONE:
        raised = bit(s.bid + 1) if s.bid < most_marks(s) - s.bases[seat] else np.int64(0)
        return calls(raised & legal_bids(s, seat), bit(0) | bit(DOUBLE - PASS))
    return legal(s, seat)


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
