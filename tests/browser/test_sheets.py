"""What lies over the table on a phone: it goes by Esc, by a swipe and by the browser's Back, and hides no hand."""

from collections.abc import Callable
from functools import partial

from playwright.sync_api import Locator, Page, expect

from browser.looks import PHONE
from browser.pages import Sit, box
from browser.stage import Prepared, Put, phase

SHEETS = {  # what opens it, and what then lies there
    "sheet": ("[data-testid=sheet-toggle]", "[data-testid=score-sheet]"),
    "last trick": ("[data-testid=last-trick]", "[data-testid=last-trick-slip]"),
    "rules": (".bar button:has-text('Rules')", "aside[aria-label=Rules]"),
    "chat": (".buttons button:has-text('Chat')", "aside[aria-label=Chat]"),
    "table": (".buttons button:has-text('Table')", "aside[aria-label=Table]"),
}
COVERED = """cards => cards.filter(card => {
  const r = card.querySelector('.index text').getBoundingClientRect();
  return !card.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2));
}).map(card => card.dataset.code)"""


def second_trick() -> Prepared:
    """Ann is asked for a card, and there is a trick to look back at."""
    return Prepared("schieber", 4).find(lambda p: phase(p) == "play" and p.state.turn == 0 and p.state.tricks.sum() > 0)


def swipe(page: Page, sheet: Locator, x: int, y: int) -> None:
    """One finger, from the head of the sheet."""
    at = box(sheet)
    begin = (at["x"] + 60, at["y"] + 16)
    touch = page.context.new_cdp_session(page)
    for step in range(6):
        point = {"x": begin[0] + x * step / 5, "y": begin[1] + y * step / 5}
        kind = "touchMove" if step else "touchStart"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touch.detach()


def test_every_sheet_goes_by_esc_swipe_and_back_and_hides_no_hand(put: Put, sit: Sit) -> None:
    ann = sit(put(second_trick()), **PHONE)
    page, url = ann.page, ann.page.url
    for n, (what, lies) in enumerate(SHEETS.values()):
        opener, sheet = page.locator(what), page.locator(lies)
        ways: list[Callable[[], object]] = [
            partial(swipe, page, sheet, 0, 150),
            partial(swipe, page, sheet, 200, 10),
            partial(page.keyboard.press, "Escape"),
        ]
        for away in (page.go_back, ways[n % 3]):  # in turn; what a way takes away is asked of over.svelte.ts alone
            opener.click()
            expect(sheet).to_be_visible()
            assert ann.hand.evaluate_all(COVERED) == []
            away()
            expect(sheet).to_have_count(0)
            assert page.url == url
        expect(opener).to_be_focused()


def test_back_closes_a_dialog_and_does_not_leave_the_table(put: Put, sit: Sit) -> None:
    ann = sit(put(second_trick()), **PHONE)
    page, url = ann.page, ann.page.url
    dialogs = page.locator("dialog[open]")
    page.get_by_role("button", name="Settings").click()
    expect(dialogs).to_be_visible()
    page.go_back()
    expect(dialogs).to_have_count(0)
    page.keyboard.press("?")  # the list of keys
    expect(dialogs).to_be_visible()
    expect(dialogs).not_to_contain_text("Cards seen")  # of which this game has no list
    page.keyboard.press("Escape")
    expect(dialogs).to_have_count(0)
    page.wait_for_function("history.state === null")
    page.locator(SHEETS["table"][0]).click()
    page.get_by_role("button", name="Remove Ben").click()
    for left in (1, 0):  # first what is asked, then the sheet in which it was
        expect(page.locator(SHEETS["table"][1])).to_be_visible()
        expect(dialogs).to_have_count(left)
        page.go_back()
    expect(page.locator(SHEETS["table"][1])).to_have_count(0)
    assert page.url == url


def test_on_a_phone_the_sheet_lies_over_the_result_of_the_match(put: Put, sit: Sit) -> None:
    ended = Prepared("schieber", 4, options={"target": 500})
    while ended.table.phase != "over":
        if ended.table.phase == "between":
            ended.confirm()
        else:
            ended.act(ended.position.actors()[0], ended.position.legal()[0])
    ann = sit(put(ended), **PHONE)
    expect(ann.outcome).to_be_visible()
    ann.sheet_toggle.click()
    ann.sheet.get_by_role("button", name="Close").click()
    expect(ann.sheet).to_have_count(0)


def test_on_a_phone_the_sheet_of_a_deal_has_the_place_of_the_hand(put: Put, sit: Sit) -> None:
    """So that the slate of a Schieber is seen whole."""
    ann = sit(put(Prepared("schieber", 4).until(lambda p: p.deal_over())), **PHONE)
    expect(ann.confirm).to_be_visible()
    slate = ann.sheet.locator(".extra")
    assert slate.evaluate("slate => slate.scrollHeight <= slate.clientHeight")
    assert box(ann.sheet)["y"] + box(ann.sheet)["height"] <= box(ann.confirm)["y"]


