"""Whoever has no mouse: a table by single keys, as `client/src/ui/keys.ts` has them."""

import re

from playwright.sync_api import expect

from browser.pages import TablePage, codes

# What figures choose among, in their order: a question in the bar, in a pop-up, on the sheet, in a drawing.
CHOICES = ", ".join(
    (
        ".asked :is(button, a):not(.arrow, .numbers > *)",
        "[data-testid=trump-popup] button",
        ".paper footer button:not(.arrow)",
        "[data-testid^=widget-] [data-action]",
    )
)
NAMELESS = re.compile(r"^\s*- (button|link|checkbox|radio|slider|spinbutton|textbox|combobox|img)(:| \[|$)", re.M)


class Keyboard:
    """Keys pressed at a table."""

    def __init__(self, table: TablePage) -> None:
        self.table, self.page, self.keys = table, table.page, table.page.keyboard

    def do(self, code: str) -> None:
        """What this code means, and wait until it is done."""
        prefix, _, value = code.rpartition(":")
        if prefix in ("bid", "announce"):
            self.figures(int(value))
        elif prefix == "take":
            self.take(value)
        elif prefix in ("discard", "pass") and self.table.chosen.count():
            self.mark(value)
            if self.table.chosen.is_enabled():
                self.keys.press("1")
        elif prefix in ("discard", "expose", "pass") or not (prefix or code.islower()):
            self.play(value)
        else:
            self.choose(code)

    def play(self, code: str) -> None:
        """A card of the hand."""
        card = self.table.card(code)
        expect(card).to_have_attribute("data-legal", "true")
        self.walk_in_hand(code)
        expect(card).to_have_count(0)

    def mark(self, code: str) -> None:
        """Choose a card of several that go together, or put it back."""
        card = self.table.card(code)
        marked = card.get_attribute("aria-pressed") == "true"
        self.walk_in_hand(code)
        expect(card).to_have_attribute("aria-pressed", str(not marked).lower())

    def press_on_a_card(self) -> None:
        """The first one that may be played."""
        expect(self.table.playable.first).to_be_visible()
        self.walk_in_hand(codes(self.table.playable)[0])

    def take(self, code: str) -> None:
        """A card on offer."""
        offered = self.page.locator("[data-testid^=row-] [data-legal=true]")
        expect(offered.and_(self.page.locator(f"[data-code='{code}']")).first).to_be_visible()
        self.keys.press("ArrowUp")
        self.walk(codes(offered).index(code), code)

    def walk_in_hand(self, code: str) -> None:
        """To an own card from the nearer end of the hand, then Enter."""
        hand = codes(self.table.hand)
        at = hand.index(code)
        self.keys.press("ArrowDown")
        if 2 * at < len(hand):
            self.keys.press("Home")
            self.walk(at, code)
        else:
            self.keys.press("End")
            self.walk(len(hand) - 1 - at, code, "ArrowLeft")

    def walk(self, steps: int, code: str, key: str = "ArrowRight") -> None:
        """So many cards to one side, then Enter."""
        for _ in range(steps):
            self.keys.press(key)
        self.page.wait_for_function("code => document.activeElement?.dataset.code === code", arg=code)
        self.keys.press("Enter")

    def figures(self, number: int) -> None:
        """A number that is asked."""
        asked = self.table.number.or_(self.table.chip(number))
        expect(asked).to_be_visible()
        self.keys.type(str(number))
        self.keys.press("Enter")
        expect(asked).to_have_count(0)

    def choose(self, code: str) -> None:
        """One of the things that are asked, by its place among them."""
        suit = self.page.get_by_test_id(f"suit-{code.rpartition(':')[2]}")
        button = self.table.action(code).or_(suit).first
        expect(button).to_be_visible()
        offered = self.page.locator(CHOICES).filter(visible=True).all()
        meant = button.element_handle()
        place = next(i for i, each in enumerate(offered, 1) if each.evaluate("(e, meant) => e === meant", meant))
        self.keys.press(str(place))

    def stands_somewhere(self) -> bool:
        """Has something the focus, other than the whole page?"""
        return bool(self.page.evaluate("document.activeElement !== document.body"))

    def nameless(self) -> list[str]:
        """Controls and pictures of which somebody who sees nothing would not hear what they are."""
        return NAMELESS.findall(self.page.locator("main").aria_snapshot())
