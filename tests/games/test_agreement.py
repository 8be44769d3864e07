"""The fast rules and the reference side by side through whole matches, for every table and every option."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import (
    FIRST_IDS,
    FIRST_SIZES,
    SIZE_IDS,
    SIZES,
    Table,
    examples,
    has_reference,
    option_sets,
    shuffled,
    walk_deal,
)

from torite.games.game import Game

SHORT = [(game, n) for game, n in FIRST_SIZES if "talon" in game.state.fields]  # any number of cards


@pytest.fixture(autouse=True)
def _needs_a_reference(game: Game) -> None:
    if not has_reference(game):
        pytest.skip(f"{game.name} has no reference yet")


def agree(table: Table) -> None:
    """Who may act and what everybody may do."""
    slow, game = table.slow, table.game
    assert table.actors() == sorted(slow.actors())
    for seat in range(table.players):
        assert sorted(game.codes[a] for a in table.legal(seat)) == sorted(slow.legal(seat))


def agree_on_deal(table: Table, rng: random.Random) -> None:
    """Play one deal at random under both."""
    table.deal(shuffled(table.game, rng))
    assert (table.slow.dealer() if table.slow.dealer() is not None else -1) == table.state.dealer
    assert table.slow.first() == table.state.turn
    for _ in walk_deal(table, rng):
        agree(table)
    assert table.slow.result() == table.game.result(table.state)
    assert table.slow.finished() == table.finished()


def agree_on_match(table: Table, rng: random.Random) -> None:
    """Play a whole match."""
    agree_on_deal(table, rng)
    while not table.finished():
        agree_on_deal(table, rng)
    outcome, slow = table.game.outcome(table.state), table.slow.outcome()
    assert slow == {"scores": outcome.scores, "winners": outcome.winners, "draw": outcome.draw}


@pytest.mark.parametrize(("game", "players"), SIZES, ids=SIZE_IDS)
@settings(max_examples=examples(30))
@given(seed=st.integers(0, 2**32 - 1), data=st.data())
def test_whole_matches(game: Game, players: int, seed: int, data: st.DataObject) -> None:
    rng = random.Random(seed)
    options = {o.name: data.draw(st.sampled_from(o.values)) for o in game.options}
    agree_on_match(Table(game, players, options, rng.randrange(players)), rng)


@pytest.mark.parametrize(("game", "players"), SIZES, ids=SIZE_IDS)
def test_every_combination_of_options(game: Game, players: int) -> None:
    """A last deal each, from a match in which nobody has anything yet: ties and shared wins abound."""
    rng = random.Random(players)
    for options in option_sets(game):
        for _ in range(examples(6)):
            fixed = game.deals(Table(game, players, options, 0, slow=False).state)
            table = Table(game, players, options, rng.randrange(players), deals=fixed - 1 if fixed else 0)
            if "wins" in options:
                table = Table(game, players, options | {"wins": 1}, rng.randrange(players))
            agree_on_match(table, rng)


@pytest.mark.parametrize(("game", "players"), SIZES, ids=SIZE_IDS)
def test_refuses_as_the_reference_does(game: Game, players: int) -> None:
    """No action outside the legal list is one for the reference either."""
    rng = random.Random(7)
    table = Table(game, players)
    table.deal(shuffled(game, rng))
    for step, _ in enumerate(walk_deal(table, rng)):
        if step % 10 == 0:
            for seat in range(players):
                for action in set(game.codes) - set(table.legal(seat)):
                    with pytest.raises(ValueError, match=r"\w"):
                        table.slow.play(seat, game.codes[action])


@pytest.mark.parametrize(("game", "players"), SHORT, ids=[f"{game.name}-{n}" for game, n in SHORT])
def test_matches_of_short_deals(game: Game, players: int) -> None:
    """Two or three rows a deal: shared wins, draws and changing starters in every match."""
    rng = random.Random(players)
    for options in option_sets(game):
        for _ in range(examples(20)):
            table = Table(game, players, options | {"wins": rng.choice([1, 2, 3])}, rng.randrange(players))
            for _ in range(20):
                table.deal(shuffled(game, rng)[: players * rng.choice([2, 3])])
                for _ in walk_deal(table, rng):
                    pass
                assert table.slow.result() == game.result(table.state)
                assert table.slow.next_start == table.state.starter
                assert table.slow.finished() == table.finished()
                if table.finished():
                    break


@pytest.mark.parametrize(("game", "players"), FIRST_SIZES, ids=FIRST_IDS)
def test_ends_of_matches(game: Game, players: int) -> None:
    """After the last deal, with totals as they may be: is it over, and who has won?"""
    rng = random.Random(players)
    fixed = game.deals(Table(game, players, slow=False).state)
    for options in option_sets(game):
        table = Table(game, players, options, 0, deals=fixed - 1 if fixed else 0)
        table.deal(shuffled(game, rng))
        for _ in walk_deal(table, rng):
            pass
        for _ in range(20 + examples(200)):
            for name in {"scores", "exact"} & set(game.state.fields):
                totals = [rng.randrange(4) for _ in range(players)]
                table.state[name][:players] = totals
                setattr(table.slow, "wins" if game.name == "rwd" else name, totals)
            assert table.slow.finished() == table.finished()
            if table.finished():
                outcome = game.outcome(table.state)
                assert table.slow.outcome()["winners"] == outcome.winners
