"""Plus-Minus Jass: highest and lowest get a chip, first to seven; 3 or 4 players.

Rules: shared/rules/jass.md 4, from Kazuma Suzuki's column on Swiss Jass (kazuma.yaekumo.com/c0053_swissjass.html).
  * Trump, weak ban and options as in born.py.  Chips are only ever won, from a common stock.
  * Highest and lowest get one each.  With 100 or more the highest gets none (A15).  All but one tied: that one gets it.
  * Four players, top two or bottom two tied: a chip is carried over between the other two, for the one of them that
    next gets a chip while the other gets none; carried chips add up, and are void at the end (A16, A17).
  * `target` chips win once one seat alone leads (A18).
  * Options: `plus_minus_100_tie` = untied_scores (101/28/28: the 101 scores), `plus_minus_pair_tie` = lone_extreme.
  * Somnia's totals allow two pairs or all to tie: then nobody gets a chip.

Actions: 0..63 cards.
"""

from typing import Any

import numpy as np

from torite.cards.actions import Action
from torite.cards.bits import bit, low, members, popcount
from torite.cards.kernel import Mask, Seat, kernel
from torite.games.fields import Each, Points, option
from torite.games.jass import born, chips, tricks
from torite.games.jass.cards import DECK, SEATS
from torite.games.jass.chips import TOO_MANY, everybody
from torite.games.kits import scores
from torite.games.page import game
from torite.games.scene import Meaning
from torite.games.state import public
from torite.games.zones import BadgeSpec, Widget


class State(born.State):
    """Chips that are carried over."""

    carried: Each[Points] = public(0, SEATS, SEATS, of="match")  # [a, b] with a < b: those that lie between them
    target: int = option(tuple(range(1, 22)), 7)
    untied_scores: int = option(("none", "untied_scores"), name="plus_minus_100_tie")
    lone_extreme: int = option(("carry", "lone_extreme"), name="plus_minus_pair_tie")


@kernel
def play(s: State, seat: Seat, card: Action) -> None:
    """Play a card; after the last one there are chips."""
    if born.play(s, seat, card):
        count(s)
        collect(s)
        chips.add_up(s)


@kernel
def count(s: State) -> None:
    """Highest and lowest get a chip."""
    most = chips.nth_points(s, 0)
    top, bottom = chips.holding(s, most), chips.at_place(s, s.players - 1)
    tops, bottoms = popcount(top), popcount(bottom)
    if tops + bottoms == s.players and min(tops, bottoms) == 1:
        if most < TOO_MANY or s.untied_scores:
            chips.each(s, top if tops == 1 else bottom, 1)
    elif tops > 1 and bottoms > 1:
        return
    elif most >= TOO_MANY:
        chips.each(s, bottom if bottoms == 1 else np.int64(0), 1)
    elif tops == 1 and bottoms == 1:
        chips.each(s, top | bottom, 1)
    else:
        pair(s, top if tops == 1 else bottom, everybody(s) & ~top & ~bottom)


@kernel
def pair(s: State, lone: Mask, middle: Mask) -> None:
    """Four players, top two or bottom two tied: the chip of the lone one at the other end."""
    if s.lone_extreme:
        chips.each(s, lone, 1)
    else:
        a, b = low(lone), low(middle)
        s.carried[min(a, b), max(a, b)] += 1


@kernel
def collect(s: State) -> None:
    """Carried chips go to the one of the two that gets a chip while the other gets none."""
    gains = np.int64(0)
    for p in range(s.players):
        gains |= np.int64(s.chips[p] > 0) << np.int64(p)
    for a in range(SEATS):
        for b in range(a + 1, SEATS):
            if s.carried[a, b] and (gains >> np.int64(a) ^ gains >> np.int64(b)) & 1:
                s.chips[a if gains & bit(a) else b] += s.carried[a, b]
                s.carried[a, b] = 0


@kernel
def finished(s: State) -> bool:
    """After a deal: has one seat alone the most chips, and enough?"""
    most = 0
    for p in range(s.players):
        most = max(most, s.scores[p])
    return most >= s.target and scores.at_top(s) == 1


def meaning(s: State, seat: Seat) -> Meaning:
    """Why who got a chip, or nobody did."""
    most = chips.nth_points(s, 0)
    top, bottom = chips.holding(s, most), chips.at_place(s, s.players - 1)
    got = chips.moved(s, 1)
    if born.annulled(s):
        return chips.because(s, seat, "annulled")
    if with_carried := [p for p in got if s.chips[p] > 1]:
        return chips.because(s, seat, "carried", with_carried)
    if most >= TOO_MANY and not s.chips[low(top)]:
        return chips.because(s, seat, "limit", members(top), limit=TOO_MANY)
    if got:
        alone = len(got) == 1
        return chips.because(
            s, seat, "alone" if alone else "extremes", got if alone else members(top) + members(bottom)
        )
    if popcount(top) > 1 and popcount(bottom) > 1:
        return chips.because(s, seat, "tied")
    tied = top if popcount(top) > 1 else bottom
    return chips.because(s, seat, "carry", members(everybody(s) & ~tied))


def carried(s: State) -> list[list[int]]:
    """Pairs of seats with the chips that lie between them."""
    return [[a, b, int(s.carried[a, b])] for a in range(SEATS) for b in range(a + 1, SEATS) if s.carried[a, b]]


def result(s: State) -> dict[str, Any]:
    """`result` of the record."""
    return born.result(s) | {"carried": carried(s)}


GAME = game(
    State,
    name="plus-minus",
    players=(3, SEATS),
    deck=DECK,
    picture=("C6", "DK", "HA"),
    packet=tricks.PACKET,
    zones=(*born.ZONES, Widget("carried", lambda v: {"pairs": carried(v)}, "carried")),
    badges=(BadgeSpec("chips", "chips", "scores"), born.CARDS),
    sheet=born.SHEET,
    unit=chips.UNIT,
    presets={"seed": {}, "swiss": born.SWISS | {"plus_minus_pair_tie": "lone_extreme"}},
)
