"""Starting: what the operator is told when it does not work, and the pages being there quickly when it does."""

import asyncio
import gc
import os
import socket
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from server.servers import Process
from torite.cli.admin import _copy
from torite.games import GAMES
from torite.server import run
from torite.server.people.guests import load_key
from torite.server.run import ServeError, listen, make_settings, serve


def test_port_in_use() -> None:
    with listen("127.0.0.1", 0) as taken, pytest.raises(ServeError, match="cannot listen"):
        serve_nothing = listen("127.0.0.1", taken.getsockname()[1])
        serve_nothing.close()


def test_address_that_is_not_ours() -> None:
    for host, port in (("203.0.113.1", 0), ("127.0.0.1", 99999), ("no such host", 0), ("ö..ö", 0)):
        with pytest.raises(ServeError, match="cannot listen"):
            listen(host, port)


def test_ipv6() -> None:
    try:
        with listen("::1", 0) as sock:
            assert sock.family == socket.AF_INET6
    except ServeError:
        pytest.skip("no IPv6 here")


def test_database_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "t.db").write_text("dear diary" * 500)
    with pytest.raises(ServeError, match="not a database"):
        serve(port=0, db=str(tmp_path / "t.db"))
    (tmp_path / "file").write_text("")
    with pytest.raises(ServeError, match="cannot use"):
        serve(port=0, db=str(tmp_path / "file" / "t.db"))
    (tmp_path / "gone.db").symlink_to(tmp_path / "nowhere" / "t.db")
    with pytest.raises(ServeError, match=r"gone\.db: No such file or directory"):
        serve(port=0, db=str(tmp_path / "gone.db"))


@pytest.mark.parametrize("missing", ["asyncpg", "greenlet"])
def test_what_postgresql_needs_is_told(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)  # as if it were not installed
    with pytest.raises(ServeError, match=r"pip install 'torite\[postgres\]'"):
        serve(port=0, db="postgresql://u@127.0.0.1:1/x")


def test_ports_for_figures_that_are_taken(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as taken, pytest.raises(ServeError, match="cannot listen"):
        serve(port=0, db=str(tmp_path / "t.db"), workers=2, metrics=taken.getsockname()[1] - 1)


def test_the_door_for_nodes_is_tried_before(tmp_path: Path) -> None:
    db = str(tmp_path / "t.db")
    with listen("127.0.0.1", 0) as taken, pytest.raises(ServeError, match="cannot listen"):
        serve(port=0, db=db, address=f"127.0.0.1:{taken.getsockname()[1]}")
    with pytest.raises(ServeError, match=r"--node 127\.0\.0\.1$"):
        serve(port=0, db=db, workers=2, address="127.0.0.1:8100")


def test_where_there_is_no_house_no_key_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torite.server.run.platformdirs.user_data_dir", lambda _: str(tmp_path))
    with pytest.raises(ServeError, match="cannot use"):
        serve(port=0, db="postgresql://u@127.0.0.1:1/x")
    assert [*tmp_path.iterdir()] == []


def test_key_is_kept_and_secret(tmp_path: Path) -> None:
    one = make_settings(str(tmp_path / "deep" / "t.db"), GAMES, []).key
    two = make_settings(str(tmp_path / "deep" / "t.db"), GAMES, []).key
    assert one == two
    assert len(one) == 32
    assert (tmp_path / "deep" / "t.db.key").stat().st_mode & 0o777 == 0o600


def test_all_who_make_a_key_at_the_same_time_have_the_same(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        assert len({*pool.map(load_key, [tmp_path / "key"] * 40)}) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["key"]


@pytest.mark.parametrize("make", [load_key, lambda key: _copy(Path(__file__), key)], ids=["made", "copied"])
def test_a_key_is_on_the_disk_before_it_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Callable[[Path], object]
) -> None:
    """A machine that lost its power within half a minute had an empty one, and the house did not open any more."""
    key, found, sync = tmp_path / "key", list[tuple[int, bool]](), os.fsync

    def synced(file: int) -> None:
        sync(file)
        found.append((os.fstat(file).st_ino, key.exists()))

    monkeypatch.setattr(os, "fsync", synced)
    make(key)
    about = key.stat()
    assert found == [(about.st_ino, False), (tmp_path.stat().st_ino, True)]
    assert about.st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [key]


def test_short_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"")
    with pytest.raises(OSError, match=r"^it is no signing key"):
        load_key(tmp_path / "key")


def test_one_clear_line_with_the_address(process: Process) -> None:
    first = process.log.read_text().splitlines()[0]
    assert first == f"torite serves at {process.base}/ (Ctrl-C ends it)"


def test_garbage_is_searched_for_when_memory_has_grown(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = [0, 1, run.GROWN - 1, run.GROWN, 2 * run.GROWN, 2 * run.GROWN]
    left: list[int] = []  # sizes, at each search
    monkeypatch.setattr(run, "LOOK", 0.0)
    monkeypatch.setattr(run, "_memory", lambda: sizes.pop(0))
    monkeypatch.setattr(gc, "collect", lambda: left.append(len(sizes)))
    with pytest.raises(IndexError):
        asyncio.run(run._tidy())
    assert left == [2]


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="by design: the system does not say")
def test_how_much_memory_there_is() -> None:
    before = run._memory()
    held = os.urandom(64 * 2**20)
    assert run._memory() - before > len(held) / 2
