"""The Emissary's powers: four retainers (jacks), each once a visit, and the rulers won (Q, K), each once a match.

One is finished before the next (J5): hearts discards all trumps and draws as many; clubs draws as many as clubs are
held; spades exchanges this ruler for that of another kingdom, so `politics_block` `position_8` and `both` come to the
same; diamonds draws two and discards two (J-H .. J-D).  The ids are paragraphs of shared/rules/emissary.md.

A power is a number: four times the rank (J, Q, K) plus the suit.
"""

from typing import Any

import numpy as np

from torite.cards.actions import NOTHING, Action, Actions, second_word
from torite.cards.bits import bit, members, nth, popcount
from torite.cards.deck import NotationError, lane, ranked_deck
from torite.cards.kernel import Card, Mask, Rng, Seat, Suit, kernel
from torite.cards.rng import shuffle
from torite.games.fields import Cards, Count, Each, Suits, option
from torite.games.kits import stock
from torite.games.scene import Reason
from torite.games.state import by_seat, hidden, public
from torite.games.zones import NONE, OPEN, Widget

KINGDOMS = 8
RANKS = QUEEN = 8  # plain ranks, A..8; the queen is the next one, then the king
FULL = 4 * RANKS  # plain cards
DECK = ranked_deck("A2345678QK")
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
EXCHANGES = np.int64(0b1_0001_0001 << SPADES)  # powers
EMISSARY, RULER = range(2)  # places in a trick; the ruler has no seat
SWAP, POWER, SELECT, REFRESH, DISCARD = 72, 80, 92, 96, 128  # actions
VISITING, BETWEEN, ANSWERING, DISCARDING, SWAPPING, DRAWING, LEADING, OVER = range(8)  # phases
# DRAWING, LEADING: the stock is empty; when chance has made a new one, the power goes on or the ruler leads.
LAST_REMAINING = 1  # values of the options
SEED_WINDOW, BETWEEN_TRICKS = range(2)

CODES = {SWAP + k: f"swap:{k + 1}" for k in range(KINGDOMS)}
for _suit, _letter in enumerate(DECK.suits):
    CODES |= {POWER + (rank << 2 | _suit): f"power:{name}-{_letter}" for rank, name in enumerate("JQK")}
    CODES |= {SELECT + _suit: f"select:J-{_letter}", REFRESH + _suit: f"refresh:J-{_letter}"}
CODES |= {DISCARD + card: f"discard:{name}" for card, name in DECK.names.items() if card & 15 < QUEEN}


class State(stock.State):
    """What powers are used on."""

    phase: Count = public(OVER)
    gone: Count = public()  # cards that have come off the stock since it was made
    came: Each[Card] = by_seat(NONE, FULL)  # these cards in order; then NONE
    stock: Each[Card] = hidden(NONE, FULL)
    trump: Suit = public(OPEN)  # OPEN = no kingdom chosen yet
    trick: Each[Card] = public(NONE, 2)  # by place: EMISSARY, RULER
    trick_no: Count = public()  # finished in this visit
    tricks: Each[Count] = public()  # won in this visit
    discards: Cards = public()  # face down, but all were seen
    kingdom: Count = public(NONE)  # visited, 0..7; NONE = not chosen yet
    rulers: Each[Card] = public(NONE, KINGDOMS, of="match")  # K or Q of each kingdom, NONE = won
    won: Cards = public(of="match")  # K and Q won and not used yet
    used: Count = public()  # K and Q used in this visit
    down: Suits = public(of="match")  # jacks that lie face down
    selected: Suits = public()  # jacks selected in this visit and not used yet
    power: Suit = public(NONE)  # of the power in progress
    drawing: Count = public()  # cards that it still draws
    owed: Count = public()  # cards to be discarded for it
    diplomacy_refill: bool = option(True)
    politics_block: int = option(("position_8", "last_remaining", "both"), "position_8")
    advisor_timing: int = option(("seed_window", "between_tricks", "anytime"), "seed_window")


# ---- which ----
@kernel
def unvisited(s: State) -> Mask:
    """Kingdoms not won yet."""
    kingdoms = np.int64(0)
    for k in range(KINGDOMS):
        if s.rulers[k] != NONE:
            kingdoms |= bit(k)
    return kingdoms


