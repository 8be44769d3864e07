"""Who waits for others is seated with them, or with bots when the time is over, and their match begins by itself.

By a clock that the test turns.
"""

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from server.databases import empty
from server.servers import LAVISH, Serve, Served, at
from server.test_clock import Clock, clock, kill, let_pass
from server.test_clock import look as stir
from server.test_oneself import forget
from server.visitor import Visitor, Wire, play_together
from torite.games import GAMES
from torite.server.play import live
from torite.server.play.meetings import AWAY, NOTED, seen
from torite.server.storage.schema import WAITING
from torite.table.meeting import GATHERING
from torite.table.records import replay

__all__ = ["clock", "empty"]


def ask(visitor: Visitor, wait: float | None, level: str, games: dict[str, int]) -> httpx.Response:
    """Wait for these games, with so many players each."""
    return visitor.http.post("/api/me/waiting", json={"games": games, "wait": wait, "level": level})


def waits(visitor: Visitor, wait: float | None = None, **games: int) -> Any:
    return ask(visitor, wait, "gentle", games).raise_for_status().json()


def look(visitor: Visitor) -> Any:
    """Still here."""
    return visitor.http.get("/api/me/waiting").raise_for_status().json()


def queues(visitor: Visitor) -> dict[tuple[str, int], int]:
    return {(each["game"], each["players"]): each["waiting"] for each in visitor.http.get("/api/waiting").json()}


def gone(visitor: Visitor) -> bool:
    answer = visitor.http.get("/api/me/waiting")
    return (answer.status_code, answer.json().get("code")) == (404, "waiting/none")


def names(visitor: Visitor, table: str) -> list[str | None]:
    """Who sits there, by name; None = a bot."""
    view = visitor.wire(table).table
    assert view["gathers"]
    return [seat["name"] if seat["kind"] == "person" else None for seat in view["seats"]]


def comes(visitor: Visitor, table: str, nonce: str) -> Wire:
    """Open the table, and add to the shuffle."""
    wire = visitor.wire(table)
    assert wire.ask("nonce", nonce=nonce)["type"] == "ack"
    return wire


def nonces(wire: Wire, visitor: Visitor) -> list[str | None]:
    """What each seat has added to the shuffle, by the record of the match, which verifies."""
    record = visitor.http.get(f"/api/tables/{wire.table['id']}/record").raise_for_status().json()
    replay(record, verify=True)
    given: list[str | None] = record["fairness"]["nonces"]
    return given


def test_two_who_want_the_same_play_it(empty: str, serve: Serve) -> None:
    served = serve(empty, **LAVISH)
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    alone = {"table": None, "queues": [{"game": "wysiwyg", "players": 2, "waiting": 1}], "left": None}
    assert waits(ann, wysiwyg=2) == alone
    assert look(ann) == alone
    assert ann.http.get("/api/me/export").json()["waiting"]["games"] == {"wysiwyg": 2}
    assert queues(served.visitor()) == {("wysiwyg", 2): 1}
    table = waits(ben, wysiwyg=2)["table"]
    assert look(ann) == look(ann) == {"table": table, "queues": [], "left": None}
    assert queues(ann) == {}
    a = comes(ann, table, "aaaa0001")
    assert (a.table["phase"], a.table["gathers"]) == ("lobby", True)
    assert a.refused("start") == "table/already_started"
    b = comes(ben, table, "bbbb0002")
    a.until_table(lambda t: t["phase"] == "playing")
    assert [seat["name"] for seat in a.table["seats"]] == ["Ann", "Ben"]
    assert a.table["uncounted"] is None
    assert [each["id"] for each in ann.http.get("/api/tables").json()] == []  # for those who have the link
    play_together(a, b)
    assert nonces(a, ann) == ["aaaa0001", "bbbb0002"]
    (match,) = ann.http.get("/api/me/tables").json()["finished"]
    assert (match["table"], match["uncounted"]) == (table, None)


