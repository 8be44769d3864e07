"""Exercises: made of reviewed matches, asked of those who may look at the match, each once.

Nothing of an exercise tells whose it was: only who has played the match is told where it stands.
"""

import asyncio
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import msgspec
import sqlalchemy as sa

from torite.games.game import Game
from torite.review.review import Task
from torite.server.play.tables import ID, new_id
from torite.server.settings import Settings
from torite.server.storage.database import BROKEN, StaleWriter, Work
from torite.server.storage.schema import ANSWERS, CHALLENGES, EXERCISES, MATCHES, PLAYED, same_match
from torite.server.storage.store import Store
from torite.server.visitors.limits import Turns
from torite.table.exercise import Posed, check, shown
from torite.table.format import RecordError
from torite.table.looking import Exercise, ExerciseScore, MyAnswer, NextExercise, Replay, Solution
from torite.table.refusals import RefusalCode, Refused, game_named

BOTS = "bots "  # before a seed: in place of the table of a match that was played for its exercises
COUNTED = 1000  # that a guest has not done, most: to count all of many would keep the store from others
AT_ONCE = 20  # that are looked at until one still fits the rules of its game; the others are gone then

SOLVED = sa.func.sum(sa.case((ANSWERS.c.solved, 1), else_=0)).label("solved")
SCORES = (
    sa.select(ANSWERS.c.game, sa.func.count().label("done"), SOLVED)
    .where(ANSWERS.c.guest == sa.bindparam("guest"))
    .group_by(ANSWERS.c.game)
    .order_by(ANSWERS.c.game)
)

_POSED = msgspec.json.Decoder(Posed)


class Exercises:
    """Asks and answers."""

    def __init__(self, store: Store, settings: Settings, looking: Turns, want: Callable[[Game, str], bool]) -> None:
        """looking: whose turn it is to have a deal played again; the last word of a call says for whom that is.

        want: asks for more where somebody has done all of a game, and says whether there are to be more
        """
        self._store, self._settings, self._looking, self._want = store, settings, looking, want

    async def next(self, name: str, guest: str | None, payer: str) -> NextExercise:
        """What this guest is asked next at a game.  Raises Refused, StoreError."""
        game = self._game(name)
        score = await self._score(name, guest)
        while rows := await self._store.read(_some(AT_ONCE), game=name, guest=guest):
            for row in rows:
                try:
                    replay = await self._shown(_POSED.decode(row.body), payer)
                except (RecordError, Refused, *BROKEN):
                    # The rules were others then, or it is damaged: nobody can be asked this any more.
                    await self._store.run(partial(_drop, row.id))
                else:
                    (left,) = await self._store.read(_left(COUNTED + 1), game=name, guest=guest)
                    exercise = Exercise(row.id, replay, game.unit.name)
                    return NextExercise(exercise, min(left.counted, COUNTED), left.counted > COUNTED, False, score)
        return NextExercise(None, 0, False, self._want(game, payer), score)

    async def answer(self, exercise: str, code: str, guest: str, payer: str) -> Solution:
        """What the guest's answer is worth.  Raises Refused, StoreError."""
        query = sa.select(EXERCISES).where(EXERCISES.c.id == exercise, _asked_of(guest))
        rows = await self._store.read(query) if ID.fullmatch(exercise) else []
        if not rows:
            raise Refused(RefusalCode.NO_EXERCISE)
        (row,) = rows
        self._game(row.game)
        done = sa.select(ANSWERS.c.code).where(ANSWERS.c.exercise == exercise, ANSWERS.c.guest == guest)
        if await self._store.read(done):
            raise Refused(RefusalCode.EXERCISE_DONE)
        told = _POSED.decode(row.body)
        await self._check(told, code, payer)
        solved = told.alternatives[0].code == code
        answer = {"exercise": exercise, "guest": guest, "game": row.game, "code": code, "solved": solved}
        try:
            add = ANSWERS.insert().values(**answer, at=self._settings.now())
            await self._store.run(lambda connection: connection.execute(add))
        except StaleWriter:
            raise Refused(RefusalCode.EXERCISE_DONE) from None
        played = sa.select(PLAYED.c.seat).where(same_match(PLAYED, row), PLAYED.c.guest == guest)
        was_there = bool(await self._store.read(played))
        return Solution(
            code=code,
            solved=solved,
            alternatives=told.alternatives,
            worlds=told.worlds,
            score=await self._score(row.game, guest),
            table=row.table_id if was_there else None,
            number=row.number if was_there else 0,
            deal=told.deal,
            step=told.step,
        )

    async def of_guest(self, guest: str) -> list[MyAnswer]:
        """Everything that the guest has answered.  Raises StoreError."""
        rows = await self._store.read(sa.select(ANSWERS).where(ANSWERS.c.guest == guest).order_by(ANSWERS.c.at))
        return [MyAnswer(row.exercise, row.game, row.code, row.solved, row.at) for row in rows]

    async def _score(self, game: str, guest: str | None) -> ExerciseScore:
        known = await scores(self._store, guest) if guest is not None else []
        return next((each for each in known if each.game == game), ExerciseScore(game, 0, 0))

    async def _shown(self, exercise: Posed, payer: str) -> Replay:
        async with self._looking.of(payer):
            return await asyncio.to_thread(shown, exercise, self._settings.games)

    async def _check(self, exercise: Posed, code: str, payer: str) -> None:
        try:
            async with self._looking.of(payer):
                await asyncio.to_thread(check, exercise, code, self._settings.games)
        except RecordError:  # the rules were others then
            raise Refused(RefusalCode.NO_EXERCISE) from None

    def _game(self, name: str) -> Game:
        return game_named(self._settings.games, name)


