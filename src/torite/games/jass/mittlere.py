"""Mittlere Jass: the first discard makes trump, and the middle one pays; 3 players.

Rules: shared/rules/jass.md 2, from Kazuma Suzuki's column on Swiss Jass (kazuma.yaekumo.com/c0053_swissjass.html).
  * 12 cards each; trump, weak ban and options as in born.py; `deals` deals, most chips win.
  * Chips, the first that applies: all tricks +2 from the others; no trick -2 to the others; 100 points or more -2;
    two tied -1 each to the third; else the second pays one to each of the others.
  * Somnia's 120 points allow three to tie: then nobody pays.

Actions: 0..63 cards.
"""

import numpy as np

from torite.cards.bits import low, popcount
from torite.cards.kernel import Seat, State, kernel
from torite.games.game import Game, Sheet
from torite.games.jass import born, lasting
from torite.games.jass.cards import DECK
from torite.games.jass.tricks import PACKET, dealt
from torite.games.state import HEADER, Layout
from torite.games.zones import NONE

PLAYERS = 3
TOO_MANY = 100
STATE = Layout(*HEADER, *born.FIELDS)


@kernel
def play(s: State, seat: Seat, action: int) -> None:
    """Play a card.  Not checked: the caller picks it from `legal(s, seat)`."""
    if born.play_born(s, seat, action):
        _count(s)
        born.add_chips(s)


@kernel
def _count(s: State) -> None:
    """One seat gets 2 from, or pays 2 to, the others."""
    seat, worth = _lone(s)
    if seat != NONE:
        for p in range(PLAYERS):
            s.chips[p] = worth if p == seat else -worth // 2


@kernel
def _lone(s: State) -> tuple[int, int]:
    """The seat that stands against the other two, and its chips; NONE = there is none."""
    for p in range(PLAYERS):
        if s.tricks[p] == s.trick_no:
            return p, 2
    for p in range(PLAYERS):
        if s.tricks[p] == 0:
            return p, -2
    for p in range(PLAYERS):
        if s.cards[p] >= TOO_MANY:
            return p, -2
    middle = born.holding(s, born.nth_points(s, 1))
    if popcount(middle) == 1:
        return low(middle), -2
    if popcount(middle) == 2:
        return low(~middle & np.int64(0b111)), 2
    return NONE, 0


GAME = Game(
    name="mittlere",
    players=(PLAYERS, PLAYERS),
    deck=DECK,
    state=STATE,
    codes=DECK.names,
    start=born.start_born,
    deal=born.deal_born,
    actors=born.actors_born,
    legal=born.legal_born,
    play=play,
    finished=lasting.finished_lasting,
    score=born.score_born,
    determinize=born.determinize_born,
    result=born.result_born,
    outcome=born.outcome_born,
    places=dealt,
    picture=("D8", "HJ", "C6"),
    phase=lambda s: ("play", "over")[s.phase],
    deals=lasting.deals_lasting,
    direction=lambda s: -1,
    packet=PACKET,
    zones=born.ZONES,
    badges=born.BADGES,
    sheet=Sheet(("cards", "tricks", "chips"), strokes="chips"),
    options=(*born.OPTIONS, *lasting.OPTIONS),
    presets={"seed": {}, "swiss": born.SWISS},
)
