"""The HTTP calls about the house itself: is it well, may visitors come?"""

from litestar import get
from litestar.di import NamedDependency

from torite.server.api.asked import problems
from torite.server.house import House
from torite.table.refusals import RefusalCode, Refused

ILL = problems(s503="`params.reasons`: `store` nothing can be written, `damage` something cannot be read, `bots`")


@get("/healthz", summary="Is the server well?", tags=["server"], responses=ILL)
async def healthz(house: NamedDependency[House]) -> dict[str, str]:
    """`{"status": "ok"}` as long as tables can be read and written and the bots come to an end."""
    if reasons := await house.health.reasons():
        raise Refused(RefusalCode.UNHEALTHY, reasons=reasons)
    return {"status": "ok"}


@get("/readyz", summary="May visitors be sent here?", tags=["server"], responses=ILL)
async def readyz(house: NamedDependency[House]) -> dict[str, str]:
    """`{"status": "ok"}` as long as moves can be stored: what a balancer asks.  `/healthz` is for the operator."""
    if not await house.health.is_ready():
        raise Refused(RefusalCode.UNHEALTHY, reasons=["store"])
    return {"status": "ok"}


CALLS = [healthz, readyz]
