"""What bots know of Coiffeur: which free contract promises most, and with whom one plays."""

import numpy as np

from torite.cards.actions import Action, Actions, second_word
from torite.cards.bits import bit, low
from torite.cards.kernel import Mask, Rng, Seat, kernel
from torite.games.jass import sheets
from torite.games.jass.coiffeur import CHOOSING, PASS, State, content_of, legal, may_pass
from torite.games.jass.contracts import OBENABE
from torite.games.jass.sheets import PAIRS, ROW_OF, SLALOM
from torite.games.jass.tricks import PLAYING, legal_cards
from torite.knowledge.jass import choose_card, promise

HALF = 80  # of all card points, about


@kernel
def likely(s: State, seat: Seat) -> Actions:
    """After a pass each names what suits the hand, or passes, too."""
    if s.phase != CHOOSING or not s.passes:
        return legal(s, seat)
    return second_word(bit(best_contract(s, seat) - 64))


@kernel
def policy(s: State, seat: Seat, rng: Rng) -> Action:
    """For playouts: name the contract that does best for its row, or pass; then the sides play together."""
    if s.phase == PLAYING:
        side = bit(s.declarer) | (bit(s.declarer ^ 2) if s.form == PAIRS else np.int64(0))
        allies = side if side >> np.int64(seat) & 1 else s.playing & ~side
        return choose_card(s, seat, legal_cards(s, seat), allies, True, rng)
    return best_contract(s, seat)


@kernel
def best_contract(s: State, seat: Seat) -> Action:
    """The free contract that does best for its row; PASS where that is less than par, and allowed."""
    free = sheets.free(s, seat)
    passing = not free or may_pass(s, seat)
    best, highest = PASS, (0 if passing else -1000)
    while free:
        contract = low(free)
        free &= free - 1
        row = ROW_OF[contract]
        more = HALF + _promise_of(s.hands[seat], content_of(contract)) - sheets.par(s, row)
        promised = sheets.worth(s, row) * more
        if promised > highest:
            best, highest = 64 + contract, promised
    return best


@kernel
def _promise_of(hand: Mask, content: int) -> int:
    """`promise` of a content; of those that turn round, the mean of both ways."""
    if content < SLALOM:
        return promise(hand, content)
    return (promise(hand, OBENABE) + promise(hand, OBENABE + 1)) // 2
