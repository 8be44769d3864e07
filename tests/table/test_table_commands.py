"""What is typed into the chat."""

from dataclasses import replace

import pytest

from table.house import ANN, BEN, NAMELESS, House
from torite.table import commands
from torite.table.commands import _COMMANDS, parse
from torite.table.messages import Remove, Say, Sit
from torite.table.refusals import MARKS_MAX
from torite.table.table import OPEN, Guest
from torite.table.views import snapshot


def keys(house: House, text: str) -> list[str]:
    return [notice.key for notice in house.say(ANN, text)]


def test_a_match_by_commands_alone() -> None:
    house = House("rwd", seats=4, sit=False)
    for who, text in [
        (ANN, "/join"),
        (BEN, "/join 3"),
        (ANN, "/bot"),
        (ANN, "/bot gentle"),
        (ANN, "/remove Haru"),
        (ANN, "/option wins 2"),
        (BEN, "/yes"),
        (ANN, "/start"),
    ]:
        assert house.say(who, text) == []
    assert [seat.name for seat in house.table.seats] == ["Ann", "Ben", "Natsu"]
    assert house.position.options["wins"] == 2
    house.play_on(ANN, BEN, until="between")
    house.say(ANN, "/ok")
    house.say(BEN, "/OK")
    assert house.table.phase == "playing"
    house.play_on(ANN, BEN)
    house.say(ANN, "/again")
    house.say(BEN, "/no")
    assert house.table.match is not None and house.table.match.outcome is not None
    house.say(ANN, "/again")
    house.say(BEN, "/again")
    assert house.table.phase == "playing"
    house.say(BEN, "/leave")
    house.say(ANN, "/reset")
    assert [seat.kind for seat in house.table.seats] == ["person", "open", "bot", "open"]
    house.say(ANN, "/preset strict")
    assert house.table.preset == "strict"


def test_option_without_a_value_toggles() -> None:
    house = House()
    house.say(ANN, "/option notequal")
    assert house.table.options["notequal"] is True
    assert keys(house, "/option HIDDENTIP on") == ["option_excluded"]
    assert (house.table.options["notequal"], house.table.options["hiddentip"]) == (False, True)
    house.say(ANN, "/option hiddentip")
    assert house.table.options["hiddentip"] is False


def test_choice_without_a_value_tells_what_is_allowed() -> None:
    house = House()
    chosen, explained = house.say(ANN, "/option tie")
    assert chosen.params == {"option": "tie", "value": "shared"}
    assert explained.params["allowed"] == ["shared", "extra_round", "exact_bids"]


def test_questions_are_answered_to_the_sender_alone() -> None:
    house = House()
    options = ["option"] * 4
    assert keys(house, "/option help") == ["option_help"] * 4
    assert keys(house, "/options") == keys(house, "/option") == options
    assert keys(house, "/info") == keys(house, "/spielinfo") == ["info", "seats", *options]
    assert keys(house, "/help") == ["help"]
    assert keys(house, "/nick Zoe") == ["nick"]
    assert len(house.told) == 2  # created, joined


def test_info_of_a_running_match_tells_the_deal() -> None:
    house = House(fill="gentle", start=True)
    assert [(notice.key, notice.params) for notice in house.say(ANN, "/info")[:3]] == [
        ("info", {"game": "wizard", "preset": "seed"}),
        ("seats", {"names": ["Ann", "Haru", "Natsu"]}),
        ("deal_of", {"deal": 1, "deals": 20}),
    ]
    assert keys(House("rwd", fill="gentle", start=True), "/info")[2] == "deal"


def test_full_width_typing_is_understood() -> None:
    house = House(sit=False)
    house.say(ANN, "／ｊｏｉｎ　２")
    assert house.table.seat_of(ANN.id) == 1


def test_person_and_bot_of_one_name_the_bot_goes_first() -> None:
    house = House(creator=Guest("guest-haru", "Haru"))
    house.ask(BEN, Sit(seat=1))
    bot = replace(house.table.seats[1], kind="bot", guest=None, name="Haru")
    seats = (house.table.seats[0], bot, OPEN)
    assert parse("/remove haru", replace(house.table, seats=seats)) == Remove(seat=1)


def test_a_bot_is_found_by_its_name_in_any_language() -> None:
    house = House(creator=Guest("guest-haru", "ハル"), fill="gentle")
    assert [seat.name for seat in house.table.seats] == ["ハル", "Natsu", "Aki"]  # Haru would read the same
    assert parse("/remove アキ", house.table) == Remove(seat=2)


@pytest.mark.parametrize(
    ("text", "code", "params"),
    [
        ("/dance", "chat/unknown_command", {"command": "/dance"}),
        ("/", "chat/unknown_command", {"command": "/"}),
        ("/join x", "table/no_such_seat", {"seat": "x"}),
        ("/join 0", "table/no_such_seat", {"seat": 0}),
        ("/join 9999", "table/no_such_seat", {"seat": "9999"}),
        ("/option no on", "table/unknown_option", {"name": "no"}),
        ("/option notequal 3", "table/bad_value", {"name": "notequal", "allowed": [False, True]}),
        ("/preset", "table/unknown_preset", {"name": ""}),
        ("/bot divine", "table/unknown_level", {"name": "divine"}),
        ("/remove Zoe", "table/no_such_player", {"name": "Zoe"}),
        ("/remove", "table/no_such_player", {"name": ""}),
        ("/start", "table/too_few_players", {"min": 3}),
        ("/again", "move/no_match", {}),
        ("/ok", "move/no_match", {}),
        ("/reset", "move/no_match", {}),
        ("x" * 501, "chat/too_long", {"max": 500}),
    ],
)
def test_refused_commands(text: str, code: str, params: dict[str, object]) -> None:
    house = House(seats=6)
    house.say(ANN, "/join 6")
    assert house.refused(ANN, Say(text=text)) == (code, params)


def test_chat_needs_a_name() -> None:
    assert House().refused(NAMELESS, Say(text="hello")) == ("name/needed", {})


def test_text_is_said_on_one_line_and_html_is_text() -> None:
    house = House()
    house.say(BEN, " <b>Hi</b>\nAnn \u202e\x07! ")
    house.say(BEN, "Z" + "\u0316" * 480)
    for nothing in ("   ", "\u200b\u200d", "\u2800", "\u0301"):
        house.say(ANN, nothing)
    said = [(line.seat, line.name, line.text) for line in house.table.chat]
    assert said == [(None, "Ben", "<b>Hi</b> Ann !"), (None, "Ben", "Z" + "\u0316" * MARKS_MAX)]


def test_chat_keeps_the_last_fifty_lines() -> None:
    house = House()
    for n in range(60):
        house.say(ANN, str(n))
    assert [line.text for line in house.table.chat] == [str(n) for n in range(10, 60)]


def test_every_command_is_in_the_docstring() -> None:
    assert commands.__doc__ is not None
    assert all(f"`{command}" in commands.__doc__ for command in _COMMANDS)


def test_remove_finds_a_name_however_it_is_written() -> None:
    house = House("wizard", 3)
    house.ask(Guest("b", "B\u200de\ufe0fn"), Sit())
    house.say(ANN, "/remove ben")
    assert house.table.barred == {"b"}


def test_who_comes_days_later_is_told_when_something_was_said() -> None:
    house = House()
    begun = house.now
    house.say(ANN, "Back tomorrow")
    house.now += 86400
    house.say(ANN, "Here I am")
    assert [said.time for said in snapshot(house.table, house.table.seq, BEN).chat] == [begun, begun + 86400]
