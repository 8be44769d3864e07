"""Whoever sees nothing: a table by what the browser tells a screen reader, roles and names alone."""

import re

from playwright.sync_api import Locator, expect

from browser.pages import TablePage

TOOLS = "Hint|Score sheet|Cards seen|Last trick|Take back|The rest is mine|Close|Cancel|One less|What retainers can do"
OUT = re.compile(rf"^({TOOLS})\b|not playable now|\[disabled\]|\[pressed\]")  # does nothing, or nothing new
BUTTON = re.compile(r'^( *)- button (?:"((?:[^"\\]|\\.)*)"|/)(.*?):?$')
GROUP = re.compile(r'^( *)- (?:group|region|complementary) "([^"]*)"')
DID = "window.sent.flatMap(m => m.codes ?? (m.type === 'act' ? [m.code] : []))"


class Ear:
    """What is heard at a table, and answered."""

    def __init__(self, table: TablePage) -> None:
        self.table, self.page = table, table.page
        self.scene = self.page.get_by_role("region", name="The table", exact=True)
        self.line = self.scene.get_by_role("status").first

    def offered(self) -> list[tuple[str, str]]:
        """What might be done, as group and name: what is asked, then cards on offer and drawings, then the hand."""
        found, group = list[tuple[str, str]](), [(-1, "")]
        for line in self.scene.aria_snapshot().splitlines():
            depth = len(line) - len(line.lstrip())
            while depth <= group[-1][0]:
                group.pop()
            if heading := GROUP.match(line.replace("'", "")):
                group.append((depth, heading[2]))
            button = BUTTON.match(line.replace("'", ""))
            if button and button[2] and not OUT.search(button[2] + button[3]):
                found.append((group[-1][1], button[2]))
        order = ("What you may do", "", "Your hand")
        return sorted(found, key=lambda each: order.index(each[0]) if each[0] in order else 1)

    def press(self, name: str) -> None:
        """What a screen reader does with a button."""
        self.button(name).evaluate("button => { button.focus(); button.click(); }")

    def button(self, name: str) -> Locator:
        """The first one of this name."""
        return self.scene.get_by_role("button", name=name, exact=True).first

    def acts(self) -> list[str]:
        """Does something that is legal; the codes of what was done."""
        expect(self.line).to_contain_text("Your turn")
        before = len(self.done())
        for tries in range(8):
            names = [name for _, name in self.offered()]
            if tries % 2 == 0 and "OK" in names and "One more" in names:
                names = ["OK"]
            self.press(names[0])
            if self.done()[before:]:
                break
        did = self.done()[before:]
        assert did, (self.scene.aria_snapshot(), self.offered())
        self.table.done(did[-1])
        return did

    def done(self) -> list[str]:
        """The codes of all that this page has sent."""
        return list(self.page.evaluate(DID))
