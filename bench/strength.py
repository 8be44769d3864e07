"""How strong the bots are: measured on from run to run, kept in strength.json, written into docs/strength.md.

    python bench/strength.py [GAME ...] [--kinds levels tree time] [--bots A] [--hours H] [--processes N]
    python bench/strength.py --write

A line is two bots at one game, as `torite match GAME --bots A,B --seed 1` has them: duplicate deals, each in every
seating.  Of each line the file keeps how many deals there were, their mean difference and its standard error, so a run
goes on with the next deal, and nights add up.  A line ends when it is decided, with an error rate that holds at all
looks together (torite/lab/stopping.py), or after its most deals.  Until then lines take turns of a minute or so; what
is dear waits for what is cheap.  What has been measured before the bots became others is to be taken out of the file.

--write puts the tables and the plot of strength against time into the document.
"""

import argparse
import math
import re
import time
from collections.abc import Iterator
from itertools import pairwise, takewhile
from pathlib import Path

import msgspec
from matplotlib import rc_context
from matplotlib.figure import Figure as Picture
from rich.progress import Progress

from torite.cards.rng import match_seed
from torite.certainty import SURE as PLAIN
from torite.games import GAMES
from torite.games.position import Position
from torite.knowledge import informed
from torite.lab.duplicate import DealJob, play_duplicate
from torite.lab.seating import GameRef
from torite.lab.stopping import FIRST_LOOK, Until
from torite.lab.workers import cores, spread
from torite.search.players import LEVELS

KEPT = Path(__file__).with_suffix(".json")
DOC = Path(__file__).parents[1] / "docs" / "strength.md"
PLOT = DOC.parent / "pictures" / "strength.svg"
SURE = 3.0  # standard errors
SEED = 1
COLUMNS = 4  # of the plot
MOST = 2000  # deals of a line
TURN = 60.0  # seconds, about
AMONG = 20  # milliseconds with which all other budgets are compared
BUDGETS = (1, 5, 100, 900)  # of the others
MASTER = "solve+ismcts:{}ms"
RANKED = ["random", *list(LEVELS)[:-1], MASTER.format(AMONG)]
KINDS = {
    "levels": [(better, worse) for worse, better in pairwise(RANKED)],
    "tree": [("ismcts:10ms", "flat:10ms")],
    "time": [(MASTER.format(max(ms, AMONG)), MASTER.format(min(ms, AMONG))) for ms in BUDGETS],
}
HEADS = {
    "levels": [f"{better} > {worse}" for worse, better in pairwise(["random", *LEVELS])],
    "tree": ["`ismcts:10ms` > `flat:10ms`"],
    "time": [f"{max(ms, AMONG)} ms > {min(ms, AMONG)} ms" for ms in BUDGETS],
}


class Line(msgspec.Struct):
    """Two bots at one game."""

    game: str
    better: str  # as is thought
    worse: str
    deals: int = 0
    mean: float = 0.0  # worth of a deal to the better one's seats less that to the other's
    error: float = math.inf  # of it, standard; rounds that differ are chance here, see docs/strength.md
    seconds: float = 0.0  # of processor time, about, that all deals took

    @property
    def deviation(self) -> float:
        """Of a deal."""
        return self.error * math.sqrt(self.deals) if self.deals > 1 else math.nan

    @property
    def is_decided(self) -> bool:
        """Is one of them ahead beyond doubt?"""
        return self.deals >= FIRST_LOOK and abs(self.mean) > Until(SURE, MOST).bound(self.deals, self.deviation)

    @property
    def is_over(self) -> bool:
        """Is there nothing more to find out?"""
        return self.is_decided or self.deals >= MOST

    def add(self, differences: list[float], seconds: float) -> None:
        """More deals."""
        before, n = self.deals, len(differences)
        mean = sum(differences) / n
        squares = sum((each - mean) ** 2 for each in differences)
        if before > 1:
            squares += self.deviation**2 * (before - 1)
        squares += (mean - self.mean) ** 2 * before * n / (before + n)
        self.mean += (mean - self.mean) * n / (before + n)
        self.deals += n
        self.error = math.sqrt(squares / (self.deals - 1) / self.deals) if self.deals > 1 else math.inf
        self.seconds += seconds


def kept() -> dict[tuple[str, str, str], Line]:
    """What has been measured."""
    lines = msgspec.json.decode(KEPT.read_bytes(), type=list[Line]) if KEPT.exists() else []
    return {(line.game, line.better, line.worse): line for line in lines}


def keep(line: Line) -> None:
    """Write the line into the file, whole or not at all; another run may have written others."""
    lines = kept() | {(line.game, line.better, line.worse): line}
    told = ",\n".join(msgspec.json.encode(lines[key]).decode() for key in sorted(lines))
    fresh = KEPT.with_suffix(".fresh")
    fresh.write_text(f"[\n{told}\n]\n")
    fresh.replace(KEPT)


