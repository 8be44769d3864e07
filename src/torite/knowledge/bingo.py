"""What bots know of Bingo: nobody ends a deal that he has not won, and once the stock is empty all is known."""

from torite.cards.actions import NOTHING, Actions
from torite.cards.bits import bit
from torite.cards.kernel import Seat, kernel
from torite.games.bingo import CLAIM, CLOSE, DECLARE, ENOUGH, State, legal, total
from torite.games.doubles import INVINCIBLE, SAY


@kernel
def likely(s: State, seat: Seat) -> Actions:
    """For playouts: nobody ends the drawing or claims with less than 70 points, and all seven doubles are shown."""
    tiles, said, exposures, rest = legal(s, seat)
    if said & bit(INVINCIBLE - SAY):
        return (NOTHING, bit(INVINCIBLE - SAY), NOTHING, NOTHING)
    if total(s, seat) < ENOUGH:
        said &= ~(bit(DECLARE - SAY) | bit(CLOSE - SAY) | bit(CLAIM - SAY))
    return (tiles, said, exposures, rest)


@kernel
def known(s: State, seat: Seat) -> bool:
    """The stock is empty: what a seat does not see is in the other hand."""
    return s.in_stock == 0
