"""A whole deal of every game by single keys: no Tab, no pointer; all has a name, the focus never falls to the body."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.keyboard import Keyboard
from browser.pages import Enter, Sit, TablePage
from browser.stage import Open, Prepared, Put, phase
from torite.games import GAMES
from torite.games.position import Position

STILL: dict[str, Any] = {"chosen": {"speed": "none"}}


def next_code(position: Position) -> tuple[str, bool]:
    """What is done next, and whether the page does it unasked: the most that can be announced."""
    legal = position.legal(position.actors()[0])
    free = {ask.prefix for ask in position.game.asks if ask.widget == "announce"}
    if not all(code.split(":")[0] in free for code in legal):
        return legal[0], False
    said = [code for code in legal if not code.endswith(":none")]
    return (said or legal)[-1], True


def play_deal(table: Open, ann: TablePage) -> None:
    """To the end of the deal, Ann by keys, the others over the wire."""
    del table.pages[0]
    keyboard, position, heard = Keyboard(ann), table.position, set[str]()
    while position.actors():
        seat = position.actors()[0]
        code, goes_by_itself = next_code(position)
        if seat:
            table.do((seat, code))
            continue
        if not goes_by_itself:
            keyboard.do(code)
            ann.done(code)
            if phase(position) not in heard:
                heard.add(phase(position))
                assert keyboard.nameless() == []
        position.play(code, 0)
        assert keyboard.stands_somewhere(), code
    if position.finished():
        expect(ann.outcome).to_be_visible()
    else:
        expect(ann.confirm).to_be_visible()
        keyboard.keys.press("Enter")
        expect(ann.confirm).to_have_count(0)
    assert keyboard.stands_somewhere()
    assert keyboard.nameless() == []


PREPARED: dict[str, Callable[[], Prepared]] = {
    name: lambda name=name, game=game: Prepared(name, game.players[0]) for name, game in GAMES.items()
} | {
    "wizard": lambda: Prepared("wizard", 3).next_deal().until(lambda p: phase(p) == "bid" and p.actors() == [0]),
    "schieber": lambda: Prepared("schieber", 4).find(lambda p: phase(p) == "contract" and p.actors() == [0]),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_by_keys(put: Put, sit: Sit, name: str) -> None:
    table = put(PREPARED[name]())
    play_deal(table, sit(table, **STILL))


def test_a_final_word_is_asked_twice_and_the_keys_are_listed(put: Put, sit: Sit) -> None:
    table = put(Prepared("bingo", 2).until(lambda p: phase(p) == "draw" and "declare" in p.legal(0)))
    ann = sit(table, **STILL)
    keyboard = Keyboard(ann)
    keyboard.keys.press("?")
    expect(ann.page.get_by_test_id("keys")).to_contain_text("what is asked: first, second")
    keyboard.keys.press("Escape")
    keyboard.do("declare")
    expect(ann.page.get_by_text("Sure? It is final.")).to_be_visible()
    keyboard.keys.press("Enter")
    expect(ann.fact("declared")).to_have_text("Ann")
    assert keyboard.stands_somewhere()


def test_the_focus_comes_along_to_a_table(lobby: Enter) -> None:
    front = lobby("Ann", **STILL)
    front.game("Bingo").locator("button.primary").focus()
    front.page.keyboard.press("Enter")
    ann = TablePage(front.page)
    expect(ann.turn_line).to_be_visible()
    assert Keyboard(ann).stands_somewhere()


def test_the_focus_stays_at_the_seats_before_the_match(lobby: Enter) -> None:
    page = lobby("Ann", **STILL).open_table("Wizard").page
    for button, next_one in (
        ("Add a bot (Seat 2)", "Change places with Haru"),
        ("Remove Haru", "Move here (Seat 2)"),
        ("Move here (Seat 2)", "Change your name"),
        ("Leave the seat", "Sit here (Seat 2)"),
        ("Sit here (Seat 2)", "Change your name"),
        ("Bots on all free seats", "Start"),
    ):
        page.get_by_role("button", name=button).focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name=next_one)).to_be_focused()


def test_what_a_key_opens_has_the_focus_until_it_is_closed(put: Put, sit: Sit) -> None:
    ann = sit(put(PREPARED["schieber"]()), **STILL)
    keys = ann.page.keyboard
    keys.press("ArrowDown")
    card = ann.page.locator("[data-testid=hand] [tabindex='0']")
    for key, name in {"c": None, "s": "Score sheet", "t": "Table", "r": "Rules"}.items():
        keys.press(key)
        if name is not None:
            expect(ann.page.get_by_role("complementary", name=name)).to_be_focused()
            keys.press(key)
        expect(card).to_be_focused()


def test_what_is_asked_in_place_of_a_button_has_its_focus(put: Put, sit: Sit) -> None:
    ann = sit(put(PREPARED["schieber"]()), **STILL)
    ann.page.keyboard.press("t")
    for button, next_one in (
        ("Propose to end the match", "Yes, propose it"),
        ("Leave the seat", "Yes, a bot plays on for me"),
    ):
        ann.page.get_by_role("button", name=button).focus()
        ann.page.keyboard.press("Enter")
        expect(ann.page.get_by_role("button", name=next_one)).to_be_focused()


def test_the_first_link_leads_past_the_bar(put: Put, sit: Sit) -> None:
    page = sit(put(PREPARED["schieber"]()), **STILL).page
    bar = page.locator("#main header").first
    for path in (page.url, "/learn/wizard", "/exercises/wizard"):
        page.goto(path)
        expect(bar.locator(".home")).to_be_visible()
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.closest('#main > *') !== null")
        page.keyboard.press("Tab")
        assert bar.locator(":focus").count() == 0
        assert page.url.endswith(path)
