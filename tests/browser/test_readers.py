"""For everybody: every language, a phone, the keyboard, the ear, colours, stillness, and what axe looks for."""

from collections.abc import Callable
from itertools import chain

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.looks import PHONE, fits, violations
from browser.pages import Enter, Show, Sit, TablePage, codes, colour
from browser.stage import NAMES, Prepared, Put, phase
from torite.games import GAMES
from torite.locale import LANGUAGES


def wizard(*, hand: int = 1) -> Prepared:
    """A match of Wizard with so many cards in the hand, in which Ann is asked for her bid."""
    prepared = Prepared("wizard", 3)
    while int(prepared.position.state.each) < hand:
        prepared.next_deal()
    return prepared.find(lambda p: phase(p) == "bid" and int(p.state.turn) == 0)


def mid_trick(*, hand: int = 1) -> Prepared:
    """Ann is asked for a card and must follow suit."""
    return wizard(hand=hand).find(lambda p: phase(p) == "play" and p.state.turn == 0 and p.state.follow >= 0)


def between() -> Prepared:
    """A round is over."""
    return wizard(hand=3).until(lambda p: p.deal_over())


def over() -> Prepared:
    """A match is over."""
    prepared = Prepared("rwd", 3, options={"wins": 1})
    while prepared.table.phase != "over":
        prepared.until(lambda p: p.deal_over())
        if prepared.table.phase == "between":
            prepared.next_deal()
    return prepared


# ---- languages ----
def test_the_browsers_language_a_switch_and_its_memory(lobby: Enter) -> None:
    front = lobby(locale="ja-JP")
    expect(front.page.locator("html")).to_have_attribute("lang", "ja")
    expect(front.page.get_by_role("heading", name="ゲーム", exact=True)).to_be_visible()
    front.page.get_by_role("combobox", name="言語").select_option("English")
    expect(front.page.get_by_role("heading", name="Games", exact=True)).to_be_visible()
    front.page.reload()
    expect(front.page.locator("html")).to_have_attribute("lang", "en")
    expect(front.page.get_by_role("heading", name="Games", exact=True)).to_be_visible()


@pytest.mark.parametrize("locale", LANGUAGES)
def test_no_page_shows_a_key_instead_of_a_text(lobby: Enter, show: Show, locale: str) -> None:
    tables = show(wizard(hand=2), between(), over(), locale=locale)
    for page in chain([lobby(locale=locale).page], (ann.page for ann in tables)):
        text = page.locator("body").inner_text()
        for key in ("ui.", "table.", "game.", "event.", "notice.", "refusal.", "{", "undefined"):
            assert key not in text, f"{key} in {page.url}"
        if locale != "en":
            assert "Play against" not in text and "Your turn" not in text


def test_the_house_in_german(lobby: Enter, put: Put, sit: Sit) -> None:
    front = lobby(locale="de-CH")
    expect(front.page.locator("html")).to_have_attribute("lang", "de")
    schieber = front.game("Schieber")
    expect(schieber).to_contain_text("Die Vorhand sagt an")
    expect(schieber.get_by_role("radio", name="Wie in der Schweiz")).to_be_visible()
    expect(schieber.get_by_role("button", name="Gegen Bots spielen")).to_be_visible()
    ann = sit(put(wizard(hand=2)), locale="de-CH")
    expect(ann.turn_line).to_contain_text("Dein Zug")
    expect(ann.turn_line).to_contain_text("Wie viele Stiche machst du?")
    ann.bid(1)
    expect(ann.page.get_by_role("log")).to_contain_text("Du: sagst 1 an")
    after = sit(put(between()), locale="de-CH")
    expect(after.sheet).to_contain_text("Ansage")
    expect(after.turn_line).to_contain_text("Du hast 3 angesagt und 0 gemacht")
    after.page.goto("/rules/schieber")
    expect(after.page.get_by_role("heading", name="So wird gespielt")).to_be_visible()


