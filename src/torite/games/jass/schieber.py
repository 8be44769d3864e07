"""Schieber: partners opposite, name a contract or push the choice to the partner, Weis and Stöck, to 3000; 4 players.

Rules: shared/rules/jass.md 6, from Kazuma Suzuki's column on Swiss Jass (kazuma.yaekumo.com/c0053_swissjass.html).
  * First deal: the holder of the 7 of clubs is forehand, and deals the second one; then the deal goes round.
  * Forehand names a contract or pushes; then the partner must (with `push_back` he may give it back once).  Forehand
    leads.  Strong ban.
  * (cards + last trick + Weis + Stöck, + `match_bonus` for all nine tricks) x multiplier of the contract.
  * First side to `target` wins.  What counts first: Weis after trick 1, Stöck when played, tricks as they are won;
    `end_check` = once stops there, = deal plays the deal out (A36).

Side = seat % 2.  Actions: 0..63 cards, 64.. contract, 70 push, 72.. Weis, 80.. Stöck.
"""

from typing import Any

import numpy as np

from torite.cards.actions import Action, Actions, card_actions, no_actions, second_word
from torite.cards.bits import bit
from torite.cards.kernel import Mask, Rng, Seat, State, kernel
from torite.games.game import Ask, Game, Option, Outcome, Sheet, Unit, on_off
from torite.games.jass import melds
from torite.games.jass.cards import (
    ALL_TRUMP_HAND,
    DECK,
    MATCH_BONUS,
    SEATS,
    SEVEN,
    SUIT_NAMES,
    UNDENUFE_POINTS,
)
from torite.games.jass.melds import SILENT, STOECK_POINTS, VALUES, WEIS_OPTIONS
from torite.games.jass.reasons import note_weis, why_card, why_weis
from torite.games.jass.tricks import (
    ANTICLOCKWISE,
    FIELDS,
    NAMED_TRUMP,
    PACKET,
    STRONG,
    TABLE,
    backward,
    deal_hands,
    dealt,
    direction,
    lay_card,
    legal_cards,
    name_contract,
    onward,
    pass_on,
    sit_down,
    unseen_by,
)
from torite.games.scene import Meaning, Note, Reason
from torite.games.state import HEADER, Layout, public
from torite.games.zones import NONE, BadgeSpec, Fact, Widget

CONTRACT, PUSH, WEIS, STOECK = 64, 70, 72, 80  # actions; STOECK + 1 = not announced
CONTRACTS = (*DECK.suits, "obenabe", "undenufe")
CHOOSING, ANNOUNCING, PLAYING, ASKING, OVER = range(5)  # phases
TRICKS = len(DECK.cards) // SEATS
SEVEN_OF_CLUBS = np.int64(1 << SEVEN)

MULTIPLIED = ("1 1 2 2 3 4", "1 1 2 2 3 3", "1 1 1 1 1 1")  # S C H D obenabe undenufe; or any other six
OPTIONS = (
    Option("target", tuple(range(500, 5001, 500)), 3000),
    Option("multipliers", MULTIPLIED, MULTIPLIED[0], digits=6),  # A35
    on_off("push_back", False),
    MATCH_BONUS,
    Option("end_check", ("deal", "once"), "deal"),
    *WEIS_OPTIONS,
    on_off("weis_undenufe_reversed", True),
    UNDENUFE_POINTS,
    ALL_TRUMP_HAND,
    SUIT_NAMES,
)
(TARGET, MULTIPLIERS, PUSH_BACK, BONUS, END_CHECK, BOOK, FOUR_NINES, REVERSED, SWAP, ALL_TRUMP) = range(10)
TARGETS = np.array(OPTIONS[TARGET].values, np.int64)
TOLD = np.array([int(value.replace(" ", "")) for value in MULTIPLIED], np.int64)
# Which digit of the multipliers, from the last on, is that of each contract; the deck's suits are C D H S.
DIGIT = np.array([10**4, 10**2, 10**3, 10**5, 10, 1], np.int64)

STATE = Layout(
    *HEADER,
    *FIELDS,
    *melds.FIELDS,
    public("contract", np.int8),  # index of CONTRACTS, NONE = not yet
    public("pushes", np.int8),  # how often the choice has been pushed
    public("crossed", np.int8),  # side that reached the target first, NONE
    public("points", np.int32, 2),  # of this deal, by side, multiplied
    public("scores", np.int32, 2),  # totals before this deal, afterwards with it
)


