"""The object API: checked at the border, unchanged by errors."""

import copy
import pickle
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import torite
from torite.games.game import OptionError
from torite.games.jass.schieber import CHOOSING
from torite.games.load import load_game
from torite.games.position import IllegalMoveError, PlayersError, Position
from torite.games.scene import Reason


def play_out(game: Position) -> None:
    """First legal action until the match is over."""
    while not game.finished():
        if game.deal_over():
            game.deal()
        while game.actors():
            game.play(game.legal()[0])


def test_a_match_has_four_seats_where_nothing_is_said() -> None:
    assert [torite.new(name).players for name in ("wizard", "bingo", "emissary", "mittlere")] == [4, 2, 1, 3]


def test_the_first_deal_is_made() -> None:
    game = torite.new("rwd", players=4, seed=7, options={})
    assert game.turn in range(4) and game.actors() == [game.turn]
    assert len(game.legal()) == 4 and "take:?" in game.legal()
    assert len(game.deck) == 52


def test_an_illegal_move_names_seat_action_and_what_is_legal() -> None:
    game = torite.new("wizard", players=3, seed=1)
    seat, before = game.turn, game.state.tobytes()
    assert seat is not None
    with pytest.raises(IllegalMoveError) as error:
        game.play("bid:9")
    told = "This deal has only 1 trick."
    assert str(error.value) == f"wizard: seat {seat} may not play 'bid:9' ({told}); legal: bid:0 bid:1"
    assert error.value.why == Reason("too_many", {"most": 1})
    assert (error.value.legal, error.value.actors) == (["bid:0", "bid:1"], [seat])
    assert game.state.tobytes() == before


def test_out_of_turn_is_told_whose_turn_it_is() -> None:
    game = torite.new("rwd", players=3, seed=1)
    assert game.turn is not None
    other = (game.turn + 1) % 3
    with pytest.raises(IllegalMoveError, match=rf"seat {other} may not play 'take:\?'; seats to act: \[{game.turn}\]"):
        game.play("take:?", other)
    assert game.legal(other) == [] and game.legal(7) == []


@pytest.mark.parametrize(("name", "preset"), [("wizard", "hiddentip"), ("differenzler", "swiss")])
def test_where_all_decide_at_once_the_turn_is_that_of_one_who_may(name: str, preset: str) -> None:
    for asked in (False, True):  # whoever has had the state is told by the rules, one by one
        game = torite.new(name, 4, preset=preset, seed=7)
        assert not asked or game.state is not None
        while game.turn is not None:
            assert game.turn in game.actors()
            game.play(game.legal()[0])


def test_a_seat_is_a_whole_number() -> None:
    game = torite.Position(torite.GAMES["wizard"], np.int64(4), seed=1, first=np.int8(1))  # type: ignore[arg-type]
    game.deal()
    game.play("bid:0", np.float64(2.0))  # type: ignore[arg-type]
    assert torite.Position.parse(game.text).text == game.text
    assert type(game.scene(np.int64(2)).seat) is int  # type: ignore[arg-type]
    others: list[Any] = [1.5, "0", False]
    for seat in others:
        for ask in (lambda seat: game.play("bid:0", seat), game.legal, game.view, game.scene, game.text_for):
            with pytest.raises(TypeError, match=f"a seat is a whole number, not {seat!r}"):
                ask(seat)


def test_what_a_deal_was_worth_is_told_when_it_is_over() -> None:
    before = torite.Position(torite.GAMES["schieber"], 4, seed=1)
    for game in (before, torite.new("coiffeur", 4, seed=1)):
        for ask in (game.worths, game.deal_result):
            with pytest.raises(ValueError, match="the deal is not over"):
                ask()


