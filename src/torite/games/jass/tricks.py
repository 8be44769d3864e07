"""The trick engine of all Jass games: dealing, what may be played, who takes it, what it proves.

A game's State inherits from the one here and sets `trump`, `row` and `upwards` when the contract is known; a card is
`lay`, then `pass_on`.  Everything runs to the right, from a seat to seat - 1; in a match that is `clockwise`, as
Somnia's are, to the left.  Only `onward`, `backward` and `direction` ask which.

What may be played (rules 1.2; H hand, led the suit led, h the highest trump in the trick):
  * No trump: the suit led, else anything.
  * Trump led: a trump; a lone trump jack need not be played (the Buur).
  * Plain suit led: that suit or any trump not below h.  Who cannot follow may play anything: under the weak ban a
    trump below h too, under the strong ban only from a hand of trumps alone (OVERTRUMP: only if none is above h, A4).
  * `trump` = OPEN: no trump yet; the first card that does not follow makes its suit trump, at once and for what has
    been taken too (A9, A10).
What a card proves is kept by seat in `lacks`, the cards that its player cannot hold.
"""

from functools import partial
from typing import Literal

import numpy as np

from torite.cards.actions import Actions, card_actions, no_actions
from torite.cards.assign import assign
from torite.cards.bits import bit, members, popcount
from torite.cards.deck import after, before, lane
from torite.cards.kernel import Card, Mask, Rng, Seat
from torite.cards.shares import count_shares, share
from torite.games.fields import Cards, Count, Each, Points, Seats, kernels_of, option
from torite.games.game import Place
from torite.games.jass.cards import (
    ALL_CARDS,
    BELOW,
    DECK,
    FULL,
    JACK,
    LAST_TRICK,
    NO_TRUMP,
    POINTS,
    SEATS,
    points_of,
    power,
)
from torite.games.kits import tricks
from torite.games.scene import Reason
from torite.games.state import public
from torite.games.why import must_follow
from torite.games.zones import NONE, OPEN, Trump

OVER, PLAYING = range(2)  # phases; games go on counting
STRONG, OVERTRUMP, WEAK = range(3)  # bans on undertrumping
STRONG_BAN = option(("any", "must_overtrump"), name="all_trump_hand")  # STRONG or OVERTRUMP (A4)
PACKET = 3
FOUR_SHARES = -2  # see _gaps


class State(tricks.Contested, seats=SEATS):
    """What lies on the table, and what everybody knows."""

    clockwise: bool = public(of="match")  # do dealing and play go to the left in this match?
    forehand: Seat = public(of="match")  # plays first; moves on with each deal
    phase: Count = public(OVER)
    dealt_first: Seat = public()  # got the first packet
    playing: Seats = public()  # take part in the play
    shown: Each[Cards] = public()  # cards that everybody has seen the seat to hold
    lacks: Each[Cards] = public()  # cards that the seat has proved not to hold
    played: Each[Cards] = public()  # cards played by the seat
    row: Count = public(NO_TRUMP)  # of POINTS
    upwards: Count = public()  # 1 = six is highest in this trick
    trick_no: Count = public()  # tricks finished in this deal
    taken: Each[Cards] = public()  # cards in the tricks won
    cards: Each[Points] = public()  # card points won, last trick included
    ban: int = public(WEAK, of="match")
    suit_names: int = option(("egg", "hslu"))  # which Swiss suit is which French one (A1); display only


kernel = kernels_of(State)
large = kernels_of(State, inline=False)  # long, and not called at every card


@kernel
def start(s: State, players: int, first: Seat) -> None:
    """`first` deals the first deal."""
    s.forehand = first


@kernel
def onward(s: State, seat: Seat) -> Seat:
    """The next seat in the direction of play."""
    return after(seat, s.players) if s.clockwise else before(seat, s.players)


@kernel
def backward(s: State, seat: Seat) -> Seat:
    """The seat whose next one this is."""
    return before(seat, s.players) if s.clockwise else after(seat, s.players)


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """Deal all of deck int8[n] to all seats; forehand, the next one each time, gets the first packet and leads."""
    n = s.players
    s.forehand = s.dealt_first = s.lead = s.turn = seat = onward(s, s.forehand)
    s.dealer = backward(s, s.forehand)
    s.playing = bit(n) - 1
    s.held[:n] = len(deck) // n
    for place in range(n):
        s.hands[seat] = dealt_to(deck, place, n)
        s.pack |= s.hands[seat]
        seat = onward(s, seat)


@kernel
def dealt_to(deck: np.ndarray, place: int, places: int) -> Mask:
    """What the place-th of so many hands gets, in packets of three (the last one of what is left)."""
    found = np.int64(0)
    each = len(deck) // places
    for got in range(0, each, PACKET):
        packet = min(PACKET, each - got)
        begin = got * places + packet * place
        for i in range(begin, begin + packet):
            found |= bit(deck[i])
    return found


@kernel
def next_seat(s: State, seat: Seat) -> Seat:
    """The next seat in the direction of play that takes part."""
    seat = onward(s, seat)
    while not s.playing >> np.int64(seat) & 1:
        seat = onward(s, seat)
    return seat


