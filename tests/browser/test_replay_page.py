"""Looking back at a match: by buttons, keys and swipes, from any seat, by a link, and from a file."""

import itertools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from browser.conftest import become
from browser.looks import violations
from browser.pages import Sit, TablePage, Visit, box, codes
from browser.stage import House, Prepared, Put, Wanted
from browser.staged import LOOK, TITLES
from server.visitor import wait_for
from torite.games.game import Value
from torite.locale import LANGUAGES
from torite.table.messages import Answer, Share
from torite.table.views import table_record

DROP = """() => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(document.querySelector('input[type=file]').files[0]);
  window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
}"""  # what has been chosen is dropped on the page
BELOW = """([head, ...rows]) => rows.length === 5 &&
  rows.every(row => head.getBoundingClientRect().bottom <= row.getBoundingClientRect().top + 1)"""
# A key as the list of keys goes, and nothing more to come.
AT_ONCE = """() => {
  document.querySelector('dialog[open]').close();
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }));
  return new Promise(done => addEventListener('popstate', () => setTimeout(done), { once: true }));
}"""
# The way to another moment, while what had been asked for before comes and writes its own place.
OVERTAKEN = """way => {
  const here = location.hash;
  location.hash = way;
  history.replaceState(history.state, '', here);
}"""
SEARCH = 240_000  # ms that bots may take to play a match 64 times more, beside others


def finished(game: str, players: int, wanted: Wanted = lambda p: True, **options: Value) -> Prepared:
    """A match that has been played to its end; each deal ends as wanted."""
    prepared = Prepared(game, players, options=options)
    while prepared.table.phase != "over":
        prepared.until(lambda p: p.deal_over() and wanted(p))
        if prepared.table.phase == "between":
            prepared.confirm()
    return prepared


@pytest.fixture(scope="module")
def wizard() -> Prepared:
    return finished("wizard", 3)


def told(page: Page) -> str:
    return page.get_by_test_id("replay-told").inner_text()


def test_step_by_card_trick_and_deal(wizard: Prepared, put: Put, house: House, visit: Visit) -> None:
    table = put(wizard)
    record = table_record(wizard.table)
    page = visit(house.base)
    become(page, house, table.guests[1])
    page.goto(f"/m/{table.id}#3.2")
    stage = TablePage(page)
    expect(page.get_by_test_id("replay-told")).to_contain_text("Deal 3 of 20 · 2/12")
    seen = TablePage(page)
    expect(seen.hand).to_have_count(3)  # Ben's, who looks
    expect(seen.turn_line).to_contain_text("Waiting for")
    expect(seen.turn_line.get_by_role("status")).to_have_text("")  # who has done what is told below
    hands = record["deals"][2]["hands"]
    assert set(codes(stage.hand)) == set(hands[1])

    page.keyboard.press("?")
    expect(page.get_by_test_id("keys")).to_contain_text("To the end of the trick")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("keys")).to_be_hidden()
    page.wait_for_function("history.state === null")
    page.keyboard.press("?")
    page.evaluate(AT_ONCE)
    expect(page.get_by_test_id("replay-told")).to_contain_text("Deal 3 of 20 · 3/12")
    assert page.url.endswith("#3.3")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("PageDown")  # what one holds in the hand before a class
    expect(page).to_have_url(re.compile(r"#3\.3$"))
    page.keyboard.press("Shift+ArrowRight")
    expect(page).to_have_url(re.compile(r"#3\.6$"))  # three bids and a trick
    page.get_by_test_id("replay-card-back").click()
    expect(page).to_have_url(re.compile(r"#3\.5$"))
    expect(stage.trick).to_have_count(2)
    page.keyboard.press("Shift+ArrowDown")
    expect(page).to_have_url(re.compile(r"#4\.0$"))
    expect(stage.hand).to_have_count(4)
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(r"#3\.12$"))
    page.keyboard.press("o")
    expect(page.get_by_label("All hands open")).to_be_checked()
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(r"#3\.11\?hands=true$"))

    page.goto(f"/m/{table.id}#3.{next(i for i, move in enumerate(record['deals'][2]['actions']) if move[0] == 1)}")
    expect(stage.turn_line).to_contain_text("Waiting for Ben to bid")  # who looks, and is not asked now
    expect(page.locator("[data-testid=line].mine")).to_have_count(0)

    page.evaluate(OVERTAKEN, "#4.0")
    expect(page).to_have_url(re.compile(r"#4\.0$"))
    page.goto(f"/m/{table.id}#20.66")  # another moment of the same page
    expect(stage.outcome).to_be_visible()
    won = stage.outcome.get_by_role("heading").inner_text()
    expect(stage.turn_line.get_by_role("status")).to_contain_text(won)  # there is no log that would tell it


