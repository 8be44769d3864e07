"""The Emissary in the browser: kingdoms and helpers are clicked on, tricks counted exactly, giving up asked twice."""

import pytest
from playwright.sync_api import expect

from browser.looks import CUT, PHONE, fits, violations
from browser.pages import Enter, Show, Sit, TablePage, box, codes
from browser.stage import Prepared, Put, phase, plan
from torite.locale import LANGUAGES

NAME = "The Emissary"
SAID = """() => {
  window.said = 0;
  const count = () => { window.said += document.querySelectorAll('[data-testid^=said-]').length; };
  new MutationObserver(count).observe(document.body, { subtree: true, childList: true });
}"""


def choosing() -> Prepared:
    """Eight kingdoms, none visited."""
    return Prepared("emissary", 1)


def selected() -> Prepared:
    """Some retainers are selected, one of them may act."""
    return Prepared("emissary", 1).until(lambda p: phase(p) == "power" and int(p.state.selected).bit_count() >= 2)


def answering() -> Prepared:
    """The ruler has led, some tricks are won."""
    return Prepared("emissary", 1).until(
        lambda p: phase(p) == "play" and int(p.state.tricks[0]) >= 2 and int(p.state.kingdom) >= 5
    )


def swapping() -> Prepared:
    """The ruler of another kingdom is to be chosen."""
    return Prepared("emissary", 1).until(lambda p: phase(p) == "swap")


def won() -> Prepared:
    """A kingdom is won, its ruler an ally; the next visit has begun."""
    prepared = Prepared("emissary", 1).until(lambda p: p.deal_over() and bool(p.state.success), tries=4000)
    prepared.confirm()
    return prepared.until(lambda p: phase(p) == "power")


STATES = {"choosing": choosing, "selected": selected, "answering": answering, "swapping": swapping, "won": won}


def test_a_person_plays_the_emissary_to_the_end(lobby: Enter) -> None:
    front = lobby()
    table = front.play_bots(NAME)
    expect(table.actions).to_have_count(8)
    while table.step():
        pass
    expect(table.outcome).to_be_visible()


@pytest.mark.parametrize("locale", LANGUAGES)
def test_what_retainers_do_is_told_when_asked(put: Put, sit: Sit, locale: str) -> None:
    ann = sit(put(won()), locale=locale)
    toggle, told = ann.page.get_by_test_id("powers-toggle"), ann.page.get_by_test_id("powers")
    for width, height in ((375, 667), (812, 375), (1280, 800)):
        ann.page.set_viewport_size({"width": width, "height": height})
        toggle.click()
        expect(told.locator("dd")).to_have_count(4)
        slip = box(told)
        assert 0 <= slip["x"] <= slip["x"] + slip["width"] <= width
        assert slip["y"] + slip["height"] <= box(ann.hand.first)["y"]
        assert told.evaluate("slip => slip.scrollHeight <= slip.clientHeight")
        told.get_by_role("button").click()
        expect(told).to_have_count(0)
        expect(toggle).to_be_focused()


@pytest.mark.parametrize(("width", "height", "is_said"), [(375, 667, False), (640, 400, False), (1280, 800, True)])
def test_what_is_said_stands_at_the_seat_where_there_is_room(
    put: Put, sit: Sit, width: int, height: int, is_said: bool
) -> None:
    """On a low felt it made the plate so tall that it lay under stock and discards."""
    ann = sit(put(choosing()), width=width, height=height)
    ann.page.evaluate(SAID)
    for _ in range(6):
        assert ann.step()
    assert (ann.page.evaluate("window.said") > 0) == is_said


def test_a_visit_by_clicks_wins_its_kingdom(put: Put, sit: Sit) -> None:
    table = put(choosing())
    ann = sit(table)
    steps = plan(table.position, lambda p: p.deal_over() and bool(p.state.success), tries=4000)
    for _, code in steps:
        if table.position.legal(0) == ["lead"]:
            pass  # goes by itself
        elif code in codes(ann.hand):
            ann.play(code)
            expect(ann.card(code)).to_have_count(0)
        elif code.startswith("discard:"):
            ann.choose(code.removeprefix("discard:"))
        else:
            use(ann, code)
        table.position.play(code, 0)
    kingdom = int(table.position.state.kingdom) + 1
    expect(ann.confirm).to_be_visible()
    expect(ann.page.locator(".kingdoms .won .number")).to_have_text(str(kingdom))
    expect(ann.figure(0, "score")).to_have_text("2")  # the kingdom, and its ruler as an ally


def use(ann: TablePage, code: str) -> None:
    """Click on what does this; once more if the table asks whether that was meant."""
    button = ann.action(code)
    button.click()
    if button.filter(has_text="?").count():
        button.click()
    expect(button).to_have_count(0)


