"""Games from outside the house are on the same stage: the examples, and one whose six suits nobody has seen before."""

import copy
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from unittest import mock

import pytest

from browser.conftest import SERVE
from browser.pages import Visit
from browser.positions import Situation, situations
from browser.staged import LANGUAGES, SIZES, Stage
from browser.test_stage_fits import THOROUGH
from server.servers import Process
from torite.games import GAMES
from torite.games.load import imported

EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = ("german_whist", "hearts", "oh_hell", "schnapsen", "whist")
PAGES = {name: EXAMPLES / f"{name}.py" for name in NAMES} | {"sixes": Path(__file__).with_name("sixes.py")}
SEVEN = "like!"  # answers; in the smallest window they scroll
STEPS = 400  # actions of a match that are looked at

pytestmark = pytest.mark.xdist_group("own games")  # one process for what they share


@pytest.fixture(scope="module", autouse=True)
def theirs() -> Iterator[None]:
    """They are games of this process, too."""
    with mock.patch.dict(GAMES, {name: imported(file, str(file)) for name, file in PAGES.items()}):
        yield


@pytest.fixture(scope="module")
def server_with_theirs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A house that has them."""
    files = [word for file in PAGES.values() for word in ("--game", str(file))]
    process = Process(tmp_path_factory.mktemp("theirs"), *files, program=SERVE)
    yield process
    process.stop()


def looks(locale: str) -> Iterator[tuple[str, Situation]]:
    """Each situation at one size, in each language at another one; at every size one of the longest hands."""
    sizes, lang = list(SIZES), LANGUAGES.index(locale)
    for game, name in enumerate(PAGES):
        low, high = GAMES[name].players
        some = [each for n in range(low, high + 1) for each in situations(name, n, steps=STEPS)]
        some = [each for each in some if each.what != SEVEN]
        longest = max(some, key=lambda each: (each.cards, each.players))
        if THOROUGH:
            yield from product(sizes, some)
            continue
        for n, size in enumerate(sizes):
            if (n + lang) % len(PAGES) == game:
                yield size, longest
        for n, situation in enumerate(some):
            yield sizes[(3 * n + 2 * lang) % len(sizes)], situation


@pytest.mark.parametrize("locale", LANGUAGES)
def test_games_from_outside_fit(server_with_theirs: Process, visit: Visit, locale: str) -> None:
    stage = Stage(visit(server_with_theirs.base, locale=locale, has_touch=True, staged=True))
    found = []
    for size, situation in sorted(looks(locale), key=lambda look: list(SIZES).index(look[0])):
        width, height = SIZES[size]
        stage.page.set_viewport_size({"width": width, "height": height})
        stage.show(situation)
        found += [f"{situation.name} at {size}: {what}" for what in stage.broken()]
    assert found == [], f"{len(found)} found\n" + "\n".join(found[:30])


def test_many_answers_lie_over_nothing_else(server_with_theirs: Process, visit: Visit) -> None:
    (seven,) = (each for each in situations("sixes", 4) if each.what == SEVEN)
    stage = Stage(visit(server_with_theirs.base, has_touch=True, staged=True))
    stage.page.set_viewport_size({"width": 812, "height": 375})
    stage.show(seven)
    assert stage.broken() == []
    auction = copy.deepcopy(seven)
    auction.message["table"]["scene"]["legal"] = [f"like_it_so:{bid}" for bid in range(36)]
    for width, height in ((320, 568), (375, 667), (812, 375)):
        stage.page.set_viewport_size({"width": width, "height": height})
        stage.show(auction)
        assert stage.broken() == []
