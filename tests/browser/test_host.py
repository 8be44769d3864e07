"""The host locks the table, says who may come and watch, and removes somebody; on a phone, too."""

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import become
from browser.looks import picture, sound
from browser.pages import Enter, Sit, Visit
from browser.stage import House, Prepared, Put, newcomer


def test_the_host_locks_the_table_and_removes_who_disturbs(house: House, visit: Visit) -> None:
    ann, ben, cat = (newcomer(name) for name in ("Ann", "Ben", "Cat"))
    table = house.visitor(ann).open_table("wizard", 4, listed=False)
    pages = {who: visit(house.base, width=375, height=667) for who in (ann, ben, cat)}
    for who, page in pages.items():
        become(page, house, who)
        page.goto(f"/t/{table}")
    pages[ben].get_by_role("button", name="Sit here").first.click()
    host = pages[ann]
    expect(host.get_by_text("Ben", exact=True)).to_be_visible()
    for page in (host, pages[ben]):
        expect(page.locator(".seats li").first).to_contain_text("host")
    host.get_by_role("button", name="Lock the table").click()
    expect(pages[cat].get_by_text("Locked: nobody new can sit down.").first).to_be_visible()
    expect(pages[cat].get_by_role("button", name="Sit here")).to_have_count(0)
    expect(pages[ben].get_by_role("button", name="Remove Ann")).to_have_count(0)
    host.get_by_role("button", name="Remove Ben").click()
    expect(host.get_by_role("dialog")).to_contain_text("cannot sit down or chat")
    assert host.evaluate("document.documentElement.scrollWidth") <= 375
    assert host.evaluate("document.documentElement.scrollHeight <= innerHeight")  # what scrolls is within
    host.get_by_role("dialog").get_by_role("button", name="Yes, remove Ben").click()
    expect(host.get_by_role("button", name="Remove Ben")).to_have_count(0)
    host.get_by_role("button", name="Open the table again").click()
    pages[ben].get_by_role("button", name="Sit here").first.click()
    expect(pages[ben].get_by_text("The host has removed you from this table.")).to_be_visible()
    pages[cat].get_by_role("button", name="Sit here").first.click()
    expect(host.get_by_role("button", name="Remove Cat")).to_be_visible()


@pytest.mark.parametrize(("locale", "lobby_"), [("en-GB", "lobby"), ("de-CH", "Lobby"), ("ja-JP", "ロビー")])
def test_friends_who_wait_for_a_fourth_are_found(house: House, visit: Visit, locale: str, lobby_: str) -> None:
    ann, ben, cat = (newcomer(name) for name in ("Ann", "Ben", "Cat"))
    table = house.visitor(ann).open_table("schieber", 4, listed=False)
    host, friend, other = (visit(house.base, width=375, height=667, locale=locale) for _ in range(3))
    for page, who in ((host, ann), (friend, ben), (other, cat)):
        become(page, house, who)
    host.goto(f"/t/{table}")
    friend.goto(f"/t/{table}")
    found = other.locator(f'a[href="/t/{table}"]')
    switch = host.get_by_role("checkbox", name=lobby_)
    expect(switch).not_to_be_checked()
    expect(friend.get_by_role("checkbox", name=lobby_)).to_have_count(0)
    switch.check()
    told = friend.locator("p.second", has_text=lobby_)
    expect(told).to_be_visible()
    sound(host)
    picture(host, f"listed-{locale}.png")
    other.goto("/")
    found.click()
    expect(other).to_have_url(re.compile(table))
    switch.uncheck()
    expect(told).to_have_count(0)
    other.goto("/")
    expect(other.get_by_role("article").first).to_be_visible()
    expect(found).to_have_count(0)


def test_who_does_not_sit_is_told_of_hints_and_clock_and_not_asked(house: House, visit: Visit) -> None:
    friend = visit(house.base)
    friend.goto(f"/t/{house.visitor(newcomer('Ann')).open_table('schieber', 4)}")
    expect(friend.get_by_text("Players may ask for hints.")).to_be_visible()
    expect(friend.get_by_role("main").locator(":disabled")).to_have_count(0)


