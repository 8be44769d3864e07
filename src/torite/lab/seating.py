"""Bots on the seats of a table without a server: who decides where."""

from collections.abc import Sequence
from dataclasses import dataclass

from torite.games import GAMES
from torite.games.game import Game
from torite.games.load import load_game
from torite.lab.bots import bot_of
from torite.search.players import SpecError


@dataclass(frozen=True)
class GameRef:
    """A game that another process can find too: its name in the house, or the file it stands in."""

    name: str
    file: str | None = None

    def game(self) -> Game:
        """The game.  Raises KeyError, GameFileError."""
        return GAMES[self.name] if self.file is None else load_game(self.file)


def seat_specs(bots: str, game: Game, players: int) -> list[str]:
    """Bot of each seat from one spec for all, or one a seat with commas; each can play.  Raises SpecError."""
    specs = one_each([spec.strip() for spec in bots.split(",")], players)
    for spec in specs:
        bot_of(spec, game, players)
    return specs


def one_each(specs: Sequence[str], seats: int) -> list[str]:
    """One bot for all, or one a seat, as one a seat.  Raises SpecError."""
    each = [*specs] * (seats if len(specs) == 1 else 1)
    if len(each) != seats:
        raise SpecError("seats", bots=len(specs), players=seats)
    return each
