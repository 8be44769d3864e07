"""A table over the wire: snapshot, updates, answers, presence, and what a client can rely on."""

import asyncio
from pathlib import Path

import pytest

from server.databases import postgres
from server.servers import LAVISH, Serve, Served
from server.visitor import play_together, wait_for
from torite.games import GAMES
from torite.server.bots.thinking import Thinkers
from torite.server.play.live import Live
from torite.server.settings import Settings
from torite.server.visitors.connection import RESTART, Connection
from torite.table import events, evolution
from torite.table.bodies import NewTable
from torite.table.decide import create
from torite.table.evolution import evolve
from torite.table.messages import Resync, Say
from torite.table.table import Guest, Table


class Nowhere:
    """A store that takes everything."""

    async def append(self, *_: object) -> None:
        """Fine."""


def test_connecting_gives_a_snapshot(served: Served) -> None:
    ann = served.visitor("Ann")
    wire = ann.raw_wire(ann.open_table("rwd", 4))
    snapshot = wire.read()
    assert snapshot["type"] == "snapshot"
    assert snapshot["name"] == "Ann"
    assert snapshot["table"]["phase"] == "lobby"
    assert snapshot["table"]["seat"] == 0


def test_one_may_watch_without_a_name_but_not_sit(served: Served) -> None:
    table = served.visitor("Ann").open_table()
    wire = served.visitor().wire(table)
    assert wire.messages[0]["name"] is None
    assert wire.table["seat"] is None
    assert wire.refused("sit") == "name/needed"
    assert wire.refused("say", text="hello") == "name/needed"


def test_ack_comes_after_the_own_update_and_names_its_seq(served: Served) -> None:
    ann = served.visitor("Ann")
    wire = ann.wire(ann.open_table())
    ack = wire.ask("say", text="hello")
    assert ack["type"] == "ack"
    assert ack["seq"] == wire.seq
    said = {key: told for key, told in wire.messages[-2]["event"].items() if key != "time"}
    assert said == {"type": "said", "seat": 0, "name": "Ann", "text": "hello"}


