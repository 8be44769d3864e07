"""Clocks over the wire, by a clock that the test turns: the edge, reloads, restarts, and who is out of time."""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from server.servers import LAVISH, Serve, Served, at
from server.visitor import Visitor, Wire, wait_for
from table.house import ANN, BEN, NOON, House
from torite.server.bots.thinking import Thinkers
from torite.server.play.live import Live
from torite.server.settings import Settings
from torite.server.storage.appends import Lease
from torite.server.storage.database import StoreError
from torite.server.storage.leases import LEASE
from torite.server.visitors.connection import Connection
from torite.table.clock import PACES
from torite.table.messages import Say, Sit, Start
from torite.table.table import Table

QUICK = PACES["quick"]
ALL = QUICK.move + QUICK.reserve
DAY = PACES["daily"].move
NEVER = 3600.0  # seconds that a bot waits before its move
PATIENT = {"bot_pause": NEVER, "grace": NEVER}  # nor is one missed who is not there


class Clock:
    """Stands still until it is turned."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def begun(served: Served, clock: str = "quick") -> tuple[Visitor, Wire, Wire]:
    """Somebody who has to act, with a wire, and the wire of the other."""
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    table = ann.open_table("wysiwyg", 2, clock=clock)
    a, b = ann.wire(table), ben.wire(table)
    assert b.ask("sit")["type"] == "ack"
    assert a.ask("start")["type"] == "ack"
    for wire in (a, b):
        wire.until_table(lambda t: t["scene"] is not None)
    return (ann, a, b) if a.legal else (ben, b, a)


def kinds(wire: Wire) -> list[str]:
    return [m["event"]["type"] for m in wire.messages if m["type"] == "update"]


def look(wire: Wire) -> None:
    """Something happens at the table, so that the server looks at its clock."""
    assert wire.ask("say", text="hm")["type"] == "ack"


def test_the_last_moment_counts(serve: Serve, clock: Clock) -> None:
    _, mover, other = begun(serve(now=clock, bot_pause=NEVER))
    clock.now += ALL - 0.1
    assert mover.act()["type"] == "ack"
    assert mover.table["clocks"]["left"][mover.table["seat"]] == pytest.approx(0.1)
    other.until_table(lambda t: other.seq == mover.seq)
    clock.now += ALL
    assert other.refused("act", code=other.legal[0], seq=other.seq) == "move/out_of_time"
    assert kinds(other)[-1] == "stood_in"


def test_out_of_time_the_bot_moves_and_the_person_takes_over(serve: Serve, clock: Clock) -> None:
    _, mover, other = begun(serve(now=clock))
    seat = mover.table["seat"]
    clock.now += ALL
    look(other)
    for wire in (mover, other):
        wire.until_table(lambda t: t["clocks"]["left"][seat] == 0.0)
    stood_in = [m["event"] for m in other.messages if m["type"] == "update" and m["event"]["type"] == "stood_in"]
    assert [(event["seat"], event["late"]) for event in stood_in] == [(seat, True)]
    assert mover.ask("sit")["type"] == "ack"
    assert not mover.table["seats"][seat]["stand_in"]
    while not mover.legal:
        other.catch_up()
        if other.legal:
            other.act()
        mover.catch_up()
    assert mover.act()["type"] == "ack"


def test_several_are_out_of_time_at_once(serve: Serve, clock: Clock) -> None:
    served = serve(now=clock, bot_pause=NEVER)
    people = [served.visitor(name) for name in ("Ann", "Ben", "Cat")]
    table = people[0].open_table("wizard", 3, preset="hiddentip", clock="quick")
    wires = [who.wire(table) for who in people]
    assert [wire.ask("sit")["type"] for wire in wires[1:]] == ["ack", "ack"]
    assert wires[0].ask("start")["type"] == "ack"
    for wire in wires:
        wire.until_table(lambda t: t["scene"] is not None)
    while len(turn := wires[0].table["scene"]["turn"]) == 1:  # who chooses trump
        wires[turn[0]].act()
        wires[0].until_table(lambda t: wires[0].seq == wires[turn[0]].seq)
    clock.now += ALL
    look(wires[0])
    assert kinds(wires[0])[-4:] == ["stood_in"] * 3 + ["said"]
    assert all(seat["stand_in"] for seat in wires[0].table["seats"])


def test_a_moment_without_a_line_costs_nobody_the_seat_who_is_out_of_time(serve: Serve, clock: Clock) -> None:
    served = serve(now=clock, **PATIENT)
    people = [served.visitor(name) for name in ("Ann", "Ben", "Cat")]
    table = people[0].open_table("rwd", 3, clock="quick")
    wires = [who.wire(table) for who in people]
    for wire in wires[1:]:
        assert wire.ask("sit")["type"] == "ack"
    assert wires[0].ask("start")["type"] == "ack"
    (late,) = wires[0].until_table(lambda t: t["scene"] is not None)["scene"]["turn"]
    clock.now += ALL
    wires[late].close()
    other = wires[1 if late != 1 else 2]  # not the host, who may remove anybody if the others agree
    other.until(lambda m: m["type"] == "presence" and m["away"][late])
    look(other)
    other.until_table(lambda t: t["seats"][late]["stand_in"])
    assert other.refused("remove", seat=late) == "table/not_absent"


def test_who_is_out_of_time_cannot_hold_the_bot_up(serve: Serve, clock: Clock) -> None:
    visitor, mover, other = begun(serve(now=clock, bot_pause=NEVER))
    seat, table = mover.table["seat"], mover.table["id"]
    clock.now += ALL
    look(other)
    mover.until_table(lambda t: t["seats"][seat]["stand_in"])
    assert {mover.refused("sit") for _ in range(10)} == {"move/out_of_time"}
    assert {mover.refused("act", code=mover.legal[0], seq=mover.seq) for _ in range(10)} == {"move/out_of_time"}
    for _ in range(5):
        mover.close()
        mover = visitor.wire(table)
    look(other)
    assert mover.table["seats"][seat]["stand_in"]
    assert kinds(other).count("returned") == 0
    assert kinds(other).count("stood_in") == 1


def test_a_reload_gains_nothing(serve: Serve, clock: Clock) -> None:
    visitor, mover, other = begun(serve(now=clock, bot_pause=NEVER))
    before = mover.table["clocks"]
    for _ in range(4):
        clock.now += ALL / 4 - 1
        mover.close()
        mover = visitor.wire(other.table["id"])
        now = mover.table["clocks"]
        assert (now["since"], now["left"]) == (before["since"], before["left"])
    assert now["now"] == clock.now
    clock.now += 4
    look(other)
    assert kinds(other)[-2:] == ["stood_in", "said"]


def let_pass(database: str, clock: Clock, seconds: float, alive: bool = False) -> None:
    """Turn the clock, and the database's with it: what it holds is older.  alive: leases are renewed meanwhile"""
    clock.now += seconds
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("update nodes set until = until - ?", (0.0 if alive else seconds,))
        connection.execute("update tables set changed = changed - ?", (seconds,))


