"""The HTTP calls for tables: which there are, a new one, the door of one, its record."""

import asyncio

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from torite.server.api.asked import BODY, FINISHED, STORE, Visit, only_json, problems
from torite.server.house import House
from torite.server.play.live import Live
from torite.server.visitors.limits import payer_of
from torite.table.bodies import NewTable, TableCreated, TableSummary, WordBody
from torite.table.refusals import Refused
from torite.table.views import table_record


@get("/tables", summary="Tables in the lobby", tags=["tables"], responses=problems(**STORE))
async def list_tables(house: NamedDependency[House]) -> list[TableSummary]:
    """Listed tables whose match is not over, at most 100: those at which somebody is come first, then the newest."""
    return [table for table in await house.tables.listed() if not house.sanctions.is_closed(table.id)]


@post(
    "/tables",
    status_code=201,
    summary="Open a table",
    guards=[only_json],
    tags=["tables"],
    responses=problems(
        **BODY,
        **STORE,
        s401="to sit one needs a name: `POST /api/me`",
        s404="no such game",
        s429="too many new tables at the moment",
    ),
)
async def open_table(request: Visit, data: JSONBody[NewTable], house: NamedDependency[House]) -> TableCreated:
    """A new table.  Its live connection is `/api/tables/ID/live`, for people `/t/ID`."""
    house.check_welcome(request)
    guest = await house.guest(request)
    house.limits.count_table(request, guest)
    async with house.turn_for(data.word, payer_of(request, guest)):
        return TableCreated(await house.tables.create(data, guest))


@post(
    "/tables/{table_id:str}/knock",
    status_code=204,
    summary="Would a live connection be let in?",
    tags=["tables"],
    responses=problems(
        **STORE,
        s403="the call comes from a page of another site, or the table is not for the caller, or not now",
        s404="no such table",
        s410="the table cannot be read any more",
        s429="too many connections, or links that lead nowhere, from this address",
    ),
)
async def knock(request: Visit, table_id: FromPath[str], house: NamedDependency[House]) -> None:
    """The checks of the handshake.  A browser's page cannot see why a handshake was refused; here it can."""
    house.check_handshake(request)
    guest = await house.guest(request)
    place = await house.find(request, guest, table_id)
    if isinstance(place, Live) and (why := await place.shut_to(guest)) is not None:
        raise Refused(why)


@post(
    "/tables/{table_id:str}/word",
    status_code=204,
    summary="Say the word of a table",
    guards=[only_json],
    tags=["tables"],
    responses=problems(
        **BODY | {"s403": "it is another word"},
        **STORE,
        s401="it is remembered for a name: `POST /api/me`",
        s404="no such table",
        s410="the table cannot be read any more",
        s429="too many wrong words, or links that lead nowhere, from this address or guest",
    ),
)
async def say_word(
    request: Visit, table_id: FromPath[str], data: JSONBody[WordBody], house: NamedDependency[House]
) -> None:
    """A right one is remembered: the caller is let in from now on, until the host wants another word."""
    house.check_welcome(request)
    house.limits.count_replay(request)  # as much work, right or wrong
    await house.say_word(request, table_id, data.word)


@get(
    "/tables/{table_id:str}/record",
    media_type="application/jsonl",
    summary="The record of a finished match",
    tags=["tables"],
    responses=problems(**FINISHED),
)
async def record(
    request: Visit, table_id: FromPath[str], house: NamedDependency[House], match: FromQuery[int | None] = None
) -> Response[bytes]:
    """One line of torite-record/1 (docs/records.md), with names, time and fairness.

    `match` counts the finished matches of the table from 1; without it the last one is meant.
    """
    table = await house.finished(request, table_id, match)
    line = await asyncio.to_thread(lambda: msgspec.json.encode(table_record(table)) + b"\n")
    name = f"torite-{table.game.name}-{table_id}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(line, media_type="application/jsonl", headers=headers)


CALLS = [list_tables, open_table, knock, say_word, record]
