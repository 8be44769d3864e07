"""A wheel with kernels inside: where they fit nothing is compiled, where they do not they are as good as absent."""

import json
import os
import runpy
import shutil
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from zipfile import ZipFile

import pytest

from torite.cards import packed
from torite.cards.kernel import JIT
from torite.cards.packed import Packed

ROOT = Path(__file__).parents[1]
BUILT = ROOT / ".cache" / "wheel"  # kernels for the baseline are kept between runs
GAME = "wizard"
WHAT_FITS = """
from torite.cards.kernel import CONFIG
from torite.cards.packed import PACKED
from torite.games import GAMES
from torite.search.warm import is_warm
print(PACKED.cpu, CONFIG.CPU_NAME, is_warm(GAMES["wizard"]))
"""

pytestmark = [
    pytest.mark.skipif(not JIT, reason="by design: nothing is compiled"),
    pytest.mark.skipif(not packed.baseline(), reason="by design: no kind of machine is named for this one"),
    pytest.mark.xdist_group("wheel"),
]


def python(*arguments: str, site: Path, cache: Path, **env: str) -> str:
    """Run Python with what is installed in `site`; what it prints."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    environment = own | {"PYTHONPATH": str(site), "XDG_CACHE_HOME": str(cache)} | env
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env=environment, check=True)
    assert not done.stderr, done.stderr
    return done.stdout.strip()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel with the kernels of one game, built and installed."""
    folder = tmp_path_factory.mktemp("wheel")
    kernels = folder / "kernels.zip"
    command = [sys.executable, str(ROOT / "scripts" / "pack_kernels.py"), str(kernels), GAME, "--cache", str(BUILT)]
    subprocess.run(command, check=True)
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, check=True, cwd=ROOT, env=os.environ | {"TORITE_KERNELS": str(kernels)})
    (wheel,) = folder.glob("torite-*.whl")
    assert not wheel.name.endswith("-any.whl")
    with ZipFile(wheel) as content:
        content.extractall(folder / "site")
    return folder / "site"


@pytest.fixture
def other(site: Path, tmp_path: Path) -> Path:
    """Another place where the same is installed, to be spoiled."""
    return Path(shutil.copytree(site, tmp_path / "site"))


def kernels_of(site: Path) -> Path:
    """The packed kernels."""
    return site / "torite" / "cards" / "kernels.zip"


def test_one_worker_does_all_of_this(request: pytest.FixtureRequest) -> None:
    """Else each would build a wheel, and compile what another one is compiling."""
    if not request.config.getoption("loadgroup", False):
        pytest.skip("by design: there is one process")
    assert request.node.nodeid.endswith("@wheel")


def test_another_user_compiles_nothing(site: Path, tmp_path: Path) -> None:
    python("-m", "torite.search.warm", GAME, site=site, cache=tmp_path)
    assert not [path for path in tmp_path.rglob("*") if path.suffix in (".code", ".machine")]


def test_they_are_for_every_machine_of_a_kind(site: Path, tmp_path: Path) -> None:
    baseline = packed.baseline()
    assert python("-c", WHAT_FITS, site=site, cache=tmp_path) == f"{baseline} {baseline} True"


def test_the_user_chooses_the_target(site: Path, tmp_path: Path) -> None:
    target = {"NUMBA_CPU_NAME": "x86-64", "NUMBA_CPU_FEATURES": ""}
    found = python("-c", WHAT_FITS, site=site, cache=tmp_path, **target)
    assert found == f"{packed.baseline()} x86-64 False"


@pytest.mark.parametrize("place", range(4))
def test_made_with_another_version_they_are_ignored(other: Path, tmp_path: Path, place: int) -> None:
    with ZipFile(kernels_of(other), "a") as archive:
        made = json.loads(archive.comment)
        made["versions"][place] += ".1"
        archive.comment = json.dumps(made).encode()
    assert python("-c", WHAT_FITS, site=other, cache=tmp_path) == "None False"


@pytest.mark.parametrize("damage", ["cut", "empty", "foreign", "missing"])
def test_a_damaged_file_is_ignored(other: Path, tmp_path: Path, damage: str) -> None:
    file = kernels_of(other)
    content = file.read_bytes()
    file.write_bytes({"cut": content[:-900], "empty": b"", "foreign": b"#!/bin/sh\n"}.get(damage, b""))
    if damage == "missing":
        file.unlink()
    assert python("-c", WHAT_FITS, site=other, cache=tmp_path) == "None False"


def test_a_damaged_entry_is_as_good_as_absent(other: Path) -> None:
    file = kernels_of(other)
    with ZipFile(file) as archive:
        entry = next(each for each in archive.infolist() if each.filename.endswith(".machine"))
    assert Packed(file).get(entry.filename) is not None
    content = bytearray(file.read_bytes())
    content[entry.header_offset + entry.compress_size // 2] ^= 0xFF
    file.write_bytes(content)
    assert Packed(file).get(entry.filename) is None


def test_what_says_where_it_was_made_is_not_packed(tmp_path: Path) -> None:
    """A wheel is the same, wherever it is built."""
    packing = runpy.run_path(str(ROOT / "scripts" / "pack_kernels.py"))
    entry = tmp_path / "kernels" / "ab" / "abc.machine"
    entry.parent.mkdir(parents=True)
    for told, refused in (b"no place", False), (packing["HERE"][0].encode() + b"/numba/np/arrayobj.py", True):
        entry.write_bytes(bytes(packing["DIGEST"]) + b"code " + told)
        with pytest.raises(SystemExit, match=r"abc\.machine says") if refused else nullcontext():
            packing["pack"](tmp_path / "kernels", tmp_path / "kernels.zip")


def test_a_lesser_machine_ignores_them(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Packed(kernels_of(site)).cpu
    monkeypatch.setattr("torite.cards.packed.llvm.get_host_cpu_features", dict)
    assert not Packed(kernels_of(site)).cpu
