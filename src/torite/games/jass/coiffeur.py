"""Coiffeur: every contract once on everybody's sheet; three players, four in pairs, or four singly.

Rules: shared/rules/jass.md 7, from Kazuma Suzuki's column on Swiss Jass (kazuma.yaekumo.com/c0053_swissjass.html).
  * From forehand on each names a contract that is still free on his sheet, or passes; all pass: forehand must (A38).
    The declarer leads and alone (in pairs his side) scores.  Strong ban, no Weis, no Stöck.
  * Slalom: ace high and six high in turn.  Gustav: the first half of the tricks one way, the second the other.  Joker:
    any contract of the table.
  * Three: 30 deals.  The points are entered; where all have filled a row, its best gets and its worst pays the row's
    chips.  All tricks (match): 257 and +2/-1/-1 chips; no trick: -2/+1/+1.
  * Four: pairs 16 deals, singles 32.  Entry = tens of the points x factor of the row, a match counts 257.

Contents 0..9: suits C D H S, obenabe, undenufe, slalom and gustav beginning either way; odd = six high first.
Rows 0..9: C D H S, obenabe, undenufe, slalom, gustav, two jokers.
Actions: 0..63 cards, 64 + content, 74 + content = first joker, 84 + content = second joker, 94 pass.
"""

from typing import Any

import numpy as np

from torite.cards.actions import Action, Actions, card_actions, no_actions, second_word
from torite.cards.bits import bit
from torite.cards.kernel import Mask, Rng, Seat, State, kernel
from torite.games.game import Ask, Game, Option, Outcome, Sheet, Unit, on_off
from torite.games.jass.cards import ALL_TRUMP_HAND, DECK, SEATS, SUIT_NAMES, UNDENUFE_POINTS
from torite.games.jass.reasons import why_card
from torite.games.jass.tricks import (
    ANTICLOCKWISE,
    FIELDS,
    NAMED_TRUMP,
    OBENABE,
    PACKET,
    STRONG,
    TABLE,
    backward,
    deal_hands,
    dealt,
    direction,
    fill_hands,
    lay_card,
    legal_cards,
    name_contract,
    onward,
    pass_on,
    sit_down,
    unseen_by,
)
from torite.games.scene import Meaning, Reason
from torite.games.state import HEADER, Layout, public
from torite.games.zones import NONE, BadgeSpec, Fact, Widget

DIRECTIONS = ("obenabe", "undenufe")
PLAIN = (*DECK.suits, *DIRECTIONS)  # the contents that are rows of their own
CONTENTS = (*PLAIN, *(f"{name}:{way}" for name in ("slalom", "gustav") for way in DIRECTIONS))
SLALOM, GUSTAV, JOKER = 6, 7, 8  # rows; JOKER + 1 is the other one
ROWS = (*PLAIN, "slalom", "gustav", "joker1", "joker2")
PASS = 94
CHOOSING, PLAYING, OVER = range(3)  # phases
THREE, PAIRS, SINGLES = range(3)  # forms
FORMS = ("three", "pairs", "singles")
MATCH = 100

OPTIONS = (
    Option("form", ("pairs", "singles"), "pairs"),  # with four players
    on_off("ten_rows", False),  # with four players: Slalom and Gustav too
    Option("gustav_split_4p", ("5+4", "4+5"), "5+4"),
    Option("pass_to", ("round", "partner"), "round"),  # in pairs
    on_off("late_pass", True),
    Option("row_tie", ("none", "all"), "none"),
    UNDENUFE_POINTS,
    ALL_TRUMP_HAND,
    SUIT_NAMES,
)
FORM, TEN_ROWS, SPLIT, PASS_TO, LATE_PASS, ROW_TIE, SWAP, ALL_TRUMP = range(8)  # places in `options`


def _actions_of_row(row: int, ten_rows: bool) -> int:
    """Actions 64.. that fill a row, bit 0 = action 64."""
    contents = len(CONTENTS) if ten_rows else len(PLAIN)
    if row < SLALOM:
        return 1 << row
    if row < JOKER:
        return (0b11 << SLALOM + 2 * (row - SLALOM)) if ten_rows else 0
    return ((1 << contents) - 1) << len(CONTENTS) * (row - JOKER + 1)


