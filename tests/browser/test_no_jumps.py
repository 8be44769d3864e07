"""Nothing jumps: while a deal is played all that can be touched keeps its place, and the table its size."""

import pytest
from playwright.sync_api import expect

from browser.pages import Show, Sit, box
from browser.stage import Prepared, Put, phase
from browser.staged import LOOK
from torite.games.jass.weis import meld_kinds

# Where a phone lies on its side, words and controls stand in a column of their own, from its top and from its foot; the
# trump stands between them.
PLACES = """() => Object.fromEntries(['.held', '[data-testid=sheet-toggle]', '.felt',
  ...(document.querySelector('.scene.low') ? ['.signs > :first-child'] : ['.scene > .strip', '[data-testid=line]'])
  ].map(where => {
    const { x, y, width, height } = document.querySelector(where).getBoundingClientRect();
    return [where, [x, y, width, height].map(Math.round)];
  }))"""


@pytest.mark.parametrize(("width", "height"), [(375, 667), (812, 375), (1280, 800)])
@pytest.mark.parametrize(("game", "players"), [("wizard", 4), ("differenzler", 4)])
def test_a_deal_is_played_without_a_jump(put: Put, sit: Sit, game: str, players: int, width: int, height: int) -> None:
    prepared = Prepared(game, players)
    while game == "wizard" and int(prepared.position.state.each) < 4:
        prepared.next_deal()
    table = put(prepared.until(lambda p: phase(p) == "play"))
    ann = sit(table, width=width, height=height, chosen={"speed": "none"})
    seen = [ann.page.evaluate(PLACES)]
    while int(table.position.state.held[0]) > 0:
        seat = table.position.actors()[0]
        table.do((seat, table.position.legal(seat)[0]))
        if table.position.actors():  # with the end of the deal the sheet opens
            seen.append(ann.page.evaluate(PLACES))
    assert all(places == seen[0] for places in seen), [places for places in seen if places != seen[0]][:3]


@pytest.mark.parametrize(("game", "players"), [("wizard", 4), ("differenzler", 4)])
@pytest.mark.parametrize("numbers", ["arrows", "chips"])
def test_a_bid_is_asked_without_a_jump(put: Put, sit: Sit, game: str, players: int, numbers: str) -> None:
    table = put(Prepared(game, players).next_deal().until(lambda p: 0 in p.actors() and phase(p) != "play"))
    ann = sit(table, width=375, height=667, chosen={"speed": "none", "numbers": numbers})
    asked = ann.page.evaluate(PLACES)
    table.until(lambda p: phase(p) == "play")
    expect(ann.number.or_(ann.chips)).to_have_count(0)
    assert ann.page.evaluate(PLACES) == asked


@pytest.mark.parametrize(("width", "height"), [(375, 667), (820, 1180), (1280, 800)])
def test_an_auction_goes_on_without_a_jump(show: Show, width: int, height: int) -> None:
    def calling() -> Prepared:
        return Prepared("wysiwyg", 2).find(lambda p: phase(p) == "bid" and p.actors() == [0] and p.state.bid < 9)

    asked, done = calling(), calling()
    done.act(0, next(code for code in done.position.legal(0) if code.startswith("bid:")))
    tables = show(asked, done, width=width, height=height, locale="de-CH", chosen={"speed": "none"})
    places = [ann.page.evaluate(PLACES) for ann in tables]
    assert places[0] == places[1]


def test_a_goal_that_cannot_be_reached_moves_no_felt(show: Show) -> None:
    modest, bold = Prepared("wysiwyg", 2), Prepared("wysiwyg", 2)
    for prepared, bid in ((modest, "bid:2"), (bold, "bid:60")):
        prepared.act(prepared.position.actors()[0], bid)
        prepared.act(prepared.position.actors()[0], "double")
        prepared.until(lambda p: phase(p) == "trump")
    tables = show(modest, bold, width=375, height=667, locale="de-CH", chosen={"speed": "none"})
    felts = [box(ann.page.locator(".felt")) for ann in tables]
    assert felts[0] == felts[1]


