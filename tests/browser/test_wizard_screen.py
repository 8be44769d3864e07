"""Wizard's screen as its manual describes it: one test or more for each row U1–U19 of the rules, §7."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.looks import PHONE
from browser.pages import Enter, Show, Sit, TablePage, box, codes, colour, middle, rgb
from browser.stage import Prepared, Put, Wanted, held, holds, lying, name_of, phase, turned
from browser.staged import LOOK
from browser.test_sheets import SHEETS
from torite.games.position import Position


def wizard(players: int = 3, wanted: Wanted = lambda p: True, **options: bool) -> Prepared:
    """A match of Wizard whose first deal is as wanted."""
    return Prepared("wizard", players, wanted, options=options)


def dealer(seat: int) -> Wanted:
    """This seat deals, and an ordinary card is turned up."""
    return lambda p: int(p.state.dealer) == seat and turned(p)[0] in "RYGB"


def shown(figure: int) -> str:
    """A figure as it is written."""
    return str(figure).replace("-", "−")


def playing(p: Position) -> bool:
    """Cards are being played."""
    return phase(p) == "play"


def lies(*signs: str, first: int) -> Wanted:
    """Cards of these suits lie in the trick that `first` has led, Z and N for the special ones."""

    def wanted(p: Position) -> bool:
        cards = lying(p)
        same = len({card[0] for card in cards} - set("ZN")) <= 1
        kinds = tuple(card[0] if card[0] in "ZN" else "c" for card in cards)
        return phase(p) == "play" and p.state.lead == first and kinds == signs and same

    return wanted


def is_blue(css: str) -> bool:
    red, green, blue = rgb(css)
    return blue > green > red and blue - red > 20


# ---- the table before the match ----
def test_u01_join_and_start_typed_or_clicked_for_three_to_six(lobby: Enter) -> None:
    front = lobby("Ann")
    front.game("Wizard").locator("summary").click()
    seats = front.game("Wizard").get_by_role("group", name="Seats", exact=True).get_by_role("radio")
    assert [seats.nth(i).evaluate("e => e.parentElement.innerText") for i in range(seats.count())] == list("3456")
    ann = front.open_table("Wizard")  # four seats
    guests = [lobby(name) for name in ("Ben", "Cat", "Dan", "Eve")]
    for guest in guests:
        guest.page.goto(ann.page.url)
    ben, cat, dan, eve = (TablePage(guest.page) for guest in guests)

    ben.say("/join")
    expect(ann.seats.nth(1)).to_contain_text("Ben")
    expect(ann.start).to_be_disabled()
    ann.say("/start")
    expect(ann.toast).to_contain_text("At least 3 players are needed.")
    cat.seats.nth(2).get_by_role("button", name="Sit here").click()
    expect(ann.seats.nth(2)).to_contain_text("Cat")
    expect(ann.start).to_be_enabled()
    dan.say("/join")
    expect(ann.seats.nth(3)).to_contain_text("Dan")
    eve.say("/join")
    expect(eve.toast).to_contain_text("All seats are taken.")
    ann.say("/start")
    for page in (ann, ben, cat, dan, eve):
        expect(page.turn_line).to_be_visible()
        expect(page.order).to_have_count(4)


def test_u02_notequal_and_hiddentip_exclude_each_other_with_a_message(lobby: Enter) -> None:
    table = lobby("Ann").open_table("Wizard")
    notequal, hiddentip = table.option("notequal"), table.option("hiddentip")
    table.say("/option notequal")
    expect(notequal).to_be_checked()
    table.say("/option hiddentip")
    expect(hiddentip).to_be_checked()
    expect(notequal).not_to_be_checked()
    expect(table.chat).to_contain_text("“All bid at once (hiddentip)” is on, so “The sum must differ (notequal)” was")
    notequal.check()  # and back, by its button
    expect(hiddentip).not_to_be_checked()
    expect(notequal).to_be_checked()


# ---- the panels ----
def test_u03_the_leader_of_each_trick_stands_leftmost(put: Put, sit: Sit) -> None:
    table = put(wizard(4, dealer(3)).next_deal().next_deal().until(playing))
    ann = sit(table)
    names = ["Ann", "Ben", "Cat", "Dan"]
    seen = set()
    for n in range(3):
        lead = int(table.position.state.lead)
        seen.add(lead)
        expect(ann.order).to_have_text(names[lead:] + names[:lead])
        left = [box(ann.panel((lead + i) % 4))["x"] for i in range(4)]
        assert left == sorted(left)
        if n < 2:  # somebody else leads the next trick
            table.until(lambda p, lead=lead: int(p.state.lead) != lead)  # type: ignore[misc]
            ann.wait_for_card_back()
    assert len(seen) > 1


def test_u04_the_name_is_the_top_line_of_a_panel(put: Put, sit: Sit) -> None:
    ann = sit(put(wizard().until(playing)))
    for seat, name in enumerate(("Ann", "Ben", "Cat")):
        top = ann.panel(seat).locator(".who")
        expect(top).to_have_text(name)
        below = box(ann.figure(seat, "score"))["y"]
        assert box(top)["y"] + box(top)["height"] <= below + 2
    expect(ann.panel(1)).to_have_css("border-top-width", "1px")  # the hairline


def at_ninety() -> Prepared:
    """Ann has 90 points and a round of some cards begins, in which she bids first."""
    table, total = wizard(wanted=dealer(1)), 0
    while total < 90:
        points = {60: (30,), 50: (20,), 70: (20,)}.get(total, (20, 30))
        table.next_deal(lambda p, points=points: int(p.state.points[0]) in points)  # type: ignore[misc]
        total = int(table.position.state.scores[0])
    return table


def test_u05_score_and_projection(put: Put, sit: Sit) -> None:
    table = put(at_ninety().until(lambda p: phase(p) == "bid"))
    ann = sit(table)
    score = ann.figure(0, "score")
    expect(score).to_have_text("90 (-)")  # no bid yet: no projection
    while not table.position.state.has_bid & 1:
        table.do((table.position.actors()[0], "bid:1"))
    expect(score).to_have_text("90 (80)")  # one bid, no trick yet
    expect(ann.figure(0, "bid")).to_have_text("0/1")
    table.until(playing)
    said, tricks = int(table.position.state.bids[: table.position.players].sum()), int(table.position.state.each)
    expect(ann.page.get_by_test_id("fact-said")).to_have_text(f"{said} of {tricks} bid")
    table.until(lambda p: int(p.state.tricks[0]) == 1 and not p.deal_over())
    expect(score).to_have_text("90 (120)")
    head, line = middle(score), middle(ann.figure(0, "bid"))
    assert head[0] < line[0] and abs(head[1] - line[1]) < 4  # on one line, the score at the left


def test_u05_sealed_bids_and_their_projections_are_question_marks(put: Put, sit: Sit) -> None:
    table = put(wizard(hiddentip=True, wanted=dealer(0)).next_deal(lambda p: True))
    ann = sit(table)
    table.until(lambda p: phase(p) == "bid")
    own, total = ann.figure(0, "score"), int(table.position.state.scores[0])
    expect(own).to_have_text(f"{shown(total)} (-)")
    table.do((1, "bid:1"), (0, "bid:0"))
    expect(own).to_have_text(f"{shown(total)} ({shown(total + 20)})")
    expect(ann.figure(0, "bid")).to_have_text("0/0")
    expect(ann.figure(1, "score")).to_have_text(f"{shown(int(table.position.state.scores[1]))} (?)")
    expect(ann.figure(1, "bid")).to_have_text("0/?")
    expect(ann.figure(2, "bid")).to_have_text("0/–")
    table.do((2, "bid:0"))
    expect(ann.figure(1, "bid")).to_have_text("0/1")


def test_u05_six_players_on_a_phone(put: Put, sit: Sit) -> None:
    prepared = wizard(6).next_deal().next_deal()
    table = put(prepared.bids(1, 0, 2, 1, 0, 3).until(lambda p: int(p.state.tricks[0]) == 1 and not p.deal_over()))
    ann = sit(table, **PHONE)
    for seat in range(6):
        total, bid, took = (int(getattr(table.position.state, name)[seat]) for name in ("scores", "bids", "tricks"))
        now = 20 + 10 * bid if bid == took else -10 * abs(bid - took)
        expect(ann.figure(seat, "score")).to_have_text(f"{shown(total)} ({shown(total + now)})")
        expect(ann.figure(seat, "bid")).to_have_text(f"{took}/{bid}")
        expect(ann.figure(seat, "score")).to_be_in_viewport(ratio=1)
        expect(ann.figure(seat, "bid")).to_be_in_viewport(ratio=1)
    assert ann.page.evaluate(LOOK) == []


def test_u05_what_six_players_bid_hides_no_name(put: Put, sit: Sit) -> None:
    table = put(wizard(6, dealer(0)))
    ann = sit(table, locale="ja", **PHONE)
    for seat in range(1, 6):
        table.do((seat, "bid:0"))
        expect(ann.page.get_by_test_id(f"said-{seat}")).to_have_text("ビッド0")
        assert ann.page.evaluate(LOOK) == []


def test_u06_tricks_won_and_bid(put: Put, sit: Sit) -> None:
    table = put(wizard(wanted=dealer(2)).next_deal().next_deal().bids(1, 2, 0).until(playing))
    ann = sit(table)
    for seat, text in enumerate(("0/1", "0/2", "0/0")):
        expect(ann.figure(seat, "bid")).to_have_text(text)
    table.until(lambda p: int(p.state.tricks[1]) == 1)
    expect(ann.figure(1, "bid")).to_have_text("1/2")


def test_u07_suit_to_follow_is_lit_until_one_has_played(put: Put, sit: Sit) -> None:
    table = put(wizard(4).next_deal().find(lies("c", "c", first=2)))
    ann = sit(table)
    suit = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
    follow = lying(table.position)[0][0]
    for seat in (0, 1):  # who have not played yet: one of four suits is lit
        expect(ann.lamps(seat)).to_have_count(4)
        expect(ann.lit(seat)).to_have_attribute("data-suit", follow)
        expect(ann.panel(seat).get_by_role("img", name=f"to follow: {suit[follow]}")).to_be_visible()
        widths = [lamp.evaluate("e => parseFloat(getComputedStyle(e).outlineWidth)") for lamp in ann.lamps(seat).all()]
        assert sum(width > 0 for width in widths) >= 1
    for seat in (2, 3):  # who have: their card
        expect(ann.lamps(seat)).to_have_count(0)
        card = name_of(table.position, table.position.state.trick[seat])
        expect(ann.played(seat)).to_have_attribute("data-code", card)
    table.do((0, table.position.legal(0)[0]))
    expect(ann.lamps(0)).to_have_count(0)
    expect(ann.played(0)).to_be_visible()


def a_jester_and_a_wizard(p: Position) -> bool:
    """The leader of the first round holds a jester, the next one a wizard."""
    return int(p.state.dealer) == 0 and [min(held(p, seat))[0] for seat in (1, 2)] == ["N", "Z"]


def test_u07_nothing_is_lit_while_nothing_must_be_followed(show: Show) -> None:
    several: list[tuple[str, ...]] = [(), ("Z",), ("N",), ("Z", "c")]
    tables = [wizard(4).next_deal().find(lies(*signs, first=1)) for signs in several]
    tables.append(wizard(4, a_jester_and_a_wizard).until(lies("N", "Z", first=1)))
    for there, ann in zip((0, 1, 1, 2, 2), show(*tables), strict=True):
        expect(ann.trick).to_have_count(there)
        expect(ann.lamps(0)).to_have_count(4)
        expect(ann.lit(0)).to_have_count(0)
        expect(ann.panel(0).get_by_role("img", name="No suit to follow")).to_be_visible()


def test_u07_a_jester_first_leaves_it_to_the_next_suit(put: Put, sit: Sit) -> None:
    prepared = wizard(4).next_deal().find(lies("N", "c", first=2))
    ann = sit(put(prepared))
    expect(ann.lit(0)).to_have_attribute("data-suit", lying(prepared.position)[1][0])


# ---- trump, sheet, hand, faces ----
def test_u08_trump_suit_with_the_turned_number_at_its_upper_right(put: Put, sit: Sit) -> None:
    prepared = wizard(wanted=dealer(1))
    ann = sit(put(prepared))
    card = turned(prepared.position)
    expect(ann.trump).to_have_attribute("data-suit", card[0])
    expect(ann.trump.locator("strong")).to_have_text({"R": "red", "Y": "yellow", "G": "green", "B": "blue"}[card[0]])
    number = ann.trump.get_by_test_id("trump-number")
    expect(number).to_have_text(card[1:])
    x, y = middle(number)
    tile = ann.trump.locator(".tile")
    assert x > middle(tile)[0] and y < middle(tile)[1]
    assert x > middle(tile.locator(".pip"))[0] and y < middle(tile.locator(".pip"))[1]


def test_u08_a_jester_turned_shows_n_and_no_trump(put: Put, sit: Sit) -> None:
    ann = sit(put(wizard(wanted=lambda p: turned(p).startswith("N"))))
    expect(ann.trump.get_by_test_id("trump-number")).to_have_text("N")
    expect(ann.trump.locator("strong")).to_have_text("no trump")


def test_u08_a_wizard_turned_shows_z_and_the_chosen_suit(put: Put, sit: Sit) -> None:
    table = put(wizard(wanted=lambda p: turned(p).startswith("Z") and int(p.state.dealer) == 1))
    ann = sit(table)
    expect(ann.trump.get_by_test_id("trump-number")).to_have_text("Z")
    expect(ann.trump.locator("strong")).to_have_text("none yet")
    table.do((1, "trump:G"))
    expect(ann.trump.get_by_test_id("trump-number")).to_have_text("Z")
    expect(ann.trump.locator("strong")).to_have_text("green")


def test_u09_an_icon_shows_and_hides_the_score_sheet(put: Put, sit: Sit) -> None:
    ann = sit(put(wizard().next_deal().until(playing)))
    expect(ann.sheet).to_be_hidden()
    ann.sheet_toggle.click()
    expect(ann.sheet).to_be_visible()
    expect(ann.sheet_toggle).to_have_attribute("aria-pressed", "true")
    expect(ann.sheet_rows()).to_have_count(2)  # the first round, and this one
    ann.sheet_toggle.click()
    expect(ann.sheet).to_be_hidden()


def test_u10_own_hand_lies_there_and_dwindles(put: Put, sit: Sit) -> None:
    prepared = wizard().next_deal().next_deal().find(lies(first=0))
    table = put(prepared)
    ann = sit(table)
    mine = list(holds(table.position, 0))
    expect(ann.hand).to_have_count(len(mine))
    assert list(codes(ann.hand)) == mine  # sorted as the game says
    for code in mine:
        expect(ann.card(code)).to_be_in_viewport()
    code = table.position.legal(0)[0]
    table.do((0, code))
    expect(ann.card(code)).to_have_count(0)
    expect(ann.hand).to_have_count(len(mine) - 1)


@pytest.mark.parametrize("cards", [18, 20])
def test_u10_a_long_hand_on_a_phone(put: Put, sit: Sit, cards: int) -> None:
    prepared = wizard()
    while int(prepared.position.state.each) < cards:
        prepared.next_deal()
    ann = sit(put(prepared.until(lambda p: playing(p) and p.actors() == [0])), **PHONE)
    expect(ann.hand).to_have_count(cards)
    assert ann.page.evaluate(LOOK) == []  # each shows its index, and 22 px that can be touched


def test_u11_numbers_z_and_n_stand_at_the_upper_left_of_the_cards(put: Put, sit: Sit) -> None:
    prepared = wizard()
    while not {card[0] for card in held(prepared.position, 0)} >= set("ZNR"):
        prepared.next_deal()
    ann = sit(put(prepared))
    for code in holds(prepared.position, 0):
        index = ann.card(code).locator(".index text").first
        expect(index).to_have_text(code[0] if code[0] in "ZN" else code[1:])
        face = ann.card(code).locator("svg")
        at = index.evaluate("e => { const b = e.getBBox(); return [b.x + b.width / 2, b.y + b.height / 2]; }")
        assert at[0] < 25 and at[1] < 30  # of 100 x 140
        name = {"Z": "Wizard", "N": "Jester", "R": "red", "Y": "yellow", "G": "green", "B": "blue"}[code[0]]
        assert name in (face.get_attribute("aria-label") or "")


# ---- what is asked ----
def test_u12_only_the_dealer_chooses_trump_in_a_popup_at_the_top(put: Put, sit: Sit) -> None:
    prepared = wizard(wanted=lambda p: turned(p).startswith("Z") and int(p.state.dealer) == 0)
    table = put(prepared)
    ann, ben = sit(table), sit(table, 1)
    expect(ann.popup).to_be_visible()
    expect(ann.popup).to_contain_text("A Wizard was turned up: choose the trump suit")
    expect(ann.popup.get_by_role("button")).to_have_text(["red", "yellow", "green", "blue"])
    expect(ben.turn_line).to_contain_text("Waiting for Ann to choose the trump suit")
    expect(ben.popup).to_have_count(0)
    felt = ann.page.locator(".felt")
    assert abs(middle(ann.popup)[0] - middle(felt)[0]) < 8
    assert box(ann.popup)["y"] - box(felt)["y"] < 40
    table.do((0, "trump:B"))
    expect(ann.popup).to_have_count(0)
    for page in (ann, ben):
        expect(page.trump.locator("strong")).to_have_text("blue")


def test_u12_no_popup_when_no_wizard_is_turned(put: Put, sit: Sit) -> None:
    ann = sit(put(wizard(wanted=dealer(0))))
    expect(ann.popup).to_have_count(0)


def test_u13_a_round_begins_on_the_score_sheet_with_the_bid(put: Put, sit: Sit) -> None:
    prepared = wizard(wanted=dealer(2)).next_deal().next_deal()
    table = put(prepared.until(lambda p: p.legal(0) == [f"bid:{n}" for n in range(4)]))
    ann = sit(table)
    expect(ann.sheet).to_be_visible()
    expect(ann.sheet.get_by_test_id("bid-up")).to_be_visible()
    expect(ann.number).to_have_text("0")
    ann.up.click()
    ann.up.click()
    expect(ann.number).to_have_text("2")
    ann.down.click()
    expect(ann.number).to_have_text("1")
    for _ in range(4):
        ann.up.click()
    expect(ann.number).to_have_text("3")  # no more than there are cards
    ann.page.keyboard.press("Enter")  # is OK, also after the mouse
    expect(ann.figure(0, "bid")).to_have_text("0/3")
    expect(ann.up).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, {"width": 1280, "height": 800}], ids=["phone", "desktop"])
def test_u13_the_bid_can_be_made_whatever_else_is_open(put: Put, sit: Sit, size: dict[str, int]) -> None:
    prepared = wizard(wanted=dealer(2)).next_deal().next_deal()
    ann = sit(put(prepared.until(lambda p: phase(p) == "bid" and p.actors() == [0])), **size)
    for _ in range(2):  # with the score sheet, and without it
        for name in ("rules", "chat", "table"):
            opener = ann.page.locator(SHEETS[name][0])
            if opener.get_attribute("aria-expanded") != "true":
                opener.click()
            number = int(ann.number.inner_text())
            (ann.up if number < 3 else ann.down).click()
            expect(ann.number).to_have_text(str(number + 1 if number < 3 else 2))
            expect(ann.bid_ok).to_be_in_viewport(ratio=1)
            opener.click()
        stood = ann.number.inner_text()
        ann.sheet_toggle.click()
        expect(ann.number).to_have_text(stood)  # the same question at another place
    ann.bid_ok.click()
    expect(ann.figure(0, "bid")).to_have_text(f"0/{stood}")


def test_u14_ok_appears_only_after_an_arrow(put: Put, sit: Sit) -> None:
    ann = sit(put(wizard(wanted=dealer(2))))
    expect(ann.up).to_be_visible()
    expect(ann.bid_ok).to_have_count(0)
    expect(ann.sheet).to_contain_text("Move the number with the arrows, then OK")
    ann.up.click()
    expect(ann.bid_ok).to_be_visible()
    ann.down.click()  # back to the number that was there at first
    expect(ann.number).to_have_text("0")
    ann.bid_ok.click()
    expect(ann.figure(0, "bid")).to_have_text("0/0")


def test_u14_quick_ok_has_ok_at_once(put: Put, sit: Sit) -> None:
    ann = sit(put(wizard(wanted=dealer(2), quick_ok=True)))
    expect(ann.bid_ok).to_be_visible()
    ann.bid_ok.click()
    expect(ann.figure(0, "bid")).to_have_text("0/0")


def test_u14_quick_ok_as_ones_own_setting(put: Put, sit: Sit) -> None:
    ann = sit(put(wizard(wanted=dealer(2))))
    expect(ann.bid_ok).to_have_count(0)
    ann.page.get_by_role("button", name="Settings").click()
    ann.page.get_by_role("checkbox", name="OK at once when choosing a number").check()
    ann.page.get_by_role("button", name="Done").click()
    expect(ann.bid_ok).to_be_visible()


def test_u15_who_is_to_bid_is_blue(put: Put, sit: Sit) -> None:
    table = put(wizard(wanted=dealer(0)))
    ann = sit(table)
    blue = colour(ann.page, "--blue")
    assert is_blue(blue)
    for bidder in (1, 2, 0):
        for seat in range(3):
            cells = (ann.panel(seat), ann.sheet_name(seat))
            for cell in cells:
                if seat == bidder:
                    expect(cell).to_have_css("background-color", blue)
                    expect(cell.get_by_title("to act")).to_be_visible()  # the sign, not the colour alone
                else:
                    expect(cell).not_to_have_css("background-color", blue)
                    expect(cell.get_by_title("to act")).to_have_count(0)
        table.do((bidder, "bid:0"))


def test_u16_hiddentip_blue_turns_white_with_each_bid(put: Put, sit: Sit) -> None:
    table = put(wizard(wanted=dealer(0), hiddentip=True))
    ann = sit(table)
    blue, white = colour(ann.page, "--blue"), "rgb(255, 255, 255)"
    to_bid = {0, 1, 2}
    for bidder in (2, 0, 1):  # in any order
        for seat in range(3):
            expect(ann.sheet_name(seat)).to_have_css("background-color", blue if seat in to_bid else white)
        expect(ann.sheet.get_by_title("to act")).to_have_count(len(to_bid))
        table.do((bidder, "bid:1"))
        to_bid.remove(bidder)
    expect(ann.turn_line).to_contain_text("Waiting for Ben to play a card")
    for seat in range(3):
        expect(ann.figure(seat, "bid")).to_have_text("0/1")


def test_u17_hiddentip_panels_show_who_will_lead(put: Put, sit: Sit) -> None:
    table = put(wizard(4, dealer(1), hiddentip=True))
    ann = sit(table)
    expect(ann.turn_line).to_contain_text("How many tricks will you win?")
    expect(ann.order).to_have_text(["Cat", "Dan", "Ann", "Ben"])


def test_u18_results_are_confirmed_in_lavender_until_all_have(put: Put, sit: Sit) -> None:
    table = put(wizard(wanted=dealer(2)).until(lambda p: int(p.state.held[:3].sum()) == 1 and p.legal(2) != []))
    ann = sit(table)
    table.until(lambda p: p.deal_over())
    result = table.position.deal_result()
    expect(ann.sheet).to_be_visible()
    expect(ann.sheet_rows()).to_have_count(1)
    cells = ann.sheet_rows().first.locator("td")
    expect(cells).to_have_text(
        [
            f"{bid} · {tricks} · {shown(points)} {'✓exact' if bid == tricks else '✗missed'} {shown(score)}"
            for bid, tricks, points, score in zip(
                *(result[k] for k in ("bids", "tricks", "points", "scores")), strict=True
            )
        ]
    )
    lavender = colour(ann.page, "--lavender")
    red, green, blue = rgb(lavender)
    assert blue > red > green and min(red, green, blue) > 190  # a light purple
    confirmed: set[int] = set()
    for seat in (1, 0, 2):
        for p in range(3):
            for cell in (ann.panel(p), ann.sheet_name(p)):
                if p in confirmed:
                    expect(cell).to_have_css("background-color", lavender)
                    expect(cell.get_by_title("said OK")).to_be_visible()
                else:
                    expect(cell).not_to_have_css("background-color", lavender)
        if seat == 0:
            ann.confirm.click()
            expect(ann.confirm).to_have_count(0)
            expect(ann.turn_line).to_contain_text("You said OK. Waiting for Cat.")
        else:
            table.others_confirm(seat)
        confirmed.add(seat)
    expect(ann.hand).to_have_count(2)  # the second round
    expect(ann.panel(0).get_by_title("said OK")).to_have_count(0)
    expect(ann.sheet_rows()).to_have_count(2)


def test_u19_tricks_won_lie_there_to_be_counted(put: Put, sit: Sit) -> None:
    prepared = wizard(wanted=dealer(2))
    for _ in range(4):
        prepared.next_deal()
    table = put(prepared.until(playing))
    ann = sit(table)
    for n in (1, 2):
        table.until(lambda p, n=n: int(p.state.tricks.sum()) == n)  # type: ignore[misc]
        for seat, name in enumerate(("Ann", "Ben", "Cat")):
            won = int(table.position.state.tricks[seat])
            expect(ann.taken(seat)).to_have_attribute("data-count", str(won))
            expect(ann.taken(seat).locator("rect")).to_have_count(won)
            expect(ann.taken(seat)).to_have_accessible_name(f"{name} has taken {won} trick{'s' * (won != 1)}")


def test_every_row_of_the_manual_has_its_test() -> None:
    rows = {int(row) for row in re.findall(r"^def test_u(\d\d)_", Path(__file__).read_text("utf-8"), re.M)}
    assert rows == set(range(1, 20))


def test_no_light_covers_a_bid_of_two_figures(show: Show) -> None:
    prepared = Prepared("wizard", 5)
    while int(prepared.position.state.each) < 12:
        prepared.next_deal()
    prepared.until(lambda p: p.actors() == [0] and phase(p) == "bid")
    prepared.act(0, "bid:12")
    ann = next(show(prepared.until(lambda p: p.actors() == [0] and phase(p) == "play"), width=568, height=320))
    figure = box(ann.figure(0, "bid"))
    for light in ann.panel(0).locator(".lamp:visible, .mini").all():
        assert box(light)["x"] >= figure["x"] + figure["width"]
