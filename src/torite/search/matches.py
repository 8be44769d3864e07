"""Whole matches of random play in one kernel, the same for every game."""

from typing import Any

import numpy as np

from torite.cards.kernel import Rng, kernel
from torite.cards.rng import below, shuffle
from torite.games.calls import Rules, States, as_rows, deal, finish_blindly, finished, score, start
from torite.games.game import Game
from torite.search.rules import rules

DEALS, PLAYS = range(2)  # places in `counts`


@kernel
def play_matches(
    rules: Rules, states: States, deck: np.ndarray, matches: int, rng: Rng, counts: np.ndarray, points: np.ndarray
) -> None:
    """See `random_matches`; deck int8[n], shuffled."""
    worth = np.empty(len(points), np.float64)
    for _ in range(matches):
        start(rules, states, 0, len(points), below(rng, len(points)))
        while True:
            shuffle(deck, rng)
            deal(rules, states, 0, deck)
            counts[DEALS] += 1
            counts[PLAYS] += finish_blindly(rules, states, 0, rng)
            score(rules, states, 0, worth)
            for p in range(len(points)):
                points[p] += worth[p]
            if finished(rules, states, 0):
                break


def random_matches(game: Game, states: Any, matches: int, rng: Rng, counts: np.ndarray, points: np.ndarray) -> None:
    """Play whole matches at random.

    states   the game's record[1] with its `options` set; each match is started in it anew
    counts   int64[2], added to: deals and actions
    points   float64[players], added to: what the deals were worth to each seat
    """
    called = rules(game, "start", "deal", "play_blindly", "score", "finished")
    play_matches(called, as_rows(states), game.deck.cards.copy(), matches, rng, counts, points)
