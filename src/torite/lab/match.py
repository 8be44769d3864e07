"""Which bot plays better: duplicate deals, paired differences.

Each deal is played again and again until every bot has sat on every seat (duplicate.py): the luck of the deal cancels.

Where bots think long, each deal may instead be played once, without the luck of its cards (par.py), and a match may
end as soon as it is decided (stopping.py).
"""

import math
import time
from collections.abc import Callable
from contextlib import closing
from typing import Any

import msgspec
import numpy as np
from openskill.models import PlackettLuce

from torite.cards.rng import match_seed
from torite.certainty import student
from torite.games.game import Game, Value
from torite.games.position import Position
from torite.lab.bots import bot_of
from torite.lab.duplicate import DealJob, asking_duplicate, asking_single, seatings, sides_of
from torite.lab.figures import estimate
from torite.lab.par import Adjustment
from torite.lab.seating import GameRef
from torite.lab.side_by_side import spread_asking
from torite.lab.stopping import FIRST_LOOK, Until
from torite.lab.workers import Workers, cores
from torite.search.players import SpecError

FEWEST = 5  # deals of a verdict
# A bot stays as strong as it is, so each contest makes its rating surer.  Slowly: its deviation is about twice what
# ratings scatter.  That is openskill's gamma; with 1 in its place too much is left out: of six bots that are far apart
# intervals of 95 % hold 65 to 98 % after 100 deals.
MODEL = PlackettLuce(tau=0.0)
Progress = Callable[[int, float, float], None]  # deals done, difference of the first two so far, its standard error


class Side(msgspec.Struct):
    """One bot of a match.  Figures are worths of a deal (`score` of the game), mean over its seats."""

    bot: str
    mean: float
    difference: float  # to the first bot
    error: float  # standard error of the difference
    rating: float  # Plackett-Luce (openskill), 25 = the middle of these bots; each deal is one contest
    doubt: float  # standard deviation of the rating
    within: float | None = None  # half the interval of the difference that holds at every look
    plain: float | None = None  # standard error of the difference with the luck of the cards


class MatchReport(msgspec.Struct):
    """What a match of bots found."""

    game: str
    players: int
    preset: str
    options: dict[str, Value]
    seed: int
    deals: int
    seatings: int  # ways of seating the bots that each deal was played in
    seconds: float
    sides: list[Side]
    better: str | None  # the bot that is ahead of all others by Student's t (95 %), or decidedly
    luck_adjusted: bool = False
    until: float | None = None  # standard errors
    most: int | None = None  # deals that it might have taken
    alpha: float | None = None  # how likely one of equal bots is called better
    fewest: int = FEWEST  # deals from which there is a verdict: where rounds differ, each has come twice


class MatchStopped(KeyboardInterrupt):
    """Ctrl-C in a match; `report` is of what was played, with no verdict: who stops when he likes finds too much."""

    def __init__(self, report: MatchReport) -> None:
        super().__init__()
        self.report = report


