"""A stock: cards that were not dealt lie face down, and are drawn one after the other."""

import numpy as np

from torite.cards.bits import bit, low, nth_alone, popcount
from torite.cards.kernel import Card, Mask, Rng, Seat, kernel
from torite.cards.rng import below
from torite.games import fields
from torite.games.fields import Cards, Count, Each
from torite.games.state import by_seat, hidden, public
from torite.games.zones import NONE, Pile

PILE = Pile("in_stock", "stock")


class State(fields.State):
    """The stock; a page that has a smaller or larger one says so: `stock: Each[Card] = hidden(NONE, 14)`."""

    hands: Each[Cards] = by_seat()  # cards held
    held: Each[Count] = public()  # number of cards held
    stock: Each[Card] = hidden(NONE, 32)  # the card that is drawn last, ..., first; then NONE
    in_stock: Count = public()  # cards in it


@kernel
def lay(s: State, cards: np.ndarray) -> None:
    """These cards are the stock, the first one on top."""
    n = len(cards)
    for i in range(n):
        s.stock[i] = cards[n - 1 - i]
    s.in_stock = n


@kernel
def put(s: State, card: Card) -> None:
    """The card is on top."""
    s.stock[s.in_stock] = card
    s.in_stock += 1


@kernel
def take(s: State) -> Card:
    """The card on top leaves the stock, which must not be empty."""
    s.in_stock -= 1
    card = s.stock[s.in_stock]
    s.stock[s.in_stock] = NONE
    return card


@kernel
def draw(s: State, seat: Seat) -> Card:
    """The seat takes the card on top into its hand."""
    card = take(s)
    s.hands[seat] |= bit(card)
    s.held[seat] += 1
    return card


@kernel
def fill(s: State, cards: Mask, rng: Rng) -> None:
    """For `determinize`: these cards are on top, in any order; what is below them is for the game to say."""
    s.stock[:] = NONE
    top, n = s.in_stock - 1, popcount(cards)
    for i in range(min(n, s.in_stock)):
        one = nth_alone(cards, below(rng, n - i))
        cards ^= one
        s.stock[top - i] = low(one)