def test_two_clicks_are_one(empty: str, serve: Serve) -> None:
    ann = serve(empty).visitor("Ann")
    with ThreadPoolExecutor(6) as pool:
        answers = [*pool.map(lambda _: ask(ann, None, "gentle", {"wizard": 3}).status_code, range(24))]
    assert answers == [200] * 24
    assert queues(ann) == {("wizard", 3): 1}


def test_of_several_games_the_one_that_enough_wait_for(serve: Serve) -> None:
    served = serve()
    ann, ben, cat, dan = (served.visitor(name) for name in ("Ann", "Ben", "Cat", "Dan"))
    waits(ann, wizard=3, schieber=4)
    waits(ben, schieber=4, wizard=4)  # the same game with another number is another wish
    waits(cat, wizard=3)
    assert look(ann)["queues"] == [
        {"game": "wizard", "players": 3, "waiting": 2},
        {"game": "schieber", "players": 4, "waiting": 2},
    ]
    table = waits(dan, wizard=3)["table"]
    assert look(ann)["table"] == look(cat)["table"] == table
    assert names(dan, table) == ["Ann", "Cat", "Dan"]
    assert look(ben)["queues"] == [
        {"game": "schieber", "players": 4, "waiting": 1},
        {"game": "wizard", "players": 4, "waiting": 1},
    ]


def test_who_came_first_plays_first(serve: Serve, clock: Clock) -> None:
    served = serve(now=clock)
    people = [served.visitor(name) for name in ("Ann", "Ben", "Cat")]
    waits(people[0], wizard=4)
    clock.now += 1
    waits(people[1], wysiwyg=2)
    clock.now += 1
    waits(people[0], wysiwyg=2, wizard=4)  # anew: behind Ben, but there are enough
    assert look(people[1])["table"] is not None
    clock.now += 1
    assert waits(people[2], wysiwyg=2)["table"] is None


def test_when_the_time_is_over_bots_fill(serve: Serve, clock: Clock) -> None:
    served = serve(now=clock)
    ann, ben, cat = (served.visitor(name) for name in ("Ann", "Ben", "Cat"))
    assert waits(ann, 15, wizard=4, schieber=4)["left"] == 15
    waits(ben, None, schieber=4)  # never with bots
    waits(cat, 300, wizard=4)
    for _ in range(2):
        clock.now += 7
        assert [look(each)["left"] for each in (ben, cat)] == [None, pytest.approx(300 - clock.now + 1_800_000_000)]
        told = look(ann)
    assert (told["table"], told["left"]) == (None, 1)
    clock.now += 1
    table = look(ann)["table"]
    assert names(ann, table) == ["Ann", "Cat", None, None]
    assert look(cat)["table"] == table
    assert look(ben)["table"] is None
    clock.now += AWAY - NOTED - 1
    assert look(ben)["left"] is None


def test_alone_with_bots_of_the_level_that_was_chosen(serve: Serve, clock: Clock) -> None:
    served = serve(now=clock)
    ann = served.visitor("Ann")
    assert ask(ann, 5, "steady", {"wizard": 3, "rwd": 4}).json()["table"] is None
    clock.now += 5
    wire = comes(ann, look(ann)["table"], "aaaa0001")
    assert wire.table["phase"] == "playing"  # nobody else is to add anything
    assert wire.table["game"] == "wizard"  # that was named first
    assert [seat["level"] for seat in wire.table["seats"]] == [None, "steady", "steady"]


def together(served: Served) -> tuple[Visitor, Visitor, str]:
    """Two who have met, and not come to their table yet."""
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    waits(ann, wysiwyg=2)
    return ann, ben, waits(ben, wysiwyg=2)["table"]


def test_who_never_comes_does_not_hold_the_other_up(serve: Serve, clock: Clock) -> None:
    ann, ben, table = together(serve(now=clock, bot_pause=3600.0))
    clock.now += 3600  # their time begins when the first one comes
    a = comes(ann, table, "aaaa0001")
    clock.now += GATHERING - 0.1
    stir(a)
    assert a.table["phase"] == "lobby"
    clock.now += 0.1
    stir(a)
    assert a.until_table(lambda t: t["phase"] == "playing")["clocks"]["now"] == clock.now
    assert ben.wire(table).refused("nonce", nonce="bbbb0002") == "table/already_started"


