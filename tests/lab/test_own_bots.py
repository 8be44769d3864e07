"""Bots from a file: they play, and whatever they do wrong is told with their seat."""

import importlib
import io
import json
import os
import pickle
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from torite import cli
from torite.cli.words import in_lines
from torite.games import GAMES
from torite.games.load import find_game, load_game
from torite.games.position import Position
from torite.lab.bot_files import sources
from torite.lab.bots import bot, bot_of
from torite.lab.match import match
from torite.lab.observe import Observer
from torite.lab.own import BotError, OwnPlayer, Turn, _prepare, own_player
from torite.lab.seating import GameRef
from torite.lab.side_by_side import side_by_side
from torite.lab.workers import WorkerError, stream
from torite.locale import LANGUAGES
from torite.search.deals import asking_deal, bots_rng, play_deal
from torite.search.players import RandomPlayer, SpecError

FILE = """
import time

class Lowest:
    def choose(self, turn):
        assert turn.scene.seat == turn.seat and turn.seconds_left() > 0
        return turn.legal[0]

class Chance:
    def choose(self, turn):
        return turn.rng.choice(turn.legal)

class Many:
    asked = []

    def choose_many(self, turns):
        self.asked.append(len(turns))
        return [turn.rng.choice(turn.legal) for turn in turns]

class ManyRaise:
    def choose_many(self, turns):
        assert all(turn.seat != 3 for turn in turns)
        return [turn.legal[0] for turn in turns]

class ManyCheat(ManyRaise):
    def choose_many(self, turns):
        return [turn.legal[0] if turn.seat != 3 else 7 for turn in turns]

class ManyFew(ManyRaise):
    def choose_many(self, turns):
        return [turn.legal[0] for turn in turns[1:]]

class ManySleep:
    def choose_many(self, turns):
        time.sleep(60)

class ManyWait:
    async def choose_many(self, turns):
        return []

class Raises:
    def choose(self, turn):
        raise ZeroDivisionError("by\\n  design")

class Cheats:
    def choose(self, turn):
        turn.legal[:] = ["nothing"]  # a copy, too
        return "nothing"

class Nonsense:
    def choose(self, turn):
        return 7

class Silent:
    def choose(self, turn):
        pass

class Sleeps:
    def choose(self, turn):
        time.sleep(60)

class Dozes:
    def choose(self, turn):
        time.sleep(turn.rng.random() / 1000)
        return turn.legal[0]

class Asserts:
    def choose(self, turn):
        assert len(turn.legal) > 99

class Breaks:
    def choose(self, turn):
        raise KeyboardInterrupt

class Deaf:
    def choose(self):
        return ""

class Waits:
    async def choose(self, turn):
        return turn.legal[0]

class Leaves:
    def choose(self, turn):
        raise SystemExit

class Peeks:
    def choose(self, turn):
        assert not any(int(turn.view.hands[p]) for p in range(4) if p != turn.seat)
        turn.view.hands[:] = 0  # a copy
        return turn.legal[-1]

class Needs:
    def __init__(self, something):
        pass

    def choose(self, turn):
        pass

Mute = object
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "bots.py"
    path.write_text(FILE)
    return str(path)


def begun() -> Position:
    position = Position(GAMES["plus-minus"], 4, seed=3)
    position.deal()
    return position


def deal(spec: str) -> Position:
    position = begun()
    play_deal(position, [RandomPlayer(), bot(spec), RandomPlayer(), RandomPlayer()], bots_rng(b"own"))
    return position


@pytest.mark.parametrize("name", ["Lowest", "Chance", "Peeks"])
def test_a_bot_plays_from_its_view(file: str, name: str) -> None:
    one, other = deal(f"{file}:{name}"), deal(f"{file}:{name}:5000ms")
    assert one.deal_over()
    assert one.log == other.log


def test_the_compiler_takes_no_time_of_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    made, before, one = list[object](), list[object](), Observer.one

    class Looks:
        def choose(self, turn: Turn) -> str:
            before.extend(made)
            return turn.legal[0]

    def noted(self: Observer, state: object, seat: int) -> object:
        made.append(self.dtype)
        return one(self, state, seat)

    monkeypatch.setattr(Observer, "one", noted)
    position = Position(GAMES["plus-minus"], 4, seed=1)
    position.deal()
    _prepare.cache_clear()
    seat = position.actors()[0]
    OwnPlayer("looks", Looks(), 1000).choose(position.game, position.view(seat), seat, 0)
    assert before == ["uint8", "float32"]  # what `turn.obs` would compile


@pytest.mark.parametrize(
    ("name", "code", "found"),
    [
        ("Raises", "raised", "ZeroDivisionError in bots.py, line 43: by design"),
        ("Leaves", "raised", "SystemExit"),
        ("Asserts", "raised", ": assert len(turn.legal) > 99"),
        ("Breaks", "raised", ": raise KeyboardInterrupt"),
        ("Cheats", "illegal", "tried to play 'nothing'"),
        ("Nonsense", "illegal", "tried to play 7"),
        ("Silent", "illegal", "tried to play None"),
        ("Sleeps:100ms", "slow", "not decide within 100 ms"),
    ],
)
def test_what_a_bot_does_wrong_is_told_with_its_seat(file: str, name: str, code: str, found: str) -> None:
    with pytest.raises(BotError) as failed:
        deal(f"{file}:{name}")
    error = pickle.loads(pickle.dumps(failed.value))  # as it comes from another process
    assert (error.code, error.params["seat"]) == (code, 1)
    assert "seat 1" in str(error)
    assert found in str(error)
    for lang in LANGUAGES:
        assert f"{file}:{name}" in error.tell(lang)


@pytest.mark.parametrize("name", ["Nobody", "Mute", "Deaf", "Needs", "Waits", "ManyWait"])
def test_what_is_no_bot_is_refused(file: str, name: str) -> None:
    with pytest.raises(SpecError) as refused:
        bot(f"{file}:{name}")
    for lang in LANGUAGES:
        assert name in refused.value.tell(lang)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("ManyRaise", "seat 3, .*AssertionError in bots.py, line 22"),  # though it was asked about others, too
        ("ManyCheat", "seat 3, .* tried to play 7"),
        ("ManyFew", "was asked about 2 turns and did not return as many codes in a list, but \\['D8'\\]"),
        ("ManySleep:50ms", "was asked about 2 turns and did not decide within 100 ms"),
    ],
)
def test_what_a_bot_of_many_turns_does_wrong_is_told(
    file: str, name: str, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("torite.lab.side_by_side.WAVES", 1)  # both are asked at once
    asked = bot(f"{file}:{name}")
    seated = [asked] * 4, [RandomPlayer(), RandomPlayer(), RandomPlayer(), asked]
    with pytest.raises(BotError, match=found) as failed:
        [*side_by_side([asking_deal(begun(), bots, bots_rng(b"own")) for bots in seated], 2)]
    for lang in LANGUAGES:
        assert f"{file}:{name}" in failed.value.tell(lang)


def test_beside_a_bot_that_may_think_long_fewer_deals_are_played_at_once(file: str) -> None:
    ref, asked = GameRef("plus-minus"), f"{file}:Many"
    for other, wanted in ("random", 20), (asked, 20), ("flat:1", 8), (f"{file}:Lowest", 8):
        match(ref, 4, [asked, other], deals=20, processes=1)
        bot_now: Any = own_player(asked).bot
        assert max(bot_now.asked) == wanted
        bot_now.asked.clear()


def test_other_machines_and_processes_find_the_same(file: str) -> None:
    def others(function: Callable[[Any], Any], jobs: Iterable[Any]) -> Generator[Any, None, None]:
        yield from map(function, jobs)

    bots = [f"{file}:Many", "random"]
    found = [match(GameRef("plus-minus"), 4, bots, deals=70, seed=2, processes=who).sides for who in (1, 2, others)]
    assert found[0] == found[1] == found[2]


def test_a_deal_among_many_is_told_when_it_ends(file: str) -> None:
    """Not all of them together, at the end: bots may think for minutes."""
    told = list[int]()
    bot_now: Any = own_player(f"{file}:Many").bot
    bot_now.asked.clear()
    match(
        GameRef("plus-minus"),
        4,
        [f"{file}:Many", "flat:1"],
        deals=20,
        processes=1,
        progress=lambda done, difference, error: told.append(len(bot_now.asked)),
    )
    calls = len(bot_now.asked)
    assert told[0] < calls / 2
    assert max(Counter(told).values()) <= 2


@pytest.mark.parametrize("words", [["match"], ["match", "--luck-adjusted"], ["simulate"]])
def test_how_many_turns_are_decided_at_once_changes_nothing(
    file: str, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("torite.cli.which.processes", lambda bots: 1)
    record = tmp_path / "record.jsonl"
    kind, *rest = words
    amount = ["--games", "6", "--record", str(record)] if kind == "simulate" else ["--deals", "6"]
    found, most = [], []
    for name, beside in ("Chance", 64), ("Many", 64), ("Many", 4), ("Many", 1):
        monkeypatch.setattr("torite.lab.side_by_side.BESIDE", beside)
        bots = f"{file}:{name},random" + ",random" * 2 * (kind == "simulate")
        assert cli.run([kind, "plus-minus", "--bots", bots, *amount, "--seed", "1", "--json", *rest]) == 0
        told = json.loads(capsys.readouterr().out)
        told |= {
            "seconds": 0,
            "matches_per_s": 0,
            "plays_per_s": 0,
            "record": kind == "simulate" and record.read_text(),
        }
        found.append(json.dumps(told).replace(f"{file}:{name}", "own"))
        asked: Any = own_player(f"{file}:Many").bot
        most.append(max(asked.asked, default=0))
        asked.asked.clear()
    assert found[0] == found[1] == found[2] == found[3]
    assert most == [0, 6, 4, 1]


@pytest.mark.parametrize("rest", ["", ":", ":Lowest:5", ":Lowest:0ms", ":Lowest:1s", ":Lowest:999999999ms"])
def test_how_a_bot_of_ones_own_is_written_is_told(file: str, rest: str) -> None:
    with pytest.raises(SpecError, match=r"is written FILE\.py:CLASS"):
        bot(f"{file}{rest}")


def test_files_that_are_missing_or_broken_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"there is no file nowhere\.py"):
        bot("nowhere.py:Bot")
    (tmp_path / "broken.py").write_text("import json\n\nraise OSError('no disk')\n")
    with pytest.raises(SpecError, match="OSError on line 3: no disk"):
        bot(f"{tmp_path}/broken.py:Bot")
    (tmp_path / "unread.py").write_text("import json\n\nclass Bot\n")
    with pytest.raises(SpecError, match="SyntaxError on line 3: expected ':'"):
        bot(f"{tmp_path}/unread.py:Bot")
    (tmp_path / "called.py").write_text("import json\n\njson.loads('{')\n")
    with pytest.raises(SpecError, match="JSONDecodeError on line 3"):
        bot(f"{tmp_path}/called.py:Bot")
    (tmp_path / "program.py").write_text("import sys\n\nsys.exit(0)\n")
    with pytest.raises(SpecError, match="SystemExit on line 3: 0"):
        bot(f"{tmp_path}/program.py:Bot")
    made = "class Bot:\n    def __init__(self):\n        {}\n    def choose(self, turn):\n        pass\n"
    (tmp_path / "made.py").write_text(made.format("self.net = open('nowhere.npz').read()"))
    with pytest.raises(SpecError, match="FileNotFoundError on line 3: "):
        bot(f"{tmp_path}/made.py:Bot")


def test_a_file_may_import_what_lies_beside_it(tmp_path: Path) -> None:
    """Each its own, where several have the same name; and it is read again when one of the two has changed."""
    for folder, place in (("old", 0), ("new", -1)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "helper.py").write_text(f"PLACE = {place}\n")
        (tmp_path / folder / "mine.py").write_text(
            "from helper import PLACE\nclass Bot:\n    def choose(self, turn):\n        return turn.legal[PLACE]\n"
        )
    old, new = (f"{tmp_path}/{folder}/mine.py:Bot" for folder in ("old", "new"))
    before = [deal(old).log, deal(new).log]
    assert before[0] != before[1] and "helper" not in sys.modules
    (tmp_path / "old" / "helper.py").write_text("PLACE = -1  # now\n")
    assert deal(old).log == before[0]  # in the middle of a match
    bot_of(old, GAMES["plus-minus"], 4)
    assert deal(old).log == before[1]


def test_a_bot_may_import_and_read_what_lies_beside_it_when_it_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a network does; and with other weights it is another bot."""
    (tmp_path / "net.py").write_text("def place(weights):\n    return int(weights[0])\n")
    (tmp_path / "mine.py").write_text(
        "import numpy as np\nfrom pathlib import Path\nBIAS = np.load('bias.npy')\nclass Bot:\n"
        "    def __init__(self):\n        from net import place\n"
        "        self.place = place(np.load(Path(__file__).parent / 'run' / 'net.npy')) + int(BIAS[0])\n"
        "    def choose(self, turn):\n        return turn.legal[self.place]\n"
    )
    (tmp_path / "run").mkdir()
    monkeypatch.chdir(tmp_path)
    np.save("bias.npy", [0])
    np.save("run/net.npy", [0])
    logs, kept = [], []
    for changed in ("bias.npy", "run/net.npy", None):
        bot_of("mine.py:Bot", GAMES["plus-minus"], 4)
        logs.append(deal("mine.py:Bot").log)
        kept.append(sources("mine.py", "Bot"))
        if changed:
            np.save(changed, [-1 if changed == "bias.npy" else 1])
    assert logs[0] == logs[2] != logs[1] and "net" not in sys.modules
    assert len(kept[0]) == 4 and kept[0] != kept[1] != kept[2] != kept[0]
    assert b"class Bot" in kept[0][0]  # the bot's own file first, however the others are called


