"""The live connection: what is checked at the handshake, then frames in and frames out.

Litestar's middlewares see no WebSocket, so origin, frame size, rate and queue are bounded here.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from websockets.asyncio.client import ClientConnection

from torite.server.house import House
from torite.server.pages import ENCODED_HEADERS
from torite.server.play.live import Live
from torite.server.visitors.connection import (
    NO_SUCH_TABLE,
    NORMAL,
    RESTART,
    SHUT,
    TOO_FAST,
    Bucket,
    Connection,
    frame,
    never,
    until,
)
from torite.server.visitors.limits import Caller, address_of, payer_of
from torite.server.visitors.passing import INSIDE, PASS, PATIENCE, RETRY, SILENT, door_of, pass_on
from torite.server.visitors.problems import malformed, problem_of, refusal_of
from torite.server.visitors.wire import NOW
from torite.table.commands import begins
from torite.table.messages import (
    Act,
    Again,
    AskHint,
    Choose,
    Claim,
    Confirm,
    FromClient,
    Invite,
    Leave,
    Refusal,
    Resync,
    Say,
    SetWord,
    Start,
    TakeBack,
)
from torite.table.refusals import RefusalCode, Refused
from torite.table.table import Guest

MAX_FRAME = 4096  # bytes of a message from a client
LARGEST = 2**53 - 1  # the integers that JSON numbers carry exactly everywhere
PASSING = (RefusalCode.STORE_UNAVAILABLE, RefusalCode.TOO_FAST, RefusalCode.SERVER_ERROR)  # another try may get in

# There is no more of it than the cards allow; and whoever gets up has sat down, which is counted.
ALONE = AskHint | Resync  # what nobody else is told of
PLAY = ALONE | Act | Choose | Claim | Confirm | Leave | TakeBack

LOG = logging.getLogger("torite")
Socket = WebSocket[Any, Any, State]
Read = Callable[[], Awaitable[bytes | None]]
DECODER: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


@websocket("/api/tables/{table_id:str}/live", media_type="application/json")
async def live_socket(socket: Socket, table_id: FromPath[str], house: NamedDependency[House]) -> None:
    """One reader of one table, from handshake to close."""
    # Litestar keeps what it has read of the head as long as its connection lasts, so it reads it for another one.
    caller = Caller({**socket.scope, "state": {}})
    try:
        house.check_handshake(caller)
    except Refused as refused:
        await _reject(socket, refused)
        return
    with house.limits.connection(socket):
        await socket.accept()
        try:
            badge = await house.badge(caller)
        except Exception as error:
            await _turn_away(socket, refusal_of(error))
            return
        del caller
        socket.scope["headers"] = []
        guest = badge.guest if badge is not None else None
        keys = (guest.id if guest is not None else None, address_of(socket), table_id)
        with house.sessions.open(badge) as ended, house.sanctions.open(ended, *keys):
            with until(ended):
                await _serve(socket, table_id, house, guest, payer_of(socket, guest))
                return
            await _say_goodbye(socket, RESTART)  # let the browser come again


@websocket(f"{INSIDE}/{{table_id:str}}", media_type="application/json")
async def inner_socket(socket: Socket, table_id: FromPath[str], house: NamedDependency[House]) -> None:
    """One reader whom another node passes on; only the inner door leads here, and that node has counted them."""
    visitor = house.passes.read(socket.headers.get(PASS, ""), table_id)
    if visitor is None:
        LOG.error("the inner door is tried without a pass; have all nodes the same key, and the same time?")
        await _reject(socket, Refused(RefusalCode.FOREIGN_HOST))
        return
    try:
        live = await house.tables.find(table_id)
        if not isinstance(live, Live):
            raise Refused(RefusalCode.STORE_UNAVAILABLE)  # it has just changed hands: try again
    except Exception as error:
        await _reject(socket, refusal_of(error))
        return
    await socket.accept()
    await _join(socket, house, live, _connection(socket, house, *visitor), partial(_next_frame, socket))


async def _serve(socket: Socket, table_id: str, house: House, guest: Guest | None, payer: str) -> None:
    """One reader who has been let in, until the end: here, or at the node that has the table."""
    begun = time.monotonic()
    gate = Gate(socket, house, payer)
    dead: str | None = None
    while True:
        try:
            place = await house.find(socket, guest, table_id, dead)
        except Exception as error:
            await _turn_away(socket, refusal_of(error))
            return
        if isinstance(place, Live):
            await _join(socket, house, place, _connection(socket, house, guest, payer), gate.next_frame)
            return
        try:
            await house.scouts.look(place.address)
            async with door_of(place, table_id, house.passes.sign(table_id, guest, payer)) as door:
                await _pass_on(socket, door, gate)
                return
        except SILENT as error:
            dead = place.node if isinstance(error, ConnectionRefusedError) else None  # nobody listens there
        if time.monotonic() - begun > PATIENCE:
            LOG.error("node %(node)s lets no visitor in", {"node": place.address})
            await _turn_away(socket, Refused(RefusalCode.STORE_UNAVAILABLE))
            return
        await asyncio.sleep(0 if dead else RETRY)


async def _pass_on(socket: Socket, door: ClientConnection, gate: "Gate") -> None:
    """One reader at a table of another node, until the end."""
    with contextlib.suppress(WebSocketDisconnect, OSError):  # the reader is gone
        code = await pass_on(door, gate.next_frame, socket.send_text)
        if code is None:
            await socket.send_text(frame(Refusal(None, RefusalCode.TOO_FAST, {})))
        await _say_goodbye(socket, TOO_FAST if code is None else code)


def _connection(socket: Socket, house: House, guest: Guest | None, payer: str) -> Connection:
    extensions: dict[str, Any] = socket.scope["extensions"] or {}
    return Connection(guest, house.settings.queue, payer, socket.send_text, extensions.get(NOW, never))


async def _join(socket: Socket, house: House, live: Live, connection: Connection, read: Read) -> None:
    """One reader at a table of this node, until the end."""
    live.arrive(connection)
    code = NORMAL
    try:
        with until(connection.dropped):
            code = await _answer(house, live, connection, read)
    except (WebSocketDisconnect, OSError):
        pass  # the reader is gone
    except Exception:
        LOG.exception("a live connection ends by an error of the server")
    finally:
        connection.stop()
        live.depart(connection)
    if connection.dropped.done():
        code = connection.code
    if code in (TOO_FAST, SHUT):
        with contextlib.suppress(WebSocketDisconnect, OSError):
            await connection.drain()
    await _say_goodbye(socket, code)


async def _say_goodbye(socket: Socket, code: int) -> None:
    with contextlib.suppress(WebSocketDisconnect, OSError):  # it may be gone already
        await socket.close(code)


async def _answer(house: House, live: Live, connection: Connection, read: Read) -> int:
    """Answer message after message; ends when the sender is too fast.  Raises WebSocketDisconnect."""
    while (text := await read()) is not None:
        try:
            request = parse(text)
            guest = connection.guest
            house.sanctions.check_words(request, guest.id if guest is not None else None, connection.payer)
            if isinstance(request, Invite):
                house.check_invitation(request)
            if isinstance(request, Say | Invite):
                house.limits.count_talk(connection.payer)
            elif not isinstance(request, PLAY):
                house.limits.count_switch(connection.payer)
            if isinstance(request, Start | Again) or (isinstance(request, Say) and begins(request.text)):
                house.limits.count_begin(connection.payer)
        except Exception as error:
            connection.refuse(refusal_of(error), _id_in(text))
        else:
            readers = 0 if isinstance(request, ALONE) else len(live.presences.connections)
            async with (
                house.limits.telling(connection.payer, readers) as told,
                house.turn_for(request.word if isinstance(request, SetWord) else None, connection.payer),
            ):
                if await live.ask(connection, request):
                    told()
    connection.refuse(Refused(RefusalCode.TOO_FAST))
    return TOO_FAST


class Gate:
    """Counts what a visitor sends, at the node that the visitor has come to."""

    def __init__(self, socket: Socket, house: House, payer: str) -> None:
        self._socket, self._house, self._payer = socket, house, payer
        self._bucket = Bucket(house.settings.rate, house.settings.burst)

    async def next_frame(self) -> bytes | None:
        """The next message; None if the sender is too fast.  Raises WebSocketDisconnect."""
        text = await _next_frame(self._socket)
        if not self._bucket.take():
            return None
        if (delay := self._house.limits.message_delay(self._payer)) > 0:
            await asyncio.sleep(delay)
        return text


async def _next_frame(socket: Socket) -> bytes:
    event = await socket.receive()
    if event["type"] == "websocket.receive":
        return event.get("bytes") or (event.get("text") or "").encode()
    raise WebSocketDisconnect(detail="closed by the peer")


def parse(text: bytes) -> FromClient:
    """The request in a frame.  Raises Refused."""
    if len(text) > MAX_FRAME:
        raise Refused(RefusalCode.TOO_LARGE, max=MAX_FRAME)
    with malformed():
        request = DECODER.decode(text)
    for field in request.__struct_fields__:
        value = getattr(request, field)
        if isinstance(value, int) and abs(value) > LARGEST:
            raise Refused(RefusalCode.MALFORMED, field=field)
    return request


class _OnlyId(msgspec.Struct):
    id: Annotated[int, msgspec.Meta(ge=-LARGEST, le=LARGEST)] | None = None


def _id_in(text: bytes) -> int | None:
    """The id of a request that is wrong otherwise, so that its sender can tell which one was refused."""
    try:
        return msgspec.json.decode(text[:MAX_FRAME], type=_OnlyId).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


async def _reject(socket: Socket, refused: Refused) -> None:
    """Answer the handshake with a status and a problem, which programs can read; for browsers there is `knock`."""
    await socket.receive()
    status, problem = problem_of(refused)
    headers = [(b"content-type", b"application/json"), *ENCODED_HEADERS]
    await socket.send({"type": "websocket.http.response.start", "status": int(status), "headers": headers})
    body = msgspec.json.encode(problem)
    await socket.send({"type": "websocket.http.response.body", "body": body, "more_body": False})


async def _turn_away(socket: Socket, refused: Refused) -> None:
    """Say why, then close: what passes is worth another try."""
    await socket.send_text(frame(Refusal(None, refused.code, refused.params)))
    await socket.close(RESTART if refused.code in PASSING else NO_SUCH_TABLE, refused.code)