def test_the_house_rings_by_itself(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "GATHERING", 0.05)
    ann, _, table = together(serve(**LAVISH))
    a = ann.wire(table)
    a.until_table(lambda t: t["phase"] == "playing")


def test_who_looks_on_or_has_gone_waits_for_nobody(serve: Serve, clock: Clock) -> None:
    served = serve(now=clock)
    ann, ben, table = together(served)
    c = served.visitor("Cat").wire(table)
    clock.now += GATHERING
    stir(c)
    ann.wire(table).close()
    c.until(lambda m: m["type"] == "presence" and sum(m["away"]) == 1)
    c.until(lambda m: m["type"] == "presence" and sum(m["away"]) == 2)
    clock.now += GATHERING
    stir(c)
    assert c.table["gathers"]
    comes(ben, table, "bbbb0002")
    stir(c)
    assert c.table["gathers"]


@pytest.mark.parametrize("end", [Served.stop, kill])
def test_a_restart_forgets_nothing_that_was_added(
    serve: Serve, clock: Clock, tmp_path: Path, end: Callable[[Served], None]
) -> None:
    database = f"{tmp_path}/same.db"
    first = serve(db=database, now=clock, **LAVISH)
    ann, ben, table = together(first)
    seal = comes(ann, table, "aaaa0001").table["fairness"]["commitment"]
    end(first)
    let_pass(database, clock, 1000)
    second = serve(db=database, now=clock, **LAVISH)
    a = at(second, ann).wire(table)
    stir(a)
    assert (a.table["gathers"], a.table["fairness"]["commitment"]) == (True, seal)  # Ben has not had his time here
    again = at(second, ben)
    b = comes(again, table, "bbbb0002")
    play_together(a, b)
    assert {*nonces(b, again)} == {"aaaa0001", "bbbb0002"}


def test_who_does_not_ask_any_more_is_gone(serve: Serve, clock: Clock) -> None:
    served = serve(now=clock)
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    waits(ann, wysiwyg=2)
    clock.now += AWAY - 0.1
    assert queues(ben) == {("wysiwyg", 2): 1}
    clock.now += 0.1
    assert queues(ben) == {}
    assert waits(ben, wysiwyg=2)["table"] is None
    assert gone(ann)
    ben.http.delete("/api/me/waiting").raise_for_status()
    assert ben.http.delete("/api/me/waiting").status_code == 204
    assert gone(ben)
    assert waits(ann, wysiwyg=2)["table"] is None


def test_who_asks_again_and_again_writes_now_and_then() -> None:
    """Everybody who waits asks every other second, and each write is a sync of the disk."""
    engine = sa.create_engine("sqlite://")
    WAITING.create(engine)
    row = {"guest": "ann", "name": "Ann", "since": 0.0, "until": None, "seen": 0.0}
    wish = b'{"games":{"wysiwyg":2},"wait":null,"level":"gentle"}'
    with engine.begin() as connection:
        connection.execute(WAITING.insert(), row | {"wish": wish})
        driver = connection.connection.dbapi_connection
        assert isinstance(driver, sqlite3.Connection)
        before = driver.total_changes
        for second in range(1, 15):
            assert len(seen("ann", float(second), connection)) == 1
        assert driver.total_changes - before == 14 // NOTED
        assert len(seen("ben", 14 + AWAY - NOTED - 0.1, connection)) == 1  # as long as is promised, after the last one
    engine.dispose()


def test_a_guest_waits_once(serve: Serve) -> None:
    served = serve()
    ann = served.visitor("Ann")
    waits(ann, wysiwyg=2)
    assert waits(ann, wysiwyg=2)["table"] is None  # nobody plays with himself
    waits(ann, 60, wizard=3)
    assert queues(ann) == {("wizard", 3): 1}
    forget(ann)
    assert queues(ann) == {}


