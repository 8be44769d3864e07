"""A table that is in use: one task with an inbox, so that everything happens to it one after the other.

What is asked is decided, appended to the store, and only then becomes the table and is told to its readers.  If the
store refuses, the table stays as it was.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from math import inf

from torite.games.game import Game, OptionError
from torite.search.warm import same_kernels
from torite.server.bots.pool import Asker
from torite.server.bots.thinking import Thinkers
from torite.server.logs import where
from torite.server.people import history
from torite.server.people.notices import told_lately
from torite.server.play import words
from torite.server.play.presence import Presences
from torite.server.play.thoughts import Asking, Job, Line, Thoughts
from torite.server.play.updates import broadcast
from torite.server.settings import Settings
from torite.server.storage.appends import UNOWNED, Lease
from torite.server.storage.database import StaleWriter, Succeeded
from torite.server.storage.store import Store
from torite.server.visitors.connection import RESTART, SHUT, Bucket, Connection, frame
from torite.server.visitors.doors import neighbourhood
from torite.server.visitors.limits import CROWD
from torite.server.visitors.problems import refusal_of
from torite.table.admission import shut, word_sealed
from torite.table.asking import asker_gone
from torite.table.claiming import claimed_in_vain, left
from torite.table.clock import MERCY, PACES, WELCOME, is_patient
from torite.table.decide import (
    bot_acts,
    claim_holds,
    decide,
    gathered,
    preset_taken,
    resumed,
    returned,
    stand_in,
)
from torite.table.draft import Step
from torite.table.events import Finished, Shared, encode
from torite.table.meeting import GATHERING
from torite.table.messages import Ack, Advice, FromClient, Notice, Presence, Resync, Rules
from torite.table.refusals import RefusalCode, Refused
from torite.table.table import Guest, Table, with_game
from torite.table.turns import BotTurn, Puzzle, Question, bot_turns, late, next_late
from torite.table.views import NOBODY, snapshot

LOG = logging.getLogger("torite")
MANY = 8  # events at once: a deal that is played out because somebody has claimed the rest
WORDS = 0.2  # new words a second: each is work
RETRY = 1.0  # seconds before a bot tries again what the store has refused
HUSH = 1.0  # a crowd is told who is here once in so many seconds
MOMENT = 0.01  # seconds by which a timer may ring too soon
NAMELESS = Guest("", "")

Rewrite = Callable[[Lease], Awaitable[Table | None]]  # the table as it is then; None = nobody can play on


class Live:
    """The actor of one table."""

    def __init__(
        self,
        table: Table,
        store: Store,
        thinkers: Thinkers,
        settings: Settings,
        reload: Callable[[], Awaitable[Table]],
        lease: Lease = UNOWNED,
        lost: Callable[[], None] = lambda: None,
        slept: Callable[[], float] = lambda: 0.0,
        tell: Callable[..., None] = lambda before, after, here, called, gone=NOBODY: None,
    ) -> None:
        """lost: is called when another node has taken the table; slept: seconds that the house has, so far; tell: as
        that of Notices.
        """
        self.table = table
        self.lease, self._lost = lease, lost
        self._slept, self._tell = slept, tell
        self._counted = slept() - lease.gap  # of what was slept: the table was nobody's for so long
        self.used = time.monotonic()  # when something happened here last
        self._left = -inf  # when somebody went away last
        self._came = NOBODY  # guests who have come since nobody was here
        self._called = told_lately(table, settings.now())  # to who has not come since, on their devices
        self._deserted: asyncio.TimerHandle | None = None  # rings when nobody who plays has been here for the grace
        self.presences = Presences(settings.grace, self._waited_long_enough)
        self._store, self._thinkers, self._settings, self._reload = store, thinkers, settings, reload
        self._inbox: asyncio.Queue[Job] = asyncio.Queue()
        self._thoughts = Thoughts(thinkers, settings, self._post, self._asker, self._on_choice, self._on_settled)
        self._noted: history.Visits | None = None  # as the store has them; None = not known
        self._sealing = Bucket(WORDS, 3)
        self._admitted: set[tuple[str | None, str]] = set()  # word, and guest that is known to have said it
        self._told: Presence | None = None  # the last one that all were sent; None = they have missed one
        self._hush: asyncio.TimerHandle | None = None  # rings when a crowd may be told again who is here
        self._unsaved = False  # has the store refused what a bot or a clock does?
        self._coming: set[Connection] | None = set()  # whom the inbox has not let in yet; None = nobody is any more
        pace = PACES.get(table.clock)
        mercy = min(MERCY, pace.move) if pace is not None else 0.0  # nobody could move while it lay there
        self._mercy = settings.now() + mercy
        self._first: float | None = None  # when the first of those has come who are brought together here
        self._bell: asyncio.TimerHandle | None = None  # rings when somebody is out of time, or they have gathered
        self._problems: dict[str, list[str]] | None = None  # with the game's file, by language; None = never renewed
        self._task = asyncio.create_task(self._work())
        self._deaf = thinkers.readiness.listen(table.game, lambda: self._post(self._hear))
        thinkers.readiness.want(table.game)
        self._ring()
        self._wake_bots()

    # ---- for the outside ----
    def arrive(self, connection: Connection) -> None:
        """A reader is there: it gets a snapshot, then every update, or is told why not."""
        if self._coming is None:  # it has been given up since the reader was led here
            connection.drop(RESTART)
            return
        self._coming.add(connection)
        self._post(partial(self._on_arrival, connection))

    def depart(self, connection: Connection) -> None:
        """A reader is gone."""
        self._post(partial(self._on_departure, connection))

    async def ask(self, connection: Connection, request: FromClient) -> bool:
        """Carry a request out or refuse it; returns when it has been answered.  True = it is not refused."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        if self._coming is not None:
            self._post(partial(self._on_request, connection, request, done))
            await self._done(done)
        return done.done() and done.result()

    async def _done(self, job: asyncio.Future[bool]) -> None:
        """Until the job is done, or nothing is done here any more."""
        await asyncio.wait((job, self._task), return_when=asyncio.FIRST_COMPLETED)

    async def rewrite(self, write: Rewrite) -> bool:
        """Let what is stored be written over in the table's own turn, and go on; False = another has it by now.

        Raises StoreError.
        """
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._post(partial(self._on_rewriting, write, done))
        await self._done(done)
        return done.done() and done.result()

    def renew(self, problems: dict[str, list[str]]) -> None:
        """The game's file has been saved; with `problems` the rules are still those of before."""
        self._post(partial(self._on_renewal, problems))

    def look_up(self) -> None:
        """The house has slept."""
        self._ring()

    async def shut_to(self, guest: Guest | None) -> RefusalCode | None:
        """Why this visitor may not look in now; None = may.  Raises StoreError."""
        table = self.table
        if table.word is not None and guest is not None and await words.knows(self._store, table, guest):
            self._admitted.add((table.word, guest.id))
        return self._shut(self.table, guest)

    def _shut(self, table: Table, guest: Guest | None) -> RefusalCode | None:
        """The same of a table before or after this one, as far as it is known."""
        return shut(table, guest, guest is not None and (table.word, guest.id) in self._admitted)

    def is_idle(self, seconds: float) -> bool:
        """Has nobody been here for so long, and is nothing going on?"""
        busy = self.presences.connections or self._thoughts.are_awaited or self._inbox.qsize()
        return not busy and time.monotonic() - self.used > seconds

    def away(self) -> frozenset[str]:
        """Guests who have a seat here and no connection."""
        seated = {seat.guest for seat in self.table.seats if seat.guest is not None}
        return frozenset(seated - self.presences.here)

    def _missing(self) -> frozenset[str]:
        """Those of them whose seats may be freed: in a match who is away for the grace."""
        return self.away() - self.presences.just_gone() if self.table.running else self.away()

    def attended(self) -> bool:
        """Is somebody here, or was until a moment ago?"""
        return bool(self.presences.connections) or time.monotonic() - self._left < self._settings.grace

    @property
    def payer(self) -> str:
        """By what the work for who is here is counted: of who plays, else of who watches; "" = nobody is."""
        return self._asker().near

    def dismiss(self, code: int) -> None:
        """Close the sockets of all readers."""
        for connection in self.presences.connections:
            connection.drop(code)

    async def stop(self) -> None:
        """End the task and all thoughts; the store has everything.  Who has not been let in may come again."""
        coming, self._coming = self._coming or (), None
        for connection in coming:
            connection.drop(RESTART)
        self._deaf()
        self.presences.stop()
        self._stop_bell()
        self._stop_deserted()
        self._stop_hush()
        self._task.cancel()
        await asyncio.gather(self._task, *self._thoughts.cancel(), return_exceptions=True)

    # ---- the inbox ----
    def _post(self, job: Job) -> None:
        self.used = time.monotonic()
        self._inbox.put_nowait(job)

    async def _work(self) -> None:
        while True:
            job = await self._inbox.get()
            try:
                await job()
            except Exception as error:
                LOG.error("table %(table)s: %(error)s", {"table": self.table.id, "error": where(error)})

    async def _on_arrival(self, connection: Connection) -> None:
        guest = connection.guest
        try:
            why = await self.shut_to(guest)
        except Exception as error:
            why = refusal_of(error).code
        if self._coming is not None:
            self._coming.discard(connection)
        if why is not None:
            self._see_off(connection, why)
            return
        self.presences.enter(connection)
        self._came |= self.presences.here
        self._called = {call for call in self._called if call[0] not in self.presences.here}
        is_back = False
        try:
            if guest is not None and self.table.seat_of(guest.id) is not None:
                steps = returned(self.table, guest, self._settings.now())
                await self._carry_out(steps, but=connection)
                is_back = bool(steps)
                self._welcome(guest)
        except Exception as error:
            refusal_of(error)  # has logged it; the bot plays on until the next move of this guest
        self._send_snapshot(connection)
        if is_back:
            connection.tell(Notice("relieved", {}))
        self._tell_presence(but=connection)
        self._wake_bots()

    async def _on_departure(self, connection: Connection) -> None:
        if connection not in self.presences.connections:
            return  # has been seen off
        self.presences.leave(connection)
        self._left = time.monotonic()
        self._tell_presence()
        if self._is_deserted:
            # If nobody comes back, what the bots still think of, or wait for a thread with, is for nobody.
            self._stop_deserted()
            self._deserted = asyncio.get_running_loop().call_later(self._settings.grace + MOMENT, self._rest)

    @property
    def _is_deserted(self) -> bool:
        """Is nobody here who has a seat?"""
        return self.presences.here.isdisjoint(seat.guest for seat in self.table.seats)

    def _rest(self) -> None:
        """Nobody who has a seat has been here for the grace."""
        if self._is_deserted:
            self._tell(self.table, self.table, NOBODY, self._called, self._came)
            self._came = NOBODY
        self._wake_bots()

    def _stop_deserted(self) -> None:
        if self._deserted is not None:
            self._deserted.cancel()
            self._deserted = None

    async def _on_request(self, connection: Connection, request: FromClient, done: asyncio.Future[bool]) -> None:
        is_refused = False
        try:
            if connection not in self.presences.connections:
                return  # has been seen off
            if isinstance(request, Resync):
                self._send_snapshot(connection)
            else:
                await self._relieve_the_late()
                guest = connection.guest or NAMELESS
                draft = decide(self.table, guest, request, self._missing(), self._settings.now())
                await self._carry_out(draft.steps)
                for notice in draft.notices:
                    connection.tell(notice)
                if draft.word is not None:
                    await self._ask_for(draft.word)
                if draft.puzzle is not None:
                    tell = partial(self._tell_advice, connection, draft.puzzle)
                    self._thoughts.advise(self.table, draft.puzzle, tell)
                if draft.claim is not None:
                    self._thoughts.look_into(draft.claim, self.table.game, (connection, request.id))
                    return  # answered when it is known
        except Exception as error:
            is_refused = True
            connection.refuse(refusal_of(error), request.id)
        else:
            if request.id is not None:
                connection.tell(Ack(request.id, self.table.seq))
        finally:
            if not done.done():  # who has asked may be gone
                done.set_result(not is_refused)

    # ---- what happens ----
    async def _carry_out(self, steps: Sequence[Step], but: Connection | None = None) -> None:
        """Store the events, then let them happen, then tell them.  If the store raises, nothing has happened."""
        if not steps:
            return
        table = steps[-1].after
        visits = self._noted
        if visits is None or not history.same_people(self.table, table):
            visits = history.visits(table)
        also = [history.note(table.id, visits, self._noted)] if visits != self._noted else []
        also += [history.keep(table, self.away()) for step in steps if isinstance(step.event, Finished)]
        also += [history.share(table.id, step.event.match) for step in steps if isinstance(step.event, Shared)]
        bodies = [encode(step.event) for step in steps]
        try:
            await self._store.append(table.id, self.table.seq + 1, bodies, history.entry(table, also), self.lease)
        except Succeeded:
            self._lost()
            raise
        except StaleWriter:
            self._go_on_with(await self._reload())  # somebody else has written
            raise
        before, self.table, self._noted = self.table, table, visits
        for step in steps:
            await self._broadcast(step, but)
            if len(steps) > MANY:
                await asyncio.sleep(0)  # other tables come in between
        self._tell(before, table, self.presences.here, self._called)
        self._see_off_strangers()
        if table.seats is before.seats and not self._unsaved:
            self._await_the_absent()
        else:
            self._unsaved = False
            self._tell_presence()
        self._wake_bots()
        if self._is_outdated and not self.table.running:
            await self._take_new_rules()

    async def _ask_for(self, word: str) -> None:
        """Who comes is asked for this word from now on.  Raises Refused, StoreError."""
        if not self._sealing.take():
            raise Refused(RefusalCode.TOO_FAST)
        await self._carry_out(word_sealed(self.table, await words.seal(word)))

    async def _on_rewriting(self, write: Rewrite, done: asyncio.Future[bool]) -> None:
        try:
            table = await write(self.lease)
        except StaleWriter:
            done.set_result(False)
        except Exception as error:
            done.set_exception(error)
        else:
            done.set_result(table is not None)
            if table is not None:
                self._go_on_with(replace(table, in_vain=self.table.in_vain))

    def _go_on_with(self, table: Table) -> None:
        """Show the table, as the store has it, to all."""
        self.table, self._noted = table, None
        self._see_off_strangers()
        for connection in self.presences.connections:
            self._send_snapshot(connection)
        self._tell_presence()
        self._wake_bots()

    async def _broadcast(self, step: Step, but: Connection | None) -> None:
        readers = self.presences.connections - {but}
        may_look = [each for each in readers if self._shut(step.after, each.guest) is None]
        seated = {seat.guest for seat in step.after.seats}
        may_look.sort(key=lambda each: (each.guest or NAMELESS).id not in seated)  # a crowd hears of it after them
        await broadcast(step, may_look, self.away(), self._settings.now())

    def _send_snapshot(self, connection: Connection) -> None:
        now = self._settings.now()
        connection.tell(snapshot(self.table, self.table.seq, connection.guest, self.away(), now))
        self._tell_rules(connection)

    # ---- rules that change ----
    @property
    def _is_outdated(self) -> bool:
        """Are the rules of the house others by now?"""
        return self._settings.games.get(self.table.game.name) is not self.table.game

    async def _on_renewal(self, problems: dict[str, list[str]]) -> None:
        self._problems = problems
        game = self._settings.games[self.table.game.name]
        if self._is_outdated and (
            not self.table.running or await asyncio.to_thread(same_kernels, self.table.game, game)
        ):
            await self._take_new_rules()
        else:
            for connection in self.presences.connections:
                self._tell_rules(connection)

    async def _take_new_rules(self) -> None:
        """A running match whose kernels are others goes on by those that it was begun with."""
        game = self._settings.games[self.table.game.name]
        self.table = with_game(self.table, game)
        self._thinkers.trust_again(self.table.id)
        for connection in self.presences.connections:
            self._send_snapshot(connection)
        if not self.table.running:
            await self._take_new_options(game)

    async def _take_new_options(self, game: Game) -> None:
        """If those of the table do not fit any more, the first preset's."""
        try:
            fits = game.full_options(self.table.options, self.table.preset) == self.table.options
        except OptionError:
            fits = False
        if not fits:
            preset = next(iter(game.presets))
            await self._carry_out(preset_taken(self.table, preset))

    def _tell_rules(self, connection: Connection) -> None:
        if self._problems is not None:
            connection.tell(Rules(self._is_outdated, self._problems))

    # ---- who is here ----
    def _see_off_strangers(self) -> None:
        """Close the sockets of those who may not look in any more."""
        readers = [*self.presences.connections]
        for connection in readers:
            if (why := self._shut(self.table, connection.guest)) is not None:
                self._see_off(connection, why)
        if len(readers) > len(self.presences.connections):
            self._tell_presence()

    def _see_off(self, connection: Connection, why: RefusalCode) -> None:
        """Tell a reader why, and close the socket; what passes is worth another try."""
        connection.refuse(Refused(why))
        connection.drop(RESTART if why == RefusalCode.STORE_UNAVAILABLE else SHUT)
        self.presences.leave(connection)

    async def _hear(self) -> None:
        self._tell_presence()

    def _tell_presence(self, but: Connection | None = None) -> None:
        """Tell the readers who is here, if that has changed; `but`, who has just come, in any case and at once."""
        away = self.away()
        seats = self.table.seats
        news = Presence(
            away=[seat.kind == "person" and seat.guest in away for seat in seats],
            spectators=self.presences.spectators(seat.guest for seat in seats),
            compiled=self._thinkers.readiness.share(self.table.game),
            grace=None if is_patient(self.table.clock) else self._settings.grace,
            unsaved=self._unsaved,
        )
        is_new, text = news != self._told, frame(news)
        is_late = is_new and self._is_hushed()
        for connection in self.presences.connections:
            if (is_new and not is_late) or connection is but:
                connection.send(text)
        self._told = None if is_late else news
        self._await_the_absent()

    def _is_hushed(self) -> bool:
        """Has a crowd just been told?  One address that comes and goes would have hundreds told a hundred times."""
        if self._hush is not None:
            return True
        if len(self.presences.connections) > CROWD:
            self._hush = asyncio.get_running_loop().call_later(HUSH, self._speak)
        return False

    def _speak(self) -> None:
        self._stop_hush()
        self._tell_presence()

    def _stop_hush(self) -> None:
        if self._hush is not None:
            self._hush.cancel()
            self._hush = None

    def _tell_trouble(self, error: Exception) -> None:
        """What a bot or a clock does has failed, and is tried again: the readers are told what they wait for."""
        self._unsaved = refusal_of(error).code == RefusalCode.STORE_UNAVAILABLE
        self._tell_presence()

    def _await_the_absent(self) -> None:
        """Run a clock for every absent person that a match or a proposal waits for, if somebody is there to wait."""
        asked = self.table.running or self.table.pending is not None
        waiting = asked and self.presences.connections and not is_patient(self.table.clock)
        away = self.away() if waiting else frozenset()
        waited_for = {s.guest for s in self.table.seats if s.guest is not None and s.is_person} & away
        if waiting and (pending := self.table.pending) is not None and pending.asks is not None:
            waited_for |= {pending.asks} - self.presences.here
        self.presences.await_back(waited_for)
        self._await_the_late()

    def _waited_long_enough(self, guest: str) -> None:
        self._post(partial(self._on_long_absence, guest))

    async def _on_long_absence(self, guest: str) -> None:
        seat = self.table.seat_of(guest)
        if guest in self.presences.here:
            return
        try:
            now, table, away = self._settings.now(), self.table, self._missing()
            steps = asker_gone(table, guest) if seat is None else stand_in(table, seat, now=now, away=away)
            await self._carry_out(steps)
        except Exception as error:
            refusal_of(error)
            self._await_the_absent()  # the clock runs once more

    # ---- clocks ----
    def _welcome(self, guest: Guest) -> None:
        """By correspondence who comes late may move himself, if nobody who plays is here and would wait longer."""
        until, table = self._settings.now() + WELCOME, self.table
        others = {seat.guest for seat in table.seats} & self.presences.here - {guest.id}
        if is_patient(table.clock) and not others and table.seat_of(guest.id) in late(table, until):
            self._mercy = max(self._mercy, until)

    async def _forget_sleep(self) -> None:
        """Nobody could move while the house slept, or no node had the table."""
        slept = self._slept()
        if slept == self._counted:
            return
        steps = resumed(self.table, slept - self._counted, self._settings.now())
        await self._carry_out(steps)
        self._counted = slept
        for connection in self.presences.connections if steps else ():
            self._send_snapshot(connection)  # what has happened is told to nobody, the clocks are

    def _await_the_late(self) -> None:
        """Let a bell ring when the next person is out of time, if somebody is there to hear it."""
        self._stop_bell()
        until = self._gathered_at()
        if until is None and (first_late := next_late(self.table)) is not None:
            until = max(first_late, self._mercy)
        if until is not None and self.presences.connections:
            wait = until - self._settings.now()
            self._bell = asyncio.get_running_loop().call_later(max(0.0, wait), self._ring)

    def _gathered_at(self) -> float | None:
        """Until when those who are brought together here may add to the shuffle; None = none of them has come."""
        seated = {seat.guest for seat in self.table.seats} if self.table.gathers else set()
        if not seated & self.presences.here:
            self._first = None
        elif self._first is None:
            self._first = self._settings.now()
        return None if self._first is None else self._first + GATHERING

    def _stop_bell(self) -> None:
        if self._bell is not None:
            self._bell.cancel()
            self._bell = None

    def _ring(self) -> None:
        self._post(self._on_bell)

    async def _on_bell(self) -> None:
        try:
            await self._relieve_the_late()
            self._await_the_late()
        except Exception as error:
            self._tell_trouble(error)
            self._stop_bell()
            self._bell = asyncio.get_running_loop().call_later(RETRY, self._ring)

    async def _relieve_the_late(self) -> None:
        """A bot moves for everybody who is out of time."""
        await self._forget_sleep()
        now = self._settings.now()
        if (until := self._gathered_at()) is not None and now >= until:
            await self._carry_out(gathered(self.table, now))
        while now >= self._mercy and self.presences.connections and (seats := late(self.table, now)):
            await self._carry_out(stand_in(self.table, seats[0], True, now, self._missing()))

    # ---- bots ----
    def _wake_bots(self, delay: float = 0.0) -> None:
        """Let the bots think that have to decide; none at a deserted table.

        By correspondence nobody need be there: the bots go on until a person is asked.
        """
        from_afar = is_patient(self.table.clock) and any(seat.is_person for seat in self.table.seats)
        turns = bot_turns(self.table) if from_afar or self.attended() else ()
        self._thoughts.keep_to(turns, self.table.game, delay)

    async def _on_choice(self, turn: BotTurn, code: str) -> None:
        try:
            await self._carry_out(bot_acts(self.table, turn.seat, code, self._settings.now()))
        except Exception as error:
            self._tell_trouble(error)
            if self._unsaved or self.attended():
                self._wake_bots(RETRY)

    def _asker(self) -> Asker:
        """For whom the bots think: the first person in seat order, else one who watches."""
        seats = {seat.guest: i for i, seat in enumerate(self.table.seats) if seat.guest is not None}
        last = len(self.table.seats)
        here = [(seats.get(c.guest.id, last) if c.guest else last, c.payer) for c in self.presences.connections]
        seat, payer = min(here, default=(last, ""))
        return Asker(self.table.id, payer, seat < last, near=neighbourhood(payer))

    # ---- hints and claims ----
    def _tell_advice(self, connection: Connection, puzzle: Puzzle, task: asyncio.Task[Advice]) -> None:
        if task.cancelled() or self.table.asked.get(puzzle.seat) != puzzle.asked:  # it comes too late
            return
        if error := task.exception():
            connection.refuse(refusal_of(error))
        else:
            connection.tell(task.result())

    async def _on_settled(self, question: Question, line: Line | None, asking: list[Asking]) -> None:
        try:
            await self._answer_claim(question, line)
        except Exception as error:
            refused = refusal_of(error)
            for connection, number in asking:
                connection.refuse(refused, number)
        else:
            for connection, number in asking:
                if number is not None:
                    connection.tell(Ack(number, self.table.seq))

    async def _answer_claim(self, question: Question, line: Line | None) -> None:
        """Play the deal out, or tell that the claim does not hold.  Raises Refused, StoreError."""
        seat = question.seat
        if self.table.asked.get(seat) != question.asked or not self.table.seats[seat].is_person:
            raise Refused(RefusalCode.STALE_SEQ)
        if line is None:
            self.table = claimed_in_vain(self.table, seat)
            raise Refused(RefusalCode.NOT_YET, left=left(self.table, seat))
        await self._carry_out(claim_holds(self.table, seat, line, self._settings.now()))
