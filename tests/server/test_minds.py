"""A node that serves nobody thinks for the bots of the others."""

import asyncio
import signal
import subprocess
import sys
from urllib.parse import urlsplit

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from server.databases import empty
from server.servers import LAVISH, Serve, Served
from server.visitor import wait_for
from torite.games import GAMES
from torite.games.position import Position
from torite.server.bots.pool import Asker, GoneError, Job, Pool
from torite.server.minds import DOOR, Answer, Thought, rules_of
from torite.server.visitors.passing import PASS

__all__ = ["empty"]
NONE_HERE = {**LAVISH, "thinkers": 0}  # threads: whatever is thought is thought elsewhere


def lines(node: Served) -> int:
    """To how many thinking nodes has this one a line?"""
    return len(node.house.tables.thinkers.pool.minds)


def ask(mind: Served, thought: Thought, node: str | None = None) -> Answer:
    """Ask a thinking node by hand.  Raises InvalidStatus if it lets nobody in."""
    ticket = mind.house.passes.sign_node(node or mind.house.tables.leases.node)
    with connect(f"ws://{mind.house.settings.address}{DOOR}", additional_headers={PASS: ticket}, proxy=None) as line:
        line.send(msgspec.msgpack.encode(thought))
        told = line.recv()
    assert isinstance(told, bytes)
    return msgspec.msgpack.decode(told, type=Answer)


def a_thought(rules: str | None = None) -> tuple[Thought, list[str]]:
    """Somebody's first decision in RWD, and what is legal."""
    game = GAMES["rwd"]
    position = Position(game, 3, seed=1)
    position.deal()
    assert position.turn is not None
    view = position.view(position.turn).tobytes()
    thought = Thought(7, "rwd", rules_of(game) if rules is None else rules, position.turn, "strong", None, view)
    return thought, position.legal()


def test_bots_think_at_a_node_that_serves_nobody(empty: str, serve: Serve) -> None:
    mind, house = serve(empty, only_thinks=True), serve(empty, **NONE_HERE)
    wait_for(lambda: lines(house) == 1, "a line to the thinking node")
    ann = house.visitor("Ann")
    ann.wire(ann.open_table("rwd", 3, fill="strong", preset="single", start=True)).play_on()
    assert mind.house.tables.in_use == 0


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGSTOP])
def test_bots_go_on_when_it_is_gone(
    end: signal.Signals, empty: str, serve: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    house = serve(empty, **LAVISH)
    mind = subprocess.Popen([sys.executable, "-m", "torite.cli", "serve", "--only-think", "--db", empty])
    try:
        wait_for(lambda: lines(house) == 1, "a line to the thinking node")
        ann = house.visitor("Ann")
        wire = ann.wire(ann.open_table("rwd", 3, fill="strong", preset="single", start=True))
        wire.until_legal()
        wire.act()
        mind.send_signal(end)
        wire.play_on()
        wait_for(lambda: lines(house) == 0, "the lost line is known")
        wait_for(lambda: "thinks no more for this one" in caplog.text, "that is told")
        if end is signal.SIGKILL:  # one that is stopped takes the call, and says nothing
            wait_for(lambda: "which thinks, cannot be asked: " in caplog.text, "why is told")
    finally:
        mind.kill()
        mind.wait()


def test_what_is_asked_is_answered_by_the_same_rules_alone(empty: str, serve: Serve) -> None:
    mind = serve(empty, only_thinks=True)
    thought, legal = a_thought()
    answer = ask(mind, thought)
    assert (answer.id, answer.code in legal) == (thought.id, True)
    assert ask(mind, a_thought("of another edition")[0]) == Answer(thought.id, None)


def test_nobody_asks_without_a_pass(empty: str, serve: Serve) -> None:
    mind, house = serve(empty, only_thinks=True), serve(empty)
    for node, passed_for in ((mind, "another node"), (house, house.house.tables.leases.node)):
        with pytest.raises(InvalidStatus):
            ask(node, a_thought()[0], passed_for)
    with pytest.raises(InvalidStatus):
        connect(f"ws://{urlsplit(mind.base).netloc}{DOOR}", proxy=None)


def test_a_thought_that_is_none_ends_the_line_alone(empty: str, serve: Serve) -> None:
    mind = serve(empty, only_thinks=True)
    ticket = mind.house.passes.sign_node(mind.house.tables.leases.node)
    with connect(f"ws://{mind.house.settings.address}{DOOR}", additional_headers={PASS: ticket}, proxy=None) as line:
        line.send(b"nonsense")
        with pytest.raises(ConnectionClosed):
            line.recv()
    assert ask(mind, a_thought()[0]).code is not None


class Desk:
    """Somebody elsewhere who takes what there is room for, and does nothing."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.taken: list[Job] = []

    def take(self, job: Job) -> None:
        self.taken.append(job)
        self.room -= 1


def test_neighbours_have_one_turn_together_one_after_the_other() -> None:
    async def work() -> None:
        pool, desk = Pool(0, 1.0), Desk(0)
        pool.minds.append(desk)
        payers = ["a1"] * 3 + ["a2", "ben", "ben"]
        askers = [Asker(payer=payer, near="a" if payer < "b" else "") for payer in payers]
        asked = [
            asyncio.create_task(pool.run(str, asker, asks=payer)) for payer, asker in zip(payers, askers, strict=True)
        ]
        await asyncio.sleep(0)
        desk.room = 6
        pool.assign()
        assert [job.asks for job in desk.taken] == ["a1", "ben", "a2", "ben", "a1", "a1"]
        for task in asked:
            task.cancel()

    asyncio.run(work())


def test_what_can_only_be_done_here_waits_and_keeps_its_turn() -> None:
    async def work() -> None:
        pool, desk = Pool(0, 1.0), Desk(0)
        pool.minds.append(desk)
        wants = [("ann", None), ("ben", "b1"), ("ben", "b2"), ("cat", "c")]
        asked = [asyncio.create_task(pool.run(str, Asker(payer=payer), asks=asks)) for payer, asks in wants]
        await asyncio.sleep(0)
        desk.room = 2
        pool.assign()
        assert [job.asks for job in desk.taken] == ["b1", "c"]  # in turn, past ann's
        desk.taken[0].fail(GoneError())
        desk.taken[1].answer("done")
        assert await asked[3] == "done"
        with pytest.raises(GoneError):
            await asked[1]
        desk.room = 1
        pool.assign()
        assert desk.taken[-1].asks == "b2"
        assert pool.waiting == 1  # ann's: nobody elsewhere can do it
        asked[0].cancel()
        asked[2].cancel()

    asyncio.run(work())
