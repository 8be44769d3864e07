"""docs/research.md runs as it is written."""

import io
import re
import shlex
from pathlib import Path

import pytest

from torite import cli
from torite.cli import which

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "research.md").read_text("utf-8")
FEWER = {"--deals": "4", "--games": "1", "--max-deals": "60"}  # of what a command plays


def test_every_block_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    names: dict[str, object] = {}
    promised = 0
    for language, block in re.findall(r"```(\w*)\n(.*?)```", PAGE, re.DOTALL):
        if language == "python":
            exec(compile(block, "research.md", "exec"), names)
            printed = capsys.readouterr().out
            for wanted in re.findall(r"print\(.*\) +# (\(\d.*)", block):
                assert wanted in printed
                promised += 1
            continue
        for line in block.splitlines():
            words = shlex.split(line)
            assert words.pop(0) == "torite"
            if words[0] == "play":
                monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
            for option, value in FEWER.items():
                if option in words:
                    words[words.index(option) + 1] = value
            if "--quick" in words:
                monkeypatch.setattr(which, "cores", lambda: 1)  # processes take longer to begin than to play so little
                words[words.index("--quick")] = "--deals=20"
            assert cli.run(words) == 0, line
            capsys.readouterr()
    assert promised == 1
