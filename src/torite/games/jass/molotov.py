"""Molotov Jass: Mittlere for four: the two in the middle pay; 4 players.

Rules: shared/rules/jass.md 3, from Kazuma Suzuki's column on Swiss Jass (kazuma.yaekumo.com/c0053_swissjass.html).
  * 9 cards each; trump, weak ban and options as in born.py; `deals` deals, most chips win.
  * Chips, the first that applies: all points +3 from the others (without all tricks, too); 100 or more -3 to them;
    top two or bottom two tied: of the other two the one in the middle pays 1 to the other one; three tied: they draw
    cards, the highest pays 1 to the fourth; else second and third pay 1 each to first and fourth.
  * Somnia's totals allow two pairs or all four to tie: then nobody pays.
  * `lives`, the first that applies: `somnia_cap4` points lose one, or if they are all points the others do; those tied
    for the most do (if the others are tied too, all); second and third do, or the second alone if third and fourth tie.

Actions: 0..63 cards; chance `cut:SEAT:CARD`.
"""

import numpy as np

from torite.cards.bits import low, popcount
from torite.cards.kernel import Mask, Rng, Seat, State, kernel
from torite.games.game import Game, Option, Sheet, Unit
from torite.games.jass import born, cuts, lasting
from torite.games.jass.cards import DECK, SEATS
from torite.games.jass.meanings import of_hundred
from torite.games.jass.reasons import why_card
from torite.games.jass.tricks import PACKET, dealt, direction
from torite.games.state import HEADER, Layout

OPTIONS = (*born.OPTIONS, *lasting.OPTIONS, Option("somnia_cap4", (86, 100), 86))
CAPS = np.array(OPTIONS[lasting.CAP].values, np.int64)
TOO_MANY = 100
STATE = Layout(*HEADER, *born.FIELDS, *cuts.FIELDS)


@kernel
def start(s: State, players: int, first: Seat) -> None:
    """A new match; `first` deals the first deal."""
    lasting.start_lasting(s, players, first)
    cuts.clear_cuts(s)


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """The next deal."""
    born.deal_born(s, deck)
    cuts.clear_cuts(s)


@kernel
def actors(s: State) -> Mask:
    """The seat to act; chance where a tie is drawn for; 0 once the deal is over."""
    return cuts.cutters(s) if s.phase == born.OVER else born.actors_born(s)


@kernel
def play(s: State, seat: Seat, action: int) -> None:
    """Play a card.  Not checked: the caller picks it from `legal(s, seat)`."""
    if born.play_born(s, seat, action):
        if s.options[lasting.LIVES]:
            lasting.lose_lives(s, _losers(s))
            born.add_chips(s)
        else:
            _count(s)


@kernel
def _count(s: State) -> None:
    first, second = born.holding(s, born.nth_points(s, 0)), born.holding(s, born.nth_points(s, 1))
    third, fourth = born.holding(s, born.nth_points(s, 2)), born.holding(s, born.nth_points(s, 3))
    most = born.nth_points(s, 0)
    tied = popcount(second) if popcount(second) > popcount(third) else popcount(third)
    if _has_all(s) or most >= TOO_MANY:
        worth = 1 if _has_all(s) else -1
        for p in range(SEATS):
            s.chips[p] = -worth
        s.chips[low(first)] = 3 * worth
    elif tied == 3:
        cuts.begin_cuts(s, second & third, 1)
        return
    elif first == second and third != fourth:
        _pay(s, low(third), low(fourth))
    elif third == fourth and first != second:
        _pay(s, low(second), low(first))
    elif first != second:
        middle = second | third
        for p in range(SEATS):
            s.chips[p] = -1 if middle >> np.int64(p) & 1 else 1
    born.add_chips(s)


@kernel
def _has_all(s: State) -> bool:
    """Has the first all the points?"""
    return born.nth_points(s, 1) == 0


@kernel
def _losers(s: State) -> Mask:
    """The seats that lose a life."""
    first, second = born.holding(s, born.nth_points(s, 0)), born.holding(s, born.nth_points(s, 1))
    third, fourth = born.holding(s, born.nth_points(s, 2)), born.holding(s, born.nth_points(s, 3))
    most = born.nth_points(s, 0)
    if most >= CAPS[s.options[lasting.CAP]]:
        return ~first & np.int64(0b1111) if _has_all(s) else first
    if first == second:
        return first | (fourth if third == fourth else np.int64(0))
    return second if third == fourth else second | third


@kernel
def _pay(s: State, payer: Seat, other: Seat) -> None:
    s.chips[payer] = -1
    s.chips[other] = 1


@kernel
def _drawn(s: State, card: int) -> None:
    """A tied seat has drawn; the highest of the three pays the fourth."""
    if cuts.draw_cut(s, card):
        payer = low(s.chosen)
        tied = born.holding(s, s.cards[payer])
        _pay(s, payer, low(~tied & np.int64(0b1111)))
        born.add_chips(s)


@kernel
def chance(s: State, rng: Rng) -> None:
    """The next of the tied draws a card."""
    _drawn(s, cuts.random_cut(s, rng))


def chance_play(s: State, code: str) -> None:
    """The next of the tied draws this card.  Raises NotationError."""
    _drawn(s, cuts.cut_card(s, code))


GAME = Game(
    name="molotov",
    players=(SEATS, SEATS),
    deck=DECK,
    state=STATE,
    codes=DECK.names,
    start=start,
    deal=deal,
    actors=actors,
    legal=born.legal_born,
    play=play,
    finished=lasting.finished_lasting,
    score=born.score_born,
    determinize=born.determinize_born,
    result=born.result_born,
    outcome=born.outcome_born,
    meaning=of_hundred,
    places=dealt,
    picture=("S9", "D9", "H9", "C9"),
    why=why_card,
    phase=lambda s: ("play", "over")[s.phase],
    deals=lasting.deals_lasting,
    direction=direction,
    packet=PACKET,
    chance=chance,
    chance_code=cuts.cut_code,
    chance_told=cuts.cut_told,
    chance_play=chance_play,
    zones=born.ZONES,
    badges=lasting.BADGES,
    sheet=Sheet(("cards", "tricks", "chips"), strokes="chips"),
    unit=Unit("chips", 0.1),
    options=OPTIONS,
    presets={"seed": {}, "swiss": born.SWISS, "somnia": lasting.SOMNIA},
)
