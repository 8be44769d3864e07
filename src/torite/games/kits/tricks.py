"""Plain tricks: follow suit if you can; the highest trump takes the trick, else the highest card of the suit led.

The dealer's left leads first, then whoever has taken the trick.  `trump` is none until a game sets it.  What a card
proves is kept in `void`, and `determinize` gives nobody a suit in which he has shown a void.
"""

import numpy as np

from torite.cards.actions import Actions, card_actions, no_actions
from torite.cards.bits import bit, high, popcount
from torite.cards.deck import Deck, after, lane
from torite.cards.kernel import Card, Mask, Rng, Seat, Suit, kernel
from torite.cards.rng import below
from torite.games import fields
from torite.games.fields import Cards, Count, Each, Suits
from torite.games.game import Place
from torite.games.redeal import redeal
from torite.games.scene import Reason
from torite.games.state import by_seat, public
from torite.games.why import must_follow
from torite.games.zones import NONE, BadgeSpec, Hands, Peek, Read, Sort, Taken, Trick, ZoneSpec, sort_hand

PRIME, STIRRED = 2**31 - 1, 16  # of `lots`


class Table(fields.State):
    """Hands, the trick on the table, and the one before it."""

    pack: Cards = public(of="match")  # the cards of the deck, those of the stock included; the same in each deal
    hands: Each[Cards] = by_seat()  # cards held
    held: Each[Count] = public()  # number of cards held
    seen: Cards = public()  # cards that everybody has seen
    trump: Suit = public(NONE)  # NONE = no trump
    lead: Seat = public()  # leads this trick
    best: Seat = public(NONE)  # wins it so far, NONE = no card yet
    trick: Each[Card] = public(NONE)  # card of each seat to this trick
    last: Each[Card] = public(NONE)  # the trick before it
    last_lead: Seat = public(NONE)  # led it
    last_winner: Seat = public(NONE)  # took it, NONE = no trick finished in this deal
    tricks: Each[Count] = public()  # taken in this deal


class State(Table):
    """And what the cards played have proved."""

    void: Each[Suits] = public()  # suits in which the seat has shown a void


class Contested(Table):
    """Where cards have a strength by which they win."""

    strength: Count = public(NONE)  # of the best card of the trick, NONE = no card yet


def table(
    follow: Read | None = None, sort: Sort = sort_hand, peek: Peek | None = None, laid: Read | None = None
) -> tuple[ZoneSpec, ...]:
    """The zones; follow: the suit to follow, where that is shown; peek: what lies face down in the trick before; laid:
    what lies open of each hand.
    """
    return (
        Hands("hands", "held", trump="trump", sort=sort, open=laid),
        Trick("trick", "lead", "last", "last_lead", "last_winner", follow=follow, peek=peek),
        Taken("tricks"),
    )


TABLE = table()
TAKEN = BadgeSpec("tricks", "number", "tricks")


