"""Tables at which nobody has played go when they are old, all others stay."""

import time
from math import inf

import pytest
from sqlalchemy import select

from server.databases import empty
from server.servers import LAVISH, Serve, Served
from server.visitor import play_together
from torite.server import retention
from torite.server.people.sanctions import impose
from torite.server.storage.schema import LINKS, SANCTIONS, TABLES, WAITING

__all__ = ["empty"]


def test_what_goes_and_what_stays(empty: str, serve: Serve) -> None:
    before = serve(empty)
    ann = before.visitor("Ann")
    played = ann.open_table("rwd", 3, fill="gentle", start=True)
    ann.wire(played).until_legal()
    never_started = ann.open_table("rwd", 3)
    bots = ann.open_table("rwd", 3, sit=False, fill="gentle", start=True)
    in_use = ann.open_table("rwd", 3)
    before.stop()
    after = serve(empty, keep=inf)
    bob = after.visitor("Bob")
    bob.wire(in_use)

    def left() -> set[str]:
        tables = (played, never_started, bots, in_use)
        return {table for table in tables if bob.http.post(f"/api/tables/{table}/knock").status_code == 204}

    later = time.time() + 1
    assert after.on_loop(after.house.retention.forget(0.0)) == 0
    assert not after.on_loop(after.house.store.delete(bots, before=0.0))  # somebody has come since it was looked at
    assert after.on_loop(after.house.retention.forget(later)) == 2
    assert left() == {played, in_use}
    assert after.on_loop(after.house.retention.forget(later)) == 0


def test_a_finished_match_stays_with_its_table_that_is_in_the_lobby_again(empty: str, serve: Serve) -> None:
    before = serve(empty, **LAVISH)
    ann = before.visitor("Ann")
    table = ann.open_table("wysiwyg", 2, fill="gentle", start=True)
    wire = ann.wire(table)
    play_together(wire)
    wire.ask("reset")
    assert wire.table["phase"] == "lobby"
    before.stop()
    after = serve(empty, keep=inf)
    assert after.on_loop(after.house.retention.forget(time.time() + 1)) == 0
    assert after.visitor("Bob").http.post(f"/api/tables/{table}/knock").status_code == 204


def test_what_nobody_is_left_to_look_at_goes(empty: str, serve: Serve) -> None:
    """Of who was alone with bots, and is deleted; not what others have been at, nor what ratings follow from."""
    before = serve(empty, **LAVISH)
    ann, bob = before.visitor("Ann"), before.visitor("Bob")
    alone, left, counted, seen = (
        ann.open_table("wysiwyg", 2, fill="gentle", start=True, listed=listed) for listed in (False, False, True, False)
    )
    for table in (alone, counted, seen):
        play_together(ann.wire(table))
    ann.wire(left).until_legal()
    bob.wire(seen).ask("say", text="well played")
    assert ann.http.delete("/api/me").status_code == 204
    before.stop()
    after = serve(empty, keep=inf)
    assert after.on_loop(after.house.retention.forget(time.time() + 1)) == 2
    rows = after.on_loop(after.house.store.read(select(TABLES.c.table_id)))
    assert {row.table_id for row in rows} == {counted, seen}


def test_portion_by_portion(empty: str, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "AT_ONCE", 2)
    served = serve(empty)
    for _ in range(5):
        served.visitor("Ann").open_table("rwd", 3)
    same = TABLES.update().values(changed=1.0)
    served.on_loop(served.house.store.run(lambda connection: connection.execute(same)))
    served.stop()
    again = serve(empty, keep=inf)
    assert again.on_loop(again.house.retention.forget(time.time() + 1)) == 5


def test_who_was_banned_for_a_day_does_not_stand_there_for_ever(served: Served) -> None:
    """Else the addresses of years lie in the database, where no list shows them any more."""
    house, now = served.house, time.time()
    for who, until in (("203.0.113.7", now - 1), ("203.0.113.8", now + 60), ("203.0.113.9", inf)):
        served.on_loop(house.store.run(impose("ban", who, until)))
    served.on_loop(house.retention.clear())
    assert {row.who for row in served.on_loop(house.store.read(select(SANCTIONS)))} == {"203.0.113.8", "203.0.113.9"}


def test_who_has_waited_and_gone_and_links_nobody_took_go(
    empty: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names stood there until the next one waited or made a link: at a quiet house for years."""
    clock = [1e9]  # people wait by the clock of the tables, which need not be the machine's
    served = serve(empty, now=lambda: clock[0])
    ann = served.visitor("Ann")
    ann.http.post("/api/me/link").raise_for_status()
    ann.http.post("/api/me/waiting", json={"games": {"rwd": 4}, "wait": None, "level": "gentle"}).raise_for_status()

    def left() -> list[int]:
        served.on_loop(served.house.retention.clear())
        return [len(served.on_loop(served.house.store.read(select(each)))) for each in (LINKS, WAITING)]

    assert left() == [1, 1]
    later = time.time() + 3600
    monkeypatch.setattr("time.time", lambda: later)
    clock[0] += 3600
    assert left() == [0, 0]


def test_what_cannot_be_read_stays() -> None:
    assert not retention.is_dispensable("lobby", b"{rubbish")
