"""The story of the table: what is touched while it is told is kept."""

from collections.abc import Callable

from playwright.sync_api import expect

from browser.pages import Sit, TablePage, touch
from browser.stage import Open, Prepared, Put, Step, phase, plan
from torite.games.position import Position


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


def must_follow_then(p: Position) -> bool:
    """The same, and in the next trick one of those two cards may not be played."""
    if not ends_a_trick(p):
        return False
    after = p.copy()
    after.play(p.legal(0)[0], 0)
    for seat, code in plan(after, lambda p: p.actors() == [0]):
        after.play(code, seat)
    return len(after.legal(0)) == 1


def with_a_trick(put: Put, sit: Sit, wanted: Callable[[Position], bool] = ends_a_trick) -> tuple[Open, TablePage, str]:
    """Ann has played the last card of a trick, which lies there until the test goes on; the card that is hers."""
    prepared = Prepared("wizard", 3)
    while int(prepared.position.state.each) < 4:
        prepared.next_deal()
    table = put(prepared.find(wanted))
    ann = sit(table)
    ann.page.clock.install(time=0)
    ann.page.clock.pause_at(1)
    last = table.position.legal(0)[0]
    table.do((0, last))
    expect(ann.trick_card(0)).to_have_attribute("data-code", last)  # it has come to the page
    return table, ann, last


def test_who_takes_a_trick_is_told_once_its_last_card_lies(put: Put, sit: Sit) -> None:
    prepared = Prepared("wizard", 3)
    while int(prepared.position.state.each) < 4:
        prepared.next_deal()
    table = put(prepared.find(ends_a_trick))
    ann = sit(table, reduced_motion="no-preference")
    ann.page.clock.install(time=0)
    ann.page.clock.pause_at(1)
    last = table.position.legal(0)[0]
    table.do((0, last))
    expect(ann.trick_card(0)).to_have_attribute("data-code", last)
    expect(ann.turn_line).not_to_contain_text("takes the trick")
    expect(ann.page.locator(".trick .winner")).to_have_count(0)
    ann.page.clock.run_for(300)
    expect(ann.turn_line).to_contain_text("takes the trick")
    expect(ann.page.locator(".trick .winner")).to_have_count(1)
    expect(ann.page.locator("[data-state='turn']")).to_have_count(0)


def touched_ahead(table: Open, ann: TablePage) -> tuple[str, list[Step]]:
    """The card that the reader touches while the trick lies, and what has to be done until it may be played."""
    steps = plan(table.position, lambda p: p.actors() == [0])
    then = table.position.copy()
    for seat, code in steps:
        then.play(code, seat)
    code = then.legal(0)[0]
    touch(ann.card(code))
    expect(ann.card(code)).to_contain_class("waits")
    return code, steps


def test_a_card_touched_while_a_trick_lies_is_played_in_its_turn(put: Put, sit: Sit) -> None:
    table, ann, _ = with_a_trick(put, sit)
    ann.hand.first.dispatch_event("click", {"detail": 2})  # a double tap means one card
    expect(ann.page.locator(".hand .waits")).to_have_count(0)
    code, steps = touched_ahead(table, ann)
    card = ann.card(code)
    table.do(*steps)
    expect(card).to_have_attribute("data-legal", "true")
    assert len(ann.acted()) == 1
    ann.page.clock.run_for(5000)
    expect(ann.trick_card(0)).to_have_attribute("data-code", code)


def test_a_second_touch_lets_the_trick_go(put: Put, sit: Sit) -> None:
    table, ann, last = with_a_trick(put, sit)
    won = ann.figure(1, "bid")
    before = won.inner_text()
    code, steps = touched_ahead(table, ann)
    assert won.inner_text() == before  # the figures wait for the trick
    expect(ann.trick_card(0)).to_have_attribute("data-code", last)
    touch(ann.card(code))
    expect(ann.trick).to_have_count(0)
    expect(won).not_to_have_text(before)
    table.do(*steps)
    expect(ann.trick_card(0)).to_have_attribute("data-code", code)  # with no time passed


def test_why_a_card_may_not_go_is_told_beside_what_forbids_it(put: Put, sit: Sit) -> None:
    table, ann, last = with_a_trick(put, sit, must_follow_then)
    table.do(*plan(table.position, lambda p: p.actors() == [0]))
    barred = ann.page.locator("[data-testid=hand] [data-legal=false]")
    expect(barred).to_have_count(1)
    expect(ann.trick_card(0)).to_have_attribute("data-code", last)  # what was led lies beneath
    touch(barred)
    expect(ann.notice).not_to_be_empty()
    expect(ann.trick_card(0)).to_have_count(0)
    expect(ann.trick_card(1)).to_be_visible()


def test_what_is_kept_is_not_played_where_a_move_is_taken_back(put: Put, sit: Sit) -> None:
    table, ann, last = with_a_trick(put, sit)
    code, _ = touched_ahead(table, ann)
    ann.page.get_by_role("button", name="Take back", exact=True).click()
    for seat in (1, 2):
        wire = table.wire(seat)
        wire.until_table(lambda told: told["pending"] is not None)
        assert wire.ask("answer", yes=True, seq=wire.table["pending"]["seq"])["type"] == "ack"
    expect(ann.card(last)).to_have_attribute("data-legal", "true")
    expect(ann.card(code)).not_to_contain_class("waits")
    expect(ann.trick).to_have_count(2)
    assert code not in ann.acted()


def test_the_last_trick_lies_before_the_end_is_told(put: Put, sit: Sit) -> None:
    prepared = Prepared("wizard", 3).find(lambda p: phase(p) == "play" and p.state.held[0] == 0)
    table = put(prepared)
    ann = sit(table, width=375, height=667)
    ann.page.clock.install(time=0)
    ann.page.clock.pause_at(1)
    table.until(lambda p: p.deal_over())
    expect(ann.trick).to_have_count(3)
    expect(ann.turn_line).to_contain_text("trick")
    expect(ann.confirm).to_have_count(0)
    expect(ann.page.locator(".line.good, .line.bad")).to_have_count(0)
    ann.page.clock.run_for(5000)
    expect(ann.confirm).to_be_visible()


def test_what_a_game_draws_waits_for_the_last_trick(put: Put, sit: Sit) -> None:
    table = put(Prepared("coiffeur", 4).find(lambda p: phase(p) == "play" and p.state.held[0] == 0))
    ann = sit(table)
    ann.page.clock.install(time=0)
    ann.page.clock.pause_at(1)
    table.until(lambda p: p.deal_over())
    written = ann.sheet.locator("[data-entry]")
    expect(ann.trick).to_have_count(4)
    expect(ann.turn_line).to_contain_text("the trick")
    expect(written).to_have_count(0)
    expect(ann.confirm).to_have_count(0)
    ann.page.clock.run_for(5000)
    expect(written).to_have_count(1)
    expect(ann.confirm).to_be_visible()
