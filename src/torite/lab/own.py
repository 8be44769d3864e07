"""Bots from a file of one's own: `FILE.py:Class`, `FILE.py:Class:500ms`.

The class is made without arguments and has one method::

    class Cautious:
        def choose(self, turn: torite.Turn) -> str:
            return min(turn.legal)

or, to decide turns of many deals at once, as a network does in a fraction of the time::

    class Bold:
        def choose_many(self, turns: list[torite.Turn]) -> list[str]:
            return [max(turn.legal) for turn in turns]

A turn holds all that a bot may know.  One object decides for all seats and deals that it is given, so it keeps nothing
from one turn to the next.  What it prints goes to the error output: the output is the command's.

In the middle of a match a bot stays what it was: how its file is read, bot_files.py says.

A file from outside is code that runs here with all rights: only the command line and Gymnasium's adapter load one,
where they are told to, never the server.
"""

import os
import queue
import random
import re
import sys
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from inspect import iscoroutinefunction, signature
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol, TypeAlias, TypeGuard

import numpy as np

from torite.cards.actions import list_actions
from torite.games.game import Game
from torite.games.scene import Scene
from torite.games.scenes import scene
from torite.lab.bot_files import at_home, line_of, module
from torite.lab.observe import Observer, n_actions
from torite.locale import TextError
from torite.search.players import Player, SpecError

OWN = re.compile(r"(?P<file>.+\.py):(?P<name>\w+)(?::(?P<ms>[1-9]\d{,7})ms)?")  # a clock holds no more
LIKE_OWN = re.compile(r".+\.py(:|$)")  # a file, but not which class of it, or no time that there is
MANY = "choose_many"
LIMIT_MS = 10_000  # a move, where none is given
Said: TypeAlias = tuple[object, BaseException | None]  # what a bot has answered, or raised


class BotError(TextError, RuntimeError):
    """A bot of one's own that failed, with its seat."""

    KEY = "cli.bot"


@dataclass(frozen=True)
class Turn:
    """A decision: what the seat may know of it, and what it may do."""

    game: Game
    view: Any  # record of the game's state with what the seat may know, the rest zero; a copy
    seat: int
    legal: list[str]  # codes
    rng: random.Random  # with it the same seed leads to the same match
    deadline: float  # time.monotonic() at which the turn is lost

    @cached_property
    def scene(self) -> Scene:
        """What the seat sees, as plain data."""
        return scene(self.game, self.view, self.seat)

    def obs(self, dtype: Any = np.uint8) -> Any:
        """What the seat may know, as `torite.env` has it for these players: [size].  Raises ValueError, TypeError."""
        return _observer(self.game, int(self.view.players), dtype).one(self.view, self.seat)

    @cached_property
    def mask(self) -> Any:
        """What it may do, as `torite.env` has it: uint8[n_actions]; action a has the code game.codes[a]."""
        mask = np.zeros(n_actions(self.game), np.uint8)
        mask[list_actions(self.game.legal(self.view, self.seat))] = 1
        return mask

    def seconds_left(self) -> float:
        """How long the bot may still think."""
        return self.deadline - time.monotonic()


@lru_cache(maxsize=8)
def _observer(game: Game, players: int, dtype: Any) -> Observer:
    """Made once for all turns: it takes longer than most bots think."""
    return Observer(game, players, dtype)


@lru_cache(maxsize=4)
def _prepare(game: Game, players: int) -> None:
    """What `Turn.obs` needs is made and compiled before a clock runs: the first time that may take seconds."""
    with suppress(ValueError):  # a game that cannot be observed
        for dtype in (np.uint8, np.float32):
            _observer(game, players, dtype).one(game.state.new(1)[0], 0)


class Bot(Protocol):
    """What a class in a file has to be, if it has no `choose_many`."""

    def choose(self, turn: Turn) -> str:
        """One of turn.legal."""


@dataclass(frozen=True, eq=False)  # the bot, which it holds, may have no hash
class OwnPlayer:
    """A Player that asks a Bot, in time."""

    spec: str
    bot: Bot
    ms: int
    method: str = "choose"  # by which the bot is asked

    def choose(self, game: Game, view: Any, seat: int, seed: int) -> int:
        """See Player.  Raises BotError."""
        return self.choose_many([(game, view, seat, seed)])[0]

    def choose_many(self, questions: Sequence[tuple[Game, Any, int, int]]) -> list[int]:
        """The same for several questions, of more than one only where it decides many.  Raises BotError."""
        for game, view, _, _ in questions:
            _prepare(game, int(view.players))
        legal = [[game.codes[action] for action in list_actions(game.legal(view, s))] for game, view, s, _ in questions]
        deadline = time.monotonic() + self.ms * len(questions) / 1000
        turns = [
            Turn(game, view, seat, [*codes], random.Random(seed), deadline)
            for (game, view, seat, seed), codes in zip(questions, legal, strict=True)
        ]
        with ASIDE:
            said, error = self._asked(turns)
        if error is not None and len(questions) > 1:
            for question in questions:
                self.choose(*question)  # which seat is it about?
        if error is not None:
            raise self._failure(error, turns[0].seat) from error
        if not isinstance(said, list) or len(said) != len(turns):
            raise BotError("count", spec=self.spec, turns=len(turns), found=repr(said)[:60])
        for turn, may, code in zip(turns, legal, said, strict=True):
            if not isinstance(code, str) or code not in may:
                found = repr(code)[:60]
                raise BotError("illegal", spec=self.spec, seat=turn.seat, found=found, legal=" ".join(may))
        return [turn.game.parse_action(code) for turn, code in zip(turns, said, strict=True)]

    def _asked(self, turns: list[Turn]) -> Said:
        """What the bot says; one that says nothing is left to itself: Python cannot stop it."""
        bot: Any = self.bot
        ask = partial(bot.choose_many, [*turns]) if self.method == MANY else lambda: [bot.choose(turns[0])]
        try:
            return _in_time(ask, turns[0].seconds_left())
        except queue.Empty:
            if len(turns) > 1:  # of several deals and seats: it is about none of them
                raise BotError("slow_many", spec=self.spec, turns=len(turns), ms=self.ms * len(turns)) from None
            raise BotError("slow", spec=self.spec, seat=turns[0].seat, ms=self.ms) from None

    def _failure(self, error: BaseException, seat: int) -> BotError:
        if isinstance(error, BotError):
            return error
        file, line, source = where(error)
        reason = " ".join(str(error).split()) or source  # on one line
        return BotError(
            "raised", spec=self.spec, seat=seat, kind=type(error).__name__, reason=reason, file=file, line=line
        )


