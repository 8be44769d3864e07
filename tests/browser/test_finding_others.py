"""Finding others: two browsers meet at a table, bots come when the time is over, and who goes waits no more."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from browser.conftest import become
from browser.looks import LOOKS, SMALL, picture, violations
from browser.pages import TablePage, Visit
from browser.stage import House, newcomer
from torite.server.storage.store import Store
from torite.table.events import NonceGiven, Renamed, Started, Stored, decode

SCREENS = [(375, 667), (812, 375), (1280, 800)]
LANGUAGES = {
    "en-GB": ("Choose games", "Look for others", "Stop waiting"),
    "de-CH": ("Spiele wählen", "Andere suchen", "Nicht mehr warten"),
    "ja-JP": ("ゲームを選ぶ", "相手を探す", "待つのをやめる"),
}
# What a browser does that translates a page: elements of its own take the place of texts.
TRANSLATE = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const all = [];
  while (texts.nextNode()) all.push(texts.currentNode);
  for (const text of all.filter(({ data, parentElement }) => data.trim() && parentElement.translate)) {
    const font = document.createElement('font');
    font.textContent = text.data;
    text.replaceWith(font);
  }
}"""


@pytest.fixture
def arrive(house: House, visit: Visit) -> Iterator[Callable[..., Page]]:
    """Somebody comes to the front page."""

    def come(name: str | None, **more: object) -> Page:
        page = visit(house.base, **more)
        if name is not None:
            become(page, house, newcomer(name))
        page.goto("/")
        return page

    yield come


def choose(page: Page, *games: str) -> Locator:
    """Open the sheet and choose these games alone."""
    page.get_by_role("button", name="Choose games").click()
    sheet = page.get_by_role("dialog", name="Find others to play with")
    for box in sheet.get_by_role("checkbox", checked=True).all():
        box.uncheck()
    for game in games:
        sheet.get_by_label(game, exact=True).check()
    return sheet


def look_for_others(page: Page, game: str, wait: str) -> None:
    sheet = choose(page, game)
    sheet.get_by_test_id("find-wait").select_option(wait)
    sheet.get_by_role("button", name="Look for others").click()


def test_what_changes_is_seen_on_a_page_that_a_browser_translates(arrive: Callable[..., Page]) -> None:
    page = arrive(None)
    page.clock.install()
    expect(page.get_by_test_id("find")).to_be_visible()
    page.evaluate(TRANSLATE)
    look_for_others(page, "RWD", "60")
    expect(page.get_by_role("button", name="Your name:")).not_to_contain_text("Choose a name")
    left = page.get_by_test_id("find-left")
    before = left.inner_text()
    page.evaluate(TRANSLATE)
    page.clock.run_for(5000)
    expect(left).not_to_have_text(before)


def test_two_browsers_meet(house: House, arrive: Callable[..., Page]) -> None:
    """Of one name, which the house has given to the second one."""
    ann, ben = arrive("Quiet Heron"), arrive(None, width=375, height=667)
    ben.evaluate("Math.random = () => 0")
    look_for_others(ann, "WYSIWYG", "never")
    waits = "WYSIWYG, 2 players: "
    expect(ann.get_by_test_id("find")).to_contain_text(waits + "nobody else yet")
    expect(ann.get_by_test_id("find-left")).to_contain_text("No bots join")
    expect(ben.get_by_test_id("find")).to_contain_text(waits + "1 waiting")
    look_for_others(ben, "WYSIWYG", "60")
    for page, other in ((ann, "Otter"), (ben, "Heron")):
        expect(page).to_have_url(re.compile("/t/"))
        expect(TablePage(page).turn_line).to_be_visible()
        expect(TablePage(page).order.filter(has_text=other)).to_have_count(1)
    assert ann.url == ben.url
    kinds = happened(house, ann.url.rsplit("/", 1)[1])
    assert Counter(kinds[3:6]) == Counter({NonceGiven: 2, Renamed: 1})  # nobody pressed anything
    assert kinds[6] == Started


def happened(house: House, table: str) -> list[type[Stored]]:
    """What the table's log holds."""
    kinds: list[type[Stored]] = []

    async def read(store: Store) -> None:
        kinds.extend(type(decode(body)) for body in await store.load(table))

    house.store(read)
    return kinds


