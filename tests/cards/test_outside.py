"""A kernel that is called from outside of kernels writes to the very record it is given, wherever that lies."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from torite.cards.kernel import State, kernel
from torite.games.state import HEADER, Layout, public

LAYOUT = Layout(*HEADER, public("many", np.int64, 3), public("few", np.int8, 2))


@kernel
def count(s: State, by: int) -> int:
    """Write at both ends of a record; what stands there now."""
    s.players += by
    s.few[1] += by
    return int(s.players) * 100 + int(s.few[1])


def second_of_three() -> Any:
    many = LAYOUT.new(3)
    many["many"] = 7
    return many[1]


PLACES: dict[str, Callable[[], Any]] = {
    "alone": lambda: LAYOUT.new()[0],
    "in an array": second_of_three,
    "a copy": lambda: second_of_three().copy(),
    "a deep copy": lambda: copy.deepcopy(second_of_three()),
    "unpickled": lambda: pickle.loads(pickle.dumps(second_of_three())),
    "a view": lambda: LAYOUT.view(second_of_three(), None),
    "of every other record": lambda: LAYOUT.new(6)[::2][2],
}


@pytest.mark.parametrize("made", PLACES.values(), ids=PLACES)
def test_the_record_is_written_to(made: Callable[[], Any]) -> None:
    s = made()
    before = s["many"].tolist()
    assert [count(s, 2), count(s, 3)] == [202, 505]
    assert (int(s["players"]), s["few"].tolist(), s["many"].tolist()) == (5, [0, 5], before)


def test_its_neighbours_stay() -> None:
    many = LAYOUT.new(3)
    count(many[1], 9)
    assert many["players"].tolist() == [0, 9, 0] and many["few"].tolist() == [[0, 0], [0, 9], [0, 0]]


@kernel
def always(s: State) -> bool:
    """As `finished` is where a match is one deal."""
    return True


def test_a_result_may_stand_in_the_text() -> None:
    """Numba takes it for a type of its own, and looks for a module to write its conversion into."""
    assert always(LAYOUT.new()[0]) is True
