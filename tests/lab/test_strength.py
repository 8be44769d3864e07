"""bench/strength.py: nights add up, and the document says what has been measured."""

import importlib.util
import math
import random
import statistics
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def strength() -> ModuleType:
    spec = importlib.util.spec_from_file_location("strength", ROOT / "bench" / "strength.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_runs_add_up(strength: ModuleType) -> None:
    rng = random.Random(1)
    differences = [rng.gauss(0.5, 2.0) for _ in range(200)]
    line = strength.Line("rwd", "strong", "steady")
    for begin, end in ((0, 1), (1, 2), (2, 60), (60, 200)):
        line.add(differences[begin:end], 1.0)
    assert (line.deals, line.seconds) == (200, 4.0)
    assert line.mean == pytest.approx(statistics.fmean(differences))
    assert line.error == pytest.approx(statistics.stdev(differences) / 200**0.5)


def test_what_is_decided_needs_more_than_three_standard_errors(strength: ModuleType) -> None:
    assert not strength.Line("rwd", "a", "b", 400, 3.5, 1.0).is_decided
    assert strength.Line("rwd", "a", "b", 400, -4.2, 1.0).is_decided
    assert not strength.Line("rwd", "a", "b", 20, 9.0, 1.0).is_decided  # too few to look at


def test_a_run_goes_on_with_the_next_deal(
    strength: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strength, "KEPT", tmp_path / "strength.json")
    monkeypatch.setattr(strength, "TURN", 0.0)  # two deals, as few as there may be; then the third
    monkeypatch.setattr(strength, "MOST", 3)
    monkeypatch.setattr(strength, "KINDS", {"levels": [("gentle", "random")]})
    strength.measure(["plus-minus"], ["levels"], "", 1.0, 1)
    (line,) = strength.kept().values()
    again = strength.Line("plus-minus", "gentle", "random")
    again.add(list(strength.played(strength.Line("plus-minus", "gentle", "random"), 1, math.inf)), 0.0)
    assert (line.deals, line.mean, line.error) == (3, pytest.approx(again.mean), pytest.approx(again.error))


def test_the_document_says_what_is_kept(strength: ModuleType) -> None:
    told, lines = strength.DOC.read_text(), strength.kept()
    for kind in strength.KINDS:
        assert f"<!-- {kind} -->\n{strength.table(kind, lines)}<!-- /{kind} -->" in told
    assert all(f"| {level} | `{bot}` |" in told for level, bot in strength.LEVELS.items())
