"""Several nodes at one database: any of them takes any visitor, one of them has the table."""

import asyncio
import socket
import threading
import time
from contextlib import suppress
from itertools import count
from unittest.mock import Mock, call
from urllib.parse import urlsplit

import httpx
import msgspec
import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from server.databases import empty
from server.servers import LAVISH, Serve, Served, at
from server.visitor import HERE, play_together, wait_for
from torite.server.api import sockets
from torite.server.play import archive, tables
from torite.server.storage.database import StoreError
from torite.server.storage.schema import NODES
from torite.server.visitors import passing
from torite.server.visitors.passing import INSIDE, PASS, Passes
from torite.table.refusals import RefusalCode, Refused
from torite.table.table import Guest, Table

__all__ = ["empty"]


def owns(node: Served, table: str) -> bool:
    """Has this node the table in memory?"""
    return table in node.house.tables._live


def test_a_match_played_through_two_nodes(empty: str, serve: Serve) -> None:
    one, two = serve(empty, **LAVISH), serve(empty, **LAVISH)
    ann, ben = one.visitor("Ann"), two.visitor("Ben")
    table = ann.open_table("rwd", 3, preset="single")
    here, there = ann.wire(table), ben.wire(table)
    assert (owns(one, table), owns(two, table)) == (True, False)
    assert there.ask("sit")["type"] == "ack"
    assert here.ask("bot", level="gentle")["type"] == "ack"
    assert there.ask("say", text="hello")["type"] == "ack"
    here.until(lambda m: m["type"] == "update" and m["event"]["type"] == "said")
    assert here.ask("start")["type"] == "ack"
    play_together(here, there)
    assert (here.gaps, there.gaps) == (0, 0)
    records = [visitor.http.get(f"/api/tables/{table}/record").content for visitor in (ann, ben)]
    assert records[0] == records[1]


def test_the_lobby_is_the_same_everywhere(empty: str, serve: Serve) -> None:
    one, two = serve(empty), serve(empty)
    ann = one.visitor("Ann")
    table = ann.open_table("rwd", 3)
    wire = ann.wire(table)
    wire.ask("say", text="hello")
    seats = [node.visitor().http.get("/api/tables").json()[0]["seats"][0] for node in (one, two)]
    assert seats[0] == seats[1]
    assert not seats[1]["away"]


def test_a_table_by_correspondence_that_was_put_away_has_nobody_anywhere(empty: str, serve: Serve) -> None:
    """Its node keeps it, for the lease tells since when the house is away; the other one sees no more than that."""
    one, two = serve(empty, idle=0.05), serve(empty)
    ann, ben = one.visitor("Ann"), one.visitor("Ben")
    table, other = ann.open_table("wysiwyg", 2, clock="daily"), ben.open_table("rwd", 3)
    wires = [ann.wire(table), ben.wire(table), ben.wire(other)]
    assert wires[1].ask("sit")["type"] == wires[0].ask("start")["type"] == "ack"
    for wire in wires[:2]:
        wire.close()
    wait_for(lambda: not owns(one, table), "the table to be put away")
    told = [node.visitor().http.get("/api/tables").json() for node in (one, two)]
    assert told[0] == told[1]
    assert [each["id"] for each in told[1]] == [other, table]
    assert [seat["away"] for seat in told[1][1]["seats"]] == [True, True]


def test_what_goes_through_is_limited_as_elsewhere(empty: str, serve: Serve) -> None:
    one, two = serve(empty), serve(empty)
    table = one.visitor("Ann").open_table("rwd", 3)
    wire = two.visitor("Ben").wire(table)
    wire.send({"type": "say", "text": "x" * 5000})
    assert wire.until("refusal")["code"] == "wire/too_large"
    with suppress(ConnectionClosed):  # before all are sent
        for _ in range(100):
            wire.send({"type": "resync"})
    assert wire.closed() == 4429
    assert wire.messages[-1]["code"] == "wire/too_fast"
    unknown = two.visitor("Cat").raw_wire("a" * 12)
    assert unknown.closed() == 4404


def test_a_node_that_ends_hands_over(empty: str, serve: Serve) -> None:
    one, two = serve(empty), serve(empty)
    ann, ben = one.visitor("Ann"), two.visitor("Ben")
    table = ann.open_table("rwd", 4, fill="gentle", start=True)
    mine, watching = ann.wire(table), ben.wire(table)
    mine.until_legal()
    seq = mine.act()["seq"]
    one.stop()
    assert watching.closed() == 1012
    again = at(two, ann).wire(table)
    assert (again.seq >= seq, again.table["seat"], owns(two, table)) == (True, 0, True)
    again.until_legal()
    assert again.act()["type"] == "ack"


