"""Who may not watch gets nothing of a table, by whatever way he asks; who is there is told, and sent away."""

from typing import Any

import pytest

from server.databases import empty
from server.servers import LAVISH, Serve, Served, at
from server.visitor import Visitor, Wire, play_together

__all__ = ["empty"]
LATER, NOBODY = "table/watch_later", "table/no_watching"
LOOKING_BACK = ("record", "replay", "review?seat=0", "par")


def is_shut(wire: Wire, why: str) -> bool:
    """Has this one got the reason, and nothing else?"""
    assert wire.closed() == 4403
    return [(m["type"], m.get("code")) for m in wire.messages] == [("refusal", why)]


def asked(visitor: Visitor, table: str) -> list[str]:
    """What comes of every way to look at the table without a live connection."""
    answers = [visitor.http.post(f"/api/tables/{table}/knock")]
    answers += [visitor.http.get(f"/api/tables/{table}/{how}") for how in LOOKING_BACK]
    return [each.json()["code"] if each.is_error else "" for each in answers]


def listed(visitor: Visitor) -> list[str]:
    return [table["id"] for table in visitor.http.get("/api/tables").json()]


@pytest.mark.parametrize("watching", ["after", "nobody"])
def test_strangers_get_nothing_of_a_running_match(empty: str, serve: Serve, watching: str) -> None:
    one, two = serve(empty, **LAVISH), serve(empty, **LAVISH)
    why = {"after": LATER, "nobody": NOBODY}[watching]
    ann, ben, eva = one.visitor("Ann"), one.visitor("Ben"), two.visitor("Eva")
    table = ann.open_table("wysiwyg", 2, watching=watching)
    first, other = ann.wire(table), ben.wire(table)
    assert table in listed(eva)
    eva_there = eva.wire(table)  # before the match somebody may still sit down
    assert eva_there.table["watching"] == watching
    assert other.ask("sit")["type"] == "ack"
    assert first.ask("start")["type"] == "ack"
    assert eva_there.closed() == 4403
    assert eva_there.messages[-1] == {"type": "refusal", "id": None, "code": why, "params": {}}
    assert all(m["table"]["scene"] is None for m in eva_there.messages if "table" in m)
    for node in (one, two):
        for visitor in (at(node, eva), node.visitor()):
            assert is_shut(visitor.raw_wire(table), why)
            told = asked(visitor, table)
            assert told[0] == (why if node is one else "")
            assert set(told[1:]) == {"table/not_over"}
            assert table not in listed(visitor)
    other.close()
    assert at(two, ben).wire(table).table["seat"] == 1  # who plays comes back at any node


def test_a_table_comes_into_the_lobby_of_all_nodes_and_goes_again(empty: str, serve: Serve) -> None:
    one, two = serve(empty, **LAVISH), serve(empty, **LAVISH)
    ann, eva = one.visitor("Ann"), two.visitor("Eva")
    table = ann.open_table("wysiwyg", 2, listed=False)
    host = ann.wire(table)
    assert table not in listed(eva)
    assert host.ask("listed", on=True)["type"] == "ack"
    assert table in listed(eva)
    guest = eva.wire(table)
    assert guest.refused("listed", on=False) == "table/not_seated"
    assert host.ask("listed", on=False)["type"] == "ack"
    assert table not in listed(eva)
    guest.until_table(lambda seen: not seen["listed"])  # who has come stays


def test_after_the_match_strangers_see_the_table_and_no_match_of_which_nobody_has_agreed(serve: Serve) -> None:
    served = serve(**LAVISH)
    ann, eva = served.visitor("Ann"), served.visitor("Eva")
    table = ann.open_table("wysiwyg", 2, fill="gentle", start=True, watching="after")
    mine = ann.wire(table)
    play_together(mine)
    seen = eva.wire(table)
    assert seen.table["outcome"] == mine.table["outcome"]
    assert (seen.table["fairness"]["secret"], seen.table["shared"]) == (None, False)
    assert asked(eva, table) == ["", *["record/private"] * 4]
    assert mine.ask("share")["type"] == "ack"
    assert asked(eva, table)[:3] == ["", "", ""]
    seen.until_table(lambda t: t["fairness"]["secret"] is not None)
    assert mine.ask("again")["type"] == "ack"
    assert seen.closed() == 4403
    assert seen.messages[-1]["code"] == LATER
    assert not any(m["type"] == "update" and m["event"]["type"] == "started" for m in seen.messages)
    assert asked(eva, table)[1:3] == ["", ""]  # the first match all have agreed to show


