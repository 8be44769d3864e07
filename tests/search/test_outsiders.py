"""Players of other programs at a table of Schieber: they hear all, and play legal cards to the end."""

import random
from typing import Any

import pytest

import outsiders
from torite.cards.rng import match_seed
from torite.games.position import Position

DEALS = 16


@pytest.mark.parametrize("kind", outsiders.OUTSIDERS)
def test_they_play_whole_deals_and_keep_the_table(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever ends a trick, a card or the Stöck said about it, theirs ends too."""
    ends = []
    heard = outsiders.OUTSIDERS[kind].hear  # type: ignore[attr-defined]

    def hear(self: Any, seat: int, action: str, winner: int | None) -> None:
        heard(self, seat, action, winner)
        lying = len(self.table) if kind != "random" else self.told.nr_cards_in_trick
        assert lying < 4 or winner is None
        if winner is not None:
            assert lying == 0
            ends.append(action)

    monkeypatch.setattr(outsiders.OUTSIDERS[kind], "hear", hear)
    for number in range(DEALS):
        points = outsiders.play("random", kind, number % 2, match_seed(1, number))
        assert -4000 < points < 4000
    assert any(action.startswith("stoeck") for action in ends)
    assert len(ends) > DEALS * 9


def test_the_same_seed_gives_the_same_deal() -> None:
    for kind in ("greedy", "random"):
        assert len({outsiders.play("flat:2", kind, 0, match_seed(3, 1)) for _ in range(3)}) == 1


def test_who_insists_on_an_illegal_card_is_refused() -> None:
    class Stubborn:
        """Always the same card."""

        def lead_or_follow(self) -> str:
            return "SA"

    with pytest.raises(RuntimeError, match="SA"):
        outsiders.decide(Stubborn(), ["H6", "H7"])


def test_its_seats_are_ours() -> None:
    position = Position(outsiders.GAME, 4, seed=1)
    position.deal()
    random.seed(1)
    one = outsiders.Pyschieber("greedy", 3, ["SA", "S6", "HJ"])
    assert one.player.id == 1  # the next one to the right of seat 0
    one.hear(position.actors()[0], "contract:H", None)
    assert one.lead_or_follow() == "HJ"
