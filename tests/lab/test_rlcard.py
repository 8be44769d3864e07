"""Games as RLCard environments, driven by RLCard's own agents and loop."""

import numpy as np
import pytest
from rlcard.agents import RandomAgent
from rlcard.utils import reorganize

import torite
from torite.adapters.rlcard import SeatsEnv
from torite.games import GAMES
from torite.games.game import Game
from torite.games.load import load_game

every_game = pytest.mark.parametrize(
    "game", [*GAMES.values(), load_game("examples/hearts.py")], ids=lambda game: game.name
)


class Codes(RandomAgent):  # type: ignore[misc]  # RLCard tells no types
    """Chooses among codes, as a person would."""

    def __init__(self, num_actions: int) -> None:
        super().__init__(num_actions)
        self.use_raw = True

    def step(self, state: dict[str, object]) -> object:
        return np.random.choice(state["raw_legal_actions"])  # type: ignore[call-overload]

    def eval_step(self, state: dict[str, object]) -> tuple[object, dict[str, object]]:
        return self.step(state), {}


@every_game
def test_its_agents_play_deals_to_the_end(game: Game) -> None:
    env = SeatsEnv(game, seed=3, episode="deal")
    env.set_agents([RandomAgent(env.num_actions), *[Codes(env.num_actions)] * (env.num_players - 1)])
    trajectories, payoffs = env.run(is_training=True)
    worth = np.zeros(env.num_players)
    game.score(env.single.position.state, worth)
    assert payoffs.tolist() == worth.tolist()
    assert sum(len(each) // 2 for each in trajectories) == len(env.done)
    for transitions in reorganize(trajectories, payoffs):
        assert [done for *_, done in transitions] == [False] * (len(transitions) - 1) + [True] * bool(transitions)
        for state, action, _, _, _ in transitions:
            assert action in state["legal_actions"] or action in state["raw_legal_actions"]
            assert state["obs"].shape == tuple(env.state_shape[0])


@every_game
def test_everything_follows_from_the_seed(game: Game) -> None:
    envs = [SeatsEnv(game, seed=11), SeatsEnv(game, seed=11)]
    chosen = np.random.default_rng(0)
    for _ in range(40):
        states = [env.get_state(env.get_player_id()) for env in envs]
        assert states[0]["raw_obs"] == states[1]["raw_obs"] and (states[0]["obs"] == states[1]["obs"]).all()
        action = chosen.choice(list(states[0]["legal_actions"]))
        for env in envs:
            env.step(action)
            if env.is_over():
                env.reset()


def test_what_is_passed_on_unseen_is_recorded_for_its_seat_alone() -> None:
    env = SeatsEnv(load_game("examples/hearts.py"), seed=1)
    seat = env.get_player_id()
    code = env.get_state(seat)["raw_legal_actions"][0]
    env.step(code, raw_action=True)
    assert env.get_state(seat)["action_record"] == [(seat, code)]
    assert all(env.get_state(other)["action_record"] == [(seat, None)] for other in range(4) if other != seat)


def test_what_cannot_be_done_is_refused() -> None:
    env = SeatsEnv("rwd", players=3)
    with pytest.raises(torite.IllegalMoveError):
        env.step(int((env.single.mask(env.get_player_id()) == 0).argmax()))
    with pytest.raises(torite.NotationError):
        env.step("nonsense", raw_action=True)
    with pytest.raises(Exception, match="Step back is off"):
        env.step_back()
    with pytest.raises(TypeError, match="a seed is a whole number, not 'x'"):
        env.seed("x")  # type: ignore[arg-type]  # what is refused
    while not env.is_over():
        env.step(next(iter(env.get_state(env.get_player_id())["legal_actions"])))
    with pytest.raises(RuntimeError, match="nothing to decide before a reset"):
        env.step(0)
    for seat in (-1, 3):
        with pytest.raises(IndexError, match="seats are 0 to 2"):
            env.get_state(seat)
