"""Looking back: the HTTP calls that show a match again."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.handlers import BaseRouteHandler
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema
from litestar.params import FromPath, FromQuery

from torite.games import GAMES
from torite.server.api.asked import BODY, FINISHED, Visit, only_json, packed, problems, unpacked_for
from torite.server.house import House
from torite.server.visitors.limits import Caller, payer_of
from torite.server.visitors.problems import malformed
from torite.table.admission import seat_in_match
from torite.table.format import RecordError
from torite.table.lesson import lesson_of
from torite.table.looking import Lesson, Reading, Replay
from torite.table.reading import reading_of_record
from torite.table.records import check_names
from torite.table.refusals import RefusalCode, Refused, game_named
from torite.table.replay import shown_again
from torite.table.tries import why_not
from torite.table.views import table_record

MAX_RECORD = 1024 * 1024  # bytes; the longest match of the house has a sixth of it
QUOTED = 200  # letters of a record that a refusal repeats of it, at most
BAD = "no such deal or seat, or the record breaks the format or the rules: `params.reason` is a key of `cli.record.*`"
_LESSONS: dict[tuple[str, str], bytes] = {}  # by game and language, packed
_RECORD = msgspec.json.Decoder(dict[str, Any])  # when its turn has come: it takes twenty times the memory of its line


def _record_in(body: bytes) -> dict[str, Any]:
    with malformed():
        record = _RECORD.decode(body)
    check_names(body)
    return record


@dataclass
class WithRecord(Operation):
    """How a call is described that reads its body itself."""

    def __post_init__(self) -> None:
        record = OpenAPIMediaType(Schema(type=OpenAPIType.OBJECT))
        self.request_body = RequestBody({"application/json": record}, required=True)


def is_counted(request: Caller, _: BaseRouteHandler) -> None:
    """Before a long record is read: may it come from there, and so soon?  Raises Refused."""
    house: House = request.app.state.house
    house.check_origin(request)
    house.limits.count_replay(request)


@get(
    "/tables/{table_id:str}/replay",
    summary="A finished match, move by move",
    tags=["looking back"],
    responses=problems(**FINISHED | {"s400": "no match yet, or no such deal or seat"}),
)
async def replay_of_table(
    request: Visit,
    table_id: FromPath[str],
    house: NamedDependency[House],
    match: FromQuery[int | None] = None,
    deal: FromQuery[int] = 1,
    seat: FromQuery[int | None] = None,
    hands: FromQuery[bool] = False,
) -> Replay:
    """One deal of it.  `match` counts the finished matches of the table from 1, without it the last one is shown.

    `seat`: whose view it is, without it a spectator's.  `hands`: all hands open.
    """
    table = await house.finished(request, table_id, match)
    guest = await house.guest(request)
    async with house.looking.of(payer_of(request, guest)):
        replay = await asyncio.to_thread(
            lambda: shown_again(table_record(table), deal, seat, hands, {table.game.name: table.game})
        )
    replay.seat, replay.may_challenge = seat_in_match(table, guest), why_not(table, guest) is None
    return replay


@get(
    "/tables/{table_id:str}/reading",
    summary="A finished match, as it was written down",
    tags=["looking back"],
    responses=problems(**FINISHED),
)
async def reading_of_table(
    request: Visit, table_id: FromPath[str], house: NamedDependency[House], match: FromQuery[int | None] = None
) -> Reading:
    """All of it, by no rules: also where those of its game have changed, or the house does not have it any more.

    `match` as for the replay.
    """
    return await house.written(request, table_id, match)


@post(
    "/reading",
    status_code=200,
    request_max_body_size=MAX_RECORD,
    summary="Any record, as it was written down",
    tags=["looking back"],
    guards=[only_json, is_counted],
    operation_class=WithRecord,
    responses=problems(**BODY | {"s400": BAD}, s429="too many in a short time"),
)
async def reading_of_file(request: Visit, house: NamedDependency[House]) -> Reading:
    """All of a match that is told by one line of torite-record/1, by no rules; nothing is kept."""
    async with _body_of(request, house) as body:
        return await asyncio.to_thread(lambda: reading_of_record(_record_in(body)))


@post(
    "/replay",
    status_code=200,
    request_max_body_size=MAX_RECORD,
    summary="Any record, move by move",
    tags=["looking back"],
    guards=[only_json, is_counted],
    operation_class=WithRecord,
    responses=problems(**BODY | {"s400": BAD}, s429="too many in a short time"),
)
async def replay_of_record(
    request: Visit,
    house: NamedDependency[House],
    deal: FromQuery[int] = 1,
    seat: FromQuery[int | None] = None,
    hands: FromQuery[bool] = False,
) -> Replay:
    """One deal of a match that is told by one line of torite-record/1 (docs/records.md); nothing is kept."""
    games = house.settings.games
    async with _body_of(request, house) as body:
        return await asyncio.to_thread(lambda: shown_again(_record_in(body), deal, seat, hands, games))


@get(
    "/games/{game:str}/lesson/{lang:str}",
    summary="A first lesson",
    tags=["games"],
    responses=problems(
        s400="the lesson beside the game's file breaks the format or the rules",
        s404="no such game, or it has no lesson in this language",
        s429="too many in a short time",
    ),
)
async def lesson(
    request: Visit, game: FromPath[str], lang: FromPath[str], house: NamedDependency[House]
) -> Response[Lesson]:
    """A deal with words at its turning points.  `lang` is `en`, `de` or `ja`."""
    house.limits.count_replay(request)
    games = house.settings.games
    named = game_named(games, game)
    stays = GAMES.get(game) is named  # a page from outside may be worked at
    if not stays or (body := _LESSONS.get((game, lang))) is None:
        async with house.looking.of(payer_of(request, None)):
            with _refused():
                found = await asyncio.to_thread(lesson_of, named, lang, games)
        if found is None:
            raise NotFoundException
        body = packed(found)
        if stays:
            _LESSONS[game, lang] = body
    return unpacked_for(request, body)


@asynccontextmanager
async def _body_of(request: Visit, house: House) -> AsyncIterator[bytes]:
    """The record that comes with a call, when its turn has come; few are in memory until then.  Raises Refused."""
    with house.limits.record(request):
        body = await request.body()
        async with house.looking.of(payer_of(request, None)):
            with _refused():
                yield body


@contextmanager
def _refused() -> Iterator[None]:
    """What is wrong with a record is told as a refusal."""
    try:
        yield
    except RecordError as error:
        place = {"deal": error.deal, "action": error.action}
        about = {key: each if len(told := str(each)) <= QUOTED else told[:QUOTED] for key, each in error.params.items()}
        raise Refused(RefusalCode.BAD_RECORD, reason=error.code, about=about, **place) from None


CALLS = [replay_of_table, reading_of_table, reading_of_file, replay_of_record, lesson]
