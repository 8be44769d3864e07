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

from torite.cards.actions import Action
from torite.cards.bits import low, members, popcount
from torite.cards.kernel import Card, Mask, Rng, Seat, kernel
from torite.games.fields import option
from torite.games.jass import born, chips, cuts, lasting, tricks
from torite.games.jass.cards import DECK, SEATS
from torite.games.jass.chips import TOO_MANY, at_place, everybody
from torite.games.page import game
from torite.games.scene import Meaning


class State(cuts.State, lasting.State):
    """What may be chosen."""

    cap: int = option((86, 100), name="somnia_cap4")


@kernel
def play(s: State, seat: Seat, card: Action) -> None:
    """Play a card; after the last one chips change hands, or lives are lost."""
    if born.play(s, seat, card):
        if s.lives:
            lasting.lose_lives(s, losers(s))
        elif count(s):
            chips.add_up(s)


@kernel
def count(s: State) -> bool:
    """Who pays whom; or do those who are tied draw for it?"""
    first, second, third, fourth = at_place(s, 0), at_place(s, 1), at_place(s, 2), at_place(s, 3)
    has_all = s.cards[low(second)] == 0
    if has_all or s.cards[low(first)] >= TOO_MANY:
        worth = 1 if has_all else -1
        chips.each(s, first, 3 * worth)
        chips.each(s, everybody(s) & ~first, -worth)
    elif max(popcount(second), popcount(third)) == 3:
        cuts.begin(s, second & third, 1)
        return False
    elif first == second and third != fourth:
        pay(s, third, fourth)
    elif third == fourth and first != second:
        pay(s, second, first)
    elif first != second:
        pay(s, second | third, first | fourth)
    return True


@kernel
def pay(s: State, payers: Mask, others: Mask) -> None:
    """A chip from each of these seats, for each of the others."""
    chips.each(s, payers, -1)
    chips.each(s, others, 1)


@kernel
def losers(s: State) -> Mask:
    """The seats that lose a life."""
    first, second, third, fourth = at_place(s, 0), at_place(s, 1), at_place(s, 2), at_place(s, 3)
    if s.cards[low(first)] >= s.cap:
        return everybody(s) & ~first if s.cards[low(second)] == 0 else first
    if first == second:
        return first | (fourth if third == fourth else np.int64(0))
    return second if third == fourth else second | third


@kernel
def drawn(s: State, card: Card) -> None:
    """A tied seat has drawn; the highest of the three pays the fourth."""
    if cuts.draw(s, card):
        pay(s, s.chosen, everybody(s) & ~at_place(s, 1))
        chips.add_up(s)


@kernel
def chance(s: State, rng: Rng) -> None:
    """The next of the tied draws a card."""
    drawn(s, cuts.random_card(s, rng))


def chance_play(s: State, code: str) -> None:
    """The next of the tied draws this card.  Raises NotationError."""
    drawn(s, cuts.card(s, code))


def meaning(s: State, seat: Seat) -> Meaning:
    """Why which ones paid, or lost a life."""
    first, second = at_place(s, 0), at_place(s, 1)
    limit = lasting.limit(s, s.cap)
    losers = chips.moved(s, -1)
    if born.annulled(s):
        return lasting.because(s, seat, "annulled")
    if s.cards[low(second)] == 0:
        return lasting.because(s, seat, "all_points", members(first))
    if s.cards[low(first)] >= limit:
        return lasting.because(s, seat, "limit", members(first), limit=limit)
    if s.lives:
        why = "tied" if first == second or len(losers) > 2 else "middle"
    else:
        why = "cut" if s.chosen else ("tied", "beside", "middle")[len(losers)]
    return lasting.because(s, seat, why, losers)


GAME = game(
    State,
    players=SEATS,
    deck=DECK,
    picture=("S9", "D9", "H9", "C9"),
    packet=tricks.PACKET,
    zones=born.ZONES,
    badges=lasting.BADGES,
    sheet=born.SHEET,
    unit=chips.UNIT,
    presets=lasting.PRESETS,
)
