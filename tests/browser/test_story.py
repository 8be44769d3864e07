"""The story of the table: what is touched while it is told is kept."""

from collections.abc import Callable

from playwright.sync_api import expect

from browser.pages import TablePage, touch
from browser.stage import Open, Prepared, phase, plan
from torite.games.position import Position

Sit = Callable[..., TablePage]
Put = Callable[[Prepared], Open]


def test_whose_turn_it_is_waits_for_the_card(put: Put, sit: Sit) -> None:
    prepared = Prepared("wizard", 3)
    while int(prepared.position.state.each) < 5:
        prepared.next_deal()
    table = put(prepared.find(lambda p: phase(p) == "play" and int(p.state.turn) == 2 and int(p.state.lead) == 1))
    ann = sit(table, reduced_motion="no-preference")
    ann.page.clock.install(time=0)
    ann.page.clock.pause_at(1)  # the card is on its way until the test goes on
    table.do((2, table.position.legal(2)[0]))
    expect(ann.trick_card(2)).to_be_visible()
    assert table.position.actors() == [0]
    expect(ann.turn_line).not_to_contain_text("Your turn")
    expect(ann.page.locator(".hand .dimmed")).to_have_count(0)
    ann.page.clock.run_for(1000)
    expect(ann.turn_line).to_contain_text("Your turn")


def ends_a_trick(p: Position) -> bool:
    """Ann plays the last card of a trick that another one takes; then she has two cards left."""
    if phase(p) != "play" or p.actors() != [0] or int(p.state.held[0]) != 3 or int(p.state.lead) != 1:
        return False
    after = p.copy()
    after.play(p.legal(0)[0], 0)
    return after.actors() == [1]


def test_a_card_touched_while_a_trick_lies_is_played_in_its_turn(put: Put, sit: Sit) -> None:
    prepared = Prepared("wizard", 3)
    while int(prepared.position.state.each) < 4:
        prepared.next_deal()
    table = put(prepared.find(ends_a_trick))
    ann = sit(table)
    ann.page.clock.install(time=0)
    ann.page.clock.pause_at(1)  # the trick lies there until the test goes on
    last = table.position.legal(0)[0]
    table.do((0, last))
    expect(ann.trick_card(0)).to_have_attribute("data-code", last)  # it has come to the page
    steps = plan(table.position, lambda p: p.actors() == [0])
    then = table.position.copy()
    for seat, code in steps:
        then.play(code, seat)
    card = ann.card(then.legal(0)[0])
    touch(card)
    expect(card).to_contain_class("waits")
    table.do(*steps)
    expect(card).to_have_attribute("data-legal", "true")
    assert len(ann.acted()) == 1
    ann.page.clock.run_for(5000)
    expect(ann.trick_card(0)).to_have_attribute("data-code", then.legal(0)[0])
