"""The trick engine of all Jass games: dealing, what may be played, who takes it, what it proves.

A game puts FIELDS into its STATE, sets `trump`, `row` and `upwards` when the contract is known, asks `legal_cards`,
and calls `lay_card`, then `pass_on`.  Everything runs to the right, from a seat to seat - 1; in a match that is
`clockwise`, as Somnia's are, to the left.  Only `onward`, `backward` and `direction` ask which.

What may be played (rules 1.2; H hand, led the suit led, h the highest trump in the trick):
  * No trump: the suit led, else anything.
  * Trump led: a trump; a lone trump jack need not be played (the Buur).
  * Plain suit led: that suit or any trump not below h.  Who cannot follow may play anything: under the weak ban a
    trump below h too, under the strong ban only from a hand of trumps alone (OVERTRUMP: only if none is above h, A4).
  * `trump` = OPEN: no trump yet; the first card that does not follow makes its suit trump, at once and for what has
    been taken too (A9, A10).
What a card proves is kept by seat in `lacks`, the cards that its player cannot hold.
"""

from typing import Any, Literal

import numpy as np

from torite.cards.assign import assign
from torite.cards.bits import bit, popcount
from torite.cards.deck import after, before, lane
from torite.cards.kernel import Card, Mask, Rng, Seat, State
from torite.cards.shares import count_shares, share
from torite.games.game import Place
from torite.games.jass.cards import (
    ALL_CARDS,
    BELOW,
    FULL,
    JACK,
    LAST_TRICK,
    NO_TRUMP,
    POINTS,
    SEATS,
    SWAPPED,
    points_of,
    power,
)
from torite.games.state import by_seat, kernels_of, public
from torite.games.zones import NONE, OPEN, Hands, Taken, Trick, Trump

WEAK, STRONG, OVERTRUMP = range(3)  # bans on undertrumping
OBENABE, UNDENUFE = 4, 5  # contracts after the four suits
PACKET = 3
FOUR_SHARES = -2  # see _gaps
ANTICLOCKWISE = 0  # of `clockwise`

FIELDS = (
    public("clockwise", np.int8),  # 1 = dealing and play go to the left in this match, 0 = to the right
    public("phase", np.int8),
    public("pack", np.int64),  # the cards of this deal
    public("dealt_first", np.int8),  # seat that got the first packet
    public("playing", np.int64),  # seats that take part in the play
    by_seat("hands", np.int64, SEATS),  # cards held
    public("held", np.int8, SEATS),  # number of cards held
    public("shown", np.int64, SEATS),  # cards that everybody has seen the seat to hold
    public("lacks", np.int64, SEATS),  # cards that the seat has proved not to hold
    public("played", np.int64, SEATS),  # cards played by the seat
    public("trump", np.int8),  # suit, NONE = no trump, OPEN = none yet
    public("row", np.int8),  # of POINTS
    public("upwards", np.int8),  # 1 = six is highest in this trick
    public("lead", np.int8),  # seat that leads this trick
    public("best", np.int8),  # seat that wins it so far
    public("strength", np.int8),  # power of its card
    public("trick", np.int8, SEATS),  # card of each seat to this trick, NONE
    public("trick_no", np.int8),  # tricks finished in this deal
    public("last", np.int8, SEATS),  # the finished trick, by seat
    public("last_lead", np.int8),
    public("last_winner", np.int8),  # NONE = no trick finished in this deal
    public("taken", np.int64, SEATS),  # cards in the tricks won
    public("tricks", np.int8, SEATS),  # number of tricks won
    public("cards", np.int16, SEATS),  # card points won, last trick included
)
kernel = kernels_of(*FIELDS)
large = kernels_of(*FIELDS, inline=False)  # long, and not called at every card


@kernel
def sit_down(s: State, players: int, clockwise: int) -> None:
    """A new match of so many, in this direction."""
    s.players = players
    s.clockwise = clockwise
    s.deals = 0


@kernel
def onward(s: State, seat: Seat) -> Seat:
    """The next seat in the direction of play."""
    return after(seat, s.players) if s.clockwise else before(seat, s.players)


@kernel
def backward(s: State, seat: Seat) -> Seat:
    """The seat whose next one this is."""
    return before(seat, s.players) if s.clockwise else after(seat, s.players)


@kernel
def clear_table(s: State) -> None:
    """Nothing dealt, nothing played, no trump."""
    s.pack = 0
    s.hands[:] = 0
    s.held[:] = 0
    s.shown[:] = 0
    s.lacks[:] = 0
    s.played[:] = 0
    s.trump = NONE
    s.row = NO_TRUMP
    s.upwards = 0
    s.best = s.strength = NONE
    s.trick[:] = NONE
    s.trick_no = 0
    s.last[:] = NONE
    s.last_lead = s.last_winner = NONE
    s.taken[:] = 0
    s.tricks[:] = 0
    s.cards[:] = 0


