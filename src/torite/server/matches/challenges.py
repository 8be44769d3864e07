"""Challenges and who has tried them: kept in the store, told to each as he may know them.

The lines of others, and the par, are told to whoever has played the deal himself, and to nobody before.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec
import sqlalchemy as sa

from torite.games.game import Game
from torite.server.matches.reviews import PAR
from torite.server.play.tables import ID, Tables, new_id
from torite.server.settings import Settings
from torite.server.storage.database import StaleWriter, Work
from torite.server.storage.schema import CHALLENGES, HIDDEN, PLAYED, REVIEWS, TRIES, same_match
from torite.server.storage.store import Store
from torite.table import tries
from torite.table.challenge import MATCH_UNIT, of_house
from torite.table.counting import helped
from torite.table.events import Challenge
from torite.table.fairness import new_seal
from torite.table.refusals import RefusalCode, Refused, game_named
from torite.table.returning import Contest, Line, MyTry
from torite.table.table import Guest, Table

AT_MOST = 200  # results that are told
_CHALLENGE = msgspec.json.Decoder(Challenge)


class Challenges:
    """Makes, tells and drops challenges, and lets guests try them."""

    def __init__(self, store: Store, tables: Tables, settings: Settings) -> None:
        self._store, self._tables, self._settings = store, tables, settings

    # ---- which there are ----
    async def of_day(self, name: str) -> Any:
        """Row of today's deal of a game.  Raises Refused, StoreError.

        Its cards are drawn when it is asked for first, so nobody can know them before its day.
        """
        game, today = self.game(name), self._today()
        which = (CHALLENGES.c.game == name, CHALLENGES.c.day == today.isoformat())
        if (row := await self._find(*which)) is None:
            made = await asyncio.to_thread(of_house, new_id(), game, new_seal())
            await self._add(made, day=today.isoformat())
            row = await self._find(*which)
        return row

    async def of_match(self, table: Table, deal: int, guest: Guest) -> str:
        """Id of the challenge that is this deal of the match that has just ended at the table, for the guest's seat.

        Raises Refused, StoreError.
        """
        if table.challenge is not None:
            return table.challenge.id
        match = table.match
        assert match is not None
        if (why := tries.why_not(table, guest)) is not None:
            raise Refused(why)
        seat = match.guests.index(guest.id)
        made = await asyncio.to_thread(tries.of_match, new_id(), table, match, deal, seat)
        origin = {"table_id": table.id, "number": table.played, "deal": made.deal, "seat": seat}
        which = [CHALLENGES.c[key] == value for key, value in origin.items()]
        if (row := await self._find(*which)) is None:
            by_bots = match.stand_ins > 0  # partly: that is nobody's result
            brought = None if by_bots else await asyncio.to_thread(tries.result, match, made.whole, made.deal, seat)
            first = {
                "challenge": made.id, "guest": guest.id, "nth": 1, "name": guest.name, "counts": helped(match) is None,
                "table_id": table.id, "number": table.played, "ended": self._settings.now(), "result": brought,
            }  # fmt: skip
            await self._add(made, first, guest=guest.id, name=guest.name, **origin)
            row = await self._find(*which)
        assert row is not None
        return str(row.id)

    async def named(self, challenge_id: str) -> Any:
        """Row of the challenge of this id.  Raises Refused, StoreError."""
        row = await self._find(CHALLENGES.c.id == challenge_id) if ID.fullmatch(challenge_id) else None
        if row is None:
            raise Refused(RefusalCode.NO_CHALLENGE)
        return row

    async def _find(self, *which: sa.ColumnElement[bool]) -> Any | None:
        rows = await self._store.read(sa.select(CHALLENGES).where(*which))
        return rows[0] if rows else None

    async def _add(self, made: Challenge, first: dict[str, Any] | None = None, **where: Any) -> None:
        """Keep it, unless somebody has been first with the same one; first: the try that it comes from."""
        row = {"id": made.id, "game": made.game, "made": self._settings.now(), "body": msgspec.json.encode(made)}

        def write(connection: sa.Connection) -> None:
            connection.execute(CHALLENGES.insert(), row | where)
            if first is not None:
                connection.execute(TRIES.insert(), first)

        with suppress(StaleWriter):
            await self._store.run(write)

    # ---- trying it ----
    async def begin(self, row: Any, guest: Guest) -> str:
        """Id of the table at which the guest plays it: one that is not over yet, or a new one.

        Raises Refused, StoreError.
        """
        challenge = _CHALLENGE.decode(row.body)
        mine = await self._own(row, guest)
        if mine and mine[-1].ended is None:
            return str(mine[-1].table_id)
        if self._is_over(row):
            raise Refused(RefusalCode.CHALLENGE_OVER)
        self.game(challenge.game)
        fresh = {"challenge": row.id, "guest": guest.id, "nth": len(mine) + 1, "name": guest.name}
        try:
            return await self._tables.attempt(challenge, guest, lambda table: _begun(row, fresh | {"table_id": table}))
        except StaleWriter:  # a second click has been first
            begun = await self._own(row, guest)
            if len(begun) == len(mine):
                raise
            return str(begun[-1].table_id)

    async def _tries(self, *which: sa.ColumnElement[bool]) -> list[Any]:
        return await self._store.read(sa.select(TRIES).where(*which).order_by(TRIES.c.challenge, TRIES.c.nth))

    async def _own(self, row: Any, guest: Guest) -> list[Any]:
        """The guest's, of this challenge, in their order."""
        return await self._tries(TRIES.c.challenge == row.id, TRIES.c.guest == guest.id)

    # ---- telling of it ----
    async def tell(self, row: Any, guest: Guest | None) -> Contest:
        """The challenge as the guest may know it.  Raises Refused, StoreError."""
        challenge = _CHALLENGE.decode(row.body)
        game = self.game(challenge.game)
        mine = await self._own(row, guest) if guest is not None else []
        counted = (TRIES.c.challenge == row.id, TRIES.c.counts == sa.true(), TRIES.c.result.is_not(None))
        tries = await self._number(*counted)
        own = next((each.result for each in mine if each.counts), None)
        place = None if own is None else 1 + await self._number(*counted, TRIES.c.result > own)
        return Contest(
            id=row.id,
            game=challenge.game,
            players=challenge.players,
            preset=challenge.preset,
            options=challenge.options,
            seat=challenge.seat,
            level=challenge.level,
            deal=challenge.deal,
            whole=challenge.whole,
            unit=(MATCH_UNIT if challenge.whole else game.unit).name,
            day=row.day,
            until=self._until(row),
            by=row.name,
            tries=tries,
            place=place,
            mine=[_mine(each) for each in mine],
            lines=await self._lines(row, guest, mine, counted) if has_tried(mine) and guest is not None else None,
        )

    async def _number(self, *which: sa.ColumnElement[bool]) -> int:
        """How many tries there are of this kind."""
        (row,) = await self._store.read(sa.select(sa.func.count().label("tries")).where(*which))
        return int(row.tries)

    async def _lines(
        self, row: Any, guest: Guest, mine: Sequence[Any], counted: Sequence[sa.ColumnElement[bool]]
    ) -> list[Line]:
        """The best results that count, and all of one's own."""
        seen = TRIES.c.guest.not_in(sa.select(HIDDEN.c.guest)).label("seen")
        best = sa.select(TRIES, seen).where(*counted, TRIES.c.guest != guest.id)
        others = await self._store.read(best.order_by(TRIES.c.result.desc(), TRIES.c.ended).limit(AT_MOST))
        lines = [_line(row, each, each.name if each.seen else None) for each in others]
        lines += [_line(row, each, each.name, own=True) for each in mine if each.result is not None]
        return sorted(lines, key=lambda line: (-line.result, not line.counts, line.ended))

    async def tried(self, row: Any, guest: Guest) -> Challenge:
        """The challenge, for somebody who has played it.  Raises Refused, StoreError."""
        if not has_tried(await self._own(row, guest)):
            raise Refused(RefusalCode.CHALLENGE_UNTRIED)
        return _CHALLENGE.decode(row.body)

    async def may_see(self, table_id: str, match: int, guest: Guest) -> bool:
        """Is that match a try of a challenge that the guest has played, too?

        Several challenges may be made of one match.  Raises Refused while the guest has begun another one of them
        whose result will count, and StoreError.
        """
        theirs, own = TRIES.alias("theirs"), TRIES.alias("own")
        query = sa.select(own.c.ended, own.c.counts).join(theirs, theirs.c.challenge == own.c.challenge)
        shown = (theirs.c.table_id == table_id, theirs.c.number == match, own.c.guest == guest.id)
        mine = await self._store.read(query.where(*shown))
        if any(each.ended is None and each.counts for each in mine):
            raise Refused(RefusalCode.CHALLENGE_UNTRIED)
        played = query.where(*shown, theirs.c.result.is_not(None), own.c.ended.is_not(None))
        return bool(mine and await self._store.read(played))

    # ---- when ----
    def _today(self) -> date:
        return datetime.fromtimestamp(self._settings.now(), UTC).date()

    def _until(self, row: Any) -> float | None:
        """Unix time from which on it cannot be begun."""
        if row.day is None:
            return None
        end = datetime.combine(date.fromisoformat(row.day) + timedelta(days=1), datetime.min.time(), UTC)
        return end.timestamp()

    def _is_over(self, row: Any) -> bool:
        until = self._until(row)
        return until is not None and self._settings.now() >= until

    def game(self, name: str) -> Game:
        """The game of this name.  Raises Refused."""
        return game_named(self._settings.games, name)

    # ---- what goes ----
    async def of_guest(self, guest: str) -> list[MyTry]:
        """Everything that the guest has tried.  Raises StoreError."""
        return [_mine(each) for each in await self._tries(TRIES.c.guest == guest)]

    async def clear(self, before: float) -> int:
        """Delete those from before that time that nobody has tried; their number.  Raises StoreError."""
        untried = ~sa.exists().where(TRIES.c.challenge == CHALLENGES.c.id)
        old = sa.select(CHALLENGES.c.id).where(CHALLENGES.c.made < before, untried)

        def write(connection: sa.Connection) -> int:
            gone = [row.id for row in connection.execute(old)]
            connection.execute(CHALLENGES.delete().where(CHALLENGES.c.id.in_(gone)))
            connection.execute(REVIEWS.delete().where(REVIEWS.c.table_id.in_([PAR + each for each in gone])))
            return len(gone)

        return await self._store.run(write)