def test_who_has_played_and_who_has_not_are_told_apart(serve: Serve) -> None:
    served = serve(**LAVISH)
    ann, ben, eva = (served.visitor(name) for name in ("Ann", "Ben", "Eva"))
    table = ann.open_table("wysiwyg", 2)
    a, b, e = (each.wire(table) for each in (ann, ben, eva))
    assert [b.ask("sit")["type"], a.ask("start")["type"]] == ["ack", "ack"]
    play_together(a, b)
    assert a.ask("remove", seat=1)["type"] == "ack"  # now both look on
    assert a.ask("say", text="look")["type"] == "ack"
    for wire in (b, e):
        wire.until(lambda m: m["type"] == "update" and m["event"]["type"] == "said")
    assert [wire.table["fairness"]["secret"] is not None for wire in (a, b, e)] == [True, True, False]
    assert [asked(each, table)[1] for each in (ann, ben, eva)] == ["", "", "record/private"]
    secret = a.table["fairness"]["secret"]
    assert not any(secret in text for text in e.frames)


def test_at_a_table_that_nobody_watches_bots_play_for_its_owner_alone(serve: Serve) -> None:
    served = serve(**LAVISH)
    ann, eva = served.visitor("Ann"), served.visitor("Eva")
    table = ann.open_table("wysiwyg", 2, sit=False, fill="gentle", start=True, watching="nobody")
    ann.wire(table).until_table(lambda t: t["phase"] == "over")
    assert asked(ann, table)[:3] == ["", "", ""]
    for visitor in (eva, served.visitor()):
        assert asked(visitor, table) == [NOBODY, *["record/private"] * 4]
        assert is_shut(visitor.raw_wire(table), NOBODY)


def test_who_is_sent_away_hears_nothing_more(served: Served) -> None:
    ann, eva = served.visitor("Ann"), served.visitor("Eva")
    table = ann.open_table("wysiwyg", 2, fill="gentle", start=True)
    mine, seen = ann.wire(table), eva.wire(table)
    assert seen.table["scene"] is not None
    before = len(seen.messages)
    for _ in range(20):  # some of it comes after the host's word
        seen.send({"type": "resync"})
        seen.send({"type": "say", "text": "let me stay"})
    assert mine.ask("watching", who="nobody")["type"] == "ack"
    mine.ask("say", text="at last")
    assert seen.closed() == 4403
    news = seen.messages[before:]
    assert news[-1]["code"] == NOBODY
    assert not any(m["type"] == "update" and m["event"]["type"] == "watching_set" for m in news)
    assert "at last" not in "".join(seen.frames)
    assert mine.refused("watching", who="allowed") == "table/already_started"
    assert mine.refused("watching", who="somebody") == "wire/malformed"
    presence: dict[str, Any] = next(m for m in reversed(mine.messages) if m["type"] == "presence")
    assert presence["spectators"] == 0


def test_who_may_not_watch_wakes_no_bots(serve: Serve) -> None:
    served = serve(grace=3600.0)
    ann, eva = served.visitor("Ann"), served.visitor("Eva")
    table = ann.open_table("wysiwyg", 2, sit=False, fill="gentle", start=True, watching="nobody")
    assert is_shut(eva.raw_wire(table), NOBODY)
    assert served.readers(table) == 0
    assert ann.wire(table).seq == 5  # created, two bots, started and dealt: nobody has played


def test_it_holds_when_the_house_starts_again(empty: str, serve: Serve) -> None:
    served = serve(empty)
    ann = served.visitor("Ann")
    table = ann.open_table("wysiwyg", 2, fill="gentle")
    mine = ann.wire(table)
    assert mine.ask("watching", who="nobody")["type"] == "ack"
    assert mine.ask("start")["type"] == "ack"
    served.stop()
    again = serve(empty)
    assert is_shut(again.visitor("Eva").raw_wire(table), NOBODY)
    assert at(again, ann).wire(table).table["watching"] == "nobody"


def test_a_table_is_opened_so_or_not_at_all(served: Served) -> None:
    ann, nameless = served.visitor("Ann"), served.visitor()
    new = {"game": "wysiwyg", "seats": 2, "sit": False, "watching": "nobody"}
    assert nameless.http.post("/api/tables", json=new).json()["code"] == "name/needed"
    bad = ann.http.post("/api/tables", json=new | {"watching": "friends"})
    assert (bad.status_code, bad.json()["params"]) == (400, {"field": "watching"})