def test_a_bot_is_made_once_for_a_match(tmp_path: Path) -> None:
    """What it has loaded it keeps, also where training goes on and writes other weights meanwhile."""
    (tmp_path / "mine.py").write_text(
        "from pathlib import Path\nclass Bot:\n"
        "    def __init__(self):\n        self.place = int(Path(__file__).with_name('net.txt').read_text())\n"
        "    def choose(self, turn):\n        return turn.legal[self.place]\n"
    )
    spec, logs = f"{tmp_path}/mine.py:Bot", []
    for place, begins in ((0, True), (-1, False), (-1, True)):
        (tmp_path / "net.txt").write_text(str(place))
        if begins:
            bot_of(spec, GAMES["plus-minus"], 4)
        logs.append(deal(spec).log)
        assert bot(spec) is bot(spec)
    assert logs[0] == logs[1] != logs[2]


def test_what_a_bot_cannot_open_is_no_fault_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as a text that is tried as a file's name first, or a link that leads to itself."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "self").symlink_to("self")
    (tmp_path / "mine.py").write_text(
        "from contextlib import suppress\nfor name in ('x' * 5000, 'self'):\n"
        "    with suppress(OSError):\n        open(name)\n"
        "class Bot:\n    def choose(self, turn):\n        return turn.legal[0]\n"
    )
    bot_of("mine.py:Bot", GAMES["plus-minus"], 4)
    assert len(sources("mine.py", "Bot")) == 1


