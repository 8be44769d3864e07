"""Taking a move back in the browser: both agree, and the card is in the hand again."""

import re

import pytest
from playwright.sync_api import Locator, expect

from browser.pages import Sit, TablePage
from browser.stage import Prepared, Put, phase


def in_hand(who: TablePage, card: str) -> Locator:
    return who.page.get_by_test_id("hand").locator(f"[data-code={card}]")


def test_a_card_comes_back_into_the_hand_when_the_other_agrees(put: Put, sit: Sit) -> None:
    table = put(Prepared("wysiwyg", 2).until(lambda p: phase(p) == "play" and p.turn == 0))
    ann, ben = sit(table, 0), sit(table, 1, width=375, height=667)
    card = table.position.legal(0)[0]
    ann.do(card)
    ann.done(card)
    expect(in_hand(ann, card)).to_have_count(0)
    icon = ann.page.get_by_role("button", name="Take back", exact=True)
    icon.click()
    expect(icon).to_have_count(0)
    box = ben.page.get_by_test_id("proposal")
    expect(box).to_contain_text("Ann proposes: Take a move back")
    expect(box).to_contain_text("What was seen stays seen")
    assert ben.page.evaluate("document.documentElement.scrollWidth") <= 375
    box.get_by_role("button", name="Agree").click()
    expect(box).to_have_count(0)
    expect(in_hand(ann, card)).to_have_count(1)
    expect(ann.page.get_by_role("log")).to_contain_text("Ann takes a move back.")
    ann.do(card)
    ann.done(card)
    # It may complete the trick, which does not lie for long.
    expect(ben.page.get_by_role("log")).to_have_text(re.compile(r"Ann takes a move back\.\s*Ann: \w+ of \w+\s*$"))


@pytest.mark.parametrize("by_the_line", [True, False])
def test_on_a_phone_the_line_and_the_page_of_the_table_have_it(put: Put, sit: Sit, by_the_line: bool) -> None:
    table = put(Prepared("wysiwyg", 2).until(lambda p: phase(p) == "play" and p.turn == 0))
    ann = sit(table, 0, width=375, height=667)
    ben = table.wire(1)
    card = table.position.legal(0)[0]
    ann.do(card)
    if by_the_line:
        ann.page.get_by_test_id("take-back").click()
    else:
        ann.page.get_by_role("button", name="Table", exact=True).click()
        ann.page.get_by_role("button", name="Take my last move back").click()
        expect(ann.page.get_by_role("complementary", name="Table")).to_have_count(0)  # it covered the move
    ben.until_table(lambda told: told["pending"] is not None)
    assert ben.ask("answer", yes=False, seq=ben.table["pending"]["seq"])["type"] == "ack"
    expect(ann.page.get_by_test_id("proposal")).to_have_count(0)
    expect(in_hand(ann, card)).to_have_count(0)
    assert ben.table["take_backs"] == 0
