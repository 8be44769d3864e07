"""Doubles: before a lead a player of Bingo may declare to win so many tricks in a row, each led with a double.

The first double is led, the others are exposed and led next; a lost trick ends it (C1-C8 of shared/rules/bingo.md).
Where `again` is off, each double may be declared only once (gap 16).
"""

import numpy as np

from torite.cards.actions import NOTHING, Action, Actions, card_actions
from torite.cards.bits import bit, members, popcount
from torite.cards.kernel import Card, Mask, Seat, kernel
from torite.games.fields import Cards, Count, Each, Points
from torite.games.kits import tricks
from torite.games.scene import Reason
from torite.games.state import public
from torite.games.tiles import BLANKS, DECK, DOUBLES
from torite.games.zones import NONE, Fact, Row

SAY, INVINCIBLE, EXPOSE = 64, 74, 128  # actions: 64 + n = doubles:n; 128 + double = expose it
BONUS = np.array([0, 0, 20, 40, 50, 60, 70], np.int16)  # by number of doubles
MOST = len(BONUS) - 1
WITH_BLANKS = 10

CODES = {SAY + n: f"doubles:{n}" for n in range(2, MOST + 1)}
CODES |= {INVINCIBLE: "invincible"} | {EXPOSE + tile: f"expose:{DECK.names[tile]}" for tile in members(DOUBLES)}
ROW = Row(lambda v: members(v.exposed), "exposed")
FACTS = (
    Fact(lambda v: int(v.said) if v.run else None, "doubles"),
    Fact(lambda v: int(v.run) if v.run else None, "run"),
)


class State(tricks.State):
    """The declaration that runs, and what all know of the hands."""

    said: Count = public()  # number of doubles last declared
    to_expose: Count = public()  # of these still to be exposed, the first one to be led before
    run: Count = public()  # tricks of the declaration still to be won, 0 = none runs
    run_blanks: bool = public(False)  # 0-0 has won one of them
    exposed: Cards = public()  # doubles of the running declaration that lie open, still to be led
    spent: Cards = public()  # tiles ever exposed, or led by a declaration
    known: Each[Cards] = public()  # tiles held that all have seen: exposed once, or the one turned up
    bonus: Each[Points] = public()  # of successful declarations
    fresh: bool = public(False)  # the trick has just been won, its winner has not decided anything yet


@kernel
def left(s: State, again: bool) -> Mask:
    """Doubles that a declaration may use."""
    return DOUBLES if again else DOUBLES & ~s.spent


@kernel
def leading(s: State) -> bool:
    """Doubles were declared, and the first one is to be led now?"""
    return s.to_expose != 0 and s.trick[s.lead] == NONE


def phase(s: State) -> str:
    """What is being done for a declaration; "" = nothing."""
    return "" if s.to_expose == 0 else "double" if leading(s) else "expose"


@kernel
def legal(s: State, seat: Seat, again: bool) -> Actions:
    """After the declaration: the double to lead, then those to expose (C3)."""
    doubles = s.hands[seat] & left(s, again)
    return card_actions(doubles) if leading(s) else (NOTHING, NOTHING, doubles & ~s.exposed, NOTHING)


@kernel
def announcements(s: State, seat: Seat, again: bool) -> Mask:
    """Before a lead: so many doubles, if the seat has won a trick (C1, C2), or all seven; bit a = action SAY + a."""
    if s.run:
        return np.int64(0)
    most = min(MOST, popcount(s.hands[seat] & left(s, again))) if s.tricks[seat] else 0
    return invincible(s, seat, True) | ((bit(most + 1) - 1) & ~np.int64(0b11))


@kernel
def invincible(s: State, seat: Seat, on_lead: bool) -> Mask:
    """To show all seven: held on lead (C7), or by the follower when he won the last trick (C8); bit a = SAY + a."""
    hand = s.hands[seat]
    before = hand | bit(s.last[seat]) if s.fresh and s.last_lead != seat else hand
    has = (on_lead and hand == DOUBLES) or (s.fresh and before == DOUBLES)
    return bit(INVINCIBLE - SAY) if has else np.int64(0)


def why(v: State, seat: Seat, action: Action) -> Reason | None:
    """What a declaration asks of a lead (C2-C4)."""
    if SAY <= action <= SAY + MOST and not v.run:
        return Reason("doubles_held" if v.tricks[seat] else "trick_first")
    if action >= SAY:
        return None
    if not v.to_expose:
        return Reason("run")
    if v.exposed >> action & 1:
        return Reason("exposed")
    if DOUBLES >> action & 1:
        return Reason("spent")
    return Reason("double" if leading(v) else "expose")


@kernel
def declare(s: State, n: int) -> None:
    """So many doubles."""
    s.said = s.run = n
    s.to_expose = n - 1
    s.run_blanks = False


@kernel
def expose(s: State, seat: Seat, tile: Card) -> bool:
    """The double lies open.  Was it the last one?"""
    s.exposed |= bit(tile)
    s.spent |= bit(tile) | bit(s.trick[seat])  # the one that was led, too
    s.seen |= bit(tile)
    s.known[seat] |= bit(tile)
    s.to_expose -= 1
    return s.to_expose == 0


@kernel
def lay(s: State, seat: Seat, tile: Card) -> None:
    """The tile lies in the trick, and nowhere else any more."""
    tricks.put(s, seat, tile)
    s.known[seat] &= ~bit(tile)
    s.exposed &= ~bit(tile)


@kernel
def go_on(s: State, winner: Seat) -> None:
    """A trick is over, of a declaration if one runs (C4-C6)."""
    if s.run == 0 or winner != s.lead:
        s.run, s.exposed = 0, NOTHING
        return
    s.run -= 1
    s.run_blanks |= s.trick[winner] == BLANKS
    if s.run == 0:
        s.bonus[winner] += BONUS[s.said] + (WITH_BLANKS if s.run_blanks else 0)


@kernel
def wanted(s: State, seat: Seat, doubles: Mask) -> int:
    """How many of these doubles, which may still be exposed, the seat must hold beside those that all know."""
    if seat != s.turn or s.to_expose == 0:
        return 0
    return s.to_expose + leading(s) - popcount(s.known[seat] & doubles)
