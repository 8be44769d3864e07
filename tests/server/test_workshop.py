"""Game files that are being worked at: what is saved is played, what is wrong is said and the game stays as it was."""

import asyncio
import fcntl
import gc
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import pytest
import uvloop

from server.servers import Process
from server.visitor import Visitor, Wire, wait_for
from torite.cards.kernel import JIT
from torite.games.load import GameFileError
from torite.server.play import workshop

SOURCE = Path(__file__).with_name("edited_whist.txt").read_text("utf-8")
FINE = "reloaded, it can be played"
PROGRAM = (sys.executable, "-W", "ignore", "-m", "torite.cli", "serve", "--bot-pause", "0", "--watch")

pytestmark = [
    pytest.mark.skipif(not JIT, reason="by design: without kernels every change is checked first"),
    pytest.mark.xdist_group("workshop"),
]


def serve(folder: Path) -> tuple[Process, Path]:
    """A server, and the file that it watches."""
    file = folder / "game" / "whist.py"
    file.parent.mkdir()
    file.write_text(SOURCE, "utf-8")
    return Process(folder, "--game", str(file), program=PROGRAM), file


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server that watches a designer's file."""
    server, _ = serve(tmp_path_factory.mktemp("house"))
    yield server
    server.stop()


@pytest.fixture
def file(server: Process) -> Iterator[Path]:
    """The file, which is as it was again when a test ends."""
    file = server.log.parent / "game" / "whist.py"
    yield file
    ann = server.visitor("Ann")
    before = read(server, FINE)
    file.write_text(SOURCE + f"# {before}\n", "utf-8")
    wait_for(lambda: read(server, FINE) > before, "the end of the test")
    assert info(ann)["problems"] == {}


def read(server: Process, what: str) -> int:
    """How often the terminal has said that."""
    return server.log.read_text("utf-8").count(what)


def change(file: Path, old: str, new: str) -> None:
    """Save the file with something else in it."""
    source = file.read_text("utf-8")
    assert old in source
    file.write_text(source.replace(old, new), "utf-8")


def info(visitor: Visitor) -> dict[str, Any]:
    """What is told of the game."""
    games: list[dict[str, Any]] = visitor.http.get("/api/games").json()
    return next(game for game in games if game["name"] == "whist")


def sit(visitor: Visitor) -> Wire:
    """A match against bots."""
    return visitor.wire(visitor.open_table("whist", 4, fill="gentle", start=True))


def test_new_words_are_there_at_once_also_at_a_table(server: Process, file: Path) -> None:
    ann = server.visitor("Ann")
    wire = sit(ann)
    assert info(ann)["watched"]
    change(file, '"Whist"', '"Whist for four"')
    assert wire.until("rules") == {"type": "rules", "outdated": False, "problems": {}}
    assert info(ann)["texts"]["en"]["game.whist.name"] == "Whist for four"


def test_new_zones_are_on_a_table_that_is_played_at(server: Process, file: Path) -> None:
    wire = sit(server.visitor("Ann"))
    assert any(zone["kind"] == "taken" for zone in wire.table["scene"]["zones"])
    change(file, '        Taken("tricks"),\n', "")
    wire.until_table(lambda table: all(zone["kind"] != "taken" for zone in table["scene"]["zones"]))
    wire.until_legal()
    assert wire.act()["type"] == "ack"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("GAME = Game(", "GAME = Game(]", "line 159: closing parenthesis"),
        ("GAME = Game(", "GAME = Gime(", "Gime"),
        ("GAME = Game(", "raise SystemExit(3)\nGAME = Game(", "SystemExit"),
        ("GAME = Game(", "raise KeyboardInterrupt('here')\nGAME = Game(", "KeyboardInterrupt: here"),
        ("result=result,", "result=None,", "result"),
        ('Taken("tricks")', 'Taken("trucks")', "trucks"),
        ('name="whist"', 'name="twist"', "twist"),
        ("scores = s.scores.tolist()\n", "scores = [s.scores[9]]\n", "outcome"),
    ],
)
def test_what_is_wrong_is_said_until_it_is_mended(server: Process, file: Path, old: str, new: str, told: str) -> None:
    ann = server.visitor("Ann")
    wire = sit(ann)
    change(file, old, new)
    message = wire.until(lambda message: message["type"] == "rules" and message["problems"])
    assert message["problems"].keys() == {"en", "de", "ja"}
    assert told in "\n".join(message["problems"]["en"])
    assert info(ann)["problems"] == message["problems"]
    assert read(server, message["problems"]["en"][0])  # in the terminal, too
    sit(ann).until_legal()  # the game stays as it was
    late = sit(ann)
    assert late.until("rules")["problems"] == message["problems"]
    change(file, new, old)
    wire.until(lambda message: message["type"] == "rules" and not message["problems"])
    assert info(ann)["problems"] == {}


def test_a_match_goes_on_by_its_rules_and_the_next_is_by_the_new_ones(server: Process, file: Path) -> None:
    ann = server.visitor("Ann")
    wire, checked = sit(ann), read(server, f"Checking {file}")
    change(file, "points[p] = s.points[p] - s.points[(p + 1) % SEATS]", "points[p] = s.points[p] * 2")
    assert wire.until("rules")["outdated"]
    assert read(server, f"Checking {file}") > checked  # which takes a while
    wire.until_legal()
    assert wire.act()["type"] == "ack"
    wire.ask("reset")
    assert not [message for message in wire.messages if message["type"] == "rules"][-1]["outdated"]
    assert wire.table["phase"] == "lobby"
    assert wire.ask("start")["type"] == "ack"
    wire.until_legal()


