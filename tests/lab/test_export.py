"""Samples: read back they are what the rules and the views say, in both formats, from play and from records."""

import json
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import torite
from torite import cli
from torite.cards.actions import list_actions
from torite.games import GAMES
from torite.games.position import Position
from torite.lab.export import export_random, export_records
from torite.lab.observe import Observer
from torite.lab.samples import FORMAT, About, Rows, Samples, SamplesError, load, parts, write
from torite.table.format import parsed
from torite.table.records import dealing_order, opening, read_records


def decisions(file: Path, samples: Samples) -> int:
    """Compare every row with a replay of the records; returns how many there are."""
    game, row = GAMES[samples.about.game], 0
    observer = Observer(game, samples.about.players)
    for number, (_, record) in enumerate(read_records(file)):
        match = parsed(record)
        position = opening(match, game)
        for n, deal in enumerate(match.deals, start=1):
            position.deal(dealing_order(position, deal))
            first = row
            for told in deal.actions:
                seat, code = int(str(told[0])), str(told[1])
                if seat >= 0 and code in game.actions:
                    view = position.view(seat)
                    assert np.array_equal(samples.obs[row], observer.one(view, seat))  # nothing beyond the view
                    assert [game.codes[int(a)] for a in samples.mask[row].nonzero()[0]] == position.legal(seat)
                    assert (game.codes[samples.action[row]], samples.seat[row]) == (code, seat)
                    assert (samples.match[row], samples.deal[row]) == (number, n)
                    row += 1
                position.play(code, seat)
            worth = np.zeros(match.players)
            game.score(position.state, worth)
            assert samples.result[first:row] == pytest.approx(worth[samples.seat[first:row]])
    return row


@pytest.mark.parametrize("name", GAMES)
def test_samples_of_records_are_what_was_played(name: str, tmp_path: Path) -> None:
    records, file = tmp_path / "r.jsonl", tmp_path / "s.parquet"
    assert cli.run(["simulate", name, "--games", "2", "--seed", "3", "--record", str(records)]) == 0
    written = export_records(records, file, GAMES)
    samples = load(file)
    assert decisions(records, samples) == written == len(samples.obs) > 10
    assert (samples.about.source, samples.about.format, samples.about.seed) == ("records", FORMAT, None)


@pytest.mark.parametrize(("name", "players"), [("wizard", 3), ("bingo", 2), ("mittlere", 3), ("emissary", 1)])
def test_samples_of_random_play_are_whole_matches(name: str, players: int, tmp_path: Path) -> None:
    """Each row is legal, the deals of each match are all there, and a deal is worth the same to a seat throughout."""
    files, told = [tmp_path / "a.npz", tmp_path / "b.parquet"], list[int]()
    for file in files:
        export_random(GAMES[name], players, file, games=5, seed=2, progress=told.append)
        assert told == sorted(told) and told[-1] == 5
        told.clear()
    samples, other = map(load, files)
    for field in ("obs", "mask", "action", "seat", "result", "match", "deal"):
        assert np.array_equal(getattr(samples, field), getattr(other, field)), field
        for file in files:
            in_parts = [getattr(part, field) for part in parts(file, 50)]
            assert len(in_parts[0]) == 50 and np.array_equal(np.concatenate(in_parts), getattr(samples, field)), field
    assert samples.mask[np.arange(len(samples.action)), samples.action].all()
    assert sorted(set(samples.match.tolist())) == list(range(5))
    for match in range(5):
        deals = samples.deal[samples.match == match]
        assert sorted(set(deals.tolist())) == list(range(1, int(deals.max()) + 1))
        assert (np.diff(deals) >= 0).all()  # in their order
        for deal in set(deals.tolist()):
            mine = (samples.match == match) & (samples.deal == deal)
            for seat in range(players):
                assert len(set(samples.result[mine & (samples.seat == seat)].tolist())) <= 1
    own = samples.obs[:, :players]
    assert np.array_equal(own.argmax(axis=1), samples.seat) and (own.sum(axis=1) == 1).all()


def test_parts_of_a_large_file_are_not_kept(tmp_path: Path) -> None:
    small, large = tmp_path / "s.parquet", tmp_path / "l.parquet"
    export_random(GAMES["wizard"], 3, small, games=50, seed=2)
    table = pq.read_table(small)
    with pq.ParquetWriter(large, table.schema, compression="lz4") as file:
        for _ in range(20):
            file.write_table(table)
    del table
    before, kept = pa.total_allocated_bytes(), [pa.total_allocated_bytes() for _ in parts(large, 1000)]
    assert max(kept) - before < large.stat().st_size / 4


