"""How long a bot takes tells nothing of its cards: a forced card comes as late as a free one.

The clock is a made-up one that jumps from event to event, and so is what each thought takes: nothing for a forced
decision, anything up to its level's budget for a free one.  So the figures are the same on every machine.
"""

import asyncio
import json
import random
import selectors
import sys
import threading
from collections.abc import Callable, Sequence
from functools import partial
from math import sqrt
from typing import Any, cast

import msgspec
import numpy as np
import pytest
from websockets.asyncio.client import ClientConnection

from server.servers import Served
from server.visitor import PATIENCE
from torite.cards.actions import list_actions
from torite.games import GAMES
from torite.games.game import Game
from torite.server.bots import thinking
from torite.server.bots.pool import NOBODY, Asker, Pool
from torite.server.bots.thinking import Thinkers, first, usual
from torite.server.minds import Answer, Line, Thought
from torite.server.play.live import Live
from torite.server.play.thoughts import SAID
from torite.server.settings import Settings
from torite.server.storage.leases import Mind
from torite.server.visitors.connection import Connection
from torite.table.bodies import NewTable
from torite.table.decide import create
from torite.table.evolution import replayed
from torite.table.messages import Advice
from torite.table.table import Table
from torite.table.turns import BotTurn, Puzzle, Question

MOVES = 500
LEVEL = "master"
PAUSE = 0.7
KS = 1.63  # of the Kolmogorov-Smirnov test at 1 %


class JumpingSelector(selectors.DefaultSelector):
    """Does not wait: the time for which it should have is over at once."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0 if timeout is not None else None)
        if not ready and timeout:
            self.now += timeout
        return ready


class JumpingLoop(asyncio.SelectorEventLoop):
    """An event loop on a made-up clock."""

    def __init__(self) -> None:
        self.jumping = JumpingSelector()
        super().__init__(self.jumping)

    def time(self) -> float:
        return self.jumping.now


class MadeUpThinkers(Thinkers):
    """Bots that play anything, after a time of thought that depends on what they could play."""

    def __init__(self, chance: random.Random, slowest: float) -> None:
        super().__init__(0)
        self.forced: dict[tuple[int, int], bool] = {}  # by seat and `asked`
        self._chance, self._slowest = chance, slowest
        self.pool.run = self._run_at_once  # type: ignore[method-assign, assignment]

    async def _run_at_once(
        self, work: Any, asker: Asker, begun: Callable[[], None], asks: Any = None, held: float = 0.0
    ) -> str:
        game, turn = work.args
        actions = list_actions(game.legal(turn.view, turn.seat))
        self.forced[turn.seat, turn.asked] = len(actions) == 1
        begun()
        await asyncio.sleep(0.0 if len(actions) == 1 else self._chance.uniform(0, self._slowest))
        return str(game.codes[self._chance.choice(actions)])


class HastyThinkers(MadeUpThinkers):
    """As it was once: no pause before a forced card, and the thought comes on top of the pause."""

    async def choose(
        self,
        game: Any,
        turn: BotTurn,
        lane: asyncio.Lock,
        asker: Asker = NOBODY,
        pause: float = 0.0,
    ) -> str:
        code = await self._run_at_once(partial(first, game, turn), asker, lambda: None)
        await asyncio.sleep(0.0 if self.forced[turn.seat, turn.asked] else pause)
        return code


class Watcher(Connection):
    """Notes when each event was told, and how long each bot took: since the event that made it its turn."""

    def __init__(self, thinkers: MadeUpThinkers) -> None:
        super().__init__(None, 1)
        self.took: dict[bool, list[float]] = {False: [], True: []}  # by forced
        self.over = False
        self._told: dict[int, float] = {}  # seq -> when
        self._thinkers = thinkers

    def send(self, frame: str) -> None:
        message, now = json.loads(frame), asyncio.get_running_loop().time()
        if message["type"] not in ("snapshot", "update"):
            return
        self._told[message["seq"]] = now
        self.over = message["table"]["phase"] == "over"
        event = message.get("event", {})
        if event.get("type") == "acted":
            asked = max(key[1] for key in self._thinkers.forced if key[0] == event["seat"])
            self.took[self._thinkers.forced[event["seat"], asked]].append(now - self._told[asked])


class Nowhere:
    """A store that keeps nothing."""

    async def append(self, *_: Any) -> None:
        """Fine."""


def table_of_bots(game: str, number: int) -> Table:
    """A table at which bots have just begun."""
    seats = GAMES[game].players[1]
    return replayed(create(NewTable(game, seats, sit=False, fill=LEVEL, start=True), None, f"t{number}", GAMES))


async def watch(game: str, thinkers: MadeUpThinkers) -> dict[bool, list[float]]:
    """How long the moves of so many bots took, as a spectator sees it, free and forced ones apart."""
    settings = Settings("", b"", bot_pause=PAUSE)
    took: dict[bool, list[float]] = {False: [], True: []}
    number = 0
    while sum(map(len, took.values())) < MOVES:
        number += 1
        thinkers.forced.clear()
        watcher = Watcher(thinkers)
        live = Live(table_of_bots(game, number), Nowhere(), thinkers, settings, lambda: None)  # type: ignore[arg-type, return-value]
        live.arrive(watcher)
        while not watcher.over and sum(map(len, (*watcher.took.values(), *took.values()))) < MOVES:
            await asyncio.sleep(0.5)
        await live.stop()
        for forced in took:
            took[forced] += watcher.took[forced]
    return took


def distance(one: Sequence[float], two: Sequence[float]) -> float:
    """Kolmogorov and Smirnov's, in units of what chance alone explains."""
    ends = sorted({*one, *two})
    apart = max(abs(sum(x <= end for x in one) / len(one) - sum(x <= end for x in two) / len(two)) for end in ends)
    return apart / (KS * sqrt((len(one) + len(two)) / (len(one) * len(two))))


