"""Sharing a table, coming back to it, and commands that do what buttons do."""

import signal
from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle, pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import SERVE, become
from browser.pages import ASKED, Enter, LobbyPage, Sit, TablePage, Visit, box, codes
from browser.stage import House, Prepared, Put, lying, newcomer, phase
from server.servers import Process


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Process]:
    """A server that may be killed."""
    process = Process(tmp_path, program=SERVE)
    yield process
    process.stop()


def test_two_browsers_share_a_table_by_its_link(lobby: Enter) -> None:
    ann = lobby("Ann").open_table("RWD")
    link = ann.page.get_by_label("Link to this table").input_value()
    ben = lobby("Ben", width=768, height=1024)
    ann.page.get_by_role("button", name="Bots on all free seats").click()
    expect(ann.seats.nth(3)).to_contain_text("Bot")
    expect(ann.page.locator("#start-hint")).to_have_text("Everybody is here.")
    ben.page.goto(link)
    expect(ben.page.locator("#start-hint")).to_contain_text("some by bots. Ask for one")
    expect(ann.page.locator("#start-hint")).to_contain_text("Somebody is watching. To make room")
    ann.page.get_by_role("button", name="Remove Haru").click()
    ben.page.get_by_role("button", name="Sit here").first.click()
    expect(ann.seats.nth(1)).to_contain_text("Ben")
    ben.page.goto("/")
    expect(ann.page.locator("#start-hint")).to_contain_text("Away at the moment: Ben.")
    ben.page.goto(link)
    TablePage(ben.page).say("hello")  # and the chat lies over his table
    expect(ann.chat).to_contain_text("hello")
    field = ben.page.get_by_role("textbox", name="Say something")
    ben.page.clock.install(time=0)
    ben.page.clock.pause_at(3600)
    field.fill("good l")
    field.press("u")
    ann.start.click()
    tables = [ann, TablePage(ben.page)]
    for table in tables:
        expect(table.turn_line).to_be_visible()
        expect(table.page.locator(".room")).to_contain_text("RWD")
    expect(ben.page.get_by_role("complementary")).to_have_count(0)
    assert ben.page.evaluate("document.activeElement !== document.body")
    ben.page.keyboard.press("r")  # as in "good luck to you there", and no key of the table
    ben.page.clock.run_for(1000)
    ben.page.keyboard.press("?")
    expect(ben.page.get_by_test_id("keys")).to_be_visible()
    ben.page.keyboard.press("Escape")
    expect(ben.page.get_by_role("complementary")).to_have_count(0)
    tables[1].page.locator(".bar .buttons button").first.click()
    expect(field).to_have_value("good lu")
    field.press("Shift")
    field.press("Escape")
    expect(field).to_have_count(0)
    ben.page.keyboard.press("?")  # who has left the field means the table at once
    expect(ben.page.get_by_test_id("keys")).to_be_visible()
    ben.page.keyboard.press("Escape")
    ben.page.clock.resume()
    expect(field).to_have_count(0)
    offers = [table.page.locator("[data-testid=row-row] [data-legal=true]") for table in tables]
    for _ in range(4):  # whoever is asked takes a card, and the other one sees it lie there
        mine = tables[asked(offers)]
        mine.step()


LOCKS = """
  window.locks = [];
  window.asked = 0;
  const request = WakeLock.prototype.request;
  WakeLock.prototype.request = async function (...what) {
    window.asked++;
    const lock = await request.apply(this, what);
    window.locks.push(lock);
    return lock;
  };
"""


def test_the_screen_stays_on_while_one_plays(house: House, visit: Visit) -> None:
    ann, page = newcomer("Ann"), visit(house.base)
    page.context.grant_permissions(["screen-wake-lock"])  # as phones do; this browser has no screen
    page.add_init_script(LOCKS)
    become(page, house, ann)
    daily = house.visitor(ann).open_table("wysiwyg", 2, fill="gentle", start=True, clock="daily")
    page.goto(f"/t/{daily}")
    expect(TablePage(page).turn_line).to_be_visible()
    assert page.evaluate("asked") == 0
    live = house.visitor(ann).open_table("wysiwyg", 2, fill="gentle", start=True)
    page.goto(f"/t/{live}")
    expect(TablePage(page).turn_line).to_be_visible()
    page.evaluate("new Promise(held => { const look = () => locks.length ? held() : later(look, 10); look(); })")
    assert page.evaluate("locks[0].released") is False
    page.get_by_role("link", name="torite").first.click()
    page.evaluate("new Promise(gone => locks[0].released ? gone() : locks[0].addEventListener('release', gone))")
    page.context.clear_permissions()