@kernel
def ready(s: State) -> Mask:
    """Suits of the jacks that lie face up."""
    return ~np.int64(s.down) & 0b1111


@kernel
def selectable(s: State) -> Mask:
    """Jacks that may be selected: before trick 1, before and within trick 2 (J2)."""
    open_now = s.trick_no == 1 or (s.trick_no == 0 and s.phase == BETWEEN)
    return ready(s) if s.advisor_timing == SEED_WINDOW and open_now else np.int64(0)


@kernel
def no_exchange(s: State) -> bool:
    """Is there no other kingdom for spades, or is this the one where it is forbidden (gap 4)?"""
    here = s.kingdom == KINGDOMS - 1 and s.politics_block != LAST_REMAINING
    return here or popcount(unvisited(s)) == 1


@kernel
def usable(s: State) -> Mask:
    """Powers that may be used now, also those without effect (gap 8)."""
    if s.advisor_timing == BETWEEN_TRICKS and s.phase == ANSWERING:
        return np.int64(0)
    powers = np.int64(s.selected) if s.advisor_timing == SEED_WINDOW else ready(s)
    for suit in range(4 if s.won else 0):
        two = s.won >> (suit << 4 | QUEEN) & 0b11
        powers |= (two & 1) << (4 + suit) | (two >> 1) << (8 + suit)
    return powers & ~EXCHANGES if powers & EXCHANGES and no_exchange(s) else powers


@kernel
def legal(s: State) -> Actions:
    """What the power in progress asks for: another kingdom, or cards to discard."""
    if s.phase == SWAPPING:
        return second_word((unvisited(s) & ~bit(s.kingdom)) << (SWAP - 64))
    return (NOTHING, NOTHING, s.hands[0], NOTHING)


def together(v: State, seat: Seat) -> int:
    """The cards that diamonds costs are chosen together."""
    return max(1, int(v.owed)) if v.phase == DISCARDING else 1


def why(v: State, action: Action) -> Reason | None:
    """The ruler of a kingdom won cannot be had, and this one is here."""
    if v.phase == SWAPPING and SWAP <= action < POWER:
        return Reason("here" if action - SWAP == v.kingdom else "won")
    return None


# ---- what they do ----
@kernel
def play(s: State, action: Action) -> None:
    """Select a jack, turn it, use a power, or do what the one in progress asks for."""
    if action >= DISCARD:
        discard(s, action - DISCARD)
    elif action >= REFRESH:
        s.down ^= 1 << (action - REFRESH)
    elif action >= SELECT:
        s.selected |= 1 << (action - SELECT)
        s.down |= 1 << (action - SELECT)
    elif action >= POWER:
        use(s, action - POWER)
    else:
        swap(s, action - SWAP)


@kernel
def use(s: State, power: int) -> None:
    """Turn the jack down or remove the ruler, then do what its suit does."""
    rank, suit = power >> 2, power & 3
    if rank == 0:
        s.down |= 1 << suit
        s.selected &= ~(1 << suit)
    else:
        s.won ^= bit(suit << 4 | (QUEEN + rank - 1))
        s.used += 1
    s.power = suit
    if suit == SPADES:
        s.phase = SWAPPING
        return
    if suit == CLUBS:
        s.drawing = popcount(s.hands[0] & lane(CLUBS))
    elif suit == DIAMONDS:
        s.drawing = 2
    else:
        trumps = s.hands[0] & lane(s.trump)
        drop(s, trumps)
        s.drawing = popcount(trumps) if s.diplomacy_refill else 0
    draw(s)


@kernel
def draw(s: State) -> None:
    """Draw what the power still draws; chance makes a new stock where it ends, if there are discards (gap 9)."""
    while s.drawing > 0 and s.in_stock > 0:
        s.hands[0] |= bit(next_card(s))
        s.held[0] += 1
        s.drawing -= 1
        s.owed += s.power == DIAMONDS
    if s.drawing > 0 and s.discards:
        s.phase = DRAWING
        return
    s.drawing = 0
    if s.owed:
        s.phase = DISCARDING
    else:
        go_on(s)


