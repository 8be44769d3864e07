"""Fit the habits of a game (knowledge/habits.py), by which its playouts go, to what tree search finds in self-play.

python bench/habits_fit.py OUT.npz GAME [--players N] [--rounds N] [--seconds N] [--playouts N] [--seed N]

Each round plays deals of tree search against itself, playing out by the habits so far, the first round at random.
Then the weights are fitted, by weighted least squares with a ridge, to how much more than the others each action
brought.  OUT keeps what it has of other games and sizes.
"""

import argparse
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from torite.cards.bits import low
from torite.cards.rng import new_rng
from torite.games import GAMES
from torite.games.game import Game
from torite.games.jass.cards import SEATS
from torite.games.jass.tricks import unseen_by
from torite.games.position import Position
from torite.games.state import CHANCE
from torite.knowledge import habits, informed
from torite.search import ismcts

SHARP = 1.25  # standard deviation of the weights of the actions at a decision; that of chance is 1.28
RIDGE = 200.0  # playouts that speak for nought, for each weight
STRAY = 0.1  # share of decisions that are left to chance, so that bad situations are learned too
HOLD_OUT = 10  # every so many decisions
STEPS, CLOSE = 200, 1e-12  # of the conjugate gradients, and where they may stop


@dataclass
class Notes:
    """What was found: marks, values and playouts by action, the number of actions by decision."""

    marks: list[habits.Marks] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    visits: list[int] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)


def play(game: Game, players: int, seconds: float, playouts: int, seed: int) -> Notes:
    """Deals of the tree search against itself, for so many seconds of the processor."""
    notes, rng, random = Notes(), new_rng(b"habits", seed), np.random.default_rng(seed)
    end, deal = time.thread_time() + seconds, 0
    while time.thread_time() < end:
        position = Position(game, players, seed=f"habits {seed} {deal}".encode())
        position.deal()
        deal += 1
        while waiting := int(game.actors(position.state)):
            if waiting == CHANCE:
                assert game.chance is not None
                game.chance(position.state, rng)
            else:
                decide(game, position.state, low(np.int64(waiting)), playouts, notes, random)
    return notes


def decide(game: Game, s: Any, seat: int, playouts: int, notes: Notes, random: Any) -> None:
    """One decision, noted if it is about a card and there is a choice."""
    view = game.state.view(s, seat)
    found = ismcts.analyse(game, view, seat, int(random.integers(1 << 60)), worlds=playouts)
    best = found.best
    if len(found.actions) > 1 and max(found.actions) < 64:
        of, unseen = habits.situation(s, seat), unseen_by(s, seat)
        notes.marks += [habits.marks(s, seat, card, of, unseen) for card in found.actions]
        notes.values += found.values.tolist()
        notes.visits += found.visits.tolist()
        notes.actions.append(len(found.actions))
    game.play(s, seat, int(random.choice(found.actions)) if random.random() < STRAY else best)


def fit(notes: Notes) -> np.ndarray:
    """float32[SIZE]: weights that tell best how much more than the others of its decision an action brings."""
    marks, visits = np.array(notes.marks), np.array(notes.visits, float)
    decision = np.repeat(np.arange(len(notes.actions)), notes.actions)
    of_decision = np.bincount(decision, visits)

    def beside(x: Any) -> Any:
        """Less the mean of the decision."""
        return x - (np.bincount(decision, visits * x) / of_decision)[decision]

    def told(weights: Any) -> Any:
        return beside(weights[marks].sum(axis=1))

    def gathered(x: Any) -> Any:
        return sum(np.bincount(column, x, habits.SIZE) for column in marks.T)

    more, out = beside(np.array(notes.values)), decision % HOLD_OUT == 0
    trust = np.where(out, 0, visits)
    weights, rest = np.zeros(habits.SIZE), gathered(trust * more)
    way, square = rest, rest @ rest
    begun = square
    for _ in range(STEPS):  # conjugate gradients; `beside` needs no transpose, being weighted as the sum is
        if square <= CLOSE * begun:
            break
        across = gathered(trust * told(way)) + RIDGE * way
        step = square / (way @ across)
        weights, rest = weights + step * way, rest - step * across
        before, square = square, rest @ rest
        way = rest + square / before * way
    found = told(weights)
    explained = 1 - (visits * (more - found) ** 2)[out].sum() / (visits * more**2)[out].sum()
    deviation = np.sqrt((visits * found**2).sum() / visits.sum())
    print(f"  {len(notes.actions)} decisions; {explained:.1%} of what was found is told on those held out", flush=True)
    weights[habits.NO_MARK] = 0
    scaled: np.ndarray = (weights * SHARP / deviation).astype(np.float32)
    return scaled


def main() -> None:
    """Round after round; the file is written after each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("game", choices=[name for name, game in GAMES.items() if "row" in game.state.fields])
    parser.add_argument("--players", type=int, default=None)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--playouts", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    told.out = told.out.with_suffix(".npz")
    game, players = replace(informed(GAMES[told.game]), policy=None), told.players or GAMES[told.game].usual_players
    for number in range(told.rounds):
        print(f"round {number}", flush=True)
        weights = np.zeros((SEATS + 1, habits.SIZE), np.float32)
        weights[players] = fit(play(game, players, told.seconds, told.playouts, 1000 * told.seed + number))
        game = replace(game, policy=habits.by_weights(weights, game.likely or game.legal))
        kept = dict(np.load(told.out)) if told.out.exists() else {}
        np.savez_compressed(told.out, **kept | {f"{game.name}-{players}": weights[players]})


if __name__ == "__main__":
    main()
