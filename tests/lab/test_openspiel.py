"""The OpenSpiel adapter under OpenSpiel's own suites, for every game."""

import pickle
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.tests import games_sim_test

from torite.adapters.openspiel import load_game
from torite.cards.rng import new_rng
from torite.games import GAMES
from torite.games.game import Game
from torite.games.load import load_game as load_file

ALL = [*GAMES.values(), load_file("examples/whist.py")]
every_game = pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)


@every_game
def test_openspiel_is_content(game: Game) -> None:
    loaded = load_game(game, deals=2)
    games_sim_test.GamesSimTest().sim_game(loaded)
    pyspiel.random_sim_test(loaded, 1, False, False)


SHORT = '''
"""Two cards each, of one suit; who takes the last trick has a point."""
import numpy as np
from torite.rules import *

class State(tricks.State, scores.State): pass

@kernel
def play(s: State, seat: Seat, card: Card) -> None:
    if tricks.play(s, seat, card):
        s.points[s.lead] = 1
        scores.add_up(s)

@kernel
def score(s: State, points: np.ndarray) -> None:
    for p in range(s.players):
        points[p] = s.points[p] - s.points[after(p, s.players)]

@kernel
def finished(s: State) -> bool:
    return True

DECK = Deck("french", "CDHS", {9: "CJ", 10: "CQ", 11: "CK", 12: "CA"})
GAME = game(State, players=2, deck=DECK, zones=tricks.TABLE, badges=(tricks.TAKEN,), sheet=Sheet(("points",)))
'''


def test_a_short_game_is_solved(tmp_path: Path) -> None:
    """By CFR: its average policy comes nearer to an equilibrium than play at random."""
    (tmp_path / "short.py").write_text(SHORT, "utf-8")
    loaded = load_game(tmp_path / "short.py", deals=1)
    solver = cfr.CFRPlusSolver(loaded)
    told = [exploitability.nash_conv(loaded, solver.average_policy())]
    for _ in range(2):
        solver.evaluate_and_update_policy()
        told.append(exploitability.nash_conv(loaded, solver.average_policy()))
    assert told == pytest.approx([2 / 3, 2 / 3, 2 / 9])


def random_play(loaded: Any, steps: int, seed: int) -> Any:
    rng, state = random.Random(seed), loaded.new_initial_state()
    while steps and not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            steps -= 1
    while not state.is_terminal() and state.is_chance_node():
        state.apply_action(rng.choice(state.chance_outcomes())[0])
    return state


@every_game
def test_what_a_seat_cannot_know_is_in_none_of_its_strings(game: Game) -> None:
    loaded = load_game(game)
    for steps in range(1, 40, 3):
        state = random_play(loaded, steps, steps)
        if state.is_terminal():
            continue
        seat = state.current_player()
        told = state.observation_string(seat), state.information_state_string(seat), state.observation_tensor(seat)
        world = game.state.view(state.s, seat)
        game.determinize(world, seat, new_rng(b"world", steps))
        state.s = world
        again = state.observation_string(seat), state.information_state_string(seat), state.observation_tensor(seat)
        assert told == again


def test_an_information_state_remembers_what_an_observation_forgets() -> None:
    """Two ways to the same cards and figures: whist, the same four cards in two tricks played the other way round."""
    loaded = load_game("wizard", players=3, deals=3)
    one, other = random_play(loaded, 5, 1), random_play(loaded, 5, 2)
    other.s = one.s
    seat = one.current_player()
    assert one.observation_string(seat) == other.observation_string(seat)
    assert one.information_state_string(seat) != other.information_state_string(seat)


def test_games_are_registered_with_parameters_and_pickle() -> None:
    loaded = pyspiel.load_game("torite_wizard(players=3,deals=1,options=notequal:on)")
    assert (loaded.num_players(), loaded.get_type().short_name) == (3, "torite_wizard")
    models = pyspiel.GameType.RewardModel
    assert loaded.get_type().reward_model == models.TERMINAL  # as OpenSpiel's own searches want it
    assert load_game("wizard", deals=2).get_type().reward_model == models.REWARDS
    state = pickle.loads(pickle.dumps(random_play(loaded, 3, 1)))
    assert str(state) == str(random_play(loaded, 3, 1))
    assert np.count_nonzero(state.observation_tensor(0))


