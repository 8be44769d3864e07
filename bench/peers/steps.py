"""Random play with observations and masks in other libraries: steps a second as JSON, one line.

python bench/peers/steps.py open_spiel:hearts | rlcard:bridge | pgx:bridge_bidding [SECONDS]

Each in the way its own documentation does it, on one core; pgx in a batch of 4,096 under jit, on the CPU.
"""

import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

LANES = 4096


def open_spiel(name: str) -> Callable[[], int]:
    """One deal at a time."""
    import pyspiel

    game = pyspiel.load_game(name)

    def deal() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
                continue
            state.information_state_tensor(state.current_player())
            state.apply_action(random.choice(state.legal_actions()))
            state.legal_actions_mask()
            steps += 1
        return steps

    return deal


def rlcard(name: str) -> Callable[[], int]:
    """One deal at a time."""
    import rlcard as library

    env = library.make(name)

    def deal() -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            steps += 1
        return steps

    return deal


def pgx(name: str) -> Callable[[], int]:
    """A batch, a few steps at a time."""
    import jax
    import pgx as library
    from pgx.experimental import auto_reset

    env = library.make(name)
    init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def run(state: Any, key: Any) -> Any:
        def one(state: Any, key: Any) -> Any:
            actor, lanes = key, jax.random.split(key, LANES)
            logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
            return step(state, jax.random.categorical(actor, logits, axis=1), lanes), state.observation.sum()

        return jax.lax.scan(one, state, jax.random.split(key, 20))

    key = jax.random.PRNGKey(0)
    held = [jax.jit(init)(jax.random.split(key, LANES))]

    def steps() -> int:
        held[0], seen = run(held[0], key)
        jax.block_until_ready(seen)
        return 20 * LANES

    return steps


def main(what: str, seconds: float = 2.0) -> None:
    """Measure one."""
    library, _, name = what.partition(":")
    work = {"open_spiel": open_spiel, "rlcard": rlcard, "pgx": pgx}[library](name)
    work()
    steps, begin = 0, time.perf_counter()
    while (spent := time.perf_counter() - begin) < seconds:
        steps += work()
    print(json.dumps({"steps": steps, "seconds": spent}))


if __name__ == "__main__":
    main(sys.argv[1], *map(float, sys.argv[2:]))
