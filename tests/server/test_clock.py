"""Clocks over the wire, by a clock that the test turns: the edge, reloads, restarts, and who is out of time."""

from collections.abc import Callable

import pytest

from server.servers import Served
from server.visitor import Visitor, Wire
from torite.table.clock import PACES

QUICK = PACES["quick"]
ALL = QUICK.move + QUICK.reserve
NEVER = 3600.0  # seconds that a bot waits before its move


class Clock:
    """Stands still until it is turned."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def begun(served: Served) -> tuple[Visitor, Wire, Wire]:
    """Somebody who has to act, with a wire, and the wire of the other."""
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    table = ann.open_table("wysiwyg", 2, clock="quick")
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


def test_the_last_moment_counts(serve: Callable[..., Served], clock: Clock) -> None:
    _, mover, other = begun(serve(now=clock, bot_pause=NEVER))
    clock.now += ALL - 0.1
    assert mover.act()["type"] == "ack"
    assert mover.table["clocks"]["left"][mover.table["seat"]] == pytest.approx(0.1)
    other.until_table(lambda t: other.seq == mover.seq)
    clock.now += ALL
    assert other.refused("act", code=other.legal[0], seq=other.seq) == "move/out_of_time"
    assert kinds(other)[-1] == "stood_in"


def test_out_of_time_the_bot_moves_and_the_person_takes_over(serve: Callable[..., Served], clock: Clock) -> None:
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


def test_who_is_out_of_time_cannot_hold_the_bot_up(serve: Callable[..., Served], clock: Clock) -> None:
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


def test_a_reload_gains_nothing(serve: Callable[..., Served], clock: Clock) -> None:
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


def test_a_restart_neither_forgets_nor_charges_twice(
    serve: Callable[..., Served], clock: Clock, tmp_path: object
) -> None:
    database = f"{tmp_path}/same.db"
    first = serve(db=database, now=clock, bot_pause=NEVER)
    _, mover, other = begun(first)
    clock.now += 30
    mover.act()
    seat, table = mover.table["seat"], mover.table["id"]
    other.until_table(lambda t: other.seq == mover.seq)
    clock.now += 5
    told = other.table["clocks"]
    first.stop()
    clock.now += 1000  # nobody can move meanwhile
    second = serve(db=database, now=clock, bot_pause=NEVER)
    watcher = second.visitor("Eve").wire(table)
    look(watcher)
    clocks = watcher.table["clocks"]
    assert (clocks["left"], clocks["since"]) == (told["left"], told["since"])
    assert clocks["left"][seat] == QUICK.reserve - 20
    assert "stood_in" not in kinds(watcher)
    clock.now += QUICK.move
    look(watcher)
    assert kinds(watcher)[-2:] == ["stood_in", "said"]


def test_a_table_without_a_clock_waits(serve: Callable[..., Served], clock: Clock) -> None:
    served = serve(now=clock, bot_pause=NEVER)
    ann = served.visitor("Ann")
    wire = ann.wire(ann.open_table("rwd", 3, fill="gentle", start=True))
    clock.now += 1e7
    look(wire)
    assert wire.table["clocks"] is None
    assert "stood_in" not in kinds(wire)
    assert ann.http.post("/api/tables", json={"game": "rwd", "seats": 3, "clock": "fast"}).status_code == 400
