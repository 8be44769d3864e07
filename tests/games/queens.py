"""Queens: all of them and the hearts are trumps, and one queen is as high as another.

Four players, each for himself, 32 cards; a point a trick, one deal.
"""

import numpy as np

from torite.rules import *

DECK = ranked_deck("789TJQKA")
HIGHEST = 15  # of its suit, the rank of every queen
QUEENS = sum(bit(DECK.parse(f"{suit}Q")) for suit in DECK.suits)
TRUMPS = QUEENS | lane(DECK.suits.index("H"))


class State(trumps.State, scores.State):
    """What lies on the table."""


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """Eight cards each."""
    tricks.deal(s, deck)
    s.trumps = TRUMPS


@kernel
def play(s: State, seat: Seat, card: Card) -> None:
    """Play a card; after the last trick each has a point for every trick."""
    if trumps.play(s, seat, card, order(s, card)):
        s.points[:] = s.tricks
        scores.add_up(s)


@kernel
def order(s: State, card: Card) -> int:
    """How high a card is in its suit."""
    return HIGHEST if QUEENS & bit(card) else card & 15


@kernel
def finished(s: State) -> bool:
    """After one deal."""
    return True


legal, determinize = trumps.legal, trumps.determinize


def why(s: State, seat: Seat, action: Action) -> Reason | None:
    """The suit to follow."""
    return trumps.why(s, seat, action, DECK)


GAME = game(State, players=4, deck=DECK, zones=trumps.table(order), badges=(tricks.TAKEN,), sheet=Sheet(("points",)))
