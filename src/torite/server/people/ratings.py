"""Ratings of guests and of each level of bots, game by game: Plackett-Luce (openskill) over the places of matches.

They follow from the matches that count, in the order in which these have ended, so they can be computed anew.  A match
is rated after it has been stored, by whichever node comes first: play waits for no rating.
"""

import logging
from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from openskill.models import PlackettLuce

from torite.certainty import SURE
from torite.search.players import LEVELS
from torite.server.logs import where
from torite.server.storage.database import BROKEN
from torite.server.storage.rounds import repeated
from torite.server.storage.schema import HIDDEN, MATCHES, PLAYED, RATINGS, one_at_a_time, same_match
from torite.server.storage.store import Store
from torite.table.returning import MatchSummary, Rating, Standing

LOG = logging.getLogger("torite")
MODEL = PlackettLuce()
CERTAIN = MODEL.sigma / 2  # from this deviation on a rating is provisional no more: after 20 to 40 matches
OFTEN = 10.0  # seconds between two looks for matches that have ended
AT_ONCE = 50  # matches in one transaction
AT_MOST = 100  # guests in the table of the house
UNREADABLE = "a match of table %(table)s cannot be read, so it counts no more: %(error)s"
LOCK = 7_215_331_421  # "one rates at a time" in PostgreSQL
BOT = "bot:"
BOTS = [BOT + level for level in LEVELS]


class Skill(NamedTuple):
    """What is known of how well somebody plays."""

    mean: float
    deviation: float


NEWCOMER = Skill(MODEL.mu, MODEL.sigma)
Player = str | None  # id of a guest, or `bot:LEVEL`; None = a guest who has deleted himself


def rated(came: Sequence[Skill], sides: Sequence[int], places: Sequence[int]) -> list[Skill]:
    """What a match has made of the skills that its seats came with; nothing where all were on one side."""
    teams = [[seat for seat, own in enumerate(sides) if own == side] for side in sorted(set(sides))]
    if len(teams) == 1:
        return list(came)
    before = [[MODEL.rating(*came[seat]) for seat in team] for team in teams]
    after = MODEL.rate(before, ranks=[places[team[0]] for team in teams])
    found = dict(zip(chain.from_iterable(teams), chain.from_iterable(after), strict=True))
    return [Skill(found[seat].mu, found[seat].sigma) for seat in range(len(came))]


def told(skill: Skill, matches: int) -> Rating:
    """The rating as it is shown."""
    return Rating(skill.mean, SURE * skill.deviation, matches, skill.deviation > CERTAIN)


