"""The HTTP calls of docs/protocol.md."""

import asyncio
from typing import Any

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody

from torite.server.guests import COOKIE, YEAR, new_guest_id
from torite.server.house import House
from torite.server.pages import rules_page
from torite.table.info import game_info
from torite.table.messages import GameInfo, Me, NameBody, NewTable, Problem, TableCreated, TableSummary
from torite.table.refusals import RefusalCode, Refused, clean_name
from torite.table.table import Guest
from torite.table.views import table_record

MAX_BODY = 16 * 1024  # bytes
Visit = Request[Any, Any, Any]


def problems(**descriptions: str) -> dict[int, ResponseSpec]:
    """OpenAPI entries of errors, written s404="no such table"."""
    return {
        int(status[1:]): ResponseSpec(Problem, description=text, generate_examples=False)
        for status, text in descriptions.items()
    }


BODY = {
    "s400": "the body is not as described; `params.field` names the place",
    "s403": "the call comes from a page of another site",
    "s413": "the body is too large",
}
STORE = {"s503": "the database cannot be used; nothing has happened"}


@get("/healthz", summary="Is the server up?", tags=["server"], responses=problems(**STORE))
async def healthz(house: NamedDependency[House]) -> dict[str, str]:
    """`{"status": "ok"}` as long as the server and its database answer."""
    await house.store.ping()
    return {"status": "ok"}


@get("/me", summary="Who am I?", tags=["guests"])
async def who_am_i(request: Visit, house: NamedDependency[House]) -> Response[Me]:
    """The name in the visitor's cookie; null without one.  A broken cookie is taken away."""
    guest = house.guest(request)
    broken = guest is None and COOKIE in request.cookies
    answer = Response(Me(guest.name if guest is not None else None))
    if broken:
        answer.delete_cookie(COOKIE)
    return answer


@post("/me", status_code=200, summary="Be a guest by this name", tags=["guests"], responses=problems(**BODY))
async def be_a_guest(request: Visit, data: JSONBody[NameBody], house: NamedDependency[House]) -> Response[Me]:
    """Sets the signed cookie that stands for this visitor.  A second call changes the name and nothing else."""
    house.check_origin(request)
    known = house.guest(request)
    guest = Guest(known.id if known is not None else new_guest_id(), clean_name(data.name))
    cookie = Cookie(
        COOKIE,
        value=house.cookies.sign(guest),
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return Response(Me(guest.name), cookies=[cookie])


@get("/games", summary="All games of the house", tags=["games"])
async def games(house: NamedDependency[House]) -> list[GameInfo]:
    """What a client needs to offer and to show each game."""
    return [game_info(game) for game in house.settings.games.values()]


@get(
    "/games/{game:str}/rules/{lang:str}",
    media_type="text/markdown",
    summary="The rules of a game",
    tags=["games"],
    responses=problems(s404="no such game, or nobody has written its rules in this language"),
)
async def rules(game: FromPath[str], lang: FromPath[str], house: NamedDependency[House]) -> str:
    """Markdown.  `lang` is `en` or `ja`."""
    if game not in house.settings.games:
        raise Refused(RefusalCode.UNKNOWN_GAME, name=game[:40])
    text = rules_page(game, lang)
    if text is None:
        raise NotFoundException
    return text


@get("/tables", summary="Tables in the lobby", tags=["tables"], responses=problems(**STORE))
async def list_tables(house: NamedDependency[House]) -> list[TableSummary]:
    """Listed tables whose match is not over, newest first, at most 100."""
    return await house.tables.listed()


@post(
    "/tables",
    status_code=201,
    summary="Open a table",
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
    house.check_origin(request)
    guest = house.guest(request)
    house.limits.count_table(request, guest)
    return TableCreated(await house.tables.create(data, guest))


@post(
    "/tables/{table_id:str}/knock",
    status_code=204,
    summary="Would a live connection be let in?",
    tags=["tables"],
    responses=problems(
        **STORE,
        s403="the call comes from a page of another site",
        s404="no such table",
        s410="the table cannot be read any more",
        s429="too many connections from this address",
    ),
)
async def knock(request: Visit, table_id: FromPath[str], house: NamedDependency[House]) -> None:
    """The checks of the handshake.  A browser's page cannot see why a handshake was refused; here it can."""
    house.check_handshake(request)
    await house.tables.find(table_id)


@get(
    "/tables/{table_id:str}/record",
    media_type="application/jsonl",
    summary="The record of a finished match",
    tags=["tables"],
    responses=problems(**STORE, s400="no match yet", s404="no such table", s409="the match is not over"),
)
async def record(table_id: FromPath[str], house: NamedDependency[House]) -> Response[bytes]:
    """One line of torite-record/1 (docs/records.md), with names, time and fairness."""
    live = await house.tables.find(table_id)
    line = await asyncio.to_thread(lambda: msgspec.json.encode(table_record(live.table)) + b"\n")
    name = f"torite-{live.table.game.name}-{table_id}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(line, media_type="application/jsonl", headers=headers)


API = Router("/api", route_handlers=[who_am_i, be_a_guest, games, rules, list_tables, open_table, knock, record])
