"""Nodes that serve nobody and think for the bots of all others.

Such a node says in the database how many threads it has.  The others keep a line to its inner door, with a pass that is
signed with the key they share, and send it what they would else give to a thread of their own: what a seat may know,
and the level.  Whatever goes wrong there, a thread here does it.
"""

import asyncio
import hashlib
import logging
from contextlib import suppress
from functools import cache, partial

import msgspec
import numpy as np
from litestar import websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from torite.games.game import Game
from torite.server.api.sockets import Socket
from torite.server.bots.pool import NOBODY, GoneError, Job, Pool, StuckError
from torite.server.bots.thinking import choose, holds
from torite.server.house import House
from torite.server.storage.leases import Leases, Mind
from torite.server.storage.rounds import repeated
from torite.server.visitors.passing import INSIDE, KNOCKING, PASS, Passes
from torite.table.turns import BotTurn

LOG = logging.getLogger("torite")
DOOR = f"{INSIDE}/bots/think"
LOOK = 2.0  # seconds from one look for such nodes to the next
PULSE = 2.0  # seconds after which a line that says nothing is asked whether it holds
SILENCE = 5.0  # in which it must answer: it may have much to do


class Thought(msgspec.Struct, array_like=True):
    """A decision that is asked of another node."""

    id: int
    game: str
    rules: str
    seat: int
    level: str
    seed: int | None
    view: bytes


class Answer(msgspec.Struct, array_like=True):
    """What it has come to: the code of an action; None = it cannot be told there."""

    id: int
    code: str | None
    stuck: bool = False  # a bot without an end


def rules_of(game: Game) -> str:
    """What two nodes must have alike to speak of one game; "" = nothing is known of it."""
    return _mark(game) if game.edition else ""


@cache
def _mark(game: Game) -> str:
    return hashlib.sha256(f"{game.edition} {game.state.dtype.descr}".encode()).hexdigest()[:16]


class Line:
    """The way to one such node."""

    def __init__(self, mind: Mind, connection: ClientConnection) -> None:
        self.mind = mind
        self._connection = connection
        self._asked: dict[int, Job] = {}
        self._held = 0  # threads that do nothing else there though they have answered (pool.py)
        self._number = 0
        self._sending: set[asyncio.Task[None]] = set()

    @property
    def room(self) -> int:
        """Threads there of which this node has not asked anything."""
        return self.mind.thinks - len(self._asked) - self._held

    def take(self, job: Job) -> None:
        """Let it be thought there."""
        game, turn = job.asks
        self._number += 1
        self._asked[self._number] = job
        job.until = asyncio.get_running_loop().time() + job.held
        view = np.asarray(turn.view).tobytes()
        thought = Thought(self._number, game.name, rules_of(game), turn.seat, turn.level, turn.seed, view)
        task = asyncio.create_task(self._send(msgspec.msgpack.encode(thought)))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    def _set_free(self, pool: Pool) -> None:
        self._held -= 1
        pool.assign()

    async def _send(self, thought: bytes) -> None:
        with suppress(ConnectionClosed):  # `listen` finds out, too
            await self._connection.send(thought)

    async def listen(self, pool: Pool) -> None:
        """Until the line is lost; what has not been answered then is given back."""
        try:
            async for told in self._connection:
                answer = msgspec.msgpack.decode(told if isinstance(told, bytes) else told.encode(), type=Answer)
                job = self._asked.pop(answer.id)
                if answer.code is not None:
                    job.answer(answer.code)
                    self._held += 1
                    asyncio.get_running_loop().call_at(job.until, self._set_free, pool)
                    continue
                job.fail(StuckError() if answer.stuck else GoneError())
                pool.assign()
        except (ConnectionClosed, msgspec.DecodeError, KeyError):
            LOG.warning("node %(node)s thinks no more for this one", {"node": self.mind.address})
        finally:
            lost, self._asked = self._asked, {}
            for job in lost.values():
                job.fail(GoneError())


class Minds:
    """All of them, as this node knows them."""

    def __init__(self, leases: Leases, passes: Passes, pool: Pool) -> None:
        self._leases, self._passes, self._pool = leases, passes, pool
        self._lines: dict[str, asyncio.Task[None]] = {}

    async def work(self) -> None:
        """For ever: find those that are there, and keep a line to each."""
        try:
            await repeated(self._look, LOOK, "nodes that think are not found: %(error)s")
        finally:
            for task in self._lines.values():
                task.cancel()
            await asyncio.gather(*self._lines.values(), return_exceptions=True)

    async def _look(self) -> None:
        self._lines = {node: task for node, task in self._lines.items() if not task.done()}
        for mind in await self._leases.minds():
            if mind.node not in self._lines:
                self._lines[mind.node] = asyncio.create_task(self._keep(mind))

    async def _keep(self, mind: Mind) -> None:
        try:
            async with connect(
                f"ws://{mind.address}{DOOR}",
                additional_headers={PASS: self._passes.sign_node(mind.node)},
                proxy=None,
                compression=None,
                open_timeout=KNOCKING,
                close_timeout=1.0,
                ping_interval=PULSE,
                ping_timeout=SILENCE,
            ) as connection:
                line = Line(mind, connection)
                self._pool.minds.append(line)
                try:
                    self._pool.assign()
                    await line.listen(self._pool)
                finally:
                    self._pool.minds.remove(line)
        except (OSError, TimeoutError, InvalidHandshake) as error:  # it is gone, or its --node is no way for others
            told = {"node": mind.address, "error": str(error) or type(error).__name__}
            LOG.warning("node %(node)s, which thinks, cannot be asked: %(error)s", told)


@websocket(DOOR)
async def thinking_socket(socket: Socket, house: NamedDependency[House]) -> None:
    """Another node, which asks; only the inner door leads here."""
    node = house.tables.leases.node
    if not (house.settings.only_thinks and house.passes.is_node(socket.headers.get(PASS, ""), node)):
        LOG.error("thoughts are asked of this node without a pass; have all nodes the same key, and the same time?")
        await socket.close(code=4403)
        return
    await socket.accept()
    running = set[asyncio.Task[None]]()
    try:
        with suppress(WebSocketDisconnect, OSError, msgspec.DecodeError):
            while True:
                thought = msgspec.msgpack.decode(await socket.receive_bytes(), type=Thought)
                task = asyncio.create_task(_answer(socket, house, thought))
                running.add(task)
                task.add_done_callback(running.discard)
    finally:
        for task in running:
            task.cancel()


async def _answer(socket: Socket, house: House, thought: Thought) -> None:
    game, thinkers = house.settings.games.get(thought.game), house.tables.thinkers
    answer = Answer(thought.id, None)
    if game is not None and thought.rules and thought.rules == rules_of(game):
        if thinkers.readiness.share(game) is not None:
            thinkers.readiness.want(game)  # until it is compiled, who asks does it
        elif len(thought.view) == game.state.dtype.itemsize:
            view = np.frombuffer(bytearray(thought.view), game.state.dtype)[0]
            turn = BotTurn(thought.seat, view, thought.level, 0, thought.seed)
            try:
                answer.code = await thinkers.pool.run(partial(choose, game, turn), NOBODY, held=holds(turn.level))
            except StuckError:
                answer.stuck = True
    with suppress(WebSocketDisconnect, OSError):
        await socket.send_bytes(msgspec.msgpack.encode(answer))
