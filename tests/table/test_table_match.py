"""Acting, deals, OKs, absence and the end of a match."""

from typing import Any

import pytest

from table.house import ANN, BEN, CAT, DAN, House, of_type, picture
from torite.games.scene import HandZone, Reason, TrickZone
from torite.search.players import LEVELS
from torite.table import events, messages
from torite.table.decide import bot_acts, returned, stand_in
from torite.table.evolution import evolve
from torite.table.messages import Act, AddBot, Again, Answer, Confirm, Leave, Nonce, Remove, Reset, Sit, Start
from torite.table.records import replay
from torite.table.refusals import Refused
from torite.table.turns import bot_turns, goes_with_card
from torite.table.views import table_record, table_view


def three(game: str = "wizard", **new: Any) -> House:
    """Ann, Ben and Cat in a match."""
    house = House(game, **new)
    house.ask(BEN, Sit())
    house.ask(CAT, Sit())
    house.ask(ANN, Start())
    return house


def asked(house: House) -> list[str]:
    """Ids of the guests who may act."""
    return [house.table.seats[seat].guest or "" for seat in house.table.asked]


# ---- dealing ----
def hand(house: House, seat: int) -> list[str]:
    """As the scene sorts it."""
    zones = house.position.scene(seat).zones
    return next(zone.cards for zone in zones if isinstance(zone, HandZone) and zone.seat == seat)


def test_the_own_hand_is_told_in_the_order_in_which_it_was_dealt() -> None:
    house = three("mittlere")
    while house.table.phase == "playing":
        for seat, who in enumerate((ANN, BEN, CAT)):
            dealt = [code for code in house.position.deck if code in hand(house, seat)]
            assert table_view(house.table, who).dealt == dealt
        assert table_view(house.table, DAN).dealt == []
        house.act(next(g for g in (ANN, BEN, CAT) if g.id in asked(house)))


def test_cards_that_came_later_were_not_dealt() -> None:
    house = three("rwd")
    while not hand(house, 0):
        house.act(next(g for g in (ANN, BEN, CAT) if g.id in asked(house)))
    assert table_view(house.table, ANN).dealt == []


# ---- acting ----
def test_actor_acts_and_the_turn_goes_on() -> None:
    house = three(options={"hiddentip": False})
    first = house.position.turn
    house.act(next(g for g in (ANN, BEN, CAT) if g.id == asked(house)[0]))
    assert house.position.turn != first


def test_refused_actions() -> None:
    house = three()
    assert house.refused(DAN, Act(code="bid:0", seq=99)) == ("table/not_seated", {})
    idle = next(g for g in (ANN, BEN, CAT) if g.id not in asked(house))
    assert house.refused(idle, Act(code="bid:0", seq=house.table.seq)) == ("move/not_your_turn", {})
    actor = next(g for g in (ANN, BEN, CAT) if g.id in asked(house))
    legal = house.position.legal()
    assert house.refused(actor, Act(code="nonsense", seq=house.table.seq)) == (
        "move/illegal_action",
        {"code": "nonsense", "legal": legal, "why": None},
    )
    assert house.refused(actor, Act(code="bid:0", seq=0)) == ("move/stale_seq", {})


def test_no_match_no_action() -> None:
    house = House()
    for request in (Act(code="bid:0", seq=9), Confirm(), Again()):
        assert house.refused(ANN, request) == ("move/no_match", {})


def test_revoke_is_refused_with_the_suit_to_follow() -> None:
    for _ in range(40):
        house = House(fill="gentle", start=True)
        while house.table.phase != "over":
            house.bots()
            if house.table.phase == "between":
                house.ask(ANN, Confirm())
                continue
            scene = house.position.scene(0)
            barred = [card for card in hand(house, 0) if scene.phase == "play" and card not in scene.legal]
            if barred:
                code, params = house.refused(ANN, Act(code=barred[0], seq=house.table.seq))
                follow = next(zone.follow for zone in scene.zones if isinstance(zone, TrickZone))
                assert code == "move/illegal_action" and params["why"] == Reason("follow", {"suit": str(follow)})
                assert params["legal"] == scene.legal
                return
            house.act(ANN)
    pytest.fail("nobody ever had to follow")


