"""The HTTP calls for deals that many play: the deal of the day, and those that guests make of their matches."""

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from torite.server.api.asked import BODY, FINISHED, NAMED, STORE, Visit, only_json, problems
from torite.server.house import House
from torite.server.visitors.limits import payer_of
from torite.table.bodies import TableCreated
from torite.table.returning import ChallengeMade, Contest, DealPar, NewChallenge

LINKS = "too many links that lead nowhere, from this address"
NOWHERE = "no such challenge, or the house does not have its game any more"


@get(
    "/games/{game:str}/day",
    summary="The deal of the day",
    tags=["challenges"],
    responses=problems(**STORE, s404="no such game"),
)
async def deal_of_the_day(request: Visit, game: FromPath[str], house: NamedDependency[House]) -> Contest:
    """The same cards, seat and bots for everybody, until the day is over (UTC)."""
    guest = await house.guest(request)
    return await house.challenges.tell(await house.challenges.of_day(game), guest)


@get(
    "/challenges/{challenge:str}",
    summary="A challenge",
    tags=["challenges"],
    responses=problems(**STORE, s404=NOWHERE, s429=LINKS),
)
async def challenge_told(request: Visit, challenge: FromPath[str], house: NamedDependency[House]) -> Contest:
    """What is played; and once the caller has played it, what others have made of it."""
    guest = await house.guest(request)
    with house.limits.guess(request):
        row = await house.challenges.named(challenge)
    return await house.challenges.tell(row, guest)


@post(
    "/challenges",
    status_code=201,
    summary="Make a challenge of a deal that was played",
    tags=["challenges"],
    guards=[only_json],
    responses=problems(
        **BODY
        | NAMED
        | FINISHED
        | {
            "s400": "no match yet, or no such deal",
            "s403": "only who has played may, if all agree to show it",
            "s429": "too many new challenges, or looks back, or links that lead nowhere",
        }
    ),
)
async def make_challenge(request: Visit, data: JSONBody[NewChallenge], house: NamedDependency[House]) -> ChallengeMade:
    """Of a finished match that the caller has played: alone with bots, or all have agreed to show it.

    The same deal is always the same challenge.  Who has played it may then look at the match that it was made of.
    """
    house.check_welcome(request)
    guest = (await house.known(request)).guest
    house.limits.count_challenge(request, guest)
    table = await house.finished(request, data.table, data.match)
    return ChallengeMade(await house.challenges.of_match(table, data.deal, guest))


@post(
    "/challenges/{challenge:str}/try",
    status_code=201,
    summary="Play a challenge",
    tags=["challenges"],
    responses=problems(
        **STORE | NAMED,
        s400="the deal's day is over",
        s403="the call comes from a page of another site",
        s404=NOWHERE,
        s410="the rules of the game are others by now",
        s429="too many new tables at the moment, or links that lead nowhere",
    ),
)
async def try_challenge(request: Visit, challenge: FromPath[str], house: NamedDependency[House]) -> TableCreated:
    """The table at which the caller plays it, alone with bots: the one of a try that is not over, else a new one.

    Only the first try of a guest counts, if the guest does not know the cards from elsewhere.
    """
    house.check_welcome(request)
    guest = (await house.known(request)).guest
    house.limits.count_table(request, guest)
    with house.limits.guess(request):
        row = await house.challenges.named(challenge)
    return TableCreated(await house.challenges.begin(row, guest))


@get(
    "/challenges/{challenge:str}/par",
    summary="What strong bots make of a challenge",
    tags=["challenges"],
    responses=problems(
        **STORE | NAMED,
        s403="only those who have played it are told",
        s404=NOWHERE,
        s410="the rules of the game are others by now",
        s429="another par of the caller is being worked out, or too many in a short time",
    ),
)
async def par_of_challenge(request: Visit, challenge: FromPath[str], house: NamedDependency[House]) -> DealPar:
    """The mean result of its seat where strong bots play it again and again in all seats (docs/review.md).

    The first call begins it; every call tells what is known by then.
    """
    guest = (await house.known(request)).guest
    house.limits.count_replay(request)
    with house.limits.guess(request):
        row = await house.challenges.named(challenge)
    told = await house.challenges.tried(row, guest)
    game = house.challenges.game(told.game)
    par = await house.reviews.par_of(told, game, guest.id, payer_of(request, guest))
    if not par.shares:
        return DealPar(0.0, 0.0, 0, done=False)
    share = par.shares[0]
    value = round(share.average + share.cards[told.seat], 4)
    return DealPar(value, share.error[told.seat], par.plays, par.done)


CALLS = [deal_of_the_day, challenge_told, make_challenge, try_challenge, par_of_challenge]