def test_a_table_in_japanese(put: Put, sit: Sit) -> None:
    table = put(wizard(hand=2))
    ann = sit(table, locale="ja-JP")
    expect(ann.turn_line).to_contain_text("あなたの番")
    ann.bid(1)
    expect(ann.up).to_have_count(0)
    expect(ann.page.get_by_role("log")).to_contain_text("あなた：ビッド1")


LINES = """heading => {
  const range = document.createRange(), lines = [];
  let top = null;
  const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) for (let i = 0; i < node.data.length; i++) {
    range.setStart(node, i), range.setEnd(node, i + 1);
    const at = range.getBoundingClientRect().top;
    if (at !== top) lines.push('');
    top = at, lines[lines.length - 1] += node.data[i];
  }
  return lines;
}"""


def test_japanese_headings_break_between_phrases(lobby: Enter) -> None:
    heading = lobby(locale="ja-JP").page.get_by_role("heading", level=1)
    for width in (150, 200, 240):
        heading.evaluate("(heading, width) => { heading.style.width = `${width}px`; }", width)
        lines = heading.evaluate(LINES)
        assert len(lines) > 1
        assert set(lines) <= {"ようこそ、", "ようこそ、お好きな", "お好きな", "お好きな席へ。", "席へ。"}


# ---- a phone ----
PHONE_STATES: dict[str, Callable[[], Prepared]] = {
    "bidding": lambda: wizard(hand=12),
    "playing": lambda: mid_trick(hand=5),
    "between": between,
    "over": over,
    "taking": lambda: Prepared("rwd", 4).until(lambda p: p.state.row == 3 and p.state.turn == 0),
    "five": lambda: Prepared("rwd", 5).until(lambda p: phase(p) == "play" and p.state.turn == 0),
    "six": lambda: Prepared("wizard", 6).next_deal().until(lambda p: phase(p) == "play"),
}


def test_lobby_lounge_and_rules_fit_a_phone(lobby: Enter) -> None:
    front = lobby("Ann", **PHONE)
    expect(front.tile("Wizard")).to_be_visible()
    fits(front.page)
    expect(front.game("Wizard")).to_contain_text("What you want")
    fits(front.page)
    table = front.open_table("Wizard")
    expect(table.start).to_be_visible()
    fits(table.page)
    table.page.goto("/rules/wizard")
    expect(table.page.get_by_role("heading", name="Wizard", exact=True).first).to_be_visible()
    fits(table.page)


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_table_fits_a_phone(show: Show, locale: str) -> None:
    for ann in show(*(make() for make in PHONE_STATES.values()), locale=locale, **PHONE):
        fits(ann.page)


def test_every_card_of_a_long_hand_can_be_touched(put: Put, sit: Sit) -> None:
    ann = sit(put(wizard(hand=15)), **PHONE)
    for code in codes(ann.hand):
        top = ann.card(code).evaluate(
            """card => {
              card.scrollIntoView({ block: 'nearest' });
              const at = card.querySelector('.index text').getBoundingClientRect();
              const found = document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2);
              return found?.closest('[data-code]')?.dataset.code;
            }"""
        )
        assert top == code


# ---- the keyboard and the ear ----
def tab_to(page: Page, target: Locator) -> None:
    """Press Tab until this is focused."""
    for _ in range(80):
        if target.evaluate("e => e === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab does not lead there")