def test_a_finished_deal_has_no_moves() -> None:
    game = torite.new("wizard", players=3, seed=2)
    while game.actors():
        game.play(game.legal()[0])
    assert game.turn is None and game.legal() == [] and game.deal_over() and not game.finished()
    with pytest.raises(IllegalMoveError, match="none"):
        game.play("bid:0")
    with pytest.raises(ValueError, match="not over"):
        game.result()
    assert sum(game.deal_result()["tricks"]) == 1


def test_no_deal_is_made_in_the_middle_or_at_the_end() -> None:
    game = torite.new("rwd", players=5, seed=3, preset="single")
    with pytest.raises(ValueError, match="no deal"):
        game.deal()
    play_out(game)
    with pytest.raises(ValueError, match="no deal"):
        game.deal()


@pytest.mark.parametrize("name", torite.GAMES)
def test_a_match_ends_with_winners(name: str) -> None:
    players = torite.GAMES[name].usual_players
    game = torite.new(name, players=players, seed=5)
    play_out(game)
    outcome = game.result()
    best = min if name == "differenzler" else max  # its points are penalties
    assert (players == 1 or outcome.winners) and all(outcome.scores[p] == best(outcome.scores) for p in outcome.winners)
    assert len(outcome.scores) == players and not outcome.draw


@pytest.mark.parametrize("name", torite.GAMES)
def test_a_seed_says_everything(name: str) -> None:
    players = torite.GAMES[name].usual_players
    a, b, c = (torite.new(name, players=players, seed=seed) for seed in (5, 5, 6))
    for game in (a, b, c):
        play_out(game)
    assert a.state.tobytes() == b.state.tobytes() != c.state.tobytes()
    assert torite.new(name, players=players).seed != torite.new(name, players=players).seed


def test_a_copy_goes_its_own_way() -> None:
    game = torite.new("rwd", players=3, seed=4)
    twin, before = game.copy(), game.state.tobytes()
    twin.play(twin.legal()[0])
    assert game.state.tobytes() == before != twin.state.tobytes()
    twin.options["wins"] = 9
    assert game.options != twin.options


@pytest.mark.parametrize("name", torite.GAMES)
def test_whoever_has_the_state_is_told_the_same(name: str) -> None:
    """Two deals by one call a move, and with the rules asked one by one, as it is where others may write."""
    fast, asked = (torite.new(name, players=torite.GAMES[name].usual_players, seed=3) for _ in range(2))
    rng = random.Random(name)
    for _ in range(2):
        while fast.actors():
            assert asked.state.tobytes() == fast.copy().state.tobytes()
            seat = rng.choice(fast.actors())
            assert (asked.turn, asked.legal(), asked.legal(seat)) == (fast.turn, fast.legal(), fast.legal(seat))
            code = rng.choice(fast.legal(seat))
            fast.play(code, seat)
            asked.play(code, seat)
        assert (asked.turn, asked.legal(), asked.log) == (fast.turn, [], fast.log) == (None, [], fast.log)
        if not fast.finished():
            fast.deal()
            asked.deal()


def test_what_is_written_into_the_state_counts() -> None:
    game = torite.new("schieber", players=4, seed=1)
    assert "push" in game.legal()
    game.play("push")
    partner = game.turn
    assert partner is not None and "push" not in game.legal()
    state = game.state
    state.pushes, state.phase, state.turn = 0, CHOOSING, partner ^ 2
    assert game.turn == partner ^ 2 and "push" in game.legal()
    game.play("push")
    state.pushes, state.phase = 0, CHOOSING
    assert "push" in game.legal()


def test_given_cards_are_dealt() -> None:
    game = Position(torite.GAMES["rwd"], 3, first=1)
    game.deal(["H2", "H3", "H4", "S2", "S3", "S4"])
    assert (game.turn, game.legal()) == (1, ["take:H2", "take:H3", "take:?"])
    with pytest.raises(torite.NotationError, match="H1"):
        Position(torite.GAMES["rwd"], 3).deal(["H1", "H2", "H3"])