def not_known(*_: object) -> Table:
    """As of a game that only the other nodes have."""
    raise Refused(RefusalCode.UNKNOWN_GAME)


@pytest.mark.parametrize(
    ("name", "older_one", "said"),
    [
        ("decode", lambda body: msgspec.json.decode(body, type=int), ("server/error", 1012)),
        ("recalled", not_known, ("game/unknown", 4404)),
    ],
)
def test_what_an_older_node_cannot_read_a_newer_one_opens(
    empty: str, serve: Serve, monkeypatch: pytest.MonkeyPatch, name: str, older_one: object, said: tuple[str, int]
) -> None:
    """It kept the table, and told its readers that there is none: their pages asked no more."""
    newer, older = serve(empty), serve(empty)
    ann = older.visitor("Ann")
    table = ann.open_table("rwd", 3)
    older.on_loop(older.house.tables.leases.release(table, 1))
    older.on_loop(retire(older, table))
    with monkeypatch.context() as patch:
        patch.setattr(archive, name, older_one)
        wire = ann.raw_wire(table)
        assert (wire.read()["code"], wire.closed()) == said
        if said[0] == "server/error":  # a page that asks again comes to the newer one, but some are really damaged
            patch.setattr(tables, "UPGRADE", 0.0)
            patch.setattr(tables, "AGAIN", 0.0)  # who has not asked for a while may have been let in there
            wire = ann.raw_wire(table)
            assert (wire.read()["code"], wire.closed()) == said
            patch.setattr(tables, "AGAIN", 60.0)
            wire = ann.raw_wire(table)
            assert (wire.read()["code"], wire.closed()) == ("table/gone", 4404)
    assert table not in older.house.tables._resting  # a newer one counts from now on how long it was away
    at(newer, ann).wire(table)
    assert ann.wire(table).table["phase"] == "lobby"
    assert (owns(newer, table), owns(older, table)) == (True, False)


async def retire(node: Served, table: str) -> None:
    """Have it in memory no more."""
    node.house.tables._retire(table)


def test_a_node_that_falls_silent_is_left(empty: str, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passing, "PULSE", 0.2)
    one, two = serve(empty), serve(empty)
    ann = one.visitor("Ann")
    wire = at(two, ann).wire(ann.open_table("rwd", 3))
    goes_on = threading.Event()
    one.house.tables._sweeper.get_loop().call_soon_threadsafe(goes_on.wait, 10)
    assert wire.closed() == 1012
    goes_on.set()