def has_tried(mine: Sequence[Any]) -> bool:
    """Has a guest with these tries played it to the end?"""
    return any(each.ended is not None for each in mine)


def _begun(challenge: Any, row: dict[str, Any]) -> Work[None]:
    """The try is begun; it counts if the guest cannot know the cards."""

    def write(connection: sa.Connection) -> None:
        knew = row["nth"] > 1
        if challenge.table_id is not None:
            of_match = sa.select(CHALLENGES.c.id).where(same_match(CHALLENGES, challenge))
            connection.execute(of_match.order_by(CHALLENGES.c.id).with_for_update())  # two at once see each other
            knew = knew or _was_there(connection, challenge, row["guest"])
            # Who has begun on another seat will know the cards from this one.
            mine = (TRIES.c.guest == row["guest"], TRIES.c.ended.is_(None))
            begun = TRIES.update().where(
                *mine, TRIES.c.challenge.in_(of_match.where(CHALLENGES.c.deal == challenge.deal))
            )
            connection.execute(begun.values(counts=False))
        connection.execute(TRIES.insert(), row | {"counts": not knew, "number": 1})

    return write


def _was_there(connection: sa.Connection, challenge: Any, guest: str) -> bool:
    """Has the guest played the match that it comes from, on whatever seat, or begun a deal of it?"""
    played = sa.select(PLAYED.c.seat).where(same_match(PLAYED, challenge), PLAYED.c.guest == guest)
    same = sa.select(TRIES.c.nth).join(CHALLENGES, CHALLENGES.c.id == TRIES.c.challenge)
    begun = same.where(same_match(CHALLENGES, challenge), TRIES.c.guest == guest)
    return any(connection.execute(each).first() is not None for each in (played, begun))


def _mine(row: Any) -> MyTry:
    return MyTry(row.challenge, row.table_id, row.number, row.name, row.counts, row.ended, row.result)


def _line(challenge: Any, row: Any, name: str | None, own: bool = False) -> Line:
    return Line(
        name=name,
        result=row.result,
        own=own,
        counts=row.counts,
        table=row.table_id,
        number=row.number,
        first=row.table_id == challenge.table_id,
        ended=row.ended,
    )
