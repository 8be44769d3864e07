"""Who comes late asks over the wire for the seat of a bot."""

from collections.abc import Callable

from server.servers import Process
from server.visitor import Wire


def asked(wire: Wire, yes: bool = True) -> None:
    """Answer what is proposed."""
    pending = wire.until_table(lambda table: table["pending"] is not None)["pending"]
    assert wire.ask("answer", yes=yes, seq=pending["seq"])["type"] == "ack"


def test_the_seat_is_taken_over_and_all_of_it_survives_kill_9(launch: Callable[..., Process]) -> None:
    process = launch("--grace", "60")  # nobody is away for so long
    ann, ben, cat = (process.visitor(name) for name in ("Ann", "Ben", "Cat"))
    table = ann.open_table("schieber", 4)
    other = ben.wire(table)
    other.ask("sit", seat=2)
    first = ann.wire(table)
    for seat in (1, 3):
        first.ask("bot", seat=seat)
    first.ask("start")
    late = cat.wire(table)
    for wrong in ("1", 1.5, True, [1], 2**70):
        assert late.refused("sit", seat=wrong) == "wire/malformed"
    assert late.refused("sit", seat=2) == "table/seat_taken"
    assert late.ask("sit", seat=3)["type"] == "ack"
    asked(first)
    process.kill()
    process.start()
    late, first, other = (who.wire(table) for who in (cat, ann, ben))
    assert late.table["pending"]["mine"] and late.table["pending"]["waits"] == [2]
    asked(other)
    seen = late.until_table(lambda table: table["seat"] == 3)
    assert seen["scene"]["seat"] == 3 and seen["pending"] is None
    process.kill()
    process.start()
    wires = [who.wire(table) for who in (ann, ben, cat)]
    late = wires[2]
    assert late.table["seat"] == 3
    while not late.legal:
        for wire in wires:
            wire.catch_up()
            wire.step()
    assert late.act()["type"] == "ack"


def test_who_asks_and_goes_away_is_not_waited_for(launch: Callable[..., Process]) -> None:
    process = launch("--grace", "0.2")
    ann, cat = (process.visitor(name) for name in ("Ann", "Cat"))
    table = ann.open_table("schieber", 4, fill="gentle", start=True)
    first, late = ann.wire(table), cat.wire(table)
    assert late.ask("sit", seat=1)["type"] == "ack"
    first.until_table(lambda table: table["pending"] is not None)
    late.close()
    first.until(lambda message: message["type"] == "update" and message["event"]["type"] == "withdrawn")
    assert first.table["pending"] is None
    late = cat.wire(table)
    late.ask("sit", seat=1)
    asked(first)
    late.until_table(lambda table: table["seat"] == 1)
