"""All tables of the house: those in use are actors in memory, the others lie in the store until somebody comes."""

import asyncio
import logging
import re
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, nullcontext, suppress
from dataclasses import replace
from functools import partial
from math import inf
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec

from torite.server.bots.readiness import Readiness
from torite.server.bots.thinking import Thinkers
from torite.server.health import MISSED, UNREADABLE
from torite.server.logs import where
from torite.server.people import history
from torite.server.people.notices import Notices
from torite.server.play import words
from torite.server.play.archive import Archive
from torite.server.play.forgetting import forget_at, forget_by
from torite.server.play.live import Live
from torite.server.pulse import Pulse
from torite.server.settings import Settings
from torite.server.storage.appends import Lease
from torite.server.storage.calls import Calls
from torite.server.storage.database import BROKEN, StoreError, Work
from torite.server.storage.leases import LEASE, RENEWALS, Elsewhere, Leases
from torite.server.storage.rounds import repeated
from torite.server.storage.store import Store
from torite.server.visitors.connection import RESTART
from torite.table.attempt import attempt
from torite.table.bodies import NewTable, TableSummary
from torite.table.clock import is_patient
from torite.table.decide import create
from torite.table.events import Challenge, Stored, encode
from torite.table.meeting import meet
from torite.table.reading import recalled
from torite.table.refusals import RefusalCode, Refused
from torite.table.returning import Home, MyEvents, MyTable
from torite.table.table import Guest, Table
from torite.table.views import summary

LOG = logging.getLogger("torite")
ID_SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that is easily misread
ID_LENGTH = 12  # 59 bits: the link is the key to an unlisted table
ID = re.compile(r"[a-z0-9]{1,40}")
LISTED_FOR = 24 * 3600.0  # seconds since the last event
LISTED_AT_MOST = 100
LOOKED_THROUGH = 1000  # tables, for those at which somebody is
Turn = Callable[[], AbstractAsyncContextManager[None]]
SWEEP = 30.0  # most seconds between two looks for idle tables
STRANDED = 60.0  # seconds between two looks for tables at which bots are to move and no node lets them
UPGRADE = 600.0  # seconds of asking for which a table that cannot be read here may be a newer node's, and not gone
AGAIN = 120.0  # most seconds between two asks of a page that nobody lets in; whoever asks later begins anew
CROWD = 2000  # tables in memory, 50 KB each: of more none is kept that nobody has used since the last look