class Ratings:
    """The ratings of the house."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def work(self) -> None:
        """For ever."""
        await repeated(self.settle, OFTEN, "matches could not be rated: %(error)s")

    async def settle(self) -> None:
        """Rate the matches that have ended since.  Raises StoreError."""
        while await self._store.read(WAITING.limit(1)):
            await self._store.run(_settle)

    async def recompute(self) -> int:
        """Compute all ratings anew from the matches that are stored; the number of those.  Raises StoreError."""
        await self.settle()
        return await self._store.run(_recompute)

    async def of_game(self, game: str, guest: str | None) -> list[Standing]:
        """Bots, and guests who do not hide themselves: those with a certain rating first, best first.

        Raises StoreError.
        """
        await self.settle()
        every = sa.select(RATINGS).where(RATINGS.c.game == game)
        is_bot = RATINGS.c.player.startswith(BOT)  # also of a level that there is no more
        seen = RATINGS.c.player.not_in(sa.select(HIDDEN.c.guest))
        rows = await self._store.read(every.where(RATINGS.c.player.in_(BOTS)))
        most = AT_MOST
        for provisional in (sa.false(), sa.true()):  # along an index, however many there are
            guests = every.where(RATINGS.c.provisional == provisional, ~is_bot, seen)
            found = await self._store.read(guests.order_by(RATINGS.c.mean.desc()).limit(most))
            rows, most = [*rows, *found], most - len(found)
        rows.sort(key=lambda row: (row.deviation > CERTAIN, -row.mean, row.player))
        return [_standing(row, guest) for row in rows]

    async def hide(self, guest: str, hidden: bool) -> None:
        """Let this guest not stand in the table of the house, or stand there again.  Raises StoreError."""

        def write(connection: sa.Connection) -> None:
            connection.execute(HIDDEN.delete().where(HIDDEN.c.guest == guest))
            if hidden:
                connection.execute(HIDDEN.insert(), {"guest": guest})

        await self._store.run(write)


WAITING = (
    sa.select(MATCHES)
    .where(MATCHES.c.counts == sa.true(), MATCHES.c.nth.is_(None))
    .order_by(MATCHES.c.ended, MATCHES.c.table_id, MATCHES.c.number)
)


class _Book:
    """The ratings while matches are being rated."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self._rows: dict[tuple[str, str], dict[str, Any]] = {}

    def row(self, game: str, player: str) -> dict[str, Any]:
        """What stands in the table, or will."""
        key = game, player
        if key not in self._rows:
            query = sa.select(RATINGS).where(RATINGS.c.game == game, RATINGS.c.player == player)
            found = self._connection.execute(query).mappings().first()
            fresh = {"name": None, **NEWCOMER._asdict(), "matches": 0, "provisional": True}
            self._rows[key] = dict(found) if found is not None else {"game": game, "player": player, **fresh}
        return self._rows[key]

    def rate(self, row: Any, nth: int) -> bool:
        """Rate a match, as the `nth` of all; False = it is damaged."""
        try:
            match = msgspec.json.decode(row.summary, type=MatchSummary)
            before = msgspec.json.decode(row.came, type=list[Skill]) if row.came is not None else None
        except BROKEN as error:
            LOG.error(UNREADABLE, {"table": row.table_id, "error": where(error)})
            return False
        players = self._players(match)
        kept = before or [NEWCOMER] * len(players)
        came = [kept[i] if player is None else self._skill(match.game, player) for i, player in enumerate(players)]
        after = rated(came, match.sides, match.places)
        for player in {player for player in players if player is not None}:
            seats = [seat for seat, each in enumerate(players) if each == player]
            mine = self.row(match.game, player)
            mine["mean"], mine["deviation"] = (sum(after[seat][k] for seat in seats) / len(seats) for k in (0, 1))
            mine["matches"] += 1
            mine["provisional"] = mine["deviation"] > CERTAIN
            mine["name"] = None if player.startswith(BOT) else match.names[seats[0]]
        if (stored := msgspec.json.encode(came)) != row.came:
            self._connection.execute(MATCHES.update().where(same_match(MATCHES, row)).values(nth=nth, came=stored))
        return True

    def _skill(self, game: str, player: str) -> Skill:
        row = self.row(game, player)
        return Skill(row["mean"], row["deviation"])

    def _players(self, match: MatchSummary) -> list[Player]:
        """By seat; a level that has several seats plays with itself."""
        query = sa.select(PLAYED.c.seat, PLAYED.c.guest)
        rows = self._connection.execute(query.where(PLAYED.c.table_id == match.table, PLAYED.c.number == match.number))
        guests: dict[int, str] = {row.seat: row.guest for row in rows}
        return [guests.get(seat, None if level is None else BOT + level) for seat, level in enumerate(match.levels)]

    def write(self) -> None:
        """Into the database."""
        for row in self._rows.values():
            same = (RATINGS.c.game == row["game"], RATINGS.c.player == row["player"])
            self._connection.execute(RATINGS.delete().where(*same))
            self._connection.execute(RATINGS.insert(), row)


def _settle(connection: sa.Connection) -> None:
    """Rate some of those that wait."""
    one_at_a_time(connection, LOCK)
    last = connection.scalar(sa.select(sa.func.max(MATCHES.c.nth))) or 0
    book = _Book(connection)
    for nth, row in enumerate(connection.execute(WAITING.limit(AT_ONCE)).all(), last + 1):
        if not book.rate(row, nth):  # the others wait behind it
            connection.execute(MATCHES.update().where(same_match(MATCHES, row)).values(counts=False))
    book.write()


def _recompute(connection: sa.Connection) -> int:
    """Rate once more what has been rated, in the same order."""
    one_at_a_time(connection, LOCK)
    connection.execute(RATINGS.delete())
    rows = connection.execute(sa.select(MATCHES).where(MATCHES.c.nth.is_not(None)).order_by(MATCHES.c.nth)).all()
    book = _Book(connection)
    number = sum(book.rate(row, row.nth) for row in rows)
    book.write()
    return number


def _standing(row: Any, guest: str | None) -> Standing:
    level = row.player.removeprefix(BOT) if row.player.startswith(BOT) else None
    rating = told(Skill(row.mean, row.deviation), row.matches)
    return Standing(row.name, level, rating, guest is not None and row.player == guest)
