"""A page of rules is read in one go: no more lines than were promised, no function over a screen."""

from pathlib import Path

import pytest

from pages import lines, longest
from torite.games import GAMES

WHIST = Path(__file__).parents[2] / "examples" / "whist.py"
PAGES = {name: Path(game.page) for name, game in GAMES.items()} | {"whist": WHIST}
MOST = {"whist": 70, "schieber": 180, "wizard": 220}
MOST_OF_ALL, MOST_OF_A_FUNCTION = 320, 40


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_as_short_as_was_promised(name: str) -> None:
    assert 40 < lines(PAGES[name]) <= MOST.get(name, MOST_OF_ALL)
    assert longest(PAGES[name]) <= (MOST_OF_A_FUNCTION, "~")
