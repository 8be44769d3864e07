"""What bots know of Differenzler: about how many points a hand takes, and taking no more than announced."""

import numpy as np

from torite.cards.actions import NOTHING, Action, Actions
from torite.cards.bits import bit
from torite.cards.kernel import Rng, Seat, kernel
from torite.cards.rng import below
from torite.games.jass.cards import POINTS
from torite.games.jass.differenzler import (
    ANNOUNCE,
    ANNOUNCING,
    ASKING,
    MINUS,
    MOST,
    PLUS,
    SILENT,
    STOECK,
    STOECK_POINTS,
    State,
    legal,
)
from torite.games.jass.tricks import legal_cards
from torite.games.zones import NONE
from torite.knowledge.jass import choose_card, weigh

# How far announcements differ from what is expected, in steps (one point matters little); points of a card, in the mean
CHANCE, WINDOW, STEP, CARD = 8, 21, 3, 4
# How many points more than its share a hand takes with each card (6..A), as a trump and else; fitted to self-play.
WEIGHTS = np.array([[4, 4, 4, 18, 9, 25, 6, 7, 13], [-5, -5, -5, -5, -6, -4, -2, 1, 0]], np.int64)


@kernel
def likely(s: State, seat: Seat) -> Actions:
    """Announcements near what the hand promises; every card."""
    if s.phase != ANNOUNCING:
        return legal(s, seat)
    points = expected(s, seat)
    low, middle, high = NOTHING, NOTHING, NOTHING
    for n in range(max(0, points - WINDOW), min(MOST, points + WINDOW) + 1, STEP):
        place = bit(n % 63)
        low |= place if n < 63 else 0
        middle |= place if 63 <= n < 126 else 0
        high |= place if n >= 126 else 0
    return (NOTHING, low, middle, high)


@kernel
def policy(s: State, seat: Seat, rng: Rng) -> Action:
    """For playouts: announce about what the hand promises, take what is missing and no more; the Stöck as it helps."""
    if s.phase == ANNOUNCING:
        points = min(max(0, expected(s, seat) + below(rng, 2 * CHANCE + 1) - CHANCE), MOST)
        return ANNOUNCE + points + points // 63
    missing = _own_announcement(s, seat) - s.cards[seat] - s.stoeck[seat]
    if s.phase == ASKING:
        return STOECK + (PLUS if missing > STOECK_POINTS // 2 else MINUS if missing < -STOECK_POINTS // 2 else SILENT)
    return choose_card(s, seat, legal_cards(s, seat), bit(seat), _is_wanted(s, missing), rng)


@kernel
def _is_wanted(s: State, missing: int) -> bool:
    """Would the trick bring nearer to what is announced?  While many are to come, one that is too dear can wait."""
    trick = 0
    for p in range(s.players):
        trick += CARD if s.trick[p] == NONE else POINTS[s.row, s.trick[p]]
    left = 2 * s.held[s.turn]
    return left * missing > (left - 1) * trick


@kernel
def _own_announcement(s: State, seat: Seat) -> int:
    return s.sealed[seat] if s.at_once else s.announced[seat]


@kernel
def expected(s: State, seat: Seat) -> int:
    """About how many points the hand will take."""
    return MOST // int(s.players) + weigh(s.hands[seat], s.trump, WEIGHTS, 0)