def _asked_of(guest: str | None) -> sa.ColumnElement[bool]:
    """Which may be asked of this guest: those of matches that he may look at, unless others are to play the deal."""
    own = sa.exists().where(same_match(PLAYED, EXERCISES.c), PLAYED.c.guest == guest)
    return _asked_of_all() | own


def _asked_of_all() -> sa.ColumnElement[bool]:
    shared = sa.exists().where(same_match(MATCHES, EXERCISES.c), MATCHES.c.shared == sa.true())
    is_challenge = sa.exists().where(same_match(CHALLENGES, EXERCISES.c))
    return EXERCISES.c.table_id.startswith(BOTS) | (shared & ~is_challenge)


@cache
def _some(most: int) -> sa.Select[Any]:
    """The first of a game that may be asked of a guest.  To compose this anew took more than half of all the work."""
    return sa.select(EXERCISES).where(EXERCISES.c.id.in_(_fresh(most))).order_by(EXERCISES.c.id).limit(most)


@cache
def _left(most: int) -> sa.Select[Any]:
    """How many there are, as far as it is counted."""
    return sa.select(sa.func.count().label("counted")).select_from(_fresh(most).subquery())


def _fresh(most: int) -> sa.CompoundSelect[Any]:
    """Ids of exercises that may be asked of this guest and have not been: so many of all guests', so many of his own.

    Each is found by its index, however many there are of other people's matches.
    """
    game: sa.BindParameter[str] = sa.bindparam("game")
    guest: sa.BindParameter[str | None] = sa.bindparam("guest")  # None is nobody
    answered = sa.exists().where(ANSWERS.c.exercise == EXERCISES.c.id, ANSWERS.c.guest == guest)
    ids = sa.select(EXERCISES.c.id).where(EXERCISES.c.game == game, ~answered).order_by(EXERCISES.c.id).limit(most)
    of_all = ids.where(EXERCISES.c.shown == sa.true(), _asked_of_all())
    played = sa.select(PLAYED.c.table_id, PLAYED.c.number).where(PLAYED.c.guest == guest)
    own = ids.where(sa.tuple_(EXERCISES.c.table_id, EXERCISES.c.number).in_(played))
    return sa.union(*(sa.select(each.subquery().c.id) for each in (of_all, own)))


def _drop(exercise: str, connection: sa.Connection) -> None:
    connection.execute(EXERCISES.delete().where(EXERCISES.c.id == exercise))


async def scores(store: Store, guest: str) -> list[ExerciseScore]:
    """How many exercises the guest has done, game by game.  Raises StoreError."""
    rows = await store.read(SCORES, guest=guest)
    return [ExerciseScore(row.game, row.done, row.solved) for row in rows]


def add(table_id: str, number: int, task: Task) -> Work[int]:
    """Write down the exercises of a review, unless they are there; how many are new.  table_id: see EXERCISES."""
    name, found = task.game.name, task.exercises()
    match = (EXERCISES.c.game == name, EXERCISES.c.table_id == table_id, EXERCISES.c.number == number)

    def write(connection: sa.Connection) -> int:
        rows = connection.execute(sa.select(EXERCISES.c.deal, EXERCISES.c.step).where(*match))
        known = {(row.deal, row.step) for row in rows}
        shared = sa.select(MATCHES.c.shared).where(MATCHES.c.table_id == table_id, MATCHES.c.number == number)
        shown = table_id.startswith(BOTS) or bool(connection.scalar(shared.with_for_update()))
        fresh = [each for each in found if (each.deal, each.step) not in known]
        where = {"game": name, "table_id": table_id, "number": number}
        for each in fresh:
            place = {"deal": each.deal, "step": each.step, "seat": each.seat}
            row = {"id": new_id(), **where, **place, "body": msgspec.json.encode(each), "shown": shown}
            connection.execute(EXERCISES.insert(), row)
        return len(fresh)

    return write
