"""What bots know of Schieber: which contract suits a hand, and when open hands say how a deal can still end."""

import numpy as np

from torite.cards.actions import Action, Actions, second_word
from torite.cards.bits import bit
from torite.cards.kernel import Rng, Seat, kernel
from torite.games.jass import melds
from torite.games.jass.cards import SEATS, TOTAL, royals
from torite.games.jass.contracts import CONTRACTS
from torite.games.jass.melds import ANNOUNCING, ASKING, STOECK, STOECK_POINTS, WEIS
from torite.games.jass.schieber import CHOOSING, CONTRACT, PUSH, State, legal, multiplier
from torite.games.jass.tricks import PLAYING, legal_cards
from torite.games.kits import sides
from torite.knowledge.jass import choose_card, promise


@kernel
def likely(s: State, seat: Seat) -> Actions:
    """Who is pushed to names what suits the hand; to a partner taken for blind hardly any hand would be pushed."""
    if s.phase <= CHOOSING:
        return legal(s, seat)
    return second_word(bit(best_contract(s, seat) - 64))


@kernel
def policy(s: State, seat: Seat, rng: Rng) -> Action:
    """For playouts: announce all there is, name the contract of the best hand, play sensibly."""
    if s.phase == PLAYING:
        return choose_card(s, seat, legal_cards(s, seat), sides.partners(s, seat), True, rng)
    if s.phase == ASKING:
        return STOECK
    if s.phase == ANNOUNCING:
        return WEIS + melds.highest_weis(s, seat)
    return best_contract(s, seat)


@kernel
def best_contract(s: State, seat: Seat) -> Action:
    """What the hand promises most in; PUSH where it promises nothing."""
    best, highest = PUSH, (-1000 if s.pushes else 0)
    for contract in range(len(CONTRACTS)):
        promised = promise(s.hands[seat], contract) * multiplier(s, contract)
        if promised > highest:
            best, highest = CONTRACT + contract, promised
    return best


@kernel
def outlook(s: State, seat: Seat, key: np.ndarray, bounds: np.ndarray) -> bool:
    """Between tricks, unless what is won already decides when the deal ends or what it brings."""
    if s.phase != PLAYING or s.turn != s.lead or s.trick_no == 0 or s.ends_at_once:
        return False
    won = left = np.int64(0)
    tricks = 0
    for p in range(SEATS):
        key[p] = s.hands[p]
        won += np.int64(s.cards[p])
        tricks += s.tricks[p] * (1 - 2 * (p & 1))
    if s.match_bonus and abs(tricks) == s.trick_no:
        return False
    key[SEATS] = s.lead
    key[SEATS + 1] = 0
    left = TOTAL[s.row] - won
    if s.trump >= 0 and royals(s.trump) & (s.hands[0] | s.hands[1] | s.hands[2] | s.hands[3]):
        left += STOECK_POINTS
    ahead = s.points[seat] - s.points[seat ^ 1]
    bounds[0] = ahead - left * multiplier(s, s.contract)
    bounds[1] = ahead + left * multiplier(s, s.contract)
    return True
