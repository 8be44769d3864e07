"""scripts/release refuses, before it does anything, what cannot be released; scripts say what they lack."""

import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout of nothing but what the script looks at first."""
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts" / "release").write_bytes((ROOT / "scripts" / "release").read_bytes())
    (tmp_path / "scripts" / "setup").write_text("echo set up; exit 1\n")
    for path in (tmp_path / "scripts").iterdir():
        path.chmod(0o755)
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 1.2.0 – unreleased\n\n* News\n\n## 1.1.0 – 2026-01-01\n")
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def git(folder: Path, *arguments: str) -> None:
    somebody = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    subprocess.run(["git", *somebody, *arguments], cwd=folder, check=True)


def commit(folder: Path) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "as it is")


def release(checkout: Path) -> str:
    """What the script says when it refuses."""
    done = subprocess.run([checkout / "scripts" / "release"], capture_output=True, text=True, check=False)
    assert done.returncode
    return done.stdout + done.stderr


def test_a_clean_tree_with_its_section_goes_on(checkout: Path) -> None:
    assert release(checkout).startswith("set up")


def test_what_is_not_committed_is_not_released(checkout: Path) -> None:
    (checkout / "new.py").touch()
    assert "not committed: ?? new.py" in release(checkout)


@pytest.mark.parametrize("section", ["1.2.0", "next – unreleased", "1.2.0 – soon"])
def test_the_changelog_begins_with_the_version(checkout: Path, section: str) -> None:
    file = checkout / "CHANGELOG.md"
    file.write_text(file.read_text().replace("1.2.0 – unreleased", section))
    commit(checkout)
    assert f"but with '## {section}'" in release(checkout)


def test_nothing_is_released_twice(checkout: Path) -> None:
    git(checkout, "tag", "v1.2.0")
    assert "1.2.0 has been released" in release(checkout)


def test_what_builds_the_docs_is_named_where_it_lacks() -> None:
    bare = [sys.executable, "-S", str(ROOT / "scripts" / "build_docs.py")]  # without what pip has installed
    done = subprocess.run(bare, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and done.stderr == "what builds the docs comes with scripts/setup dev\n"


def test_the_sdist_has_what_its_scripts_serve_needs_and_nothing_by_chance(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", str(tmp_path)]
    subprocess.run(build, check=True, cwd=ROOT)
    (packed,) = tmp_path.iterdir()
    with tarfile.open(packed) as archive:
        names = [name.split("/")[1:] for name in archive.getnames()]
    places = {name[0] for name in names}
    assert {"src", "client", "scripts", "constraints.txt", "pyproject.toml", "README.md", "LICENSE"} <= places
    assert not places & {"docs", "bench", "tests"}
    assert {name[1] for name in names if name[0] == "scripts"} == {
        "serve",
        "setup",
        "build_client.py",
        "pack_kernels.py",
    }


def test_what_is_built_into_the_client_comes_with_its_licences() -> None:
    told = (ROOT / "src" / "torite" / "server" / "static" / "licenses.md").read_text("utf-8")
    assert {"## svelte", "## markdown-it", "## uqr"} <= {line.partition(" - ")[0] for line in told.splitlines()}
    assert "Permission is hereby granted" in told and "GENERAL PUBLIC" not in told.upper()
