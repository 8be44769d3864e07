"""What the HTTP calls share: what may be asked, and how errors are described."""

import gzip
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.handlers import BaseRouteHandler
from litestar.openapi.datastructures import ResponseSpec

from torite.server.pages import takes
from torite.server.visitors.limits import Caller
from torite.table.bodies import Problem

MAX_BODY = 16 * 1024  # bytes
Visit = Request[Any, Any, Any]


class StrictRequest(Request[Any, Any, Any]):
    """One whose body is of the described types: Litestar would also take "4" for 4."""

    async def json(self) -> Any:
        """The body.  Raises ValidationException, as Litestar does for what it finds itself."""
        body = await super().json()
        described = self.route_handler.parsed_data_field
        if described is not None:
            try:
                msgspec.convert(body, described.annotation)
            except msgspec.ValidationError as error:
                raise ValidationException(extra=[{"message": str(error), "key": "data"}]) from None
        return body


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
    "s415": "the body is not `application/json`",
}
STORE = {"s503": "the database cannot be used; nothing has happened"}
NAMED = {"s401": "without a name there is nobody: `POST /api/me`"}  # of calls for guests alone: `House.known`
KNOWN = NAMED | {  # … that are counted
    "s403": "the call comes from a page of another site",
    "s429": "too often in a short time",
}
FINISHED = STORE | {  # of calls that look back at a match: `House.finished`
    "s400": "no match yet",
    "s403": "only those who have played may look at it",
    "s404": "no such table, or no such match of it",
    "s409": "the match is not over",
    "s410": "the table cannot be read any more",
    "s429": "too many in a short time, or links that lead nowhere, from this address",
}


def packed(told: Any) -> bytes:
    """JSON that is the same for everybody, so that its size tells nothing, as `unpacked_for` sends it."""
    return gzip.compress(msgspec.json.encode(told))


def unpacked_for(request: Visit, body: bytes) -> Response[Any]:
    """What is packed, as the caller takes it."""
    headers = {"Vary": "Accept-Encoding"}
    if takes(request.headers.get("accept-encoding", ""), "gzip"):
        return Response(body, media_type=MediaType.JSON, headers=headers | {"Content-Encoding": "gzip"})
    return Response(gzip.decompress(body), media_type=MediaType.JSON, headers=headers)


def only_json(request: Caller, _: BaseRouteHandler) -> None:
    """A page of another site can send any other kind of body without asking.  Raises HTTPException."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise HTTPException(status_code=HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
