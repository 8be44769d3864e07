"""Schieber: partners opposite, name a contract or push the choice to the partner, Weis and Stöck, to 3000; 4 players.

Rules: shared/rules/jass.md 6, from Kazuma Suzuki's column on Swiss Jass (kazuma.yaekumo.com/c0053_swissjass.html).
  * First deal: the holder of the 7 of clubs is forehand, and deals the second one; then the deal goes round.
  * Forehand names a contract or pushes (with `push_back` the partner may give it back once), and leads.  Strong ban.
  * (cards + last trick + Weis + Stöck, + `match_bonus` for all nine tricks) x multiplier of the contract.
  * First side to `target` wins.  Weis count after trick 1, Stöck when played; `end_check` = once stops there (A36).

Actions: 0..63 cards, 64.. contract, 70 push, 72.. Weis, 80.. Stöck.
"""

import numpy as np

from torite.cards.actions import Action, Actions, second_word
from torite.cards.bits import bit
from torite.cards.kernel import Seat, kernel
from torite.games.fields import Count, option
from torite.games.game import Ask, Outcome, Sheet, Unit
from torite.games.jass import contracts, melds, slate, tricks
from torite.games.jass.cards import DECK, SEATS, TOTAL
from torite.games.jass.contracts import CONTRACTS
from torite.games.kits import scores, sides
from torite.games.page import game
from torite.games.scene import Meaning, Note, Reason
from torite.games.state import public
from torite.games.zones import NONE, BadgeSpec, Fact, Widget

CONTRACT, PUSH = 64, 70  # actions
CHOOSING, PUSHED, LAST = 4, 5, 6  # phases: nobody has pushed; the partner has, and may be given it back, or not
TRICKS, MOST = len(DECK.cards) // SEATS, int(TOTAL.max())  # of a deal; card points in it
SEVEN_OF_CLUBS = DECK.parse("C7")
DIGIT = np.array([10**4, 10**2, 10**3, 10**5, 10, 1], np.int64)  # of the multipliers, for C D H S obenabe undenufe


class State(sides.State, scores.State, contracts.State, melds.State):
    """What was pushed, and who wins; points are those of the seat's side, multiplied."""

    pushes: Count = public()  # how often the choice has been pushed
    crossed: Seat = public(NONE)  # side that reached the target first
    target: int = option(tuple(range(500, 5001, 500)), 3000)
    multipliers: int = option(("1 1 2 2 3 4", "1 1 2 2 3 3", "1 1 1 1 1 1"), digits=6)  # S C H D obenabe undenufe (A35)
    push_back: bool = option(False)
    match_bonus: int = option((0, 100))  # A34
    ends_at_once: int = option(("deal", "once"), name="end_check")
    lower_wins: int = option(True, name="weis_undenufe_reversed")
    ban: int = tricks.STRONG_BAN


