"""What a guest may do about himself: be told everything, be forgotten, log out everywhere, come to
another device; on both databases.
"""

import asyncio
import json
import sqlite3
import threading
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from server.databases import empty
from server.servers import LAVISH, Serve, Served, stored
from server.visitor import Visitor, name_of, play_together, wait_for
from torite.server import care, health
from torite.server.people.guests import COOKIE
from torite.server.play import archive, forgetting
from torite.server.play.forgetting import OWN
from torite.server.storage import schema
from torite.server.storage.database import StoreError, database_url
from torite.server.storage.schema import LEAVING, MATCHES, META, TABLES
from torite.table.bodies import NewTable
from torite.table.events import Stored, decode
from torite.table.returning import Everything
from torite.table.table import Guest

__all__ = ["empty"]

JSON = {"Content-Type": "application/json"}
FOREIGN = {"Origin": "https://evil.example"}


@pytest.fixture
def house(empty: str, serve: Serve) -> Served:
    return serve(empty, **LAVISH)


def twin(served: Served, visitor: Visitor) -> Visitor:
    """Another browser with the same cookie."""
    other = served.visitor()
    other.http.cookies.update(visitor.http.cookies)
    return other


def code(answer: object) -> str:
    return str(answer.json()["code"])  # type: ignore[attr-defined]


def test_who_logs_out_everywhere_stays_the_same_in_this_browser_alone(house: Served) -> None:
    ann = house.visitor("Ann")
    table = ann.open_table(listed=False)
    stolen = twin(house, ann)
    open_socket = stolen.wire(table)
    assert open_socket.table["seat"] == 0
    assert ann.http.post("/api/me/logout").json() == {"name": "Ann"}
    assert open_socket.closed() == 1012
    assert stolen.wire(table).table["seat"] is None
    assert stolen.http.get("/api/me/tables").status_code == 401
    assert name_of(stolen) is None
    assert COOKIE not in stolen.http.cookies  # it was taken away
    assert ann.wire(table).table["seat"] == 0
    assert name_of(ann) == "Ann"


def test_who_logs_out_here_stays_the_same_everywhere_else(house: Served) -> None:
    ann = house.visitor("Ann")
    elsewhere = twin(house, ann)
    assert code(ann.http.post("/api/me/logout/here", headers=FOREIGN)) == "wire/origin"
    assert ann.http.post("/api/me/logout/here").json() == {"name": None}
    assert COOKIE not in ann.http.cookies
    assert [name_of(each) for each in (ann, elsewhere)] == [None, "Ann"]


def test_another_name_does_not_bring_an_old_cookie_back(house: Served) -> None:
    ann = house.visitor("Ann")
    table = ann.open_table()
    stolen = twin(house, ann)
    ann.http.post("/api/me/logout")
    stolen.http.post("/api/me", json={"name": "Ann"}).raise_for_status()
    assert stolen.wire(table).table["seat"] is None
    ann.http.post("/api/me", json={"name": "Anne"}).raise_for_status()
    ann.http.post("/api/me/logout")
    assert ann.wire(table).table["seat"] == 0


def test_another_name_is_the_guests_in_every_browser(house: Served) -> None:
    ann = house.visitor("Ann")
    phone = twin(house, ann)
    table = phone.open_table()
    ann.http.post("/api/me", json={"name": "Anna"}).raise_for_status()
    assert phone.wire(table).messages[0]["name"] == "Anna"  # before its page has asked who it is
    assert name_of(phone) == "Anna"
    phone.http.post("/api/me/logout").raise_for_status()  # now cookies alone say it
    assert [name_of(each) for each in (phone, ann)] == ["Anna", None]


