"""Playouts: a deal finished by random play, or by a game's policy, inside one kernel a game."""

from collections.abc import Callable
from functools import cache

from torite.cards.actions import Action, random_action
from torite.cards.bits import low
from torite.cards.kernel import Mask, Rng, Seat, State, kernel
from torite.games.game import Game, Kernel
from torite.games.state import CHANCE
from torite.knowledge import informed


@kernel
def no_chance(s: State, rng: Rng) -> None:
    """Chance in a game that has none within a deal."""


@cache
def play_out(game: Game, blind: bool = False) -> Callable[[State, Rng], int]:
    """Kernel (s, rng) -> number of actions: play the running deal to its end at random.

    Every action that the game calls likely is equally likely; if `blind`, every legal one.
    """
    likely = informed(game).likely
    if not blind and likely is None:
        return play_out(game, blind=True)
    legal = game.legal if blind or likely is None else likely

    @kernel
    def choose(s: State, seat: Seat, rng: Rng) -> Action:
        return random_action(legal(s, seat), rng)

    return _finishes(game, choose, apart=True)


@cache
def play_by_policy(game: Game) -> Callable[[State, Rng], int]:
    """The same by the game's policy, which it must have."""
    policy = informed(game).policy
    assert policy is not None
    return _finishes(game, policy, apart=False)  # a policy may look at one field while it writes to another


def _finishes(game: Game, choose: Kernel, apart: bool) -> Callable[[State, Rng], int]:
    actors, play = game.actors, game.play
    has_chance = game.chance is not None
    chance = game.chance or no_chance

    def finish(s: State, rng: Rng) -> int:
        plays = 0
        while True:
            seats: Mask = actors(s)
            if not seats:
                return plays
            if has_chance and seats == CHANCE:
                chance(s, rng)
                continue
            seat = low(seats)
            play(s, seat, choose(s, seat, rng))
            plays += 1

    return kernel(finish, apart=apart)
