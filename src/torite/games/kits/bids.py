"""Open bids: each says in turn, from the dealer's left, how many tricks he will win; the dealer is the last."""

import numpy as np

from torite.cards.actions import Action
from torite.cards.bits import bit
from torite.cards.deck import after
from torite.cards.kernel import Mask, Seat, kernel
from torite.games import fields
from torite.games.fields import Count, Each
from torite.games.game import Ask
from torite.games.kits import scores, tricks
from torite.games.scene import Meaning, Reason
from torite.games.state import public
from torite.games.zones import NONE, BadgeSpec

BID = 64  # action 64 + n is the bid n
MOST = 26


class State(fields.State):
    """What has been bid."""

    bids: Each[Count] = public(NONE)  # NONE = no bid yet


def codes(most: int) -> dict[int, str]:
    """Codes of the bids from 0 to `most`."""
    return {BID + n: f"bid:{n}" for n in range(most + 1)}


CODES = codes(MOST)
ASK = Ask("bid", "number", "sheet")
WON = BadgeSpec("bid", "fraction", "tricks", of=lambda v, seat, p: None if v.bids[p] == NONE else int(v.bids[p]))


@kernel
def bidding(s: State) -> bool:
    """Has somebody still to bid?"""
    return s.bids[s.dealer] == NONE


@kernel
def up_to(most: int) -> Mask:
    """The bids from 0 to `most`: bit n = bid n."""
    return (np.int64(2) << np.int64(most)) - 1


@kernel
def total(s: State) -> int:
    """The sum of the bids so far."""
    found = 0
    for p in range(s.players):
        found += max(0, s.bids[p])
    return found


@kernel
def not_equal(s: State, most: int) -> Mask:
    """For the last to bid: from 0 to `most`, but not so that all bids together are just as many."""
    rest, free = most - total(s), up_to(most)
    return free & ~bit(rest) if rest >= 0 else free


def forbidden(most: int, action: Action) -> Reason:
    """Why this bid may not be made: for a game's `why`."""
    value = action - BID
    return Reason("too_many", {"most": most}) if value > most else Reason("not_equal", {"value": value})


@kernel
def bid(s: State, seat: Seat, action: Action) -> None:
    """Bid; the next one's turn."""
    s.bids[seat] = action - BID
    s.turn = after(seat, s.players)


class Scored(State, tricks.State, scores.State):
    """Bids that are to be met in tricks, for points."""


@kernel
def leads(s: Scored, seat: Seat) -> bool:
    """Does the seat lead to a trick now?  A page where tricks alone count says `claimable=bids.leads`."""
    return not bidding(s) and tricks.leads(s, seat)


def met(s: Scored, seat: Seat) -> Meaning:
    """Bid, tricks and points; against the own bid nobody beats the others: a page says `meaning = bids.met`."""
    bid, won = int(s.bids[seat]), int(s.tricks[seat])
    return Meaning("bid", {"bid": bid, "tricks": won, "gain": int(s.points[seat])}, good=bid == won, won=False)
