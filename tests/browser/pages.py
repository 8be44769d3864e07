"""What a person sees and does, page by page.  Tests speak of panels, cards and sheets; selectors stand here alone."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

# What may be asked of the reader, first what comes before everything else.
ASKS = {
    "outcome": "[data-testid=outcome]",
    "confirm": "[data-testid=confirm]",
    "bid": "[data-testid=bid-up], [data-testid=numbers]",
    "popup": "[data-testid=trump-popup]",
    "take": "[data-testid^=row-] [data-legal=true]",
    "chosen": "[data-testid=choose]:enabled",
    "card": "[data-testid=hand] [data-legal=true]:not([aria-pressed=true])",
    "action": "[data-action]",
    "suit": "[data-testid^=suit-]",  # of a contract; alone where it has been pushed to us
}
# Waits until something is asked of the reader, or until no longer what bears this mark; says what is asked first.
# Until the page knows that what it has sent is done it may offer what was legal before: nobody should reach for that.
# Not by Playwright's wait_for_function, which evaluates a text in the page: the page's own policy forbids that.
ASKED = """mark => new Promise((found, fail) => {
  const asks = %s;
  let now = '';
  watch(() => {
    const what = Object.keys(asks).find(ask => document.querySelector(asks[ask])) ?? null;
    const cards = [...document.querySelectorAll(`${asks.card}, [data-testid^=row-] [data-code]`)];
    const actions = [...document.querySelectorAll(asks.action)].map(each => each.dataset.action + each.textContent);
    const drawn = [...document.querySelectorAll('[data-testid^=widget-]')].map(widget => widget.textContent);
    now = `${what} ${cards.map(card => card.dataset.code + card.ariaPressed)} ${actions} ${drawn}`;
    const open = window.sent.some(m => ['act', 'choose'].includes(m.type) && window.known <= m.seq);
    const done = mark === null ? what !== null && !open : now !== mark;
    if (done) found([what, now]);
    return done;
  }, fail, () => `nothing happens: ${now}`);
})""".replace("%s", json.dumps(ASKS))

# What the table tells goes again after a moment; every page keeps what stood there, what it has sent, and the
# number of the last event that it was told (conftest.py).  `watch` looks again whenever the page has changed: at every
# frame would keep a core busy.
KEEP_NOTICES = """
  window.notices = [];
  const TOLD = '[data-testid=notice], [data-testid=turn-line]';
  const keep = () => window.notices.push(...[...document.querySelectorAll(TOLD)].map(each => each.textContent.trim()));
  window.sent = [];
  window.done = 0;
  window.later = setTimeout.bind(window); // of the browser's own clock, also while a test has stopped the page's
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) { window.sent.push(JSON.parse(text)); send.call(this, text); };
  window.known = 0;
  window.WebSocket = class extends WebSocket {
    constructor(...where) {
      super(...where);
      this.addEventListener('message', ({ data }) => {
        const told = JSON.parse(data);
        if (['snapshot', 'update'].includes(told.type)) window.known = told.seq;
      });
    }
  };
  new MutationObserver(keep).observe(document, { subtree: true, childList: true, characterData: true });
  window.watch = (look, fail, told) => {
    let next = 0;
    const end = () => { clearTimeout(late); changes.disconnect(); cancelAnimationFrame(next); };
    const again = () => { next = 0; if (look()) end(); };
    const changes = new MutationObserver(() => { next ||= requestAnimationFrame(again); });
    const late = setTimeout(() => { end(); fail(new Error(told())); }, 60000);
    changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    again();
  };
"""
# A layer that is not opaque at all is laid out, hit and read as ever, but neither rastered nor drawn, which would take
# a third of the processor's time.  What looks at a picture, or asks what is opaque, lifts the veil (looks.py).
VEIL = """
  window.veil = new CSSStyleSheet();
  window.veil.replaceSync(':root { opacity: 0; will-change: opacity; }');
  document.adoptedStyleSheets = [window.veil];
