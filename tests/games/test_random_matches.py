"""10,000 random matches of every game, every number of players and every preset: no state that cannot be.

They run inside kernels, which check every state themselves (sound.py); compiling takes longer than playing, so the
games are spread over the cores.
"""

import random
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest
from sound import CARDS, FAULTS, SAYS, checked_matches, fault_of
from walks import SIZES

from torite.cards.kernel import CONFIG, JIT, kernel
from torite.cards.rng import new_rng
from torite.games import GAMES
from torite.games.game import Game
from torite.games.position import Position
from torite.lab.workers import cores

# Checked indexes are slow, plain Python slower still; in both everything else is checked as well.
MATCHES = 10_000 if JIT and not CONFIG.BOUNDSCHECK else 500 if JIT else 1
DRAWS = 40 if JIT else 1  # draws of options beside the presets
SLOWEST_FIRST = ("handjass", "coiffeur", "schieber", "differenzler", "bingo")


def opened(game: Game, players: int, options: dict[str, Any]) -> Any:
    """A record with these options, as a kernel takes it."""
    states = game.state.new()
    states[0] = Position(game, players, seed=0, options=options).state
    return states.view(np.ndarray) if JIT else states


def played(game: Game, players: int, options: dict[str, Any], matches: int, seed: str) -> list[int]:
    """Deals and actions of so many random matches; fails where something does not hold."""
    states, counts = opened(game, players, options), np.zeros(2, np.int64)
    fault = checked_matches(game, fault_of(game))(states, players, matches, new_rng(seed.encode()), counts)
    assert not fault, f"{game.name}, {players} players, {options}: {SAYS[fault]} after {counts} deals and actions"
    return [int(count) for count in counts]


def play_all(name: str) -> dict[str, list[int]]:
    """Every size and preset of a game, and options drawn at random."""
    game, rng, found = GAMES[name], random.Random(name), {}
    for players in range(game.players[0], game.players[1] + 1):
        for preset in game.presets:
            seed = f"{players} {preset}"
            found[seed] = played(game, players, game.preset(preset), MATCHES, seed)
        for i in range(DRAWS):
            options = game.full_options({o.name: rng.choice(o.values) for o in game.options})
            found[f"{players} {i}"] = played(game, players, options, max(1, MATCHES // DRAWS // 5), f"{players} {i}")
    return found


@pytest.fixture(scope="module")
def running() -> Iterator[dict[str, "Future[dict[str, list[int]]]"]]:
    """All games, at work on all cores."""
    first = sorted(GAMES, key=lambda name: (name not in SLOWEST_FIRST, name))
    with ProcessPoolExecutor(cores(), mp_context=get_context("spawn")) as pool:
        yield {name: pool.submit(play_all, name) for name in first}


def test_every_game_is_looked_at() -> None:
    assert set(FAULTS) == set(GAMES)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_ten_thousand_matches(name: str, running: dict[str, "Future[dict[str, list[int]]]"]) -> None:
    found = running[name].result()
    game = GAMES[name]
    for players in [size for g, size in SIZES if g is game]:
        for preset in game.presets:
            deals, actions = found[f"{players} {preset}"]
            assert deals >= MATCHES and actions > deals


def test_a_fault_is_found() -> None:
    """A card that lies in two places in the third trick."""
    game = GAMES["emissary"]
    honest = fault_of(game)

    @kernel
    def spoiled(s: Any, seats: Any, seat: int) -> int:
        if s.trick_no == 2:
            s.discards |= s.hands[0]
        return honest(s, seats, seat)

    counts = np.zeros(2, np.int64)
    assert checked_matches(game, spoiled)(opened(game, 1, {}), 1, 100, new_rng(b""), counts) == CARDS
