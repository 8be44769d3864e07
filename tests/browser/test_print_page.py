"""A game on paper: the page of the house that is printed, and `torite print`."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.looks import SMALL, violations
from browser.pages import Visit, colour, rgb
from browser.stage import House

SCREENS = [(375, 667), (812, 375), (1280, 800)]
WORDS = {"en-GB": "Print", "de-CH": "Drucken", "ja-JP": "印刷"}
MILLIMETRE = 72 / 25.4  # points of a PDF
LETTER = (215.9, 279.4)
PLACES = """leaf => {
  const paper = leaf.getBoundingClientRect();
  const middles = [...leaf.querySelectorAll('svg.card')].map((card) => {
    const box = card.getBoundingClientRect();
    return [box.left + box.width / 2 - paper.left, box.top - paper.top];
  });
  return [paper.width, middles];
}"""


@pytest.mark.parametrize("locale", list(WORDS))
def test_the_page_to_print_fits_every_screen(house: House, visit: Visit, locale: str) -> None:
    page = visit(house.base, locale=locale)
    page.goto("/rules/wizard")
    page.locator("a[href='/print/wizard']").click()
    page.get_by_test_id("print-choices").get_by_role("checkbox").nth(2).uncheck()  # a sheet of paper seen from afar
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.get_by_role("button", name=WORDS[locale], exact=True)).to_be_visible()
        expect(page.get_by_test_id("leaf")).to_have_count(7)
        expect(page.get_by_test_id("leaf").locator("svg.card")).to_have_count(60)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate(SMALL) == []
    expect(page.locator(".rules h2")).to_be_visible()
    expect(page.locator("h1")).to_have_count(1)
    assert violations(page) == []


@pytest.mark.parametrize(("game", "width"), [("schieber", 63), ("bingo", 45)])
def test_printed_cards_have_their_true_size(house: House, visit: Visit, game: str, width: int) -> None:
    page = visit(house.base)
    page.goto(f"/print/{game}?parts=cards&deck=swiss&paper=letter")
    page.emulate_media(media="print")
    card = page.get_by_test_id("leaf").locator("svg.card").first.bounding_box()
    assert card is not None
    assert card["width"] == pytest.approx(width * 96 / 25.4, abs=0.5)


def test_each_card_has_its_back_behind_it(house: House, visit: Visit) -> None:
    page = visit(house.base)
    page.goto("/print/emissary?parts=cards,backs")
    page.emulate_media(media="print")
    leaves = page.get_by_test_id("leaf")
    expect(leaves).not_to_have_count(0)
    places = [leaf.evaluate(PLACES) for leaf in leaves.all()]
    for (width, fronts), (_, backs) in zip(places[::2], places[1::2], strict=True):
        turned = [[pytest.approx(width - left, abs=0.5), pytest.approx(top, abs=0.5)] for left, top in fronts]
        assert backs == turned
    assert len(places[-1][1]) < len(places[0][1])  # the last sheet is not full


def test_only_what_is_wanted_is_printed(house: House, visit: Visit) -> None:
    page = visit(house.base)
    page.goto("/print/schieber?parts=pad")
    expect(page.get_by_role("table")).to_have_count(1)
    expect(page.locator("thead :is(th, td)")).to_have_count(1 + 2)  # its two sides
    expect(page.get_by_test_id("leaf")).to_have_count(0)
    page.get_by_label("Cards", exact=True).check()
    expect(page.get_by_test_id("leaf")).to_have_count(4)
    page.get_by_label("Backs").check()
    expect(page.get_by_test_id("leaf")).to_have_count(8)
    page.goto("/print/nothing")
    expect(page.get_by_role("alert").or_(page.get_by_role("heading"))).to_be_visible()


def test_each_page_of_the_rules_has_margins_that_no_browser_loses(house: House, visit: Visit) -> None:
    page = visit(house.base)
    page.goto("/print/wizard?parts=rules")
    expect(page.locator(".rules h2")).to_be_visible()
    page.emulate_media(media="print")
    style = "all => all.map(e => getComputedStyle(e)).map(s => [s.page, s.boxDecorationBreak, s.padding])"
    ((named, edges, margin),) = page.locator(".text").evaluate_all(style)
    assert (named, edges) == ("auto", "clone")
    assert float(margin.removesuffix("px")) == pytest.approx(16 * 96 / 25.4, abs=0.5)


OLDER = """() => [...document.querySelectorAll('style')].some((style) => {
  const told = style.textContent.replace('not (box-decoration-break: clone)', '(display: block)');
  if (told === style.textContent) return false;
  style.textContent = told;
  return true;
})"""


def test_where_no_padding_is_repeated_pages_have_margins_of_their_own(house: House, visit: Visit) -> None:
    page = visit(house.base)
    page.goto("/print/wizard?parts=rules")
    expect(page.locator(".rules h2")).to_be_visible()
    page.emulate_media(media="print")
    assert page.evaluate(OLDER)  # as Chrome up to 129 reads it
    style = "all => all.map(e => getComputedStyle(e)).map(s => [s.page, s.padding])"
    assert page.locator(".text").evaluate_all(style) == [["text", "0px"]]


def test_who_likes_it_dark_prints_on_light_paper(house: House, visit: Visit) -> None:
    page = visit(house.base, chosen={"theme": "dark"})
    page.goto("/rules/wizard")
    assert max(rgb(colour(page, "--paper"))) < 60
    page.emulate_media(media="print")
    assert min(rgb(colour(page, "--paper"))) > 200
    assert max(rgb(colour(page, "--ink"))) < 90


def test_torite_print_writes_a_pdf(chromium: object, tmp_path: Path) -> None:
    file = tmp_path / "cards.pdf"
    line = ["print", "wizard", "--paper", "letter", "--parts", "cards,backs,pad", "--out", str(file)]
    done = subprocess.run([sys.executable, "-m", "torite.cli", *line], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stderr in ("", "printing …\n")  # said where it takes long
    assert str(file) in done.stdout
    pdf = file.read_bytes()
    boxes = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert len(boxes) == 7 + 7 + 1
    for box in boxes:
        assert [float(side) for side in box] == pytest.approx([side * MILLIMETRE for side in LETTER], abs=1)
