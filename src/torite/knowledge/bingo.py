"""What bots know of Bingo: nobody ends a deal not yet won, a trick has its price; without a stock all is known."""

from torite.cards.actions import NOTHING, Action, Actions, random_action
from torite.cards.bits import bit, low
from torite.cards.kernel import Rng, Seat, kernel
from torite.cards.rng import below
from torite.games.bingo import CLAIM, CLOSE, DECLARE, ENOUGH, FOLLOWING, State, legal, total
from torite.games.doubles import INVINCIBLE, SAY
from torite.games.tiles import BEATERS, BLANKS_ONLY, TRUMPS, VALUES
from torite.games.zones import NONE

KEEP, CHANCE = 20, 28  # in points: what a trump or the 0-0 is worth in the hand; how far chance may lead astray


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
def policy(s: State, seat: Seat, rng: Rng) -> Action:
    """For playouts: a trick is answered for its points, and dear tiles are kept; what is led is left to chance."""
    if s.phase != FOLLOWING:
        return random_action(likely(s, seat), rng)
    led, cards = s.trick[s.lead], legal(s, seat)[0]
    best, highest = NONE, -1000
    while cards:
        tile = low(cards)
        cards &= cards - 1
        points = VALUES[s.trump, led] + VALUES[s.trump, tile]
        wins = BEATERS[s.ranking, s.blank_for_suit, s.trump, led] & bit(tile) != 0
        dear = (TRUMPS[s.trump] | BLANKS_ONLY) & bit(tile) != 0
        score = (points if wins else -points) - KEEP * dear + below(rng, CHANCE)
        if score > highest:
            best, highest = tile, score
    return best


@kernel
def known(s: State, seat: Seat) -> bool:
    """The stock is empty: what a seat does not see is in the other hand."""
    return s.in_stock == 0
