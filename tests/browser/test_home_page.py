"""Coming back: the front page has the way to the running game, the home page all tables and matches."""

import json
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from browser.conftest import become
from browser.pages import Enter, TablePage, Visit, box
from browser.stage import House, Prepared, newcomer
from browser.test_cues import KEEP
from server.visitor import wait_for
from torite.games.position import Position

MINUTE = 60_000  # ms


def test_back_to_a_match_against_bots_after_a_click_on_the_logo(lobby: Enter) -> None:
    front = lobby("Ann")
    expect(front.tile("Wizard")).to_be_visible()
    expect(front.page.get_by_test_id("my-table")).to_have_count(0)
    front.set_up("Wizard", seats=3)
    table = front.play_bots("Wizard")
    url = front.page.url
    table.step()
    front.page.get_by_role("link", name="To the lobby").first.click()
    mine = front.page.get_by_test_id("my-table")
    expect(mine).to_contain_text("Wizard")
    ratings = front.page.get_by_role("link", name="Ranking of the house")
    expect(ratings).to_have_attribute("href", "/ratings/wizard")  # of what was played last
    front.page.get_by_role("link", name="My games").click()
    expect(front.page).to_have_url(re.compile("/me$"))
    mine.get_by_role("link", name="Continue").click()
    expect(front.page).to_have_url(url)
    expect(table.turn_line).to_be_visible()


