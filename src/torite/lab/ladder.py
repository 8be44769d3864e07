"""Ratings of named bots that grow from run to run: every two of them play the same deals, kept in one file.

A contest is one deal between two bots, played in every seating; who gets more of it has won.  The file keeps the
contests and nothing that follows from them: ratings (Plackett-Luce, openskill) are computed anew, so a run that was
interrupted goes on where it stopped, and a bot that comes later plays the deals that the others have had.
"""

import hashlib
import os
import shlex
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import combinations
from pathlib import Path

import msgspec
import numpy as np

from torite.cards.rng import match_seed
from torite.certainty import SURE
from torite.games.game import Value
from torite.lab.bot_files import sources
from torite.lab.bots import bot_of
from torite.lab.duplicate import DealJob, asking_duplicate
from torite.lab.figures import Figure, clustered, mean
from torite.lab.match import MODEL
from torite.lab.own import OWN
from torite.lab.program import PREFIX
from torite.lab.seating import GameRef
from torite.lab.side_by_side import spread_asking
from torite.lab.whole import whole
from torite.lab.workers import cores
from torite.locale import TextError

if sys.platform != "win32":
    import fcntl

FORMAT = "torite-ladder/1"
KEPT_EVERY = 5.0  # seconds
Progress = Callable[[int, int], None]  # contests done, of so many


class LadderError(TextError, ValueError):
    """A file that is no ladder, or not the one that was meant."""

    KEY = "cli.ladder"


class Contest(msgspec.Struct, array_like=True):
    """One deal between two bots."""

    first: str
    second: str
    deal: int
    difference: float  # mean worth to a seat of the first less that of the second


class Ladder(msgspec.Struct):
    """What the file holds."""

    game: str
    file: str | None  # of a game from outside
    players: int
    preset: str
    options: dict[str, Value]
    seed: int
    bots: dict[str, str] = {}  # name -> what its files were, "" for a bot of the house
    contests: list[Contest] = []
    page: str = ""  # what the file of the game was, "" for one of the house
    format: str = FORMAT

    @property
    def ref(self) -> GameRef:
        """The game."""
        return GameRef(self.game, self.file)


class Standing(msgspec.Struct):
    """One bot's place."""

    bot: str
    rating: float  # 25 = the middle of these bots
    doubt: float  # standard deviation
    won: int
    drawn: int
    lost: int
    difference: Figure  # of a deal, to its opponents


def read(path: Path) -> Ladder:
    """The ladder of a file.  Raises LadderError, OSError."""
    try:
        ladder = msgspec.json.decode(path.read_bytes(), type=Ladder)
    except msgspec.DecodeError as error:
        raise LadderError("unreadable", file=path, reason=error) from None
    if ladder.format != FORMAT:
        raise LadderError("format", file=path, found=ladder.format[:40], known=FORMAT)
    for bot in (bot for contest in ladder.contests for bot in (contest.first, contest.second)):
        if bot not in ladder.bots:
            raise LadderError("no_bot", bot=bot, known=list(ladder.bots))
    return ladder


