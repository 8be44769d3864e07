"""Bids made in turn or, where a game says so, by all at once: then they are sealed until the last one is in."""

from torite.cards.actions import Action
from torite.cards.bits import bit, low, popcount
from torite.cards.kernel import Mask, Rng, Seat, kernel
from torite.cards.rng import below
from torite.games.fields import Count, Each, Seats
from torite.games.kits import bids
from torite.games.state import by_seat, public
from torite.games.zones import NONE, BadgeSpec


class State(bids.State):
    """What has been bid, and by whom; a page may make an option of `at_once`."""

    at_once: bool = public(True, of="match")  # do all bid at once?
    sealed: Each[Count] = by_seat(NONE)  # own bid where all bid at once
    has_bid: Seats = public()  # seats whose bid is in, sealed or not


def sealed(s: State, seat: Seat, action: Action) -> bool:
    """Where all bid at once, what is said is for the bidder alone; a page that has other words says which are bids."""
    return bool(s.at_once) and action >= bids.BID


@kernel
def waiting(s: State) -> Mask:
    """Seats that may bid now."""
    return (bit(s.players) - 1) & ~s.has_bid if s.at_once else bit(s.turn)


@kernel
def bid(s: State, seat: Seat, action: Action) -> bool:
    """Bid; it is the turn of one who has not.  Are all bids in, and open, now?  Then the page says whose turn it is."""
    s.has_bid |= bit(seat)
    if s.at_once:
        s.sealed[seat] = action - bids.BID
    else:
        bids.bid(s, seat, action)
    if popcount(s.has_bid) < s.players:
        s.turn = low(waiting(s))
        return False
    for p in range(s.players if s.at_once else 0):
        s.bids[p] = s.sealed[p]
    return True


@kernel
def determinize(s: State, seat: Seat, most: int, rng: Rng) -> None:
    """The others' bids that are still sealed, each from 0 to `most` equally likely."""
    for p in range(len(s.sealed)):
        if p != seat:
            s.sealed[p] = s.bids[p] if s.at_once else NONE
    for p in range(s.players if s.at_once else 0):  # apart: where nothing is sealed, nothing is looked for
        if p != seat and s.has_bid & bit(p) and s.bids[p] == NONE:
            s.sealed[p] = below(rng, most + 1)


def bid_of(v: State, viewer: Seat | None, p: Seat) -> int | None:
    """Bid of seat p as far as the viewer may know it; None = none yet, or sealed."""
    bid = int(v.bids[p])
    if bid == NONE and p == viewer:
        bid = int(v.sealed[p])
    return None if bid == NONE else bid


def is_sealed(v: State, viewer: Seat | None, p: Seat) -> bool:
    """Has seat p bid without the viewer knowing what?"""
    return bid_of(v, viewer, p) is None and bool(int(v.has_bid) >> p & 1)


WON = BadgeSpec("bid", "fraction", "tricks", of=bid_of, hidden=is_sealed)
