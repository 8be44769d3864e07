"""The adapters under the suites of the libraries that they adapt to, for every game."""

import subprocess
import sys
import warnings
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils import parallel_to_aec

import torite
from torite.adapters.gymnasium import SeatEnv
from torite.adapters.openspiel import load_game as load_game_of_openspiel
from torite.adapters.pettingzoo import ParallelSeatsEnv, SeatsEnv
from torite.adapters.rlcard import SeatsEnv as RlcardEnv
from torite.games import GAMES
from torite.games.game import Game
from torite.games.load import load_game
from torite.search.players import SpecError

ALL = [*GAMES.values(), load_game("examples/whist.py"), load_game("examples/hearts.py")]
every_game = pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)


@every_game
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")  # it is a dictionary
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")  # after the end
def test_pettingzoo_is_content(game: Game) -> None:
    api_test(SeatsEnv(game), num_cycles=100)
    seed_test(partial(SeatsEnv, game), num_cycles=20)


@every_game
def test_pettingzoo_rewards_are_what_the_deals_were_worth(game: Game) -> None:
    env, worth = SeatsEnv(game, episode="deal"), np.zeros(max(game.players))
    env.reset(seed=3)
    total = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        total[agent] += reward
        env.step(None if over else int(observation["action_mask"].nonzero()[0][0]))
    game.score(env.single.position.state, worth)
    assert list(total.values()) == worth[: len(total)].tolist()


@every_game
def test_parallel_pettingzoo_is_content(game: Game) -> None:
    parallel_api_test(ParallelSeatsEnv(game), num_cycles=100)
    parallel_seed_test(partial(ParallelSeatsEnv, game, illegal="replace"), num_cycles=20)  # it draws without a mask


@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")  # as above
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
def test_a_parallel_environment_goes_through_the_wrapper_of_pettingzoo() -> None:
    api_test(parallel_to_aec(ParallelSeatsEnv("wizard", players=3)), num_cycles=100)


@every_game
def test_a_deal_in_parallel_is_the_same_deal(game: Game) -> None:
    """Seat by seat or at once: the same cards, and the same actions lead to the same rewards."""
    env, other = ParallelSeatsEnv(game, episode="deal"), SeatsEnv(game, episode="deal")
    obs, _ = env.reset(seed=3)
    agents, total = env.agents, np.zeros(len(env.agents))
    done: dict[str, list[int]] = {agent: [] for agent in agents}
    while env.agents:
        actions = {agent: int(obs[agent]["action_mask"].argmax()) for agent in agents}
        acting = [agent for agent, action in actions.items() if action != env.wait]
        assert acting == [agents[seat] for seat in env.single.position.actors()]
        for agent in acting:
            done[agent].append(actions[agent])
        obs, rewards, over, _, _ = env.step(actions)
        total += [*rewards.values()]
    assert all(over.values()) and all(told["action_mask"].nonzero()[0] == [env.wait] for told in obs.values())
    other.reset(seed=3)
    while not other.single.over:
        other.step(done[other.agent_selection].pop(0))
    assert total.tolist() == [*other.rewards.values()] and not any(done.values())


def test_sealed_bids_are_one_step() -> None:
    env = ParallelSeatsEnv("wizard", players=4, options={"hiddentip": True})
    env.reset(seed=1)
    env.step(dict.fromkeys(env.agents, env.single.game.actions["bid:1"]))
    assert [code for _, code in env.single.position.log] == ["bid:1"] * 4


