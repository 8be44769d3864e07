"""The named cases of RWD once more, on the rules that are shipped instead of the reference."""

from functools import partial

import product
import pytest
import ref_rwd

from torite.games import GAMES

# Random play looks into the reference itself; test_invariants.py does it with the product.  Chances are the manual's.
OWN = {
    "test_hidden_cards_stay_secret_in_random_play",
    "test_rwd_invariants_in_random_matches",
    "test_random_play_has_the_quoted_statistics",
}
CASES = product.named("rwd")
globals().update({name: test for name, test in CASES.items() if name not in OWN})


@pytest.fixture(autouse=True)
def _on_the_product(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ref_rwd, "Match", partial(product.Match, GAMES["rwd"]))


def test_the_cases_are_there() -> None:
    assert set(CASES) > OWN and len(CASES) >= 50
