"""The bots by name: levels, budgets, and what is no bot."""

from itertools import product

import pytest

from torite.cards.actions import list_actions
from torite.games import GAMES
from torite.games.position import Position
from torite.knowledge import informed
from torite.locale import LANGUAGES
from torite.search.players import DEFAULT_LEVEL, LEVELS, SpecError, player, player_of


def test_the_default_is_a_level_and_the_strongest_takes_at_most_a_second() -> None:
    assert DEFAULT_LEVEL in LEVELS
    kind, _, budget = list(LEVELS.values())[-1].partition(":")
    assert kind == "solve+ismcts"
    assert int(budget.removesuffix("ms")) <= 1000


@pytest.mark.parametrize(
    "spec",
    [
        "",
        "ismcts",
        "ismcts:",
        "ismcts:ms",
        "ismcts:-5ms",
        "ismcts:0",
        "ismcts:900000ms",
        "flat:99999999999999999999",
        "flat:0ms",
        "uct:5",
        "solve+uct:5",
        "pimc+flat:5",
        "pimc4+uct:5",
    ],
)
def test_what_is_no_bot_is_refused_by_name(spec: str) -> None:
    with pytest.raises(SpecError) as refused:
        player(spec)
    for lang in LANGUAGES:
        assert spec in refused.value.tell(lang)


@pytest.mark.parametrize("spec", ["plan:6", "solve+plan:6"])
def test_a_plan_is_refused_where_the_game_has_none(spec: str) -> None:
    """When the bot is asked for, and at the latest when it decides."""
    position = Position(GAMES["wizard"], 4, seed=1)
    position.deal()
    seat = position.actors()[0]
    for ask in (
        lambda: player_of(spec, position.game, 4),
        lambda: player(spec).choose(position.game, position.view(seat), seat, 7),
    ):
        with pytest.raises(SpecError) as refused:
            ask()
        for lang in LANGUAGES:
            assert "wizard" in refused.value.tell(lang)
    assert player_of(spec, GAMES["emissary"], 1)


@pytest.mark.parametrize("spec", ["random", "flat:2", "ismcts:20"])
def test_a_choice_is_legal_and_follows_from_its_seed(spec: str) -> None:
    position = Position(GAMES["wizard"], 4, seed=1)
    position.deal()
    seat = position.actors()[0]
    view, bot = position.view(seat), player(spec)
    choices = [bot.choose(position.game, view, seat, 7) for _ in range(3)]
    assert len(set(choices)) == 1
    assert position.game.codes[choices[0]] in position.legal(seat)


@pytest.mark.parametrize("level", ["gentle", "steady"])
def test_a_few_worlds_do_not_make_a_bot_bid_what_no_hand_brings(level: str) -> None:
    """Of sixty bids one looks good by chance.  A highest bidder takes 22 of WYSIWYG's 40 marks, give or take 5."""
    for seed in range(20):
        position = Position(GAMES["wysiwyg"], 2, seed=seed)
        position.deal()
        while position.game.phase(position.state) in ("bid", "answer"):
            seat = position.actors()[0]
            chosen = player(level).choose(position.game, position.view(seat), seat, seed)
            position.play(position.game.codes[chosen], seat)
        state = position.state
        assert state.bid + state.bases[state.declarer] <= 32


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if informed(game).likely])
@pytest.mark.parametrize("switched", [False, True])
def test_what_is_likely_is_legal(name: str, switched: bool) -> None:
    """At every decision of a few deals at random, with every rule set as it is and with each on/off option changed."""
    game = GAMES[name]
    likely_of = informed(game).likely
    assert likely_of is not None
    for seed, preset in product(range(4), game.presets):
        usual = game.full_options({}, preset)
        changed = {option.name: not usual[option.name] for option in game.options if switched and option.kind == "bool"}
        position = Position(game, game.usual_players, preset=preset, seed=seed, options=changed)
        position.deal()
        while seats := position.actors():
            for seat in seats:
                legal = set(list_actions(game.legal(position.state, seat)))
                likely = set(list_actions(likely_of(position.state, seat)))
                assert likely
                assert likely <= legal
            choices = position.legal(seats[0])
            position.play(choices[(seed + len(position.log)) % len(choices)], seats[0])
            if position.deal_over() and not position.finished() and position.state.deals < 6:
                position.deal()
