"""The HTTP calls about oneself: being a guest, and one's tables and matches."""

from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from litestar import Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody

from torite.server.api.asked import BODY, KNOWN, STORE, Visit, only_json, problems
from torite.server.house import House
from torite.server.matches.figures import figures
from torite.server.matches.reviews import reviewed
from torite.server.people import history
from torite.server.people.guests import SEALED, YEAR, Badge, cookie_name, lock, new_guest_id, shown_cookie
from torite.server.play import words
from torite.server.visitors.limits import payer_of
from torite.table.bodies import DeviceLink, Me, NameBody, TakeBody
from torite.table.refusals import clean_name
from torite.table.returning import Everything, Figures, Hiding, Home
from torite.table.table import Guest

EXPORT = "torite-guest/1"


@get("/me", summary="Who am I?", tags=["guests"], responses=problems(**STORE))
async def who_am_i(request: Visit, house: NamedDependency[House]) -> Response[Me]:
    """The name in the visitor's cookie, which is good for another year; null without one.

    A cookie that does not count is taken away.
    """
    badge = await house.badge(request)
    if badge is not None:
        return Response(Me(badge.guest.name), cookies=[cookie_of(request, house, badge)])
    return Response(Me(None), cookies=[no_cookie(request)] if shown_cookie(request) is not None else [])


@post(
    "/me",
    status_code=200,
    summary="Be a guest by this name",
    tags=["guests"],
    guards=[only_json],
    responses=problems(**BODY, **STORE),
)
async def be_a_guest(request: Visit, data: JSONBody[NameBody], house: NamedDependency[House]) -> Response[Me]:
    """Sets the signed cookie that stands for this visitor.  A second call changes the name, on all devices, no more."""
    house.check_welcome(request)
    name, known = clean_name(data.name), await house.badge(request)
    if known is not None and known.lock == lock(data.key):
        badge = replace(known, guest=Guest(known.guest.id, name))
        await house.sessions.rename(badge)
        await house.passkeys.rename(badge.guest)
    else:
        badge = Badge(Guest(new_guest_id(), name), lock(data.key))
    return Response(Me(name), cookies=[cookie_of(request, house, badge)])


@get(
    "/me/tables",
    summary="My tables and matches",
    tags=["guests"],
    responses=problems(**STORE, s400="`before` is no time", s401="without a name there are none: `POST /api/me`"),
)
async def my_tables(request: Visit, house: NamedDependency[House], before: FromQuery[float | None] = None) -> Home:
    """At most 100 tables where the caller has a seat, and 20 matches that the caller has played to the end.

    With `before`, those that had ended before this unix time.
    """
    guest = (await house.known(request)).guest
    async with house.homes.of(guest.id):
        return await house.tables.home(guest.id, before)


@get(
    "/me/figures",
    summary="What I have done, in figures",
    tags=["guests"],
    responses=problems(**STORE, s401=KNOWN["s401"], s429=KNOWN["s429"]),
)
async def my_figures(request: Visit, house: NamedDependency[House]) -> Figures:
    """By game: how the caller's last matches have ended, the rating after each, what decisions cost, cards and play."""
    guest = (await house.known(request)).guest
    house.limits.count_replay(request)
    await house.ratings.settle()
    async with house.telling.of(payer_of(request, guest)):
        return await figures(house.store, guest.id, house.settings.games)


@post(
    "/me/hidden",
    status_code=200,
    summary="Do not show me in the table of the house",
    tags=["guests"],
    guards=[only_json],
    responses=problems(**BODY | KNOWN, **STORE),
)
async def hide_me(request: Visit, data: JSONBody[Hiding], house: NamedDependency[House]) -> Hiding:
    """Or do so again.  The caller's matches count all the same."""
    house.check_origin(request)
    guest = (await house.known(request)).guest
    house.limits.count_oneself(request, guest)
    await house.ratings.hide(guest.id, data.hidden)
    return data


