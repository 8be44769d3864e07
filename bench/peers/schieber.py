"""Random deals of Schieber with jass-kit, to have another program to be measured against.

python bench/peers/schieber.py PLAYERS DEALS SEED      # 4 players
{"game": "schieber", "players": 4, "matches": 300, "deals": 300, "plays": 11100, "seconds": 0.35, "program": "jass-kit"}

jass-kit (GPL-3.0, `pip install jass-kit`) is only run, as a program of its own: nothing of torite imports it.  What
runs is its own arena with its own random players, moves unchecked: forehand pushes every other time, else a contract
is drawn evenly.  It has no Weis and no Stöck.  A loop of ours around its simulator and rules alone, without the
observations that its players get, is two to four times as fast.
"""

import importlib
import json
import sys
import time

import numpy as np

CARDS = 36


def main(players: int, deals: int, seed: int) -> None:
    """Play and report, as the programs in bench/limit do; `plays` counts one contract a deal, and no push."""
    random_player = importlib.import_module("jass.agents.agent_random_schieber").AgentRandomSchieber
    arena = importlib.import_module("jass.arena.arena").Arena(deals, check_move_validity=False)
    arena.set_players(*(random_player() for _ in range(players)))
    np.random.seed(seed)  # where jass-kit takes the cards from; its players seed themselves
    begin = time.process_time()
    for number in range(deals):
        arena.play_game(number % players)
    seconds = time.process_time() - begin
    assert all(arena.points_team_0 + arena.points_team_1 == 157)  # 152 in the cards, 5 for the last trick
    told = {"game": "schieber", "players": players, "matches": deals, "deals": deals, "plays": deals * (CARDS + 1)}
    print(json.dumps(told | {"seconds": seconds, "program": "jass-kit"}))


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