@kernel
def next_card(s: State) -> Card:
    """The next card of the stock; the emissary remembers them."""
    card = stock.take(s)
    s.came[0, s.gone] = card
    s.gone += 1
    return card


@kernel
def drop(s: State, cards: Mask) -> None:
    """These cards go from the hand to the discards."""
    s.hands[0] ^= cards
    s.held[0] -= popcount(cards)
    s.discards |= cards


@kernel
def discard(s: State, card: Card) -> None:
    """One of those that diamonds costs."""
    drop(s, bit(card))
    s.owed -= 1
    if s.owed == 0:
        go_on(s)


@kernel
def swap(s: State, other: int) -> None:
    """The ruler of another kingdom comes here, this one goes there."""
    s.rulers[s.kingdom], s.rulers[other] = s.rulers[other], s.rulers[s.kingdom]
    s.trump = s.rulers[s.kingdom] >> 4
    go_on(s)


@kernel
def go_on(s: State) -> None:
    """After a trick or a power: back to where it was."""
    s.power = NONE
    s.phase = BETWEEN if s.trick[RULER] == NONE else ANSWERING


# ---- a new stock ----
@kernel
def reshuffle(s: State, rng: Rng) -> None:
    """The discards, in ascending order, are shuffled and become the stock."""
    n = popcount(s.discards)
    cards = s.came[0, :n]
    for i in range(n):
        cards[i] = nth(s.discards, i)
    shuffle(cards, rng)
    lay_anew(s, cards)


@kernel
def lay_anew(s: State, cards: np.ndarray) -> None:
    """These cards, which were the discards, are the stock."""
    stock.lay(s, cards)
    s.came[:] = NONE
    s.gone, s.discards = 0, NOTHING


def chance_code(before: State, s: State) -> str:
    """The new stock, the next card first, though the first ones have come off it."""
    made = [*s.came.tolist()[0][: s.gone], *s.stock[: s.in_stock][::-1].tolist()]
    return "reshuffle:" + ",".join(DECK.names[card] for card in made)


def lay_as_told(s: State, code: str) -> None:
    """The stock that a code tells of.  Raises NotationError."""
    word, _, told = code.partition(":")
    cards = [DECK.parse(name) for name in told.split(",")]
    if word != "reshuffle" or sorted(cards) != members(s.discards):
        raise NotationError(f"{code!r} does not make the stock of the discards")
    lay_anew(s, np.array(cards, np.int8))


# ---- the table ----
def number(v: State) -> int | None:
    """Number of the kingdom visited."""
    return int(v.kingdom) + 1 if v.kingdom != NONE else None


def jacks(suits: int) -> list[str]:
    """Codes of the retainers of these suits."""
    return [f"{letter}J" for suit, letter in enumerate(DECK.suits) if int(suits) >> suit & 1]


def idle(v: State, seat: Seat | None) -> list[str]:
    """Suits whose power would do nothing now: clubs without a club in hand, hearts without a trump (gap 8)."""
    if v.trump == OPEN or seat is None:
        return []
    hand = int(v.hands[seat])
    return [letter for letter, suit in (("C", CLUBS), ("H", int(v.trump))) if not hand & int(lane(suit))]


def rulers_named(s: State) -> list[str | None]:
    """Ruler of every kingdom, None = won."""
    return [None if card == NONE else DECK.names[int(card)] for card in s.rulers]


def kingdoms(v: State, seat: Seat | None) -> dict[str, Any]:
    """What the widget shows: kingdoms from left to right, and the retainers."""
    return {
        "rulers": rulers_named(v),
        "kingdom": number(v),
        "tricks": int(v.tricks[0]),
        "ready": jacks(int(ready(v))),
        "late": bool(v.advisor_timing == SEED_WINDOW and number(v) is not None and v.trick_no > 1),
        "selected": jacks(v.selected),
        "down": jacks(int(v.down) & ~int(v.selected)),
        "won": [DECK.names[card] for card in members(v.won)],
        "refill": bool(v.diplomacy_refill),
        "idle": idle(v, seat),
        "barred": ["S"] if no_exchange(v) else [],
    }


KINGDOMS_SHOWN = Widget("kingdoms", kingdoms, "kingdoms")
