"""What bots know of Coiffeur: which free contract promises most, and with whom one plays."""

import numpy as np

from torite.cards.actions import Action
from torite.cards.bits import bit, low
from torite.cards.kernel import Mask, Rng, Seat, kernel
from torite.games.jass import sheets
from torite.games.jass.coiffeur import PASS, State, content_of, may_pass
from torite.games.jass.contracts import OBENABE
from torite.games.jass.sheets import PAIRS, ROW_OF, SLALOM
from torite.games.jass.tricks import PLAYING, legal_cards
from torite.knowledge.jass import choose_card, promise

HALF = 80  # of all card points, about


@kernel
def policy(s: State, seat: Seat, rng: Rng) -> Action:
    """For playouts: name the contract that does best for its row, or pass; then the sides play together."""
    if s.phase == PLAYING:
        side = bit(s.declarer) | (bit(s.declarer ^ 2) if s.form == PAIRS else np.int64(0))
        allies = side if side >> np.int64(seat) & 1 else s.playing & ~side
        return choose_card(s, seat, legal_cards(s, seat), allies, True, rng)
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
