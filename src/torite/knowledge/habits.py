"""Which card has done well in self-play, by what can be seen at a glance: a policy for playouts, learned.

Where everybody plays for himself for chips, as in the games in which trump is born, no few rules say who wants points
(knowledge/jass.py): it turns on how all stand, and on what is to come.  So it is learned: four marks of a card in
its situation are looked up, each in a table of its own, and their weights say how much more than the others it brings.
The weights are fitted to what tree search found (bench/habits_fit.py), and the card with most is played, with some
chance.
"""

from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from torite.cards.actions import Action, random_action
from torite.cards.bits import low, popcount
from torite.cards.kernel import Card, Mask, Rng, Seat, kernel
from torite.cards.rng import below
from torite.games.game import Kernel
from torite.games.jass import tricks
from torite.games.jass.cards import JACK, NINE, POINTS, SEATS, power
from torite.games.jass.tricks import State, next_seat, unseen_by
from torite.games.zones import NONE, OPEN
from torite.knowledge.jass import ABOVE

WEIGHTS = Path(__file__).with_name("habits.npz")
LEADS, FOLLOWS, LAST = range(3)  # place in the trick
OF_SUIT_LED, OTHER, TRUMP = range(3)  # kinds of card
LITTLE, SOME = 3, 10  # points in a trick: none to speak of, some, many
MUCH = 25  # steps of the points that somebody has taken
# By points of a card, the values of Somnia among them: none, a court card, a high one, the best two trumps.
STEPS = np.array([(points >= 2) + (points >= 8) + (points >= 13) for points in range(21)], np.int64)
# Gumbel's distribution: with it added, a card is played e**weight as often.
NOISE = (-np.log(-np.log((np.arange(1024) + 0.5) / 1024))).astype(np.float32)

# The tables, one behind the other, and what each is asked by.
BY_TRICK = 0  # seats ahead, stage, is trump born, place, does the card win, points in the trick
BY_RANK = BY_TRICK + 4 * 3 * 2 * 3 * 2 * 3  # stage, is trump born, place, unseen cards above, kind
BY_SUIT = BY_RANK + 3 * 2 * 3 * 4 * 3  # before trump is born: seats ahead, late, does it make trump; cards, jack, nine
BY_OTHER = BY_SUIT + 4 * 2 * 2 * 4 * 2 * 2  # place, seats ahead, ahead of who has the trick, points, wins, own points
NO_MARK = BY_OTHER + 3 * 4 * 4 * 4 * 2 * 4
SIZE = NO_MARK + 1
Marks: TypeAlias = tuple[int, int, int, int]
Situation: TypeAlias = tuple[int, int, Any, int, Any, int, int]


@tricks.kernel
def _ahead(s: State, seat: Seat) -> int:
    """How many seats have more points."""
    there = 0
    for p in range(s.players):
        there += s.cards[p] > s.cards[seat]
    return there


@tricks.kernel
def situation(s: State, seat: Seat) -> Situation:
    """What all cards of a decision share.

    Seats ahead, third of the deal, is trump born, place in the trick, its points in three steps, seats ahead of who has
    it, own points in four steps.
    """
    place, points, winner = LEADS, 0, 0
    if seat != s.lead:
        place = LAST if next_seat(s, seat) == s.lead else FOLLOWS
        winner = _ahead(s, s.best)
        for p in range(s.players):
            points += POINTS[s.row, s.trick[p]] if s.trick[p] >= 0 else 0
    stage = 3 * s.trick_no // (s.trick_no + s.held[seat])
    worth = np.int64(points > LITTLE) + np.int64(points > SOME)
    return _ahead(s, seat), stage, np.int64(s.trump != OPEN), place, worth, winner, min(3, s.cards[seat] // MUCH)


@tricks.kernel
def marks(s: State, seat: Seat, card: Card, of: Situation, unseen: Mask) -> Marks:
    """Places in the tables."""
    ahead, stage, born, place, worth, winner, own = of
    suit, rank, wins, kind = card >> 4, card & 15, np.int64(1), OF_SUIT_LED
    if suit == s.trump:
        kind = TRUMP
    if place != LEADS:
        led = s.trick[s.lead] >> 4
        wins = np.int64(power(card, s.trump, led, s.upwards) > s.strength)
        kind = OTHER if suit != led and suit != s.trump else kind
    # A card that makes trump is marked as one thrown away; what is special about it is left to BY_SUIT.
    makes_trump = not born and kind == OTHER
    higher = popcount((ABOVE[2 if kind == TRUMP else s.upwards, rank] << np.int64(card & 48)) & unseen)
    points = STEPS[POINTS[s.row, card]]
    by_trick = ((((ahead * 3 + stage) * 2 + born) * 3 + place) * 2 + wins) * 3 + worth
    by_rank = (((stage * 2 + born) * 3 + place) * 4 + min(3, (higher + 1) // 2)) * 3 + kind
    by_other = ((((place * 4 + ahead) * 4 + (0 if wins else winner)) * 4 + points) * 2 + wins) * 4 + own
    by_suit = NO_MARK
    if not born and (place == LEADS or makes_trump):
        held = int(s.hands[seat] >> np.int64(card & 48))
        many = min(3, popcount(np.int64(held & 0xFFFF)) - 1)
        what = (many * 2 + (held >> JACK & 1)) * 2 + (held >> NINE & 1)
        by_suit = BY_SUIT + ((ahead * 2 + (stage > 0)) * 2 + makes_trump) * 16 + what
    return BY_TRICK + by_trick, BY_RANK + by_rank, by_suit, BY_OTHER + by_other


def learned(name: str) -> np.ndarray:
    """float32[seats, SIZE]: weights of a game by its number of players, nought where it is not played by so many."""
    weights = np.zeros((SEATS + 1, SIZE), np.float32)
    with np.load(WEIGHTS) as found:
        for players in range(SEATS + 1):
            if f"{name}-{players}" in found:
                weights[players] = found[f"{name}-{players}"]
    return weights


@tricks.kernel
def prefer(s: State, seat: Seat, cards: Mask, table: np.ndarray, rng: Rng) -> Card:
    """One of the legal `cards`: each e times as often for each step of its weight in float32[SIZE]."""
    if cards & (cards - 1) == 0:
        return low(cards)
    of, unseen = situation(s, seat), unseen_by(s, seat)
    best, most = NONE, np.float32(-np.inf)
    while cards:
        card = low(cards)
        cards &= cards - 1
        a, b, c, d = marks(s, seat, card, of, unseen)
        score = table[a] + table[b] + table[c] + table[d] + NOISE[below(rng, len(NOISE))]
        if score > most:
            best, most = card, score
    return best


def policy(name: str, legal: Kernel) -> Kernel:
    """Kernel (s, seat, rng) -> action: a card by the habits of this game; what is no card, at random."""
    return by_weights(learned(name), legal)


def by_weights(weights: np.ndarray, legal: Kernel) -> Kernel:
    """The same by any weights, float32[seats, SIZE]; at random where a number of players has none."""
    fitted = np.array([row.any() for row in weights])

    @kernel
    def choose(s: State, seat: Seat, rng: Rng) -> Action:
        actions = legal(s, seat)
        if actions[0] == 0 or not fitted[s.players]:
            return random_action(actions, rng)
        return prefer(s, seat, actions[0], weights[s.players], rng)

    return choose
