"""The browser client: built files from `static/`, and its one page for every address the client routes itself."""

import mimetypes
from http import HTTPStatus
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import File

STATIC = Path(__file__).with_name("static")
RULES = Path(__file__).parents[1] / "locale" / "rules"
CLIENT_ROUTES = ("", "t", "rules")  # first part of the addresses that are pages of the client
FOR_PROGRAMS = ("api", "schema", "healthz")  # first part of the addresses where an error is a problem in JSON
FOREVER = "public, max-age=31536000, immutable"  # Vite names assets by their content

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}

NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>torite</title>
<h1>torite 取り手</h1>
<p>The server runs, but its pages have not been built. <code>scripts/serve</code> builds them and serves.</p>
<p lang="ja">サーバーは動いていますが、画面がまだ作られていません。<code>scripts/serve</code> で作って起動できます。</p>
<p><a href="/api/games">/api/games</a> · <a href="/schema">/schema</a></p>
</html>"""


@get("/", include_in_schema=False)
async def front_page() -> File | Response[str]:
    """The client's page."""
    return _page()


@get("/{path:path}", include_in_schema=False)
async def page_or_file(request: Request[Any, Any, Any], path: FromPath[str]) -> File | Response[str]:
    """A built file, or the client's page: for an address of the client, and to say that there is none."""
    relative = path.lstrip("/")
    file = _built(relative)
    if file is not None:
        return _sent(file, FOREVER if relative.startswith("assets/") else "no-cache")
    first = relative.split("/")[0]
    if first in CLIENT_ROUTES:
        return _page()
    if first not in FOR_PROGRAMS and "text/html" in request.headers.get("accept", ""):
        return _page(HTTPStatus.NOT_FOUND)
    raise NotFoundException


def _page(status: HTTPStatus = HTTPStatus.OK) -> File | Response[str]:
    index = STATIC / "index.html"
    if not index.is_file():
        return Response(NOT_BUILT, media_type=MediaType.HTML, status_code=status)
    return _sent(index, "no-cache", status)


def _built(relative: str) -> Path | None:
    """The built file of this name; None for everything outside the folder and for names no file can have."""
    try:
        file = (STATIC / relative).resolve()
        return file if file.is_relative_to(STATIC) and file.is_file() else None
    except (ValueError, OSError):
        return None


def _sent(file: Path, cached: str, status: HTTPStatus = HTTPStatus.OK) -> File:
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    headers = {"Cache-Control": cached}
    return File(file, media_type=kind, content_disposition_type="inline", headers=headers, status_code=status)


def rules_page(game: str, lang: str) -> str | None:
    """The rules of a game of the house in a language, Markdown; None if nobody has written them."""
    file = (RULES / f"{game}.{lang}.md").resolve()
    if file.parent != RULES or not file.is_file():
        return None
    return file.read_text("utf-8")
