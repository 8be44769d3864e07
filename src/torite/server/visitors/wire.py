"""uvicorn's protocols, bounded: what one socket sends is counted before it costs the others anything.

uvicorn reads whatever comes, in pieces of up to 256 KiB, and works through a piece at once: 40,000 pings, 6,000
pipelined requests, a header of any length.  Here it gets small pieces, and a socket is cut when
  * a request is not whole within `patience` seconds, or has too much besides its body: head, chunks, trailers,
  * requests are sent before the answers to earlier ones are read,
  * frames come that are no message (pings, fragments), faster than any library sends them,
  * its peer takes no bytes: uvicorn's own `send` and close wait for such a one for ever.

Two things are cheaper than uvicorn has them: a frame is written at once where nothing is in the way, and who is heard
of is not asked whether he is there.
"""

import asyncio
import struct
from collections.abc import Sequence
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CTRL_OPCODES, Frame
from websockets.protocol import State

from torite.server.visitors.connection import Bucket
from torite.server.visitors.doors import Doors, is_inner
from torite.table.bodies import Problem
from torite.table.refusals import RefusalCode

PIECE = 2048  # bytes that are worked through at once: at most 340 frames
MAX_HEAD = 16 * 1024  # bytes of a request that are not its body
PIPELINED = 8  # requests before the answers
IDLE_FRAMES, IDLE_FRAMES_BURST = 10.0, 100  # a second and at once: frames that are no message
TOO_FAST, NO_TEXT = 4429, 1007  # close codes
TEXT = 0x81  # first byte of a whole text frame
WRITABLE = asyncio.Event()  # of all sockets that are not full: each of its own would take 800 bytes
WRITABLE.set()
NOW = "torite.now"  # extension of the scope: BoundedSocket.write_now


class _Bounded:
    """Knows the doors, and cuts a socket whose send buffer has stayed full."""

    doors: Doors
    door: tuple[str, int]  # the inner one, at which nobody is counted
    patience: float  # seconds
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _stuck: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()  # type: ignore[misc]
        self._stuck = self.loop.call_later(self.patience, self._cut)

    def resume_writing(self) -> None:
        super().resume_writing()  # type: ignore[misc]
        self._forget_stuck()

    def _cut(self) -> None:
        raise NotImplementedError

    def _forget_stuck(self) -> None:
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None


