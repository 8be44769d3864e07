"""The example that learns: what its marks mean, that a short run learns, and that what is kept has learned."""

import math
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import hearts_player as hearts
import numpy as np
import pytest

from torite import Turn
from torite.cards.rng import new_rng
from torite.games.position import Position

TRAIN = Path(__file__).parents[2] / "examples" / "learn" / "hearts_train.py"
BOUNDS = [hearts.BY_RISK, hearts.BY_RANK, hearts.BY_SUIT, hearts.BY_POINTS, hearts.PASSES, hearts.NO_MARK, hearts.SIZE]
PLAYS, PASSES = [0, 1, 2, 3], [4, 5, 5, 5]  # tables in which the marks of a card lie


def marks_of(s: object, seat: int, code: str) -> hearts.Marks:
    """Of an action, from the whole record or from a view."""
    return hearts.marks(s, seat, hearts.PLAIN.parse_action(code), hearts.points_with(s, seat))


def decisions(deals: int) -> Iterator[tuple[Position, int]]:
    """Positions of random deals with a choice."""
    rng = np.random.default_rng(1)
    for number in range(deals):
        position = Position(hearts.PLAIN, 4, seed=number)
        position.state.deals = number % 4
        position.deal()
        while seats := position.actors():
            codes = position.legal(seats[0])
            if len(codes) > 1:
                yield position, seats[0]
            position.play(str(rng.choice(codes)), seats[0])


def test_marks_lie_in_their_tables_and_need_only_the_view() -> None:
    seen: set[int] = set()
    for position, seat in decisions(80):
        view = position.view(seat)
        for code in position.legal(seat):
            found = marks_of(position.state, seat, code)
            assert found == marks_of(view, seat, code)
            tables = [int(np.searchsorted(BOUNDS, mark, "right")) - 1 for mark in found]
            assert tables == (PASSES if code.startswith("pass:") else PLAYS)
            seen |= set(found)
    assert len(seen) > 2000


def test_a_card_is_known_to_win() -> None:
    """Whether it is ahead once it lies there is what its marks say."""
    wins = losses = 0
    for position, seat in decisions(20):
        for code in position.legal(seat):
            if code.startswith("pass:"):
                continue
            trial = position.copy()
            trial.play(code, seat)
            full = trial.state.best < 0
            ahead = int(trial.state.last_winner if full else trial.state.best) == seat
            assert (marks_of(position.state, seat, code)[1] - hearts.BY_RANK) // (13 * 3 * 3) % 2 == ahead, code
            wins, losses = wins + ahead, losses + (not ahead)
    assert min(wins, losses) > 500


def test_heavy_weights_decide() -> None:
    """The policy plays what its tables prefer, and passes it."""
    tables = (np.random.default_rng(2).normal(size=hearts.SIZE) * 1000).astype(np.float32)
    policy = hearts.by_weights(tables)
    for position, seat in decisions(6):
        weights = {code: tables[list(marks_of(position.state, seat, code))].sum() for code in position.legal(seat)}
        found = hearts.PLAIN.codes[policy(position.state, seat, new_rng(b"x"))]
        assert weights[found] == max(weights.values())  # clubs and diamonds may be alike


def test_weights_of_another_shape_are_refused() -> None:
    with pytest.raises(ValueError, match=rf"float32\[{hearts.SIZE}\], not float32\[7\]"):
        hearts.by_weights(np.zeros(7, np.float32))


def test_a_short_run_learns(tmp_path: Path) -> None:
    out = tmp_path / "found.npy"
    told = [sys.executable, str(TRAIN), str(out), "--rounds", "8", "--lanes", "64"]
    printed = subprocess.run(told, check=True, capture_output=True, text=True, timeout=500).stdout.splitlines()
    value, _, within = printed[-1].removeprefix("round 8: ").split()[:3]
    assert float(value) > 2 * float(within)  # four standard errors better than random play
    tables = np.load(out)
    assert tables.shape == (hearts.SIZE,)
    assert tables.dtype == np.float32
    assert f"{value} ± {within}" in out.with_suffix(".svg").read_text("utf-8")


def test_what_is_kept_plays_better_than_chance() -> None:
    """One seat goes by the habits, the others play at random: points fewer than theirs."""
    policy, dice, gains = hearts.GAME.policy, np.random.default_rng(3), []
    assert policy is not None
    for number in range(200):
        position, rng = Position(hearts.PLAIN, 4, seed=number), new_rng(b"habits", number)
        position.deal()
        while seats := position.actors():
            seat = seats[0]
            by_habit = hearts.PLAIN.codes[policy(position.state, seat, rng)]
            position.play(by_habit if seat == number % 4 else str(dice.choice(position.legal(seat))), seat)
        points = position.state.points.astype(float)
        gains.append((points.sum() - points[number % 4]) / 3 - points[number % 4])
    assert np.mean(gains) > 5  # six standard errors


def test_a_bot_thinks_with_what_is_kept() -> None:
    for position, seat in decisions(1):
        turn = Turn(hearts.PLAIN, position.view(seat), seat, position.legal(seat), random.Random(1), math.inf)
        assert hearts.Learned().choose(turn) in turn.legal
        break
    assert hearts.WEIGHTS.stat().st_size < 1_000_000
