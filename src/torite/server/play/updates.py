"""What has happened, as each reader of a table is told it."""

import asyncio
from collections.abc import Iterable

from torite.server.visitors.connection import Connection, frame
from torite.table.admission import is_of, may_look_back
from torite.table.draft import Step
from torite.table.messages import Update
from torite.table.table import Guest, Table
from torite.table.telling import PublicEvent
from torite.table.views import Sight, is_own, told_event

AT_ONCE = 100  # readers


async def broadcast(step: Step, readers: Iterable[Connection], away: frozenset[str], now: float) -> None:
    """One update for every reader; readers who see the same get the same frame.  away: guests, now: unix time.

    Of a crowd some at a time, so that other tables come in between.
    """
    before, event, after = step
    sight = Sight(after, away, now)
    frames: dict[str | None, str | None] = {}
    told: dict[bool, PublicEvent | None] = {}  # to who has done it, and to the others
    for number, connection in enumerate(readers, 1):
        guest = connection.guest
        key = guest.id if guest is not None and has_own_view(before, after, guest) else None
        if key not in frames:
            own = is_own(before, event, guest)
            if own not in told:
                told[own] = told_event(before, event, own, after)
            news = told[own]
            frames[key] = frame(Update(after.seq, news, sight.of(guest))) if news is not None else None
        if (update := frames[key]) is not None:
            connection.send(update)
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)


def has_own_view(before: Table, after: Table, guest: Guest) -> bool:
    """May an event look to this guest otherwise than to strangers?"""
    is_known = is_of(after, guest) or guest.id in after.barred
    is_known |= any(each.pending is not None and each.pending.asks == guest.id for each in (before, after))
    return is_known or before.seat_of(guest.id) is not None or may_look_back(after, guest)
