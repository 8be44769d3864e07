"""The batch environment: it plays by the rules, shows what a seat may know, and follows from its seeds."""

import os
import pickle
import threading
from collections.abc import Callable
from copy import copy, deepcopy
from random import Random
from typing import Any

import numpy as np
import pytest

import torite
from torite.cards.actions import list_actions
from torite.cards.bits import members
from torite.cards.rng import new_rng
from torite.games import GAMES
from torite.games.game import Game
from torite.games.load import load_game
from torite.lab.env import BatchEnv
from torite.lab.lanes import CARDS
from torite.lab.observe import Observer, Slice

SIZES = [(game, n) for game in GAMES.values() for n in sorted(set(game.players))]
IDS = [f"{game.name}-{n}" for game, n in SIZES]
STEPS = 40 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 400


def same(s: Any, other: Any) -> bool:
    """Are two records alike, whatever lies between their fields?"""
    return all(np.array_equal(s[name], other[name]) for name in s.dtype.names)


def expected(game: Game, view: Any, seat: int, name: str, told: Slice) -> Any:
    """A field of a view as `seat` should find it in an observation."""
    field, value, players = game.state.fields[name], np.array(view[name]), int(view.players)
    if field.rows:
        rows = [seat] if field.who == "by_seat" else [(seat + p) % players for p in range(players)]
        value = value[rows]
    if told.kind == "bits":
        ring = players if told.meaning == "seats" else 64  # sets of seats begin with the own one
        away = seat if told.meaning == "seats" else 0
        words = [int(word) for word in value.ravel()]
        value = np.array([[word >> (b + away) % ring & 1 if b < ring else 0 for b in range(64)] for word in words])
    elif told.kind == "seats":
        value = np.where((value >= 0) & (value < players), (value - seat) % players, value)
    return value.reshape(told.shape)


def test_a_field_is_read_in_whole_observations() -> None:
    with (
        torite.env("wizard", 2, threads=1) as env,
        pytest.raises(ValueError, match=r"size\], \d+ at least, not \[2, 1\]"),
    ):
        env.layout["hands"].read(env.obs[:, :1])
    for name in ("points", "dealer"):  # bytes that would be taken for numbers
        with pytest.raises(TypeError, match=r"as they come, uint8 or float32; these were made int64"):
            env.layout[name].read(env.obs.astype(np.int64))
    assert env.layout["hands"].read(env.obs.astype(np.int64)).any()  # a set is the same
    assert env.layout["hands"].read(env.obs.tolist()).any()


