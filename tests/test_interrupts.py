"""Ctrl-C before there is anything to be told: while the processes of a command are imported."""

import os
import subprocess
import sys
from pathlib import Path

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


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The code in a process, and a group, of its own."""
    command, env = [sys.executable, "-c", code], os.environ | environment
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False, start_new_session=True)


def test_ctrl_c_while_processes_are_imported(tmp_path: Path) -> None:
    (tmp_path / "job.py").write_text(JOB)
    done = python(ASK, PYTHONPATH=str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (0, "left\n", "")
