"""Which games are compiled already."""

from dataclasses import replace

import pytest

from torite.cards.kernel import JIT, kernel
from torite.games import GAMES
from torite.knowledge import informed
from torite.search import warm

pytestmark = pytest.mark.skipif(not JIT, reason="by design: nothing is compiled")
KEPT = {1: 2}  # of a dictionary nothing lasting is known


@pytest.mark.parametrize("name", GAMES)
def test_all_that_a_game_needs_can_be_kept(name: str) -> None:
    assert warm._mark(GAMES[name])


def test_games_are_told_apart_and_a_changed_rule_is_another_game() -> None:
    assert len({warm._mark(game) for game in GAMES.values()}) == len(GAMES)
    wizard = informed(GAMES["wizard"])
    assert warm._mark(replace(wizard, score=GAMES["rwd"].score)) != warm._mark(wizard)
    assert warm._mark(replace(wizard, badges=(), phase=lambda s: "?")) == warm._mark(wizard)


def test_a_game_that_cannot_be_kept_is_never_warm() -> None:
    @kernel
    def score(s: object, points: object) -> None:
        points[0] = KEPT[1]  # type: ignore[index]

    assert not warm.is_warm(replace(GAMES["wizard"], score=score))


def test_a_deal_that_is_not_over_after_so_many_moves_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one in which all keep passing, and nothing counts it."""
    monkeypatch.setattr(warm, "MOVES", 2)
    done: list[None] = []
    warm.warm(GAMES["wizard"], lambda: done.append(None))
    assert len(done) == warm.STEPS
