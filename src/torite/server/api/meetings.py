"""The HTTP calls of those who wait for others to play with."""

import asyncio

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from torite.server.api.asked import BODY, NAMED, STORE, Visit, only_json, problems
from torite.server.house import House
from torite.server.visitors.limits import address_of
from torite.table.bodies import Queue, Waiting, Wish
from torite.table.refusals import Refused


@get("/waiting", summary="Who waits for what", tags=["meeting"], responses=problems(**STORE))
async def queues(house: NamedDependency[House]) -> list[Queue]:
    """How many guests wait for others to play with, by game and number of players; nobody is named."""
    return await house.meetings.queues()


@post(
    "/me/waiting",
    status_code=200,
    summary="Find me others to play with",
    tags=["meeting"],
    guards=[only_json],
    responses=problems(**BODY, **STORE | NAMED, s404="no such game", s429="too often in a short time"),
)
async def begin_to_wait(request: Visit, data: JSONBody[Wish], house: NamedDependency[House]) -> Waiting:
    """For any of these games; what the caller has waited for before is forgotten.

    Who does not ask again for 10 to 15 seconds (`GET`) does not wait any more.
    """
    house.check_welcome(request)
    guest = (await house.known(request)).guest
    house.limits.count_table(request, guest)
    return await house.meetings.begin(guest, data, address_of(request))


@get(
    "/me/waiting",
    summary="Am I seated?",
    tags=["meeting"],
    responses=problems(**STORE | NAMED, s403="the caller is banned", s404="the caller does not wait, or not any more"),
)
async def wait_on(request: Visit, house: NamedDependency[House]) -> Waiting:
    """As soon as there are enough for a game, or the time is over, `table` is where the match begins by itself.

    The answer takes its time, so that it can be asked for again at once.
    """
    guest = (await house.known(request)).guest
    await asyncio.sleep(house.settings.breath)
    try:
        house.sanctions.check_visitor(guest.id, address_of(request))
    except Refused:  # nobody is to be seated with somebody who is let in nowhere
        await house.meetings.drop(guest.id)
        raise
    return await house.meetings.look(guest, address_of(request))


@delete(
    "/me/waiting",
    status_code=204,
    summary="Wait no more",
    tags=["meeting"],
    responses=problems(**STORE | NAMED, s403="the call comes from a page of another site"),
)
async def wait_no_more(request: Visit, house: NamedDependency[House]) -> None:
    """No error if the caller does not wait."""
    house.check_origin(request)
    await house.meetings.drop((await house.known(request)).guest.id)


CALLS = [queues, begin_to_wait, wait_on, wait_no_more]
