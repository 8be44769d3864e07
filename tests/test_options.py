"""Every option and preset that the rules of a game name: there, and set by the chat; the 17 systems they make."""

import random

import pytest

from table.house import ANN, House
from torite.games import GAMES
from torite.games.game import Value
from torite.games.position import Position

OPTIONS: dict[str, dict[str, tuple[Value, ...]]] = {
    "wysiwyg": {
        "tie_first_bidder": ("nondealer", "dealer"),
        "forbid_impossible_bids": (False, True),
        "target": (50, 20, 100),
    },
    "bingo": {
        "ranking": ("seed", "pagat"),
        "blank_for_suit": ("natural", "seven"),
        "closing": ("seed", "pagat"),
        "phase2": ("seed", "pagat"),
        "both70": ("higher", "both", "none"),
        "no_trick_gp": (2, 3),
        "threshold": (30, 20),
        "redeclare": (True, False),
        "bingo_capture_gp": (False, True),
        "next_dealer": ("alternate", "winner"),
        "show_points": (False, True),
    },
    "emissary": {
        "diplomacy_refill": (True, False),
        "politics_block": ("position_8", "last_remaining", "both"),
        "advisor_timing": ("seed_window", "between_tricks", "anytime"),
        "difficulty": ("easy", "hard"),
        "strict_manual_refresh": (False, True),
        "show_seen_cards": (False, True),
    },
    "mittlere": {
        "no_trump_deal": ("score", "annul"),
        "deals": (12, 3, 36),
        "tie_deal": (False, True),
        "values": ("jass", "somnia"),
        "direction": ("anticlockwise", "clockwise"),
        "lives": (0, 3),
        "somnia_cap3": (100, 86),
        "suit_names": ("egg", "hslu"),
    },
    "molotov": {
        "no_trump_deal": ("score", "annul"),
        "deals": (12, 4),
        "tie_deal": (False, True),
        "values": ("jass", "somnia"),
        "direction": ("anticlockwise", "clockwise"),
        "lives": (0, 3),
        "somnia_cap4": (86, 100),
    },
    "plus-minus": {
        "no_trump_deal": ("score", "annul"),
        "plus_minus_100_tie": ("none", "untied_scores"),
        "plus_minus_pair_tie": ("carry", "lone_extreme"),
        "target": (7, 10),
        "values": ("jass", "somnia"),
        "direction": ("anticlockwise", "clockwise"),
    },
    "handjass": {
        "target": (7, 5),
        "nobody_in": ("redeal", "forehand_forced"),
        "split_2p": (False, True),
        "loss_limit": (25, 20),
        "tie_2p": ("none", "draw"),
        "weis": ("small", "large"),
        "four_nines": (False, True),
        "all_trump_hand": ("any", "must_overtrump"),
        "suit_names": ("egg", "hslu"),
    },
    "schieber": {
        "target": (3000, 1000, 2500),
        "multipliers": ("1 1 2 2 3 4", "1 1 2 2 3 3", "1 1 1 1 1 1", "2 7 1 8 2 8"),
        "push_back": (False, True),
        "match_bonus": (0, 100),
        "end_check": ("deal", "once"),
        "weis": ("small", "large"),
        "four_nines": (False, True),
        "weis_undenufe_reversed": (True, False),
        "undenufe_points": ("keep", "swap"),
        "all_trump_hand": ("any", "must_overtrump"),
        "suit_names": ("egg", "hslu"),
    },
    "coiffeur": {
        "row_tie": ("none", "all"),
        "gustav_split_4p": ("5+4", "4+5"),
        "pass_to": ("round", "partner"),
        "ten_rows": (False, True),
        "late_pass": (True, False),
        "undenufe_points": ("keep", "swap"),
        "all_trump_hand": ("any", "must_overtrump"),
        "form": ("pairs", "singles"),
        "suit_names": ("egg", "hslu"),
    },
    "differenzler": {
        "rounds_per_player": (1, 2, 3, 4),
        "announce": ("open", "hidden"),
        "exact_bonus": (0, 10),
        "stoeck_pm20": (False, True),
        "suit_names": ("egg", "hslu"),
    },
}
SOMNIA: dict[str, Value] = {"values": "somnia", "lives": 3, "direction": "clockwise"}
PRESETS: dict[str, dict[str, dict[str, Value]]] = {
    "bingo": {
        "pagat": {
            "ranking": "pagat",
            "closing": "pagat",
            "phase2": "pagat",
            "blank_for_suit": "seven",
            "no_trick_gp": 3,
            "redeclare": False,
            "bingo_capture_gp": True,
        }
    },
    "emissary": {
        "between": {"advisor_timing": "between_tricks"},
        "published": {
            "diplomacy_refill": False,
            "politics_block": "last_remaining",
            "advisor_timing": "between_tricks",
        },
    },
    "mittlere": {"swiss": {"no_trump_deal": "annul"}, "somnia": SOMNIA},
    "molotov": {"swiss": {"no_trump_deal": "annul"}, "somnia": SOMNIA},
    "plus-minus": {"swiss": {"no_trump_deal": "annul", "plus_minus_pair_tie": "lone_extreme"}},
    "handjass": {"swiss": {"loss_limit": 20, "four_nines": True}},
    "schieber": {"swiss": {"match_bonus": 100, "end_check": "once", "four_nines": True, "undenufe_points": "swap"}},
    "coiffeur": {"swiss": {"undenufe_points": "swap"}},
    "differenzler": {"swiss": {}},
}
# game, players, preset, options: the systems of the sources.
SYSTEMS: dict[str, tuple[str, int, str, dict[str, Value]]] = {
    "RWD": ("rwd", 4, "seed", {}),
    "Wizard": ("wizard", 4, "seed", {}),
    "WYSIWYG": ("wysiwyg", 2, "seed", {}),
    "Mittlere": ("mittlere", 3, "seed", {}),
    "Molotov": ("molotov", 4, "seed", {}),
    "Plus-Minus": ("plus-minus", 4, "seed", {}),
    "Handjass": ("handjass", 4, "seed", {}),
    "Schieber": ("schieber", 4, "seed", {}),
    "Coiffeur for three": ("coiffeur", 3, "seed", {}),
    "Coiffeur in pairs": ("coiffeur", 4, "seed", {"form": "pairs"}),
    "Coiffeur singly": ("coiffeur", 4, "seed", {"form": "singles"}),
    "Differenzler": ("differenzler", 4, "seed", {}),
    "Somnia for three": ("mittlere", 3, "somnia", {}),
    "Somnia for four": ("molotov", 4, "somnia", {}),
    "large Weis": ("schieber", 4, "seed", {"weis": "large"}),
    "The Emissary": ("emissary", 1, "seed", {}),
    "Bingo": ("bingo", 2, "seed", {}),
}