def test_what_chance_does_later_is_the_same_where_the_cards_are_given() -> None:
    dealt = torite.new("molotov", seed=5)
    given = Position(torite.GAMES["molotov"], 4, seed=5)
    given.deal(dealt.deck)
    assert np.array_equal(given.rng, dealt.rng)
    assert given.text == dealt.text


def test_cards_that_end_before_the_deal_does_are_refused_and_change_nothing() -> None:
    """Kernels check no index: of other games slices end where the cards do."""
    game = Position(torite.GAMES["wizard"], 3)
    before = game.state.tobytes()
    for few in range(3):
        with pytest.raises(torite.NotationError, match=f"wizard: {few} cards are too few for this deal"):
            game.deal(list(game.game.deck.names.values())[:few])
        assert game.state.tobytes() == before
    game.deal(list(game.game.deck.names.values())[:4])
    assert game.turn is not None


@pytest.mark.parametrize(("name", "players"), [("rwd", 2), ("rwd", 6), ("wizard", 2), ("wizard", 7), ("rwd", 0)])
def test_a_number_of_players_the_game_cannot_seat(name: str, players: int) -> None:
    with pytest.raises(PlayersError, match=rf"{name} is for \d–\d players, not {players}"):
        torite.new(name, players)


@pytest.mark.parametrize("seat", [-1, 3, 9])
def test_a_seat_that_is_not_there_sees_nothing(seat: int) -> None:
    position = torite.new("plus-minus", players=3, seed=1)
    for look in (position.view, position.scene, position.text_for):
        with pytest.raises(torite.PlayersError, match=f"no seat {seat}; seats are 0 to 2"):
            look(seat)


def test_a_number_of_players_is_whole() -> None:
    with pytest.raises(TypeError, match="players is a whole number"):
        torite.new("wizard", players=4.0)  # type: ignore[arg-type]


def test_an_unknown_game() -> None:
    with pytest.raises(KeyError):
        torite.new("bridge", 4)


@pytest.mark.parametrize(
    ("options", "code", "text"),
    [
        ({"speed": 3}, "table/unknown_option", "rwd has no option 'speed'; it has: wins"),
        ({"wins": 0}, "table/bad_value", "option wins may not be 0; allowed: 1, 2"),
        ({"wins": True}, "table/bad_value", "option wins may not be True"),
        ({"play_on": 1}, "table/bad_value", "option play_on may not be 1; allowed: False, True"),
        ({"shared_win": "some"}, "table/bad_value", "allowed: all, none"),
    ],
)
def test_bad_options_are_named(options: dict[str, object], code: str, text: str) -> None:
    with pytest.raises(OptionError, match=text) as error:
        torite.new("rwd", 3, options=options)
    assert error.value.code == code


def test_options_may_be_words() -> None:
    options = {"play_on": "yes", "wins": "5", "show_hidden_card_at_end": "OFF"}
    game = torite.new("rwd", 3, options=options)
    assert [game.options[o] for o in options] == [True, 5, False]


def test_an_unknown_preset() -> None:
    with pytest.raises(OptionError, match="rwd has no preset 'fast'; it has: seed, strict, single"):
        torite.new("rwd", 3, preset="fast")


def test_one_bidding_option_switches_the_other_off() -> None:
    wizard = torite.GAMES["wizard"]
    options = wizard.with_option(wizard.preset("notequal"), "hiddentip", True)
    assert (options["notequal"], options["hiddentip"]) == (False, True)
    assert wizard.with_option(options, "notequal", "on")["hiddentip"] is False


def test_hidden_bids_are_made_in_any_order() -> None:
    game = torite.new("wizard", 3, seed=1, preset="hiddentip")
    assert game.actors() == [0, 1, 2]
    game.play("bid:1", 2)
    assert game.actors() == [0, 1]
    assert all("bid:1" not in str(game.scene(p)) or p == 0 or p == 1 for p in (0, 1, None))
    assert game.view(0).sealed[2] == 0 and game.view(2).sealed[2] == 1 and game.view(None).sealed.sum() == 0


