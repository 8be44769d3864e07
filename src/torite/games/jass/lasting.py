"""How long Mittlere and Molotov last: a number of deals (A13), or in the Somnia edition until somebody has no life.

With `lives` nobody gets anything: who loses the deal loses one life, the match ends when somebody has none left, and
most lives win (shared/rules/somnia.md).  `chips` are then the lives lost in the deal, `scores` those left.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from torite.cards.kernel import Mask, Seat, State
from torite.games.game import Option, Value, on_off
from torite.games.jass import born
from torite.games.zones import BadgeSpec

OPTIONS = (Option("deals", tuple(range(1, 37)), 12), on_off("tie_deal", False), Option("lives", tuple(range(10)), 0))
DEALS, TIE_DEAL, LIVES = range(born.OWN, born.OWN + len(OPTIONS))  # places in `options`; then a game's own
CAP = LIVES + 1
SOMNIA: Mapping[str, Value] = {"values": "somnia", "direction": "clockwise", "lives": 3}  # the preset


@born.kernel
def start_lasting(s: State, players: int, first: Seat) -> None:
    """A new match; `first` deals the first deal."""
    born.start_born(s, players, first)
    for p in range(players):
        s.scores[p] = s.options[LIVES]


@born.kernel
def lose_lives(s: State, losers: Mask) -> None:
    """A life for each of these seats."""
    for p in range(s.players):
        s.chips[p] = -(losers >> p & 1)


@born.kernel
def finished_lasting(s: State) -> bool:
    """After a deal: has the match its length, and where ties play on, one alone the most chips?"""
    if s.options[LIVES]:
        least = s.scores[0]
        for p in range(s.players):
            least = min(least, s.scores[p])
        return least <= 0
    return s.deals > s.options[DEALS] and (born.leaders_alone(s) or not s.options[TIE_DEAL])


def deals_lasting(s: State) -> int | None:
    """How many deals the match has, where that is fixed."""
    return None if s.options[LIVES] else max(int(s.options[DEALS]) + 1, int(s.deals))


def for_lives(v: Any) -> bool:
    """Is this match for lives?"""
    return bool(v.options[LIVES])


BADGES = (
    replace(born.BADGES[0], shown=lambda v: not for_lives(v)),
    BadgeSpec("lives", "number", "scores", shown=for_lives),
    *born.BADGES[1:],
)
