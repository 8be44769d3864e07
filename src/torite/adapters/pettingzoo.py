"""Any game as a PettingZoo environment: AEC, `env("wizard", players=4)`, or parallel, `parallel_env("wizard")`.

Agents are `seat_0`, `seat_1`, …  An observation is a dictionary: `observation`, uint8 as in `torite.env`, and
`action_mask`.  The reward of a seat is what each deal was worth to it, when the deal is over.

In the parallel environment all seats that may act do it in one step: sealed bids, cards that are passed.  Everywhere
else that is one seat.  Who may not act waits, which is the last action, the only one in that agent's mask.
"""

from collections.abc import Mapping
from os import PathLike
from typing import Any, Literal, Unpack

import numpy as np

from torite.adapters import needs
from torite.adapters.single import How, Single, bounds
from torite.games.game import Game
from torite.games.given import whole_number

with needs("pettingzoo"):
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from pettingzoo import AECEnv, ParallelEnv


class _Seats:
    """What both kinds share."""

    WAITS = False  # is there an action for who may not act?
    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012  # as in AECEnv

    def __init__(
        self, game: str | PathLike[str] | Game, players: int | None, render_mode: str | None, how: How
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"it can be rendered as ansi, not as {render_mode!r}")
        self.single = Single(game, players, **how)
        self.metadata = self.metadata | {"name": f"torite_{self.single.game.name}"}
        self.render_mode = render_mode
        self._seeds: np.random.Generator | None = None
        self.possible_agents = [f"seat_{seat}" for seat in range(self.single.players)]
        self.agents: list[str] = []
        actions = self.single.n_actions + self.WAITS
        self._spaces = [_spaces(self.single, actions) for _ in self.possible_agents]

    def observation_space(self, agent: str) -> Any:
        """The same object for the same agent."""
        return self._spaces[self._seat(agent)][0]

    def action_space(self, agent: str) -> Any:
        """The same object for the same agent."""
        return self._spaces[self._seat(agent)][1]

    def _begin(self, seed: int | None) -> None:
        """See reset."""
        number = None if seed is None else whole_number("a seed", seed, 0)
        if seed is not None or self._seeds is None:
            self._seeds = np.random.default_rng(number)
        self.single.reset(int(self._seeds.integers(1 << 62)) if number is None else number)
        self.agents = self.possible_agents[:]

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent may know and do."""
        seat = self._seat(agent)
        return {"observation": self.single.look(seat), "action_mask": self._mask(seat)}

    def _mask(self, seat: int) -> Any:
        mask = self.single.mask(seat)
        return np.append(mask, np.int8(not mask.any())) if self.WAITS else mask

    def _seat(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise ValueError(f"there is no agent {agent!r}; there are {', '.join(self.possible_agents)}")
        return self.possible_agents.index(agent)

    def render(self) -> Any:
        """What everybody sees, as JSON."""
        return self.single.seen() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held."""


class SeatsEnv(_Seats, AECEnv[str, Any, Any]):
    """One seat acts after the other; see the module.  Further arguments are those of `Single`."""

    metadata = _Seats.metadata | {"is_parallelizable": False}

    def __init__(
        self,
        game: str | PathLike[str] | Game,
        players: int | None = None,
        *,
        render_mode: str | None = "ansi",
        **how: Unpack[How],
    ) -> None:
        super().__init__(game, players, render_mode, how)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match; everything but the actions follows from the seed, in all matches until the next one.

        Raises ValueError.
        """
        self._begin(seed)
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


class ParallelSeatsEnv(_Seats, ParallelEnv[str, Any, Any]):
    """All seats that may act do it in one step; see the module.  Further arguments are those of `Single`.

    illegal   what becomes of an illegal action: IllegalMoveError, and nobody has acted, or a random legal one is done
              and the agent's `info["illegal"]` says so
    """

    WAITS = True

    def __init__(
        self,
        game: str | PathLike[str] | Game,
        players: int | None = None,
        *,
        illegal: Literal["raise", "replace"] = "raise",
        render_mode: str | None = "ansi",
        **how: Unpack[How],
    ) -> None:
        if illegal not in ("raise", "replace"):
            raise ValueError(f"an illegal action is to raise or to be replaced, not {illegal!r}")
        super().__init__(game, players, render_mode, how)
        self.illegal, self.wait = illegal, self.single.n_actions

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], ...]:
        """A new match; everything but the actions follows from the seed, in all matches until the next one.

        Raises ValueError.
        """
        self._begin(seed)
        return self._observed(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
        """Who has to wait may be left out.  Raises IllegalMoveError, ResetNeeded, TypeError, ValueError."""
        if not self.agents:
            raise ResetNeeded("there is nothing to decide before a reset")
        given = {self._seat(agent): whole_number("an action", action) for agent, action in actions.items()}
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        acting = {}
        for seat, agent in enumerate(self.agents):
            legal, action = self._mask(seat).nonzero()[0], given.get(seat, self.wait)
            if seat not in given and self.wait not in legal:
                raise ValueError(f"{agent} has to act")
            if self.illegal == "replace" and action not in legal:
                assert self._seeds is not None
                action = int(self._seeds.choice(legal))
                infos[agent]["illegal"] = True
            if action != self.wait or self.wait not in legal:
                acting[seat] = action
        rewards = dict(zip(self.agents, map(float, self.single.act_at_once(acting)), strict=True))
        over, never = dict.fromkeys(self.agents, self.single.over), dict.fromkeys(self.agents, False)
        told = self._observed(), rewards, over, never, infos
        if self.single.over:
            self.agents = []
        return told

    def _observed(self) -> dict[str, Any]:
        return {agent: self.observe(agent) for agent in self.agents}


env = SeatsEnv
parallel_env = ParallelSeatsEnv


def _spaces(single: Single, actions: int) -> tuple[spaces.Dict, spaces.Discrete[Any]]:
    mask = spaces.Box(0, 1, (actions,), np.int8)
    told = spaces.Box(*bounds(single), (single.observer.size,), single.observer.dtype.type)
    return spaces.Dict({"observation": told, "action_mask": mask}), spaces.Discrete(actions)
