"""Two worlds: nothing a seat is told depends on what it cannot know, and every drawn world could be the true one.

How a world is replayed, and counted against all there are, stands in worlds.py.
"""

import itertools
import math
import random

import pytest
from walks import FIRST_IDS, FIRST_SIZES, SIZE_IDS, SIZES, Table, examples, shuffled, walk_deal
from worlds import check_world, draw, new_table, positions, spreads, told

from torite.cards.rng import new_rng
from torite.games import GAMES
from torite.games.game import Game

FEW = 300  # deals of a position that are tried


@pytest.mark.parametrize(("game", "players"), SIZES, ids=SIZE_IDS)
def test_every_world_could_be_the_true_one(game: Game, players: int) -> None:
    """`python tests/games/worlds.py` does it with 100,000 draws a game."""
    rng, chance = random.Random(players), new_rng(b"worlds", players)
    wanted, drawn = 300, 0  # without the compiler, too: few would not show what is rare
    while drawn < wanted:
        table = new_table(game, players, rng)
        for seat in positions(table, rng):
            check_world(table, seat, draw(table, seat, chance))
            drawn += 1
            if drawn >= wanted:
                break


@pytest.mark.parametrize(("game", "players"), FIRST_SIZES, ids=FIRST_IDS)
def test_what_a_seat_is_told_does_not_depend_on_the_rest(game: Game, players: int) -> None:
    """Of the two worlds the second one goes on, too: the same actions tell the seat the same until a card differs."""
    rng, chance = random.Random(100 + players), new_rng(b"going on", players)
    for _ in range(examples(30)):
        table = new_table(game, players, rng)
        stop = rng.randrange(60)
        for step, _ in enumerate(walk_deal(table, rng)):
            if step == stop:
                break
        seat = rng.randrange(players)
        world = draw(table, seat, chance)
        # The seat's own next action, if it is its turn, leads to the same view in both worlds, unless others reveal.
        if seat in table.actors():
            action = rng.choice(table.legal(seat))
            a, b = table.state.copy(), world.copy()
            held = int(a.held.sum())
            game.play(a, seat, action)
            game.play(b, seat, action)
            if int(a.held.sum()) == held and int(a.last_winner) == int(table.state.last_winner):
                sealed = game.sealed(table.state, seat, action) and (a.bids != table.state.bids).any()
                assert sealed or told(game, a, seat) == told(game, b, seat)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_wizard_bids_stay_sealed(players: int) -> None:
    """At every step of simultaneous bidding, for every seat, in small and large rounds."""
    rng, chance = random.Random(players), new_rng(b"sealed", players)
    for _ in range(examples(60)):
        dealt = rng.randrange(60 // players)
        table = Table(GAMES["wizard"], players, {"hiddentip": True}, rng.randrange(players), deals=dealt)
        table.deal(shuffled(table.game, rng))
        for _ in walk_deal(table, rng):
            for seat in range(players):
                check_world(table, seat, draw(table, seat, chance))
            if table.state.phase == 2:
                break


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_draws_are_even(game: Game) -> None:
    """All worlds of tiny deals and late positions are drawn about equally often, and no other."""
    rng, chance = random.Random(3), new_rng(b"even", 1)
    found = list(itertools.islice(spreads(game, rng, chance, examples(60), FEW), examples(24)))
    deviations = [deviation for _, deviation in found]
    assert max(deviations) < 4.5, found
    assert sum(deviations) / len(deviations) < 4 / math.sqrt(len(deviations)), found
