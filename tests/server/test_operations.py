"""docs/operations.md does as it says: its commands run, systemd understands its unit."""

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from server import copies
from server.servers import Process
from server.test_migrations import fill
from torite.server.storage.schema import FIRST, HEAD

PAGE = (Path(__file__).parents[2] / "docs" / "operations.md").read_text("utf-8")
TORITE = Path(sys.executable).with_name("torite")


def blocks(kind: str) -> list[str]:
    """The code blocks of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def commands() -> list[list[str]]:
    """All commands of the sh blocks, apart from `serve`."""
    lines = [shlex.split(line, comments=True) for block in blocks("sh") for line in block.splitlines()]
    return [line for line in lines if line and line[1] not in ("serve", "compile")]


def test_commands_run_while_the_house_is_open(
    launch: Callable[..., Process], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    fill(str(tmp_path / "torite.db"))
    process = launch("--db", str(tmp_path / "torite.db"))
    [told] = [line for line in process.log.read_text().splitlines() if "INFO" in line]
    assert told.endswith(f"the database has been brought from schema {FIRST} to {HEAD}")
    table = process.visitor("Ann").open_table("rwd", 3)
    assert len(commands()) == 8
    for command in commands():
        printed = tmp_path / f"{command[2]}.txt"
        running = copies.start(["torite.cli", *command[1:]], printed)
        running.join()
        assert running.exitcode == 0, (command, printed.read_text())
        assert command[2] != "tables" or table in printed.read_text()
    assert (tmp_path / "saved.db.key").read_bytes() == (tmp_path / "torite.db.key").read_bytes()


def test_the_container_has_the_extras_of_a_house_in_the_versions_of_its_kernels() -> None:
    steps = (Path(__file__).parents[2] / "Containerfile").read_text("utf-8")
    assert "constraints.txt /wheels/" in steps and "--constraint /wheels/constraints.txt" in steps
    [extras] = re.findall(r"torite\[([\w,]+)\]", steps)
    assert {*extras.split(",")} == {*re.findall(r"torite\[(\w+)\]", PAGE)}
    [entry] = [line for line in steps.splitlines() if line.startswith("ENTRYPOINT")]
    [told] = re.findall(r"^podman exec torite (\S+) admin tables --db (\S+)$", PAGE, re.MULTILINE)
    assert all(f'"{word}"' in entry for word in told)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    [unit] = blocks("ini")
    file = tmp_path / "torite.service"
    file.write_text(unit.replace("/opt/torite/bin/torite", str(TORITE)))
    done = subprocess.run(["systemd-analyze", "verify", file], capture_output=True, text=True, check=False)
    complaints = [line for line in (done.stdout + done.stderr).splitlines() if "torite.service" in line]
    assert complaints == []


def test_systemd_would_complain(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not here")
    file = tmp_path / "torite.service"
    file.write_text(f"[Service]\nExecStart={TORITE}\nWatchdogSecs=30\n")
    done = subprocess.run(["systemd-analyze", "verify", file], capture_output=True, text=True, check=False)
    assert "torite.service" in done.stdout + done.stderr


def test_every_option_is_one() -> None:
    """Of those that the page gives to `serve`."""
    offered = subprocess.run([TORITE, "serve", "--help"], capture_output=True, text=True, check=True).stdout
    given = {
        option for line in PAGE.splitlines() if "torite serve" in line for option in re.findall(r"--[a-z-]+", line)
    }
    assert given
    assert all(option in offered for option in given), given
