"""What a game's tests can reach, by imports: that decides whether its deliberate bugs are tried again."""

from pathlib import Path

import pytest
import reach as module
from reach import content, reach


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A test of whist beside a package with two games."""
    files = {
        "src/house/__init__.py": "",
        "src/house/cards.py": "ACE = 12\n",
        "src/house/whist.py": "from house.cards import ACE\n",
        "src/house/bridge.py": "import house.cards\nimport numpy\n",
        "tests/test_whist.py": "def test():\n    from house import bridge, whist\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "ROOMS", (tmp_path / "src", tmp_path / "tests"))
    return tmp_path


def test_imports_are_followed_but_into_what_stands_apart(tree: Path) -> None:
    test, house = tree / "tests" / "test_whist.py", tree / "src" / "house"
    assert reach([test]) == {test, *house.glob("*.py")}
    assert reach([test], {house / "bridge.py"}) == {test, *house.glob("*.py")} - {house / "bridge.py"}


def test_content_is_what_stands_in_the_files(tree: Path) -> None:
    cards = tree / "src" / "house" / "cards.py"
    before = content([cards], "a bug")
    assert content([cards], "a bug") == before != content([cards], "another")
    cards.write_text("ACE = 13\n")
    assert content([cards], "a bug") != before
