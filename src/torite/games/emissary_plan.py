"""The Emissary, looking ahead: which visit promises most, when a power helps, how to answer for exactly k tricks.

The odds of a visit without powers are exact for a ruler whose cards are independent draws (odds.py).  A power is tried
on a few worlds, and a visit is worth what it wins and what may be won after it; a ruler saved helps there.
"""

from typing import Any

import numpy as np

from torite.cards.actions import Actions, second_word
from torite.cards.bits import bit, low, nth, popcount
from torite.cards.deck import lane
from torite.cards.kernel import Card, Mask, Rng, Seat, State, kernel, large_kernel
from torite.games.emissary import (
    ANSWERING,
    BETWEEN,
    DIFFICULTY,
    DISCARD,
    DISCARDING,
    DRAWING,
    EMISSARY,
    HARD,
    KINGDOMS,
    LEADING,
    OVER,
    PLAIN,
    POWER,
    REFRESH,
    RULER,
    SELECT,
    SWAP,
    SWAPPING,
    VISITING,
    chance,
    determinize,
    legal,
    play,
    selectable,
    unvisited,
)
from torite.games.game import Plan
from torite.games.odds import LARGEST, ROOM, WANTED, fill_odds, strongest
from torite.games.zones import NONE

SAMPLES = 3  # tries of a power when it is weighed
EASE = np.array([0.50, 0.70, 0.80, 0.80, 0.70, 0.55, 0.35, 0.20])  # how likely each kingdom is won when it is chosen
HELP = 0.7  # with a ruler for each kingdom left, failure is so much less likely
HARDEST_FIRST = np.argsort(EASE)


@kernel
def consider(s: State, seat: Seat) -> Actions:
    """Select all that may be selected, if it need not be used; of several powers of a suit the cheapest."""
    actions = legal(s, seat)
    selects = selectable(s)
    if s.phase == VISITING and s.down:
        return second_word(np.int64(s.down) << (REFRESH - 64))
    if selects and s.options[DIFFICULTY] != HARD:
        return second_word((selects & -selects) << (SELECT - 64))
    powers = actions[1] >> (POWER - 64) & 0xFFF
    dearer = (powers << 4 | powers << 8) & powers & 0xFFF
    return (actions[0], actions[1] & ~(dearer << (POWER - 64)), actions[2], actions[3])


@kernel
def value(states: Any, seat: Seat, rng: Rng, room: np.ndarray) -> float:
    """Kingdoms still to be won: what the visit promises now or after the best power, and what would come after it."""
    s, trial = states[0], states[1]
    _carry_on(s, room)
    best = _promise(s, room)
    powers = np.int64(0)
    if s.phase == BETWEEN:
        powers = consider(s, seat)[1] >> (POWER - 64) & 0xFFF
    while powers:
        power = low(powers)
        powers &= powers - 1
        total = 0.0
        for _ in range(SAMPLES):
            states[1] = states[0]
            determinize(trial, seat, rng)
            play(trial, seat, POWER + power)
            while trial.phase == DRAWING:
                chance(trial, rng)
            _carry_on(trial, room)
            total += _promise(trial, room)
        best = max(best, total / SAMPLES)
    return best


@kernel
def _promise(s: State, room: np.ndarray) -> float:
    """Between two tricks or after the visit: its odds without any power, times what success is worth."""
    left = unvisited(s)
    rulers = popcount(s.won)
    if s.phase == OVER:
        return 1 + _later(left, rulers) if s.success else 0.0
    hand = _fill(s, room)
    wanted = np.int64(s.kingdom) + 1 - s.tricks[0]
    odds = room[((1 << popcount(hand)) - 1) * WANTED + wanted] if wanted >= 0 else 0.0
    return odds * (1 + _later(left & ~bit(s.kingdom), rulers + 1))


