"""Matches of a fixed number of deals: Mittlere and Molotov (A13)."""

from torite.cards.kernel import State, kernel
from torite.games.game import Option, on_off
from torite.games.jass.born import OWN, leaders_alone

OPTIONS = (Option("deals", tuple(range(1, 37)), 12), on_off("tie_deal", False))
DEALS, TIE_DEAL = OWN, OWN + 1  # places in `options`


@kernel
def finished_lasting(s: State) -> bool:
    """After a deal: has the match its length, and where ties play on, one alone the most chips?"""
    return s.deals > s.options[DEALS] and (leaders_alone(s) or not s.options[TIE_DEAL])


def deals_lasting(s: State) -> int:
    """How many deals the match has."""
    return max(int(s.options[DEALS]) + 1, int(s.deals))
