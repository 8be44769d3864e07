"""Cards beside the hands where players have left the match: a blind, a stock, and the card turned up (rules 5).

* Four hands are dealt: with three left in the match one of them is a blind, with two another one is a stock.
* The last card is turned up: trump.  With four it is the dealer's, else it lies with the blind or the stock.
* Who takes the blind lays his hand down for it, unseen.
* The 6 of trumps may be exchanged for the card turned up, wherever that lies (A22).
"""

import numpy as np

from torite.cards.bits import bit, popcount
from torite.cards.kernel import Card, Rng, Seat, kernel
from torite.cards.subsets import random_subset
from torite.games.fields import Cards, Count, Each, Seats
from torite.games.game import Place
from torite.games.jass import melds, tricks
from torite.games.jass.cards import SEATS, SIX
from torite.games.jass.tricks import backward, next_seat
from torite.games.state import by_seat, hidden, public
from torite.games.zones import NONE, Pile, Trump

AT_BLIND, AT_STOCK = SEATS, SEATS + 1  # places of the card turned up, after the seats


class State(melds.State):
    """Who is left, and what lies where."""

    inside: Seats = public(of="match")  # still in the match (before `left`)
    left: Seats = public(of="match")  # left it after this deal
    turned: Card = public()  # card turned up
    turned_at: Count = public()  # seat, AT_BLIND or AT_STOCK; where the six lies once it is exchanged
    taker: Seat = public(NONE)  # took the blind
    swapper: Seat = public(NONE)  # exchanged the six of trumps
    laid_down: Each[Cards] = by_seat()  # the hand that the taker gave for the blind
    blind: Cards = hidden()  # its cards, while nobody has taken it
    stock: Cards = hidden()


@kernel
def start(s: State, players: int, first: Seat) -> None:
    """All are in the match; `first` deals the first deal."""
    tricks.start(s, players, first)
    s.inside = bit(players) - 1


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """Four hands: of those left in the match, then blind and stock; the last card is turned up for trump."""
    s.inside &= ~s.left
    s.left = np.int64(0)
    s.playing = s.inside
    s.forehand = s.dealt_first = s.lead = s.turn = seat = next_seat(s, s.forehand)
    s.dealer = seat_before(s, s.forehand)
    hands = popcount(s.inside)
    for place in range(SEATS):
        cards = tricks.dealt_to(deck, place, SEATS)
        s.pack |= cards
        if place < hands:
            s.hands[seat] = cards
            s.held[seat] = popcount(cards)
            seat = next_seat(s, seat)
        elif place == hands:
            s.blind = cards
        else:
            s.stock = cards
    s.turned = deck[len(deck) - 1]
    s.trump = s.row = s.turned >> 4
    s.turned_at = AT_BLIND if hands == 3 else AT_STOCK
    if hands == 4:
        s.turned_at = s.dealer
        s.shown[s.dealer] = bit(s.turned)


@kernel
def each(s: State) -> int:
    """How many cards a hand is dealt, the blind and the stock too."""
    return popcount(s.pack) // SEATS


@kernel
def seat_before(s: State, seat: Seat) -> Seat:
    """The player left in the match who sits just before this one in the order of play."""
    seat = backward(s, seat)
    while not s.inside & bit(seat):
        seat = backward(s, seat)
    return seat


# ---- taking and exchanging ----
@kernel
def is_free(s: State) -> bool:
    """Is there a blind that nobody has taken?"""
    return popcount(s.inside) < SEATS and s.taker == NONE


@kernel
def take(s: State, seat: Seat) -> None:
    """The blind for the own hand."""
    s.taker = seat
    s.laid_down[seat] = s.hands[seat]
    s.hands[seat] = s.blind
    s.blind = np.int64(0)
    if s.turned_at == AT_BLIND:
        s.turned_at = seat
        s.shown[seat] = bit(s.turned)


@kernel
def asks_for_six(s: State) -> bool:
    """Is one of those who play asked?  He who holds it, unless the card turned up is his own, or is the six."""
    six = bit(s.trump << 4 | SIX)
    if popcount(s.inside) == SEATS or s.turned & 15 == SIX:
        return False
    others = s.playing & ~bit(s.turned_at)
    for p in range(s.players):
        if others & bit(p) and s.hands[p] & six:
            s.shown[p] |= six  # being asked tells it
            s.turn = p
            return True
    for p in range(s.players):
        s.lacks[p] |= six if others & bit(p) else np.int64(0)
    return False


@kernel
def exchange(s: State, seat: Seat) -> None:
    """The six goes where the card turned up lay, and that card to the seat."""
    both = bit(s.trump << 4 | SIX) | bit(s.turned)
    s.swapper = seat
    s.hands[seat] ^= both
    s.shown[seat] ^= both
    if s.turned_at == AT_BLIND:
        s.blind ^= both
    elif s.turned_at == AT_STOCK:
        s.stock ^= both
    else:
        s.hands[s.turned_at] ^= both
        s.shown[s.turned_at] ^= both


# ---- worlds ----
@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """Fill the other hands, blind, stock and the hand laid down for the blind in a view of `seat`."""
    known = bit(s.trump << 4 | SIX if s.swapper != NONE else s.turned)  # where the card turned up lay
    unseen = tricks.unseen_by(s, seat) & ~s.laid_down[seat]
    if not melds.fill_melds(s, seat, unseen & ~known if s.turned_at >= SEATS else unseen, rng):
        return
    rest = unseen
    for p in range(s.players):
        rest &= ~s.hands[p]
    hands = popcount(s.inside)
    if hands < 3:
        fixed = known if s.turned_at == AT_STOCK else np.int64(0)
        s.stock = fixed | random_subset(rest & ~fixed, each(s) - popcount(fixed), rng)
        rest &= ~s.stock
    if hands < 4 and s.taker == NONE:
        s.blind = rest
    elif hands < 4 and s.taker != seat:
        s.laid_down[s.taker] = rest


# ---- outside kernels ----
def places(s: State) -> list[Place]:
    """Where each card of the deck went."""
    around = [(int(s.forehand) + tricks.direction(s) * i) % int(s.players) for i in range(s.players)]
    order: list[Place] = [seat for seat in around if s.inside >> seat & 1]
    return tricks.in_packets([*order, "extra:blind", "extra:stock"][:SEATS], s)


def turned_up(v: State) -> int:
    """The card turned up, as long as it lies there for all to see."""
    lies = v.turned_at >= SEATS or v.phase > melds.ASKING
    return int(v.turned) if v.swapper == NONE and lies else NONE


ZONES = (
    Trump("trump", turned_up),
    Pile(lambda v: each(v) if is_free(v) else 0, "blind"),
    Pile(lambda v: each(v) if popcount(v.inside) < 3 else 0, "stock"),
)
