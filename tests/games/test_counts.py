"""Every legal sequence of tiny deals, counted by the fast rules and by the reference, against the files."""

import pytest
from perft import DEEPEST, Case, endings, perft, read_perft, slow_counts
from walks import has_reference

from torite.cards.kernel import JIT
from torite.games import GAMES
from torite.games.game import Game

CASES = [(game, case) for game in GAMES.values() for case in read_perft(game)]
SMALL = 1000  # most complete sequences that plain Python counts


def quick(case: Case) -> bool:
    """Is the case small enough for this run?"""
    return JIT or sum(case.ends.values()) in range(1, SMALL)


CASES = [(game, case) for game, case in CASES if quick(case)]
IDS = [f"{game.name}-{case.id}" for game, case in CASES]


@pytest.mark.parametrize(("game", "case"), CASES, ids=IDS)
def test_counts(game: Game, case: Case) -> None:
    table = case.table(game)
    assert case.counts
    assert [(depth, perft(table, depth)) for depth, _ in case.counts] == case.counts


@pytest.mark.parametrize(("game", "case"), CASES, ids=IDS)
def test_ends(game: Game, case: Case) -> None:
    if case.ends:
        assert endings(case.table(game)) == case.ends


@pytest.mark.parametrize(("game", "case"), CASES, ids=IDS)
def test_reference_counts_the_same(game: Game, case: Case) -> None:
    deepest = DEEPEST if case.ends else max(depth for depth, _ in case.counts)
    if not has_reference(game):
        pytest.skip(f"{game.name} has no reference yet")
    nodes, ends = slow_counts(case.table(game, slow=True).slow, deepest)
    assert [(depth, nodes[depth]) for depth, _ in case.counts] == case.counts
    if case.ends:
        assert ends == case.ends