def keep(ladder: Ladder, path: Path) -> None:
    """Write the file, whole or not at all.  Raises OSError."""
    with whole(path) as fresh:
        fresh.write_bytes(msgspec.json.encode(ladder))


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Nobody else plays on this ladder meanwhile, where the system has such locks.  Raises LadderError, OSError."""
    if sys.platform == "win32":
        yield
        return
    lock = path.parent / f".{path.name}.lock"
    with lock.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_ours = os.path.samestat(os.fstat(file.fileno()), lock.stat())  # who held it may just have removed it
        except OSError:
            is_ours = False
        if not is_ours:
            raise LadderError("busy", file=path)
        try:
            yield
        finally:
            lock.unlink()


def enter(ladder: Ladder, specs: list[str], deals: int) -> dict[str, str]:
    """Who plays until every two have had so many deals: the bots of the ladder and these, each with what its file is.

    Who has nothing left to play is not looked at.  Raises SpecError, LadderError if a file is no longer what played.
    """
    game, bots = ladder.ref.game(), dict(ladder.bots)
    for spec in specs:
        bot_of(spec, game, ladder.players)
        bots.setdefault(spec, _content(spec))
    if specs and deals and len(bots) == 1:  # it would never play, and be forgotten
        raise LadderError("few", bot=specs[0])
    missing = _missing(ladder, bots, deals)
    page = _fingerprint([Path(ladder.file).read_bytes()] if ladder.file is not None else [])
    ladder.page = ladder.page or page
    if missing and ladder.page != page:
        raise LadderError("other_rules", file=ladder.file)
    for spec in dict.fromkeys(bot for _, pair in missing for bot in pair):
        bot_of(spec, game, ladder.players)
        bots[spec] = bots[spec] or _content(spec)  # of a program nothing was kept once
        if bots[spec] != _content(spec):
            raise LadderError("changed", bot=spec)
    return bots


def drop(ladder: Ladder, bot: str) -> None:
    """Take a bot out, with its contests.  Raises LadderError."""
    if not ladder.bots:
        raise LadderError("empty", bot=bot)
    if bot not in ladder.bots:
        raise LadderError("no_bot", bot=bot, known=list(ladder.bots))
    del ladder.bots[bot]
    ladder.contests = [contest for contest in ladder.contests if bot not in (contest.first, contest.second)]


def _content(spec: str) -> str:
    """Of a program the files that its command names."""
    if spec.startswith(PREFIX):
        words = map(Path, shlex.split(spec.removeprefix(PREFIX)))
        return _fingerprint([word.read_bytes() for word in words if word.is_file()])
    told = OWN.fullmatch(spec)
    return _fingerprint(sources(told["file"], told["name"]) if told else [])


def _fingerprint(files: list[bytes]) -> str:
    return hashlib.sha256(b"".join(files)).hexdigest() if files else ""


def _missing(ladder: Ladder, bots: Iterable[str], deals: int) -> list[tuple[int, tuple[str, str]]]:
    """The contests still to be played."""
    had = Counter((contest.first, contest.second) for contest in ladder.contests)
    return [(n, pair) for n in range(deals) for pair in combinations(bots, 2) if n >= had[pair]]


def play(
    ladder: Ladder,
    bots: dict[str, str],
    deals: int,
    path: Path,
    *,
    processes: int | None = None,
    progress: Progress = lambda done, of: None,
) -> None:
    """Play until every two of the bots that entered have had so many deals.

    A bot stands in the ladder from its first contest on.  The file is kept on the way, and when something fails.
    """
    missing = _missing(ladder, bots, deals)
    jobs = (
        DealJob(ladder.ref, ladder.players, ladder.preset, ladder.options, pair, n, match_seed(ladder.seed, n))
        for n, pair in missing
    )
    kept = time.monotonic()
    try:
        asked = {bot for _, pair in missing for bot in pair}
        with closing(spread_asking(asking_duplicate, jobs, len(missing), asked, processes or cores())) as played:
            for done, ((n, (first, second)), (worths, _)) in enumerate(zip(missing, played, strict=True), start=1):
                ladder.bots |= {bot: bots[bot] for bot in (first, second)}
                ladder.contests.append(Contest(first, second, n, float(worths[0] - worths[1])))
                progress(done, len(missing))
                if time.monotonic() > kept + KEPT_EVERY:
                    keep(ladder, path)
                    kept = time.monotonic()
    finally:
        if missing and ladder.contests:
            keep(ladder, path)


def standings(ladder: Ladder) -> list[Standing]:
    """Best first."""
    skills = {bot: MODEL.rating() for bot in ladder.bots}
    gains: dict[str, list[tuple[int, float]]] = {bot: [] for bot in ladder.bots}
    for contest in ladder.contests:
        pair, gain = (contest.first, contest.second), contest.difference
        rated = MODEL.rate([[skills[bot]] for bot in pair], scores=[gain, 0.0])
        skills |= {bot: team[0] for bot, team in zip(pair, rated, strict=True)}
        gains[contest.first].append((contest.deal, gain))
        gains[contest.second].append((contest.deal, -gain))
    found = [
        Standing(
            bot=bot,
            rating=skill.mu,
            doubt=skill.sigma,
            won=sum(gain > 0 for _, gain in gains[bot]),
            drawn=sum(gain == 0 for _, gain in gains[bot]),
            lost=sum(gain < 0 for _, gain in gains[bot]),
            difference=clustered(gains[bot]),
        )
        for bot, skill in skills.items()
    ]
    return sorted(found, key=lambda standing: -standing.rating)


def between(ladder: Ladder, first: str, second: str) -> Figure:
    """What a deal between two bots brings the first more."""
    gains = [c.difference for c in ladder.contests if (c.first, c.second) == (first, second)]
    gains += [-c.difference for c in ladder.contests if (c.second, c.first) == (first, second)]
    return mean(np.array(gains))


def rated(standing: Standing) -> Figure:
    """The rating with its interval of 95 %."""
    return Figure(standing.rating, SURE * standing.doubt)