def test_a_deal_begins_with_the_rules_that_are_other_than_usual(put: Put, house: House, visit: Visit) -> None:
    table = put(finished("wizard", 3, notequal=True, tie="extra_round"))
    page = visit(house.base, locale="de", width=375, height=667)
    become(page, house, table.guests[0])
    page.goto(f"/m/{table.id}#2.0")
    said = page.get_by_test_id("replay-told")
    said.get_by_role("button", name="Andere Regeln als üblich: Die Summe").click(position={"x": 20, "y": 8})
    told = page.get_by_role("dialog", name="Optionen")
    expect(told.get_by_role("listitem")).to_contain_text(["Die Summe", "Gleichstand an der Spitze"])
    expect(said.locator("dialog")).to_have_count(0)  # what is told of each step is read out
    page.keyboard.press("Escape")
    expect(told).not_to_be_attached()
    assert said.evaluate("line => line.scrollTop") == 0
    page.get_by_test_id("replay-card-next").click()
    expect(said).to_contain_text("1/")
    expect(said).not_to_contain_text("Andere Regeln")


def test_a_link_to_a_moment_that_does_not_exist(put: Put, house: House, visit: Visit) -> None:
    prepared = finished("wysiwyg", 2)
    actions = table_record(prepared.table)["deals"][0]["actions"]
    table = put(prepared)
    page = visit(house.base, width=375, height=667)
    become(page, house, table.guests[1])
    page.goto(f"/m/{table.id}#99.9")
    expect(page.get_by_role("alert")).to_contain_text("There is no such deal; the match has")
    expect(page).to_have_url(re.compile(r"#1\.0$"))
    expect(page.get_by_test_id("replay-told")).to_contain_text("Deal 1 of")
    page.get_by_test_id("replay-card-next").click()
    expect(page).to_have_url(re.compile(r"#1\.1$"))
    page.goto(f"/m/{table.id}#99.9")  # from the page itself
    expect(page).to_have_url(re.compile(r"#1\.1$"))
    page.goto(f"/m/{table.id}#1.9999")  # of a deal the end
    expect(page).to_have_url(re.compile(rf"#1\.{len(actions)}$"))