def test_what_happens_is_worked_out_once(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, done = served.visitor("Ann"), []

    def said(before: Table, event: events.Said) -> Table:
        done.append(event.text)
        return happens(before, event)

    happens = evolution._EVOLVE[events.Said]
    monkeypatch.setitem(evolution._EVOLVE, events.Said, said)
    assert ann.wire(ann.open_table()).ask("say", text="hello")["type"] == "ack"
    assert done == ["hello"]


def test_two_people_and_a_bot_finish_a_match(serve: Serve) -> None:
    served = serve(**LAVISH)
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    table = ann.open_table("rwd", 3, preset="single")
    a, b = ann.wire(table), ben.wire(table)
    assert b.ask("sit")["type"] == "ack"
    assert b.ask("bot", level="gentle")["type"] == "ack"
    assert a.ask("start")["type"] == "ack"
    play_together(a, b)
    for wire in (a, b):
        assert wire.gaps == 0
        assert wire.table["outcome"]["scores"]


def test_update_tells_everybody_with_the_next_seq(served: Served) -> None:
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    table = ann.open_table()
    a, b = ann.wire(table), ben.wire(table)
    b.ask("sit")
    for wire in (a, b):
        wire.ask("option", name="tie", value="exact_bids")  # to want the same is to agree
    for wire in (a, b):
        wire.until_table(lambda t: t["options"]["tie"] == "exact_bids")
        assert wire.gaps == 0
    assert a.seq == b.seq


def test_resync_after_a_gap_gives_a_snapshot(served: Served) -> None:
    ann = served.visitor("Ann")
    wire = ann.wire(ann.open_table())
    wire.ask("say", text="one")
    wire.send({"type": "resync"})
    again = wire.until("snapshot")
    assert again["seq"] == wire.seq
    assert [line["text"] for line in again["chat"]] == ["one"]


def test_reload_at_any_moment_shows_the_same_table(serve: Serve) -> None:
    ann = serve(bot_pause=0.01).visitor("Ann")
    wire = ann.wire(ann.open_table("wizard", 3, fill="gentle", start=True))
    for _ in range(40):
        if not wire.step():
            wire.read()
        again = ann.wire(wire.table["id"])
        wire.until_table(lambda t, seq=again.seq: wire.seq >= seq)  # type: ignore[misc]
        again.until_table(lambda t, seq=wire.seq: again.seq >= seq)  # type: ignore[misc]  # noqa: B023
        assert again.table == wire.table
        again.close()


def test_two_tabs_of_one_guest_see_the_same(served: Served) -> None:
    ann = served.visitor("Ann")
    table = ann.open_table("wizard", 3, fill="gentle", start=True)
    one, two = ann.wire(table), ann.wire(table)
    one.until_legal()
    one.act()
    two.until_table(lambda t: two.seq >= one.seq)
    assert one.frames[-2] in two.frames


def test_second_action_at_the_same_seq_is_stale_or_out_of_turn(served: Served) -> None:
    ann = served.visitor("Ann")
    table = ann.open_table("wizard", 3, fill="gentle", start=True)
    one, two = ann.wire(table), ann.wire(table)
    for tab in (one, two):
        tab.until_legal()
    code, seq = one.legal[0], one.seq
    for wire in (one, two):
        wire.send({"type": "act", "id": 99, "code": code, "seq": seq})
    answers = [wire.until(lambda m: m.get("id") == 99) for wire in (one, two)]
    assert sorted(answer["type"] for answer in answers) == ["ack", "refusal"]
    refusal = next(answer for answer in answers if answer["type"] == "refusal")
    assert refusal["code"] in ("move/stale_seq", "move/not_your_turn")


def test_presence_tells_who_is_away(served: Served) -> None:
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    table = ann.open_table()
    a = ann.wire(table)
    b = ben.wire(table)
    a.until(lambda m: m["type"] == "presence" and m["spectators"] == 1)
    b.ask("sit")
    assert a.until("presence")["spectators"] == 0
    b.close()
    assert a.until("presence")["away"] == [False, True, False]


def test_bot_stands_in_for_the_absent_and_goes_when_the_person_returns(serve: Serve) -> None:
    """How long that takes is said by test_presence.py, whose clock does not run by itself."""
    served = serve(grace=0.0, bot_pause=3600.0)
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    table = ann.open_table(fill=None)
    a, b = ann.wire(table), ben.wire(table)
    b.ask("sit")
    a.ask("bot", level="gentle")
    a.ask("start")
    b.close()
    a.until(lambda m: m["type"] == "update" and m["event"]["type"] == "stood_in")
    assert a.table["seats"][1] | {"level": None} == {
        "kind": "person", "name": "Ben", "level": None, "away": True, "stand_in": True, "may_be_barred": False,
        "may_be_asked_for": False, "played": None,
    }  # fmt: skip
    back = ben.wire(table)
    a.until(lambda m: m["type"] == "update" and m["event"]["type"] == "returned")
    assert back.table["seats"][1]["stand_in"] is False
    back.until(lambda m: m["type"] == "notice" and m["key"] == "relieved")
    assert a.table["seats"][1]["away"] is False


def test_nobody_stands_in_at_a_deserted_table(serve: Serve) -> None:
    served = serve(grace=0.0)
    ann = served.visitor("Ann")
    wire = ann.wire(ann.open_table("wizard", 3, fill="gentle", start=True))
    wire.until_legal()
    wire.close()
    wait_for(lambda: served.readers(wire.table["id"]) == 0, "the last one's leaving")
    assert ann.wire(wire.table["id"]).seq == wire.seq  # a bot would have stood in at once, and made way


def test_simultaneous_bids_in_any_order(served: Served) -> None:
    people = [served.visitor(name) for name in ("Ann", "Ben", "Cat")]
    table = people[0].open_table("wizard", 3, preset="hiddentip")
    wires = [person.wire(table) for person in people]
    for wire in wires[1:]:
        wire.ask("sit")
    wires[0].ask("start")
    for wire in wires:
        wire.until_table(lambda t: t["scene"] is not None)
    chooser = next((w for w in wires if any(code.startswith("trump") for code in w.legal)), None)
    if chooser is not None:
        chooser.act()
    for wire in wires:
        wire.until_table(lambda t: len(t["scene"]["turn"]) == 3)
    for wire in reversed(wires):
        assert wire.act("bid:1")["type"] == "ack"
    for wire in wires:
        wire.until_table(lambda t: len(t["scene"]["turn"]) == 1)
        sealed = [m["event"] for m in wire.messages if m["type"] == "update" and m["event"]["type"] == "acted"]
        known = [e["seat"] for e in sealed if e["code"] is not None and e["code"].startswith("bid")]
        assert known == [wire.table["seat"]]


def test_idle_table_leaves_memory_and_comes_back(serve: Serve) -> None:
    served = serve(idle=0.2)
    ann = served.visitor("Ann")
    wire = ann.wire(ann.open_table("wizard", 3, fill="gentle", start=True))
    wire.until_legal()
    wire.close()
    wait_for(lambda: served.house.tables.in_use == 0, "the table's leaving memory")
    again = ann.wire(wire.table["id"])
    assert again.seq == wire.seq
    assert again.table == wire.table
    assert again.act()["type"] == "ack"


@pytest.mark.parametrize("game", ["rwd", "wizard"])
def test_table_of_bots_plays_to_the_end_while_somebody_looks(served: Served, game: str) -> None:
    ann = served.visitor("Ann")
    table = ann.open_table(game, 3, sit=False, fill="gentle", start=True)
    ann.wire(table).until_table(lambda t: t["phase"] == "over")
    answer = ann.http.get(f"/api/tables/{table}/record")
    assert answer.status_code == 200
    assert answer.json()["format"] == "torite-record/1"


@pytest.mark.postgres
def test_a_match_on_postgres(serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))  # the signing key's place
    served = serve(postgres())
    ann = served.visitor("Ann")
    wire = ann.wire(ann.open_table("rwd", 3, preset="single", fill="gentle", start=True))
    for _ in range(5):
        wire.until_legal()
        wire.act()
    again = serve(postgres()).visitor()  # another server at the same database
    again.http.cookies.update(ann.http.cookies)
    other = again.wire(wire.table["id"])
    assert other.table["seat"] == 0
    assert other.seq >= wire.seq