def test_a_round_by_keyboard_alone(put: Put, sit: Sit) -> None:
    table = put(wizard(hand=3))
    ann = sit(table)
    keys = ann.page.keyboard
    tab_to(ann.page, ann.number)
    keys.press("ArrowUp")
    keys.press("ArrowUp")
    keys.press("ArrowDown")
    expect(ann.number).to_have_text("1")
    tab_to(ann.page, ann.bid_ok)
    keys.press("Enter")
    expect(ann.up).to_have_count(0)
    table.position.play("bid:1", 0)
    while not table.position.deal_over():
        seat = table.position.actors()[0]
        code = table.position.legal(seat)[0]
        if seat != 0:
            table.do((seat, code))
            continue
        expect(ann.playable.first).to_be_visible()
        tab_to(ann.page, ann.hand.and_(ann.page.locator("[tabindex='0']")))
        keys.press("Home")
        while not ann.card(code).evaluate("e => e === document.activeElement"):
            keys.press("ArrowRight")
        keys.press("Enter")
        expect(ann.card(code)).to_have_count(0)
        table.position.play(code, 0)
    tab_to(ann.page, ann.confirm)
    keys.press("Enter")
    expect(ann.confirm).to_have_count(0)


def test_a_row_of_rwd_by_keyboard(put: Put, sit: Sit) -> None:
    ann = sit(put(Prepared("rwd", 4, lambda p: int(p.state.turn) == 0)))
    code = codes(ann.row("row"))[2]
    ann.page.emulate_media(contrast="more")
    expect(ann.panel(1)).to_have_css("border-top-color", colour(ann.page, "--on-felt"))
    ann.page.emulate_media(forced_colors="active")  # which draws no shadow
    expect(ann.row("row").nth(1)).to_have_css("outline-style", "solid")
    tab_to(ann.page, ann.row("row").nth(2))
    ann.page.keyboard.press("Enter")
    expect(ann.trick_card(0)).to_have_attribute("data-code", code)


PRECEDES = "(log, line) => (log.compareDocumentPosition(line) & Node.DOCUMENT_POSITION_FOLLOWING) > 0"


def test_what_happens_is_told_to_the_ear(put: Put, sit: Sit) -> None:
    table = put(Prepared("wizard", 3, lambda p: int(p.state.dealer) == 0 and int(p.state.trump) >= 0))
    ann = sit(table)
    log = ann.page.get_by_role("log")  # role log is a polite live region
    table.do((1, "bid:1"))
    expect(log).to_contain_text("Ben: bids 1")
    expect(ann.turn_line.get_by_role("status")).to_contain_text("Waiting for Cat")
    assert log.evaluate(PRECEDES, ann.turn_line.element_handle())  # so it is told before what follows from it
    table.do((2, "bid:0"))
    expect(ann.turn_line).to_contain_text("Your turn")
    table.do((0, "bid:0"))
    table.until(lambda p: p.deal_over())
    expect(ann.notice).to_have_role("status")
    winner = int(table.position.state.last_winner)
    ann.heard("You take the trick" if winner == 0 else f"{NAMES[winner]} takes the trick")
    expect(log).to_contain_text("The deal is over.")
    ann.page.reload()
    expect(log).to_contain_text("The deal is over.")


# ---- colours and motion ----
def test_four_colours_tell_the_french_suits_apart(put: Put, sit: Sit) -> None:
    four = {"S", "H", "D", "C"}
    ann = sit(put(Prepared("rwd", 3).until(lambda p: phase(p) == "play")))
    assert {code[0] for code in codes(ann.hand)} == four

    def colours() -> dict[str, str]:
        return {
            code[0]: ann.card(code).locator(".index").evaluate("e => getComputedStyle(e).fill")
            for code in codes(ann.hand)
        }

    assert len(set(colours().values())) == 2
    ann.page.get_by_role("button", name="Settings").click()
    ann.page.get_by_role("checkbox", name="Four colours for French suits").check()
    ann.page.get_by_role("button", name="Done").click()
    assert len(set(colours().values())) == 4
    ann.page.reload()
    expect(ann.hand).not_to_have_count(0)
    assert len(set(colours().values())) == 4


MOVES = """
  window.moves = [];
  const travel = frames => [frames].flat().flatMap(frame => Object.keys(frame))
    .some(name => ['translate', 'transform', 'scale', 'rotate'].includes(name));
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    if (travel(frames)) window.moves.push('animate');
    return animate.call(this, frames, timing);
  };
  const watch = event => {
    for (const { animationName, effect } of event.target.getAnimations())
      if (travel(effect.getKeyframes()) && effect.getTiming().duration > 10)
        window.moves.push(`${event.type} ${animationName ?? event.propertyName}`);
  };
  addEventListener('transitionrun', watch, true);
  addEventListener('animationstart', watch, true);
"""