def test_open_hands_and_other_eyes(wizard: Prepared, put: Put, house: House, visit: Visit) -> None:
    table = put(finished("wizard", 3))
    page = visit(house.base)
    become(page, house, table.guests[0])
    page.goto(f"/m/{table.id}#2.0")
    stage = TablePage(page)
    expect(stage.hand).to_have_count(2)
    expect(page.get_by_test_id("open-hands")).to_have_count(0)
    page.get_by_label("All hands open").check()
    expect(page.get_by_test_id("open-hands").locator("[data-code]")).to_have_count(4)
    theirs = codes(page.get_by_test_id("open-hands").locator("li").first.locator("[data-code]"))
    plates = page.locator(".felt .plate")
    expect(plates.first).to_contain_text("You")
    page.get_by_label("Seen from").select_option("Ben")
    expect(stage.card(theirs[0])).to_be_visible()
    assert set(codes(stage.hand)) == set(theirs)
    for what in ("Ann", "Ben", "Cat"):  # through other eyes nobody is "you"
        expect(plates.filter(has_text=what)).to_have_count(1)
    page.keyboard.press("End")
    expect(stage.turn_line).not_to_contain_text("You ")

    page.keyboard.press("Home")
    page.get_by_label("Seen from").focus()
    page.keyboard.press("ArrowRight")  # a step on, and no other seat
    expect(page).to_have_url(re.compile(r"#2\.1\?seat=1&hands=true$"))
    page.reload()  # as whoever is sent the link
    expect(page.get_by_label("Seen from")).to_have_value("1")
    expect(page.get_by_test_id("open-hands").locator("li").first).to_contain_text("Ann")
    page.set_viewport_size({"width": 1920, "height": 1080})
    assert box(page.get_by_test_id("open-hands").locator("[data-code]").first)["height"] > 28  # read across a room
    page.evaluate("location.hash = '#2.1?seat=7'")
    expect(page).to_have_url(re.compile(r"#2\.1$"))
    expect(page.get_by_label("Seen from")).to_have_value("0")
    expect(page.get_by_test_id("open-hands")).to_have_count(0)


def test_swipes_on_a_phone(wizard: Prepared, put: Put, house: House, visit: Visit) -> None:
    table = put(finished("wizard", 3))
    page = visit(house.base, width=375, height=667, has_touch=True, is_mobile=True)
    become(page, house, table.guests[0])
    page.goto(f"/m/{table.id}#5.4")
    expect(TablePage(page).turn_line).to_be_visible()
    expect(page).to_have_url(re.compile(r"#5\.4$"))
    swipe = """by => { const stage = document.querySelector('.stage');
      const touch = x => new Touch({ identifier: 1, target: stage, clientX: x, clientY: 300 });
      stage.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, changedTouches: [touch(200)] }));
      stage.dispatchEvent(new TouchEvent('touchend', { bubbles: true, changedTouches: [touch(200 + by)] })); }"""
    page.evaluate(swipe, -90)
    expect(page).to_have_url(re.compile(r"#5\.5$"))
    page.evaluate(swipe, 90)
    expect(page).to_have_url(re.compile(r"#5\.4$"))
    page.evaluate(swipe, 20)  # a tap that trembles
    expect(page).to_have_url(re.compile(r"#5\.4$"))
    page.goto(f"/m/{table.id}#5.18")
    expect(TablePage(page).turn_line).to_be_visible()
    for step in ("5.19", "6.0", "6.1"):  # the score sheet comes with the end of the deal, and goes
        page.evaluate(swipe, -90)
        expect(page).to_have_url(re.compile(rf"#{step}$"))
        expect(page.get_by_test_id("replay-told")).to_contain_text(f"{step.split('.')[1]}/")


def test_a_record_file_is_shown(wizard: Prepared, house: House, visit: Visit, tmp_path: Path) -> None:
    line = msgspec.json.encode(table_record(wizard.table)) + b"\n"
    page = visit(house.base)
    page.goto("/m")
    file = page.locator("input[type=file]")
    (tmp_path / "broken.jsonl").write_bytes(b"1. e4 e5\n")
    file.set_input_files(tmp_path / "broken.jsonl")
    expect(page.get_by_text("This file is not a torite record.")).to_be_visible()
    (tmp_path / "two.jsonl").write_bytes(line * 2 + line[:99])
    file.set_input_files(tmp_path / "two.jsonl")
    expect(page.get_by_text("Line 3 of this file is not a match")).to_be_visible()
    expect(page.get_by_test_id("replay-told")).to_contain_text("Deal 1 of 20 · 0/6")
    page.get_by_label("Match", exact=True).select_option("Match 2")
    page.get_by_test_id("replay-deal-next").click()
    expect(page.get_by_test_id("replay-told")).to_contain_text("Deal 2 of 20")