def kill(served: Served) -> None:
    """Stop it without a word to the other nodes, or to the database."""

    async def nothing() -> None:
        pass

    served.house.tables.leases.leave = nothing  # type: ignore[method-assign]
    served.stop()


@pytest.mark.parametrize("end", [Served.stop, kill])
def test_a_restart_neither_forgets_nor_charges(
    serve: Serve, clock: Clock, tmp_path: Path, end: Callable[[Served], None]
) -> None:
    database = f"{tmp_path}/same.db"
    first = serve(db=database, now=clock, **PATIENT)
    _, mover, other = begun(first)
    clock.now += 30
    mover.act()
    seat, table = mover.table["seat"], mover.table["id"]
    other.until_table(lambda t: other.seq == mover.seq)
    clock.now += 45
    told = other.table["clocks"]
    end(first)
    let_pass(database, clock, 1000)  # nobody can move meanwhile
    second = serve(db=database, now=clock, **PATIENT)
    watcher = second.visitor("Eve").wire(table)
    look(watcher)
    clocks = watcher.table["clocks"]
    assert clocks["left"] == told["left"]
    assert clocks["left"][seat] == QUICK.reserve - 20
    assert clocks["since"][1 - seat] == pytest.approx(told["since"][1 - seat] + 1000, abs=2 * LEASE)
    clock.now += ALL - 45 - 0.1
    look(watcher)
    assert "stood_in" not in kinds(watcher)
    clock.now += 2 * LEASE
    look(watcher)
    assert kinds(watcher)[-2:] == ["stood_in", "said"]


