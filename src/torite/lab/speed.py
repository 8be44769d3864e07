"""How fast the rules run, next to hand-written C programs of the same games (bench/limit), in one run.

Rounds of both are interleaved, so that a busy machine slows both; a ratio is the median of the rounds' ratios.
"""

import json
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from torite.cards.kernel import Rng, kernel
from torite.cards.rng import match_seed, new_rng
from torite.games import GAMES
from torite.games.game import Game
from torite.games.position import Position
from torite.lab.seating import bots_rng, play_deal
from torite.search.flat import analyse
from torite.search.players import RandomPlayer
from torite.search.playout import PLAYS, random_matches

LIMIT = Path(__file__).parents[3] / "bench" / "limit"  # only in a checkout
CASES = (("rwd", 4), ("wizard", 4))
SECONDS = 0.25  # about how long one round of one program takes
POSITIONS = 12  # decisions, spread over deals, at which worlds are drawn
Progress = Callable[[int, int], None]  # steps done, steps in all


class Speed(msgspec.Struct):
    """One game at one number of players."""

    game: str
    players: int
    plays_per_s: float
    c_plays_per_s: float | None  # None: there was no C program to compare with
    ratio: float | None
    determinizations_per_s: float
    playouts_per_s: float  # of the flat bot, determinization and copying included


class SpeedReport(msgspec.Struct):
    """What was measured, and why there is no C figure if there is none (text `cli.bench.WHY`)."""

    rounds: int
    speeds: list[Speed]
    why_no_c: str | None


def measure(rounds: int = 7, progress: Progress = lambda done, total: None) -> SpeedReport:
    """Measure all games of the house that have a C program."""
    why = "no_source" if not LIMIT.is_dir() else None if shutil.which("gcc") else "no_gcc"
    steps = len(CASES) * (rounds + 1)
    speeds = []
    with tempfile.TemporaryDirectory() as folder:
        for i, (name, players) in enumerate(CASES):
            limit = None if why else _built(name, Path(folder))
            ours, theirs = [], []
            for done, (plays, c_plays) in enumerate(_rounds(GAMES[name], players, limit, rounds), start=1):
                ours.append(plays)
                theirs.append(c_plays)
                progress(i * (rounds + 1) + done, steps)
            ratios = [a / b for a, b in zip(ours, theirs, strict=True) if b]
            speeds.append(
                Speed(
                    game=name,
                    players=players,
                    plays_per_s=statistics.median(ours),
                    c_plays_per_s=statistics.median(b for b in theirs if b) if ratios else None,
                    ratio=statistics.median(ratios) if ratios else None,
                    determinizations_per_s=determinizations(GAMES[name], players),
                    playouts_per_s=playouts(GAMES[name], players),
                )
            )
            progress((i + 1) * (rounds + 1), steps)
    return SpeedReport(rounds, speeds, why)


def _built(name: str, folder: Path) -> Path:
    program = folder / name
    source = LIMIT / f"{name}.c"
    subprocess.run(["gcc", "-O3", "-march=native", str(source), "-o", str(program)], check=True, capture_output=True)
    return program


def _rounds(game: Game, players: int, limit: Path | None, rounds: int) -> Iterator[tuple[float, float | None]]:
    """Plays per second of torite and of the C program, round by round, each program timing itself."""
    play = random_matches(game)
    states = game.state.new()
    states[0] = Position(game, players, seed=0).state
    rng = new_rng(match_seed(1))

    def ours(matches: int) -> tuple[int, float]:
        counts, points = np.zeros(2, np.int64), np.zeros(players)
        begin = time.perf_counter()
        play(states, players, matches, rng, counts, points)
        return int(counts[PLAYS]), time.perf_counter() - begin

    def theirs(matches: int) -> tuple[int, float]:
        assert limit is not None
        done = subprocess.run([str(limit), str(players), str(matches), "1"], check=True, capture_output=True)
        told = json.loads(done.stdout)
        return told["plays"], told["seconds"]

    n_ours = _enough(ours)
    n_theirs = _enough(theirs) if limit is not None else 0
    for _ in range(rounds):
        plays, seconds = ours(n_ours)
        c_plays, c_seconds = theirs(n_theirs) if limit is not None else (0, 1.0)
        yield plays / seconds, c_plays / c_seconds or None


def _enough(run: Callable[[int], tuple[int, float]]) -> int:
    """Matches that take about SECONDS; the first call compiles."""
    run(1)
    _, seconds = run(200)
    return max(1, int(200 * SECONDS / seconds))


@cache
def _draw_worlds(game: Game) -> Callable[..., None]:
    """Kernel (states, seat, n, rng): n worlds of the view states[0], each into states[1]."""
    determinize = game.determinize

    @kernel
    def draw_worlds(states: Any, seat: int, n: int, rng: Rng) -> None:
        world = states[1]
        for _ in range(n):
            states[1] = states[0]
            determinize(world, seat, rng)

    return draw_worlds


def decisions(game: Game, players: int) -> Iterator[tuple[Any, int]]:
    """Views of seats to act, at POSITIONS places spread over as many deals of random play."""
    for number in range(POSITIONS):
        position = Position(game, players, seed=number)
        rng = bots_rng(position.seed)
        position.deal()
        for _ in range((game.deals(position.state) or 2) // 2):
            play_deal(position, [RandomPlayer()] * players, rng)
            if position.finished():
                break
            position.deal()
        total = play_deal(position.copy(), [RandomPlayer()] * players, rng)
        for _ in range(total * number // POSITIONS):
            seat = position.actors()[0]
            position.play(position.legal(seat)[0], seat)
        if seats := position.actors():
            yield position.view(seats[0]), seats[0]


def determinizations(game: Game, players: int, n: int = 2000) -> float:
    """Worlds drawn a second, over decisions all through a deal."""
    draw, rng = _draw_worlds(game), new_rng(b"speed")
    states = game.state.new(2)
    spent, done = 0.0, 0
    for view, seat in decisions(game, players):
        states[0] = view
        draw(states, seat, 1, rng)
        begin = time.perf_counter()
        draw(states, seat, n, rng)
        spent += time.perf_counter() - begin
        done += n
    return done / spent


def playouts(game: Game, players: int, worlds: int = 200) -> float:
    """Playouts of the flat bot a second, over the same decisions."""
    spent, done = 0.0, 0
    for view, seat in decisions(game, players):
        analyse(game, view, seat, 0, worlds=1)
        begin = time.perf_counter()
        found = analyse(game, view, seat, 0, worlds=worlds)
        spent += time.perf_counter() - begin
        done += worlds * len(found.actions)
    return done / spent
