"""Nodes that are killed, paused and stopped, two servers or two processes of one: nothing is lost, nothing twice."""

import json
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from server import checker
from server.checker import Player, check, stored
from server.databases import empty
from server.servers import Process
from server.visitor import Visitor, wait_for

__all__ = ["empty"]
Launch = Callable[..., Process]


def seat(process: Process, *bases: str) -> Player:
    """Ann at a table of bots, who comes in by any of these addresses."""
    ann = process.visitor("Ann")
    table = ann.open_table("rwd", 4, fill="gentle", start=True)
    return Player(ann, table, list(bases or (process.base,)))


def play(player: Player, moves: int = 3) -> None:
    """So many moves more."""
    for _ in range(moves):
        player.move()


def test_the_owner_is_killed(empty: str, launch: Launch) -> None:
    one, two = launch("--db", empty), launch("--db", empty)
    player = seat(one, one.base, two.base)
    for victim, other in ((one, two), (two, one)):
        player.bases = [victim.base, other.base]
        play(player, 2)
        victim.kill()
        play(player, 2)
        if victim is one:
            one.start()
    check(empty, player)
    assert len(player.acked) == 8


def test_the_owner_sleeps_longer_than_its_lease(empty: str, launch: Launch) -> None:
    one, two = launch("--db", empty), launch("--db", empty)
    player = seat(one)
    play(player)
    old = player._wire
    assert old is not None
    one.signal(signal.SIGSTOP)
    player.bases, player._wire = [two.base], None
    play(player)
    before = len(stored(empty, player.table))
    one.signal(signal.SIGCONT)
    old.send({"type": "say", "id": 1, "text": "from another time"})
    assert old.closed() == 1012
    play(player)
    check(empty, player)
    events = stored(empty, player.table)
    assert len(events) > before
    assert "from another time" not in [event.get("text") for event in events]


def test_who_is_passed_on_is_not_lost_when_one_stops(empty: str, launch: Launch) -> None:
    one, two = launch("--db", empty), launch("--db", empty)
    player = seat(one, two.base)
    play(player)
    assert one.end(signal.SIGTERM) in (0, -signal.SIGTERM)
    play(player)
    check(empty, player)


def children(process: Process) -> list[int]:
    """The processes of a server, without those that these have started."""
    parent = process.pid
    return [int(child) for child in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


def test_processes_at_one_address(launch: Launch, tmp_path: Path) -> None:
    process = launch("--workers", "2")
    players = [seat(process) for _ in range(3)]
    before = children(process)
    assert len(before) == 2
    for victim in before:
        for player in players:
            play(player, 2)
        process.kill_child(victim)
        for player in players:
            play(player, 2)
        wait_for(lambda gone=victim: len(c := children(process)) == 2 and gone not in c, "another process")  # type: ignore[misc]
    for player in players:
        check(str(tmp_path / "t.db"), player)
    after = children(process)
    assert process.end(signal.SIGTERM) == 0
    assert not any(Path(f"/proc/{child}").exists() for child in after)
    process.start()


def test_processes_end_with_their_parent(launch: Launch) -> None:
    process = launch("--workers", "2")
    left = children(process)
    process.kill()
    wait_for(lambda: not any(Path(f"/proc/{child}").exists() for child in left), "the end of all")
    process.start()


@pytest.mark.parametrize(("workers", "form"), [("1", []), ("2", ["--log-json"])])
def test_the_address_is_told_once(launch: Launch, workers: str, form: list[str]) -> None:
    process = launch("--workers", workers, *form)
    wait_for(lambda: "torite serves at" in process.log.read_text(), "the address")
    process.end(signal.SIGTERM)
    assert process.log.read_text().count("torite serves at") == 1
    if form:
        assert json.loads(process.log.read_text().splitlines()[0])["address"] == f"{process.base}/"


ACTED = {"type": "acted", "seat": 0, "code": "SA", "by": "person"}


@pytest.mark.parametrize(
    ("events", "acked", "complaint"),
    [
        ([ACTED], [(1, "SA")], None),
        ([ACTED, {"type": "finished"}], [(2, "SA")], None),
        ([{"type": "finished"}], [(1, "SA")], "lost"),
        ([ACTED], [(1, "SK")], "lost"),
        ([ACTED], [(1, "SA"), (1, "SA")], "for two"),
        ([ACTED, ACTED], [(1, "SA")], "twice"),
    ],
)
def test_the_checker_notices(
    monkeypatch: pytest.MonkeyPatch, events: list[object], acked: list[tuple[int, str]], complaint: str | None
) -> None:
    monkeypatch.setattr(checker, "stored", lambda *_: events)
    player = Player(Visitor("http://nowhere"), "t", [], acked)
    if complaint is None:
        check("", player)
        return
    with pytest.raises(AssertionError, match=complaint):
        check("", player)