def test_a_clone_is_of_the_same_game() -> None:
    """Which has an observer to make, so a search that clones would do little else."""
    state = random_play(load_game("wizard", players=3), 3, 1)
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert clone.table is state.table and str(clone) != str(state) and clone.s.tobytes() != state.s.tobytes()


@every_game
def test_a_resampled_state_is_one_that_the_seat_cannot_tell_apart(game: Game) -> None:
    state, differ = random_play(load_game(game, deals=1), 2, 1), 0
    player = state.current_player()
    for _ in range(10):
        other = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0))
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.legal_actions() == state.legal_actions()
        differ += other.s.tobytes() != state.s.tobytes()
        other.apply_action(other.legal_actions()[0])
    assert differ
    assert state.s.tobytes() == random_play(load_game(game, deals=1), 2, 1).s.tobytes()


def test_the_search_of_openspiel_plays() -> None:
    loaded = load_game("plus-minus", deals=1)
    state, chance = random_play(loaded, 5, 1), np.random.RandomState(1)
    bot = ISMCTSBot(loaded, RandomRolloutEvaluator(1, chance), 2.0, 20, random_state=chance)
    assert bot.step(state) in state.legal_actions()


def test_of_two_pages_of_one_name_each_is_played() -> None:
    """Also of one page that has changed: the name alone tells OpenSpiel nothing."""
    whist = load_file("examples/whist.py")
    changed = replace(whist, presets={**whist.presets, "short": {"goal": 1}})
    state = load_game(whist).new_initial_state()
    assert load_game(changed, preset="short").new_initial_state().game is changed
    assert state.clone().game is whist


def test_who_begins_may_be_said() -> None:
    """As nobody draws it."""
    for game in (load_game("wizard", players=3, first=2), pyspiel.load_game("torite_wizard(players=3,first=2)")):
        assert pickle.loads(pickle.dumps(game)).new_initial_state().position.first == 2
    with pytest.raises(ValueError, match="no seat 3"):
        load_game("wizard", players=3, first=3)


def test_an_information_state_has_no_tensor() -> None:
    state = random_play(load_game("wizard", players=3), 3, 1)
    with pytest.raises(pyspiel.SpielError, match="an information state is a string"):
        state.information_state_tensor(0)


def test_options_are_told_by_name() -> None:
    told = {"hiddentip": True, "notequal": False}
    assert load_game("wizard", options=told).how == load_game("wizard", options="hiddentip:True notequal:False").how
    spaced = load_game("schieber", options={"multipliers": "1 1 2 2 3 3"})
    assert spaced.new_initial_state().position.options["multipliers"] == "1 1 2 2 3 3"
    with pytest.raises(ValueError, match="nothing"):
        load_game("wizard", options={"nothing": 1})


def test_what_makes_no_sense_is_refused() -> None:
    for wrong in ("torite_wizard(players=9)", "torite_wizard(deals=-1)"):
        with pytest.raises(ValueError, match=r"9|-1"):
            pyspiel.load_game(wrong)
    numbers: Any = {"players": np.int64(3), "deals": np.int8(2), "first": np.int64(1)}
    assert load_game("wizard", **numbers).told["deals"] == 2
    wrong_kinds: list[Any] = [{"deals": "x"}, {"players": 3.0}, {"options": 3}]
    for how in wrong_kinds:
        with pytest.raises(TypeError, match=r"whole number, not|values by name"):
            load_game("wizard", **how)
    state = random_play(load_game("wysiwyg"), 3, 1)
    legal = state.legal_actions()
    with pytest.raises(ValueError, match="may not do"):
        state.apply_action(next(action for action in range(64) if action not in legal))
    assert state.legal_actions() == legal


def test_what_cannot_be_dealt_is_refused() -> None:
    state = load_game("wysiwyg").new_initial_state()
    state.apply_action(state.chance_outcomes()[0][0])
    left = state.chance_outcomes()
    for action in (9999, state.cards[0]):
        with pytest.raises(ValueError, match="cannot be dealt"):
            state.apply_action(action)
    assert state.chance_outcomes() == left
