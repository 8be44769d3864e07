"""Bots share a few threads fairly."""

import asyncio
import time
from typing import Any

import pytest

from torite.games import GAMES
from torite.games.position import Position
from torite.server import thinking
from torite.server.thinking import Thinkers, choose, is_forced
from torite.table.decide import BotTurn


def turn() -> BotTurn:
    """A decision of a bot at the start of a match."""
    position = Position(GAMES["rwd"], 3, seed=1)
    position.deal()
    seat = position.actors()[0]
    return BotTurn(seat, position.view(seat), "gentle", 1)


def test_a_full_table_does_not_delay_another(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*_: Any) -> str:
        time.sleep(0.1)
        return "SA"

    monkeypatch.setattr(thinking, "choose", slow)

    async def work() -> None:
        pool, crowd, alone = Thinkers(1), asyncio.Lock(), asyncio.Lock()
        five = [asyncio.create_task(pool.choose(GAMES["rwd"], turn(), crowd)) for _ in range(5)]
        await asyncio.sleep(0.01)
        await pool.choose(GAMES["rwd"], turn(), alone)
        assert sum(task.done() for task in five) <= 2
        await asyncio.gather(*five)
        pool.close()

    asyncio.run(work())


def test_the_loop_is_free_while_a_bot_thinks() -> None:
    async def work() -> None:
        pool = Thinkers(1)
        master = BotTurn(turn().seat, turn().view, "master", 1)
        thought = asyncio.create_task(pool.choose(GAMES["rwd"], master, asyncio.Lock()))
        ticks = 0
        while not thought.done():
            await asyncio.sleep(0.005)
            ticks += 1
        assert ticks > 30  # of 180 in 900 ms
        assert await thought in GAMES["rwd"].codes.values()
        pool.close()

    asyncio.run(work())


def test_choice_is_legal_and_force_is_seen() -> None:
    chosen = turn()
    position = Position(GAMES["rwd"], 3, seed=1)
    position.deal()
    assert choose(GAMES["rwd"], chosen) in position.legal()
    assert not is_forced(GAMES["rwd"], chosen)
