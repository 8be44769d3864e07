"""What bots know of WYSIWYG: raise by one, win what is worth it; the second half, in which all is known, exactly."""

from typing import Any

import numpy as np

from torite.cards.actions import NOTHING, Action, Actions, random_action
from torite.cards.bits import bit, low, popcount
from torite.cards.deck import lane
from torite.cards.kernel import Card, Rng, Seat, State, kernel
from torite.cards.rng import below
from torite.games.kits import tricks
from torite.games.wysiwyg import (
    BASE,
    BIDDING,
    BONUS,
    DOUBLE,
    NAMING,
    PASS,
    PLAYING,
    SEATS,
    TAKE,
    TAKING,
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
RANKS = 13  # a trump is worth so many ranks more
MARK, MARKS = 5, 16  # in ranks, what a trick is worth: in the first half beside what is on display, in the second
CHANCE = 8  # in ranks, how far chance may lead astray


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
def policy(s: State, seat: Seat, rng: Rng) -> Action:
    """For playouts: what is worth a card is won with the lowest card that wins it, the rest is lost with the lowest."""
    if s.phase == TAKING:
        one, other = s.display[0], s.display[1]
        better = _rank(s, one) - _rank(s, other) + below(rng, 2 * CHANCE + 1) >= CHANCE
        return TAKE + (one if better else other)
    if s.phase != PLAYING:
        return random_action(likely(s, seat), rng)
    cards = tricks.follow(s, seat)
    theirs = s.pack & ~s.seen & ~s.hands[seat] | s.openly[1 - seat] & ~s.played[1 - seat]  # as far as the seat can tell
    prize = MARKS
    if s.display[0] != NONE:
        prize = MARK + abs(_rank(s, s.display[0]) - _rank(s, s.display[1]))
    best, highest = NONE, -1000
    while cards:
        card = low(cards)
        cards &= cards - 1
        if seat == s.lead:
            gain = prize >> popcount(theirs & lane(card >> 4) & -bit(card))  # half as likely with each card above
        else:
            gain = prize if tricks.beats(card, s.trick[1 - seat], s.trump) else 0
        score = gain - _rank(s, card) + below(rng, CHANCE)
        if score > highest:
            best, highest = card, score
    return best


@kernel
def _rank(s: State, card: Card) -> int:
    """A card's rank, those of trumps above all others."""
    return (card & 15) + RANKS * (card >> 4 == s.trump)


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