def test_whom_the_house_has_named_reads_that_a_name_can_be_chosen(lobby: Enter) -> None:
    page = lobby(width=375, height=667).open_table("Wizard").page
    change = page.get_by_role("button", name="Change your name")
    expect(change).to_have_text("Change your name")
    expect(page.locator(".button.primary.big")).to_be_in_viewport(ratio=1)  # what one has come for
    change.press("Enter")
    page.keyboard.type("Ann")
    page.keyboard.press("Enter")
    expect(change).to_have_text("")  # who is called as he likes has a pencil
    expect(change).to_be_focused()


def test_somebody_by_another_name(lobby: Enter) -> None:
    table = lobby().open_table("Wizard")
    table.page.route("**/assets/ComeBack*", lambda route: route.abort())  # the house has another version meanwhile
    for name in ("Ann", "Anne"):
        table.say("/nick")
        dialog = table.page.get_by_role("dialog")
        dialog.get_by_role("textbox").fill(name)
        dialog.get_by_role("button", name="Take this name").click()
        expect(dialog).to_have_count(0)
        expect(table.page.get_by_role("alert")).to_have_count(0)
        expect(table.seats.first).to_contain_text(re.compile(rf"{name}\b"))  # who has a new name comes in anew
    table.page.get_by_label("show events").check()
    expect(table.chat.get_by_text("Ann is now called Anne.")).to_have_count(1)
    expect(table.chat.get_by_text(re.compile("leaves|sits down"))).to_have_count(0)


def test_in_a_deal_the_others_vote(put: Put, sit: Sit) -> None:
    table = put(Prepared("wizard", 3))
    ann, ben, cat = (sit(table, seat, width=375, height=667) for seat in range(3))
    ann.page.get_by_role("button", name="Table", exact=True).click()
    ann.page.get_by_role("button", name="Remove Ben").click()
    dialog = ann.page.get_by_role("dialog")
    expect(dialog).to_contain_text("In the middle of a deal all the others at the table are asked")
    dialog.get_by_role("button", name="Yes, remove Ben").click()
    for who in (ann, ben, cat):
        expect(who.page.get_by_test_id("proposal")).to_contain_text("Remove Ben from the table")
    expect(ben.page.get_by_test_id("proposal").get_by_role("button")).to_have_count(0)
    cat.page.get_by_test_id("proposal").get_by_role("button", name="Agree").click()
    expect(ben.page.get_by_text("You have been removed from this table. You may still watch.")).to_be_visible()
    expect(ann.page.get_by_test_id("proposal")).to_have_count(0)
    expect(ben.page.get_by_role("button", name="Take your seat back")).to_have_count(0)


@pytest.mark.parametrize(
    ("locale", "table_", "width", "height"),
    [("en-GB", "Table", 375, 667), ("de-CH", "Tisch", 812, 375), ("ja-JP", "テーブル", 1280, 800)],
)
def test_all_of_it_is_at_hand_during_a_match(
    put: Put, sit: Sit, locale: str, table_: str, width: int, height: int
) -> None:
    table = put(Prepared("wizard", 3))
    ann, ben = (sit(table, seat, locale=locale, width=width, height=height) for seat in range(2))
    # A Japanese name is a word in another language's sentence.
    expect(ann.turn_line).to_have_css("word-break", "auto-phrase" if locale == "ja-JP" else "keep-all")
    for player in (ann, ben):
        player.page.get_by_role("button", name=table_, exact=True).click()
    panel = ann.page.get_by_role("complementary")
    word, watching = panel.get_by_test_id("word"), panel.get_by_test_id("watching")
    word.scroll_into_view_if_needed()
    picture(ann.page, f"host-{locale}-{width}.png")
    for each in (word, watching, panel.locator("[aria-describedby]").first):
        each.scroll_into_view_if_needed()
        expect(each).to_be_in_viewport()
        box = each.bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width and box["height"] >= 40
    watching.select_option("after")
    expect(watching).to_have_value("after")
    word.fill("Fuchs")
    word.press("Enter")
    expect(word).to_have_value("")
    expect(panel.locator("form:has([data-testid=word]) button")).to_be_visible()  # takes it away again
    told = ben.page.get_by_role("complementary")
    expect(told.get_by_test_id("word")).to_have_count(0)
    expect(told.get_by_test_id("watching")).to_have_count(0)
