"""Any game as a PettingZoo AEC environment: `env("wizard", players=4)`.

Agents are `seat_0`, `seat_1`, …  An observation is a dictionary: `observation`, uint8 as in `torite.env`, and
`action_mask`.  The reward of a seat is what each deal was worth to it, when the deal is over.
"""

from os import PathLike
from typing import Any, Unpack

import numpy as np

from torite.adapters import needs
from torite.adapters.single import How, Single, bounds
from torite.games.game import Game
from torite.games.given import whole_number

with needs("pettingzoo"):
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from pettingzoo import AECEnv


class SeatsEnv(AECEnv[str, Any, Any]):
    """See the module; further arguments are those of `Single`."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012  # as in AECEnv

    def __init__(
        self,
        game: str | PathLike[str] | Game,
        players: int | None = None,
        *,
        render_mode: str | None = "ansi",
        **how: Unpack[How],
    ) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"it can be rendered as ansi, not as {render_mode!r}")
        self.single = Single(game, players, **how)
        self.metadata = SeatsEnv.metadata | {"name": f"torite_{self.single.game.name}"}
        self.render_mode = render_mode
        self._seeds: np.random.Generator | None = None
        self.possible_agents = [f"seat_{seat}" for seat in range(self.single.players)]
        self._spaces = [_spaces(self.single) for _ in self.possible_agents]

    def observation_space(self, agent: str) -> Any:
        """The same object for the same agent."""
        return self._spaces[self._seat(agent)][0]

    def action_space(self, agent: str) -> Any:
        """The same object for the same agent."""
        return self._spaces[self._seat(agent)][1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match; everything but the actions follows from the seed, in all matches until the next one.

        Raises ValueError.
        """
        number = None if seed is None else whole_number("a seed", seed, 0)
        if seed is not None or self._seeds is None:
            self._seeds = np.random.default_rng(number)
        self.single.reset(int(self._seeds.integers(1 << 62)) if number is None else number)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.single.seat]

    def step(self, action: Any) -> None:
        """Raises IllegalMoveError, ResetNeeded."""
        self._must_have_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        worth = self.single.act(whole_number("an action", action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, map(float, worth), strict=True))
        if self.single.over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.single.seat]
        self._accumulate_rewards()

    def last(self, observe: bool = True) -> Any:
        """Raises ResetNeeded."""
        self._must_have_begun()
        return super().last(observe)

    def _must_have_begun(self) -> None:
        if not hasattr(self, "agent_selection"):
            raise ResetNeeded("there is nothing to decide before a reset")

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent may know and do."""
        seat = self._seat(agent)
        return {"observation": self.single.look(seat), "action_mask": self.single.mask(seat)}

    def _seat(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise ValueError(f"there is no agent {agent!r}; there are {', '.join(self.possible_agents)}")
        return self.possible_agents.index(agent)

    def render(self) -> Any:
        """What everybody sees, as JSON."""
        return self.single.seen() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held."""


env = SeatsEnv


def _spaces(single: Single) -> tuple[spaces.Dict, spaces.Discrete[Any]]:
    mask = spaces.Box(0, 1, (single.n_actions,), np.int8)
    told = spaces.Box(*bounds(single), (single.observer.size,), single.observer.dtype.type)
    return spaces.Dict({"observation": told, "action_mask": mask}), spaces.Discrete(single.n_actions)
