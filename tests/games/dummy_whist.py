"""Whist with a dummy: once the first card is led, the hand opposite the dealer lies open.

Rules: those of whist.  With `dealer_plays` the dealer plays the open hand, too; otherwise who holds it.
"""

import numpy as np

from torite.rules import *

DECK = ranked_deck("23456789TJQKA")
BOOK = 6  # tricks that are worth nothing


class State(open_hands.State, sides.State, scores.State):
    """What lies on the table; `turn` is who chooses the next card."""

    place: Seat = public()  # whose card that is
    dealer_plays: bool = option(True)


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """Everybody gets 13 cards; the dealer's last one shows trump."""
    tricks.deal(s, deck)
    s.trump = suit_of(deck[-1])
    s.place = s.turn


@kernel
def actors(s: State) -> Mask:
    """Who chooses the next card."""
    return bit(s.turn) if s.held[s.place] else np.int64(0)


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """A card that follows suit, of the own hand or the dummy's."""
    return card_actions(open_hands.follow(s, s.place)) if seat == s.turn else no_actions()


@kernel
def play(s: State, seat: Seat, card: Card) -> None:
    """Play a card; after the first one the dummy lies open, after the last one the points are counted."""
    dummy = (s.dealer + 2) % s.players
    is_first = s.seen == 0
    is_over = tricks.play(s, s.place, card)
    if is_first:
        open_hands.lay_open(s, dummy)
    s.place = s.turn
    if s.dealer_plays and s.place == dummy:
        s.turn = s.dealer
    if is_over:
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
    """After a deal: has a side five points?"""
    return max(s.scores[0], s.scores[1]) >= 5


GAME = game(
    State,
    players=4,
    deck=DECK,
    zones=(*open_hands.TABLE, Trump("trump")),
    badges=(BadgeSpec("score", "number", "scores"), tricks.TAKEN),
    sheet=Sheet(("tricks", "points"), total="scores"),
)
