"""The HTTP calls of docs/protocol.md."""

import asyncio
import gzip
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, Router, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, JSONBody

from torite.games.texts import rules_page
from torite.search.players import LEVELS
from torite.server.api.asked import BODY, STORE, only_json, problems
from torite.server.api.challenges import (
    challenge_told,
    deal_of_the_day,
    make_challenge,
    par_of_challenge,
    try_challenge,
)
from torite.server.api.exercises import answer_exercise, next_exercise
from torite.server.api.me import (
    be_a_guest,
    export,
    forget_me,
    hide_me,
    link_to_device,
    log_out,
    my_figures,
    my_tables,
    take,
    who_am_i,
)
from torite.server.api.meetings import begin_to_wait, queues, wait_no_more, wait_on
from torite.server.api.notices import be_told, be_told_no_more, sends_notices
from torite.server.api.passkeys import (
    add_passkey,
    ask_for_passkey,
    ask_who,
    come_back,
    my_passkeys,
    remove_passkey,
    takes_passkeys,
)
from torite.server.api.replays import lesson, reading_of_file, reading_of_table, replay_of_record, replay_of_table
from torite.server.api.reviews import par_of_table, review_of_table
from torite.server.house import House
from torite.server.matches.bot_figures import figures_of_bots
from torite.server.pages import takes
from torite.server.play.live import Live
from torite.server.visitors.limits import payer_of
from torite.table.info import game_info
from torite.table.looking import BotFigures, Standing
from torite.table.messages import GameInfo, NewTable, TableCreated, TableSummary, WordBody
from torite.table.refusals import RefusalCode, Refused, game_named
from torite.table.views import table_record

Visit = Request[Any, Any, Any]

ILL = problems(s503="`params.reasons`: `store` nothing can be written, `damage` something cannot be read, `bots`")


@get("/healthz", summary="Is the server well?", tags=["server"], responses=ILL)
async def healthz(house: NamedDependency[House]) -> dict[str, str]:
    """`{"status": "ok"}` as long as tables can be read and written and the bots come to an end."""
    if reasons := await house.health.reasons():
        raise Refused(RefusalCode.UNHEALTHY, reasons=reasons)
    return {"status": "ok"}


@get("/readyz", summary="May visitors be sent here?", tags=["server"], responses=ILL)
async def readyz(house: NamedDependency[House]) -> dict[str, str]:
    """`{"status": "ok"}` as long as moves can be stored: what a balancer asks.  `/healthz` is for the operator."""
    if not await house.health.is_ready():
        raise Refused(RefusalCode.UNHEALTHY, reasons=["store"])
    return {"status": "ok"}


@get("/games", summary="All games of the house", tags=["games"])
async def games(request: Visit, house: NamedDependency[House]) -> Response[list[GameInfo]]:
    """What a client needs to offer and to show each game."""
    every = [game_info(game) for game in house.settings.games.values()]
    for info in every:
        info.watched = info.name in house.settings.watched
        info.problems = house.tables.problems.get(info.name, {})
    headers = {"Vary": "Accept-Encoding"}
    if not takes(request.headers.get("accept-encoding", ""), "gzip"):
        return Response(every, headers=headers)
    small: Any = gzip.compress(msgspec.json.encode(every))  # the same for everybody: its size tells nothing
    return Response(small, media_type=MediaType.JSON, headers=headers | {"Content-Encoding": "gzip"})


@get(
    "/games/{game:str}/rules/{lang:str}",
    media_type="text/markdown",
    summary="The rules of a game",
    tags=["games"],
    responses=problems(s404="no such game, or nobody has written its rules in this language"),
)
async def rules(game: FromPath[str], lang: FromPath[str], house: NamedDependency[House]) -> str:
    """Markdown.  `lang` is `en`, `de` or `ja`; a game from outside may have its rules in other languages too."""
    text = rules_page(game_named(house.settings.games, game), lang)
    if text is None:
        raise NotFoundException
    return text


@get(
    "/games/{game:str}/ratings",
    summary="The table of the house",
    tags=["games"],
    responses=problems(**STORE, s404="no such game"),
)
async def ratings(request: Visit, game: FromPath[str], house: NamedDependency[House]) -> list[Standing]:
    """Levels of bots, and at most 100 guests who do not hide themselves: provisional ones last, else best first."""
    game_named(house.settings.games, game)
    guest = await house.guest(request)
    return await house.ratings.of_game(game, guest.id if guest is not None else None)


@get(
    "/games/{game:str}/ratings/{level:str}",
    summary="What a level of bots has done, in figures",
    tags=["games"],
    responses=problems(**STORE, s404="no such game", s400="no such level of bots", s429="too many in a short time"),
)
async def bot_figures(
    request: Visit, game: FromPath[str], level: FromPath[str], house: NamedDependency[House]
) -> BotFigures:
    """Of the game's last matches that counted: how they ended for such bots, and their rating after each."""
    game_named(house.settings.games, game)
    if level not in LEVELS:
        raise Refused(RefusalCode.UNKNOWN_LEVEL, name=level[:40])
    house.limits.count_replay(request)
    await house.ratings.settle()
    async with house.telling.of(payer_of(request, None)):
        return await figures_of_bots(house.store, game, level)


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
    place = await house.find(request, table_id)
    if isinstance(place, Live) and (why := await place.shut_to(await house.guest(request))) is not None:
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
    responses=problems(
        **STORE,
        s400="no match yet",
        s404="no such table",
        s403="only those who have played may look at it",
        s409="the match is not over",
        s410="the table cannot be read any more",
        s429="too many in a short time, or links that lead nowhere, from this address",
    ),
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


API = Router(
    "/api",
    route_handlers=[
        who_am_i, be_a_guest, my_tables, my_figures, hide_me, export, forget_me, log_out, link_to_device, take,
        games, rules, ratings, bot_figures, list_tables, open_table, knock, say_word, record, replay_of_table,
        replay_of_record, reading_of_table, reading_of_file, lesson, review_of_table, par_of_table, deal_of_the_day,
        challenge_told, make_challenge, try_challenge,
        sends_notices, be_told, be_told_no_more,
        takes_passkeys, my_passkeys, ask_for_passkey, add_passkey, remove_passkey, ask_who, come_back,
        par_of_challenge, queues, begin_to_wait, wait_on, wait_no_more, next_exercise, answer_exercise,
    ],
)  # fmt: skip
