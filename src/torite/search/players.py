"""The bots, by name: `random`, `flat:300ms`, `flat:200` (worlds), `ismcts:300ms`, `ismcts:200` (deals played
out), `pimc:300ms`, `pimc:200` (worlds), or a level's name; `plan:300ms`, `plan:200` (worlds) in games that have a plan.

`pimc4+ismcts:300ms` is `pimc:300ms` from the moment on when the seat holds four cards, and `ismcts:300ms` before.

Before any of them `solve+` may stand: exact play wherever everything is known to the seat, the game's own plan where it
has one (games for one), over as many worlds as help, else as the rest says.

A player sees only a view.  `choose` runs in kernels without the GIL, so it may run in a thread.
"""

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Protocol

from torite.cards.actions import list_actions
from torite.cards.rng import below, new_rng
from torite.games.game import Game
from torite.games.position import Position
from torite.knowledge import informed
from torite.locale import TextError
from torite.search import flat, ismcts, pimc, plan, solve
from torite.search.analysis import Analysis

LEVELS = {  # gentle first
    "gentle": "flat:4",
    "steady": "flat:24",
    "strong": "ismcts:300",
    "master": "solve+ismcts:900ms",
}
MOST = {"ms": 60_000, "worlds": 1_000_000}  # a move: with more a match seems to stand still
SOLVE = "solve+"
HOPES = 300  # deals, a millisecond: with many more the tree would not err either, and find all worth the same
DEFAULT_LEVEL = "strong"


class SpecError(TextError, ValueError):
    """Bots that cannot play."""

    KEY = "cli.bots"


class Player(Protocol):
    """Somebody who decides for a seat."""

    def choose(self, game: Game, view: Any, seat: int, seed: int) -> int:
        """One of the seat's legal actions.  seed 0..2**64-1: with a budget in worlds the choice follows from it."""


@dataclass(frozen=True)
class RandomPlayer:
    """Every legal action equally likely."""

    def choose(self, game: Game, view: Any, seat: int, seed: int) -> int:
        """See Player."""
        actions = list_actions(game.legal(view, seat))
        return actions[below(new_rng(seed.to_bytes(8, "big")), len(actions))]


class Search(Protocol):
    """What `analyse` of a search takes."""

    def __call__(self, game: Game, view: Any, seat: int, seed: int, *, ms: float, worlds: int) -> Analysis:
        """Search for so many milliseconds, or over so many worlds."""


SEARCHES: dict[str, Search] = {
    "flat": flat.analyse,
    "ismcts": ismcts.analyse,
    "pimc": pimc.analyse,
    "plan": plan.analyse,
}


class Analyst(ABC):
    """Plays what it finds best; a forced action is played at once."""

    @abstractmethod
    def analyse(self, game: Game, view: Any, seat: int, seed: int) -> Analysis:
        """What it finds."""

    def choose(self, game: Game, view: Any, seat: int, seed: int) -> int:
        """See Player."""
        actions = list_actions(game.legal(view, seat))
        return actions[0] if len(actions) == 1 else self.analyse(game, view, seat, seed).best


@dataclass(frozen=True)
class Searcher(Analyst):
    """Plays by a search."""

    search: Search
    ms: float = 0
    worlds: int = 0
    ending: int = 0  # where the seat holds at most so many cards, pimc takes over

    def analyse(self, game: Game, view: Any, seat: int, seed: int) -> Analysis:
        """What the search finds.  Raises SpecError for a plan of a game that has none."""
        if self.search is plan.analyse and informed(game).plan is None:
            raise SpecError("plan", game=game.name)
        ends = self.ending > 0 and game.cards_held(view, seat) <= self.ending
        if ends and pimc.fits(game, view):
            found = pimc.average(game, view, seat, seed, ms=self.ms, worlds=self.worlds)
            if found is not None:
                return found
        return self.search(game, view, seat, seed, ms=self.ms, worlds=self.worlds)


@dataclass(frozen=True)
class Solver(Analyst):
    """Exact play where everything is known, the game's plan where it has one; `otherwise` decides elsewhere."""

    otherwise: Searcher

    def analyse(self, game: Game, view: Any, seat: int, seed: int) -> Analysis:
        """The exact values, else what the plan or the other one finds."""
        exact = solve.analyse(game, view, seat, seed)
        if exact is not None:
            return hopeful(game, view, seat, seed, exact)
        planned = informed(game).plan is not None and self.otherwise.search is not plan.analyse
        searcher = Searcher(plan.analyse, worlds=plan.ENOUGH) if planned else self.otherwise
        return searcher.analyse(game, view, seat, seed)


def hopeful(game: Game, view: Any, seat: int, seed: int, exact: Analysis) -> Analysis:
    """The same; of the best, which are worth the same only to who never errs, first what a small tree search plays."""
    best = [action for action, value in zip(exact.actions, exact.values, strict=True) if value == exact.values.max()]
    if len(best) == 1:
        return exact
    first = exact.actions.index(ismcts.analyse(game, view, seat, seed, worlds=HOPES, among=best).best)
    order = [first, *(i for i in range(len(exact.actions)) if i != first)]
    return Analysis([exact.actions[i] for i in order], exact.values[order], exact.visits[order], exact.worlds)


def advise(game: Game, view: Any, seat: int, seed: int) -> Analysis:
    """What the strongest level makes of a decision."""
    strongest: Any = player(list(LEVELS)[-1])
    found: Analysis = strongest.analyse(game, view, seat, seed)
    return found


def player(spec: str) -> Player:
    """The player that a text names.  Raises SpecError."""
    told = LEVELS.get(spec, spec)
    if told.startswith(SOLVE):
        try:
            rest = player(told.removeprefix(SOLVE))
        except SpecError as error:
            raise SpecError(error.code, **error.params | {"name": spec}) from None
        if not isinstance(rest, Searcher):
            known = [f"{SOLVE}{name}:300ms" for name in SEARCHES]
            raise SpecError("unknown", name=spec, known=known, levels=list(LEVELS))
        return Solver(rest)
    if told == "random":
        return RandomPlayer()
    match = re.fullmatch(r"(?:pimc(\d+)\+)?(\w+):(\d+)(ms)?", told)
    if match is None or match[2] not in SEARCHES:
        known = ["random", *(f"{name}:{budget}" for name in SEARCHES for budget in ("300ms", "200"))]
        raise SpecError("unknown", name=spec, known=[*known, "pimc4+ismcts:300ms"], levels=list(LEVELS))
    ending, budget = int(match[1] or 0), int(match[3])
    if match[1] and ending == 0:
        raise SpecError("cards", name=spec)
    kind = "ms" if match[4] else "worlds"
    if not 0 < budget <= MOST[kind]:
        raise SpecError("budget", name=spec, **MOST)
    return Searcher(SEARCHES[match[2]], **{kind: budget}, ending=ending)


def player_of(spec: str, game: Game, players: int) -> Player:
    """The same for a game with so many players.  Raises SpecError."""
    found = player(spec)
    searcher = found.otherwise if isinstance(found, Solver) else found
    solves = isinstance(searcher, Searcher) and (searcher.ending or searcher.search is SEARCHES["pimc"])
    if solves and not pimc.fits(game, Position(game, players).state):
        raise SpecError("sides", name=spec, game=game.name, players=players)
    if isinstance(searcher, Searcher) and searcher.search is plan.analyse and informed(game).plan is None:
        raise SpecError("plan", game=game.name)
    return found
