"""What must hold before every action and after every deal, as kernels: random matches check it themselves.

`FAULTS[game](s, over)` is 0, or the number of what does not hold (`SAYS` has the words); `over` says that the deal is.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np

from torite.cards.actions import count_actions, random_action
from torite.cards.bits import bit, low, popcount
from torite.cards.kernel import Mask, Rng, State, kernel
from torite.cards.rng import below, shuffle
from torite.games import powers, tiles, wysiwyg
from torite.games.game import Game
from torite.games.jass import schieber
from torite.games.jass.cards import ALL_CARDS, LAST_TRICK, SEATS, TOTAL, points_of
from torite.games.state import CHANCE
from torite.games.zones import NONE

SAYS = ("", "turn", "actions", "held", "cards", "tricks", "points", "chips", "rows")
FINE, TURN, ACTIONS, HELD, CARDS, TRICKS, POINTS, CHIPS, ROWS = range(len(SAYS))
Fault = Callable[[State, bool], int]

TWICE = np.int64(-1)  # what `with_cards` says once a card has been met twice; bit 63 is no card


@kernel
def with_cards(met: Mask, cards: Mask) -> Mask:
    """The cards met so far and these: TWICE if one comes again."""
    return TWICE if met < 0 or met & cards else met | cards


@kernel
def with_card(met: Mask, card: int) -> Mask:
    """The cards met so far and this one, if it is one."""
    return met if card < 0 else with_cards(met, bit(card))


@kernel
def held_by_all(s: State, seats: int) -> Mask:
    """The union of the hands; TWICE."""
    met = np.int64(0)
    for p in range(seats):
        met = with_cards(met, s.hands[p])
    return met


@kernel
def total(values: np.ndarray, seats: int) -> Any:
    """The sum over the seats."""
    found: Any = 0
    for p in range(seats):
        found += np.int64(values[p])
    return found


# ---- Jass ----
@kernel
def jass_table(s: State, over: bool) -> int:
    """Cards dealt, played and taken; points as taken."""
    met = held_by_all(s, SEATS)
    played = taken = np.int64(0)
    for p in range(SEATS):
        played = with_cards(played, s.played[p])
        taken = with_cards(taken, s.taken[p])
    met = with_cards(met, played)
    if played < 0 or taken < 0 or met < 0 or met & ~s.pack:
        return CARDS
    for p in range(SEATS):
        taken = with_card(taken, s.trick[p])
    if taken != played:
        return CARDS
    if total(s.tricks, SEATS) != s.trick_no:
        return TRICKS
    last = LAST_TRICK[s.row] if played_out(s) else 0
    return POINTS if total(s.cards, SEATS) != points_of(taken & ~lying(s), s.row) + last else FINE


@kernel
def played_out(s: State) -> bool:
    """Has the last trick been taken?"""
    return bool(s.trick_no > 0 and total(s.held, SEATS) == 0 and lying(s) == 0)


@kernel
def lying(s: State) -> Mask:
    """The cards of the trick on the table."""
    met = np.int64(0)
    for p in range(SEATS):
        met = with_card(met, s.trick[p])
    return met


@kernel
def jass(s: State, over: bool) -> int:
    """Games that deal all cards: a deal played out has 157 points (Somnia: 151 or 120)."""
    fault = jass_table(s, over)
    if fault:
        return fault
    met = held_by_all(s, SEATS)
    for p in range(SEATS):
        met |= s.played[p]
    if met != ALL_CARDS:
        return CARDS
    return POINTS if played_out(s) and total(s.cards, SEATS) != TOTAL[s.row] else FINE


@kernel
def jass_transfers(s: State, over: bool) -> int:
    """Mittlere, Molotov: chips go from one to the other, or lives are lost."""
    fault = jass(s, over)
    if s.lives:
        lost = s.lives * s.players - total(s.scores, s.players)
        return CHIPS if not fault and not 0 <= lost <= s.players * s.deals else fault
    if not fault and total(s.scores, s.players) != 0:
        return CHIPS
    return CHIPS if not fault and over and total(s.chips, s.players) != 0 else fault


@kernel
def plus_minus_fault(s: State, over: bool) -> int:
    """Nobody pays."""
    fault = jass(s, over)
    for p in range(s.players):
        if not fault and (s.chips[p] < 0 or s.scores[p] < 0):
            return CHIPS
    return fault


@kernel
def handjass_fault(s: State, over: bool) -> int:
    """Blind, stock and hands laid down are cards too."""
    met = held_by_all(s, SEATS)
    for p in range(SEATS):
        met = with_cards(with_cards(met, s.played[p]), s.laid_down[p])
    if with_cards(with_cards(met, s.blind), s.stock) != ALL_CARDS:
        return CARDS
    played = taken = np.int64(0)
    for p in range(SEATS):
        played |= s.played[p]
        taken = with_cards(taken, s.taken[p])
    if taken < 0 or taken & lying(s) or taken | lying(s) != played:
        return CARDS
    if total(s.tricks, SEATS) != s.trick_no:
        return TRICKS
    last = LAST_TRICK[s.row] if s.trick_no == 9 else 0
    if total(s.cards, SEATS) != points_of(taken, s.row) + last:
        return POINTS
    for p in range(s.players):
        if over and not -1 <= s.chips[p] <= 2:
            return CHIPS
    return FINE


@kernel
def schieber_fault(s: State, over: bool) -> int:
    """Points of both sides are all that was counted, multiplied."""
    fault = jass(s, over)
    if fault or not over:
        return fault
    counted = total(s.cards, SEATS) + total(s.weis, SEATS) + total(s.stoeck, SEATS)
    for side in range(2):
        if s.tricks[side] + s.tricks[side + 2] == schieber.TRICKS:
            counted += s.match_bonus
    return POINTS if s.points[0] + s.points[1] != counted * schieber.multiplier(s, s.contract) else FINE


@kernel
def coiffeur_fault(s: State, over: bool) -> int:
    """Every deal fills one row."""
    rows = 0
    for p in range(SEATS):
        rows += popcount(s.filled[p])
    return ROWS if rows != s.deals - (0 if over else 1) else jass(s, over)


@kernel
def differenzler_fault(s: State, over: bool) -> int:
    """A penalty is what the announcement missed, or the bonus for an exact one."""
    for p in range(s.players):
        missed = np.int64(s.announced[p]) - s.cards[p] - s.stoeck[p]
        if over and s.penalties[p] != abs(missed) and (missed or s.penalties[p] != -10):
            return POINTS
    return jass(s, over)


# ---- the others ----
@kernel
def rwd_fault(s: State, over: bool) -> int:
    """Rows in hand or on the table; a chip for every trick, points that sum to 0."""
    met = held_by_all(s, s.players)
    taking = s.row < s.rounds
    for p in range(s.players):
        met = with_cards(met, s.played[p])
    for p in range(s.players):
        met = with_card(met, s.trick[p]) if taking else met
    if met < 0 or met & ~s.pack:
        return CARDS
    cards, left = popcount(s.pack), np.int64(0)
    for i in range(cards):
        left += 0 if met & bit(s.talon[i]) else 1
    if left != cards - popcount(met) or (not taking and left != cards % s.players):
        return CARDS
    if total(s.chips, s.players) != s.row:
        return CHIPS
    return TRICKS if over and total(s.tricks, s.players) != s.rounds else FINE


@kernel
def wizard_fault(s: State, over: bool) -> int:
    """Cards in hand or seen; as many tricks as cards each."""
    met = with_cards(held_by_all(s, s.players), s.seen)
    dealt = s.each * s.players
    if met < 0 or popcount(met) != dealt + (0 if s.turned == NONE else 1):
        return CARDS
    played = total(s.tricks, s.players) * s.players
    for p in range(s.players):
        played += s.trick[p] != NONE
    if played + total(s.held, s.players) != dealt:
        return TRICKS
    for p in range(s.players):
        bid, missed = np.int64(s.bids[p]), abs(np.int64(s.bids[p]) - s.tricks[p])
        if over and s.points[p] != (-10 * missed if missed else 20 + 10 * bid):
            return POINTS
    return FINE


@kernel
def wysiwyg_fault(s: State, over: bool) -> int:
    """Cards in hand, on display, in the stock or played; 40 marks, base scores of 20 together."""
    met = held_by_all(s, 2)
    for p in range(2):
        met = with_card(with_cards(met, s.played[p]), s.display[p])
    first = popcount(s.pack) >> 2
    for i in range(2 * first):
        met = with_card(met, s.talon[i]) if s.face_up[i] == NONE else met
    if met != s.pack:
        return CARDS
    if s.bases[0] + s.bases[1] != 20:
        return POINTS
    done = total(s.tricks, 2)
    marks = done + max(0, done - first) + (wysiwyg.BONUS if over else 0)
    if s.marks[0] + s.marks[1] != marks:
        return TRICKS
    return POINTS if over and (marks != wysiwyg.most_marks(s) or (s.points[0] != 0 and s.points[1] != 0)) else FINE


@kernel
def bingo_fault(s: State, over: bool) -> int:
    """Tiles in hand, in the stock or played; their points as taken."""
    met = held_by_all(s, 2)
    for i in range(len(s.stock)):
        met = with_card(met, s.stock[i])
    for p in range(2):
        met = with_card(met, s.trick[p])
    if met & ~s.pack or (met ^ s.pack) & ~s.seen:
        return CARDS
    points = np.int64(0)
    for tile in range(64):
        points += tiles.VALUES[s.trump, tile] if (met ^ s.pack) & bit(tile) else 0
    if points != s.tiles[0] + s.tiles[1]:
        return POINTS
    return CHIPS if not 0 <= s.game_points[0] + s.game_points[1] <= 6 else FINE


@kernel
def emissary_fault(s: State, over: bool) -> int:
    """32 cards in hand, stock, pile, discards or open; eight rulers, none twice."""
    met = with_cards(with_cards(s.hands[0], s.pile), s.discards)
    met = with_card(met, s.trick[powers.RULER])
    for i in range(s.in_stock):
        met = with_card(met, s.stock[i])
    rulers, waiting = s.won, 0
    for k in range(powers.KINGDOMS):
        rulers = with_card(rulers, s.rulers[k])
        waiting += s.rulers[k] != NONE
    if popcount(met) != 32 or met < 0 or rulers < 0 or rulers & met:
        return CARDS
    return TRICKS if waiting + s.reached != powers.KINGDOMS or s.tricks[0] > s.trick_no else FINE


FAULTS: Mapping[str, Fault] = {
    "rwd": rwd_fault,
    "wizard": wizard_fault,
    "wysiwyg": wysiwyg_fault,
    "mittlere": jass_transfers,
    "molotov": jass_transfers,
    "plus-minus": plus_minus_fault,
    "handjass": handjass_fault,
    "schieber": schieber_fault,
    "coiffeur": coiffeur_fault,
    "differenzler": differenzler_fault,
    "bingo": bingo_fault,
    "emissary": emissary_fault,
}


@kernel
def _no_chance(s: State, rng: Rng) -> None:
    """Chance in a game that has none within a deal."""


@cache
def fault_of(game: Game) -> Callable[[State, Mask, int], int]:
    """Kernel (s, seats to act, the lowest of them) -> fault: what holds in every game, then what holds in this one."""
    legal, fault_in = game.legal, FAULTS[game.name]

    @kernel
    def fault(s: State, seats: Mask, seat: int) -> int:
        if seats and not 0 <= s.turn < s.players:
            return TURN
        for p in range(s.players):
            if s.held[p] != popcount(s.hands[p]):
                return HELD
        if seats and seats != CHANCE:
            may = legal(s, seat)
            if seats >> np.int64(s.players) or count_actions(may) == 0 or may[0] & ~s.hands[seat]:
                return ACTIONS
        return fault_in(s, seats == 0)

    return fault


@cache
def checked_matches(game: Game, fault: Callable[[State, Mask, int], int]) -> Callable[..., Any]:
    """Kernel (states, players, matches, rng, counts) -> fault: whole random matches, `fault` asked at every step.

    It stops where something does not hold, and leaves the state as it is then; 0 = everything held.
    states   the game's record[1], zeroed but for its options
    counts   int64[2], added to: deals and actions
    """
    start, deal, actors, finished = game.start, game.deal, game.actors, game.finished
    legal, play = game.legal, game.play
    has_chance = game.chance is not None
    chance = game.chance or _no_chance
    cards = game.deck.cards.copy()

    @kernel
    def play_matches(states: Any, players: int, matches: int, rng: Rng, counts: np.ndarray) -> int:
        s = states[0]
        deck = cards.copy()
        for _ in range(matches):
            start(s, players, below(rng, players))
            while True:
                shuffle(deck, rng)
                deal(s, deck)
                counts[0] += 1
                while True:
                    seats: Mask = actors(s)
                    seat = low(seats) if seats else 0
                    found = fault(s, seats, seat)
                    if found or not seats:
                        break
                    if has_chance and seats == CHANCE:
                        chance(s, rng)
                        continue
                    play(s, seat, random_action(legal(s, seat), rng))
                    counts[1] += 1
                if found:
                    return found
                if finished(s):
                    break
        return FINE

    return play_matches