# ---- deal and contract ----
@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """All the cards; the 7 of clubs makes the first forehand, and everybody has seen it."""
    tricks.deal(s, deck)
    s.phase = CHOOSING
    if s.deals == 1:
        s.forehand = s.lead = s.turn = tricks.holder(s, SEVEN_OF_CLUBS)
        s.dealer = tricks.backward(s, s.forehand)
        s.shown[s.forehand] = bit(SEVEN_OF_CLUBS)


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """A contract, or once, with `push_back` twice, push; then cards and what is said with them."""
    if s.phase < CHOOSING or seat != s.turn:
        return melds.legal(s, seat)
    return second_word(np.int64(0b111111) | (bit(PUSH - 64) if s.phase != LAST else 0))


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Push, name the contract, or play with all that is said."""
    if s.phase < CHOOSING:
        if melds.play(s, seat, action) and is_last(s, seat):
            s.phase = tricks.OVER
            scores.add_up(s)
    elif action == PUSH:
        s.phase = PUSHED if s.pushes < s.push_back else LAST
        s.pushes += 1
        s.turn = seat ^ 2
    else:
        s.contract, s.phase, s.turn = action - CONTRACT, melds.ANNOUNCING, s.lead
        contracts.name(s, s.contract)


@kernel
def claimable(s: State, seat: Seat) -> bool:
    """Not where it depends on the order of the cards which side reaches the target first, or what counts till then."""
    times, other = multiplier(s, s.contract), seat ^ 1
    theirs = s.scores[other] + s.points[other] + times * melds.STOECK_POINTS
    ours = s.scores[seat] + s.points[seat] + times * (MOST + melds.STOECK_POINTS + s.match_bonus)
    clear = (s.crossed != NONE or theirs < s.target) and (not s.ends_at_once or ours < s.target)
    return clear and melds.claimable(s, seat)


# ---- what it is worth ----
@kernel
def is_last(s: State, seat: Seat) -> bool:
    """Count in its order what the card brings: Stöck, Weis after the first trick, the trick.  Is the deal over?"""
    ended = (s.stoeck[seat] > 0 and ends(s)) or (melds.compare(s, seat, True) and ends(s))
    return ended or (tricks.pass_on(s, seat) and (ends(s) or s.held[s.lead] == 0))


@kernel
def ends(s: State) -> bool:
    """Count; has a side just reached the target, and is the deal over for that?"""
    times = multiplier(s, s.contract)
    for side in range(2):
        points = sides.of_side(s.cards, side) + sides.of_side(s.weis, side) + sides.of_side(s.stoeck, side)
        points += s.match_bonus * (sides.of_side(s.tricks, side) == TRICKS)
        s.points[side] = s.points[side ^ 2] = points * times
        if s.crossed == NONE and s.scores[side] + s.points[side] >= s.target:
            s.crossed = side
    return s.crossed != NONE and s.ends_at_once != 0


@kernel
def multiplier(s: State, contract: int) -> int:
    """What the points of a contract are multiplied by."""
    return s.multipliers // DIGIT[contract] % 10


@kernel
def finished(s: State) -> bool:
    """After a deal: has a side reached the target?"""
    return s.crossed != NONE


def outcome(s: State) -> Outcome:
    """The side that reached the target first wins."""
    return Outcome(s.scores.tolist(), [p for p in range(SEATS) if p & 1 == s.crossed], draw=False)


# ---- in words ----
def result(s: State) -> dict[str, str | list[int]]:
    """`result` of the record, by side."""
    sums = {name: [int(sides.of_side(getattr(s, name), p)) for p in range(2)] for name in ("cards", "weis", "stoeck")}
    return {"contract": CONTRACTS[s.contract], **sums, "points": s.points[:2].tolist(), "scores": s.scores[:2].tolist()}


def meaning(s: State, seat: Seat) -> Meaning:
    """What the deal has brought both sides; that one has taken every trick is said first."""
    told = sides.compared(s, seat)
    match = any(sides.of_side(s.tricks, side) == TRICKS for side in range(2))
    return Meaning("match", told.params, told.good) if match else told


def why(v: State, seat: Seat, action: Action) -> Reason | None:
    """The choice goes over once; else the rules of the trick and of Weis."""
    return Reason("pushed") if v.phase == LAST and action == PUSH else melds.why(v, seat, action)


def note(v: State, seat: Seat, action: Action) -> Note | None:
    """What a contract multiplies by; the cards of a Weis."""
    named = CONTRACT <= action < PUSH
    return Note(factor=int(multiplier(v, action - CONTRACT))) if named else melds.note(v, seat, action)


GAME = game(
    State,
    players=SEATS,
    deck=DECK,
    codes={CONTRACT + i: f"contract:{name}" for i, name in enumerate(CONTRACTS)} | {PUSH: "push"} | melds.CODES,
    picture=("SJ", "S9", "SA", "SK"),
    phase=lambda s: ("over", "play", "weis", "stoeck", "contract", "may_push_back", "pushed")[s.phase],
    packet=tricks.PACKET,
    zones=(
        *melds.TABLE,
        *contracts.NAMED,
        Fact(lambda v: v.forehand if v.contract != NONE and not v.pushes & 1 else NONE, "named_by", seat=True),
        Fact(lambda v: v.forehand ^ 2 if v.contract != NONE and v.pushes & 1 else NONE, "pushed_to", seat=True),
        Fact(lambda v: None if v.contract == NONE else multiplier(v, v.contract), "factor"),
        Widget("slate", lambda v: slate.drawn(v.scores[:2].tolist(), int(v.target)), "slate"),
    ),
    badges=(BadgeSpec("score", "number", "scores"), BadgeSpec("points", "number", "points"), melds.BADGE),
    asks=(Ask("contract", "suit", "bar"), *melds.ASKS),
    score=sides.margin,
    sheet=Sheet(("cards", "weis", "stoeck", "points"), total="scores", sides=2),
    unit=Unit("points", 10.0),
    presets={"seed": {}, "swiss": {"match_bonus": 100, "end_check": "once", "four_nines": True} | contracts.SWISS},
)