def test_options_that_are_gone_leave_a_table_that_waits(server: Process, file: Path) -> None:
    ann = server.visitor("Ann")
    wire = ann.wire(ann.open_table("whist", 4, fill="gentle", options={"goal": 9}))
    change(file, 'Option("goal", (1, 5, 7, 9), 5)', 'Option("goal", (2, 3), 3)')
    wire.until_table(lambda table: table["options"] == {"goal": 3})
    assert wire.ask("start")["type"] == "ack"
    wire.until_legal()


def test_a_file_without_end_is_ended(server: Process, file: Path) -> None:
    """It is said, and the server reads what is saved next."""
    wire = sit(server.visitor("Ann"))
    change(file, "GAME = Game(", "while True:\n    pass\nGAME = Game(")
    assert "is there an endless loop" in wire.until("rules")["problems"]["en"][0]


def test_a_house_is_closed_while_a_file_is_checked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    endless = "import pathlib, sys, time; pathlib.Path(sys.argv[1]).touch(); time.sleep(600)"
    monkeypatch.setattr(workshop, "CHECK", (sys.executable, "-c", endless))
    begun = tmp_path / "begun"

    async def close_while_it_is_checked() -> None:
        checking = asyncio.create_task(workshop.check_apart(str(begun)))
        await asyncio.to_thread(wait_for, begun.exists, "the check")
        checking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await checking

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:  # which refuses to close what is still in use
        runner.run(close_while_it_is_checked())


def test_the_trial_of_a_check_that_is_given_up_ends_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Else one more plays on beside the next check for each time that a file is saved."""
    trial = (
        "import fcntl, sys, time; file = open(sys.argv[1], 'w'); fcntl.flock(file, fcntl.LOCK_EX);"
        "print('begun', file=file, flush=True); time.sleep(99)"
    )
    check = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {trial!r}, sys.argv[1]])"
    monkeypatch.setattr(workshop, "CHECK", (sys.executable, "-c", check))
    (played := tmp_path / "played").touch()

    async def save_again() -> None:
        checking = asyncio.create_task(workshop.check_apart(str(played)))
        await asyncio.to_thread(wait_for, lambda: played.stat().st_size > 0, "the trial")
        checking.cancel()
        await asyncio.gather(checking, return_exceptions=True)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(save_again())
    with played.open() as file:
        wait_for(lambda: is_free(file), "the end of the trial")


def is_free(file: IO[str]) -> bool:
    """Does no process have it locked that is alive?"""
    with suppress(BlockingIOError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False


def test_only_games_that_a_saved_file_is_of_are_looked_at(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pages = {
        "hearts.py": "import suits\n",
        "omnibus.py": "from hearts import GAME\n",
        "whist.py": "",
        "broken.py": "(",
        "deep.py": "-" * 100_000 + "1",
        "pipe.py": "",
    }
    for name, text in pages.items():
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "pipe.py").unlink()
    os.mkfifo(tmp_path / "pipe.py")  # of which nobody ever writes the end
    watcher: Any = workshop.Workshop.__new__(workshop.Workshop)
    watcher._files, watcher._looks = {name: tmp_path / name for name in pages}, {}
    looked: list[str] = []

    async def look(name: str, file: str) -> None:
        looked.append(name)

    async def looks_at(*saved: str) -> dict[str, list[str]]:
        found = {}
        for each in saved:
            looked.clear()
            watcher._saved({workshop.page_of(tmp_path / each)})
            await asyncio.gather(*watcher._looks.values())
            found[each] = looked.copy()
        return found

    monkeypatch.setattr(watcher, "_look", look)
    wanted = {
        "suits.py": ["hearts.py", "omnibus.py"],
        "hearts.de.md": ["hearts.py", "omnibus.py"],
        "omnibus.json": ["omnibus.py"],
        "whist.py": ["whist.py"],
        "broken.py": ["broken.py"],
        "deep.py": ["deep.py"],
        "pipe.py": ["pipe.py"],
        "other.py": [],
    }
    assert asyncio.run(looks_at(*wanted)) == wanted


def test_what_was_wrong_before_the_next_save_is_no_error_of_the_house(monkeypatch: pytest.MonkeyPatch) -> None:
    watcher: Any = workshop.Workshop.__new__(workshop.Workshop)
    watcher._good, errors = {"whist": None}, list[Any]()

    async def save_twice() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: errors.append(context))
        saved_again = asyncio.Event()

        async def read(file: str) -> None:
            await saved_again.wait()
            raise GameFileError(file, [("no_game", {})])

        monkeypatch.setattr(watcher, "_read", read)
        look = asyncio.create_task(watcher._look("whist", "whist.py"))
        await asyncio.sleep(0)
        look.cancel()
        await asyncio.gather(look, return_exceptions=True)
        saved_again.set()
        await asyncio.sleep(0.01)
        gc.collect()

    asyncio.run(save_twice())
    assert errors == []


def test_only_pages_and_their_texts_are_looked_at(tmp_path: Path) -> None:
    (tmp_path / "hearts.py").touch()
    of_a_page = ["hearts.py", "helper.py", "hearts.json", "hearts.de.md"]
    others = ["notes.md", "data.json", "hearts.png", "hearts.py~"]
    assert [name for name in (*of_a_page, *others) if workshop.is_of_a_page(tmp_path / name)] == of_a_page
