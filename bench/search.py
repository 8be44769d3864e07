"""Simulations a second of the tree search from the first card of a four-seat game, on one core.

python bench/search.py [--rounds N] [--worlds N]

With OpenSpiel's Python module `pyspiel` installed, its C++ ISMCTS searches Hearts in the same rounds.  Time is that of
the processor; the best round counts, as the machine may be busy.
"""

import argparse
import random
import time
from collections.abc import Callable

from torite.games import GAMES
from torite.games.position import Position
from torite.search.deals import bots_rng, play_deal
from torite.search.ismcts import analyse
from torite.search.players import RandomPlayer

SEATS = 4
HEARTS = "OpenSpiel Hearts, 52 cards"
CASES = (("schieber", 1, "36 cards"), ("wizard", 13, "52 of 60 cards dealt"))  # game, deal, what it is


def first_card(name: str, deal: int) -> tuple[Position, int]:
    """The leader's choice of the first card of that deal, with at least nine cards to choose from, and the seat."""
    for seed in range(100):
        position = Position(GAMES[name], SEATS, seed=seed)
        position.deal()
        for _ in range(deal - 1):
            play_deal(position, [RandomPlayer()] * SEATS, bots_rng(position.seed))
            position.deal()
        while position.game.phase(position.state) != "play":
            position.play(position.legal()[len(position.legal()) // 2])
        if len(position.legal()) >= 9:
            return position, position.actors()[0]
    raise ValueError(f"{name}: nobody may lead")


def ours(name: str, deal: int, worlds: int) -> Callable[[int], float]:
    """Seconds that a simulation takes, given a seed and searching so many."""
    position, seat = first_card(name, deal)
    view = position.view(seat)
    analyse(position.game, view, seat, 0, worlds=2)  # compiles

    def search(seed: int) -> float:
        begin = time.thread_time()
        found = analyse(position.game, view, seat, seed, worlds=worlds)
        return (time.thread_time() - begin) / int(found.visits.sum())

    return search


def open_spiel(worlds: int) -> Callable[[int], float] | None:
    """The same of OpenSpiel's Hearts; None where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    rng = random.Random(1)
    state = pyspiel.load_game("hearts").new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))

    def search(seed: int) -> float:
        rollout = pyspiel.RandomRolloutEvaluator(1, seed)
        most_visits = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        bot = pyspiel.ISMCTSBot(seed, rollout, 2.0, worlds, -1, most_visits, False, False)
        begin = time.thread_time()
        bot.step(state)
        return (time.thread_time() - begin) / worlds

    return search


def main() -> None:
    """Measure in turns and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--worlds", type=int, default=20_000)
    told = parser.parse_args()
    searches = {f"{name}, {what}": ours(name, deal, told.worlds) for name, deal, what in CASES}
    theirs = open_spiel(told.worlds // 10)
    if theirs is not None:
        searches[HEARTS] = theirs
    rates = dict.fromkeys(searches, 0.0)
    for seed in range(told.rounds):
        for what, search in searches.items():
            rates[what] = max(rates[what], 1 / search(seed))
    for what, rate in rates.items():
        ratio = "" if theirs is None else f", {rate / rates[HEARTS]:.1f} times OpenSpiel's Hearts"
        print(f"{what}: {rate:,.0f} simulations a second{ratio}")


if __name__ == "__main__":
    main()