def played(line: Line, processes: int, end: float) -> Iterator[float]:
    """The differences of its next deals, two at least and all given out until `end` of the monotonic clock."""
    game, first = GAMES[line.game], line.deals
    players = game.usual_players
    options = Position(game, players).options
    numbers = takewhile(lambda n: n < first + 2 or time.monotonic() < end, range(first, MOST))
    jobs = (
        DealJob(GameRef(line.game), players, "seed", options, (line.better, line.worse), n, match_seed(SEED, n))
        for n in numbers
    )
    for (ahead, behind), _ in spread(play_duplicate, jobs, processes):
        yield float(ahead - behind)


def turn(line: Line, processes: int, most: float) -> None:
    """Play so many seconds of it, and finish the deals begun by then; it ends when that decides it."""
    begin, differences = time.monotonic(), list[float]()
    for difference in played(line, processes, begin + most):
        differences.append(difference)
        if len(differences) % FIRST_LOOK == 0:
            line.add(differences, (time.monotonic() - begin) * processes)
            differences, begin = [], time.monotonic()
            if line.is_over:
                return
    if differences:
        line.add(differences, (time.monotonic() - begin) * processes)


def measure(games: list[str], kinds: list[str], bots: str, hours: float, processes: int) -> None:
    """Go on with all lines of these in which such a bot plays."""
    lines = kept()
    chosen = [
        lines.setdefault((game, *pair), Line(game, *pair))
        for kind in kinds
        for game in games
        for pair in KINDS[kind]
        if bots in ",".join(pair) and (kind == "levels" or informed(GAMES[game]).plan is None)
    ]
    end = time.monotonic() + 3600 * hours
    with Progress(transient=True) as shown:
        task = shown.add_task("", total=len(chosen))
        while (left := [line for line in chosen if not line.is_over]) and time.monotonic() < end:
            line = min(left, key=lambda line: line.seconds)
            told = f"{line.game} {line.better},{line.worse}"
            shown.update(task, description=told, completed=len(chosen) - len(left))
            turn(line, processes, min(TURN, end - time.monotonic()))
            shown.print(f"{told}  {cell(line)}")
            keep(line)


def cell(line: Line | None) -> str:
    """A line as the tables have it."""
    if line is None or line.deals < 2 or line.error == 0:
        return "–"
    sure = line.mean / line.error
    digits = max(0, min(3, 1 - math.floor(math.log10(line.error))))
    mark = "**" if line.is_decided else ""
    return f"{mark}{sure:.1f}{mark}, {line.mean:+.{digits}f} ± {line.error:.{digits}f} ({line.deals:,})"


def table(kind: str, lines: dict[tuple[str, str, str], Line]) -> str:
    """All games by the pairs of a kind."""
    head = "| game | " + " | ".join(HEADS[kind]) + " |\n|---" + "|---" * len(HEADS[kind]) + "|\n"
    rows = [[lines.get((game, *pair)) for pair in KINDS[kind]] for game in GAMES]
    told = zip(GAMES, rows, strict=True)
    return head + "".join(f"| {game} | {' | '.join(map(cell, row))} |\n" for game, row in told if any(row))


def plot(lines: dict[tuple[str, str, str], Line]) -> None:
    """What a deal is worth more than with AMONG milliseconds, with intervals of 95 %: a game a picture."""
    budgets = list(zip(BUDGETS, KINDS["time"], strict=True))
    found = {game: [(ms, lines[game, *pair]) for ms, pair in budgets if (game, *pair) in lines] for game in GAMES}
    shown = {game: each for game, each in found.items() if each}
    rows = math.ceil(len(shown) / COLUMNS)
    picture = Picture(figsize=(10, 2.2 * rows), layout="constrained")
    for i, (game, each) in enumerate(shown.items()):
        axes = picture.add_subplot(rows, COLUMNS, i + 1)
        axes.axhline(0, color="silver")
        axes.plot([AMONG], [0], "o", color="black")
        sides = [math.copysign(1, ms - AMONG) for ms, _ in each]
        means = [side * line.mean for side, (_, line) in zip(sides, each, strict=True)]
        axes.errorbar([ms for ms, _ in each], means, [PLAIN * line.error for _, line in each], fmt="ko", capsize=3)
        axes.set_xscale("log")
        axes.set_xticks([*BUDGETS, AMONG], [str(ms) for ms in (*BUDGETS, AMONG)])
        axes.minorticks_off()
        axes.set_title(game)
    with rc_context({"svg.hashsalt": "torite"}):  # the same lines, the same file
        picture.savefig(PLOT, metadata={"Date": None})


def write() -> None:
    """Put the tables into the document, between their marks."""
    lines, text = kept(), DOC.read_text()
    for kind in KINDS:
        begin, end = f"<!-- {kind} -->\n", f"<!-- /{kind} -->"
        text = re.sub(f"(?s){begin}.*?{end}", lambda _: f"{begin}{table(kind, lines)}{end}", text)  # noqa: B023
    DOC.write_text(text)
    plot(lines)


def main() -> None:
    """Measure, or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--bots", default="", help="only lines in which this stands")
    parser.add_argument("--hours", type=float, default=1.0)
    parser.add_argument("--processes", type=int, default=cores())
    parser.add_argument("--write", action="store_true")
    told = parser.parse_args()
    if told.write:
        write()
    else:
        measure(told.games, told.kinds, told.bots, told.hours, told.processes)


if __name__ == "__main__":
    main()
