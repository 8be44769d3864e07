"""Which bot plays better: duplicate deals, every rotation of the seats, paired differences.

Each deal is played once for every way of seating the bots, with the same cards and the same state of the match
before it, so that the luck of the deal cancels.  Deals of a match that differ in size (Wizard's rounds) are all
visited in turn: the deals before are played at random.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
import numpy as np
from openskill.models import PlackettLuce

from torite.cards.rng import match_seed
from torite.games.game import Game, Value
from torite.games.position import Position
from torite.lab.own import bot, bot_of
from torite.lab.seating import GameRef, bots_rng, play_deal
from torite.lab.workers import cores, spread
from torite.search.players import RandomPlayer, SpecError

SURE = 1.96  # standard errors: 95 % of a normal distribution
Progress = Callable[[int, float, float], None]  # deals done, difference of the first two so far, its standard error


class Side(msgspec.Struct):
    """One bot of a match.  Figures are worths of a deal (`score` of the game), mean over its seats."""

    bot: str
    mean: float
    difference: float  # to the first bot
    error: float  # standard error of the difference
    rating: float  # Plackett-Luce (openskill), 25 = the middle of these bots; each deal is one contest
    doubt: float  # standard deviation of the rating


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
    better: str | None  # the bot that is ahead of all others by more than SURE standard errors


@dataclass(frozen=True)
class DealJob:
    """One deal, to be played in every seating."""

    game: GameRef
    players: int
    preset: str
    options: dict[str, Value]
    specs: tuple[str, ...]
    number: int
    seed: bytes


def seatings(n_bots: int, players: int) -> list[tuple[int, ...]]:
    """Bot of each seat, in every way: the bots in turn around the table, each of them beginning at each seat."""
    ways = {
        tuple((start + order * ((seat + turn) % players)) % n_bots for seat in range(players))
        for start in range(n_bots)
        for turn in range(players)
        for order in ((1, -1) if n_bots > 2 else (1,))
    }
    return sorted(ways)


def match(
    ref: GameRef,
    players: int,
    bots: list[str],
    *,
    options: dict[str, object] | None = None,
    preset: str = "seed",
    deals: int = 100,
    seed: int = 0,
    processes: int | None = None,
    progress: Progress = lambda done, difference, error: None,
) -> MatchReport:
    """Play `deals` duplicate deals.  Raises PlayersError, OptionError, SpecError."""
    most = max(2, players)  # in a game for one, bots play the same deals each alone
    if not 2 <= len(bots) <= most:
        raise SpecError("match", most=most, players=players, bots=len(bots))
    first = Position(ref.game(), players, options=options, preset=preset)
    for spec in bots:
        bot_of(spec, first.game, players)
    jobs = (
        DealJob(ref, players, preset, first.options, tuple(bots), number, match_seed(seed, number))
        for number in range(deals)
    )
    begin = time.perf_counter()
    means = np.zeros((0, len(bots)))
    for result in spread(play_duplicate, jobs, processes or cores()):
        means = np.vstack([means, result])
        progress(len(means), *paired(means[:, 0] - means[:, 1]))
    skills = ratings(means)
    sides = [
        Side(spec, float(means[:, i].mean()), *paired(means[:, i] - means[:, 0]), *skills[i])
        for i, spec in enumerate(bots)
    ]
    return MatchReport(
        game=first.game.name,
        players=players,
        preset=preset,
        options=first.options,
        seed=seed,
        deals=deals,
        seatings=len(seatings(len(bots), players)),
        seconds=time.perf_counter() - begin,
        sides=sides,
        better=_better(means, bots),
    )


def paired(differences: Any) -> tuple[float, float]:
    """Mean and its standard error; infinite with a single deal."""
    n = len(differences)
    error = float(differences.std(ddof=1)) / math.sqrt(n) if n > 1 else math.inf
    return float(differences.mean()), error


def ratings(means: Any) -> list[tuple[float, float]]:
    """Rating of each bot and its standard deviation; means float[deals, bots] ranks the bots in each deal."""
    model = PlackettLuce()
    skills = [model.rating() for _ in range(means.shape[1])]
    for worths in means:
        skills = [team[0] for team in model.rate([[skill] for skill in skills], scores=worths.tolist())]
    return [(skill.mu, skill.sigma) for skill in skills]


def _better(means: Any, bots: list[str]) -> str | None:
    best = int(means.mean(axis=0).argmax())
    for other in range(len(bots)):
        difference, error = paired(means[:, best] - means[:, other])
        if other != best and not difference > SURE * error:
            return None
    return bots[best]


@cache
def _game(ref: GameRef) -> Game:
    return ref.game()


def play_duplicate(job: DealJob) -> list[float]:
    """Mean worth of the deal to each bot, over all seatings and its seats in them."""
    game = _game(job.game)
    before = deal_before(game, job)
    bots = [bot(spec) for spec in job.specs]
    totals, seats, points = [0.0] * len(bots), [0] * len(bots), np.zeros(job.players)
    for way in seatings(len(bots), job.players):
        position = before.copy()
        play_deal(position, [bots[i] for i in way], bots_rng(job.seed))
        game.score(position.state, points)
        for seat, i in enumerate(way):
            totals[i] += points[seat]
            seats[i] += 1
    return [total / n for total, n in zip(totals, seats, strict=True)]


def deal_before(game: Game, job: DealJob) -> Position:
    """The deal just made; where a match has a fixed number of deals, they come in turn."""
    position = Position(game, job.players, seed=job.seed, options=job.options, preset=job.preset)
    position.deal()
    deals = game.deals(position.state) or 1
    rng = bots_rng(job.seed + b"before")
    for _ in range(job.number % deals):
        play_deal(position, [RandomPlayer()] * job.players, rng)
        position.deal()
    return position
