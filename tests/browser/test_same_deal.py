"""Deals that many play: one guest plays, sends the link, and the other plays the same cards; the deal of the day."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import become
from browser.looks import LOOKS, picture, sound
from browser.pages import TablePage, Visit, box
from browser.stage import House, newcomer
from server.test_challenges import finish, play
from server.visitor import wait_for

SCREENS = [(375, 667), (812, 375), (1280, 800)]
LANGUAGES = {"en-GB": "Deal of the day", "de-CH": "Runde des Tages", "ja-JP": "今日のディール"}
GAME = "differenzler"


def hand_of(page: Page) -> list[str]:
    """The cards that are seen, in order."""
    table = TablePage(page)
    expect(table.hand).not_to_have_count(0)
    return [str(card.get_attribute("data-code")) for card in table.hand.all()]


def table_at(page: Page) -> str:
    """Id of the table that is open."""
    expect(page).to_have_url(re.compile("/t/"))
    return page.url.rpartition("/")[2]


def test_a_deal_is_sent_to_a_friend_who_plays_the_same_cards(house: House, visit: Visit) -> None:
    ann, ben = newcomer("Ann"), newcomer("Ben")
    wire = house.visitor(ann).wire(house.visitor(ann).open_table(GAME, 4, fill="gentle", start=True, listed=False))
    first = wire.table["scene"]
    wire.play_on(pause=0.05)
    page = visit(house.base, locale="en-GB")
    become(page, house, ann)
    page.goto(f"/m/{wire.table['id']}-1")
    page.get_by_role("button", name="Same deal again").click()
    expect(page.get_by_role("heading", name="The same deal")).to_be_visible()
    expect(page.get_by_test_id("own-result")).to_contain_text("place 1 of 1")
    expect(page.get_by_text("has played this deal")).to_have_count(0)  # she knows
    link = page.get_by_label("Link to this deal").input_value()

    friend = visit(house.base, width=375, height=667)
    become(friend, house, ben)
    friend.goto(link)
    expect(friend.get_by_text("Ann has played this deal.")).to_be_visible()
    expect(friend.get_by_test_id("contest-line")).to_have_count(0)
    friend.get_by_role("button", name="Play", exact=True).click()
    zone = next(zone for zone in first["zones"] if zone["kind"] == "hand" and zone["seat"] == 0)
    assert sorted(hand_of(friend)) == sorted(zone["cards"])
    table = table_at(friend)
    finish(house.visitor(ben).wire(table))
    friend.get_by_role("link", name="Compare").click()
    expect(friend.get_by_test_id("own-result")).to_contain_text(re.compile("place [12] of 2"))
    expect(friend.get_by_test_id("contest-line")).to_have_count(2)
    expect(friend.get_by_test_id("contest-line").filter(has_text="Ann")).to_contain_text("the first time")
    language = friend.locator("header select").first
    language.select_option("de")  # of more words
    expect(friend.get_by_text("beim ersten Mal")).to_be_visible()
    assert friend.locator("table").evaluate("table => table.offsetWidth <= table.parentElement.clientWidth - 32")
    language.select_option("en")
    friend.get_by_test_id("contest-line").filter(has_text="Ann").get_by_role("link").click()
    expect(friend.get_by_test_id("replay-told")).to_contain_text("Deal 1")
    ask = friend.get_by_role("button", name="What could Ann have played better?")
    ask.click()
    expect(friend.get_by_role("alert")).to_have_text("Ann has not asked for that yet.")
    reviewed = f"/api/tables/{wire.table['id']}/review"
    wait_for(lambda: house.visitor(ann).http.get(reviewed).json()["done"], "the review")
    ask.click()
    expect(friend.get_by_test_id("review-told")).to_contain_text("lost per decision")

    page.reload()
    expect(page.get_by_test_id("contest-line").filter(has_text="Ben")).to_be_visible()
    page.get_by_role("button", name="Play it again").click()
    assert sorted(hand_of(page)) == sorted(zone["cards"])
    finish(house.visitor(ann).wire(table_at(page)))
    page.get_by_role("link", name="Compare").click()
    expect(page.get_by_test_id("contest-line").filter(has_text="does not count")).to_have_count(1)
    expect(page.get_by_test_id("contest-par")).to_have_attribute("aria-busy", "false")
    expect(page.get_by_test_id("contest-par")).to_contain_text("Strong bots get")


def test_at_such_a_table_nothing_is_offered_that_cannot_be(house: House, visit: Visit) -> None:
    ann = newcomer("Ann")
    page = visit(house.base)
    become(page, house, ann)
    page.goto(f"/day/{GAME}")
    page.get_by_role("button", name="Play", exact=True).click()
    hand_of(page)
    table = table_at(page)
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    page.goto("/")
    page.goto(f"/day/{GAME}")
    page.get_by_role("button", name="Play on").click()
    assert table_at(page) == table
    finish(house.visitor(ann).wire(table))
    result = page.locator(".result")
    expect(result.get_by_role("link", name="Compare")).to_be_visible()
    expect(result.get_by_role("button", name="Play again")).to_have_count(0)
    expect(result.get_by_role("button", name="Make the match public")).to_have_count(0)
    stranger = visit(house.base)
    stranger.goto(f"/t/{table}")
    expect(stranger.get_by_text("nobody may watch")).to_be_visible()


@pytest.mark.parametrize(("game", "told"), [("schieber", 1), (GAME, 0)])
def test_it_is_said_where_a_result_is_a_lead(house: House, visit: Visit, game: str, told: int) -> None:
    """Else "-57 points" of a deal in which one's side made fifty is a riddle."""
    me = newcomer("Mika")
    visitor = house.visitor(me)
    play(visitor, visitor.http.get(f"/api/games/{game}/day").json()["id"])
    page = visit(house.base, width=320, height=568)
    become(page, house, me)
    page.goto(f"/day/{game}")
    expect(page.get_by_test_id("own-result")).to_be_visible()
    expect(page.get_by_text("points of your side less those of the others")).to_have_count(told)
    assert page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.parametrize(("locale", "theme"), LOOKS)