@pytest.mark.parametrize("dtype", [np.uint8, np.float32], ids=["u8", "f32"])
@pytest.mark.parametrize(("game", "players"), SIZES, ids=IDS)
def test_an_observation_is_the_view_of_the_seat_to_act(game: Game, players: int, dtype: Any) -> None:
    with torite.env(game, 4, players=players, dtype=dtype, seed=players, threads=1) as env:
        for _ in range(12):
            env.play_random(STEPS // 40 + 1)
            for i in range(env.n):
                seat = int(env.turn[i])
                view = game.state.view(env.states[i], seat)
                turn = torite.Turn(game, view, seat, [], Random(), 0.0)  # a policy that was trained here plays there
                assert np.array_equal(turn.obs(dtype), env.obs[i]) and np.array_equal(turn.mask, env.mask[i])
                assert env.layout["own"].read(env.obs[i]).argmax() == seat
                assert env.mask[i].nonzero()[0].tolist() == list_actions(game.legal(view, seat))
                for name, told in env.layout.items():
                    if name != "own":
                        wanted = expected(game, view, seat, name, told)
                        assert np.array_equal(told.read(env.obs[i]), wanted), name
        at = 0
        for told in env.layout.values():
            assert told.start == at
            at = told.stop
        assert at == env.obs.shape[1]


@pytest.mark.parametrize(("game", "players"), SIZES, ids=IDS)
def test_what_a_seat_cannot_know_is_not_in_its_observation(game: Game, players: int) -> None:
    """Two worlds: the true one, and one drawn from the view of the seat."""
    chance, observer, differ = new_rng(b"two worlds"), Observer(game, players), 0
    with torite.env(game, 4, players=players, seed=players, threads=1) as env:
        for _ in range(12):
            env.play_random(STEPS // 40 + 1)
            for i in range(env.n):
                seat = int(env.turn[i])
                world = game.state.view(env.states[i], seat)
                game.determinize(world, seat, chance)
                differ += not same(world, env.states[i])
                assert np.array_equal(observer.one(world, seat), env.obs[i])
                assert list_actions(game.legal(world, seat)) == env.mask[i].nonzero()[0].tolist()
    assert differ, "the worlds were all alike"


@pytest.mark.parametrize(("game", "players"), SIZES, ids=IDS)
def test_a_step_is_what_the_rules_say(game: Game, players: int) -> None:
    points, deals, matches = np.zeros(players), 0, 0
    with torite.env(game, 3, players=players, episode="match", seed=7, threads=1) as env:
        for _ in range(STEPS):
            before, turn, actions = env.states.copy(), env.turn.copy(), env.random_actions()
            env.step(actions)
            for i in range(env.n):
                s = before[i]
                game.play(s, turn[i], actions[i])
                if members(game.actors(s)):
                    same_lane = game.chance is not None or same(s, env.states[i])
                    assert same_lane and not env.reward[i].any() and not env.done[i]
                    continue
                game.score(s, points)
                deals += 1
                matches += env.done[i]
                assert env.reward[i].tolist() == points.tolist()
                assert bool(env.done[i]) == bool(game.finished(s))
                assert env.states[i].deals == (1 if env.done[i] else s.deals + 1)
    assert deals or STEPS < 400


def test_an_episode_is_a_deal_or_a_match() -> None:
    ended = {}
    for episode in ("deal", "match"):
        with torite.env("wizard", 8, players=6, episode=episode, threads=1) as env:
            ended[episode] = env.play_random(STEPS)
    assert ended["deal"] > ended["match"]


def trace(env: BatchEnv, lanes: slice) -> list[bytes]:
    found = []
    for _ in range(30):
        env.step(env.random_actions())
        found.append(b"".join(each[lanes].tobytes() for each in (env.obs, env.mask, env.reward, env.done)))
    return found


def test_a_lane_follows_from_its_seed_alone() -> None:
    seeds = [3, 1, 4, 1, 5, 9, 2]
    with torite.env("wizard", 7, threads=1) as one, torite.env("wizard", 7, threads=3) as three:
        one.reset(seeds)
        three.reset(seeds)
        assert np.array_equal(one.obs[1], one.obs[3]) and not np.array_equal(one.obs[0], one.obs[1])
        assert trace(one, slice(None)) == trace(three, slice(None))
        one.reset(seeds)
        three.reset(seeds[::-1])
        assert trace(one, slice(3, 4)) == trace(three, slice(3, 4))


def test_few_lanes_wake_no_other_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step of 64 took three times as long with two, and sixteen times with sixteen."""
    monkeypatch.setattr("torite.lab.env.cores", lambda: 16)
    before = threading.active_count()
    with torite.env("plus-minus", 1000) as env:
        env.step(env.random_actions())
        assert threading.active_count() <= before
    with torite.env("plus-minus", 2048) as env:
        env.step(env.random_actions())
        assert before < threading.active_count() <= before + 3


@pytest.mark.parametrize("game", ["plus-minus", "examples/whist.py", "bingo", "handjass"])
def test_deals_do_not_depend_on_what_is_played(game: str) -> None:
    """Neither on how many there are in a match, nor on what chance does in them."""
    with torite.env(game, 2, threads=1) as env:
        env.reset([5, 5])
        decks: list[list[bytes]] = [[], []]
        while min(map(len, decks)) < 30:
            actions = env.random_actions()
            actions[0] = env.mask[0].nonzero()[0][0]
            env.step(actions)
            for i in (0, 1):
                if env.done[i]:
                    decks[i].append(env.lanes.rngs[i, CARDS].tobytes())  # after the shuffle
        assert decks[0][:30] == decks[1][:30]


def test_a_reset_without_a_seed_goes_on_with_other_deals() -> None:
    with torite.env("wizard", 3, seed=5, threads=1) as env, torite.env("wizard", 3, seed=np.int64(5)) as same:
        first = env.obs.copy()
        assert np.array_equal(first, same.obs)
        env.reset()
        assert not np.array_equal(first, env.obs)
        env.reset(5)
        assert np.array_equal(first, env.obs)


def test_without_a_seed_lanes_and_environments_differ() -> None:
    with torite.env("plus-minus", 8, seed=None) as one, torite.env("plus-minus", 8, seed=None) as other:
        assert len({state.tobytes() for state in one.states}) == 8
        assert one.states.tobytes() != other.states.tobytes()


def test_an_illegal_action_is_refused_and_nothing_is_done() -> None:
    with torite.env("wizard", 4, threads=1) as env:
        actions, before = env.random_actions(), env.states.tobytes()
        for wrong in (-1, 256, 1 << 40, int((env.mask[2] == 0).argmax())):
            actions[2] = wrong
            with pytest.raises(torite.IllegalMoveError, match=r"lane 2: seat \d may not play") as refused:
                env.step(actions)
            assert refused.value.legal and refused.value.actors == [env.turn[2]]
            assert env.states.tobytes() == before


@pytest.mark.parametrize("game", ["wizard", "emissary", "examples/hearts.py"])
def test_saved_lanes_go_on_as_they_would_have(game: str) -> None:
    """In other lanes, and in an environment of another process, too."""
    with torite.env(game, 8, history=3, threads=2) as env, torite.env(game, 5, history=3, seed=9) as other:
        env.play_random(STEPS // 10)
        saved = env.save([6, 1])
        first = trace(env, slice(1, 2))
        env.load(saved, [1, 4])
        assert env.save(4).arrays["states"].tobytes() == saved.arrays["states"][1].tobytes()
        assert trace(env, slice(4, 5)) == first
        other.load(pickle.loads(pickle.dumps(saved)), np.arange(5) >= 3)
        assert other.history[4].tobytes() == saved.arrays["history"][1].tobytes()
        assert trace(other, slice(4, 5)) == first


def test_lanes_pickled_before_they_said_what_an_episode_is_are_read() -> None:
    """Saved by a version that had three fields; what is no saved lanes at all is refused."""
    with torite.env("wizard", 2, seed=1, threads=1) as of, torite.env("wizard", 2, episode="match", threads=1) as env:
        saved = of.save()
        older = type(saved)(*saved[:2], saved.arrays)
        env.load(pickle.loads(pickle.dumps(older)))
        assert env.states.tobytes() == of.states.tobytes()
        with pytest.raises(TypeError, match="from what `save` gives"):
            env.load(saved._replace(arrays="deal"))  # type: ignore[arg-type]


def test_one_saved_lane_becomes_many() -> None:
    with torite.env("wizard", 6, seed=2, threads=1) as env:
        env.play_random(9)
        saved, others = env.save(2), env.save([0, 5])
        env.load(saved, slice(1, 5))
        assert len({env.states[i].tobytes() for i in range(1, 5)}) == 1
        assert all(np.array_equal(env.save([0, 5]).arrays[name], each) for name, each in others.arrays.items())
        assert trace(env, slice(1, 2)) != trace(env, slice(0, 1))
        env.load(saved, seed=3)  # the same position, after which everything differs
        assert len({env.states[i].tobytes() for i in range(6)}) == 1 and len(np.unique(env.random_actions())) > 1
        first = trace(env, slice(None))
        env.load(saved, None, seed=3)  # as NumPy has it, all lanes
        env.random_actions()
        assert trace(env, slice(None)) == first


@pytest.mark.parametrize(
    ("how", "load", "told"),
    [
        ({"game": "plus-minus"}, {}, r"lanes of wizard .* are none of plus-minus"),
        ({"options": {"hiddentip": True}}, {}, r"lanes of wizard {.*'hiddentip': False.* are none of wizard"),
        ({"players": 3}, {}, r"obs of a lane is uint8\[344\], not uint8\[363\]"),
        ({"dtype": np.float32}, {}, "obs of a lane is float32"),
        ({"episode": "match"}, {}, "lanes whose episode is a deal are none of episodes of a match"),
        ({}, {"lanes": [0, 1, 2]}, "2 saved lanes for 3"),
        ({}, {"lanes": [0, 1], "seed": [5]}, "1 seeds for 2 lanes"),
        ({}, {"lanes": [0, 4]}, "out of bounds"),
    ],
)
def test_lanes_of_another_kind_are_refused(how: dict[str, Any], load: dict[str, Any], told: str) -> None:
    with torite.env("wizard", 4, threads=1) as of:
        saved = of.save([2, 3])
    made: dict[str, Any] = {"game": "wizard", "n": 4, "seed": 5} | how
    with torite.env(**made) as env:
        before = env.states.tobytes()
        with pytest.raises((ValueError, IndexError), match=told):
            env.load(saved, **{"lanes": [0, 1]} | load)
        assert env.states.tobytes() == before


def test_what_is_no_whole_lane_is_not_loaded() -> None:
    with torite.env("wizard", 2, threads=1) as env:
        saved, before = env.save(), env.states.tobytes()
        env.load(saved._replace(arrays=saved.arrays | {"turn": saved.arrays["turn"].tolist()}))
        for turn in (saved.arrays["turn"][:1], 1):
            with pytest.raises(ValueError, match="turn is of 1 saved lanes, states of 2"):
                env.load(saved._replace(arrays=saved.arrays | {"turn": turn}))
        with pytest.raises(TypeError, match=r"from what `save` gives, not from \{'states'"):
            env.load({"states": 1})  # type: ignore[arg-type]
        del saved.arrays["rngs"], saved.arrays["mask"]
        with pytest.raises(ValueError, match="of the saved lanes there is no mask, rngs"):
            env.load(saved, seed=1)
        assert env.states.tobytes() == before


@pytest.mark.parametrize(
    ("how", "error", "told"),
    [
        ({"players": 9}, torite.PlayersError, "3–6 players"),
        ({"game": "bingo", "players": 9}, torite.PlayersError, "bingo is for 2 players, not 9"),
        ({"game": "emissary", "players": 9}, torite.PlayersError, "emissary is for 1 player, not 9"),
        ({"players": 4.0}, TypeError, "players is a whole number, not 4.0"),
        ({"players": "4"}, TypeError, "players is a whole number, not '4'"),
        ({"players": True}, TypeError, "players is a whole number, not True"),
        ({"game": None}, TypeError, "game is its name, the path of a page, or the game itself, not None"),
        ({"options": ["hiddentip"]}, TypeError, "options are values by name"),
        ({"options": "hiddentip=on"}, TypeError, "options are values by name"),
        ({"options": {"nonsense": 1}}, torite.OptionError, "no option 'nonsense'"),
        ({"n": 0}, ValueError, "n is at least 1, not 0"),
        ({"n": 2.5}, TypeError, "n is a whole number, not 2.5"),
        ({"n": "4"}, TypeError, "n is a whole number, not '4'"),
        ({"history": True}, TypeError, "history is a whole number, not True"),
        ({"episode": "trick"}, ValueError, "a deal or a match"),
        ({"dtype": np.int16}, ValueError, "dtype is uint8 or float32"),
        ({"dtype": None}, ValueError, "dtype is uint8 or float32, not None"),
        ({"dtype": "x"}, ValueError, "dtype is uint8 or float32, not 'x'"),
        ({"threads": 0}, ValueError, "threads is at least 1, not 0"),
        ({"seed": 1.5}, TypeError, "seed is a whole number, not 1.5"),
        ({"seed": "7"}, TypeError, "seed is a whole number, not '7'"),
        ({"seed": [1.5] * 4096}, TypeError, "a seed is a whole number, not 1.5"),
        ({"buffers": {"turn": [0] * 4096}}, ValueError, "an array of NumPy"),
        ({"buffers": [1]}, TypeError, "buffers are arrays by name"),
    ],
)
def test_what_makes_no_sense_is_refused(how: dict[str, Any], error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told):
        torite.env(**{"game": "wizard"} | how)


def test_it_is_for_the_process_that_made_it() -> None:
    with torite.env("plus-minus", 256, threads=2) as env:
        env.play_random(1)
        child = os.fork()
        if child == 0:
            try:
                env.play_random(1)  # would wait for threads that are not there
            except ValueError:
                os._exit(0)
            finally:
                os._exit(1)
        assert os.waitpid(child, 0)[1] == 0


def test_actions_that_cannot_be_written_are_done() -> None:
    """Such as those that JAX gives, or a view of somebody else's memory."""
    with torite.env("wizard", 4, threads=1) as env:
        actions = env.random_actions()
        actions.flags.writeable = False
        env.step(actions)
        env.step(np.frombuffer(bytes(1) + env.random_actions().tobytes(), np.int64, offset=1))  # at an odd address


def test_random_play_is_interrupted_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes back between a few steps and the next; nothing else tells that it does."""
    with torite.env("wizard", 4, threads=2) as whole, torite.env("wizard", 4, threads=2) as parted:
        ended = whole.play_random(300)
        monkeypatch.setattr("torite.lab.env.AT_ONCE", 4 * 7)
        assert parted.play_random(300) == ended > 4
        assert all(np.array_equal(a, b) for a, b in zip(whole.lanes, parted.lanes, strict=True))
        assert whole.states.tobytes() == parted.states.tobytes()
        begun, steps = list[int](), parted._steps

        def interrupted(actions: Any, n: int) -> int:
            begun.append(n)
            if len(begun) == 3:
                raise KeyboardInterrupt
            return steps(actions, n)

        monkeypatch.setattr(parted, "_steps", interrupted)
        with pytest.raises(KeyboardInterrupt):
            parted.play_random(300)
        whole.play_random(14)
        assert begun == [7, 7, 7] and whole.states.tobytes() == parted.states.tobytes()


def test_nothing_is_done_once_it_is_closed() -> None:
    with torite.env("wizard", 4, threads=2) as env:
        actions = env.random_actions()
    with pytest.raises(ValueError, match="closed"):
        env.step(actions)


def test_arrays_of_a_wrong_size_are_refused() -> None:
    with torite.env("wizard", 4, threads=1) as env:
        with pytest.raises(ValueError, match="5 seeds for 4 lanes"):
            env.reset([1, 2, 3, 4, 5])
        with pytest.raises(ValueError, match="for 4 lanes"):
            env.step([0, 1])
        with pytest.raises(TypeError, match="integers, not float64"):
            env.step(env.random_actions() + 0.9)
        with pytest.raises(torite.IllegalMoveError, match=r"may not play 18446744073709551615"):
            env.step(np.full(4, -1).astype(np.uint64))
        with pytest.raises(KeyError, match=r"no field 'handz' in an observation; there are own, .*hands"):
            env.layout["handz"]
        with pytest.raises(ValueError, match="steps is at least 1, not 0"):
            env.play_random(0)
    with pytest.raises(KeyError):
        torite.env("nonsense")


@pytest.mark.parametrize("twin", [copy, deepcopy, pickle.dumps])
def test_an_environment_is_not_copied(twin: Callable[[object], object]) -> None:
    with torite.env("plus-minus", 4, threads=1) as env, pytest.raises(TypeError, match="make another one"):
        twin(env)


def test_arrays_of_ones_own_are_written_in_place() -> None:
    ours = {"obs": np.ones((4, 1461), np.uint8), "reward": np.ones((4, 4))}
    with torite.env("plus-minus", 4, seed=3, buffers=ours) as own, torite.env("plus-minus", 4, seed=3) as plain:
        for _ in range(40):
            actions = plain.random_actions()
            own.step(actions)
            plain.step(actions)
        assert own.obs is ours["obs"] and own.reward is ours["reward"]
        for name in ("obs", "mask", "turn", "reward", "done"):
            assert (getattr(own, name) == getattr(plain, name)).all(), name


@pytest.mark.parametrize(
    ("buffers", "told"),
    [
        ({"observations": np.zeros(4)}, "there are obs, mask, turn, reward, done"),
        ({"done": np.zeros(4, np.uint8)[::2]}, r"done is uint8\[4\], not uint8\[2\]"),
        ({"turn": np.zeros(4, np.int32)}, r"turn is int64\[4\], not int32"),
        ({"done": np.zeros(8, np.uint8)[::2]}, "contiguous"),
        ({"done": np.frombuffer(bytes(4), np.uint8)}, "writeable"),
    ],
)
def test_arrays_that_cannot_be_written_are_refused(buffers: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        torite.env("plus-minus", 4, buffers=buffers)


def check_history(game: Game, players: int, **how: Any) -> int:
    """Is it told what has been done?  Returns how often somebody is not told what another has done."""
    length, withheld = 7, 0
    with torite.env(game, 3, players=players, history=length, seed=5, threads=1, **how) as env:
        done: list[list[tuple[int, int, bool]]] = [[] for _ in range(env.n)]
        for _ in range(STEPS // 4):
            for i in range(env.n):
                seat = int(env.turn[i])
                told = [[(p - seat) % players, -1 if sealed and p != seat else a] for p, a, sealed in done[i][:length]]
                assert env.history[i].tolist() == told + [[-1, -1]] * (length - len(told))
                withheld += sum(action == -1 for _, action in told)
            before, turn, actions = env.states.copy(), env.turn.copy(), env.random_actions()
            env.step(actions)
            for i in range(env.n):
                act = int(turn[i]), int(actions[i])
                done[i].insert(0, (*act, bool(game.sealed(before[i], *act))))
                if env.states[i].deals != before[i].deals or env.done[i]:
                    done[i] = []
    return withheld


@pytest.mark.parametrize(("game", "players"), SIZES, ids=IDS)
def test_a_history_is_what_has_been_done_in_the_deal(game: Game, players: int) -> None:
    check_history(game, players)


def test_a_history_withholds_what_is_sealed() -> None:
    assert check_history(GAMES["wizard"], 4, options={"hiddentip": True})
    assert check_history(load_game("examples/hearts.py"), 4)


def test_a_history_has_a_length() -> None:
    with torite.env("wizard", 2, threads=1) as env:
        assert env.history.shape == (2, 0, 2)
    with pytest.raises(ValueError, match="-1"):
        torite.env("wizard", 2, history=-1)
