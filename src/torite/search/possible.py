"""Before a search: does any world agree with what the seat knows?

Kernels check nothing, and where no world agrees `determinize` leaves a hand short.  Such a view comes from a corrupted
record, or from a page that fills its worlds wrongly and has passed its trial.
"""

from typing import Any

import numpy as np

from torite.cards.rng import new_rng
from torite.games.face_down import misplaced
from torite.games.game import Game
from torite.games.zones import Hands, read
from torite.locale import TextError

MOST_CARDS = 63  # a set has no more


class NoWorldError(TextError, ValueError):
    """No world agrees with this view."""

    KEY = "cli.world"


def check_view(game: Game, view: Any, seat: int) -> None:
    """Draw one world.  Raises NoWorldError, which names the field that cannot be filled, but no card."""
    hands = next((zone for zone in game.zones if isinstance(zone, Hands)), None)
    if hands is None:
        return
    held = np.asarray(read(hands.held, view, seat), np.int64)
    if held.min() < 0 or held.sum() > MOST_CARDS:
        raise NoWorldError("held", game=game.name, seat=seat, field="held", found=held.tolist())
    states = game.state.new()
    states[0] = view
    world = states[0]
    game.determinize(world, seat, new_rng(b"world"))
    cards = world[hands.cards]
    for p in range(int(view.players)):
        if (found := int(cards[p]).bit_count()) != held[p]:
            field = f"{hands.cards}[{p}]"
            raise NoWorldError("hand", game=game.name, seat=seat, field=field, held=int(held[p]), found=found)
    if int(np.bitwise_or.reduce(cards)).bit_count() != held.sum():
        raise NoWorldError("twice", game=game.name, seat=seat, field=hands.cards)
    if (wrong := misplaced(game, world)) is not None:
        raise NoWorldError("twice", game=game.name, seat=seat, field=wrong[0])