def test_a_restart_as_the_time_is_over(serve: Serve, clock: Clock, tmp_path: Path) -> None:
    """Nobody could move, so the person has the time of a move, and nothing of the reserve."""
    database = f"{tmp_path}/same.db"
    first = serve(db=database, now=clock, bot_pause=NEVER)
    visitor, mover, _ = begun(first)
    seat, table = mover.table["seat"], mover.table["id"]
    kill(first)
    clock.now += ALL + 2 * LEASE  # it was alive until here
    let_pass(database, clock, 1000)
    second = serve(db=database, now=clock, bot_pause=NEVER)
    again = at(second, visitor).wire(table)

    async def rings_in() -> float:
        bell = second.house.tables._live[table]._bell
        return bell.when() - asyncio.get_running_loop().time() if bell is not None else 0.0

    assert second.on_loop(rings_in()) > 0  # or it would ring without a pause until then
    clock.now += QUICK.move - 0.1
    assert again.act()["type"] == "ack"
    assert again.table["clocks"]["left"][seat] == 0


def test_a_successor_charges_nobody_for_the_node_that_died(serve: Serve, clock: Clock, tmp_path: Path) -> None:
    database = f"{tmp_path}/same.db"
    one, two = (serve(db=database, now=clock, bot_pause=NEVER) for _ in range(2))
    visitor, mover, _ = begun(one)
    seat, table = mover.table["seat"], mover.table["id"]
    clock.now += 30
    kill(one)
    let_pass(database, clock, LEASE - 1)  # its lease runs still, but nobody listens there
    again = at(two, visitor).wire(table)
    assert again.table["clocks"]["since"][seat] == pytest.approx(clock.now - 30, abs=2)
    assert again.act()["type"] == "ack"
    assert again.table["clocks"]["left"][seat] == pytest.approx(QUICK.reserve - 20, abs=2)


def test_a_successor_whose_store_refuses_at_first_charges_nobody_either(clock: Clock) -> None:
    house = House("wysiwyg", 2, clock="quick")
    house.ask(BEN, Sit())
    house.ask(ANN, Start())
    tried = []

    class Refusing:
        async def append(self, *_: object) -> None:
            tried.append(_)
            if len(tried) == 1:
                raise StoreError("full")

    async def look() -> Table:
        thinkers, settings, lease = Thinkers(1), Settings("", b"", now=clock), Lease("two", 2, gap=30.0)
        live = Live(house.table, Refusing(), thinkers, settings, lambda: None, lease)  # type: ignore[arg-type, return-value]
        reader = Connection(ANN, 10)
        live.arrive(reader)
        await live.ask(reader, Say("hm"))
        await live.stop()
        await thinkers.close()
        return live.table

    clock.now = NOON + 40
    assert asyncio.run(look()).since == dict.fromkeys(house.table.since, NOON + 30)


def test_a_table_that_was_put_away_has_gained_nothing(serve: Serve, clock: Clock) -> None:
    served = serve(now=clock, bot_pause=NEVER, idle=0.05)
    visitor, mover, other = begun(served)
    table, told = mover.table["id"], mover.table["clocks"]
    for wire in (mover, other):
        wire.close()
    wait_for(lambda: not served.house.tables.in_use, "the table to be put away")
    clock.now += 40
    again = visitor.wire(table)
    assert again.table["clocks"]["since"] == told["since"]


@pytest.mark.parametrize("end", [Served.stop, kill])
def test_by_correspondence_the_house_may_be_away_for_a_night(
    serve: Serve, clock: Clock, tmp_path: Path, end: Callable[[Served], None]
) -> None:
    """Nobody has been at the table for long, nor is at once when the house is back: only the night is forgiven."""
    database, hour = f"{tmp_path}/same.db", 3600.0
    first = serve(db=database, now=clock, idle=0.05)
    visitor, mover, other = begun(first, clock="daily")
    seat, table, told = mover.table["seat"], mover.table["id"], mover.table["clocks"]
    for wire in (mover, other):
        wire.close()
    wait_for(lambda: not first.house.tables.in_use, "the table to be put away")
    let_pass(database, clock, 3 * hour, alive=True)
    for leave, night in ((end, 10.0), (Served.stop, 0.4)):  # the second time at once: nobody has come meanwhile
        leave(first)
        let_pass(database, clock, night * hour)
        first = serve(db=database, now=clock)
    let_pass(database, clock, 5 * hour)
    first.house.tables.leases._alive -= 5 * hour
    again = at(first, visitor).wire(table)
    look(again)
    assert again.table["clocks"]["since"][seat] == pytest.approx(told["since"][seat] + 10.4 * hour, abs=70)