def test_an_edited_file_is_another_bot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In one process too, as a notebook is, and within one second."""
    file = tmp_path / "edited.py"
    words = ["match", "plus-minus", "--bots", f"{file}:Bot,random", "--deals", "2", "--json"]
    told = []
    for place in "0", "1", "0":
        file.write_text(f"class Bot:\n    def choose(self, turn):\n        return turn.legal[-{place}]\n")
        spec = bot_of(f"{file}:Bot", GAMES["plus-minus"], 4).spec  # type: ignore[attr-defined]
        told.append(deal(spec).log)
    assert told[0] == told[2] != told[1]
    assert cli.run(words) == 0 and json.loads(capsys.readouterr().out)["deals"] == 2


def test_an_edited_page_is_another_game(tmp_path: Path) -> None:
    page = tmp_path / "whist_edited.py"
    text = Path("examples/whist.py").read_text("utf-8")
    page.write_text(text, "utf-8")
    first = find_game(str(page))
    assert find_game(page) is load_game(str(page)) is first
    page.write_text(text + "\n# a change\n", "utf-8")
    assert load_game(str(page)) is first  # in the middle of a match
    again = find_game(str(page))
    assert again is not first and load_game(str(page)) is again


def test_bots_asked_by_several_threads_leave_the_output_alone(file: str) -> None:
    before, asked = sys.stdout, bot(f"{file}:Dozes")
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: play_deal(begun(), [asked] * 4, bots_rng(b"own")), range(4)))
    assert sys.stdout is before


def test_one_thread_decides_again_and_again(tmp_path: Path) -> None:
    """To begin one for each turn took longer than all else; after a bot that was too slow, it is another."""
    path = tmp_path / "where.py"
    path.write_text(
        "import threading, time\nseen = []\nclass Where:\n    def choose(self, turn):\n"
        "        seen.append(threading.get_ident())\n        return turn.legal[0]\n"
        "class Slow:\n    def choose(self, turn):\n        time.sleep(60)\n"
    )
    asked = bot(f"{path}:Where")
    assert isinstance(asked, OwnPlayer)
    play_deal(begun(), [asked] * 4, bots_rng(b"own"))
    seen = sys.modules[type(asked.bot).__module__].seen
    assert len(seen) == 36 and len({*seen}) == 1
    with pytest.raises(BotError, match="did not decide within 5 ms"):
        deal(f"{path}:Slow:5ms")
    play_deal(begun(), [asked] * 4, bots_rng(b"own"))
    assert len(seen) == 72 and len({*seen[36:]}) == 1 and seen[0] != seen[-1]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is none")
def test_a_bot_decides_in_a_fork_too(file: str) -> None:
    code = f"""if 1:
        import os, sys
        sys.path.insert(0, "tests/lab")
        from test_own_bots import deal
        wanted = deal("{file}:Lowest").log
        child = os.fork()
        if child == 0:
            os._exit(deal("{file}:Lowest").log != wanted)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    """
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True, timeout=60)


def test_processes_for_all_cores_have_a_thread_each() -> None:
    """The networks of two bots would fight over two cores with two threads each."""
    told = "[*spread(os.getenv, ['OMP_NUM_THREADS'] * 2, 2), os.getenv('OMP_NUM_THREADS')]"
    for given, wanted in (None, ["1", "1", None]), ("3", ["3", "3", "3"]):
        code = f"import json, os; from torite.lab.workers import spread; print(json.dumps({told}))"
        env = {name: value for name, value in os.environ.items() if name != "OMP_NUM_THREADS"}
        env |= {"OMP_NUM_THREADS": given} if given else {}
        done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
        assert json.loads(done.stdout) == wanted


JOBS = """
import pathlib, time