@kernel
def start(s: State, players: int, first: Seat) -> None:
    """A new match; `first` deals the first deal, but its cards decide who begins."""
    sit_down(s, players, ANTICLOCKWISE)
    s.dealer = first
    s.scores[:] = 0
    s.phase = OVER


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """The next deal."""
    if s.deals:
        s.dealer = onward(s, s.dealer)
    deal_hands(s, deck, onward(s, s.dealer))
    melds.clear_melds(s)
    if s.deals == 0:
        for p in range(SEATS):
            if s.hands[p] & SEVEN_OF_CLUBS:
                s.dealer = backward(s, p)
                s.lead = s.turn = p
                s.shown[p] = SEVEN_OF_CLUBS
    s.deals += 1
    s.phase = CHOOSING
    s.contract = NONE
    s.pushes = 0
    s.crossed = NONE
    s.points[:] = 0


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
        return card_actions(legal_cards(s, seat, ban(s)))
    if s.phase == ANNOUNCING:
        return second_word(melds.legal_weis(s, seat, book(s)) << np.int64(WEIS - 64))
    if s.phase == ASKING:
        return second_word(np.int64(0b11) << np.int64(STOECK - 64))
    may_push = s.pushes == 0 or (s.pushes == 1 and s.options[PUSH_BACK])
    return second_word(np.int64(0b111111) | (bit(PUSH - 64) if may_push else 0))


@kernel
def ban(s: State) -> int:
    return STRONG + s.options[ALL_TRUMP]


@kernel
def book(s: State) -> int:
    return 2 * s.options[BOOK] + s.options[FOUR_NINES]


