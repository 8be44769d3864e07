"""Deals side by side in one process, where a bot of one's own decides many turns at once (`choose_many`).

What a deal comes to does not depend on those beside it: its cards and its bots have chance of their own.
"""

from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from typing import Any, TypeVar

from torite.lab.bots import bot
from torite.lab.own import OwnPlayer, decides_many
from torite.lab.workers import Workers, spread
from torite.search.deals import Asking, Question, answered
from torite.search.players import RandomPlayer

BESIDE = 64  # deals at most: a network that is asked for so many turns takes a fraction of the time for each
BESIDE_OTHERS = 8  # where others decide one by one: they may think long, and nothing is told before all deals are over

Job = TypeVar("Job")
Result = TypeVar("Result")
Share = tuple[Callable[[Any], Asking[Any]], list[Any]]


def spread_asking(
    function: Callable[[Job], Asking[Result]], jobs: Iterator[Job], n: int, bots: Iterable[str], processes: Workers
) -> Generator[Result, None, None]:
    """What function(job) comes to for each of the n jobs, in order.  To close it cancels the rest."""
    beside, many = 1, [decides_many(player) for player in map(bot, bots) if not isinstance(player, RandomPlayer)]
    if any(many):
        beside = BESIDE if all(many) else BESIDE_OTHERS
        beside = min(beside, -(-n // processes)) if isinstance(processes, int) else beside
    shares = ((function, share) for share in iter(lambda: list(islice(jobs, beside)), []))
    with closing(spread(_play, shares, processes)) as played:
        for found in played:
            yield from found


def _play(share: Share) -> list[Any]:
    function, jobs = share
    if len(jobs) == 1:
        return [answered(function(jobs[0]))]
    return side_by_side([function(job) for job in jobs])


def side_by_side(playing: Sequence[Asking[Result]]) -> list[Result]:
    """What each comes to.  All go on until they ask, then all are answered: who decides many turns, at once."""
    results: dict[int, Result] = {}
    answers: dict[int, int | None] = dict.fromkeys(range(len(playing)))
    while answers:
        asked: dict[int, Question] = {}
        for i, answer in answers.items():
            try:
                asked[i] = playing[i].send(answer)  # type: ignore[arg-type]  # None begins it
            except StopIteration as end:
                results[i] = end.value
        answers, many = {}, defaultdict[OwnPlayer, list[int]](list)
        for i, (player, *question) in asked.items():
            if decides_many(player):
                many[player].append(i)
            else:
                answers[i] = player.choose(*question)
        for player, those in many.items():
            answers |= zip(those, player.choose_many([asked[i][1:] for i in those]), strict=True)
    return [results[i] for i in range(len(playing))]
