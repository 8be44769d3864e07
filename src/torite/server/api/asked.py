"""What the HTTP calls share: what may be asked, and how errors are described."""

from http import HTTPStatus
from typing import Any

from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler
from litestar.openapi.datastructures import ResponseSpec

from torite.table.messages import Problem

MAX_BODY = 16 * 1024  # bytes


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


def only_json(request: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """A page of another site can send any other kind of body without asking.  Raises HTTPException."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise HTTPException(status_code=HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
