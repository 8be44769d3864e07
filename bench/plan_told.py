"""Does what The Emissary's plan says of a loss come true?  Predicted and played out to the end of the match.

    python bench/plan_told.py [--decisions N] [--times N] [--seed S]

At some decisions of the plan's own matches its best action is set against another one, taken at random among those that
lose at least `--least`.  Both are played on from the same worlds to the end of the match, by the plan.  A line a
decision, then the means: what was lost by the plan's word, and in kingdoms really won.
"""

import argparse
import random

import numpy as np

from torite.cards.rng import match_seed, new_rng
from torite.games import GAMES
from torite.games.position import Position
from torite.search import plan
from torite.search.deals import bots_rng, draw_word
from torite.search.players import player

GAME = GAMES["emissary"]
WORLDS = 400  # of a prediction
SELDOM = 40  # of so many decisions one is looked at
BOT, CHEAP = player("plan:16"), player("plan:4")  # who plays the matches, and who plays them on


def kingdoms(position: Position, rng: np.ndarray) -> int:
    """How many are won in the end."""
    while True:
        while position.actors():
            code = GAME.codes[CHEAP.choose(GAME, position.view(0), 0, draw_word(rng))]
            position.play(code, 0)
        if position.finished():
            return int(position.state.reached)
        position.deal()


def played(before: Position, actions: list[int], times: int, rng: np.ndarray) -> float:
    """How many kingdoms the first action brings more than the second, in the same worlds."""
    differences = []
    for _ in range(times):
        world = before.view(0)
        GAME.determinize(world, 0, rng)
        ends = []
        for action in actions:
            position = before.copy()
            for name in world.dtype.names:
                position.state[name] = world[name]
            position.play(GAME.codes[action], 0)
            ends.append(kingdoms(position, rng))
        differences.append(ends[0] - ends[1])
    return float(np.mean(differences))


def main() -> None:
    """Lines, and the means."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--decisions", type=int, default=100)
    options.add_argument("--times", type=int, default=10)
    options.add_argument("--least", type=float, default=0.2)
    options.add_argument("--seed", type=int, default=0)
    told = options.parse_args()
    chance, rng, found = random.Random(told.seed), bots_rng(match_seed(told.seed)), list[tuple[float, float]]()
    seed = told.seed
    while len(found) < told.decisions:
        seed += 1
        position = Position(GAME, 1, seed=seed)
        while not position.finished():
            position.deal()
            while position.actors():
                if len(position.legal(0)) > 1 and chance.random() < 1 / SELDOM:
                    actions, worths = plan.results(GAME, position.view(0), 0, b"told %d" % seed, WORLDS)
                    means = worths.mean(axis=0)
                    losses = means.max() - means
                    others = [i for i, loss in enumerate(losses) if loss >= told.least]
                    if others:
                        i = chance.choice(others)
                        pair = [actions[int(means.argmax())], actions[i]]
                        found.append((float(losses[i]), played(position, pair, told.times, new_rng(b"%d" % seed))))
                        print(*(GAME.codes[each] for each in pair), *(f"{each:.3f}" for each in found[-1]), flush=True)
                position.play(GAME.codes[BOT.choose(GAME, position.view(0), 0, draw_word(rng))], 0)
    said, won = np.array(found).T
    error = (won - said).std(ddof=1) / len(found) ** 0.5
    told_by = f"{said.mean():.3f} kingdoms by the plan's word, {won.mean():.3f} ± {error:.3f} really"
    print(f"{len(found)} decisions: {told_by}")


if __name__ == "__main__":
    main()
