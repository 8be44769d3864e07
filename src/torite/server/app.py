"""The ASGI application: HTTP calls, live connections, the client's pages."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.datastructures import ResponseHeader
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import torite
from torite.server.api import API, MAX_BODY, healthz
from torite.server.house import House
from torite.server.pages import SECURITY_HEADERS, front_page, page_or_file
from torite.server.problems import problem_response
from torite.server.settings import Settings
from torite.server.sockets import live_socket
from torite.server.store import Store

OPENAPI = OpenAPIConfig(
    title="torite",
    version=torite.__version__,
    description="The house for trick-taking games.  The live connection of a table is in docs/protocol.md.",
    path="/schema",
    render_plugins=[JsonRenderPlugin()],  # the pages with pictures would load scripts from elsewhere
)


def make_app(settings: Settings) -> Litestar:
    """The application; its lifespan opens the store and takes up the running matches."""
    rooms: list[House] = []

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        house = House(settings, await Store.open(settings.db))
        rooms.append(house)
        await house.tables.resume()
        try:
            yield
        finally:
            await house.close()

    async def the_house() -> House:
        return rooms[0]

    return Litestar(
        [healthz, API, live_socket, front_page, page_or_file],
        dependencies={"house": Provide(the_house)},
        lifespan=[lifespan],
        exception_handlers={Exception: problem_response},
        response_headers=[ResponseHeader(name=name, value=value) for name, value in SECURITY_HEADERS.items()],
        openapi_config=OPENAPI,
        request_max_body_size=MAX_BODY,
        logging_config=None,  # Litestar's own logs bodies
    )
