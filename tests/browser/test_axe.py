"""axe finds nothing on any page, and nothing on a table with anything open, in the light and in the dark."""

from typing import Literal

from playwright.sync_api import Page, expect

from browser.conftest import become
from browser.looks import violations
from browser.pages import Enter, Sit, Visit
from browser.stage import House, Prepared, Put, newcomer, phase
from browser.test_replay_page import finished

# A page, and what stands there once it has come.
PAGES = {
    "/": "article",
    "/me": "h1",
    "/ratings": "h1",
    "/ratings/wizard": "h1",
    "/day": "h1",
    "/exercises/emissary": "[data-testid=exercise-ask]",
    "/rules/schieber": "h1",
    "/learn/wizard": ".coach",
    "/print/schieber": "h1",
    "/m": "input[type=file]",
    "/take": "h1",
    "/nowhere": "h1",
}
# What may be opened at a table, by its key.
OPEN = {"c": "chat", "t": "table", "r": "rules", "l": "the last trick", "?": "keys"}

# By which rules, () = by all: what stands on the page is the same in both.
SCHEMES: dict[Literal["dark", "light"], tuple[str, ...]] = {
    "dark": ("color-contrast", "link-in-text-block"),
    "light": (),
}
# Colours that are on their way are there at once.
SETTLE = "() => document.getAnimations().forEach(each => each instanceof CSSTransition && each.finish())"


def both(page: Page) -> list[str]:
    """What axe finds in the light, and in the dark, where the same stands there in other colours."""
    found = []
    for theme, rules in SCHEMES.items():
        page.emulate_media(color_scheme=theme)
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        page.evaluate(SETTLE)
        found += [f"{theme}: {what}" for what in violations(page, *rules)]
    return found


def test_on_every_page(house: House, visit: Visit) -> None:
    page = visit(house.base, locale="de-CH", width=375, height=667)
    become(page, house, newcomer("Maximiliane Overbeck"))
    found = {}
    for path, there in PAGES.items():
        page.goto(path)
        expect(page.locator(there).first).to_be_attached()
        expect(page.get_by_text("Wird geladen")).to_have_count(0)
        found[path] = both(page)
    assert {path: what for path, what in found.items() if what} == {}


def test_at_a_table_with_anything_open(put: Put, sit: Sit) -> None:
    prepared = Prepared("schieber", 4).until(lambda p: phase(p) == "play" and len(p.legal(0)) > 1 and p.state.turn == 0)
    page = sit(put(prepared), chosen={"deck": "swiss"}).page
    found = {"playing": both(page)}
    for key, what in OPEN.items():
        page.keyboard.press(key)
        found[what] = both(page)
        page.keyboard.press("Escape")
    for tool in ("hint", "sheet-toggle"):
        page.get_by_test_id(tool).click()
        found[tool] = both(page)
    assert {what: broken for what, broken in found.items() if broken} == {}


def test_on_a_replay(put: Put, house: House, visit: Visit) -> None:
    table = put(finished("rwd", 3, wins=1))
    page = visit(house.base)
    become(page, house, table.guests[0])
    page.goto(f"/m/{table.id}#1.3")
    expect(page.get_by_test_id("replay-told")).to_contain_text("Deal 1")
    page.get_by_label("All hands open").check()
    expect(page.get_by_test_id("open-hands")).to_be_visible()
    assert both(page) == []


def test_on_the_front_page_with_its_sheets(lobby: Enter) -> None:
    front = lobby("Ann")
    front.set_up("Schieber", gentle=False)
    assert both(front.page) == []
    front.page.keyboard.press("Escape")
    front.page.get_by_role("button", name="Settings").click()
    assert both(front.page) == []
