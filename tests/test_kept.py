"""Matches kept from earlier rules (tests/kept) replay: cards from the seed, every legal set, every result.

Where one does not, the rules have changed: then the game declares another number, and has matches kept by that.
"""

import json
import lzma
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kept.keep import kept_as
from torite.cards.kernel import JIT
from torite.games import GAMES
from torite.games.game import Game
from torite.table.format import RecordError
from torite.table.records import replay

KEPT = Path(__file__).parent / "kept"
ACTIONS = 3000 if JIT else 100  # that a game's spread replays; TORITE_TEST_THOROUGH=1 replays them all
GAMES_KEPT = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@cache
def kept(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lzma.open(KEPT / kept_as(GAMES[name]))]


def actions(record: dict[str, Any]) -> int:
    return sum(len(deal["actions"]) for deal in record["deals"])


def spread(name: str) -> list[dict[str, Any]]:
    """Records from all over the file, each day the same ones, until there are enough actions; one at least."""
    records = kept(name)
    if "TORITE_TEST_THOROUGH" in os.environ:
        return records
    chosen: list[dict[str, Any]] = []
    for i in range(len(records)):
        record = records[i * 37 % len(records)]
        done = sum(map(actions, chosen))
        if not chosen or done + actions(record) <= ACTIONS:
            chosen.append(record)
    return chosen


@GAMES_KEPT
def test_what_was_played_replays(game: Game) -> None:
    for record in spread(game.name):
        replay(record, verify=True, unfinished=True)


@GAMES_KEPT
def test_everything_that_can_be_chosen_is_kept(game: Game) -> None:
    records = kept(game.name)
    assert len(records) >= 100
    assert {record["players"] for record in records} == set(range(game.players[0], game.players[1] + 1))
    assert {record["preset"] for record in records} == set(game.presets)
    for option in game.options:
        assert {record["options"][option.name] for record in records} >= set(option.values), option.name
    assert all(
        len(action) == 3
        for record in records
        for deal in record["deals"]
        for action in deal["actions"]
        if action[0] >= 0
    )


@GAMES_KEPT
def test_another_legal_set_would_be_noticed(game: Game) -> None:
    record = json.loads(json.dumps(min(kept(game.name), key=actions)))
    asked = [action for action in record["deals"][0]["actions"] if action[0] >= 0]
    asked[len(asked) // 2][2].append(asked[0][1] if asked[0][1] not in asked[len(asked) // 2][2] else "XX")
    with pytest.raises(RecordError, match="legal"):
        replay(record, unfinished=True)
