"""Learn the habits of Hearts (hearts_player.py) in self-play: PPO with a critic that sees all cards, in JAX.

    pip install 'torite[learn]'
    python examples/learn/hearts_train.py OUT.npy [--rounds N] [--lanes N] [--seed N]

A round is four deals in every lane of `torite.env`.  The policy is a softmax over sums of table entries, so that what
is learned is what playouts look up.  The critic, a small network, says what a seat may expect of the open position:
what came of a deal less that tells how good its decisions were.  It is thrown away in the end.

OUT.svg shows how many points a seat takes less in a deal than two others that play at random.

Source: Schulman and others, "Proximal Policy Optimization Algorithms", 2017.
"""

import argparse
from pathlib import Path
from typing import Any, NamedTuple

import hearts_player as player
import jax
import jax.numpy as jnp
import numpy as np

import torite
from torite.cards.rng import match_seed, new_rng
from torite.certainty import SURE
from torite.lab.figures import Figure
from torite.lab.page import STYLE, Plot, intervals
from torite.rules import *

SEATS, MOST = 4, 13  # cards to choose from
STEPS = 3 * (12 + 52) + 52  # decisions of four deals; nothing is passed in the last
ALL = 26.0  # points of a deal: what it was worth is told in these
SETS, HIDDEN = 8, 64  # sets of cards that the critic is shown, and its hidden places
INPUTS = SETS * 64 + SEATS + 1  # the last is always 1
FADING = 0.95  # lambda of the advantages
CLIP, DOUBT = 0.2, 0.003  # PPO's bound; weight of entropy
BATCH, EPOCHS = 8192, 2
RATES = {"tables": 0.02, "first": 1e-3, "second": 1e-3}  # Adam's, falling to nought
EVERY = 20  # rounds to the next point of the curve
legal = player.PLAIN.legal


class Step(NamedTuple):
    """A decision in every lane."""

    marks: Any  # int16[n, MOST, 4]: of the actions that are legal, NO_MARK behind them
    many: Any  # int8[n]: how many are legal
    chosen: Any  # int8[n]: which of them is chosen
    actions: Any  # int64[n]: the same as an action
    sets: Any  # int64[n, SETS]: all hands, and the cards of the trick, from the own seat on
    points: Any  # uint8[n, SEATS]: taken in this deal
    turn: Any  # int64[n]: the seat
    worth: Any  # float32[n, SEATS]: what deals just finished were worth, in `ALL`, beside the mean of the seats
    done: Any  # uint8[n]


@kernel
def decide(states: Any, tables: np.ndarray, rng: Rng, to: Step) -> None:
    """Choose in every lane, by the first of float32[2, SIZE] in the seats 0 and 2, else by the second."""
    for i in range(len(states)):
        s, seat = states[i], to.turn[i]
        for k in range(SEATS):
            p = (seat + k) % SEATS
            to.sets[i, k] = s.hands[p] | (s.given[p] if s.passing else 0)
            to.sets[i, SEATS + k] = bit(s.trick[p]) if s.trick[p] != NONE else 0
            to.points[i, k] = s.points[p]
        actions, n, most, taker = legal(s, seat), 0, np.float32(-np.inf), player.points_with(s, seat)
        word, rest = (64, actions[1]) if actions[1] else (0, actions[0])
        while rest:
            action, score = word + low(rest), player.NOISE[below(rng, len(player.NOISE))]
            rest &= rest - 1
            for k, mark in enumerate(player.marks(s, seat, action, taker)):
                to.marks[i, n, k] = mark
                score += tables[seat & 1, mark]
            if score > most:
                most, to.actions[i], to.chosen[i] = score, action, n
            n += 1
        to.many[i] = n
        to.marks[i, n:] = player.NO_MARK


def play(env: torite.BatchEnv, tables: np.ndarray, seed: int) -> Step:
    """Four deals in every lane, all in step; [STEPS, lanes, ...]."""
    env.reset(seed)
    of_cards, of_seats, rng, steps = (env.n, MOST, 4), (env.n, SEATS), new_rng(match_seed(seed), 1), []
    for _ in range(STEPS):
        step = Step(
            marks=np.empty(of_cards, np.int16),
            many=np.empty(env.n, np.int8),
            chosen=np.empty(env.n, np.int8),
            actions=np.empty(env.n, np.int64),
            sets=np.empty((env.n, SETS), np.int64),
            points=np.empty(of_seats, np.uint8),
            turn=env.turn.copy(),
            worth=np.empty(of_seats, np.float32),
            done=np.empty(env.n, np.uint8),
        )
        decide(env.states, tables, rng, step)
        env.step(step.actions)
        step.worth[:] = (env.reward - env.reward.mean(axis=1, keepdims=True)) / ALL
        step.done[:] = env.done
        steps.append(step)
    return Step(*map(np.stack, zip(*steps, strict=True)))


def against_chance(env: torite.BatchEnv, tables: np.ndarray, seed: int) -> Figure:
    """Points fewer that a seat takes in a deal than one that plays at random."""
    played = play(env, np.stack([tables, np.zeros_like(tables)]), seed)
    worth = played.worth[played.done.astype(bool)] * ALL
    ahead = worth[:, 0::2].mean(axis=1) - worth[:, 1::2].mean(axis=1)
    return Figure(float(ahead.mean()), float(SURE * ahead.std() / len(ahead) ** 0.5))


def advantages(played: Step, expected: np.ndarray) -> np.ndarray:
    """How much more than expected came of each decision, [STEPS, lanes]: by seat, back from the end of each deal."""
    found, lanes = np.empty_like(expected), np.arange(played.turn.shape[1])
    for t in range(len(expected) - 1, -1, -1):
        if played.done[t].any():
            later, faded = played.worth[t].copy(), np.zeros_like(played.worth[t])
        own = lanes, played.turn[t]
        found[t] = faded[own] = later[own] - expected[t] + FADING * faded[own]
        later[own] = expected[t]
    return found


