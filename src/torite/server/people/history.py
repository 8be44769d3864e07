"""Whose tables and matches there are: written in the transaction of the events that they follow from."""

import time
from collections.abc import Sequence, Set
from contextlib import suppress
from math import inf
from typing import Any

import msgspec
import sqlalchemy as sa

from torite.server.storage.appends import Entry
from torite.server.storage.database import BROKEN, Work
from torite.server.storage.schema import EXERCISES, MATCHES, PLAYED, TABLES, TRIES, VISITS, same_match
from torite.server.storage.store import Store
from torite.table.counting import absent, uncounted
from torite.table.returning import MatchSummary
from torite.table.table import GONE, Match, Table
from torite.table.tries import result
from torite.table.views import summary

AT_MOST = 100  # tables of a guest that are told
MATCHES_AT_ONCE = 20  # the same list is asked for every few seconds, also by a phone on a train
GUEST: sa.BindParameter[str] = sa.bindparam("guest")
RUNNING = (
    sa.select(TABLES.c.table_id, TABLES.c.summary, TABLES.c.node, VISITS.c.seat, TABLES.c.changed)
    .join(VISITS, VISITS.c.table_id == TABLES.c.table_id)
    .where(VISITS.c.guest == GUEST, VISITS.c.seat.is_not(None))
    .order_by(TABLES.c.phase == "over", TABLES.c.changed.desc())
    .limit(AT_MOST)
)
WAS_AT = sa.select(VISITS.c.table_id).where(VISITS.c.guest == GUEST, VISITS.c.table_id == sa.bindparam("table"))
FINISHED = (
    sa.select(MATCHES.c.summary, MATCHES.c.ended, PLAYED.c.seat)
    .join(PLAYED, same_match(PLAYED, MATCHES.c))
    .where(PLAYED.c.guest == GUEST, MATCHES.c.ended < sa.bindparam("before"))
    .order_by(MATCHES.c.ended.desc())
)
Visits = frozenset[tuple[str, int | None]]  # guest id, and the seat that the guest has or has left to a bot


def entry(table: Table, also: Sequence[Work[None]] = ()) -> Entry:
    """What the list of tables knows of it.  also: what else is written with it."""
    is_shown = table.listed and not table.locked and not (table.running and table.watching != "allowed")
    return Entry(is_shown, table.phase, msgspec.json.encode(summary(table)), also)


def visits(table: Table) -> Visits:
    """Every guest whose id stands in the events of the table.

    Who has got up from a match of bots alone has put it away for good.
    """
    nobody, attended = {GONE, *table.barred}, any(seat.kind == "person" for seat in table.seats)
    left = {seat.guest for seat in table.seats if not attended and seat.has_left and seat.willing}
    seats = {seat.guest: i for i, seat in enumerate(table.seats) if seat.guest and seat.guest not in nobody | left}
    known = {*table.named.values(), table.creator or ""} - {"", GONE} | seats.keys()
    return frozenset((guest, seats.get(guest)) for guest in known)


def same_people(one: Table, other: Table) -> bool:
    """Have both the same visits?  Asked at every move, at which it costs little to know."""
    return (one.seats, one.named, one.barred, one.creator) == (other.seats, other.named, other.barred, other.creator)


def note(table_id: str, now: Visits, before: Visits | None = None) -> Work[None]:
    """Write down who has been there.  before: as it stands there; None = not known."""
    fresh = now - (before or frozenset())
    old = VISITS.delete().where(VISITS.c.table_id == table_id)
    if before is not None:
        old = old.where(VISITS.c.guest.in_({guest for guest, _ in now ^ before}))

    def write(connection: sa.Connection) -> None:
        connection.execute(old)
        if fresh:
            rows = [{"guest": guest, "table_id": table_id, "seat": seat} for guest, seat in sorted(fresh, key=str)]
            connection.execute(VISITS.insert(), rows)

    return write


def keep(table: Table, away: Set[str]) -> Work[None]:
    """Write down the match that has just ended.  away: guests who were not there."""
    assert table.match is not None
    told = match_summary(table, table.match, time.time(), away)
    challenge, brought = table.challenge, _brought(table, table.match)
    players = [(i, seat.guest) for i, seat in enumerate(table.seats) if seat.guest not in (None, GONE)]

    def write(connection: sa.Connection) -> None:
        which = {"table_id": table.id, "number": table.played}
        row = {"ended": told.ended, "game": told.game, "counts": told.uncounted is None}
        connection.execute(MATCHES.insert(), {**which, **row, "summary": msgspec.json.encode(told)})
        if players:
            connection.execute(PLAYED.insert(), [{**which, "guest": guest, "seat": seat} for seat, guest in players])
        if challenge is not None:
            own = TRIES.update().where(TRIES.c.table_id == table.id, TRIES.c.challenge == challenge.id)
            connection.execute(own.values(ended=told.ended, result=brought))

    return write


