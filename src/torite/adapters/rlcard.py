"""Any game as an RLCard environment: `SeatsEnv("wizard", players=4)`, for its agents, loggers and `reorganize`.

A state has `obs` (uint8 or float32 as in `torite.env`), `legal_actions`, `raw_obs` (the scene of the seat, as data),
`raw_legal_actions` (codes) and `action_record`: what each seat has done, None where it was sealed and is not one's own.
"""

from collections import OrderedDict
from os import PathLike
from typing import Any, Unpack

import msgspec
import numpy as np

from torite.adapters import needs
from torite.adapters.single import How, Single
from torite.games.game import Game
from torite.games.given import whole_number

with needs("rlcard"):
    from rlcard.envs.env import Env
    from rlcard.utils import seeding


class SeatsEnv(Env):
    """See the module; the arguments are those of `Single`, and `seed`.  Steps cannot be taken back."""

    allow_step_back = False

    def __init__(
        self,
        game: str | PathLike[str] | Game,
        players: int | None = None,
        *,
        seed: int | None = None,
        **how: Unpack[How],
    ) -> None:
        self.single = Single(game, players, **how)
        self.name = f"torite_{self.single.game.name}"
        self.game = self  # RLCard's `run` asks a game of its own whether it is over
        self.num_players, self.num_actions = self.single.players, self.single.n_actions
        self.state_shape = [[self.single.observer.size]] * self.num_players
        self.action_shape: list[list[int] | None] = [None] * self.num_players
        self.timestep = 0
        self.seed(seed)
        self.reset()

    def seed(self, seed: int | None = None) -> Any:
        """The matches follow from it.  Raises TypeError, ValueError."""
        self.np_random, seed = seeding.np_random(None if seed is None else whole_number("a seed", seed, 0))
        return seed

    def reset(self) -> tuple[dict[str, Any], int]:
        """A new match: the state of who begins, and who that is."""
        self.single.reset(int(self.np_random.randint(2**31)))
        self.done: list[tuple[int, str, bool]] = []  # seat, code, sealed
        self.payoffs = np.zeros(self.num_players)
        return self.get_state(self.single.seat), self.single.seat

    def step(self, action: Any, raw_action: bool = False) -> tuple[dict[str, Any], int]:
        """Do an action, or a code if it is raw: the state of who is next.

        Raises IllegalMoveError, NotationError, RuntimeError.
        """
        if self.single.over:
            raise RuntimeError("there is nothing to decide before a reset")
        game, seat = self.single.game, self.single.seat
        number = game.parse_action(action) if raw_action else whole_number("an action", action)
        code = game.codes.get(number, str(number))
        sealed = game.is_sealed(self.single.position.state, seat, code) if number in game.codes else False
        self.payoffs += self.single.act(number)
        self.done.append((seat, code, sealed))
        self.timestep += 1
        return self.get_state(self.get_player_id()), self.get_player_id()

    def is_over(self) -> bool:
        """Has the episode ended?"""
        return self.single.over

    def get_player_id(self) -> int:
        """Who is to act; who acted last when it is over."""
        return self.done[-1][0] if self.single.over else self.single.seat

    def get_state(self, player_id: int) -> dict[str, Any]:
        """What this seat may know and do."""
        legal = self.single.mask(player_id).nonzero()[0].tolist()
        return {
            "obs": self.single.look(player_id),
            "legal_actions": OrderedDict.fromkeys(legal),
            "raw_obs": msgspec.to_builtins(self.single.position.scene(player_id)),
            "raw_legal_actions": [self.single.game.codes[action] for action in legal],
            "action_record": [(p, code if p == player_id or not sealed else None) for p, code, sealed in self.done],
        }

    def get_payoffs(self) -> Any:
        """What the deals of the episode were worth to each seat, float64[players]."""
        return self.payoffs

    def get_perfect_information(self) -> dict[str, Any]:
        """The position as a text, secrets included."""
        return {"position": self.single.position.text}
