"""A table asks for a word: at every node and way to it, once of each guest; nobody guesses it, nothing tells it."""

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from server.databases import empty
from server.servers import LAVISH, Serve, Served, at, stored
from server.visitor import PATIENCE, Visitor, Wire, play_together, wait_for
from torite.server.play.live import Live
from torite.server.settings import Settings
from torite.server.storage.schema import ADMITTED
from torite.server.visitors.connection import SHUT, Connection
from torite.server.visitors.limits import Limits
from torite.table import word
from torite.table.messages import Say, Sit
from torite.table.refusals import Refused
from torite.table.table import Guest

__all__ = ["empty"]
WORD = "Blauer Fuchs"
NEEDED = "table/word_needed"
LOOKING_BACK = ("record", "replay", "review?seat=0", "par")


def say(visitor: Visitor, table: str, text: str) -> httpx.Response:
    return visitor.http.post(f"/api/tables/{table}/word", json={"word": text})


def is_shut(wire: Wire) -> bool:
    """Has this one been asked for the word, and got nothing else?"""
    assert wire.closed() == 4403
    return [(m["type"], m.get("code"), m.get("params")) for m in wire.messages] == [("refusal", NEEDED, {})]


def code(answer: httpx.Response) -> str:
    return str(answer.json()["code"]) if answer.is_error else ""


def asked(visitor: Visitor, table: str) -> set[str]:
    """What comes of every way to look at the matches of a table."""
    return {code(visitor.http.get(f"/api/tables/{table}/{how}")) for how in LOOKING_BACK}


def test_who_knows_it_comes_in_for_good_at_every_node(empty: str, serve: Serve, caplog: Any) -> None:
    one, two = serve(empty, **LAVISH), serve(empty, **LAVISH)
    ann, ben = one.visitor("Ann"), two.visitor("Ben")
    table = ann.open_table("wysiwyg", 2, word=WORD)
    assert ann.wire(table).table["word"] is True
    assert two.visitor().http.get("/api/tables").json()[0]["word"] is True
    for node in (one, two):
        for visitor in (at(node, ben), node.visitor()):
            assert is_shut(visitor.raw_wire(table))
            assert asked(visitor, table) == {NEEDED}
    assert code(one.visitor("Cat").http.post(f"/api/tables/{table}/knock")) == NEEDED
    wrong, right = say(ben, table, "Fuchs"), say(ben, table, "blauer  FUCHS")
    assert (wrong.status_code, code(wrong), right.status_code) == (403, "table/wrong_word", 204)
    for node in (one, two):
        assert at(node, ben).wire(table).ask("sit")["type"] == "ack"
    one.stop()
    two.stop()
    again = serve(empty)
    assert at(again, ben).wire(table).table["seat"] == 1
    assert is_shut(again.visitor("Cat").raw_wire(table))
    assert "fuchs" not in (stored(again) + caplog.text).lower()


def test_no_call_that_names_a_table_tells_of_it(served: Served) -> None:
    """Whatever calls there will be."""
    ann, eva = served.visitor("Ann"), served.visitor("Eva")
    table = ann.open_table("wysiwyg", 2, word=WORD, fill="gentle", start=True)
    paths = ann.http.get("/schema/openapi.json").json()["paths"]
    calls = [(method, path) for path, item in paths.items() if "{table_id}" in path for method in item]
    for visitor in (eva, served.visitor()):
        told = {}
        for method, path in calls:
            body = {"word": "Dachs"} if path.endswith("/word") else None
            told[path] = code(visitor.http.request(method, path.replace("{table_id}", table), json=body))
        saying = told.pop("/api/tables/{table_id}/word")
        assert saying == ("table/wrong_word" if visitor is eva else "name/needed")
        assert set(told.values()) == {NEEDED}
        for match in (1, -1, 10**30):  # no database has such a number
            answer = visitor.http.post("/api/challenges", json={"table": table, "match": match, "deal": 1})
            assert code(answer) in (NEEDED, "name/needed")


def test_what_is_asked_before_one_is_let_in_is_not_heard(served: Served) -> None:
    """A message may come with the handshake, before the table has said that the reader is not let in."""
    ann = served.visitor("Ann")
    table = ann.open_table("wysiwyg", 2, word=WORD)
    host = ann.wire(table)

    async def come() -> None:
        live = await served.house.tables.find(table)
        assert isinstance(live, Live)
        eva = Connection(Guest("e", "Eva"), 10)
        live.arrive(eva)
        await asyncio.gather(live.ask(eva, Sit()), live.ask(eva, Say("hello")))
        assert eva.code == SHUT

    served.on_loop(come())
    assert host.ask("resync")["type"] == "ack"
    assert "Eva" not in "".join(host.frames)