@pytest.mark.parametrize("end", [Served.stop, kill])
def test_by_correspondence_home_forgives_the_night_before_anybody_has_come(
    serve: Serve, clock: Clock, tmp_path: Path, end: Callable[[Served], None]
) -> None:
    """The list of one's tables said that the time was up, or nearly, until somebody opened the table."""
    database, hour = f"{tmp_path}/same.db", 3600.0
    first = serve(db=database, now=clock)
    visitor, mover, _ = begun(first, clock="daily")
    seat, table, since = mover.table["seat"], mover.table["id"], mover.table["clocks"]["since"]
    end(first)
    let_pass(database, clock, 20 * hour)
    again = at(serve(db=database, now=clock), visitor)

    def told() -> list[float]:
        (mine,) = again.http.get("/api/me/tables").json()["running"]
        return [mine["since"], mine["table"]["since"]]

    assert told() == [pytest.approx(since[seat] + 20 * hour, abs=70)] * 2
    wire = again.wire(table)
    look(wire)
    assert told() == [wire.table["clocks"]["since"][seat]] * 2


def test_a_table_without_a_clock_waits(serve: Serve, clock: Clock) -> None:
    served = serve(now=clock, bot_pause=NEVER)
    ann = served.visitor("Ann")
    wire = ann.wire(ann.open_table("rwd", 3, fill="gentle", start=True))
    clock.now += 1e7
    look(wire)
    assert wire.table["clocks"] is None
    assert "stood_in" not in kinds(wire)
    assert ann.http.post("/api/tables", json={"game": "rwd", "seats": 3, "clock": "fast"}).status_code == 400


def test_who_is_to_move_while_the_machine_sleeps_loses_nothing(serve: Serve, clock: Clock) -> None:
    day = Clock()
    _, mover, other = begun(serve(now=clock, pulse=day, bot_pause=NEVER))
    seat, since = mover.table["seat"], mover.table["clocks"]["since"]
    clock.now, day.now = clock.now + 3600, day.now + 3600  # nothing was done meanwhile
    look(other)
    assert "stood_in" not in kinds(other)
    for wire in (mover, other):  # each is told, so that both show the same
        wire.until_table(lambda t: t["clocks"]["since"][seat] == since[seat] + 3600)
    clock.now += QUICK.move + 7
    assert mover.act()["type"] == "ack"
    assert mover.table["clocks"]["left"][seat] == QUICK.reserve - 7
    other.until_table(lambda t: other.seq == mover.seq)
    clock.now, day.now = clock.now + 3600, day.now + 3600
    assert other.act()["type"] == "ack"  # the first that is heard of after the next sleep
    assert other.table["clocks"]["left"] == mover.table["clocks"]["left"]


def test_who_does_nothing_after_the_sleep_is_told_the_time_by_itself(serve: Serve, clock: Clock) -> None:
    day = Clock()
    _, mover, _ = begun(serve(now=clock, pulse=day, bot_pause=NEVER))
    seat, since = mover.table["seat"], mover.table["clocks"]["since"]
    clock.now, day.now = clock.now + 3600, day.now + 3600
    mover.until_table(lambda t: t["clocks"]["since"][seat] == since[seat] + 3600)


async def _refuse(*_: object) -> Table:
    raise StoreError("full")


def test_by_correspondence_nobody_need_be_there_while_the_machine_sleeps(serve: Serve, clock: Clock) -> None:
    day = Clock()
    served = serve(now=clock, pulse=day, bot_pause=NEVER, idle=0.05)
    visitor, mover, other = begun(served, clock="daily")
    seat, table, told = mover.table["seat"], mover.table["id"], mover.table["clocks"]
    for wire in (mover, other):
        wire.close()
    wait_for(lambda: not served.house.tables.in_use, "the table to be put away")
    clock.now += 3600  # the house is awake
    clock.now, day.now = clock.now + 7200, day.now + 7200
    tables = served.house.tables
    with pytest.MonkeyPatch.context() as patch, pytest.raises(StoreError):  # who comes too early
        patch.setattr(tables._archive, "load", _refuse)
        served.on_loop(tables.find(table))
    again = visitor.wire(table)
    look(again)
    assert again.table["clocks"]["since"][seat] == told["since"][seat] + 7200


def test_a_house_that_is_only_busy_has_not_slept(serve: Serve, clock: Clock) -> None:
    day = Clock()
    _, mover, other = begun(serve(now=clock, pulse=day, bot_pause=NEVER))
    seat, since = mover.table["seat"], mover.table["clocks"]["since"]
    clock.now, day.now = clock.now + 3, day.now + 3
    look(other)
    mover.until_table(lambda t: mover.seq == other.seq)
    assert mover.table["clocks"]["since"][seat] == since[seat]


