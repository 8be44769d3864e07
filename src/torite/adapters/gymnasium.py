"""One seat of any game as a Gymnasium environment, bots in all others: `SeatEnv("wizard", players=4, bots="flat:10")`.

An observation is uint8 as in `torite.env`; `info["action_mask"]`, also `action_masks()`, says what is legal.  Once this
is imported, `gymnasium.make("torite/wizard-v0", players=4)` knows the games of the house, too.
"""

from collections.abc import Sequence
from os import PathLike
from typing import Any, Literal, Unpack

from torite.adapters import needs
from torite.adapters.single import How, Single, bounds
from torite.cards.rng import match_seed
from torite.games import GAMES
from torite.games.game import Game
from torite.games.given import whole_number
from torite.lab.bots import bot_of
from torite.lab.seating import one_each
from torite.search.deals import bots_rng, draw_word
from torite.search.players import SpecError

with needs("gymnasium"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded


class SeatEnv(gymnasium.Env[Any, Any]):
    """See the module; further arguments are those of `Single`.

    seat      the seat of the learner
    bots      who plays in all others, named as on the command line, `FILE.py:Class` too: one bot for all, or one for
              each, whoever sits next first, as in the observation
    illegal   what becomes of an illegal action: IllegalMoveError, or a random legal one is played and
              `info["illegal"]` says so

    Raises PlayersError, OptionError, SpecError, TypeError, ValueError; BotError where a bot of one's own fails.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # as in gymnasium.Env
    observation_space: spaces.Box
    action_space: spaces.Discrete[Any]

    def __init__(
        self,
        game: str | PathLike[str] | Game,
        players: int | None = None,
        *,
        seat: int = 0,
        bots: str | Sequence[str] = "random",
        illegal: Literal["raise", "replace"] = "raise",
        render_mode: str | None = None,
        **how: Unpack[How],
    ) -> None:
        self.single = Single(game, players, **how)
        seat = whole_number("a seat", seat)
        if not isinstance(bots, Sequence) or not all(isinstance(bot, str) for bot in bots):
            raise TypeError(
                f"bots is the name of one bot for all other seats, such as 'flat:4', or a list, not {bots!r}"
            )
        if not 0 <= seat < self.single.players:
            raise ValueError(f"{self.single.game.name}: there is no seat {seat} with {self.single.players} players")
        if illegal not in ("raise", "replace"):
            raise ValueError(f"an illegal action is to raise or to be replaced, not {illegal!r}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"it can be rendered as ansi, not as {render_mode!r}")
        self.seat, self.illegal, self.render_mode = seat, illegal, render_mode
        others = [(seat + step) % self.single.players for step in range(1, self.single.players)]
        named = [bots] if isinstance(bots, str) else bots  # also where nobody else plays
        names = one_each(named, len(others))
        try:
            made = {name: bot_of(name, self.single.game, self.single.players) for name in named}
        except SpecError:
            if isinstance(bots, str) and "," in bots:
                raise ValueError(f"several bots are a list: bots={bots.split(',')!r}") from None
            raise
        self.bots = {other: made[name] for other, name in zip(others, names, strict=True)}
        self.observation_space = spaces.Box(
            *bounds(self.single), (self.single.observer.size,), self.single.observer.dtype.type
        )
        self.action_space = spaces.Discrete(self.single.n_actions)
        self._chance = bots_rng(match_seed(0))
        self._is_begun = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A new match, up to the first decision of the seat.  Raises TypeError, ValueError."""
        super().reset(seed=None if seed is None else whole_number("a seed", seed, 0))
        number = int(self.np_random.integers(1 << 62))
        self._is_begun = True
        while True:
            self.single.reset(number)
            self._chance = bots_rng(match_seed(number))
            self._wait()
            if not self.single.over:
                return self._told()
            number += 1  # the seat had nothing to decide

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """An action of the seat, and what the others do after it.  Raises IllegalMoveError, ResetNeeded."""
        if not self._is_begun or self.single.over:
            raise ResetNeeded("there is nothing to decide before a reset")
        chosen, legal = whole_number("an action", action), self.action_masks().nonzero()[0]
        replaced = self.illegal == "replace" and chosen not in legal
        if replaced:
            chosen = int(legal[draw_word(self._chance) % len(legal)])
        reward = self.single.act(chosen)[self.seat] + self._wait()
        obs, info = self._told()
        return obs, float(reward), self.single.over, False, info | ({"illegal": True} if replaced else {})

    def action_masks(self) -> Any:
        """What is legal, int8[n]."""
        return self.single.mask(self.seat)

    def _wait(self) -> float:
        """The others act until the seat can; what that was worth to it."""
        reward, single = 0.0, self.single
        while not single.over and (turn := single.seat) != self.seat:
            view = single.position.view(turn)
            reward += single.act(self.bots[turn].choose(single.game, view, turn, draw_word(self._chance)))[self.seat]
        return reward

    def _told(self) -> tuple[Any, dict[str, Any]]:
        return self.single.look(self.seat), {"action_mask": self.action_masks()}

    def render(self) -> Any:
        """What the seat sees, as JSON."""
        return self.single.seen(self.seat) if self.render_mode == "ansi" else None


for _name in GAMES:
    gymnasium.register(f"torite/{_name}-v0", "torite.adapters.gymnasium:SeatEnv", kwargs={"game": _name})
