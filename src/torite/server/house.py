"""What the handlers of the server share."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import partial

from torite.server.health import Health
from torite.server.matches.bot_reviews import BotReviews
from torite.server.matches.challenges import Challenges
from torite.server.matches.exercises import Exercises
from torite.server.matches.practice import Practice
from torite.server.matches.reviews import Reviews
from torite.server.people.guests import Badge, BrokenCookie, Cookies, shown_cookie
from torite.server.people.links import Links
from torite.server.people.notices import Notices
from torite.server.people.passkeys import Passkeys
from torite.server.people.ratings import Ratings
from torite.server.people.sanctions import Sanctions
from torite.server.people.sessions import Sessions
from torite.server.play import words
from torite.server.play.forgetting import LATE, forget_everywhere, forget_late
from torite.server.play.live import Live
from torite.server.play.meetings import Meetings
from torite.server.play.tables import Tables, check_id
from torite.server.play.workshop import Workshop
from torite.server.retention import Retention
from torite.server.settings import Settings
from torite.server.storage.leases import Elsewhere
from torite.server.storage.rounds import repeated
from torite.server.storage.store import Store
from torite.server.visitors.limits import Caller, Limits, Turns, address_of, payer_of
from torite.server.visitors.origins import may_call
from torite.server.visitors.passing import Passes, Scouts
from torite.table.admission import may_look_back, seat_in_match
from torite.table.looking import Reading
from torite.table.messages import Invite
from torite.table.reading import reading_of
from torite.table.refusals import RefusalCode, Refused, game_named
from torite.table.table import Guest, Table


class House:
    """The running server: its tables, its store, and who may come in."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings, self.store = settings, store
        self.cookies = Cookies(settings.key)
        self.notices = Notices(store, settings)
        self.tables = Tables(store, settings, self.notices)
        self.sessions = Sessions(store, self.tables.look_what_is_held)
        self.sanctions = Sanctions(store)
        self.links, self.passkeys = Links(store), Passkeys(store, settings.key)
        self.limits, self.passes, self.scouts = Limits(settings), Passes(settings.key), Scouts()
        self.challenges = Challenges(store, self.tables, settings)
        self.meetings = Meetings(store, self.tables, settings, self.sanctions)
        self.retention = Retention(store, settings, self.tables, self.challenges)
        self.looking = Turns(2)  # matches are shown again: pure work of the processor, seconds where many were played
        self.practice = Practice(store, self.tables.thinkers, settings)
        self.exercises = Exercises(store, settings, self.looking, self.practice.want)
        self.waking = Turns(2)  # tables are read, which takes seconds where somebody has played for years
        self.sealing = Turns()  # words of tables are wanted or said
        self.telling = Turns()  # the same for what is stored about a guest
        self.homes = Turns(20)  # of guests, one each: who has opened thousands of tables keeps the store busy
        self.ratings = Ratings(store)
        self.health = Health(store, self.tables.thinkers.pool)
        self.reviews = Reviews(store, self.tables.thinkers, settings)
        self.bot_reviews = BotReviews(store, self.tables, self.reviews, settings)
        self._workshop = Workshop(settings, self.tables)

    async def badge(self, connection: Caller) -> Badge | None:
        """The cookie of who is at the other end, by the name of now; one that is broken or counts no more is none.

        Raises StoreError.
        """
        badge = self._shown(connection)
        return await self.sessions.now(badge) if badge is not None else None

    async def guest(self, connection: Caller) -> Guest | None:
        """Who is at the other end; None without a name.  Raises StoreError."""
        badge = await self.badge(connection)
        return badge.guest if badge is not None else None

    async def known(self, connection: Caller) -> Badge:
        """Who is at the other end and has a name.  Raises Refused, StoreError."""
        badge = await self.badge(connection)
        if badge is None:
            raise Refused(RefusalCode.NAME_NEEDED)
        return badge

    def _shown(self, connection: Caller) -> Badge | None:
        try:
            return self.cookies.read(shown_cookie(connection))
        except BrokenCookie:
            return None

    def check_origin(self, connection: Caller) -> None:
        """Refuse what another site's page has sent.  Raises Refused."""
        if not may_call(connection.headers, self.settings.origins):
            raise Refused(RefusalCode.FOREIGN_ORIGIN)

    def check_welcome(self, connection: Caller) -> None:
        """The same, and refuse who is banned: for all that others would notice.  Raises Refused."""
        self.check_origin(connection)
        badge = self._shown(connection)
        self.sanctions.check_visitor(badge.guest.id if badge is not None else None, address_of(connection))

    def check_handshake(self, connection: Caller) -> None:
        """May a live connection be opened from there?  Raises Refused."""
        self.check_welcome(connection)
        self.limits.check_connection(connection)

    async def find(
        self, caller: Caller, guest: Guest | None, table_id: str, dead: str | None = None
    ) -> Live | Elsewhere:
        """The table of a link, or the node that has it.  Raises Refused, StoreError.

        dead: a node that is known to be gone.
        """
        self.sanctions.check_table(table_id)
        async with self._guess(caller, guest, table_id):
            return await self.tables.find(table_id, dead, partial(self.waking.of, payer_of(caller, guest)))

    @asynccontextmanager
    async def _guess(self, caller: Caller, guest: Guest | None, table_id: str) -> AsyncIterator[None]:
        """As `Limits.guess`; who has been at the table does not guess, whatever others at the address have done."""
        if self.limits.may_guess(caller) or guest is None or not await self.tables.knows(table_id, guest.id):
            with self.limits.guess(caller):
                yield
        else:
            yield

    async def finished(self, caller: Caller, table_id: str, match: int | None) -> Table:
        """The table as it was after its finished match of this number, None = the last, if the caller may look at it.

        Raises Refused, StoreError.
        """
        _, table = await self._looked_back(caller, table_id, match, self.tables.read, self.tables.finished)
        return table

    async def written(self, caller: Caller, table_id: str, match: int | None) -> Reading:
        """The same match as it was written down, by no rules; for the same people.  Raises Refused, StoreError."""
        tables = self.tables
        guest, table = await self._looked_back(caller, table_id, match, tables.written, tables.written_finished)
        reading = reading_of(table)
        reading.seat = seat_in_match(table, guest)
        return reading

    async def _looked_back(
        self,
        caller: Caller,
        table_id: str,
        match: int | None,
        read: Callable[[str], Awaitable[Table]],
        finished: Callable[[Table, int | None], Awaitable[Table]],
    ) -> tuple[Guest | None, Table]:
        """Who asks, and the table after that match: counted, and one at a time."""
        self.limits.count_replay(caller)
        guest = await self.guest(caller)
        async with self._guess(caller, guest, table_id), self.looking.of(payer_of(caller, guest)):
            now = await read(table_id)
            await self._check_word(now, guest, match)
            table = await finished(now, match)
        await self._check_may_look_back(now, guest, table)
        return guest, table

    async def _check_may_look_back(self, now: Table, guest: Guest | None, then: Table) -> None:
        """May this visitor know all of the match that was over then?  Raises Refused, StoreError."""
        if may_look_back(now, guest, then):
            return
        if guest is None or not await self.challenges.may_see(now.id, then.played, guest):
            raise Refused(RefusalCode.PRIVATE if then.challenge is None else RefusalCode.CHALLENGE_UNTRIED)

    async def forget(self, guest: Guest, payer: str) -> None:
        """Let nothing tell of this guest any more.  Raises StoreError."""
        await forget_everywhere(self.store, self.sessions, guest, self._at_tables(payer))

    def _at_tables(self, payer: str) -> Callable[[Guest], Awaitable[None]]:
        return partial(self.tables.forget, partial(self.telling.of, payer))

    async def forget_late(self) -> None:
        """Also what was let in before and written after.  Raises StoreError."""
        await forget_late(self.store, self._at_tables(""))

    async def go_on_forgetting(self) -> None:
        """For ever."""
        await repeated(self.forget_late, LATE, "who has left could not be forgotten once more: %(error)s")

    async def _check_word(self, table: Table, guest: Guest | None, match: int | None) -> None:
        """Who has played a challenge knows what it was made of.  Raises Refused, StoreError."""
        if await words.knows(self.store, table, guest):
            return
        number, known = match or table.played, range(1, table.played + 1)
        if guest is None or number not in known or not await self.challenges.may_see(table.id, number, guest):
            raise Refused(RefusalCode.WORD_NEEDED)

    def turn_for(self, word: str | None, payer: str) -> AbstractAsyncContextManager[None]:
        """Until it is the payer's turn to have this word sealed, which is work; nothing without one."""
        return nullcontext() if word is None else self.sealing.of(payer)

    def check_invitation(self, request: Invite) -> None:
        """Could there be such a table here?  All who are at the other one are told.  Raises Refused."""
        game_named(self.settings.games, request.game)
        check_id(request.table)

    async def say_word(self, caller: Caller, table_id: str, word: str) -> None:
        """The caller says the word of a table.  Raises Refused, StoreError."""
        guest = (await self.known(caller)).guest
        self.sanctions.check_table(table_id)
        async with self._guess(caller, guest, table_id):
            with self.limits.word(caller, guest, table_id):
                async with self.looking.of(payer_of(caller, guest)):
                    table = await self.tables.read(table_id)
                async with self.turn_for(word, payer_of(caller, guest)):
                    await words.say(self.store, table, guest, word)

    async def close(self) -> None:
        """Stop the tables, then the store."""
        await self._workshop.end()
        await self.reviews.close()
        await self.practice.close()
        await self.tables.close()
        await self.store.close()
