"""scripts/summary.py: nothing is left out in silence; in CI nothing may be."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FINE = "==== 7 passed, 1 skipped in 2.0s ====\nSKIPPED [1] tests/test_x.py:3: by design: nothing to see\n"
CLIENT = "\x1b[2m      Tests \x1b[22m \x1b[32m27 passed\x1b[39m | \x1b[33m2 skipped\x1b[39m (29)\n"


def closing(folder: Path, failed: str = "", ci: str = "true", **logs: str) -> tuple[int, str]:
    """What it says of these logs, beside those of steps that went well."""
    for step, log in (dict.fromkeys(("tests", "browser", "plain", "bounds"), FINE) | logs).items():
        (folder / step).write_text(log)
    script = [sys.executable, str(ROOT / "scripts" / "summary.py"), str(folder), *failed.split()]
    done = subprocess.run(script, env={"CI": ci}, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def test_all_went_well(tmp_path: Path) -> None:
    assert closing(tmp_path, client="Tests  29 passed (29)") == (0, "\n==== summary\n28 passed, 0 failed, 4 skipped\n")


@pytest.mark.parametrize(
    ("step", "log", "told"),
    [
        ("browser", FINE + "SKIPPED [2] tests/test_y.py:9: no Chromium\n", "2 x tests/test_y.py:9: no Chromium"),
        ("tests", FINE + "XFAIL tests/test_z.py::test_z - later\n", "1 x tests/test_z.py::test_z: is expected to fail"),
        ("client", CLIENT, "2 x client: skipped"),
    ],
)
def test_what_was_not_tried_is_told_and_fails_in_ci(tmp_path: Path, step: str, log: str, told: str) -> None:
    for ci, code in (("true", 1), ("", 0)):
        returned, said = closing(tmp_path, "", ci, **{step: log})
        assert returned == code and told in said


def test_what_failed_or_never_ended_fails(tmp_path: Path) -> None:
    assert closing(tmp_path, "lint")[0] == 1
    returned, said = closing(tmp_path, plain="collected 9 items\n")
    assert returned == 1 and "FAILED: plain (it did not finish)" in said
    assert "RERUN tests/a.py::b" not in said
    assert "tests/a.py::b" in closing(tmp_path, tests=FINE + "RERUN tests/a.py::b\n")[1]