def share(table_id: str, number: int) -> Work[None]:
    """Write down that all with the link may look at this match."""

    def write(connection: sa.Connection) -> None:
        for kind, word in ((MATCHES, "shared"), (EXERCISES, "shown")):
            which = kind.update().where(kind.c.table_id == table_id, kind.c.number == number)
            connection.execute(which.values({word: True}))

    return write


def _brought(table: Table, match: Match) -> float | None:
    """The result of a try; None = there is none, or a bot has played a part of it."""
    if (challenge := table.challenge) is None or match.stand_ins or match.guests[challenge.seat] in (None, GONE):
        return None
    return result(match, challenge.whole, challenge.deal, challenge.seat)


def match_summary(table: Table, match: Match, ended: float, away: Set[str] = frozenset()) -> MatchSummary:
    """A finished match of the table.  away: as above."""
    assert match.outcome is not None
    exact = exactly_met(match)
    return MatchSummary(
        table=table.id,
        number=table.played,
        game=table.game.name,
        preset=table.preset,
        ended=ended,
        names=[name or None for name in match.names],
        levels=[seat.level if seat.kind == "bot" and not seat.stand_in else None for seat in table.seats],
        points=list(match.outcome.scores),
        places=places(match.outcome.scores, match.outcome.winners),
        take_backs=match.take_backs,
        options=dict(table.options),
        sides=sides(match),
        bids=[len(deals) for deals in exact],
        met=[sum(deals) for deals in exact],
        uncounted=uncounted(table),
        absent=absent(table),
        missed=[i for i, seat in enumerate(table.seats) if seat.kind == "person" and seat.guest in away],
        challenge=table.challenge.id if table.challenge is not None else None,
    )


def sides(match: Match) -> list[int]:
    """By seat, the first seat of its side; who was a partner for one deal alone has another place in the match."""
    position, outcome = match.position, match.outcome
    assert outcome is not None
    ended = places(outcome.scores, outcome.winners)
    masks = [int(position.game.partners(position.state, seat)) for seat in range(len(ended))]
    return [min(q for q in range(len(ended)) if masks[p] >> q & 1 and ended[q] == ended[p]) for p in range(len(ended))]


def exactly_met(match: Match) -> list[list[bool]]:
    """By seat, for each deal with something to meet exactly: was it met?  [] if there is nothing such in the game."""
    if (columns := match.position.game.sheet.exact) is None:
        return []
    wanted, got = columns
    return [
        [deal[wanted][seat] == deal[got][seat] for deal in match.sheet if deal[wanted][seat] is not None]
        for seat in range(len(match.names))
    ]


def places(scores: Sequence[int], winners: Sequence[int]) -> list[int]:
    """The place of every seat, from 1: the winners share the first, the others follow by their scores.

    Who has lost alone comes after the game itself.
    """
    if len(scores) == 1:
        return [1 if winners else 2]
    fewer_is_better = bool(winners) and scores[winners[0]] < max(scores)
    worth = [-score if fewer_is_better else score for score in scores]
    others = [p for p in range(len(scores)) if p not in winners]
    return [
        1 if p in winners else 1 + len(winners) + sum(worth[q] > worth[p] for q in others) for p in range(len(scores))
    ]


async def running(store: Store, guest: str) -> list[Any]:
    """Rows (table_id, summary, node, seat, changed) of tables where this guest has a seat.  Raises StoreError.

    Those whose match is over come last, and are told by whoever asks only where somebody is waited for.
    """
    return await store.read(RUNNING, guest=guest)


async def was_at(store: Store, guest: str, table_id: str) -> bool:
    """Does this guest stand in the events of the table?  Raises StoreError."""
    return bool(await store.read(WAS_AT, guest=guest, table=table_id))


async def visited(store: Store, guest: str) -> list[str]:
    """Ids of the tables in whose events this guest stands.  Raises StoreError."""
    rows = await store.read(sa.select(VISITS.c.table_id).where(VISITS.c.guest == guest).order_by(VISITS.c.table_id))
    return [row.table_id for row in rows]


async def finished(
    store: Store, guest: str, limit: int | None = None, before: float | None = None
) -> list[MatchSummary]:
    """The matches that this guest has played to the end, newest first.  Raises StoreError.

    before: unix time before which they have ended; None = now.
    """
    found, rows = [], await store.read(FINISHED.limit(limit), guest=guest, before=inf if before is None else before)
    for row in rows:
        with suppress(*BROKEN):  # it hides no others
            told = msgspec.json.decode(row.summary, type=MatchSummary)
            found.append(msgspec.structs.replace(told, seat=row.seat))
    if len(found) < len(rows) == limit:  # older ones in their place
        found += await finished(store, guest, limit - len(found), rows[-1].ended)
    return found