def moves(page: Page) -> list[str]:
    """Everything that has moved so far."""
    return list(page.evaluate("window.moves"))


@pytest.mark.parametrize("still", [True, False])
def test_cards_travel_unless_motion_is_reduced(put: Put, sit: Sit, still: bool) -> None:
    table = put(wizard(hand=3))
    ann = sit(table, reduced_motion="reduce" if still else "no-preference")
    ann.page.context.add_init_script(MOVES)
    ann.page.reload()
    table.do((0, "bid:1"))
    while not table.position.deal_over():
        seat = table.position.actors()[0]
        table.do((seat, table.position.legal(seat)[0]))
    expect(ann.confirm).to_be_visible()
    seen = moves(ann.page)
    assert seen == [] if still else "animate" in seen, seen


# ---- axe ----
@pytest.mark.parametrize(("locale", "theme"), [("de", "light"), ("ja", "dark")])
def test_axe_finds_nothing(lobby: Enter, show: Show, locale: str, theme: str) -> None:
    look = {"locale": locale, "color_scheme": theme}
    found: dict[str, list[str]] = {}

    def check(what: str, page: Page) -> None:
        found.update({what: broken} if (broken := violations(page)) else {})

    front = lobby("Ann", **look)
    expect(front.page.get_by_role("article")).to_have_count(len(GAMES))
    check("lobby", front.page)
    front.page.locator("button.name").click()
    expect(front.page.get_by_role("dialog")).to_be_visible()
    check("name", front.page)
    front.page.keyboard.press("Escape")
    front.page.locator("header .own > .button").last.click()
    expect(front.page.get_by_role("dialog")).to_be_visible()
    check("settings", front.page)
    front.page.keyboard.press("Escape")
    front.page.get_by_role("article").nth(1).get_by_role("button").click()
    expect(front.page.get_by_role("dialog").locator(".how p").first).to_be_visible()
    check("game", front.page)
    front.page.locator("dialog[open] button.primary + button").click()
    lounge = TablePage(front.page)
    expect(lounge.seats).to_have_count(4)
    check("lounge", lounge.page)
    lounge.page.goto("/rules/rwd")
    expect(lounge.page.locator("h1")).to_be_visible()
    check("rules", lounge.page)
    states = {
        "bidding": wizard(hand=3),
        "playing": mid_trick(hand=4),
        "taking": Prepared("rwd", 4, lambda p: int(p.state.turn) == 0),
        "between": between(),
        "over": over(),
        "trump": Prepared("wizard", 3, lambda p: phase(p) == "trump" and int(p.state.dealer) == 0),
    }
    for what, ann in zip(states, show(*states.values(), **look), strict=True):
        check(what, ann.page)
    assert found == {}


TRANSLATE = """() => {
  const turn = (node) => {
    if (!node.data.trim() || node.parentElement.closest('[translate=no], font')) return;
    const font = document.createElement('font');
    font.textContent = `fr ${node.data}`;
    node.replaceWith(font);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) found.push(texts.currentNode);
  found.forEach(turn);
}"""


def test_a_browser_that_translates_leaves_a_table_as_it_is(put: Put, sit: Sit, lobby: Enter) -> None:
    """Its words would stay for ever: a bid was 0 whatever the arrows said."""
    ann = sit(put(wizard(hand=3)))
    ann.page.evaluate(TRANSLATE)
    ann.up.click()
    expect(ann.number).to_have_text("1")
    page = lobby().page
    expect(page.get_by_role("article").first).to_be_visible()
    page.evaluate(TRANSLATE)
    expect(page.get_by_role("heading", level=1)).to_contain_text("fr ")
