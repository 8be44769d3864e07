"""Bingo in the browser: tiles that can be read, what the table tells, and a whole match by clicks."""

import re

import pytest
from playwright.sync_api import expect

from browser.looks import CUT, PHONE, fits, violations
from browser.pages import Enter, Show, Sit, box, codes
from browser.stage import Prepared, Put, phase
from torite.locale import LANGUAGES, catalogue


def drawing(**options: bool) -> Prepared:
    """Ann has won a trick, the stock is open."""
    return Prepared("bingo", 2, options=options).until(lambda p: phase(p) == "draw" and int(p.state.turn) == 0)


def running() -> Prepared:
    """Ann leads doubles and has still to expose one."""
    return Prepared("bingo", 2).find(
        lambda p: phase(p) == "expose" and int(p.state.turn) == 0 and int(p.state.said) == 3
    )


def bound() -> Prepared:
    """The stock is closed: Ann has to follow suit and cannot play everything."""
    return Prepared("bingo", 2).find(
        lambda p: (
            phase(p) == "follow"
            and int(p.state.turn) == 0
            and int(p.state.declared) == 1
            and len(p.legal(0)) < int(p.state.held[0])
        )
    )


STATES = {"drawing": drawing, "running": running, "bound": bound}


def test_a_person_and_a_bot_finish_a_match_of_bingo(lobby: Enter) -> None:
    front = lobby(chosen={"speed": "none"})  # it is long
    front.set_up("Bingo")
    table = front.play_bots("Bingo")
    while table.step():
        pass
    expect(table.outcome).to_contain_text("win")
    points = [table.figure(seat, "score").inner_text() for seat in range(2)]
    assert max(int(text.removesuffix("/7")) for text in points) >= 7


def test_every_tile_shows_its_pips(put: Put, sit: Sit) -> None:
    ann = sit(put(drawing()), **PHONE)
    for code in codes(ann.hand):
        halves = ann.card(code).locator("[data-pips]")
        shown = [halves.nth(i).locator("circle").count() for i in range(2)]
        assert "-".join(map(str, shown)) == code
        assert box(ann.card(code))["width"] > 40
    assert box(ann.hand.first)["height"] > 1.8 * box(ann.hand.first)["width"]


@pytest.mark.parametrize(("locale", "name"), [("en-GB", "{} {}"), ("de-CH", "{}-{}"), ("ja-JP", "{}-\u2060{}の牌")])
def test_tiles_have_names(put: Put, sit: Sit, locale: str, name: str) -> None:
    words = [catalogue(locale[:2])[f"card.domino.{end}"] for end in range(7)]
    ann = sit(put(drawing()), locale=locale)
    for code in codes(ann.hand):
        told = name.format(*(words[int(end)] for end in code.split("-")))
        expect(ann.card(code).get_by_role("img", name=told, exact=True)).to_be_visible()


def test_the_table_tells_of_trump_stock_and_duty(put: Put, sit: Sit) -> None:
    table = put(drawing())
    ann = sit(table)
    state = table.position.state
    turned = table.position.game.deck.names[int(state.turned)]
    expect(ann.trump).to_have_attribute("data-card", turned)
    assert ann.trump.locator("[data-pips]").count() == 2
    stock = ann.page.get_by_test_id("stock")
    expect(stock).to_have_attribute("data-count", str(int(state.in_stock)))
    expect(ann.fact("following")).to_have_text("any tile")
    expect(ann.fact("declared")).to_have_count(0)
    expect(ann.figure(0, "score")).to_have_text("0/7")
    ann.action("declare").click()
    ann.action("declare").click()  # asked twice
    expect(ann.fact("declared")).to_have_text("Ann")
    expect(ann.fact("following")).to_have_text("follow suit")
    expect(ann.trump).to_have_attribute("data-card", "")


@pytest.mark.parametrize("shows", [True, False])
def test_points_stand_on_the_table_where_the_option_says_so(put: Put, sit: Sit, shows: bool) -> None:
    table = put(drawing(show_points=shows))
    ann = sit(table)
    expect(ann.figure(0, "tricks")).to_have_text("1")
    if shows:
        expect(ann.figure(0, "points")).to_have_text(str(int(table.position.state.tiles[0])))
    else:
        expect(ann.figure(0, "points")).to_have_count(0)


def test_what_nobody_has_to_say_is_not_urged(show: Show) -> None:
    urged = re.compile(r"\bprimary\b")
    leads = Prepared("bingo", 2).find(lambda p: p.actors() == [0] and "doubles:2" in p.legal(0))
    for prepared, code in ((leads, "doubles:2"), (drawing(), "draw")):
        (ann,) = show(prepared)
        button = ann.action(code)
        expect(button).to_be_visible()
        assert bool(urged.search(button.get_attribute("class") or "")) == (code == "draw")


def test_a_run_of_doubles_lies_open(put: Put, sit: Sit) -> None:
    table = put(running())
    ann = sit(table)
    expect(ann.fact("doubles")).to_have_text("3")
    expect(ann.fact("run")).to_have_text("3")
    exposing = next(code for code in table.position.legal(0))
    tile = exposing.removeprefix("expose:")
    ann.play(tile)
    expect(ann.row("exposed")).to_have_count(1 + bin(int(table.position.state.exposed)).count("1"))
    assert tile in codes(ann.row("exposed"))


def test_why_a_tile_must_stay(put: Put, sit: Sit) -> None:
    table = put(bound())
    ann = sit(table)
    barred = next(code for code in codes(ann.hand) if code not in table.position.legal(0))
    ann.card(barred).click()
    expect(ann.notice).to_contain_text("must")  # the rule, not that there is one
    told = ann.notice.locator("span").element_handle()
    ann.card(barred).click()
    told.wait_for_element_state("hidden")  # and is told once more
    expect(ann.notice).to_contain_text("must")
    expect(ann.card(barred)).to_be_visible()


@pytest.mark.parametrize("locale", LANGUAGES)
def test_bingo_fits_a_phone_and_axe_finds_nothing(show: Show, locale: str) -> None:
    tables = show(*(make() for make in STATES.values()), locale=locale, **PHONE)
    for what, ann in zip(STATES, tables, strict=True):
        fits(ann.page)
        assert ann.page.evaluate(CUT) == []
        assert violations(ann.page) == [], what