def test_no_deal_lies_half_under_the_names(put: Put, sit: Sit) -> None:
    prepared = Prepared("wizard", 4)
    while int(prepared.position.state.each) < 9:
        prepared.next_deal()
    ann = sit(put(prepared.until(lambda p: p.deal_over())), **PHONE)
    expect(ann.sheet_rows().last).to_be_in_viewport(ratio=1)
    names = box(ann.sheet.locator("thead"))
    edge = names["y"] + names["height"]
    rows = [(row["y"] - edge, row["y"] + row["height"] - edge) for row in map(box, ann.sheet_rows().all())]
    assert rows[0][0] < -20, "there is no room for all"
    assert [row for row in rows if row[0] < -1 and row[1] > 1] == []


def test_a_sheet_beside_the_table_is_nothing_to_go_back_from(put: Put, sit: Sit) -> None:
    ann = sit(put(second_trick()))
    entries = ann.page.evaluate("history.length")
    ann.sheet_toggle.click()
    expect(ann.sheet).to_be_visible()
    assert ann.page.evaluate("history.length") == entries
    ann.page.keyboard.press("Escape")
    expect(ann.sheet).to_have_count(0)


def test_a_chat_that_was_shut_stays_shut_at_the_next_table(put: Put, sit: Sit) -> None:
    """Who shows the table to others does not show them what is said."""
    ann = sit(put(second_trick()))
    side = ann.page.get_by_role("complementary", name="Chat")
    side.get_by_role("button", name="Close").click()
    ann.page.goto(f"/t/{put(Prepared('rwd', 3)).id}")
    expect(ann.page.get_by_text("You are watching").first).to_be_visible()
    expect(side).to_have_count(0)
    ann.page.get_by_role("button", name="Chat", exact=True).click()
    ann.page.reload()
    expect(side).to_be_visible()


def test_beside_the_table_the_words_of_the_chat_fit(put: Put, sit: Sit) -> None:
    ann = sit(put(Prepared("rwd", 3)), locale="de-CH")
    side = ann.page.get_by_role("complementary", name="Chat")
    edge = box(side)["x"] + box(side)["width"]
    for part in side.get_by_role("button").all() + side.locator("label").all():
        assert box(part)["x"] + box(part)["width"] <= edge, part


def test_on_a_phone_on_its_side_what_is_written_in_the_chat_is_seen(put: Put, sit: Sit) -> None:
    ann = sit(put(Prepared("rwd", 3)), locale="de-CH", width=640, height=360)
    ann.page.locator(".buttons").get_by_role("button", name="Chat").click()
    for width in (640, 740):
        ann.page.set_viewport_size({"width": width, "height": 360})
        assert box(ann.page.locator("#chat-field"))["width"] > 150


def test_the_chat_opens_at_what_has_not_been_read(put: Put, sit: Sit) -> None:
    table = put(second_trick())
    ann = sit(table, **PHONE)
    table.wire(1).ask("say", text="Well played")
    expect(ann.page.locator(".unread")).to_have_text("1")
    table.until(lambda p: p.deal_over())
    chat = ann.page.locator(".buttons").get_by_role("button", name="Chat")
    chat.click()
    expect(ann.page.get_by_text("Well played")).to_be_in_viewport()
    ann.page.get_by_role("button", name="Commands").click()
    assert box(ann.page.locator(".commands ul"))["y"] >= box(chat)["y"] + box(chat)["height"]


def test_what_was_read_is_not_new_after_a_reload(put: Put, sit: Sit) -> None:
    table = put(second_trick())
    ann = sit(table, **PHONE)
    chat = ann.page.locator(".buttons").get_by_role("button", name="Chat")
    room = box(chat)["width"]
    table.wire(1).ask("say", text="Well played")
    expect(ann.page.locator(".unread")).to_have_text("1")
    assert box(chat)["width"] == room  # the name of the game keeps its own
    chat.click()
    expect(ann.page.locator(".said")).to_have_text("Ben Well played")
    ann.page.reload()
    expect(ann.turn_line).to_be_visible()
    expect(ann.page.locator(".unread")).to_have_count(0)
    table.wire(1).ask("say", text="And again")
    expect(ann.page.get_by_text("Ben: And again")).to_be_attached()
    expect(ann.page.locator(".unread")).to_have_text("1")


def test_partners_share_a_column(put: Put, sit: Sit) -> None:
    """Each has a name over it, for each may be to act."""
    table = put(Prepared("schieber", 4).next_deal())
    ann = sit(table)
    ann.sheet_toggle.click()
    heads, rows = ann.sheet.locator("thead th"), ann.sheet.locator("tbody tr")
    expect(heads).to_have_count(3)
    for column, names in ((1, ["Ann", "Cat"]), (2, ["Ben", "Dan"])):
        expect(heads.nth(column).locator("[data-testid^=sheet-name-]")).to_contain_text(names)
    points = table.position.state.scores.tolist()
    expect(rows.first.locator("strong")).to_have_text([str(points[side]) for side in range(2)])
    expect(rows.last.locator("td")).to_have_count(2)


def test_no_mark_of_a_panel_looks_out_above_the_chat(put: Put, sit: Sit) -> None:
    ann = sit(put(Prepared("wizard", 4)), **PHONE)
    marks = ann.page.locator(".panels .mark")
    seen = """all => all.filter(mark => {
      const { x, y, width } = mark.getBoundingClientRect();
      return mark.contains(document.elementFromPoint(x + width / 2, y + 2));
    }).length"""
    assert marks.evaluate_all(seen) > 0
    ann.page.get_by_role("button", name="Chat", exact=True).click()
    expect(ann.chat).to_be_visible()
    assert marks.evaluate_all(seen) == 0
