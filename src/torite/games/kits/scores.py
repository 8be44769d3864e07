"""Playing for points: those of a deal, and their sum over the match."""

import numpy as np

from torite.cards.kernel import kernel
from torite.games import fields
from torite.games.fields import Each, Points
from torite.games.game import Outcome
from torite.games.state import public


class Totals(fields.State):
    """The sums of the match, by seat."""

    scores: Each[Points] = public(of="match")  # sum of the deals


class State(Totals):
    """And what each has got in this deal."""

    points: Each[Points] = public()  # of this deal


@kernel
def add_up(s: State) -> None:
    """The deal is over: its points count."""
    for p in range(s.players):
        s.scores[p] += s.points[p]


@kernel
def most(s: Totals) -> int:
    """The most points of the match that a seat has."""
    best = s.scores[0]
    for p in range(s.players):
        best = max(best, s.scores[p])
    return best


@kernel
def at_top(s: Totals) -> int:
    """How many seats have that many."""
    best, seats = most(s), 0
    for p in range(s.players):
        seats += s.scores[p] == best
    return seats


@kernel
def score(s: State, points: np.ndarray) -> None:
    """What the deal was worth to each seat."""
    for p in range(s.players):
        points[p] = s.points[p]


@kernel
def minus(s: State, points: np.ndarray) -> None:
    """The same where points are bad: a page says `score = scores.minus`."""
    for p in range(s.players):
        points[p] = -s.points[p]


@kernel
def margin(s: State, points: np.ndarray) -> None:
    """Of two players, by how much each is ahead of the other: a page says `score = scores.margin`."""
    points[0] = s.points[0] - s.points[1]
    points[1] = -points[0]


def outcome(s: Totals, then: Each[int] | None = None) -> Outcome:
    """Most points win; of those who have as many whoever has most of what is given as `then`, by seat."""
    scores = s.scores[: s.players].tolist()
    ranks = scores if then is None else list(zip(scores, then.tolist(), strict=False))
    return Outcome(scores, [p for p, rank in enumerate(ranks) if rank == max(ranks)], draw=False)


def fewest_win(s: Totals) -> Outcome:
    """Fewest points win: a page says `outcome = scores.fewest_win`."""
    scores = s.scores[: s.players].tolist()
    return Outcome(scores, [p for p, total in enumerate(scores) if total == min(scores)], draw=False)
