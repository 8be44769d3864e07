"""Cards and play: how much of what a deal brought a seat lay in its cards, and how much in what was made of them.

Strong bots play the same deal again and again in all seats.  What that brings a seat on average is the deal's par; how
much it is above the average of all seats is what the seat's cards were worth, and what the seat had beyond par it owes
to the play, its own and that of the others.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from torite.cards.rng import new_rng
from torite.games import GAMES
from torite.games.game import Game
from torite.games.position import Position
from torite.knowledge import informed
from torite.review.decisions import played
from torite.search.deals import play_deal
from torite.search.players import player
from torite.table import records
from torite.table.challenge import MATCH_UNIT
from torite.table.format import Match, RecordError
from torite.table.looking import Divided, Par

BOT, PLAYS = "strong", 64
FEW = 8  # plays of every deal that come first, so that there is something to see


@dataclass
class _Dealt:
    """A deal, before anybody has acted in it."""

    position: Position
    result: np.ndarray  # float64[players], `score` of how it was played; 0 where nobody has
    plays: list[np.ndarray] = field(default_factory=list)  # the same of each time that it was played again


def has_par(game: Game) -> bool:
    """Can its deals have a par?  Where bots go by a plan it is a game for one, without other seats to compare with."""
    return informed(game).plan is None


class ParTask:
    """The par of a match: `pieces` may be worked at in any thread, stage after stage; `tell` says what is known."""

    def __init__(
        self, record: Mapping[str, Any], games: Mapping[str, Game] = GAMES, *, seed: int = 0, since: int | None = None
    ) -> None:
        """since: as in `decisions`.

        Raises RecordError, also for a match without an end and a game that its bots play by a plan.
        """
        match = played(record, games, since is not None)
        first = since or 1
        self._begin(games[match.game], match.players, list(_deals(match, games[match.game]))[first - 1 :], seed, first)

    @classmethod
    def of_deal(cls, before: Position) -> "ParTask":
        """The par of the deal that comes next, which nobody has played.  Raises RecordError as above."""
        position = before.copy()
        position.deal()
        task = cls.__new__(cls)
        dealt = _Dealt(position, np.zeros(position.players))
        task._begin(position.game, position.players, [dealt], 0, int(position.state.deals))
        return task

    @classmethod
    def of_match(cls, before: Position) -> "ParTask":
        """The par of all deals together of a match that nobody has played, in its points."""
        task = cls.__new__(cls)
        dealt = _Dealt(before.copy(), np.zeros(before.players))
        task._begin(before.game, before.players, [dealt], 0, 1, whole=True)
        return task

    def _begin(self, game: Game, players: int, deals: list[_Dealt], seed: int, first: int, whole: bool = False) -> None:
        if not whole and not has_par(game):
            raise RecordError("no_par", name=game.name)
        self._whole = whole
        self.game, self._players, self._deals, self._seed, self._first = game, players, deals, seed, first

    def pieces(self, plays: int = PLAYS) -> list[list[Callable[[], None]]]:
        """Each deal once a piece."""
        return [
            [partial(self._play, number, play) for play in stage for number in range(len(self._deals))]
            for stage in (range(min(FEW, plays)), range(FEW, plays))
        ]

    def _play(self, number: int, play: int) -> None:
        dealt = self._deals[number]
        position, bots = dealt.position.copy(), [player(BOT)] * self._players
        rng = new_rng(b"par %d %d %d" % (self._seed, number, play))
        play_deal(position, bots, rng)
        while self._whole and not position.finished():
            position.deal()
            play_deal(position, bots, rng)
        dealt.plays.append(np.array(position.result().scores, float) if self._whole else position.worths())

    def tell(self, done: bool) -> Par:
        """What is known so far."""
        known = [(n, dealt) for n, dealt in enumerate(self._deals, start=self._first) if len(dealt.plays) > 1]
        unit = MATCH_UNIT if self._whole else self.game.unit
        shares = [_share(n, dealt, unit.scale) for n, dealt in known]
        return Par(self.game.name, self._players, unit.name, len(self._deals), PLAYS, shares, done)


def _deals(match: Match, game: Game) -> list[_Dealt]:
    position = records.opening(match, game)
    found = []
    for deal in match.deals:
        position.deal(records.dealing_order(position, deal))
        before = position.copy()
        before.plays_chance = False
        for actor, code, *_ in deal.actions:
            assert isinstance(actor, int) and isinstance(code, str)
            position.play(code, actor)
        found.append(_Dealt(before, position.worths()))
    return found


def _share(number: int, dealt: _Dealt, scale: float) -> Divided:
    plays = np.array(dealt.plays) * scale  # of 2 plays or more
    averages = plays.mean(axis=1) if plays.shape[1] > 1 else np.zeros(len(plays))  # one alone: all is the cards'
    average = round(float(averages.mean()), 4)
    above = plays - averages[:, None]
    cards = above.mean(axis=0).round(4)
    result = (dealt.result * scale).round(4)
    return Divided(
        deal=number,
        result=result.tolist(),
        average=average,
        cards=cards.tolist(),
        error=(above.std(axis=0, ddof=1) / len(plays) ** 0.5).round(4).tolist(),
        play=(result - average - cards).round(4).tolist(),
    )
