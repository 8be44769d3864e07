"""The HTTP call about where others find the house."""

from litestar import get
from litestar.di import NamedDependency

from torite.server.api.asked import Visit
from torite.server.house import House
from torite.server.visitors.doors import counted_as
from torite.server.visitors.origins import name_in
from torite.server.visitors.reach import is_own, outward
from torite.table.bodies import Reach


@get("/reach", summary="Where do others find the house?", tags=["server"])
async def reach(request: Visit, house: NamedDependency[House]) -> Reach:
    """The address of the machine in its network is told on that machine alone."""
    settings, client, server = house.settings, request.client, request.scope["server"]
    comes_from_here = client is not None and counted_as(client.host) is None
    inside = comes_from_here and is_own(name_in(request.headers.get("host", "")))
    port = server[1] if inside and server is not None else None
    return Reach(outward(settings.origins, settings.hosts, port))


CALLS = [reach]
