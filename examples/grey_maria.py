"""Grey Maria: Hearts in which the queen of spades is worth seven points instead of thirteen."""

import hearts

from torite.rules import *

ALL = 20  # points


class State(hearts.State):
    """What lies on the table."""


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Pass a card or play one; after the last trick the points are counted."""
    if hearts.lay(s, seat, action, 7):
        if s.points.max() == ALL:
            s.points[:] = ALL - s.points
        scores.add_up(s)


GAME = game(
    State, players=4, deck=hearts.DECK, codes=passing.codes(hearts.DECK), zones=hearts.ZONES, badges=hearts.BADGES
)
