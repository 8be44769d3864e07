"""Matches on a Ray cluster: what comes out is what comes out here, also when a worker is killed on the way."""

import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from torite import cli
from torite.games.game import Value
from torite.lab import cluster as clusters
from torite.lab.cluster import LOCAL, cluster
from torite.lab.match import match
from torite.lab.own import BotError
from torite.lab.seating import GameRef
from torite.lab.simulate import simulate
from torite.lab.study import Subject, study
from torite.lab.workers import Cluster, Workers

REF = GameRef("plus-minus")

pytestmark = pytest.mark.xdist_group("cluster")  # one process for what they share
DEADLY = """
import os, signal, pathlib

class Deadly:
    def choose(self, turn):
        try:
            pathlib.Path({file!r}).unlink()
        except FileNotFoundError:
            return turn.legal[0]
        os.kill(os.getpid(), signal.SIGKILL)

class Broken:
    def choose(self, turn):
        raise ValueError("no idea")
"""


@pytest.fixture(scope="module")
def two_workers() -> Iterator[Cluster]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clusters, "cores", lambda: 2)
        with cluster(LOCAL) as found:
            yield found


def told(report: Any) -> Any:
    """What a report says, but for how long it took."""
    return {key: value for key, value in msgspec.to_builtins(report).items() if not key.endswith(("_per_s", "seconds"))}


def test_the_same_seeds_give_the_same_results(two_workers: Cluster, tmp_path: Path) -> None:
    options: dict[str, Value] = {}
    reports, files = [], []
    everyone: tuple[Workers, ...] = (two_workers, 1)
    for n, who in enumerate(everyone):
        file = tmp_path / f"{n}.jsonl"
        played = simulate(REF, 4, games=9, seed=3, bots="flat:2,random,random,random", record=file, processes=who)
        compared = match(REF, 4, ["flat:4", "random"], deals=13, seed=3, processes=who)
        studied = study({"one": Subject(REF, 4, "seed", options)}, deals=20, seed=3, processes=who)
        reports.append(list(map(told, (played, compared, studied))))
        files.append(file.read_bytes())
    assert reports[0] == reports[1]
    assert files[0] == files[1]


def test_a_lost_worker_costs_only_its_share(two_workers: Cluster, tmp_path: Path) -> None:
    file, order = tmp_path / "deadly.py", tmp_path / "die"
    file.write_text(DEADLY.format(file=str(order)))
    bots = [f"{file}:Deadly", "random"]
    done: list[int] = []

    def tell(deals: int, difference: float, error: float) -> None:
        done.append(deals)
        if deals == 8:  # the next worker that reads it dies; most deals are still to come
            order.touch()

    found = match(REF, 4, bots, deals=80, seed=5, processes=two_workers, progress=tell)
    assert not order.exists(), "nobody was killed"
    assert done == list(range(1, 81))
    assert told(found) == told(match(REF, 4, bots, deals=80, seed=5, processes=1))


def test_what_a_bot_does_wrong_is_told_as_here(two_workers: Cluster, tmp_path: Path) -> None:
    file = tmp_path / "deadly.py"
    file.write_text(DEADLY.format(file=str(tmp_path / "die")))
    with pytest.raises(BotError, match="ValueError in deadly"):
        match(REF, 4, [f"{file}:Broken", "random"], deals=4, processes=two_workers)


def test_without_ray_it_is_said_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    for command in ("simulate", "match", "report"):
        bots = [] if command == "report" else ["--bots", "flat:2,random" if command == "match" else "flat:2"]
        assert cli.run([command, "plus-minus", "--players", "4", *bots, "--cluster", "local"]) == 1
        assert "pip install 'torite[ray]'" in " ".join(capsys.readouterr().err.split())


def test_a_cluster_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{deaf.getsockname()[1]}"
        for where, said in ((address, f"no cluster at {address}"), ("", "'' is not the address"), ("a:70000", "is no")):
            assert cli.run(["simulate", "plus-minus", "--bots", "flat:2", "--cluster", where]) == 1
            assert said in " ".join(capsys.readouterr().err.split())