"""
# The page may have sent more meanwhile, such as what it announces unasked.  Cards that go together are sent with the
# last of them: until then it is enough that they are marked.
DONE = """code => new Promise((found, fail) => {
  const late = later(() => fail(new Error(`not done: ${code}`)), 60000);
  const look = () => {
    const at = window.sent.findIndex((m, i) => i >= window.done && (m.codes ?? [m.code]).includes(code));
    const card = code.split(':').at(-1);
    const marked = document.querySelector(`[data-testid=hand] [data-code="${card}"][aria-pressed=true]`);
    if (at < 0 && marked) return found(clearTimeout(late));
    if (at < 0 || window.known <= window.sent[at].seq) return later(look, 10);
    window.done = at + 1;
    clearTimeout(late);
    found();
  };
  look();
})"""
HEARD = """text => new Promise((found, fail) => {
  watch(() => {
    const heard = window.notices.includes(text);
    if (heard) found();
    return heard;
  }, fail, () => `not told: ${text}, but ${[...new Set(window.notices)]}`);
})"""


class LobbyPage:
    """The front page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def tile(self, name: str) -> Locator:
        """A game on the front page."""
        return self.page.get_by_role("article", name=name, exact=True)

    def game(self, name: str) -> Locator:
        """The sheet of a game, opened if it is not."""
        sheet = self.page.get_by_role("dialog", name=name, exact=True)
        if not sheet.is_visible():
            self.tile(name).get_by_role("button").click()
            expect(sheet).to_be_visible()
        return sheet

    def set_up(self, name: str, *, seats: int | None = None, gentle: bool = True, wins: str | None = None) -> None:
        """Open the sheet of a game and choose there."""
        game = self.game(name)
        game.locator("summary").click()
        if seats is not None and game.get_by_role("radio", name=str(seats), exact=True).count():
            game.get_by_role("radio", name=str(seats), exact=True).check()
        if gentle:
            game.locator("select").first.select_option("gentle")
        if wins is not None:
            game.get_by_role("combobox", name=re.compile("Wins needed|必要な勝ち数")).select_option(wins)

    def play_bots(self, name: str) -> "TablePage":
        """To a table with bots."""
        self.game(name).locator("button.primary").click()
        table = TablePage(self.page)
        expect(table.turn_line).to_be_visible()
        return table

    def open_table(self, name: str) -> "TablePage":
        """To a table for friends."""
        self.game(name).locator("button.primary + button").click()
        expect(self.page).to_have_url(re.compile("/t/"))
        table = TablePage(self.page)
        expect(table.seats.first).to_be_visible()  # the lobby has lists of its own
        return table


