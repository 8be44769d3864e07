"""The ASGI application: HTTP calls, live connections, the client's pages."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.datastructures import State
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.exceptions import ClientException, WebSocketException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Scope
from uvicorn.protocols.utils import ClientDisconnected

import torite
from torite.server import metrics
from torite.server.api.asked import MAX_BODY, StrictRequest
from torite.server.api.routes import ROUTES
from torite.server.api.sockets import inner_socket, live_socket
from torite.server.house import House
from torite.server.minds import Minds, thinking_socket
from torite.server.pages import front_page, page_or_file
from torite.server.settings import Settings
from torite.server.storage.store import Store
from torite.server.visitors.problems import problem_response

LOG = logging.getLogger("torite")
USUAL = (ClientException, WebSocketException, ClientDisconnected)  # no such address, or the reader is gone
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
    await house.tables.leases.renew()
    await house.sanctions.look()
    aside = [
        asyncio.create_task(work)
        for work in (
            house.health.look_around(),
            house.health.await_the_end(),
            house.tables.calls.work(),
            house.retention.work(),
            house.sessions.work(house.tables.calls),
            house.sanctions.work(house.tables.calls),
            house.ratings.work(),
            house.bot_reviews.work(),
            house.notices.work(),
        )
    ]
    if not settings.only_thinks:
        minds = Minds(house.tables.leases, house.passes, house.tables.thinkers.pool)
        aside += [asyncio.create_task(minds.work()), asyncio.create_task(house.tables.go_on())]
        aside += [asyncio.create_task(house.go_on_forgetting())]
    try:
        with metrics.told(house):
            yield
    finally:
        for task in aside:
            task.cancel()
        await asyncio.gather(*aside, return_exceptions=True)
        await house.close()


async def _the_house(state: State) -> House:
    house: House = state.house
    return house


async def _tell_of_socket(error: Exception, scope: Scope) -> None:
    """Litestar closes the socket of a handler that fails, and says nothing."""
    if scope["type"] == ScopeType.WEBSOCKET and not isinstance(error, USUAL):
        LOG.error("a socket is closed by an error of the server", exc_info=error)


def make_app(settings: Settings) -> Litestar:
    """The application; its lifespan opens the store; tables wake when somebody comes."""
    return Litestar(
        [*ROUTES, live_socket, inner_socket, thinking_socket, front_page, page_or_file],
        dependencies={"house": Provide(_the_house)},
        state=State({"settings": settings}),
        lifespan=[_open_house],
        middleware=[metrics.REQUESTS.middleware] if settings.metrics is not None else [],
        exception_handlers={Exception: problem_response},
        after_exception=[_tell_of_socket],
        openapi_config=OPENAPI,
        request_class=StrictRequest,
        request_max_body_size=MAX_BODY,
        logging_config=None,  # Litestar's own logs bodies
    )
