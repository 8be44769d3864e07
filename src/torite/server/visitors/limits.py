"""How much one visitor may take, so that nobody can take the house from the others.

What is too much at once is refused, what is too much by many sockets waits: a school is one address, too.

Who holds many connections or opens many tables is told apart by address, and behind a proxy by the address that the
proxy names, if the operator has said that it may be believed (`--proxy`).  This machine itself is not counted: what
comes from it may be everybody, through a proxy of which nothing was said.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from typing import Any
from weakref import WeakValueDictionary

from litestar.connection import ASGIConnection

from torite.server.settings import Settings
from torite.server.visitors.connection import Bucket
from torite.server.visitors.doors import counted_as, counted_with, release
from torite.table.refusals import RefusalCode, Refused
from torite.table.table import Guest

KEPT = 10_000  # most buckets in memory
FILE = 0.1  # of a request: a built file takes so much of the work, and who opens a link needs thirty
CROWD = 30  # readers of a table: it costs the house little to tell fewer, whoever makes it
RECORDS = 16  # of one address that are on their way or wait, four times as many of all: each may be 1 MiB
CLASS = 5  # times as much at once from one address as by one guest: a school begins
MISSES = {
    RefusalCode.NOT_FOUND,
    RefusalCode.BAD_LINK,
    RefusalCode.BAD_PASSKEY,
    RefusalCode.UNKNOWN_PASSKEY,
    RefusalCode.NO_CHALLENGE,
    RefusalCode.WRONG_WORD,
}

Caller = ASGIConnection[Any, Any, Any, Any]


class Limits:
    """Counts what visitors do, by address and by guest."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._connections: Counter[str] = Counter()  # by address
        self._waiting: Counter[str] = Counter()  # requests, by address
        self._records: Counter[str] = Counter()  # that are on their way or wait, by address; "" = all
        self._telling: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by what is counted
        self._buckets: dict[str, Bucket] = {}  # by what is counted, and whose it is

    def check_connection(self, caller: Caller) -> None:
        """May this address have one connection more?  Raises Refused."""
        most = self._settings.connections
        for each, times in counted_with(address_of(caller)).items():
            if self._connections[each] >= most * times:
                raise Refused(RefusalCode.TOO_MANY_CONNECTIONS, max=most)

    @contextmanager
    def connection(self, caller: Caller) -> Iterator[None]:
        """Counts a connection as long as it lasts."""
        counted = counted_with(address_of(caller))
        self._connections.update(dict.fromkeys(counted, 1))
        try:
            yield
        finally:
            release(self._connections, counted)

    async def wait(self, host: str, is_file: bool = False) -> None:
        """Let a request from there wait for its turn.  Raises Refused, see `request_delay`."""
        delay = self.request_delay(host, is_file)
        counted = counted_with(counted_as(host)) if delay else {}
        self._waiting.update(dict.fromkeys(counted, 1))
        try:
            await asyncio.sleep(delay)
        finally:
            release(self._waiting, counted)

    def request_delay(self, host: str, is_file: bool = False) -> float:
        """Seconds that a request from there has to wait, so that many sockets are served no more than a few.

        Who waits for the answers has no more requests waiting than sockets: more are refused.  Raises Refused.
        is_file: for one of those that a page consists of, which the house keeps in memory.
        """
        rate, burst, most = self._settings.requests, self._settings.requests_burst, self._settings.sockets
        counted = counted_with(address := counted_as(host))
        buckets = [*zip(self._of("requests", address, rate, burst), counted.values(), strict=True)]
        # Files owe a tenth, so it is counted, too, how many wait.
        full = any(self._waiting[each] >= max(1, most * times) for each, times in counted.items())
        if full or any(requests.owed() + 1 > most * times for requests, times in buckets):
            raise Refused(RefusalCode.TOO_FAST)  # and is counted nowhere: it waits for nothing
        return max((requests.reserve(FILE if is_file else 1.0) for requests, _ in buckets), default=0.0)

    def message_delay(self, payer: str) -> float:
        """The same for a message of a live connection, by what its work is counted."""
        messages = self._of("messages", payer, self._settings.crowd, self._settings.crowd_burst)
        return max((bucket.reserve() for bucket in messages), default=0.0)

    @asynccontextmanager
    async def telling(self, payer: str, readers: int) -> AsyncIterator[Callable[[], None]]:
        """A turn to ask for what a table with so many readers would be told: to a crowd, that is as much as hundreds.

        It waits for those before it alone: however many look on, nobody's move takes longer for that.  What it yields
        is to be called when they have been told: of what is refused nobody hears, and it owes nothing.
        """
        if readers <= CROWD:
            yield lambda: None
            return
        buckets = self._of("told", payer, self._settings.told, self._settings.told_burst)

        def told() -> None:
            for bucket in buckets:
                bucket.reserve(readers)

        async with AsyncExitStack() as turn:
            for each, bucket in zip(counted_with(payer), buckets, strict=True):  # neighbours one after the other, too
                await turn.enter_async_context(self._telling.setdefault(each, asyncio.Lock()))
                if (delay := bucket.reserve(0)) > 0:
                    await asyncio.sleep(delay)
            yield told

    def count_talk(self, payer: str) -> None:
        """Somebody says something, which the table keeps.  Raises Refused."""
        _take(self._of("talk", payer, self._settings.talk, self._settings.talk_burst))

    def count_begin(self, payer: str) -> None:
        """Somebody begins a match, which is kept once it is over.  Raises Refused."""
        _take(self._of("begins", payer, self._settings.begins, self._settings.begins_burst))

    def count_switch(self, payer: str) -> None:
        """Somebody takes a seat, sets an option, …, which the table keeps.  Raises Refused."""
        _take(self._of("switches", payer, self._settings.switches, self._settings.switches_burst))

    def count_table(self, caller: Caller, guest: Guest | None) -> None:
        """Somebody opens a table.  Raises Refused.

        Nameless callers share one bucket where no address tells them apart; who wants their own chooses a name.
        """
        rate, burst = self._settings.tables, self._settings.tables_burst
        _take(self._of_both("tables", caller, guest, rate, burst), RefusalCode.TOO_MANY_TABLES)

    def count_challenge(self, caller: Caller, guest: Guest) -> None:
        """Somebody makes a challenge of a match.  Raises Refused."""
        rate, burst = self._settings.challenges, self._settings.challenges_burst
        _take(self._of_both("challenges", caller, guest, rate, burst), RefusalCode.TOO_MANY_CHALLENGES)

    def count_oneself(self, caller: Caller, guest: Guest | None) -> None:
        """Somebody wants what concerns a guest alone: to be told everything, to be forgotten, ...  Raises Refused."""
        _take(self._of_both("oneself", caller, guest, self._settings.oneself, self._settings.oneself_burst))

    def _of_both(self, what: str, caller: Caller, guest: Guest | None, rate: float, burst: int) -> list[Bucket]:
        """By guest and by address."""
        own = self._of(what, f"guest {guest.id}", rate, burst) if guest is not None else []
        own += self._of(what, address_of(caller), rate, burst * CLASS)
        return own or [self._bucket(what, rate, burst)]

    def count_replay(self, caller: Caller) -> None:
        """Somebody wants a deal shown again, which is work.  Raises Refused."""
        _take(self._of("replays", address_of(caller), self._settings.replays, self._settings.replays_burst))

    @contextmanager
    def record(self, caller: Caller) -> Iterator[None]:
        """A long record is read, waits for its turn, and is shown.  Raises Refused where there are too many.

        No address has more than half as many as there is room left for: so some is left for the next one.
        """
        room = 4 * RECORDS - self._records[""]
        counted = counted_with(address_of(caller))
        if room <= 0 or any(self._records[each] >= min(RECORDS, room / 2) * times for each, times in counted.items()):
            raise Refused(RefusalCode.TOO_FAST)
        counted = {"": 1, **counted}
        self._records.update(dict.fromkeys(counted, 1))
        try:
            yield
        finally:
            release(self._records, counted)

    def may_guess(self, caller: Caller) -> bool:
        """Has this address not tried too many links that lead nowhere?"""
        return not any(bucket.is_empty() for bucket in self._misses(caller))

    def _misses(self, caller: Caller) -> list[Bucket]:
        return self._of("misses", address_of(caller), self._settings.misses, self._settings.misses_burst)

    @contextmanager
    def guess(self, caller: Caller) -> Iterator[None]:
        """A link is followed, or a passkey shown; one that leads nowhere counts.  Raises Refused."""
        if not self.may_guess(caller):
            raise Refused(RefusalCode.TOO_FAST)
        try:
            yield
        except Refused as refused:
            if refused.code in MISSES:
                for bucket in self._misses(caller):
                    bucket.take()
            raise

    @contextmanager
    def word(self, caller: Caller, guest: Guest, table_id: str) -> Iterator[None]:
        """A guest says the word of a table.  It counts from the beginning, so that many at a time do, too, unless it
        turns out to be right.  Raises Refused.

        Where no address is told, those of all guests at the table count together: a guest is quickly made.
        """
        rate, burst = self._settings.words, self._settings.words_burst
        buckets = self._of("words", address_of(caller) or f"table {table_id}", rate, burst)
        buckets += self._of("words", f"guest {guest.id}", rate, burst)
        _take(buckets)
        yield
        for bucket in buckets:
            bucket.give_back()

    def _of(self, what: str, payer: str | None, rate: float, burst: int) -> list[Bucket]:
        """What is counted of an address, or of whoever is named otherwise: an IPv6 address with its neighbours, too."""
        counted = counted_with(payer).items()
        return [self._bucket(f"{what} {each}", rate * times, burst * times) for each, times in counted]

    def _bucket(self, key: str, rate: float, burst: int) -> Bucket:
        found = self._buckets.get(key)
        if found is not None:
            return found
        if len(self._buckets) >= KEPT:  # whoever has taken most is remembered, however many others come
            self._buckets = dict(sorted(self._buckets.items(), key=lambda each: each[1].room())[: KEPT // 2])
        self._buckets[key] = fresh = Bucket(rate, burst)
        return fresh


def _take(buckets: Sequence[Bucket], code: RefusalCode = RefusalCode.TOO_FAST) -> None:
    """One of each, or none of any: who is refused has taken nothing from the others.  Raises Refused."""
    if any(bucket.is_empty() for bucket in buckets):
        raise Refused(code)
    for bucket in buckets:
        bucket.take()


class Turns:
    """One piece of work at a time: who wants several waits for his own, and of others for one each."""

    def __init__(self, at_once: int = 1) -> None:
        """at_once: pieces, each of somebody else."""
        self._work = asyncio.Semaphore(at_once)
        self._own: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def of(self, payer: str) -> AsyncIterator[None]:
        """A turn of whom `payer_of` names."""
        async with AsyncExitStack() as turn:
            for each in counted_with(payer):  # neighbours have one turn together, one after the other
                await turn.enter_async_context(self._own.setdefault(each, asyncio.Lock()))
            await turn.enter_async_context(self._work)
            yield


def address_of(caller: Caller) -> str | None:
    """By what a caller is counted; None = not counted."""
    return counted_as(caller.client.host) if caller.client is not None else None


def payer_of(caller: Caller, guest: Guest | None) -> str:
    """By what the work done for a caller is counted: the address, where there is none the guest."""
    return address_of(caller) or (guest.id if guest is not None else "")
