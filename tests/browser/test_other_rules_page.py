"""A game whose rules have changed: its page says what became of a match that was begun with others."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.looks import SMALL, picture, violations
from browser.pages import Visit
from browser.stage import House
from browser.test_replay_page import finished
from server.servers import LAVISH, Served
from server.test_other_rules import CHANGED, GAME, counted_otherwise, played
from server.visitor import play_together
from torite.locale import text
from torite.server.people.guests import COOKIE
from torite.table.scribe import write_record
from torite.table.views import table_record

TEXT = "The rules of this game have changed since this match began"


@pytest.mark.parametrize(("width", "height"), [(375, 667), (812, 375), (1280, 800)])
def test_neither_match_is_counted_anew(visit: Visit, width: int, height: int, tmp_path: Path) -> None:
    database = str(tmp_path / "t.db")
    house = Served(database, **LAVISH)
    ann = house.visitor("Ann")
    over, running = (ann.open_table("wysiwyg", 2, fill="gentle", start=True) for _ in range(2))
    wire = ann.wire(over)
    play_together(wire)
    ann.wire(running).until_legal()
    house.stop()
    house = Served(database, **LAVISH)
    house.house.settings.games[GAME.name] = replace(GAME, rules=2, result=counted_otherwise)
    try:
        page = visit(house.base, width=width, height=height)
        page.context.add_cookies([{"name": COOKIE, "value": ann.http.cookies[COOKIE], "url": house.base}])
        page.goto(f"/t/{running}")
        expect(page.get_by_role("heading", name="This match stays as it is")).to_be_visible()
        expect(page.get_by_text(TEXT)).to_be_visible()
        page.goto(f"/t/{over}")
        expect(page.get_by_text(TEXT)).to_be_visible()
        for score in wire.table["outcome"]["scores"]:
            expect(page.get_by_text(str(score)).first).to_be_attached()
        picture(page, f"other-rules-{width}.png")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(SMALL) == []
        page.get_by_role("button", name="Play again").click()
        expect(page.get_by_text(TEXT)).to_have_count(0)
    finally:
        house.stop()


SIZES = [(375, 667, "de-CH", "dark"), (812, 375, "ja-JP", "light"), (1280, 800, "en-GB", "dark")]
SAYS = {
    "de-CH": "Die Regeln dieses Spiels haben sich seither geändert",
    "ja-JP": "ゲームのルールが変わりました",
    "en-GB": "The rules of this game have changed since",
}
READ = """() => [...document.querySelectorAll('.deeds li')].map(
    li => [li.querySelector('.whole').innerText, li.querySelector('[data-code]')?.dataset.code ?? null])"""

FIGURES = """() => [...document.querySelectorAll('tbody tr')].map(
    row => [...row.querySelectorAll('td')].map(cell => cell.innerText))"""


@pytest.mark.parametrize(("width", "height", "locale", "scheme"), SIZES)
def test_what_was_played_is_read_deal_by_deal(
    visit: Visit, width: int, height: int, locale: str, scheme: str, tmp_path: Path
) -> None:
    database = str(tmp_path / "t.db")
    house = Served(database, **LAVISH)
    ann, table, record = played(house)
    house.stop()
    house, changed = Served(database, **LAVISH), CHANGED["played"]
    assert changed is not None
    house.house.settings.games[GAME.name] = changed
    try:
        page = visit(house.base, width=width, height=height, locale=locale, color_scheme=scheme)
        page.context.add_cookies([{"name": COOKIE, "value": ann.http.cookies[COOKIE], "url": house.base}])
        page.goto(f"/t/{table}")
        page.locator(f"a[href='/m/{table}']").click()
        expect(page.get_by_role("note")).to_contain_text(SAYS[locale])
        deals, cards = record["deals"], GAME.deck.names.values()
        names = [each if each == "Ann" else text(f"ui.bot.{each}", locale[:2]) for each in record["names"]]
        for number, deal in enumerate(deals, start=1):
            page.goto(f"/m/{table}#{number}.3")
            expect(page.get_by_test_id("reading-place")).to_have_text(
                f"{number}/{len(deals)} · 3/{len(deal['actions'])}"
            )
            assert page.evaluate(READ) == [
                [names[seat], code if code in cards else None] for seat, code in deal["actions"]
            ]
            assert list(map(str, deal["result"]["points"])) in page.evaluate(FIGURES)
            third = page.locator(".deeds li").nth(2)
            expect(third).to_have_attribute("aria-current", "step")
            expect(third).to_be_in_viewport()
        page.keyboard.press("End")
        page.keyboard.press("ArrowLeft")
        expect(page).to_have_url(re.compile(rf"#{len(deals)}\.{len(deals[-1]['actions']) - 1}$"))
        page.keyboard.press("PageUp")
        page.keyboard.press("ArrowRight")
        expect(page).to_have_url(re.compile(rf"#{len(deals)}\.1$"))
        for seat, score in enumerate(record["outcome"]["scores"]):
            expect(page.locator(".scores li").nth(seat)).to_contain_text(str(score))
        picture(page, f"reading-{width}.png")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(SMALL) == [] == violations(page)
    finally:
        house.stop()


def test_a_record_of_a_game_that_is_not_here_is_read(house: House, visit: Visit, tmp_path: Path) -> None:
    file = tmp_path / "old.jsonl"
    record = table_record(finished("wizard", 3).table) | {"game": "whist64"}
    file.write_bytes(write_record(record))
    page = visit(house.base)
    page.goto("/m")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("note")).to_contain_text("does not have the game “whist64”")
    page.evaluate("location.hash = '#12.3'")
    deal = record["deals"][11]
    expect(page.get_by_test_id("reading-place")).to_have_text(f"12/20 · 3/{len(deal['actions'])}")
    hand = page.locator(".cards").first.locator("[data-code]")
    assert [each.get_attribute("data-code") for each in hand.all()] == deal["hands"][0]
    expect(page.locator(".deeds [aria-current]")).to_contain_text(deal["actions"][2][1])  # nobody knows its word
    page.keyboard.press("PageDown")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"#13\.1$"))
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="One step back").click()
    expect(page).to_have_url(re.compile(rf"#12\.{len(deal['actions'])}$"))
