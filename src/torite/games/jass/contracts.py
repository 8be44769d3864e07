"""Contracts that are named: a suit is trump, or there is none, ace high in Obenabe and six high in Undenufe."""

from torite.cards.kernel import kernel
from torite.games.fields import Count, option
from torite.games.jass import tricks
from torite.games.jass.cards import DECK, NO_TRUMP, SWAPPED
from torite.games.state import public
from torite.games.zones import NONE, OPEN, Fact, Trump

OBENABE, UNDENUFE = 4, 5  # after the four suits
CONTRACTS = (*DECK.suits, "obenabe", "undenufe")
SWISS = {"undenufe_points": "swap"}  # of the preset


class State(tricks.State):
    """What has been named."""

    contract: Count = public(NONE)  # as the game counts them, NONE = not yet
    swaps: int = option(("keep", "swap"), name="undenufe_points")  # do six and ace exchange their points there (A2)?


@kernel
def name(s: State, contract: int) -> None:
    """Play begins under this one of CONTRACTS."""
    s.trump = contract if contract < OBENABE else NONE
    s.row = min(contract, NO_TRUMP)
    s.upwards = contract == UNDENUFE
    if contract == UNDENUFE and s.swaps:
        s.row = SWAPPED


TRUMP = Trump(lambda v: OPEN if v.contract == NONE else v.trump)
NAMED = (TRUMP, Fact(lambda v: None if v.contract == NONE else CONTRACTS[v.contract], "contract"))