@kernel
def _reverse(s: State) -> int:
    return s.upwards if s.options[REVERSED] else 0


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Do `action` for `seat`.  Not checked: the caller picks it from `legal(s, seat)`."""
    if s.phase == PLAYING:
        _play_card(s, seat, action)
    elif s.phase == ANNOUNCING:
        s.said[seat] = action - WEIS
        s.phase = PLAYING
    elif s.phase == ASKING:
        s.phase = PLAYING
        s.stoeck[seat] = STOECK_POINTS if action == STOECK else 0
        _after_card(s, seat)
    elif action == PUSH:
        s.pushes += 1
        s.turn = seat ^ 2
    else:
        s.contract = action - CONTRACT
        name_contract(s, s.contract, s.options[SWAP])
        s.phase = ANNOUNCING
        s.turn = s.lead


@kernel
def _play_card(s: State, seat: Seat, card: Action) -> None:
    lay_card(s, seat, card, ban(s))
    if melds.asks_stoeck(s, seat, card):
        s.phase = ASKING
    else:
        _after_card(s, seat)


@kernel
def _after_card(s: State, seat: Seat) -> None:
    """Count what there is to count, in its order: Stöck, Weis after the first trick, the trick."""
    if s.stoeck[seat] and _ends(s):
        return
    if s.trick_no == 0:
        s.phase = ANNOUNCING
        if onward(s, seat) == s.lead:
            s.phase = PLAYING
            melds.compare_melds(s, book(s), _reverse(s), True)
            if s.scorers and _ends(s):
                return
    if pass_on(s, seat):
        over = s.held[s.lead] == 0
        if not _ends(s) and over:
            _finish(s)


@kernel
def factor(s: State) -> int:
    """What the points of the contract are multiplied by."""
    return multiplier(s, s.contract)


@kernel
def multiplier(s: State, contract: int) -> int:
    digits = s.options[MULTIPLIERS]
    return (TOLD[digits] if digits < len(TOLD) else digits) // DIGIT[contract] % 10


@kernel
def _ends(s: State) -> bool:
    """Count; has a side just reached the target, and is the deal over for that?"""
    times = factor(s)
    for side in range(2):
        points = 0
        for p in range(side, SEATS, 2):
            points += np.int64(s.cards[p]) + s.weis[p] + s.stoeck[p]
        if s.tricks[side] + s.tricks[side + 2] == TRICKS and s.options[BONUS]:
            points += 100
        s.points[side] = points * times
        if s.crossed == NONE and s.scores[side] + s.points[side] >= TARGETS[s.options[TARGET]]:
            s.crossed = side
    if s.crossed == NONE or not s.options[END_CHECK]:
        return False
    _finish(s)
    return True


@kernel
def _finish(s: State) -> None:
    s.phase = OVER
    for side in range(2):
        s.scores[side] += s.points[side]


@kernel
def finished(s: State) -> bool:
    """After a deal: has a side reached the target?"""
    return s.crossed != NONE


@kernel
def score(s: State, points: np.ndarray) -> None:
    """Points of the own side less those of the other."""
    for p in range(SEATS):
        points[p] = s.points[p % 2] - s.points[1 - p % 2]


@kernel
def partners(s: State, seat: Seat) -> Mask:
    """Those opposite."""
    return bit(seat) | bit(seat ^ 2)


@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """Fill the other hands of a view of `seat`, so that everybody holds the melds he has announced."""
    melds.fill_melds(s, seat, unseen_by(s, seat), book(s), _reverse(s), rng)


def by_side(values: Any) -> list[int]:
    """The sums of both sides of a list by seat."""
    return [int(values[side]) + int(values[side + 2]) for side in range(2)]


def result(s: State) -> dict[str, Any]:
    """`result` of the record."""
    return {
        "contract": CONTRACTS[s.contract],
        "cards": by_side(s.cards),
        "weis": by_side(s.weis),
        "stoeck": by_side(s.stoeck),
        "points": s.points.tolist(),
        "scores": s.scores.tolist(),
    }


def meaning(s: State, seat: Seat) -> Meaning:
    """The points of both sides."""
    own, other = int(s.points[seat % 2]), int(s.points[1 - seat % 2])
    return Meaning("sides", {"own": own, "other": other}, good=own > other)


def outcome(s: State) -> Outcome:
    """The side that reached the target first wins."""
    scores = [int(s.scores[p % 2]) for p in range(SEATS)]
    return Outcome(scores, [p for p in range(SEATS) if p % 2 == s.crossed], draw=False)


def why(v: State, seat: Seat, action: Action) -> Reason | None:
    """The rules of the trick; melds that are held and not below what has been said; the choice goes over once."""
    if action < CONTRACT:
        return why_card(v, seat, action)
    if v.phase == ANNOUNCING and WEIS <= action < STOECK:
        return why_weis(v, action - WEIS)
    return Reason("pushed") if v.phase == CHOOSING and action == PUSH else None


def note(v: State, seat: Seat, action: Action) -> Note | None:
    """The cards of a Weis; what a contract multiplies by."""
    if WEIS <= action < STOECK:
        return note_weis(v, seat, action - WEIS, book(v))
    return Note(factor=int(multiplier(v, action - CONTRACT))) if CONTRACT <= action < PUSH else None


def slate(v: State, viewer: Seat | None) -> dict[str, Any]:
    """Both sides' Z: strokes for hundreds, fifties and twenties, and what is less as a number."""
    sides = []
    for side in range(2):
        score = int(v.scores[side])
        rest = score % 100 % 50
        strokes = {"hundreds": score // 100, "fifties": score % 100 // 50, "twenties": rest // 20, "rest": rest % 20}
        sides.append({"score": score, **strokes})
    return {"target": int(TARGETS[v.options[TARGET]]), "sides": sides}


def announced(v: State, viewer: Seat | None) -> list[int]:
    """Weis that each seat has announced, 0 = none."""
    return [VALUES[k] if 0 <= (k := int(said)) < SILENT else 0 for said in v.said]


def running(v: State, viewer: Seat | None) -> list[int]:
    """Points of each seat's side so far in this deal."""
    return [int(v.points[p % 2]) for p in range(SEATS)]


GAME = Game(
    name="schieber",
    players=(SEATS, SEATS),
    deck=DECK,
    state=STATE,
    codes=DECK.names
    | {CONTRACT + i: f"contract:{name}" for i, name in enumerate(CONTRACTS)}
    | {PUSH: "push"}
    | {WEIS + i: f"weis:{points}" for i, points in enumerate(VALUES)}
    | {WEIS + SILENT: "weis:none", STOECK: "stoeck", STOECK + 1: "stoeck:none"},
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
    picture=("SJ", "S9", "SA", "SK"),
    why=why,
    note=note,
    phase=lambda s: ("contract", "weis", "play", "stoeck", "over")[s.phase],
    direction=direction,
    packet=PACKET,
    zones=(
        *TABLE,
        NAMED_TRUMP,
        Fact(lambda v, seat: None if v.contract == NONE else CONTRACTS[v.contract], "contract"),
        Fact(lambda v, seat: None if v.contract == NONE else factor(v), "factor"),
        Widget("slate", slate, "slate"),
    ),
    badges=(
        BadgeSpec("score", "number", lambda v, seat: [v.scores[p % 2] for p in range(SEATS)]),
        BadgeSpec("points", "number", running),
        BadgeSpec("weis", "number", announced),
    ),
    asks=(Ask("contract", "suit", "bar"), Ask("weis", "announce", "bar"), Ask("stoeck", "announce", "bar")),
    sheet=Sheet(("cards", "weis", "stoeck", "points"), total="scores", sides=2),
    unit=Unit("points", 10.0),
    options=OPTIONS,
    presets={
        "seed": {},
        "swiss": {
            "match_bonus": 100,
            "end_check": "once",
            "four_nines": True,
            "undenufe_points": "swap",
            "suit_names": "hslu",
        },
    },
)
