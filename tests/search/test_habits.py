"""Habits: what their marks say of a card, and that the fit finds weights again that values were made from."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import habits_fit
from torite.cards.kernel import JIT
from torite.cards.rng import new_rng
from torite.games import GAMES
from torite.games.jass.cards import DECK, SEATS
from torite.games.jass.tricks import unseen_by
from torite.games.position import Position
from torite.games.zones import OPEN
from torite.knowledge import habits

SIZES = [
    ("molotov", 4, {}),
    ("molotov", 4, {"values": "somnia"}),
    ("plus-minus", 3, {}),
    ("plus-minus", 4, {"direction": "clockwise"}),
    ("handjass", 2, {}),
    ("handjass", 4, {"weis": "large"}),
]
BOUNDS = {
    "trick": (habits.BY_TRICK, habits.BY_RANK),
    "rank": (habits.BY_RANK, habits.BY_SUIT),
    "suit": (habits.BY_SUIT, habits.BY_OTHER),
    "other": (habits.BY_OTHER, habits.NO_MARK),
    "none": (habits.NO_MARK, habits.SIZE),
}


def tables(marks: habits.Marks) -> list[str]:
    """Which table each mark lies in."""
    return [next(name for name, (first, end) in BOUNDS.items() if first <= mark < end) for mark in marks]


def marks_of(s: Any, seat: int, codes: list[str]) -> dict[str, habits.Marks]:
    """Marks of cards that may be played, from the whole record or from a view."""
    of, unseen = habits.situation(s, seat), unseen_by(s, seat)
    return {code: habits.marks(s, seat, DECK.parse(code), of, unseen) for code in codes}


def decisions(name: str, players: int, options: dict[str, object], deals: int) -> Iterator[tuple[Position, int]]:
    """Positions of random deals with a choice of cards."""
    rng = np.random.default_rng(1)
    for number in range(deals):
        position = Position(GAMES[name], players, seed=number, options=options)
        position.deal()
        while seats := position.actors():
            codes = position.legal(seats[0])
            if len(codes) > 1 and set(codes) <= set(DECK.names.values()):
                yield position, seats[0]
            position.play(str(rng.choice(codes)), seats[0])


@pytest.mark.parametrize(("name", "players", "options"), SIZES)
def test_marks_lie_in_their_tables_and_need_only_the_view(name: str, players: int, options: dict[str, object]) -> None:
    seen: set[int] = set()
    for position, seat in decisions(name, players, options, 40):
        codes = position.legal(seat)
        found = marks_of(position.state, seat, codes)
        assert found == marks_of(position.view(seat), seat, codes)
        for marks in found.values():
            assert tables(marks)[:2] == ["trick", "rank"]
            assert tables(marks)[2] in ("suit", "none")
            assert tables(marks)[3] == "other"
            seen |= set(marks)
    assert len(seen) > 100


def test_before_trump_is_born_the_suit_is_looked_at() -> None:
    position = Position(GAMES["molotov"], 4, seed=1)
    position.deal()
    seat = position.actors()[0]
    marks = marks_of(position.state, seat, position.legal(seat))
    assert {tables(of)[2] for of in marks.values()} == {"suit"}
    for suit in "CDHS":
        assert len({of[2] for code, of in marks.items() if code[0] == suit}) <= 1


def test_a_card_is_known_to_win_or_to_make_trump() -> None:
    """What it does when it is played is what its marks say."""
    wins, births = 0, 0
    for position, seat in decisions("molotov", 4, {}, 60):
        s = position.state
        for code, marks in marks_of(s, seat, position.legal(seat)).items():
            trial = position.copy()
            trial.play(code, seat)
            best = int(trial.state.last_winner if trial.state.trick_no > s.trick_no else trial.state.best)
            born = int(s.trump) == OPEN and int(trial.state.trump) >= 0
            assert tables(marks)[2] == ("suit" if int(s.trump) == OPEN and (born or seat == int(s.lead)) else "none")
            if not born:
                assert (marks[0] // 3 % 2 == 1) == (best == seat), code
            wins, births = wins + (best == seat), births + born
    assert wins > 500
    assert births > 50


def test_heavy_weights_decide() -> None:
    for position, seat in decisions("molotov", 4, {}, 4):
        marks = marks_of(position.state, seat, position.legal(seat))
        for wanted in marks.values():
            table = np.zeros(habits.SIZE, np.float32)
            table[list(wanted)] = 100
            weight = {code: table[list(of)].sum() for code, of in marks.items()}
            cards = position.game.legal(position.state, seat)[0]
            found = DECK.names[int(habits.prefer(position.state, seat, cards, table, new_rng(b"x")))]
            assert weight[found] == max(weight.values())


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_other_weights_are_another_kernel() -> None:
    """Kernels are kept on disk by what they hold; tables that differ in the middle alone are two."""
    tables = np.zeros((2, SEATS + 1, habits.SIZE), np.float32)
    tables[1, 4, habits.SIZE // 2] = 1
    kernels: list[Any] = [habits.by_weights(table, GAMES["molotov"].legal) for table in tables]
    assert kernels[0].entry_name() != kernels[1].entry_name()


@pytest.mark.parametrize("seed", [1, 2])
def test_the_fit_finds_what_values_were_made_from(seed: int) -> None:
    rng = np.random.default_rng(seed)
    notes, truth = habits_fit.Notes(), rng.normal(0, 0.1, 40)
    for _ in range(3000):
        marks = rng.integers(0, 10, (5, 4)) + np.arange(0, 40, 10)
        luck = rng.normal(0, 1 / np.sqrt(100), 5)
        notes.marks += [tuple(of) for of in marks.tolist()]
        notes.values += (truth[marks].sum(axis=1) + luck + rng.normal()).tolist()
        notes.visits += [100] * 5
        notes.actions.append(5)
    found = habits_fit.fit(notes)[:40]
    for first in range(0, 40, 10):  # only differences within a table can be told
        part, true = found[first : first + 10], truth[first : first + 10]
        assert np.corrcoef(part, true)[0, 1] > 0.97
