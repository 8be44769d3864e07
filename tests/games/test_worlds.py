"""Two worlds: nothing a seat is told depends on what it cannot know, and every drawn world could be the true one.

How a world is replayed, and counted against all there are, stands in worlds.py.
"""

import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from walks import SIZE_IDS, SIZES, Table, examples, shuffled, walk_deal
from worlds import (
    check_world,
    draw,
    eager,
    made_out,
    new_table,
    positions,
    random_options,
    replay_slow,
    shared,
    spreads,
    told,
    unlikely,
)

from torite.cards.bits import members
from torite.cards.kernel import CONFIG, JIT
from torite.cards.rng import new_rng
from torite.games import GAMES
from torite.games.game import Game
from torite.games.jass.melds import MOST_MELDS, _agrees, _fill_all, _find_melds, _has_secret
from torite.games.jass.tricks import place_shown, unseen_by

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


@pytest.mark.parametrize(("game", "players"), SIZES, ids=SIZE_IDS)
def test_what_a_seat_is_told_does_not_depend_on_the_rest(game: Game, players: int) -> None:
    """The seat's own next action, in the true world and a drawn one, tells it the same where the reference does."""
    rng, chance = random.Random(100 + players), new_rng(b"going on", players)
    for _ in range(examples(30)):
        table = new_table(game, players, rng)
        stop = rng.randrange(60)
        for step, _ in enumerate(walk_deal(table, rng)):
            if step == stop:
                break
        seat = rng.randrange(players)
        if seat not in table.actors():
            continue
        world = draw(table, seat, chance)
        action = rng.choice(table.legal(seat))
        slow = replay_slow(table, made_out(table, world, seat))
        state = table.state.copy()
        for s, match in ((state, table.slow), (world, slow)):
            game.play(s, seat, action)
            match.play(seat, game.codes[action])
        alike = slow.observation(seat) == table.slow.observation(seat)
        assert alike == (told(game, world, seat) == told(game, state, seat)), game.codes[action]


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
    deviations = [unlikely(chi, n - 1) for n, chi in found]
    assert max(deviations) < 4.5, found
    assert sum(deviations) / len(deviations) < 4 / math.sqrt(len(deviations)), found


def test_melds_of_several_are_placed_evenly() -> None:
    """Late in Schieber two or more have told of melds that nobody has seen: against all hands that agree."""
    rng, chance = random.Random(22), new_rng(b"several", 1)  # a seed that meets the first one soon: they are rare
    deviations: list[float] = []
    wanted, game = 8 if JIT and not CONFIG.BOUNDSCHECK else 1, GAMES["schieber"]
    while len(deviations) < wanted:
        table = Table(game, 4, random_options(game, rng), slow=False)
        table.deal(shuffled(game, rng))
        for _ in walk_deal(table, rng, eager):
            viewer = rng.randrange(4)
            world = game.state.view(table.state, viewer)
            free = place_shown(world, viewer, unseen_by(world, viewer))
            cards = members(int(free))
            tellers = [p for p in range(4) if _has_secret(world, viewer, p)]
            melds = np.empty(MOST_MELDS, np.int64)
            if len(cards) > 9 or sum(_find_melds(world, p, free, melds) > 1 for p in tellers) < 2:
                continue
            start = world.hands.copy()
            worlds = set(hands_that_agree(world, viewer, cards))
            counts: Counter[bytes] = Counter()
            for _ in range((400 if JIT else 20) * len(worlds)):
                assert _fill_all(world, viewer, free, chance)
                counts[world.hands.tobytes()] += 1
                world.hands[:] = start
            assert set(counts) <= worlds
            if len(worlds) > 1:
                expected = counts.total() / len(worlds)
                chi = sum((counts[hands] - expected) ** 2 / expected for hands in worlds)
                deviations.append(unlikely(chi, len(worlds) - 1))
                break
    assert max(deviations) < 4.5 and sum(deviations) / len(deviations) < 4 / math.sqrt(len(deviations))


def hands_that_agree(world: Any, viewer: int, free: list[int]) -> Iterator[bytes]:
    """Every way to share the `free` cards out so that all could have said what they have."""
    start = world.hands.copy()
    open_hands = [p for p in range(4) if int(start[p]).bit_count() < world.held[p]]
    for shares in shared(free, [int(world.held[p]) - int(start[p]).bit_count() for p in open_hands]):
        for p, cards in zip(open_hands, shares, strict=True):
            world.hands[p] |= sum(1 << card for card in cards)
        if not (world.hands & world.lacks).any() and _agrees(world, viewer):
            yield world.hands.tobytes()
        world.hands[:] = start
