"""What a table of the Jass games shows: Swiss cards, the slate, the sheet of contracts, strokes, trump being born."""

import random
import re
from collections.abc import Callable
from itertools import cycle

import pytest
from playwright.sync_api import expect

from browser.jass_pages import JassTable, settings
from browser.looks import PHONE, fits, violations
from browser.pages import Show, Sit, box, codes
from browser.stage import Prepared, Put, Wanted, phase
from torite.games.jass import melds
from torite.games.position import Position
from torite.locale import LANGUAGES
from torite.table import messages


def played(game: str, players: int, wanted: Wanted, **options: int | str) -> Prepared:
    """A match played at random, over several deals, until it stands as wanted."""
    chance, prepared = random.Random(1), Prepared(game, players, options=options)
    while not wanted(prepared.position):
        if prepared.table.phase == "between":
            prepared.confirm()
            continue
        seat = prepared.position.actors()[0]
        prepared.act(seat, chance.choice(prepared.position.legal(seat)))
    return prepared


def anns_turn(position: Position, doing: str, deals: int = 1) -> bool:
    """Is Ann asked to do this, in the deal of this number or a later one?"""
    state = position.state
    return phase(position) == doing and int(state.turn) == 0 and int(state.deals) >= deals


LINES = """cell => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return range.getClientRects().length;
}"""
WAYS = {"contract:slalom:obenabe", "contract:slalom:undenufe"}
TABLES: dict[str, Callable[[], Prepared]] = {
    "schieber choosing": lambda: played("schieber", 4, lambda p: anns_turn(p, "contract")),
    "schieber playing": lambda: played("schieber", 4, lambda p: anns_turn(p, "play", 12)),
    "coiffeur three": lambda: played("coiffeur", 3, lambda p: anns_turn(p, "contract", 16)),
    "coiffeur pairs": lambda: played("coiffeur", 4, lambda p: anns_turn(p, "contract", 6)),
    "coiffeur singles": lambda: played("coiffeur", 4, lambda p: anns_turn(p, "play", 6), form="singles"),
    "handjass": lambda: played("handjass", 3, lambda p: anns_turn(p, "play", 3)),
    "differenzler": lambda: played("differenzler", 4, lambda p: anns_turn(p, "announce", 2)),
    "mittlere": lambda: played("mittlere", 3, lambda p: anns_turn(p, "play", 4)),
    "molotov": lambda: played("molotov", 4, lambda p: anns_turn(p, "play", 4)),
    "plus-minus": lambda: played("plus-minus", 4, lambda p: anns_turn(p, "play") and p.state.carried.any(), target=21),
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_table_fits_a_phone_and_axe_finds_nothing(show: Show, lang: str) -> None:
    scheme = "dark" if lang == "ja" else "light"
    states = [state for state, its in zip(TABLES, cycle(LANGUAGES), strict=False) if its == lang]
    tables = (TABLES[state]() for state in states)
    shown = show(*tables, locale=lang, color_scheme=scheme, chosen={"deck": "swiss"}, **PHONE)
    for state, ann in zip(states, shown, strict=True):
        expect(ann.direction).to_have_attribute("data-direction", "-1")
        fits(ann.page)
        assert violations(ann.page) == [], state
        for key in ("ui.", "table.", "game.", "{", "undefined"):
            assert key not in ann.page.locator("main").inner_text()


# ---- Swiss cards ----
@pytest.mark.parametrize(
    ("names", "acorns", "bells", "shields", "roses"),
    [("egg", "spades", "hearts", "diamonds", "clubs"), ("hslu", "clubs", "diamonds", "spades", "hearts")],
    ids=["egg", "hslu"],
)
def test_swiss_cards_by_a_setting_and_which_is_which_by_an_option(
    put: Put, sit: Sit, names: str, acorns: str, bells: str, shields: str, roses: str
) -> None:
    ann = sit(put(played("schieber", 4, lambda p: anns_turn(p, "play"), suit_names=names)))
    held = codes(ann.hand)

    def labels() -> list[str]:
        return list(ann.hand.locator("svg").evaluate_all("all => all.map(e => e.ariaLabel)"))

    def in_words(code: str, swiss: bool) -> str:
        suit = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}[code[0]]
        rank = {"T": "10", "A": "ace", "K": "king", "Q": "queen", "J": "jack"}.get(code[1], code[1])
        if not swiss:
            return f"{rank} of {suit}"
        signs = {acorns: "acorns", bells: "bells", shields: "shields", roses: "roses"}
        rank = {"queen": "Ober", "jack": "Unter", "10": "Banner"}.get(rank, rank)
        return f"{rank} of {signs[suit]}"

    assert labels() == [in_words(code, False) for code in held]
    settings(ann, deck="swiss")
    assert labels() == [in_words(code, True) for code in held]
    ann.page.reload()
    expect(ann.hand).to_have_count(len(held))
    assert labels() == [in_words(code, True) for code in held]
    settings(ann, deck="french")
    assert labels() == [in_words(code, False) for code in held]


