"""A table of one of the Jass games: what is asked there beside cards, and how a person answers."""

from typing import Any

from playwright.sync_api import Locator, expect

from browser.pages import LobbyPage, TablePage, touch

# What is asked first, and a mark that changes once it is answered; waits until one is, or until the mark is another.
ASKED = """mark => new Promise((found, fail) => {
  const asks = { outcome: '[data-testid=outcome]', confirm: '[data-testid=confirm]', number: '[data-testid=bid-range]',
    button: '.actions [data-action]', suit: '.actions [data-testid^=suit-]',
    sheet: '[data-testid=score-sheet] [data-action]', card: '[data-testid=hand] [data-legal=true]' };
  let now = '';
  watch(() => {
    const all = Object.entries(asks).filter(([, where]) => document.querySelector(where)).map(([what]) => what);
    const seen = document.querySelectorAll(`${asks.card}, ${asks.button}`);
    now = `${all} ${[...seen].map(e => e.dataset.code ?? e.dataset.action)}`;
    const done = mark === null ? all.length > 0 : now !== mark;
    if (done) found([all, now]);
    return done;
  }, fail, () => `nothing happens: ${now}`);
})"""


class JassTable(TablePage):
    """A table with contracts, Weis and announcements."""

    def step(self) -> bool:
        """Do what is asked, the first way that there is; False once the match is over."""
        asked, mark = self.page.evaluate(ASKED, None)
        if "outcome" in asked:
            return False
        self._answer(asked)
        self.page.evaluate(ASKED, mark)
        return True

    def _answer(self, asked: list[str]) -> None:
        if "confirm" in asked:
            self.page.evaluate("document.querySelector('[data-testid=confirm]')?.click()")  # it may just have gone
        elif "number" in asked:
            self.page.get_by_test_id("bid-range").fill("40")
            self.bid_ok.click()
        elif "sheet" in asked:
            self.choose_on_sheet()
        elif "suit" in asked:
            self.page.locator(".actions [data-testid^=suit-]").first.click()
        elif "button" in asked:
            self.page.locator(".actions [data-action]").first.click()
        else:
            touch(self.playable.first)

    def choose_on_sheet(self) -> None:
        """The first contract that is free, and the first of its ways."""
        self.contracts.first.click()
        if self.ways.count() > 0:
            self.ways.first.click()

    def choose(self, code: str) -> None:
        """This contract on the sheet."""
        row = ":".join(code.split(":")[:2])
        self.sheet.locator(f"td > [data-action='{row}']").click()
        if self.ways.count() > 0:
            self.sheet.locator(f".ways [data-action='{code}']").click()

    @property
    def contracts(self) -> Locator:
        """The contracts that the sheet offers."""
        return self.sheet.locator("td > [data-action]")

    @property
    def ways(self) -> Locator:
        """The ways in which the contract that was chosen can be had."""
        return self.sheet.locator(".ways [data-action]")

    def cell(self, row: str, column: int) -> Locator:
        """A cell of the sheet of contracts."""
        return self.sheet.locator(f"[data-row={row}] [data-column='{column}']")

    def slate(self, side: int) -> Locator:
        """A side's half of the slate."""
        return self.page.get_by_test_id(f"slate-{side}")


def sit_with_bots(front: LobbyPage, name: str, seats: int, options: dict[str, str]) -> JassTable:
    """To a table of this game with quick bots and these options, by clicks; labels and texts as they are read."""
    front.set_up(name, seats=seats)
    for label, value in options.items():
        if label == "Rule set":
            front.game(name).get_by_role("radio", name=value).check()
            continue
        front.game(name).get_by_label(label, exact=True).select_option(label=value)
    return JassTable(front.play_bots(name).page)


def settings(table: TablePage, **changes: Any) -> None:
    """Change the reader's settings: field = value of the first choice that has it, or whether its box is ticked."""
    table.page.locator("header .own > .button").last.click()
    dialog = table.page.locator("dialog[open]")
    for field, value in changes.items():
        if isinstance(value, bool):
            dialog.locator(f"input[name={field}]").set_checked(value)
            continue
        dialog.locator(f"select:has(option[value={value}])").select_option(value)
    dialog.locator("button.primary").click()
    expect(dialog).to_have_count(0)
