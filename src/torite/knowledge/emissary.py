"""The Emissary, looking ahead: which visit promises most, when a power helps, how to answer for exactly k tricks.

Two small networks say what is to be expected: how likely a visit succeeds between two tricks, and how many kingdoms are
won after it with the rulers saved.  The first is told the odds without powers (odds.py), what the hand is like, and
which powers are left.  bench/emissary_fit.py has fitted them to matches of the plan with itself.
"""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from torite.cards.actions import NOTHING, Actions, card_actions, second_word
from torite.cards.bits import bit, low, nth, popcount
from torite.cards.deck import lane
from torite.cards.kernel import Mask, Rng, Seat, kernel, large_kernel
from torite.cards.rows import ROW, add, copy
from torite.games.emissary import HARD, LEAD, PLAIN, State, chance, legal, play
from torite.games.game import Plan
from torite.games.powers import (
    ANSWERING,
    BETWEEN,
    BETWEEN_TRICKS,
    DISCARD,
    DISCARDING,
    DRAWING,
    EMISSARY,
    KINGDOMS,
    LAST_REMAINING,
    OVER,
    POWER,
    QUEEN,
    REFRESH,
    RULER,
    SEED_WINDOW,
    SELECT,
    SPADES,
    SWAP,
    SWAPPING,
    VISITING,
    no_exchange,
    selectable,
    unvisited,
)
from torite.knowledge.odds import BELOW, LARGEST, ROOM, SCRATCH, fill_odds, strongest

FEW = 2  # cards seen since a table of odds was filled, for it still to serve
INPUTS = 48  # of a network, the last is always 1
HIDDEN = 2 * ROW
NETWORK = INPUTS * HIDDEN + HIDDEN + ROW  # numbers: to the hidden places, from these, and in the last row what is added
ALONE = 2  # input: the odds without powers
# Where things are in the working space
KEY = ROOM + SCRATCH  # of the table: hand, the cards of it that count, unseen, a place a suit; trump
HAND, COUNTING, UNSEEN, TRUMP = KEY, KEY + 4, KEY + 8, KEY + 12
INPUT = KEY + ROW
PLACES = INPUT + INPUTS
VISIT_NETWORK = PLACES + HIDDEN
MATCH_NETWORK = VISIT_NETWORK + NETWORK
SPACE = MATCH_NETWORK + NETWORK
WEIGHTS = Path(__file__).with_name("emissary.npy")


@cache
def weights() -> np.ndarray:
    """Both networks, float32[2 * NETWORK]."""
    found: np.ndarray = np.load(WEIGHTS)
    return found


def room() -> np.ndarray:
    """Working space, the networks in it."""
    space = np.zeros(SPACE, np.float32)
    space[VISIT_NETWORK:] = weights()
    return space


@kernel
def consider(s: State, seat: Seat) -> Actions:
    """Of several powers of a suit the cheapest; where they may answer the ruler's card, they wait until it is seen.

    Select all that may be selected; if one must be used then, at once.
    """
    actions = legal(s, seat)
    selects = selectable(s)
    if s.phase == VISITING and s.down:
        return second_word(np.int64(s.down) << (REFRESH - 64))
    if selects and s.difficulty != HARD:
        return second_word((selects & -selects) << (SELECT - 64))
    if _must_use(s):
        return second_word(_must_use(s) << (POWER - 64))
    if selects and no_exchange(s):
        actions = (actions[0], actions[1] & ~bit(SELECT - 64 + SPADES), actions[2], actions[3])
    if s.phase == BETWEEN and s.advisor_timing != BETWEEN_TRICKS and not selects:
        return second_word(bit(LEAD - 64))
    powers = actions[1] >> (POWER - 64) & 0xFFF
    dearer = (powers << 4 | powers << 8) & powers & 0xFFF
    return (actions[0], actions[1] & ~(dearer << (POWER - 64)), actions[2], actions[3])


@kernel
def _must_use(s: State) -> Mask:
    """Jacks that are selected, must be used and can be; bit = suit."""
    here = s.phase == BETWEEN or s.phase == ANSWERING
    if not here or s.difficulty != HARD or s.advisor_timing != SEED_WINDOW:
        return np.int64(0)
    return np.int64(s.selected) & ~(np.int64(no_exchange(s)) << SPADES)


