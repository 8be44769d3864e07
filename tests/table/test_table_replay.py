"""A match shown again: what a seat sees then is what it saw."""

import msgspec
import pytest

from table.house import ANN, BEN, House
from torite.table import events, messages
from torite.table.refusals import Refused
from torite.table.replay import shown_again
from torite.table.views import public_event, table_record, table_view


@pytest.fixture(scope="module", params=["wizard", "rwd", "differenzler"])
def house(request: pytest.FixtureRequest) -> House:
    """A finished match of two persons and bots; in Wizard bids are sealed."""
    options = {"hiddentip": True} if request.param == "wizard" else {}
    house = House(request.param, 4 if request.param == "differenzler" else 3, fill=None, options=options)
    house.fill(BEN)
    house.ask(ANN, messages.Start())
    house.play_on(ANN, BEN)
    return house


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_seat_sees_what_it_saw(house: House, seat: int | None) -> None:
    record = table_record(house.table)
    guest = {0: ANN, 1: BEN, None: None}[seat]
    for deal in range(1, len(record["deals"]) + 1):
        replay = shown_again(record, deal, seat, False)
        lived = [
            table_view(after, guest).scene
            for before, event, after in house.told
            if isinstance(event, events.Dealt | events.Acted) and len(after.match.deals if after.match else ()) == deal
        ]
        begun = [table_view(after, guest) for _, event, after in house.told if isinstance(event, events.Dealt)]
        assert replay.dealt == begun[deal - 1].dealt
        assert len(replay.moments) >= len(lived)  # what chance does is a moment of its own
        shown = [moment.scene for moment in replay.moments]
        for scene in lived:
            assert scene is not None
            scene.legal, scene.why, scene.notes = [], {}, {}
            assert scene in shown
        if house.table.game.chance is None:
            assert shown == lived


def test_sealed_and_hidden_stays_so_from_a_seat(house: House) -> None:
    record = table_record(house.table)
    told = [
        msgspec.to_builtins(public_event(before, event, ANN))["code"]
        for before, event, _ in house.told
        if isinstance(event, events.Acted)
    ]
    shown = [
        moment.code
        for deal in range(1, len(record["deals"]) + 1)
        for moment in shown_again(record, deal, 0, False).moments
        if moment.code is not None or moment.seat is not None
    ]
    assert (None in told) == (house.table.game.name == "wizard")
    if house.table.game.chance is None:
        assert shown == told
    assert all(moment.hands == [] for moment in shown_again(record, 1, 0, False).moments)
    alternatives = {m.seat for m in shown_again(record, 1, 0, False).moments if m.legal}
    assert alternatives <= {0}


def test_with_open_hands_every_card_is_seen(house: House) -> None:
    record = table_record(house.table)
    first, *_, last = shown_again(record, 1, 1, True).moments
    assert [sorted(hand) for hand in first.hands] == [sorted(hand) for hand in record["deals"][0]["hands"]]
    assert last.hands == [[]] * house.table.position.players  # type: ignore[union-attr]
    assert last.code in last.legal


def test_no_such_deal_or_seat(house: House) -> None:
    record = table_record(house.table)
    for deal, seat in ((0, 0), (len(record["deals"]) + 1, 0), (1, -1), (1, 9)):
        with pytest.raises(Refused):
            shown_again(record, deal, seat, True)
