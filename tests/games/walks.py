"""Tables of any game for the tests: the fast rules, the slow reference beside them, and random walks."""

import copy
import importlib
import importlib.util
import itertools
import os
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from torite.cards.kernel import JIT
from torite.cards.rng import new_rng
from torite.games import GAMES
from torite.games.game import Game
from torite.games.state import CHANCE

Options = Mapping[str, object]
MOST_SETS = 12  # of options of one game


def examples(compiled: int) -> int:
    """Number of examples: a third of what one game alone would have when compiled, a few as plain Python.

    TORITE_TEST_THOROUGH=1 plays them all; with a dozen games that takes an hour.
    """
    if not JIT:
        return max(2, compiled // 30)
    return compiled if os.environ.get("TORITE_TEST_THOROUGH") else max(2, compiled // 3)


def reference(game: Game) -> Any:
    """Module of the second implementation."""
    return importlib.import_module(f"ref_{game.name.replace('-', '_')}")


def has_reference(game: Game) -> bool:
    """Is there a second implementation?"""
    return importlib.util.find_spec(f"ref_{game.name.replace('-', '_')}") is not None


def defaults(game: Game) -> dict[str, object]:
    """Every option at its default."""
    return {option.name: option.default for option in game.options}


def option_sets(game: Game) -> list[dict[str, object]]:
    """Every combination of on/off and choice options, or as many drawn ones; numbers at their default."""
    values = [o.values if o.kind != "int" else (o.default,) for o in game.options]
    names = [o.name for o in game.options]
    every: list[dict[str, object]] = [dict(zip(names, chosen, strict=True)) for chosen in itertools.product(*values)]
    return every if len(every) <= MOST_SETS else random.Random(game.name).sample(every, MOST_SETS)


# Every game with every number of players, for pytest.mark.parametrize.
SIZES = [(game, n) for game in GAMES.values() for n in range(game.players[0], game.players[1] + 1)]
SIZE_IDS = [f"{game.name}-{n}" for game, n in SIZES]
# The generic tests of symmetry and invariants read what these two keep; the others bring their own.
FIRST_SIZES = [size for size in SIZES if size[0].name in ("rwd", "wizard")]
FIRST_IDS = [f"{game.name}-{players}" for game, players in FIRST_SIZES]


def listed(words: Any) -> list[int]:
    """Actions of a set, ascending."""
    found = []
    for w in range(4):
        word = int(words[w])
        while word:
            found.append(64 * w + (word & -word).bit_length() - 1)
            word &= word - 1
    return found


def clone(match: Any) -> Any:
    """A reference match that continues from here, much faster than deepcopy."""
    twin = copy.copy(match)
    for name, value in vars(match).items():
        if isinstance(value, list):
            setattr(twin, name, [list(v) if isinstance(v, list) else v for v in value])
    return twin


def same(a: Any, b: Any) -> bool:
    """Do two records agree in every field (padding aside)?"""
    return a.tobytes() == b.tobytes() or all((a[name] == b[name]).all() for name in a.dtype.names)


class Table:
    """One match under the fast rules (`state`) and, unless slow is False, under the reference (`slow`)."""

    def __init__(
        self,
        game: Game,
        players: int,
        options: Options | None = None,
        first: int = 0,
        slow: bool = True,
        deals: int = 0,
        state: Any = None,
    ) -> None:
        self.game = game
        self.players = players
        self.options = defaults(game) | dict(options or {})
        self.first = first
        self.state = game.state.new()[0] if state is None else state
        for i, option in enumerate(game.options):
            self.state.options[i] = option.values.index(self.options[option.name])
        game.start(self.state, players, first)
        self.state.deals = deals
        self.slow: Any = reference(game).Match(players, self.options, first) if slow else None
        if self.slow is not None and hasattr(self.slow, "rounds_dealt"):
            self.slow.rounds_dealt = deals
        self.deck: list[str] = []
        self.history: list[tuple[int, Any]] = []  # of the running deal: seat and action; -1 and the code of chance
        self.chance = new_rng(b"chance within a deal")
        self.before: tuple[Any, Any] = (None, None)  # state and reference as they were before the running deal

    def deal(self, codes: list[str]) -> None:
        """The next deal with these cards in dealing order."""
        self.before = (self.state.copy(), clone(self.slow) if self.slow is not None else None)
        self.deck, self.history = codes, []
        self.game.deal(self.state, self.game.deck.deal(codes))
        if self.slow is not None:
            self.slow.deal(codes)
        self._let_chance_act()

    def _let_chance_act(self) -> None:
        """Chance acts at once; the reference is told what came out."""
        while self.game.actors(self.state) == CHANCE:
            assert self.game.chance is not None and self.game.chance_code is not None
            before = self.state.copy()
            self.game.chance(self.state, self.chance)
            code = self.game.chance_code(before, self.state)
            self.history.append((-1, code))
            if self.slow is not None:
                assert self.slow.actors() == [-1]
                self.slow.play(-1, code)

    def actors(self) -> list[int]:
        """Seats that may act."""
        mask = int(self.game.actors(self.state))
        return [p for p in range(self.players) if mask >> p & 1]

    def legal(self, seat: int) -> list[int]:
        """Actions of a seat."""
        return listed(self.game.legal(self.state, seat))

    def play(self, seat: int, action: int) -> None:
        """Do it under both."""
        self.history.append((seat, action))
        self.game.play(self.state, seat, action)
        if self.slow is not None:
            self.slow.play(seat, self.game.codes[action])
        self._let_chance_act()

    def finished(self) -> bool:
        """Is the match over?"""
        return bool(not self.actors() and self.game.finished(self.state))


def shuffled(game: Game, rng: random.Random) -> list[str]:
    """The whole deck in random order."""
    codes = list(game.deck.names.values())
    rng.shuffle(codes)
    return codes


def walk_deal(
    table: Table, rng: random.Random, eager: Callable[[list[str]], list[str]] | None = None
) -> Iterator[tuple[int, int] | None]:
    """Play the running deal at random.  Yields the (seat, action) about to be done, at last None.

    eager    those of the codes that are taken three times out of four, if there are any
    """
    while actors := table.actors():
        seat = rng.choice(actors)
        action = rng.choice(table.legal(seat))
        if eager is not None and rng.random() < 0.75:
            liked = eager([table.game.codes[a] for a in table.legal(seat)])
            action = table.game.parse_action(rng.choice(liked)) if liked else action
        yield seat, action
        table.play(seat, action)
    yield None