def test_kingdoms_are_exchanged_by_a_click(put: Put, sit: Sit) -> None:
    table = put(swapping())
    ann = sit(table)
    here = int(table.position.state.kingdom)
    code = table.position.legal(0)[0]
    there = int(code.removeprefix("swap:")) - 1
    rulers = ann.page.locator(".kingdoms .row li")
    before = [rulers.nth(k).locator("[data-code]").get_attribute("data-code") for k in (here, there)]
    ann.action(code).click()
    expect(rulers.nth(here).locator("[data-code]")).to_have_attribute("data-code", before[1] or "")
    expect(rulers.nth(there).locator("[data-code]")).to_have_attribute("data-code", before[0] or "")


def test_a_power_that_would_do_nothing_is_asked_for_twice(put: Put, sit: Sit) -> None:
    clubs = 0b1111_1111
    table = put(
        Prepared("emissary", 1, options={"advisor_timing": "between_tricks"}).until(
            lambda p: phase(p) == "power" and not int(p.state.hands[0]) & clubs and not int(p.state.down) & 1
        )
    )
    ann = sit(table, width=375, height=667)
    club = ann.action("power:J-C")
    felt = box(ann.page.locator(".felt"))
    club.click()
    expect(club).to_contain_text("does nothing now")
    assert box(ann.page.locator(".felt")) == felt
    expect(ann.page.locator(".helpers .down")).to_have_count(int(table.position.state.down).bit_count())
    club.click()
    expect(club).to_have_count(0)
    expect(ann.page.locator(".helpers .down")).to_have_count(int(table.position.state.down).bit_count() + 1)


def test_a_retainer_who_cannot_help_here_is_selected_only_on_second_thought(put: Put, sit: Sit) -> None:
    table = Prepared("emissary", 1)
    table.act(0, "visit:8")
    ann = sit(put(table))
    spade = ann.action("select:J-S")
    spade.click()
    expect(spade).to_contain_text("no use here")
    expect(ann.page.locator(".helpers .selected")).to_have_count(0)
    spade.click()
    expect(ann.page.locator(".helpers .selected")).to_have_count(1)


def test_exact_tricks_stand_beneath_the_kingdom_visited(put: Put, sit: Sit) -> None:
    table = put(answering())
    ann = sit(table)
    state = table.position.state
    tricks, wanted = int(state.tricks[0]), int(state.kingdom) + 1
    expect(ann.page.get_by_test_id("kingdom-tricks")).to_have_text(f"{tricks}/{wanted}")
    expect(ann.page.locator(".kingdoms .beads .filled")).to_have_count(tricks)
    expect(ann.page.locator(".kingdoms [aria-current=step] .number")).to_have_text(str(wanted))
    expect(ann.figure(0, "tricks")).to_have_text(f"{tricks}/{wanted}")


def test_cards_seen_are_listed_where_the_option_says_so(put: Put, sit: Sit) -> None:
    table = put(
        Prepared("emissary", 1, options={"show_seen_cards": True}).until(
            lambda p: phase(p) == "power" and int(p.state.trick_no) == 3
        )
    )
    ann = sit(table)
    slip = ann.memory()
    gone = int(table.position.state.discards) | int(table.position.state.pile)
    expect(slip.locator("[data-code]")).to_have_count(gone.bit_count())
    expect(slip).to_contain_text("not in the stock")


def test_to_give_up_is_asked_first(put: Put, sit: Sit) -> None:
    ann = sit(put(selected()))
    ann.page.get_by_role("button", name="Table", exact=True).click()
    ann.page.get_by_test_id("concede").click()
    expect(ann.outcome).to_have_count(0)
    ann.page.get_by_test_id("concede-sure").click()
    expect(ann.turn_line).to_contain_text("You have conceded.")


@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_emissary_fits_a_phone_and_axe_finds_nothing(show: Show, locale: str) -> None:
    tables = show(*(make() for make in STATES.values()), locale=locale, **PHONE)
    for what, ann in zip(STATES, tables, strict=True):
        fits(ann.page)
        assert ann.page.evaluate(CUT) == []
        assert violations(ann.page) == [], what


def test_eight_kingdoms_stand_in_one_row_on_a_phone(put: Put, sit: Sit) -> None:
    ann = sit(put(choosing()), **PHONE)
    places = [box(ann.action(f"visit:{k}")) for k in range(1, 9)]
    assert len({round(place["y"]) for place in places}) == 1
    assert all(place["width"] >= 38 and place["height"] >= 44 for place in places)
    dummy, trump = box(ann.page.locator(".dummy")), box(ann.trump)
    assert dummy["y"] > trump["y"] + trump["height"] or dummy["x"] > trump["x"] + trump["width"]
