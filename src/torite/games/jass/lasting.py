"""How long Mittlere and Molotov last: a number of deals (A13), or in the Somnia edition until somebody has no life.

With `lives` nobody gets anything: who loses the deal loses one life, the match ends when somebody has none left, and
most lives win (shared/rules/somnia.md).  `chips` are then the lives lost in the deal, `scores` those left.
"""

from collections.abc import Iterable, Mapping

from torite.cards.kernel import Mask, Seat
from torite.games.fields import kernels_of, option
from torite.games.game import Value
from torite.games.jass import born, chips
from torite.games.kits import scores
from torite.games.scene import Meaning
from torite.games.zones import BadgeSpec

SOMNIA: Mapping[str, Value] = {"values": "somnia", "direction": "clockwise", "lives": 3}  # the preset
PRESETS: Mapping[str, Mapping[str, Value]] = {"seed": {}, "swiss": born.SWISS, "somnia": SOMNIA}
BADGES = (
    BadgeSpec("chips", "strokes", "scores", shown=lambda v: not v.lives),
    BadgeSpec("lives", "number", "scores", shown=lambda v: bool(v.lives)),
    born.CARDS,
)


class State(born.State):
    """How long it lasts."""

    length: int = option(tuple(range(1, 37)), 12, name="deals")
    tie_deal: bool = option(False)
    lives: int = option(tuple(range(10)), 0)


kernel = kernels_of(State)


@kernel
def start(s: State, players: int, first: Seat) -> None:
    """A life, or more, for everybody."""
    born.start(s, players, first)
    s.scores[:players] = s.lives


@kernel
def lose_lives(s: State, losers: Mask) -> None:
    """A life for each of these seats."""
    chips.each(s, losers, -1)
    chips.add_up(s)


def limit(s: State, cap: int) -> int:
    """So many points are too many: `cap` of them cost a life, a hundred chips."""
    return int(cap) if s.lives else chips.TOO_MANY


def because(s: State, seat: Seat, why: str, who: Iterable[Seat] = (), **figures: int) -> Meaning:
    """What the deal meant for the seat, in the words for lives if it has cost lives."""
    return chips.because(s, seat, f"lives_{why}" if s.lives else why, who, **figures)


@kernel
def finished(s: State) -> bool:
    """After a deal: has the match its length, and where ties play on, one alone the most chips?"""
    if s.lives:
        least = s.scores[0]
        for p in range(s.players):
            least = min(least, s.scores[p])
        return least <= 0
    return s.deals >= s.length and (scores.at_top(s) == 1 or not s.tie_deal)


def deals(s: State) -> int | None:
    """How many deals the match has, where that is fixed."""
    return None if s.lives else max(int(s.length), int(s.deals))