def test_a_view_holds_no_other_hand() -> None:
    game = torite.new("wizard", 4, seed=9)
    for seat in range(4):
        view = game.view(seat)
        assert view.hands[seat] == game.state.hands[seat] and view.hands.astype(bool).sum() == 1
    assert not game.view(None).hands.any() and game.scene(None).legal == []


@pytest.mark.parametrize("name", torite.GAMES)
def test_positions_states_and_views_can_be_pickled(name: str) -> None:
    game = torite.new(name, players=torite.GAMES[name].usual_players, seed=5)
    for _ in range(5):
        game.play(game.legal()[0])
    again = pickle.loads(pickle.dumps(game))
    assert again.game is game.game and again.log == game.log and again.scene(0) == game.scene(0)
    state, view, many = pickle.loads(pickle.dumps((game.state, game.view(0), game.game.state.new(3))))
    assert type(state) is type(game.state) and state.tobytes() == game.state.tobytes()
    assert view.tobytes() == game.view(0).tobytes() and many.dtype == game.game.state.dtype
    for twin in (state, copy.copy(state), copy.deepcopy(state)):
        twin.turn += 1
        twin.hands[0] = 5
        assert twin.turn == game.state.turn + 1 and twin.hands[0] == 5
    game.play(game.legal()[0])
    again.play(again.legal()[0])
    assert again.state.tobytes() == game.state.tobytes() and np.array_equal(again.rng, game.rng)


@pytest.mark.parametrize("twin", [copy.copy, copy.deepcopy, Position.copy])
def test_a_copied_position_goes_its_own_way(twin: Callable[[Position], Position]) -> None:
    game = torite.new("wizard", players=3, seed=5)
    other, before = twin(game), game.state.tobytes()
    other.play(other.legal()[0])
    assert game.state.tobytes() == before and game.log == [] and other.game is game.game


def test_a_game_from_outside_is_pickled_by_its_file() -> None:
    whist = load_game(str(Path(__file__).parents[1] / "examples" / "whist.py"))
    game = Position(whist, 4, seed=1)
    game.deal()
    again = pickle.loads(pickle.dumps(game))
    assert again.legal() == game.legal() and again.game.name == "whist"


def test_a_seed_is_any_whole_number() -> None:
    seeds: list[Any] = [7, np.int64(7), 8]
    hands = [torite.new("schieber", players=4, seed=seed).state.hands.tolist() for seed in seeds]
    assert hands[0] == hands[1] != hands[2]


def test_what_is_no_argument_at_all_is_told_by_its_name() -> None:
    new: Any = torite.new
    for how, told in (
        ({"seed": 7.5}, "seed is a whole number, not 7.5"),
        ({"players": "4"}, "players is a whole number, not '4'"),
        ({"options": "hiddentip"}, "options are values by name"),
        ({"game": None}, "game is its name, the path of a page, or the game itself, not None"),
    ):
        with pytest.raises(TypeError, match=told):
            new(**{"game": "wizard"} | how)
    with pytest.raises(TypeError, match="a position is told by a text, not by None"):
        Position.parse(None)  # type: ignore[arg-type]
    assert new("wizard", options={"hiddentip": np.True_}).options["hiddentip"] is True


def test_it_says_in_a_line_what_it_is() -> None:
    """Where somebody looks at it in a notebook; a game was six thousand characters of its tables."""
    position = torite.new("rwd", 4, seed=1)
    assert repr(position) == f"<Position rwd for 4, deal 1, seat {position.turn} to act>"
    assert repr(position.game) == "<Game rwd>"
    with torite.env("rwd", 3, players=5) as env:
        assert repr(env) == "<BatchEnv rwd for 5, 3 lanes>"
    emissary = Position(torite.GAMES["emissary"], 1, seed=1)
    assert repr(emissary) == "<Position emissary for 1, deal 0, nobody to act>"
