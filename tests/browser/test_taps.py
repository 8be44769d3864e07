"""What a finger meets at the table: what is seen there, neither a card on its way nor what has just been dealt."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from browser.looks import PHONE
from browser.pages import TablePage, middle
from browser.positions import seen
from browser.stage import Prepared
from browser.staged import Stage
from server.servers import Process

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
    ann.page.touchscreen.tap(*at)
    assert ann.acted() == []
