"""Count the legal sequences of a position, and how the complete ones end: files GAME.perft.

    id NAME
    players N
    option NAME=VALUE
    dealt N                 deals before this one (round N + 1 in Wizard)
    first SEAT              starts or deals
    deal CODES              cards in dealing order; a game that needs the whole deck gets the rest in ascending order
    short CODES             these cards alone
    play CODES              actions before the count, each by the seat whose turn it is
    perft DEPTH COUNT       legal sequences of DEPTH actions
    ends KEY:COUNT ...      complete sequences; KEY = points (totals) by seat, * = has won the deal

`python tests/games/perft.py GAME` prints the counts of every case.
"""

import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from walks import Options, Table, clone

from torite.cards.bits import low
from torite.cards.kernel import kernel
from torite.games import GAMES
from torite.games.calls import Rules, States, actors, as_rows, legal, play, put, score
from torite.games.calls import table as addresses
from torite.games.game import Game

FOLDER = Path(__file__).parent
DEEPEST = 200
KINDS = 4000  # most different scores of a case


@dataclass
class Case:
    """One position of a perft file."""

    id: str
    players: int = 3
    options: dict[str, object] = field(default_factory=dict)
    dealt: int = 0
    first: int = 0
    deck: list[str] = field(default_factory=list)
    plays: list[str] = field(default_factory=list)
    counts: list[tuple[int, int]] = field(default_factory=list)
    ends: dict[str, int] = field(default_factory=dict)

    def table(self, game: Game, slow: bool = False) -> Table:
        """A table with this deal made."""
        table = Table(game, self.players, self.options, self.first, slow, self.dealt)
        table.deal(self.deck)
        for code in self.plays:
            table.play(table.actors()[0], game.parse_action(code))
        return table


def read_perft(game: Game) -> list[Case]:
    """The cases of a game's file."""
    cases: list[Case] = []
    for line in (FOLDER / f"{game.name}.perft").read_text().splitlines():
        word, _, rest = line.partition(" ")
        if word == "id":
            cases.append(Case(rest))
        elif word in ("players", "dealt", "first"):
            setattr(cases[-1], word, int(rest))
        elif word == "option":
            name, _, value = rest.partition("=")
            cases[-1].options[name] = game.option(name).parse(value)
        elif word == "deal":
            cases[-1].deck = whole_deck(game, rest.split())
        elif word == "short":
            cases[-1].deck = rest.split()
        elif word == "play":
            cases[-1].plays += rest.split()
        elif word == "perft":
            depth, count = rest.split()
            cases[-1].counts.append((int(depth), int(count)))
        elif word == "ends":
            cases[-1].ends |= {key: int(n) for key, _, n in (pair.rpartition(":") for pair in rest.split())}
        else:
            assert not word or word == "#", line
    return cases


def whole_deck(game: Game, codes: list[str]) -> list[str]:
    """The deal with the rest of the deck, for games whose rules need all cards."""
    size = game.state.fields.get("cards")
    if "talon" in game.state.fields or (size is not None and not size.shape):  # any number of cards can be dealt
        return codes
    return codes + [name for name in game.deck.names.values() if name not in codes]


