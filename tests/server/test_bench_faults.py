"""bench/faults.py works: connections between nodes are cut and slowed while people play, and nothing is lost."""

import re
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).parents[2] / "bench" / "faults.py"


def test_faults_are_counted() -> None:
    few = ["--kinds", "slow", "cut", "--nodes", "2", "--players", "4"]
    done = subprocess.run([sys.executable, BENCH, *few], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 lost, 0 twice" in done.stdout
    assert int(re.findall(r"^(\d+) moves acknowledged", done.stdout, re.MULTILINE)[0]) > 10
