"""Hearts with habits: the page of examples/hearts.py and a policy for playouts that was learned in self-play.

Four marks of a card in its situation are looked up in tables; their weights together say how readily it is played.
hearts_train.py learns the weights.  A look costs little, so that a search still plays out thousands of deals.

    torite match hearts --game examples/hearts.py --bots examples/learn/hearts_player.py:Learned,ismcts:20ms
    torite play hearts --game examples/learn/hearts_player.py
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from torite import Turn
from torite.games.load import imported
from torite.rules import *
from torite.search import ismcts

PAGE = Path(__file__).parents[1] / "hearts.py"
PLAIN = imported(PAGE, str(PAGE))  # without habits
WEIGHTS = Path(__file__).with_name("hearts.npy")
PASS = passing.PASS
HEART, SPADE = map(PLAIN.deck.suits.index, "HS")
QUEEN = PLAIN.deck.parse("SQ")
SUITS = np.array([(suit == HEART) + 2 * (suit == SPADE) for suit in range(4)])  # clubs and diamonds are alike
COUNTS = np.array([0, 1, 2, 2, *[3] * 10])  # of cards, in steps
LEADS, FOLLOWS, LAST, DISCARDS = range(4)
NOBODY, SEVERAL, SELF, WINNER, OTHER = range(5)  # who has points: he may take them all
# Gumbel's distribution: with it added, the card with most is played e**weight as often.
NOISE = (-np.log(-np.log((np.arange(1024) + 0.5) / 1024))).astype(np.float32)

# The tables, one behind the other, and what each is asked by.
BY_RISK = 0  # how it is played, does it win, points in the trick (of a lead: voids), unseen cards below, above, suit
BY_RANK = BY_RISK + 4 * 2 * 3 * 4 * 4 * 3  # how, does it win, rank, suit, where the queen is
BY_SUIT = BY_RANK + 4 * 2 * 13 * 3 * 3  # how, suit, cards of it held, unseen, where the queen is, stage
BY_POINTS = BY_SUIT + 4 * 3 * 4 * 4 * 3 * 3  # how, does it win, who has points, points in the trick, of the card, stage
PASSES = BY_POINTS + 4 * 2 * 5 * 3 * 3 * 3  # rank, suit, cards of it held, is the queen held
NO_MARK = PASSES + 13 * 3 * 6 * 2
SIZE = NO_MARK + 1
Marks: TypeAlias = tuple[int, int, int, int]


@kernel
def points_with(s: Any, seat: Seat) -> int:
    """Who has points in this deal."""
    takers, last = 0, 0
    for p in range(s.players):
        if s.points[p]:
            takers += 1
            last = p
    if takers != 1:
        return SEVERAL if takers else NOBODY
    if last == seat:
        return SELF
    return WINNER if last == s.best else OTHER


@kernel
def marks(s: Any, seat: Seat, action: Action, taker: int) -> Marks:
    """Places in the tables, from what the seat may know.  taker: `points_with`."""
    if action >= PASS:
        return pass_marks(s, seat, action - PASS)
    hand, unseen = np.int64(s.hands[seat]), s.pack & ~(s.seen | s.hands[seat])
    suit, rank, best = action >> 4, action & 15, 0
    kind, of = SUITS[suit], unseen & lane(suit)
    how, wins, lying = LEADS, 1, 0
    if s.best == NONE:
        for p in range(s.players):
            lying += (s.void[p] >> suit) & 1 if p != seat else 0
        lying = min(2, lying)
    else:
        best = s.trick[s.best]
        wins = int(suit == best >> 4 and action > best)
        how = DISCARDS if suit != best >> 4 else LAST if after(seat, s.players) == s.lead else FOLLOWS
        lying = int(s.lying > 0) + int(s.lying >= 13)
    queen = 0 if hand & bit(QUEEN) else 1 if unseen & bit(QUEEN) else 2
    below_it = popcount(of & (bit(action) - 1))
    out = popcount(of)
    stage = int(s.held[seat] < 9) + int(s.held[seat] < 5)
    worth = 2 if action == QUEEN else int(suit == HEART)
    played = how * 2 + wins
    return (
        BY_RISK + (((played * 3 + lying) * 4 + COUNTS[below_it]) * 4 + COUNTS[out - below_it]) * 3 + kind,
        BY_RANK + ((played * 13 + rank) * 3 + kind) * 3 + queen,
        BY_SUIT
        + ((((how * 3 + kind) * 4 + min(3, popcount(hand & lane(suit)) - 1)) * 4 + COUNTS[out]) * 3 + queen) * 3
        + stage,
        BY_POINTS + (((played * 5 + taker) * 3 + lying) * 3 + worth) * 3 + stage,
    )


@kernel
def pass_marks(s: Any, seat: Seat, card: Card) -> Marks:
    """Of a card to be passed."""
    hand = s.hands[seat]
    held, queen = min(5, popcount(hand & lane(card >> 4)) - 1), int((hand & bit(QUEEN)) != 0)
    return PASSES + ((card & 15) * 3 + SUITS[card >> 4]) * 12 + held * 2 + queen, NO_MARK, NO_MARK, NO_MARK


def by_weights(weights: np.ndarray) -> Callable[[Any, Seat, Rng], Action]:
    """Kernel (s, seat, rng) -> action: by the habits that float32[SIZE] stand for.  Raises ValueError."""
    if weights.shape != (SIZE,) or weights.dtype != np.float32:
        raise ValueError(f"weights are float32[{SIZE}], not {weights.dtype}{list(weights.shape)}")
    legal = PLAIN.legal

    @kernel
    def choose(s: Any, seat: Seat, rng: Rng) -> Action:
        actions = legal(s, seat)
        word = 64 if actions[1] else 0
        rest = actions[1] if actions[1] else actions[0]
        if rest & (rest - 1) == 0:
            return word + low(rest)
        found, most, taker = NONE, np.float32(-np.inf), points_with(s, seat)
        while rest:
            action = word + low(rest)
            rest &= rest - 1
            a, b, c, d = marks(s, seat, action, taker)
            score = weights[a] + weights[b] + weights[c] + weights[d] + NOISE[below(rng, len(NOISE))]
            if score > most:
                found, most = action, score
        return found

    return choose


def with_habits(weights: np.ndarray) -> Game:
    """Hearts, played out by these habits."""
    return replace(PLAIN, policy=by_weights(weights))


GAME = with_habits(np.load(WEIGHTS)) if WEIGHTS.exists() else PLAIN


class Learned:
    """Tree search with the same 20 ms of the processor as `ismcts:20ms`, its playouts by habit."""

    MS = 20

    def choose(self, turn: Turn) -> str:
        """See torite.lab.own."""
        return GAME.codes[ismcts.analyse(GAME, turn.view, turn.seat, turn.rng.getrandbits(60), ms=self.MS).best]