@kernel
def _count(
    called: Rules,
    states: States,
    depth: int,
    todo: np.ndarray,
    worths: np.ndarray,
    times: np.ndarray,
) -> int:
    """Number of sequences of `depth` actions from states[0], depth first; the game is called by address.

    states   rows 0..depth + 1 are the way to where the walk is, the others examples of the endings
    todo     int64[depth + 1, seats, 4], scratch: actions still to try
    worths   float64[kinds + 1, seats], times int64[kinds]: different scores of endings met within `depth` actions, and
             how often each
    """
    players = todo.shape[1]
    nodes = kinds = level = 0
    arrived = True
    while level >= 0:
        if arrived:
            arrived = False
            nodes += level == depth
            if actors(called, states, level) == 0:
                worths[kinds] = 0
                score(called, states, level, worths[kinds])
                kind = 0
                while (worths[kind] != worths[kinds]).any():
                    kind += 1
                times[kind] += 1
                put(states, depth + 2 + kind, level)
                kinds = max(kinds, kind + 1)
            for seat in range(players):
                words = legal(called, states, level, seat)
                todo[level, seat, 0] = words[0]
                todo[level, seat, 1] = words[1]
                todo[level, seat, 2] = words[2]
                todo[level, seat, 3] = words[3]
            if level == depth:
                todo[level] = 0
        action = mover = -1
        for seat in range(players):
            for word in range(4):
                if action < 0 and todo[level, seat, word]:
                    action = 64 * word + low(todo[level, seat, word])
                    todo[level, seat, word] &= todo[level, seat, word] - 1
                    mover = seat
        if action < 0:
            level -= 1
        else:
            put(states, level + 1, level)
            play(called, states, level + 1, mover, action)
            level += 1
            arrived = True
    return nodes


@cache
def _rules(game: Game) -> Rules:
    """What the count calls of a game."""
    called = {"actors": game.actors, "legal": game.legal, "play": game.play, "score": game.score}
    return addresses(game.state.dtype, called)


def _run(table: Table, depth: int) -> tuple[int, Counter[str]]:
    game, players = table.game, table.players
    states = game.state.new(depth + 2 + KINDS)
    states[0] = table.state
    todo = np.zeros((depth + 1, players, 4), np.int64)
    worths, times = np.zeros((KINDS + 1, players)), np.zeros(KINDS, np.int64)
    nodes = _count(_rules(game), as_rows(states), depth, todo, worths, times)
    ends: Counter[str] = Counter()
    for kind in np.flatnonzero(times):
        ends[ending(game.result(states[depth + 2 + kind]))] += int(times[kind])
    return int(nodes), ends


def perft(table: Table, depth: int) -> int:
    """Number of legal sequences of `depth` actions."""
    return _run(table, depth)[0]


def endings(table: Table) -> Counter[str]:
    """How all complete sequences end."""
    return _run(table, DEEPEST)[1]


def ending(result: dict[str, Any]) -> str:
    """Key of an ending, from the deal's result."""
    winners = result.get("winners", [])
    named = [result[name] for name in ("points", "penalties", "chips", "entry", "totals") if name in result]
    if not named:
        return ",".join(map(str, result.values()))
    figures = named[0]
    figures = figures if isinstance(figures, list) else [figures]
    return ",".join(f"{points}{'*' * (p in winners)}" for p, points in enumerate(figures))


def slow_counts(match: Any, deepest: int = DEEPEST) -> tuple[Counter[int], Counter[str]]:
    """The same from the reference: sequences by number of actions, and endings, within `deepest` actions."""
    nodes: Counter[int] = Counter({0: 1})
    ends: Counter[str] = Counter()

    def visit(match: Any, depth: int) -> None:
        actors = match.actors()
        if not actors:
            ends[ending(match.result())] += 1
        for seat in actors if depth < deepest else ():
            codes = match.legal(seat)
            nodes[depth + 1] += len(codes)
            for code in codes:
                twin = clone(match)
                twin.play(seat, code)
                visit(twin, depth + 1)

    visit(match, 0)
    return nodes, ends


def options_text(options: Options) -> str:
    """Options as in the file."""
    return re.sub(r"\b(True|False)\b", lambda m: {"True": "on", "False": "off"}[m[0]], str(dict(options)))


if __name__ == "__main__":
    for case in read_perft(GAMES[sys.argv[1]]):
        table = case.table(GAMES[sys.argv[1]])
        found = {depth: perft(table, depth) for depth, _ in case.counts}
        print(case.id, options_text(case.options), found)  # noqa: T201
        if case.ends:
            print("ends", *(f"{key}:{n}" for key, n in sorted(endings(table).items())))  # noqa: T201
