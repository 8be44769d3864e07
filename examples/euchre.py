"""Euchre: two sides, 24 cards; the jack of trumps and the other one of its colour are the highest; alone if you dare.

Rules: www.pagat.com/euchre/euchre.html
  * Five cards each, the next one is turned up.  In turn each passes, or makes its suit trump: the dealer takes it and
    lays a card away.  Who says so may play alone, then his partner sits out.
  * Where all pass it is turned down.  Each may name another suit; by `stick` the dealer must, else the deal is over.
  * Three or four tricks of the makers are worth a point, all five 2, or 4 alone; fewer are worth 2 to the others.
"""

import numpy as np

from torite.rules import *

DECK = ranked_deck("9TJQKA")
JACK = 2
PASS, ORDER, ALONE, NAME, NAME_ALONE, DISCARD = 64, 65, 66, 68, 72, 128  # actions
COLOUR = np.array([DECK.suits.index({"S": "C", "C": "S", "H": "D", "D": "H"}[suit]) for suit in DECK.suits])


class State(trumps.State, sides.State, scores.State):
    """What lies on the table."""

    turned: Card = public(NONE)
    passes: Count = public()
    maker: Seat = public(NONE)
    sits_out: Seat = public(NONE)
    ordered: bool = public()  # the dealer has taken the card turned up
    discarding: bool = public()
    away: Each[Card] = by_seat(NONE)  # what the dealer has laid away
    stick: bool = option(True)
    goal: int = option((5, 10), 10)


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """Five cards each; the next one is turned up."""
    tricks.deal_hands(s, deck, 5)
    s.turned = deck[5 * s.players]
    s.trump = OPEN


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """Pass, make trump, alone or not; lay a card away; a card that follows suit."""
    if s.discarding and seat == s.turn:
        return np.int64(0), np.int64(0), s.hands[seat], np.int64(0)
    if s.maker != NONE or seat != s.turn or not s.held[seat]:
        return trumps.legal(s, seat)
    if s.passes < s.players:
        return second_word(bit(PASS - 64) | bit(ORDER - 64) | bit(ALONE - 64))
    suits = 0b1111 & ~bit(suit_of(s.turned))
    stuck = s.stick and seat == s.dealer
    return second_word(suits << NAME - 64 | suits << NAME_ALONE - 64 | (0 if stuck else bit(PASS - 64)))


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Do it; after the last trick the points are counted."""
    if action == PASS:
        s.passes += 1
        s.turn = after(seat, s.players)
        if s.passes == 2 * s.players:
            s.held[:] = s.hands[:] = 0
    elif action >= DISCARD:
        s.away[seat] = action - DISCARD
        s.hands[seat] ^= bit(s.away[seat])
        s.held[seat] -= 1
        begin(s)
    elif action >= NAME:
        make(s, seat, action - NAME & 3, action >= NAME_ALONE)
        begin(s)
    elif action >= ORDER:
        make(s, seat, suit_of(s.turned), action == ALONE)
        s.turn, s.ordered, s.discarding = s.dealer, True, True
        s.hands[s.dealer] |= bit(s.turned)
        s.held[s.dealer] += 1
    else:
        full = trumps.lay(s, seat, action, order(s, action))
        if s.turn == s.sits_out:
            s.turn = after(s.turn, s.players)
            full = s.turn == s.lead
        if full:
            trumps.take(s)
            if not s.held[s.turn]:
                count(s)


@kernel
def make(s: State, seat: Seat, suit: Suit, alone: bool) -> None:
    """The seat makes this suit trump."""
    s.maker, s.trump = seat, suit
    s.trumps = lane(suit) | bit(left(suit))
    s.sits_out = seat ^ 2 if alone else NONE


@kernel
def left(trump: Suit) -> Card:
    """The left bower."""
    return int(COLOUR[trump]) << 4 | JACK


@kernel
def order(s: State, card: Card) -> int:
    """How high a card is in its suit."""
    return 8 if card == s.trump << 4 | JACK else 7 if card == left(s.trump) else card & 15


@kernel
def begin(s: State) -> None:
    """The dealer's left leads, or who sits there next."""
    first = after(s.dealer, s.players)
    s.lead = s.turn = after(first, s.players) if first == s.sits_out else first
    s.discarding = False


@kernel
def count(s: State) -> None:
    """Points for the makers, or for the others."""
    won = sides.of_side(s.tricks, s.maker)
    worth = 1 if won < 5 else 2 if s.sits_out == NONE else 4
    for p in range(s.players):
        makes = p & 1 == s.maker & 1
        s.points[p] = (worth if makes else 0) if won >= 3 else (0 if makes else 2)
    s.held[:] = s.hands[:] = 0
    scores.add_up(s)


@kernel
def finished(s: State) -> bool:
    """After a deal: has a side reached the goal?"""
    return max(s.scores[0], s.scores[1]) >= s.goal


@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """The card turned up lies there, or with the dealer, who may have laid it away."""
    free = s.pack & ~s.seen & ~bit(s.turned)
    if s.ordered and s.away[seat] != NONE:
        free &= ~bit(s.away[seat])
    elif s.ordered and seat != s.dealer:
        kept = s.discarding or below(rng, s.held[s.dealer] + 1) > 0  # each card that he has had may be laid away
        s.hands[s.dealer] |= bit(s.turned) & ~s.seen & ~s.lacks[s.dealer] if kept else np.int64(0)
    heading.share_out(s, free, rng)


def phase(s: State) -> str:
    """What is being done."""
    bidding = "bid" if s.passes < s.players else "name"
    return "over" if not s.held.any() else bidding if s.maker == NONE else "discard" if s.discarding else "play"


def sealed(s: State, seat: Seat, action: Action) -> bool:
    """What is laid away."""
    return action >= DISCARD


def why(s: State, seat: Seat, action: Action) -> Reason | None:
    """The suit to follow; the dealer who must name one."""
    if action == PASS:
        return Reason("stuck") if s.passes == 2 * s.players - 1 else None
    return trumps.why(s, seat, action, DECK)


def places(s: State) -> list[Place]:
    """Where each card of the deck went."""
    dealt = tricks.places(s)
    dealt[5 * int(s.players)] = "turned"
    return dealt


score, meaning = sides.margin, sides.compared
GAME = game(
    State,
    players=4,
    deck=DECK,
    codes={PASS: "pass", ORDER: "order", ALONE: "alone"}
    | {NAME + i: f"name:{suit}" for i, suit in enumerate(DECK.suits)}
    | {NAME_ALONE + i: f"name_alone:{suit}" for i, suit in enumerate(DECK.suits)}
    | {DISCARD + card: f"discard:{name}" for card, name in DECK.names.items()},
    zones=(
        *trumps.table(order),
        Trump("trump", "turned"),
        Fact("maker", "maker", seat=True),
        Fact("sits_out", "sits_out", seat=True),
    ),
    badges=(BadgeSpec("score", "number", "scores"), tricks.TAKEN),
    sheet=Sheet(("tricks", "points"), total="scores", declarer="maker"),
)