def work(folder):
    if folder is None:
        raise ValueError("fails")
    yield "first"
    while not pathlib.Path(folder, "go").exists():
        time.sleep(0.01)
    yield "second"
    time.sleep(600)
"""


def test_what_a_process_has_done_of_its_share_is_told_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And who has heard enough does not wait for the rest."""
    (tmp_path / "jobs_of_a_share.py").write_text(JOBS)
    monkeypatch.syspath_prepend(tmp_path)
    with closing(stream(importlib.import_module("jobs_of_a_share").work, [tmp_path], 2)) as found:
        assert next(found) == "first"
        (tmp_path / "go").touch()
        assert next(found) == "second"


def test_where_a_share_fails_the_others_are_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They might wait themselves, for somebody to hear what they have found."""
    (tmp_path / "jobs_that_fail.py").write_text(JOBS)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ValueError, match="fails"):
        [*stream(importlib.import_module("jobs_that_fail").work, [tmp_path, None], 2)]


KILLED = """
import os, signal, struct
from torite.lab import workers

def work(share):
    yield "whole"
    writer, lock = workers._TELLING
    lock.acquire()
    os.write(writer.fileno(), struct.pack("!i", 100) + b"half")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signals")
def test_the_rest_of_half_a_message_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor for the leave to send that who was killed at it never gave back."""
    (tmp_path / "jobs_half_told.py").write_text(KILLED)
    monkeypatch.syspath_prepend(tmp_path)
    found = stream(importlib.import_module("jobs_half_told").work, [None, None], 2)
    assert next(found) == "whole"
    with pytest.raises(WorkerError, match="ended unexpectedly"):
        list(found)


def test_what_a_bot_prints_is_no_output(tmp_path: Path) -> None:
    """In this process and in others, with the module, the object and the move."""
    (tmp_path / "loud.py").write_text(
        "print('module')\nclass Loud:\n    def __init__(self):\n        print('made')\n"
        "    def choose(self, turn):\n        print('move')\n        return turn.legal[0]\n"
    )
    words = ["match", "plus-minus", "--bots", f"{tmp_path}/loud.py:Loud,random", "--deals", "2", "--json"]
    for cores in 1, 2:
        code = f"from torite.lab import match; match.cores = lambda: {cores}; from torite.cli import main; main()"
        done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True)
        assert json.loads(done.stdout)["deals"] == 2
        assert all(word in done.stderr for word in ("module", "made", "move"))


def test_a_bot_that_ends_its_process_is_told(tmp_path: Path) -> None:
    (tmp_path / "ends.py").write_text("import os\nclass Ends:\n    def choose(self, turn):\n        os._exit(0)\n")
    spec = f"{tmp_path}/ends.py:Ends"
    code = "from torite.cli import which; which.cores = lambda: 1; from torite.cli import main; main()"
    record = tmp_path / "r.jsonl"
    for words in (
        ["match", "--bots", f"{spec},random", "--deals", "2"],
        ["simulate", "--bots", spec, "--games", "1"],
        ["play", "--bots", f"random,random,{spec},random", "--record", str(record)],
    ):
        line = [sys.executable, "-c", code, *words, "plus-minus", "--seed", "3"]
        done = subprocess.run(line, input="1\n" * 9, capture_output=True, text=True, check=False)
        assert done.returncode == 1 and (not done.stdout or words[0] == "play")
        assert "a bot of ends.py ended it" in " ".join(done.stderr.split())
    assert json.loads(record.read_text())["unfinished"]  # what was played is kept


def test_a_bot_that_fails_at_once_takes_no_record_away(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, record = tmp_path / "fails.py", tmp_path / "r.jsonl"
    file.write_text("class Fails:\n    def choose(self, turn):\n        return 1 / 0\n")
    record.write_text("what was there before")
    line = ["simulate", "rwd", "--bots", f"{file}:Fails", "--games", "1", "--record", str(record)]
    assert cli.run(line) == 1 and "division by zero" in capsys.readouterr().err
    assert record.read_text() == "what was there before"


def test_a_long_name_is_told_whole(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the terminal is narrow."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    own = f"{'a_long_way_' * 4}to.py:Lowest"
    Path(own.partition(":")[0]).write_text(FILE)
    for words in (
        ["match", "plus-minus", "--bots", f"{own},random", "--deals", "2"],
        ["ladder", "l.json", "plus-minus", "--bots", f"{own},random", "--deals", "1"],
        ["simulate", "plus-minus", "--bots", own, "--games", "1"],
    ):
        assert cli.run(words) == 0
        names = "".join(
            line.split("│")[1 + (words[0] == "simulate")].strip() for line in table(capsys.readouterr().out)
        )
        assert own in names


def test_a_name_is_not_broken_where_headings_can_be(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    own = "quite_cautious.py:Lowest"
    Path("quite_cautious.py").write_text(FILE)
    for words in (
        ["match", "plus-minus", "--bots", f"{own},random", "--deals", "2"],
        ["ladder", "l.json", "plus-minus", "--bots", f"{own},random", "--deals", "1"],
        ["simulate", "plus-minus", "--bots", own, "--games", "1"],
    ):
        assert cli.run(words) == 0
        assert f" {own} │" in capsys.readouterr().out


def test_a_long_name_is_broken_behind_a_word_or_a_folder() -> None:
    told = in_lines("ws:node /home/somebody/projects/cards/bots/main.js --level 3").splitlines()
    assert told == ["ws:node /home/somebody/", "projects/cards/bots/main.js", "--level 3"]
    assert in_lines("ismcts:40ms") == "ismcts:40ms"


def table(told: str) -> list[str]:
    """Its rows."""
    return [line for line in told.splitlines() if line.startswith("│")]


def test_on_the_command_line(file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    own = f"{file}:Lowest"
    assert cli.run(["match", "plus-minus", "--bots", f"{own},random", "--deals", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sides"][0]["bot"] == own
    assert cli.run(["simulate", "wizard", "--bots", own, "--games", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["bots"] == [own] * 4
    assert cli.run(["simulate", "wizard", "--bots", f"{file}:Raises", "--games", "1"]) == 1
    assert "A bot failed: seat " in capsys.readouterr().err
    assert cli.run(["match", "wizard", "--bots", f"random,{file}:Silent", "--deals", "2"]) == 1
    assert "tried to play None" in capsys.readouterr().err
    assert cli.run(["play", "wizard", "--bots", f"{file}:Nobody"]) == 2
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert cli.run(["play", "plus-minus", "--bots", f"{file}:Raises", "--seat", "3", "--seed", "1"]) == 1
    assert "by design" in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signals")
@pytest.mark.parametrize("how", ["SIGTERM", "SIGKILL"])
def test_nothing_is_left_of_a_match_that_is_ended(tmp_path: Path, how: str) -> None:
    """Neither processes nor what they have begun."""
    (tmp_path / "slow.py").write_text(SLOW)
    words = ["match", "plus-minus", "--bots", "slow.py:Slow,random", "--deals", "50"]
    code = "from torite.lab import match; match.cores = lambda: 2; from torite.cli import main; main()"
    process = subprocess.Popen([sys.executable, "-c", code, *words], cwd=tmp_path)
    wait_for(lambda: len([*tmp_path.glob("pid.*")]) == 2)
    pids = [int(file.suffix[1:]) for file in tmp_path.glob("pid.*")]
    assert all(map(is_alive, pids))
    process.send_signal(getattr(signal, how))
    assert process.wait(10) == (-signal.SIGKILL if how == "SIGKILL" else 128 + signal.SIGTERM)
    wait_for(lambda: not any(map(is_alive, pids)))


SLOW = """
import os, pathlib, time

class Slow:
    def choose(self, turn):
        pathlib.Path(f"pid.{os.getpid()}").touch()
        time.sleep(0.5)
        return turn.legal[0]
"""


def is_alive(pid: int) -> bool:
    """Is there such a process?"""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_for(come: Callable[[], bool]) -> None:
    """Until it has come, for up to half a minute."""
    end = time.monotonic() + 30
    while not come():
        assert time.monotonic() < end
        time.sleep(0.05)
