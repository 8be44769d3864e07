"""A deal played to its end by bots, without a table."""

from collections.abc import Sequence
from typing import Any, Protocol

from torite.cards.rng import below, new_rng
from torite.games.position import Position
from torite.search.players import Player, RandomPlayer


class Plays(Protocol):
    """What a deal may be played through instead of its position: a scribe."""

    def play(self, code: str, seat: int) -> None:
        """Do this action for the seat."""


def draw_word(rng: Any) -> int:
    """A number of 62 random bits."""
    return int(below(rng, 1 << 31)) << 31 | int(below(rng, 1 << 31))


def play_deal(position: Position, bots: Sequence[Player], rng: Any, scribe: Plays | None = None) -> int:
    """Play the running deal to its end; returns the number of actions.  `rng` decides what the bots draw."""
    plays = 0
    while seats := position.actors():
        seat = seats[0]
        code = _choice(position, bots[seat], seat, rng)
        (scribe or position).play(code, seat)
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