def test_another_word_is_asked_of_those_who_only_watch(served: Served) -> None:
    ann, ben, eva = (served.visitor(name) for name in ("Ann", "Ben", "Eva"))
    table = ann.open_table("wysiwyg", 2)
    host, other, seen = ann.wire(table), ben.wire(table), eva.wire(table)
    nameless = served.visitor().wire(table)
    assert other.ask("sit")["type"] == "ack"
    assert other.refused("word", word="mine") == "table/not_host"
    assert host.ask("word", word=WORD)["type"] == "ack"
    assert other.until(lambda m: m["type"] == "update" and m["event"] == {"type": "word_set", "on": True})
    for wire in (seen, nameless):
        assert wire.closed() == 4403
        assert wire.messages[-1]["code"] == NEEDED
        assert "word_set" not in "".join(wire.frames)
    assert say(eva, table, WORD).status_code == 204
    seen = eva.wire(table)
    assert host.ask("word", word="Dachs")["type"] == "ack"
    assert seen.closed() == 4403
    assert is_shut(eva.raw_wire(table))
    assert code(say(eva, table, WORD)) == "table/wrong_word"
    assert host.ask("word", word=None)["type"] == "ack"
    assert eva.wire(table).table["word"] is False
    assert say(eva, table, "anything").status_code == 204
    assert other.ask("resync")["type"] == "ack"
    everything = "".join(frame for wire in (host, other, seen, nameless) for frame in wire.frames).lower()
    assert "fuchs" not in everything
    assert "dachs" not in everything
    assert "$" not in everything


def test_the_seated_are_never_asked_nor_who_has_played(serve: Serve) -> None:
    served = serve(**LAVISH)
    ann, ben, eva = (served.visitor(name) for name in ("Ann", "Ben", "Eva"))
    table = ann.open_table("wysiwyg", 2)
    host, other = ann.wire(table), ben.wire(table)
    other.ask("sit")
    host.ask("start")
    host.ask("word", word=WORD)
    other.ask("leave")
    assert ben.wire(table).table["word"] is True
    assert ben.wire(table).ask("sit")["type"] == "ack"
    play_together(host, other)
    assert NEEDED not in asked(ben, table)
    for wire in (host, other):
        wire.ask("share")
    assert asked(eva, table) == {NEEDED}
    say(eva, table, WORD)
    assert code(eva.http.get(f"/api/tables/{table}/record")) == ""


def test_words_that_are_none(served: Served) -> None:
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    new = {"game": "wysiwyg", "seats": 2}
    for wrong in ("", " ", "a\0b", "x" * 41, "\u200d"):
        assert code(ann.http.post("/api/tables", json=new | {"word": wrong})) == "table/bad_word"
    for bad in ("x" * 10_000, 7, ["x"]):
        assert code(ann.http.post("/api/tables", json=new | {"word": bad})) == "wire/malformed"
    table = ann.open_table("wysiwyg", 2, word="🦊")
    for wrong in ("", "🦊\0", "\0", "x" * 150):
        assert code(say(ben, table, wrong)) == "table/wrong_word"
    assert code(say(ben, table, "x" * 10_000)) == "wire/malformed"
    assert code(served.visitor().http.post(f"/api/tables/{table}/word", json={"word": "🦊"})) == "name/needed"
    assert code(say(ben, "nothere", "🦊")) == "table/not_found"
    foreign = {"Origin": "https://evil.example"}
    assert code(ben.http.post(f"/api/tables/{table}/word", json={"word": "🦊"}, headers=foreign)) == "wire/origin"
    wire = ann.wire(table)
    assert wire.refused("word", word="\0") == "table/bad_word"
    assert wire.refused("word") == "wire/malformed"
    assert say(ben, table, "🦊").status_code == 204


def test_nobody_guesses_it(served: Served) -> None:
    ann, ben, cat = (served.visitor(name) for name in ("Ann", "Ben", "Cat"))
    table = ann.open_table("wysiwyg", 2, word=WORD)
    answers = [code(say(ben, table, str(n))) for n in range(11)]
    assert answers == ["table/wrong_word"] * 10 + ["wire/too_fast"]
    assert code(say(ben, table, WORD)) == "wire/too_fast"
    assert code(say(cat, table, WORD)) == "wire/too_fast"  # who cannot be told apart by address has no other ten


