"""One evening, from a table among friends to somebody who looks at it afterwards; on both databases."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import SERVE
from browser.looks import PHONE, fits
from browser.pages import LobbyPage, TablePage, Visit, codes
from server.databases import empty
from server.servers import Process
from server.visitor import wait_for

__all__ = ["empty"]

GAME = "Mittlere Jass"
MOST = 120  # rounds in which somebody is asked: of two deals, and what is confirmed
WINDOW = {"permissions": ["clipboard-read", "clipboard-write"]}


@pytest.fixture
def server(empty: str, tmp_path: Path) -> Iterator[Process]:
    """`torite serve` on a database of its own."""
    process = Process(tmp_path, "--db", empty, program=SERVE)
    yield process
    process.stop()


def open_table(page: Page) -> TablePage:
    """An unlisted table for two deals, with a clock; its host is called Ann."""
    page.goto("/")
    page.get_by_role("button", name=re.compile("Choose a name")).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("Ann")
    dialog.get_by_role("button", name="Take this name").click()
    sheet = LobbyPage(page).game(GAME)
    sheet.locator("summary").click()
    sheet.get_by_label("Number of deals").select_option("2")
    sheet.get_by_label("Play on while tied").uncheck()
    sheet.get_by_test_id("clock").select_option("relaxed")
    expect(sheet.get_by_role("checkbox", name=re.compile("open to all"))).not_to_be_checked()
    sheet.get_by_role("button", name="Open a table").click()
    expect(page).to_have_url(re.compile("/t/"))
    return TablePage(page)


def come_by_link(page: Page, link: str) -> TablePage:
    """A friend sits down at the table; the house finds a name."""
    page.goto(link)
    page.get_by_role("button", name="Sit here").first.click()
    expect(page.get_by_role("button", name="Leave the seat")).to_be_visible()
    return TablePage(page)


def play(tables: list[TablePage], until: Callable[[], bool]) -> None:
    """Whoever is asked does something."""
    for _ in range(MOST):
        wait_for(lambda: until() or any(table.asked.count() for table in tables), "a question")
        if until():
            return
        for table in tables:
            if table.asked.count():
                table.step()
    pytest.fail("it never came to that")


def take_back(ann: TablePage, ben: TablePage) -> None:
    """Ann plays a card and wants it back; Ben agrees."""
    card = ann.playable.first.get_attribute("data-code")
    assert card is not None
    ann.do(card)
    ann.done(card)
    ann.page.get_by_role("button", name="Take back", exact=True).click()
    ben.page.get_by_test_id("proposal").get_by_role("button", name="Agree").click()
    expect(ann.card(card)).to_have_attribute("data-legal", "true")


def come_back(gone: Page) -> TablePage:
    """The window is closed; the front page of the next one has the way to the table."""
    page = gone.context.new_page()
    gone.close()
    page.goto("/")
    mine = page.get_by_test_id("my-table")
    expect(mine).to_contain_text(GAME)
    mine.get_by_role("link", name="Continue").click()
    table = TablePage(page)
    expect(table.turn_line).to_be_visible()
    return table


def at_moment(page: Page, deal: int, step: int) -> Locator:
    """What is told of the moment that is shown."""
    told = page.get_by_test_id("replay-told")
    expect(told).to_contain_text(re.compile(rf"Deal {deal} of 2 · {step}/"))
    return told


def test_a_house_that_remembers(server: Process, visit: Visit) -> None:
    ann = open_table(visit(server.base, **WINDOW))
    link = ann.page.get_by_label("Link to this table").input_value()
    ben = come_by_link(visit(server.base), link)
    phone = visit(server.base, **PHONE)
    phone.goto("/")
    expect(LobbyPage(phone).tile(GAME)).to_be_visible()
    expect(phone.locator(f"a[href*='{link.rpartition('/')[2]}']")).to_have_count(0)  # nobody is told of the table

    ann.page.get_by_role("button", name="Add a bot").first.click()
    ann.start.click()
    expect(ann.page.get_by_test_id("clock-0")).to_be_visible()
    expect(ben.page.get_by_test_id("clock-1")).to_be_visible()
    play([ann, ben], lambda: ann.playable.count() > 0 and ann.trick.count() < 2)  # Ben comes after her
    take_back(ann, ben)
    play([ann, ben], lambda: ann.hand.count() < 8)

    ann = come_back(ann.page)
    expect(ann.page).to_have_url(link)
    play([ann, ben], lambda: bool(ann.outcome.count() and ben.outcome.count()))

    ann.page.get_by_role("link", name="Look at it again").click()
    at_moment(ann.page, 1, 0)
    match = ann.page.url.partition("#")[0]
    phone.goto(match)
    expect(phone.get_by_text("Only those who played may look at this match.")).to_be_visible()
    fits(phone)
    ann.page.get_by_role("button", name="What could I have played better?").click()
    review = ann.page.locator("[data-testid=review-told][aria-busy=false]")
    expect(review).to_contain_text("lost per decision")

    ben.page.get_by_role("button", name="Make the match public").click()
    ben.page.get_by_role("button", name="Yes, for all with the link").click()
    ann.page.go_back()
    ann.page.get_by_test_id("proposal").get_by_role("button", name="Agree").click()
    expect(ben.page.get_by_text("Public: anyone with the link may look")).to_be_visible()
    ann.page.goto(f"{match}#2.1")
    told = at_moment(ann.page, 2, 1).inner_text()
    ann.page.get_by_role("button", name="Copy the link").click()
    expect(ann.page.get_by_role("alert")).to_contain_text("copied")
    sent = ann.page.evaluate("navigator.clipboard.readText()")

    phone.goto(match)
    at_moment(phone, 1, 0)
    phone.goto(sent)
    assert at_moment(phone, 2, 1).inner_text() == told
    seen = TablePage(phone)
    assert set(codes(seen.hand)) == set(codes(ann.hand))
    expect(phone.get_by_test_id("review")).to_contain_text("Ann")  # of whom is told what he has asked for
    fits(phone)
