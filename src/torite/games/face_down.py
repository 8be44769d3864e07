"""In a world that was drawn, does what lies face down hold cards of the deck, each once?"""

from typing import Any

import numpy as np

from torite.games.game import Game

FIELDS = ("stock", "talon")  # of single cards


def misplaced(game: Game, world: Any) -> tuple[str, int] | None:
    """Field and place where no card lies though one is counted, or one that is none of the deck, or is there twice."""
    for name in FIELDS:
        if name not in game.state.fields or (lying := world[name]).dtype != np.int8:
            continue
        counted = int(world.in_stock) if name == "stock" and "in_stock" in game.state.fields else 0
        seen = set[int]()
        for place, card in enumerate(lying.tolist()):
            if place < counted if card < 0 else card in seen or card not in game.deck.names:
                return name, place
            seen.add(card)
    return None
