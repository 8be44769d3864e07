"""Clocks in the browser: chosen before the match, seen at the seats, and the way back when the time was up."""

import re

from playwright.sync_api import expect

from browser.pages import Enter, Sit, TablePage, Visit, box
from browser.positions import seen
from browser.stage import Prepared, Put
from browser.staged import Stage
from server.servers import Process


def test_a_clock_is_chosen_and_stands_at_the_seat(lobby: Enter) -> None:
    page = lobby("Ann")
    game = page.game("WYSIWYG")
    game.locator("summary").click()
    game.get_by_test_id("clock").select_option("quick")
    table = page.open_table("WYSIWYG")
    expect(table.page.get_by_test_id("clock")).to_have_value("quick")
    table.page.get_by_test_id("clock").select_option("relaxed")
    expect(table.page.get_by_test_id("clock")).to_have_value("relaxed")
    table.page.get_by_role("button", name="Add a bot").first.click()
    table.page.get_by_role("button", name="Start", exact=True).click()
    expect(table.page.get_by_test_id("clock-0")).to_have_text(re.compile(r"^[45]:[0-5]\d$"))
    expect(table.page.get_by_test_id("clock-1")).to_have_count(0)  # bots have none


def test_who_was_out_of_time_takes_the_seat_back(put: Put, sit: Sit) -> None:
    """It is long ago: to open the page does not give back the decision for which the time is over."""
    prepared = Prepared("wysiwyg", 2, lambda p: p.turn == 0, clock="quick", now=1e9).out_of_time(0)
    ann = sit(put(prepared), 0, width=375, height=667)
    back = ann.page.get_by_role("button", name="Rejoin")
    expect(back).to_be_visible()
    expect(ann.page.get_by_test_id("clock-0")).to_have_count(0)
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 375
    expect(ann.page.get_by_role("log")).to_contain_text("You:")  # the bot has moved
    back.click()
    expect(back).to_have_count(0)
    expect(ann.page.get_by_test_id("clock-0")).to_be_visible()


def test_the_ear_is_told_of_the_time_while_only_a_bot_is_waited_for(server: Process, visit: Visit) -> None:
    situation = seen(Prepared("wysiwyg", 2, lambda p: p.turn == 0, clock="quick", now=1e9).out_of_time(0))
    situation.message["table"]["seats"][1]["kind"] = "bot"
    page = visit(server.base, staged=True)
    Stage(page).show(situation)
    expect(TablePage(page).turn_line.get_by_role("status")).to_contain_text("your time was up")


def test_a_mark_at_the_corner_covers_neither_name_nor_clock(put: Put, sit: Sit) -> None:
    ann = sit(put(Prepared("schieber", 4, clock="quick")), width=812, height=375)
    covered = """() => [...document.querySelectorAll('.seat :is(.who, .clock)')].filter((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const own = range.getBoundingClientRect();
      return [...text.closest('.plate').querySelectorAll('.dealer, .leads')].some((mark) => {
        const {left, right, bottom} = mark.getBoundingClientRect();
        return left < own.right && right > own.left && bottom > own.top + 4; // above that no letter reaches
      });
    }).map((text) => text.textContent)"""
    assert ann.page.evaluate(covered) == []


def test_of_six_on_a_phone_every_name_is_seen(put: Put, sit: Sit) -> None:
    table = put(Prepared("wizard", 6, lambda p: p.turn == 2 and "bid:0" in p.legal(), clock="quick"))
    ann = sit(table, width=375, height=667)
    expect(ann.page.get_by_test_id("clock-1")).to_be_visible()
    covered = """() => {
      const plates = [...document.querySelectorAll('.plate')].map((plate) => plate.getBoundingClientRect());
      return plates.filter((a) => plates.some((b) => a.x === b.x && a.y < b.y && a.bottom > b.y + 1)).length;
    }"""
    assert ann.page.evaluate(covered) == 0
    # All but her are away, and have names that fill the place.
    ann.page.evaluate(
        "document.querySelectorAll('.plate .call').forEach((name) => { name.textContent = 'Sabine (2)' })"
    )
    assert ann.page.evaluate(covered) == 0
    chair, name = (box(ann.panel(1).locator(each)) for each in (".presence svg", ".who"))
    assert chair["y"] + chair["height"] < name["y"] + 4  # above it: beside it the name would break
    table.until(lambda p: not p.legal()[0].startswith("bid:"))
    expect(ann.page.get_by_test_id("said-1")).to_be_visible()
    expect(ann.page.get_by_test_id("clock-2")).to_be_visible()  # she is to act
    expect(ann.page.get_by_test_id("said-2")).to_have_count(0)
    assert ann.page.evaluate(covered) == 0
