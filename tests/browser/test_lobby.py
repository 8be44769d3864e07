"""The front page: tables to join, games to choose from, and the sheet of a game."""

import re
from functools import partial
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from browser.looks import PHONE
from browser.pages import Enter, TablePage, Visit, box
from browser.stage import House, newcomer
from torite.games import GAMES
from torite.locale import LANGUAGES

MISSED = """all => all.filter(each => {
  if (!each.checkVisibility()) return false;
  each.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = each.getBoundingClientRect();
  return [-20, 20].some(y => !each.contains(document.elementFromPoint(left + width / 2, top + height / 2 + y)));
}).map(each => each.textContent)"""  # what a finger misses that is 20 px off


@pytest.mark.parametrize("locale", LANGUAGES)
def test_open_tables_come_first_and_the_games_are_a_few_screens(lobby: Enter, locale: str) -> None:
    host = lobby("Ann")
    host.game("Wizard").get_by_label("is open to all").check()
    host.open_table("Wizard")
    page = lobby(locale=locale, **PHONE).page
    link = page.locator("main a[href^='/t/']").first
    expect(link).to_be_visible()
    assert box(link)["y"] < 667
    tiles = page.get_by_role("article")
    expect(tiles).to_have_count(len(GAMES))
    assert box(link)["y"] < box(tiles.first)["y"]
    assert box(tiles.last)["y"] - box(tiles.first)["y"] < 2 * 667


@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_first_screen_shows_a_game(house: House, visit: Visit, locale: str) -> None:
    page = visit(house.base, locale=locale)
    page.route("**/api/tables", lambda route: route.fulfill(json=[]))  # those of other tests
    page.goto("/")
    tiles = page.get_by_role("article")
    expect(tiles).to_have_count(len(GAMES))
    expect(page.locator("main a[href^='/t/']")).to_have_count(0)
    for width, height in ((375, 667), (812, 375)):
        page.set_viewport_size({"width": width, "height": height})
        assert box(tiles.first)["y"] < 0.88 * height


def test_ones_own_table_is_not_offered_to_watch(lobby: Enter) -> None:
    host = lobby("Ann")
    host.game("Wizard").get_by_label("is open to all").check()
    host.open_table("Wizard")
    table = f"a[href='{urlsplit(host.page.url).path}']"
    host.page.goto("/")
    expect(host.page.get_by_test_id("my-table").locator(table)).to_be_visible()
    expect(host.page.get_by_role("region", name="Open tables").locator(table)).to_have_count(0)
    tables = lobby("Ben").page.get_by_role("region", name="Open tables")
    tables.locator("a[href^='/t/']").first.wait_for()
    if (more := tables.get_by_role("button", name="Show all")).count():  # of what others have opened in this house
        more.click()
    expect(tables.locator(table)).to_be_visible()


def test_games_are_sifted_by_players_and_kind(lobby: Enter) -> None:
    front = lobby()
    tiles = front.page.get_by_role("article")
    front.page.get_by_role("button", name="1 player", exact=True).click()
    expect(tiles).to_have_count(1)
    front.page.get_by_role("button", name="Jass", exact=True).click()
    expect(front.page.get_by_text("No such game here.")).to_be_visible()
    front.page.get_by_role("button", name="4 players", exact=True).click()
    wanted = sum(game.players[0] <= 4 <= game.players[1] and game.name != "wizard" for game in GAMES.values())
    expect(front.tile("Schieber")).to_be_visible()
    expect(front.tile("Wizard")).to_have_count(0)
    assert 1 < tiles.count() < wanted
    front.page.get_by_role("button", name="all", exact=True).click()
    front.page.get_by_role("button", name="Jass", exact=True).click()
    expect(tiles).to_have_count(len(GAMES))


def test_a_sheet_tells_how_to_play_and_closes_again(lobby: Enter) -> None:
    front = lobby()
    sheet = front.game("Bingo")
    expect(sheet).to_contain_text("win tiles that count")
    front.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(front.tile("Bingo").get_by_role("button")).to_be_focused()
    close = front.game("Bingo").get_by_role("button", name="Close")
    expect(sheet.locator("p.title")).to_have_count(0)
    sheet.locator("summary").first.click()
    sheet.locator(".scroll").evaluate("all => all.scrollTo(0, all.scrollHeight)")
    expect(sheet.locator("p.title")).to_have_text("Bingo")  # and no text that is cut by the button
    close.click()
    expect(sheet).to_have_count(0)
    expect(front.game("Bingo")).to_be_visible()
    front.page.mouse.click(4, 4)  # beside it
    expect(sheet).to_have_count(0)


def test_who_comes_back_from_the_rules_finds_the_sheet_open(lobby: Enter) -> None:
    front = lobby()
    sheet = front.game("Wizard")
    sheet.get_by_role("link", name="How to play").click()
    front.page.wait_for_url("**/rules/wizard")
    front.page.go_back()
    expect(sheet).to_be_visible()
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_have_count(0)
    front.page.reload()
    expect(front.tile("Wizard")).to_be_visible()
    expect(sheet).to_have_count(0)