def test_finished_matches_may_be_looked_at_again(house: House, visit: Visit) -> None:
    ann = newcomer("Ann")
    visitor = house.visitor(ann)
    table = visitor.open_table("wysiwyg", 2, fill="gentle", start=True)
    visitor.wire(table).play_on(pause=0.05)
    page = visit(house.base, width=375, height=667, locale="de-CH")
    become(page, house, ann)
    page.goto("/me")
    match = page.get_by_test_id("my-match")
    expect(match).to_contain_text("Rang")
    expect(page.get_by_text("Kein Tisch wartet auf dich.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    match.get_by_role("link", name="Nochmals ansehen").click()
    expect(page.get_by_test_id("replay-told")).to_contain_text("Runde 1")
    expect(TablePage(page).hand).not_to_have_count(0)
    page.goto("/")  # a week later, with the same others
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    page.get_by_role("link", name="Zum Tisch").click()
    page.get_by_role("button", name="Neue Partie").click()
    expect(TablePage(page).outcome).to_have_count(0)


@pytest.mark.parametrize(("path", "title"), [("/", "torite 取り手"), ("/me", "My games – torite"), ("/ratings", None)])
def test_a_turn_by_correspondence_is_told_on_every_page(
    house: House, visit: Visit, path: str, title: str | None
) -> None:
    """A day a move: the table is closed, and Ann looks at something else."""
    prepared = Prepared("wysiwyg", 2, lambda p: p.turn == 1, clock="daily")
    table = house.put(prepared)
    page = visit(house.base, chosen={"notify": True}, permissions=["notifications"])
    page.context.add_init_script(KEEP)
    become(page, house, table.guests[0])
    page.clock.install()
    page.goto(path)
    expect(page.get_by_role("heading").first).to_be_visible()
    with page.expect_response("**/api/me/tables"):
        page.clock.run_for(MINUTE)
    if title is not None:
        expect(page.get_by_test_id("my-table")).to_contain_text("waiting for Ben")
        expect(page).to_have_title(title)
    assert page.evaluate("window.told") == []
    table.until(lambda p: p.turn == 0)
    with page.expect_response("**/api/me/tables"):
        page.clock.run_for(MINUTE)
    if title is not None:
        expect(page.get_by_test_id("my-table")).to_contain_text("Your turn")
        expect(page).to_have_title(f"● Your turn – {title}")
    wait_for(lambda: page.evaluate("window.told") == ["Your turn"], "the notice")
    page.clock.run_for(2 * MINUTE)
    assert page.evaluate("window.told") == ["Your turn"]  # once


def test_whose_turn_it_is_and_until_when(house: House, visit: Visit) -> None:
    table = house.put(Prepared("wysiwyg", 2, lambda p: p.turn == 0, clock="daily"))
    for path, width, height in (("/", 375, 667), ("/me", 812, 375)):
        page = visit(house.base, width=width, height=height)
        become(page, house, table.guests[0])
        page.clock.install(time=time.time() + 3.1 * 3600)  # a clock that is wrong: the house knows better
        page.goto(path)
        expect(page.get_by_test_id("my-table")).to_contain_text("Your turn")
        expect(page.get_by_test_id("my-table")).to_contain_text("with Ben · a bot moves in 23 hours")
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_what_is_due_is_not_hidden_by_what_was_played_since(house: House, visit: Visit) -> None:
    """On the front page are three; of matches against bots that Ann has closed, every one says that it is her turn."""
    table = house.put(Prepared("wysiwyg", 2, lambda p: p.turn == 0, clock="daily"))
    ann = table.guests[0]
    for _ in range(3):
        house.visitor(ann).wire(house.visitor(ann).open_table("wizard", 3, fill="gentle", start=True)).until_legal()
    page = visit(house.base)
    become(page, house, ann)
    page.goto("/")
    tables = page.get_by_test_id("my-table")
    expect(tables).to_have_count(3)
    expect(tables.first).to_contain_text("with Ben")


def is_last_card(p: Position) -> bool:
    """Has the first seat one card to play, with which the match ends?"""
    after = p.copy()
    if p.actors() != [0]:
        return False
    after.play(after.legal(0)[0])
    return after.finished()


def test_what_ended_while_the_reader_was_away_is_told_once(house: House, visit: Visit) -> None:
    """By correspondence it stood among the finished matches alone, below all figures."""
    table = house.put(Prepared("wysiwyg", 2, clock="daily").find(is_last_card))
    table.do((0, table.position.legal(0)[0]))
    for guest, told in zip(table.guests, (0, 1), strict=True):
        page = visit(house.base, width=375, height=667)
        become(page, house, guest)
        page.goto("/")
        ended = page.get_by_role("region", name="Ended while you were away").get_by_test_id("my-match")
        expect(page.get_by_role("heading", name="My games")).to_be_visible()
        expect(ended).to_have_count(told)
        expect(page.get_by_role("link", name="Look at it again")).to_have_count(1)  # the same match stands there once
        assert page.evaluate("document.documentElement.scrollWidth") <= 375
        page.goto("/me")
        expect(page.get_by_test_id("my-match")).to_have_count(1)
        expect(ended).to_have_count(0)


def test_without_a_name_the_home_page_asks_for_one(lobby: Enter) -> None:
    page = lobby().page
    page.goto("/me")
    page.get_by_role("main").get_by_role("button", name="Choose a name").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("Mika")
    dialog.get_by_role("button").first.click()
    expect(page.get_by_role("heading", name="Mika’s games")).to_be_visible()


def test_a_page_that_was_open_while_the_house_was_renewed_begins_anew(lobby: Enter, house: House) -> None:
    page = lobby().page
    gone = {"RatingsPage"}
    page.route("**/assets/RatingsPage*", lambda route: route.abort() if gone else route.continue_())

    def other(route: Route) -> None:
        gone.clear()
        route.fulfill(body="names other files")

    page.route(f"{house.base}/", other, times=1)
    page.get_by_role("link", name="Ranking of the house").click()
    expect(page.get_by_role("heading", name="Ranking of the house")).to_be_visible()


def test_so_does_one_of_which_a_part_has_another_name_by_then(lobby: Enter, house: House) -> None:
    """The rules beside a table were "Failed to fetch dynamically imported module"."""
    page = lobby().page
    page.route("**/assets/de-*", lambda route: route.fulfill(status=404))
    page.route(f"{house.base}/", lambda route: route.fulfill(body="names other files"))
    page.get_by_role("combobox", name="Language").select_option("de")
    page.wait_for_function("() => performance.getEntriesByType('navigation')[0].type === 'reload'")


def test_while_nodes_of_two_versions_answer_a_page_does_not_load_anew_for_ever(lobby: Enter, house: House) -> None:
    page = lobby().page
    page.route("**/assets/RatingsPage*", lambda route: route.fulfill(status=404))
    page.route(f"{house.base}/", lambda route: route.fulfill(body="names other files"))
    page.get_by_role("link", name="Ranking of the house").click()
    page.wait_for_function("() => performance.getEntriesByType('navigation')[0].type === 'reload'")
    button = page.get_by_role("button", name="Try again")
    expect(button).to_be_visible()
    page.evaluate("fetch('/', {cache: 'no-store'}).then(answer => answer.text())")  # answered after what the page asks
    page.unroute("**/assets/RatingsPage*")
    button.click()
    expect(page.get_by_role("heading", name="Ranking of the house")).to_be_visible()


def test_a_page_that_an_older_node_does_not_tell_enough_says_so(house: House, visit: Visit) -> None:
    """It said "One moment …" for ever."""
    page = visit(house.base)
    become(page, house, newcomer("Ann"))
    page.add_init_script("window.reportError = () => undefined")  # or the test would have thrown
    page.route("**/api/me/tables", lambda route: route.fulfill(json={"running": [], "finished": [{}], "older": False}))
    page.goto("/me")
    expect(page.get_by_role("heading", name="This page cannot be shown")).to_be_visible()
    page.unroute("**/api/me/tables")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("No table is waiting for you.")).to_be_visible()


def test_a_guest_saves_everything_and_is_deleted(house: House, visit: Visit) -> None:
    zoe = newcomer("Zoe")
    visitor = house.visitor(zoe)
    table = visitor.open_table("wysiwyg", 2, fill="gentle", start=True)
    page = visit(house.base, width=375, height=667)
    become(page, house, zoe)
    page.goto("/me")
    expect(page.get_by_test_id("my-table")).to_have_count(1)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save everything stored about me").click()
    told = json.loads(Path(saved.value.path()).read_text())
    assert (told["name"], [each["table"] for each in told["tables"]]) == ("Zoe", [table])
    page.get_by_role("button", name="Log out everywhere else").click()
    expect(page.get_by_text("you are now logged in only here")).to_be_visible()
    page.get_by_role("button", name="Delete me").press("Enter")
    expect(page.get_by_text("nothing brings you back")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    expect(page.get_by_role("button", name="Cancel")).to_be_focused()
    page.get_by_role("button", name="Cancel").press("Enter")
    expect(page.get_by_role("button", name="Delete me")).to_be_focused()
    page.get_by_role("button", name="Delete me").click()
    page.get_by_role("button", name="Yes, delete me for good").click()
    expect(page.get_by_text("You have been deleted")).to_be_visible()
    expect(page).to_have_url(re.compile("/$"))
    page.goto("/me")
    expect(page.get_by_role("main").get_by_role("button", name="Choose a name")).to_be_visible()


def test_the_same_guest_on_the_phone(house: House, visit: Visit) -> None:
    ann = newcomer("Annika")
    table = house.visitor(ann).open_table("wysiwyg", 2, fill="gentle", start=True)
    desk, phone = visit(house.base), visit(house.base, width=375, height=667)
    become(desk, house, ann)
    become(phone, house, newcomer("Ben"))
    desk.goto("/me")
    desk.get_by_role("button", name="Play on another device").click()
    expect(desk.get_by_role("img", name="QR code of this link")).to_be_visible()
    link = desk.get_by_role("textbox", name="Link for the other device").input_value()
    phone.goto(f"{link}。")  # a messenger takes what stands behind it for a part of the link
    expect(phone.get_by_text("So far you are Ben here")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 375
    phone.get_by_role("button", name="Yes, I made it").click()
    expect(phone.get_by_text("Welcome back, Annika!")).to_be_visible()
    phone.get_by_test_id("my-table").get_by_role("link", name="Continue").click()
    expect(phone).to_have_url(re.compile(f"/t/{table}$"))
    late = visit(house.base, locale="de-CH")
    late.goto(link)
    late.get_by_role("button", name="Ja, er ist von mir").click()
    expect(late.get_by_role("alert")).to_contain_text("verbraucht")


def test_who_logs_out_in_another_tab_leaves_no_half_written_line(house: House, visit: Visit) -> None:
    ann = newcomer("Ann")
    page = visit(house.base)
    become(page, house, ann)
    page.goto(f"/t/{house.visitor(ann).open_table('wizard', 4)}")
    field = page.locator("#chat-field")
    field.fill("between us:")
    assert page.evaluate("fetch('/api/me/logout/here', {method: 'POST'}).then(({status}) => status)") == 200
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # back to this tab
    expect(page.get_by_text("You are logged out here.")).to_be_visible()
    expect(field).to_have_value("")
    page.reload()
    expect(field).to_have_value("")


def test_the_evening_is_over_at_a_friends_computer(house: House, visit: Visit) -> None:
    """Only "Delete me" was there to get away from it, or a phone at home."""
    ann = newcomer("Ann")
    page = visit(house.base, width=320, height=568)
    become(page, house, ann)
    table, field = f"/t/{house.visitor(ann).open_table('wizard', 4)}", page.locator("#chat-field")
    page.goto(table)
    page.get_by_role("button", name="Chat").click()
    field.fill("between us:")
    page.goto("/me")
    out = page.get_by_role("button", name="Log out here")
    out.click()
    expect(page.get_by_role("alert")).to_contain_text("Only a passkey, or a link from another device")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.get_by_role("button", name="Cancel").press("Enter")
    expect(out).to_be_focused()
    out.click()
    page.get_by_role("button", name="Yes, log out here").click()
    expect(page.get_by_text("You are logged out here.")).to_be_visible()
    page.goto("/me")
    expect(page.get_by_role("main").get_by_role("button", name="Choose a name")).to_be_visible()
    assert house.visitor(ann).http.get("/api/me").json() == {"name": "Ann"}
    page.goto(table)
    page.get_by_role("button", name="Chat").click()
    expect(field).to_have_value("")  # the next one reads nothing that Ann has begun to write


@pytest.mark.parametrize("path", ["/", "/me"])
def test_a_match_is_put_away_without_opening_it(house: House, visit: Visit, path: str) -> None:
    """Whose seat a bot has may have it back, but is not asked on the front page to go on."""
    table = house.put(Prepared("wysiwyg", 2, lambda p: p.turn == 0, clock="daily"))
    ann = table.guests[0]
    house.visitor(ann).open_table("wizard", 4)  # where no match has begun: nobody is asked again
    page = visit(house.base, width=375, height=667, locale="de-CH")
    become(page, house, ann)
    page.goto(path)
    tables = page.get_by_test_id("my-table")
    expect(tables).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    leave = page.get_by_role("button", name="Aufstehen")
    tables.filter(has_text="Wizard").get_by_role("button", name="Aufstehen").click()
    expect(tables).to_have_count(1)
    leave.click()
    sheet = page.get_by_role("dialog", name="Aufstehen")
    sheet.get_by_role("button", name="Abbrechen").click()
    expect(tables).to_contain_text("Dein Zug")
    leave.click()
    sheet.get_by_role("button", name="Ja, ein Bot spielt für mich weiter").click()
    expect(leave).to_have_count(0)
    if path == "/":
        expect(tables).to_have_count(0)
        return
    expect(tables).to_contain_text("verlassen")
    tables.get_by_role("link", name="Weiterspielen").click()
    back = page.get_by_role("button", name=re.compile("^(Mitspielen|Nimm deinen Platz wieder)$"))
    back.click()
    expect(TablePage(page).hand).to_have_count(13)
    expect(back).to_have_count(0)


def test_a_match_against_bots_is_put_away_for_good(house: House, visit: Visit) -> None:
    ann = newcomer("Ann")
    house.visitor(ann).open_table("wysiwyg", 2, fill="gentle", start=True)
    page = visit(house.base)
    become(page, house, ann)
    page.goto("/me")
    page.get_by_role("button", name="Leave the seat").click()
    sheet = page.get_by_role("dialog", name="Leave the seat")
    expect(sheet).to_contain_text("it disappears from your list")
    sheet.get_by_role("button", name="Yes, put it away").click()
    expect(page.get_by_text("No table is waiting for you.")).to_be_visible()


def test_a_name_of_two_words_has_two_lines_on_the_smallest_phone(house: House, visit: Visit) -> None:
    page = visit(house.base, width=320, height=568)
    become(page, house, newcomer("Maximiliane Overbeck"))
    page.goto("/")
    assert box(page.get_by_role("button", name="Maximiliane Overbeck"))["height"] == 44
    assert page.evaluate("document.documentElement.scrollWidth") == 320
