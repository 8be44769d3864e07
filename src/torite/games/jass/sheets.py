"""The sheets of Coiffeur: a row for every contract, filled once, and what it counts (shared/rules/jass.md 7).

Three players and four singly have a sheet each, pairs one together.  With three the best of a row that all have filled
gets its chips, the worst pays them; with four the entries, times the row's factor, are added up.

Contents 0..9: suits C D H S, obenabe, undenufe, slalom and gustav beginning either way; odd = six high first.
Rows 0..9: C D H S, obenabe, undenufe, slalom, gustav, two jokers.
A contract is a content, or + 10 the first joker's, + 20 the second one's.
"""

from typing import Any

import numpy as np

from torite.cards.bits import bit
from torite.cards.kernel import Mask, Seat, kernel
from torite.games.fields import Cards, Count, Each, Points
from torite.games.game import Outcome
from torite.games.jass import contracts
from torite.games.jass.cards import SEATS
from torite.games.jass.contracts import CONTRACTS
from torite.games.state import public
from torite.games.zones import NONE

DIRECTIONS = ("obenabe", "undenufe")
CONTENTS = (*CONTRACTS, *(f"{name}:{way}" for name in ("slalom", "gustav") for way in DIRECTIONS))
SLALOM, GUSTAV, JOKER = 6, 7, 8  # rows; JOKER + 1 is the other one
ROWS = (*CONTRACTS, "slalom", "gustav", "joker1", "joker2")
THREE, PAIRS, SINGLES = range(3)  # forms
FORMS = ("three", "pairs", "singles")


def _contracts_of(row: int, ten_rows: bool) -> int:
    """Contracts that fill a row, as a set."""
    contents = len(CONTENTS) if ten_rows else len(CONTRACTS)
    if row < SLALOM:
        return 1 << row
    if row < JOKER:
        return (0b11 << SLALOM + 2 * (row - SLALOM)) if ten_rows else 0
    return ((1 << contents) - 1) << len(CONTENTS) * (row - JOKER + 1)