def test_second_click_does_not_lead_the_next_trick() -> None:
    """Who wins a trick is asked anew; a click made before is stale."""
    house = three()
    while True:
        actor = next(g for g in (ANN, BEN, CAT) if g.id in asked(house))
        seq, seat = house.table.seq, house.table.seat_of(actor.id)
        house.act(actor)
        if house.table.phase == "between":
            house.play_on(ANN, BEN, CAT, until="playing")
        elif seat in house.table.asked and house.position.scene(seat).phase == "play":
            break
    card = house.position.legal(seat)[0]
    assert house.refused(actor, Act(code=card, seq=seq)) == ("move/stale_seq", {})
    house.act(actor, card, seq=house.table.seq)


def test_sealed_bids_of_others_do_not_make_mine_stale() -> None:
    house = three(options={"hiddentip": True})
    if house.position.scene(None).phase == "trump":
        house.act(next(g for g in (ANN, BEN, CAT) if g.id in asked(house)))
    seq = house.table.seq
    for who in (CAT, ANN, BEN):
        house.act(who, "bid:0", seq=seq)
    assert house.position.scene(None).phase == "play"


def test_chat_does_not_make_a_decision_stale() -> None:
    house = three()
    seq = house.table.seq
    house.say(DAN, "hello")
    house.act(next(g for g in (ANN, BEN, CAT) if g.id in asked(house)), seq=seq)


# ---- deals ----
def test_next_deal_waits_for_every_person() -> None:
    house = three()
    house.play_on(ANN, BEN, CAT, until="between")
    house.ask(ANN, Confirm())
    told = len(house.told)
    house.ask(ANN, Confirm())  # twice is once
    assert len(house.told) == told
    house.ask(BEN, Confirm())
    assert table_view(house.table, DAN).confirmed == [0, 1]
    assert house.refused(CAT, Act(code="bid:0", seq=house.table.seq)) == ("move/not_your_turn", {})
    before = len(house.told)
    house.ask(CAT, Confirm())
    assert house.types[before:] == [events.Confirmed, events.Dealt]
    assert (house.table.phase, house.table.confirmed) == ("playing", frozenset())
    house.ask(ANN, Confirm())  # late, and without effect
    assert len(house.told) == before + 2


def test_bots_are_not_waited_for() -> None:
    house = House(fill="gentle", start=True)
    house.play_on(ANN, until="between")
    house.ask(ANN, Confirm())
    assert house.table.phase == "playing"


def test_without_persons_deals_go_on_by_themselves() -> None:
    house = House("rwd", sit=False, fill="gentle", start=True)
    house.bots()
    assert house.table.phase == "over"
    assert len(of_type(house, events.Dealt)) == len(of_type(house, events.DealEnded)) > 2


def test_several_bots_bid_at_once() -> None:
    house = House(seats=5, fill="gentle", start=True, options={"hiddentip": True})
    while house.position.scene(None).phase == "trump":
        house.bots(1)
        if 0 in house.table.asked:
            house.act(ANN)
    turns = bot_turns(house.table)
    assert [turn.seat for turn in turns] == [1, 2, 3, 4]
    assert {(turn.level, turn.spec) for turn in turns} == {("gentle", LEVELS["gentle"])}
    assert all(turn.view.sealed[turn.seat] == -1 for turn in turns)


def test_what_a_bot_says_with_its_card_takes_no_time() -> None:
    """Weis and Stöck of Schieber, but not the contract, nor the card."""
    house = House("schieber", seats=4, sit=False, fill="gentle", start=True, options={"target": 5000})
    seen = set[tuple[str, bool]]()
    while len(seen) < 5 and house.table.phase == "playing":
        (turn,) = bot_turns(house.table)
        seen.add((house.position.scene(None).phase, goes_with_card(house.position.game, turn)))
        house.bots(1)
    assert seen == {("contract", False), ("pushed", False), ("weis", True), ("play", False), ("stoeck", True)}


def test_bot_acts_only_for_bots_and_legally() -> None:
    house = House(fill="gentle", start=True, options={"hiddentip": True})
    house.bots()
    for seat, code in ((0, "bid:0"), (1, "bid:0"), (2, "nonsense")):
        with pytest.raises(Refused):
            bot_acts(house.table, seat, code)


# ---- absence ----
def test_stand_in_plays_until_the_person_is_back() -> None:
    house = three()
    assert not bot_turns(house.table)
    for seat in range(3):
        house.apply(stand_in(house.table, seat))
    assert table_view(house.table, ANN).seats[0].stand_in
    assert bot_turns(house.table)
    assert stand_in(house.table, 0) == []
    house.apply(returned(house.table, ANN))
    view = table_view(house.table, ANN)
    assert (view.seats[0].kind, view.seats[0].stand_in, view.seat) == ("person", False, 0)
    assert returned(house.table, ANN) == []


