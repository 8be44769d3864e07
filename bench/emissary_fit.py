"""Fit the two networks of the Emissary's plan (knowledge/emissary.py) to matches of the plan with itself.

python bench/emissary_fit.py OUT.npy [--start FILE] [--rounds N] [--seconds N] [--worlds N] [--seed N]

Each round plays visits of every preset with the networks as they are, many from matches half won with some rulers
saved, then fits both to the last rounds.  What a kingdom is worth beside itself is what may be won after it, so the
network of matches is fitted to its own answers for the matches one visit later, again and again.  Without --start it
begins with two straight lines.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from torite.cards.bits import bit
from torite.cards.rng import new_rng
from torite.games import GAMES
from torite.games.position import Position
from torite.games.powers import BETWEEN, EMISSARY, KINGDOMS, unvisited
from torite.games.state import CHANCE
from torite.games.zones import NONE
from torite.knowledge import emissary as plan
from torite.search.plan import STATES, race

GAME = GAMES["emissary"]
EASE = np.array([0.50, 0.70, 0.80, 0.80, 0.70, 0.55, 0.35, 0.20])  # about how early each kingdom is won
WHOLE = 0.4  # share of the matches that begin at the beginning
CROWN = 1.0  # what all eight kingdoms are worth beside themselves
KEPT = 4  # rounds that are fitted to
HOLD_OUT = 10  # every so many visits
INPUTS, HIDDEN, NETWORK = plan.INPUTS, plan.HIDDEN, plan.NETWORK


@dataclass
class Net:
    """One network: to the hidden places, from these, and what is added."""

    first: np.ndarray  # float32[INPUTS, HIDDEN]
    second: np.ndarray  # float32[HIDDEN]
    added: np.ndarray  # float32[]

    @classmethod
    def read(cls, numbers: np.ndarray) -> "Net":
        """From its part of the file."""
        end = INPUTS * HIDDEN
        return cls(numbers[:end].reshape(INPUTS, HIDDEN), numbers[end : end + HIDDEN], numbers[end + HIDDEN])

    def written(self) -> np.ndarray:
        """As read."""
        numbers = np.zeros(NETWORK, np.float32)
        numbers[: INPUTS * HIDDEN + HIDDEN + 1] = np.concatenate([self.first.ravel(), self.second, [self.added]])
        return numbers

    def ask(self, x: np.ndarray) -> Any:
        """Its answers to float32[n, INPUTS]."""
        return np.maximum(x @ self.first, 0) @ self.second + self.added


@dataclass
class Visits:
    """What was played: `between` and its rows by decision, the others by visit; inputs are those of the networks."""

    between: list[Any] = field(default_factory=list)  # inputs of the network of visits
    success_at: list[Any] = field(default_factory=list)  # of that of matches, should the visit succeed as things stand
    visit: list[int] = field(default_factory=list)
    before: list[Any] = field(default_factory=list)
    after: list[Any] = field(default_factory=list)
    success: list[int] = field(default_factory=list)


def straight_lines() -> np.ndarray:
    """Something to begin with: every power helps, every kingdom left and every ruler saved promises more."""
    visit, match = (Net.read(part) for part in np.zeros((2, NETWORK), np.float32))
    rng = np.random.default_rng(0)
    for net in (visit, match):
        net.first[:] = rng.normal(0, 0.2, (INPUTS, HIDDEN))
        net.first[:, 0] = 0
        net.second[0] = 1
    visit.first[24:28, 0], visit.first[28:32, 0] = 0.4, 0.25
    visit.added -= np.float32(1.5)
    match.first[34, 0], match.first[35, 0] = 1.6, 0.5
    return np.concatenate([visit.written(), match.written()])


class Player:
    """Plays visits and notes what the networks are to learn from."""

    def __init__(self, weights: np.ndarray, worlds: int, seed: int) -> None:
        self.room = plan.room()
        self.room[plan.VISIT_NETWORK :] = weights
        self.worlds, self.seed, self.matches = worlds, seed, 0
        self.states = GAME.state.new(STATES)
        self.rng = new_rng(f"emissary_fit {seed}".encode())
        self.random = np.random.default_rng(seed)
        self.visits, self.reached = Visits(), list[int]()

    def match(self, preset: str) -> None:
        """A match to its end; some begin when a few kingdoms have been won."""
        position = Position(GAME, 1, seed=f"emissary_fit {self.seed} {self.matches}".encode(), preset=preset)
        self.matches += 1
        position.deal()
        whole = self.random.random() < WHOLE
        if not whole:
            self.win_some(position.state)
        while True:
            self.visit(position.state)
            if position.finished():
                break
            position.deal()
        if whole:
            self.reached.append(int(position.state.reached))

    def win_some(self, s: Any) -> None:
        """Some kingdoms have been won, the easy ones more likely, and some of their rulers saved."""
        kept = self.random.uniform(0.5, 1)
        s.reached = self.random.integers(KINGDOMS)
        for k in np.argsort(self.random.normal(0, 0.2, KINGDOMS) - EASE)[: s.reached]:
            if self.random.random() < kept:
                s.won |= int(bit(int(s.rulers[k])))
            s.rulers[k] = NONE

    def visit(self, s: Any) -> None:
        """One visit."""
        note, number = self.visits, len(self.visits.success)
        note.before.append(self.about_match(s, int(unvisited(s)), s.won))
        assert GAME.chance is not None
        while waiting := GAME.actors(s):
            if waiting == CHANCE:
                GAME.chance(s, self.rng)
                continue
            if s.phase == BETWEEN:
                plan.describe_visit(s, self.room)
                note.between.append(self.input())
                k = int(s.kingdom)
                note.success_at.append(self.about_match(s, int(unvisited(s) & ~bit(k)), s.won | bit(int(s.rulers[k]))))
                note.visit.append(number)
            self.states[0] = s
            found = race(GAME, self.states, EMISSARY, self.rng, self.room, worlds=self.worlds)
            GAME.play(s, EMISSARY, found.best)
        note.success.append(int(s.success))
        note.after.append(self.about_match(s, int(unvisited(s)), s.won))

    def about_match(self, s: Any, left: int, won: int) -> Any:
        """Input of the network of matches."""
        plan.describe_match(s, np.int64(left), np.int64(won), self.room)
        return self.input()

    def input(self) -> Any:
        """What was just written for a network."""
        return self.room[plan.INPUT : plan.INPUT + INPUTS].copy()


def descend(net: Net, x: np.ndarray, y: np.ndarray, gradient: Any, epochs: int, decay: float = 1e-4) -> None:
    """Adam on batches.  gradient(x, answers, y) -> float32[n]: of the loss by the answer."""
    parts = [net.first, net.second, net.added.reshape(1)]
    means, squares = [np.zeros_like(part) for part in parts], [np.zeros_like(part) for part in parts]
    rng, batch, step = np.random.default_rng(0), 512, 0
    steps = epochs * -(-len(x) // batch)
    for _ in range(epochs):
        order = rng.permutation(len(x))
        for begin in range(0, len(x), batch):
            some = order[begin : begin + batch]
            hidden = np.maximum(x[some] @ net.first, 0)
            slope = gradient(x[some], hidden @ net.second + net.added, y[some]) / len(some)
            slopes = [
                x[some].T @ (np.outer(slope, net.second) * (hidden > 0)) + decay * net.first,
                hidden.T @ slope,
                slope.sum(keepdims=True),
            ]
            step += 1
            rate = 2e-3 * (1 - step / steps) + 1e-5
            for part, mean, square, by in zip(parts, means, squares, slopes, strict=True):
                mean += 0.1 * (by - mean)
                square += 0.001 * (by**2 - square)
                part -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-7)


def success_of(x: np.ndarray, answers: np.ndarray) -> Any:
    """As the plan reckons it: alone, or with the help of powers."""
    alone = np.minimum(x[:, plan.ALONE], 0.995)
    return np.clip(alone + (1 - alone) / (1 + np.exp(-answers)), 1e-3, 1 - 1e-3)


def visit_gradient(x: np.ndarray, answers: np.ndarray, y: np.ndarray) -> Any:
    """Of the logarithmic loss."""
    found, help = success_of(x, answers), 1 / (1 + np.exp(-answers))
    alone = np.minimum(x[:, plan.ALONE], 0.995)
    return (found - y) / (found * (1 - found)) * (1 - alone) * help * (1 - help)


def fit(weights: np.ndarray, rounds: list[Visits]) -> np.ndarray:
    """The networks after these rounds."""
    visit, match = Net.read(weights[:NETWORK].copy()), Net.read(weights[NETWORK:].copy())
    before, after, success = (
        np.concatenate([np.array(getattr(played, name), np.float32) for played in rounds])
        for name in ("before", "after", "success")
    )
    all_won = after[:, :KINGDOMS].sum(axis=1) == 0

    def later() -> Any:
        return np.where(all_won, CROWN, np.maximum(match.ask(after), 0))

    for _ in range(8):
        # That nothing is left has to be learned as well: what it is worth is asked of the network too.
        x = np.concatenate([before, after[all_won]])
        y = np.concatenate([success * (1 + later()), later()[all_won]])
        descend(match, x, y.astype(np.float32), lambda x, answers, y: answers - y, 5)
    between, success_at = (
        np.concatenate([np.array(getattr(played, name), np.float32) for played in rounds])
        for name in ("between", "success_at")
    )
    offsets = np.cumsum([0] + [len(played.success) for played in rounds])
    number = np.concatenate([np.array(played.visit) + o for played, o in zip(rounds, offsets[:-1], strict=True)])
    # Rulers spent in the rest of the visit are lost to what comes after it.
    worth = success[number] * (1 + later()[number]) / (1 + np.maximum(match.ask(success_at), 0))
    y = np.clip(worth, 0, 1).astype(np.float32)
    out = number % HOLD_OUT == 0
    descend(visit, between[~out], y[~out], visit_gradient, 8)
    told = success_of(between[out], visit.ask(between[out]))
    loss = -(y[out] * np.log(told) + (1 - y[out]) * np.log(1 - told)).mean()
    print(f"  {len(success)} visits, {len(y)} decisions, loss on those held out {loss:.4f}", flush=True)
    return np.concatenate([visit.written(), match.written()])


def play(weights: np.ndarray, told: argparse.Namespace, number: int) -> Iterator[Visits]:
    """One round: every preset for as long."""
    for i, preset in enumerate(GAME.presets):
        player = Player(weights, told.worlds, 1000 * told.seed + 10 * number + i)
        end = time.perf_counter() + told.seconds / len(GAME.presets)
        while time.perf_counter() < end:
            player.match(preset)
        won = np.array(player.reached or [0])
        print(f"  {preset:10} {len(won)} whole matches, {won.mean():.2f} kingdoms, all eight {(won == 8).mean():.1%}")
        yield player.visits


def main() -> None:
    """Round after round; the file is written after each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--start", type=Path, default=None)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=180)
    parser.add_argument("--worlds", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    weights = straight_lines() if told.start is None else np.load(told.start)
    rounds: list[Visits] = []
    for number in range(told.rounds):
        print(f"round {number}", flush=True)
        rounds = rounds[-(KEPT - 1) * len(GAME.presets) :] + list(play(weights, told, number))
        weights = fit(weights, rounds)
        np.save(told.out, weights)


if __name__ == "__main__":
    main()