@kernel
def value(states: Any, seat: Seat, rng: Rng, room: np.ndarray) -> float:
    """Kingdoms still to be won, after the best discards, exchange and answer where these are asked for."""
    s, trial = states[0], states[1]
    best = -1.0
    if s.phase == VISITING:
        return 0.0
    if _must_use(s):
        play(s, EMISSARY, POWER + low(_must_use(s)))
        while s.phase == DRAWING:
            chance(s, rng)
    if s.phase == SWAPPING:
        others = unvisited(s) & ~bit(s.kingdom)
        while others:
            states[1] = states[0]
            play(trial, EMISSARY, SWAP + low(others))
            others &= others - 1
            best = max(best, _answered(states[1:], room))
        return best
    if s.phase == DISCARDING:
        table(s, room)
        n = s.held[0]
        for i in range(n):
            for j in range(i if s.owed == 2 else n - 1, n):
                if i != j or s.owed == 1:
                    states[1] = states[0]
                    play(trial, EMISSARY, DISCARD + nth(s.hands[0], i))
                    if s.owed == 2:
                        play(trial, EMISSARY, DISCARD + nth(s.hands[0], j))
                    best = max(best, _answered(states[1:], room))
        return best
    return _answered(states, room)


@large_kernel
def _answered(states: Any, room: np.ndarray) -> float:
    """After the best answer, if one is asked for."""
    s, trial = states[0], states[1]
    if s.phase != ANSWERING:
        return _promise(s, room)
    table(s, room)
    led = s.trick[RULER]
    follow = s.hands[0] & lane(led >> 4)
    cards = follow if follow else s.hands[0]
    best = -1.0
    while cards:
        states[1] = states[0]
        play(trial, EMISSARY, low(cards))
        cards &= cards - 1
        best = max(best, _promise(trial, room))
    return best


@large_kernel
def _promise(s: State, room: np.ndarray) -> float:
    """Between two tricks or after the visit."""
    left, won = unvisited(s), np.int64(s.won)
    if s.phase == OVER:
        if not s.success:
            return 0.0
        describe_match(s, left, won, room)
        return 1 + _ask(MATCH_NETWORK, room)
    describe_match(s, left & ~bit(s.kingdom), won | bit(s.rulers[s.kingdom]), room)
    later = _ask(MATCH_NETWORK, room)
    describe_visit(s, room)
    alone = room[INPUT + ALONE]
    return (1 + later) * (alone + (1 - alone) / (1 + np.exp(-_ask(VISIT_NETWORK, room))))


@kernel
def _ask(network: int, room: np.ndarray) -> float:
    """What a network answers to the input."""
    second = network + INPUTS * HIDDEN
    for row in range(PLACES, PLACES + HIDDEN, ROW):
        copy(room, row, room, network + (INPUTS - 1) * HIDDEN + row - PLACES)
    for i in range(INPUTS - 1):
        x = room[INPUT + i]
        if x != 0:
            for row in range(0, HIDDEN, ROW):
                add(room, PLACES + row, x, room, network + i * HIDDEN + row, room, network + i * HIDDEN + row)
    answer = room[second + HIDDEN]
    for i in range(HIDDEN):
        answer += max(room[PLACES + i], np.float32(0)) * room[second + i]
    return answer


@kernel
def table(s: State, room: np.ndarray) -> None:
    """The odds of the hand, or of its best cards, unless they are there; those of a larger hand will do."""
    hand = np.int64(s.hands[0])
    unseen = PLAIN & ~(hand | s.discards | s.pile)
    if not unseen:
        unseen = s.discards if s.discards else PLAIN
    if hand & ~_kept(room, HAND) or s.trump != room[TRUMP] or popcount(unseen ^ _kept(room, UNSEEN)) > FEW:
        counting = strongest(hand, LARGEST, s.trump)
        _keep(room, HAND, hand)
        _keep(room, COUNTING, counting)
        _keep(room, UNSEEN, unseen)
        room[TRUMP] = s.trump
        fill_odds(counting, unseen, s.trump, room[:ROOM], room[ROOM:KEY])


@kernel
def _keep(room: np.ndarray, at: int, cards: Mask) -> None:
    """As numbers that a float32 holds; a view of int64 would say in compiled code in which folder Numba lies."""
    for suit in range(4):
        room[at + suit] = cards >> 16 * suit & 0xFFFF


@kernel
def _kept(room: np.ndarray, at: int) -> Mask:
    cards = np.int64(0)
    for suit in range(4):
        cards |= np.int64(room[at + suit]) << 16 * suit
    return cards


