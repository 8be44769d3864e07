"""What a guest comes back to: running tables and finished matches, on both databases."""

import sqlite3
import time
from typing import Any

import pytest
import sqlalchemy as sa

from server.databases import empty
from server.servers import LAVISH, Serve, Served, at
from server.visitor import Visitor, Wire, play_together, wait_for
from torite.server.people import history
from torite.server.people.history import places
from torite.server.storage.schema import MATCHES, TABLES, VISITS

__all__ = ["empty"]


def home(visitor: Visitor, **asked: float) -> Any:
    answer = visitor.http.get("/api/me/tables", params=asked)
    answer.raise_for_status()
    return answer.json()


def running(visitor: Visitor) -> dict[str, Any]:
    """By table."""
    return {mine["table"]["id"]: mine for mine in home(visitor)["running"]}


def test_without_a_name_there_is_nothing(served: Served) -> None:
    answer = served.visitor().http.get("/api/me/tables")
    assert (answer.status_code, answer.json()["code"]) == (401, "name/needed")


def test_tables_where_i_sit_are_mine(empty: str, serve: Serve) -> None:
    served = serve(empty, **LAVISH)
    before = time.time()
    ann, ben, cat = (served.visitor(name) for name in ("Ann", "Ben", "Cat"))
    bots = ann.open_table(fill="gentle", start=True, listed=False)
    friends = ann.open_table(listed=False)
    wire = ben.wire(friends)
    wire.ask("sit")
    cat.wire(friends).ask("say", text="I only watch")
    assert running(ann).keys() == {bots, friends}
    assert running(ben).keys() == {friends}
    assert running(cat) == {}
    mine = running(ben)[friends]
    assert (mine["seat"], mine["table"]["phase"], mine["table"]["turn"]) == (1, "lobby", [])
    assert before <= mine["since"] <= time.time()
    wire.ask("leave")
    assert running(ben) == {}


def test_whose_turn_it_is(empty: str, serve: Serve) -> None:
    served = serve(empty, **LAVISH)
    ann = served.visitor("Ann")
    table = ann.open_table("wysiwyg", 2, fill="gentle", start=True)
    wire = ann.wire(table)
    wire.until_legal()
    assert running(ann)[table]["table"]["turn"] == wire.table["scene"]["turn"]


def test_by_correspondence_talk_changes_nothing_of_since_when_it_is(empty: str, serve: Serve) -> None:
    now = time.time() - 7200
    ann = serve(empty, **LAVISH, now=lambda: now).visitor("Ann")
    table = ann.open_table("wysiwyg", 2, clock="daily", fill="gentle", start=True)
    wire = ann.wire(table)
    wire.until_legal()
    wire.ask("say", text="I must think")
    mine = running(ann)[table]
    assert mine["since"] == mine["table"]["since"] == now


def test_who_has_got_up_from_a_match_is_told_of_it_as_long_as_somebody_plays(empty: str, serve: Serve) -> None:
    """One of bots alone stood at the top of the list, as left, for ever."""
    served = serve(empty, **LAVISH)
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    table = ann.open_table("wysiwyg", 2)
    wires = ann.wire(table), ben.wire(table)
    wires[1].ask("sit")
    wires[0].ask("start")
    assert wires[0].ask("leave")["type"] == "ack"  # a bot has the seat, and Ann may have it back
    assert running(ann)[table]["seat"] == 0
    assert wires[1].ask("leave")["type"] == "ack"
    assert (running(ann), running(ben)) == ({}, {})
    assert wires[0].ask("sit")["type"] == "ack"  # by the link
    assert [{*running(who)} for who in (ann, ben)] == [{table}, {table}]
    assert wires[1].ask("sit")["type"] == "ack"
    wires[0].until_table(lambda told: not told["seats"][1]["stand_in"])
    wires[1].close()
    wires[0].until_table(lambda told: told["seats"][1]["stand_in"])
    assert wires[0].ask("remove", seat=1)["type"] == wires[0].ask("leave")["type"] == "ack"
    assert [{*running(who)} for who in (ann, ben)] == [set(), {table}]  # he has not put it away


@pytest.mark.parametrize("other", [(b'"none"', b'"lunar"'), (b'"Ann"', b'"A\xeen"')], ids=["newer", "damaged"])
def test_a_table_that_cannot_be_read_hides_none_of_mine(empty: str, serve: Serve, other: tuple[bytes, bytes]) -> None:
    """One of a clock that this node does not know, or of which a bit is another now: the whole page was an error."""
    served = serve(empty)
    ann = served.visitor("Ann")
    table, newer = (ann.open_table("rwd", 3) for _ in range(2))

    def write(connection: sa.Connection) -> None:
        (stored,) = connection.execute(sa.select(TABLES.c.summary).where(TABLES.c.table_id == newer)).scalars()
        own = TABLES.update().where(TABLES.c.table_id == newer)
        connection.execute(own.values(summary=stored.replace(*other)))

    async def put_away() -> None:
        served.house.tables._retire(newer)
        await served.house.store.run(write)

    served.on_loop(put_away())
    assert running(ann).keys() == {table}
    assert [each["id"] for each in ann.http.get("/api/tables").raise_for_status().json()] == [table]


