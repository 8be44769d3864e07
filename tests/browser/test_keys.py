"""A whole deal by single keys, in each kind of game: no Tab, no pointer, and the focus never falls to the body."""

from collections.abc import Callable

from playwright.sync_api import expect

from browser.pages import TablePage
from browser.stage import Open, Prepared, phase

Sit = Callable[..., TablePage]
Put = Callable[[Prepared], Open]


class Typist:
    """Ann, who has no mouse."""

    def __init__(self, table: Open, ann: TablePage) -> None:
        self.table, self.ann, self.keys = table, ann, ann.page.keyboard
        del table.pages[0]

    def play(self, code: str) -> None:
        """Go to the card with the arrows."""
        card = self.ann.card(code)
        expect(card).to_have_attribute("data-legal", "true")
        self.keys.press("ArrowRight")
        self.keys.press("Home")
        for _ in range(self.ann.hand.count()):
            if not card.evaluate("e => e === document.activeElement"):
                self.keys.press("ArrowRight")
        self.keys.press("Enter")
        expect(card).to_have_count(0)

    def figures(self, number: int) -> None:
        """A number that is asked."""
        expect(self.ann.number).to_be_visible()
        self.keys.type(str(number))
        self.keys.press("Enter")
        expect(self.ann.number).to_have_count(0)

    def choose(self, place: int) -> None:
        """One of the buttons that are asked."""
        expect(self.ann.page.locator(".asked button").nth(place)).to_be_visible()
        self.keys.press(str(place + 1))

    def deal(self, answer: Callable[[str], bool]) -> None:
        """To the end of the deal; `answer` does what is no card of the hand, and says whether it was."""
        position = self.table.position
        while position.actors():
            seat = position.actors()[0]
            code = position.legal(seat)[0]
            if seat:
                self.table.do((seat, code))
                continue
            if not answer(code):
                self.play(code.rpartition(":")[2])
            position.play(code, 0)
            assert self.ann.page.evaluate("document.activeElement !== document.body"), code
        expect(self.ann.confirm).to_be_visible()
        self.keys.press("Enter")
        expect(self.ann.confirm).to_have_count(0)
        assert self.ann.page.evaluate("document.activeElement !== document.body")


def test_a_deal_of_wizard(put: Put, sit: Sit) -> None:
    table = put(Prepared("wizard", 3).next_deal().until(lambda p: phase(p) == "bid" and p.actors() == [0]))
    ann = Typist(table, sit(table))

    def answer(code: str) -> bool:
        if code.startswith("bid:"):
            ann.figures(int(code[4:]))
        return code.startswith("bid:")

    ann.deal(answer)


def test_a_deal_of_schieber_and_its_trump(put: Put, sit: Sit) -> None:
    table = put(Prepared("schieber", 4).find(lambda p: phase(p) == "contract" and p.actors() == [0]))
    ann = Typist(table, sit(table))

    def answer(code: str) -> bool:
        if code.startswith("contract:"):
            ann.choose(0)
            expect(ann.ann.page.get_by_test_id("suit-S")).to_have_count(0)
        return not code[0].isupper()  # Weis and Stöck go by themselves

    ann.deal(answer)


def test_a_deal_of_bingo_and_its_final_word(put: Put, sit: Sit) -> None:
    table = put(Prepared("bingo", 2).until(lambda p: phase(p) == "draw" and "declare" in p.legal(0)))
    ann = Typist(table, sit(table))
    ann.keys.press("?")
    expect(ann.ann.page.get_by_test_id("keys")).to_contain_text("what is asked: first, second")
    ann.keys.press("Escape")
    place = [b.get_attribute("data-action") for b in ann.ann.actions.all()].index("declare")
    ann.choose(place)
    expect(ann.ann.page.get_by_text("Sure? It is final.")).to_be_visible()
    ann.keys.press("Enter")
    expect(ann.ann.fact("declared")).to_have_text("Ann")
    table.position.play("declare", 0)

    def answer(code: str) -> bool:
        is_tile = "-" in code
        if not is_tile:
            ann.choose(0)
        return not is_tile

    ann.deal(answer)
