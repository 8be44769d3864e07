"""Hints over the wire."""

import threading

import pytest

from server.servers import Served
from server.visitor import PATIENCE, wait_for
from torite.games import GAMES
from torite.games.game import Game
from torite.games.position import Position
from torite.search.players import advise
from torite.server.bots import thinking
from torite.table.messages import Advice
from torite.table.turns import Puzzle


def test_a_hint_names_every_legal_action_for_the_one_who_asks_alone(served: Served) -> None:
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    table = ann.open_table("rwd", 3, preset="single", fill="gentle", start=True)
    a, watcher = ann.wire(table), ben.wire(table)
    a.until_legal()
    assert a.ask("hint", seq=a.seq)["type"] == "ack"
    advice = a.until("advice")
    assert sorted(choice["code"] for choice in advice["choices"]) == sorted(a.legal)
    rest = [choice["value"] for choice in advice["choices"][1:]]
    assert rest == sorted(rest, reverse=True)
    assert a.ask("hint", seq=a.seq)["type"] == "ack"  # the same decision, the same answer
    assert a.until("advice") == advice
    assert a.act(advice["choices"][0]["code"])["type"] == "ack"
    watcher.until_table(lambda table: watcher.seq >= a.seq)
    told = [m["event"]["type"] for m in watcher.messages if m["type"] == "update"]
    assert told.count("hinted") == 1
    assert "advice" not in {m["type"] for m in watcher.messages}


def test_advice_that_comes_too_late_is_not_told(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    goes_on = threading.Event()

    def late(game: Game, puzzle: Puzzle) -> Advice:
        assert goes_on.wait(PATIENCE)
        return Advice(puzzle.asked, [])

    monkeypatch.setattr(thinking, "ponder", late)
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    table = ann.open_table("wysiwyg", 2)
    a, b = ann.wire(table), ben.wire(table)
    assert b.ask("sit")["type"] == a.ask("start")["type"] == "ack"
    for wire in (a, b):
        wire.until_table(lambda table: table["scene"] is not None)
    mover = a if a.legal else b
    assert mover.ask("hint", seq=mover.seq)["type"] == mover.act()["type"] == "ack"
    (thought,) = served.house.tables._live[table]._thoughts._advice.values()
    goes_on.set()
    wait_for(thought.done, "the advice")
    assert mover.ask("say", text="hm")["type"] == "ack"
    assert "advice" not in {message["type"] for message in mover.messages}


def test_its_figures_are_in_the_unit_that_people_read(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["coiffeur"]  # a tenth of the points are its `score`
    position = Position(game, 4, seed=1)
    position.deal()
    found = advise(game, position.view(position.turn), position.turn or 0, 1)
    monkeypatch.setattr(thinking, "advise", lambda *_: found)
    told = thinking.ponder(game, Puzzle(position.turn or 0, position.view(position.turn), 0)).choices
    assert max(choice.value for choice in told) == pytest.approx(10 * max(found.values[found.visits > 0]), abs=1e-3)
