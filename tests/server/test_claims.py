"""Claiming the rest over the wire: who hears what, and that the time of the answer tells nothing."""

import asyncio
import threading

import pytest

from server.servers import LAVISH, Serve
from server.visitor import PATIENCE, Visitor, Wire
from torite.games import GAMES
from torite.games.game import Game
from torite.games.position import Position
from torite.server.bots import thinking
from torite.server.bots.pool import NOBODY
from torite.server.bots.thinking import Thinkers
from torite.table.turns import Question

REFUSED = ("move/not_your_turn", "move/not_claimable", "move/stale_seq")  # before the first trick, while bots decide


def hand(wire: Wire) -> list[str]:
    """The own cards."""
    zones = wire.table["scene"]["zones"]
    return next(zone["cards"] for zone in zones if zone["kind"] == "hand" and zone["seat"] == wire.table["seat"])


def play_claiming(wire: Wire) -> list[dict[str, object]]:
    """Play a match, and claim where the seat is sure, or else near the end of a deal; the answers."""
    answers = []
    while wire.table["phase"] != "over":
        wire.catch_up()
        claim = wire.table["claim"]
        if wire.legal and (claim == "sure" or (claim == "may" and len(hand(wire)) < 5)):
            answer = wire.ask("claim", seq=wire.seq)
            assert answer["type"] == "ack" or claim == "may"
            answers.append(answer)
            if answer["type"] == "ack":
                continue
            assert (answer["code"], 0 <= answer["params"]["left"] <= 2) == ("move/not_yet", True)
            assert wire.refused("claim", seq=wire.seq) == "move/not_yet"
        if not wire.step() and wire.table["phase"] != "over":
            wire.read()
    return answers


def test_a_claim_that_holds_is_heard_by_all_and_another_by_the_claimer_alone(serve: Serve) -> None:
    served = serve(**LAVISH, bot_pause=0.0, claim_pause=0.3)
    ann = served.visitor("Ann")
    table = ann.open_table("differenzler", 3, fill="gentle", start=True)
    a, watcher = ann.wire(table), served.visitor("Ben").wire(table)
    answers = play_claiming(a)
    while len({answer["type"] for answer in answers}) < 2:  # in most matches some hold and some do not
        a.ask("again")
        answers += play_claiming(a)
    held = [answer for answer in answers if answer["type"] == "ack"]
    watcher.until_table(lambda told: told["phase"] == "over" and told["played"] == a.table["played"])
    assert a.gaps == watcher.gaps == 0
    told = [m["event"] for m in watcher.messages if m["type"] == "update"]
    assert len([event for event in told if event["type"] == "claimed"]) == len(held)
    assert {m["type"] for m in watcher.messages} <= {"snapshot", "update", "presence"}
    for at, event in enumerate(told):
        if event["type"] == "claimed":
            assert (event["seat"], event["name"]) == (0, "Ann")
            until = next(i for i in range(at, len(told)) if told[i]["type"] == "deal_ended")
            assert {(each["type"], each["by"]) for each in told[at + 1 : until]} == {("acted", "claim")}
    record = ann.http.get(f"/api/tables/{table}/record").json()
    assert record["outcome"]["winners"]


def test_who_may_not_claim(serve: Serve) -> None:
    served = serve(**LAVISH, bot_pause=0.0)
    ann = served.visitor("Ann")
    a = ann.wire(ann.open_table("schieber", 4, fill="gentle", start=True))
    watcher = served.visitor("Ben").wire(a.table["id"])
    assert watcher.refused("claim", seq=watcher.seq) == "table/not_seated"
    assert Visitor(served.base).wire(a.table["id"]).refused("claim", seq=1) == "table/not_seated"
    assert a.refused("claim", seq=a.seq) in REFUSED
    assert a.refused("claim") == "wire/malformed"
    assert a.refused("claim", seq=10**6) in (*REFUSED, "wire/malformed")
    alone = ann.wire(ann.open_table("emissary", 1, start=True))
    assert alone.refused("claim", seq=alone.seq) == "move/no_claims"


def test_a_storm_of_one_claim_is_one_claim(serve: Serve) -> None:
    """And a card that is played meanwhile goes before it."""
    served = serve(**LAVISH, bot_pause=0.0, claim_pause=0.3)
    ann = served.visitor("Ann")
    wire = ann.wire(ann.open_table("schieber", 4, fill="gentle", start=True))
    wire.play_on(lambda table: table["claim"] == "may" and bool(wire.legal))
    for n in range(50):
        wire.send({"type": "claim", "id": 1000 + n, "seq": wire.seq})
    answers = [wire.until(lambda m, n=n: m.get("id") == 1000 + n) for n in range(50)]  # type: ignore[misc]
    if answers[0]["type"] == "refusal":
        assert {(answer["code"], answer["params"]["left"]) for answer in answers} == {("move/not_yet", 2)}
        wire.act()
    wire.play_on(lambda table: table["claim"] == "may" and bool(wire.legal))
    wire.send({"type": "claim", "id": 2000, "seq": wire.seq})
    card = wire.legal[0]
    wire.send({"type": "act", "id": 2001, "code": card, "seq": wire.seq})
    assert wire.until(lambda m: m.get("id") == 2001)["type"] == "ack"
    late = wire.until(lambda m: m.get("id") == 2000)
    assert (late["type"], late["code"]) == ("refusal", "move/stale_seq")


@pytest.mark.parametrize("is_quick", [True, False])
def test_the_answer_comes_when_the_pause_is_over(monkeypatch: pytest.MonkeyPatch, is_quick: bool) -> None:
    """Whether the search is done long before, or not yet, which is a no."""
    game = GAMES["schieber"]
    position = Position(game, 4, seed=1)
    position.deal()
    question = Question(0, position.state, 1)
    slept, go_on = list[float](), threading.Event()

    def search(game: Game, question: Question) -> list[tuple[int, str]]:
        assert is_quick or go_on.wait(PATIENCE)
        return [(0, "SA")]

    monkeypatch.setattr(thinking, "play_out", search)

    async def work() -> None:
        thinkers, rings, awake, loop = Thinkers(1), asyncio.Event(), asyncio.sleep, asyncio.get_running_loop()

        async def sleep(seconds: float) -> None:
            if asyncio.get_running_loop() is not loop:  # a server of other tests
                return await awake(seconds)
            slept.append(seconds)
            await rings.wait()
            return None

        with monkeypatch.context() as patched:
            patched.setattr(asyncio, "sleep", sleep)
            answer = asyncio.create_task(thinkers.settle(game, question, 7.0))
            while not slept and not answer.done():
                await awake(0)
            if is_quick:  # another job of the only thread: the search before it has ended
                await thinkers.pool.run(lambda: None, NOBODY)
            assert not answer.done()
            rings.set()
            assert await answer == ([(0, "SA")] if is_quick else None)
        go_on.set()
        await thinkers.close()

    asyncio.run(work())
    assert slept == [7.0]
