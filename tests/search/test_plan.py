"""Looking ahead with the emissary: the odds against brute force, the plan against chance."""

from fractions import Fraction

import numpy as np
import pytest

from torite.cards.actions import list_actions
from torite.games import GAMES
from torite.games.odds import ROOM, WANTED, fill_odds
from torite.games.position import Position
from torite.search import plan
from torite.search.players import player

GAME = GAMES["emissary"]
PLAIN = [card for card in GAME.deck.names if card & 15 < 8]


def chance_of(hand: frozenset[int], wanted: int, unseen: frozenset[int], trump: int) -> Fraction:
    """Exactly `wanted` tricks with the best answers to independent leads."""
    if not hand:
        return Fraction(int(wanted == 0))
    total = Fraction(0)
    for led in unseen:
        follow = [card for card in hand if card >> 4 == led >> 4]
        ways = []
        for card in follow or hand:
            won = card > led if card >> 4 == led >> 4 else card >> 4 == trump
            ways.append(chance_of(hand - {card}, wanted - won, unseen, trump))
        total += max(ways)
    return total / len(unseen)


def test_odds_equal_brute_force() -> None:
    rng, room = np.random.default_rng(1), np.zeros(ROOM, np.float32)
    for _ in range(12):
        cards = [PLAIN[i] for i in rng.permutation(32)]
        hand, unseen = frozenset(cards[:4]), frozenset(cards[4:12])
        trump, wanted = int(rng.integers(4)), int(rng.integers(5))
        held, rest = (np.int64(sum(1 << card for card in part)) for part in (hand, unseen))
        fill_odds(held, rest, trump, wanted, room)
        assert room[15 * WANTED + wanted] == pytest.approx(float(chance_of(hand, wanted, unseen, trump)), abs=1e-5)


def test_considered_actions_are_legal_and_the_view_is_enough() -> None:
    """Through a match; the plan gets a view, and the stock in it says nothing."""
    position = Position(GAME, 1, seed=4, preset="seed")
    position.deal()
    for seed in range(25):
        if not position.actors():
            break
        view = position.view(0)
        assert GAME.plan is not None
        considered = list_actions(GAME.plan().consider(view, 0))
        assert considered and set(considered) <= set(list_actions(GAME.legal(position.state, 0)))
        found = plan.analyse(GAME, view, 0, seed, worlds=1)
        other = position.view(0)
        other.stock[int(view.gone) :] = 7  # whatever stands there
        assert plan.analyse(GAME, other, 0, seed, worlds=1).best == found.best
        position.play(GAME.codes[found.best])


def test_the_plan_wins_kingdoms() -> None:
    """Random play wins 0.3 kingdoms."""
    won = 0
    for seed in range(3):
        position = Position(GAME, 1, seed=seed, preset="between")
        bot = player("solve+flat:1")
        while not position.finished():
            position.deal()
            while position.actors():
                position.play(GAME.codes[bot.choose(GAME, position.view(0), 0, seed)])
        won += int(position.state.reached)
    assert won >= 4
