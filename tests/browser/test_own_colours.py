"""In the reader's own colours, what our grounds and shadows tell is told by edges, or still painted."""

from playwright.sync_api import expect

from browser.pages import Show, Visit
from browser.stage import House, Prepared, phase

BLACK = {"forced_colors": "active", "color_scheme": "dark"}  # light letters on black
BAR = "each => getComputedStyle(each).borderLeftColor"
GROUND = "each => getComputedStyle(each).backgroundColor"


def test_drawings_are_those_for_the_readers_ground(house: House, visit: Visit) -> None:
    page = visit(house.base, chosen={"theme": "light"}, **BLACK)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.emulate_media(forced_colors="none", color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def test_marked_cards_have_an_edge(show: Show) -> None:
    for table in show(Prepared("emissary", 1).find(lambda p: phase(p) == "discard"), **BLACK):
        first, second = table.hand.nth(0), table.hand.nth(1)
        first.click()
        expect(first).to_have_attribute("aria-pressed", "true")
        second.focus()
        expect(first).to_have_css("outline-style", "solid")


def test_ones_turn_alone_has_a_bar(show: Show) -> None:
    turns = (
        Prepared("rwd", 3).until(lambda p: 0 not in p.actors()),
        Prepared("rwd", 3).until(lambda p: 0 in p.actors()),
    )
    others, own = (table.turn_line.locator("..").evaluate(BAR) for table in show(*turns, **BLACK))
    assert others == "rgb(0, 0, 0)" != own


def test_what_has_no_edge_has_none_over_the_words_beside_it(show: Show) -> None:
    for table in show(Prepared("rwd", 3), **BLACK):
        expect(table.page.locator("header .quiet").first).to_have_css("border-left-color", "rgb(0, 0, 0)")


def test_won_tricks_are_told_from_those_to_win(show: Show) -> None:
    for table in show(Prepared("emissary", 1).until(lambda p: int(p.state.tricks[0]) == 2), **BLACK):
        expect(table.page.locator(".beads i").first).to_be_visible()
        open_inside = table.page.locator(".beads i").evaluate_all("all => all.map(each => each.clientWidth > 0)")
        assert open_inside.count(False) == 2


def test_marks_grow_towards_the_goal(show: Show) -> None:
    won = Prepared("wysiwyg", 2).find(lambda p: phase(p) == "play" and min(p.state.marks[:2]) > 0)
    for table in show(won, **BLACK):
        track = table.page.locator(".contract .track")
        assert track.locator(".own").evaluate(GROUND) != track.evaluate(GROUND)
