"""How a sensible Jass player plays without looking ahead: for playouts, which learn more from it than from chance.

A card is chosen by a few general rules and some chance.  Who wants points leads what nobody can beat, takes a trick
that is safe or worth it, gives points to partners and as little as possible to others.  Who wants none stays below,
and gets rid of cards that count where another takes them.  Only what the seat may know is used.
"""

import numpy as np

from torite.cards.bits import low, popcount
from torite.cards.deck import lane
from torite.cards.kernel import Card, Mask, Rng, Seat, Suit
from torite.cards.rng import below
from torite.games.jass.cards import BELOW, POINTS, RANKS, power
from torite.games.jass.contracts import OBENABE
from torite.games.jass.tricks import State, kernel, next_seat, unseen_by
from torite.games.zones import NONE

CHANCE = 4  # scores of two cards closer than this may be taken for one another
TOP = 20  # score of a card that wins for certain
LANE = (1 << len(RANKS)) - 1
ABOVE = np.array(  # ranks that beat each rank in its suit: plain, with six high, as trumps
    [
        [LANE & ~((2 << rank) - 1) for rank in range(len(RANKS))],
        [(1 << rank) - 1 for rank in range(len(RANKS))],
        [LANE & ~int(BELOW[rank]) & ~(1 << rank) for rank in range(len(RANKS))],
    ],
    np.int64,
)

# About how many points more each card of a hand brings its side: as a trump, beside trumps, obenabe, undenufe (6..A).
PROMISE = np.array(
    [
        [7, 7, 7, 16, 8, 22, 8, 9, 11],
        [-3, -3, -3, -3, -2, -2, -1, 2, 7],
        [-4, -4, -3, -3, -2, -1, 1, 6, 14],
        [14, 7, 3, 0, -1, -2, -3, -4, -4],
    ],
    np.int64,
)


@kernel
def weigh(hand: Mask, trump: Suit, weights: np.ndarray, row: int) -> int:
    """Sum over the cards of a hand: trumps weigh what stands in this row of int64[n, 9], others what in the next."""
    points = 0
    while hand:
        card = low(hand)
        hand &= hand - 1
        points += weights[row + (card >> 4 != trump), card & 15]
    return points


@kernel
def promise(hand: Mask, contract: int) -> int:
    """About how many points more than half a hand brings its side in a contract."""
    if contract < OBENABE:
        return weigh(hand, contract, PROMISE, 0)
    return weigh(hand, NONE, PROMISE, contract - OBENABE + 1)


@kernel
def choose_card(s: State, seat: Seat, cards: Mask, allies: Mask, takes: bool, rng: Rng) -> Card:
    """One of the legal `cards` for a seat that wants points, or none; allies: seats whose points are its own too."""
    if cards & (cards - 1) == 0:
        return low(cards)
    unseen = unseen_by(s, seat)
    leads, last = seat == s.lead, next_seat(s, seat) == s.lead
    friendly = not leads and allies >> np.int64(s.best) & 1 != 0
    others_trump = s.trump >= 0 and unseen & lane(s.trump) != 0
    best, highest = NONE, -1000
    while cards:
        card = low(cards)
        cards &= cards - 1
        trump = card >> 4 == s.trump
        above = ABOVE[2 if trump else s.upwards, card & 15] << np.int64(card & 48)
        top = above & unseen == 0
        worth = POINTS[s.row, card]
        wins = leads or power(card, s.trump, s.trick[s.lead] >> 4, s.upwards) > s.strength
        if leads and takes and trump and not others_trump:
            score = -TOP // 2  # a trump wins later, too
        elif takes:
            score = _taking(worth, trump, top, wins, leads, last, friendly)
        else:
            score = _ducking(worth, popcount(above), wins, leads, last)
        score += below(rng, CHANCE)
        if score > highest:
            best, highest = card, score
    return best


@kernel
def _taking(worth: int, trump: bool, top: bool, wins: bool, leads: bool, last: bool, friendly: bool) -> int:
    """Score of a card for who wants points."""
    if leads:
        return TOP + worth if top else -worth
    if friendly:
        return worth - (TOP if top or trump else 0)
    if wins and (last or top):
        return TOP + worth - (TOP // 2 if trump and not top else 0)
    if wins:
        return -worth // 2
    return -worth - (TOP if top else 0) - (TOP // 4 if trump else 0)


@kernel
def _ducking(worth: int, above: int, wins: bool, leads: bool, last: bool) -> int:
    """Score of a card for who wants none; above = ranks of its suit that beat it."""
    if leads:
        return 3 * above - worth
    if not wins:
        return TOP + worth - above
    return -worth - above if last else above - worth