def test_courts_are_figures_unless_large_signs_are_chosen(put: Put, sit: Sit) -> None:
    ann = sit(put(played("schieber", 4, lambda p: anns_turn(p, "play"))), chosen={"deck": "swiss"})
    held = codes(ann.hand)
    number = next(code for code in held if code[1] in "6789")
    figures, signs = ann.hand.locator(".figure"), ann.card(number).locator("[data-pips] path")
    expect(figures).to_have_count(sum(code[1] in "KQJT" for code in held))
    expect(signs).to_have_count(int(number[1]))
    settings(ann, figures=False)
    expect(figures).to_have_count(0)
    expect(signs).to_have_count(0)
    ann.page.reload()
    expect(ann.hand).to_have_count(len(held))
    expect(figures).to_have_count(0)


def test_a_hand_may_lie_as_it_was_dealt(put: Put, sit: Sit) -> None:
    prepared = played("schieber", 4, lambda p: anns_turn(p, "play"))
    ann = sit(put(prepared))
    dealt = [code for code in prepared.position.deck if code in codes(ann.hand)]
    assert codes(ann.hand) != dealt
    settings(ann, hand="dealt")
    assert codes(ann.hand) == dealt
    ann.page.reload()
    expect(ann.hand).to_have_count(len(dealt))
    assert codes(ann.hand) == dealt
    card = codes(ann.playable)[0]
    ann.play(card)
    expect(ann.card(card)).to_have_count(0)
    assert codes(ann.hand) == [code for code in dealt if code != card]


def test_the_somnia_edition_has_ranks_of_its_own(put: Put, sit: Sit) -> None:
    ann = sit(put(played("mittlere", 3, lambda p: anns_turn(p, "play"), values="somnia")))
    order = "6789TJQKA"
    for code in codes(ann.hand):
        index = ann.card(code).locator(".index text").first
        expect(index).to_have_text(str(2 + order.index(code[1])))


# ---- the slate ----
def test_the_slate_counts_in_strokes(put: Put, sit: Sit) -> None:
    prepared = TABLES["schieber playing"]()
    ann = JassTable(sit(put(prepared)).page)
    for side, score in enumerate(prepared.position.state.scores[:2].tolist()):
        half = ann.slate(side)
        expect(half).to_contain_text(f"{score}")
        marks = {
            part: half.locator(f".{part}").evaluate("e => (e.getAttribute('d').match(/M/g) ?? []).length")
            for part in ("hundreds", "fifties", "twenties")
        }
        rest = int(half.locator("svg text").text_content() or 0) if half.locator("svg text").count() else 0
        assert 100 * marks["hundreds"] + 50 * marks["fifties"] + 20 * marks["twenties"] + rest == score
        expect(half.get_by_role("img")).to_have_accessible_name(re.compile(f"^{score} points: hundreds {score // 100}"))
    ann.slate(0).locator(".who").evaluate("name => name.textContent = 'Maximiliane and Bartholomew'")
    one, other = (box(ann.slate(side).get_by_role("img")) for side in (0, 1))
    assert abs(one["y"] - other["y"]) < 1, "also beside names that take two lines"