def decides_many(player: Player) -> TypeGuard[OwnPlayer]:
    """Is it asked for many turns at once?"""
    return isinstance(player, OwnPlayer) and player.method == MANY


class _Thread:
    """Where bots decide, one after the other: a thread for each turn would take longer than a small network thinks."""

    def __init__(self) -> None:
        self.asked: queue.SimpleQueue[Callable[[], object] | None] = queue.SimpleQueue()
        self.said: queue.SimpleQueue[Said] = queue.SimpleQueue()
        threading.Thread(target=self._decide, daemon=True).start()

    def _decide(self) -> None:
        for ask in iter(self.asked.get, None):
            try:
                self.said.put((ask(), None))
            except BaseException as error:
                self.said.put((None, error))


_IDLE: list[_Thread] = []
if hasattr(os, "register_at_fork"):  # Windows has none
    os.register_at_fork(after_in_child=_IDLE.clear)  # a fork has no thread but one


def _in_time(ask: Callable[[], object], seconds: float) -> Said:
    """What is answered, or was raised.  Raises queue.Empty."""
    try:
        thread = _IDLE.pop()
    except IndexError:
        thread = _Thread()
    thread.asked.put(ask)
    try:
        said = thread.said.get(timeout=max(0.0, seconds))
    except BaseException:  # it ends by itself once it has decided
        thread.asked.put(None)
        raise
    _IDLE.append(thread)
    return said


class _Aside:
    """While any thread asks a bot, what is printed goes to the error output."""

    def __init__(self) -> None:
        self._lock, self._inside, self._output = threading.Lock(), 0, sys.stdout

    def __enter__(self) -> None:
        with self._lock:
            if not self._inside:
                self._output, sys.stdout = sys.stdout, sys.stderr
            self._inside += 1

    def __exit__(self, *error: object) -> None:
        with self._lock:
            self._inside -= 1
            if not self._inside:
                sys.stdout = self._output


ASIDE = _Aside()


def where(error: BaseException) -> tuple[str, int, str]:
    """File, line and what stands there, at which an error was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    return (Path(frames[-1].filename).name, frames[-1].lineno or 0, frames[-1].line or "") if frames else ("?", 0, "")


_MADE: dict[str, tuple[ModuleType, OwnPlayer]] = {}  # by spec, with the module that it was made from


def own_player(spec: str, anew: bool = False) -> OwnPlayer:
    """The bot of a file as it was made for the deal before, or `anew` as the file is now.  Raises SpecError."""
    told = OWN.fullmatch(spec)
    assert told is not None
    with ASIDE:
        read, name = module(told["file"], anew), told["name"]
    if not anew and spec in _MADE and _MADE[spec][0] is read:  # its weights may be others by now
        return _MADE[spec][1]
    kind = getattr(read, name, None)
    method = MANY if hasattr(kind, MANY) else "choose"
    choose = getattr(kind, method, None)
    if not isinstance(kind, type) or not callable(choose):
        raise SpecError("no_class", file=told["file"], name=name)
    if iscoroutinefunction(choose):
        raise SpecError("is_async", name=spec, method=method)
    try:
        with ASIDE, at_home(told["file"], name):
            made: Bot = kind()
    except (Exception, SystemExit) as error:
        failed = {"kind": type(error).__name__, "reason": error}
        if line := line_of(error, Path(told["file"]).resolve()):
            raise SpecError("broken_file", file=told["file"], line=line, **failed) from None
        raise SpecError("not_made", name=spec, **failed) from None
    if not _takes_one(getattr(made, method)):
        raise SpecError("no_class", file=told["file"], name=name)
    _MADE[spec] = read, OwnPlayer(spec, made, int(told["ms"] or LIMIT_MS), method)
    return _MADE[spec][1]


def _takes_one(choose: Callable[..., object]) -> bool:
    """Can it be asked with one argument, as far as Python knows?"""
    try:
        signature(choose).bind(None)
    except TypeError:
        return False
    except ValueError:  # written in another language
        pass
    return True
