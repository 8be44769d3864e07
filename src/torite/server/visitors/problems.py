"""The one place where exceptions become refusals."""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException

from torite.server.logs import where
from torite.server.storage.database import StaleWriter, StoreError
from torite.table.bodies import Problem
from torite.table.refusals import RefusalCode, Refused

HUNG_UP = "client disconnected prematurely"  # what Litestar says where half a body has come: nobody reads the answer
LOG = logging.getLogger("torite")
FIELD = re.compile(r" - at `(?:key in )?\$\.?([\w.\[\]…]*)`$")  # the end of msgspec's messages
EXTRA = re.compile(r"unknown field `([\w-]{1,40})`|missing required field `(\w+)`")
NOT_KEPT = {"Cache-Control": "no-store"}  # much is for one guest alone, and what is refused now may be there later

STATUS = {
    RefusalCode.NAME_NEEDED: HTTPStatus.UNAUTHORIZED,
    RefusalCode.NOT_FOUND: HTTPStatus.NOT_FOUND,
    RefusalCode.UNKNOWN_GAME: HTTPStatus.NOT_FOUND,
    RefusalCode.NOT_WAITING: HTTPStatus.NOT_FOUND,
    RefusalCode.UNKNOWN_PASSKEY: HTTPStatus.NOT_FOUND,
    RefusalCode.GONE: HTTPStatus.GONE,
    RefusalCode.OTHER_RULES: HTTPStatus.GONE,
    RefusalCode.CLOSED: HTTPStatus.FORBIDDEN,
    RefusalCode.WORD_NEEDED: HTTPStatus.FORBIDDEN,
    RefusalCode.WRONG_WORD: HTTPStatus.FORBIDDEN,
    RefusalCode.WATCH_LATER: HTTPStatus.FORBIDDEN,
    RefusalCode.NO_WATCHING: HTTPStatus.FORBIDDEN,
    RefusalCode.BANNED: HTTPStatus.FORBIDDEN,
    RefusalCode.NO_CHALLENGE: HTTPStatus.NOT_FOUND,
    RefusalCode.CHALLENGE_GONE: HTTPStatus.GONE,
    RefusalCode.CHALLENGE_PRIVATE: HTTPStatus.FORBIDDEN,
    RefusalCode.CHALLENGE_ALONE: HTTPStatus.FORBIDDEN,
    RefusalCode.CHALLENGE_UNTRIED: HTTPStatus.FORBIDDEN,
    RefusalCode.TOO_MANY_CHALLENGES: HTTPStatus.TOO_MANY_REQUESTS,
    RefusalCode.NO_EXERCISE: HTTPStatus.NOT_FOUND,
    RefusalCode.EXERCISE_DONE: HTTPStatus.CONFLICT,
    RefusalCode.NOT_OVER: HTTPStatus.CONFLICT,
    RefusalCode.PRIVATE: HTTPStatus.FORBIDDEN,
    RefusalCode.TOO_LARGE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    RefusalCode.TOO_MANY_CONNECTIONS: HTTPStatus.TOO_MANY_REQUESTS,
    RefusalCode.TOO_MANY_TABLES: HTTPStatus.TOO_MANY_REQUESTS,
    RefusalCode.REVIEW_RUNNING: HTTPStatus.TOO_MANY_REQUESTS,
    RefusalCode.TOO_FAST: HTTPStatus.TOO_MANY_REQUESTS,
    RefusalCode.FOREIGN_HOST: HTTPStatus.FORBIDDEN,
    RefusalCode.FOREIGN_ORIGIN: HTTPStatus.FORBIDDEN,
    RefusalCode.STORE_UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
    RefusalCode.UNHEALTHY: HTTPStatus.SERVICE_UNAVAILABLE,
    RefusalCode.SERVER_ERROR: HTTPStatus.INTERNAL_SERVER_ERROR,
}  # all others: 400


@contextmanager
def malformed() -> Iterator[None]:
    """While something of the sender's is decoded: what cannot be read elsewhere is the house's own, and its fault.

    Raises Refused.
    """
    try:
        yield
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(RefusalCode.MALFORMED, **_field(str(error))) from None


def refusal_of(error: BaseException) -> Refused:
    """What the sender is told.  What is not the sender's doing is logged, by type and place only."""
    match error:
        case Refused():
            return error
        case StaleWriter():
            return Refused(RefusalCode.STALE_SEQ)
        case StoreError():
            LOG.error("the store refuses: %(error)s", {"error": error})
            return Refused(RefusalCode.STORE_UNAVAILABLE)
    LOG.error("unexpected: %(error)s", {"error": where(error)})
    return Refused(RefusalCode.SERVER_ERROR)


def problem_response(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """The answer to a HTTP request that raised."""
    match error:
        case ValidationException():
            return _problem(HTTPStatus.BAD_REQUEST, RefusalCode.MALFORMED, _wrong_field(error))
        case HTTPException(status_code=status) if status == HTTPStatus.BAD_REQUEST or error.detail == HUNG_UP:
            return _problem(HTTPStatus.BAD_REQUEST, RefusalCode.MALFORMED, {})
        case HTTPException(status_code=HTTPStatus.REQUEST_ENTITY_TOO_LARGE):
            most = request.route_handler.resolve_request_max_body_size()
            return _problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, RefusalCode.TOO_LARGE, {"max": most})
        case HTTPException(status_code=status) if status < HTTPStatus.INTERNAL_SERVER_ERROR:
            name = HTTPStatus(status).name.lower()
            return _problem(HTTPStatus(status), f"http/{name}", {}, dict(error.headers or {}))
        case RecursionError() | UnicodeDecodeError():  # of a body, which Litestar has decoded
            return _problem(HTTPStatus.BAD_REQUEST, RefusalCode.MALFORMED, {})
    status, problem = problem_of(refusal_of(error))
    return _problem(status, problem.code, problem.params)


def problem_of(refused: Refused) -> tuple[HTTPStatus, Problem]:
    """Status and body of the answer that refuses."""
    return STATUS.get(refused.code, HTTPStatus.BAD_REQUEST), Problem(str(refused.code), refused.params)


def _problem(
    status: int, code: str, params: dict[str, Any], headers: dict[str, str] | None = None
) -> Response[Problem]:
    body = Problem(str(code), params)
    return Response(body, status_code=int(status), media_type=MediaType.JSON, headers=NOT_KEPT | (headers or {}))


def _field(message: str) -> dict[str, str]:
    """Name of the field that msgspec complains about; what stood in it is not repeated."""
    if extra := EXTRA.search(message):
        return {"field": extra[1] or extra[2]}
    if at := FIELD.search(message):
        return {"field": at[1]}
    return {}


def _wrong_field(error: ValidationException) -> dict[str, str]:
    """The same for what Litestar collected."""
    match error.extra:
        case [{"message": str(message), "key": str(key)}, *_]:
            return _field(message) or ({"field": key} if key != "data" else {})
    return {}