def test_200_mb_are_not_read(wizard: Prepared, house: House, visit: Visit, tmp_path: Path) -> None:
    """Chosen or dropped: neither is looked into, and the page goes on."""
    with (tmp_path / "huge.jsonl").open("wb") as huge:
        huge.truncate(200 * 1024 * 1024)
    page = visit(house.base, width=375, height=667)
    page.goto("/m")
    page.evaluate("() => { File.prototype.text = () => { throw new Error('it is read'); }; }")
    file = page.locator("input[type=file]")
    file.set_input_files(tmp_path / "huge.jsonl")
    told = page.get_by_text("This file is too large to be shown.")
    expect(told).to_be_visible()
    page.get_by_role("alert").get_by_role("button").click()
    expect(told).to_have_count(0)
    page.evaluate(DROP)
    expect(told).to_be_visible()
    page.reload()
    (tmp_path / "one.jsonl").write_bytes(msgspec.json.encode(table_record(wizard.table)))
    file.set_input_files(tmp_path / "one.jsonl")
    expect(page.get_by_test_id("replay-told")).to_contain_text("Deal 1 of 20")


def test_a_record_that_breaks_the_rules_is_told_where(
    wizard: Prepared, house: House, visit: Visit, tmp_path: Path
) -> None:
    record = table_record(wizard.table)
    record["deals"][2]["actions"][0][1] = "bid:99"
    page = visit(house.base)
    page.goto("/m")
    (tmp_path / "wrong.jsonl").write_bytes(msgspec.json.encode(record))
    page.locator("input[type=file]").set_input_files(tmp_path / "wrong.jsonl")
    expect(page.get_by_text("deal 3, action 1: seat")).to_be_visible()


def test_from_the_end_of_a_match_to_its_replay(put: Put, house: House, visit: Visit) -> None:
    table = put(finished("wysiwyg", 2))
    page = visit(house.base)
    become(page, house, table.guests[0])
    page.goto(f"/t/{table.id}")
    page.get_by_role("link", name="Look at it again").click()
    expect(page.get_by_test_id("replay-told")).to_contain_text("Deal 1")
    assert page.url.endswith(f"/m/{table.id}-1#1.0")
    page.reload()
    expect(page.get_by_test_id("replay-told")).to_contain_text("Deal 1")


@pytest.mark.parametrize(
    ("locale", "names"),
    [
        ("de-CH", ["Differenzler", "Der Gesandte"]),
        ("ja-JP", ["ウィザード", "コワフュール・ヤス", "ディフェレンツラー・ヤス"]),
    ],
)
def test_on_a_phone_no_name_breaks_within_a_word(
    put: Put, house: House, visit: Visit, locale: str, names: list[str]
) -> None:
    """The tools beside it left 74 px."""
    table = put(finished("wysiwyg", 2))
    page = visit(house.base, locale=locale, width=360, height=640)
    become(page, house, table.guests[0])
    page.goto(f"/m/{table.id}-1")
    expect(page.locator(".own a").first).to_be_visible()
    for name, beyond, _, lines in page.evaluate(TITLES, names):
        assert (beyond, lines) == (0, 1), name
    page.set_viewport_size({"width": 812, "height": 375})
    page.locator(".eyes option").evaluate_all("them => them.forEach((one) => (one.textContent = 'Hansjörg'))")
    label = page.locator(".eyes .check").last
    lines = """({ lastChild: words }) => {
      const range = document.createRange();
      range.selectNode(words);
      return range.getClientRects().length;
    }"""
    assert label.evaluate(lines) == 1


def lying(moment: Any) -> list[str]:
    """The cards of the running trick."""
    (trick,) = (zone for zone in moment["scene"]["zones"] if zone["kind"] == "trick")
    return [card for card in trick["cards"] if card]


