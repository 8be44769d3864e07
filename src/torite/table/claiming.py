"""The rest is mine: who may claim it, and how often in vain.

Whether a claim holds is looked up in the cards of all, so each answer tells something of them: yes or no, and no more.
A seat hears no at most three times in a deal, and once at a decision.  Where what the seat knows proves it, the answer
tells nothing, and it may always claim.  What was claimed in vain is nobody's business and not stored: where a table has
been read from the store, nothing more is answered in the running deal than what the seat knows.
"""

from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

from torite.games.game import Game
from torite.games.position import Position
from torite.search.claim import is_sure
from torite.table.draft import Draft
from torite.table.messages import Claimable
from torite.table.refusals import RefusalCode, Refused
from torite.table.table import Match, Table
from torite.table.turns import Question

IN_VAIN = 3  # claims of a seat in a deal
# By position and seat what `_by_view` has found: how long that takes depends on the hand, see `_scenes` in views.py.
_LOOKED = WeakKeyDictionary[Position, dict[int, Claimable | None]]()


def left(table: Table, seat: int) -> int:
    """How many more times the seat may claim in vain in this deal."""
    return IN_VAIN - len(table.in_vain.get(seat, ()))


def claimable(table: Table, seat: int, view: Any = None) -> Claimable | None:
    """May this person claim the rest now, and can the person know that it is so?  From the seat's view alone.

    view: the seat's, where it is at hand
    """
    position, asked = table.position, table.asked.get(seat)
    if position is None or asked is None or table.phase != "playing" or not table.seats[seat].is_person:
        return None
    looked = _LOOKED.setdefault(position, {})
    if seat not in looked:
        looked[seat] = _by_view(table.game, position.view(seat) if view is None else view, seat)
    if looked[seat] == "may" and (left(table, seat) <= 0 or asked in table.in_vain.get(seat, ())):
        return None
    return looked[seat]


def _by_view(game: Game, view: Any, seat: int) -> Claimable | None:
    """Whatever has been claimed in vain."""
    if game.claimable is None or not game.claimable(view, seat):
        return None
    return "sure" if is_sure(game, view, seat) else "may"


def claim(draft: Draft, seat: int) -> None:
    """Ask whether the seat, which has to decide, takes all that is left.  Raises Refused."""
    table = draft.table
    position, asked = table.position, table.asked[seat]
    assert position is not None and table.game.claimable is not None
    if claimable(table, seat) is None:
        if not table.game.claimable(position.view(seat), seat):
            raise Refused(RefusalCode.NOT_CLAIMABLE)
        if asked in table.in_vain.get(seat, ()):
            raise Refused(RefusalCode.NOT_YET, left=left(table, seat))
        raise Refused(RefusalCode.TOO_MANY_CLAIMS, max=IN_VAIN)
    draft.claim = Question(seat, position.state.copy(), asked)


def claimed_in_vain(table: Table, seat: int) -> Table:
    """The table after a claim that does not hold."""
    return replace(table, in_vain={**table.in_vain, seat: (*table.in_vain.get(seat, ()), table.asked[seat])})


def without_claims(table: Table) -> Table:
    """The table as read from the store: nobody knows how often a claim was made in vain in the running deal."""
    return replace(table, in_vain=dict.fromkeys(range(len(table.seats)), (0,) * IN_VAIN))


def before_claims(match: Match) -> dict[int, int]:
    """By deal, from 1, where the rest of it was claimed: how many actions its players have made themselves."""
    own = {number: sum(move.by != "claim" for move in log.moves) for number, log in enumerate(match.deals, start=1)}
    return {number: own[number] for number, log in enumerate(match.deals, start=1) if own[number] < len(log.moves)}