def test_newcomers_at_one_table_have_names_of_their_own(lobby: Enter) -> None:
    ann, ben = lobby(), lobby()
    ann.page.evaluate("Math.random = () => 0")
    table = ann.open_table("RWD")
    ben.page.goto(table.page.get_by_label("Link to this table").input_value())
    ben.page.evaluate("Math.random = () => 0")
    ben.page.get_by_role("button", name="Sit here").first.click()
    expect(table.seats.nth(0)).to_contain_text("Quiet Heron")
    expect(table.seats.nth(1)).to_contain_text("Quiet Otter")


def test_who_is_away_is_waited_for_so_long(put: Put, sit: Sit) -> None:
    table = put(Prepared("wizard", 3).find(lambda p: phase(p) == "play" and int(p.state.turn) == 1))
    ann, ben = sit(table), table.wire(1)
    expect(ann.turn_line).to_have_text("Waiting for Ben to play a card")
    ben.close()
    expect(ann.turn_line).to_have_text("Waiting for Ben to play a card (away: after 30 s a bot moves)")


def asked(offers: list[Locator]) -> int:
    """Which of the browsers is asked, once one is."""
    for n in cycle(range(len(offers))):
        with suppress(AssertionError):
            expect(offers[n]).not_to_have_count(0, timeout=100)
            return n
    raise AssertionError


def test_reload_in_the_middle_of_a_trick(put: Put, sit: Sit) -> None:
    prepared = (
        Prepared("wizard", 3)
        .next_deal()
        .next_deal()
        .find(lambda p: phase(p) == "play" and len(lying(p)) == 2 and int(p.state.turn) == 0)
    )
    table = put(prepared)
    ann = sit(table)
    expect(ann.trick).to_have_count(2)
    before = picture(ann)
    ann.page.reload()
    expect(ann.trick).to_have_count(2)
    assert picture(ann) == before
    table.until(lambda p: len(lying(p)) == 0)
    expect(ann.hand).to_have_count(len(before[3]) - 1)
    expect(ann.trick).to_have_count(0)


def picture(table: TablePage) -> list[Any]:
    """What is on the table."""
    return [
        table.order.all_inner_texts(),
        [table.panel(seat).inner_text() for seat in range(3)],
        codes(table.trick),
        codes(table.hand),
        table.turn_line.inner_text(),
        table.trump.inner_text(),
    ]


def test_server_killed_in_the_middle_of_a_trick(mortal: Process, visit: Visit) -> None:
    page = visit(mortal.base)
    page.goto("/")
    front = LobbyPage(page)
    front.set_up("Wizard", seats=3)
    table = front.play_bots("Wizard")
    while not (table.trick.count() and table.playable.count()):
        table.step()
        table.wait_for_card_back()
        expect(table.playable.or_(table.confirm).or_(table.up).or_(table.popup).first).to_be_visible()
    before = picture(table)
    mortal.kill()
    expect(page.get_by_text("The connection is lost.")).to_be_visible()
    mortal.start()
    expect(page.get_by_text("The connection is lost.")).to_have_count(0)
    assert picture(table) == before
    for _ in range(8):
        assert table.step()
    expect(table.page.get_by_role("alert")).to_have_count(0)


def test_a_house_that_does_not_answer_is_noticed_by_who_plays(mortal: Process, visit: Visit) -> None:
    """As a phone that comes out of a tunnel: its connection stands still and nothing comes through it."""
    page = visit(mortal.base)
    page.clock.install()
    page.goto("/")
    front = LobbyPage(page)
    front.set_up("WYSIWYG", seats=2)
    table = front.play_bots("WYSIWYG")
    expect(table.asked.first).to_be_visible()
    mortal.signal(signal.SIGSTOP)
    table.answer(table.page.evaluate(ASKED, None)[0])
    page.clock.run_for(4000)
    expect(page.get_by_text("The connection is lost.")).to_have_count(0)
    page.clock.run_for(4000)
    expect(page.get_by_text("The connection is lost.")).to_be_visible()
    mortal.signal(signal.SIGCONT)
    page.clock.resume()
    expect(page.get_by_text("The connection is lost.")).to_have_count(0)
    for _ in range(4):
        assert table.step()


