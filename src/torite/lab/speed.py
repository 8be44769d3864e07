"""How fast the rules run, beside other programs of the same games where there are any, in one run.

Such a program is a file of its own, GAME.c or GAME.py, that times itself (bench/limit/README.md).  Machines are busy,
so seconds are those of the processor and rounds are interleaved; a ratio is the median of the rounds' ratios.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from torite.cards.kernel import Rng, kernel
from torite.cards.rng import match_seed, new_rng
from torite.games import GAMES
from torite.games.calls import Rules, States, as_rows, determinize, put
from torite.games.game import Game
from torite.games.position import Position
from torite.locale import TextError
from torite.search.deals import bots_rng, play_deal
from torite.search.flat import analyse
from torite.search.matches import DEALS, PLAYS, random_matches
from torite.search.players import RandomPlayer
from torite.search.rules import rules

SECONDS = 0.25  # about how long one round of one program takes
POSITIONS = 12  # decisions, spread over deals, at which worlds are drawn
Progress = Callable[[str, int, int], None]  # the game being measured, steps done, steps in all
Command = list[str]  # a program that takes PLAYERS MATCHES SEED and tells what it did as JSON


class Speed(msgspec.Struct):
    """One game at one number of players, played at random but where another player is named."""

    game: str
    players: int
    matches_per_s: float
    deals_per_s: float
    plays_per_s: float
    determinizations_per_s: float
    playouts_per_s: float  # of the flat bot, determinization and copying included


class RivalSpeed(msgspec.Struct):
    """A game beside another program for it."""

    game: str
    program: str
    deals_per_s: float
    rival_deals_per_s: float
    ratio: float  # ours to the rival's


class SpeedReport(msgspec.Struct):
    """What was measured."""

    rounds: int
    speeds: list[Speed]
    rivals: list[RivalSpeed]


class Lap(msgspec.Struct):
    """What a program did in one round; `program` is what it calls itself."""

    matches: int
    deals: int
    plays: int
    seconds: float
    program: str = "torite"

    def rate(self, what: str) -> float:
        """So many `matches`, `deals` or `plays` a second."""
        done: int = getattr(self, what)
        return done / self.seconds


class RivalError(TextError, ValueError):
    """A program to compare with that cannot be had."""

    KEY = "cli.bench"


def measure(names: Sequence[str], rounds: int, progress: Progress, rivals: Sequence[Path] = ()) -> SpeedReport:
    """Measure these games with default options, beside those of the rivals' files that bear their names.

    Raises RivalError.
    """
    if nameless := next((file for file in rivals if file.stem not in GAMES), None):
        raise RivalError("no_game", file=nameless, allowed=list(GAMES))
    report = SpeedReport(rounds, [], [])
    with tempfile.TemporaryDirectory() as folder:
        commands = {file.stem: _command(file, Path(folder)) for file in rivals if file.stem in names}
        for done, name in enumerate(names):
            progress(name, done, len(names))
            _measure_game(report, GAMES[name], commands.get(name))
    progress("", len(names), len(names))
    return report


def _measure_game(report: SpeedReport, game: Game, rival: Command | None) -> None:
    """Add a game to the report."""
    players = game.usual_players
    laps = list(_laps(game, players, rival, report.rounds))
    ours = {what: statistics.median(lap.rate(what) for lap, _ in laps) for what in ("matches", "deals", "plays")}
    pairs = [(lap.rate("deals"), other.rate("deals"), other.program) for lap, other in laps if other is not None]
    if pairs:
        theirs = statistics.median(rate for _, rate, _ in pairs)
        ratio = statistics.median(rate / other for rate, other, _ in pairs)
        report.rivals.append(RivalSpeed(game.name, pairs[0][2], ours["deals"], theirs, ratio))
    report.speeds.append(
        Speed(
            game=game.name,
            players=players,
            matches_per_s=ours["matches"],
            deals_per_s=ours["deals"],
            plays_per_s=ours["plays"],
            determinizations_per_s=determinizations(game, players),
            playouts_per_s=playouts(game, players),
        )
    )


def _command(source: Path, folder: Path) -> Command:
    """How the program is run; one in C is compiled into the folder."""
    if not source.is_file():
        raise RivalError("no_file", file=source)
    if source.suffix != ".c":
        return [sys.executable, str(source)]
    program = folder / source.stem
    _done(["gcc", "-O3", "-march=native", str(source), "-o", str(program)], source)
    return [str(program)]


def _done(command: Command, source: Path | str) -> bytes:
    """What a command prints."""
    try:
        return subprocess.run(command, check=True, capture_output=True).stdout
    except FileNotFoundError:
        raise RivalError("no_gcc", file=source) from None
    except subprocess.CalledProcessError as error:
        told = error.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise RivalError("failed", file=source, reason=told) from None


def _laps(game: Game, players: int, rival: Command | None, rounds: int) -> Iterator[tuple[Lap, Lap | None]]:
    """Round by round, what torite and the rival did in about the same time."""
    states = game.state.new()
    states[0] = Position(game, players, seed=0).state
    rng = new_rng(match_seed(1))

    def ours(matches: int) -> Lap:
        counts, points = np.zeros(2, np.int64), np.zeros(players)
        begin = time.thread_time()
        random_matches(game, states, matches, rng, counts, points)
        return Lap(matches, int(counts[DEALS]), int(counts[PLAYS]), time.thread_time() - begin)

    def theirs(matches: int) -> Lap:
        assert rival is not None
        return msgspec.json.decode(_done([*rival, str(players), str(matches), "1"], rival[-1]), type=Lap)

    n_ours = _enough(ours)
    n_theirs = _enough(theirs) if rival is not None else 0
    for _ in range(rounds):
        yield ours(n_ours), theirs(n_theirs) if rival is not None else None


def _enough(run: Callable[[int], Lap]) -> int:
    """Matches that take about SECONDS; the first call compiles."""
    run(1)
    seconds = run(200).seconds
    return max(1, int(200 * SECONDS / seconds))


@kernel
def _draw_worlds(rules: Rules, states: States, seat: int, n: int, rng: Rng) -> None:
    for _ in range(n):
        put(states, 1, 0)
        determinize(rules, states, 1, seat, rng)


def draw_worlds(game: Game, states: Any, seat: int, n: int, rng: Rng) -> None:
    """Draw n worlds of the view states[0], each into states[1]."""
    _draw_worlds(rules(game, "determinize"), as_rows(states), seat, n, rng)


def decisions(game: Game, players: int) -> Iterator[tuple[Any, int]]:
    """Views of seats to act, at POSITIONS places spread over as many deals of random play."""
    for number in range(POSITIONS):
        position = Position(game, players, seed=number)
        rng = bots_rng(position.seed)
        position.deal()
        for _ in range((game.deals(position.state) or 2) // 2):
            last = position.copy()
            play_deal(position, [RandomPlayer()] * players, rng)
            if position.finished():
                position = last
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
    rng = new_rng(b"speed")
    states = game.state.new(2)
    spent, done = 0.0, 0
    for view, seat in decisions(game, players):
        states[0] = view
        draw_worlds(game, states, seat, 1, rng)
        begin = time.thread_time()
        draw_worlds(game, states, seat, n, rng)
        spent += time.thread_time() - begin
        done += n
    return done / spent


def playouts(game: Game, players: int, worlds: int = 200) -> float:
    """Playouts of the flat bot a second, over the same decisions."""
    spent, done = 0.0, 0
    for view, seat in decisions(game, players):
        analyse(game, view, seat, 0, worlds=1)
        begin = time.thread_time()
        found = analyse(game, view, seat, 0, worlds=worlds)
        spent += time.thread_time() - begin
        done += worlds * len(found.actions)
    return done / spent