def test_bots_think_for_who_plays_before_who_watches(served: Served) -> None:
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    table = ann.open_table("rwd", 3)

    async def asker() -> tuple[str, bool]:
        live = served.house.tables._live[table]
        names = {each.guest.id: each.guest.name for each in live.presences.connections if each.guest is not None}
        return names[live._asker().payer], live._asker().plays

    served.visitor("Eva").wire(table)
    assert served.on_loop(asker()) == ("Eva", False)
    assert ben.wire(table).ask("sit")["type"] == "ack"
    assert served.on_loop(asker()) == ("Ben", True)
    ann.wire(table)
    assert served.on_loop(asker()) == ("Ann", True)


def test_who_is_led_to_a_table_that_has_been_given_up_may_come_again() -> None:
    """A node finds the table, and before its reader is there another node has it."""

    async def come() -> list[Connection]:
        table = evolve(None, create(NewTable("rwd", 3), Guest("a", "Ann"), "t", GAMES)[0], 1)
        thinkers = Thinkers(1)
        live = Live(table, Nowhere(), thinkers, Settings("", b""), lambda: None)  # type: ignore[arg-type, return-value]
        readers = [Connection(None, 10) for _ in range(3)]
        live.arrive(readers[0])
        await asyncio.sleep(0.01)
        live.dismiss(RESTART)
        live.arrive(readers[1])
        await live.stop()
        live.arrive(readers[2])
        await live.ask(readers[2], Resync())
        await thinkers.close()
        return readers

    assert [(reader.dropped.done(), reader.code) for reader in asyncio.run(come())] == [(True, RESTART)] * 3


def test_who_has_asked_does_not_wait_for_a_table_that_ends() -> None:
    """A server that is told to end waits for its requests."""
    writing = asyncio.Event()

    class Slow:
        async def append(self, *_: object) -> None:
            writing.set()
            await asyncio.sleep(600)

    async def ask() -> None:
        ann = Guest("a", "Ann")
        table = evolve(None, create(NewTable("rwd", 3), ann, "t", GAMES)[0], 1)
        thinkers = Thinkers(1)
        live = Live(table, Slow(), thinkers, Settings("", b""), lambda: None)  # type: ignore[arg-type, return-value]
        reader = Connection(ann, 10)
        live.arrive(reader)
        asked = [asyncio.create_task(live.ask(reader, Say(f"{number}"))) for number in range(3)]
        await writing.wait()
        await live.stop()
        await asyncio.wait_for(asyncio.gather(*asked), 60)
        await thinkers.close()

    asyncio.run(ask())