ACTIONS_OF_ROW = np.array([[_actions_of_row(row, ten) for row in range(len(ROWS))] for ten in (False, True)], np.int64)
ROW_OF = np.array(
    [c if c < SLALOM else SLALOM + (c - SLALOM) // 2 for c in range(len(CONTENTS))] + [JOKER] * 10 + [JOKER + 1] * 10,
    np.int64,
)
# Chips of a row with three players, factor of a row with four (eight and ten rows); rows begin C D H S.
CHIPS = np.array([1, 1, 1, 1, 2, 2, 2, 3, 3, 3], np.int64)
FACTORS = np.array([[2, 3, 4, 1, 5, 6, 0, 0, 7, 8], [2, 3, 4, 1, 5, 6, 7, 8, 9, 10]], np.int64)

STATE = Layout(
    *HEADER,
    *FIELDS,
    public("form", np.int8),
    public("passes", np.int8),  # so far in this deal; all of them: the seat to act is forced
    public("declarer", np.int8),  # NONE = not yet
    public("contract", np.int8),  # action - 64, NONE = not yet
    public("filled", np.int64, SEATS),  # rows filled, by sheet
    public("entries", np.int16, SEATS, len(ROWS)),  # what is written in them, by sheet
    public("match_row", np.int16, SEATS),  # chips for matches and counter-matches
    public("entry", np.int16),  # of the deal just ended
    public("points", np.int16),  # of its declarer, without the bonus
    public("match", np.int8),  # 1 = he took all tricks, -1 = none (three players)
)


@kernel
def start(s: State, players: int, first: Seat) -> None:
    """A new match; `first` deals the first deal."""
    sit_down(s, players, ANTICLOCKWISE)
    s.dealer = backward(s, first)
    s.form = THREE if players == 3 else PAIRS + s.options[FORM]
    s.filled[:] = 0
    s.entries[:] = NONE
    s.match_row[:] = 0
    s.phase = OVER


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """The next deal."""
    s.deals += 1
    s.dealer = onward(s, s.dealer)
    deal_hands(s, deck, onward(s, s.dealer))
    s.phase = CHOOSING
    s.passes = 0
    s.declarer = s.contract = NONE
    s.entry = s.points = s.match = 0


@kernel
def sheet_of(s: State, seat: Seat) -> int:
    """Whose sheet it is: the side's in pairs, else the seat's own."""
    return seat & 1 if s.form == PAIRS else seat


@kernel
def _ten_rows(s: State) -> int:
    return 1 if s.form == THREE else s.options[TEN_ROWS]


@kernel
def _rows(s: State) -> int:
    return len(ROWS) if _ten_rows(s) else len(ROWS) - 2


@kernel
def free_rows(s: State, seat: Seat) -> Mask:
    """Actions that name a contract still free on this seat's sheet, bit 0 = action 64."""
    found = np.int64(0)
    for row in range(len(ROWS)):
        if not s.filled[sheet_of(s, seat)] >> np.int64(row) & 1:
            found |= ACTIONS_OF_ROW[_ten_rows(s), row]
    return found


@kernel
def _bidders(s: State) -> int:
    """How many are asked in turn."""
    return 2 if s.form == PAIRS and s.options[PASS_TO] else s.players


@kernel
def _next_bidder(s: State, seat: Seat) -> Seat:
    return seat ^ 2 if s.form == PAIRS and s.options[PASS_TO] else onward(s, seat)


@kernel
def may_pass(s: State, seat: Seat) -> bool:
    """Only who has nothing left must pass; he who would leave nobody to choose may not (A38)."""
    if s.passes == _bidders(s):
        return False
    behind, others = 0, 0  # with a free contract
    other = seat
    for _ in range(s.passes + 1, _bidders(s)):
        other = _next_bidder(s, other)
        behind += free_rows(s, other) != 0
    if not s.options[LATE_PASS]:
        return behind > 0
    for p in range(s.players):
        others += p != seat and free_rows(s, p) != 0
    return others > 0 and (behind > 0 or s.passes + 1 == _bidders(s))


@kernel
def actors(s: State) -> Mask:
    """The seat to act; 0 once the deal is over."""
    return np.int64(0) if s.phase == OVER else bit(s.turn)


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """What `seat` may do; nothing if it is not its turn."""
    if s.phase == OVER or seat != s.turn:
        return no_actions()
    if s.phase == PLAYING:
        return card_actions(legal_cards(s, seat, STRONG + s.options[ALL_TRUMP]))
    free = free_rows(s, seat)
    return second_word(free | (bit(PASS - 64) if not free or may_pass(s, seat) else 0))


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Do `action` for `seat`.  Not checked: the caller picks it from `legal(s, seat)`."""
    if s.phase == PLAYING:
        lay_card(s, seat, action, STRONG + s.options[ALL_TRUMP])
        if pass_on(s, seat):
            _after_trick(s)
    elif action == PASS:
        _pass(s, seat)
    else:
        s.contract = action - 64
        s.declarer = s.lead = s.turn = seat
        content = content_of(s.contract)
        name_contract(s, content if content < OBENABE else OBENABE + (content & 1), s.options[SWAP])
        s.phase = PLAYING


@kernel
def _pass(s: State, seat: Seat) -> None:
    s.passes += 1
    s.turn = _next_bidder(s, seat)
    if s.passes < _bidders(s):
        return
    # All have passed: the first in order with a free contract must choose; `_may_pass` sees the full count.
    s.turn = onward(s, s.dealer)
    if not free_rows(s, s.turn) and _bidders(s) < s.players:
        s.turn = _next_bidder(s, s.turn)
    while not free_rows(s, s.turn):
        s.turn = onward(s, s.turn)


@kernel
def content_of(contract: int) -> int:
    """What is played: the joker's choice too."""
    while contract >= len(CONTENTS):
        contract -= len(CONTENTS)
    return contract


@kernel
def _after_trick(s: State) -> None:
    """The direction of the next trick, or the entry."""
    content = content_of(s.contract)
    if content >= SLALOM + 2:
        half = 6 if s.form == THREE else (4 if s.options[SPLIT] else 5)
        s.upwards = (content & 1) ^ (s.trick_no >= half)
    elif content >= SLALOM:
        s.upwards = (content & 1) ^ (s.trick_no & 1)
    if s.held[s.lead] == 0:
        _enter(s)


@kernel
def _enter(s: State) -> None:
    s.phase = OVER
    declarer, row = s.declarer, ROW_OF[s.contract]
    points, tricks = np.int64(s.cards[declarer]), s.tricks[declarer]
    if s.form == PAIRS:
        points += s.cards[declarer ^ 2]
        tricks += s.tricks[declarer ^ 2]
    s.points = points
    if tricks == s.trick_no:
        s.match = 1
        points += MATCH
    elif tricks == 0 and s.form == THREE:
        s.match = -1
    if s.form == THREE:
        s.entry = points
        for p in range(s.players):
            s.match_row[p] += 2 * s.match if p == declarer else -s.match
    else:
        s.entry = points // 10 * FACTORS[s.options[TEN_ROWS], row]
    s.filled[sheet_of(s, declarer)] |= bit(row)
    s.entries[sheet_of(s, declarer), row] = s.entry


@kernel
def finished(s: State) -> bool:
    """After a deal: are all sheets full?"""
    return s.deals >= _rows(s) * (2 if s.form == PAIRS else s.players)


@kernel
def row_chips(s: State, p: Seat, row: int) -> int:
    """Right column, three players: chips of sheet p in a row that all have filled (A39)."""
    for q in range(s.players):
        if not s.filled[q] >> np.int64(row) & 1:
            return 0
    better = worse = equal = 0
    for q in range(s.players):
        better += s.entries[q, row] > s.entries[p, row]
        worse += s.entries[q, row] < s.entries[p, row]
        equal += q != p and s.entries[q, row] == s.entries[p, row]
    if equal and not s.options[ROW_TIE]:
        return 0
    return CHIPS[row] * ((better == 0) * 1 - (worse == 0) * 1)


@kernel
def total(s: State, seat: Seat) -> int:
    """What stands on a seat's sheet: chips with three players, else the sum of the entries."""
    points = 0
    for row in range(len(ROWS)):
        if s.form == THREE:
            points += row_chips(s, seat, row)
        elif s.filled[sheet_of(s, seat)] >> np.int64(row) & 1:
            points += s.entries[sheet_of(s, seat), row]
    return points + s.match_row[seat]


@kernel
def score(s: State, points: np.ndarray) -> None:
    """How much better than about half the points the declarer did, times what his row counts; the others pay for it."""
    row = ROW_OF[s.contract]
    weight = CHIPS[row] if s.form == THREE else FACTORS[s.options[TEN_ROWS], row]
    worth = weight * (s.points + MATCH * s.match - 80.0) / 10
    for p in range(s.players):
        own = sheet_of(s, p) == sheet_of(s, s.declarer)
        points[p] = worth if own else (-worth if s.form == PAIRS else -worth / (s.players - 1))


@kernel
def partners(s: State, seat: Seat) -> Mask:
    """In pairs those opposite; else, once there is a declarer, all others together against him."""
    if s.form == PAIRS:
        return bit(seat) | bit(seat ^ 2)
    if s.phase != PLAYING or seat == s.declarer:
        return bit(seat)
    return ((np.int64(1) << np.int64(s.players)) - 1) & ~bit(s.declarer)


@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """Fill the other hands of a view of `seat`."""
    fill_hands(s, seat, unseen_by(s, seat), rng)


def why(v: State, seat: Seat, action: Action) -> Reason | None:
    """Each row is filled once; nobody passes where that would leave nobody to choose (A38)."""
    if action < 64:
        return why_card(v, seat, action)
    if v.phase != CHOOSING:
        return None
    if action == PASS:
        return Reason("forced" if v.passes == _bidders(v) else "last_to_choose")
    filled = v.filled[sheet_of(v, seat)] >> ROW_OF[action - 64] & 1
    return Reason("filled" if filled else "eight_rows")


def contract_name(contract: int) -> str:
    """The contract as the codes have it."""
    if contract < len(CONTENTS):
        return CONTENTS[contract]
    return f"joker{contract // len(CONTENTS)}:{CONTENTS[contract % len(CONTENTS)]}"


def result(s: State) -> dict[str, Any]:
    """`result` of the record."""
    return {
        "declarer": int(s.declarer),
        "contract": contract_name(int(s.contract)),
        "cards": int(s.points),
        "match": int(s.match),
        "entry": int(s.entry),
    }


def meaning(s: State, seat: Seat) -> Meaning:
    """What the declarer has written, for everybody; a deal has no winner."""
    written: dict[str, int | str] = {
        "who": str(int(s.declarer)),
        "points": int(s.points) + MATCH * int(s.match),
        "entry": int(s.entry),
    }
    return Meaning("written", written, won=False)


def outcome(s: State) -> Outcome:
    """Most on the sheet wins, together if tied."""
    scores = [int(total(s, p)) for p in range(s.players)]
    return Outcome(scores, [p for p, points in enumerate(scores) if points == max(scores)], draw=False)


def sheet(v: State, viewer: Seat | None) -> dict[str, Any]:
    """The sheet as it is written: a row a contract, for every column what is entered and, with three, its chips."""
    three, ten = v.form == THREE, bool(_ten_rows(v))
    columns = 2 if v.form == PAIRS else int(v.players)
    order = (3, 2, 1, 0, 4, 5, 6, 7, 8, 9) if three else (3, 0, 1, 2, 4, 5, 6, 7, 8, 9)
    rows = []
    for row in order if ten else [row for row in order if row not in (SLALOM, GUSTAV)]:
        entries = [int(e) if e != NONE else None for e in v.entries[:columns, row]]
        worth = int(CHIPS[row] if three else FACTORS[int(ten), row])
        chips = [int(row_chips(v, p, row)) for p in range(columns)] if three and None not in entries else None
        rows.append({"row": ROWS[row], "worth": worth, "entries": entries, "chips": chips})
    match_row = [int(chips) for chips in v.match_row[:columns]] if three else None
    totals = [int(total(v, p)) for p in range(columns)]
    now = None  # the cell that is being played for
    if v.contract != NONE and v.phase != OVER:
        now = {"row": ROWS[ROW_OF[v.contract]], "column": int(v.declarer) % columns}
    return {"form": FORMS[v.form], "rows": rows, "match": match_row, "totals": totals, "now": now}


def declarer_points(v: State, viewer: Seat | None) -> list[int]:
    """Card points of each seat, or of its side."""
    if v.form != PAIRS:
        return [int(points) for points in v.cards]
    return [int(v.cards[p]) + int(v.cards[p ^ 2]) for p in range(SEATS)]


GAME = Game(
    name="coiffeur",
    players=(3, SEATS),
    deck=DECK,
    state=STATE,
    codes=DECK.names
    | {64 + contract: f"contract:{contract_name(contract)}" for contract in range(len(ROW_OF))}
    | {PASS: "pass"},
    start=start,
    deal=deal,
    actors=actors,
    legal=legal,
    play=play,
    finished=finished,
    score=score,
    partners=partners,
    determinize=determinize,
    result=result,
    outcome=outcome,
    meaning=meaning,
    places=dealt,
    extra=lambda s: {"form": FORMS[s.form]},
    picture=("CA", "D6", "HJ", "S9", "HT"),
    why=why,
    phase=lambda s: ("contract", "play", "over")[s.phase],
    deals=lambda s: int(_rows(s)) * (2 if s.form == PAIRS else int(s.players)),
    direction=direction,
    packet=PACKET,
    zones=(
        *TABLE,
        NAMED_TRUMP,
        Fact(lambda v, seat: None if v.contract == NONE else contract_name(int(v.contract)), "contract"),
        Fact(lambda v, seat: None if v.contract == NONE else DIRECTIONS[v.upwards] if v.trump < 0 else "trump", "way"),
        Widget("coiffeur", sheet, "sheet", "sheet"),
    ),
    badges=(
        BadgeSpec("score", "number", lambda v, seat: [total(v, p) for p in range(v.players)]),
        BadgeSpec("cards", "number", declarer_points),
    ),
    asks=(Ask("contract", "drawing", "sheet"),),
    sheet=Sheet(()),
    unit=Unit("points", 10.0, scale=10),
    options=OPTIONS,
    presets={"seed": {}, "swiss": {"undenufe_points": "swap", "suit_names": "hslu"}},
)
