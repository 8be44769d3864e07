"""The site of docs/ (scripts/build_docs.py), as a house shows it."""

import re
from types import ModuleType

from playwright.sync_api import expect

from browser.conftest import missing
from browser.pages import Visit
from browser.stage import House
from torite import rules
from torite.server.pages import DOCS


def test_the_site_is_searched_and_runs_its_scripts(house: House, visit: Visit) -> None:
    if not (DOCS / "index.html").is_file():
        missing("the docs are not built (scripts/build_docs.py)")
    page = visit(house.base)
    refused: list[str] = []
    page.on("console", lambda told: refused.append(told.text) if told.type == "error" else None)
    page.goto("/docs")
    page.get_by_role("link", name="Five minutes of research").first.click()
    expect(page.get_by_role("heading", name="A thousand matches at once")).to_be_visible()
    page.keyboard.press("f")
    page.keyboard.type("determinization")
    expect(page.get_by_role("link", name="Worlds that could be true").first).to_be_visible()
    assert refused == []


def test_a_page_that_is_not_there_leads_to_those_that_are(house: House, visit: Visit) -> None:
    if not (DOCS / "404.html").is_file():
        missing("the docs are not built (scripts/build_docs.py)")
    page = visit(house.base)
    failed: list[str] = []
    page.on("requestfailed", lambda request: failed.append(request.url))
    page.goto("/docs/api/nothing/at/all.html")
    expect(page.get_by_role("heading", name="404")).to_be_visible()
    assert page.evaluate("document.styleSheets.length") >= 2 and failed == []
    page.get_by_role("link", name="Five minutes of research").first.click()
    expect(page.get_by_role("heading", name="A thousand matches at once")).to_be_visible()


def test_its_theme_and_signs_come_with_their_licences(house: House, visit: Visit) -> None:
    if not (DOCS / "index.html").is_file():
        missing("the docs are not built (scripts/build_docs.py)")
    told = visit(house.base).request.get(f"{house.base}/docs/licenses.md").text()
    assert all(whose in told for whose in ("Zensical and contributors", "Lucide", "Pictogrammers"))


def test_the_fields_of_a_kit_are_explained() -> None:
    file = DOCS / "api" / "rules.html"
    if not file.is_file():
        missing("the docs are not built (scripts/build_docs.py)")
    page = file.read_text("utf-8")
    kits = page.partition('<h2 id="kits"')[2].partition("<h2 ")[0]
    assert kits and "<td></td>" not in kits
    table = page.partition('id="torite.games.kits.tricks.State"')[2].partition("</table>")[0]
    assert re.findall("<tr>", table) == ["<tr>"] * 2  # no fields of its parents
    assert ">void</code>" in table and "suits in which the seat has shown a void" in table


def test_every_name_for_a_page_of_rules_has_its_reference() -> None:
    page = (DOCS.parents[3] / "docs" / "api" / "rules.md").read_text("utf-8")
    told = {line.removeprefix("::: ") for line in page.splitlines() if line.startswith("::: ")}
    names = {name for name in dir(rules) if not name.startswith("_")} - {"State"}  # of pages from before classes
    for name in names:
        meant = getattr(rules, name)
        assert (meant.__name__ if isinstance(meant, ModuleType) else f"torite.rules.{name}") in told, name


def test_what_a_page_is_made_of_is_explained() -> None:
    file = DOCS / "api" / "rules.html"
    if not file.is_file():
        missing("the docs are not built (scripts/build_docs.py)")
    told = re.sub("<[^>]*>", "", file.read_text("utf-8"))
    fact = told.partition("A figure or word of the deal for all to see")
    assert fact[0].rstrip().endswith("Bases: Part") and "seat: bool = False" in fact[0][-200:]
    assert "is the value a seat" in fact[2][:200] and "is_same" not in told
    assert "suit: its letter; card: its code" in told.partition("Why an action is not legal.")[2][:400]
