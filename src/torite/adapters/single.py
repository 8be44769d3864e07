"""What the adapters share: one match or deal at a time, with observations and masks."""

from collections.abc import Mapping
from os import PathLike
from typing import Any, Literal, TypedDict

import msgspec
import numpy as np

from torite.cards.actions import list_actions
from torite.cards.rng import match_seed
from torite.games.game import Game
from torite.games.position import Position
from torite.lab.given import match_given
from torite.lab.observe import Observer, n_actions

Episode = Literal["deal", "match"]
ELSEWHERE = {"seed": ": a seed goes with reset", "n": ": many matches at once are torite.env"}


class How(TypedDict, total=False):
    """What the adapters hand on to `Single`, told by name so that an editor knows it."""

    options: Mapping[str, object] | None
    preset: str
    episode: Episode
    dtype: Any


def bounds(single: "Single") -> tuple[float, float]:
    """Least and greatest value of an observation."""
    return (0, 255) if single.observer.dtype == np.uint8 else (-np.inf, np.inf)


def as_seed(seed: int | None) -> bytes | None:
    """Seed of a match that a number stands for; None = a fresh one."""
    return None if seed is None else match_seed(seed)


class Single:
    """A position that goes from decision to decision: deals are made as they are due.

    episode: a match, or its first deal alone (torite.env goes on with the next one)

    Raises PlayersError, OptionError.
    """

    def __init__(
        self,
        game: str | PathLike[str] | Game,
        players: int | None = None,
        *,
        options: Mapping[str, object] | None = None,
        preset: str = "seed",
        episode: Episode = "match",
        dtype: Any = np.uint8,
        **unknown: object,
    ) -> None:
        for name in unknown:
            raise TypeError(f"there is no argument {name!r}{ELSEWHERE.get(name, '')}")
        if episode not in ("deal", "match"):
            raise ValueError(f"an episode is a deal or a match, not {episode!r}")
        match = match_given(game, players, options, preset)
        self.game, self.players = match.game, match.players
        self.how: dict[str, Any] = {"options": dict(options or {}), "preset": preset}
        self.episode = episode
        self.n_actions = n_actions(self.game)
        self.reset(0)
        self.observer = Observer(self.game, self.players, dtype)

    def reset(self, seed: int | None) -> None:
        """A new match with its first deal."""
        self.position = Position(self.game, self.players, seed=as_seed(seed), **self.how)
        self.position.deal()
        self.over = False
        self._settle()

    @property
    def seat(self) -> int:
        """The seat to act."""
        return self.position.actors()[0]

    def act(self, action: int) -> Any:
        """Do it for the seat to act; what the deals just finished were worth, float64[players].

        Raises IllegalMoveError.
        """
        self.position.play(self.game.codes.get(action, str(action)), self.seat)
        return self._settle()

    def act_at_once(self, actions: Mapping[int, int]) -> Any:
        """The same for several seats that may act, in their order; what one makes impossible is not done.

        Raises IllegalMoveError, and then nobody has acted.
        """
        codes = {seat: self.game.codes.get(action, str(action)) for seat, action in sorted(actions.items())}
        for seat, code in codes.items():
            if code not in self.position.legal(seat):
                self.position.play(code, seat)  # says why not
        for seat, code in codes.items():
            if code in self.position.legal(seat):
                self.position.play(code, seat)
        return self._settle()

    def _settle(self) -> Any:
        rewards = np.zeros(self.players)
        while not self.over and self.position.deal_over():
            rewards += self.position.worths()
            self.over = self.episode == "deal" or self.position.finished()
            if not self.over:
                self.position.deal()
        return rewards

    def mask(self, seat: int) -> Any:
        """What the seat may do now, int8[n_actions]."""
        mask = np.zeros(self.n_actions, np.int8)
        if not self.over and seat in self.position.actors():
            mask[list_actions(self.game.legal(self.position.state, seat))] = 1
        return mask

    def look(self, seat: int) -> Any:
        """What the seat may know, [observer.size]."""
        return self.observer.one(self.position.state, seat)

    def seen(self, seat: int | None = None) -> str:
        """The scene of the seat, None = what everybody sees, as JSON."""
        return msgspec.json.encode(self.position.scene(seat)).decode()
