"""The HTTP calls of docs/protocol.md, and at which addresses they are."""

from litestar import Router
from litestar.handlers import HTTPRouteHandler

from torite.server.api import (
    challenges,
    exercises,
    games,
    me,
    meetings,
    notices,
    passkeys,
    reach,
    replays,
    reviews,
    tables,
    wellness,
)
from torite.server.visitors.problems import NOT_KEPT

ROOMS = (games, tables, me, meetings, notices, passkeys, challenges, exercises, replays, reviews, reach)
CALLS = [call for room in ROOMS for call in room.CALLS]
API = Router("/api", route_handlers=CALLS, response_headers=NOT_KEPT)
ROUTES: list[HTTPRouteHandler | Router] = [*wellness.CALLS, API]