def match(
    ref: GameRef,
    players: int,
    bots: list[str],
    *,
    options: dict[str, object] | None = None,
    preset: str = "seed",
    deals: int = 100,
    until: Until | None = None,
    luck_adjusted: bool = False,
    seed: int = 0,
    processes: Workers | None = None,
    progress: Progress = lambda done, difference, error: None,
) -> MatchReport:
    """Play `deals` deals, or `until` it is decided.  Raises PlayersError, OptionError, SpecError, MatchStopped."""
    first = Position(ref.game(), players, options=options, preset=preset)
    check_bots(first.game, players, bots, luck_adjusted)
    most = until.most if until else deals
    jobs = (
        DealJob(ref, players, preset, first.options, tuple(bots), number, match_seed(seed, number))
        for number in range(most)
    )
    begin = time.perf_counter()
    rounds = first.game.deals(first.state) or 1
    worths, plain, leader = np.zeros((0, len(bots))), np.zeros((0, len(bots))), None
    adjustment = Adjustment()

    def report(better: str | None) -> MatchReport:
        return MatchReport(
            game=first.game.name,
            players=players,
            preset=preset,
            options=first.options,
            seed=seed,
            deals=len(worths),
            seatings=1 if luck_adjusted else len(seatings(range(len(bots)), sides_of(first.game, first.state))),
            seconds=time.perf_counter() - begin,
            sides=_sides(bots, worths, plain if luck_adjusted else None, until, rounds),
            better=better,
            luck_adjusted=luck_adjusted,
            until=until.errors if until else None,
            most=until.most if until else None,
            alpha=until.alpha if until else None,
            fewest=_fewest(rounds),
        )

    try:
        play = asking_single if luck_adjusted else asking_duplicate
        with closing(spread_asking(play, jobs, most, bots, processes or cores())) as played:
            for found, pars in played:
                plain = np.vstack([plain, found])
                worths = np.vstack([worths, adjustment.adjusted(np.array(found), np.array(pars))])
                progress(len(worths), *paired(worths[:, 0] - worths[:, 1], rounds))
                leader = until.leader(worths, rounds) if until else None
                if leader is not None:
                    break
    except KeyboardInterrupt:
        if len(worths) < FEWEST:
            raise
        raise MatchStopped(report(None)) from None
    return report(_better(worths, bots, rounds) if until is None else None if leader is None else bots[leader])


def check_bots(game: Game, players: int, bots: list[str], luck_adjusted: bool) -> None:
    """Can these play a match?  Raises SpecError."""
    most = max(2, players)  # in a game for one, bots play the same deals each alone
    if not 2 <= len(bots) <= most:
        raise SpecError("match", most=most, players=players, bots=len(bots))
    if luck_adjusted and players == 1:
        raise SpecError("alone", game=game.name)
    for spec in bots:
        bot_of(spec, game, players)


def _sides(bots: list[str], worths: Any, plain: Any, until: Until | None, rounds: int) -> list[Side]:
    """What each bot made of the deals; worths, and plain where their luck has been taken out: float[deals, bots]."""
    skills = ratings(worths)
    enough = len(worths) >= FIRST_LOOK
    return [
        Side(
            spec,
            paired(worths[:, i], rounds)[0],
            *paired(worths[:, i] - worths[:, 0], rounds),
            *skills[i],
            within=until.within(worths[:, i] - worths[:, 0], len(bots), rounds) if until and enough else None,
            plain=paired(plain[:, i] - plain[:, 0], rounds)[1] if plain is not None else None,
        )
        for i, spec in enumerate(bots)
    ]


def paired(differences: Any, rounds: int = 1) -> tuple[float, float]:
    """Mean and its standard error, as `estimate` has them; infinite with a single deal.

    So it is where few have all brought the same, a game won each time, say: that tells nothing of how they scatter.
    Nothing each time is what a bot brings beside itself, and needs no doubt.
    """
    difference, error, _ = estimate(differences, rounds)
    is_unknown = difference and not error and len(differences) < FEWEST
    return difference, math.inf if is_unknown else error


def ratings(means: Any) -> list[tuple[float, float]]:
    """Rating of each bot and its standard deviation; means float[deals, bots] ranks the bots in each deal."""
    skills = [MODEL.rating() for _ in range(means.shape[1])]
    for worths in means:
        skills = [team[0] for team in MODEL.rate([[skill] for skill in skills], scores=worths.tolist())]
    return [(skill.mu, skill.sigma) for skill in skills]


def _fewest(rounds: int) -> int:
    return max(FEWEST, 2 * rounds)


def _better(worths: Any, bots: list[str], rounds: int = 1) -> str | None:
    if len(worths) < _fewest(rounds):
        return None
    best = int(np.argmax([paired(worths[:, bot], rounds)[0] for bot in range(len(bots))]))
    for other in set(range(len(bots))) - {best}:
        difference, error, freedom = estimate(worths[:, best] - worths[:, other], rounds)
        if not difference > student(freedom) * error:
            return None
    return bots[best]
