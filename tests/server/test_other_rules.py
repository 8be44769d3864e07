"""A game whose rules have changed: what was begun with others is neither gone on with nor counted anew."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from server.databases import empty
from server.servers import LAVISH, Served, at
from server.test_oneself import forget
from server.visitor import Visitor, play_together
from torite.games import GAMES
from torite.games.game import Game
from torite.games.load import load_game
from torite.table.events import Started, decode

__all__ = ["empty"]
Serve = Callable[..., Served]
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
