"""Whist: four players, two sides, 13 tricks; the last card dealt turns up trump.

Rules: www.pagat.com/whist/whist.html
  * Follow suit if you can.  The highest trump takes the trick, else the highest card of the suit led; its taker leads.
  * Every trick above six is a point for the side.  The first side with `goal` points wins the match.
"""

import numpy as np

from torite.rules import *

DECK = ranked_deck("23456789TJQKA")
BOOK = 6  # tricks that are worth nothing


class State(tricks.State, sides.State, scores.State):
    """What lies on the table."""

    turned: Card = public(NONE)  # the dealer's last card, seen by all
    goal: int = option((1, 5, 7, 9), 5)


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """Everybody gets 13 cards; the dealer's last one is turned up."""
    tricks.deal(s, deck)
    s.turned = deck[-1]
    s.trump = suit_of(s.turned)


@kernel
def play(s: State, seat: Seat, card: Card) -> None:
    """Play a card; after the last trick the points are counted, each side's for both its seats."""
    if tricks.play(s, seat, card):
        for p in range(s.players):
            s.points[p] = max(0, sides.of_side(s.tricks, p) - BOOK)
        scores.add_up(s)


@kernel
def score(s: State, points: np.ndarray) -> None:
    """What the deal was worth: own points less those of the other side."""
    for p in range(s.players):
        points[p] = s.points[p] - s.points[after(p, s.players)]


@kernel
def finished(s: State) -> bool:
    """After a deal: has a side reached the goal?"""
    return max(s.scores[0], s.scores[1]) >= s.goal


@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """Deal the unseen cards; the dealer holds the turned card until it is played."""
    s.hands[s.dealer] |= bit(s.turned) & ~s.seen
    tricks.determinize(s, seat, rng)


GAME = game(
    State,
    players=4,
    deck=DECK,
    zones=(*tricks.TABLE, Trump("trump", "turned")),
    badges=(BadgeSpec("score", "number", "scores"), tricks.TAKEN),
    sheet=Sheet(("tricks", "points"), total="scores"),
    claimable=tricks.leads,
)