def test_many_guesses_at_a_time_are_no_more(served: Served) -> None:
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    table = ann.open_table("wysiwyg", 2, word=WORD)

    async def storm() -> list[str]:
        cookies = dict(ben.http.cookies.items())
        async with httpx.AsyncClient(base_url=served.base, cookies=cookies, trust_env=False, timeout=60) as client:
            path = f"/api/tables/{table}/word"
            return [
                code(each)
                for each in await asyncio.gather(*(client.post(path, json={"word": f"{n}"}) for n in range(60)))
            ]

    answers = asyncio.run(storm())
    assert answers.count("table/wrong_word") == 10
    assert answers.count("wire/too_fast") == 50


class Caller:
    """Somebody at an address."""

    def __init__(self, host: str) -> None:
        self.client = type("Client", (), {"host": host})()


def test_right_words_do_not_count_and_wrong_ones_do_by_address_and_by_guest() -> None:
    limits = Limits(Settings("", b"", words_burst=3, words=0.0))

    def tries(host: str, guest: str, right: bool) -> bool:
        try:
            with limits.word(Caller(host), Guest(guest, "x"), "t1"):  # type: ignore[arg-type]
                if not right:
                    raise ValueError
        except ValueError:
            return True
        except Refused:
            return False
        return True

    assert all(tries("203.0.113.7", f"pupil {n}", True) for n in range(30))
    assert [tries("203.0.113.7", f"thief {n}", False) for n in range(4)] == [True, True, True, False]
    assert tries("203.0.113.8", "thief 9", False)
    assert [tries(f"203.0.113.{n}", "thief 9", False) for n in range(20, 23)] == [True, True, False]


def test_a_host_who_wants_ever_new_words_waits(served: Served) -> None:
    ann = served.visitor("Ann")
    wire = ann.wire(ann.open_table())
    answers = [wire.ask("word", word=f"word {n}") for n in range(5)]
    assert [each["type"] for each in answers[:3]] == ["ack"] * 3
    assert {each["code"] for each in answers[3:]} == {"wire/too_fast"}


def test_who_says_it_waits_for_one_word_of_others(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes a thread 50 ms, and somebody may want new ones at a hundred tables."""
    ann, ben, eve = (served.visitor(name) for name in ("Ann", "Ben", "Eve"))
    table, done = ann.open_table("wysiwyg", 2, word=WORD), list[str]()
    wires, gate = [eve.wire(eve.open_table()) for _ in range(6)], threading.Event()

    def sealed(text: str) -> str:
        gate.wait(PATIENCE)
        done.append(text)
        return f"00${text}"

    monkeypatch.setattr(word, "sealed", sealed)

    def opens(text: str, kept: str) -> bool:
        done.append(text)
        return True

    monkeypatch.setattr(word, "opens", opens)
    for wire in wires:
        wire.send({"type": "word", "word": "eve"})
    with ThreadPoolExecutor(1) as pool:
        said = pool.submit(say, ben, table, WORD)
        wait_for(lambda: len(served.house.sealing._own) == 2, "that Ben has his turn after Eve's first")
        gate.set()
        assert said.result(PATIENCE).status_code == 204
    assert done.index(WORD) <= 2
    for wire in wires:
        wire.until_table(lambda t: t["word"])


def test_the_hash_is_not_made_on_the_loop(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one is made, others are answered."""
    ann, ben, cat = (served.visitor(name) for name in ("Ann", "Ben", "Cat"))
    table = ann.open_table("wysiwyg", 2, word=WORD)
    healthy: list[int] = []

    def look(text: str, kept: str) -> bool:
        healthy.append(cat.http.get("/api/me").status_code)
        return False

    monkeypatch.setattr(word, "opens", look)
    assert code(say(ben, table, WORD)) == "table/wrong_word"
    assert healthy == [200]


def test_who_has_said_it_is_told_so_and_forgotten(served: Served) -> None:
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    table = ann.open_table("wysiwyg", 2, word=WORD)
    say(ben, table, WORD)
    say(ben, table, WORD)
    assert ben.http.get("/api/me/export").json()["words"] == [table]
    exported = ann.http.get("/api/me/export").text
    assert table in exported
    assert "fuchs" not in exported.lower()
    assert '"word"' not in json.dumps(json.loads(exported)["tables"])

    def rows(connection: sa.Connection) -> int:
        return len(connection.execute(sa.select(ADMITTED)).all())

    assert served.on_loop(served.house.store.run(rows)) == 1
    assert ben.http.delete("/api/me").status_code == 204
    assert served.on_loop(served.house.store.run(rows)) == 0
    say(served.visitor("Cat"), table, WORD)
    assert served.on_loop(served.house.store.run(rows)) == 1
    served.on_loop(served.house.store.delete(table))
    assert served.on_loop(served.house.store.run(rows)) == 0