CONTRACTS_OF = np.array([[_contracts_of(row, ten) for row in range(len(ROWS))] for ten in (False, True)], np.int64)
ROW_OF = np.array(
    [c if c < SLALOM else SLALOM + (c - SLALOM) // 2 for c in range(len(CONTENTS))] + [JOKER] * 10 + [JOKER + 1] * 10,
    np.int64,
)
# Of a row: chips with three players, factor with four and eight or ten rows; rows begin C D H S.
WORTH = np.array(
    [[1, 1, 1, 1, 2, 2, 2, 3, 3, 3], [2, 3, 4, 1, 5, 6, 0, 0, 7, 8], [2, 3, 4, 1, 5, 6, 7, 8, 9, 10]], np.int64
)
# Points that a declarer, or his side, makes in it where bots play on: a suit or a direction, one that turns, a joker;
# with three players, in pairs, singly.  Who fills a row gives up that much.
PAR = np.array([[67, 85, 105], [95, 118, 122], [55, 85, 88]], np.int64)


class State(contracts.State):
    """What stands on them."""

    form: Count = public(of="match")
    declarer: Seat = public(NONE)  # whose sheet is played for
    ten_rows: int = public(of="match")  # Slalom and Gustav too
    shared_rows: int = public(of="match")  # do equal entries share the best of a row, or the worst?
    filled: Each[Cards] = public(of="match")  # rows filled, by sheet
    entries: Each[Points] = public(NONE, SEATS, len(ROWS), of="match")  # what is written in them, by sheet
    match_row: Each[Points] = public(of="match")  # chips for matches and counter-matches


@kernel
def sheet_of(s: State, seat: Seat) -> int:
    """Whose sheet it is: the side's in pairs, else the seat's own."""
    return seat & 1 if s.form == PAIRS else seat


@kernel
def free(s: State, seat: Seat) -> Mask:
    """Contracts still free on this seat's sheet."""
    found = np.int64(0)
    for row in range(len(ROWS)):
        if not s.filled[sheet_of(s, seat)] & bit(row):
            found |= CONTRACTS_OF[s.ten_rows, row]
    return found


@kernel
def worth(s: State, row: int) -> int:
    """Chips of a row, or its factor."""
    return WORTH[0 if s.form == THREE else 1 + s.ten_rows, row]


@kernel
def par(s: State, row: int) -> int:
    """Points that are to be expected in a row."""
    return PAR[s.form, np.int64(row >= SLALOM) + np.int64(row >= JOKER)]


@kernel
def row_chips(s: State, p: Seat, row: int) -> int:
    """Right column, three players: chips of sheet p in a row that all have filled (A39)."""
    better = worse = equal = 0
    for q in range(s.players):
        if not s.filled[q] & bit(row):
            return 0
        better += s.entries[q, row] > s.entries[p, row]
        worse += s.entries[q, row] < s.entries[p, row]
        equal += q != p and s.entries[q, row] == s.entries[p, row]
    if equal and not s.shared_rows:
        return 0
    return worth(s, row) * ((better == 0) * 1 - (worse == 0) * 1)


@kernel
def total(s: State, seat: Seat) -> int:
    """What stands on a seat's sheet: chips with three players, else the sum of the entries."""
    points = s.match_row[seat]
    for row in range(len(ROWS)):
        if s.form == THREE:
            points += row_chips(s, seat, row)
        elif s.filled[sheet_of(s, seat)] & bit(row):
            points += s.entries[sheet_of(s, seat), row]
    return points


@kernel
def fill(s: State, seat: Seat, row: int, entry: int) -> None:
    """Write into a row of the seat's sheet."""
    s.filled[sheet_of(s, seat)] |= bit(row)
    s.entries[sheet_of(s, seat), row] = entry


@kernel
def all_rows(s: State) -> int:
    """How many there are to fill, on all sheets together."""
    return (len(ROWS) if s.ten_rows else len(ROWS) - 2) * (2 if s.form == PAIRS else s.players)


@kernel
def finished(s: State) -> bool:
    """After a deal: are all sheets full?"""
    return s.deals >= all_rows(s)


def deals(s: State) -> int:
    """A deal for each row."""
    return int(all_rows(s))


def outcome(s: State) -> Outcome:
    """Most on the sheet wins, together if tied."""
    scores = [int(total(s, p)) for p in range(s.players)]
    return Outcome(scores, [p for p, points in enumerate(scores) if points == max(scores)], draw=False)


def contract_name(contract: int) -> str:
    """The contract as the codes have it."""
    joker, content = divmod(contract, len(CONTENTS))
    return f"joker{joker}:{CONTENTS[content]}" if joker else CONTENTS[content]


def drawn(v: State) -> dict[str, Any]:
    """The sheet as it is written: a row a contract, for every column what is entered and, with three, its chips."""
    three = v.form == THREE
    columns = 2 if v.form == PAIRS else int(v.players)
    rows = []
    for row in (3, 2, 1, 0, 4, 5, 6, 7, 8, 9) if three else (3, 0, 1, 2, 4, 5, 6, 7, 8, 9):
        entries = [int(e) if e != NONE else None for e in (v.entries[p, row] for p in range(columns))]
        chips = [int(row_chips(v, p, row)) for p in range(columns)] if three and None not in entries else None
        if v.ten_rows or row not in (SLALOM, GUSTAV):
            rows.append({"row": ROWS[row], "worth": int(worth(v, row)), "entries": entries, "chips": chips})
    return {
        "form": FORMS[v.form],
        "rows": rows,
        "match": v.match_row[:columns].tolist() if three else None,
        "totals": [int(total(v, p)) for p in range(columns)],
        # The cell that this deal is played for.
        "now": None if v.contract == NONE else {"row": ROWS[ROW_OF[v.contract]], "column": int(v.declarer) % columns},
    }