def test_a_cookie_lasts_a_year_from_the_last_visit_on(house: Served) -> None:
    """Else whoever comes every day is a stranger after a year, without friends, figures and seats."""
    ann, year = house.visitor("Ann"), 365 * 24 * 3600
    given = ann.http.cookies[COOKIE]
    kept = ann.http.get("/api/me").headers["set-cookie"]
    assert kept.startswith(f"{COOKIE}={given};")
    assert f"Max-Age={year}" in kept
    assert "HttpOnly" in kept
    assert "set-cookie" not in house.visitor().http.get("/api/me").headers


def test_it_holds_after_a_restart(empty: str, serve: Serve) -> None:
    served = serve(empty)
    ann = served.visitor("Ann")
    stolen = twin(served, ann)
    ann.http.post("/api/me/logout").raise_for_status()
    served.stop()
    again = serve(empty)
    assert [name_of(twin(again, each)) for each in (ann, stolen)] == ["Ann", None]


def test_another_node_ends_its_sockets_too(empty: str, serve: Serve) -> None:
    one, two = serve(empty, **LAVISH), serve(empty, **LAVISH)
    ann = one.visitor("Ann")
    away = two.visitor()
    away.http.cookies.update(ann.http.cookies)
    wire = away.wire(ann.open_table())
    assert wire.table["seat"] == 0
    ann.http.post("/api/me/logout").raise_for_status()
    assert wire.closed() == 1012


def test_who_is_nobody_cannot_log_out_and_no_page_of_another_site_can(house: Served) -> None:
    assert code(house.visitor().http.post("/api/me/logout")) == "name/needed"
    ann = house.visitor("Ann")
    assert code(ann.http.post("/api/me/logout", headers=FOREIGN)) == "wire/origin"
    stolen = twin(house, ann)
    assert name_of(stolen) == "Ann"


@pytest.mark.parametrize("call", [("POST", "logout"), ("GET", "export")], ids=" ".join)
def test_that_is_not_done_a_hundred_times(house: Served, call: tuple[str, str]) -> None:
    ann = house.visitor("Ann")
    answers = [ann.http.request(call[0], f"/api/me/{call[1]}").status_code for _ in range(12)]
    assert answers[:10] == [200] * 10
    assert 429 in answers


# ---- everything, and nothing any more ----
def id_of(served: Served, visitor: Visitor) -> str:
    badge = served.house.cookies.read(visitor.http.cookies[COOKIE])
    assert badge is not None
    return badge.guest.id


def duel(one: Visitor, other: Visitor) -> str:
    """A match of two that is over."""
    table = one.open_table("wysiwyg", 2)
    wires = one.wire(table), other.wire(table)
    wires[1].ask("sit")
    wires[0].ask("say", text="Zaphod was here")
    wires[0].ask("start")
    play_together(*wires)
    for wire in wires:
        wire.close()
    return table


def forget(visitor: Visitor) -> None:
    answer = visitor.http.delete("/api/me")
    assert answer.status_code == 204, answer.text


def test_everything_that_is_stored_about_me(house: Served) -> None:
    ann, ben = house.visitor("Zaphod"), house.visitor("Ben")
    ann.http.post("/api/me/logout", headers=JSON).raise_for_status()
    over, lobby = duel(ann, ben), ben.open_table()
    ann.wire(lobby).ask("say", text="hello")
    link = ann.http.post("/api/me/link").raise_for_status().json()
    answer = ann.http.get("/api/me/export")
    assert "attachment" in answer.headers["Content-Disposition"]
    told = answer.json()
    assert (told["format"], told["name"], told["id"]) == ("torite-guest/1", "Zaphod", id_of(house, ann))
    tables = {each["table"]: each for each in told["tables"]}
    assert tables.keys() == {over, lobby}
    assert [event["type"] for event in tables[lobby]["events"]] == ["said"]
    assert {"created", "joined", "said", "acted"} <= {event["type"] for event in tables[over]["events"]}
    (match,) = told["matches"]
    assert match["table"] == over
    assert (told["link"], told["logouts"]) == (link["until"], 1)
    assert id_of(house, ben) not in answer.text
    assert not any(word in answer.text for word in ("salt", "secret", '"deck"'))


