"""A number of few is said by a touch on it, unless the game's manual has arrows or the reader wants them."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.keyboard import Keyboard
from browser.looks import violations
from browser.pages import Sit
from browser.stage import Open, Prepared, Put, phase

CHIPS = {"numbers": "chips", "speed": "none"}


@pytest.fixture
def bidding(put: Put) -> Callable[[int], Open]:
    """A table at which Ann, who bids first, holds so many cards."""

    def lay(cards: int) -> Open:
        prepared = Prepared("wizard", 3)
        while int(prepared.position.state.each) < cards:
            prepared.next_deal()
        return put(prepared.until(lambda p: phase(p) == "bid" and p.actors() == [0]))

    return lay


def test_one_touch_says_it(bidding: Callable[[int], Open], sit: Sit) -> None:
    ann = sit(bidding(3), chosen=CHIPS)
    expect(ann.chips).to_have_text(["0", "1", "2", "3"])
    expect(ann.up).to_have_count(0)
    assert violations(ann.page) == []
    ann.chip(2).click()
    expect(ann.figure(0, "bid")).to_have_text("0/2")
    expect(ann.chips).to_have_count(0)
    assert ann.acted() == ["bid:2"]


@pytest.mark.parametrize("width", [375, 1280])
def test_they_stand_by_the_hand_whatever_is_open(bidding: Callable[[int], Open], sit: Sit, width: int) -> None:
    ann = sit(bidding(3), chosen=CHIPS, width=width, height=800)
    for _ in range(2):
        expect(ann.page.locator(".strip").get_by_test_id("number-3")).to_be_in_viewport(ratio=1)
        expect(ann.chips).to_have_count(4)
        ann.sheet_toggle.click()


def test_what_may_not_be_said_is_struck_and_tells_why(put: Put, sit: Sit) -> None:
    def struck(prepared: Prepared) -> bool:
        legal = [code for code in prepared.position.legal(0) if code.startswith("bid:")]
        return len(legal) > 1 and f"bid:{len(legal)}" in legal

    prepared = Prepared("wizard", 3, options={"notequal": True})
    while not (prepared.position.actors() == [0] and struck(prepared)):
        prepared.next_deal().until(lambda p: phase(p) == "bid" and p.actors() == [0])
    table = put(prepared)
    ann = sit(table, chosen=CHIPS)
    forbidden = ann.chips.and_(ann.page.locator("[data-legal=false]"))
    expect(forbidden).to_have_count(1)
    expect(forbidden.locator(".figure")).to_have_css("text-decoration-line", "line-through")
    expect(forbidden).to_have_accessible_name(f"{forbidden.locator('.figure').inner_text()} not playable now")
    forbidden.click()
    expect(ann.page.get_by_test_id("notice")).to_contain_text("would add up to the number of tricks")
    assert ann.acted() == []


def test_a_second_touch_for_whoever_likes(bidding: Callable[[int], Open], sit: Sit) -> None:
    ann = sit(bidding(3), chosen=CHIPS | {"twice": True})
    ann.chip(1).click()
    expect(ann.chip(1)).to_have_attribute("aria-pressed", "true")
    ann.chip(3).click()
    expect(ann.chip(1)).to_have_attribute("aria-pressed", "false")
    assert ann.acted() == []
    ann.chip(3).click()
    expect(ann.figure(0, "bid")).to_have_text("0/3")


@pytest.mark.parametrize("twice", [False, True])
def test_figures_lead_to_a_number_and_enter_says_it(bidding: Callable[[int], Open], sit: Sit, twice: bool) -> None:
    ann = sit(bidding(12), chosen=CHIPS | {"twice": twice})
    keys = ann.page.keyboard
    keys.press("1")
    expect(ann.chip(1)).to_be_focused()
    keys.press("2")
    expect(ann.chip(12)).to_be_focused()
    keys.press("3")  # there is no 123
    expect(ann.chip(3)).to_be_focused()
    assert ann.acted() == []
    keys.type("11")
    expect(ann.chip(11)).to_be_focused()
    keys.press("Enter")
    expect(ann.figure(0, "bid")).to_have_text("0/11")
    assert ann.acted() == ["bid:11"]


def test_arrow_keys_go_from_number_to_number(bidding: Callable[[int], Open], sit: Sit) -> None:
    ann = sit(bidding(12), chosen=CHIPS)
    keys = ann.page.keyboard
    ann.chip(0).focus()
    for key, number in (("End", 12), ("ArrowLeft", 11), ("Home", 0), ("ArrowLeft", 0), ("ArrowRight", 1)):
        keys.press(key)
        expect(ann.chip(number)).to_be_focused()
    keys.press("Enter")
    expect(ann.figure(0, "bid")).to_have_text("0/1")
    assert Keyboard(ann).stands_somewhere()


def test_it_is_heard_as_a_group_of_numbers(bidding: Callable[[int], Open], sit: Sit) -> None:
    ann = sit(bidding(3), chosen=CHIPS)
    group = ann.page.get_by_role("group", name="Your number")
    expect(group).to_match_aria_snapshot('- group "Your number":\n' + "".join(f'  - button "{n}"\n' for n in range(4)))


def test_the_way_is_chosen_in_the_settings(bidding: Callable[[int], Open], sit: Sit) -> None:
    ann = sit(bidding(3))
    expect(ann.up).to_be_visible()  # as the manual has it
    for way, there, gone in (("chips", ann.chip(3), ann.up), ("arrows", ann.up, ann.chip(3))):
        ann.page.get_by_role("button", name="Settings").click()
        ann.page.get_by_label("Small choices").select_option(way)
        ann.page.get_by_role("button", name="Done").click()
        expect(there).to_be_visible()
        expect(gone).to_have_count(0)
    ann.page.reload()
    expect(ann.up).to_be_visible()