def test_a_command_in_the_chat_and_its_button_do_the_same(lobby: Enter) -> None:
    typed, clicked = lobby("Ann").open_table("Wizard"), lobby("Ann").open_table("Wizard")

    typed.say("/bot")
    clicked.page.get_by_role("button", name="Add a bot (Seat 2)", exact=True).click()
    for table in (typed, clicked):
        expect(table.seats.nth(1)).to_contain_text("Haru")
    typed.say("/bot")
    clicked.seats.nth(2).get_by_role("button", name="Add a bot").click()
    for table in (typed, clicked):
        expect(table.seats.nth(2)).to_contain_text("Natsu")
    typed.say("/remove haru")
    clicked.page.get_by_role("button", name="Remove Haru").click()
    for table in (typed, clicked):
        expect(table.seats.nth(1)).to_contain_text("free")
    typed.say("/bot")
    clicked.seats.nth(1).get_by_role("button", name="Add a bot").click()
    typed.say("/preset hiddentip")
    clicked.page.get_by_label("Rule set").select_option("hiddentip")
    for table in (typed, clicked):
        expect(table.option("hiddentip")).to_be_checked()
    typed.say("/option quick_ok")
    clicked.option("OK at once").check()
    for table in (typed, clicked):
        expect(table.option("OK at once")).to_be_checked()
    typed.say("/leave")
    clicked.page.get_by_role("button", name="Leave the seat").click()
    for table in (typed, clicked):
        expect(table.seats.nth(0)).to_contain_text("free")
    typed.say("/join")
    clicked.page.get_by_role("button", name="Sit here").first.click()
    for table in (typed, clicked):
        expect(table.seats.nth(0)).to_contain_text("Ann")
    typed.say("/start")
    clicked.start.click()
    for table in (typed, clicked):
        expect(table.order).to_have_count(3)
        expect(table.bid_ok.or_(table.popup)).to_be_visible()
        if table.popup.is_visible():  # a Wizard was turned up, and Ann has dealt
            table.popup.get_by_role("button").first.click()
        expect(table.bid_ok).to_be_visible()  # quick_ok


def test_the_list_of_commands_fills_the_field_or_acts(lobby: Enter) -> None:
    table = lobby("Ann").open_table("Wizard")
    table.page.get_by_role("button", name="Commands").click()
    table.page.get_by_role("button", name="/bot").click()
    expect(table.seats.nth(1)).to_contain_text("Haru")
    table.page.get_by_role("button", name="Commands").click()
    table.page.get_by_role("button", name="/remove").click()
    expect(table.page.locator("#chat-field")).to_have_value("/remove ")
    table.say("/info")
    expect(table.chat).to_contain_text("Game: Wizard.")


def test_what_is_refused_in_the_chat_stays_in_its_field(lobby: Enter) -> None:
    table = lobby("Ann").open_table("Wizard")
    table.say("/bot 9")
    expect(table.page.get_by_role("alert")).to_be_visible()
    expect(table.page.locator("#chat-field")).to_have_value("/bot 9")
    there = table.page.url
    table.say(f"hello: {there}! not http://elsewhere.example/t/abc")
    expect(table.chat).to_contain_text(f"hello: {there}! not http://elsewhere.example/t/abc")
    expect(table.page.locator("#chat-field")).to_have_value("")
    expect(table.chat.get_by_role("link")).to_have_text([there])  # to the next game with the same people


def test_what_is_half_written_outlasts_a_reload(lobby: Enter) -> None:
    table = lobby("Ann").open_table("Wizard")
    table.page.locator("#chat-field").fill("wait, I")
    table.page.reload()
    expect(table.page.locator("#chat-field")).to_have_value("wait, I")
    table.say("wait, I am here")
    table.page.reload()
    expect(table.page.locator("#chat-field")).to_have_value("")


def test_who_stands_up_is_asked_and_finds_the_way_back_on_a_phone(put: Put, sit: Sit) -> None:
    ann = sit(put(Prepared("schieber", 4)), width=375, height=667)
    page, button = ann.page, ann.page.get_by_role("button", name="Leave the seat")
    bar = page.locator("header .button:visible")
    page.get_by_role("button", name="Table", exact=True).click()
    button.click()
    page.get_by_role("button", name="No, play on").click()
    button.click()
    page.get_by_role("button", name="Yes, a bot plays on for me").click()
    back = page.get_by_role("button", name="Rejoin")
    expect(back).to_be_visible()
    expect(page.get_by_role("complementary")).to_have_count(0)  # the table is in sight again
    places = sorted((box(each)["x"], box(each)["x"] + box(each)["width"]) for each in bar.all())
    assert all(right <= left for (_, right), (left, _) in pairwise(places)) and places[-1][1] <= 375
    back.click()
    expect(back).to_have_count(0)
