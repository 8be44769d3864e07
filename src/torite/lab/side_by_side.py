"""Deals side by side in one process, where a bot of one's own decides many turns at once (`choose_many`).

What a deal comes to does not depend on those beside it: its cards and its bots have chance of their own.
"""

from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import count, islice
from typing import Any, TypeVar

from torite.lab.bots import bot
from torite.lab.own import OwnPlayer, decides_many
from torite.lab.workers import Workers, spread, stream
from torite.search.deals import Asking, Question, answered
from torite.search.players import RandomPlayer

BESIDE = 64  # deals at most: a network that is asked for so many turns takes a fraction of the time for each
BESIDE_OTHERS = 8  # where others decide one by one: they may think long
WAVES, APART = 8, 3  # in which deals begin, so many decisions apart, so that they do not all end at once
SHARE = 4  # times as many a process gets: a deal begins where one has ended

Job = TypeVar("Job")
Result = TypeVar("Result")
Share = tuple[Callable[[Any], Asking[Any]], list[tuple[int, Any]], int]


def spread_asking(
    function: Callable[[Job], Asking[Result]], jobs: Iterator[Job], n: int, bots: Iterable[str], processes: Workers
) -> Generator[Result, None, None]:
    """What function(job) comes to for each of the n jobs, in order.  To close it cancels the rest."""
    many = [decides_many(player) for player in map(bot, bots) if not isinstance(player, RandomPlayer)]
    if not any(many):
        with closing(spread(partial(_play, function), jobs, processes)) as played:
            yield from played
        return
    beside, cores = BESIDE if all(many) else BESIDE_OTHERS, processes if isinstance(processes, int) else 1
    size = min(SHARE * beside if cores == processes else beside, -(-n // cores))  # what a cluster loses it does again
    shares = ((function, share, beside) for share in _shares(enumerate(jobs), size, cores))
    early: dict[int, Result] = {}
    with closing(stream(_play_share, shares, processes)) as found:
        for told in range(n):
            while told not in early:
                early |= [next(found)]
            yield early.pop(told)


def _shares(jobs: Iterator[Job], size: int, cores: int) -> Iterator[list[Job]]:
    """As many shares as there are cores from those that come next, so that each has some of what is waited for first.

    Not each so manieth job: of a ladder one core would have all those of the slowest two bots.
    """
    while block := [*islice(jobs, size * cores)]:
        for share in range(cores):
            if mine := [job for i, job in enumerate(block) if (i + i // cores) % cores == share]:
                yield mine


def _play(function: Callable[[Job], Asking[Result]], job: Job) -> Result:
    return answered(function(job))


def _play_share(share: Share) -> Iterator[tuple[int, Any]]:
    function, jobs, beside = share
    for i, result in side_by_side([function(job) for _, job in jobs], beside):
        yield jobs[i][0], result


def side_by_side(playing: Sequence[Asking[Result]], beside: int) -> Iterator[tuple[int, Result]]:
    """What each comes to, as they end.  All go on until they ask, then all are answered: who decides many, at once."""
    beside = min(beside, len(playing))
    answers, rest, wave = dict[int, int | None](), iter(range(len(playing))), -(-beside // WAVES)
    for decisions in count():
        at_once = min(beside, wave * (1 + decisions // APART))
        answers |= dict.fromkeys(islice(rest, at_once - len(answers)))
        if not answers:
            return
        asked: dict[int, Question] = {}
        for i, answer in answers.items():
            try:
                asked[i] = playing[i].send(answer)  # type: ignore[arg-type]  # None begins it
            except StopIteration as end:
                yield i, end.value
        answers, many = {}, defaultdict[OwnPlayer, list[int]](list)
        for i, (player, *question) in asked.items():
            if decides_many(player):
                many[player].append(i)
            else:
                answers[i] = player.choose(*question)
        for player, those in many.items():
            answers |= zip(those, player.choose_many([asked[i][1:] for i in those]), strict=True)
