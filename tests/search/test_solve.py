"""Exact play against brute force, and that it knows nothing but the view."""

import dataclasses
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from minimax import minimax
from torite.cards.actions import list_actions
from torite.games import GAMES
from torite.games.game import Game
from torite.games.position import Position
from torite.games.rest import REST
from torite.knowledge import informed
from torite.search import flat, solve
from torite.search.open_tricks import solve_tricks
from torite.search.players import SpecError, player
from torite.search.solve import new_space

DECK = [suit << 4 | rank for suit in range(4) for rank in range(13)]
KNOWING = [GAMES["wysiwyg"], GAMES["bingo"]]


@cache
def brute(hands: tuple[frozenset[int], ...], trick: tuple[int, ...], lead: int, trump: int, extra: int) -> int:
    """What side 0 wins, each trick 2 and the last `extra` more; by trying everything."""
    seats = len(hands)
    if not any(hands) and not trick:
        return 0
    seat = (lead + len(trick)) % seats
    follow = [card for card in hands[seat] if trick and card >> 4 == trick[0] >> 4]
    values = []
    for card in follow or hands[seat]:
        left = tuple(hand - {card} if p == seat else hand for p, hand in enumerate(hands))
        lain = (*trick, card)
        if len(lain) < seats:
            values.append(brute(left, lain, lead, trump, extra))
            continue
        best = max(lain, key=lambda c: (c >> 4 == trump, c >> 4 == lain[0] >> 4, c))
        winner = (lead + lain.index(best)) % seats
        gain = (2 + (0 if any(left) else extra)) * (winner % 2 == 0)
        values.append(gain + brute(left, (), winner, trump, extra))
    return (min if seat % 2 else max)(values)


def drawn(rng: Any, seats: int, cards: int) -> tuple[tuple[frozenset[int], ...], tuple[int, ...], int, int]:
    """Hands, trick, lead and trump at random; some positions stand within a trick."""
    deck = [DECK[i] for i in rng.permutation(52)]
    hands = [frozenset(deck[p * cards : (p + 1) * cards]) for p in range(seats)]
    lead, trump = int(rng.integers(seats)), int(rng.integers(-1, 4))
    trick: list[int] = []
    for _ in range(int(rng.integers(seats))):
        seat = (lead + len(trick)) % seats
        follow = [card for card in hands[seat] if trick and card >> 4 == trick[0] >> 4]
        trick.append(min(follow or hands[seat]))
        hands[seat] -= {trick[-1]}
    return tuple(hands), tuple(trick), lead, trump


@pytest.mark.parametrize(("seats", "cards", "extra", "positions"), [(2, 5, 1, 300), (2, 4, 0, 100), (4, 3, 0, 100)])
def test_tricks_equal_brute_force(seats: int, cards: int, extra: int, positions: int) -> None:
    rng, work = np.random.default_rng(seats * cards), new_space()
    for _ in range(positions):
        hands, trick, lead, trump = drawn(rng, seats, cards)
        brute.cache_clear()  # the next position shares nothing with the one before
        rest = np.zeros(1, REST).view(np.recarray)[0]
        rest.seats, rest.lead, rest.trump, rest.worth, rest.extra = seats, lead, trump, 2, extra
        rest.lain = len(trick)
        for p in range(seats):
            rest.hands[p] = sum(1 << card for card in hands[p])
        for i, card in enumerate(trick):
            rest.trick[(lead + i) % seats] = card
        solve_tricks(rest, work.trick_nodes, work.table, work.problem)
        assert rest.won[0] == brute(hands, trick, lead, trump, extra), (hands, trick, lead, trump)
        assert rest.won.sum() == 2 * max(map(len, hands)) + extra


def endings(game: Game, left: int, deals: int) -> Iterator[tuple[Position, int]]:
    """Positions of random play with at most `left` cards a hand in which everything is known, and the seat to move."""
    rng, knows = np.random.default_rng(left), informed(game)
    assert knows.known is not None and knows.likely is not None
    for deal in range(deals):
        position = Position(game, 2, seed=deal, preset=list(game.presets)[deal % len(game.presets)])
        position.deal()
        while (seat := position.turn) is not None:
            if knows.known(position.view(seat), seat) and max(position.state.held) <= left:
                yield position, seat
                break
            acts = list_actions(knows.likely(position.state, seat))
            game.play(position.state, seat, acts[rng.integers(len(acts))])