def test_by_correspondence_nobody_need_be_there(serve: Serve, clock: Clock) -> None:
    served = serve(now=clock, bot_pause=NEVER, grace=0.0)
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    table = ann.open_table("wysiwyg", 2, clock="daily")
    wires = {ann: ann.wire(table), ben: ben.wire(table)}
    wires[ben].ask("sit")
    wires[ann].ask("start")
    for wire in wires.values():
        wire.until_table(lambda t: t["scene"] is not None)
    mover = ann if wires[ann].legal else ben
    other = wires[ben if mover is ann else ann]
    seat = wires[mover].table["seat"]
    wires[mover].close()
    other.until(lambda m: m["type"] == "presence" and m["away"][seat])
    for _ in range(3):
        look(other)
    assert "stood_in" not in kinds(other)
    clock.now += DAY - 1
    again = mover.wire(table)
    assert again.act()["type"] == "ack"
    other.until_table(lambda t: other.seq == again.seq)
    clock.now += DAY + 1
    look(other)
    assert kinds(other)[-2:] == ["stood_in", "said"]


@pytest.mark.parametrize(
    ("idle", "after"),
    [(0.05, 3 * DAY), (NEVER, 3 * DAY), (NEVER, DAY - 30)],
    ids=["put away", "in memory", "at the last moment"],
)
def test_by_correspondence_who_comes_late_and_first_moves_himself(
    serve: Serve, clock: Clock, idle: float, after: float
) -> None:
    """A bot took the seat before his eyes, though nobody else had looked since."""
    served = serve(now=clock, bot_pause=NEVER, idle=idle)
    visitor, mover, other = begun(served, clock="daily")
    table = mover.table["id"]
    for wire in (mover, other):
        wire.close()
    wait_for(lambda: not served.house.tables.readers, "them to have gone")
    wait_for(lambda: idle == NEVER or not served.house.tables.in_use, "the table to be put away")
    clock.now += after
    for _ in range(2):  # once more, after a reload
        again = visitor.wire(table)
        clock.now += 500
        look(again)
        assert "stood_in" not in kinds(again)
    clock.now += 101
    look(again)
    assert "stood_in" in kinds(again)


def test_by_correspondence_who_comes_late_keeps_nobody_waiting_who_is_there(serve: Serve, clock: Clock) -> None:
    visitor, mover, other = begun(serve(now=clock, bot_pause=NEVER), clock="daily")
    mover.close()
    clock.now += 3 * DAY
    again = visitor.wire(other.table["id"])
    look(again)
    assert again.table["seats"][again.table["seat"]]["stand_in"]


def test_by_correspondence_the_first_ok_deals(serve: Serve, clock: Clock) -> None:
    served = serve(now=clock, **LAVISH)
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    table = ann.open_table("wizard", 3, clock="daily", fill=None)
    wires = [ann.wire(table), ben.wire(table), served.visitor("Cat").wire(table)]
    for wire in wires[1:]:
        wire.ask("sit")
    wires[0].ask("start")
    while wires[0].table["phase"] != "between":
        for wire in wires:
            wire.catch_up()
            if wire.legal:
                wire.act()
    assert wires[1].ask("confirm")["type"] == "ack"
    wires[0].until_table(lambda t: t["phase"] == "playing")


def test_who_is_out_of_time_loses_no_seat_by_a_reload(serve: Serve, clock: Clock) -> None:
    """A bot has it at once, but who is there has it back by the next move: others are to have it after the grace."""
    served = serve(now=clock, bot_pause=NEVER, grace=2.0)
    people = [served.visitor(name) for name in ("Ann", "Ben", "Cat")]
    table = people[0].open_table("wizard", 3, clock="quick")
    wires = [who.wire(table) for who in people]
    assert [wire.ask("sit")["type"] for wire in wires[1:]] == ["ack", "ack"]
    assert wires[0].ask("start")["type"] == "ack"
    for wire in wires:
        wire.until_table(lambda t: t["scene"] is not None)
    mover = next(wire for wire in wires if wire.legal)
    wires.remove(mover)
    seat, other, late = mover.table["seat"], wires[0], served.visitor("Dan").wire(table)
    clock.now += ALL
    look(other)
    for _ in range(2):
        mover.close()
        late.until(lambda message: message["type"] == "presence" and message["away"][seat])
        assert late.refused("sit", seat=seat) == "table/seat_taken"
        mover = people[[0, 1, 2].index(seat)].wire(table)
    mover.close()
    time.sleep(2.2)
    assert late.ask("sit", seat=seat)["type"] == "ack"
    for wire in wires:
        pending = wire.until_table(lambda t: t["pending"] is not None)["pending"]
        assert wire.ask("answer", yes=True, seq=pending["seq"])["type"] == "ack"
    late.until_table(lambda t: t["seat"] == seat)
