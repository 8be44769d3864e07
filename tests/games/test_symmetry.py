"""Turning the table or renaming what the rules do not tell apart changes nothing but labels."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import FIRST_SIZES, SIZE_IDS, SIZES, Table, examples, option_sets, shuffled, walk_deal

from torite.games import GAMES
from torite.games.game import Game

SEEDS = st.integers(0, 2**32 - 1)


def both(
    game: Game,
    players: int,
    seed: int,
    rename: Callable[[str], str] = str,
    turn: int = 0,
    way: int = 1,
) -> None:
    """Play a few deals in two tables, the second renamed and turned; way = -1: and in a mirror."""
    rng = random.Random(seed)
    options, first = rng.choice(option_sets(game)), rng.randrange(players)

    def there(seat: int) -> int:
        return (way * seat + turn) % players

    deals = game.deals(Table(game, players, slow=False).state)
    dealt = rng.randrange(deals) if deals else 0
    a = Table(game, players, options, first, slow=False, deals=dealt)
    b = Table(game, players, options if way == 1 else mirrored(options), there(first), slow=False, deals=dealt)
    for _ in range(2):
        if a.finished() and a.state.deals > dealt:
            break
        deck = shuffled(game, rng)
        a.deal(deck)
        b.deal([rename(code) for code in deck])
        for step in walk_deal(a, rng):
            assert b.actors() == sorted(there(p) for p in a.actors())
            for p in range(players):
                names = [rename(game.codes[x]) for x in a.legal(p)]
                assert sorted(game.codes[x] for x in b.legal(there(p))) == sorted(names)
            if step:
                b.play(there(step[0]), game.parse_action(rename(game.codes[step[1]])))
        assert points(a) == [points(b)[there(p)] for p in range(players)]
        if (game, players) in FIRST_SIZES:
            assert turned(game.result(a.state), turn, players, rename) == turned(game.result(b.state), 0, players, str)
        assert a.finished() == b.finished()
    if a.finished():
        one, other = game.outcome(a.state), game.outcome(b.state)
        assert sorted(there(p) for p in one.winners) == other.winners
        assert one.scores == [other.scores[there(p)] for p in range(players)]


def mirrored(options: dict[str, object]) -> dict[str, object]:
    """The same, played the other way round."""
    ways = {"clockwise": "anticlockwise", "anticlockwise": "clockwise"}
    return options | {"direction": ways[str(options["direction"])]}


def points(table: Table) -> list[float]:
    """What the deal was worth to every seat."""
    found = np.zeros(table.players)
    table.game.score(table.state, found)
    return list(found.tolist())


def turned(result: dict[str, Any], turn: int, players: int, rename: Callable[[str], str]) -> dict[str, Any]:
    """The result with its labels changed."""
    changed: dict[str, Any] = {}
    for key, value in result.items():
        if key == "winners":
            changed[key] = sorted((p + turn) % players for p in value)
        elif isinstance(value, list):
            changed[key] = [value[(p - turn) % players] for p in range(players)]
        else:
            changed[key] = rename(f"trump:{value}") if value else value
    return changed


def suits_renamed(letters: str, others: str, plain: int) -> Callable[[str], str]:
    """Rename suits in codes of cards and actions; cards of no suit are renamed within `plain` numbers."""
    table = dict(zip(letters, others, strict=True))

    def rename(code: str) -> str:
        prefix, _, card = code.rpartition(":")
        if prefix == "bid" or card == "?":
            return code
        if card[0] in "ZN" and plain:
            card = card[0] + str(plain + 1 - int(card[1:]))
        else:
            card = table.get(card[0], card[0]) + card[1:]
        return f"{prefix}:{card}" if prefix else card

    return rename


@pytest.mark.parametrize(("game", "players"), SIZES, ids=SIZE_IDS)
@settings(max_examples=examples(40))
@given(seed=SEEDS, turn=st.integers(1, 5))
def test_the_table_may_be_turned(game: Game, players: int, seed: int, turn: int) -> None:
    both(game, players, seed, turn=turn % players)


# Where a match may be played to the left: it is the mirror of one to the right.
TWO_WAYS = [(g, n) for g, n in SIZES if "direction" in [option.name for option in g.options]]


@pytest.mark.parametrize(("game", "players"), TWO_WAYS, ids=[f"{game.name}-{n}" for game, n in TWO_WAYS])
@settings(max_examples=examples(40))
@given(seed=SEEDS, turn=st.integers(0, 3))
def test_the_table_may_be_mirrored(game: Game, players: int, seed: int, turn: int) -> None:
    both(game, players, seed, turn=turn % players, way=-1)


@pytest.mark.parametrize("players", [3, 4, 5])
@settings(max_examples=examples(60))
@given(seed=SEEDS, suits=st.permutations("CDH"))
def test_rwd_plain_suits_are_alike(players: int, seed: int, suits: list[str]) -> None:
    both(GAMES["rwd"], players, seed, suits_renamed("CDH", "".join(suits), 0))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@settings(max_examples=examples(60))
@given(seed=SEEDS, suits=st.permutations("RYGB"))
def test_wizard_suits_and_specials_are_alike(players: int, seed: int, suits: list[str]) -> None:
    both(GAMES["wizard"], players, seed, suits_renamed("RYGB", "".join(suits), 4))


# Where no suit is named by the rules: trump comes from the cards, or from a free choice without a price.
ALIKE = [
    (g, n) for g, n in SIZES if g.name in ("mittlere", "molotov", "plus-minus", "differenzler", "handjass", "wysiwyg")
]


@pytest.mark.parametrize(("game", "players"), ALIKE, ids=[f"{game.name}-{n}" for game, n in ALIKE])
@settings(max_examples=examples(40))
@given(seed=SEEDS, suits=st.permutations("CDHS"))
def test_suits_are_alike(game: Game, players: int, seed: int, suits: list[str]) -> None:
    both(game, players, seed, suits_renamed("CDHS", "".join(suits), 0))
