"""Trumps from several suits: jacks, queens, the left bower.  Whatever cards are trumps, they are one suit more.

The page says which they are, `s.trumps = ...`, once that is known, and how high a card is among those of its suit:

    full = trumps.lay(s, seat, card, order(s, card))

Follow suit if you can; the highest trump takes the trick, else the highest card of the suit led, of equals the first.
"""

from collections.abc import Callable
from typing import Any

from torite.cards.actions import Actions, card_actions, no_actions
from torite.cards.bits import bit
from torite.cards.deck import Deck, after, lane
from torite.cards.kernel import Card, Mask, Rng, Seat, Suit, kernel
from torite.games.fields import Cards
from torite.games.kits import heading, tricks
from torite.games.scene import Reason
from torite.games.state import public
from torite.games.why import must_follow
from torite.games.zones import NONE, Read, ZoneSpec, sort_hand

TRUMP = 64  # a trump is so much stronger than the same order in another suit


class State(heading.Lacks, tricks.Contested):
    """Which cards are trumps, and what the cards played have proved."""

    trumps: Cards = public()  # all of them, whatever is printed on them


def table(order: Callable[[Any, Card], int], laid: Read | None = None) -> tuple[ZoneSpec, ...]:
    """The zones; in a hand the trumps lie together.

    order: how high a card is in its suit, as `lay` is told; laid: what lies open of each hand, `open_hands.shown`.
    """

    def sort(deck: Deck, cards: list[int], trump: Suit, v: State) -> list[Card]:
        if not v.trumps:
            return sort_hand(deck, cards, trump)
        plain = {card: not int(v.trumps) >> card & 1 for card in cards}
        return sorted(cards, key=lambda card: (plain[card], plain[card] and -(card >> 4), -order(v, card)))

    return tricks.table(sort=sort, laid=laid)


@kernel
def suit(s: State, card: Card) -> Mask:
    """All cards of the suit that this one belongs to: the trumps, or what is printed on it without them."""
    return s.trumps if s.trumps & bit(card) else lane(card >> 4) & ~s.trumps


@kernel
def follow(s: State, seat: Seat) -> Mask:
    """Cards of the suit led if there are any, else the whole hand."""
    hand = s.hands[seat]
    fitting = hand & suit(s, s.trick[s.lead]) if s.best != NONE else hand
    return fitting if fitting else hand


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """A card that follows suit."""
    return card_actions(follow(s, seat)) if seat == s.turn else no_actions()


@kernel
def lay(s: State, seat: Seat, card: Card, order: int) -> bool:
    """Put a card into the trick, the `order`th of its suit, 0 to 63; what it proves is kept.  Is the trick now full?"""
    led = suit(s, s.trick[s.lead] if s.best != NONE else card)
    follows = led & bit(card) != 0
    if not follows:
        s.lacks[seat] |= led
    tricks.put(s, seat, card)
    tricks.contend(s, seat, TRUMP + order if s.trumps & bit(card) else order if follows else NONE)
    s.turn = after(seat, s.players)
    return s.turn == s.lead


@kernel
def take(s: State) -> None:
    """The best card takes the trick; its player leads the next one."""
    tricks.take(s)
    s.strength = NONE


@kernel
def play(s: State, seat: Seat, card: Card, order: int) -> bool:
    """Play a card; who has won a full trick takes it.  Is it the last one of the deal?"""
    if lay(s, seat, card, order):
        take(s)
        return s.held[s.turn] == 0
    return False


def why(s: State, seat: Seat, action: Card, deck: Deck) -> Reason | None:
    """The suit that must be followed, where a card of another one is meant and it can be."""
    if s.best == NONE or action not in deck.names:
        return None
    led = int(s.trick[s.lead])
    fitting = int(suit(s, led))
    if fitting >> action & 1 or not int(s.hands[seat]) & fitting:
        return None
    return Reason("follow_trump") if int(s.trumps) >> led & 1 else must_follow(deck, led >> 4)


@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """Deal what nobody has seen; what a hand holds already stays in it, and nobody gets what he lacks."""
    heading.share_out(s, s.pack & ~s.seen, rng)
