"""Bots share a few threads fairly."""

import asyncio
import threading

import pytest

from server.visitor import PATIENCE
from torite.games import GAMES
from torite.games.game import Game
from torite.games.position import Position
from torite.server.bots import thinking
from torite.server.bots.pool import Asker
from torite.server.bots.thinking import Thinkers, choose
from torite.table.turns import BotTurn


def turn(level: str = "gentle") -> BotTurn:
    """A decision of a bot at the start of a match."""
    position = Position(GAMES["rwd"], 3, seed=1)
    position.deal()
    seat = position.actors()[0]
    return BotTurn(seat, position.view(seat), level, 1)


def test_a_full_table_does_not_delay_another(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = list[str](), threading.Event()

    def slow(game: Game, turn: BotTurn) -> str:
        begun.append(turn.level)
        assert go_on.wait(PATIENCE)
        return "SA"

    monkeypatch.setattr(thinking, "choose", slow)

    async def work() -> None:
        pool, crowd, alone = Thinkers(1), asyncio.Lock(), asyncio.Lock()
        five = [asyncio.create_task(pool.choose(GAMES["rwd"], turn("gentle"), crowd)) for _ in range(5)]
        six = [*five, asyncio.create_task(pool.choose(GAMES["rwd"], turn("steady"), alone))]
        for _ in range(10):  # all ask, and wait: the first for the test, the one alone for the pool, the others for it
            await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(*six)
        await pool.close()

    asyncio.run(work())
    assert begun == ["gentle", "steady", "gentle", "gentle", "gentle", "gentle"]


def test_the_loop_is_free_while_a_bot_thinks() -> None:
    async def work() -> None:
        pool = Thinkers(1)
        thought = asyncio.create_task(pool.choose(GAMES["rwd"], turn("master"), asyncio.Lock()))
        ticks = 0
        while not thought.done():
            await asyncio.sleep(0.005)
            ticks += 1
        assert ticks > 5  # of 180 in 900 ms; beside a thought that kept the lock there is one
        assert await thought in GAMES["rwd"].codes.values()
        await pool.close()

    asyncio.run(work())


def test_choice_is_legal() -> None:
    chosen = turn()
    position = Position(GAMES["rwd"], 3, seed=1)
    position.deal()
    assert choose(GAMES["rwd"], chosen) in position.legal()


def test_a_table_is_trusted_again_once_it_has_other_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = list[str](), threading.Event()

    def endless(game: Game, turn: BotTurn) -> str:
        begun.append(turn.level)
        assert go_on.wait(PATIENCE)
        return "SA"

    monkeypatch.setattr(thinking, "choose", endless)

    async def work() -> list[int]:
        thinkers, lane, asker = Thinkers(1, patience=0.05), asyncio.Lock(), Asker("t")
        counts = []
        for is_new in (False, False, True):
            if is_new:
                thinkers.trust_again("t")
            await thinkers.choose(GAMES["rwd"], turn(), lane, asker)
            counts.append(len(begun))
        go_on.set()
        await thinkers.close()
        return counts

    assert asyncio.run(work()) == [1, 1, 2]
