"""Taking a move back in the browser: both agree, and the card is in the hand again."""

from collections.abc import Callable

from playwright.sync_api import expect

from browser.pages import TablePage
from browser.stage import Open, Prepared, phase

Sit = Callable[..., TablePage]
Put = Callable[[Prepared], Open]


def test_a_card_comes_back_into_the_hand_when_the_other_agrees(put: Put, sit: Sit) -> None:
    table = put(Prepared("wysiwyg", 2).until(lambda p: phase(p) == "play" and p.turn == 0))
    ann, ben = sit(table, 0), sit(table, 1, width=375, height=667)
    card = table.position.legal(0)[0]
    ann.do(card)
    hand = ann.page.get_by_test_id("hand").locator(f"[data-code={card}]")
    expect(hand).to_have_count(0)
    ann.page.get_by_role("button", name="Table", exact=True).click()
    ann.page.get_by_role("button", name="Take my last move back").click()
    expect(ann.page.get_by_role("button", name="Take my last move back")).to_have_count(0)
    box = ben.page.get_by_test_id("proposal")
    expect(box).to_contain_text("Ann proposes: Take a move back")
    expect(box).to_contain_text("What was seen stays seen")
    assert ben.page.evaluate("document.documentElement.scrollWidth") <= 375
    box.get_by_role("button", name="Agree").click()
    expect(box).to_have_count(0)
    expect(hand).to_have_count(1)
    ann.page.get_by_role("button", name="Chat").click()
    expect(ann.page.get_by_text("Ann takes a move back.").first).to_be_visible()
    ann.do(card)
    expect(ben.page.locator(f"[data-lying] [data-code={card}], [data-lying][data-code={card}]")).to_have_count(1)
