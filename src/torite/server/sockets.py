"""The live connection: what is checked at the handshake, then frames in and frames out.

Litestar's middlewares see no WebSocket, so origin, frame size, rate and queue are bounded here.  Close codes:
4404 no such table, 4408 reads too slowly, 4429 sends too fast; 1012 from uvicorn: the server restarts.
"""

import asyncio
import contextlib
from typing import Annotated, Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from torite.server.connection import Bucket, Connection
from torite.server.house import House
from torite.server.live import Live, frame
from torite.server.problems import problem_of, refusal_of
from torite.table.messages import FromClient, Refusal
from torite.table.refusals import RefusalCode, Refused

MAX_FRAME = 4096  # bytes of a message from a client
LARGEST = 2**53 - 1  # the integers that JSON numbers carry exactly everywhere
NORMAL, NO_SUCH_TABLE, TOO_SLOW, TOO_FAST = 1000, 4404, 4408, 4429  # close codes

Socket = WebSocket[Any, Any, State]
DECODER: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


@websocket("/api/tables/{table_id:str}/live", media_type="application/json")
async def live_socket(socket: Socket, table_id: FromPath[str], house: NamedDependency[House]) -> None:
    """One reader of one table, from handshake to close."""
    try:
        house.check_handshake(socket)
    except Refused as refused:
        await _reject(socket, refused)
        return
    with house.limits.connection(socket):
        await socket.accept()
        await _serve(socket, table_id, house)


async def _serve(socket: Socket, table_id: str, house: House) -> None:
    """One reader who has been let in, until the end."""
    try:
        live = await house.tables.find(table_id)
    except Exception as error:
        await _close(socket, refusal_of(error), NO_SUCH_TABLE)
        return
    connection = Connection(house.guest(socket), house.settings.queue)
    live.arrive(connection)
    try:
        code = await _talk(socket, live, connection, Bucket(house.settings.rate, house.settings.burst))
    finally:
        live.depart(connection)
    with contextlib.suppress(WebSocketDisconnect, OSError):  # it may be gone already
        if code == TOO_FAST:
            await connection.drain(socket.send_text)
        await socket.close(code)


async def _talk(socket: Socket, live: Live, connection: Connection, bucket: Bucket) -> int:
    """Read and write side by side until one of the two ends; the code to close with."""
    reading = asyncio.create_task(_read(socket, live, connection, bucket))
    writing = asyncio.create_task(connection.pump(socket.send_text))
    missing = asyncio.create_task(connection.overflow.wait())
    try:
        await asyncio.wait({reading, writing, missing}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (reading, writing, missing):
            task.cancel()
        end, *_ = await asyncio.gather(reading, writing, missing, return_exceptions=True)
    if connection.overflow.is_set():
        return TOO_SLOW
    return end if isinstance(end, int) else NORMAL


async def _read(socket: Socket, live: Live, connection: Connection, bucket: Bucket) -> int:
    """Answer message after message; ends when the sender is too fast.  Raises WebSocketDisconnect."""
    while True:
        text = await _next_frame(socket)
        if not bucket.take():
            connection.send(frame(Refusal(None, RefusalCode.TOO_FAST, {})))
            return TOO_FAST
        try:
            request = parse(text)
        except Exception as error:
            refused = refusal_of(error)
            connection.send(frame(Refusal(_id_in(text), refused.code, refused.params)))
        else:
            await live.ask(connection, request)


async def _next_frame(socket: Socket) -> bytes:
    event = await socket.receive()
    if event["type"] == "websocket.receive":
        return event.get("bytes") or (event.get("text") or "").encode()
    raise WebSocketDisconnect(detail="closed by the peer")


def parse(text: bytes) -> FromClient:
    """The request in a frame.  Raises Refused, msgspec.DecodeError, UnicodeDecodeError."""
    if len(text) > MAX_FRAME:
        raise Refused(RefusalCode.TOO_LARGE, max=MAX_FRAME)
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
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


async def _reject(socket: Socket, refused: Refused) -> None:
    """Answer the handshake with a status and a problem, which programs can read; for browsers there is `knock`."""
    await socket.receive()
    status, problem = problem_of(refused)
    headers = [(b"content-type", b"application/json")]
    await socket.send({"type": "websocket.http.response.start", "status": int(status), "headers": headers})
    body = msgspec.json.encode(problem)
    await socket.send({"type": "websocket.http.response.body", "body": body, "more_body": False})


async def _close(socket: Socket, refused: Refused, code: int) -> None:
    """Say why, then close."""
    await socket.send_text(frame(Refusal(None, refused.code, refused.params)))
    await socket.close(code, refused.code)