def test_what_is_written_is_not_kept(tmp_path: Path) -> None:
    """In .npz either, whose columns come one after the other; nor is what is read of it in parts."""
    game, file = GAMES["wizard"], tmp_path / "s.npz"
    about, width = About.of(game, 3, "seed", {}, "random", 1), 1000
    part = Rows.empty(about, width)
    for column in part:
        column[:] = 1
    tracemalloc.start()
    written = write(file, about, (part for _ in range(200)))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert written == 200 * width and most < file.stat().st_size / 4
    tracemalloc.start()
    assert sum(len(part.seat) for part in parts(file, width)) == written
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < file.stat().st_size / 4
    with np.load(file) as told:
        assert list(told) == [*Rows._fields, "torite"]
        for name, column in part._asdict().items():
            assert np.array_equal(told[name], np.concatenate([column] * 200)), name


def test_random_samples_are_the_environments_own(tmp_path: Path) -> None:
    """Observations, masks and results step by step beside torite.env with the same seed."""
    file = tmp_path / "s.npz"
    export_random(GAMES["wizard"], 3, str(file), games=2, seed=np.int64(9))  # type: ignore[arg-type]
    samples = load(file)
    with torite.env("wizard", 2, players=3, episode="match", seed=9) as env:
        taken, worth = [0, 0], [np.zeros(3), np.zeros(3)]
        rows: list[Any] = [(samples.match == lane).nonzero()[0] for lane in range(2)]
        while any(taken[lane] < len(rows[lane]) for lane in range(2)):
            actions = env.random_actions()
            for lane in range(2):
                if taken[lane] < len(rows[lane]):
                    row = rows[lane][taken[lane]]
                    assert np.array_equal(samples.obs[row], env.obs[lane])
                    assert samples.mask[row].nonzero()[0].tolist() == list_actions(
                        env.game.legal(env.states[lane], int(env.turn[lane]))
                    )
                    assert samples.action[row] == actions[lane]
            env.step(actions)
            for lane in range(2):
                taken[lane] += 1
                worth[lane] += env.reward[lane] if taken[lane] <= len(rows[lane]) else 0
    for lane in range(2):
        total = [
            sum(
                samples.result[rows[lane]][(samples.deal[rows[lane]] == d) & (samples.seat[rows[lane]] == p)][0]
                for d in range(1, 21)
            )
            for p in range(3)
        ]
        assert total == pytest.approx(worth[lane].tolist())


def test_a_file_says_what_it_is(tmp_path: Path) -> None:
    file = tmp_path / "s.parquet"
    export_random(GAMES["plus-minus"], 4, file, games=3, seed=1)
    samples = load(file)
    about, position = samples.about, Position(GAMES["plus-minus"], 4)
    assert (about.game, about.players, about.preset, about.seed) == ("plus-minus", 4, "seed", 1)
    assert about.options == position.options and about.codes == dict(position.game.codes)
    with torite.env("plus-minus", 1, players=4) as env:
        assert about.size == env.obs.shape[1] and samples.layout == env.layout
    scores = samples.layout["scores"].read(samples.obs)
    assert scores.shape == (len(samples.seat), 4) and not scores[0].any() and 4 <= scores[-1].max() <= 7


# ---- what it refuses ----
def test_what_export_refuses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = [tmp_path / name for name in ("a.jsonl", "b.jsonl", "mixed.jsonl", "empty.jsonl", "bad.jsonl")]
    a, b, mixed, empty, bad = records
    assert cli.run(["simulate", "wizard", "--players", "3", "--games", "1", "--record", str(a)]) == 0
    assert cli.run(["simulate", "rwd", "--games", "1", "--record", str(b)]) == 0
    mixed.write_bytes(a.read_bytes() + b.read_bytes())
    empty.write_text("")
    bad.write_text('{"format": "torite-record/1"}\n')
    capsys.readouterr()
    npz = str(tmp_path / "s.npz")
    for words, code, told in (
        (["wizard", "--out", "s.csv", "--games", "1"], 2, "s.csv: samples are written as .parquet or .npz"),
        (["chess", "--out", npz], 2, "no game “chess”"),
        (["wizard", "--players", "9", "--out", npz], 2, "not 9"),
        (["wizard"], 2, "--out"),
        (["--records", str(mixed), "--out", npz], 2, "match 2 in"),
        (["--records", str(empty), "--out", npz], 2, "there is no match in"),
        (["--records", str(bad), "--out", npz], 1, "bad.jsonl:1:"),
        (["--records", "nowhere.jsonl", "--out", npz], 1, "nowhere.jsonl"),
        (["rwd", "--records", str(a), "--out", npz], 2, "a.jsonl holds matches of wizard"),
        (["--seed", "0", "--records", str(a), "--out", npz], 2, "--seed does not go with it"),
        (["--option", "hiddentip=on", "--records", str(a), "--out", npz], 2, "--option does not go with it"),
        (["wizard", "--games", "1", "--out", str(tmp_path / "no" / "s.npz")], 1, f"{tmp_path}/no/s.npz: No such"),
    ):
        assert cli.run(["export", *words]) == code, words
        err = capsys.readouterr().err
        assert told in err and err.count("\n") == 1, err