class BoundedHttp(_Bounded, HttpToolsProtocol):
    """HTTP/1.1 with an end to everything."""

    _late: asyncio.TimerHandle | None = None  # rings when the request should be whole
    _running: Any = None  # the cycle that is being answered
    _in_head = True
    _head = 0  # bytes so far of the request that are not its body

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        is_node = self.server is not None and is_inner(self.server, self.door)
        if self.doors.enter(transport, self.client[0] if self.client and not is_node else ""):
            self._expect()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.doors.leave(self.transport)
        self._forget_stuck()
        self._expect_nothing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for at in range(0, len(data), PIECE):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return  # what follows a handshake at once is against the protocol
            piece = data[at : at + PIECE]
            self._head += len(piece)
            if self._in_head and self._head > MAX_HEAD:
                self._refuse_head()
                return
            super().data_received(piece)
            if len(self.pipeline) > PIPELINED or not (self._in_head or self._head <= MAX_HEAD):
                self._cut()

    def on_body(self, body: bytes) -> None:
        self._head -= len(body)
        super().on_body(body)

    def on_headers_complete(self) -> None:
        self._in_head = False
        self.doors.serve(self.transport)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._in_head, self._head = True, 0
        if self.cycle is None or not self.cycle.response_complete:
            self._expect_nothing()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.transport.is_closing() and not self.pipeline:
            self.doors.wait(self.transport)
            self._expect()

    def handle_websocket_upgrade(self) -> None:
        self._expect_nothing()
        super().handle_websocket_upgrade()

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def _cut(self) -> None:
        """Close at once; what is being answered must not write any more."""
        if self._running is not None:
            self._running.disconnected = True
        self.pipeline.clear()
        self.transport.abort()

    def _expect(self) -> None:
        self._expect_nothing()
        self._late = self.loop.call_later(self.patience, self._cut)

    def _expect_nothing(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _refuse_head(self) -> None:
        body = msgspec.json.encode(Problem(RefusalCode.TOO_LARGE.value, {"max": MAX_HEAD}))
        lines = [
            b"HTTP/1.1 431 Request Header Fields Too Large",
            b"connection: close",
            b"content-type: application/json",
        ]
        lines += [name + b": " + value for name, value in self.server_state.default_headers]
        self.transport.write(b"\r\n".join([*lines, b"content-length: %d" % len(body), b"", body]))
        self.transport.close()


class Inbox:
    """What a socket has received, for the one who reads there; an asyncio.Queue takes 3 KB, for as many as like."""

    __slots__ = ("_events", "_waiter")

    def __init__(self) -> None:
        self._events: list[Any] = []
        self._waiter: asyncio.Future[None] | None = None

    def put_nowait(self, event: Any) -> None:
        """One more has come."""
        self._events.append(event)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def empty(self) -> bool:
        """Is nothing there?"""
        return not self._events

    async def get(self) -> Any:
        """The next one, as soon as there is one."""
        while not self._events:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        return self._events.pop(0)


class BoundedSocket(_Bounded, WebSocketsSansIOProtocol):
    """A live connection that is read no faster than the house works."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.queue: Any = Inbox()
        self.writable = WRITABLE
        self._unread = bytearray()
        self._idle_frames = Bucket(IDLE_FRAMES, IDLE_FRAMES_BURST)
        self._heard = 0.0  # when something came last, by the loop's clock

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][NOW] = self.write_now  # type: ignore[assignment]

    def write_now(self, texts: Sequence[str]) -> bool:
        """Write messages, unless they have to wait or nobody is there any more; were they written?"""
        is_open = self.conn.state is State.OPEN and not (self.close_sent or self.transport.is_closing())
        if not (is_open and self.handshake_complete and self.writable.is_set()):
            return False
        self.transport.write(b"".join(part for text in texts for part in _framed(text.encode())))
        return True

    def send_keepalive_ping(self) -> None:
        """Only to who has been silent for as long."""
        assert self.ping_interval is not None
        silent = self.loop.time() - self._heard
        if silent < self.ping_interval:
            self.ping_timer = self.loop.call_later(self.ping_interval - silent, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def connection_lost(self, exc: Exception | None) -> None:
        self.doors.leave(self.transport)
        self._forget_stuck()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._heard = self.loop.time()
        self._unread += data
        self._work()

    async def receive(self) -> Any:
        message = await super().receive()
        self._work()
        return message

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.accept":
            self.request.headers.clear()  # the two are a fourth of what a silent reader takes, and never read again
            self.response.headers.clear()
        elif self.close_sent:  # else uvicorn calls a handshake that is refused with a body an error of the application
            self.handshake_complete = True
        self._work()  # after the close nobody receives any more

    def pause_writing(self) -> None:
        self.writable = asyncio.Event()
        super().pause_writing()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.writable = WRITABLE

    def _work(self) -> None:
        """Work through what has come, up to the next message; uvicorn reads no more while one waits."""
        while self._unread and not self.read_paused and not self.transport.is_closing():
            piece = bytes(self._unread[:PIECE])
            del self._unread[:PIECE]
            super().data_received(piece)
            if not self.handshake_initiated:  # a head that the one parser takes and the other does not
                self._cut()

    def handle_events(self) -> None:
        idle = [event for event in self.conn.events if isinstance(event, Frame) and self._is_idle(event)]
        if not idle or self._idle_frames.take(len(idle)):
            super().handle_events()
        elif not self.handshake_complete:
            self._cut()
        else:
            self.conn.fail(TOO_FAST)
            self.handle_parser_exception()

    def handle_parser_exception(self) -> None:
        """Before the handshake is answered no close can be sent, which uvicorn takes for granted."""
        if self.conn.close_sent is None:
            self._cut()
        else:
            super().handle_parser_exception()

    def _cut(self) -> None:
        self.disconnected = True
        self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """uvicorn writes a traceback into the log for each text that is none."""
        try:
            if self.curr_msg_data_type == "text":
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self.conn.fail(NO_TEXT)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    def _is_idle(self, frame: Frame) -> bool:
        """Is it nothing that the application will see, and count?"""
        return self.close_sent or frame.opcode in CTRL_OPCODES or not frame.fin


def _framed(body: bytes) -> tuple[bytes, bytes]:
    """A text as one WebSocket frame of a server."""
    size = len(body)
    if size < 126:
        return bytes((TEXT, size)), body
    return (struct.pack("!BBH", TEXT, 126, size) if size < 65536 else struct.pack("!BBQ", TEXT, 127, size)), body


def protocols(
    doors: Doors, patience: float, door: tuple[str, int]
) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The protocol classes for HTTP and for WebSockets of one server."""
    shared = {"doors": doors, "patience": patience, "door": door}
    return type("Http", (BoundedHttp,), shared), type("Socket", (BoundedSocket,), shared)
