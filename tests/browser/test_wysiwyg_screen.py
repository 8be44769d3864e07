"""WYSIWYG in the browser: the auction, the contract and how far it is, the two cards on display, a whole match."""

import re

import pytest
from playwright.sync_api import Locator, expect

from browser.looks import CUT, PHONE, fits, violations
from browser.pages import Enter, Show, Sit, TablePage, box, codes
from browser.stage import Prepared, Put, phase
from torite.locale import LANGUAGES


class Cautious(TablePage):
    """A player who bids as little as possible and stops at 8."""

    def call(self) -> None:
        """Bid or pass."""
        low = int(self.number.inner_text()) < 8
        if low and self.bid_ok.count() == 0:
            self.up.click()
        (self.bid_ok if low else self.action("pass")).click()


def calling() -> Prepared:
    """Ben has bid, Ann may bid higher, pass or double."""
    return Prepared("wysiwyg", 2).find(
        lambda p: phase(p) == "bid" and int(p.state.turn) == 0 and int(p.state.called) == 1 and int(p.state.bid) < 20
    )


def doubled() -> Prepared:
    """Ann was doubled."""
    return Prepared("wysiwyg", 2).find(lambda p: phase(p) == "answer" and int(p.state.turn) == 0)


def naming() -> Prepared:
    """Ann names trump."""
    return Prepared("wysiwyg", 2).find(lambda p: phase(p) == "trump" and int(p.state.turn) == 0)


def taking() -> Prepared:
    """Ann has won a trick and takes one of two cards."""
    return Prepared("wysiwyg", 2).find(
        lambda p: phase(p) == "take" and int(p.state.turn) == 0 and p.state.tricks.sum() >= 3
    )


STATES = {"calling": calling, "doubled": doubled, "naming": naming, "taking": taking}


def figure(table: TablePage, name: str) -> Locator:
    """A figure of the contract."""
    return table.page.get_by_test_id(f"contract-{name}").locator("dd")


def test_a_person_and_a_bot_finish_a_match_of_wysiwyg(lobby: Enter) -> None:
    front = lobby()
    front.set_up("WYSIWYG")
    front.game("WYSIWYG").get_by_label("Score needed").select_option("10")
    table = Cautious(front.play_bots("WYSIWYG").page)
    while table.step():
        pass
    expect(table.outcome).to_contain_text("win")


def test_a_bid_is_typed_and_never_too_low(put: Put, sit: Sit) -> None:
    table = put(calling())
    ann = sit(table)
    least = int(table.position.state.bid) + 1
    expect(ann.number).to_have_text(str(least))
    ann.number.focus()
    ann.page.keyboard.press("PageUp")
    expect(ann.number).to_have_text(str(least + 10))
    for key in "31":
        ann.page.keyboard.press(key)
    expect(ann.number).to_have_text("31")
    ann.bid_ok.click()
    expect(figure(ann, "bid")).to_have_text("31You")
    expect(ann.page.get_by_test_id("calls").locator("li").last).to_contain_text("bid 31")
    goal = 31 + int(table.position.state.bases[0])
    expect(figure(ann, "goal")).to_contain_text(str(goal))  # and whether it is out of reach


def test_a_long_auction_leaves_the_table_its_place(put: Put, sit: Sit) -> None:
    prepared = Prepared("wysiwyg", 2)
    for bid in range(12):
        prepared.act(prepared.position.actors()[0], f"bid:{bid}")
    ann = sit(put(prepared))
    calls = ann.page.get_by_test_id("calls").locator("li")
    expect(calls).to_have_count(12)
    expect(calls.filter(visible=True)).to_have_text([re.compile(f"bids? {bid}$") for bid in range(8, 12)])


def test_the_contract_tells_what_is_won_and_what_is_needed(put: Put, sit: Sit) -> None:
    table = put(taking())
    ann = sit(table)
    state = table.position.state
    declarer = int(state.declarer)
    goal, own = int(state.bid) + int(state.bases[declarer]), int(state.marks[declarer])
    expect(figure(ann, "bid")).to_contain_text(("You", "Ben")[declarer])
    expect(figure(ann, "goal")).to_contain_text(str(goal))  # and whether it is out of reach
    expect(figure(ann, "marks")).to_have_text(str(own))
    expect(figure(ann, "needed")).to_have_text(str(max(0, goal - own)))
    expect(figure(ann, "left")).to_have_text(str(40 - int(state.marks.sum())))
    for seat in range(2):
        expect(ann.figure(seat, "base")).to_have_text(str(int(state.bases[seat])))
    if int(state.multiplier) > 1:
        expect(figure(ann, "multiplier")).to_contain_text(f"×{int(state.multiplier)}")
    won, left = codes(ann.row("display"))
    ann.take(won)
    expect(ann.card(won)).to_be_visible()
    expect(ann.card(left)).to_have_count(0)


def test_a_doubled_player_passes_or_redoubles(put: Put, sit: Sit) -> None:
    ann = sit(put(doubled()))
    expect(figure(ann, "multiplier")).to_contain_text("doubled")
    expect(ann.actions).to_have_count(2)
    ann.action("redouble").click()
    expect(figure(ann, "multiplier")).to_contain_text("×4")
    ann.page.get_by_test_id("suit-H").click()
    expect(ann.trump).to_have_attribute("data-suit", "H")


@pytest.mark.parametrize(("width", "height", "below"), [(820, 1180, True), (1180, 820, False)])
def test_on_an_upright_tablet_trump_is_asked_where_the_thumbs_are(
    show: Show, width: int, height: int, below: bool
) -> None:
    (ann,) = show(naming(), width=width, height=height)
    felt, question = box(ann.page.locator(".felt")), box(ann.popup)
    assert (question["y"] > felt["y"] + felt["height"]) == below


@pytest.mark.parametrize("locale", LANGUAGES)
def test_wysiwyg_fits_a_phone_and_axe_finds_nothing(show: Show, locale: str) -> None:
    tables = show(*(make() for make in STATES.values()), locale=locale, **PHONE)
    for what, ann in zip(STATES, tables, strict=True):
        fits(ann.page)
        assert ann.page.evaluate(CUT) == []
        assert violations(ann.page) == [], what
    shown = [box(ann.row("display").nth(i)) for i in range(2)]
    assert shown[0]["x"] + shown[0]["width"] <= shown[1]["x"] + 1
