"""Hearts and oh hell as OpenSpiel plays them: the same may be played, and the deal brings the same.

python tests/games/test_spiel.py 5000     plays so many deals of each, and prints what differed
"""

import random
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pyspiel
import pytest

from torite.games.game import Game
from torite.games.load import imported
from torite.games.position import Position

EXAMPLES = Path(__file__).parents[2] / "examples"
DEALS = 40
CARDS = 52


@cache
def example(name: str) -> Game:
    """The game of this page."""
    return imported(EXAMPLES / f"{name}.py", str(EXAMPLES / f"{name}.py"))


def number_of(code: str) -> int:
    """OpenSpiel's number of an action: of a card, to be played or passed, or of a bid."""
    if code.startswith("bid:"):
        return CARDS + int(code[4:])
    name = code.removeprefix("pass:")
    return "CDHS".index(name[0]) + 4 * "23456789TJQKA".index(name[1])


def hands_of(position: Position) -> list[list[int]]:
    """The cards of each seat, in the order in which they were dealt."""
    dealt = list(zip(position.game.places(position.state), position.deck, strict=True))
    return [[number_of(code) for place, code in dealt if place == p] for p in range(position.players)]


def play_deal(position: Position, other: Any, rng: random.Random) -> list[str]:
    """Play the deal in both, at random or, now and then, so that one seat takes all it can; what differs."""
    taker = rng.choice((None, None, None, 0, 1))
    while not other.is_terminal():
        seat = int(other.current_player())
        codes = position.legal(seat)
        mine, theirs = sorted(map(number_of, codes)), sorted(other.legal_actions())
        if seat not in position.actors() or mine != theirs:
            return [f"seat {seat} of {position.actors()}: {mine} {theirs} {position.log}"]
        code = rng.choice(codes) if taker is None else (max if seat == taker else min)(codes, key=number_of)
        other.apply_action(number_of(code))
        position.play(code, seat)
    return ["the deal goes on"] if position.actors() else []


def hearts(number: int) -> list[str]:
    """A deal of hearts; what differs."""
    rng = random.Random(number)
    position = Position(example("hearts"), 4, seed=number)
    position.state.deals = number % 4  # the direction of passing
    position.deal()
    other = pyspiel.load_game("hearts").new_initial_state()
    other.apply_action(int(position.state.steps))
    hands = hands_of(position)
    for i in range(CARDS):
        other.apply_action(hands[i % 4][i // 4])
    found = play_deal(position, other, rng)
    mine = [26 - int(points) for points in position.state.points]
    return found or ([] if mine == list(other.returns()) else [f"{mine} {other.returns()} {position.log}"])


def oh_hell(number: int) -> list[str]:
    """A deal of oh hell; what differs."""
    rng = random.Random(number)
    players = 3 + number % 5
    position = Position(example("oh_hell"), players, seed=number)
    tricks = rng.randint(1, (CARDS - 1) // players)
    position.state.deals, position.state.top = tricks - 1, CARDS
    position.deal()
    other = pyspiel.load_game("oh_hell", {"players": players}).new_initial_state()
    other.apply_action(tricks)
    other.apply_action(int(position.state.dealer))
    hands = hands_of(position)
    for i in range(players * tricks):
        other.apply_action(hands[i % players][i // players])
    other.apply_action(number_of(position.deck[players * tricks]))
    found = play_deal(position, other, rng)
    mine = [int(points) for points in position.state.points[:players]]
    return found or ([] if mine == list(other.returns()) else [f"{mine} {other.returns()} {position.log}"])


@pytest.mark.parametrize("deal", [hearts, oh_hell], ids=["hearts", "oh_hell"])
def test_a_deal_is_played_as_openspiel_plays_it(deal: Callable[[int], list[str]]) -> None:
    assert [told for number in range(DEALS) for told in deal(number)] == []


if __name__ == "__main__":
    for game in (hearts, oh_hell):
        wrong = [told for number in range(int(sys.argv[1])) for told in game(number)]
        sys.stdout.write(f"{game.__name__}: {len(wrong)} of {sys.argv[1]} deals differ {wrong[:2]}\n")
