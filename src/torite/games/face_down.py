"""In a world that was drawn, does what lies face down hold cards of the deck, each once, and none of a hand?"""

from typing import Any

import numpy as np

from torite.cards.bits import members
from torite.games.game import Game

FIELDS = ("stock", "talon")  # of single cards


def misplaced(game: Game, world: Any) -> tuple[str, int] | None:
    """Field and place where no card lies though one is counted, or one that is none of the deck, or is there twice.

    A card that is counted in the stock is in no hand either; what stands beyond those that are counted is nothing.
    """
    for name in FIELDS:
        if name not in game.state.fields or (lying := world[name]).dtype != np.int8:
            continue
        is_counted = name == "stock" and "in_stock" in game.state.fields
        holders = range(world.players if is_counted else 0)
        held, seen = {card for p in holders for card in members(game.hand(world, p))}, set[int]()
        for place, card in enumerate(lying[: world.in_stock] if is_counted else lying):
            if is_counted and (card < 0 or card in held):
                return name, place
            if card >= 0 and (card in seen or card not in game.deck.names):
                return name, place
            seen.add(card)
    return None
