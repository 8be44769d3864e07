"""What bots know of Differenzler: about how many points a hand takes, and taking no more than announced."""

import numpy as np

from torite.cards.actions import NOTHING, Action, Actions
from torite.cards.bits import bit
from torite.cards.kernel import Rng, Seat, kernel
from torite.cards.rng import below
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
from torite.knowledge.jass import choose_card, weigh

# Points close enough, how far announcements differ from what is expected, in steps (one point matters little)
NEAR, CHANCE, WINDOW, STEP = 3, 8, 21, 3
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
    """For playouts: announce about what the hand promises, take until it is reached; the Stöck as it helps."""
    if s.phase == ANNOUNCING:
        points = min(max(0, expected(s, seat) + below(rng, 2 * CHANCE + 1) - CHANCE), MOST)
        return ANNOUNCE + points + points // 63
    missing = _own_announcement(s, seat) - s.cards[seat] - s.stoeck[seat]
    if s.phase == ASKING:
        return STOECK + (PLUS if missing > STOECK_POINTS // 2 else MINUS if missing < -STOECK_POINTS // 2 else SILENT)
    return choose_card(s, seat, legal_cards(s, seat), bit(seat), missing > NEAR, rng)


@kernel
def _own_announcement(s: State, seat: Seat) -> int:
    return s.sealed[seat] if s.at_once else s.announced[seat]


@kernel
def expected(s: State, seat: Seat) -> int:
    """About how many points the hand will take."""
    return MOST // s.players + weigh(s.hands[seat], s.trump, WEIGHTS, 0)