@kernel
def deal_hands(s: State, deck: np.ndarray, first: Seat) -> None:
    """Deal all of deck int8[n] to all seats, in packets of three (the last ones of what is left)."""
    clear_table(s)
    n = s.players
    each = left = len(deck) // n
    s.playing = (np.int64(1) << np.int64(n)) - 1
    s.held[:n] = each
    s.dealt_first = s.lead = s.turn = first
    seat, at = first, 0
    while left:
        packet = min(PACKET, left)
        for _ in range(n):
            cards = packet_of(deck, at, packet)
            s.hands[seat] |= cards
            s.pack |= cards
            at += packet
            seat = onward(s, seat)
        left -= packet


@kernel
def packet_of(deck: np.ndarray, at: int, cards: int) -> Mask:
    """The set of so many cards of the deck from place `at` on."""
    found = np.int64(0)
    for i in range(at, at + cards):
        found |= bit(deck[i])
    return found


@kernel
def name_contract(s: State, contract: int, swapped: int) -> None:
    """A suit is trump, or there is none: OBENABE or UNDENUFE; swapped: then six and ace exchange their points."""
    s.trump = contract if contract < OBENABE else NONE
    s.row = min(contract, NO_TRUMP)
    s.upwards = contract == UNDENUFE
    if contract == UNDENUFE:
        s.row = SWAPPED if swapped else NO_TRUMP


@kernel
def next_seat(s: State, seat: Seat) -> Seat:
    """The next seat in the direction of play that takes part."""
    seat = onward(s, seat)
    while not s.playing >> np.int64(seat) & 1:
        seat = onward(s, seat)
    return seat


# ---- what may be played ----
@kernel
def legal_cards(s: State, seat: Seat, ban: int) -> Mask:
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
    if ban == WEAK or hand == under or (hand == trumps and ban == STRONG):
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
def _proves(s: State, card: Card, ban: int) -> Mask:
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
    if ban == WEAK:
        return lane(led)
    higher = lane(trump) & ~_below_best(s) if ban == OVERTRUMP else np.int64(0)
    return (ALL_CARDS & ~lane(trump)) | higher


# ---- playing ----
@kernel
def lay_card(s: State, seat: Seat, card: Card, ban: int) -> None:
    """`seat` plays `card`; the turn stays with it until `pass_on`."""
    if seat != s.lead:
        s.lacks[seat] |= _proves(s, card, ban)
        if s.trump == OPEN and card >> 4 != s.trick[s.lead] >> 4:
            _trump_is_born(s, card)
    s.hands[seat] ^= bit(card)
    s.held[seat] -= 1
    s.played[seat] |= bit(card)
    s.trick[seat] = card
    strength = power(card, s.trump, s.trick[s.lead] >> 4, s.upwards)
    if seat == s.lead or strength > s.strength:
        s.strength = strength
        s.best = seat


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
    for p in range(s.players):
        card = s.trick[p]
        s.last[p] = card
        if card != NONE:
            s.taken[winner] |= bit(card)
            points += POINTS[s.row, card]
        s.trick[p] = NONE
    s.tricks[winner] += 1
    s.trick_no += 1
    s.last_lead = s.lead
    s.last_winner = s.lead = s.turn = winner
    s.strength = NONE
    if s.held[winner] == 0:
        points += LAST_TRICK[s.row]
    s.cards[winner] += points


# ---- worlds ----
@kernel
def fill_hands(s: State, seat: Seat, unseen: Mask, rng: Rng) -> bool:
    """Fill the hands that `seat` does not see from `unseen` (cards neither played nor its own), evenly.

    Cards shown and not played are where they were shown.  What fits into no hand stays out of play.
    Returns False if there is no such way.
    """
    return share_out(s, seat, place_shown(s, seat, unseen), rng)


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
    unseen = s.pack & ~s.hands[seat]
    for p in range(s.players):
        unseen &= ~s.played[p]
    return unseen


# ---- outside kernels ----
def direction(s: State) -> Literal[1, -1]:
    """Of play, for the descriptor."""
    return 1 if s.clockwise else -1


def dealt(s: State) -> list[Place]:
    """Where each card went that `deal_hands` dealt."""
    n = int(s.players)
    each = int(s.pack).bit_count() // n
    order = [(int(s.dealt_first) + direction(s) * i) % n for i in range(n)]
    return [seat for at in range(0, each, PACKET) for seat in order for _ in range(min(PACKET, each - at))]


def suit_led(v: Any, viewer: Seat | None) -> int:
    """Suit that must be followed, NONE = no duty."""
    led = int(v.trick[v.lead])
    return led >> 4 if led >= 0 else NONE


TABLE = (
    Hands("hands", "held", trump="trump"),
    Trick("trick", "lead", "last", "last_lead", "last_winner", follow=suit_led),
    Taken("tricks"),
)
TRUMP = Trump("trump")
# Where a contract is named: until then it is not decided.
NAMED_TRUMP = Trump(lambda v, viewer: OPEN if v.contract == NONE else v.trump)
