"""Which bot plays the end of a deal better: the rest from N cards a hand on, played from both sides.

python bench/endings.py schieber --cards 4 --bots pimc:10ms,ismcts:10ms [--deals N] [--seed S] [--option NAME=VALUE]

Up to there all seats are played by one cheap bot.  For games of two players or two sides.
"""

import argparse
from typing import Any

import numpy as np

from torite.cards.rng import match_seed
from torite.games import GAMES
from torite.games.position import Position
from torite.lab.match import paired
from torite.search.deals import bots_rng, draw_word, play_deal
from torite.search.players import player, player_of

BEFORE = player("ismcts:300")


def ending(name: str, cards: int, seed: bytes, options: dict[str, object]) -> Position | None:
    """A deal played until nobody holds more than so many cards; None where it ended before."""
    game, rng = GAMES[name], bots_rng(seed)
    position = Position(game, game.usual_players, seed=seed, options=options)
    position.deal()
    while (seat := position.turn) is not None:
        if max(game.cards_held(position.state, p) for p in range(position.players)) <= cards:
            return position
        action = BEFORE.choose(game, position.view(seat), seat, draw_word(rng))
        position.play(game.codes[action], seat)
    return None


def difference(position: Position, bots: list[Any], seed: bytes) -> float:
    """What the first bot's side wins more than the second's in its place."""
    points, worth = np.zeros(position.players), 0.0
    for side in range(2):
        trial = position.copy()
        play_deal(trial, [bots[p % 2 != side] for p in range(trial.players)], bots_rng(seed + b"end"))
        trial.game.score(trial.state, points)
        worth += points[side] / 2
    return worth


def main() -> None:
    """Print a line every 50 deals."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("game")
    options.add_argument("--cards", type=int, required=True)
    options.add_argument("--bots", required=True)
    options.add_argument("--deals", type=int, default=400)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--option", action="append", default=[])
    told = options.parse_args()
    game = GAMES[told.game]
    bots = [player_of(spec, game, game.usual_players) for spec in told.bots.split(",")]
    chosen: dict[str, object] = dict(option.split("=") for option in told.option)
    found: list[float] = []
    for number in range(told.deals):
        seed = match_seed(told.seed, number)
        position = ending(told.game, told.cards, seed, chosen)
        if position is not None:
            found.append(difference(position, bots, seed))
        if found and (number + 1 == told.deals or (number + 1) % 50 == 0):
            mean, error = paired(np.array(found))
            print(
                f"{told.cards} cards  {told.bots}  {len(found)} deals  {mean:+.2f} ± {error:.2f}  {mean / error:+.1f}"
            )


if __name__ == "__main__":
    main()
