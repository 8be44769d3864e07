"""Two people at one table: neither ends the match, begins another one or shows it to strangers alone."""

import re

from playwright.sync_api import Page, expect

from browser.pages import Sit
from browser.stage import Prepared, Put
from browser.test_replay_page import finished

# Most of it lies below the table, where something would be asked.
BELOW = """box => {
  const { top, bottom } = box.getBoundingClientRect();
  return (top + bottom) / 2 > document.querySelector('.scene .top').getBoundingClientRect().bottom;
}"""
BOTTOM = "part => part.getBoundingClientRect().bottom"
UNCOVERED = """line => {
  const { left, right, top, bottom } = line.getBoundingClientRect();
  return [0.1, 0.5, 0.9].every(part => line.contains(
    document.elementFromPoint(left + part * (right - left), (top + bottom) / 2)));
}"""


def propose_end(page: Page) -> None:
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("button", name="Propose to end the match").click()
    page.get_by_role("button", name="Yes, propose it").click()


def test_a_match_goes_on_until_both_would_end_it(put: Put, sit: Sit) -> None:
    table = put(Prepared("wysiwyg", 2))
    ann, ben = sit(table, 0), sit(table, 1, width=375, height=667)
    propose_end(ann.page)
    expect(ann.page.get_by_test_id("proposal")).to_contain_text("Waiting for Ben")
    box = ben.page.get_by_test_id("proposal")
    expect(box).to_contain_text("Ann proposes: End the match for everybody")
    assert ann.page.get_by_test_id("proposal").evaluate(BELOW)  # it is Ben's turn
    expect(ben.turn_line).to_be_in_viewport(ratio=1)
    assert ben.turn_line.evaluate(UNCOVERED)  # also while others take their time
    for page in (ann.page, ben.page):
        page.get_by_test_id("sheet-toggle").click(trial=True)
    ben.page.get_by_role("button", name="Table", exact=True).click()
    last = ben.page.locator("aside .panel > :last-child")
    last.evaluate("last => last.parentElement.scrollTo(0, last.parentElement.scrollHeight)")
    assert last.evaluate(BOTTOM) <= box.evaluate("box => box.getBoundingClientRect().top")
    ben.page.get_by_role("button", name="Close").click()
    assert ben.page.evaluate("document.documentElement.scrollWidth") <= 375
    ben.page.keyboard.press("n")
    expect(ann.page.get_by_test_id("proposal")).to_have_count(0)
    expect(ann.page.get_by_role("alert").filter(has_text="Ben does not agree.")).to_be_visible()
    expect(ann.page.locator("[role=log]", has_text="Ben does not agree.")).to_have_count(0)  # it is told once
    expect(ann.turn_line).to_be_visible()
    ann.page.get_by_role("button", name="Propose to end the match").click()
    ann.page.get_by_role("button", name="Yes, propose it").click()
    box.get_by_role("button", name="Agree").click()
    for each in (ann, ben):
        expect(each.seats.first).to_contain_text("Ann")
    ann.page.get_by_role("button", name="Change places with Ben").click()
    expect(box).to_contain_text("Ann proposes: Change places: Ann and Ben")
    ben.page.keyboard.press("y")
    for each in (ann, ben):
        expect(each.seats.first).to_contain_text("Ben")


def test_play_again_and_the_last_result_stays_readable(put: Put, sit: Sit) -> None:
    table = put(finished("wysiwyg", 2))
    ann, ben = sit(table, 0), sit(table, 1, width=768, height=1024)
    expect(ann.outcome).to_be_visible()
    ann.page.get_by_role("button", name="Make the match public").click()
    ann.page.get_by_role("button", name="Yes, for all with the link").click()
    ben.page.get_by_test_id("proposal").get_by_role("button", name="Agree").click()
    expect(ann.page.get_by_text("Public: anyone with the link may look")).to_be_visible()
    for each in (ann, ben):
        each.page.get_by_role("button", name="Another game").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="RWD").click()
    expect(ben.page.get_by_role("dialog")).to_have_count(0)  # one game for all
    expect(ben.page.get_by_role("alert")).to_have_text(re.compile("Ann has opened a table of RWD"))
    ben.page.get_by_role("button", name="Come along: RWD").click()
    for seat, name in enumerate(("Ann", "Ben")):
        expect(ben.seats.nth(seat)).to_contain_text(name)
    for each in (ann, ben):
        each.page.go_back()
    ben.say("Once more?")  # and the chat lies over his table
    ann.page.get_by_role("button", name="Play again").click()
    expect(ann.outcome).to_be_visible()
    ben.page.get_by_test_id("proposal").get_by_role("button", name="Agree").click()
    expect(ann.outcome).to_have_count(0)
    expect(ben.page.get_by_role("complementary")).to_have_count(0)
    ann.page.get_by_role("button", name="Table", exact=True).click()
    last = ann.page.get_by_role("region", name="The last match")
    expect(last).to_contain_text("wins the match")
    last.get_by_role("button", name="Score sheet").click()
    expect(ann.page.get_by_role("dialog", name="The last match").locator("tbody tr")).not_to_have_count(0)
    ann.page.get_by_role("button", name="Close").last.click()
    last.get_by_role("link", name="Look at it again").click()
    expect(ann.page).to_have_url(re.compile("/m/.*-1#1.0"))
