"""Ctrl-C before there is anything to be told: while a command is imported, and while its processes are."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path

import pytest

START = """
import os, signal, sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "torite":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
from torite_start import main
main()
"""
STARTED = """
import gc, json, signal, sys, types
sys.modules["torite"] = types.ModuleType("torite")
sys.modules["torite.cli"] = cli = types.ModuleType("torite.cli")
interruptible = lambda: signal.getsignal(signal.SIGINT) is signal.default_int_handler
cli.main = lambda: print(json.dumps([gc.isenabled(), gc.get_freeze_count() > 0, interruptible()]))
from torite_start import main
main()
"""
JOB = """
import os, signal
if os.environ["ASKING"] != str(os.getpid()):
    os.killpg(0, signal.SIGINT)
def work(job):
    return job
"""
ASK = """
import os
os.environ["ASKING"] = str(os.getpid())
from job import work
from torite.lab.workers import spread
try:
    list(spread(work, range(10), 2))
except KeyboardInterrupt:
    print("left")
"""


@pytest.fixture(autouse=True)
def interruptible() -> Iterator[None]:
    """Also where the tests run in the background of a shell: there Ctrl-C is ignored by all that is started."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The code in a process, and a group, of its own."""
    command, env = [sys.executable, "-c", code], os.environ | environment
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False, start_new_session=True)


def test_ctrl_c_while_a_command_is_imported() -> None:
    (command,) = entry_points(group="console_scripts", name="torite")
    assert command.value == "torite_start:main"
    done = python(START)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "\n")


def test_a_command_that_has_been_imported_is_as_any_other() -> None:
    assert json.loads(python(STARTED).stdout) == [True, True, True]


def test_ctrl_c_while_processes_are_imported(tmp_path: Path) -> None:
    (tmp_path / "job.py").write_text(JOB)
    done = python(ASK, PYTHONPATH=str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (0, "left\n", "")


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="such terminals are only there")
def test_a_terminal_that_is_closed_takes_no_match_along(tmp_path: Path) -> None:
    words = ["play", "rwd", "--level", "random", "--record", str(tmp_path / "r.jsonl")]
    done = python(f"""
import os, signal, sys
from torite.cli import main, play
signal.signal(signal.SIGHUP, signal.SIG_DFL)
play.out.input = lambda _: os.kill(os.getpid(), signal.SIGHUP)
sys.argv = ["torite", *{words}]
main()
""")
    assert done.returncode == 128 + signal.SIGHUP
    assert json.loads((tmp_path / "r.jsonl").read_text())["unfinished"]