@kernel
def deal(s: Table, deck: np.ndarray) -> None:
    """Deal all cards, the same number to each."""
    deal_hands(s, deck, len(deck) // s.players)


@kernel
def deal_hands(s: Table, deck: np.ndarray, each: int) -> None:
    """Deal so many cards to each, singly from the dealer's left, who leads; the rest of the deck is the stock."""
    n = s.players
    s.lead = s.turn = seat = after(s.dealer, n)
    s.held[:n] = each
    for i in range(each * n):
        s.hands[seat] |= bit(deck[i])
        seat = after(seat, n)
    if not s.pack:
        for card in deck:
            s.pack |= bit(card)


@kernel
def lots(s: Table, deck: np.ndarray) -> Rng:
    """Chance for what else is drawn in `deal`, once the hands are dealt: tasks, roles, a trump without a card.

    It follows from the order in which each hand came, of several cards, which tells nobody who holds what; so it is
    repeated with the deal.  A card of the deck itself, shown as a task, would tell in which hand that one is.
    """
    rng = np.zeros(4, np.uint64)
    for p in range(s.players):
        order, came = 1, np.int64(0)
        for card in deck:
            if s.hands[p] & bit(card):
                n = popcount(came)
                order = (order * (n + 1) + popcount(came & (bit(card) - 1))) % PRIME
                came |= bit(card)
        rng[p & 3] += np.uint64(order)
    for _ in range(STIRRED):
        below(rng, 2)
    return rng


def places(s: Table) -> list[Place]:
    """Where each card of the deck went."""
    n, each = int(s.players), int(s.held[0])
    dealt: list[Place] = [(int(s.dealer) + 1 + i) % n for i in range(n * each)]
    return dealt + ["stock"] * (int(s.pack).bit_count() - len(dealt))


def phase(s: Table) -> str:
    """A card is played while there are any."""
    return "play" if s.held.any() else "over"


@kernel
def actors(s: Table) -> Mask:
    """Who may act; nobody once the cards are played."""
    return bit(s.turn) if s.held[s.turn] else np.int64(0)


@kernel
def leads(s: Table, seat: Seat) -> bool:
    """Does the seat lead to a trick now?  For `claimable`, where who takes all tricks takes all points."""
    return s.turn == seat and s.best == NONE and s.held[seat] > 0


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """A card that follows suit."""
    return card_actions(follow(s, seat)) if seat == s.turn else no_actions()


@kernel
def follow(s: State, seat: Seat) -> Mask:
    """Cards of the suit led if there are any, else the whole hand."""
    hand = s.hands[seat]
    if s.best == NONE:
        return hand
    suit = hand & lane(s.trick[s.lead] >> 4)
    return suit if suit else hand


def why(s: State, seat: Seat, action: Card, deck: Deck) -> Reason | None:
    """The suit that must be followed, where a card of another one is meant and it can be."""
    led = suit_led(s)
    if led == NONE or action not in deck.names or action >> 4 == led:
        return None
    return must_follow(deck, led) if int(s.hands[seat]) & int(lane(led)) else None


def suit_led(v: State) -> Suit:
    """The suit to follow, NONE = there is none yet."""
    return int(v.trick[v.lead]) >> 4 if v.best != NONE else NONE


@kernel
def play(s: State, seat: Seat, card: Card) -> bool:
    """Play a card; who has won a full trick takes it.  Is it the last one of the deal?"""
    if lay(s, seat, card):
        take(s)
        return s.held[s.turn] == 0
    return False


@kernel
def lay(s: State, seat: Seat, card: Card) -> bool:
    """Put a card into the trick; one of another suit than that led proves a void.  Is the trick now full?

    Where a card may be played though the suit could be followed, it proves nothing: the page keeps `void[seat]` then.
    """
    put(s, seat, card)
    led = s.trick[s.lead] >> 4
    s.void[seat] |= (card >> 4 != led) << led
    best = s.best
    s.best = seat if best == NONE or beats(card, s.trick[best], s.trump) else best  # a branch could not be predicted
    s.turn = after(seat, s.players)
    return s.turn == s.lead


@kernel
def hand(s: Table, seat: Seat) -> Mask:
    """The cards that the seat holds."""
    return s.hands[seat]


@kernel
def ahead(s: Table) -> Seat:
    """Who wins the trick so far; where none lies, who has taken the last one."""
    return s.best if s.best != NONE else s.last_winner


@kernel
def course(s: Table) -> int:
    """How far the tricks have come: two for each that is taken, one for the one that lies."""
    taken, lies = 0, 0
    for p in range(s.players):
        taken += s.tricks[p]
        lies |= s.trick[p] != NONE
    return 2 * taken + lies


@kernel
def put(s: Table, seat: Seat, card: Card) -> None:
    """The card lies before the seat; who wins, and whose turn it is, is for the game to say."""
    s.hands[seat] ^= bit(card)
    s.held[seat] -= 1
    s.seen |= bit(card)
    s.trick[seat] = card


@kernel
def beats(card: Card, best: Card, trump: Suit) -> bool:
    """Does `card` beat `best`, which is winning the trick?"""
    return card > best if card >> 4 == best >> 4 else card >> 4 == trump


@kernel
def contend(s: Contested, seat: Seat, strength: int) -> None:
    """A card of this strength lies before the seat; of equals the one played first wins."""
    best, highest = s.best, s.strength  # read in any case: a branch could not be predicted
    s.best = seat if strength > highest else best
    s.strength = max(strength, highest)


@kernel
def highest(cards: Mask, led: Suit, trump: Suit) -> Card:
    """The card of a trick that wins it; one of them is a trump or of the suit led."""
    trumps = cards & lane(trump)
    return high(trumps if trumps else cards & lane(led))


@kernel
def holder(s: Table, card: Card) -> Seat:
    """The seat that holds the card; the last one if nobody does."""
    seat = 0
    while seat < s.players - 1 and not s.hands[seat] & bit(card):
        seat += 1
    return seat


@kernel
def take(s: Table) -> None:
    """The best card takes the trick; its player leads the next one."""
    winner = s.best
    s.tricks[winner] += 1
    put_aside(s, winner)


@kernel
def put_aside(s: Table, winner: Seat) -> None:
    """The trick before the seats is over; its winner leads the next one."""
    for p in range(len(s.trick)):
        s.last[p] = s.trick[p]
        s.trick[p] = NONE
    s.last_lead = s.lead
    s.last_winner = s.lead = s.turn = winner
    s.best = NONE


@kernel
def left_over(s: Table) -> Mask:
    """For `determinize`, once the hands are filled: the cards that nobody has played and no hand holds."""
    cards = s.pack & ~s.seen
    for p in range(s.players):
        cards &= ~s.hands[p]
    return cards


@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """Deal what nobody has seen; what a hand holds already stays in it, and nobody gets a suit he is void in."""
    redeal(s.hands, s.held, s.void, s.pack & ~s.seen, rng)
