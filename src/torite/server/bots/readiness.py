"""Which games' bots are ready: kernels that are missing are compiled in a process of their own, while people play.

Until then the loop runs the rules as plain Python: slower, but nobody waits for a compiler, least of all the other
tables.  What has been compiled comes to this process by way of the shelf.
"""

import asyncio
import logging
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress

from torite.cards.compiler import Kernel, let_wait
from torite.games import GAMES
from torite.games.game import Game
from torite.search.warm import STEPS, is_warm

LOG = logging.getLogger("torite")
COMMAND = (sys.executable, "-P", "-m", "torite.search.warm")

Tell = Callable[[], None]


class Readiness:
    """The games of a house, those that are wanted first."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self._games = games
        self._waiting = dict.fromkeys(games, 0.0)  # share that is compiled, in the order of compiling
        self._ready = {name: asyncio.Event() for name in games}
        self._listeners: dict[str, set[Tell]] = {name: set() for name in games}
        self._wanted: set[str] = set()  # those that somebody waits for
        self._process: asyncio.subprocess.Process | None = None  # that compiles
        self._compiling = ""
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """From now on; in the thread of the loop, which waits for no compiler until the end."""
        let_wait(False)
        self._task = asyncio.create_task(self._work())

    async def end(self) -> None:
        """Compile no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        let_wait(True)

    def share(self, game: Game) -> float | None:
        """How much of a game is compiled, 0 to 1; None = all, or the house has other rules of this name by now."""
        return self._waiting.get(game.name) if self._games.get(game.name) is game else None

    def want(self, game: Game) -> None:
        """Somebody plays it: it comes before those that nobody waits for."""
        if game.name not in self._waiting or game.name in self._wanted:
            return
        others = [name for name in self._waiting if name not in self._wanted and name != game.name]
        self._wanted.add(game.name)
        wanted = [name for name in self._wanted if name in self._waiting]
        self._waiting = {name: self._waiting[name] for name in (*wanted, *others)}
        if self._compiling not in self._wanted:
            self._give_up()

    async def wait(self, game: Game) -> None:
        """Until its bots are ready."""
        if self.share(game) is not None:
            self.want(game)
            await self._ready[game.name].wait()

    def listen(self, game: Game, tell: Tell) -> Callable[[], None]:
        """Call `tell` whenever more of the game is compiled; returns what ends that."""
        listeners = self._listeners.get(game.name, set())
        listeners.add(tell)
        return lambda: listeners.discard(tell)

    async def renew(self, name: str) -> None:
        """The game of this name is another one from now on; somebody who works at it waits."""
        if self._compiling == name:
            self._give_up()
        if name in self._waiting or await asyncio.to_thread(is_warm, self._games[name]):
            return
        self._ready[name].clear()
        self._wanted.discard(name)
        self._now(name, 0.0)
        self.want(self._games[name])
        if self._task is not None and self._task.done():
            self._task = asyncio.create_task(self._compile_all())

    async def _work(self) -> None:
        for game in list(self._games.values()):
            if await asyncio.to_thread(is_warm, game) and self._games[game.name] is game:
                self._now(game.name, None)
        await self._compile_all()

    async def _compile_all(self) -> None:
        while self._waiting:
            name = next(iter(self._waiting))
            done = await self._compile(name)
            Kernel.news += 1
            if done:
                self._now(name, None)

    async def _compile(self, name: str) -> bool:
        """One game, in another process: False if another one came first, or another game by this name.

        If it fails the bots' threads compile, and their tables wait.
        """
        game = self._games[name]
        where = name if name in GAMES else file_of(game)
        try:
            process = await asyncio.create_subprocess_exec(  # Ctrl-C of a terminal is for the house alone
                *COMMAND, where, stdout=asyncio.subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            LOG.error("%s could not be compiled beforehand: %s", name, error)
            return True
        self._process, self._compiling = process, name
        assert process.stdout is not None
        try:
            done = 0
            async for _ in process.stdout:
                done += 1
                self._now(name, min(1.0, done / STEPS))
            status = await process.wait()
            if self._games[name] is not game:
                return False
            if status not in (0, -signal.SIGTERM) and name == next(iter(self._waiting)):  # systemd ends all of a house
                LOG.error("%s could not be compiled beforehand", name)
            return not status or name == next(iter(self._waiting))
        finally:
            self._process = None
            with suppress(ProcessLookupError):
                process.kill()
            await process.communicate()  # its pipe must be closed before the loop is

    def _give_up(self) -> None:
        """Compile something else; what has been compiled is kept."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()

    def _now(self, name: str, share: float | None) -> None:
        if share is None:
            del self._waiting[name]
            self._ready[name].set()
        else:
            self._waiting[name] = share
        for tell in list(self._listeners[name]):
            tell()


def file_of(game: Game) -> str:
    """The file of a game from outside."""
    rule: object = getattr(game.play, "py_func", game.play)
    return str(rule.__code__.co_filename)  # type: ignore[attr-defined]
