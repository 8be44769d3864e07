"""A review in stages: every decision in a few worlds first, so that there is something to see, then in many."""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import takewhile
from operator import attrgetter
from statistics import mean, stdev
from typing import Any, Protocol, TypeVar

from torite.games import GAMES
from torite.games.game import Game
from torite.knowledge import informed
from torite.review.decisions import NOTHING, Decision, decisions
from torite.review.judge import BLUNDER, SURE, agrees, alternatives, gap, judged, searched, second, weigh
from torite.review.sequels import sequels
from torite.search.analysis import Analysis
from torite.table.exercise import Posed, posed
from torite.table.looking import Alternative, Judged, Review
from torite.table.takeback import announcements

COARSE, QUICK, FULL = 200, 2000, 4000  # worlds; half of them choose what is best, the others tell what it is worth
TREES = 2  # that have to find a blunder which playouts do not see
PLANNED = 1000  # the same at most where a plan values them, which takes longer than to play a deal out
EXERCISES = 6  # of a review, at most


Told = TypeVar("Told", covariant=True)


class Work(Protocol[Told]):
    """Something that is found out in stages, of pieces that may be worked at in any order and thread."""

    def pieces(self) -> list[list[Callable[[], None]]]:
        """The pieces of each stage."""

    def tell(self, done: bool) -> Told:
        """What is known so far."""


class Task:
    """The review of one seat: `judge` each decision, `tell` what is known."""

    def __init__(
        self,
        record: Mapping[str, Any],
        seat: int,
        games: Mapping[str, Game] = GAMES,
        *,
        seed: int = 0,
        since: int | None = None,
        claimed: Mapping[int, int] = NOTHING,
    ) -> None:
        """Raises RecordError; see `decisions`."""
        self.game, self._players, self.decisions = decisions(record, seat, games, since, claimed)
        self._record, self._seat, self._seed = record, seat, seed
        self.judged: dict[int, Judged] = {}
        self._clear: dict[int, list[Alternative]] = {}  # where one action is clearly the best

    def pieces(self, worlds: int = FULL) -> list[list[Callable[[], None]]]:
        """All decisions in a few worlds, then all in so many."""
        numbers = range(len(self.decisions))
        if informed(self.game).plan is not None:
            worlds = min(worlds, PLANNED)
        return [[partial(self._judge, number, stage) for number in numbers] for stage in (COARSE, worlds)]

    def _judge(self, number: int, worlds: int) -> None:
        self.judged[number] = self.judge(number, worlds)

    def judge(self, number: int, worlds: int) -> Judged:
        """One decision, from 0; only when looked at closely with open cards, and with a second opinion of a mistake.

        Raises RecordError.
        """
        decision = self.decisions[number]
        weighed = weigh(self.game, decision, worlds, self._seed)
        told = judged(self.game, decision, weighed, opened=worlds > COARSE)
        if worlds <= COARSE:
            return told
        clear = alternatives(self.game, weighed)
        found = second(self.game, decision, weighed, self._seed)
        if found is not None:
            self._ask_again(decision, told, found)
        fits = bool(clear) and told.mistake == (told.played != clear[0].code)
        if fits and (found is None or agrees(self.game, decision, clear, found, self._seed)):
            own = Alternative(told.played, told.loss, told.error)
            those = [own if each.code == told.played else each for each in clear]
            self._clear[number] = sorted(those, key=attrgetter("loss"))
        if told.mistake and told.worlds > 1:
            told.sequels = sequels(self.game, decision, self.game.actions[told.best], self._seed)
        return told

    def _ask_again(self, decision: Decision, told: Judged, found: Analysis) -> None:
        """A tree search confirms what playouts call a mistake, or not: what it has lost is the smaller of both figures.

        And it tells a blunder that they do not see, if it is one in a second tree, too: how one has grown holds for
        all deals that are counted in it, and two cards that are worth the same differ there by more than its error.
        """
        suspected, told.mistake = told.mistake, False
        game, threshold, agree = self.game, self.game.unit.mistake, found.best == decision.played
        if suspected:
            best = game.actions[told.best]
            gain, error = (0.0, 0.0) if agree else searched(game, decision, best, decision.played, self._seed)
            if gain < told.loss:
                told.loss, told.error = max(0.0, gain), error
            told.mistake = told.loss > max(SURE * told.error, threshold)
        if not agree and not told.mistake and gap(game, decision, found, decision.played) > threshold:
            asked = (searched(game, decision, found.best, decision.played, self._seed ^ n) for n in range(TREES))
            blunders = [*takewhile(lambda tree: tree[0] > max(BLUNDER * threshold, SURE * tree[1]), asked)]
            if len(blunders) == TREES:
                told.mistake, told.best = True, game.codes[found.best]
                told.loss, told.error = min(blunders)

    def exercises(self) -> list[Posed]:
        """Decisions with one action that is clearly the best: first those where another was taken, then those with
        the most to choose from.  What costs nothing to say is no question.
        """
        free = announcements(self.game)
        asked = [n for n, told in self._clear.items() if not all(each.code.split(":")[0] in free for each in told)]

        def order(number: int) -> tuple[bool, int, int]:
            told = self.judged[number]
            return told.played == told.best, -len(self._clear[number]), number

        return [
            posed(self._record, told.deal, told.step, self._seat, self._clear[number], told.worlds)
            for number in sorted(asked, key=order)[:EXERCISES]
            for told in [self.judged[number]]
        ]

    def tell(self, done: bool) -> Review:
        """What is known so far."""
        known = [self.judged[number] for number in sorted(self.judged)]
        losses = [each.loss for each in known]
        return Review(
            game=self.game.name,
            players=self._players,
            seat=self._seat,
            unit=self.game.unit.name,
            threshold=self.game.unit.mistake,
            decisions=len(self.decisions),
            judged=known,
            mean=round(mean(losses), 4) if losses else 0.0,
            error=round(stdev(losses) / len(losses) ** 0.5, 4) if len(losses) > 1 else 0.0,
            mistakes=sum(each.mistake for each in known),
            done=done,
        )


def review(task: Task, worlds: int, threads: int) -> Iterator[Review]:
    """The review after every decision: first all in a few worlds, then all in so many.  Raises RecordError."""
    return worked(task, task.pieces(worlds), threads)


def worked(task: Work[Told], stages: list[list[Callable[[], None]]], threads: int) -> Iterator[Told]:
    """What is known at first, and after every piece.  Raises what a piece raises."""
    left = sum(map(len, stages))
    yield task.tell(done=not left)
    with ThreadPoolExecutor(threads, "torite-review") as pool:  # kernels run without Python's lock
        for stage in stages:
            for _ in pool.map(lambda piece: piece(), stage):
                left -= 1
                yield task.tell(done=not left)
