"""A deal played to its end by bots, without a table."""

from collections.abc import Generator, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from torite.cards.rng import below, new_rng
from torite.games.game import Game
from torite.games.position import Position
from torite.search.players import Player, RandomPlayer


class Plays(Protocol):
    """What a deal may be played through instead of its position: a scribe."""

    def play(self, code: str, seat: int) -> None:
        """Do this action for the seat."""


def draw_word(rng: Any) -> int:
    """A number of 62 random bits."""
    return int(below(rng, 1 << 31)) << 31 | int(below(rng, 1 << 31))


class Question(NamedTuple):
    """A decision, as `Player.choose` is asked for it."""

    bot: Player
    game: Game
    view: Any
    seat: int
    seed: int


Result = TypeVar("Result")
Asking: TypeAlias = Generator[Question, int, Result]  # what is played, and waits for the action that a bot answers


def play_deal(position: Position, bots: Sequence[Player], rng: Any, scribe: Plays | None = None) -> int:
    """Play the running deal to its end; returns the number of actions.  `rng` decides what the bots draw."""
    return answered(asking_deal(position, bots, rng, scribe))


def answered(asking: Asking[Result]) -> Result:
    """What it comes to, each question answered as it is asked."""
    try:
        question = next(asking)
        while True:
            question = asking.send(question.bot.choose(*question[1:]))
    except StopIteration as end:
        result: Result = end.value
        return result


def asking_deal(position: Position, bots: Sequence[Player], rng: Any, scribe: Plays | None = None) -> Asking[int]:
    """The same as play_deal, for who answers: several deals side by side, say."""
    plays = 0
    while seats := position.actors():
        seat = seats[0]
        if isinstance(bots[seat], RandomPlayer):  # needs no view: most records are made this way
            legal = position.legal(seat)
            code = legal[int(below(rng, len(legal)))]
        else:
            action = yield Question(bots[seat], position.game, position.view(seat), seat, draw_word(rng))
            code = position.game.codes[action]
        (scribe or position).play(code, seat)
        plays += 1
    return plays


def bots_rng(seed: bytes) -> Any:
    """The chance of the bots in a match, apart from that of the cards."""
    return new_rng(seed + b"bots")