class TablePage:
    """A table, from the lounge before the match to its end."""

    def __init__(self, page: Page) -> None:
        self.page = page

    # ---- players ----
    @property
    def order(self) -> Locator:
        """The names on the panels, from left to right."""
        return self.page.locator("[data-testid^=panel-] .who")

    def panel(self, seat: int) -> Locator:
        """What is known of one player."""
        return self.page.get_by_test_id(f"panel-{seat}")

    def figure(self, seat: int, badge: str) -> Locator:
        """A figure on a panel."""
        return self.panel(seat).locator(f"[data-badge={badge}] > span:last-child")

    def lit(self, seat: int) -> Locator:
        """The suits that are lit on a panel."""
        return self.panel(seat).get_by_test_id("lit")

    def lamps(self, seat: int) -> Locator:
        """All suits on a panel."""
        return self.panel(seat).locator(".lamp")

    def played(self, seat: int) -> Locator:
        """The card on a panel."""
        return self.panel(seat).locator(".foot [data-code]")

    # ---- the table top ----
    @property
    def turn_line(self) -> Locator:
        """Whose turn it is, and what is asked."""
        return self.page.get_by_test_id("turn-line")

    @property
    def trick(self) -> Locator:
        """Cards of the trick."""
        return self.page.get_by_test_id("trick").locator("[data-code]")

    def trick_card(self, seat: int) -> Locator:
        """The card before a seat."""
        return self.page.get_by_test_id("trick").locator(f"[data-seat='{seat}']")

    @property
    def trump(self) -> Locator:
        """The trump of the deal."""
        return self.page.get_by_test_id("trump")

    @property
    def popup(self) -> Locator:
        """The question at the top of the table."""
        return self.page.get_by_test_id("trump-popup")

    @property
    def notice(self) -> Locator:
        """Why not."""
        return self.page.get_by_test_id("notice")

    def heard(self, text: str) -> None:
        """This has been told above the table or at its foot, if only for a moment."""
        self.page.evaluate(HEARD, text)

    @property
    def direction(self) -> Locator:
        """The arrows round the table."""
        return self.page.get_by_test_id("direction")

    @property
    def outcome(self) -> Locator:
        """Who has won the match."""
        return self.page.get_by_test_id("outcome")

    def row(self, name: str) -> Locator:
        """Cards on offer."""
        return self.page.get_by_test_id(f"row-{name}").get_by_test_id("card")

    def taken(self, seat: int) -> Locator:
        """Tricks won."""
        return self.page.get_by_test_id(f"taken-{seat}")

    def last_trick(self) -> Locator:
        """Look at the last trick."""
        slip = self.page.get_by_test_id("last-trick-slip")
        if not slip.is_visible():
            self.page.get_by_test_id("last-trick").click()
        return slip

    def memory(self) -> Locator:
        """Look at the cards seen."""
        self.page.get_by_test_id("memory").click()
        return self.page.get_by_test_id("memory-slip")

    # ---- the own hand ----
    @property
    def hand(self) -> Locator:
        """Own cards."""
        return self.page.get_by_test_id("hand").get_by_test_id("card")

    def card(self, code: str) -> Locator:
        """One of them."""
        return self.page.get_by_test_id("hand").locator(f"[data-code='{code}']")

    @property
    def playable(self) -> Locator:
        """Those that may be played now."""
        return self.page.get_by_test_id("hand").locator("[data-legal=true]")

    def play(self, code: str) -> None:
        """Play an own card as soon as that is possible."""
        expect(self.card(code)).to_have_attribute("data-legal", "true")
        touch(self.card(code))

    def take(self, code: str) -> None:
        """Take a card on offer as soon as that is possible."""
        card = self.page.locator(f"[data-testid^=row-] button[data-code='{code}']")
        expect(card).to_have_attribute("data-legal", "true")
        card.click()

    # ---- buttons, and what widgets offer ----
    def acted(self) -> list[str]:
        """The codes of what this page has done since it was loaded."""
        return list(self.page.evaluate("window.sent.filter(m => m.type === 'act').map(m => m.code)"))

    def done(self, code: str) -> None:
        """Wait until the page knows that it has done this; until then it still offers what was legal before."""
        self.page.evaluate(DONE, code)

    @property
    def actions(self) -> Locator:
        """Everything that may be done besides cards and numbers."""
        return self.page.locator("[data-action]")

    def action(self, code: str) -> Locator:
        """The button that does this."""
        return self.page.locator(f"[data-action='{code}']")

    def fact(self, name: str) -> Locator:
        """A figure or word of the deal."""
        return self.page.get_by_test_id(f"fact-{name}").locator("dd")

    # ---- the score sheet ----
    @property
    def sheet(self) -> Locator:
        """The score sheet."""
        return self.page.get_by_test_id("score-sheet")

    def close_chat(self) -> None:
        """More room for the table."""
        chat = self.page.get_by_role("button", name="Chat", exact=True)
        if chat.get_attribute("aria-expanded") == "true":
            chat.click()

    @property
    def sheet_toggle(self) -> Locator:
        """Its icon."""
        return self.page.get_by_test_id("sheet-toggle")

    def sheet_name(self, seat: int) -> Locator:
        """The cell with a name."""
        return self.page.get_by_test_id(f"sheet-name-{seat}")

    def sheet_rows(self) -> Locator:
        """Its lines, without the names."""
        return self.sheet.locator("tbody tr")

    @property
    def up(self) -> Locator:
        """One more."""
        return self.page.get_by_test_id("bid-up")

    @property
    def down(self) -> Locator:
        """One less."""
        return self.page.get_by_test_id("bid-down")

    @property
    def number(self) -> Locator:
        """The number that the arrows change."""
        return self.page.get_by_test_id("bid-value")

    @property
    def bid_ok(self) -> Locator:
        """OK beside the arrows."""
        return self.page.get_by_test_id("bid-ok")

    @property
    def chips(self) -> Locator:
        """Numbers that a touch says."""
        return self.page.get_by_test_id("numbers").get_by_role("button")

    def chip(self, number: int) -> Locator:
        """One of them."""
        return self.page.get_by_test_id(f"number-{number}")

    @property
    def confirm(self) -> Locator:
        """OK under the results of a deal."""
        return self.page.get_by_test_id("confirm")

    @property
    def chosen(self) -> Locator:
        """OK to the cards that go together."""
        return self.page.get_by_test_id("choose")

    @property
    def marked(self) -> Locator:
        """Cards that are to go together."""
        return self.page.get_by_test_id("hand").locator("[aria-pressed=true]")

    # ---- doing ----
    def bid(self, number: int) -> None:
        """Say a number: a touch on it, or arrows, then OK."""
        expect(self.up.or_(self.chip(number))).to_be_visible()
        if self.chips.count():
            return self.chip(number).click()
        for _ in range(max(1, number)):
            self.up.click()
        if number == 0:
            self.down.click()
        expect(self.number).to_have_text(str(number))
        self.bid_ok.click()

    def do(self, code: str) -> None:
        """Do what this code means, by clicks."""
        prefix, _, value = code.rpartition(":")
        match prefix:
            case "bid":
                self.bid(int(value))
            case "trump" | "contract":
                self.page.get_by_test_id(f"suit-{value}").or_(self.action(code)).first.click()
            case "take":
                self.take(value)
            case "announce":
                expect(self.number).to_be_visible()
                self.page.keyboard.type(value)
                self.bid_ok.click()
            case "discard" | "expose" | "pass":
                self.choose(value)
            case "" if not code.islower():
                self.play(code)
            case _:
                self.press(code)

    def choose(self, card: str) -> None:
        """Play a card; where several go together mark it, and with the last one let them go."""
        self.play(card)
        if self.chosen.count():
            expect(self.card(card)).to_have_attribute("aria-pressed", "true")
            if self.chosen.is_enabled():
                self.chosen.click()

    def press(self, code: str) -> None:
        """Press the button that does this; twice where it asks whether that is meant."""
        button = self.action(code)
        asks_twice = button.inner_text().endswith("…")
        button.click()
        if asks_twice:
            button.click()

    def call(self) -> None:
        """Say a number that may be said: 1, or 0 where it must not or cannot be 1."""
        if self.chips.count():
            legal = self.chips.and_(self.page.locator("[data-legal=true]"))
            return legal.nth(min(1, legal.count() - 1)).click()
        self.up.click()
        if self.bid_ok.get_attribute("data-legal") == "false":
            self.down.click()
        self.bid_ok.click()

    @property
    def asked(self) -> Locator:
        """What is asked of the reader now, if anything is."""
        return self.page.locator(", ".join(ASKS.values()))

    def step(self) -> bool:
        """Do whatever is asked first, and wait until it is done; False once the match is over."""
        what, mark = self.page.evaluate(ASKED, None)
        if what == "outcome":
            return False
        # What was asked may go while the pointer is on its way, when what was done before arrives only now: then
        # the page asks something else, which the next step does.  If it asks the same still, the wait below fails.
        late: PlaywrightTimeout | None = None
        try:
            self.answer(what)
        except PlaywrightTimeout as error:
            late = error
        try:
            self.page.evaluate(ASKED, mark)
        except PlaywrightError as error:
            raise error from late
        return True

    def answer(self, what: str) -> None:
        """Do one thing of the kind that is asked.  Raises TimeoutError."""
        match what:
            case "confirm":
                self.confirm.click()
            case "bid":
                self.call()
            case "action":
                self.actions.first.click()
            case "suit":
                self.page.locator(ASKS["suit"]).first.click()
            case "popup":
                self.popup.get_by_role("button").first.click()
            case "take":
                self.page.locator("[data-testid^=row-] [data-legal=true]").first.click()
            case "chosen":
                self.chosen.click()
            case _:
                touch(self.playable.and_(self.page.locator(":not([aria-pressed=true])")).first)

    # ---- lounge, chat and the rest of the page ----
    @property
    def seats(self) -> Locator:
        """The seats in the lounge."""
        return self.page.locator("ol.seats > li")

    @property
    def start(self) -> Locator:
        """The button that begins the match."""
        return self.page.get_by_role("button", name=re.compile("^(Start|はじめる|開始)"))

    @property
    def toast(self) -> Locator:
        """What was refused."""
        return self.page.get_by_role("alert")

    @property
    def chat(self) -> Locator:
        """The lines of the chat."""
        return self.page.locator(".chat .lines")

    def say(self, text: str) -> None:
        """Type into the chat."""
        field, button = self.page.locator("#chat-field"), self.page.locator(".bar .buttons button").first
        expect(button).to_be_visible()
        if button.get_attribute("aria-expanded") == "false":
            button.click()
        field.fill(text)
        field.press("Enter")

    def option(self, name: str) -> Locator:
        """An option that is on or off."""
        return self.page.get_by_role("checkbox", name=re.compile(re.escape(name)))

    def wait_for_card_back(self) -> None:
        """Until no finished trick lies on the table any more."""
        expect(self.page.locator("[data-lying].winner")).to_have_count(0)


