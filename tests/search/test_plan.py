"""Looking ahead with the emissary: the odds against brute force, the plan against chance, the race of the actions."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from torite.cards.actions import list_actions
from torite.cards.rows import ROW
from torite.games import GAMES
from torite.games.position import Position
from torite.knowledge.emissary import consider
from torite.knowledge.odds import LARGEST, ROOM, SCRATCH, fill_odds
from torite.search import plan
from torite.search.players import player

GAME = GAMES["emissary"]
PLAIN = [card for card in GAME.deck.names if card & 15 < 8]


@cache
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
    rng, odds, scratch = np.random.default_rng(1), np.zeros(ROOM, np.float32), np.zeros(SCRATCH, np.float32)
    for _ in range(12):
        cards = [PLAIN[i] for i in rng.permutation(32)]
        hand, unseen = frozenset(cards[:4]), frozenset(cards[4:12])
        trump = int(rng.integers(4))
        held, rest = (np.int64(sum(1 << card for card in part)) for part in (hand, unseen))
        fill_odds(held, rest, trump, odds, scratch)
        row = odds[16 * ROW : 17 * ROW]  # all four cards
        brute = [float(chance_of(hand, wanted, unseen, trump)) for wanted in range(5)]
        assert row[:5].tolist() == pytest.approx(brute, abs=1e-5)
        assert not row[5:].any()


def test_odds_of_the_largest_hand() -> None:
    """Twelve cards of four suits: as all ways to answer are open, none, all or any number of tricks may be wanted."""
    odds, scratch = np.zeros(ROOM, np.float32), np.zeros(SCRATCH, np.float32)
    held = np.int64(sum(1 << card for card in PLAIN if card & 15 > 4))
    rest = np.int64(sum(1 << card for card in PLAIN if card & 15 <= 4))
    assert bin(int(held)).count("1") == LARGEST
    fill_odds(held, rest, 0, odds, scratch)
    for subset in range(1 << LARGEST):  # every lead is beaten by the cards of its suit, and by trumps where it is void
        hand = [card for i, card in enumerate(sorted(c for c in PLAIN if c & 15 > 4)) if subset >> i & 1]
        if all(card < 16 for card in hand):
            assert odds[(subset + 1) * ROW + len(hand)] == pytest.approx(1, abs=1e-5)


def test_considered_actions_are_legal_and_the_view_is_enough() -> None:
    """Through a match; the plan gets a view, and the stock in it says nothing."""
    position = Position(GAME, 1, seed=4, preset="seed")
    position.deal()
    for seed in range(25):
        if not position.actors():
            break
        view = position.view(0)
        considered = list_actions(consider(view, 0))
        assert considered and set(considered) <= set(list_actions(GAME.legal(position.state, 0)))
        found = plan.analyse(GAME, view, 0, seed, worlds=1)
        other = position.view(0)
        other.stock[:] = 7  # whatever stands there
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


def test_the_worse_half_leaves_the_race() -> None:
    """The first decision of a visit: half of eight kingdoms after four worlds, half of the rest after eight."""
    position = Position(GAME, 1, seed=2, preset="between")
    position.deal()
    found = plan.analyse(GAME, position.view(0), 0, 1, worlds=32)
    assert sorted(found.visits.tolist()) == [4, 4, 4, 4, 8, 8, 32, 32]
    assert found.worlds == 32
    best = found.actions.index(found.best)
    assert found.visits[best] == 32
    assert found.values[best] == found.values[found.visits == 32].max()


def test_a_power_waits_for_the_card_of_the_ruler_where_it_may() -> None:
    """Considered before it only where powers may not answer it."""
    for preset, before in (("seed", False), ("between", True)):
        position = Position(GAME, 1, seed=3, preset=preset)
        position.deal()
        position.play("visit:4")
        for _ in range(4):
            if preset == "seed":
                position.play(GAME.codes[list_actions(consider(position.state, 0))[0]])
        considered = [GAME.codes[action] for action in list_actions(consider(position.state, 0))]
        assert any(code.startswith("power:") for code in considered) == before
        position.play("lead")
        considered = [GAME.codes[action] for action in list_actions(consider(position.state, 0))]
        assert any(code.startswith("power:") for code in considered) != before


def test_a_plan_thinks_for_its_time() -> None:
    position = Position(GAME, 1, seed=2, preset="between")
    position.deal()
    position.play("visit:4")
    assert plan.analyse(GAME, position.view(0), 0, 1, ms=40).worlds > plan.FIRST_CHUNK


def test_a_retainer_that_must_be_used_is_used_at_once() -> None:
    """At the difficulty hard; and none is selected that could not be used."""
    position = Position(GAME, 1, seed=3, preset="seed", options={"difficulty": "hard"})
    position.deal()
    position.play("visit:8")
    considered = [GAME.codes[action] for action in list_actions(consider(position.state, 0))]
    assert considered == ["select:J-C", "select:J-D", "select:J-H", "lead"]
    position.play("select:J-D")
    assert [GAME.codes[action] for action in list_actions(consider(position.state, 0))] == ["power:J-D"]
    position.state.selected = 1 << 3  # spades, which can do nothing here
    assert "lead" in [GAME.codes[action] for action in list_actions(consider(position.state, 0))]
