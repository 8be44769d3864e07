"""Looking back: the HTTP calls that have a match reviewed, and cards told from play."""

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from torite.server.api.asked import FINISHED, Visit, problems
from torite.server.house import House
from torite.server.visitors.limits import payer_of
from torite.table.admission import seat_in_match
from torite.table.looking import Par, Review
from torite.table.refusals import RefusalCode, Refused
from torite.table.table import Guest, Table

ANSWERS = problems(
    **FINISHED
    | {
        "s400": "no match yet, no such seat, or a game that cannot be reviewed",
        "s403": "only those who have played may look at it, and have their own seat reviewed",
        "s429": "another review of the caller is being made, or too many in a short time",
    }
)


@get(
    "/tables/{table_id:str}/review",
    summary="What each decision of a finished match has cost",
    tags=["looking back"],
    responses=ANSWERS,
)
async def review_of_table(
    request: Visit,
    table_id: FromPath[str],
    house: NamedDependency[House],
    match: FromQuery[int | None] = None,
    seat: FromQuery[int | None] = None,
) -> Review:
    """The free decisions of a seat, judged on what it could know (docs/review.md).

    The first call begins the review of the caller's own seat, which is meant without `seat`; every call tells what is
    known by then, until `done`.  The others who may look at the match get what has been begun.
    """
    table, guest, own = await _looking_back(request, house, table_id, match)
    seat = own if seat is None else seat
    if seat is None:
        raise Refused(RefusalCode.PRIVATE)
    if table.match is None or not 0 <= seat < len(table.match.guests):
        raise Refused(RefusalCode.NO_SUCH_SEAT, seat=seat + 1)
    maker = guest.id if guest is not None and seat == own else None
    return await house.reviews.review(table, seat, maker, payer_of(request, guest))


@get(
    "/tables/{table_id:str}/par",
    summary="How much of each deal of a finished match lay in the cards, and how much in the play",
    tags=["looking back"],
    responses=ANSWERS,
)
async def par_of_table(
    request: Visit,
    table_id: FromPath[str],
    house: NamedDependency[House],
    match: FromQuery[int | None] = None,
) -> Par:
    """Cards and play of all seats (docs/review.md).

    The first call of somebody who has played begins it; every call tells what is known by then, until `done`.
    """
    table, guest, own = await _looking_back(request, house, table_id, match)
    maker = guest.id if guest is not None and own is not None else None
    return await house.reviews.par(table, maker, payer_of(request, guest))


async def _looking_back(
    request: Visit, house: House, table_id: str, match: int | None
) -> tuple[Table, Guest | None, int | None]:
    """The table with its finished match, who asks, and the seat that he has had in it.  Raises Refused."""
    table = await house.finished(request, table_id, match)
    guest = await house.guest(request)
    return table, guest, seat_in_match(table, guest)


CALLS = [review_of_table, par_of_table]