@pytest.mark.parametrize("game", KNOWING, ids=lambda game: game.name)
def test_endings_equal_brute_force(game: Game) -> None:
    tried = 0
    for position, seat in endings(game, 3, 30):
        found = solve.analyse(game, position.view(seat), seat)
        assert found is not None
        for action, value in zip(found.actions, found.values, strict=True):
            after = position.state.copy()
            game.play(after, seat, action)
            assert value == pytest.approx(minimax(game, after, seat))
        tried += 1
    assert tried >= 15


def test_fast_tricks_equal_the_rules_of_the_game() -> None:
    """WYSIWYG's last tricks: the kernel for plain tricks against alpha-beta through `legal` and `play`."""
    game = GAMES["wysiwyg"]
    slow = dataclasses.replace(informed(game), name="slow", plain=None, settle=None)
    for position, seat in endings(game, 6, 12):
        fast = solve.analyse(game, position.view(seat), seat)
        exact = solve.analyse(slow, position.view(seat), seat)
        assert fast is not None and exact is not None
        assert fast.values.tolist() == exact.values.tolist()


@pytest.mark.parametrize("game", KNOWING, ids=lambda game: game.name)
def test_known_means_that_there_is_one_world(game: Game) -> None:
    """What `determinize` makes of the view is the position itself; before, nothing is solved."""
    seen = 0
    for position, seat in endings(game, 13, 12):
        view = position.view(seat)
        game.determinize(view, seat, np.arange(1, 5, dtype=np.uint64))
        assert view.hands.tolist() == position.state.hands.tolist()
        seen += 1
    assert seen >= 8
    fresh = Position(game, 2, seed=1)
    fresh.deal()
    assert fresh.turn is not None
    assert solve.analyse(game, fresh.view(fresh.turn), fresh.turn) is None


def test_a_search_that_takes_too_long_is_given_up() -> None:
    game = GAMES["bingo"]
    position, seat = next(endings(game, 7, 1))
    assert solve.analyse(game, position.view(seat), seat, limit=10) is None
    assert solve.analyse(game, position.view(seat), seat) is not None


def test_solver_plays_exactly_and_leaves_the_rest() -> None:
    game = GAMES["wysiwyg"]
    bot = player("solve+flat:2")
    position, seat = next(endings(game, 13, 1))
    found = solve.analyse(game, position.view(seat), seat)
    assert found is not None
    best = [each for each, value in zip(found.actions, found.values, strict=True) if value == found.values.max()]
    assert bot.choose(game, position.view(seat), seat, 1) in best
    fresh = Position(game, 2, seed=3)
    fresh.deal()
    assert fresh.turn is not None
    view = fresh.view(fresh.turn)
    assert bot.choose(game, view, fresh.turn, 5) == player("flat:2").choose(game, view, fresh.turn, 5)
    with pytest.raises(SpecError, match=r"solve\+nobody"):
        player("solve+nobody:3")


def test_of_what_is_worth_the_same_that_is_played_with_which_others_may_err() -> None:
    """Beside somebody who plays at random it brings more than the first of them, and to who never errs no less."""
    game, bot, gains = GAMES["wysiwyg"], player("solve+flat:2"), []
    for position, seat in endings(game, 8, 200):
        view = position.view(seat)
        found = solve.analyse(game, view, seat)
        assert found is not None
        chosen = bot.choose(game, view, seat, 1)
        assert bot.choose(game, view, seat, 1) == chosen
        assert found.values[found.actions.index(chosen)] == found.values.max()
        if chosen != found.best:
            brings = flat.results(game, view, seat, b"erring", 200, [chosen, found.best])[1].mean(axis=0)
            gains.append(brings[0] - brings[1])
    assert len(gains) > 100
    assert np.mean(gains) > 3 * np.std(gains, ddof=1) / len(gains) ** 0.5


@pytest.mark.parametrize(("value", "lower", "upper"), [(2, -np.inf, 2), (5, 5, 5), (7, 7, np.inf)])
def test_a_value_beyond_alpha_or_beta_is_remembered_as_a_bound(value: float, lower: float, upper: float) -> None:
    """A search between 2 and 7 that comes to 2 has found at most 2, one that comes to 7 at least 7."""
    node, place = new_space().nodes[0], new_space().memo[0]
    node.lower, node.upper, node.value = 2.0, 7.0, value
    solve.remember(node, place, 1)
    assert (place.lower, place.upper) == (lower, upper)