@pytest.mark.parametrize(("width", "height"), [(812, 375), (1180, 760)])
def test_cards_on_offer_are_large_and_go_without_a_jump(show: Show, width: int, height: int) -> None:
    """When the stock is used up, in the middle of a deal."""
    taking, late = (
        Prepared("wysiwyg", 2).find(lambda p: phase(p) == "play" and p.actors() == [0] and p.state.tricks.sum() == 3),
        Prepared("wysiwyg", 2).find(lambda p: phase(p) == "play" and p.actors() == [0] and p.state.tricks.sum() == 15),
    )
    places = []
    for ann in show(taking, late, width=width, height=height, chosen={"speed": "none"}):
        lying = ann.row("display")
        if lying.count():
            assert box(lying.first)["width"] > 0.8 * box(ann.hand.first)["width"]
        plates = [ann.page.locator(f"[data-anchor=seat-{seat}]").first.bounding_box() for seat in range(2)]
        places.append((ann.page.evaluate(PLACES)[".felt"], [round(each["x"]) for each in plates if each]))
    assert places[0] == places[1]


def test_who_comes_back_after_a_deal_finds_the_seats_where_they_were(show: Show) -> None:
    """No hand has been seen on this page; else the own plate would lie beneath the sheet."""
    playing = Prepared("coiffeur", 4).until(lambda p: phase(p) == "play")
    after = Prepared("coiffeur", 4).until(lambda p: p.deal_over())
    tables = show(after, playing, after, width=667, height=375, chosen={"speed": "none"})
    places = [[box(ann.page.locator(f"[data-anchor=seat-{seat}]").first) for seat in range(4)] for ann in tables]
    assert places[0] == places[2]


@pytest.mark.parametrize(("width", "height"), [(375, 667), (820, 1180), (1280, 800)])
@pytest.mark.parametrize(("game", "players"), [("schieber", 4), ("coiffeur", 4), ("wysiwyg", 2)])
def test_what_is_called_has_its_place(show: Show, game: str, players: int, width: int, height: int) -> None:
    """Above the felt: when it is said the felt does not go down."""
    played = [Prepared(game, players) for _ in range(3)]
    played[1].until(lambda p: phase(p) != "bid")  # in an auction it is still to be answered
    played[2].until(lambda p: phase(p) == "play")
    tables = show(*played, width=width, height=height, chosen={"speed": "none"})
    tops = [ann.page.evaluate("document.querySelector('.felt').getBoundingClientRect().top") for ann in tables]
    assert tops == [tops[0]] * 3


@pytest.mark.parametrize(("width", "height"), [(375, 667), (812, 375), (768, 1024)])
def test_many_chips_come_and_go_without_a_jump(put: Put, sit: Sit, width: int, height: int) -> None:
    prepared = Prepared("wizard", 3)
    while int(prepared.position.state.each) < 18:
        prepared.next_deal()
    table = put(prepared.until(lambda p: phase(p) == "bid"))
    ann = sit(table, width=width, height=height, chosen={"speed": "none", "numbers": "chips"})
    table.until(lambda p: phase(p) == "bid" and p.actors() == [0])
    expect(ann.chips).to_have_count(19)
    asked = ann.page.evaluate(PLACES)
    table.until(lambda p: phase(p) == "play")
    expect(ann.chips).to_have_count(0)
    assert ann.page.evaluate(PLACES) == asked


@pytest.mark.parametrize(
    ("width", "height", "locale"),
    [(375, 667, "de-CH"), (812, 375, "de-CH"), (812, 375, "ja-JP"), (1280, 800, "de-CH")],
)
def test_three_weis_are_asked_for_without_a_jump(put: Put, sit: Sit, width: int, height: int, locale: str) -> None:
    """Of 20, 50 and 100 points, with the cards that they mean."""
    several = Prepared("schieber", 4, lambda p: int(meld_kinds(p.state.hands[0], 0)).bit_count() > 2)
    table = put(several.until(lambda p: phase(p) == "weis" and p.actors() == [0] and len(p.legal(0)) > 3))
    ann = sit(table, width=width, height=height, locale=locale, chosen={"announce": False, "speed": "none"})
    expect(ann.actions).to_have_count(3)
    expect(ann.turn_line).to_contain_text("Sonst spiel eine Karte." if locale == "de-CH" else "宣言しないときは")
    asked = ann.page.evaluate(PLACES)
    assert ann.page.evaluate(LOOK) == []
    ann.action(table.position.legal(0)[0]).click()
    expect(ann.actions).to_have_count(0)
    assert ann.page.evaluate(PLACES) == asked


def test_the_panels_keep_their_height_between_deals(put: Put, sit: Sit) -> None:
    table = put(Prepared("wizard", 4).until(lambda p: phase(p) == "play"))
    ann = sit(table, width=375, height=667, chosen={"speed": "none"})
    height = "document.querySelector('[data-testid=panel-0]').offsetHeight"
    played = ann.page.evaluate(height)
    table.until(lambda p: p.deal_over())
    expect(ann.sheet_rows()).to_have_count(1)
    assert ann.page.evaluate(height) == played
