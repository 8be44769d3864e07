"""Who comes when the match has begun may ask for the seat of a bot: those who sit there agree, or one of them does not.

So does who comes back with another phone: a bot stands in for who is away, and that seat may be asked for, too.  It is
given at once, in the middle of a deal as well: who watches knows nothing but what everybody sees, and the seat's own
view has all that the seat may know.  Who has had a seat in this match gets that one back, and never another.
"""

from torite.table import events
from torite.table.conditions import bots_seat, check_askable
from torite.table.consent import made_by, settle
from torite.table.draft import Draft, Step
from torite.table.hosting import check_newcomer, shown_without_seat
from torite.table.refusals import RefusalCode, Refused
from torite.table.table import Guest, Table

ASKS = 3  # of one guest in a deal


def ask_for_seat(draft: Draft, who: Guest, seat: int | None) -> None:
    """Ask for this bot's seat, without a number for the first one.  Raises Refused."""
    table, pending = draft.table, draft.table.pending
    assert table.match is not None
    own = table.match.had.get(who.id)
    wanted, name = bots_seat(table, seat if own is None else own, draft.away), shown_without_seat(table, who)
    check_newcomer(table, who)
    check_askable(table, who.id)
    if pending is not None and pending.asks != who.id:
        raise Refused(RefusalCode.ASK_LATER, name=made_by(table, pending))
    if pending is not None and (seat is None or pending.what.seat == wanted):
        return  # it is asked already
    if table.asks.get(who.id, 0) >= ASKS:
        raise Refused(RefusalCode.TOO_MANY_ASKS, max=ASKS)
    draft.add(events.Asked(wanted, who.id, name))
    settle(draft)


def asker_gone(table: Table, guest: str) -> list[Step]:
    """Who has asked is away for too long.  Nothing if this guest has not."""
    draft = Draft(table)
    if table.pending is not None and table.pending.asks == guest:
        draft.add(events.Withdrawn())
    return draft.steps
