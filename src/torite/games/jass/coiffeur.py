"""Coiffeur: every contract once on everybody's sheet; three players, four in pairs, or four singly.

Rules: shared/rules/jass.md 7, from Kazuma Suzuki's column on Swiss Jass (kazuma.yaekumo.com/c0053_swissjass.html).
  * From forehand on each names a contract that is still free on his sheet, or passes; all pass: forehand must (A38).
    The declarer leads and alone (in pairs his side) scores.  Strong ban, no Weis, no Stöck.
  * Slalom: ace high and six high in turn.  Gustav: the first half of the tricks one way, the second the other.  Joker:
    any contract of the table.
  * Three: 30 deals.  The points are entered; where all have filled a row, its best gets and its worst pays the row's
    chips.  All tricks (match): 257 and +2/-1/-1 chips; no trick: -2/+1/+1.
  * Four: pairs 16 deals, singles 32.  Entry = tens of the points x factor of the row, a match counts 257.

Actions: 0..63 cards, 64 + contract, as in sheets.py, 94 pass.
"""

from typing import Any

import numpy as np

from torite.cards.actions import Action, Actions, second_word
from torite.cards.bits import bit
from torite.cards.kernel import Mask, Seat, kernel
from torite.games.fields import Count, Points, option
from torite.games.game import Ask, Sheet, Unit
from torite.games.jass import contracts, sheets, tricks
from torite.games.jass.cards import DECK, SEATS
from torite.games.jass.contracts import OBENABE
from torite.games.jass.sheets import (
    CONTENTS,
    DIRECTIONS,
    FORMS,
    PAIRS,
    ROW_OF,
    SLALOM,
    THREE,
    contract_name,
    sheet_of,
)
from torite.games.jass.tricks import OVER, PLAYING, onward
from torite.games.kits import sides
from torite.games.page import game
from torite.games.scene import Meaning, Reason
from torite.games.state import public
from torite.games.zones import NONE, BadgeSpec, Fact, Widget

PASS = 94  # action
CHOOSING = 2  # phase
MATCH = 100


class State(sides.State, sheets.State):
    """Who has passed, and how the deal has ended."""

    passes: Count = public()  # so far in this deal; all of them: the seat to act is forced
    entry: Points = public()  # of the deal just ended
    points: Points = public()  # of its declarer, without the bonus
    match: Count = public()  # 1 = he took all tricks, -1 = none (three players)
    singles: int = option(("pairs", "singles"), name="form")  # with four players
    ten_rows: int = option(False)  # with four players: Slalom and Gustav too
    late_turn: int = option(("5+4", "4+5"), name="gustav_split_4p")
    pass_to_partner: int = option(("round", "partner"), name="pass_to")  # in pairs
    late_pass: bool = option(True)
    shared_rows: int = option(("none", "all"), name="row_tie")
    ban: int = tricks.STRONG_BAN


@kernel
def start(s: State, players: int, first: Seat) -> None:
    """Three, with ten rows each; or four in pairs or singly."""
    tricks.start(s, players, first)
    s.form = THREE if players == 3 else PAIRS + s.singles
    s.ten_rows |= s.form == THREE
    s.pass_to_partner &= s.form == PAIRS


# ---- naming a contract ----
@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """All the cards; forehand chooses first."""
    tricks.deal(s, deck)
    s.phase = CHOOSING


@kernel
def bidders(s: State) -> int:
    """How many are asked in turn."""
    return 2 if s.pass_to_partner else s.players


@kernel
def next_bidder(s: State, seat: Seat) -> Seat:
    """Who is asked after this seat."""
    return seat ^ 2 if s.pass_to_partner else onward(s, seat)


@kernel
def may_pass(s: State, seat: Seat) -> bool:
    """Only who has nothing left must pass; he who would leave nobody to choose may not (A38)."""
    if s.passes == bidders(s):
        return False
    behind, others = 0, 0  # with a free contract
    other = seat
    for _ in range(s.passes + 1, bidders(s)):
        other = next_bidder(s, other)
        behind += sheets.free(s, other) != 0
    if not s.late_pass:
        return behind > 0
    for p in range(s.players):
        others += p != seat and sheets.free(s, p) != 0
    return others > 0 and (behind > 0 or s.passes + 1 == bidders(s))


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """A free contract, or to pass; then a card."""
    if s.phase != CHOOSING or seat != s.turn:
        return tricks.legal(s, seat)
    free = sheets.free(s, seat)
    return second_word(free | (bit(PASS - 64) if not free or may_pass(s, seat) else 0))


def why(v: State, seat: Seat, action: Action) -> Reason | None:
    """Each row is filled once; nobody passes where that would leave nobody to choose (A38)."""
    if action < 64:
        return tricks.why(v, seat, action)
    if v.phase != CHOOSING:
        return None
    if action == PASS:
        alone = not any(sheets.free(v, p) for p in range(v.players) if p != seat)
        return Reason("forced" if v.passes == bidders(v) else "alone" if alone else "last_to_choose")
    filled = int(v.filled[sheet_of(v, seat)]) >> int(ROW_OF[action - 64]) & 1
    return Reason("filled" if filled else "eight_rows")


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Name a contract, pass, or play a card."""
    if s.phase == PLAYING:
        tricks.lay(s, seat, action)
        if tricks.pass_on(s, seat):
            turn_round(s, content_of(s.contract))
            if s.held[s.lead] == 0:
                enter(s)
    elif action == PASS:
        pass_by(s, seat)
    else:
        s.contract = action - 64
        s.declarer = s.lead = s.turn = seat
        content = content_of(s.contract)
        contracts.name(s, content if content < OBENABE else OBENABE + (content & 1))
        s.phase = PLAYING


@kernel
def pass_by(s: State, seat: Seat) -> None:
    """The next one is asked; all have passed: the first in order with a free contract must choose."""
    s.passes += 1
    s.turn = next_bidder(s, seat)
    if s.passes < bidders(s):
        return
    s.turn = s.forehand
    if not sheets.free(s, s.turn) and bidders(s) < s.players:
        s.turn = next_bidder(s, s.turn)
    while not sheets.free(s, s.turn):
        s.turn = onward(s, s.turn)


# ---- playing it ----
@kernel
def content_of(contract: int) -> int:
    """What is played: the joker's choice too."""
    while contract >= len(CONTENTS):
        contract -= len(CONTENTS)
    return contract


