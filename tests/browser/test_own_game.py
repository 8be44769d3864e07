"""A game that nobody has heard of: one file, and it is played in the browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import SERVE
from browser.keyboard import Keyboard
from browser.looks import picture
from browser.pages import LobbyPage, Visit, box, codes
from browser.test_lessons import learn
from server.servers import Process
from torite.games import GAMES

EXAMPLES = Path(__file__).parents[2] / "examples"
WHISTS_DECK = 'ranked_deck("23456789TJQKA")'
PAGES = [EXAMPLES / f"{name}.py" for name in ("whist", "hearts", "oh_hell", "german_whist", "schnapsen")]

pytestmark = pytest.mark.xdist_group("own game")  # one process for what they share


@pytest.fixture(scope="module")
def server_with_pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """`torite serve --game whist.py --game hearts.py ...`."""
    files = [word for page in PAGES for word in ("--game", str(page))]
    process = Process(tmp_path_factory.mktemp("whist"), *files, program=SERVE)
    yield process
    process.stop()


def test_whist_is_played_against_bots_to_the_end_of_a_deal(server_with_pages: Process, visit: Visit) -> None:
    page = visit(server_with_pages.base)
    page.goto("/")
    lobby = LobbyPage(page)
    expect(page.get_by_role("article")).to_have_count(len(GAMES) + len(PAGES))
    lobby.set_up("Whist")
    table = lobby.play_bots("Whist")
    expect(table.hand).to_have_count(13)
    expect(table.trump).to_be_visible()
    for left in range(12, -1, -1):
        expect(table.turn_line).to_contain_text("Your turn")
        expect(table.turn_line).to_contain_text("Play a card")
        table.step()
        expect(table.hand).to_have_count(left)
    expect(table.sheet).to_be_visible()
    expect(table.sheet_rows()).to_have_count(1)
    expect(table.confirm.or_(table.outcome)).to_be_visible()


def test_hearts_are_passed_and_played_by_keys(server_with_pages: Process, visit: Visit) -> None:
    page = visit(server_with_pages.base, chosen={"speed": "none"})
    page.goto("/")
    lobby = LobbyPage(page)
    lobby.set_up("Hearts")
    table = lobby.play_bots("Hearts")
    keyboard = Keyboard(table)
    expect(table.turn_line).to_contain_text("Pass three cards on")
    cards = codes(table.hand)
    for card in (cards[0], cards[3], cards[0], cards[5], cards[12]):  # the first one is put back again
        keyboard.mark(card)
    assert keyboard.nameless() == []
    page.keyboard.press("1")  # OK
    expect(table.card(cards[5])).to_have_count(0)
    expect(table.hand).to_have_count(13)
    assert set(cards) - set(codes(table.hand)) == {cards[3], cards[5], cards[12]}
    for left in range(12, -1, -1):
        expect(table.turn_line).to_contain_text("Your turn")
        expect(table.turn_line).to_contain_text("Play a card")
        keyboard.press_on_a_card()
        expect(table.hand).to_have_count(left)
        assert keyboard.stands_somewhere()
    expect(table.sheet_rows()).to_have_count(1)


OK_OF_THREE = {"en-GB": "OK ({} of 3)", "de-DE": "OK ({} von 3)", "ja-JP": "OK（3枚中{}枚）"}


@pytest.mark.parametrize("locale", OK_OF_THREE)
def test_three_cards_are_chosen_and_go_together(server_with_pages: Process, visit: Visit, locale: str) -> None:
    page = visit(server_with_pages.base, locale=locale)
    page.goto("/")
    lobby, name = LobbyPage(page), "ハーツ" if locale == "ja-JP" else "Hearts"
    lobby.set_up(name)
    table = lobby.play_bots(name)
    said = OK_OF_THREE[locale].format
    cards = codes(table.hand)
    for width, height in ((375, 667), (812, 375), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        expect(table.chosen).to_be_disabled()
        for marked, card in enumerate((0, 7, 12)):
            expect(table.chosen).to_have_text(said(marked))
            table.play(cards[card])
            expect(table.card(cards[card])).to_have_attribute("aria-pressed", "true")
        table.play(cards[3])  # one too many
        expect(table.notice).to_contain_text("3")
        assert codes(table.marked) == [cards[0], cards[7], cards[12]]
        lifted, other = box(table.card(cards[7])), box(table.card(cards[6]))
        assert lifted["y"] < other["y"] - 8
        picture(page, "chosen.png")
        edge = box(table.chosen)
        assert edge["height"] >= 44 and edge["x"] >= 0 and edge["x"] + edge["width"] <= width
        for card in (12, 0, 7):  # put back
            table.play(cards[card])
        expect(table.chosen).to_have_text(said(0))
    for card in (0, 3):
        table.play(cards[card])
    expect(table.chosen).to_have_text(said(2))
    expect(table.chosen).to_be_disabled()
    table.play(cards[12])
    table.chosen.click()
    expect(table.chosen).to_have_count(0)
    expect(table.card(cards[0])).to_have_count(0)
    assert table.acted() == []  # all in one request
    expect(table.hand).to_have_count(13)
    assert set(cards) - set(codes(table.hand)) == {cards[0], cards[3], cards[12]}


@pytest.mark.parametrize("name", ["Oh Hell", "German Whist", "Schnapsen"])
def test_a_page_is_played(server_with_pages: Process, visit: Visit, name: str) -> None:
    page = visit(server_with_pages.base)
    page.goto("/")
    lobby = LobbyPage(page)
    lobby.set_up(name)
    table = lobby.play_bots(name)
    while "Deal 2." not in table.chat.inner_text():
        assert table.step()


@pytest.mark.parametrize(
    ("name", "lang", "width", "height"),
    [
        ("hearts", "de", 375, 667),
        ("whist", "ja", 812, 375),
        ("oh_hell", "ja", 375, 667),
        ("german_whist", "de", 1280, 800),
    ],
)
def test_a_page_brings_its_lesson(
    server_with_pages: Process, visit: Visit, name: str, lang: str, width: int, height: int
) -> None:
    page = visit(server_with_pages.base, locale=lang, width=width, height=height, chosen={"speed": "none"})
    learn(page, server_with_pages.base, name, lang)


def test_a_page_brings_its_rules(server_with_pages: Process, visit: Visit) -> None:
    page = visit(server_with_pages.base, locale="de-DE")
    page.goto("/rules/hearts")
    expect(page.get_by_role("heading", name="Hearts")).to_be_visible()
    expect(page.get_by_text("Die Kreuz-Zwei wird zuerst ausgespielt.")).to_be_visible()


def test_rules_in_another_language_are_better_than_none(visit: Visit, tmp_path: Path) -> None:
    file = tmp_path / "levee.py"
    file.write_text((EXAMPLES / "whist.py").read_text("utf-8"), "utf-8")
    file.with_suffix(".fr.md").write_text("# La levée\n\nQui fait la levée entame.\n", "utf-8")
    server = Process(tmp_path, "--game", str(file), program=SERVE)
    try:
        page = visit(server.base)
        page.goto("/rules/levee")
        expect(page.get_by_role("heading", name="La levée")).to_be_visible()
    finally:
        server.stop()


def test_whist_is_there_in_japanese(server_with_pages: Process, visit: Visit) -> None:
    page = visit(server_with_pages.base, locale="ja-JP")
    page.goto("/")
    expect(page.get_by_role("heading", name="ホイスト", exact=True)).to_be_visible()


STARS = """ranked_deck("123456789TJQK", "stars", "SMWF", {
    "S": Sign("★", "#96690a"), "M": Sign("☾", "#2a55a5"),
    "W": Sign("≈", "#2f6d3b", "M5 60C20 30 35 30 50 60S80 90 95 60V80C80 110 65 110 50 80S20 50 5 80Z"),
    "F": Sign("✿", "#b3261e"),
})"""


def test_suits_of_ones_own_are_drawn(visit: Visit, tmp_path: Path) -> None:
    page_of_rules = (EXAMPLES / "whist.py").read_text("utf-8")
    assert page_of_rules.count(WHISTS_DECK) == 1
    file = tmp_path / "stars.py"
    file.write_text(page_of_rules.replace(WHISTS_DECK, STARS), "utf-8")
    server = Process(tmp_path, "--game", str(file), program=SERVE)
    try:
        page = visit(server.base)
        page.goto("/print/stars?parts=cards")
        cards = page.get_by_test_id("leaf").locator("svg.card")
        expect(cards).to_have_count(52)
        assert [(cards.nth(13 * suit).text_content() or "").count(sign) for suit, sign in enumerate("★☾")] == [
            3,
            3,
        ]  # an ace
        expect(cards.nth(26).locator("path[d^='M5 60C20']")).to_have_count(3)
        colours = {cards.nth(13 * suit).evaluate("card => card.style.getPropertyValue('--suit')") for suit in range(4)}
        assert colours == {"#96690a", "#2a55a5", "#2f6d3b", "#b3261e"}
        page.goto("/print/stars?parts=rules")
        expect(page.get_by_role("heading", name="No rules page")).to_be_visible()
        page.emulate_media(media="print")
        expect(page.locator(".paper")).to_be_hidden()  # on paper it would be waste
        page.emulate_media(media="screen")
        page.goto("/")
        lobby = LobbyPage(page)
        lobby.set_up("stars")
        expect(lobby.game("stars").get_by_role("link", name="How to play")).to_have_count(0)  # nobody has written it
        expect(lobby.play_bots("stars").hand).to_have_count(13)
        expect(page.get_by_role("button", name="Rules")).to_have_count(0)
    finally:
        server.stop()
