"""The HTTP calls about passkeys: having one made, and coming back by it."""

from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from torite.server.api.asked import BODY, KNOWN, NAMED, STORE, Visit, only_json, problems
from torite.server.api.me import cookie_of
from torite.server.house import House
from torite.server.people.guests import Badge, lock
from torite.server.people.passkeys import Site
from torite.table.bodies import BrowserKey, ComeBack, Me, NewPasskey, PasskeyAsk, TakesPasskeys
from torite.table.returning import MyPasskey

NO_MORE = "the passkey is for another site, too late, used, or none; `guest/no_passkeys`: this house takes none"
NOT_HERE = "this house takes no passkeys, or there are enough"
UNKNOWN = "no such passkey, or not any more"


@get("/passkeys", summary="Does this house take passkeys?", tags=["guests"])
async def takes_passkeys(house: NamedDependency[House]) -> TakesPasskeys:
    """Those that a guest has can be removed in any case."""
    return TakesPasskeys(house.passkeys.taken)


@get("/me/passkeys", summary="My passkeys", tags=["guests"], responses=problems(**STORE | NAMED))
async def my_passkeys(request: Visit, house: NamedDependency[House]) -> list[MyPasskey]:
    """With which the caller can come back; oldest first."""
    return await house.passkeys.of_guest((await house.known(request)).guest.id)


@post(
    "/me/passkeys/ask",
    status_code=200,
    summary="A passkey is to be made",
    tags=["guests"],
    responses=problems(**STORE, **KNOWN, s400=NOT_HERE),
)
async def ask_for_passkey(request: Visit, house: NamedDependency[House]) -> PasskeyAsk:
    """What the browser needs for `navigator.credentials.create`; good for 5 minutes, once."""
    house.check_origin(request)
    guest = (await house.known(request)).guest
    house.limits.count_oneself(request, guest)
    return PasskeyAsk(await house.passkeys.ask_for_new(guest, _site(request)))


@post(
    "/me/passkeys",
    status_code=200,
    summary="Keep a passkey",
    tags=["guests"],
    guards=[only_json],
    responses=problems(**BODY | KNOWN | {"s400": NO_MORE}, **STORE),
)
async def add_passkey(request: Visit, data: JSONBody[NewPasskey], house: NamedDependency[House]) -> list[MyPasskey]:
    """What the browser has made of it.  From now on the caller can come back with it."""
    house.check_origin(request)
    guest = (await house.known(request)).guest
    house.limits.count_oneself(request, guest)
    await house.passkeys.add(guest, data.label, data.answer, _site(request))
    return await house.passkeys.of_guest(guest.id)


@delete(
    "/me/passkeys/{passkey:str}",
    status_code=204,
    summary="A passkey is good no more",
    tags=["guests"],
    responses=problems(**STORE, **KNOWN, s404=UNKNOWN),
)
async def remove_passkey(request: Visit, passkey: FromPath[str], house: NamedDependency[House]) -> None:
    """One of the caller's."""
    house.check_origin(request)
    await house.passkeys.remove((await house.known(request)).guest.id, passkey)


@post(
    "/passkeys/ask",
    status_code=200,
    summary="Somebody wants to come back",
    tags=["guests"],
    guards=[only_json],
    responses=problems(**BODY | {"s400": NOT_HERE}),
)
async def ask_who(request: Visit, data: JSONBody[BrowserKey], house: NamedDependency[House]) -> PasskeyAsk:
    """What the browser needs for `navigator.credentials.get`; good for 5 minutes, once, for the browser of this key."""
    house.check_origin(request)
    return PasskeyAsk(house.passkeys.ask_who(lock(data.key), _site(request)))


@post(
    "/passkeys",
    status_code=200,
    summary="Come back with a passkey",
    tags=["guests"],
    guards=[only_json],
    responses=problems(**BODY | {"s400": NO_MORE}, **STORE, s404=UNKNOWN, s429="too many that are not good"),
)
async def come_back(request: Visit, data: JSONBody[ComeBack], house: NamedDependency[House]) -> Response[Me]:
    """Sets the cookie of the guest whose passkey it is.  Who this browser was before is known to it no more."""
    house.check_origin(request)
    with house.limits.guess(request):
        guest = await house.passkeys.come_back(lock(data.key), data.answer, _site(request))
    badge = Badge(guest, lock(data.key), await house.sessions.age(guest.id))
    return Response(Me(guest.name), cookies=[cookie_of(request, house, badge)])


def _site(request: Visit) -> Site:
    """Where the page is; it may call, so it is ours."""
    return Site(request.headers.get("origin", f"{request.url.scheme}://{request.url.netloc}"))


CALLS = [takes_passkeys, my_passkeys, ask_for_passkey, add_passkey, remove_passkey, ask_who, come_back]