def test_cards_of_a_weis_lie_open_under_its_name(put: Put, sit: Sit) -> None:
    ann = sit(put(played("schieber", 4, lambda p: melds.laid(p.state)[2] > 0)))
    expect(ann.page.get_by_role("group", name="The Weis of Cat", exact=True)).to_contain_text("Weis")
    expect(ann.page.get_by_role("img", name="Cat holds 8 cards", exact=True)).to_be_visible()
    seats = ann.page.locator("[data-testid^=panel-]").evaluate_all("all => all.map(e => e.dataset.testid)")
    assert seats == ["panel-0", "panel-3", "panel-2", "panel-1"], "they are read as they play, to the right"


@pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, PHONE], ids=["desktop", "phone"])
def test_between_deals_slate_and_newest_deal_are_read(put: Put, sit: Sit, size: dict[str, int]) -> None:
    between = played("schieber", 4, lambda p: p.deal_over() and len(str(int(p.state.deals))) > 1 and not p.finished())
    ann = JassTable(sit(put(between), **size).page)
    newest = ann.sheet.locator("tbody tr").last
    expect(newest).to_be_in_viewport()
    number = newest.locator("th")
    assert number.evaluate(LINES) == 1
    if size["width"] > 1000:  # the felt beside the sheet has no room for it
        for side in (0, 1):
            expect(ann.slate(side)).to_be_in_viewport(ratio=1)
            assert box(ann.slate(side))["width"] > 100
    assert violations(ann.page) == []


# ---- the sheet of Coiffeur ----
def test_the_sheet_offers_what_is_free_and_marks_what_is_played(put: Put, sit: Sit) -> None:
    table = put(TABLES["coiffeur three"]())
    ann = JassTable(sit(table).page)
    legal = {code.split(":")[1] for code in table.position.legal(0) if code != "pass"}
    offered = ann.contracts.evaluate_all("all => all.map(e => e.closest('tr').dataset.row)")
    assert set(offered) == legal
    way = next(code for code in table.position.legal(0) if code.count(":") == 2)
    ann.choose(way)
    expect(ann.cell(way.split(":")[1], 0)).to_contain_text("now")
    expect(ann.contracts).to_have_count(0)
    state = table.position.state
    for row in ann.sheet.locator("tbody tr[data-row] td[data-entry]").all():
        assert int(row.get_attribute("data-entry") or -1) in state.entries
    strokes = ann.sheet.locator("tbody tr[data-row] .strokes")
    assert strokes.count() % 3 == 0 and strokes.count() > 3


@pytest.mark.parametrize(("width", "height"), [(360, 740), (812, 375)])
def test_a_finger_finds_every_contract_that_is_free(put: Put, sit: Sit, width: int, height: int) -> None:
    ann = JassTable(sit(put(TABLES["coiffeur pairs"]()), width=width, height=height).page)
    for button in ann.contracts.all():
        expect(button).to_be_in_viewport(ratio=1)
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40
    name = ann.sheet.get_by_role("rowheader", name="Obenabe")  # for the ear also where the sign has to do
    assert name.locator(".name").evaluate("name => name.offsetWidth > 20") == (width < height)


@pytest.mark.parametrize(("width", "height"), [(375, 667), (812, 375)])
def test_a_contract_of_two_ways_asks_which(put: Put, sit: Sit, width: int, height: int) -> None:
    table = put(played("coiffeur", 4, lambda p: anns_turn(p, "contract") and set(p.legal(0)) >= WAYS, ten_rows=True))
    ann = sit(table, width=width, height=height)
    ann.page.locator("[data-row=slalom] button").click()
    question = ann.page.get_by_role("group", name="Slalom: which comes first?")
    for way in WAYS:
        expect(question.locator(f"[data-action='{way}']")).to_be_in_viewport(ratio=1)


def test_a_finger_finds_every_way_of_a_joker_on_a_low_felt(show: Show) -> None:
    """Long names of sides stand above them."""
    prepared = Prepared("coiffeur", 4).find(lambda p: anns_turn(p, "contract") and "contract:joker1:H" in p.legal(0))
    ann = next(show(prepared, width=667, height=375, locale="de-CH", chosen={"speed": "none"}))
    ann.page.locator("[data-row=joker1] button").first.click()
    for way in ann.page.locator(".ways button").all():
        way.scroll_into_view_if_needed()
        box = way.bounding_box()
        assert box is not None
        for x in (box["x"] + 5, box["x"] + box["width"] - 5):
            at = x, box["y"] + box["height"] / 2
            found = ann.page.evaluate("at => document.elementFromPoint(...at).closest('button')?.dataset.action", at)
            assert found == way.get_attribute("data-action")


