"""Tierces: tricks must be headed; before his first card each may declare runs of three and four aces.

Four players, each for himself, 32 cards; the last one dealt shows trump.  A point a trick, ten a run, twenty the aces.
"""

import numpy as np

from torite.rules import *

DECK = ranked_deck("789TJQKA")
RUNS = melds.runs(DECK, "789TJQKA", 3)
BOOK = melds.book(RUNS, melds.alike(DECK, "A", 4))
ACES = melds.MELD + len(RUNS)  # action


class State(heading.State, melds.State, scores.State):
    """What lies on the table."""


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """Eight cards each."""
    tricks.deal(s, deck)
    s.trump = suit_of(deck[-1])


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """A card; before the first one what may be declared, too."""
    cards = heading.legal(s, seat)
    said = melds.declarable(s, seat, BOOK) if s.held[seat] == 8 and seat == s.turn else np.int64(0)
    return cards[0], said, np.int64(0), np.int64(0)


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Declare, or play a card."""
    if action >= melds.MELD:
        melds.declare(s, seat, action, BOOK, 20 if action == ACES else 10)
    elif heading.play(s, seat, action):
        s.points[:] = s.tricks
        s.points += s.melds
        scores.add_up(s)


@kernel
def finished(s: State) -> bool:
    """After a deal: was it the second one?"""
    return s.deals >= 2


@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """What has been declared is known."""
    for p in range(s.players):
        s.hands[p] |= open_hands.lying(s, p)
    heading.determinize(s, seat, rng)


note = melds.note_of(DECK, BOOK)
CODES = melds.codes([f"{DECK.names[low(cards)]}-" for cards in RUNS] + ["aces"])
GAME = game(State, players=4, deck=DECK, codes=CODES, zones=(*open_hands.TABLE, Trump("trump")))
