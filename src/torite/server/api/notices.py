"""The HTTP calls about being told, somewhere else, that it is one's turn."""

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from torite.server.api.asked import BODY, KNOWN, STORE, Visit, only_json, problems
from torite.server.house import House
from torite.table.bodies import Device, NoDevice, SendsNotices

NOT_HERE = "this house sends no notices, or none to such an address"


@get("/notices", summary="Does this house send notices?", tags=["guests"])
async def sends_notices(house: NamedDependency[House]) -> SendsNotices:
    """To devices of guests who are not there, where a day may pass until they move."""
    return SendsNotices(house.notices.key)


@post(
    "/me/notices",
    status_code=204,
    summary="Tell me in this browser",
    tags=["guests"],
    guards=[only_json],
    responses=problems(**BODY | KNOWN | {"s400": NOT_HERE}, **STORE),
)
async def be_told(request: Visit, data: JSONBody[Device], house: NamedDependency[House]) -> None:
    """At most five browsers of the caller's: of more, those go that are there for the longest time."""
    house.check_welcome(request)
    guest = (await house.known(request)).guest
    house.limits.count_oneself(request, guest)
    await house.notices.add(guest.id, data)


@post(
    "/me/notices/off",
    status_code=204,
    summary="Tell me nothing more in this browser",
    tags=["guests"],
    guards=[only_json],
    responses=problems(**BODY | KNOWN, **STORE),
)
async def be_told_no_more(request: Visit, data: JSONBody[NoDevice], house: NamedDependency[House]) -> None:
    """Also if the caller was told nothing there."""
    house.check_origin(request)
    guest = (await house.known(request)).guest
    await house.notices.remove(guest.id, data.endpoint)


CALLS = [sends_notices, be_told, be_told_no_more]
