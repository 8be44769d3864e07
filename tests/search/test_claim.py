"""The rest is mine: the search against all lines of play, and what it does to the worth of a deal."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from torite.cards.rng import new_rng
from torite.games import GAMES
from torite.games.load import load_game
from torite.games.position import Position
from torite.search.claim import is_sure, settle

MOST = 4  # cards in hand, where all lines are tried
WHIST = load_game("examples/whist.py")
PLAYED = [  # game, players, options, matches
    ("schieber", 4, {"target": 500}, 1),
    ("schieber", 4, {"target": 500, "end_check": "once", "match_bonus": 100}, 1),
    ("wizard", 3, {}, 3),
    ("wizard", 5, {}, 6),
    ("wysiwyg", 2, {"target": 30}, 1),
    ("rwd", 3, {"wins": 1}, 3),
    ("rwd", 5, {"wins": 1}, 2),
    ("differenzler", 4, {"rounds_per_player": 1}, 3),
    ("differenzler", 3, {"rounds_per_player": 1, "stoeck_pm20": True}, 3),
    ("mittlere", 3, {}, 1),
    ("molotov", 4, {"values": "somnia"}, 1),
    ("plus-minus", 4, {}, 1),
    ("coiffeur", 3, {}, 1),
    ("coiffeur", 4, {}, 1),
    ("handjass", 4, {"target": 3}, 6),
    ("whist", 4, {"goal": 5}, 2),
]
GAME_OF = {**GAMES, "whist": WHIST}


def claims(name: str, players: int, options: dict[str, object], matches: int) -> Iterator[tuple[Position, int]]:
    """Every position of some random matches in which a seat may claim."""
    game = GAME_OF[name]
    assert game.claimable is not None
    for seed in range(matches):
        rnd = random.Random(seed)
        position = Position(game, players, seed=seed, options=options)
        while not position.state.deals or not position.finished():
            position.deal()
            while (seat := position.turn) is not None:
                if game.claimable(position.state, seat):
                    yield position.copy(), seat
                position.play(rnd.choice(position.legal(seat)), seat)


def lines(position: Position, seat: int) -> Iterator[Position]:
    """All ends of the deal in which the seat takes every trick; what is asked beside cards gets its first code."""
    mover = position.turn
    if mover is None:
        yield position
        return
    codes = position.legal(mover)
    for code in codes if position.game.actions[codes[0]] < 64 else codes[:1]:
        after = position.copy()
        after.play(code, mover)
        if is_ahead(after, seat):
            yield from lines(after, seat)


def is_ahead(position: Position, seat: int) -> bool:
    """Does the seat win the trick so far, or has it taken the last one?"""
    s = position.state
    return int(s.best if s.best >= 0 else s.last_winner) == seat


def takes_all(position: Position, seat: int) -> bool:
    """By trying everything: whether a line holds for which the others have no answer."""
    mover = position.turn
    if mover is None:
        return True
    codes = position.legal(mover)
    if position.game.actions[codes[0]] >= 64:
        codes = codes[:1]
    tried = []
    for code in codes:
        after = position.copy()
        after.play(code, mover)
        tried.append(is_ahead(after, seat) and takes_all(after, seat))
        if tried[-1] == (mover == seat):
            break
    return any(tried) if mover == seat else all(tried)


def worth(position: Position) -> object:
    """All that the end of a deal may change."""
    points = np.zeros(position.players)
    position.game.score(position.state, points)
    return points.tolist(), position.deal_result(), position.result() if position.finished() else None


def played_out(position: Position, line: list[tuple[int, int]]) -> Position:
    """The position at the end of a line: each action is legal."""
    after = position.copy()
    for mover, action in line:
        assert after.turn == mover
        after.play(after.game.codes[action], mover)
    assert after.deal_over()
    return after


@pytest.mark.parametrize(("name", "players", "options", "matches"), PLAYED)
def test_search_agrees_with_trying_everything(
    name: str, players: int, options: dict[str, object], matches: int
) -> None:
    held, failed = 0, 0
    for position, seat in claims(name, players, options, matches):
        if int(position.state.held[seat]) > MOST - (players > 3):
            continue
        line = settle(position.game, position.state.copy(), seat)
        assert (line is not None) == takes_all(position, seat), position.text
        held, failed = held + (line is not None), failed + (line is None)
        if is_sure(position.game, position.view(seat), seat):
            assert line is not None, position.text
    assert held
    assert failed


@pytest.mark.parametrize(("name", "players", "options", "matches"), PLAYED)
def test_worth_is_the_same_in_every_line(name: str, players: int, options: dict[str, object], matches: int) -> None:
    tried = 0
    for position, seat in claims(name, players, options, matches):
        if int(position.state.held[seat]) > (3 if players < 5 else 2):
            continue
        ends = [worth(end) for end in lines(position, seat)]
        line = settle(position.game, position.state.copy(), seat)
        if line is not None:
            ends.append(worth(played_out(position, line)))
        assert all(end == ends[0] for end in ends), position.text
        tried += len(ends) > 1
    assert tried


@pytest.mark.parametrize(("name", "players", "options", "matches"), PLAYED)
def test_what_a_seat_is_sure_of_holds_in_every_world(
    name: str, players: int, options: dict[str, object], matches: int
) -> None:
    sure = 0
    for position, seat in claims(name, players, options, matches):
        game = position.game
        if not is_sure(game, position.view(seat), seat):
            continue
        sure += 1
        for world in range(5):
            state = position.view(seat)
            game.determinize(state, seat, new_rng(bytes([world])))
            assert settle(game, state, seat) is not None, position.text
    assert sure


def test_a_game_that_does_not_say_so_has_no_claims() -> None:
    assert GAMES["emissary"].claimable is None
    assert GAMES["bingo"].claimable is None
    assert load_game("examples/hearts.py").claimable is None


def test_a_search_that_takes_too_long_is_given_up() -> None:
    given_up = 0
    for position, seat in claims("wizard", 3, {}, 1):
        line = settle(position.game, position.state.copy(), seat, limit=2)
        if line is None and settle(position.game, position.state.copy(), seat) is not None:
            given_up += 1
    assert given_up
