"""How much the choice matters in Hearts and its kin, in places: as CardStock's study had it, and without its noise.

    python bench/kin.py [--deals N] [--seed S]

For a decision, what the best action is worth more than the worst, in places of the deal (1 = first, 0 = last, shared
ones between), by random playouts in worlds that agree with what the seat knows; the mean over all decisions, where a
forced one has 0.  `few` takes best and worst from 8 worlds, as a study does that looks at how its bots think: then
noise alone makes a spread, the more alternatives there are the more.  `many` does the same with 128; `true` chooses
best and worst by one half of these and values them by the other, so that noise cancels out.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from torite.cards.kernel import kernel
from torite.cards.rng import match_seed
from torite.games.game import Game
from torite.games.load import load_game
from torite.games.position import Position
from torite.lab.bots import bot
from torite.lab.figures import mean
from torite.lab.page import told
from torite.search import flat
from torite.search.deals import bots_rng, draw_word

EXAMPLES = Path(__file__).parents[1] / "examples"
KIN = ("slobberhannes", "polignac", "hearts", "grey_maria", "omnibus")
WORLDS, BATCHES = 8, 16
LOOKED_AT = 6  # one decision of so many
BOT = "flat:6"


@kernel
def places(s: Any, points: np.ndarray) -> None:
    """The place of each seat in the deal, fewest points first: 1 = first, 0 = last, shared ones between."""
    for p in range(s.players):
        behind = 0.0
        for q in range(s.players):
            behind += (s.points[q] > s.points[p]) + 0.5 * (s.points[q] == s.points[p])
        points[p] = (behind - 0.5) / (s.players - 1)


def looks(game: Game, deals: int, seed: int) -> Iterator[tuple[float, list[Any]]]:
    """By deal: the share of decisions with a choice; what was found at some, float[BATCHES, actions]."""
    player = bot(BOT)
    for deal in range(deals):
        position = Position(game, 4, seed=match_seed(seed, deal))
        position.deal()
        rng, free, found, total = bots_rng(match_seed(seed, deal)), 0, list[Any](), 0
        while seats := position.actors():
            seat, total = seats[0], total + 1
            view = position.view(seat)
            if len(position.legal(seat)) > 1:
                free += 1
                if draw_word(rng) % LOOKED_AT == 0:
                    each = [flat.analyse(game, view, seat, draw_word(rng), worlds=WORLDS) for _ in range(BATCHES)]
                    found.append(np.array([values.values for values in each]))
            position.play(game.codes[player.choose(game, view, seat, draw_word(rng))], seat)
        yield free / total, found


def spreads(estimates: Any) -> tuple[float, float, float]:
    """`few`, `many` and `true` of one decision."""
    few, many = estimates[0], estimates.mean(axis=0)
    chosen, valued = estimates[::2].mean(axis=0), estimates[1::2].mean(axis=0)
    return np.ptp(few), np.ptp(many), valued[chosen.argmax()] - valued[chosen.argmin()]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=400, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    asked = parser.parse_args()
    print(f"{'':16}{'free':>6}  {'few':>15}  {'many':>15}  {'true':>15}   within 95 %")
    for name in KIN:
        game = replace(load_game(str(EXAMPLES / f"{name}.py")), score=places)
        seen = list(looks(game, asked.deals, asked.seed))
        free = float(np.mean([share for share, _ in seen]))
        found = np.array(
            [free * np.array([spreads(each) for each in looked]).mean(axis=0) for _, looked in seen if looked]
        )
        print(f"{name:16}{free:6.2f}", *(f"{told(mean(column)):>15}" for column in found.T), sep="  ", flush=True)


if __name__ == "__main__":
    main()
