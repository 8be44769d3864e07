"""What everybody is told of an action names no card that everybody could not see.

A spectator looks at the table before and after each action.  An action that is not `sealed` is told by its code, so
each card that stands in it has to lie open in one of the spectator's scenes of the deal up to then.
"""

import random
import re

import msgspec
import pytest

from torite.games import GAMES
from torite.games.game import Game
from torite.games.position import Position

ACTIONS = 400


def cards_in(game: Game, text: str) -> set[str]:
    """Codes of cards that stand anywhere in a text."""
    names = "|".join(sorted(map(re.escape, game.deck.names.values()), key=len, reverse=True))
    return set(re.findall(rf"(?<![A-Za-z0-9-])(?:{names})(?![A-Za-z0-9-])", text))


def open_cards(position: Position, seat: int | None = None) -> set[str]:
    """Every card that a seat, or a spectator, sees."""
    return cards_in(position.game, msgspec.json.encode(position.scene(seat)).decode())


def untold(game: Game, players: int, options: dict[str, bool | int | str]) -> set[str]:
    """Codes of actions of random play that tell a card that no spectator has seen."""
    chance = random.Random(f"{game.name} {players} {options}")
    position = Position(game, players, seed=1, options=options)
    found: set[str] = set()
    done = 0
    while done < ACTIONS and not position.finished():
        position.deal()
        seen = open_cards(position)
        while position.turn is not None and done < ACTIONS:
            seat = chance.choice(position.actors())
            code = chance.choice(position.legal(seat))
            is_sealed = game.is_sealed(position.state, seat, code)
            position.play(code, seat)
            seen |= open_cards(position)
            if not is_sealed and cards_in(game, code) - seen:
                found.add(code)
            done += 1
    return found


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_no_action_tells_a_card_that_lies_face_down(game: Game) -> None:
    for players in range(game.players[0], game.players[1] + 1):
        for preset in game.presets:
            assert untold(game, players, game.preset(preset)) == set()


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_who_watches_sees_no_card_that_a_seat_does_not(game: Game) -> None:
    """So a player gains nothing by looking on from a second window."""
    for players in range(game.players[0], game.players[1] + 1):
        chance = random.Random(f"{game.name} {players}")
        position = Position(game, players, seed=1)
        for _ in range(150):
            if position.turn is None:
                position.deal()
            seen = open_cards(position)
            for seat in range(players):
                assert seen <= open_cards(position, seat)
            seat = chance.choice(position.actors())
            position.play(chance.choice(position.legal(seat)), seat)
            if position.finished():
                break


def test_the_test_notices_an_action_that_tells() -> None:
    game = GAMES["emissary"]
    assert cards_in(game, "discard:C3") == {"C3"}
    assert cards_in(game, "power:J-H") == set()
    assert cards_in(game, '{"a":["C3","xC4"]}') == {"C3"}


def test_what_the_emissary_discards_is_for_its_own_eyes() -> None:
    """Neither told, nor listed among the cards seen, which a spectator has not."""
    game = GAMES["emissary"]
    position = Position(game, 1, seed=1, options={"show_seen_cards": True, "advisor_timing": "anytime"})
    position.deal()
    for code in ("visit:1", "power:J-D"):
        position.play(code, 0)
    discards = [code for code in position.legal(0) if code.startswith("discard:")]
    for code in discards[:2]:
        assert game.is_sealed(position.state, 0, code)
        assert code.removeprefix("discard:") not in open_cards(position)
        position.play(code, 0)
        assert code.removeprefix("discard:") not in open_cards(position)
        seen = cards_in(game, msgspec.json.encode(position.scene(0)).decode())
        assert code.removeprefix("discard:") in seen
