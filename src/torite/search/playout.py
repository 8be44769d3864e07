"""Playouts: a deal or a whole match finished by random play, inside one kernel a game."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from torite.cards.actions import random_action
from torite.cards.bits import low
from torite.cards.kernel import Mask, Rng, State, kernel, kernel_apart
from torite.cards.rng import below, shuffle
from torite.games.game import Game
from torite.games.state import CHANCE

DEALS, PLAYS = range(2)  # places in `counts` of random matches


@kernel
def no_chance(s: State, rng: Rng) -> None:
    """Chance in a game that has none within a deal."""


@cache
def playout(game: Game, blind: bool = False) -> Callable[[State, Rng], int]:
    """Kernel (s, rng) -> number of actions: play the running deal to its end at random.

    Every action that the game calls likely is equally likely; if `blind`, every legal one.
    """
    actors, play = game.actors, game.play
    legal = game.legal if blind or game.likely is None else game.likely
    has_chance = game.chance is not None
    chance = game.chance or no_chance

    @kernel_apart
    def play_out(s: State, rng: Rng) -> int:
        plays = 0
        while True:
            seats: Mask = actors(s)
            if not seats:
                return plays
            if has_chance and seats == CHANCE:
                chance(s, rng)
                continue
            seat = low(seats)
            play(s, seat, random_action(legal(s, seat), rng))
            plays += 1

    return play_out


@cache
def random_matches(game: Game) -> Callable[..., None]:
    """Kernel (states, players, matches, rng, counts, points): whole matches of random play.

    states   the game's record[1] with its `options` set; each match is started in it anew
    counts   int64[2], added to: deals and actions
    points   float64[players], added to: what the deals were worth to each seat
    """
    start, deal, finished, score = game.start, game.deal, game.finished, game.score
    play_out = playout(game, blind=True)
    cards = game.deck.cards.copy()

    @kernel_apart
    def play_matches(states: Any, players: int, matches: int, rng: Rng, counts: np.ndarray, points: np.ndarray) -> None:
        s = states[0]
        deck = cards.copy()
        worth = np.zeros(players, np.float64)
        for _ in range(matches):
            start(s, players, below(rng, players))
            while True:
                shuffle(deck, rng)
                deal(s, deck)
                counts[DEALS] += 1
                counts[PLAYS] += play_out(s, rng)
                score(s, worth)
                for p in range(players):
                    points[p] += worth[p]
                if finished(s):
                    break

    return play_matches
