"""How often a bot's bid in Wizard comes true, by round.

python bench/bids.py [--bot SPEC] [--players N] [--matches N] [--seed N]
"""

import argparse
from collections import Counter

from torite.cards.rng import match_seed
from torite.games import GAMES
from torite.games.position import Position
from torite.search.deals import bots_rng, play_deal
from torite.search.players import player


def main() -> None:
    """Play whole matches of one bot against itself and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default="ismcts:100ms")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--matches", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    hits: Counter[int] = Counter()
    for match in range(told.matches):
        position = Position(GAMES["wizard"], told.players, seed=match_seed(told.seed, match))
        rng = bots_rng(position.seed)
        while not (position.state.deals and position.finished()):
            position.deal()
            play_deal(position, [player(told.bot)] * told.players, rng)
            result = position.deal_result()
            hits[int(position.state.deals)] += sum(map(int.__eq__, result["bids"], result["tricks"]))
    bids = told.matches * told.players
    print(f"Wizard, {told.players} players, {told.bot}, {told.matches} matches, seed {told.seed}")
    for number, exact in sorted(hits.items()):
        print(f"round {number:2}: {exact / bids:4.0%} of {bids}")
    print(f"all rounds: {sum(hits.values()) / bids / len(hits):.1%} of {bids * len(hits)}")


if __name__ == "__main__":
    main()