def test_by_correspondence_a_bot_moves_though_nobody_is_there(empty: str, serve: Serve) -> None:
    served = serve(empty, **LAVISH, grace=0.1, bot_pause=0.5)
    ann = served.visitor("Ann")
    table = ann.open_table("wysiwyg", 2, clock="daily", fill="gentle", start=True)
    wire = ann.wire(table)
    wire.until_legal()
    while wire.legal:
        wire.act()
    wire.close()
    assert running(ann)[table]["table"]["turn"] == [1]
    wait_for(lambda: running(ann)[table]["table"]["turn"] == [0], "her turn")  # after more than the grace


@pytest.mark.parametrize("meanwhile", [False, True], ids=["later", "another node"])
def test_by_correspondence_a_bot_moves_though_its_node_ended_before_it_had(
    empty: str, serve: Serve, monkeypatch: pytest.MonkeyPatch, meanwhile: bool
) -> None:
    monkeypatch.setattr("torite.server.play.tables.STRANDED", 0.1)
    first = serve(empty, **{**LAVISH, "bot_pause": 3600.0})
    second = serve(empty, **LAVISH) if meanwhile else None
    ann = first.visitor("Ann")
    table = ann.open_table("wysiwyg", 2, clock="daily", fill="gentle", start=True)
    stays = ann.open_table("wysiwyg", 2, fill="gentle", start=True)
    for wire in [ann.wire(each) for each in (table, stays)]:
        while wire.legal:
            wire.act()
    assert running(ann)[table]["table"]["turn"] == [1]
    first.stop()
    again = at(second or serve(empty, **LAVISH), ann)
    wait_for(lambda: running(again)[table]["table"]["turn"] == [0], "her turn")
    assert running(again)[stays]["table"]["turn"] == [1]  # nobody is there


