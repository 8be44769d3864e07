"""The browser client and the docs: built files, and the client's one page for every address it routes itself."""

import gzip
import mimetypes
import re
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import File, Redirect

STATIC = Path(__file__).with_name("static")
DOCS = Path(__file__).with_name("docs")  # of scripts/build_docs.py, or missing
CLIENT_ROUTES = (  # of its addresses
    "", "t", "m", "c", "day", "exercises", "me", "take", "rules", "learn", "print", "ratings",
)  # fmt: skip
INDEX = "index.html"
PAGES = {
    "t": "table.html",  # the same page, which names at once the files of a table (client/tablepage.ts)
    "docs": "docs/404.html",  # says that there is none
}
# First part of the addresses where an error is a problem in JSON; built files are counted as cheap (limits.py).
FOR_PROGRAMS = ("api", "assets", "schema", "healthz", "readyz")
LONGEST = 200  # characters of a file's name, with its folders: each part of a path is asked for on the disk
FOREVER = "public, max-age=31536000, immutable"  # Vite names assets by their content

HOUSE = "{house}"  # in a page: its origin as the caller has it, for what wants whole addresses (client/index.html)
HOST = re.compile(r"[\w.:\[\]-]+", re.ASCII)

COMPRESSED = {"br": ".br", "gzip": ".gz"}  # as client/compressed.ts writes them, the smaller first
mimetypes.add_type("application/manifest+json", ".webmanifest")

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}

ENCODED_HEADERS = [(name.lower().encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]

NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>torite</title>
<h1>torite 取り手</h1>
<p>The server runs, but its pages have not been built. <code>scripts/serve</code> builds them and serves.</p>
<p lang="de">Der Server läuft, aber seine Seiten sind nicht gebaut. <code>scripts/serve</code> baut und startet.</p>
<p lang="ja">サーバーは動いていますが、画面がまだ作られていません。<code>scripts/serve</code> で作って起動できます。</p>
<p><a href="/api/games">/api/games</a> · <a href="/schema">/schema</a></p>
</html>"""


@get("/", include_in_schema=False)
async def front_page(request: Request[Any, Any, Any]) -> Response[bytes] | Response[str]:
    """The client's page."""
    return _page(request)


@get("/{path:path}", include_in_schema=False)
async def page_or_file(
    request: Request[Any, Any, Any], path: FromPath[str]
) -> File | Response[bytes] | Response[str] | Redirect:
    """A built file, or the client's page: for an address of the client, and to say that there is none."""
    relative = path.lstrip("/")
    first = relative.split("/")[0]
    if first in CLIENT_ROUTES:
        return _page(request, page=PAGES.get(first, INDEX))
    if relative.rstrip("/") == "docs" and _built(f"docs/{INDEX}") is not None:
        return Redirect(f"/docs/{INDEX}")
    file = _built(relative)
    if file is not None and relative in (INDEX, *PAGES.values()):
        return _page(request, page=relative)
    if file is not None:
        return _sent(request, file, FOREVER if relative.startswith("assets/") else "no-cache")
    if first not in FOR_PROGRAMS and "text/html" in request.headers.get("accept", ""):
        return _page(request, HTTPStatus.NOT_FOUND, PAGES.get(first, INDEX))
    raise NotFoundException


def _page(
    request: Request[Any, Any, Any], status: HTTPStatus = HTTPStatus.OK, page: str = INDEX
) -> Response[bytes] | Response[str]:
    file = _built(page) or _built(INDEX)
    if file is None:
        return Response(NOT_BUILT, media_type=MediaType.HTML, status_code=status)
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if is_small := takes(request.headers.get("accept-encoding", ""), "gzip"):
        headers["Content-Encoding"] = "gzip"
    body = _filled(file, file.stat().st_mtime_ns, _called(request), is_small)
    return Response(body, media_type=MediaType.HTML, headers=headers, status_code=status)


@lru_cache(64)
def _filled(file: Path, _changed: int, called: str, is_small: bool) -> bytes:
    """A page that names the house, as it was built last: it has few names by which it is asked for all the time."""
    body = file.read_text("utf-8").replace(HOUSE, called).encode()
    return gzip.compress(body, 6) if is_small else body


def _called(request: Request[Any, Any, Any]) -> str:
    """The origin by which the caller calls the house: with the scheme of its name, where it was given one."""
    host = request.headers.get("host", "").lower()
    named = (origin for origin in request.app.state.settings.origins if origin.partition("://")[2] == host)
    return next(named, f"{request.scope['scheme']}://{host}" if HOST.fullmatch(host) else "")


def _built(relative: str) -> Path | None:
    """The built file of this name; None for everything outside the folders and for names no file can have.

    Nor by a way through another folder: what lies in `assets/` is kept for ever, and counted as cheap.
    """
    if len(relative) > LONGEST or ".." in Path(relative).parts:
        return None
    folder, name = (DOCS, relative.removeprefix("docs/")) if relative.startswith("docs/") else (STATIC, relative)
    try:
        file = (folder / name).resolve()
        return file if file.is_relative_to(folder) and file.is_file() else None
    except (ValueError, OSError):
        return None


def _sent(request: Request[Any, Any, Any], file: Path, cached: str) -> File | Response[bytes]:
    """The file as it is or, if the browser takes that, as the build has compressed it."""
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    headers = {"Cache-Control": cached, "Vary": "Accept-Encoding"}
    taken = request.headers.get("accept-encoding", "")
    for encoding, ending in COMPRESSED.items():
        small = file.with_name(file.name + ending)
        if takes(taken, encoding) and small.is_file():
            headers["Content-Encoding"] = encoding
            file = small
            break
    if cached == FOREVER:
        return Response(_kept(file), media_type=kind, headers=headers)
    return File(file, media_type=kind, content_disposition_type="inline", headers=headers)


@lru_cache(256)  # the build writes some 150, of 2 MB in all
def _kept(file: Path) -> bytes:
    """What is in a file that never changes: read from the disk each time, it cost as much as an answer of the house."""
    return file.read_bytes()


def takes(accepted: str, encoding: str) -> bool:
    """Does an Accept-Encoding name this, and not with a quality of 0?"""
    for each in accepted.lower().split(","):
        name, _, quality = each.partition(";")
        if name.strip() == encoding:
            return quality.replace(" ", "").removeprefix("q=").strip("0.") != "" or not quality
    return False
