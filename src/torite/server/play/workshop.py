"""Game files that are being worked at: each is loaded anew whenever it is saved.

A game whose kernels are as before is on offer at once and checked meanwhile; one with other kernels is checked first,
in another process, since it may have no end.  What is wrong is said here and at the tables, and the game stays as it
was.
"""

import asyncio
import json
import logging
import os
import signal
import sys
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Any

from watchfiles import awatch

from torite.games.game import Game
from torite.games.load import GameFileError, read_anew, read_endless
from torite.games.uncompiled import imported_by
from torite.locale import LANGUAGES, language, text
from torite.search.warm import same_kernels
from torite.server.play.tables import Tables
from torite.server.settings import Settings

LOG = logging.getLogger("torite")
CHECK = (sys.executable, "-P", "-W", "ignore", "-m", "torite.games.check")
READ_SECONDS, CHECK_SECONDS = 5, 90  # most for a file to be read, and to be checked
LAST_SECONDS = 2  # that a killed check is waited for: what it has started itself may hold its pipes for ever


class Workshop:
    """Watches files from now on."""

    def __init__(self, settings: Settings, tables: Tables) -> None:
        self._files = {name: Path(file).resolve() for name, file in settings.watched.items()}
        self._games, self._tables = settings.games, tables
        self._good = {name: settings.games[name] for name in self._files}  # checked
        self._looks: dict[str, asyncio.Task[None]] = {}
        self._reading = asyncio.Lock()  # what a page imports from beside it must not be read for another one meanwhile
        self._task = asyncio.create_task(self._watch())

    async def end(self) -> None:
        """Watch no more."""
        tasks = [self._task, *self._looks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _watch(self) -> None:
        folders = {file.parent for file in self._files.values()}
        if not folders:
            return
        async for changes in awatch(*folders, recursive=False, watch_filter=lambda _, path: is_of_a_page(Path(path))):
            self._saved({page_of(Path(path)) for _, path in changes})

    def _saved(self, pages: Collection[Path]) -> None:
        """Look anew at each game whose file is one of these pages, or imports one."""
        for name, file in self._files.items():
            if not imported_by(file).isdisjoint(pages):
                if name in self._looks:
                    self._looks[name].cancel()  # it looks at what was there before
                self._looks[name] = asyncio.create_task(self._look(name, str(file)))

    async def _look(self, name: str, file: str) -> None:
        good = self._good[name]
        try:
            reading = asyncio.create_task(self._read(file))
            reading.add_done_callback(lambda read: read.cancelled() or read.exception())  # nobody may ask any more
            game = await asyncio.shield(reading)  # a thread that has begun cannot be stopped
            if game.name != name:
                raise GameFileError(file, [("renamed", {"name": game.name, "before": name})])
            if await asyncio.to_thread(same_kernels, game, good):
                await self._offer(game)
            else:
                LOG.info("%(news)s", {"news": text("cli.checking", language(), file=file)})
            await check_apart(file)
            self._good[name] = game
            await self._offer(game)
            LOG.info("%(news)s", {"news": text("cli.watch.fine", language(), file=file)})
        except TimeoutError:
            await self._keep(good, GameFileError(file, [read_endless(READ_SECONDS)]))
        except GameFileError as error:
            await self._keep(good, error)

    async def _read(self, file: str) -> Game:
        async with self._reading:
            reading = asyncio.to_thread(read_anew, file, READ_SECONDS)
            return await asyncio.wait_for(reading, READ_SECONDS + 1)  # if it waits for what is not Python

    async def _offer(self, game: Game, problems: dict[str, list[str]] | None = None) -> None:
        """New tables play it from now on, and those between two matches."""
        before = self._games[game.name], self._tables.problems.get(game.name, {})
        if before == (game, problems or {}):
            return
        self._games[game.name] = game
        await self._tables.thinkers.readiness.renew(game.name)
        self._tables.renew(game.name, problems or {})

    async def _keep(self, good: Game, error: GameFileError) -> None:
        """Stay with the game of before, and say why."""
        await self._offer(good, {lang: error.tell(lang) for lang in LANGUAGES})
        for line in error.tell(language()):
            LOG.error("%(file)s: %(problem)s", {"file": error.file, "problem": line})


def is_of_a_page(path: Path) -> bool:
    """Is it Python, or texts beside some: `hearts.json` and `hearts.en.md` beside `hearts.py`?"""
    return path.suffix == ".py" or (path.suffix in (".json", ".md") and page_of(path).is_file())


def page_of(path: Path) -> Path:
    """The page that this is, or beside which these texts stand."""
    return path if path.suffix == ".py" else path.with_name(path.name.partition(".")[0] + ".py")


async def check_apart(file: str) -> None:
    """Check a game file in another process.  Raises GameFileError."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*CHECK, file, stdout=pipe, stderr=pipe, start_new_session=True)
    try:
        out, err = await asyncio.wait_for(process.communicate(), CHECK_SECONDS)
    except TimeoutError:
        raise GameFileError(file, [("endless", {"seconds": CHECK_SECONDS})]) from None
    finally:
        _end_with_its_trial(process)
        with suppress(TimeoutError):
            await asyncio.wait_for(process.communicate(), LAST_SECONDS)
    if process.returncode:
        reason = err.decode(errors="replace").strip().rpartition("\n")[2]
        raise GameFileError(file, [("trial_died", {"reason": reason})])
    problems: list[Any] = json.loads(out.splitlines()[-1])
    if problems:
        raise GameFileError(file, [(code, params) for code, params in problems])


def _end_with_its_trial(process: asyncio.subprocess.Process) -> None:
    """Which would else play on for a minute at each save; no error if it has ended."""
    with suppress(ProcessLookupError):
        if sys.platform == "win32":
            process.kill()
        elif process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
