"""Melds: combinations in hand that are declared for points, such as marriages, runs, several of a kind.

A page lists the combinations that it knows in its book, weakest first:

    BOOK = melds.book(melds.runs(DECK, "QK", 2))  # marriages
    BOOK = melds.book(melds.runs(DECK, "789TJQKA", 3), melds.alike(DECK, "A", 4))

The i-th of them is declared by action `MELD + i`.  Its cards lie open from then on: everybody knows where they are,
and in every world that is drawn they are there.  When something may be declared, and what for, is for the page to say.

Jass is not on this kit: there a value is said and no card is shown, two melds of one value are the same announcement,
a run may be cut to free a card, and what has been said is told apart card by card only as far as a tie asks for it.
Nor is a game of a double pack, where a king goes with either of two queens: its page counts melds by itself.
"""

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any

import numpy as np

from torite.cards.actions import Action
from torite.cards.bits import bit, high, members
from torite.cards.deck import TWIN, Deck
from torite.cards.kernel import Mask, Seat, kernel
from torite.games.fields import Each, Points
from torite.games.kits import open_hands
from torite.games.scene import Note
from torite.games.state import public
from torite.games.zones import NONE

MELD = 64  # action 64 + i declares the i-th combination of the book
MOST = 62  # combinations in a book


class State(open_hands.State):
    """What has been declared; `laid` has the cards."""

    declared: Each[Mask] = public()  # combinations, bit i = the i-th of the book
    melds: Each[Points] = public()  # what they count


# ---- the book ----
def runs(deck: Deck, ranks: str, cards: int) -> list[Mask]:
    """All runs of so many cards of one suit; ranks: as they follow each other, weakest first.  Raises ValueError."""
    rows = [ranks[i : i + cards] for i in range(len(ranks) - cards + 1)]
    return [_cards(deck, (suit + rank for rank in row)) for row in rows for suit in deck.suits]


def alike(deck: Deck, ranks: str, cards: int) -> list[Mask]:
    """All sets of so many cards of one of these ranks, the weakest rank first.  Raises ValueError."""
    return [_cards(deck, (suit + rank for suit in some)) for rank in ranks for some in combinations(deck.suits, cards)]


def book(*melds: Iterable[Mask]) -> np.ndarray:
    """All of these in one book, int64[n].  Raises ValueError."""
    found = [each for some in melds for each in some]
    if len(found) > MOST:
        raise ValueError(f"a book has at most {MOST} combinations; not {len(found)}")
    return np.array(found, np.int64)


def codes(names: Iterable[str]) -> dict[int, str]:
    """Codes of the actions, by what each combination of the book is called: of marriages `codes(DECK.suits)`."""
    return {MELD + i: f"meld:{name}" for i, name in enumerate(names)}


def _cards(deck: Deck, names: Iterable[str]) -> Mask:
    if twin := next((name for name in deck.names.values() if name.endswith(TWIN)), None):
        raise ValueError(f"melds of cards that look alike, as {twin} does, are for the page to count")
    return np.int64(sum(1 << deck.parse(name) for name in names))


# ---- what a hand holds ----
@kernel
def held(book: np.ndarray, cards: Mask) -> Mask:
    """The combinations that these cards hold: bit i = the i-th of the book."""
    found = np.int64(0)
    for i in range(len(book)):
        found |= bit(i) if book[i] & ~cards == 0 else np.int64(0)
    return found


@kernel
def best(book: np.ndarray, cards: Mask) -> int:
    """Place in the book of the strongest of them, NONE = they hold none."""
    found = held(book, cards)
    return high(found) if found else NONE


@kernel
def declarable(s: State, seat: Seat, book: np.ndarray) -> Mask:
    """What the seat may declare: combinations that it holds and has not declared, for `second_word`."""
    return held(book, s.hands[seat]) & ~s.declared[seat]


# ---- declaring ----
@kernel
def declare(s: State, seat: Seat, action: Action, book: np.ndarray, points: int) -> Mask:
    """The combination lies open, and counts so much; its cards."""
    cards = book[action - MELD]
    s.declared[seat] |= bit(action - MELD)
    s.laid[seat] |= cards
    s.melds[seat] += points
    return cards


def note_of(deck: Deck, book: np.ndarray) -> Callable[[Any, Seat, Action], Note | None]:
    """The cards of a combination, at the button that declares it: a page says `note = melds.note_of(DECK, BOOK)`."""

    def cards(v: Any, seat: Seat, action: Action) -> Note | None:
        of_book = MELD <= action < MELD + len(book)
        return Note(cards=[deck.names[card] for card in members(book[action - MELD])]) if of_book else None

    return cards