# ---- what may be played ----
@kernel
def actors(s: State) -> Mask:
    """The seat to act; 0 once the deal is over."""
    return np.int64(0) if s.phase == OVER else bit(s.turn)


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """What `seat` may play; nothing if it is not its turn."""
    return card_actions(legal_cards(s, seat)) if s.phase == PLAYING and seat == s.turn else no_actions()


@kernel
def claimable(s: State, seat: Seat) -> bool:
    """Once there is trump, or there will be none, whoever takes all that is left takes all its points."""
    return s.phase == PLAYING and s.trump != OPEN and tricks.leads(s, seat)


@kernel
def legal_cards(s: State, seat: Seat) -> Mask:
    """Cards that `seat`, whose turn it is, may play."""
    hand, trump = s.hands[seat], s.trump
    if seat == s.lead:
        return hand
    led = s.trick[s.lead] >> 4
    follow = hand & lane(led)
    if trump < 0:
        return follow if follow else hand
    trumps = hand & lane(trump)
    if led == trump:
        return trumps if trumps & ~_buur(s) else hand
    under = trumps & _below_best(s)
    if follow:
        return follow | (trumps & ~under)
    if s.ban == WEAK or hand == under or (hand == trumps and s.ban == STRONG):
        return hand
    return hand & ~under


@kernel
def _buur(s: State) -> Mask:
    """The jack of trumps."""
    return bit(s.trump << 4 | JACK)


@kernel
def _below_best(s: State) -> Mask:
    """Trumps below the highest trump in the trick; empty while there is none."""
    best = s.trick[s.best]
    return BELOW[best & 15] << np.int64(s.trump << 4) if best >> 4 == s.trump else np.int64(0)


@kernel
def _proves(s: State, card: Card) -> Mask:
    """Cards that a seat cannot hold which follows to the trick with `card`."""
    suit, led, trump = card >> 4, s.trick[s.lead] >> 4, s.trump
    if suit == led:
        return np.int64(0)
    if trump < 0:
        return lane(led)
    if led == trump:
        return lane(trump) & ~_buur(s)
    if suit != trump:
        return lane(led)
    if not _below_best(s) & bit(card):
        return np.int64(0)
    if s.ban == WEAK:
        return lane(led)
    higher = lane(trump) & ~_below_best(s) if s.ban == OVERTRUMP else np.int64(0)
    return (ALL_CARDS & ~lane(trump)) | higher


def why(v: State, seat: Seat, card: Card) -> Reason:
    """Why a card in hand may not be played."""
    suit, led, trump = card >> 4, int(v.trick[v.lead]) >> 4, int(v.trump)
    if trump < 0 or led == trump:
        return must_follow(DECK, led)
    if suit != trump:
        return Reason("follow_or_trump", {"suit": DECK.suits[led]})
    best = DECK.names[int(v.trick[v.best])]
    suits = {held >> 4 for held in members(v.hands[seat])}
    if led in suits:
        return Reason("undertrump_following", {"suit": DECK.suits[led], "card": best})
    return Reason("overtrump" if suits == {trump} else "undertrump", {"card": best})


# ---- playing ----
@kernel
def play(s: State, seat: Seat, card: Card) -> bool:
    """Play a card.  Is it the last one of the deal?"""
    lay(s, seat, card)
    return pass_on(s, seat) and s.held[s.lead] == 0


@kernel
def lay(s: State, seat: Seat, card: Card) -> None:
    """`seat` plays `card`; the turn stays with it until `pass_on`."""
    if seat != s.lead:
        s.lacks[seat] |= _proves(s, card)
        if s.trump == OPEN and card >> 4 != s.trick[s.lead] >> 4:
            _trump_is_born(s, card)
    tricks.put(s, seat, card)
    s.played[seat] |= bit(card)
    tricks.contend(s, seat, power(card, s.trump, s.trick[s.lead] >> 4, s.upwards))


@kernel
def _trump_is_born(s: State, card: Card) -> None:
    """The suit of the first discard is trump: what has been taken counts anew."""
    s.trump = card >> 4
    s.row += s.trump - NO_TRUMP
    for p in range(s.players):
        s.cards[p] = points_of(s.taken[p], s.row)


@kernel
def pass_on(s: State, seat: Seat) -> bool:
    """The next seat's turn, or the trick is taken: is it?"""
    s.turn = next_seat(s, seat)
    if s.turn != s.lead:
        return False
    _take(s)
    return True


@kernel
def _take(s: State) -> None:
    winner = s.best
    points = 0
    for p in range(SEATS):  # a known number, as in `tricks.take`
        if s.trick[p] != NONE:
            s.taken[winner] |= bit(s.trick[p])
            points += POINTS[s.row, s.trick[p]]
    tricks.take(s)
    s.trick_no += 1
    s.strength = NONE
    if s.held[winner] == 0:
        points += LAST_TRICK[s.row]
    s.cards[winner] += points


