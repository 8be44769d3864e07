"""Polignac: take no jacks, least of all that of spades; the first trick and the last one are bad, too.

Rules: www.pagat.com/reverse/polignac.html, and the two tricks as mgoadric/cardstock has them
  * 32 cards, all dealt.  Follow suit; no trump.  The dealer's left leads.
  * A jack is a point, the jack of spades (Polignac) two; so are the first trick and the last one, a point each.
"""

import numpy as np
import slobberhannes

from torite.rules import *

DECK = slobberhannes.DECK
POLIGNAC = DECK.parse("SJ")
JACKS = np.int64(bit(DECK.parse("CJ")) | bit(DECK.parse("DJ")) | bit(DECK.parse("HJ")) | bit(POLIGNAC))


class State(slobberhannes.State):
    """What lies on the table."""


@kernel
def play(s: State, seat: Seat, card: Card) -> None:
    """Play a card; after the last trick the points are counted."""
    if slobberhannes.lay(s, seat, card, 2 if card == POLIGNAC else int(bit(card) & JACKS != 0)):
        scores.add_up(s)


GAME = game(State, players=4, deck=DECK, zones=tricks.TABLE, badges=slobberhannes.BADGES)
