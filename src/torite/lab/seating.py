"""Bots on the seats of a table without a server: who decides where, and how a deal is played by them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from torite.cards.rng import below, new_rng
from torite.games import GAMES
from torite.games.game import Game
from torite.games.load import load_game
from torite.games.position import Position
from torite.lab.own import bot
from torite.search.players import Player, RandomPlayer, SpecError
from torite.table.scribe import Scribe


@dataclass(frozen=True)
class GameRef:
    """A game that another process can find too: its name in the house, or the file it stands in."""

    name: str
    file: str | None = None

    def game(self) -> Game:
        """The game.  Raises KeyError, GameFileError."""
        return GAMES[self.name] if self.file is None else load_game(self.file)


def seat_specs(bots: str, players: int) -> list[str]:
    """Bot of each seat from one spec for all, or one a seat with commas.  Raises SpecError."""
    specs = [spec.strip() for spec in bots.split(",")]
    if len(specs) == 1:
        specs *= players
    if len(specs) != players:
        raise SpecError("seats", bots=len(specs), players=players)
    for spec in specs:
        bot(spec)
    return specs


def default_players(game: Game) -> int:
    """Four where the game allows it, else the number nearest to it."""
    fewest, most = game.players
    return min(max(4, fewest), most)


def draw_word(rng: Any) -> int:
    """A number of 62 random bits."""
    return int(below(rng, 1 << 31)) << 31 | int(below(rng, 1 << 31))


def play_deal(position: Position, bots: Sequence[Player], rng: Any, scribe: Scribe | None = None) -> int:
    """Play the running deal to its end; returns the number of actions.  `rng` decides what the bots draw."""
    plays = 0
    while seats := position.actors():
        seat = seats[0]
        code = _choice(position, bots[seat], seat, rng)
        if scribe is None:
            position.play(code, seat)
        else:
            scribe.play(code, seat)
        plays += 1
    return plays


def _choice(position: Position, bot: Player, seat: int, rng: Any) -> str:
    if isinstance(bot, RandomPlayer):  # needs no view: most records are made this way
        legal = position.legal(seat)
        return legal[int(below(rng, len(legal)))]
    code: str = position.game.codes[bot.choose(position.game, position.view(seat), seat, draw_word(rng))]
    return code


def bots_rng(seed: bytes) -> Any:
    """The chance of the bots in a match, apart from that of the cards."""
    return new_rng(seed + b"bots")
