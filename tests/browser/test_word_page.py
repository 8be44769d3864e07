"""A table asks for a word: set where it is opened or by the host, asked of who comes, once."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import become
from browser.pages import Enter, Visit
from browser.stage import House, newcomer

PHONE = {"width": 375, "height": 667}
SIZES = [(812, 375), (1280, 800), (375, 667)]
WORD = "Blauer Fuchs"


def fits(page: Page) -> None:
    """Nothing lies beside the screen."""
    width = page.evaluate("innerWidth")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(
    ("locale", "asks", "wrong"),
    [
        ("en-GB", "This table asks for a word", "That is not the word."),
        ("de-CH", "Dieser Tisch fragt nach dem Losungswort", "Das ist nicht das Losungswort."),
        ("ja-JP", "合言葉が必要なテーブルです", "合言葉が違います。"),
    ],
)
def test_who_comes_is_asked_once(house: House, visit: Visit, locale: str, asks: str, wrong: str) -> None:
    host = house.visitor(newcomer("Ann"))
    table = host.open_table("wysiwyg", 2, listed=False, word=WORD)
    page = visit(house.base, locale=locale)
    page.goto(f"/t/{table}")
    field = page.get_by_role("textbox")
    expect(field).to_be_focused()
    expect(page.get_by_text("Ann", exact=True)).to_have_count(0)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.get_by_role("heading", name=asks)).to_be_in_viewport()
    field.fill("Dachs")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_have_text(wrong)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.get_by_role("alert")).to_be_in_viewport()
        fits(page)
    field.fill("blauer fuchs")
    page.locator("form.gate .primary").click()
    expect(page.get_by_text("Ann", exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_text("Ann", exact=True)).to_be_visible()


def test_it_is_set_on_the_front_page_and_the_lobby_shows_a_lock(lobby: Enter) -> None:
    ann = lobby("Ann", **PHONE)
    ann.set_up("Bingo", gentle=False)
    sheet = ann.game("Bingo")
    sheet.get_by_test_id("word").fill(WORD)
    box = sheet.get_by_test_id("word").bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 375
    sheet.get_by_role("checkbox", name="The table is open to all").check()
    table = ann.open_table("Bingo").page
    expect(table.get_by_text("Tell them the word, too.")).to_be_visible()
    fits(table)
    name = table.url.rpartition("/")[2]
    other = lobby("Ben", **PHONE).page
    entry = other.locator("li", has=other.locator(f"a[href='/t/{name}']"))
    expect(entry.get_by_role("img", name="Newcomers are asked for a word.")).to_be_visible()
    entry.get_by_role("link").click()
    expect(other.get_by_role("heading", name="This table asks for a word")).to_be_visible()


def test_the_host_sets_changes_and_drops_it(house: House, visit: Visit) -> None:
    ann, ben = (newcomer(name) for name in ("Ann", "Ben"))
    table = house.visitor(ann).open_table("wysiwyg", 2, listed=False)
    pages = {who: visit(house.base, **PHONE) for who in (ann, ben)}
    for who, page in pages.items():
        become(page, house, who)
        page.goto(f"/t/{table}")
        expect(page.get_by_text("Ann", exact=True)).to_be_visible()
    host, other = pages[ann], pages[ben]
    asks = other.get_by_role("heading", name="This table asks for a word")
    host.get_by_test_id("word").fill("Fuchs")
    host.get_by_role("button", name="Ask for it").click()
    expect(asks).to_be_visible()
    expect(other.get_by_text("Ann", exact=True)).to_have_count(0)
    expect(host.get_by_test_id("word")).to_have_value("")
    other.get_by_label("Word").fill("Fuchs")
    other.get_by_role("button", name="Come in").click()
    expect(other.get_by_text("Newcomers are asked for a word.")).to_be_visible()
    host.get_by_test_id("word").fill("Dachs")
    host.get_by_role("button", name="Change", exact=True).click()
    expect(asks).to_be_visible()
    host.get_by_role("button", name="Stop asking").click()
    expect(host.get_by_role("button", name="Stop asking")).to_have_count(0)
    other.reload()
    expect(other.get_by_text("Ann", exact=True)).to_be_visible()
    expect(asks).to_have_count(0)


def test_a_match_that_is_shown_to_all_asks_for_it_too(house: House, visit: Visit) -> None:
    host = house.visitor(newcomer("Ann"))
    table = host.open_table("wysiwyg", 2, listed=False, word=WORD, fill="gentle", start=True)
    wire = host.wire(table)
    wire.play_on(pause=0.05)
    wire.ask("share")
    page = visit(house.base, **PHONE)
    page.goto(f"/m/{table}")
    expect(page.get_by_role("heading", name="This table asks for a word")).to_be_visible()
    page.get_by_label("Word").fill(WORD)
    with page.expect_response(re.compile("/replay")) as answer:
        page.get_by_role("button", name="Come in").click()
    assert json.loads(answer.value.body())["names"][0] == "Ann"
    expect(page.get_by_role("heading", name="This table asks for a word")).to_have_count(0)
