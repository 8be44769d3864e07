"""What `torite bench` measures."""

import pytest

from torite.games import GAMES
from torite.games.game import Game
from torite.lab.speed import POSITIONS, decisions


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_worlds_are_drawn_in_every_game(game: Game) -> None:
    """Also where a match is one deal."""
    assert len(list(decisions(game, game.usual_players))) > POSITIONS // 2
