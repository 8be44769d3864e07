"""Who may watch a table is chosen where it is opened, changed by the host, and told to who is not let in."""

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import become
from browser.looks import picture
from browser.pages import Enter, Visit, box
from browser.stage import House, Prepared, Put, newcomer

PHONE = {"width": 375, "height": 667}


def fits(page: Page) -> None:
    width = page.viewport_size["width"] if page.viewport_size else 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("locale", "game"), [("en-GB", "Bingo"), ("de-CH", "Bingo"), ("ja-JP", "ビンゴ")])
def test_it_is_chosen_on_the_front_page_and_the_sheet_fits(lobby: Enter, locale: str, game: str) -> None:
    page = lobby("Ann", locale=locale, **PHONE)
    page.set_up(game, gentle=False)
    choice = page.game(game).get_by_test_id("watching")
    choice.scroll_into_view_if_needed()
    box = choice.bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 375
    choice.select_option("after")
    table = page.open_table(game)
    expect(table.page.get_by_test_id("watching")).to_have_value("after")
    fits(table.page)


def test_who_watches_is_sent_away_and_may_come_again_afterwards(house: House, visit: Visit) -> None:
    ann, ben = (newcomer(name) for name in ("Ann", "Ben"))
    table = house.visitor(ann).open_table("wysiwyg", 2, listed=False)
    pages = {who: visit(house.base, **PHONE) for who in (ann, ben)}
    for who, page in pages.items():
        become(page, house, who)
        page.goto(f"/t/{table}")
    host, other = pages[ann], pages[ben]
    expect(other.get_by_role("button", name="Sit here").first).to_be_visible()
    host.get_by_test_id("watching").select_option("nobody")
    expect(other.get_by_text("Spectators: not allowed")).to_be_visible()
    host.get_by_role("button", name="Bots on all free seats").click()
    host.get_by_role("button", name="Start", exact=True).click()
    expect(other.get_by_role("heading", name="Not just now")).to_be_visible()
    expect(other.get_by_text("Nobody may watch at this table.")).to_be_visible()
    fits(other)
    other.reload()
    expect(other.get_by_text("Nobody may watch at this table.")).to_be_visible()
    host.get_by_role("button", name="Table", exact=True).click()
    expect(host.get_by_test_id("watching").locator("option").first).to_be_disabled()
    host.get_by_role("button", name="End the match").click()
    host.get_by_role("button", name="Yes, end it").click()
    expect(host.get_by_role("button", name="Start", exact=True)).to_be_visible()
    other.get_by_role("button", name="Try again").click()
    expect(other.get_by_text("Spectators: not allowed")).to_be_visible()


def test_who_has_only_watched_is_offered_no_replay_before_all_agree(house: House, visit: Visit) -> None:
    ann, ben = (newcomer(name) for name in ("Ann", "Ben"))
    player = house.visitor(ann)
    table = player.open_table("wysiwyg", 2, listed=False, fill="gentle", start=True)
    wire = player.wire(table)
    wire.play_on(pause=0.05)
    page = visit(house.base, **PHONE)
    become(page, house, ben)
    page.goto(f"/t/{table}")
    expect(page.get_by_test_id("outcome")).to_be_visible()
    replay = page.get_by_role("link", name="Look at it again")
    expect(replay).to_have_count(0)
    page.get_by_role("button", name="Fair dealing").click()
    sheet = page.get_by_role("dialog", name="Fair dealing")
    expect(sheet).to_contain_text("for those who played it, until they agree")
    expect(sheet).to_contain_text("Seal of the next match")
    expect(sheet).not_to_contain_text("Secret")
    picture(page, "sealed.png")
    fits(page)
    sheet.get_by_role("button", name="Close").click()
    assert wire.ask("share")["type"] == "ack"
    expect(replay).to_be_visible()


@pytest.mark.parametrize("width", [390, 1280])
def test_who_watches_is_told_so(put: Put, house: House, visit: Visit, width: int) -> None:
    table = put(Prepared("wizard", 3))
    page = visit(house.base, width=width, height=800)
    page.goto(f"/t/{table.id}")
    expect(page.get_by_text("You are watching").filter(visible=True)).to_have_count(1)
    page.context.set_offline(True)
    expect(page.get_by_text("The connection is lost.")).to_be_visible()
    expect(page.get_by_text("your seat")).to_have_count(0)
    page.context.set_offline(False)
    expect(page.get_by_text("The connection is lost.")).to_have_count(0)


def test_after_the_match_no_place_is_kept_for_a_hand_that_who_watches_has_not(
    put: Put, house: House, visit: Visit
) -> None:
    prepared = Prepared("wysiwyg", 2)
    while prepared.table.phase != "over":
        prepared.until(lambda p: p.deal_over())
        if prepared.table.phase == "between":
            prepared.confirm()
    page = visit(house.base, width=1920, height=1080)
    page.goto(f"/t/{put(prepared).id}")
    expect(page.get_by_test_id("outcome")).to_be_visible()
    assert box(page.locator(".felt"))["height"] > 750


WAKE_LOCK = """
window.held = 0;
const wakeLock = {request: async () => {
  held++;
  const lock = new EventTarget();
  return Object.assign(lock, {release: async () => { held--; lock.dispatchEvent(new Event('release')); }});
}};
Object.defineProperty(navigator, 'wakeLock', {value: wakeLock});
"""


def test_the_screen_stays_on_for_who_watches_while_something_happens(put: Put, house: House, visit: Visit) -> None:
    """Nobody touches what a whole room looks at."""
    table = put(Prepared("wizard", 3))
    page = visit(house.base)
    page.add_init_script(WAKE_LOCK)
    page.clock.install()
    page.goto(f"/t/{table.id}")
    turn = page.get_by_test_id("turn-line")
    for _ in range(3):
        expect(turn).to_contain_text("to bid")
        seat = table.position.actors()[0]
        table.do((seat, table.position.legal(seat)[0]))
        expect(turn).not_to_contain_text(f"Waiting for {table.guests[seat].name} to bid")
        page.clock.fast_forward("02:00")
        page.wait_for_function("held === 1")
    page.clock.fast_forward("03:10")
    page.wait_for_function("held === 0")
