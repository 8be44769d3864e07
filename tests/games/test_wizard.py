"""The named cases of Wizard once more, on the rules that are shipped instead of the reference."""

from functools import partial

import product
import pytest
import ref_wizard

from torite.games import GAMES

# Random play looks into the reference itself; test_invariants.py does it with the product.  The others are about the
# reference's deck, what it refuses, and the manual's chances.
OWN = {
    "test_wizard_invariants_in_random_matches",
    "test_first_round_chances_are_the_quoted_ones",
    "test_unknown_options_seats_and_decks_are_refused_in_wizard",
    "test_sixty_cards",
}
CASES = product.named("wizard")
globals().update({name: test for name, test in CASES.items() if name not in OWN})


@pytest.fixture(autouse=True)
def _on_the_product(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ref_wizard, "Match", partial(product.Match, GAMES["wizard"]))


def test_the_cases_are_there() -> None:
    assert set(CASES) > OWN and len(CASES) >= 50
