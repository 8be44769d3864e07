"""Omnibus: Hearts in which the jack of diamonds takes ten points away.

Rules: www.pagat.com/reverse/hearts.html
  * Who takes all hearts and the queen of spades has none of their points, and the others 26 each, wherever the jack is.
"""

import hearts

from torite.rules import *

JACK = hearts.DECK.parse("DJ")
GOOD = 10  # points that it takes away


class State(hearts.State):
    """What lies on the table."""


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Pass a card or play one; after the last trick the points are counted."""
    if action == JACK:
        s.lying -= GOOD
    if hearts.lay(s, seat, action, 13):
        most, payers = s.points.max(), 0
        for p in range(s.players):
            payers += s.points[p] > 0
        if most == hearts.ALL or (payers == 1 and most == hearts.ALL - GOOD):
            for p in range(s.players):
                s.points[p] += -hearts.ALL if s.points[p] == most else hearts.ALL
        scores.add_up(s)


GAME = game(
    State, players=4, deck=hearts.DECK, codes=passing.codes(hearts.DECK), zones=hearts.ZONES, badges=hearts.BADGES
)
