"""Seats, options and the start."""

from dataclasses import replace

import pytest

from table.house import ANN, BEN, CAT, DAN, NAMELESS, House, of_type
from torite.games import GAMES
from torite.search.players import DEFAULT_LEVEL, LEVELS
from torite.table import events
from torite.table.bodies import NewTable
from torite.table.decide import create
from torite.table.info import game_info
from torite.table.messages import (
    AddBot,
    Again,
    Answer,
    Invite,
    Leave,
    NextTable,
    Remove,
    Reset,
    SetOption,
    SetPreset,
    Sit,
    Start,
    Swap,
)
from torite.table.refusals import Refused
from torite.table.table import Guest
from torite.table.views import summary, table_view

WINS = list(GAMES["rwd"].option("wins").values)


def kinds(house: House) -> list[str]:
    return [seat.kind for seat in house.table.seats]


def test_creator_sits_and_bots_fill_the_rest() -> None:
    house = House(seats=4, fill="gentle")
    assert kinds(house) == ["person", "bot", "bot", "bot"]
    assert {seat.level for seat in house.table.seats[1:]} == {"gentle"}
    assert len({seat.name for seat in house.table.seats}) == 4


def test_creator_may_stay_out_and_start_at_once() -> None:
    house = House(sit=False, fill="gentle", start=True, creator=None)
    assert house.table.phase == "playing"
    assert kinds(house) == ["bot"] * 3


@pytest.mark.parametrize(
    ("new", "code", "params"),
    [
        (NewTable("chess", 2), "game/unknown", {"name": "chess"}),
        (NewTable("wizard", 2), "table/too_few_players", {"min": 3}),
        (NewTable("wizard", 7), "table/too_many_players", {"max": 6}),
        (NewTable("wizard", 3, preset="no"), "table/unknown_preset", {"name": "no"}),
        (NewTable("wizard", 3, options={"no": 1}), "table/unknown_option", {"name": "no"}),
        (NewTable("rwd", 3, options={"wins": 0}), "table/bad_value", {"name": "wins", "allowed": WINS}),
        (NewTable("wizard", 3, fill="divine"), "table/unknown_level", {"name": "divine"}),
        (NewTable("wizard", 3, start=True), "table/too_few_players", {"min": 3}),
    ],
)  # fmt: skip
def test_new_table_with_nonsense_is_refused(new: NewTable, code: str, params: dict[str, object]) -> None:
    with pytest.raises(Refused) as caught:
        create(new, ANN, "t1", GAMES)
    assert (caught.value.code, caught.value.params) == (code, params)


def test_a_number_of_players_between_that_the_game_leaves_out() -> None:
    games = {"wizard": replace(GAMES["wizard"], without=(4,))}
    with pytest.raises(Refused) as caught:
        create(NewTable("wizard", 4), ANN, "t1", games)
    assert (caught.value.code, caught.value.params) == ("table/not_so_many", {"players": 4, "allowed": [3, 5, 6]})


@pytest.mark.parametrize("creator", [None, NAMELESS])
def test_creator_without_a_name_cannot_sit(creator: None) -> None:
    with pytest.raises(Refused, match="name/needed"):
        create(NewTable("wizard", 3), creator, "t1", GAMES)


def test_first_open_seat_or_a_chosen_one() -> None:
    house = House(seats=4)
    house.ask(BEN, Sit(seat=3))
    house.ask(CAT, Sit())
    assert [seat.name for seat in house.table.seats] == ["Ann", "Cat", None, "Ben"]


def test_sitting_elsewhere_moves() -> None:
    house = House(seats=4)
    house.ask(ANN, Sit(seat=2))
    assert kinds(house) == ["open", "open", "person", "open"]
    house.ask(ANN, Sit())
    assert house.table.seat_of(ANN.id) == 2