def test_a_rule_set_and_a_level_of_bots_chosen_on_the_sheet_hold_at_the_table_and_the_next_time(lobby: Enter) -> None:
    front = lobby("Ann")
    sheet = front.game("Schieber")
    expect(sheet.get_by_role("group", name="Rule set")).to_contain_text("Points in Undenufe: six 11, ace 0")
    sheet.get_by_role("radio", name="As played in Switzerland").check()
    sheet.get_by_label("Bots").select_option("gentle")
    table: TablePage = front.open_table("Schieber")
    expect(table.page.get_by_label("Rule set")).to_have_value("swiss")
    expect(table.page.get_by_label("Bots")).to_have_value("gentle")
    table.page.goto("/")
    expect(front.game("Schieber").get_by_role("radio", name="As played in Switzerland")).to_be_checked()
    expect(sheet.get_by_label("Bots")).to_have_value("gentle")
    expect(sheet.locator("details")).not_to_have_attribute("open", "")  # nothing but the rule set was chosen


@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_buttons_of_a_sheet_are_on_the_screen(lobby: Enter, locale: str) -> None:
    page = lobby(locale=locale).page
    page.get_by_role("article").nth(7).get_by_role("button").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.locator(".how p").first).to_be_visible()
    for width, height in ((375, 667), (812, 375), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        for button in (sheet.locator("button.primary"), sheet.locator("button.primary + button")):
            at = box(button)
            assert at["height"] >= 44
            assert at["x"] >= 0
            assert at["x"] + at["width"] <= width
            assert at["y"] + at["height"] <= height


def test_a_table_for_friends_stands_in_the_lobby_only_if_that_is_chosen(lobby: Enter, house: House) -> None:
    players = house.visitor(newcomer("Ann"))
    for _ in range(4):
        players.open_table("wysiwyg", 2, fill="gentle", start=True)
    quiet, shown = lobby("Quincy"), lobby("Olga")
    quiet.open_table("Bingo")
    shown.game("Bingo").get_by_label("is open to all").check()
    shown.open_table("Bingo")
    front = lobby("Nobody")
    tables = front.page.get_by_role("region", name="Open tables")
    expect(tables).to_contain_text("Olga")
    expect(tables).not_to_contain_text("Quincy")
    watched = tables.get_by_role("link", name="Watch")
    assert watched.count() <= 3, "many do not stand before the games"
    tables.get_by_role("button", name="Show all").click()
    assert watched.count() > 3


def test_who_comes_late_is_not_sent_to_a_table_at_which_nobody_is(lobby: Enter, house: House) -> None:
    vera, walt = (house.visitor(newcomer(name)) for name in ("Vera", "Walt"))
    walt.wire(walt.open_table("wysiwyg", 2, fill="gentle", start=True))
    table = vera.open_table("wysiwyg", 2)
    page = lobby("Yves", **PHONE).page
    tables = page.get_by_role("region", name="Open tables")
    played, left = (tables.get_by_role("listitem").filter(has_text=name) for name in ("Walt", "Vera"))
    expect(played).not_to_contain_text("nobody is there")
    if left.count() == 0:
        tables.get_by_role("button", name="Show all").click()
    expect(left).to_contain_text("with Vera · nobody is there at the moment")
    expect(left.get_by_role("link", name="Join (1 free)")).not_to_have_class(re.compile("primary"))
    assert box(played)["y"] < box(left)["y"]
    vera.wire(table)
    page.reload()  # it looks again every few seconds
    expect(left).not_to_contain_text("nobody is there")
    expect(left.get_by_role("link", name="Join (1 free)")).to_have_class(re.compile("primary"))


LOADED = "() => performance.getEntriesByType('resource').some(({ name }) => name.includes('RoomPage'))"


def test_the_files_of_a_table_come_once_somebody_looks_round(lobby: Enter) -> None:
    page = lobby().page
    expect(page.get_by_role("article").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert not page.evaluate(LOADED)
    page.get_by_role("article").first.hover()
    page.wait_for_function(LOADED)


def test_a_finger_finds_what_is_small(lobby: Enter) -> None:
    front = lobby("Ann", **PHONE)
    assert front.page.locator("a.alone").evaluate_all(MISSED) == []
    front.page.set_viewport_size({"width": 768, "height": 1024})
    assert front.page.locator("header :is(a, button, select)").evaluate_all(MISSED) == []
    sheet = front.game("Wizard")
    sheet.locator("summary").click()
    assert sheet.locator("a, .button.small, label.check").evaluate_all(MISSED) == []
    assert sheet.evaluate("sheet => sheet.scrollHeight <= sheet.clientHeight")  # what scrolls is within
    page = front.open_table("Wizard").page
    page.set_viewport_size({"width": 360, "height": 640})
    page.get_by_role("button", name="Add a bot").first.click()
    name = page.get_by_role("list").locator("strong").filter(has_text="Haru")
    expect(name).to_be_visible()
    assert name.evaluate("name => name.offsetHeight < 30")  # in a line, beside what may be done with the seat
    assert page.locator("main .button.small").count() > 3
    assert page.locator("main .button.small, label.check").evaluate_all(MISSED) == []
    page.set_viewport_size({"width": 280, "height": 640})  # there one button lies below the other
    assert page.locator("main .button.small").evaluate_all(MISSED) == []


def test_the_way_out_of_the_settings_is_in_sight(lobby: Enter) -> None:
    page = lobby(**PHONE).page
    page.get_by_role("button", name="Settings").click()
    done = page.get_by_role("button", name="Done")
    expect(done).to_be_in_viewport(ratio=1)
    for _ in range(30):  # from one to the next: none lies beneath it
        page.keyboard.press("Tab")
        there = page.evaluate("""() => {
          const { left, top, width, height } = document.activeElement.getBoundingClientRect();
          return document.activeElement.contains(document.elementFromPoint(left + width / 2, top + height / 2)) ||
            document.activeElement === document.body;
        }""")
        assert there, page.evaluate("document.activeElement.outerHTML")


def test_what_is_chosen_on_one_page_holds_on_all(lobby: Enter) -> None:
    front = lobby()
    other = front.page.context.new_page()
    other.goto(front.page.url)
    other.get_by_role("button", name="Settings").click()
    other.get_by_role("combobox", name="Light or dark").select_option("dark")
    other.get_by_role("dialog").get_by_role("combobox", name="Language").select_option("ja")
    root = front.page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("lang", "ja")
    expect(front.page.get_by_role("button", name="設定")).to_be_visible()


def test_who_sees_badly_has_all_words_in_the_first_rank_and_twice_as_large(lobby: Enter) -> None:
    page = lobby(contrast="more", color_scheme="dark", locale="de-CH", width=187, height=333).page  # a phone, at 200 %
    expect(page.get_by_role("article").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 187
    colour = "e => getComputedStyle(e).color"
    assert page.locator(".second").first.evaluate(colour) == page.locator("body").evaluate(colour)


def test_what_is_chosen_is_seen_in_the_colours_of_the_reader(lobby: Enter) -> None:
    page = lobby(forced_colors="active").page
    colours = page.locator(".sieve .button").evaluate_all("all => all.map(e => getComputedStyle(e).backgroundColor)")
    assert colours[0] not in colours[1:], "everybody, which is chosen at first"


def _keep_no_cookie(page: Page, route: Route) -> None:
    """As where an extension stops them, of which the browser itself knows nothing."""
    answer = route.fetch()
    page.context.clear_cookies()
    route.fulfill(status=answer.status, body=answer.body(), content_type="application/json")


@pytest.mark.parametrize("size", [{}, PHONE])
def test_who_lets_no_cookies_be_kept_is_told_so_over_the_sheet(lobby: Enter, size: dict[str, object]) -> None:
    front = lobby(**size)
    front.page.route("**/api/me", partial(_keep_no_cookie, front.page))
    front.game("Wizard").locator("button.primary").click()
    told = front.page.get_by_role("alert")
    expect(told).to_contain_text("cookies")
    told.get_by_role("button").click()  # nothing lies on it
    expect(told).to_have_count(0)
    expect(front.page.get_by_role("dialog", name="Wizard")).to_be_visible()
    front.game("Wizard").locator("button.primary").click()
    expect(told).to_be_visible()
    front.page.keyboard.press("Escape")
    expect(front.page.get_by_role("dialog")).to_have_count(0)
    expect(told).to_contain_text("cookies")  # and does not go with it


def test_back_closes_the_sheet_of_a_game(lobby: Enter) -> None:
    """And not the page, from which it would lead away."""
    front = lobby(width=375, height=667)
    for _ in range(2):
        sheet = front.game("Wizard")
        sheet.get_by_label("Bots").select_option("gentle")  # which stays chosen
        front.page.go_back()
        expect(sheet).to_have_count(0)
        expect(front.page).to_have_url(re.compile("/$"))
    expect(front.game("Wizard").get_by_label("Bots")).to_have_value("gentle")
    front.game("Wizard").get_by_role("button", name="Close").click()
    expect(front.page).to_have_url(re.compile("/$"))
    front.game("Wizard").get_by_role("link", name="How to play").click()
    expect(front.page).to_have_url(re.compile("/rules/wizard$"))
    front.page.go_back()
    expect(front.page.get_by_role("dialog", name="Wizard")).to_be_visible()
    front.page.go_back()
    expect(front.page.get_by_role("dialog")).to_have_count(0)
    table = front.play_bots("Wizard")
    front.page.go_back()
    expect(front.tile("Wizard")).to_be_visible()
    expect(front.page.get_by_role("dialog")).to_have_count(0)
    expect(front.page).to_have_url(re.compile("/$"))
    front.page.go_forward()
    expect(table.hand).to_be_visible()