def test_acting_ends_the_stand_in() -> None:
    house = House(fill="gentle", start=True, options={"hiddentip": True})
    house.bots()
    house.apply(stand_in(house.table, 0))
    house.act(ANN)
    assert house.types[-2:] == [events.Returned, events.Acted]
    assert of_type(house, events.Acted)[-1].by == "person"


def test_absent_person_is_not_waited_for_between_deals() -> None:
    house = three()
    house.play_on(ANN, BEN, CAT, until="between")
    house.ask(ANN, Confirm())
    house.ask(BEN, Confirm())
    house.apply(stand_in(house.table, 2))
    assert house.types[-2:] == [events.StoodIn, events.Dealt]


def test_nobody_stands_in_without_a_match() -> None:
    house = House()
    assert stand_in(house.table, 0) == []
    assert returned(house.table, ANN) == []


def test_leaving_a_match_leaves_a_bot_that_keeps_the_name() -> None:
    house = three()
    house.ask(BEN, Leave())
    view = table_view(house.table, BEN)
    assert view.seat is None
    assert (view.seats[1].kind, view.seats[1].name, view.seats[1].stand_in) == ("bot", "Ben", True)
    assert house.refused(BEN, Act(code="bid:0", seq=99)) == ("table/not_seated", {})
    assert house.refused(DAN, Sit(seat=0)) == ("table/seat_taken", {})


@pytest.mark.parametrize("by", ["coming back", "sitting down", "typing"])
def test_returning_takes_the_seat_back(by: str) -> None:
    house = three()
    house.ask(BEN, Leave())
    if by == "coming back":
        house.apply(returned(house.table, BEN))
    elif by == "sitting down":
        house.ask(BEN, Sit(seat=1))
    else:
        house.say(BEN, "/join")
    assert table_view(house.table, BEN).seat == 1
    assert house.table.seats[1].is_person


def test_match_does_not_wait_for_those_who_have_left() -> None:
    house = three()
    house.play_on(ANN, BEN, CAT, until="between")
    house.ask(ANN, Leave())
    house.ask(BEN, Confirm())
    house.ask(CAT, Leave())
    assert house.table.phase == "playing"
    house.ask(BEN, Leave())
    house.bots()
    assert house.types[-1] is events.Finished


def test_absent_person_can_be_removed_from_a_running_match_and_come_back() -> None:
    house = three()
    house.away = frozenset({CAT.id})
    assert house.refused(BEN, Remove(seat=2)) == ("table/not_absent", {"name": "Cat"})  # not before a bot stands in
    house.apply(stand_in(house.table, 2))
    house.ask(ANN, Remove(seat=2))
    assert house.table.seats[2].has_left
    assert house.refused(ANN, Remove(seat=2)) == ("table/already_started", {})
    house.apply(returned(house.table, CAT))
    assert house.table.seat_of(CAT.id) == 2


def test_reset_frees_the_seats_of_those_who_have_left() -> None:
    house = three()
    house.ask(BEN, Leave())
    house.apply(stand_in(house.table, 2))
    house.ask(ANN, Reset())
    assert [(seat.kind, seat.name, seat.stand_in) for seat in house.table.seats] == [
        ("person", "Ann", False),
        ("open", None, False),
        ("person", "Cat", False),
    ]


# ---- the end ----
@pytest.fixture
def over() -> House:
    house = House("rwd", fill="gentle", preset="single", seed=3)
    house.ask(ANN, Nonce(nonce="00" * 16))
    house.ask(ANN, Start())
    house.play_on(ANN)
    return house


def test_finished_match_has_an_outcome(over: House) -> None:
    assert over.types[-3:] == [events.Acted, events.DealEnded, events.Finished]
    outcome = table_view(over.table, None).outcome
    assert outcome is not None
    assert max(outcome.scores) == 1
    assert over.refused(ANN, Act(code="SA", seq=99)) == ("move/no_match", {})
    assert over.refused(ANN, Confirm()) == ("move/no_match", {})


def test_again_is_a_new_match_with_the_same_seats(over: House) -> None:
    seats, seed = over.table.seats, over.position.seed
    view = table_view(over.table, ANN).fairness
    over.ask(ANN, Again())
    assert (over.table.phase, over.table.seats) == ("playing", seats)
    assert over.position.seed != seed
    after = table_view(over.table, ANN).fairness
    assert (after.commitment, after.secret, after.next) == (view.next, None, None)
    assert over.refused(ANN, Again()) == ("table/not_over", {})
    over.play_on(ANN)
    replay(table_record(over.table), verify=True)


