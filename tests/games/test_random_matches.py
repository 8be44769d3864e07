"""10,000 random matches of every game, every number of players and every preset: no state that cannot be.

They run inside kernels, which check every state themselves (sound.py).
"""

import random
from typing import Any

import numpy as np
import pytest
from sound import CARDS, FAULTS, SAYS, checked_matches, fault_of

from torite.cards.kernel import CONFIG, JIT, kernel
from torite.cards.rng import new_rng
from torite.games import GAMES
from torite.games.game import Game
from torite.games.position import Position

# Checked indexes are slow, plain Python slower still; in both everything else is checked as well.
MATCHES = 10_000 if JIT and not CONFIG.BOUNDSCHECK else 500 if JIT else 1
DRAWS = 40 if JIT else 1  # draws of options beside the presets


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


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_ten_thousand_matches(game: Game) -> None:
    """With every preset, and with options drawn at random."""
    rng = random.Random(game.name)
    for players in range(game.players[0], game.players[1] + 1):
        for preset in game.presets:
            seed = f"{players} {preset}"
            deals, actions = played(game, players, game.preset(preset), MATCHES, seed)
            assert deals >= MATCHES and actions > deals
        for i in range(DRAWS):
            options = game.full_options({o.name: rng.choice(o.values) for o in game.options})
            played(game, players, options, max(1, MATCHES // DRAWS // 5), f"{players} {i}")


def test_every_game_is_looked_at() -> None:
    assert set(FAULTS) == set(GAMES)


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