def test_of_a_crowd_nobody_shakes_hands_where_a_node_has_died(
    empty: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = serve(empty), serve(empty)
    table = one.visitor("Ann").open_table("rwd", 3)
    one.on_loop(die(one))
    called = Mock(wraps=passing.door_of)
    monkeypatch.setattr(sockets, "door_of", called)
    for wire in [two.visitor().raw_wire(table) for _ in range(5)]:
        wire.until("snapshot")
    assert (owns(two, table), called.call_count) == (True, 0)


def test_of_a_crowd_one_looks_whether_a_node_is_there(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    nobody = Mock(side_effect=ConnectionRefusedError)
    monkeypatch.setattr(asyncio, "open_connection", nobody)

    async def crowd() -> list[BaseException | None]:
        look = served.house.scouts.look
        return await asyncio.gather(*(look("[::1]:1") for _ in range(100)), return_exceptions=True)

    for times in (1, 2):
        assert {type(each) for each in served.on_loop(crowd())} == {ConnectionRefusedError}
        assert nobody.mock_calls == [call("::1", 1)] * times


async def die(node: Served) -> None:
    """Have nobody listen where the others look for it; its lease has not run out."""
    node.house.tables._holder.cancel()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    mine = NODES.c.node == node.house.tables.leases.node
    until = time.time() + 60.0
    await node.house.store.run(lambda c: c.execute(sa.update(NODES).where(mine).values(address=address, until=until)))


def test_who_comes_to_a_node_that_is_ending_tries_again(served: Served) -> None:
    ann = served.visitor("Ann")
    table = ann.open_table("rwd", 3)
    served.on_loop(served.house.tables.hand_over())
    assert ann.raw_wire(table).closed() == 1012
    assert ann.http.post("/api/tables", json={"game": "rwd", "seats": 3}).status_code == 503
    assert ann.http.get(f"/api/tables/{table}/record").status_code == 400


def test_a_node_that_only_thinks_it_owns_does_no_harm(empty: str, serve: Serve) -> None:
    one, two = serve(empty), serve(empty)
    ann = one.visitor("Ann")
    table = ann.open_table("rwd", 3)
    wire = ann.wire(table)
    one.on_loop(interrupt(one))
    new = at(two, ann).wire(table)
    assert (owns(one, table), owns(two, table)) == (True, True)
    assert new.ask("say", text="me first")["type"] == "ack"
    assert wire.refused("say", text="me too") == "move/stale_seq"
    assert wire.closed() == 1012
    again = ann.wire(table)
    assert [m["chat"][-1]["text"] for m in again.messages if m["type"] == "snapshot"] == ["me first"]
    assert (owns(one, table), again.seq) == (False, new.seq)


async def interrupt(node: Served) -> None:
    """Let its lease run out, and not be renewed."""
    tables = node.house.tables
    tables._holder.cancel()
    mine = NODES.c.node == tables.leases.node
    await tables._store.run(lambda c: c.execute(sa.update(NODES).where(mine).values(until=0.0)))


async def resume(node: Served) -> None:
    """Go on after that."""
    node.house.tables._holder = asyncio.create_task(node.house.tables._hold())


def test_after_an_interruption_a_node_gives_up_what_others_have(empty: str, serve: Serve) -> None:
    one, two = serve(empty), serve(empty)
    ann = one.visitor("Ann")
    taken, kept = ann.open_table("rwd", 3), ann.open_table("rwd", 3)
    wires = [ann.wire(table) for table in (taken, kept)]
    one.on_loop(interrupt(one))
    at(two, ann).wire(taken)
    one.on_loop(resume(one))
    assert wires[0].closed() == 1012
    assert wires[1].ask("say", text="still here")["type"] == "ack"
    assert (owns(one, taken), owns(one, kept)) == (False, True)
    assert at(one, ann).wire(taken).ask("say", text="through")["type"] == "ack"


def test_a_node_that_cannot_see_what_others_have_looks_again(
    empty: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = serve(empty), serve(empty)
    ann = one.visitor("Ann")
    table = ann.open_table("rwd", 3)
    wire = ann.wire(table)
    one.on_loop(interrupt(one))
    at(two, ann).wire(table)
    held, tries = one.house.tables.leases.held, count()

    async def is_refused_once() -> set[tuple[str, int]]:
        if next(tries) == 0:
            raise StoreError("gone")
        return await held()

    monkeypatch.setattr(one.house.tables.leases, "held", is_refused_once)
    one.on_loop(resume(one))
    assert wire.closed() == 1012
    assert not owns(one, table)


def test_a_node_may_be_reached_by_a_name(empty: str, serve: Serve) -> None:
    one, two = (serve(empty, address="localhost:0") for _ in range(2))
    table = one.visitor("Ann").open_table("rwd", 3)
    assert two.visitor("Ben").wire(table).ask("sit")["type"] == "ack"
    assert (owns(one, table), owns(two, table)) == (True, False)


@pytest.mark.parametrize("path", ["/", "/api/me", "/healthz", "/metrics", "/schema"])
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_behind_the_inner_door_are_tables_alone(serve: Serve, host: str, path: str) -> None:
    served = serve(address=f"{host}:0")
    address = served._server.config.app.state.settings.address  # type: ignore[union-attr]
    assert httpx.get(f"http://{address}{path}", **HERE).status_code == 404


def knock(address: str, table: str, ticket: str) -> int:
    """Status of a handshake at the inner door, or where it should be."""
    try:
        with connect(f"ws://{address}{INSIDE}/{table}", additional_headers={PASS: ticket}, proxy=None):
            return 101
    except InvalidStatus as error:
        return error.response.status_code


def test_the_inner_door_opens_with_a_pass_alone(served: Served) -> None:
    table, other = (served.visitor("Ann").open_table("rwd", 3) for _ in range(2))
    state = served._server.config.app.state  # type: ignore[union-attr]
    ours, guest = state.house.passes, Guest("id", "Ann")
    door, public = state.settings.address, urlsplit(served.base).netloc
    assert knock(door, table, ours.sign(table, guest, "")) == 101
    for outside in (public, f"{public}/", f"{public}//"):
        assert knock(outside, table, ours.sign(table, guest, "")) == 404
    for ticket in ("", "rubbish", ours.sign(other, guest, ""), Passes(b"x" * 32).sign(table, guest, "")):
        assert knock(door, table, ticket) == 403


def test_a_pass_is_for_one_visitor_and_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    passes = Passes(b"k" * 32)
    assert passes.read(passes.sign("t", Guest("id", "Ann"), "192.0.2.1"), "t") == (Guest("id", "Ann"), "192.0.2.1")
    ticket, now = passes.sign("t", None, ""), time.time()
    for clock, found in ((-90, None), (-30, (None, "")), (0, (None, "")), (30, (None, "")), (90, None)):
        monkeypatch.setattr("time.time", lambda late=clock: now + late)  # of the node that reads it
        assert passes.read(ticket, "t") == found
        assert passes.read(ticket, "another") is None