@kernel
def describe_visit(s: State, room: np.ndarray) -> None:
    """The input of the network of visits: `s` between two tricks."""
    table(s, room)
    x = room[INPUT : INPUT + INPUTS]
    x[:] = 0
    x[INPUTS - 1] = 1
    hand, suits = np.int64(s.hands[0]), room[INPUT + 20 : INPUT + 24]
    rest, subset, i, strength = _kept(room, COUNTING), 0, 0, 0.0
    while rest:
        card = low(rest)
        rest &= rest - 1
        if hand & bit(card):
            subset |= 1 << i
            strength += room[ROOM + BELOW + i]
            suits[card >> 4] += room[ROOM + BELOW + i]
        i += 1
    n, wanted = np.int64(s.held[0]), np.int64(s.kingdom) + 1 - s.tricks[0]
    row = (subset + 1) * ROW
    for d in range(5):
        w = wanted + d - 2
        if 0 <= w <= LARGEST:
            x[d] = room[row + w]
    x[5] = np.log(x[2] + 0.003)
    x[6] = np.log(x[1] + x[2] + x[3] + 0.003)
    x[7], x[8] = n / 8, wanted / 8
    x[9] = wanted / n
    x[10] = strength / 2
    x[11] = popcount(hand & lane(s.trump)) / 4
    for suit in range(4):
        x[12 + suit] = popcount(hand & lane(suit)) / 4
    x[16 + s.trump] = 1
    _powers(s, x)
    x[32] = s.trick_no / 8
    x[33] = s.in_stock / 24
    x[34] = s.diplomacy_refill
    x[35] = s.advisor_timing != BETWEEN_TRICKS
    others = unvisited(s) & ~bit(s.kingdom)
    while others:  # the best suit that an exchange may bring
        suit = s.rulers[low(others)] >> 4
        others &= others - 1
        x[36] = max(x[36], popcount(hand & lane(suit)) / 4)
        x[37] = max(x[37], suits[suit])
        x[38 + suit] = 1
    x[42] = wanted > n
    x[43] = wanted == 0
    x[44] = wanted < 0
    x[45] = wanted == n


@kernel
def _powers(s: State, x: np.ndarray) -> None:
    """Jacks at 24.., rulers at 28..; spades only where they may be used."""
    for suit in range(4):
        two = s.won >> (suit << 4 | QUEEN) & 0b11
        x[28 + suit] = (two & 1) + (two >> 1)
        if s.advisor_timing == SEED_WINDOW and not selectable(s):
            x[24 + suit] = s.selected >> suit & 1
        else:
            x[24 + suit] = ~s.down >> suit & 1
    if no_exchange(s):
        x[24 + SPADES] = x[28 + SPADES] = 0


@kernel
def describe_match(s: State, left: Mask, won: Mask, room: np.ndarray) -> None:
    """The input of the network of matches: these kingdoms are left and these rulers saved."""
    x = room[INPUT : INPUT + INPUTS]
    x[:] = 0
    x[INPUTS - 1] = 1
    for k in range(KINGDOMS):
        if left >> k & 1:
            x[k] = 1
            x[8 + (s.rulers[k] >> 4)] += 0.5
            if k >= 5:
                x[12 + 4 * (k - 5) + (s.rulers[k] >> 4)] = 1
    for suit in range(4):
        two = won >> (suit << 4 | QUEEN) & 0b11
        x[24 + suit] = two != 0
        x[28 + suit] = two == 3
    x[32] = s.diplomacy_refill
    x[33] = s.advisor_timing != BETWEEN_TRICKS
    x[34] = popcount(left) / 4
    x[35] = popcount(won) / 4
    x[36] = s.politics_block != LAST_REMAINING


@kernel
def likely(s: State, seat: Seat) -> Actions:
    """For playouts: powers only where a retainer must still be used; tricks are won and lost as the target wants."""
    actions = legal(s, seat)
    must = s.difficulty == HARD and s.advisor_timing == SEED_WINDOW and s.selected != 0
    if s.phase == BETWEEN:
        return second_word(np.int64(s.selected) << (POWER - 64) & actions[1] if must else bit(LEAD - 64))
    if s.phase != ANSWERING:
        return actions
    led, cards = s.trick[RULER], actions[0]
    wins = cards & (lane(led >> 4) & ~(bit(led + 1) - 1) | (lane(s.trump) if s.trump != led >> 4 else NOTHING))
    wanted = s.kingdom + 1 - s.tricks[0]
    if wanted <= 0:
        cards = cards & ~wins if cards & ~wins else cards
    elif wanted >= s.held[0]:
        cards = wins if wins else cards
    return card_actions(cards)


plan = Plan(consider, value, room)