@kernel
def _later(left: Mask, rulers: int) -> float:
    """Kingdoms that will be won after this one: the easy ones first, rulers shared out evenly."""
    if not left:
        return 0.0
    help = HELP ** (rulers / popcount(left))
    kingdoms = 0.0
    for i in range(KINGDOMS):
        k = HARDEST_FIRST[i]
        if left >> k & 1:
            kingdoms = (1 - (1 - EASE[k]) * help) * (1 + kingdoms)
    return kingdoms


@kernel
def _fill(s: State, room: np.ndarray) -> Mask:
    """The odds of the hand, or of its best cards; returns these."""
    hand = strongest(s.hands[0], LARGEST, s.trump)
    unseen = PLAIN & ~(s.hands[0] | s.discards | s.pile)
    if s.trick[RULER] != NONE:
        unseen &= ~bit(s.trick[RULER])
    if not unseen:
        unseen = s.discards if s.discards else PLAIN
    fill_odds(hand, unseen, s.trump, max(np.int64(0), np.int64(s.kingdom) + 1 - s.tricks[0]), room)
    return hand


@large_kernel
def _carry_on(s: State, room: np.ndarray) -> None:
    """Answer, discard or swap as the odds say, until it is between two tricks or over."""
    while s.phase == ANSWERING or s.phase == DISCARDING or s.phase == SWAPPING:
        if s.phase == SWAPPING:
            play(s, EMISSARY, SWAP + _best_swap(s, room))
        elif s.phase == ANSWERING:
            play(s, EMISSARY, _best_answer(s, room))
        else:
            play(s, EMISSARY, DISCARD + _best_discard(s, room))
        if s.phase == LEADING:
            return


@kernel
def _best_swap(s: State, room: np.ndarray) -> int:
    """The kingdom whose ruler to take."""
    left = unvisited(s) & ~bit(s.kingdom)
    wanted = max(np.int64(0), np.int64(s.kingdom) + 1 - s.tricks[0])
    here, best, highest = s.trump, low(left), -1.0
    while left:
        k = low(left)
        left &= left - 1
        s.trump = s.rulers[k] >> 4
        hand = _fill(s, room)
        odds = room[((1 << popcount(hand)) - 1) * WANTED + wanted]
        if odds > highest:
            best, highest = k, odds
    s.trump = here
    return best


@kernel
def _best_answer(s: State, room: np.ndarray) -> Card:
    hand = _fill(s, room)
    whole = (1 << popcount(hand)) - 1
    wanted = np.int64(s.kingdom) + 1 - s.tricks[0]
    led = s.trick[RULER]
    follow = s.hands[0] & lane(led >> 4)
    cards = follow if follow else s.hands[0]
    best, highest = low(cards), -1.0
    while cards:
        card = low(cards)
        cards &= cards - 1
        won = card > led if card >> 4 == led >> 4 else card >> 4 == s.trump
        left = whole ^ 1 << popcount(hand & (bit(card) - 1)) if hand & bit(card) else whole
        odds = room[left * WANTED + wanted - won] if wanted >= won else -0.5
        if odds > highest:
            best, highest = card, odds
    return best


@kernel
def _best_discard(s: State, room: np.ndarray) -> Card:
    """One of the best pair, or the best one if only one is owed."""
    hand = _fill(s, room)
    if s.hands[0] & ~hand:
        return low(s.hands[0] & ~hand)
    n = popcount(hand)
    wanted = max(np.int64(0), np.int64(s.kingdom) + 1 - s.tricks[0])
    best, highest = 0, -1.0
    for i in range(n):
        for j in range(i if s.owed == 2 else n - 1, n):
            other = j if s.owed == 2 else i
            if other != i or s.owed == 1:
                odds = room[((1 << n) - 1 & ~(1 << i) & ~(1 << other)) * WANTED + wanted]
                if odds > highest:
                    best, highest = i, odds
    return nth(hand, best)


PLAN = Plan(consider, value, ROOM)
