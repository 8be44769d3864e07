"""Heading the trick: follow suit, with a card that wins if you can; if you cannot follow, play a trump, and so as well.

A page may ask for it only in a part of the deal, as once the stock is gone: then it calls `follow`, `prove`, `reason`
there, and plays plain tricks else.  What a card proves is kept in `lacks`, and in `void` as with plain tricks.
"""

import numpy as np

from torite.cards.actions import Actions, card_actions, no_actions
from torite.cards.assign import assign
from torite.cards.bits import bit, popcount
from torite.cards.deck import MOST_CARDS, Deck, lane, lanes
from torite.cards.kernel import Card, Mask, Rng, Seat, Suit, kernel
from torite.games.fields import Cards, Each
from torite.games.kits import tricks
from torite.games.scene import Reason
from torite.games.state import public
from torite.games.why import must_follow
from torite.games.zones import NONE


class Lacks(tricks.Table):
    """What the cards played have proved, card by card."""

    lacks: Each[Cards] = public()  # cards that the seat has shown not to hold


class State(Lacks, tricks.State):
    """Plain tricks, and what the cards played have proved of each other's hands."""


@kernel
def winning(suit: Suit, best: Card, trump: Suit) -> Mask:
    """The cards of the suit that beat `best`."""
    if suit == best >> 4:
        return lane(suit) & ~(bit(best) | bit(best) - 1)
    return lane(suit) if suit == trump else np.int64(0)


@kernel
def duties(s: State) -> tuple[Mask, Mask, Mask, Mask]:
    """What is to be played from, in this order, before anything goes; a card lies on the table."""
    led, best = s.trick[s.lead] >> 4, s.trick[s.best]
    if s.trump == NONE:
        return winning(led, best, s.trump), lane(led), np.int64(0), np.int64(0)
    return winning(led, best, s.trump), lane(led), winning(s.trump, best, s.trump), lane(s.trump)


@kernel
def follow(s: State, seat: Seat) -> Mask:
    """Cards of the hand that fulfil the first duty that any of them does."""
    hand = s.hands[seat]
    if s.best != NONE:
        for cards in duties(s):
            if hand & cards:
                return hand & cards
    return hand


@kernel
def prove(s: State, seat: Seat, card: Card) -> None:
    """Before the card is laid: who does not fulfil a duty holds nothing to fulfil it with."""
    if s.best != NONE:
        for cards in duties(s):
            if cards & bit(card):
                return
            s.lacks[seat] |= cards


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """A card that fulfils the duties."""
    return card_actions(follow(s, seat)) if seat == s.turn else no_actions()


@kernel
def play(s: State, seat: Seat, card: Card) -> bool:
    """Play a card; who has won a full trick takes it.  Is it the last one of the deal?"""
    prove(s, seat, card)
    return tricks.play(s, seat, card)


def why(s: State, seat: Seat, action: Card, deck: Deck) -> Reason | None:
    """The duty that this card of the hand does not fulfil."""
    if s.best == NONE or action not in deck.names:
        return None
    suit = int(lane(tricks.suit_led(s)))
    if int(s.hands[seat]) & suit and not suit >> action & 1:
        return must_follow(deck, tricks.suit_led(s))
    return Reason("head" if suit >> action & 1 else "trump", {"card": deck.names[int(s.trick[s.best])]})


@kernel
def share_out(s: Lacks, cards: Mask, rng: Rng) -> bool:
    """For `determinize`: every hand is filled from these, with none that it lacks.  Is there a way to do so?"""
    return share_out_but(s, s.lacks, cards, rng)


@kernel
def share_out_but(s: Lacks, lacks: np.ndarray, cards: Mask, rng: Rng) -> bool:
    """The same, where the seats lack these cards, whatever the state says of it."""
    admits, drawn = np.empty(MOST_CARDS, np.int64), np.empty(MOST_CARDS, np.int8)
    n = 0
    for p in range(s.players):
        cards &= ~s.hands[p]
        if popcount(s.hands[p]) > s.held[p]:
            return False
        for _ in range(s.held[p] - popcount(s.hands[p])):
            admits[n] = ~lacks[p]
            n += 1
    if not assign(admits, n, cards, drawn, rng):
        return False
    n = 0
    for p in range(s.players):
        for _ in range(s.held[p] - popcount(s.hands[p])):
            s.hands[p] |= bit(drawn[n])
            n += 1
    return True


@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """Deal what nobody has seen; what a hand holds already stays in it, and nobody gets what he lacks or is void in.

    Not every void is in `lacks`: a page may play plain tricks, and keep there only what else is known.
    """
    lacks = np.empty(s.players, np.int64)
    for p in range(s.players):
        lacks[p] = s.lacks[p] | lanes(s.void[p])
    share_out_but(s, lacks, s.pack & ~s.seen, rng)
