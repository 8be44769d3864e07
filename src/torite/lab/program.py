"""Bots in any language: `ws:COMMAND` starts a program that plays as a client of the protocol does (docs/protocol.md).

The program gets the address of a table as its last word.  It may name itself there (`POST /api/me`), opens the live
connection, and for every decision it is sent a snapshot of the table as the seat sees it; it answers with `act`.  One
program decides for all seats and deals, in any order, so it keeps nothing from one snapshot to the next: `seq` grows,
`seat` and all else may change.  What is chosen together elsewhere is asked for one by one.  Nothing else happens at
this table.
"""

import asyncio
import queue
import shlex
import shutil
import socket
import subprocess
import threading
from functools import cache
from multiprocessing.util import Finalize
from typing import Any

import msgspec
import uvicorn

from torite.lab.own import LIMIT_MS, BotError, OwnPlayer, Turn
from torite.search.players import SpecError
from torite.table.messages import (
    Ack,
    Act,
    Choose,
    Fairness,
    FromClient,
    Refusal,
    Resync,
    SeatView,
    ServerMessage,
    Snapshot,
    TableView,
)
from torite.table.refusals import RefusalCode

PREFIX = "ws:"
TABLE = "lab"  # its id
LOOK = 0.2  # seconds after which it is looked whether the program is still there
NAMED = b"torite_guest=program; Path=/"
ENCODER = msgspec.json.Encoder()
DECODER: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


def program_player(spec: str) -> OwnPlayer:
    """The player of `ws:COMMAND`; the program starts with the first decision.  Raises SpecError."""
    try:
        words = shlex.split(spec.removeprefix(PREFIX))
    except ValueError:  # an open quotation mark
        words = []
    if not words or shutil.which(words[0]) is None:
        raise SpecError("no_program", name=spec)
    return OwnPlayer(spec, _program(spec), LIMIT_MS)


@cache
def _program(spec: str) -> "Program":
    """One in each process, for all deals."""
    return Program(spec)


class Program:
    """A program at work, and the table that it sees."""

    def __init__(self, spec: str) -> None:
        self._spec, self._words = spec, shlex.split(spec.removeprefix(PREFIX))
        self._deciding = threading.Lock()
        self._said: queue.SimpleQueue[Act] = queue.SimpleQueue()
        self._process: subprocess.Popen[bytes] | None = None
        self._seq = 0
        self._now: Snapshot | None = None  # what is asked
        self._taken: Act | None = None  # what was done last, until it is told what comes of it
        self._loop: asyncio.AbstractEventLoop
        self._news: asyncio.Event

    def choose(self, turn: Turn) -> str:
        """What the program answers.  Raises BotError if it has ended, or says nothing in time."""
        with self._deciding:
            if self._process is None:
                self._process = self._start()
            self._seq += 1
            self._now = Snapshot(self._seq, _table(turn), [], [], "program")
            self._loop.call_soon_threadsafe(self._news.set)
            while (left := turn.seconds_left()) > 0:
                try:
                    act = self._said.get(timeout=min(left, LOOK))
                except queue.Empty:
                    if (status := self._process.poll()) is not None:
                        self._process = None
                        raise BotError("ended", spec=self._spec, seat=turn.seat, status=status) from None
                else:
                    if act.seq == self._seq:  # else it was said twice
                        return act.code
            raise BotError("slow", spec=self._spec, seat=turn.seat, ms=LIMIT_MS)

    def _start(self) -> subprocess.Popen[bytes]:
        """Open the table, and start the program."""
        door = socket.socket(proto=socket.IPPROTO_TCP)  # asyncio lets small frames wait 40 ms at any other
        door.bind(("127.0.0.1", 0))
        door.listen()  # who comes before it is served waits
        began = threading.Event()
        thread = threading.Thread(target=self._serve, args=(door, began), daemon=True)
        thread.start()
        began.wait()
        url = f"http://127.0.0.1:{door.getsockname()[1]}/t/{TABLE}"
        process = subprocess.Popen([*self._words, url], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        Finalize(None, process.kill, exitpriority=1)  # atexit has no say in the processes of a pool
        return process

    def _serve(self, door: socket.socket, began: threading.Event) -> None:
        config = uvicorn.Config(self._app, interface="asgi3", lifespan="off", log_config=None, access_log=False)
        asyncio.run(self._work(uvicorn.Server(config), door, began))

    async def _work(self, server: uvicorn.Server, door: socket.socket, began: threading.Event) -> None:
        self._loop, self._news = asyncio.get_running_loop(), asyncio.Event()
        began.set()
        await server.serve([door])

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            telling = asyncio.create_task(self._tell(send))
            try:
                await self._listen(receive, send)
            finally:
                telling.cancel()
        elif scope["type"] == "http":
            while (await receive()).get("more_body"):
                pass
            is_known = scope["path"] == "/api/me"
            headers = [(b"content-type", b"application/json"), (b"set-cookie", NAMED)]
            await send({"type": "http.response.start", "status": 200 if is_known else 404, "headers": headers})
            await send({"type": "http.response.body", "body": b'{"name": "program"}'})

    async def _tell(self, send: Any) -> None:
        """Each decision, when it comes."""
        while True:
            self._news.clear()
            if self._now is not None:
                await _say(send, self._now)
                if self._taken is not None and self._taken.seq < self._now.seq:
                    done, self._taken = self._taken.id, None
                    if done is not None:  # a program that heard this before the next table would do the same again
                        await _say(send, Ack(done, self._now.seq))
            await self._news.wait()

    async def _listen(self, receive: Any, send: Any) -> None:
        """What the program says, until it goes."""
        while (event := await receive())["type"] == "websocket.receive":
            try:
                request = DECODER.decode(event.get("text") or event.get("bytes") or b"")
            except msgspec.DecodeError:
                await _say(send, Refusal(None, RefusalCode.MALFORMED, {}))
                continue
            if isinstance(request, Choose) and len(request.codes) == 1:
                request = Act(request.codes[0], request.seq, id=request.id)
            match request:
                case Act() if request.seq == self._seq:
                    self._taken = request
                    self._said.put(request)
                case Act():
                    await _say(send, Refusal(request.id, RefusalCode.STALE_SEQ, {}))
                case Resync():
                    self._news.set()
                case Choose():
                    told = {"count": 1, "given": len(request.codes)}
                    await _say(send, Refusal(request.id, RefusalCode.WRONG_NUMBER, told))
                case _ if request.id is not None:
                    await _say(send, Ack(request.id, self._seq))


async def _say(send: Any, message: ServerMessage) -> None:
    await send({"type": "websocket.send", "text": ENCODER.encode(message).decode()})


def _table(turn: Turn) -> TableView:
    """The table as the seat sees it, with nobody else there."""
    game, players = turn.game, int(turn.view.players)
    options = {option.name: option.at(int(turn.view.options[i])) for i, option in enumerate(game.options)}
    return TableView(
        id=TABLE,
        game=game.name,
        phase="playing",
        gathers=False,
        seats=[SeatView("bot") for _ in range(players)],
        seat=turn.seat,
        options=options,
        preset="",
        hints=False,
        clock="none",
        clocks=None,
        scene=msgspec.structs.replace(turn.scene, together=1),
        dealt=[],
        confirmed=[],
        outcome=None,
        fairness=Fairness(""),
        played=0,
        won=[],
        shared=False,
        next=None,
        pending=None,
        host=None,
        locked=True,
        listed=False,
        watching="nobody",
        word=False,
        take_back=None,
        take_backs=0,
        claim=None,
        claimed=None,
        uncounted="no_person",
        challenge=None,
    )