# Waits until the arrow goes from one to the other of these; cards and arrow follow a new size of the window one by one.
POINTS = """ends => new Promise((found, fail) => watch(() => {
  const path = document.querySelector('[data-testid=mistake-arrow] path')?.getAttribute('d') ?? '';
  const [x0, y0, x1, y1] = path.match(/-?[\\d.]+/g)?.map(Number) ?? [];
  const points = ends.every((end, i) => {
    const { left, right, top, bottom } = document.querySelector(end).getBoundingClientRect();
    const [x, y] = i ? [x1, y1] : [x0, y0];
    return left <= x && x <= right && top <= y && y <= bottom;
  });
  if (points) found();
  return points;
}, fail, () => 'the arrow does not go from card to card'))"""


def test_a_link_says_who_can_open_it(put: Put, house: House, visit: Visit) -> None:
    prepared = finished("wysiwyg", 2)
    table = put(prepared)
    page = visit(house.base)
    become(page, house, table.guests[0])
    page.goto(f"/m/{table.id}")
    expect(page).to_have_url(re.compile("#1.0$"))  # written a little later than the page is there
    link = page.get_by_role("button", name="Copy the link")
    page.evaluate("() => { navigator.clipboard.writeText = async () => { throw new Error('no permission'); }; }")
    link.click()
    expect(page.get_by_text("It is the address of this page.")).to_be_visible()
    page.evaluate("() => { navigator.clipboard.writeText = async text => { window.copied = text; }; }")
    link.click()
    expect(page.get_by_text("only those who played can open it")).to_be_visible()
    assert page.evaluate("window.copied") == page.url
    for seat in (0, 1):
        wire = table.wire(seat)
        answer = wire.ask("share") if seat == 0 else wire.ask("answer", yes=True, seq=wire.table["pending"]["seq"])
        assert answer["type"] == "ack", answer
    link.click()
    expect(page.get_by_text("The link to this moment is copied.")).to_be_visible()
    page.route("**/api/reach", lambda route: route.fulfill(body='{"address": "https://cards.example"}'))
    link.click()
    page.evaluate(COPIED, f"https://cards.example/m/{table.id}#1.0")


COPIED = """link => new Promise(found => {
  const look = () => window.copied === link ? found() : later(look, 10);
  look();
})"""
CUT = """() => [...document.querySelectorAll('header .tools .button')]
  .filter(e => e.checkVisibility() && (e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight))
  .map(e => e.textContent)"""  # tools with words that do not fit