@pytest.mark.parametrize("ending", ["npz", "parquet"])
def test_what_fails_leaves_no_file(tmp_path: Path, ending: str) -> None:
    records, file = tmp_path / "r.jsonl", tmp_path / f"s.{ending}"
    assert cli.run(["simulate", "rwd", "--games", "2", "--record", str(records)]) == 0
    words = ["export", "rwd", "--records", str(records), "--out", str(file)]
    assert cli.run(words) == 0
    whole = file.read_bytes()
    with records.open("a") as lines:
        lines.write('{"broken')
    assert cli.run(words) == 1
    assert file.read_bytes() == whole and {*tmp_path.iterdir()} == {records, file}
    file.unlink()
    assert cli.run(words) == 1
    assert [*tmp_path.iterdir()] == [records]


def test_without_arrow_there_is_npz(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert cli.run(["export", "rwd", "--games", "1", "--out", str(tmp_path / "s.parquet")]) == 2
    assert "pip install 'torite[export]'" in capsys.readouterr().err
    assert cli.run(["export", "rwd", "--games", "1", "--out", str(tmp_path / "s.npz")]) == 0
    assert "decisions written to" in capsys.readouterr().out


def test_columns_of_npz_may_lie_in_fortrans_order(tmp_path: Path) -> None:
    """As NumPy writes what was sliced or transposed on the way."""
    export_random(GAMES["rwd"], 3, tmp_path / "a.npz", games=1)
    with np.load(tmp_path / "a.npz") as file:
        columns: dict[str, Any] = {name: np.asfortranarray(file[name]) for name in Rows._fields}
        np.savez(tmp_path / "b.npz", torite=file["torite"], **columns)
    whole, turned = load(tmp_path / "a.npz"), load(tmp_path / "b.npz")
    pieces = [*parts(tmp_path / "b.npz", 7)]
    for name in Rows._fields:
        assert np.array_equal(getattr(whole, name), getattr(turned, name))
        assert np.array_equal(getattr(whole, name), np.concatenate([getattr(piece, name) for piece in pieces]))


def test_what_is_not_samples_is_not_read(tmp_path: Path) -> None:
    for name in ("x.npz", "x.parquet"):
        (tmp_path / name).write_bytes(b"nothing of the kind")
        with pytest.raises(SamplesError, match="holds no samples"):
            load(tmp_path / name)
    np.savez(tmp_path / "y.npz", a=np.zeros(3))
    with pytest.raises(SamplesError, match="holds no samples"):
        load(tmp_path / "y.npz")
    export_random(GAMES["rwd"], 3, tmp_path / "z.npz", games=1)
    with np.load(tmp_path / "z.npz") as file:
        told = {name: file[name] for name in file.files}
    np.savez(tmp_path / "u.npz", **told | {"seat": told["seat"][1:]})
    np.savez(tmp_path / "w.npz", **told | {"seat": told["seat"][0]})
    np.savez(tmp_path / "t.npz", **told | {"obs": told["seat"], "mask": told["seat"]})
    np.savez_compressed(tmp_path / "v.npz", **told)
    packed = (tmp_path / "v.npz").read_bytes()
    (tmp_path / "v.npz").write_bytes(packed[:200] + bytes(200) + packed[400:])
    told["torite"] = np.array(json.dumps(json.loads(str(told["torite"])) | {"format": "torite-samples/9"}))
    (tmp_path / "y.npz").write_bytes((tmp_path / "z.npz").read_bytes()[:-1000])  # a copy that was broken off
    (tmp_path / "x.npz").write_bytes(b"")
    for name in ("t.npz", "u.npz", "v.npz", "w.npz", "x.npz", "y.npz"):
        for read in (load, lambda file: [*parts(file)]):
            with pytest.raises(SamplesError, match="holds no samples"):
                read(tmp_path / name)
    np.savez(tmp_path / "z.npz", **told)
    with pytest.raises(SamplesError, match="torite-samples/9"):
        load(tmp_path / "z.npz")
    pq.write_table(pa.table({"action": pa.array([], pa.uint8())}), tmp_path / "y.parquet")
    with pytest.raises(SamplesError, match="holds no samples"):
        list(parts(tmp_path / "y.parquet"))
