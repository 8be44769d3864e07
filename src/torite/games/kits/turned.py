"""So many cards to each, and the next one of the deck is turned up, as long as any is left."""

import numpy as np

from torite.cards.bits import bit
from torite.cards.kernel import Card, kernel
from torite.games.fields import Count
from torite.games.game import Place
from torite.games.kits import tricks
from torite.games.state import public
from torite.games.zones import NONE, Pile, Trump


class State(tricks.State):
    """What was dealt."""

    each: Count = public()  # cards dealt to each seat
    turned: Card = public(NONE)  # card turned up, NONE = there was none left


@kernel
def deal(s: State, deck: np.ndarray, each: int) -> None:
    """Deal so many cards to each; trump is for the game to say."""
    s.each = each
    tricks.deal_hands(s, deck, each)
    if each * s.players < len(deck):
        s.turned = deck[each * s.players]
        s.seen = bit(s.turned)


def places(s: State) -> list[Place]:
    """Where each card of the deck went."""
    dealt = tricks.places(s)
    if s.turned != NONE:
        dealt[dealt.index("stock")] = "turned"
    return dealt


def stock(v: State) -> int:
    """How many cards are left beside the one turned up."""
    return int(v.pack).bit_count() - int(v.each) * int(v.players) - int(v.turned != NONE)


ZONES = (Trump("trump", "turned"), Pile(stock, "stock"))