def test_a_table_that_no_node_can_go_on_with_is_tried_once(
    empty: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To take it and to give it back are writes: else each minute, at each node, for each table of older rules."""
    one, _ = (serve(empty, **{**LAVISH, "bot_pause": 3600.0}) for _ in range(2))
    ann = one.visitor("Ann")
    table = ann.open_table("wysiwyg", 2, clock="daily", fill="gentle", start=True)
    wire = ann.wire(table)
    while wire.legal:
        wire.act()
    monkeypatch.delitem(one.house.settings.games, "wysiwyg")

    async def look() -> int:
        one.house.tables._retire(table)
        await one.house.tables._wake_stranded()
        (row,) = await one.house.store.read(sa.select(TABLES.c.epoch))
        return int(row.epoch)

    one.on_loop(one.house.tables.leases.seize(table))
    looks = [one.on_loop(look()) for _ in range(3)]
    assert looks == [looks[0]] * 3


def played_bingo(served: Served, **options: Any) -> tuple[Visitor, Visitor, str, tuple[Wire, Wire]]:
    """Ann, Ben, the table at which they have played a match, and their wires."""
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    table = ann.open_table("bingo", 2, **options)
    wires = ann.wire(table), ben.wire(table)
    wires[1].ask("sit")
    wires[0].ask("start")
    play_together(*wires)
    return ann, ben, table, wires


def test_a_finished_match_has_points_and_places(empty: str, serve: Serve) -> None:
    ann, ben, table, wires = played_bingo(serve(empty, **LAVISH))
    for seat, who in enumerate((ann, ben)):
        assert running(who) == {}
        (match,) = home(who)["finished"]
        assert (match["table"], match["number"], match["game"], match["seat"]) == (table, 1, "bingo", seat)
        assert (match["names"], match["levels"]) == (["Ann", "Ben"], [None, None])
        outcome = wires[0].table["outcome"]
        assert match["points"] == outcome["scores"]
        assert [p for p, place in enumerate(match["places"]) if place == 1] == (outcome["winners"] or [0, 1])
    for wire in wires:
        wire.ask("again")
    assert running(ann).keys() == {table}
    assert len(home(ann)["finished"]) == 1
    assert home(ann)["older"] is False


def test_who_has_just_gone_home_after_a_match_may_come_back(empty: str, serve: Serve) -> None:
    """Whose seat the host had freed within the grace counted as put out, and was let in no more."""
    _, ben, table, wires = played_bingo(serve(empty, **LAVISH, grace=3600.0))
    wires[1].close()
    wires[0].until(lambda m: m["type"] == "presence" and m["away"] == [False, True])
    assert wires[0].ask("remove", seat=1)["type"] == "ack"
    assert ben.wire(table).ask("sit")["type"] == "ack"


def test_a_rematch_that_is_proposed_waits_at_home_for_who_is_away(empty: str, serve: Serve) -> None:
    """By correspondence the others have a day; until now only a notice on a device told them."""
    ann, ben, table, wires = played_bingo(serve(empty, **LAVISH), clock="daily")
    wires[0].close()
    assert (running(ann), running(ben)) == ({}, {})
    wires[1].ask("again")
    for who in (ann, ben):  # who has proposed it sees that it is waited for
        assert running(who)[table]["table"]["phase"] == "over"
        assert running(who)[table]["table"]["turn"] == [0]
    wires[1].ask("answer", yes=False, seq=wires[1].table["pending"]["seq"])
    assert (running(ann), running(ben)) == ({}, {})


def test_what_bots_play_for_who_had_gone_home_is_nobodys(empty: str, serve: Serve) -> None:
    """The rematch is told as that, and stands in nobody's figures but those of who has played it."""
    ann, ben, _, wires = played_bingo(serve(empty, **LAVISH))
    wires[1].close()
    wires[0].ask("again")
    wires[0].until_table(lambda told: told["phase"] != "over")
    wires[0].play_on()
    for what in ("absent", "missed"):
        assert [[match[what] for match in home(who)["finished"]] for who in (ann, ben)] == [[[1], []]] * 2
    told = [who.http.get("/api/me/figures").json()["games"][0]["tallies"] for who in (ann, ben)]
    assert [tally["matches"] for (tally,) in told] == [2, 1]


def test_matches_are_told_a_page_at_a_time(empty: str, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "MATCHES_AT_ONCE", 2)
    served = serve(empty, **LAVISH)
    ann = served.visitor("Ann")
    for _ in range(4):
        play_together(ann.wire(ann.open_table("emissary", 1, start=True)))
    newest = home(ann)
    assert (len(newest["finished"]), newest["older"]) == (2, True)
    rest = home(ann, before=newest["finished"][-1]["ended"])
    assert (len(rest["finished"]), rest["older"]) == (2, False)
    assert rest["finished"][0]["ended"] < newest["finished"][-1]["ended"]
    damage = MATCHES.update().where(MATCHES.c.table_id == newest["finished"][0]["table"]).values(summary=b"{")
    served.on_loop(served.house.store.run(lambda connection: connection.execute(damage)))
    again = home(ann)
    assert again["finished"] == [newest["finished"][1], rest["finished"][0]]
    assert again["older"] is True  # what cannot be read hides none behind it


def test_a_table_from_which_i_was_removed_is_not_mine_any_more(empty: str, serve: Serve) -> None:
    served = serve(empty, **LAVISH)
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    table = ann.open_table("wizard", 3)
    wires = ann.wire(table), ben.wire(table)
    wires[1].ask("sit")
    wires[0].ask("bot")
    wires[0].ask("start")
    while wires[0].table["phase"] == "playing":  # the first deal: a card for each
        for wire in wires:
            wire.catch_up()
            if wire.table["phase"] == "playing":
                wire.step()
    assert running(ben).keys() == {table}
    assert wires[0].ask("remove", seat=1)["type"] == "ack"
    assert running(ben) == {}
    assert wires[1].refused("sit") == "table/barred"
    assert running(ann).keys() == {table}


def test_all_of_it_is_there_after_a_restart(empty: str, serve: Serve) -> None:
    served = serve(empty, **LAVISH)
    ann = served.visitor("Ann")
    table = ann.open_table("wysiwyg", 2, fill="gentle", start=True)
    over = ann.open_table("wysiwyg", 2, fill="gentle", start=True)
    play_together(ann.wire(over))
    before = home(ann)
    served.stop()
    again = serve(empty, **LAVISH)
    back = again.visitor()
    back.http.cookies.update(ann.http.cookies)
    after = home(back)
    assert running(back).keys() == {table}
    assert after["finished"] == before["finished"] != []


@pytest.mark.parametrize(
    ("scores", "winners", "expected"),
    [
        ([30, 10, 20], [0], [1, 3, 2]),
        ([30, 10, 20], [1], [3, 1, 2]),  # the fewest points win
        ([30, 30, 20, 20], [0, 1], [1, 1, 3, 3]),
        ([5, 5], [], [1, 1]),
        ([8], [0], [1]),
        ([7], [], [2]),  # lost alone
    ],
)
def test_places(scores: list[int], winners: list[int], expected: list[int]) -> None:
    assert places(scores, winners) == expected


def test_one_guest_more_costs_as_much_at_a_table_that_many_know() -> None:
    engine = sa.create_engine("sqlite://")
    VISITS.create(engine)
    many: history.Visits = frozenset((f"guest-{i}", None) for i in range(300)) | {("ann", 2), ("ben", 3)}
    then = many - {("ann", 2)} | {("ann", None), ("cat", 2)}
    with engine.begin() as connection:
        history.note("other", frozenset({("ann", 0)}))(connection)
        history.note("here", many)(connection)
        driver = connection.connection.dbapi_connection
        assert isinstance(driver, sqlite3.Connection)
        before = driver.total_changes
        history.note("here", then, many)(connection)
        assert driver.total_changes - before == 3  # Ann's row twice, Cat's once
        rows = connection.execute(sa.select(VISITS.c.guest, VISITS.c.seat).where(VISITS.c.table_id == "here"))
        assert {tuple(row) for row in rows} == then
        history.note("here", frozenset({("ben", 3)}))(connection)
        rows = connection.execute(sa.select(VISITS.c.table_id, VISITS.c.guest))
        assert {tuple(row) for row in rows} == {("here", "ben"), ("other", "ann")}
    engine.dispose()