def test_long_stories_are_not_read_on_the_loop(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of years has so many events that to decode them takes longer than anybody may wait."""
    ann, readers = served.visitor("Ann"), set()
    ann.open_table()

    def noted(body: bytes) -> Stored:
        readers.add(threading.current_thread())
        return decode(body)

    for module in (archive, forgetting, health):
        monkeypatch.setattr(module, "decode", noted)
    served.on_loop(served.house.health.look_around())
    for answer in (ann.http.get("/api/me/export"), ann.http.delete("/api/me")):
        assert answer.status_code < 300
    assert readers
    assert served._thread not in readers


def test_no_column_that_names_guests_is_forgotten() -> None:
    """A new table tells here how a guest goes from it, and where the guest is told of it."""
    at_tables = {schema.VISITS.c.guest, schema.PLAYED.c.guest}
    named = {schema.CHALLENGES.c.guest}  # stays, without whoever has made it
    names = ("guest", "player", "who", "creator", "name")
    columns = [column for table in {*META.tables.values()} - {LEAVING} for column in table.c if column.name in names]
    assert {column for column in columns if column.name != "name"} == {*OWN} | at_tables | named
    told = {
        "admitted": "words", "answers": "answers", "challenges": "tries", "devices": "devices", "hidden": "figures",
        "links": "link",
        "passkeys": "passkeys", "played": "matches", "ratings": "figures", "sanctions": "sanctions",
        "sessions": "name", "tries": "tries", "visits": "tables", "waiting": "waiting",
    }  # fmt: skip
    assert {column.table.name for column in columns} == told.keys()
    assert {*told.values()} <= {*Everything.__struct_fields__}


def test_who_is_forgotten_stands_nowhere_any_more(house: Served) -> None:
    ann, ben = house.visitor("Zaphod"), house.visitor("Ben")
    over, lobby = duel(ann, ben), ann.open_table("wizard", 4, listed=False)
    running = ann.open_table("wysiwyg", 2)
    others = ben.wire(running)
    others.ask("sit")
    ann.wire(running).ask("start")
    others.until_table(lambda table: table["phase"] == "playing")
    me = id_of(house, ann)
    ann.http.post("/api/me", json={"name": "Zaphod B."}).raise_for_status()
    assert me in stored(house)
    tab = ann.wire(running)
    ann.http.post("/api/me/link").raise_for_status()
    forget(ann)
    assert tab.closed() == 1012
    everything = stored(house)
    assert me not in everything
    assert "Zaphod" not in everything
    assert name_of(ann) is None
    assert twin(house, ann).http.get("/api/me/tables").status_code == 401
    ben_is_back = ben.wire(running)
    assert ben_is_back.table["seats"][0] == {**ben_is_back.table["seats"][0], "kind": "bot", "name": None}
    ben_is_back.play_on()
    assert ben.http.get(f"/api/tables/{running}/record").json()["names"] == [None, "Ben"]
    assert ben.http.get(f"/api/tables/{over}/record").json()["names"] == [None, "Ben"]
    matches = ben.http.get("/api/me/tables").json()["finished"]
    assert [match["names"] for match in matches] == [[None, "Ben"], [None, "Ben"]]
    assert all(seat["kind"] == "open" for seat in house.visitor("Cat").wire(lobby).table["seats"])


def test_nor_in_the_files_of_the_database(tmp_path: Path, serve: Serve) -> None:
    """SQLite's log keeps what was written over until its place is needed: in a quiet house for months."""
    house = serve(str(tmp_path / "t.db"), **LAVISH)

    def written() -> bytes:
        return b"".join(file.read_bytes() for file in tmp_path.glob("t.db*"))

    ann, ben = house.visitor("Zaphod"), house.visitor("Trillian")
    duel(ann, ben)
    assert b"Zaphod" in written()
    forget(ann)
    assert b"Zaphod" not in written()
    with closing(sqlite3.connect(tmp_path / "t.db")) as backup:
        backup.execute("BEGIN")
        backup.execute("SELECT 1 FROM events").fetchone()
        forget(ben)
        assert b"Trillian" in written()  # who reads may see it to the end
    house.on_loop(house.house.retention.clear())
    assert b"Trillian" not in written()


def test_a_table_lives_on_while_somebody_is_forgotten(house: Served) -> None:
    """Else whoever has said a word there gives all others new clocks, as often as he likes."""
    ann, ben = house.visitor("Ann"), house.visitor("Zaphod")
    table = ann.open_table("wizard", 3, fill="gentle", start=True, clock="quick")
    wire = ann.wire(table)
    ben.wire(table).ask("say", text="hello")
    wire.until_legal()
    live = house.house.tables._live[table]
    mercy, clocks, in_vain = live._mercy, wire.table["clocks"], {0: (3,)}

    async def claim() -> None:
        live.table = replace(live.table, in_vain=in_vain)

    house.on_loop(claim())
    forget(ben)
    wire.until("snapshot")
    assert "Zaphod" not in wire.frames[-1] and "hello" not in wire.frames[-1]
    assert "Zaphod" not in stored(house)
    assert wire.table["clocks"]["since"] == clocks["since"]
    assert house.house.tables._live[table] is live
    assert (live._mercy, live.table.in_vain) == (mercy, in_vain)
    assert wire.act()["type"] == "ack"


def test_a_table_that_is_lost_meanwhile_forgets_too(house: Served) -> None:
    """Its readers come again."""
    ann, ben = house.visitor("Ann"), house.visitor("Zaphod")
    table = ann.open_table("wizard", 3)
    wire = ann.wire(table)
    ben.wire(table).ask("say", text="hello")
    leases = house.house.tables.leases
    house.on_loop(leases._store.run(lambda rows: rows.execute(TABLES.update().values(node=None, epoch=17))))
    forget(ben)
    assert wire.closed() == 1012
    assert "Zaphod" not in stored(house)


def test_a_stranger_may_still_not_look_at_the_match(house: Served) -> None:
    ann, ben = house.visitor("Zaphod"), house.visitor("Ben")
    over = duel(ann, ben)
    for each in (ann, ben):
        forget(each)
    stranger = house.visitor("Zaphod")
    assert code(stranger.http.get(f"/api/tables/{over}/record")) == "record/private"


def test_the_table_of_another_node_is_cleaned_too(empty: str, serve: Serve) -> None:
    one, two = serve(empty, **LAVISH), serve(empty, **LAVISH)
    ben = one.visitor("Ben")
    table = ben.open_table("wizard", 3)
    there = ben.wire(table)
    ann = two.visitor("Zaphod")
    wire = ann.wire(table)
    wire.ask("sit")
    there.until_table(lambda now: now["seats"][1]["name"] == "Zaphod")
    forget(ann)
    assert there.closed() == 1012  # by the node that had the table
    assert "Zaphod" not in stored(one)
    assert ben.wire(table).table["seats"][1]["kind"] == "open"


def test_a_bot_plays_on_for_who_is_forgotten(house: Served) -> None:
    ann, ben = house.visitor("Zaphod"), house.visitor("Ben")
    table = ann.open_table("bingo", 2)
    wire = ben.wire(table)
    wire.ask("sit")
    ann.wire(table).ask("start")
    forget(ann)
    wire = ben.wire(table)
    wire.play_on()
    (match,) = ben.http.get("/api/me/tables").json()["finished"]
    assert match["names"] == [None, "Ben"]
    assert wire.ask("again")["type"] == "ack"


def test_a_game_that_the_house_has_no_more_keeps_nobody(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = house.visitor("Zaphod"), house.visitor("Ben")
    table, over = ann.open_table("bingo", 2, fill="gentle", start=True), duel(ann, ben)
    for visitor, does in ((ann, "leave"), (house.visitor("Cat"), "sit")):
        assert visitor.wire(over).ask(does)["type"] == "ack"  # whose name stands beside that of who has played there
    me = id_of(house, ann)
    for game in ("bingo", "wysiwyg"):
        monkeypatch.delitem(house.house.settings.games, game)
    forget(ann)
    assert table in stored(house)
    assert me not in stored(house)
    assert "Zaphod" not in stored(house)


def test_nor_does_what_cannot_be_read(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = house.visitor("Zaphod"), house.visitor("Ben")
    over = duel(ann, ben)

    def write(connection: sa.Connection) -> None:
        for kind in (MATCHES, TABLES):
            (kept,) = connection.execute(sa.select(kind.c.summary)).scalars()
            connection.execute(kind.update().values(summary=kept.replace(b"Ben", b"B\xeen")))

    async def damage() -> None:
        house.house.tables._retire(over)
        await house.house.store.run(write)

    house.on_loop(damage())
    assert ben.http.get("/api/me/tables").raise_for_status().json()["finished"] == []
    assert ben.http.get("/api/me/figures").raise_for_status().json()["games"] == []
    monkeypatch.delitem(house.house.settings.games, "wysiwyg")
    forget(ann)

    def read(connection: sa.Connection) -> set[bytes]:
        return {row.summary for kind in (MATCHES, TABLES) for row in connection.execute(sa.select(kind))}

    assert house.on_loop(house.house.store.run(read)) == {b"{}"}


def test_nobody_is_forgotten_by_a_page_of_another_site(house: Served) -> None:
    ann = house.visitor("Ann")
    assert code(ann.http.delete("/api/me", headers=FOREIGN)) == "wire/origin"
    assert code(house.visitor().http.delete("/api/me")) == "name/needed"
    assert code(house.visitor().http.get("/api/me/export")) == "name/needed"
    assert name_of(ann) == "Ann"


def test_who_sits_down_elsewhere_while_he_is_forgotten_is_forgotten_there(house: Served) -> None:
    """Until his cookies count no more."""
    ann = house.visitor("Zaphod")
    ann.open_table()
    end, late = house.house.sessions.end, []

    async def end_late(guest: str) -> int:
        late.append(await house.house.tables.create(NewTable("rwd", 3), Guest(guest, "Zaphod")))
        return await end(guest)

    house.house.sessions.end = end_late  # type: ignore[method-assign]
    forget(ann)
    assert late[0] in stored(house)
    assert "Zaphod" not in stored(house)


def test_what_he_had_begun_before_goes_when_it_has_come(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forgetting, "LATE", 0.0)
    ann, ben = house.visitor("Zaphod"), house.visitor("Ben")
    me, table, store = id_of(house, ann), ben.open_table(), house.house.store
    goes_on, there, wire, append = asyncio.Event(), ben.wire(table), ann.wire(table), store.append

    async def append_late(*what: Any) -> None:
        await goes_on.wait()
        await append(*what)

    monkeypatch.setattr(store, "append", append_late)
    wire.send({"type": "say", "text": "hello"})

    async def is_busy() -> bool:
        return len(goes_on._waiters) > 0

    wait_for(lambda: house.on_loop(is_busy()), "the word")
    forget(ann)

    async def come() -> None:
        await house.house.ratings.hide(me, True)  # as another call that was let in before
        goes_on.set()

    house.on_loop(come())
    there.until(lambda message: "Zaphod" in there.frames[-1])
    assert me in stored(house)
    house.on_loop(house.house.forget_late())
    assert me not in (told := stored(house))
    assert "Zaphod" not in told
    assert house.on_loop(store.read(sa.select(LEAVING))) == []


@pytest.mark.parametrize("by_operator", [False, True])
def test_it_also_goes_if_the_house_ends_before_it_has_come(
    empty: str, serve: Serve, monkeypatch: pytest.MonkeyPatch, by_operator: bool
) -> None:
    monkeypatch.setattr(forgetting, "LATE", 1.0)
    first = serve(empty)
    ann = first.visitor("Zaphod")
    ann.open_table()
    me = id_of(first, ann)
    if by_operator:
        asyncio.run(care.forget(database_url(empty), me))
    else:
        forget(ann)
    first.on_loop(first.house.ratings.hide(me, True))
    assert me in stored(first)
    first.stop()
    again = serve(empty)
    wait_for(lambda: again.on_loop(again.house.forget_late()) is None and me not in stored(again), "the end of it")


def test_nobody_waits_behind_one_who_cannot_be_forgotten(empty: str) -> None:
    rows, met = [{"guest": guest, "due": due} for due, guest in enumerate(("zaphod", "trillian", "ford"))], list[str]()

    async def at_tables(guest: Guest) -> None:
        met.append(guest.id)
        if guest.id == "zaphod":
            raise StoreError("the table is never quiet")

    async def work() -> list[str]:
        async with care.opened(database_url(empty), new=True) as store:
            await store.run(lambda connection: connection.execute(LEAVING.insert(), rows))
            with pytest.raises(StoreError):
                await forgetting.forget_late(store, at_tables)
            await forgetting.forget_late(store, at_tables)
            return [row.guest for row in await store.read(sa.select(LEAVING))]

    assert asyncio.run(work()) == ["zaphod"]
    assert met == ["zaphod", "trillian", "ford"]


@pytest.mark.parametrize("by_operator", [False, True])
def test_a_damaged_table_is_no_hindrance(house: Served, empty: str, by_operator: bool) -> None:
    ann = house.visitor("Zaphod")
    table, whole, me = ann.open_table(), ann.open_table(), id_of(house, ann)

    def damage(connection: sa.Connection) -> None:
        which = (schema.EVENTS.c.table_id == table, schema.EVENTS.c.seq == 2)
        body = connection.execute(sa.select(schema.EVENTS.c.body).where(*which)).scalar_one()
        assert b"Zaphod" in body
        connection.execute(schema.EVENTS.update().where(*which).values(body=body[:-1]))

    house.on_loop(house.house.store.run(damage))
    told = ann.http.get("/api/me/export").raise_for_status().json()["tables"]
    assert [each["table"] for each in told] == [whole]
    if by_operator:  # who knows the id alone
        asyncio.run(care.forget(database_url(empty), me))
    else:
        forget(ann)
    assert me not in (everything := stored(house))
    assert "Zaphod" not in everything


def test_a_table_that_is_deleted_meanwhile_is_no_hindrance(house: Served) -> None:
    ann = house.visitor("Zaphod")
    table = ann.open_table()

    async def lose() -> None:
        await house.house.store.delete(table)

    house.on_loop(lose())
    forget(ann)
    wait_for(lambda: table not in house.house.tables, "the table's end")


# ---- another device ----
def token_of(visitor: Visitor) -> str:
    answer = visitor.http.post("/api/me/link")
    answer.raise_for_status()
    return str(answer.json()["link"].partition("#")[2])


def take(visitor: Visitor, token: str, **more: Any) -> Any:
    return visitor.http.post("/api/me/take", json={"token": token}, **more)


def test_a_link_brings_the_guest_to_another_device(house: Served) -> None:
    ann, phone = house.visitor("Ann"), house.visitor("Somebody")
    table = ann.open_table(listed=False)
    assert take(phone, token_of(ann)).json() == {"name": "Ann"}
    assert phone.wire(table).table["seat"] == 0
    assert ann.wire(table).table["seat"] == 0  # here as well


def test_a_link_works_once_and_the_last_one_alone(house: Served) -> None:
    ann, phone = house.visitor("Ann"), house.visitor()
    old, new = token_of(ann), token_of(ann)
    assert code(take(phone, old)) == "guest/bad_link"
    assert take(phone, new).status_code == 200
    assert code(take(house.visitor(), new)) == "guest/bad_link"


def test_of_links_that_are_asked_for_at_once_one_is_good(house: Served) -> None:
    ann = house.visitor("Ann")
    badge = house.house.cookies.read(ann.http.cookies[COOKIE])
    assert badge is not None

    async def ask() -> list[tuple[str, float]]:
        return await asyncio.gather(*(house.house.links.make(badge) for _ in range(40)))

    links = house.on_loop(ask())
    assert [take(house.visitor(), token).status_code for token, _ in links].count(200) == 1


def test_a_link_is_good_for_a_quarter_of_an_hour(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, phone = house.visitor("Ann"), house.visitor()
    first = token_of(ann)
    made = time.time()
    monkeypatch.setattr(house.house.links, "_clock", lambda: made + 14 * 60)
    assert take(phone, first).status_code == 200
    second = token_of(ann)
    monkeypatch.setattr(house.house.links, "_clock", lambda: made + 30 * 60)
    assert code(take(phone, second)) == "guest/bad_link"
    assert name_of(phone) == "Ann"  # what was there before stays


def test_a_link_of_another_house_and_rubbish_are_refused(house: Served, serve: Serve) -> None:
    foreign = token_of(serve().visitor("Ann"))
    for token in (foreign, "", "x" * 64, "\ud800", "../..", token_of(house.visitor("Ann"))[:-1]):
        assert code(house.visitor().http.post("/api/me/take", content=json.dumps({"token": token}), headers=JSON)) in (
            "guest/bad_link",
            "wire/malformed",
        )


def test_a_link_is_worth_nothing_after_logging_out_or_being_forgotten(house: Served) -> None:
    ann, ben = house.visitor("Ann"), house.visitor("Ben")
    tokens = token_of(ann), token_of(ben)
    ann.http.post("/api/me/logout").raise_for_status()
    forget(ben)
    for token in tokens:
        assert code(take(house.visitor(), token)) == "guest/bad_link"


def test_the_database_has_no_link(house: Served) -> None:
    token = token_of(house.visitor("Ann"))
    assert token not in stored(house)


def test_nobody_else_makes_links_or_follows_them(house: Served) -> None:
    ann = house.visitor("Ann")
    assert code(ann.http.post("/api/me/link", headers=FOREIGN)) == "wire/origin"
    assert code(house.visitor().http.post("/api/me/link")) == "name/needed"
    token = token_of(ann)
    assert code(take(house.visitor(), token, headers=FOREIGN)) == "wire/origin"
    form = {"Content-Type": "text/plain"}
    answer = house.visitor().http.post("/api/me/take", content=json.dumps({"token": token}), headers=form)
    assert answer.status_code == 415
    for path in ("/api/me/link", "/api/me/take"):
        assert ann.http.get(path).status_code == 405
    assert take(house.visitor(), token).status_code == 200


def test_links_are_not_guessed_for_long(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torite.server.visitors.limits.address_of", lambda caller: "203.0.113.7")
    served = serve(misses=0.001, misses_burst=3)
    guesser, token = served.visitor(), token_of(served.visitor("Ann"))
    assert [code(take(guesser, f"guess{n}")) for n in range(4)] == ["guest/bad_link"] * 3 + ["wire/too_fast"]
    assert code(take(guesser, token)) == "wire/too_fast"


def test_the_link_leads_to_where_the_page_is(house: Served) -> None:
    ann = house.visitor("Ann")
    plain = ann.http.post("/api/me/link").json()
    assert plain["link"].startswith(f"{house.base}/take#")
    told = ann.http.post("/api/me/link", headers={"Origin": "https://friend.example"}).json()
    assert told["link"].startswith("https://friend.example/take#")
    assert 850 < told["until"] - time.time() <= 900
