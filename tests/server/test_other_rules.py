"""A game whose rules have changed: what was begun with others is neither gone on with nor counted anew."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from server.databases import empty
from server.servers import LAVISH, Serve, Served, at
from server.test_oneself import forget
from server.visitor import Visitor, play_together
from torite.cards.actions import no_actions
from torite.games import GAMES
from torite.games.game import Game
from torite.games.load import load_game
from torite.table.events import Started, TakenBack, decode

__all__ = ["empty"]
GAME = GAMES["wysiwyg"]


def counted_otherwise(s: Any) -> dict[str, Any]:
    return {**GAME.result(s), "points": [7, 7]}


@pytest.fixture
def later(empty: str, serve: Serve) -> Callable[..., Served]:
    """The house of that database with this game in place of its own."""

    def open_again(game: Game = GAME) -> Served:
        served = serve(empty, **LAVISH)
        served.house.settings.games[game.name] = game
        return served

    return open_again


def begun(served: Served) -> tuple[Visitor, str]:
    ann = served.visitor("Ann")
    table = ann.open_table("wysiwyg", 2, fill="gentle", start=True)
    ann.wire(table).until_legal()
    return ann, table


def refused(visitor: Visitor, path: str) -> tuple[int, str]:
    answer = visitor.http.get(path)
    return answer.status_code, answer.json()["code"] if answer.status_code != 200 else ""


def test_a_running_match_is_not_gone_on_with(later: Callable[..., Served]) -> None:
    first = later()
    ann, table = begun(first)
    first.stop()
    second = later(replace(GAME, rules=2))
    again = at(second, ann)
    answer = again.http.post(f"/api/tables/{table}/knock")
    assert (answer.status_code, answer.json()["code"]) == (410, "table/other_rules")
    assert again.http.get("/api/me/tables").json()["running"][0]["table"]["id"] == table
    second.stop()
    third = later()  # the old rules are back
    assert at(third, ann).wire(table).table["phase"] == "playing"


def test_it_can_be_forgotten_all_the_same(later: Callable[..., Served]) -> None:
    first = later()
    ann, table = begun(first)
    first.stop()
    second = later(replace(GAME, rules=2))
    again = at(second, ann)
    forget(again)
    assert again.http.get("/api/me").json()["name"] is None
    assert refused(second.visitor(), f"/api/tables/{table}/record") == (410, "table/other_rules")


def played(house: Served) -> tuple[Visitor, str, dict[str, Any]]:
    """Ann, her table, and the record of the match that she has played there."""
    ann, table = begun(house)
    play_together(ann.wire(table))
    record: dict[str, Any] = ann.http.get(f"/api/tables/{table}/record").json()
    return ann, table, record


def nobody_may(s: Any, seat: int) -> Any:
    return no_actions()


def test_what_is_over_is_shown_as_it_was_or_not_at_all(later: Callable[..., Served]) -> None:
    first = later()
    ann, table = begun(first)
    wire = ann.wire(table)
    play_together(wire)
    paths = [f"/api/tables/{table}/{what}" for what in ("record", "replay")]
    record, outcome = ann.http.get(paths[0]).json(), wire.table["outcome"]
    first.stop()
    second = later(replace(GAME, rules=2))  # another number, by which this match comes to the same
    again = at(second, ann)
    assert again.http.get(paths[0]).json() == record
    assert refused(again, paths[1]) == (200, "")
    second.stop()
    third = later(replace(GAME, rules=2, result=counted_otherwise))
    again = at(third, ann)
    assert [refused(again, path) for path in paths] == [(410, "table/other_rules")] * 2
    wire = again.wire(table)
    assert (wire.table["outcome"], wire.table["scene"]) == (outcome, None)
    assert wire.messages[0]["sheet"] == [deal["result"] for deal in record["deals"]]
    assert wire.ask("again")["type"] == "ack"  # by the rules of now
    assert wire.table["phase"] == "playing" and wire.table["scene"] is not None


def test_every_match_names_its_rules(empty: str, later: Callable[..., Served]) -> None:
    served = later()
    _, table = begun(served)
    bodies = served.on_loop(served.house.store.load(table))
    (started,) = (event for event in map(decode, bodies) if isinstance(event, Started))
    assert started.rules == GAME.edition == "1"


def test_rules_without_a_number_are_told_by_their_kernels(tmp_path: Path) -> None:
    def whist(old: str = "", new: str = "") -> str:
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        folder.mkdir()
        for file in Path(__file__).parents[2].glob("examples/whist.*"):
            shutil.copy(file, folder)
        page = folder / "whist.py"
        text = page.read_text()
        assert old in text
        page.write_text(text.replace(old, new, 1))
        return load_game(str(page)).edition

    same = whist()
    assert len(same) == 16
    assert whist("Every trick above six", "Each trick beyond six") == same
    assert whist("BOOK = 6", "BOOK = 5") != same
    assert whist("option((1, 5, 7, 9), 5)", "option((1, 5, 7, 9), 7)") == same  # an option is told by the match
    assert whist(">= s.goal", "> s.goal") != same


CHANGED = {
    "counted": replace(GAME, rules=2, result=counted_otherwise),
    "played": replace(GAME, rules=2, legal=nobody_may),  # not one action of before is legal
    "dealt": replace(GAME, rules=2, deck=GAMES["schieber"].deck),
    "gone": None,
}


@pytest.mark.parametrize("change", CHANGED)
def test_what_was_played_by_other_rules_can_be_read(later: Callable[..., Served], change: str) -> None:
    first = later()
    ann, table, record = played(first)
    bodies = first.on_loop(first.house.store.load(table))
    first.stop()
    second = later()
    game = CHANGED[change]
    second.house.settings.games.pop(GAME.name)
    if game is not None:
        second.house.settings.games[GAME.name] = game
    again = at(second, ann)
    assert refused(again, f"/api/tables/{table}/replay")[0] in (404, 410)
    reading = again.http.get(f"/api/tables/{table}/reading").json()
    assert {key: reading[key] for key in ("game", "names", "started", "outcome", "options")} == {
        key: record[key] for key in ("game", "names", "started", "outcome", "options")
    }
    assert [[[deed["seat"], deed["code"]] for deed in deal["deeds"]] for deal in reading["deals"]] == [
        deal["actions"] for deal in record["deals"]
    ]
    assert [deal["result"] for deal in reading["deals"]] == [deal["result"] for deal in record["deals"]]
    for deal, told in zip(record["deals"], reading["deals"], strict=True):
        assert sorted(told["deck"]) == sorted(sum(deal["hands"], deal["stock"]))
    assert reading["seat"] == 0
    assert second.on_loop(second.house.store.load(table)) == bodies


def test_it_is_read_by_those_who_may_look_back(later: Callable[..., Served]) -> None:
    house = later()
    ann, table, _ = played(house)
    path = f"/api/tables/{table}/reading"
    assert refused(ann, path) == (200, "")
    assert refused(house.visitor("Bea"), path) == refused(house.visitor("Bea"), f"/api/tables/{table}/replay")
    assert refused(house.visitor("Bea"), path)[0] == 403
    assert ann.http.get(path, params={"match": 2}).json()["code"] == "table/not_found"
    ann.wire(table).ask("again")
    assert refused(ann, path) == (200, "")  # the one that is over
    _, running = begun(house)
    assert refused(ann, f"/api/tables/{running}/reading") == (409, "table/not_over")


def test_it_is_not_read_without_the_word(later: Callable[..., Served]) -> None:
    first = later()
    ann, table, _ = played(first)
    assert ann.wire(table).ask("word", word="fox")["type"] == "ack"
    first.stop()
    second = later(CHANGED["played"])
    for which in ("", "?match=1", "?match=2"):  # nor is it told how many there are
        answer = second.visitor("Bea").http.get(f"/api/tables/{table}/reading{which}")
        assert (answer.status_code, answer.json()["code"]) == (403, "table/word_needed")
    assert refused(at(second, ann), f"/api/tables/{table}/reading") == (200, "")


def test_a_record_of_other_rules_can_be_read(served: Served) -> None:
    _, _, record = played(served)
    visitor = served.visitor()
    record["game"], record["deals"][0]["actions"][0][1] = "tarock", "bid:solo"
    reading = visitor.http.post("/api/reading", json=record).json()
    assert (reading["game"], reading["deals"][0]["deeds"][0]["code"]) == ("tarock", "bid:solo")
    assert reading["deals"][0]["hands"] == record["deals"][0]["hands"]
    record["deals"][0]["actions"][2] = [2, "SA"]  # there is no such seat
    answer = visitor.http.post("/api/reading", json=record)
    assert (answer.status_code, answer.json()["params"]["reason"]) == (400, "action_shape")
    assert (answer.json()["params"]["deal"], answer.json()["params"]["action"]) == (1, 3)


def test_a_move_taken_back_is_not_read(later: Callable[..., Served]) -> None:
    house = later()
    ann = house.visitor("Ann")
    table = ann.open_table("bingo", 2, fill="gentle", start=True)
    wire = ann.wire(table)
    wire.until_legal()
    wire.act(wire.table["scene"]["legal"][0])
    wire.until_legal()
    wire.ask("take_back", seq=wire.table["take_back"])
    play_together(wire)
    record = ann.http.get(f"/api/tables/{table}/record").json()
    reading = ann.http.get(f"/api/tables/{table}/reading").json()
    deeds = [[[deed["seat"], deed["code"]] for deed in deal["deeds"]] for deal in reading["deals"]]
    stored = [decode(body) for body in house.on_loop(house.house.store.load(table))]
    assert any(isinstance(event, TakenBack) for event in stored)
    assert deeds == [deal["actions"] for deal in record["deals"]]
