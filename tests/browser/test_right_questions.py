"""Nothing is asked that has one sensible answer; what is final is asked twice; answers show what they mean."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from browser.looks import PHONE, fits
from browser.pages import Sit, TablePage, box, pull, touch
from browser.stage import Prepared, Put, held, phase
from torite.games.position import Position
from torite.locale import LANGUAGES

ASKED = {"announce": False}  # settings of somebody who wants to be asked


def at_weis(several: bool) -> Prepared:
    """Ann may announce a Weis, or has none to announce."""

    def wanted(p: Position) -> bool:
        return phase(p) == "weis" and int(p.state.turn) == 0 and (len(p.legal(0)) > 1) == several

    return Prepared("schieber", 4).find(wanted)


def at_stoeck() -> Prepared:
    """Ann has played the second of king and queen of trumps."""
    return Prepared("schieber", 4).find(lambda p: phase(p) == "stoeck" and int(p.state.turn) == 0)


@pytest.mark.parametrize("several", [True, False])
def test_the_most_is_announced_by_itself(put: Put, sit: Sit, several: bool) -> None:
    table = put(at_weis(several))
    most = table.position.legal(0)[-2 if several else -1]
    ann = sit(table)
    expect(ann.playable.first).to_be_visible()
    expect(ann.actions).to_have_count(0)
    assert ann.acted() == [most]


def test_the_stoeck_are_announced_by_themselves(put: Put, sit: Sit) -> None:
    table = put(at_stoeck())
    ann = sit(table)
    table.wire(1).until_table(lambda t: "stoeck" not in t["scene"]["phase"])
    assert ann.acted() == ["stoeck"]


@pytest.mark.parametrize("several", [True, False])
def test_silence_comes_with_the_card(put: Put, sit: Sit, several: bool) -> None:
    """With a Weis or without, the same is sent at the same moments: nobody can tell who had something to say."""
    table = put(at_weis(several))
    ann = sit(table, chosen=ASKED)
    expect(ann.turn_line).to_contain_text("Do you announce a Weis?" if several else "Play a card")
    expect(ann.actions).to_have_count(len(table.position.legal(0)) - 1)
    expect(ann.action("weis:none")).to_have_count(0)
    assert ann.acted() == []
    table.position.play("weis:none", 0)
    card = table.position.legal(0)[0]
    ann.card(card).locator(".index text").first.click()
    expect(ann.trick_card(0)).to_have_attribute("data-code", card)
    assert ann.acted() == ["weis:none", card]


def test_a_card_that_may_not_be_played_leaves_the_weis(put: Put, sit: Sit) -> None:
    def wanted(p: Position) -> bool:
        return phase(p) == "weis" and p.actors() == [0] and len(p.legal(0)) > 1 and p.scene(0).why != {}

    table = put(Prepared("schieber", 4).find(wanted))
    ann = sit(table, chosen=ASKED)
    barred = next(iter(table.position.scene(0).why))
    expect(ann.card(barred)).to_contain_text("not playable now")
    touch(ann.card(barred))
    expect(ann.page.get_by_test_id("notice")).to_contain_text("follow")
    expect(ann.actions).to_have_count(len(table.position.legal(0)) - 1)
    assert ann.acted() == []


def test_whoever_is_asked_may_refuse_the_stoeck(put: Put, sit: Sit) -> None:
    ann = sit(put(at_stoeck()), chosen=ASKED)
    ann.action("stoeck:none").click()
    expect(ann.action("stoeck")).to_have_count(0)


def test_a_weis_shows_its_cards_and_a_contract_its_factor(put: Put, sit: Sit) -> None:
    table = put(at_weis(True))
    ann = sit(table, chosen=ASKED)
    for code in table.position.legal(0)[:-1]:
        points = int(code.removeprefix("weis:"))
        cards = ann.action(code).locator("[data-code]")
        assert cards.count() >= (3 if points == 20 else 4)
    choosing = sit(put(Prepared("schieber", 4).find(lambda p: phase(p) == "contract" and int(p.state.turn) == 0)))
    expect(choosing.page.get_by_test_id("suit-S")).to_contain_text("×1")
    expect(choosing.page.get_by_test_id("suit-undenufe")).to_contain_text("×4")


@pytest.mark.parametrize("locale", LANGUAGES)
def test_what_is_asked_fits_a_phone(show: Callable[..., Iterator[TablePage]], locale: str) -> None:
    for ann in show(at_weis(True), at_weis(False), at_stoeck(), locale=locale, chosen=ASKED, **PHONE):
        fits(ann.page)


def test_the_ruler_leads_where_no_power_is_left(put: Put, sit: Sit) -> None:
    table = put(Prepared("emissary", 1).until(lambda p: p.legal(0) == ["lead"]))
    ann = sit(table)
    expect(ann.playable.first).to_be_visible()
    assert ann.acted() == ["lead"]


def test_to_declare_is_asked_twice(put: Put, sit: Sit) -> None:
    ann = sit(put(Prepared("bingo", 2).until(lambda p: phase(p) == "draw" and "declare" in p.legal(0))))
    ann.action("declare").click()
    expect(ann.page.get_by_text("Sure? It is final.")).to_be_visible()
    expect(ann.action("declare")).to_be_focused()
    ann.page.get_by_role("button", name="Cancel").click()
    assert ann.acted() == []
    ann.action("declare").click()
    ann.action("declare").click()
    expect(ann.fact("declared")).to_have_text("Ann")


def test_digits_are_a_bid_wherever_the_focus_is(put: Put, sit: Sit) -> None:
    table = put(Prepared("wysiwyg", 2).until(lambda p: phase(p) == "bid" and int(p.state.turn) == 0))
    ann = sit(table)
    code = next(code for code in reversed(table.position.legal(0)) if code.startswith("bid:"))
    figures = code.removeprefix("bid:")
    expect(ann.number).to_be_visible()
    for figure in figures:
        ann.page.keyboard.press(figure)
    expect(ann.number).to_have_text(figures)
    ann.page.keyboard.press("Enter")
    expect(ann.turn_line).not_to_contain_text("Your turn")
    assert ann.acted() == [code]
    ann.page.locator("#chat-field").fill("3")  # what is written is no bid
    assert ann.acted() == [code]


def test_a_card_goes_with_the_second_touch_for_whoever_likes(put: Put, sit: Sit) -> None:
    table = put(Prepared("wysiwyg", 2).find(lambda p: phase(p) == "play" and p.actors() == [0] and len(p.legal(0)) > 1))
    ann = sit(table, chosen={"twice": True, "speed": "none"})
    first, second = (ann.card(code) for code in table.position.legal(0)[:2])
    touch(first)
    expect(first).to_have_attribute("aria-pressed", "true")
    touch(second)
    expect(first).to_have_attribute("aria-pressed", "false")
    assert ann.acted() == []
    touch(second)
    expect(second).to_have_count(0)
    assert ann.acted() == [table.position.legal(0)[1]]


def test_a_card_pulled_up_far_enough_goes_at_once(put: Put, sit: Sit) -> None:
    table = put(Prepared("wysiwyg", 2).find(lambda p: phase(p) == "play" and p.actors() == [0] and len(p.legal(0)) > 1))
    ann = sit(table, chosen={"twice": True, "speed": "none"}, has_touch=True)
    code = table.position.legal(0)[0]
    at = box(ann.card(code))
    x, y = at["x"] + 8, at["y"] + 40
    cdp = ann.page.context.new_cdp_session(ann.page)

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x + right, "y": y - up, "id": n} for n, (right, up) in enumerate(points)]
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def pen(kind: str, up: float) -> None:
        what = {"type": kind, "x": x, "y": y - up, "button": "left", "buttons": 1, "pointerType": "pen"}
        cdp.send("Input.dispatchMouseEvent", what | {"clickCount": 1})

    pulled = ann.page.locator(".pulled")
    for heights in ([20, 40], [20, 90, 10]):  # not far enough, put back
        fingers("touchStart", (0, 0))
        for up in heights:
            fingers("touchMove", (0, up))
        expect(pulled).to_have_count(1)
        fingers("touchEnd")
        expect(pulled).to_have_count(0)
    fingers("touchStart", (0, 0))
    fingers("touchMove", (0, 90))
    fingers("touchStart", (0, 90), (300, 300))  # another finger, on the felt
    expect(pulled).to_have_count(0)
    fingers("touchEnd")
    fingers("touchStart", (0, 0))
    fingers("touchMove", (0, 90))
    expect(pulled).to_have_count(1)
    ann.page.evaluate("dispatchEvent(new Event('resize'))")  # as when the phone is turned
    expect(pulled).to_have_count(0)
    fingers("touchEnd")
    assert ann.acted() == []
    pen("mousePressed", 0)
    for up in (20, 40, 90, 140):  # beyond the card
        pen("mouseMoved", up)
    pen("mouseReleased", 140)
    expect(ann.card(code)).to_have_count(0)
    assert ann.acted() == [code]


def test_a_card_that_may_not_go_lies_down_at_once(put: Put, sit: Sit) -> None:
    table = put(
        Prepared("wysiwyg", 2).find(
            lambda p: phase(p) == "play" and p.actors() == [0] and bool(held(p, 0) - set(p.legal(0)))
        )
    )
    ann = sit(table, has_touch=True)
    ann.page.clock.install(time=0)
    ann.page.clock.pause_at(1)
    pull(ann.card(min(held(table.position, 0) - set(table.position.legal(0)))))
    expect(ann.page.get_by_test_id("notice")).to_be_visible()
    expect(ann.page.locator(".pulled")).to_have_count(0)


def test_the_second_touch_keeps_silent_too(put: Put, sit: Sit) -> None:
    table = put(at_weis(True))
    ann = sit(table, chosen=ASKED | {"twice": True})
    table.position.play("weis:none", 0)
    card = table.position.legal(0)[0]
    touch(ann.card(card))
    expect(ann.card(card)).to_have_attribute("aria-pressed", "true")
    assert ann.acted() == []
    touch(ann.card(card))
    expect(ann.trick_card(0)).to_have_attribute("data-code", card)
    assert ann.acted() == ["weis:none", card]