def touch(card: Locator) -> None:
    """Click where a card of a fan stays in sight: on its index; tiles have none and lie side by side."""
    card.locator(".index text, .pin").first.click()


def pull(card: Locator) -> None:
    """A finger pulls a card of the hand up, far enough to play it, and lets it go; of a page that has touch."""
    at = box(card)
    x, y = at["x"] + 8, at["y"] + 40
    cdp = card.page.context.new_cdp_session(card.page)
    cdp.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for up in (20, 40, 90):
        cdp.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y - up}]})
    cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


# ---- looking ----
def colour(page: Page, name: str) -> str:
    """A colour of the look, as the browser has computed it."""
    script = """name => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = `var(${name})`;
      const found = getComputedStyle(probe).color;
      probe.remove();
      return found;
    }"""
    return str(page.evaluate(script, name))


def rgb(text: str) -> tuple[int, int, int]:
    """`rgb(1, 2, 3)` as numbers."""
    red, green, blue = (int(float(part)) for part in re.findall(r"[\d.]+", text)[:3])
    return red, green, blue


def box(locator: Locator) -> Any:
    """Where something stands: x, y, width, height."""
    found = locator.bounding_box()
    assert found is not None, "it is not on the screen"
    return found


def middle(locator: Locator) -> tuple[float, float]:
    """The middle of something."""
    at = box(locator)
    return at["x"] + at["width"] / 2, at["y"] + at["height"] / 2


def codes(locator: Locator) -> Sequence[str]:
    """The codes of cards."""
    return [str(code) for code in locator.evaluate_all("all => all.map(e => e.dataset.code)")]


# What the fixtures of these names, and `lobby`, give.
Enter = Callable[..., LobbyPage]
Show = Callable[..., Iterator[TablePage]]
Sit = Callable[..., TablePage]
Visit = Callable[..., Page]
