"""Play and draw: after each trick the hands are filled up from a stock, whose last card lies face up for trump.

Whoever has won the trick draws first.  As long as there is stock, anything may be played; then tricks are headed.  The
last card may be exchanged for one in hand, the stock closed: then it is out of play.  When, and by whom, is for the
page to say.
"""

import numpy as np

from torite.cards.actions import Actions, card_actions, no_actions
from torite.cards.bits import bit
from torite.cards.deck import Deck, after
from torite.cards.kernel import Card, Mask, Rng, Seat, kernel
from torite.games.kits import heading, open_hands, stock, tricks
from torite.games.scene import Reason
from torite.games.state import public
from torite.games.zones import NONE, Trump


class State(heading.State, open_hands.State, stock.State):
    """Tricks, the stock, and what everybody knows of the hands by it."""

    turned: Card = public(NONE)  # the last card of the stock, also when it is drawn


@kernel
def deal(s: State, deck: np.ndarray, each: int) -> None:
    """So many cards to each, the rest is the stock; the last one shows trump."""
    tricks.deal_hands(s, deck, each)
    stock.lay(s, deck[each * s.players :])
    s.turned = s.stock[0]
    s.trump = s.turned >> 4


def face_up(s: State) -> int:
    """The card that shows trump."""
    return int(s.turned)


@kernel
def follow(s: State, seat: Seat) -> Mask:
    """The whole hand while there is stock, then cards that head the trick."""
    return s.hands[seat] if s.in_stock else heading.follow(s, seat)


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """A card of these."""
    return card_actions(follow(s, seat)) if seat == s.turn else no_actions()


def why(s: State, seat: Seat, action: Card, deck: Deck) -> Reason | None:
    """The duty that this card of the hand does not fulfil."""
    return None if s.in_stock else heading.why(s, seat, action, deck)


@kernel
def play(s: State, seat: Seat, card: Card) -> bool:
    """Play a card; who has won a full trick takes it, and all draw.  Was it full?  `last` has its cards."""
    if not s.in_stock:
        heading.prove(s, seat, card)
    if not tricks.lay(s, seat, card):
        return False
    tricks.take(s)
    if s.in_stock:
        draw(s)
    return True


@kernel
def draw(s: State) -> None:
    """Each draws a card, the winner of the trick first; all can see who gets the last one."""
    seat = s.turn
    for _ in range(min(s.players, s.in_stock)):
        if s.in_stock == 1:
            s.laid[seat] |= bit(s.turned)
        stock.draw(s, seat)
        seat = after(seat, s.players)
    s.void[:] = 0  # nobody had to follow


@kernel
def exchange(s: State, seat: Seat, card: Card) -> None:
    """The card of the hand lies under the stock from now on, the one that lay there goes into the hand."""
    s.hands[seat] ^= bit(card) | bit(s.turned)
    s.laid[seat] = (s.laid[seat] | bit(s.turned)) & ~bit(card)
    s.stock[0] = s.turned = card


@kernel
def close(s: State) -> None:
    """Nobody draws any more."""
    s.seen |= bit(s.turned)
    s.in_stock = 0


@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """What lies open of the hands is known; of what nobody has seen the stock has what is left over."""
    for p in range(s.players):
        s.hands[p] |= open_hands.lying(s, p)
    turned = bit(s.turned) if s.in_stock else np.int64(0)
    heading.share_out(s, s.pack & ~s.seen & ~turned, rng)
    stock.fill(s, tricks.left_over(s) & ~turned, rng)
    if s.in_stock:
        s.stock[0] = s.turned


TABLE = (*open_hands.TABLE, Trump("trump", lambda v: v.turned if v.in_stock else NONE), stock.PILE)
