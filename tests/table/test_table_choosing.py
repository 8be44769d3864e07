"""Cards that are chosen together: all of them or none, and nobody learns in which order."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from table.house import ANN, BEN, CAT, DAN, House, of_type, picture
from torite.games import GAMES
from torite.games.load import imported
from torite.table import events
from torite.table.decide import stand_in
from torite.table.messages import Act, Choose, Confirm, Sit, Start, TakeBack
from torite.table.records import replay
from torite.table.views import table_record, table_view

PAGE = Path(__file__).parents[2] / "examples" / "hearts.py"


@pytest.fixture(autouse=True, scope="module")
def hearts() -> Iterator[None]:
    """Hearts is a game of the house."""
    with mock.patch.dict(GAMES, {"hearts": imported(PAGE, str(PAGE))}):
        yield


@pytest.fixture
def house() -> House:
    return begun()


def begun(**new: Any) -> House:
    """Ann, Ben, Cat and Dan have their cards."""
    house = House("hearts", 4, seed=1, **new)
    for who in (BEN, CAT, DAN):
        house.ask(who, Sit())
    house.ask(ANN, Start())
    return house


def three(house: House, seat: int = 0) -> list[str]:
    return house.position.legal(seat)[4:7]


def choose(house: House, codes: list[str]) -> Choose:
    return Choose(codes=codes, seq=house.table.seq)


def test_they_go_all_at_once_and_in_no_order() -> None:
    told = []
    for turn in (1, -1):
        house = begun(clock="quick")
        before, codes = len(house.log), three(house)
        house.ask(ANN, choose(house, codes[::turn]))
        acted = of_type(house, events.Acted)
        assert [event.code for event in acted] == codes and {event.time for event in acted} == {house.now}
        assert [event.more for event in acted] == [True, True, False]
        assert house.position.legal(0) == [] and picture(house.replayed()) == picture(house.table)
        told.append([house.messages(who, before) for who in (ANN, BEN, None)])
    assert told[0] == told[1]
    for message in told[0][1]:
        assert not any(code.encode() in message for code in codes)


def test_the_scene_says_how_many(house: House) -> None:
    def together() -> int:
        scene = table_view(house.table, ANN).scene
        assert scene is not None
        return scene.together

    assert together() == 3
    house.ask(ANN, Act(code=three(house)[0], seq=house.table.seq))
    assert together() == 2
    house.ask(ANN, choose(house, three(house)[:2]))
    assert together() == 1 and house.table.asked.keys() == {1, 2, 3}


def test_what_cannot_be_changes_nothing(house: House) -> None:
    """`House.refused` compares the whole table."""
    one, two, other = three(house)
    foreign = next(code for code in three(house, 1))
    for codes in ([], [one], [one, two], [one, two, other, house.position.legal(0)[0]], [one, two] * 40):
        assert house.refused(ANN, choose(house, codes)) == ("move/wrong_number", {"count": 3, "given": len(codes)})
    assert house.refused(ANN, choose(house, [one, two, one])) == ("move/twice", {"code": one})
    for bad in (foreign, "S2", "pass:?", "", "x" * 400):
        code, params = house.refused(ANN, choose(house, [one, bad, two]))
        assert (code, params["code"]) == ("move/illegal_action", bad[:40])
    assert house.refused(ANN, Choose(codes=[one, two, other], seq=1))[0] == "move/stale_seq"
    house.ask(ANN, choose(house, [one, two, other]))
    assert house.refused(ANN, choose(house, [one, two, other]))[0] == "move/not_your_turn"


def test_cards_that_are_played_go_one_by_one(house: House) -> None:
    for seat, who in enumerate((ANN, BEN, CAT, DAN)):
        house.ask(who, choose(house, three(house, seat)))
    seat = house.position.actors()[0]
    leader = (ANN, BEN, CAT, DAN)[seat]
    assert house.refused(leader, choose(house, ["C2", "C3"]))[0] == "move/wrong_number"
    house.ask(leader, choose(house, ["C2"]))
    assert house.position.log[-1] == (seat, "C2")


def test_they_are_taken_back_together(house: House) -> None:
    before = house.position.view(0).tobytes()
    house.ask(BEN, choose(house, three(house, 1)))
    house.ask(ANN, choose(house, three(house)))
    house.ask(CAT, choose(house, three(house, 2)))
    back = table_view(house.table, ANN).take_back
    assert back is not None
    for seat in (1, 2, 3):
        house.apply(stand_in(house.table, seat))  # nobody else is there to ask
    house.ask(ANN, TakeBack(seq=back))
    assert house.position.together(0) == 3 and len(house.position.log) == 3
    assert house.position.state.hands[0] == house.table.match.dealt.state.hands[0]  # type: ignore[union-attr]
    assert before != house.position.view(0).tobytes()  # Ben has chosen


def test_the_record_has_them_card_by_card() -> None:
    house = begun(options={"goal": 50})
    people = dict(enumerate((ANN, BEN, CAT, DAN)))
    while house.table.phase != "over":
        for seat, who in people.items():
            if house.table.phase == "between":
                house.ask(who, Confirm())
            elif house.position.together(seat) > 1:
                house.ask(who, choose(house, three(house, seat)))
            elif seat in house.table.asked:
                house.act(who)
    record = table_record(house.table)
    replay(record, verify=True)
    assert all(len(action) == 2 for deal in record["deals"] for action in deal["actions"])
    assert [seat for seat, _ in record["deals"][0]["actions"][:12]] == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]