def test_the_wins_at_a_table_are_those_of_who_has_played() -> None:
    """Ben is there; a bot has his seat from the first card; he is late at the last, which counts."""
    house = House("bingo", 2)
    house.ask(BEN, Sit())
    house.ask(ANN, Start())
    won, of_ben, number = [0, 0], [0, 0, 0], 0
    while not all(of_ben) or not all(won):
        kind = number % 3
        if kind == 2:
            house.play_on(ANN, BEN, until="between")
        if kind:
            house.apply(stand_in(house.table, 1))
        house.play_on(ANN, *([] if kind else [BEN]))
        for seat in of_type(house, events.Finished)[-1].winners:
            of_ben[kind] += seat
            won[seat] += not (seat and kind == 1)
        assert [table_view(house.table, who).won for who in (ANN, BEN)] == [won, won]
        house.apply(returned(house.table, BEN))
        house.ask(ANN, Again())
        house.ask(BEN, Answer(yes=True, seq=house.table.seq))
        number += 1
    house.ask(ANN, Leave())
    house.ask(BEN, Reset())
    house.ask(CAT, Sit())
    assert table_view(house.table, DAN).won == [0, won[1]]
    house.ask(BEN, messages.SetWatching(who="nobody"))
    assert table_view(house.table, DAN).won == []  # nor the results
    assert picture(house.table) == picture(house.replayed())


def test_who_has_left_before_the_end_wins_nothing() -> None:
    winners, seed = [0], 0
    while 1 not in winners:
        seed += 1
        house = House("bingo", 2, seed=seed)
        house.ask(BEN, Sit())
        house.ask(ANN, Start())
        house.play_on(ANN, BEN, until="between")
        house.ask(BEN, Leave())
        house.play_on(ANN)
        winners = of_type(house, events.Finished)[-1].winners
    assert table_view(house.table, ANN).won == [int(0 in winners), 0]


def test_start_after_the_match_is_again(over: House) -> None:
    over.say(ANN, "/start")
    assert over.table.phase == "playing"


def test_seat_left_after_the_match_can_be_taken(over: House) -> None:
    record = table_record(over.table)
    over.ask(ANN, Remove(seat=1))
    assert over.refused(ANN, Again()) == ("table/too_few_players", {"min": 3})
    over.ask(BEN, Sit())
    over.ask(ANN, Leave())
    assert table_view(over.table, None).seats[0].name == "Ann"  # readable in the result
    assert table_record(over.table) == record
    over.ask(BEN, AddBot())
    over.ask(BEN, Again())
    assert [seat.kind for seat in over.table.seats] == ["bot", "person", "bot"]


def test_reset_after_the_match_keeps_the_next_seal(over: House) -> None:
    coming = table_view(over.table, ANN).fairness.next
    over.ask(ANN, Nonce(nonce="12345678"))
    over.ask(ANN, Reset())
    assert table_view(over.table, ANN).fairness.commitment == coming
    assert over.table.seats[0].nonce == "12345678"
    assert table_view(over.table, ANN).scene is None


def test_reset_of_a_running_match_makes_a_new_seal_and_drops_nonces() -> None:
    house = House(fill="gentle")
    house.ask(ANN, Nonce(nonce="12345678"))
    sealed = house.table.seal
    house.ask(ANN, Start())
    assert house.table.seal == sealed
    house.ask(ANN, Reset())
    assert house.table.seal != sealed
    assert house.table.seats[0].nonce is None


# ---- replay ----
@pytest.mark.parametrize("game", ["wizard", "rwd"])
def test_log_rebuilds_the_table_at_every_step(game: str) -> None:
    house = House(game, options={"hiddentip": True} if game == "wizard" else {"wins": 1})
    house.ask(BEN, Sit())
    house.ask(BEN, AddBot(level="gentle"))
    house.ask(BEN, Nonce(nonce="ABCDEF01"))
    house.say(DAN, "<b>hello</b>")
    house.ask(ANN, Start())
    house.ask(BEN, Leave())
    house.play_on(ANN)
    house.ask(ANN, Again())
    house.bots()
    table = None
    for seq, (body, (_, _, after)) in enumerate(zip(house.log, house.told, strict=True), start=1):
        table = evolve(table, events.decode(body), seq)
        assert picture(table) == picture(after)
