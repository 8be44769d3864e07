"""bench/load.py works: people play, go away and come back, and nobody is refused."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench" / "load.py"


@pytest.mark.parametrize(("bots", "nodes"), [(None, "1"), ("gentle", "2")])
def test_load_is_measured(bots: str | None, nodes: str) -> None:
    few = ["--tables", "2", "--think", "0.02", "--seconds", "2", "--restless", "0.1", "--silent", "20"]
    few += ["--nodes", nodes]
    few += ["--bots", bots] if bots else []
    done = subprocess.run([sys.executable, BENCH, *few], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout)
    assert told["moves"] == told["also"]["act"] > 1
    assert told["refused"] == {}
    assert bots is None or told["also"]["bot"] > 1
    assert told["machine"]["syncs_per_s"] > 0
