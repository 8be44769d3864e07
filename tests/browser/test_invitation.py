"""The link to a table, for those who sit beside one: scanned by a camera, at an address that leads them here."""

import io
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from browser.conftest import become
from browser.looks import LIFT, picture, sound
from browser.pages import Enter, Visit, box
from browser.stage import House, newcomer

NETWORK = "http://192.168.1.5:8000"
SCREENS = [(375, 667, "en-GB"), (812, 375, "de-CH"), (1280, 800, "ja-JP")]
QR = re.compile("^(QR code of this link|QR-Code dieses Links|このリンクのQRコード)$")
ALONE = re.compile("^(Only this computer|Diesen Link kann nur|このリンクを開けるのはこのパソコンだけ)")


@pytest.fixture
def lounge(house: House, visit: Visit) -> Callable[..., Page]:
    """Somebody opens a table for friends."""

    def come(**settings: Any) -> Page:
        ann, page = newcomer("Ann"), visit(house.base, **settings)
        become(page, house, ann)
        page.goto(f"/t/{house.visitor(ann).open_table('wysiwyg', 2)}")
        return page

    return come


def scanned(page: Page) -> list[str]:
    """What a camera reads that looks at the code on the page."""
    page.evaluate(LIFT)
    seen = page.get_by_role("img", name=QR).screenshot()
    return [code.text for code in zxingcpp.read_barcodes(Image.open(io.BytesIO(seen)))]


@pytest.mark.parametrize(("width", "height", "locale"), SCREENS)
def test_friends_scan_the_link_of_a_table(lounge: Callable[..., Page], width: int, height: int, locale: str) -> None:
    page = lounge(width=width, height=height, locale=locale, color_scheme="dark")
    expect(page.get_by_text(ALONE)).to_be_visible()  # this house listens to its own machine
    page.get_by_role("button", name=QR).click()
    expect(page.get_by_role("img", name=QR)).to_be_in_viewport(ratio=1)
    assert scanned(page) == [page.url]
    sound(page)
    picture(page, f"invitation-{width}-{locale}.png")
    page.get_by_role("button", name=QR).click()
    expect(page.get_by_role("img", name=QR)).to_have_count(0)


def test_all_of_the_lounge_can_be_reached_beside_the_chat(lounge: Callable[..., Page]) -> None:
    page = lounge(width=1280, height=600)
    expect(page.get_by_role("complementary", name="Chat")).to_be_visible()
    last = page.get_by_role("button", name="Lock the table")
    last.evaluate("button => button.scrollIntoView()")
    expect(last).to_be_in_viewport(ratio=1, timeout=5000)


def test_a_link_from_the_own_machine_is_made_for_others(lounge: Callable[..., Page]) -> None:
    page = lounge()
    page.route("**/api/reach", lambda route: route.fulfill(body=json.dumps({"address": NETWORK})))
    page.reload()
    table = page.url[page.url.index("/t/") :]
    expect(page.get_by_label("Link to this table")).to_have_value(NETWORK + table)
    expect(page.get_by_text(ALONE)).to_have_count(0)
    page.get_by_role("button", name=QR).click()
    expect(page.get_by_role("img", name=QR)).to_be_visible()
    assert scanned(page) == [NETWORK + table]


def test_who_is_in_the_same_room_scans_the_way_into_the_house(lobby: Enter, house: House) -> None:
    page = lobby(width=1920, height=1080, locale="de-CH").page
    page.get_by_role("button", name="Einladen").click()
    code = page.get_by_role("img", name=QR)
    expect(code).to_be_in_viewport(ratio=1)
    assert box(code)["width"] > 1920 / 4  # half a metre where the picture on the wall is two metres wide
    assert scanned(page) == [f"{house.base}/"]
    expect(page.get_by_label("Link zu diesem Haus")).to_have_value(f"{house.base}/")
    for width, height in ((812, 375), (360, 640), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        code.scroll_into_view_if_needed()
        expect(code).to_be_in_viewport(ratio=1)
        picture(page, f"way-in-{width}.png")
    sound(page)


def test_where_the_line_is_down_no_code_is_promised(lobby: Enter) -> None:
    page = lobby().page
    page.route("**/assets/CopyField*", lambda route: route.abort())
    page.get_by_role("button", name="Invite").click()
    expect(page.get_by_role("dialog").get_by_text("The server cannot be reached")).to_be_visible()
    expect(page.get_by_text("Something went wrong")).to_have_count(0)


def test_who_scans_a_full_table_finds_the_others(lounge: Callable[..., Page], visit: Visit) -> None:
    host = lounge()
    late = visit(host.url, width=375, height=667)
    late.goto(host.url)
    lobby = late.get_by_role("region", name="A table of WYSIWYG").get_by_role("link", name="To the lobby")
    expect(late.get_by_role("button", name="Sit here")).to_be_visible()
    expect(lobby).to_have_count(0)
    host.get_by_role("button", name="Bots on all free seats").click()
    expect(late.get_by_text("All seats are taken")).to_be_visible()
    lobby.click()
    expect(late.get_by_role("heading", name="Pull up a chair.")).to_be_visible()


def test_who_comes_by_the_link_reads_what_is_set(house: House, visit: Visit) -> None:
    """And not through a form in which he may change nothing."""
    page = visit(house.base, width=375, height=667)
    page.goto(f"/t/{house.visitor(newcomer('Ann')).open_table('schieber', 4)}")
    rules = page.get_by_role("region", name="Options")
    expect(rules.get_by_role("listitem").filter(has_text="Target: 3000")).to_be_visible()
    expect(rules.locator("fieldset")).to_have_count(0)
    assert box(rules)["height"] < 667
