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

from torite.cards.bits import low, popcount
from torite.cards.kernel import Mask, Seat, State, kernel
from torite.games.game import Game, Option, Sheet, Unit
from torite.games.jass import born
from torite.games.jass.cards import DECK, SEATS
from torite.games.jass.meanings import of_hundred
from torite.games.jass.reasons import why_card
from torite.games.jass.tricks import PACKET, dealt, direction
from torite.games.state import HEADER, Layout, public
from torite.games.zones import BadgeSpec, Widget

TOO_MANY = 100
OPTIONS = (
    *born.OPTIONS,
    Option("target", tuple(range(1, 22)), 7),
    Option("plus_minus_100_tie", ("none", "untied_scores"), "none"),
    Option("plus_minus_pair_tie", ("carry", "lone_extreme"), "carry"),
)
TARGET, HUNDRED_TIE, PAIR_TIE = range(born.OWN, born.OWN + 3)  # places in `options`

STATE = Layout(
    *HEADER,
    *born.FIELDS,
    public("carried", np.int16, SEATS, SEATS),  # [a, b] with a < b: chips that lie between them
)


@kernel
def start(s: State, players: int, first: Seat) -> None:
    """A new match; `first` deals the first deal."""
    born.start_born(s, players, first)
    s.carried[:] = 0


@kernel
def play(s: State, seat: Seat, action: int) -> None:
    """Play a card.  Not checked: the caller picks it from `legal(s, seat)`."""
    if born.play_born(s, seat, action):
        _count(s)
        _collect(s)
        born.add_chips(s)


@kernel
def _count(s: State) -> None:
    n = s.players
    most, least = born.nth_points(s, 0), born.nth_points(s, n - 1)
    top, bottom = born.holding(s, most), born.holding(s, least)
    if (
        popcount(top | bottom) == n
        and popcount(top) + popcount(bottom) == n
        and min(popcount(top), popcount(bottom)) == 1
    ):
        alone = top if popcount(top) == 1 else bottom
        if most < TOO_MANY or s.options[HUNDRED_TIE]:
            s.chips[low(alone)] = 1
    elif popcount(bottom) > 1 and popcount(top) > 1:
        return
    elif most >= TOO_MANY:
        if popcount(bottom) == 1:
            s.chips[low(bottom)] = 1
    elif popcount(top) > 1 or popcount(bottom) > 1:
        _pair(s, top if popcount(top) == 1 else bottom, top | bottom)
    else:
        s.chips[low(top)] = s.chips[low(bottom)] = 1


@kernel
def _pair(s: State, lone: Mask, outer: Mask) -> None:
    """Four players, top two or bottom two tied; lone: the other extreme, and outer: all but the one in the middle."""
    if s.options[PAIR_TIE]:
        s.chips[low(lone)] = 1
    else:
        a, b = low(lone), low(~outer & np.int64(0b1111))
        s.carried[min(a, b), max(a, b)] += 1


@kernel
def _collect(s: State) -> None:
    """Carried chips go to the one of the two that gets a chip while the other gets none."""
    gains = np.int64(0)
    for p in range(s.players):
        gains |= np.int64(s.chips[p] > 0) << np.int64(p)
    for a in range(SEATS):
        for b in range(a + 1, SEATS):
            if s.carried[a, b] and (gains >> np.int64(a) ^ gains >> np.int64(b)) & 1:
                s.chips[a if gains >> np.int64(a) & 1 else b] += s.carried[a, b]
                s.carried[a, b] = 0


@kernel
def finished(s: State) -> bool:
    """After a deal: has one seat alone the most chips, and enough?"""
    most = 0
    for p in range(s.players):
        most = max(most, s.scores[p])
    return most > s.options[TARGET] and born.leaders_alone(s)


def carried(s: State) -> list[list[int]]:
    """Pairs of seats with the chips that lie between them."""
    return [[a, b, int(s.carried[a, b])] for a in range(SEATS) for b in range(a + 1, SEATS) if s.carried[a, b]]


def result(s: State) -> dict[str, Any]:
    """`result` of the record."""
    return born.result_born(s) | {"carried": carried(s)}


GAME = Game(
    name="plus-minus",
    players=(3, SEATS),
    deck=DECK,
    state=STATE,
    codes=DECK.names,
    start=start,
    deal=born.deal_born,
    actors=born.actors_born,
    legal=born.legal_born,
    play=play,
    finished=finished,
    score=born.score_born,
    determinize=born.determinize_born,
    result=result,
    outcome=born.outcome_born,
    meaning=of_hundred,
    places=dealt,
    picture=("C6", "DK", "HA"),
    why=why_card,
    phase=lambda s: ("play", "over")[s.phase],
    direction=direction,
    packet=PACKET,
    zones=(*born.ZONES, Widget("carried", lambda v, seat: {"pairs": carried(v)}, "carried")),
    badges=(BadgeSpec("chips", "chips", "scores"), BadgeSpec("cards", "number", "cards")),
    sheet=Sheet(("cards", "tricks", "chips")),
    unit=Unit("chips", 0.1),
    options=OPTIONS,
    presets={"seed": {}, "swiss": born.SWISS | {"plus_minus_pair_tie": "lone_extreme"}},
)
