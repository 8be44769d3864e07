"""Habits: what their marks say of a card, and that the fit finds weights again that values were made from."""

from typing import Any

import numpy as np
import pytest

import habits_fit
from torite.cards.actions import list_actions
from torite.cards.rng import new_rng
from torite.games import GAMES
from torite.games.jass import habits
from torite.games.jass.cards import DECK
from torite.games.jass.tricks import unseen_by
from torite.games.position import Position

MOLOTOV = GAMES["molotov"]


def tables(marks: habits.Marks) -> list[str]:
    """Which table each mark lies in."""
    bounds = {
        "trick": (habits.BY_TRICK, habits.BY_RANK),
        "rank": (habits.BY_RANK, habits.BY_SUIT),
        "suit": (habits.BY_SUIT, habits.BY_OTHER),
        "other": (habits.BY_OTHER, habits.NO_MARK),
        "none": (habits.NO_MARK, habits.SIZE),
    }
    return [next(name for name, (first, end) in bounds.items() if first <= mark < end) for mark in marks]


def told(position: Position, seat: int) -> dict[str, habits.Marks]:
    """Marks of the cards that may be played."""
    s = position.state
    of, unseen = habits.situation(s, seat), unseen_by(s, seat)
    cards = list_actions(MOLOTOV.legal(s, seat))
    return {DECK.names[card]: habits.marks(s, seat, card, of, unseen) for card in cards}


def decisions(deals: int) -> Any:
    """Positions of random deals of Molotov with a choice."""
    rng = np.random.default_rng(1)
    for number in range(deals):
        position = Position(MOLOTOV, 4, seed=number)
        position.deal()
        while (seats := position.actors()) and seats[0] >= 0:
            seat = seats[0]
            codes = position.legal(seat)
            if len(codes) > 1:
                yield position, seat
            position.play(str(rng.choice(codes)), seat)


def test_marks_lie_in_their_tables_and_need_only_the_view() -> None:
    seen = set()
    for position, seat in decisions(30):
        view = Position.view(position, seat)
        of, unseen = habits.situation(view, seat), unseen_by(view, seat)
        for code, marks in told(position, seat).items():
            assert tables(marks)[:2] == ["trick", "rank"]
            assert tables(marks)[2] in ("suit", "none")
            assert tables(marks)[3] == "other"
            assert marks == habits.marks(view, seat, DECK.parse(code), of, unseen)
            seen |= set(marks)
    assert len(seen) > 500


def test_before_trump_is_born_the_suit_is_looked_at() -> None:
    position = Position(MOLOTOV, 4, seed=1)
    position.deal()
    marks = told(position, position.actors()[0])
    jacks = {code: tables(of)[2] for code, of in marks.items()}
    assert set(jacks.values()) == {"suit"}
    alike = [of for code, of in marks.items() if code[0] == next(iter(marks))[0]]
    assert len({of[2] for of in alike}) == 1  # one suit, one mark


def test_heavy_weights_decide() -> None:
    for position, seat in decisions(4):
        marks = told(position, seat)
        for wanted in marks.values():
            table = np.zeros(habits.SIZE, np.float32)
            table[list(wanted)] = 100
            weight = {code: table[list(of)].sum() for code, of in marks.items()}
            cards = MOLOTOV.legal(position.state, seat)[0]
            found = DECK.names[int(habits.prefer(position.state, seat, cards, table, new_rng(b"x")))]
            assert weight[found] == max(weight.values())


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