class Tables:
    """Finds, makes, lists and forgets tables."""

    def __init__(self, store: Store, settings: Settings, notices: Notices) -> None:
        self._store, self._settings, self._notices = store, settings, notices
        self._archive = Archive(store, settings.games)
        self.thinkers = Thinkers(settings.thinkers, settings.thought, Readiness(settings.games))
        self.thinkers.readiness.begin()
        self.leases = Leases(store, settings.address, settings.thinkers if settings.only_thinks else 0)
        self.calls = Calls(store, self.leases.node)
        self.problems: dict[str, dict[str, list[str]]] = {}  # with files that are watched: game -> language -> lines
        self._pulse = Pulse(settings.pulse)
        self._live: dict[str, Live] = {}
        self._resting: dict[str, float] = {}  # not in memory, nor given back: seconds that the house had slept by then
        self._asked: dict[str, tuple[float, float]] = {}  # in vain, as it cannot be read: first and last time
        self._given_up: set[str] = set()  # whose bots were to move, but it could not be read
        self._loading: dict[str, _Loading] = {}
        self._listing, self._listed_at = asyncio.Lock(), -inf
        self._listed: list[TableSummary] | StoreError = []
        self._queueing: set[asyncio.Task[None]] = set()
        self._retiring: set[asyncio.Task[None]] = set()
        self._closing = False
        self._may_be_taken = False  # have others been able to take what is held, since the last look?
        self._sweeper = asyncio.create_task(self._sweep())
        self._holder = asyncio.create_task(self._hold())
        self._waking = asyncio.create_task(self._pulse.work(self._look_up))

    @property
    def in_use(self) -> int:
        """Number of tables in memory."""
        return len(self._live)

    @property
    def readers(self) -> int:
        """Number of their live connections."""
        return sum(len(live.presences.connections) for live in list(self._live.values()))

    def __contains__(self, table_id: object) -> bool:
        """Is the table in memory, or on its way there?"""
        return table_id in self._live or table_id in self._loading

    async def create(self, new: NewTable, creator: Guest | None) -> str:
        """Id of a new table.  Raises Refused, StoreError."""
        table_id, word = new_id(), None if new.word is None else await words.seal(new.word)
        await self._open(create(new, creator, table_id, self._settings.games, self._settings.now(), word))
        return table_id

    async def attempt(self, challenge: Challenge, guest: Guest, begun: Callable[[str], Work[None]]) -> str:
        """Id of a new table at which the guest plays a challenge; `begun` makes of it what is written with the table.

        Raises Refused, StoreError.
        """
        table_id, now = new_id(), self._settings.now()
        events = await asyncio.to_thread(attempt, challenge, guest, table_id, self._settings.games, now)
        await self._open(events, [begun(table_id)])
        return table_id

    async def meet(
        self, game: str, seats: int, people: Sequence[Guest], level: str, seated: Callable[[str], Work[None]]
    ) -> str:
        """Id of a new table at which people play who have waited for others; `seated` as `begun` above.

        Raises Refused, StaleWriter if `seated` does, StoreError.
        """
        table_id = new_id()
        await self._open(meet(game, seats, people, level, table_id, self._settings.games), [seated(table_id)])
        return table_id

    async def _open(self, events: Sequence[Stored], also: Sequence[Work[None]] = ()) -> None:
        """The table with these events is there from now on."""
        table = recalled(events, self._settings.games)
        lease = Lease(self.leases.node, 1)
        self._check_open()
        also = [history.note(table.id, history.visits(table)), *also]
        await self._store.append(table.id, 1, [encode(event) for event in events], history.entry(table, also), lease)
        if not self._closing:  # else it is anybody's
            self._live[table.id] = self._actor(table, lease)

    async def find(self, table_id: str, dead: str | None = None, turn: Turn = nullcontext) -> Live | Elsewhere:
        """The table, from memory or from the store, or the node that has it.  Raises Refused, StoreError.

        dead: a node that is known to be gone; turn: of whoever asks, for a table that has to be read
        """
        self._check_open()
        if table_id in self._live:
            return self._live[table_id]
        check_id(table_id)
        if table_id not in self._loading:
            turned = asyncio.get_running_loop().create_future()
            self._loading[table_id] = _Loading(asyncio.create_task(self._wake(table_id, dead, turned)), turned)
        loading = self._loading[table_id]
        queueing = asyncio.create_task(_queue(turn, loading.turned))
        self._queueing.add(queueing)
        queueing.add_done_callback(self._queueing.discard)
        return await asyncio.shield(loading.task)

    async def read(self, table_id: str) -> Table:
        """The table as it is, whoever has it.  Raises Refused, StoreError."""
        check_id(table_id)
        live = self._live.get(table_id)
        return live.table if live is not None else await self._archive.load(table_id)

    async def finished(self, now: Table, match: int | None) -> Table:
        """The table as it was after its finished match of this number, None = the last.  Raises Refused, StoreError."""
        number = _past(now, match)
        if number is None:
            return now
        return replace(await self._archive.load(now.id, number), shared=now.shared)  # since its end

    async def written(self, table_id: str) -> Table:
        """The table `as_written`: also where its game has changed.  Raises Refused, StoreError."""
        check_id(table_id)
        return await self._archive.written(table_id, None)

    async def written_finished(self, now: Table, match: int | None) -> Table:
        """The same after its finished match of this number, None = the last.  Raises Refused, StoreError."""
        number = _past(now, match)
        return now if number is None else await self._archive.written(now.id, number)

    async def listed(self) -> list[TableSummary]:
        """Tables for the lobby, as they were a moment ago.  Raises StoreError."""
        async with self._listing:
            if time.monotonic() - self._listed_at >= self._settings.glance:
                try:
                    self._listed = await self._list()
                except StoreError as error:  # all others would wait as long for it, one after the other
                    self._listed = error
                self._listed_at = time.monotonic()
            if isinstance(self._listed, StoreError):
                raise self._listed.with_traceback(None)
            return self._listed

    async def _list(self) -> list[TableSummary]:
        """First those at which somebody may be, of those one of each, then a second one, …; of equal ones the newest
        first.  Raises StoreError.
        """
        rows = await self._store.listed(time.time() - LISTED_FOR, LOOKED_THROUGH)
        others = await self.leases.others()

        mine = Counter[str]()  # tables at which somebody is, by who it is

        def rank(row: Any) -> tuple[bool, int]:
            """Deserted ones last; who is at a hundred tables, or opens as many, hides nobody's."""
            live = self._live.get(row.table_id)
            if live is None or not live.attended():
                return live is not None or not (row.node in others and _is_kept_for_somebody(row.summary)), 1
            mine[live.payer] += 1
            return False, mine[live.payer]

        shown = sorted(rows, key=rank)[:LISTED_AT_MOST]
        return [told for _, told in self._readable(shown, others)]

    def _readable(self, rows: Sequence[Any], others: set[str]) -> Iterator[tuple[Any, TableSummary]]:
        """Rows with what they tell; those that are damaged, or of a newer node, hide no others."""
        for row in rows:
            try:
                yield row, self._summary(row.table_id, row.summary, row.node in others)
            except BROKEN as error:
                LOG.error(UNREADABLE, {"table": row.table_id, "error": where(error)})

    async def knows(self, table_id: str, guest: str) -> bool:
        """Has this guest sat or spoken there?  Raises StoreError."""
        return ID.fullmatch(table_id) is not None and await history.was_at(self._store, guest, table_id)

    async def home(self, guest: str, before: float | None = None) -> Home:
        """The tables and matches of a guest.  Raises StoreError."""
        rows = await history.running(self._store, guest)
        others = await self.leases.others()
        readable = [*self._readable(rows, others)]
        await self._forgive([table for _, table in readable])
        every = [MyTable(table, row.seat, table.since or row.changed) for row, table in readable]
        open_ = [mine for mine in every if mine.table.phase != "over" or mine.table.turn]  # such as "another match?"
        running = sorted(open_, key=attrgetter("since"), reverse=True)
        most = history.MATCHES_AT_ONCE
        finished = await history.finished(self._store, guest, most + 1, before)
        return Home(running, finished[:most], len(finished) > most)

    async def _forgive(self, tables: Sequence[TableSummary]) -> None:
        """Tell since when somebody is to act as it will be told once a table is in memory again.  Raises StoreError."""
        clocked = [(t, t.since) for t in tables if t.since is not None and t.id not in self._live]
        gaps = await self.leases.gaps([table.id for table, _ in clocked]) if clocked else {}
        slept, now = self._pulse.slept(), self._settings.now()
        for table, since in clocked:
            gap = max(gaps.get(table.id, 0.0), slept - self._resting.get(table.id, slept))
            table.since = max(since, min(since + gap, now))

    async def told(self, guest: str, turn: Turn) -> list[MyEvents]:
        """What the events of all tables hold about this guest.  Raises StoreError.

        turn: of whoever asks; there may be thousands, and others come in between
        """
        found = []
        for table_id in await history.visited(self._store, guest):
            async with turn():
                found.append(await self._archive.told(table_id, guest))
        return [each for each in found if each is not None]

    async def forget(self, turn: Turn, guest: Guest) -> None:
        """Let nothing tell of this guest any more; seats in running matches are left.  Raises StoreError.

        turn: as above
        """
        for table_id in await history.visited(self._store, guest.id):
            async with turn():
                await self._forget(table_id, guest)

    async def _forget(self, table_id: str, guest: Guest) -> None:
        live, games = self._live.get(table_id), self._settings.games
        forget = partial(forget_by, store=self._store, games=games, table_id=table_id, guest=guest)
        if live is None or not await live.rewrite(forget):
            await forget_at(self._store, self.leases, games, table_id, guest)
            self._retire(table_id)

    def _summary(self, table_id: str, stored: bytes, elsewhere: bool) -> TableSummary:
        """As it is now if the table is in use here, else as it was stored; where no node has it, everybody is away."""
        live = self._live.get(table_id)
        if live is not None:
            return summary(live.table, live.away())
        told = msgspec.json.decode(stored, type=TableSummary)
        for seat in told.seats:
            seat.away = seat.kind == "person" and not (elsewhere and not is_patient(told.clock))
        return told

    async def hand_over(self) -> None:
        """Do nothing more at any table, and let the other nodes have them all; no error if that has been done."""
        if self._closing:
            return
        self._closing = True
        for task in (self._sweeper, self._holder, self._waking):
            task.cancel()
        await asyncio.gather(*(live.stop() for live in self._live.values()), *self._retiring)
        await self.leases.leave()

    async def go_on(self) -> None:
        """For ever: by correspondence let bots move where a node has ended before they had; nobody else would come."""
        await repeated(self._wake_stranded, STRANDED, "stranded tables could not be woken: %(error)s")

    async def _wake_stranded(self) -> None:
        nodes = {self.leases.node, *await self.leases.others()}
        rows = await self._store.left_running(time.time() - MISSED, nodes)
        for table_id in await asyncio.to_thread(_waiting_for_bots, rows):  # of thousands nobody's move waits for it
            if table_id not in self._given_up:
                try:
                    await self.find(table_id)
                except Refused:
                    self._given_up.add(table_id)

    def renew(self, game: str, problems: dict[str, list[str]]) -> None:
        """The file of this game has been saved."""
        self.problems[game] = problems
        for live in self._live.values():
            if live.table.game.name == game:
                live.renew(problems)

    async def close(self) -> None:
        """Stop everything; the store has all that was acknowledged."""
        await self.hand_over()
        await self.thinkers.readiness.end()
        await self.thinkers.close()

    # ---- from the store to memory and back ----
    def _check_open(self) -> None:
        if self._closing:
            raise Refused(RefusalCode.STORE_UNAVAILABLE)

    async def _wake(self, table_id: str, dead: str | None, turned: asyncio.Future[AsyncExitStack]) -> Live | Elsewhere:
        try:
            lease = await self.leases.claim(table_id, dead)
            if lease is None:
                raise Refused(RefusalCode.NOT_FOUND)
            slept, before = self._pulse.slept(), self._resting.pop(table_id, inf)
            if isinstance(lease, Elsewhere):
                return lease
            lease = replace(lease, gap=max(lease.gap, slept - before))
            self._resting[table_id] = slept - lease.gap  # for the next try, if it cannot be read now
            try:
                async with await turned:
                    table = await self._archive.load(table_id)
            except Refused as refused:
                if refused.code == RefusalCode.NOT_FOUND or not await self.leases.others():
                    raise
                await self.leases.release(table_id, lease.epoch)  # another node may know more, or other games
                self._resting.pop(table_id, None)
                if refused.code != RefusalCode.GONE or self._is_damaged(table_id):
                    raise
                raise Refused(RefusalCode.SERVER_ERROR) from refused  # who asks again may come to that one
            self._check_open()
            live = self._live[table_id] = self._actor(table, lease)
            del self._resting[table_id]
            self._asked.pop(table_id, None)
            self._given_up.discard(table_id)
            return live
        finally:
            del self._loading[table_id]
            turned.cancel()
            if not turned.cancelled():
                await turned.result().aclose()  # a turn that was not needed; no error if it is over

    def _is_damaged(self, table_id: str) -> bool:
        """Has somebody asked in vain for so long that no newer node can read it either?"""
        now = time.monotonic()
        since, last = self._asked.get(table_id, (now, now))
        since = since if now - last < AGAIN else now  # meanwhile a newer one may have had it open
        self._asked[table_id] = since, now
        return now - since > UPGRADE

    def _actor(self, table: Table, lease: Lease) -> Live:
        reload, lost = partial(self._archive.load, table.id), partial(self._retire, table.id)
        slept, tell = self._pulse.slept, self._notices.tell
        live = Live(table, self._store, self.thinkers, self._settings, reload, lease, lost, slept, tell)
        if problems := self.problems.get(table.game.name):
            live.renew(problems)
        return live

    # ---- the lease ----
    async def _hold(self) -> None:
        """Stay alive for the other nodes; after an interruption, or a call, see what they have taken."""
        await repeated(self._renew, LEASE / RENEWALS, "the lease could not be renewed: %(error)s", self._rest)

    async def _renew(self) -> None:
        self._may_be_taken |= not await self.leases.renew()
        if self._may_be_taken:
            await self.look_what_is_held()
            self._may_be_taken = False

    async def _rest(self, seconds: float) -> None:
        self._may_be_taken |= await self.calls.wait("tables", seconds)

    def _look_up(self) -> None:
        for live in self._live.values():
            live.look_up()

    async def look_what_is_held(self) -> None:
        """Give up the tables that others have taken.  Raises StoreError."""
        before = list(self._live)  # what is opened meanwhile is ours
        held = await self.leases.held()
        for table_id in before:
            live = self._live.get(table_id)
            if live is not None and (table_id, live.lease.epoch) not in held:
                self._retire(table_id)

    def _retire(self, table_id: str) -> None:
        """Another node has the table, or it is gone: send its readers there."""
        live = self._live.pop(table_id, None)
        if live is not None:
            live.dismiss(RESTART)
            task = asyncio.create_task(live.stop())
            self._retiring.add(task)
            task.add_done_callback(self._retiring.discard)

    async def _sweep(self) -> None:
        every = min(SWEEP, self._settings.idle)
        await repeated(self._put_away, every, "idle tables could not be put away: %(error)s")

    async def _put_away(self) -> None:
        idle = self._settings.idle if len(self._live) <= CROWD else min(SWEEP, self._settings.idle)
        for table_id, live in list(self._live.items()):
            if live.is_idle(idle):
                del self._live[table_id]  # in the same step as the look: nobody can have come in between
                # One that is waited for a day stays this node's, as the lease tells since when the house is away.
                stays = live.table.running and is_patient(live.table.clock)
                if stays:
                    self._resting[table_id] = self._pulse.slept()
                await live.stop()
                if not stays:
                    await self._release(table_id, live.lease.epoch)

    async def _release(self, table_id: str, epoch: int) -> None:
        try:
            if table_id not in self:
                await self.leases.release(table_id, epoch)
        except StoreError as error:
            LOG.error("the table could not be released: %(error)s", {"error": error})