def test_what_another_makes_impossible_at_once_is_not_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where only the first of them may double."""
    env = ParallelSeatsEnv("wizard", players=4, options={"hiddentip": True})
    env.reset(seed=1)
    position = env.single.position
    legal = position.legal
    monkeypatch.setattr(position, "legal", lambda seat: [] if position.log and seat == 2 else legal(seat))
    env.step(dict.fromkeys(env.agents, env.single.game.actions["bid:1"]))
    assert [seat for seat, _ in position.log] == [0, 1, 3]


def test_what_others_pass_at_once_is_not_told_to_a_seat() -> None:
    """Three cards are passed one by one: after the first, seat 0 knows no more than before."""
    told = []
    for other in (0, -1):
        env = ParallelSeatsEnv("examples/hearts.py")
        obs, _ = env.reset(seed=1)
        assert env.single.position.actors() == [0, 1, 2, 3]
        legal = {agent: seen["action_mask"].nonzero()[0] for agent, seen in obs.items()}
        told.append(env.step({agent: can[0 if agent == "seat_0" else other] for agent, can in legal.items()}))
    (first, *rest), (second, *others) = told
    assert rest == others
    for kind, seen in first["seat_0"].items():
        assert np.array_equal(seen, second["seat_0"][kind])
    assert not np.array_equal(first["seat_1"]["observation"], second["seat_1"]["observation"])


def test_a_step_in_parallel_is_done_by_all_or_nobody() -> None:
    env = ParallelSeatsEnv("examples/hearts.py")
    with pytest.raises(ResetNeeded):
        env.step({})
    obs, _ = env.reset(seed=1)
    actions = {agent: int(told["action_mask"].argmax()) for agent, told in obs.items()}
    before = env.single.position.text
    with pytest.raises(torite.IllegalMoveError, match="seat 3 may not play"):
        env.step(actions | {"seat_3": env.wait})
    with pytest.raises(ValueError, match="seat_3 has to act"):
        env.step({agent: action for agent, action in actions.items() if agent != "seat_3"})
    with pytest.raises(ValueError, match="no agent 'seat_4'"):
        env.step(actions | {"seat_4": 0})
    with pytest.raises(TypeError, match="an action is a whole number"):
        env.step(actions | {"seat_3": 1.5})
    assert env.single.position.text == before
    env.illegal = "replace"
    assert env.step(actions | {"seat_3": env.wait})[4] == {
        **{agent: {} for agent in actions},
        "seat_3": {"illegal": True},
    }
    with pytest.raises(ValueError, match="not 'foo'"):
        ParallelSeatsEnv("wizard", illegal="foo")  # type: ignore[arg-type]
    turns = ParallelSeatsEnv("wizard", players=3)
    turns.reset(seed=1)
    turns.step({turns.agents[turns.single.seat]: turns.single.game.actions["bid:0"]})  # who waits is left out
    with pytest.raises(torite.IllegalMoveError, match="seats to act"):
        turns.step(dict.fromkeys(turns.agents, turns.single.game.actions["bid:0"]))


@every_game
def test_gymnasium_is_content(game: Game) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*Not able to test alternative render modes")
        check_env(SeatEnv(game, illegal="replace", render_mode="ansi"))


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_makes_a_game_by_its_name(name: str) -> None:
    env, other = gymnasium.make(f"torite/{name}-v0", bots="flat:2"), SeatEnv(name, bots="flat:2")
    (obs, info), (wanted, _) = env.reset(seed=5), other.reset(seed=5)
    for _ in range(3):
        assert np.array_equal(obs, wanted)
        action = int(info["action_mask"].argmax())
        (obs, _, _, _, info), (wanted, *_) = env.step(action), other.step(action)


def test_a_gymnasium_match_is_played_to_its_end() -> None:
    env = SeatEnv("wizard", players=3, seat=1, bots="flat:2")
    _, info = env.reset(seed=5)
    over, steps, total = False, 0, 0.0
    while not over:
        assert env.single.seat == 1
        _, reward, over, cut, info = env.step(int(info["action_mask"].nonzero()[0][0]))
        assert not cut
        steps, total = steps + 1, total + reward
    assert steps >= 20 + sum(range(1, 21))  # a bid a round and every card; now and then trump to choose
    assert total == env.single.position.result().scores[1]


def test_what_is_illegal_is_raised_or_told() -> None:
    env = SeatEnv("wizard", players=3)
    env.reset(seed=1)
    wrong = int((env.action_masks() == 0).argmax())
    with pytest.raises(torite.IllegalMoveError):
        env.step(wrong)
    env.illegal = "replace"
    assert env.step(wrong)[4]["illegal"]


def test_an_action_is_the_same_number_everywhere() -> None:
    """A policy that has learned in one fits the others."""
    for name, n in (("rwd", 128), ("plus-minus", 64)):
        with torite.env(name, 1, threads=1) as many:
            assert many.mask.shape == (1, n)
        told = SeatEnv(name).action_space.n, SeatsEnv(name).action_space("seat_0").n, RlcardEnv(name).num_actions
        assert (*told, load_game_of_openspiel(name).num_distinct_actions()) == (n,) * 4


def test_an_action_is_a_whole_number() -> None:
    alone, table = SeatEnv("wizard", players=3), SeatsEnv("wizard", players=3)
    alone.reset(seed=1)
    table.reset(seed=1)
    for env in (alone, table):
        with pytest.raises(TypeError, match="an action is a whole number"):
            env.step(64.9)
        env.step(np.array(64))


def test_seats_and_episodes_that_are_not_there_are_refused() -> None:
    with pytest.raises(ValueError, match="no seat 3"):
        SeatEnv("wizard", players=3, seat=3)
    with pytest.raises(ValueError, match="a deal or a match"):
        SeatsEnv("wizard", episode="round")  # type: ignore[arg-type]
    for players in (2, 9):
        with pytest.raises(torite.PlayersError):
            SeatsEnv("wizard", players=players)


def test_a_seed_is_for_all_matches_until_the_next_one() -> None:
    decks = []
    for _ in range(2):
        env = SeatsEnv("wizard", 3)
        env.reset(seed=1)
        env.reset()
        decks.append(env.single.position.deck)
    assert decks[0] == decks[1]
    alone, number = SeatEnv("wizard", 3, bots="random"), np.int64(1)
    assert np.array_equal(alone.reset(seed=number)[0], alone.reset(seed=1)[0])  # type: ignore[arg-type]
    seeds: list[Any] = ["x", 1.0, -1]
    for kind in (env, alone):
        for seed in seeds:
            with pytest.raises((TypeError, ValueError), match="a seed is"):
                kind.reset(seed=seed)


def test_bots_and_seats_that_cannot_be_are_told() -> None:
    for bots in (None, ["random", "random", 4], 4):
        with pytest.raises(TypeError, match="one bot for all other seats, such as 'flat:4', or a list, not"):
            SeatEnv("wizard", bots=bots)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="2 bots for 1 seat"):
        SeatEnv("bingo", bots=["random", "random"])
    with pytest.raises(ValueError, match="4 bots for 3 seats"):
        SeatEnv("wizard", players=4, bots=["random"] * 4)
    with pytest.raises(ValueError, match=r"several bots are a list: bots=\['random', 'flat:4', 'random'\]"):
        SeatEnv("wizard", bots="random,flat:4,random")
    for name in ("wizard", "emissary"):  # also where nobody else plays
        with pytest.raises(SpecError, match="there is no bot genius"):
            SeatEnv(name, bots="genius")
    for seat in (None, "1", 1.0, True):
        with pytest.raises(TypeError, match="a seat is a whole number, not"):
            SeatEnv("wizard", seat=seat)  # type: ignore[arg-type]


def test_a_bot_of_ones_own_sits_in_the_other_seats(tmp_path: Path) -> None:
    file = tmp_path / "lowest.py"
    file.write_text("class Lowest:\n    def choose(self, turn):\n        return turn.legal[0]\n")
    env = SeatEnv("wizard", players=3, seat=1, bots=f"{file}:Lowest")
    env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, _ = env.step(env.action_masks().nonzero()[0][-1])
    assert [code for seat, code in env.single.position.log if seat != 1][:2] == ["bid:0", "bid:0"]
    with pytest.raises(SpecError, match="no class Other"):
        SeatEnv("wizard", bots=f"{file}:Other")


def test_a_bot_for_each_other_seat(tmp_path: Path) -> None:
    file = tmp_path / "ends.py"
    choose = "class {}:\n    def choose(self, turn):\n        return turn.legal[{}]\n"
    file.write_text(choose.format("First", 0) + choose.format("Last", -1))
    env = SeatEnv("wizard", players=3, seat=1, bots=[f"{file}:First", f"{file}:Last"])
    env.reset(seed=1)
    bids = dict[int, set[str]]()
    over = False
    while not over:
        _, _, over, _, _ = env.step(env.action_masks().nonzero()[0][0])
        for seat, code in env.single.position.log:
            if code.startswith("bid:"):
                bids.setdefault(seat, set()).add(code)
    assert bids[1] == bids[2] == {"bid:0"} and len(bids[0]) > 10


@pytest.mark.filterwarnings("ignore")  # as above
def test_float_observations_lie_within_their_space() -> None:
    api_test(SeatsEnv("wizard", players=4, dtype=np.float32), num_cycles=100)
    check_env(SeatEnv("wizard", players=4, dtype=np.float32, illegal="replace"))


def test_what_makes_no_sense_is_refused_before_it_is_played() -> None:
    with pytest.raises(ValueError, match="not 'foo'"):
        SeatEnv("wizard", illegal="foo")  # type: ignore[arg-type]
    for kind in SeatEnv, SeatsEnv:
        with pytest.raises(ValueError, match="not as 'human'"):
            kind("wizard", render_mode="human")
        with pytest.raises(TypeError, match="no argument 'seed': a seed goes with reset"):
            kind("wizard", seed=1)  # type: ignore[call-arg]
        with pytest.raises(TypeError, match=r"no argument 'n': many matches at once are torite\.env"):
            kind("wizard", n=4)  # type: ignore[call-arg]
    assert SeatsEnv("wizard", render_mode="ansi").render() and SeatsEnv("wizard", render_mode=None).render() is None
    for ask in (SeatsEnv.observe, SeatsEnv.observation_space, SeatsEnv.action_space):
        with pytest.raises(ValueError, match="no agent 'seat_9'; there are seat_0, seat_1"):
            ask(SeatsEnv("wizard"), "seat_9")
    with pytest.raises(ResetNeeded):
        SeatsEnv("wizard").step(0)
    with pytest.raises(ResetNeeded):
        SeatsEnv("wizard").last()
    env = SeatEnv("wizard", players=3, episode="deal")
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    for action in (None, 3.0):
        with pytest.raises(TypeError, match="an action is a whole number, not"):
            env.step(action)
    over = False
    while not over:
        over = env.step(env.action_masks().nonzero()[0][0])[2]
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_a_library_that_is_missing_is_told_with_where_it_comes_from() -> None:
    code = """if 1:
        import importlib, sys
        for name, library in [each.split(":") for each in sys.argv[1:]]:
            sys.modules[library] = None
            try:
                importlib.import_module(f"torite.adapters.{name}")
            except ModuleNotFoundError as error:
                print(error)
    """
    names = ["gymnasium:gymnasium", "pettingzoo:pettingzoo", "rlcard:rlcard", "openspiel:pyspiel"]
    done = subprocess.run([sys.executable, "-c", code, *names], capture_output=True, text=True, check=True)
    told = [line.partition("pip install ")[2] for line in done.stdout.splitlines()]
    assert told == [f"'torite[{name.partition(':')[0]}]'" for name in names]
