"""Weis: which melds a hand holds, and what they count by the book that is played (rules 1.3, 5.4).

* Small table: a card counts in one meld; a run may be cut to free a card for four of a kind (A26); the best way
  counts.  Large table: no such limit.
* Runs always follow A K Q J T 9 8 7 6, also in trumps.
"""

import numpy as np

from torite.cards.bits import bit, members
from torite.cards.deck import EVERY_LANE
from torite.cards.kernel import Mask, Suit, kernel, large_kernel
from torite.games.jass.cards import ACE, JACK, NINE, RANKS, TEN
from torite.games.zones import NONE

VALUES = (20, 50, 100, 150, 200, 250, 300)
WORTH = np.array(VALUES, np.int64)
SMALL, NINES, LARGE, LARGE_NINES = BOOKS = range(4)  # the small and the large table, each also with nines as 150
LANE_SETS = 1 << len(RANKS)


def _kind_of_run(length: int, book: int) -> int:
    """Index of the value of a run, NONE if it is too short."""
    if length < 3:
        return NONE
    points = {3: 20, 4: 50}.get(length, 100)
    if book >= LARGE and length > 5:
        points = 50 * (length - 3)
    return VALUES.index(points)


def _kind_of_four(rank: int, book: int) -> int:
    """Index of the value of four of a kind, NONE if it counts nothing."""
    if rank == JACK or (rank == NINE and book in (NINES, LARGE_NINES)):
        return VALUES.index(200 if rank == JACK else 150)
    return VALUES.index(100) if rank >= TEN or book >= LARGE else NONE


RUN = np.array([[_kind_of_run(n, book) for n in range(len(RANKS) + 1)] for book in BOOKS], np.int64)
FOUR = np.array([[_kind_of_four(rank, book) for rank in range(len(RANKS))] for book in BOOKS], np.int64)


def _runs(cards: int) -> list[tuple[int, int]]:
    """Length and top rank of every unbroken run in a lane."""
    found, length = [], 0
    for rank in range(len(RANKS) + 1):
        if cards >> rank & 1:
            length += 1
        elif length:
            found.append((length, rank - 1))
            length = 0
    return found


def _of_runs(book: int, what: str) -> list[int]:
    """For each set of ranks of one suit: points, kinds (a set of indices of VALUES) or cards of its runs."""
    row = []
    for cards in range(LANE_SETS):
        total = 0
        for length, top in _runs(cards):
            kind = _kind_of_run(length, book)
            if kind != NONE and what == "points":
                total += VALUES[kind]
            elif kind != NONE:
                total |= 1 << kind if what == "kinds" else ((1 << length) - 1) << (top + 1 - length)
        row.append(total)
    return row


RUN_POINTS = np.array([_of_runs(book, "points") for book in BOOKS], np.int64)
RUN_KINDS = np.array([_of_runs(book, "kinds") for book in BOOKS], np.int64)
RUN_CARDS = np.array(_of_runs(SMALL, "cards"), np.int64)


@kernel
def _ranks(hand: Mask, suit: int) -> Mask:
    return (hand >> np.int64(suit << 4)) & (LANE_SETS - 1)


@kernel
def _fours(hand: Mask, book: int) -> Mask:
    """Ranks of which the hand has all four, if they count."""
    ranks = _ranks(hand, 0) & _ranks(hand, 1) & _ranks(hand, 2) & _ranks(hand, 3)
    for rank in range(ACE + 1) if ranks else range(0):
        if FOUR[book, rank] == NONE:
            ranks &= ~(np.int64(1) << np.int64(rank))
    return ranks


@kernel
def meld_kinds(hand: Mask, book: int) -> Mask:
    """Indices of VALUES that the hand may announce, as a set."""
    kinds = np.int64(0)
    fours = _fours(hand, book)
    for rank in range(ACE + 1) if fours else range(0):
        if fours >> rank & 1:
            kinds |= bit(FOUR[book, rank])
    cut = np.int64(0)  # ranks taken out of the runs for four of a kind: every subset
    while True:
        rest = hand & ~(cut * EVERY_LANE)
        for suit in range(4):
            kinds |= RUN_KINDS[book, _ranks(rest, suit)]
        cut = (cut - fours) & fours
        if cut == 0 or book >= LARGE:
            return kinds


@kernel
def best_melds(hand: Mask, book: int) -> tuple[int, Mask]:
    """Most points that the melds of a hand can count together, and the cards that show them."""
    most, shown = -1, np.int64(0)
    fours = _fours(hand, book)
    cut = np.int64(0)
    while True:
        counted = fours if book >= LARGE else cut
        points, cards = 0, counted * EVERY_LANE
        for rank in range(ACE + 1) if counted else range(0):
            if counted >> rank & 1:
                points += WORTH[FOUR[book, rank]]
        rest = hand & ~(cut * EVERY_LANE)
        for suit in range(4):
            points += RUN_POINTS[book, _ranks(rest, suit)]
            cards |= RUN_CARDS[_ranks(rest, suit)] << np.int64(suit << 4)
        if points > most:
            most, shown = points, cards
        cut = (cut - fours) & fours
        if cut == 0 or book >= LARGE:
            return most, shown


@large_kernel
def best_claim(hand: Mask, kind: int, book: int, trump: Suit, upwards: int) -> int:
    """The best meld of this value: cards << 8 | order of its top card << 1 | is of trumps; -1 if there is none."""
    best = -1
    fours = _fours(hand, book)
    for rank in range(ACE + 1) if fours else range(0):
        if fours >> rank & 1 and FOUR[book, rank] == kind:
            best = max(best, 4 << 8 | (ACE - rank if upwards else rank) << 1)
    cut = np.int64(0)
    while True:
        rest = hand & ~(cut * EVERY_LANE)
        for suit in range(4):
            ranks = _ranks(rest, suit)
            length = 0
            for rank in range(ACE + 2) if RUN_KINDS[book, ranks] >> kind & 1 else range(0):
                if ranks >> rank & 1:
                    length += 1
                    continue
                if RUN[book, length] == kind:
                    top = rank - 1
                    best = max(best, length << 8 | (ACE - top if upwards else top) << 1 | (suit == trump))
                length = 0
        cut = (cut - fours) & fours
        if cut == 0 or book >= LARGE:
            return best


def meld_cards(hand: int, kind: int, book: int, trump: int) -> int:
    """The cards of the best meld of this value in a hand, as a set; 0 = there is none.  Of `best_claim` the cards."""
    fours = members(int(_fours(np.int64(hand), book)))
    found = [(4, rank, False, int(bit(rank)) * int(EVERY_LANE)) for rank in fours if FOUR[book, rank] == kind]
    for rest in [hand, *(hand & ~(int(bit(rank)) * int(EVERY_LANE)) for rank in fours if book < LARGE)]:
        for suit in range(4):
            for length, top in _runs(rest >> (suit << 4) & LANE_SETS - 1):
                if _kind_of_run(length, book) == kind:
                    run = ((1 << length) - 1) << (suit << 4 | top + 1 - length)
                    found.append((length, top, suit == trump, run))
    return max(found, default=(0, 0, False, 0))[-1]
