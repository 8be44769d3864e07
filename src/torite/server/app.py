"""The ASGI application: HTTP calls, live connections, the client's pages."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.datastructures import ResponseHeader, State
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
    use_handler_docstrings=True,
    render_plugins=[JsonRenderPlugin()],  # the pages with pictures would load scripts from elsewhere
)


@asynccontextmanager
async def _open_house(app: Litestar) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    house = app.state.house = House(settings, await Store.open(settings.db))
    resuming = asyncio.create_task(house.tables.resume())  # the first page need not wait for it
    try:
        yield
    finally:
        resuming.cancel()
        await asyncio.gather(resuming, return_exceptions=True)
        await house.close()


async def _the_house(state: State) -> House:
    house: House = state.house
    return house


def make_app(settings: Settings) -> Litestar:
    """The application; its lifespan opens the store and takes up the running matches."""
    return Litestar(
        [healthz, API, live_socket, front_page, page_or_file],
        dependencies={"house": Provide(_the_house)},
        state=State({"settings": settings}),
        lifespan=[_open_house],
        exception_handlers={Exception: problem_response},
        response_headers=[ResponseHeader(name=name, value=value) for name, value in SECURITY_HEADERS.items()],
        openapi_config=OPENAPI,
        request_max_body_size=MAX_BODY,
        logging_config=None,  # Litestar's own logs bodies
    )