@kernel
def turn_round(s: State, content: int) -> None:
    """A trick is taken: Slalom turns round, Gustav halfway."""
    if content >= SLALOM + 2:
        half = 6 if s.form == THREE else 5 - s.late_turn
        s.upwards = (content & 1) ^ (s.trick_no >= half)
    elif content >= SLALOM:
        s.upwards = (content & 1) ^ (s.trick_no & 1)


@kernel
def enter(s: State) -> None:
    """The deal is over: what the declarer, or his side, has taken is written into the row."""
    s.phase = OVER
    declarer, row = s.declarer, ROW_OF[s.contract]
    pairs = s.form == PAIRS
    taken = sides.of_side(s.tricks, declarer) if pairs else s.tricks[declarer]
    s.points = sides.of_side(s.cards, declarer) if pairs else s.cards[declarer]
    s.match = taken == s.trick_no
    s.entry = s.points + MATCH * s.match
    if s.form == THREE:
        if taken == 0:
            s.match = -1
        for p in range(s.players):
            s.match_row[p] += 2 * s.match if p == declarer else -s.match
    else:
        s.entry = s.entry // 10 * sheets.worth(s, row)
    sheets.fill(s, declarer, row, s.entry)


@kernel
def score(s: State, points: np.ndarray) -> None:
    """What the declarer made beyond what his row is good for, times what it counts; the others pay for it.

    For half the points in any row the jokers would go first: they take what the hand is best at, whatever it is.
    """
    row = ROW_OF[s.contract]
    gain = sheets.worth(s, row) * (s.points + MATCH * s.match - float(sheets.par(s, row))) / 10
    for p in range(s.players):
        own = sheet_of(s, p) == sheet_of(s, s.declarer)
        points[p] = gain if own else (-gain if s.form == PAIRS else -gain / (s.players - 1))


@kernel
def partners(s: State, seat: Seat) -> Mask:
    """In pairs those opposite; else, once there is a declarer, all others together against him."""
    if s.form == PAIRS:
        return sides.partners(s, seat)
    if s.phase != PLAYING or seat == s.declarer:
        return bit(seat)
    return s.playing & ~bit(s.declarer)


@kernel
def claimable(s: State, seat: Seat) -> bool:
    """Not in Slalom and Gustav, where other cards are high later."""
    return tricks.claimable(s, seat) and content_of(s.contract) < SLALOM


# ---- in words ----
def result(s: State) -> dict[str, Any]:
    """`result` of the record."""
    told = {"declarer": int(s.declarer), "contract": contract_name(int(s.contract))}
    return told | {"cards": int(s.points), "match": int(s.match), "entry": int(s.entry)}


def meaning(s: State, seat: Seat) -> Meaning:
    """What the declarer has written, for everybody; a deal has no winner."""
    points = int(s.points) + MATCH * int(s.match == 1)
    key = ("written", "match", "counter")[s.match]
    return Meaning(key, {"who": str(int(s.declarer)), "points": points, "entry": int(s.entry)}, won=False)


def way(v: State) -> str | None:
    """Which cards are high in this trick, in Slalom and Gustav."""
    turns = v.contract != NONE and content_of(v.contract) >= SLALOM
    return DIRECTIONS[v.upwards] if turns else None


def card_points(v: State) -> list[int]:
    """Card points of each seat, or of its side."""
    return [int(sides.of_side(v.cards, p) if v.form == PAIRS else v.cards[p]) for p in range(v.players)]


GAME = game(
    State,
    players=(3, SEATS),
    deck=DECK,
    codes={64 + contract: f"contract:{contract_name(contract)}" for contract in range(len(ROW_OF))} | {PASS: "pass"},
    picture=("CA", "D6", "HJ", "S9", "HT"),
    phase=lambda s: ("over", "play", "contract")[s.phase],
    packet=tricks.PACKET,
    extra=lambda s: {"form": FORMS[s.form]},
    zones=(
        *tricks.TABLE,
        contracts.TRUMP,
        Fact(lambda v: None if v.contract == NONE else contract_name(int(v.contract)), "contract"),
        Fact("declarer", "named_by", seat=True),
        Fact(way, "way"),
        Widget("coiffeur", sheets.drawn, "sheet", "sheet"),
    ),
    badges=(
        BadgeSpec("score", "number", lambda v: [sheets.total(v, p) for p in range(v.players)]),
        BadgeSpec("cards", "number", card_points),
    ),
    asks=(Ask("contract", "drawing", "sheet"),),
    sheet=Sheet(()),
    unit=Unit("points", 10.0, scale=10),
    presets={"seed": {}, "swiss": contracts.SWISS},
)
