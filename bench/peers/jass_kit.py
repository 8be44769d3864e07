"""Random deals of Schieber with jass-kit, to have another program to be measured against.

python bench/peers/jass_kit.py PLAYERS DEALS SEED      # 4 players
{"game":"schieber","players":4,"matches":500,"deals":500,"plays":18572,"seconds":0.41}

jass-kit (GPL-3.0, `pip install jass-kit`) is only run, as a program of its own: nothing of torite imports it.  What is
played is as lean as its rules allow: no agents and no observations, its `GameSim` is told what to play.  The forehand
draws evenly among six contracts and the push, the partner among the contracts, then everybody among the legal cards.
There are no Weis and no Stöck in it.
"""

import importlib
import json
import random
import sys
import time
from typing import Any

import numpy as np

CONTRACTS = 6


def play_deal(kit: dict[str, Any], rule: Any, dealer: int, rng: random.Random) -> int:
    """Play one deal; the number of actions."""
    sim = kit["game_sim"].GameSim(rule)
    sim.init_from_cards(kit["game_util"].deal_random_hand(), dealer)
    contract = rng.randrange(CONTRACTS + 1)
    plays = 1
    if contract == CONTRACTS:
        sim.action_trump(kit["const"].PUSH)
        contract = rng.randrange(CONTRACTS)
        plays += 1
    sim.action_trump(contract)
    state = sim.state
    while not sim.is_done():
        legal = rule.get_valid_cards(
            state.hands[state.player], state.current_trick, state.nr_cards_in_trick, state.trump
        )
        sim.action_play_card(int(rng.choice(np.flatnonzero(legal))))
        plays += 1
    assert sum(state.points) == 157  # 152 in the cards, 5 for the last trick
    return plays


def main(players: int, deals: int, seed: int) -> None:
    """Play and report, as the programs in bench/limit do."""
    kit = {name: importlib.import_module(f"jass.game.{name}") for name in ("const", "game_sim", "game_util")}
    rule = importlib.import_module("jass.game.rule_schieber").RuleSchieber()
    rng = random.Random(seed)
    np.random.seed(seed)  # where jass-kit takes its cards from
    begin = time.process_time()
    plays = sum(play_deal(kit, rule, number % players, rng) for number in range(deals))
    told = {"game": "schieber", "players": players, "matches": deals, "deals": deals, "plays": plays}
    print(json.dumps(told | {"seconds": time.process_time() - begin}))


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