# ---- worlds ----
@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """Fill the hands that `seat` does not see, evenly; what was shown and not played is where it was shown."""
    share_out(s, seat, place_shown(s, seat, unseen_by(s, seat)), rng)


@kernel
def place_shown(s: State, seat: Seat, unseen: Mask) -> Mask:
    """Put cards that were shown and not played into their hands; what is left of `unseen`."""
    for p in range(s.players):
        if p != seat and s.held[p]:
            s.hands[p] |= s.shown[p] & ~s.played[p] & unseen
            unseen &= ~s.hands[p]
    return unseen


@large
def share_out(s: State, seat: Seat, cards: Mask, rng: Rng) -> bool:
    """Fill up the hands that `seat` does not see, each way equally likely.  Returns False if there is none."""
    p, q, first, second, third, a, b = _gaps(s, seat, cards)
    if a == FOUR_SHARES:
        return _share_out_to_four(s, cards, rng)
    if not count_shares(cards, first, second, third, a, b):
        return False
    one, other = share(cards, first, second, third, a, b, rng)
    if a:
        s.hands[p] |= one
    if b:
        s.hands[q] |= other
    r = _open_hand(s, seat, 0)
    if r < SEATS:
        s.hands[r] |= cards & ~one & ~other
    return True


@large
def _share_out_to_four(s: State, cards: Mask, rng: Rng) -> bool:
    """The same for a seat without cards that has left the match while three play on, with a blind: about as likely."""
    admits, drawn = np.empty(FULL, np.int64), np.empty(FULL, np.int8)
    place = 0
    for p in range(SEATS):
        for _ in range(_room(s, p)):
            admits[place] = cards & ~s.lacks[p]
            place += 1
    if not assign(admits, place, cards, drawn, rng):
        return False
    place = 0
    for p in range(SEATS):
        for _ in range(_room(s, p)):
            s.hands[p] |= bit(drawn[place])
            place += 1
    return True


@large
def count_ways(s: State, seat: Seat, cards: Mask) -> int:
    """In how many ways `share_out` can fill the hands; 1 where it does not count."""
    _, _, first, second, third, a, b = _gaps(s, seat, cards)
    return 1 if a == FOUR_SHARES else count_shares(cards, first, second, third, a, b)


@kernel
def _gaps(s: State, seat: Seat, cards: Mask) -> tuple[Seat, Seat, Mask, Mask, Mask, int, int]:
    """Whose hands are to be filled, as `share` wants it.  The last of three, or what stays out of play, is the rest.

    Returns the first two seats (SEATS = there is none), what each and the rest may have, and how many cards the two
    still get; -1 where the cards do not come out even, FOUR_SHARES where there is a rest beside three hands.
    """
    p = _open_hand(s, seat, 0)
    q = _open_hand(s, seat, p + 1)
    r = _open_hand(s, seat, q + 1)
    a, b = _room(s, p), _room(s, q)
    rest = popcount(cards) - a - b
    if rest < 0 or (r < SEATS and rest < _room(s, r)):
        a = -1
    elif r < SEATS and rest > _room(s, r):
        a = FOUR_SHARES
    return p, q, _may_have(s, p, cards), _may_have(s, q, cards), cards if r == SEATS else _may_have(s, r, cards), a, b


@kernel
def _open_hand(s: State, seat: Seat, p: Seat) -> Seat:
    """The first seat from p on whose hand is to be filled; SEATS = there is none."""
    while p < SEATS and (p == seat or s.held[p] == popcount(s.hands[p])):
        p += 1
    return min(p, SEATS)


@kernel
def _room(s: State, p: Seat) -> int:
    """How many cards the hand still gets."""
    return s.held[p] - popcount(s.hands[p]) if p < SEATS else 0


@kernel
def _may_have(s: State, p: Seat, cards: Mask) -> Mask:
    return cards & ~s.lacks[p] if p < SEATS else np.int64(0)


@kernel
def unseen_by(s: State, seat: Seat) -> Mask:
    """Cards of this deal that `seat` neither holds nor has seen played."""
    return s.pack & ~s.hands[seat] & ~s.seen


# ---- outside kernels ----
def direction(s: State) -> Literal[1, -1]:
    """Of dealing and play, for the descriptor."""
    return 1 if s.clockwise else -1


def places(s: State) -> list[Place]:
    """Where each card of the deck went."""
    n = int(s.players)
    return in_packets([(int(s.dealt_first) + direction(s) * i) % n for i in range(n)], s)


def in_packets(order: list[Place], s: State) -> list[Place]:
    """The same, if so many hands were dealt in this order."""
    each = int(s.pack).bit_count() // len(order)
    return [place for at in range(0, each, PACKET) for place in order for _ in range(min(PACKET, each - at))]


def phase(s: State) -> str:
    """Nothing but cards is played."""
    return ("over", "play")[s.phase]


def suit_led(v: State) -> int:
    """Suit that must be followed, NONE = no duty."""
    led = int(v.trick[v.lead])
    return led >> 4 if led >= 0 else NONE


holder = tricks.holder
table = partial(tricks.table, follow=suit_led)
TABLE = table()
TRUMP = Trump("trump")