@pytest.mark.parametrize("game", OPTIONS)
def test_every_option_of_the_rules_is_there_and_set_by_the_chat(game: str) -> None:
    """The first value is that of the preset seed."""
    house = House(game, GAMES[game].players[1])
    assert set(house.table.options) >= set(OPTIONS[game])
    for name, values in OPTIONS[game].items():
        assert house.table.options[name] == values[0], name
        for value in reversed(values):
            typed = {True: "on", False: "off"}[value] if isinstance(value, bool) else value
            house.say(ANN, f"/option {name} {typed}")
            assert house.table.options[name] == value and type(house.table.options[name]) is type(value), name


@pytest.mark.parametrize(("game", "preset"), [(game, preset) for game in PRESETS for preset in PRESETS[game]])
def test_every_preset_of_the_rules_is_as_they_say(game: str, preset: str) -> None:
    chosen, plain = GAMES[game].preset(preset), GAMES[game].preset("seed")
    shown = {"rounds_per_player", "announce"}  # left open by the rules
    assert {name: value for name, value in chosen.items() if plain[name] != value and name not in shown} == PRESETS[
        game
    ][preset]


def test_there_are_seventeen_systems() -> None:
    assert len(SYSTEMS) == 17
    assert {game for game, *_ in SYSTEMS.values()} == set(GAMES)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_is_played_to_its_end(system: str) -> None:
    game, players, preset, options = SYSTEMS[system]
    position, rng = Position(GAMES[game], players, seed=1, preset=preset, options=options), random.Random(1)
    while not position.finished():
        position.deal()
        while seats := position.actors():
            position.play(rng.choice(position.legal(seats[0])), seats[0])
    outcome = position.result()
    assert len(outcome.scores) == players and (outcome.winners or game == "emissary")
