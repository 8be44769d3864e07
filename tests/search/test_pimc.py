"""The exact worth of drawn worlds, averaged: against brute force, and who plays when."""

import dataclasses
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from minimax import minimax
from torite.cards.actions import list_actions
from torite.cards.kernel import JIT
from torite.cards.rng import new_rng
from torite.games import GAMES
from torite.games.game import Game
from torite.games.position import Position
from torite.games.rest import KEY
from torite.knowledge import informed
from torite.locale import LANGUAGES
from torite.search import pimc, solve
from torite.search.players import SpecError, player, player_of

SCHIEBER = GAMES["schieber"]
OPTIONS: list[dict[str, Any]] = [{}, {"match_bonus": 100}, {"end_check": "once", "target": 500}]


def values_of(game: Game, s: Any, seat: int) -> list[float]:
    """The same for every legal action."""
    found = []
    for action in list_actions(game.legal(s, seat)):
        after = s.copy()
        game.play(after, seat, action)
        found.append(minimax(game, after, seat))
    return found


def endings(game: Game, left: int, deals: int) -> Iterator[tuple[Position, int]]:
    """Positions of random play with at most `left` cards a hand, some within a trick, and the seat to move."""
    rng = np.random.default_rng(left)
    for deal in range(deals):
        position = Position(game, game.players[0], seed=deal, options=OPTIONS[deal % len(OPTIONS)])
        position.deal()
        until = left * position.players - deal % position.players
        while (seat := position.turn) is not None and position.state.held.sum() > until:
            legal = position.legal()
            position.play(legal[rng.integers(len(legal))], seat)
        if seat is not None:
            yield position, seat


def world(game: Game, s: Any) -> Any:
    """Room for `solve_world`, its first state s."""
    states = game.state.new(solve.DEEPEST)
    states[0] = s
    return states


def test_solved_worlds_equal_brute_force() -> None:
    """Each action's value is the mean over the very worlds that were drawn."""
    tried = 0
    for position, seat in endings(SCHIEBER, 3, 16):
        view = position.view(seat)
        found = pimc.average(SCHIEBER, view, seat, 5, worlds=2)
        rng, sums = new_rng((5).to_bytes(8, "big")), np.zeros(len(position.legal(seat)))
        for _ in range(2):
            drawn = view.copy()
            SCHIEBER.determinize(drawn, seat, rng)
            sums += values_of(SCHIEBER, drawn, seat)
        assert found is not None and found.worlds == 2
        assert found.values.tolist() == pytest.approx((sums / 2).tolist())
        tried += 1
    assert tried >= 12


@pytest.mark.skipif(not JIT, reason="too slow without the compiler")
def test_what_is_remembered_changes_no_value() -> None:
    """With the table of positions and without."""
    slow = dataclasses.replace(informed(SCHIEBER), name="slow", outlook=None)
    positions = {True: 0, False: 0}
    for position, seat in endings(SCHIEBER, 4, 18):
        values = []
        for game in (SCHIEBER, slow):
            found = solve.solve_world(game, world(game, position.state), seat)
            assert found is not None
            if not position.state.ends_at_once:
                positions[game is slow] += int(solve.space().count[0].positions)
            values.append(found.values.tolist())
        assert values[0] == values[1]
    assert positions[False] < positions[True] / 2


def test_the_outlook_holds() -> None:
    """Every deal ends within the bounds that were told of each position on the way."""
    rng, told = np.random.default_rng(3), 0
    key, points = np.zeros(KEY, np.int64), np.zeros(4)
    outlook = informed(SCHIEBER).outlook
    assert outlook is not None
    for deal in range(60):
        position = Position(SCHIEBER, 4, seed=deal, options=OPTIONS[deal % len(OPTIONS)])
        position.deal()
        bounds = []
        while (seat := position.turn) is not None:
            for p in range(4):
                ends = np.zeros(2)
                if outlook(position.state, p, key, ends):
                    bounds.append((p, *ends))
            legal = position.legal()
            position.play(legal[rng.integers(len(legal))], seat)
        SCHIEBER.score(position.state, points)
        assert all(least <= points[p] <= most for p, least, most in bounds)
        told += bool(bounds)
    assert told >= 30


@pytest.mark.skipif(not JIT, reason="too slow without the compiler")
def test_the_end_is_left_to_pimc() -> None:
    """`pimc3+flat:4` is `flat:4` with four cards in hand and `pimc:4` with three."""
    for left, alone in ((4, "flat:4"), (3, "pimc:4")):
        for position, seat in endings(SCHIEBER, left, 6):
            if position.state.held[seat] == left:
                view = position.view(seat)
                both: Any = player("pimc3+flat:4")
                one: Any = player(alone)
                mixed, pure = (bot.analyse(SCHIEBER, view, seat, 9) for bot in (both, one))
                assert mixed.values.tolist() == pure.values.tolist()


@pytest.mark.skipif(not JIT, reason="too slow without the compiler")
def test_worlds_too_large_are_left_to_the_other_search() -> None:
    position = Position(SCHIEBER, 4, seed=2)
    position.deal()
    seat = position.turn
    assert seat is not None
    view = position.view(seat)
    assert pimc.average(SCHIEBER, view, seat, 1, worlds=1) is None
    assert player("pimc9+flat:3").choose(SCHIEBER, view, seat, 4) == player("flat:3").choose(SCHIEBER, view, seat, 4)
    assert player("pimc:3").choose(SCHIEBER, view, seat, 4) == player("flat:3").choose(SCHIEBER, view, seat, 4)


@pytest.mark.parametrize("spec", ["pimc0+ismcts:20", "solve+pimc0+ismcts:20ms"])
def test_no_cards_is_refused(spec: str) -> None:
    with pytest.raises(SpecError) as refused:
        player(spec)
    assert refused.value.code == "cards"
    assert all(spec in refused.value.tell(lang) for lang in LANGUAGES)


@pytest.mark.parametrize("spec", ["pimc:20", "pimc4+ismcts:20", "solve+pimc4+ismcts:20ms"])
def test_games_of_many_sides_are_refused(spec: str) -> None:
    for game, players in (("wizard", 4), ("rwd", 3), ("emissary", 1)):
        with pytest.raises(SpecError) as refused:
            player_of(spec, GAMES[game], players)
        assert refused.value.code == "sides"
        assert all(spec in refused.value.tell(lang) for lang in LANGUAGES)
    for game, players in (("schieber", 4), ("wysiwyg", 2), ("handjass", 2)):
        player_of(spec, GAMES[game], players)