def test_who_comes_first_sees_that_the_others_are_awaited(house: House, arrive: Callable[..., Page]) -> None:
    """The other one has met somebody, and never comes."""
    ann, ben = arrive("Hal", width=375, height=667), house.visitor(newcomer("Ida"))
    look_for_others(ann, "WYSIWYG", "never")
    expect(ann.get_by_test_id("find-left")).to_be_visible()
    wish = {"games": {"wysiwyg": 2}, "wait": None, "level": "gentle"}
    assert ben.http.post("/api/me/waiting", json=wish).json()["table"] is not None
    expect(ann.get_by_text("Shuffling …")).to_be_visible()
    for width, height in SCREENS:
        ann.set_viewport_size({"width": width, "height": height})
        picture(ann, f"gathers-{width}.png")
    expect(TablePage(ann).turn_line).to_be_visible()
    assert happened(house, ann.url.rsplit("/", 1)[1])[3:5] == [NonceGiven, Started]


def test_bots_come_when_the_time_is_over(arrive: Callable[..., Page]) -> None:
    page = arrive("Cat")

    def hurry(route: Route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        wish = json.loads(route.request.post_data or "")
        return route.continue_(post_data=json.dumps(wish | {"wait": 1}))

    page.route("**/api/me/waiting", hurry)
    sheet = choose(page, "Wizard", "Schieber")
    expect(sheet.get_by_role("radio")).to_have_count(4)  # Wizard is for 3 to 6
    sheet.get_by_role("radio", name="3").check()
    sheet.get_by_role("button", name="Look for others").click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(TablePage(page).order).to_have_count(3)


def test_who_stops_or_goes_waits_no_more(arrive: Callable[..., Page]) -> None:
    page, other = arrive("Dan"), arrive("Eve")
    choose(page)
    expect(page.get_by_role("button", name="Look for others")).to_be_disabled()
    page.keyboard.press("Escape")
    ways: list[Callable[[], object]] = [
        lambda: page.get_by_role("button", name="Stop waiting").click(),
        lambda: page.get_by_role("link", name="Ranking").click(),
        lambda: page.goto("/day/wizard"),
    ]
    for leave in ways:
        page.goto("/")
        look_for_others(page, "Bingo", "300")
        expect(page.get_by_test_id("find-left")).to_contain_text(re.compile("free seats in [45]:"))
        expect(other.get_by_test_id("find")).to_contain_text("Bingo, 2 players: 1 waiting")
        leave()
        expect(other.get_by_test_id("find")).not_to_contain_text("Bingo")


def test_who_was_away_for_too_long_is_told(arrive: Callable[..., Page]) -> None:
    page = arrive("Fay")
    look_for_others(page, "Bingo", "300")
    expect(page.get_by_test_id("find-left")).to_be_visible()
    page.evaluate("fetch('/api/me/waiting', { method: 'DELETE' })")
    expect(page.get_by_text("the house has stopped looking for others")).to_be_visible()
    expect(page.get_by_role("button", name="Choose games")).to_be_visible()


@pytest.mark.parametrize(("locale", "theme"), LOOKS)
def test_it_fits_every_screen(arrive: Callable[..., Page], locale: str, theme: str) -> None:
    opens, begins, stops = LANGUAGES[locale]
    page = arrive(f"Gil {locale} {theme}"[:20], locale=locale, color_scheme=theme)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.get_by_role("button", name=opens).click()
        sheet = page.get_by_role("dialog")
        sheet.get_by_role("checkbox").last.check()
        picture(page, f"find-{locale}-{theme}-{width}-sheet.png")
        for shown in ("sheet", "waits"):
            if shown == "waits":
                sheet.get_by_role("button", name=begins).click()
                expect(page.get_by_test_id("find-left")).to_be_visible()
                page.get_by_test_id("find").scroll_into_view_if_needed()
                picture(page, f"find-{locale}-{theme}-{width}-waits.png")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert page.evaluate(SMALL) == []
            assert violations(page) == []
        with page.expect_response(lambda answer: answer.request.method == "DELETE"):  # the next one waits for the same
            page.get_by_role("button", name=stops).click()
