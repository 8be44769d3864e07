"""Many matches between bots: how fast, who wins how often, and the records if wanted.

Random play without records runs inside kernels from the first deal to the last, on one stream of chance.  Everything
else goes through the table's own objects, one match at a time, on all cores if the bots think; there each match has a
seed of its own, so these are other matches.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from torite.cards.rng import match_seed, new_rng
from torite.games.game import Outcome, Value
from torite.games.position import Position
from torite.lab.bots import bot
from torite.lab.seating import GameRef, seat_specs
from torite.lab.side_by_side import spread_asking
from torite.lab.workers import Workers
from torite.search.deals import Asking, asking_deal, bots_rng
from torite.search.matches import DEALS, PLAYS, random_matches
from torite.table.scribe import Scribe, write_record

Progress = Callable[[int], None]  # called with the number of matches done


class Report(msgspec.Struct):
    """What a simulation found; lists are by seat."""

    game: str
    players: int
    preset: str
    options: dict[str, Value]
    bots: list[str]
    seed: int
    matches: int = 0
    deals: int = 0
    plays: int = 0  # actions of all kinds
    seconds: float = 0.0
    matches_per_s: float = 0.0
    plays_per_s: float = 0.0
    wins: list[int] = []  # matches won, alone or shared
    shared: int = 0  # matches with several winners
    draws: int = 0
    scores: list[float] = []  # mean final figure
    points: list[float] = []  # mean worth of a deal


@dataclass
class _Sums:
    """Running totals."""

    players: int
    deals: int = 0
    plays: int = 0
    matches: int = 0
    shared: int = 0
    draws: int = 0
    wins: list[int] = field(init=False)
    scores: Any = field(init=False)
    points: Any = field(init=False)

    def __post_init__(self) -> None:
        self.wins = [0] * self.players
        self.scores = np.zeros(self.players)
        self.points = np.zeros(self.players)

    def add(self, outcome: Outcome) -> None:
        """Count a finished match."""
        self.matches += 1
        self.shared += len(outcome.winners) > 1
        self.draws += outcome.draw
        for seat in outcome.winners:
            self.wins[seat] += 1
        self.scores += outcome.scores


@dataclass(frozen=True)
class Job:
    """One match to play."""

    game: GameRef
    players: int
    preset: str
    options: dict[str, Value]
    specs: tuple[str, ...]
    seed: bytes
    record: bool
    legal: bool


@dataclass(frozen=True)
class Played:
    """One match played."""

    outcome: Outcome
    deals: int
    plays: int
    points: list[float]  # sum over the deals
    line: bytes | None  # the record


def simulate(
    ref: GameRef,
    players: int,
    *,
    options: dict[str, object] | None = None,
    preset: str = "seed",
    games: int = 100,
    seed: int = 0,
    bots: str = "random",
    record: Path | None = None,
    legal: bool = False,
    processes: Workers = 1,
    progress: Progress = lambda done: None,
) -> Report:
    """Play `games` matches and say how they came out.  Raises PlayersError, OptionError, SpecError, OSError."""
    game = ref.game()
    first = Position(game, players, options=options, preset=preset)  # refuses what cannot be played
    specs = seat_specs(bots, game, players)
    report = Report(game.name, players, preset, first.options, specs, seed)
    sums = _Sums(players)
    begin = time.perf_counter()
    if set(specs) == {"random"} and record is None:
        begin = _random(first, games, seed, sums, progress)
    else:
        jobs = (
            Job(ref, players, preset, first.options, tuple(specs), match_seed(seed, i), record is not None, legal)
            for i in range(games)
        )
        played = spread_asking(asking_match, jobs, games, specs, processes)
        _count(played, record, sums, progress)
    return _finish(report, sums, time.perf_counter() - begin)


def _random(first: Position, games: int, seed: int, sums: _Sums, progress: Progress) -> float:
    """Random matches inside kernels; returns when the clock was started, after compiling."""
    game = first.game
    states = game.state.new()
    states[0] = first.state
    counts = np.zeros(2, np.int64)
    rng = new_rng(match_seed(seed))
    random_matches(game, states, 0, rng, counts, sums.points)
    begin = time.perf_counter()
    for done in range(1, games + 1):
        random_matches(game, states, 1, rng, counts, sums.points)
        sums.add(game.outcome(states[0]))
        if done % 1000 == 0:
            progress(done)
    progress(games)
    sums.deals, sums.plays = int(counts[DEALS]), int(counts[PLAYS])
    return begin


def _count(played: Iterator[Played], record: Path | None, sums: _Sums, progress: Progress) -> None:
    """Matches at a table, written down as they finish; what the file held before stays until the first one has."""
    file = None
    try:
        for match in played:
            sums.add(match.outcome)
            sums.deals += match.deals
            sums.plays += match.plays
            sums.points += match.points
            if record is not None and match.line is not None:
                file = file or record.open("wb")
                file.write(match.line)
                file.flush()  # who ends the process may do so without a word: then whole matches are there
            progress(sums.matches)
    finally:
        if file is not None:
            file.close()


def asking_match(job: Job) -> Asking[Played]:
    """Play one match; everything follows from its seed, unless a bot has a budget in milliseconds."""
    game = job.game.game()
    position = Position(game, job.players, seed=job.seed, options=job.options, preset=job.preset)
    scribe = Scribe(position, job.legal) if job.record else None
    bots = [bot(spec) for spec in job.specs]
    rng = bots_rng(job.seed)
    plays, sums = 0, np.zeros(job.players)
    while not position.finished():
        position.deal() if scribe is None else scribe.deal()
        plays += yield from asking_deal(position, bots, rng, scribe)
        sums += position.worths()
    line = write_record(scribe.record()) if scribe is not None else None
    return Played(position.result(), int(position.state.deals), plays, sums.tolist(), line)


def _finish(report: Report, sums: _Sums, seconds: float) -> Report:
    report.matches, report.deals, report.plays = sums.matches, sums.deals, sums.plays
    report.seconds = seconds
    report.matches_per_s = sums.matches / seconds
    report.plays_per_s = sums.plays / seconds
    report.wins, report.shared, report.draws = sums.wins, sums.shared, sums.draws
    report.scores = (sums.scores / max(1, sums.matches)).tolist()
    report.points = (sums.points / max(1, sums.deals)).tolist()
    return report
