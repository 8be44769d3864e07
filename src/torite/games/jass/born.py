"""What Mittlere, Molotov and Plus-Minus share: the first discard makes trump; only the chips differ (rules 2 to 4).

* All cards are dealt, forehand leads, weak ban, no Weis, no Stöck.
* `no_trump_deal` = annul: no chips in a deal in which everybody followed suit to the end (A11).
* `values` = somnia: the points of the Somnia edition (9); more ties, and totals 151 or 120.
* `direction` = clockwise: the deal, the play and the dealer go to the left, as in Somnia (its rules, 3.5).
"""

from typing import Any

import numpy as np

from torite.cards.actions import Action
from torite.cards.kernel import Seat
from torite.games.fields import kernels_of, option
from torite.games.game import Sheet
from torite.games.jass import chips, tricks
from torite.games.jass.cards import DECK, NO_TRUMP, SOMNIA
from torite.games.page import columns
from torite.games.zones import NONE, OPEN, BadgeSpec

SWISS = {"no_trump_deal": "annul"}  # of the preset
SHEET = Sheet(("cards", "tricks", "chips"), strokes="chips")
ZONES = (*tricks.TABLE, tricks.TRUMP)
CARDS = BadgeSpec("cards", "number", "cards")


class State(chips.State):
    """What may be chosen."""

    somnia: int = option(("jass", "somnia"), name="values")
    annuls: int = option(("score", "annul"), name="no_trump_deal")
    direction: int = option(("anticlockwise", "clockwise"))


kernel = kernels_of(State)


@kernel
def start(s: State, players: int, first: Seat) -> None:
    """`first` deals the first deal."""
    tricks.start(s, players, first)
    s.clockwise = s.direction == 1


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """All cards, without trump as yet."""
    tricks.deal(s, deck)
    s.trump = OPEN
    s.row = SOMNIA + NO_TRUMP if s.somnia else NO_TRUMP
    s.phase = tricks.PLAYING


@kernel
def play(s: State, seat: Seat, card: Action) -> bool:
    """Play a card: is the deal to be counted now?"""
    if not tricks.play(s, seat, card):
        return False
    s.phase = tricks.OVER
    if s.trump == OPEN:
        s.trump = NONE
        return not s.annuls
    return True


def annulled(s: State) -> bool:
    """Does the deal that has ended bring nothing, as there was no trump in it?"""
    return bool(s.annuls and s.trump == NONE)


def result(s: State) -> dict[str, Any]:
    """`result` of the record."""
    return columns(s, SHEET, DECK, told=("trump",))