class _Loading(NamedTuple):
    """A table on its way into memory."""

    task: asyncio.Task[Live | Elsewhere]
    turned: asyncio.Future[AsyncExitStack]  # somebody's turn, which is open as long as the stack


async def _queue(turn: Turn, turned: asyncio.Future[AsyncExitStack]) -> None:
    """Wait for a turn and hand it on, unless it is not needed by then."""
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(turn())
        if not turned.done():
            turned.set_result(stack.pop_all())


def _is_kept_for_somebody(stored: bytes) -> bool:
    """Does another node have a table because somebody is there?  By correspondence it keeps what nobody has open."""
    with suppress(*BROKEN):  # damaged
        return not is_patient(msgspec.json.decode(stored, type=TableSummary).clock)
    return False


def _waiting_for_bots(rows: Sequence[Any]) -> list[str]:
    return [row.table_id for row in rows if _waits_for_bots(row.summary)]


def _waits_for_bots(stored: bytes) -> bool:
    """Is it played by correspondence, and nobody but bots is to move?"""
    with suppress(*BROKEN):  # damaged
        told = msgspec.json.decode(stored, type=TableSummary)
        waited_for = [told.seats[i] for i in told.turn]
        is_running = told.phase == "playing" and is_patient(told.clock)
        return is_running and all(seat.kind == "bot" or seat.stand_in for seat in waited_for)
    return False


def _past(table: Table, match: int | None) -> int | None:
    """Number of the finished match, None asks for the last; None = the one that still lies there.  Raises Refused."""
    if table.phase == "over" and match in (None, table.played):
        return None
    if match is None and table.played == 0:
        raise Refused(RefusalCode.NO_MATCH if table.match is None else RefusalCode.NOT_OVER)
    if match is not None and not 1 <= match <= table.played:
        raise Refused(RefusalCode.NOT_FOUND)
    return match or table.played


def new_id() -> str:
    """An id that nobody can guess."""
    return "".join(secrets.choice(ID_SIGNS) for _ in range(ID_LENGTH))


def check_id(table_id: str) -> None:
    """May a table be called so?  Raises Refused."""
    if not ID.fullmatch(table_id):
        raise Refused(RefusalCode.NOT_FOUND)