def test_at_any_node(empty: str, serve: Serve) -> None:
    one, two = serve(empty), serve(empty)
    ann, ben = one.visitor("Ann"), two.visitor("Ben")
    waits(ann, wysiwyg=2)
    assert queues(ben) == {("wysiwyg", 2): 1}
    table = waits(ben, wysiwyg=2)["table"]
    assert look(ann)["table"] == look(at(two, ann))["table"] == table
    assert names(ann, table) == names(ben, table) == ["Ann", "Ben"]


def test_everybody_is_seated_once(empty: str, serve: Serve) -> None:
    """Many come at the same time, at two nodes."""
    nodes = [serve(empty), serve(empty)]
    people = [nodes[n % 2].visitor(f"Guest {n}") for n in range(8)]
    with ThreadPoolExecutor(len(people)) as together:
        list(together.map(lambda each: waits(each, wysiwyg=2), people))
    found: list[str | None] = [None]
    while None in found:
        found = [look(each)["table"] for each in people]
    assert {found.count(table) for table in found} == {2}
    for n, table in enumerate(found):
        assert f"Guest {n}" in names(people[n], str(table))
    assert queues(people[0]) == {}


BAD = [
    ({"games": {"nothing": 2}}, 404, "game/unknown"),
    ({"games": {"wizard": 2}}, 400, "table/too_few_players"),
    ({"games": {"wizard": 7}}, 400, "table/too_many_players"),
    ({"games": {"wizard": 3, "emissary": 1}}, 400, "table/too_few_players"),
    ({"games": {"emissary": 2}}, 400, "table/too_many_players"),
    ({"level": "best"}, 400, "table/unknown_level"),
    ({"games": {}}, 400, "wire/malformed"),
    ({"games": {f"g{n}": 3 for n in range(33)}}, 400, "wire/malformed"),
    ({"games": ["wizard"]}, 400, "wire/malformed"),
    *[({"wait": wait}, 400, "wire/malformed") for wait in (0, 1e9, "soon", -1)],
    ({"preset": "house"}, 400, "wire/malformed"),
]


@pytest.mark.parametrize(("wrong", "status", "code"), BAD)
def test_what_cannot_be_wished(served: Served, wrong: Any, status: int, code: str) -> None:
    ann = served.visitor("Ann")
    answer = ann.http.post("/api/me/waiting", json={"games": {"wizard": 3}, "wait": 15, "level": "gentle"} | wrong)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert gone(ann)


def test_the_fewest_with_whom_somebody_can_wait(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that one plays alone, or three."""
    game = replace(GAMES["emissary"], players=(1, 3), without=(2,))
    monkeypatch.setitem(served.house.settings.games, "emissary", game)
    answer = ask(served.visitor("Ann"), None, "gentle", {"emissary": 1})
    assert answer.json() == {"code": "table/too_few_players", "params": {"min": 3}}


def test_who_may_wait(serve: Serve) -> None:
    served = serve(tables=0.0001, tables_burst=2)
    nobody, ann = served.visitor(), served.visitor("Ann")
    games = {"wizard": 3}
    for answer in (
        ask(nobody, None, "gentle", games),
        nobody.http.get("/api/me/waiting"),
        nobody.http.delete("/api/me/waiting"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (401, "name/needed")
    foreign = {"Origin": "https://elsewhere.example"}
    body = {"games": games, "wait": None, "level": "gentle"}
    assert ann.http.post("/api/me/waiting", json=body, headers=foreign).json()["code"] == "wire/origin"
    assert ann.http.delete("/api/me/waiting", headers=foreign).json()["code"] == "wire/origin"
    codes = [ask(ann, None, "gentle", games).status_code for _ in range(3)]
    assert codes == [200, 200, 429]
    assert look(ann)["table"] is None  # who waits already goes on
