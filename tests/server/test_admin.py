"""torite admin: listed, deleted, saved, restored, checked, while the house is open."""

import asyncio
import errno
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, nullcontext, suppress
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed, InvalidStatus

from server.databases import bare, empty
from server.servers import LAVISH, Serve, Served, stored
from server.test_migrations import fill
from server.visitor import wait_for
from torite import cli
from torite.server import care
from torite.server.people import sanctions
from torite.server.storage import schema, sqlite
from torite.server.visitors.doors import network_of
from torite.table.refusals import Refused

__all__ = ["bare", "empty"]


@pytest.fixture
def admin(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    """Runs `torite admin` with these arguments: exit code, and what it says."""

    def run(*arguments: str) -> tuple[int, str]:
        capsys.readouterr()
        code = cli.run(["admin", *arguments])
        said = capsys.readouterr()
        return code, said.out + said.err

    return run


def test_tables_are_listed_and_deleted(empty: str, serve: Serve, admin: Callable[..., tuple[int, str]]) -> None:
    served = serve(empty)
    ann = served.visitor("Ann")
    keeps, goes = ann.open_table("rwd", 3), ann.open_table("wizard", 3)
    wire = ann.wire(goes)
    code, said = admin("tables", "--db", empty)
    assert code == 0
    assert [line.split()[:3] for line in said.splitlines()] == [[keeps, "rwd", "lobby"], [goes, "wizard", "lobby"]]
    assert "Ann" in said
    served.on_loop(served.house.store.run(lambda rows: rows.execute(sa.update(schema.TABLES).values(summary=b"{"))))
    assert next(line.split()[:3] for line in admin("tables", "--db", empty)[1].splitlines()) == [keeps, "?", "lobby"]
    assert admin("delete", goes, "--db", empty)[0] == 0
    with suppress(ConnectionClosed):  # its node has heard of it, or finds out now
        assert wire.refused("say", text="still here?") == "move/stale_seq"
    assert wire.closed() == 1012
    assert ann.http.post(f"/api/tables/{goes}/knock").status_code == 404
    assert ann.wire(keeps).ask("say", text="hello")["type"] == "ack"
    assert admin("delete", goes, "--db", empty)[0] == 1


def test_what_only_reads_reads_what_cannot_be_written(
    served: Served, admin: Callable[..., tuple[int, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a mount that is read-only; with what a house has written last, and without."""
    table = served.visitor("Ann").open_table("rwd", 3)
    there = tmp_path / "there"
    there.mkdir()
    for file in tmp_path.glob("0.db*"):
        shutil.copy2(file, there)
    served.stop()
    shutil.copy2(tmp_path / "0.db", there / "1.db")
    there.chmod(0o500)  # root may write there all the same
    monkeypatch.setattr(sqlite, "_is_writable", lambda file: not file.startswith(str(there)))
    before = {file: file.stat().st_mtime for file in there.iterdir()}
    for number in range(2):
        db = str(there / f"{number}.db")
        assert table in admin("tables", "--db", db)[1]
        assert "Ann" in admin("guests", table, "--db", db)[1]
        for command in (["sanctions"], ["check"], ["backup", str(tmp_path / f"saved{number}.db")]):
            assert admin(*command, "--db", db)[0] == 0
    there.chmod(0o700)
    now = {file: file.stat().st_mtime for file in there.iterdir()}
    assert {file.name for file in now} == {file.name for file in before}
    assert now[there / "1.db"] == before[there / "1.db"]


def test_a_damaged_event_hides_no_guest(
    empty: str, serve: Serve, admin: Callable[..., tuple[int, str]], caplog: pytest.LogCaptureFixture
) -> None:
    served = serve(empty)
    table = served.visitor("Ann").open_table("rwd", 3)
    damage = schema.EVENTS.insert().values(table_id=table, seq=99, body=b'{"secret": ')
    served.on_loop(served.house.store.run(lambda connection: connection.execute(damage)))
    code, said = admin("guests", table, "--db", empty)
    assert (code, said.split()[1]) == (0, "Ann")
    assert f"table {table} cannot be read" in caplog.text
    assert "secret" not in said + caplog.text


def test_in_a_pipe_a_table_is_a_line(serve: Serve, admin: Callable[..., tuple[int, str]], tmp_path: Path) -> None:
    db = str(tmp_path / "t.db")
    served = serve(db)
    names = [f"A long name, {i}" for i in range(4)]
    first, *others = [served.visitor(name) for name in names]
    table = first.open_table("wizard", 4)
    wires = [guest.wire(table) for guest in others]
    for wire in wires:
        wire.ask("sit")
    (line,) = admin("tables", "--db", db)[1].splitlines()
    assert line.strip().endswith(", ".join(names))
    assert len(admin("guests", table, "--db", db)[1].splitlines()) == 4


@pytest.mark.parametrize("target", ["the file itself", "an empty database"])
def test_a_backup_is_played_on(
    empty: str, serve: Serve, admin: Callable[..., tuple[int, str]], tmp_path: Path, target: str
) -> None:
    served = serve(empty)
    ann = served.visitor("Ann")
    table = ann.open_table("rwd", 4, fill="gentle", start=True)
    wire = ann.wire(table)
    wire.until_legal()
    seq = wire.act()["seq"]
    file = tmp_path / "saved.db"
    assert admin("backup", str(file), "--db", empty)[0] == 0
    assert admin("backup", str(file), "--db", empty)[0] == 1
    assert (tmp_path / "saved.db.key").stat().st_mode & 0o77 == 0
    assert admin("restore", str(file), "--db", empty)[0] == 1
    place = str(file)
    if target == "an empty database":
        place = str(tmp_path / "new" / "t.db")
        Path(place).parent.mkdir()
        assert admin("restore", str(file), "--db", place)[0] == 0
    again = serve(place).visitor()
    again.http.cookies.update(ann.http.cookies)
    back = again.wire(table)
    assert (back.seq >= seq, back.table["seat"]) == (True, 0)
    back.until_legal()
    assert back.act()["type"] == "ack"


def test_a_backup_goes_into_any_kind_of_database(
    empty: str, serve: Serve, admin: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    source, file = str(tmp_path / "source.db"), str(tmp_path / "saved.db")
    served = serve(source)
    table = served.visitor("Ann").open_table("rwd", 3)
    assert admin("backup", file, "--db", source)[0] == 0
    assert admin("restore", file, "--db", empty)[0] == 0
    assert serve(empty).visitor("Ben").wire(table).table["seats"][0]["name"] == "Ann"


def test_a_backup_knows_whose_tables_there_are_and_who_has_logged_out(
    empty: str, serve: Serve, admin: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    file, place = str(tmp_path / "saved.db"), str(tmp_path / "new.db")
    served = serve(empty)
    ann, stolen = served.visitor("Ann"), served.visitor()
    table = ann.open_table("rwd", 3)
    stolen.http.cookies.update(ann.http.cookies)
    ann.http.post("/api/me/logout").raise_for_status()
    day = ann.http.get("/api/games/rwd/day").json()["id"]
    assert admin("backup", file, "--db", empty)[0] == 0
    assert admin("restore", file, "--db", place)[0] == 0
    Path(f"{place}.key").write_bytes(Path(f"{file}.key").read_bytes())
    again = serve(place)
    assert again.visitor().http.get("/api/games/rwd/day").json()["id"] == day
    for before, running in ((ann, [table]), (stolen, None)):
        visitor = again.visitor()
        visitor.http.cookies.update(before.http.cookies)
        told = visitor.http.get("/api/me/tables").json()
        assert (
            [mine["table"]["id"] for mine in told["running"]] == running if running else told["code"] == "name/needed"
        )


def test_a_copy_of_a_store_brings_what_was_written_last(
    serve: Serve, admin: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    db, copy, place = tmp_path / "t.db", tmp_path / "copy.db", str(tmp_path / "new.db")
    table = serve(str(db)).visitor("Ann").open_table("rwd", 3)
    shutil.copy2(db, copy)
    shutil.copy2(f"{db}-wal", f"{copy}-wal")
    assert admin("restore", str(copy), "--db", place)[0] == 0
    assert table in admin("tables", "--db", place)[1]


def test_a_backup_goes_into_nothing_but_an_empty_database(
    empty: str, serve: Serve, admin: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    source, file, other = str(tmp_path / "source.db"), str(tmp_path / "saved.db"), tmp_path / "other.db"
    serve(source).visitor("Ann").open_table("rwd", 3)
    assert admin("backup", file, "--db", source)[0] == 0
    assert admin("ban", "198.51.100.7", "--db", empty)[0] == 0
    assert admin("restore", file, "--db", empty)[0] == 1  # nobody has opened a table there, and somebody is banned
    assert admin("tables", "--db", empty)[1].strip() == ""
    with closing(sqlite3.connect(other)) as foreign:
        foreign.execute("CREATE TABLE bookmarks (url TEXT)")
    code, said = admin("restore", file, "--db", str(other))
    assert (code, "another program" in said) == (1, True), said
    with closing(sqlite3.connect(other)) as foreign:
        assert foreign.execute("SELECT name FROM sqlite_master").fetchall() == [("bookmarks",)]


def test_nothing_is_forgotten_in_a_backup() -> None:
    left_behind = {schema.VERSION, schema.NODES, schema.LINKS, schema.WAITING, schema.SPENT}
    assert {*care.OF_TABLES, *care.OF_ALL} == {*schema.META.sorted_tables} - left_behind


def test_what_is_wrong_is_found(serve: Serve, admin: Callable[..., tuple[int, str]], tmp_path: Path) -> None:
    db = str(tmp_path / "t.db")
    served = serve(db)
    good, bad = (served.visitor("Ann").open_table("rwd", 3, fill="gentle", start=True) for _ in range(2))
    assert admin("check", "--db", db)[0] == 0
    assert admin("upgrade", "--db", db)[0] == 0
    other = sqlite3.connect(db)
    other.execute("delete from events where table_id = ? and seq = 5", (bad,))
    other.commit()
    other.close()
    code, said = admin("check", "--db", db)
    assert (code, bad in said, good in said) == (1, True, False)


def test_a_new_house_gets_exercises(
    bare: str, serve: Serve, admin: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    command = ("exercises", "differenzler", "--matches", "1", "--seed", "7")
    code, said = admin(*command, "--db", bare)
    assert (code, said.splitlines()[0]) == (0, "5 new exercises from 1 match.")  # how far it is may follow
    assert "0 new exercises from 1 match." in admin(*command, "--db", bare)[1]  # they are there
    ann = serve(bare).visitor("Ann")
    told = ann.http.get("/api/games/differenzler/exercise").json()
    assert told["left"] == 5
    legal = told["exercise"]["replay"]["moments"][-1]["scene"]["legal"]
    path = f"/api/exercises/{told['exercise']['id']}/answer"
    ann.http.post(path, json={"code": legal[0]}).raise_for_status()
    file, place = str(tmp_path / "saved.db"), str(tmp_path / "new.db")
    assert admin("backup", file, "--db", bare)[0] == 0
    assert admin("restore", file, "--db", place)[0] == 0
    Path(f"{place}.key").write_bytes(Path(f"{file}.key").read_bytes())
    again = serve(place).visitor()
    again.http.cookies.update(ann.http.cookies)
    assert again.http.get("/api/games/differenzler/exercise").json()["left"] == 4


def test_mistakes_are_one_line(admin: Callable[..., tuple[int, str]], tmp_path: Path) -> None:
    (tmp_path / "diary").write_text("dear diary" * 500)
    for arguments in (
        ("restore", "nothing"),
        ("tables", "--db", "oracle://x"),
        ("check", "--db", str(tmp_path / "diary")),
    ):
        code, said = admin(*arguments, *(() if "--db" in arguments else ("--db", str(tmp_path / "t.db"))))
        assert code == 1
        assert said.startswith("torite: ")
        assert len(said.splitlines()) == 1
    assert admin("ban", "192.0.2.7", "--days", "1e12", "--db", str(tmp_path / "t.db"))[0] == 2  # no day of any calendar


def test_a_database_that_is_not_there_is_not_made(admin: Callable[..., tuple[int, str]], tmp_path: Path) -> None:
    nowhere = tmp_path / "typo.db"
    for arguments in (
        ("backup", str(tmp_path / "saved.db")),
        ("check",),
        ("upgrade",),
        ("tables",),
        ("ban", "203.0.113.5"),
        ("delete", "x"),
    ):
        code, said = admin(*arguments, "--db", str(nowhere))
        assert (code, "there is no database" in said) == (1, True), said
    assert [*tmp_path.iterdir()] == []


def test_an_older_database_is_only_changed_by_an_upgrade(admin: Callable[..., tuple[int, str]], tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    fill(str(old))

    def schema_of() -> list[str]:
        with closing(sqlite3.connect(old)) as connection:
            return [*connection.iterdump()]

    before = schema_of()
    for command in (("backup", str(tmp_path / "saved.db")), ("tables",), ("check",)):
        code, said = admin(*command, "--db", str(old))
        assert (code, "torite admin upgrade" in said) == (1, True), said
    assert admin("restore", str(old), "--db", str(tmp_path / "new.db"))[0] == 0
    assert schema_of() == before
    assert admin("upgrade", "--db", str(old))[0] == 0
    assert admin("tables", "--db", str(old))[0] == 0


def test_what_cannot_be_written_or_read_is_named(
    serve: Serve, admin: Callable[..., tuple[int, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = str(tmp_path / "t.db")
    serve(db)
    (tmp_path / "junk.db").write_text("dear diary" * 500)
    for place, reason in (("nodir", "No such file or directory"), ("junk.db", "Not a directory")):
        file = tmp_path / place / "s.db"
        assert admin("backup", str(file), "--db", db) == (1, f"torite: cannot write {file}: {reason}\n")
    code, said = admin("restore", str(tmp_path / "junk.db"), "--db", str(tmp_path / "new.db"))
    assert (code, "is not a backup of torite" in said) == (1, True), said
    assert not (tmp_path / "new.db").exists()
    monkeypatch.setattr("os.access", lambda _, right: right != os.W_OK)  # root may write everything
    assert admin("ratings", "--db", db) == (1, f"torite: cannot use the database {db}: this user may not write it\n")
    monkeypatch.setattr("os.access", lambda *_: False)
    assert admin("tables", "--db", db) == (1, f"torite: cannot use the database {db}: this user may not read it\n")


def test_a_key_that_cannot_be_read_leaves_nothing_half_done(
    serve: Serve, admin: Callable[..., tuple[int, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db, file = str(tmp_path / "t.db"), str(tmp_path / "saved.db")
    serve(db)
    admin("backup", file, "--db", db)

    def refuse(path: Path) -> bytes:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    new = str(tmp_path / "new.db")
    for command, key in ((["backup", new, "--db", db], db), (["restore", file, "--db", new], file)):
        assert admin(*command) == (1, f"torite: cannot use {key}.key: Permission denied\n")
        assert not Path(new).exists()


def test_the_key_that_a_house_has_already_is_told(
    serve: Serve, admin: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    db, file, place = (str(tmp_path / name) for name in ("t.db", "saved.db", "new.db"))
    serve(db)
    assert "no key" not in admin("backup", file, "--db", db)[1]
    assert Path(file).stat().st_mode & 0o77 == 0
    assert f"The key is now in {tmp_path}" in admin("restore", file, "--db", str(tmp_path / "other.db"))[1]
    Path(f"{place}.key").write_bytes(b"x" * 32)
    assert "the backup is a stranger" in admin("restore", file, "--db", place)[1]
    other = Path(f"{tmp_path / 'third.db'}.key")
    other.write_bytes(b"y" * 32)
    assert admin("backup", str(tmp_path / "third.db"), "--db", db) == (1, f"torite: {other} already exists\n")
    assert other.read_bytes() == b"y" * 32
    assert Path(f"{place}.key").read_bytes() == b"x" * 32


def test_who_is_banned_does_nothing_that_others_would_notice(
    empty: str, serve: Serve, admin: Callable[..., tuple[int, str]]
) -> None:
    served = serve(empty)
    ann, ben = served.visitor("Ann"), served.visitor("Ben [b]old[/b]")
    table = ann.open_table("rwd", 3)
    here, there = ann.wire(table), ben.wire(table)
    there.ask("sit")
    said = admin("guests", table, "--db", empty)[1].splitlines()
    assert [line.split(maxsplit=1)[1].strip() for line in said] == ["Ann", "Ben [b]old[/b]"]
    guest = said[1].split()[0]
    wish = {"games": {"wysiwyg": 2}, "wait": None, "level": "gentle"}
    ben.http.post("/api/me/waiting", json=wish).raise_for_status()
    assert admin("ban", guest, "--days", "2", "--db", empty)[0] == 0
    assert ann.http.get("/api/waiting").json() == []
    assert there.closed() == 1012
    with pytest.raises(InvalidStatus) as refused:
        ben.wire(table)
    assert refused.value.response.status_code == 403
    answer = ben.http.get("/api/me/waiting")
    assert (answer.status_code, answer.json()["code"]) == (403, "guest/banned")
    assert ann.http.post("/api/me/waiting", json=wish).json()["table"] is None
    assert ben.http.get("/api/me/export").json()["sanctions"][0]["kind"] == "ban"
    assert here.ask("say", text="that was that")["type"] == "ack"
    assert guest in admin("sanctions", "--db", empty)[1]
    assert admin("ban", guest, "--lift", "--db", empty)[0] == 0
    wait_for(lambda: ben.http.post(f"/api/tables/{table}/knock").status_code == 204, "Ben may come in again")
    assert ben.wire(table).table["seat"] == 1
    assert admin("ban", guest, "--lift", "--db", empty)[0] == 1
    assert admin("sanctions", "--db", empty)[1] == ""


def test_who_is_muted_plays_on(empty: str, serve: Serve, admin: Callable[..., tuple[int, str]]) -> None:
    served = serve(empty, **LAVISH)
    ann = served.visitor("Ann")
    table = ann.open_table("rwd", 3)
    wire = ann.wire(table)
    guest = admin("guests", table, "--db", empty)[1].split()[0]
    assert admin("mute", guest, "--db", empty)[0] == 0
    wait_for(lambda: wire.ask("say", text="heard?")["type"] == "refusal", "nobody hears Ann")
    assert wire.refused("say", text=" and now?") == "chat/muted"
    for _ in range(2):
        assert wire.ask("say", text="/bot gentle")["type"] == "ack"
    assert wire.ask("start")["type"] == "ack"
    wire.until_legal()
    assert wire.act()["type"] == "ack"


def test_a_closed_table_lets_nobody_in_and_keeps_what_was_played(
    empty: str, serve: Serve, admin: Callable[..., tuple[int, str]]
) -> None:
    served = serve(empty)
    ann = served.visitor("Ann")
    table, other = ann.open_table("rwd", 3, listed=True), ann.open_table("rwd", 3, listed=True)
    wire, elsewhere = ann.wire(table), ann.wire(other)
    assert admin("close", table, "--db", empty)[0] == 0
    assert wire.closed() == 1012
    again = ann.raw_wire(table)
    assert (again.until("refusal")["code"], again.closed()) == ("table/closed", 4404)
    for call in ("knock", "word"):
        answer = ann.http.post(f"/api/tables/{table}/{call}", json={"word": "x"})
        assert answer.json()["code"] == "table/closed"
    assert [listed["id"] for listed in ann.http.get("/api/tables").json()] == [other]
    assert elsewhere.ask("say", text="nothing has happened here")["type"] == "ack"
    assert len(admin("guests", table, "--db", empty)[1].splitlines()) == 1
    assert admin("close", table, "--lift", "--db", empty)[0] == 0
    wait_for(lambda: ann.http.post(f"/api/tables/{table}/knock").status_code == 204, "the table is open")
    assert admin("close", "nosuchtable", "--db", empty)[0] == 1


def test_of_a_closed_table_that_is_deleted_nothing_is_left(
    empty: str, serve: Serve, admin: Callable[..., tuple[int, str]]
) -> None:
    served = serve(empty)
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    goes, stays = ann.open_table("rwd", 3, word="Dachs"), ann.open_table("rwd", 3)
    ben.http.post(f"/api/tables/{goes}/word", json={"word": "Dachs"}).raise_for_status()
    assert admin("close", goes, stays, "--db", empty)[0] == 0
    assert goes in stored(served)
    assert admin("delete", goes, "--db", empty)[0] == 0
    assert goes not in stored(served)
    assert admin("sanctions", "--db", empty)[1].split()[:2] == ["close", stays]


def test_an_address_or_a_network_is_banned(serve: Serve, admin: Callable[..., tuple[int, str]], tmp_path: Path) -> None:
    db = str(tmp_path / "t.db")
    served = serve(db, proxies=frozenset({"127.0.0.1"}))
    for who in ("2001:db8:1:2:3::4", "2001:db8:2::7/48", "198.51.100.7/24", "::ffff:192.0.2.9/120", "203.0.113.5/32"):
        assert admin("ban", who, "--db", db)[0] == 0
    told = admin("sanctions", "--db", db)[1].split()
    keys = ["2001:db8:1:2::/64", "2001:db8:2::/48", "198.51.100.0/24", "192.0.2.0/24", "203.0.113.5"]
    assert [word for word in told if "." in word or "::" in word] == keys
    for nobody in ("127.0.0.1", "0.0.0.0/0", "::/0", "198.51.100.7:443", "198.51.100.0/33", "nobodyknown", ""):
        assert admin("ban", nobody, "--db", db)[0] == 1

    def wait_until(address: str, status: int) -> None:
        visitor = served.visitor("Ann")
        visitor.http.headers["X-Forwarded-For"] = address
        body = {"game": "rwd", "seats": 3}
        wait_for(lambda: visitor.http.post("/api/tables", json=body).status_code == status, address)

    outside = ("2001:db8:1:3::99", "2001:db8:3::1", "198.51.101.1", "203.0.113.6")
    inside = ("2001:db8:1:2::99", "2001:db8:2:ffff::1", "198.51.100.255", "192.0.2.77", "203.0.113.5")
    for address, status in (*((each, 403) for each in inside), *((each, 201) for each in outside)):
        wait_until(address, status)
    assert admin("mute", "203.0.113.0/24", "--db", db)[0] == 0
    talker = served.visitor("Ann")
    wire = talker.wire(served.visitor("Ben").open_table(), headers={"X-Forwarded-For": "203.0.113.6"})
    wait_for(lambda: wire.ask("say", text="heard?")["type"] == "refusal", "nobody hears that network")
    assert admin("ban", "198.51.100.0/24", "--lift", "--db", db)[1].startswith("198.51.100.0/24 ")
    wait_until("198.51.100.255", 201)


def test_who_waits_for_others_and_is_banned_by_address_waits_no_more(
    empty: str, serve: Serve, admin: Callable[..., tuple[int, str]]
) -> None:
    """Though they ask no more, and others are told so at another node."""
    still: dict[str, Any] = {"now": lambda: 1e9}  # nobody is away
    served, other = serve(empty, proxies=frozenset({"127.0.0.1"}), **still), serve(empty, **still)
    wish = {"games": {"wysiwyg": 2}, "wait": None, "level": "gentle"}
    for name, address, banned in (("Eve", "203.0.113.5", "203.0.113.5"), ("Ed", "2001:db8:2:3::4", "2001:db8:2::/48")):
        visitor = served.visitor(name)
        visitor.http.headers["X-Forwarded-For"] = address
        visitor.http.post("/api/me/waiting", json=wish).raise_for_status()
        assert [each["waiting"] for each in other.visitor().http.get("/api/waiting").json()] == [1]
        assert admin("ban", banned, "--db", empty)[0] == 0
        wait_for(lambda: other.visitor().http.get("/api/waiting").json() == [], f"{name} waits no more")
    assert other.visitor("Ann").http.post("/api/me/waiting", json=wish).json()["table"] is None


def test_everybody_is_looked_up_in_many_networks_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    nets = [f"198.51.{n}.0/24" for n in range(100)] + [f"2001:db8:{n}::/48" for n in range(1, 100)]
    rows = [SimpleNamespace(kind="ban", who=who, until=inf if who != nets[9] else 1.0) for who in nets]
    store: Any = SimpleNamespace(read=AsyncMock(return_value=rows))
    held = sanctions.Sanctions(store)
    asyncio.run(held.look())
    read = Mock(side_effect=network_of)
    monkeypatch.setattr(sanctions, "network_of", read)
    for who, is_banned in (
        ("198.51.7.9", True),
        ("198.51.9.9", False),  # any more
        ("198.52.7.9", False),
        ("2001:db8:7:1::/64", True),
        ("a" * 22, False),
    ):
        with pytest.raises(Refused) if is_banned else nullcontext():
            held.check_visitor(who)
    assert read.call_count == 4  # each address once, an id not at all


def test_a_guest_is_forgotten(empty: str, serve: Serve, admin: Callable[..., tuple[int, str]]) -> None:
    served = serve(empty)
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    table = ann.open_table("rwd", 3)
    ann.wire(table).ask("say", text="I was here")
    wire = ben.wire(table)
    wire.ask("sit", seat=1)
    assert "I was here" in str(wire.messages)
    told = [line.split() for line in admin("guests", table, "--db", empty)[1].splitlines()]
    id_of = {name: who for who, name in told}
    assert admin("ban", id_of["Ann"], "--db", empty)[0] == 0
    assert admin("forget", id_of["Ann"], "--db", empty)[0] == 0
    assert admin("guests", table, "--db", empty)[1].split() == [id_of["Ben"], "Ben"]
    assert admin("sanctions", "--db", empty)[1].split() == []
    assert wire.closed() == 1012  # its node has heard of it
    back = ben.wire(table)
    assert [seat["name"] for seat in back.table["seats"]] == [None, "Ben", None]
    assert "I was here" not in str(back.messages)
    assert ann.http.get("/api/me").json()["name"] is None
    code, said = admin("forget", id_of["Ann"], "--db", empty)
    assert (code, said.strip()) == (1, f"torite: there is no guest with the id {id_of['Ann']}")
