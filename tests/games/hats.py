"""Hats: all see each hand but its owner, who plays the card that stands in one of his places; anything may be played.

Four players, together: a point for every trick that whoever has most has not taken, three deals.
"""

import numpy as np

from torite.rules import *

DECK = ranked_deck("1234567")
PLACES, PLACE = 7, 64


class State(tricks.Table, scores.State):
    """What lies on the table."""

    hands: Each[Cards] = others()
    row: Each[Card] = others(NONE, PLACES)
    filled: Each[int] = public()  # bit n = a card stands in place n


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """As each card comes it is put into the next place."""
    tricks.deal(s, deck)
    for i in range(len(deck)):
        s.row[(s.lead + i) % s.players, i // s.players] = deck[i]
    s.filled[:] = (1 << PLACES) - 1


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """Any place where a card stands."""
    return second_word(np.int64(s.filled[seat])) if seat == s.turn else no_actions()


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Play the card that stands there; after the last trick the points are counted."""
    place = action - PLACE
    card = s.row[seat, place]
    s.row[seat, place] = NONE
    s.filled[seat] ^= 1 << place
    tricks.put(s, seat, card)
    if s.best == NONE or tricks.beats(card, s.trick[s.best], s.trump):
        s.best = seat
    s.turn = after(seat, s.players)
    if s.turn == s.lead:
        tricks.take(s)
        if not s.held[s.turn]:
            s.points[:] = PLACES - s.tricks.max()
            scores.add_up(s)


@kernel
def finished(s: State) -> bool:
    """After three deals."""
    return s.deals >= 3


@kernel
def partners(s: State, seat: Seat) -> Mask:
    """All."""
    return bit(s.players) - 1


@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """The own cards, in any order."""
    s.hands[seat] = cards = tricks.left_over(s)
    s.row[seat] = NONE
    for n in range(PLACES):
        if s.filled[seat] >> n & 1:
            s.row[seat, n] = nth(cards, below(rng, popcount(cards)))
            cards ^= bit(s.row[seat, n])


def outcome(s: State) -> Outcome:
    """All win if they have nine points."""
    return Outcome(s.scores.tolist(), [0, 1, 2, 3] if s.scores[0] >= 9 else [])


GAME = game(
    State,
    players=4,
    deck=DECK,
    codes={PLACE + n: f"place:{n + 1}" for n in range(PLACES)},
    zones=tricks.table(laid=lambda v, seat: v.hands),
    badges=(tricks.TAKEN,),
)