def open_position(played: Step) -> np.ndarray:
    """What the critic is shown: uint8[n, INPUTS]."""
    bits = np.unpackbits(played.sets.view(np.uint8), axis=-1)
    shown = np.concatenate([bits, played.points, np.ones_like(played.points[..., :1])], axis=-1)
    return shown.reshape(-1, INPUTS)


@jax.jit
def expect(net: Any, shown: Any) -> Any:
    """The critic: what the deal will be worth to the seat, [n]."""
    scale = jnp.ones(INPUTS).at[-SEATS - 1 : -1].set(1 / ALL)
    return jax.nn.relu(shown * scale @ net["first"]) @ net["second"]


@jax.jit
def log_chances(tables: Any, marks: Any, many: Any) -> Any:
    """The policy: of every action of a decision, [n, MOST]."""
    weights = tables[marks].sum(axis=2)
    return jax.nn.log_softmax(jnp.where(jnp.arange(MOST) < many[:, None], weights, -1e9))


class Batch(NamedTuple):
    """What is learned from, a row a decision."""

    marks: Any
    many: Any
    chosen: Any
    before: Any  # the logarithm of its chance when it was chosen
    gain: Any  # how much more than expected came of it, in standard deviations
    shown: Any
    worth: Any  # what the critic should have said


def loss(net: Any, of: Batch) -> Any:
    """PPO's, and the critic's."""
    logs = log_chances(net["tables"], of.marks, of.many)
    ratio = jnp.exp(jnp.take_along_axis(logs, of.chosen[:, None], axis=1)[:, 0] - of.before)
    gain = jnp.minimum(ratio * of.gain, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * of.gain)
    entropy = -(jnp.exp(logs) * logs).sum(axis=1)
    return -(gain + DOUBT * entropy).mean() + jnp.square(expect(net, of.shown) - of.worth).mean()


@jax.jit
def descend(net: Any, means: Any, squares: Any, count: Any, rate: Any, batch: Batch) -> Any:
    """One step of Adam."""
    slopes = jax.grad(loss)(net, batch)
    means = {k: 0.9 * means[k] + 0.1 * slopes[k] for k in net}
    squares = {k: 0.999 * squares[k] + 0.001 * slopes[k] ** 2 for k in net}
    up, down = 1 / (1 - 0.9**count), 1 / (1 - 0.999**count)
    net = {k: net[k] - rate * RATES[k] * up * means[k] / (jnp.sqrt(squares[k] * down) + 1e-8) for k in net}
    return net, means, squares


class Learner:
    """Tables and critic, with what Adam keeps of them."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.net: Any = {
            "tables": np.zeros(player.SIZE, np.float32),
            "first": (self.random.normal(size=(INPUTS, HIDDEN)) / 8).astype(np.float32),
            "second": np.zeros(HIDDEN, np.float32),
        }
        self.means = self.squares = {name: np.zeros_like(part) for name, part in self.net.items()}
        self.count = 0

    def tables(self) -> np.ndarray:
        """float32[player.SIZE]."""
        return np.array(self.net["tables"])

    def learn(self, played: Step, rate: float) -> None:
        """From the decisions of a round in which there was a choice."""
        marks, many = played.marks.reshape(-1, MOST, 4), played.many.ravel()
        chosen, shown = played.chosen.ravel().astype(np.int32), open_position(played)
        expected = np.array(expect(self.net, shown)).reshape(played.turn.shape)
        gain = advantages(played, expected)
        logs = np.array(log_chances(self.net["tables"], marks, many))
        before, worth = logs[np.arange(len(logs)), chosen], (gain + expected).ravel()
        free, gain = np.flatnonzero(many > 1), gain.ravel()
        gain = (gain - gain[free].mean()) / gain[free].std()
        all_of_it = Batch(marks, many, chosen, before, gain, shown, worth)
        size = min(BATCH, len(free) // 4)
        for _ in range(EPOCHS):
            order = self.random.permutation(free)
            for begin in range(0, len(order) - size + 1, size):
                self.count += 1
                some = Batch(*(part[order[begin : begin + size]] for part in all_of_it))
                kept = self.net, self.means, self.squares
                self.net, self.means, self.squares = descend(*kept, float(self.count), rate, some)


def drawn(curve: dict[str, Figure]) -> str:
    """The curve as a picture that stands by itself."""
    plot = intervals(Plot(curve.items(), 0.0)).removeprefix("<svg ").replace(">", f"><style>{STYLE}</style>", 1)
    return f'<svg xmlns="http://www.w3.org/2000/svg" style="background: var(--paper); font-family: sans-serif" {plot}'


def main() -> None:
    """Round after round; the tables and the curve are written now and then."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--rounds", type=int, default=120)
    parser.add_argument("--lanes", type=int, default=256)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    learner, curve = Learner(told.seed), {}
    with torite.env(player.PLAIN, n=told.lanes, players=SEATS) as env:
        for number in range(told.rounds + 1):
            tables, seed = learner.tables(), told.seed * 1_000_000 + number
            if number % EVERY == 0 or number == told.rounds:
                found = curve[f"round {number}"] = against_chance(env, tables, seed)
                print(f"round {number}: {found.value:.2f} ± {found.within:.2f} points fewer than chance", flush=True)
                np.save(told.out, tables)
                told.out.with_suffix(".svg").write_text(drawn(curve), "utf-8")
            if number < told.rounds:
                learner.learn(play(env, np.stack([tables, tables]), seed), 1 - number / told.rounds)


if __name__ == "__main__":
    main()