# ---- strokes, and trump that is born ----
@pytest.mark.parametrize("game", ["mittlere", "plus-minus"])
def test_the_sheet_adds_strokes_and_potatoes_up(put: Put, sit: Sit, game: str) -> None:
    prepared = TABLES[game]()
    ann = sit(put(prepared))
    ann.sheet_toggle.click()
    tally = ann.page.get_by_test_id("tally").locator("td")
    for seat, chips in enumerate(prepared.position.state.scores[: prepared.players].tolist()):
        marks = tally.nth(seat).locator(".strokes")
        plus, minus = (int(marks.get_attribute(f"data-{sign}") or 0) for sign in ("plus", "minus"))
        assert plus - minus == chips
        expect(marks.locator("ellipse")).to_have_count(minus)


def test_points_change_before_everybodys_eyes_when_trump_is_born(put: Put, sit: Sit) -> None:
    def about_to_change(position: Position) -> bool:
        """Does the first legal card make trump, and what has been taken worth something else?"""
        if phase(position) != "play" or int(position.state.trump) >= 0:
            return False
        before, position = position.state.cards.copy(), position.copy()
        seat = position.actors()[0]
        position.play(position.legal(seat)[0])
        return int(position.state.trump) >= 0 and bool((position.state.cards != before).any())

    prepared = played("mittlere", 3, about_to_change)
    table = put(prepared)
    watching = sit(table)
    before = prepared.position.state.cards[:3].tolist()
    seat = table.position.actors()[0]
    step = (seat, table.position.legal(seat)[0])
    table.do(step)
    after = table.position.state.cards[:3].tolist()
    expect(watching.page.get_by_test_id("trump-born")).to_contain_text("trumps now")
    for p in range(3):
        was = watching.panel(p).get_by_test_id("was")
        if before[p] != after[p]:
            expect(was).to_contain_text(str(before[p]))
            expect(watching.figure(p, "cards")).to_have_text(str(after[p]))
        else:
            expect(was).to_have_count(0)


def test_an_arrow_that_is_held_goes_on(put: Put, sit: Sit) -> None:
    ann = sit(put(played("differenzler", 4, lambda p: anns_turn(p, "announce"))))
    ann.up.hover()
    ann.page.mouse.down()
    expect(ann.number).to_have_text(re.compile("^[3-9]|..$"))
    ann.page.mouse.up()
    held = int(ann.number.inner_text())
    ann.up.click()
    expect(ann.number).to_have_text(str(held + 1))  # to let it go was no click


def test_a_nought_is_announced_by_a_touch_and_ok(put: Put, sit: Sit) -> None:
    ann = sit(put(played("differenzler", 4, lambda p: anns_turn(p, "announce"))))
    expect(ann.bid_ok).to_have_count(0)
    ann.number.click()
    ann.bid_ok.click()
    expect(ann.number).to_have_count(0)
    assert ann.acted() == ["announce:0"]


DELAYS = """() => {
  window.delays = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    if (this.matches('.hand *')) window.delays.push(timing.delay);
    return animate.call(this, frames, timing);
  };
}"""


def test_cards_come_in_threes(put: Put, sit: Sit) -> None:
    prepared = Prepared("mittlere", 3)
    prepared.until(lambda p: p.deal_over())
    for guest in prepared.guests[1:]:
        prepared.ask(guest, messages.Confirm())
    table = put(prepared)
    ann = sit(table, reduced_motion="no-preference")
    ann.page.evaluate(DELAYS)
    ann.confirm.click()
    expect(ann.hand).to_have_count(12)
    delays = ann.page.evaluate("window.delays")
    assert [delays.count(delay) for delay in sorted(set(delays))] == [3, 3, 3, 3]