@get(
    "/me/export",
    summary="Everything that is stored about me",
    tags=["guests"],
    responses=problems(**STORE, s401=KNOWN["s401"], s429=KNOWN["s429"]),
)
async def export(request: Visit, house: NamedDependency[House]) -> Response[Everything]:
    """A file: the caller's name and id, what the tables hold, finished matches, their reviews, and all figures."""
    guest = (await house.known(request)).guest
    house.limits.count_oneself(request, guest)
    await house.ratings.settle()
    turn = partial(house.telling.of, payer_of(request, guest))
    tables = await house.tables.told(guest.id, turn)
    async with turn():
        counted = await figures(house.store, guest.id, house.settings.games)
    matches = await history.finished(house.store, guest.id)
    reviews = await reviewed(house.store, guest.id)
    everything = Everything(
        format=EXPORT,
        exported=datetime.now(UTC).isoformat(timespec="seconds"),
        id=guest.id,
        name=guest.name,
        tables=tables,
        matches=matches,
        reviews=reviews,
        figures=counted,
        tries=await house.challenges.of_guest(guest.id),
        answers=await house.exercises.of_guest(guest.id),
        passkeys=await house.passkeys.of_guest(guest.id),
        devices=await house.notices.of_guest(guest.id),
        logouts=await house.sessions.age(guest.id),
        link=await house.links.of_guest(guest.id),
        sanctions=await house.sanctions.of_guest(guest.id),
        waiting=await house.meetings.of_guest(guest.id),
        words=await words.of_guest(house.store, guest.id),
    )
    return Response(everything, headers={"Content-Disposition": 'attachment; filename="torite-guest.json"'})


@delete("/me", status_code=204, summary="Forget me", tags=["guests"], responses=problems(**STORE, **KNOWN))
async def forget_me(request: Visit, house: NamedDependency[House]) -> Response[None]:
    """Name, id and what the caller has said go from everything stored; seats in running matches go to bots.

    Finished matches stay for those who have played them too, with a player without a name.
    """
    house.check_origin(request)
    guest = (await house.known(request)).guest
    house.limits.count_oneself(request, guest)
    await house.forget(guest, payer_of(request, guest))
    return Response(None, cookies=[no_cookie(request)])


@post(
    "/me/logout",
    status_code=200,
    summary="Log me out everywhere else",
    tags=["guests"],
    responses=problems(**STORE, **KNOWN),
)
async def log_out(request: Visit, house: NamedDependency[House]) -> Response[Me]:
    """All cookies that the caller has are refused from now on, and sockets end; this browser gets a new one.

    No device is told any more that it is the caller's turn.

    Passkeys stay good: they lie on the caller's own devices, and each can be removed.
    """
    house.check_origin(request)
    badge = await house.known(request)
    house.limits.count_oneself(request, badge.guest)
    badge = replace(badge, age=await house.sessions.end(badge.guest.id))
    await house.links.drop(badge.guest.id)
    await house.notices.remove(badge.guest.id)
    return Response(Me(badge.guest.name), cookies=[cookie_of(request, house, badge)])


@post(
    "/me/logout/here",
    status_code=200,
    summary="Log me out in this browser",
    tags=["guests"],
    responses=problems(s403=BODY["s403"]),
)
async def log_out_here(request: Visit, house: NamedDependency[House]) -> Response[Me]:
    """Takes the cookie away; everywhere else the caller stays who he is."""
    house.check_origin(request)
    return Response(Me(None), cookies=[no_cookie(request)])


@post(
    "/me/link",
    status_code=200,
    summary="A link to another device",
    tags=["guests"],
    responses=problems(**STORE, **KNOWN),
)
async def link_to_device(request: Visit, house: NamedDependency[House]) -> DeviceLink:
    """With it another browser becomes the caller's: once, within 15 minutes.  Older ones are good no more."""
    house.check_welcome(request)
    badge = await house.known(request)
    house.limits.count_oneself(request, badge.guest)
    token, until = await house.links.make(badge)
    here = request.headers.get("origin", f"{request.url.scheme}://{request.url.netloc}")
    return DeviceLink(f"{here}/take#{token}", until)


@post(
    "/me/take",
    status_code=200,
    summary="Follow such a link",
    tags=["guests"],
    guards=[only_json],
    responses=problems(
        **BODY | {"s400": "the link is used, too old, or of another house"}, **STORE, s429="too many that are not good"
    ),
)
async def take(request: Visit, data: JSONBody[TakeBody], house: NamedDependency[House]) -> Response[Me]:
    """Sets the cookie of the guest who has made the link.  Who this browser was before is known to it no more."""
    house.check_welcome(request)
    with house.limits.guess(request):
        badge = await house.links.take(data.token, lock(data.key))
    return Response(Me(badge.guest.name), cookies=[cookie_of(request, house, badge)])


def cookie_of(request: Visit, house: House, badge: Badge) -> Cookie:
    """The cookie that makes a browser this guest's."""
    name, value = cookie_name(request.url.scheme), house.cookies.sign(badge)
    return Cookie(name, value=value, max_age=YEAR, httponly=True, samesite="lax", secure=name == SEALED)


def no_cookie(request: Visit) -> Cookie:
    """Takes the cookie away."""
    name = cookie_name(request.url.scheme)
    return Cookie(name, max_age=0, httponly=True, samesite="lax", secure=name == SEALED)


CALLS = [who_am_i, be_a_guest, my_tables, my_figures, hide_me, export, forget_me, log_out, log_out_here]
CALLS += [link_to_device, take]
