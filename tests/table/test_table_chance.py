"""What chance does within a deal is told to everybody, as far as everybody sees it."""

from typing import Any

import msgspec

from table.house import ANN, BEN, House
from torite.table import events
from torite.table.messages import AddBot, Confirm, Start
from torite.table.table import Guest
from torite.table.views import public_event


def told(house: House, reader: Guest | None) -> list[dict[str, Any]]:
    """The actions after which chance did something, as this reader is told."""
    public = [public_event(before, event, reader) for before, event, _ in house.told if isinstance(event, events.Acted)]
    return [event for event in map(msgspec.to_builtins, public) if event["chance"]]


def played(game: str, seats: int, seed: int) -> House:
    """A table with Ann and bots, some deals long."""
    house = House(game, seats, seed=seed)
    for _ in range(seats - 1):
        house.ask(ANN, AddBot())
    house.ask(ANN, Start())
    for _ in range(400):
        house.bots()
        if house.table.phase == "over":
            break
        house.ask(ANN, Confirm()) if house.table.phase == "between" else house.act(ANN)
    return house


def test_a_drawn_card_is_told_with_who_has_drawn_it() -> None:
    for seed in range(40):
        found = told(played("handjass", 4, seed), BEN)
        if found:
            drawn = found[0]["chance"]
            assert len(drawn) >= 2 and all(each["code"].startswith("cut:") for each in drawn)
            assert len({each["seat"] for each in drawn} & {0, 1, 2, 3}) >= 2
            return
    raise AssertionError("nobody was tied")


def test_a_new_stock_is_told_without_its_order() -> None:
    for seed in range(200):
        house = played("emissary", 1, seed)
        if found := told(house, ANN):
            assert found == told(house, None) and found[0]["chance"] == [{"seat": None, "code": "reshuffle"}]
            assert b"reshuffle:" not in b"".join(house.messages(ANN)) + msgspec.json.encode(found)
            return
    raise AssertionError("the stock never ran out")