def test_two_change_places_when_all_who_sit_there_agree() -> None:
    house = House(seats=4)
    house.ask(ANN, Swap(seat=2))
    assert house.table.seat_of(ANN.id) == 2  # nobody was there
    house.ask(ANN, AddBot(seat=0))
    house.ask(ANN, Swap(seat=0))
    assert kinds(house) == ["person", "open", "bot", "open"]
    house.ask(BEN, Sit(seat=1))
    house.ask(CAT, Sit(seat=3))
    house.ask(ANN, Swap(seat=1))
    house.ask(BEN, Swap(seat=0))  # the same
    assert house.table.pending is not None
    assert house.table.undecided() == [3]
    house.ask(CAT, Answer(yes=True, seq=house.table.pending.seq))
    assert house.table.pending is None
    assert [house.table.seat_of(who.id) for who in (BEN, ANN, CAT)] == [0, 1, 3]
    house.ask(CAT, Swap(seat=1))
    house.ask(ANN, Leave())
    assert house.table.pending is not None
    house.ask(BEN, Answer(yes=True, seq=house.table.pending.seq))
    assert house.types[-1] is events.Withdrawn
    assert [house.table.seat_of(who.id) for who in (BEN, ANN, CAT)] == [0, None, 3]
    assert house.refused(ANN, Swap(seat=0)) == ("table/not_seated", {})
    assert house.refused(BEN, Swap(seat=4)) == ("table/no_such_seat", {"seat": 5})


def test_a_new_name_leaves_everything_else_as_it_was() -> None:
    house = House(seats=4)
    house.ask(BEN, Sit())
    house.ask(ANN, SetOption("hiddentip", True))
    assert house.table.pending is not None
    anne, before = Guest(ANN.id, "Anne"), house.table
    house.ask(anne, Sit(seat=0))
    house.ask(anne, Sit())
    assert house.types[-1] is events.Renamed
    assert house.table.seats == (replace(before.seats[0], name="Anne"), *before.seats[1:])
    assert (house.table.pending, house.table.seq) == (before.pending, before.seq + 1)


def test_a_new_name_that_another_one_has_is_told_apart() -> None:
    house = House(seats=4)
    house.ask(BEN, Sit())
    house.ask(Guest(BEN.id, "Ann"), Sit(seat=1))
    assert [seat.name for seat in house.table.seats[:2]] == ["Ann", "Ann (2)"]


def test_during_a_match_names_stay() -> None:
    house = House(fill="gentle", start=True)
    house.ask(Guest(ANN.id, "Anne"), Sit(seat=0))
    assert house.table.seats[0].name == "Ann"


def test_seat_refusals() -> None:
    house = House()
    assert house.refused(NAMELESS, Sit()) == ("name/needed", {})
    assert house.refused(BEN, Sit(seat=0)) == ("table/seat_taken", {})
    assert house.refused(BEN, Sit(seat=7)) == ("table/no_such_seat", {"seat": 8})
    assert house.refused(BEN, Sit(seat=-1)) == ("table/no_such_seat", {"seat": 0})
    assert house.refused(BEN, Leave()) == ("table/not_seated", {})
    house.ask(ANN, AddBot())
    house.ask(ANN, AddBot())
    assert house.refused(BEN, Sit()) == ("table/full", {})
    assert house.refused(ANN, AddBot()) == ("table/full", {})
    assert house.refused(ANN, AddBot(seat=1)) == ("table/seat_taken", {})


def test_bots_have_a_level_and_can_be_removed() -> None:
    house = House()
    house.ask(ANN, AddBot())
    house.ask(ANN, AddBot(level="gentle", seat=2))
    assert [seat.level for seat in house.table.seats] == [None, DEFAULT_LEVEL, "gentle"]
    house.ask(ANN, Remove(seat=1))
    assert kinds(house) == ["person", "open", "bot"]
    told = len(house.told)
    house.ask(ANN, Remove(seat=1))  # nobody there: nothing to do
    assert len(house.told) == told
    assert house.refused(ANN, AddBot(level="divine")) == ("table/unknown_level", {"name": "divine"})


def test_anybody_may_remove_who_is_absent_but_not_who_is_there() -> None:
    house = House()
    house.ask(BEN, Sit())
    assert house.refused(BEN, Remove(seat=0)) == ("table/not_absent", {"name": "Ann"})
    house.away = frozenset({ANN.id})
    assert table_view(house.table, BEN, house.away).seats[0].away
    house.ask(BEN, Remove(seat=0))
    assert kinds(house) == ["open", "person", "open"]


def test_spectators_arrange_nothing() -> None:
    house = House()
    requests = (AddBot(), Remove(seat=0), Start(), SetOption(name="notequal", value=True), SetPreset(name="seed"))
    for request in (*requests, Reset(), Again()):
        assert house.refused(BEN, request) == ("table/not_seated", {})


