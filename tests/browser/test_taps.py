"""What a finger meets at the table: what is seen there, neither a card on its way nor what has just been dealt."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from browser.looks import PHONE
from browser.pages import Show, TablePage, middle
from browser.positions import seen
from browser.stage import Prepared, phase
from browser.staged import Stage
from server.servers import Process

CARD_AT = "at => document.elementFromPoint(...at)?.closest('button')?.dataset.code ?? null"
LISTEN = """() => {
  window.heard = [];
  window.addEventListener('click', ({ target }) => window.heard.push(target.closest('button')?.dataset.action));
}"""
HEARD = """async () => {
  while (!window.heard.includes('in')) await new Promise(requestAnimationFrame);
  return window.heard;
}"""
AT_ONCE = "Object.defineProperty(Event.prototype, 'timeStamp', { get: () => 1000 })"  # however busy the machine is


def test_ok_touched_twice_says_nothing_about_the_next_deal(server: Process, visit: Callable[..., Page]) -> None:
    stage = Stage(visit(server.base, staged=True, **PHONE))
    prepared = Prepared("handjass", 2).until(lambda p: p.deal_over())
    stage.show(seen(prepared))
    ann = TablePage(stage.page)
    ann.page.evaluate(AT_ONCE)
    at = middle(ann.confirm)
    ann.page.touchscreen.tap(*at)
    prepared.confirm()
    stage.show(seen(prepared.until(lambda p: p.actors() == [0])))
    expect(ann.actions.first).to_be_visible()
    ann.page.evaluate(LISTEN)
    ann.page.touchscreen.tap(*at)
    ann.action("in").tap()
    assert ann.page.evaluate(HEARD) == ["in"]


def test_the_foot_of_a_raised_card_is_that_card(show: Show) -> None:
    prepared = Prepared("wizard", 3).until(lambda p: phase(p) == "play" and p.actors() == [0])
    ann = next(show(prepared, chosen={"speed": "none"}, **PHONE))
    for card in ann.playable.all():
        at = card.locator("xpath=..").bounding_box()
        assert at is not None
        foot = at["x"] + 10, at["y"] + at["height"] - 2
        assert ann.page.evaluate(CARD_AT, foot) == card.get_attribute("data-code")


def test_a_card_of_the_trick_is_in_no_fingers_way(show: Show) -> None:
    prepared = Prepared("wizard", 3).until(lambda p: phase(p) == "play" and p.actors() == [0] and p.state.lead != 0)
    ann = next(show(prepared, **PHONE))
    under = "at => document.elementFromPoint(...at).closest('[data-lying]')"
    assert ann.page.evaluate(under, middle(ann.trick.first)) is None
