"""A deal that is studied: by equal bots again and again, by others in one seat, its decisions looked at closely."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from torite.cards.actions import list_actions
from torite.cards.bits import members
from torite.games.game import Game
from torite.games.position import Position
from torite.games.scene import FACE_DOWN
from torite.lab.bots import bot
from torite.lab.duplicate import DealJob, deal_before
from torite.search import flat
from torite.search.deals import bots_rng, draw_word, play_deal
from torite.search.players import Player

REPEATS = 3  # times that equal bots play a deal
BATCHES, WORLDS = 12, 4  # at a decision that is looked at: estimates, worlds of each
LOOKED_AT = 2  # decisions a deal
BOT, STRONGER = "flat:6", "flat:24"
CHALLENGERS = ("lowest", "highest", "least", "most", "random", STRONGER)


@dataclass(frozen=True)
class Simple:
    """Always the lowest or the highest action; no more than a check on the game."""

    place: int

    def choose(self, game: Game, view: Any, seat: int, seed: int) -> int:
        """See Player."""
        return list_actions(game.legal(view, seat))[self.place]


@dataclass(frozen=True)
class Speaker:
    """Says the first or the last of what may be said; plays cards as another bot does."""

    place: int
    otherwise: Player

    def choose(self, game: Game, view: Any, seat: int, seed: int) -> int:
        """See Player."""
        words = [action for action in list_actions(game.legal(view, seat)) if is_said(game, action)]
        return words[self.place] if words else self.otherwise.choose(game, view, seat, seed)


@dataclass
class DealFound:
    """One deal: the places begin with the seat that acts first."""

    worths: Any  # float[REPEATS, players], by place
    decisions: list[tuple[float, int]]  # part of the deal gone, legal actions
    spreads: list[tuple[float, float, float]]  # part gone, best over worst, its standard error
    gains: list[float]  # by challenger
    said: list[tuple[int, str, float]]  # phase, code, and what the deal was worth to who said it
    cards: dict[str, float]  # by card that was dealt: worth of the deal to its holder more than to the mean seat


def study_deal(job: DealJob) -> DealFound:
    """Play it again and again."""
    game = job.game.game()
    before = deal_before(game, job)
    first, n = (before.actors() or [0])[0], job.players
    equal = [bot(BOT)] * n
    worths = np.array([_worths(before, equal, job.seed + bytes([k])) for k in range(REPEATS)])
    seat, gains = job.number % n, []
    for name in CHALLENGERS:
        seats = [challenger(name) if p == seat else equal[p] for p in range(n)]
        gains.append(float(_worths(before, seats, job.seed + b"\0")[seat] - worths[0][seat]))
    decisions, spreads, said = _choices(game, before, equal, job.seed)
    above = worths.mean(axis=0) - worths.mean()
    cards = {
        game.deck.names[card]: float(above[p])
        for p in range(n)
        for card in members(game.hand(before.state, p) if game.hands else 0)
    }
    return DealFound(np.roll(worths, -first, axis=1), decisions, spreads, gains, said, cards)


def challenger(name: str) -> Player:
    """The bot that plays in one seat against the equal ones."""
    match name:
        case "lowest" | "highest":
            return Simple(0 if name == "lowest" else -1)
        case "least" | "most":
            return Speaker(0 if name == "least" else -1, bot(BOT))
    return bot(name)


def is_said(game: Game, action: int) -> bool:
    """Is it no card that is played or taken?"""
    return action not in game.handled and not game.codes[action].endswith(FACE_DOWN)


def _worths(before: Position, bots: list[Any], seed: bytes) -> Any:
    position = before.copy()
    play_deal(position, bots, bots_rng(seed))
    return position.worths()


def _choices(
    game: Game, before: Position, bots: list[Any], seed: bytes
) -> tuple[list[tuple[float, int]], list[tuple[float, float, float]], list[tuple[int, str, float]]]:
    """Every decision of a deal, some looked at closely, and what was said."""
    position, rng, turns, said = before.copy(), bots_rng(seed), [], list[tuple[int, str, int]]()
    while seats := position.actors():
        seat = seats[0]
        view, legal = position.view(seat), position.legal(seat)
        turns.append((view, seat, len(legal)))
        action = bots[seat].choose(game, view, seat, draw_word(rng))
        if len(legal) > 1 and is_said(game, action):
            said.append((int(view.phase) if "phase" in game.state.fields else 0, game.codes[action], seat))
        position.play(game.codes[action], seat)
    free = [i for i, (_, _, n) in enumerate(turns) if n > 1]
    looked = sorted({free[draw_word(rng) % len(free)] for _ in range(LOOKED_AT)}) if free else []
    spreads = [(i / len(turns), *_spread(game, *turns[i][:2], rng)) for i in looked]
    points = position.worths()
    decisions = [(i / len(turns), n) for i, (_, _, n) in enumerate(turns)]
    return decisions, spreads, [(phase, code, float(points[seat])) for phase, code, seat in said]


def _spread(game: Game, view: Any, seat: int, rng: Any) -> tuple[float, float]:
    """What the best action is worth more than the worst: chosen by one half of the estimates, valued by the other."""
    found = [flat.analyse(game, view, seat, draw_word(rng), worlds=WORLDS) for _ in range(BATCHES)]
    if len({len(each.values) for each in found}) > 1:
        return 0.0, math.inf
    values = np.array([each.values for each in found])
    chosen, valued = values[::2].mean(axis=0), values[1::2]
    gain = valued[:, chosen.argmax()] - valued[:, chosen.argmin()]
    return float(gain.mean()), float(gain.std(ddof=1) / math.sqrt(len(gain)))