@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_tools_fit_on_a_phone(put: Put, house: House, visit: Visit, locale: str) -> None:
    prepared = finished("wysiwyg", 2)
    ann, ben = prepared.guests
    prepared.ask(ann, Share())
    pending = prepared.table.pending
    assert pending is not None
    prepared.ask(ben, Answer(yes=True, seq=pending.seq))  # public, so that there are all tools
    table = put(prepared)
    page = visit(house.base, locale=locale, width=320, height=568)
    become(page, house, table.guests[0])
    page.goto(f"/m/{table.id}")
    expect(page.locator("header .tools .button:visible")).to_have_count(3)
    for width in (320, 375):
        page.set_viewport_size({"width": width, "height": 667})
        assert page.evaluate(CUT) == []
        places = [box(tool) for tool in page.locator("header .button:visible").all()]
        for one, other in itertools.pairwise(places):
            assert one["x"] + one["width"] <= other["x"]
    expect(page.get_by_test_id("review-ask")).to_be_visible()
    expect(page.locator("header a[href^='/t/']")).to_be_visible()
    buttons = page.locator("header .button, .review .button")
    tall = {button.inner_text(): box(button)["height"] for button in buttons.all() if button.is_visible()}
    assert [text for text, height in tall.items() if height > 56] == [], "none breaks into three lines"
    for width, height in ((812, 375), (932, 430)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator("h1").evaluate("title => title.scrollWidth <= title.clientWidth")
        ends = [box(tool) for tool in page.locator("header h1, header .button:visible").all()]
        assert all(one["x"] + one["width"] <= other["x"] for one, other in itertools.pairwise(ends))


def test_who_looks_back_is_asked_about_the_next_match(put: Put, sit: Sit) -> None:
    table = put(finished("wizard", 3))
    ann, ben, cat = (sit(table, seat) for seat in range(3))
    back = cat.page.get_by_role("link", name="To the table")
    cat.page.goto(f"/m/{table.id}")
    expect(back).to_be_visible()
    ann.page.get_by_role("button", name="Play again").click()
    ben.page.get_by_role("button", name="Agree").click()
    expect(cat.page.get_by_role("alert")).to_contain_text("are waiting for your answer")
    back.click()
    cat.page.get_by_role("button", name="Agree").click()
    expect(cat.hand).to_have_count(1)


def test_from_mistake_to_mistake(put: Put, house: House, visit: Visit) -> None:
    table = put(finished("wizard", 3))
    page = visit(house.base, width=375, height=667)
    become(page, house, table.guests[1])
    page.goto(f"/m/{table.id}#1.0")
    wait_for(lambda: page.request.get(f"/api/tables/{table.id}/review").json()["done"], "the review")
    reviewed = page.request.get(f"/api/tables/{table.id}/review").json()
    mistakes = [each for each in reviewed["judged"] if each["mistake"]]
    assert mistakes  # who plays at random makes them
    first = next(each for each in reviewed["judged"] if not each["mistake"])
    glance = [{**each, "mistake": each["mistake"] or each is first} for each in reviewed["judged"]]
    page.route("**/review*", lambda route: route.fulfill(json={**reviewed, "judged": glance, "done": False}), times=1)
    page.get_by_role("button", name="What could I have played better?").click()
    told = page.get_by_test_id("review-told")
    expect(page.get_by_role("button", name="Cards or play?")).to_be_focused()  # it stands beside
    expect(told).to_contain_text("A closer look follows")
    expect(told).to_have_attribute("aria-live", "polite")
    expect(page.locator("[data-testid=review-told][aria-busy=false]")).to_contain_text("lost per decision, as the bots")
    expect(told).to_contain_text(f"{len(reviewed['judged'])} decision")
    expect(told).to_contain_text("A closer look has cleared 1 mistake.")
    expect(page.get_by_test_id("mistake-back")).to_be_disabled()
    page.get_by_test_id("mistake-next").click()
    expect(page).to_have_url(re.compile(rf"#{mistakes[0]['deal']}\.{mistakes[0]['step']}$"))
    expect(told).to_have_text(re.compile(r"Rather .+ than .+ better on average \(±"))
    assert page.evaluate("document.documentElement.scrollWidth") == 375
    page.set_viewport_size({"width": 320, "height": 568})
    assert [each for each in page.evaluate(LOOK) if "lies on" in each] == []
    for mistake in mistakes[1:3]:
        page.keyboard.press("m")
        expect(page).to_have_url(re.compile(rf"#{mistake['deal']}\.{mistake['step']}$"))
    expect(told).to_have_attribute("aria-live", "polite")
    page.set_viewport_size({"width": 1280, "height": 800})
    here = [each for each in mistakes if each["deal"] == mistakes[0]["deal"]]
    page.goto(f"/m/{table.id}#{mistakes[0]['deal'] + 1}.0")
    expect(told).to_have_attribute("aria-live", "off")  # what has been told is seen again, and not heard
    page.goto(f"/m/{table.id}#{mistakes[0]['deal']}.0")
    expect(page.get_by_test_id("mistake-mark")).to_have_count(len(here))
    page.goto(f"/m/{table.id}#{first['deal']}.{first['step']}")
    expect(told).to_contain_text("looked like a mistake")
    expect(page.get_by_test_id("cleared-mark")).to_have_count(1)
    page.goto(f"/m/{table.id}#{mistakes[0]['deal']}.0")
    expect(page.get_by_test_id("replay-told")).to_contain_text(f"Deal {mistakes[0]['deal']} of 20 · 0/")
    page.keyboard.press("m")
    expect(page).to_have_url(re.compile(rf"#{mistakes[0]['deal']}\.{mistakes[0]['step']}$"))
    page.keyboard.press("Shift+M")
    expect(page).to_have_url(re.compile(rf"#{mistakes[0]['deal']}\.{mistakes[0]['step']}$"))
    arrow = page.get_by_test_id("mistake-arrow")
    played = next(each for each in mistakes if ":" not in each["played"])
    for width, height in ((1280, 800), (375, 667)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/m/{table.id}#{played['deal']}.{played['step']}")
        expect(arrow).to_be_visible()
        ends = [f"[data-lying][data-code={played['played']}]", f"[data-testid=card][data-code={played['best']}]"]
        page.evaluate(POINTS, ends)
        clear = [each for each in played["sequels"] if each["clear"]]
        expect(told.get_by_test_id("sequel")).to_have_count(len(clear))
    moments = {
        deal: page.request.get(f"/api/tables/{table.id}/replay?deal={deal}&seat=1").json()["moments"]
        for deal in {each["deal"] for each in mistakes}
    }
    last = [
        each for each in mistakes if ":" not in each["played"] and not lying(moments[each["deal"]][each["step"]])
    ]  # cards that ended their trick: it lies there once more
    for each in last[:2]:
        page.goto(f"/m/{table.id}#{each['deal']}.{each['step']}")
        expect(arrow).to_be_visible()
        expect(page.locator(f"[data-lying][data-code={each['played']}]")).to_be_visible()
    assert last
    reason = next(each for each in mistakes if any(sequel["clear"] for sequel in each["sequels"]))
    page.goto(f"/m/{table.id}#{reason['deal']}.{reason['step']}")
    *_, largest = sorted(
        (each for each in reason["sequels"] if each["clear"]), key=lambda each: each["played"] - each["best"]
    )
    expect(told.get_by_test_id("sequel").first).to_contain_text(f"In {largest['played']:.0%} of possible deals")
    expect(told.get_by_test_id("sequel").filter(visible=True)).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") == 375
    page.keyboard.press("Home")
    expect(arrow).to_have_count(0)


def test_cards_are_told_from_play(put: Put, house: House, visit: Visit) -> None:
    short = finished("rwd", 3, lambda p: 0 in p.deal_result()["winners"], wins=2)  # strong bots play each deal often
    assert short.table.match is not None
    assert len(short.table.match.deals) == 2
    table = put(short)
    for locale, width, height in (("en-GB", 1280, 800), ("de-CH", 375, 667), ("ja-JP", 812, 375)):
        page = visit(house.base, locale=locale, width=width, height=height)
        become(page, house, table.guests[1])
        page.goto(f"/m/{table.id}#1.3")
        page.get_by_test_id("par-ask").click()
        expect(page.locator("[data-testid=par-told][aria-busy=false]")).to_be_visible(timeout=SEARCH)
        par = page.request.get(f"/api/tables/{table.id}/par").json()
        result = abs(sum(share["result"][1] for share in par["shares"]))
        expect(page.get_by_test_id("par-sum").locator("td").first).to_contain_text(f"{result:.0f}")
        sheet = page.get_by_test_id("par")
        assert sheet.locator(".scroll").evaluate("e => e.scrollWidth <= e.clientWidth")
        assert violations(page) == []
        sheet.get_by_role("button", name="2", exact=True).click()
        expect(sheet).to_have_count(0)
        expect(page).to_have_url(re.compile(r"#2\.0$"))


def unfit(page: Page, sizes: Callable[[int], list[tuple[int, int]]]) -> list[str]:
    """What does not fit at the first steps of a deal."""
    found = []
    for step in range(16):
        expect(page.get_by_test_id("replay-told")).to_contain_text(f"{step}/")
        for width, height in sizes(step):
            page.set_viewport_size({"width": width, "height": height})
            # A plate for which there is no room is not drawn.
            seen = [each for each in page.evaluate(LOOK) if not each.endswith(": 0,0 0x0")]
            found += [f"{step} at {width}: {each}" for each in seen]
        page.keyboard.press("ArrowRight")
    return found


@pytest.mark.parametrize(("game", "players"), [("emissary", 1), ("schieber", 4), ("rwd", 5)])
def test_its_moments_fit_a_phone(put: Put, house: House, visit: Visit, game: str, players: int) -> None:
    table = put(finished(game, players))
    page = visit(house.base, locale="de-CH", width=375, height=667, has_touch=True)
    become(page, house, table.guests[0])
    page.goto(f"/m/{table.id}#1.0")
    expect(page.get_by_test_id("replay-told")).to_be_visible()
    expect(page.locator(".controls .eyes")).to_have_count(int(players > 1))  # alone there are no others
    smaller = {"emissary": [(360, 584), (320, 568), (568, 320)], "schieber": [(568, 320)]}.get(game, [])
    assert unfit(page, lambda step: [(375, 667), (812, 375), *smaller] if step % 4 == 0 else [(375, 667)]) == []


def test_its_moments_fit_a_small_phone_on_its_side(put: Put, house: House, visit: Visit) -> None:
    table = put(finished("wizard", 4))
    page = visit(house.base, locale="de-CH", width=667, height=375, has_touch=True)
    become(page, house, table.guests[0])
    page.goto(f"/m/{table.id}#5.0")
    assert unfit(page, lambda step: [(667, 375)]) == []


def test_on_the_smallest_phone_the_table_has_most_of_the_height(put: Put, house: House, visit: Visit) -> None:
    table = put(finished("rwd", 5, wins=1))
    page = visit(house.base, locale="de-CH", width=320, height=568, has_touch=True)
    become(page, house, table.guests[0])
    page.goto(f"/m/{table.id}#1.0")
    ways, seat = page.get_by_test_id("replay-deal-next"), page.get_by_label("Gesehen von")
    expect(ways).to_be_visible()
    assert box(seat)["y"] == box(ways)["y"]
    assert box(seat)["x"] + box(seat)["width"] <= 320
    assert box(page.get_by_test_id("review-ask"))["height"] == 44
    assert box(page.locator(".stage"))["height"] > 0.6 * 568


def test_a_stranger_is_not_offered_a_review(wizard: Prepared, house: House, visit: Visit, tmp_path: Path) -> None:
    page = visit(house.base)
    page.goto("/m")
    (tmp_path / "one.jsonl").write_bytes(msgspec.json.encode(table_record(wizard.table)))
    page.locator("input[type=file]").set_input_files(tmp_path / "one.jsonl")
    expect(page.get_by_test_id("replay-told")).to_contain_text("Deal 1 of 20")
    expect(page.get_by_test_id("review")).to_have_count(0)


def test_its_sheet_has_the_place_of_the_hand(put: Put, house: House, visit: Visit) -> None:
    table = put(finished("wizard", 4))
    for width, height in ((375, 667), (812, 375)):
        page = visit(house.base, width=width, height=height)
        become(page, house, table.guests[1])
        page.goto(f"/m/{table.id}#5.9")
        stage = TablePage(page)
        expect(page.get_by_test_id("replay-told")).to_contain_text("Deal 5 of")
        stage.sheet_toggle.click()
        expect(stage.sheet_rows().nth(4)).to_be_visible()
        parts = stage.sheet.locator("thead").element_handles() + stage.sheet_rows().element_handles()[:5]
        page.wait_for_function(BELOW, arg=parts)  # once the sheet is as tall as the hand was
        last = box(stage.sheet_rows().nth(4))
        assert last["y"] + last["height"] <= height
