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

from torite.cards.bits import bit, low, popcount
from torite.cards.kernel import Mask, Seat, State, kernel
from torite.games.game import Game, Option, Sheet, Unit
from torite.games.jass import born, lasting
from torite.games.jass.cards import DECK
from torite.games.jass.meanings import of_chips
from torite.games.jass.reasons import why_card
from torite.games.jass.tricks import PACKET, dealt, direction
from torite.games.scene import Meaning
from torite.games.state import HEADER, Layout
from torite.games.zones import NONE

OPTIONS = (*born.OPTIONS, *lasting.OPTIONS, Option("somnia_cap3", (100, 86), 100))
CAPS = np.array(OPTIONS[lasting.CAP].values, np.int64)
PLAYERS = 3
TOO_MANY = 100
STATE = Layout(*HEADER, *born.FIELDS)


@kernel
def play(s: State, seat: Seat, action: int) -> None:
    """Play a card.  Not checked: the caller picks it from `legal(s, seat)`."""
    if born.play_born(s, seat, action):
        if s.options[lasting.LIVES]:
            lasting.lose_lives(s, _losers(s))
        else:
            _count(s)
        born.add_chips(s)


@kernel
def _count(s: State) -> None:
    """One seat gets 2 from, or pays 2 to, the others."""
    seat, worth = _lone(s, TOO_MANY)
    if seat != NONE:
        for p in range(PLAYERS):
            s.chips[p] = worth if p == seat else -worth // 2


@kernel
def _lone(s: State, too_many: int) -> tuple[int, int]:
    """The seat that stands against the other two, and its chips; NONE = there is none."""
    for p in range(PLAYERS):
        if s.tricks[p] == s.trick_no:
            return p, 2
    for p in range(PLAYERS):
        if s.tricks[p] == 0:
            return p, -2
    for p in range(PLAYERS):
        if s.cards[p] >= too_many:
            return p, -2
    middle = born.holding(s, born.nth_points(s, 1))
    if popcount(middle) == 1:
        return low(middle), -2
    if popcount(middle) == 2:
        return low(~middle & np.int64(0b111)), 2
    return NONE, 0


@kernel
def _losers(s: State) -> Mask:
    """The seats that lose a life; all, if all are tied."""
    seat, worth = _lone(s, CAPS[s.options[lasting.CAP]])
    if seat == NONE:
        return np.int64(0b111)
    return bit(seat) if worth < 0 else ~bit(seat) & np.int64(0b111)


def meaning(s: State, seat: Seat) -> Meaning:
    """Why which one stood against the others."""
    alone, worth = _lone(s, CAPS[s.options[lasting.CAP]] if s.options[lasting.LIVES] else TOO_MANY)
    if alone == NONE:
        return of_chips(s, seat)
    if s.tricks[alone] == s.trick_no:
        why = "all"
    elif s.tricks[alone] == 0:
        why = "none"
    elif worth > 0:
        why = "third"
    else:
        why = "hundred" if s.cards[alone] >= TOO_MANY else "middle"
    return of_chips(s, seat, why, [int(alone)])


GAME = Game(
    name="mittlere",
    players=(PLAYERS, PLAYERS),
    deck=DECK,
    state=STATE,
    codes=DECK.names,
    start=lasting.start_lasting,
    deal=born.deal_born,
    actors=born.actors_born,
    legal=born.legal_born,
    play=play,
    finished=lasting.finished_lasting,
    score=born.score_born,
    determinize=born.determinize_born,
    result=born.result_born,
    outcome=born.outcome_born,
    meaning=meaning,
    places=dealt,
    picture=("D8", "HJ", "C6"),
    why=why_card,
    phase=lambda s: ("play", "over")[s.phase],
    deals=lasting.deals_lasting,
    direction=direction,
    packet=PACKET,
    zones=born.ZONES,
    badges=lasting.BADGES,
    sheet=Sheet(("cards", "tricks", "chips"), strokes="chips"),
    unit=Unit("chips", 0.1),
    options=OPTIONS,
    presets={"seed": {}, "swiss": born.SWISS, "somnia": lasting.SOMNIA},
)
