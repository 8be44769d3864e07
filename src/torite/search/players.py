"""The bots, by name: `random`, `flat:300ms`, `flat:200` (worlds), `ismcts:300ms`, `ismcts:200`, or a level's name.

Before any of them `solve+` may stand: exact play wherever everything is known to the seat, the game's own plan where it
has one (games for one), else as the rest says.

A player sees only a view.  `choose` runs in kernels without the GIL, so it may run in a thread.
"""

import re
from dataclasses import dataclass, replace
from typing import Any, Protocol

from torite.cards.actions import list_actions
from torite.cards.rng import below, new_rng
from torite.games.game import Game
from torite.search import flat, ismcts, plan, solve
from torite.search.analysis import Analysis

LEVELS = {"gentle": "flat:8", "steady": "flat:60ms", "strong": "solve+flat:300ms"}  # gentle first
SOLVE = "solve+"
DEFAULT_LEVEL = "strong"


class SpecError(ValueError):
    """A bot that does not exist, or an impossible budget."""


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


SEARCHES: dict[str, Search] = {"flat": flat.analyse, "ismcts": ismcts.analyse, "plan": plan.analyse}


@dataclass(frozen=True)
class Searcher:
    """Plays what a search finds best; a forced action is played at once."""

    search: Search
    ms: float = 0
    worlds: int = 0

    def choose(self, game: Game, view: Any, seat: int, seed: int) -> int:
        """See Player."""
        actions = list_actions(game.legal(view, seat))
        if len(actions) == 1:
            return actions[0]
        return self.search(game, view, seat, seed, ms=self.ms, worlds=self.worlds).best


@dataclass(frozen=True)
class Solver:
    """Exact play where everything is known, the game's plan where it has one; `otherwise` decides elsewhere."""

    otherwise: Searcher

    def choose(self, game: Game, view: Any, seat: int, seed: int) -> int:
        """See Player."""
        if len(list_actions(game.legal(view, seat))) > 1:
            exact = solve.analyse(game, view, seat, seed)
            if exact is not None:
                return exact.best
        if game.plan is not None:
            return replace(self.otherwise, search=plan.analyse).choose(game, view, seat, seed)
        return self.otherwise.choose(game, view, seat, seed)


def player(spec: str) -> Player:
    """The player that a text names.  Raises SpecError."""
    told = LEVELS.get(spec, spec)
    if told.startswith(SOLVE):
        rest = player(told.removeprefix(SOLVE))
        if not isinstance(rest, Searcher):
            raise SpecError(f"bot {spec!r}: after {SOLVE} comes a search and its budget")
        return Solver(rest)
    if told == "random":
        return RandomPlayer()
    match = re.fullmatch(r"(\w+):(\d+)(ms)?", told)
    if match is None or match[1] not in SEARCHES:
        known = "random, " + ", ".join(f"{name}:MILLISECONDSms, {name}:WORLDS" for name in SEARCHES)
        raise SpecError(f"no bot {spec!r}; there are {known} and the levels {', '.join(LEVELS)}")
    budget = int(match[2])
    if budget == 0:
        raise SpecError(f"bot {spec!r}: the budget must be above 0")
    return Searcher(SEARCHES[match[1]], **{"ms" if match[3] else "worlds": budget})
