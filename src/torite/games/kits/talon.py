"""A talon: cards that are not dealt, but turned up in their order in the course of the deal and taken."""

import numpy as np

from torite.cards.assign import assign
from torite.cards.bits import bit, nth, popcount
from torite.cards.deck import MOST_CARDS
from torite.cards.kernel import Card, Mask, Rng, Seat, kernel
from torite.cards.rng import below
from torite.games.fields import Cards, Each
from torite.games.kits import tricks
from torite.games.state import hidden, public
from torite.games.zones import NONE


class State(tricks.State):
    """The talon, and what everybody knows of the hands by it."""

    talon: Each[Card] = hidden(NONE, MOST_CARDS)  # in order; NONE = there are no more
    face_up: Each[Card] = public(NONE, MOST_CARDS)  # the same as far as turned up for all
    openly: Each[Cards] = public()  # cards that the seat has taken as all have seen
    played: Each[Cards] = public()  # cards that the seat has played


@kernel
def deal(s: State, deck: np.ndarray, each: int) -> None:
    """So many cards to each, the rest is the talon."""
    tricks.deal_hands(s, deck, each)
    first = each * s.players
    for i in range(len(deck) - first):  # from 0 on: the compiler knows that no place is counted from the end
        s.talon[i] = deck[first + i]


@kernel
def turn_up(s: State, first: int, n: int) -> None:
    """The n cards from place `first` on are turned up."""
    cards = np.int64(0)
    for i in range(first, first + n):
        card = s.talon[i]
        s.face_up[i] = card
        cards |= bit(card)
    s.seen |= cards


@kernel
def gain(s: State, seat: Seat, card: Card) -> None:
    """The seat takes a card that all see into its hand."""
    s.openly[seat] |= bit(card)
    s.hands[seat] |= bit(card)
    s.held[seat] += 1


@kernel
def draw(s: State, seat: Seat, place: int) -> None:
    """The seat takes the card that lies there into its hand, unseen by others."""
    s.hands[seat] |= bit(s.talon[place])
    s.held[seat] += 1


@kernel
def play(s: State, seat: Seat, card: Card) -> bool:
    """Play a card to a plain trick.  Is it the last one of the deal?"""
    s.played[seat] |= bit(card)
    return tricks.play(s, seat, card)


@kernel
def lay_open(s: State) -> None:
    """For `determinize`: what is turned up lies in its place, nothing in the others."""
    for i in range(len(s.talon)):
        s.talon[i] = s.face_up[i]


@kernel
def missing(s: State) -> Mask:
    """For `determinize`: the cards of the pack that lie in no place of the talon."""
    cards = s.pack
    for i in range(popcount(s.pack)):
        cards &= ~bit(s.talon[i]) if s.talon[i] != NONE else np.int64(-1)
    return cards


@kernel
def shuffle(s: State, first: int, end: int, cards: Mask, rng: Rng) -> None:
    """For `determinize`: each place from `first` up to `end` where no card lies gets any one of the cards."""
    many = popcount(cards)
    for i in range(first, end):
        if s.talon[i] == NONE:
            card = nth(cards, below(rng, many))
            s.talon[i] = card
            cards ^= bit(card)
            many -= 1


@kernel
def fill(s: State, admits: np.ndarray, cards: Mask, rng: Rng) -> bool:
    """The same where not every place admits every card.  Is there a way to do so?

    admits  int64[places]: the cards that can lie there; it is written to
    """
    drawn = np.empty(MOST_CARDS, np.int8)
    n = 0
    for i in range(len(admits)):
        if s.talon[i] == NONE:
            admits[n] = admits[i]
            n += 1
    if not assign(admits, n, cards, drawn, rng):
        return False
    n = 0
    for i in range(len(admits)):
        if s.talon[i] == NONE:
            s.talon[i] = drawn[n]
            n += 1
    return True
