"""Our tree search against OpenSpiel's at Hearts, both with the same time of the processor for a decision.

    python bench/outside_hearts.py [--deals N] [--ms M] [--seed S]

Each deal is played twice, with the sides changed: two seats opposite are ours, two OpenSpiel's ISMCTS (C++, random
rollouts, most visits, as in bench/search.py).  Both search so many simulations as fit into the time on this machine:
that is measured first, on decisions all through some deals, and told again of the deals that counted.  The difference
is how many points fewer a seat of ours takes in a deal.  Only the play is compared: OpenSpiel 2.0.2's search crashes
while cards are being passed, so that ours passes for all four.
"""

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

from torite.cards.rng import match_seed
from torite.games.load import load_game
from torite.games.position import Position
from torite.lab.match import paired
from torite.search import ismcts
from torite.search.deals import bots_rng, draw_word

PAGE = Path(__file__).parents[1] / "examples" / "hearts.py"
GAME = load_game(str(PAGE))
SEATS, CARDS = 4, 52
EXPLORES = 2.0  # OpenSpiel's own default for its UCT constant
SAMPLE = 3  # deals from which the pace of both is measured
NUMBERS = {code: "CDHS".index(code[-2]) + 4 * "23456789TJQKA".index(code[-1]) for code in GAME.deck.names.values()}


@dataclass
class Pace:
    """Simulations and seconds of the processor so far."""

    decisions: int = 0
    simulations: int = 0
    seconds: float = 0.0

    def add(self, simulations: int, seconds: float) -> None:
        """One decision more."""
        self.decisions += 1
        self.simulations += simulations
        self.seconds += seconds

    def within(self, ms: float) -> int:
        """Simulations that fit into a decision's time."""
        return max(1, int(self.simulations / self.seconds * ms / 1000))


def number_of(code: str) -> int:
    """OpenSpiel's number of a card, to be played or passed."""
    return NUMBERS[code.removeprefix("pass:")]


def opened(number: int, seed: bytes) -> tuple[Position, Any]:
    """A deal in both; the direction of passing goes round."""
    position = Position(GAME, SEATS, seed=seed)
    position.state.deals = number % SEATS
    position.deal()
    state = pyspiel.load_game("hearts").new_initial_state()
    state.apply_action(int(position.state.steps))
    dealt = list(zip(GAME.places(position.state), position.deck, strict=True))
    hands = [[number_of(code) for place, code in dealt if place == seat] for seat in range(SEATS)]
    for i in range(CARDS):
        state.apply_action(hands[i % SEATS][i // SEATS])
    return position, state


def play(number: int, seed: bytes, side: int, budgets: tuple[int, int], paces: tuple[Pace, Pace]) -> float:
    """One deal: points that a seat of theirs takes more than one of ours.  budgets: simulations, ours and theirs."""
    position, state = opened(number, seed)
    rng = bots_rng(seed)
    while seats := position.actors():
        seat, word = seats[0], draw_word(rng)
        codes = position.legal(seat)
        passing = codes[0].startswith("pass:")
        who = 0 if seat % 2 == side or passing else 1
        if len(codes) == 1:
            code = codes[0]
        else:
            begin = time.thread_time()
            code = (ours if who == 0 else theirs)(position, state, seat, word, budgets[who])
            if not passing:
                paces[who].add(budgets[who], time.thread_time() - begin)
        state.apply_action(number_of(code))
        position.play(code, seat)
    points = position.state.points[:SEATS].astype(float)
    return float(points[1 - side :: 2].mean() - points[side::2].mean())


def ours(position: Position, state: Any, seat: int, word: int, simulations: int) -> str:
    """What our search plays."""
    return GAME.codes[ismcts.analyse(GAME, position.view(seat), seat, word, ms=0, worlds=simulations).best]


def theirs(position: Position, state: Any, seat: int, word: int, simulations: int) -> str:
    """What OpenSpiel's search plays."""
    seed = word % 2**31
    most = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    rollout = pyspiel.RandomRolloutEvaluator(1, seed)  # named, as the bot does not keep it alive
    bot = pyspiel.ISMCTSBot(seed, rollout, EXPLORES, simulations, -1, most, False, False)
    action = bot.step(state)
    return next(code for code in position.legal(seat) if number_of(code) == action)


def main() -> None:
    """Measure the pace, play, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--ms", type=float, default=20.0, help="of the processor, a decision")
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    budgets = (100, 20)
    play(0, match_seed(0), 0, budgets, (Pace(), Pace()))  # compiles
    for _ in range(2):  # the second time with about the numbers that count: a larger tree is slower
        paces = (Pace(), Pace())
        for number in range(SAMPLE):
            play(number, match_seed(told.seed, -1 - number), 0, budgets, paces)
        budgets = (paces[0].within(told.ms), paces[1].within(told.ms))
    print(f"{told.ms:g} ms of the processor: {budgets[0]} simulations of ours, {budgets[1]} of OpenSpiel", flush=True)
    paces, differences = (Pace(), Pace()), []
    for number in range(told.deals):
        seed = match_seed(told.seed, number)
        differences.append(sum(play(number, seed, side, budgets, paces) for side in (0, 1)) / 2)
        if number % 20 == 19 or number == told.deals - 1:
            mean, error = paired(np.array(differences))
            spent = [1000 * pace.seconds / pace.decisions for pace in paces]
            print(
                f"{number + 1} deals, each twice: ours takes {mean:+.2f} ± {error:.2f} points fewer a deal and seat "
                f"({mean / error:.1f} standard errors); {spent[0]:.1f} and {spent[1]:.1f} ms a decision",
                flush=True,
            )


if __name__ == "__main__":
    main()
