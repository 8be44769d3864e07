"""How matches of equal bots go: who leads, when it is decided, how hard it was for the winner.

Security and drama as in Browne, Automatic Generation and Evaluation of Recombination Games, 2008.
"""

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from torite.games.position import Position
from torite.lab.bots import bot
from torite.lab.duplicate import DealJob
from torite.search.deals import bots_rng, play_deal


@dataclass(frozen=True)
class Course:
    """One match; of a match that several have won alike, only its length and how often the lead has changed."""

    deals: int
    leads: int  # times that somebody else is in the lead after a deal
    decided: float = math.nan  # share of the match after which the winner stayed in the lead
    behind: float = math.nan  # 1.0 = after half of its deals the winner was last
    drama: float = math.nan  # mean root of how far the winner was behind, where behind, of the final margin; 0 = never


def play_match(job: DealJob) -> Course:
    """Play the match to its end that begins with this deal, all seats by the one bot of the job."""
    game = job.game.game()
    position = Position(game, job.players, seed=job.seed, options=job.options, preset=job.preset)
    rng, bots, standings = bots_rng(job.seed), [bot(*job.specs)] * job.players, list[Any]()
    while not position.finished():
        position.deal()
        play_deal(position, bots, rng)
        standings.append(position.worths() + (standings[-1] if standings else 0))
    return course(np.array(standings), set(position.result().winners))


def course(standings: Any, winners: set[int]) -> Course:
    """How it went: float[deals, seats], sums of what the deals were worth; winners: a seat, or partners."""
    deals, seats = standings.shape
    leaders = [set(np.flatnonzero(row == row.max()).tolist()) for row in standings]
    leads = sum(not now & before for before, now in pairwise(leaders))
    if leaders[-1] != winners or len(winners) == seats:
        return Course(deals, leads)
    away = [i for i, leading in enumerate(leaders) if not leading <= winners]
    seat = min(winners)
    behind = [(row.max() - row[seat]) for row in standings if row[seat] < row.max()]
    spread = standings[-1].max() - standings[-1].min()
    return Course(
        deals,
        leads,
        decided=(away[-1] + 2 if away else 1) / deals,
        behind=float(standings[(deals - 1) // 2][seat] == standings[(deals - 1) // 2].min()),
        drama=float(np.mean(np.sqrt(np.minimum(1.0, np.array(behind) / spread)))) if behind else 0.0,
    )
