"""What the host of a table may do: lock it, and remove a person, alone between deals, with all the others in a deal.

The host is who has opened the table and sits there, else who came first of those who do.  Who has opened it may always
sit down.
"""

from torite.table import events, messages
from torite.table.draft import Draft
from torite.table.refusals import RefusalCode, Refused, look
from torite.table.table import Guest, Table

NAMES = 300  # that a table remembers; each guest has at least one
STRANGERS = NAMES // 2  # where it knows as many, nobody new talks without a seat: the rest is for who sits down


def lock(draft: Draft, seat: int, request: messages.Lock) -> None:
    """Let nobody new sit down, or everybody again.  Raises Refused."""
    check_host(draft.table, seat)
    if request.on != draft.table.locked:
        draft.add(events.LockSet(request.on))
    pending = draft.table.pending
    if request.on and pending is not None and pending.asks not in (None, draft.table.creator):
        draft.add(events.Withdrawn())  # else somebody new would sit down as soon as the others agree


def check_host(table: Table, seat: int) -> None:
    """Does the host sit there?  Raises Refused."""
    host = table.host
    assert host is not None, "who asks has a seat"
    if seat != host:
        raise Refused(RefusalCode.NOT_HOST, name=table.seats[host].name)


def check_removal(table: Table, who: Guest, seat: int) -> None:
    """May this guest have a person removed who is there, or who has left and may return?  Raises Refused."""
    if table.host is None or table.host != table.seat_of(who.id) or table.host == seat:
        raise Refused(RefusalCode.NOT_ABSENT, name=table.seats[seat].name)


def check_welcome(table: Table, who: Guest) -> None:
    """Has the visitor a name, and not been removed?  Raises Refused."""
    if not who.name:
        raise Refused(RefusalCode.NAME_NEEDED)
    if who.id in table.barred:
        raise Refused(RefusalCode.BARRED)


def shown(table: Table, who: Guest) -> str:
    """The name by which the table tells of this guest from now on.  Raises Refused."""
    name = table.shown(who)
    if len(table.named) >= NAMES and look(name) not in table.named:
        raise Refused(RefusalCode.TOO_MANY_NAMES, max=NAMES)
    return name


def shown_without_seat(table: Table, who: Guest) -> str:
    """The same for somebody who only talks.  Raises Refused."""
    name = shown(table, who)
    if len(table.named) >= STRANGERS and look(name) not in table.named:
        raise Refused(RefusalCode.TOO_MANY_STRANGERS)
    return name


def check_newcomer(table: Table, who: Guest) -> None:
    """May somebody sit down who has no seat?  Raises Refused."""
    if table.locked and who.id != table.creator:
        raise Refused(RefusalCode.LOCKED)