def watched(game: str, kind: type[MadeUpThinkers], slowest: float) -> dict[bool, list[float]]:
    """The same on a made-up clock; times to the millisecond."""
    loop = JumpingLoop()
    try:
        took = loop.run_until_complete(watch(game, kind(random.Random(game), slowest)))
    finally:
        loop.close()
    return {forced: [round(seconds, 3) for seconds in took[forced]] for forced in took}


@pytest.mark.parametrize(("game", "slowest"), [("wizard", 1.0), *((game, 2.5) for game in GAMES)])
def test_forced_and_free_moves_take_equally_long(game: str, slowest: float) -> None:
    """On a quiet machine, where no thought takes longer than usual, and on a busy one."""
    took = watched(game, MadeUpThinkers, slowest * usual(LEVEL))
    assert min(map(len, took.values())) >= 20
    assert distance(took[False], took[True]) < 1
    assert min(took[True]) >= PAUSE


def test_what_is_said_with_a_card_tells_nothing_on_a_busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has no Weis need not think, and may not be told from who keeps one to himself."""
    monkeypatch.setattr(sys.modules[__name__], "LEVEL", "steady")
    took = watched("schieber", MadeUpThinkers, 15 * usual("steady"))
    assert {*took[False]} == {*took[True]} == {SAID, PAUSE}


def test_the_test_notices_a_hasty_bot() -> None:
    took = watched("wizard", HastyThinkers, usual(LEVEL))
    assert distance(took[False], took[True]) > 3


HELD = {  # what has a thread for as long whatever the cards are
    "a move": lambda thinkers, game: thinkers.choose(game, BotTurn(0, None, LEVEL, 1), asyncio.Lock()),
    "a hint": lambda thinkers, game: thinkers.advise(game, Puzzle(0, None, 1), asyncio.Lock()),
    "a claim": lambda thinkers, game: thinkers.settle(game, Question(0, None, 1), 0.3),
}


@pytest.mark.parametrize("what", HELD)
def test_a_thread_is_held_as_long_for_a_forced_card(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """Else the bots of somebody's second table would come later where there was something to think of at the first."""
    monkeypatch.setattr(thinking, "usual", lambda level: 0.3)
    for thought in ("choose", "ponder", "play_out"):
        monkeypatch.setattr(thinking, thought, lambda game, asked: "S2")  # forced: there is nothing to think
    game, begun = GAMES["rwd"], list[float]()

    async def work() -> None:
        thinkers, loop = Thinkers(1), asyncio.get_running_loop()
        asked = loop.time()
        first_table = asyncio.create_task(HELD[what](thinkers, game))
        for _ in range(5):  # until it has the thread
            await asyncio.sleep(0)
        await thinkers.pool.run(lambda: None, NOBODY, lambda: begun.append(loop.time() - asked))
        await first_table
        await thinkers.close()

    asyncio.run(work())
    assert begun[0] >= 0.29


class Forced:
    """The line to a node that thinks, where every card is forced."""

    def __init__(self) -> None:
        self._answers = asyncio.Queue[bytes]()

    async def send(self, thought: bytes) -> None:
        number = msgspec.msgpack.decode(thought, type=Thought).id
        await self._answers.put(msgspec.msgpack.encode(Answer(number, "S2")))

    def __aiter__(self) -> "Forced":
        return self

    async def __anext__(self) -> bytes:
        return await self._answers.get()


@pytest.mark.parametrize("held", [30.0, 0.0])
def test_a_thread_of_another_node_is_held_as_well(held: float) -> None:
    turn = BotTurn(0, np.zeros(1), LEVEL, 1)

    async def work() -> None:
        pool, line = Pool(1, 30.0), Line(Mind("there", "", 1), cast(ClientConnection, Forced()))
        pool.minds.append(line)
        listening = asyncio.create_task(line.listen(pool))
        assert await pool.run(lambda: "S3", NOBODY, asks=(GAMES["rwd"], turn), held=held) == "S2"
        await asyncio.sleep(0.01)
        assert line.room == (held == 0)
        listening.cancel()
        await pool.close()

    asyncio.run(work())


def test_a_hint_for_a_forced_card_says_no_more_than_its_own_seat_knows(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a hint takes shows to the one who asks alone; the others are told of it before anybody thinks."""
    thinks, go_on = threading.Event(), threading.Event()

    def slow(game: Game, puzzle: Puzzle) -> Advice:
        thinks.set()
        assert go_on.wait(PATIENCE)
        return Advice(puzzle.asked, [])

    monkeypatch.setattr(thinking, "ponder", slow)
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    a = ann.wire(ann.open_table("rwd", 3, preset="single", fill="gentle", start=True))
    b = ben.wire(a.table["id"])
    a.until_legal()
    a.send({"type": "hint", "id": 1, "seq": a.seq})
    try:
        assert thinks.wait(PATIENCE)
        b.until(lambda m: m["type"] == "update" and m["event"]["type"] == "hinted")
    finally:
        go_on.set()
    a.until("advice")
    b.catch_up()
    assert [m["event"]["type"] for m in b.messages if m["type"] == "update"][-1] == "hinted"
