"""Mittlere Jass: the first discard makes trump, and the middle one pays; 3 players.

Rules: shared/rules/jass.md 2, from Kazuma Suzuki's column on Swiss Jass (kazuma.yaekumo.com/c0053_swissjass.html).
  * 12 cards each; trump, weak ban and options as in born.py; `deals` deals, most chips win.
  * Chips, the first that applies: all tricks +2 from the others; no trick -2 to the others; 100 points or more -2;
    two tied -1 each to the third; else the second pays one to each of the others.
  * Somnia's 120 points allow three to tie: then nobody pays.
  * `lives`: the first that applies: all tricks: the others lose one; no trick, or `somnia_cap3` points: that one does;
    tied: these do; else the middle one.

Actions: 0..63 cards.
"""

import numpy as np

from torite.cards.actions import Action
from torite.cards.bits import bit, low, popcount
from torite.cards.kernel import Seat, kernel
from torite.games.fields import option
from torite.games.jass import born, chips, lasting, tricks
from torite.games.jass.cards import DECK
from torite.games.jass.chips import TOO_MANY, everybody
from torite.games.page import game
from torite.games.scene import Meaning
from torite.games.zones import NONE


class State(lasting.State):
    """What may be chosen."""

    cap: int = option((100, 86), name="somnia_cap3")


@kernel
def play(s: State, seat: Seat, card: Action) -> None:
    """Play a card; after the last one chips change hands, or lives are lost."""
    if born.play(s, seat, card):
        count(s)


@kernel
def count(s: State) -> None:
    """One seat gets 2 from, or pays 2 to, the others; of lives, it or they lose one."""
    alone, worth = lone(s)
    others = everybody(s) & ~(bit(alone) if alone != NONE else np.int64(0))
    if s.lives:
        lasting.lose_lives(s, bit(alone) if worth < 0 else others)
    elif alone != NONE:
        chips.each(s, bit(alone), worth)
        chips.each(s, others, -worth // 2)
        chips.add_up(s)


@kernel
def lone(s: State) -> tuple[Seat, int]:
    """The seat that stands against the other two, and its chips; NONE = all three are tied."""
    for p in range(s.players):
        if s.tricks[p] == s.trick_no:
            return p, 2
    for p in range(s.players):
        if s.tricks[p] == 0:
            return p, -2
    for p in range(s.players):
        if s.cards[p] >= (s.cap if s.lives else TOO_MANY):
            return p, -2
    middle = chips.at_place(s, 1)
    if popcount(middle) == 1:
        return low(middle), -2
    if popcount(middle) == 2:
        return low(everybody(s) & ~middle), 2
    return NONE, 0


def meaning(s: State, seat: Seat) -> Meaning:
    """Why which one stood against the others."""
    limit = lasting.limit(s, s.cap)
    alone, worth = lone(s)
    if born.annulled(s):
        return lasting.because(s, seat, "annulled")
    if alone == NONE:
        why = "tied"
    elif s.tricks[alone] == s.trick_no:
        why = "all"
    elif s.tricks[alone] == 0:
        why = "none"
    elif worth > 0:
        why = "tied" if s.lives else "third"
    else:
        why = "limit" if s.cards[alone] >= limit else "middle"
    return lasting.because(s, seat, why, chips.moved(s, -1) if why == "tied" else [int(alone)], limit=limit)


GAME = game(
    State,
    players=3,
    deck=DECK,
    picture=("D8", "HJ", "C6"),
    packet=tricks.PACKET,
    zones=born.ZONES,
    badges=lasting.BADGES,
    sheet=born.SHEET,
    unit=chips.UNIT,
    presets=lasting.PRESETS,
)