def test_any_seated_player_sets_options() -> None:
    house = House()
    house.ask(BEN, Sit())
    house.ask(BEN, SetOption(name="tie", value="exact_bids"))
    assert house.table.options["tie"] == "shared"
    house.ask(ANN, SetOption(name="tie", value="exact_bids"))  # to want the same is to agree
    assert house.table.options["tie"] == "exact_bids"
    assert house.refused(BEN, SetOption(name="no", value=1)) == ("table/unknown_option", {"name": "no"})
    assert house.refused(BEN, SetPreset(name="no")) == ("table/unknown_preset", {"name": "no"})


def test_exclusive_options_switch_each_other_off_and_say_so() -> None:
    house = House(options={"notequal": True})
    notices = house.ask(ANN, SetOption(name="hiddentip", value=True))
    assert house.table.options["hiddentip"] is True
    assert house.table.options["notequal"] is False
    assert of_type(house, events.OptionSet) == [
        events.OptionSet("notequal", False),
        events.OptionSet("hiddentip", True),
    ]
    assert [(notice.key, notice.params) for notice in notices] == [
        ("option_excluded", {"option": "hiddentip", "off": "notequal"})
    ]


def test_preset_sets_every_option() -> None:
    house = House("rwd", options={"wins": 5})
    house.ask(ANN, SetPreset(name="single"))
    assert (house.table.preset, house.table.options["wins"]) == ("single", 1)


def test_too_few_players_cannot_start() -> None:
    house = House(seats=6)
    house.ask(BEN, Sit())
    assert house.refused(ANN, Start()) == ("table/too_few_players", {"min": 3})


def test_six_seats_offered_and_four_taken_is_a_match_of_four() -> None:
    house = House(seats=6)
    house.ask(BEN, Sit(seat=2))
    house.ask(CAT, Sit(seat=3))
    house.ask(DAN, Sit(seat=5))
    house.ask(BEN, Start())
    assert [seat.name for seat in house.table.seats] == ["Ann", "Ben", "Cat", "Dan"]
    assert house.position.players == 4
    assert house.table.seat_of(DAN.id) == 3


def test_running_match_refuses_changes() -> None:
    house = House(fill="gentle", start=True)
    requests = (AddBot(), Start(), SetOption(name="notequal", value=True), SetPreset(name="seed"))
    for request in (*requests, Remove(seat=1), Sit(seat=1)):
        assert house.refused(ANN, request) == ("table/already_started", {})
    full = House("bingo", 2)
    full.fill(BEN)
    full.ask(ANN, Start())
    assert full.refused(CAT, Sit()) == ("table/already_started", {})


def test_reset_goes_back_to_the_lobby_with_all_seats() -> None:
    house = House(seats=5)
    house.ask(ANN, AddBot())
    house.ask(ANN, AddBot(seat=4))
    house.ask(ANN, Start())
    house.ask(ANN, Reset())
    assert house.table.phase == "lobby"
    assert kinds(house) == ["person", "bot", "bot", "open", "open"]
    assert house.refused(ANN, Reset()) == ("move/no_match", {})


def test_all_are_invited_to_another_table_until_they_play_on_here() -> None:
    house = House("wizard", 3, fill="gentle")
    invite = Invite(table="t2", game="schieber")
    assert house.refused(BEN, invite) == ("table/not_seated", {})
    house.ask(ANN, invite)
    assert table_view(house.table, BEN).next == NextTable("t2", "schieber")
    house.ask(ANN, Start())
    assert table_view(house.table, BEN).next is None
    assert house.refused(ANN, invite) == ("table/already_started", {})


def test_table_of_bots_belongs_to_its_creator() -> None:
    house = House(sit=False, fill="gentle", start=True)
    assert house.refused(BEN, Reset()) == ("table/not_seated", {})
    house.ask(ANN, Reset())
    house.ask(BEN, Remove(seat=0))  # in the lobby anybody may make room
    house.ask(BEN, Sit())
    assert kinds(house) == ["person", "bot", "bot"]


def test_nameless_arranges_nothing_even_at_an_empty_table() -> None:
    house = House(sit=False)
    assert house.refused(NAMELESS, AddBot()) == ("name/needed", {})
    house.ask(BEN, AddBot())


def test_lobby_entry_and_game_info() -> None:
    house = House(seats=3)
    assert [seat.kind for seat in summary(house.table).seats] == ["person", "open", "open"]
    info = game_info(GAMES["wizard"])
    assert (info.min_players, info.max_players, info.levels) == (3, 6, list(LEVELS))
    assert info.presets["hiddentip"]["hiddentip"] is True
    assert info.options[0].excludes == ["hiddentip"]
    assert [ask.prefix for ask in info.asks] == ["bid", "trump"]
