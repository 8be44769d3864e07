"""Figures on the home page, the ranking of the house, and what a table says of whether its match counts."""

import re
from itertools import count
from threading import Event
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from browser.conftest import become
from browser.looks import LOOKS, picture, sound
from browser.pages import Enter, Visit
from browser.seasons import parted, played
from browser.stage import House, newcomer
from server.test_ratings import lay
from torite.server.storage.store import Store

SCREENS = [(320, 568), (375, 667), (812, 375), (1280, 800)]
WIZARD = ("Wizard", "ウィザード")
LANGUAGES = {"en-GB": "Ranking of the house", "de-CH": "Rangliste des Hauses", "ja-JP": "ランキング"}
STRONG = {"en-GB": "Bots (strong)", "de-CH": "Bots (stark)", "ja-JP": "ボット（つよい）"}
NEW = count(1)


@pytest.mark.parametrize(("locale", "theme"), LOOKS)
def test_figures_and_ranking_fit_every_screen(house: House, visit: Visit, locale: str, theme: Any) -> None:
    me = newcomer("Mika")
    played(house, me.id)
    page = visit(house.base, locale=locale, color_scheme=theme)
    become(page, house, me)

    def look(what: str) -> None:
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            picture(page, f"{what}-{locale}-{theme}-{width}.png", full_page=True)
            sound(page)
            cut = page.locator(".wide").evaluate_all("all => all.filter(e => e.scrollWidth > e.clientWidth).length")
            assert cut == 0 or width < 375

    page.goto("/me")
    mine = page.get_by_test_id("my-figures")
    expect(mine.get_by_role("img")).to_have_count(4)
    expect(mine.get_by_test_id("luck")).to_contain_text("8")
    expect(mine.get_by_role("row")).to_have_count(6)  # Mika's by who was there, and beside who was there again
    look("figures")
    link = page.get_by_role("link", name=LANGUAGES[locale])
    expect(link).to_have_attribute("href", "/ratings/wizard")  # of what was played last
    link.click()
    expect(page.get_by_role("heading", name=LANGUAGES[locale])).to_be_visible()
    expect(page.get_by_role("row").nth(4)).to_be_visible()
    expect(page).to_have_title(re.compile(f"^{LANGUAGES[locale]}.*({'|'.join(WIZARD)}) – torite$"))
    look("ranking")
    page.get_by_role("button", name=STRONG[locale]).click()
    bots = page.get_by_test_id("bot-figures")
    expect(bots.get_by_role("img")).to_have_count(6)
    expect(bots.get_by_role("row")).to_have_count(2)
    look("bots")


def test_friends_see_who_leads(house: House, visit: Visit) -> None:
    mika, zoe = (newcomer(name) for name in ("Mika", "Zoe"))
    first, players = 10**9 + 10 * next(NEW), [("guest", mika.id), ("guest", zoe.id)]

    async def write(store: Store) -> None:
        for n in range(3):
            await store.run(lay(first + n, players, [1 + n % 2, 2 - n % 2], game="bingo", names=["Mika", "Zoe"]))
        await store.run(lay(first + 3, players, [1, 2], game="bingo", names=["Mika", "Zoe"], absent=[0]))

    house.store(write)
    page = visit(house.base, width=375, height=667, locale="de-CH")
    become(page, house, mika)
    page.goto("/me")
    table = page.get_by_role("region", name="Wer mit dir spielt")
    expect(table.get_by_role("row")).to_have_text([re.compile(it) for it in ("Ränge", "du ?3 ?2.· 1", "Zoe ?3 ?1.· 2")])
    expect(page.get_by_test_id("my-match").first).to_contain_text("ein Bot spielte für dich")  # she had gone home


