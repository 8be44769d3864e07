"""Four open hands against the double dummy solver of the bridge world, another author's program."""

from collections import Counter

import numpy as np
import pytest

from torite.cards.kernel import JIT
from torite.games.rest import REST
from torite.search.open_tricks import solve_tricks
from torite.search.solve import new_space

dds = pytest.importorskip("dds", reason="endplay is missing", exc_type=ImportError)
DECK = [suit << 4 | rank for suit in range(4) for rank in range(13)]
pytestmark = pytest.mark.skipif(not JIT, reason="too slow without the compiler")


@pytest.mark.parametrize(("cards", "deals"), [(6, 100), (8, 200), (9, 50)])
def test_tricks_equal_the_double_dummy_solver(cards: int, deals: int) -> None:
    rng, work, trumps = np.random.default_rng(cards), new_space(), Counter[int]()
    rest = np.zeros(1, REST).view(np.recarray)[0]
    for _ in range(deals):
        deck = [DECK[i] for i in rng.permutation(52)]
        hands = [sum(1 << card for card in deck[p * cards : (p + 1) * cards]) for p in range(4)]
        rest.seats, rest.lain, rest.worth, rest.extra = 4, 0, 1, 0
        rest.lead, rest.trump = rng.integers(4), rng.integers(-1, 4)
        rest.hands[:] = hands
        solve_tricks(rest, work.trick_nodes, work.table, work.problem)
        deal = dds.deal_of(hands, int(rest.lead), int(rest.trump))
        assert rest.won[rest.lead & 1] == dds.tricks_of(deal), deal
        trumps[int(rest.trump)] += 1
    assert len(trumps) == 5
