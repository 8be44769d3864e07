"""All bots that have a name: those of the house, those of files of one's own, and programs."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any, TypeAlias

from torite.games.game import Game
from torite.lab.own import LIKE_OWN, OWN, own_player
from torite.lab.program import PREFIX, program_player
from torite.lab.workers import aside
from torite.search.players import Player, SpecError, player, player_of


def bot(spec: str) -> Player:
    """The player that a text names, for any game.  Raises SpecError."""
    return _outside(spec) or player(spec)


def bot_of(spec: str, game: Game, players: int) -> Player:
    """The same for a game with so many players; a file of one's own is read as it is now.  Raises SpecError."""
    return _outside(spec, anew=True) or player_of(spec, game, players)


Question: TypeAlias = tuple[str, Game, Any, int, int]  # spec, and what a player is asked


@dataclass(frozen=True)
class _Aside:
    """A player of a file of one's own, which decides in another process."""

    spec: str
    ask: Callable[[Question], int]

    def choose(self, game: Game, view: Any, seat: int, seed: int) -> int:
        """See Player.  Raises BotError, WorkerError."""
        return self.ask((self.spec, game, view, seat, seed))


@contextmanager
def at_a_table(specs: list[str], game: Game) -> Iterator[list[Player]]:
    """The players of the seats.  What a file of one's own does to its process, it does not do to the table.

    Raises SpecError.
    """
    players = [bot_of(spec, game, len(specs)) for spec in specs]
    with aside(_decided) if any(map(OWN.fullmatch, specs)) else nullcontext() as ask:
        yield [
            player if ask is None or not OWN.fullmatch(spec) else _Aside(spec, ask)
            for spec, player in zip(specs, players, strict=True)
        ]


def _decided(question: Question) -> int:
    spec, game, view, seat, seed = question
    return bot(spec).choose(game, view, seat, seed)


def _outside(spec: str, anew: bool = False) -> Player | None:
    if not spec:
        raise SpecError("empty")
    if spec.startswith(PREFIX):
        return program_player(spec)
    if OWN.fullmatch(spec):
        return own_player(spec, anew)
    if LIKE_OWN.match(spec):
        raise SpecError("own_form", name=spec)
    return None