def test_pars_are_made_one_after_the_other(house: House, visit: Visit) -> None:
    """Where another one is being made it waits, and what cannot be made is passed over; it goes on elsewhere."""
    me = newcomer("Mika")
    first = 10**9 + 10 * next(NEW)
    numbers = [first + n for n in range(4)]

    async def write(store: Store) -> None:
        for n in numbers:
            await store.run(lay(n, [("guest", me.id), ("bot", "strong")], [1, 2], game="bingo"))

    house.store(write)
    page = visit(house.base, width=375, height=667)
    become(page, house, me)
    asked: list[str] = []
    is_open = Event()  # until then the first one is being made

    def answer(route: Route) -> None:
        table = route.request.url.split("/")[-2]
        asked.append(table)
        if len(asked) == 1:
            return route.fulfill(status=429, json={"code": "review/running", "params": {}})
        if table == f"t{numbers[2]}":
            return route.fulfill(status=410, json={"code": "table/gone", "params": {}})
        done = is_open.is_set() or table != f"t{numbers[3]}"
        if done:
            house.store(lambda store: store.run(parted(table, 5.0, -5.0)))
        told = {"game": "bingo", "players": 2, "unit": "points", "deals": 5, "plays": 64, "shares": [], "done": done}
        return route.fulfill(json=told)

    page.route("**/api/tables/*/par?*", answer)
    page.goto("/me")
    page.get_by_role("button", name="Tell cards from play in 4 matches").click()
    expect(page.get_by_text("0 of 4 matches done")).to_be_visible()
    page.get_by_role("link", name="Ranking").first.click()
    expect(page.get_by_role("heading", name="Ranking of the house")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("0 of 4 matches done")).to_be_visible()
    is_open.set()
    expect(page.get_by_test_id("luck")).to_contain_text("brought you +5 points (± 0) a match, the play −5 points")
    expect(page.get_by_role("button", name="Tell cards from play in 1 match")).to_be_visible()
    assert list(dict.fromkeys(asked)) == [f"t{n}" for n in reversed(numbers)]
    sound(page)


def test_who_hides_is_gone_from_the_ranking(house: House, visit: Visit) -> None:
    me = newcomer("Mika")
    played(house, me.id, "bingo")
    page = visit(house.base)
    become(page, house, me)
    page.goto("/ratings/bingo")
    own = page.get_by_role("row").filter(has_text="you")
    expect(own).to_contain_text("30")
    page.goto("/me")
    page.get_by_label("Show me in the ranking of the house").uncheck()
    page.reload()
    expect(page.get_by_label("Show me in the ranking of the house")).not_to_be_checked()
    expect(page.get_by_test_id("my-figures")).to_contain_text("from 30 matches")
    page.goto("/ratings/bingo")
    expect(page.get_by_role("row").filter(has_text="Bots (strong)")).to_be_visible()
    expect(own).to_have_count(0)


def test_before_a_match_begins_the_table_says_whether_it_counts(lobby: Enter) -> None:
    front = lobby("Ann")
    front.open_table("WYSIWYG")
    told = front.page.get_by_test_id("counting")
    expect(told).to_contain_text("the table is not, or was not always, open to all")
    front.page.goto("/")
    front.game("WYSIWYG").get_by_label("is open to all").check()
    front.open_table("WYSIWYG")
    expect(told).to_contain_text("This match counts for the ratings as long as")


def test_a_match_against_bots_at_an_open_table_counts(lobby: Enter) -> None:
    front = lobby("Ann")
    front.game("WYSIWYG").get_by_label("is open to all").check()
    front.play_bots("WYSIWYG")
    front.page.get_by_role("button", name="Table", exact=True).click()
    expect(front.page.get_by_test_id("counting")).to_contain_text("This match counts")
    front.page.keyboard.press("h")
    expect(front.page.get_by_text("No longer counts for the ratings: somebody asked for a hint").first).to_be_visible()
    expect(front.page.get_by_test_id("counting")).to_contain_text("somebody asked for a hint")


def test_a_ranking_without_matches_says_so(visit: Visit, house: House) -> None:
    page = visit(house.base, locale="de-CH")
    page.goto("/ratings/molotov")
    expect(page.get_by_text("noch keine Partie gezählt")).to_be_visible()
