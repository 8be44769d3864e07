"""The pages of rules, as they are read on a phone."""

import pytest
from playwright.sync_api import expect

from browser.looks import PHONE, fits
from browser.pages import Sit, Visit
from browser.stage import Prepared, Put
from server.servers import Process
from torite.games.game import Value
from torite.locale import LANGUAGES

BROKEN = """word => {
  const found = [];
  const walk = document.createTreeWalker(document.querySelector('article'), NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode())
    for (let at = node.data.indexOf(word); at >= 0; at = node.data.indexOf(word, at + 1)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + word.length);
      if (range.getClientRects().length > 1) found.push(node.data);
    }
  return found;
}"""  # texts in which a line ends in the middle of this word


@pytest.mark.parametrize("locale", LANGUAGES)
def test_what_an_option_does_is_seen(server: Process, visit: Visit, locale: str) -> None:
    page = visit(server.base, locale=locale, **PHONE)
    for game in ("bingo", "emissary", "rwd", "wizard", "wysiwyg"):  # whose pages have a table of them
        page.goto(f"/rules/{game}")
        options = page.locator("table:has(td > code)")
        expect(options).to_be_visible()
        fits(page)
        assert options.evaluate("e => e.scrollWidth <= e.clientWidth"), game


@pytest.mark.parametrize("width", [375, 820])
def test_japanese_words_are_whole(server: Process, visit: Visit, width: int) -> None:
    page = visit(server.base, locale="ja", width=width, height=667)
    page.goto("/rules/wizard")
    expect(page.locator("article")).to_be_visible()
    assert [text for word in ("プレイヤー", "トリック", "カード") for text in page.evaluate(BROKEN, word)] == []


def test_at_a_table_the_page_says_first_what_is_other_than_usual(put: Put, sit: Sit) -> None:
    unusual: dict[str, Value] = {"lives": 2, "values": "somnia"}
    for options in (unusual, {}):
        page = sit(put(Prepared("mittlere", 3, options=options))).page
        page.locator(".bar button:has-text('Rules')").click()
        rules = page.locator("aside[aria-label=Rules] .text")
        expect(rules.locator("article")).to_be_visible()  # till then it is waited for
        expect(rules.get_by_role("heading").first).to_have_text("How to play")  # whose rules they are is known
        expect(rules.locator("> p")).to_have_count(1 if options else 0)
        if options:
            expect(rules.locator("> p")).to_contain_text("Lives: 2 · Card values: Somnia")