def test_the_deal_of_the_day_fits_every_screen(house: House, visit: Visit, locale: str, theme: Any) -> None:
    me = newcomer("Mika")
    visitor = house.visitor(me)
    deal = visitor.http.get("/api/games/handjass/day").json()["id"]
    page = visit(house.base, locale=locale, color_scheme=theme)
    become(page, house, me)

    def look(what: str) -> None:
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            picture(page, f"{what}-{width}.png", full_page=True)
            sound(page)

    for has_played in (False, True):
        if has_played:
            play(visitor, deal)
        page.goto("/")
        card = page.get_by_role("region", name=LANGUAGES[locale])
        expect(card).to_be_visible()
        look(f"front-{locale}-{theme}-{has_played}")
        card.get_by_role("link").first.click()
        page.locator("select:has(option[value=handjass])").select_option("handjass")
        expect(page.get_by_test_id("contest")).to_be_visible()
        if has_played:
            expect(page.get_by_test_id("own-result")).to_be_visible()
        look(f"day-{locale}-{theme}-{has_played}")


BROKEN = """() => [...document.querySelectorAll('[data-testid=contest-line] .tag')].flatMap(({ firstChild }) =>
  [...firstChild.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
    const range = new Range();
    range.setStart(firstChild, index);
    range.setEnd(firstChild, index + word.length);
    return range.getClientRects().length > 1;
  }).map(([word]) => word))"""  # words of what stands beside a name that are not on one line


def test_no_word_breaks_beside_a_name_on_the_smallest_phone(house: House, visit: Visit) -> None:
    ann = newcomer("Maximiliane")
    visitor = house.visitor(ann)
    wire = visitor.wire(visitor.open_table(GAME, 4, fill="gentle", start=True, listed=False))
    wire.play_on(pause=0.05)
    page = visit(house.base, locale="de-CH")
    become(page, house, ann)
    page.goto(f"/m/{wire.table['id']}-1")
    page.get_by_role("button", name="Runde nochmals").click()
    expect(page.get_by_test_id("contest-line")).to_be_visible()
    page.set_viewport_size({"width": 320, "height": 568})
    assert page.evaluate(BROKEN) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    sheet, table = (box(page.get_by_test_id("contest").locator(each)) for each in (":scope > h2", ":scope > table"))
    assert table["width"] <= sheet["width"]


@pytest.mark.parametrize("address", ["/c/zzzzzzzzzzzz", "/c/A%20B"])
def test_a_link_that_leads_nowhere_says_so(house: House, visit: Visit, address: str) -> None:
    page = visit(house.base)
    page.goto(address)
    expect(page.get_by_text("This link does not lead to a deal.")).to_be_visible()
