"""Whoever has set letters of twice the size in the browser reads every page to its end, and scrolls none sideways.

A table does not scroll: there letters are as large as all of it finds room.
"""

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.conftest import BROWSERS, FLAGS, PATIENCE, become
from browser.pages import VEIL
from browser.seasons import played
from browser.stage import House, Prepared, newcomer, phase
from browser.staged import LOOK
from browser.test_axe import PAGES

STAGES = ("/learn", "/print")  # a table, a sheet of paper
# What cannot be reached: below what does not scroll.
HIDDEN = """() => [...document.querySelectorAll('main :is(p, a, button, h1, h2, li, td)')].filter(e => {
  e.scrollIntoView({ block: 'end', behavior: 'instant' });
  const at = e.getBoundingClientRect();
  return e.checkVisibility() && at.height > 1 && at.top > innerHeight - 8;
}).map(e => e.outerHTML.slice(0, 80))"""


@pytest.fixture
def large(chromium: Browser, house: House) -> Iterator[Page]:
    """A phone whose owner needs large letters."""
    path = next(filter(None, map(shutil.which, BROWSERS)))
    args = [*FLAGS, "--blink-settings=defaultFontSize=32"]
    browser = chromium.browser_type.launch(executable_path=path, args=args)
    settings = {"base_url": house.base, "locale": "de-CH", "service_workers": "block"}
    page = browser.new_page(viewport={"width": 375, "height": 667}, **settings)  # type: ignore[arg-type]
    page.set_default_timeout(PATIENCE)
    page.add_init_script(VEIL)
    yield page
    browser.close()


def test_every_page_is_read_to_its_end(large: Page, house: House) -> None:
    me = newcomer("Maximiliane Overbeck")
    played(house, me.id)
    become(large, house, me)
    found = {}
    for path, there in PAGES.items():
        if path.startswith(STAGES):
            continue
        large.goto(path)
        expect(large.locator(there).first).to_be_attached()
        expect(large.get_by_text("Wird geladen")).to_have_count(0)
        found[path] = [*large.evaluate(HIDDEN), large.evaluate("document.documentElement.scrollWidth")]
    assert {path: what for path, what in found.items() if what != [375]} == {}


def test_tables_and_lessons_fit(large: Page, house: House) -> None:
    bids = house.put(Prepared("wizard", 4).find(lambda p: phase(p) == "bid" and p.actors() == [0]))
    become(large, house, bids.guests[0])
    for path, there in ((f"/t/{bids.id}", "[data-testid=bid-up]"), ("/learn/schieber", ".coach .told p")):
        large.goto(path)
        expect(large.locator(there).first).to_be_visible()
        for width, height in ((375, 667), (812, 375)):
            large.set_viewport_size({"width": width, "height": height})
            # in a lesson the coach stands in the turn line's place
            assert [each for each in large.evaluate(LOOK) if not each.startswith("turn-line")] == [], path
            assert large.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") > 16.5


def test_a_sheet_begins_below_its_title(large: Page) -> None:
    large.goto("/")
    large.get_by_role("button", name="Spiele wählen").click()
    title = large.get_by_role("dialog").get_by_role("heading").first
    assert title.evaluate("title => title.scrollHeight <= title.clientHeight")
