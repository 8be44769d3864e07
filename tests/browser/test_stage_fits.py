"""The table is a stage: whatever is asked, and of however many, it fits the viewport, and everything can be touched.

Situations of every game are shown on one page, which is not loaded anew: a socket held by the test hands it one
snapshot after the other, and the viewport takes one size after the other.  What must hold is found out by geometry.
"""

import copy
import os
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from browser.looks import SMALL, violations
from browser.pages import TablePage, Visit
from browser.positions import Situation, every, situations
from browser.staged import LANGUAGES, SIZES, TITLES, Stage
from browser.test_outsider import LOOK as OUTSIDER
from server.servers import Process
from torite.games import GAMES
from torite.games.game import Game

THOROUGH = os.environ.get("TORITE_TEST_THOROUGH") == "1"


@pytest.fixture
def stage(server: Process, visit: Visit) -> Callable[..., Stage]:
    """Makes stages, for a reader who has chosen this."""
    asked = {"announce": False}  # everything that may be asked is
    return lambda locale="en-GB", **chosen: Stage(
        visit(server.base, locale=locale, has_touch=True, staged=True, chosen=asked | chosen)
    )


def looks(game: Game, locale: str) -> Iterator[tuple[str, Situation]]:
    """What is looked at: all, or in CI each situation at one size, in turn; in each language at another one."""
    sizes = list(SIZES)
    for players in game.tables:
        for n, situation in enumerate(situations(game.name, players)):
            turn = 3 * n + players + 2 * LANGUAGES.index(locale)
            for size in sizes if THOROUGH else [sizes[turn % len(sizes)]]:
                yield size, situation


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_it_fits(stage: Callable[..., Stage], game: Game, locale: str) -> None:
    shown = stage(locale)
    found = []
    by_size = sorted(looks(game, locale), key=lambda look: list(SIZES).index(look[0]))
    for size, situation in by_size:
        width, height = SIZES[size]
        shown.page.set_viewport_size({"width": width, "height": height})
        shown.show(situation)
        found += [f"{situation.name} at {size}: {what}" for what in shown.broken()]
    assert found == [], f"{len(found)} found\n" + "\n".join(found[:30])


def test_what_is_wrong_is_found(stage: Callable[..., Stage]) -> None:
    """A look that took everything for transparent would find nothing."""
    shown = stage()
    shown.show(situations("wizard", 3)[0])
    nudge = """() => {
      const [one, other] = [...document.querySelectorAll('header button')].map((e) => e.getBoundingClientRect());
      document.querySelector('header button').style.translate = `${other.left + 10 - one.right}px`;
    }"""
    shown.page.evaluate(nudge)
    assert [what for what in shown.broken() if " lies on " in what]
    shown.page.evaluate("document.documentElement.style = 'font-size: 6px; --ink: var(--paper); letter-spacing: 2em'")
    assert [what for what in shown.broken() if what.endswith(" is tiny")]
    assert [what for what in shown.page.evaluate(OUTSIDER) if what.startswith("text leaves its box")]
    assert shown.page.evaluate(SMALL)
    assert violations(shown.page, "color-contrast")


def test_on_a_very_large_screen_words_grow(stage: Callable[..., Stage]) -> None:
    shown = stage()
    shown.page.set_viewport_size({"width": 3840, "height": 2160})
    shown.show(next(each for each in situations("schieber", 4) if each.what == "play!"))
    expect(shown.page.locator("html")).to_have_css("font-size", "30.4px")
    assert shown.broken() == []


ONCE = [  # that did not fit: game, players, seed, language, what is asked, size
    ("handjass", 3, 2, "de-CH", "declare!", "landscape"),
    ("handjass", 3, 2, "de-CH", "swap!", "zoomed"),
    ("handjass", 2, 2, "ja-JP", "play!", "zoomed"),
    ("handjass", 4, 3, "ja-JP", "declare!", "zoomed"),
    ("bingo", 2, 2, "de-CH", "lead!", "zoomed"),
    ("wysiwyg", 2, 1, "de-CH", "bid!", "small phone"),
    ("wysiwyg", 2, 1, "de-CH", "bid!", "landscape"),
    ("wysiwyg", 2, 1, "de-CH", "play!", "smallest landscape"),
    ("wysiwyg", 2, 1, "ja-JP", "take!", "smallest landscape"),
    ("handjass", 4, 1, "de-CH", "swap!", "landscape with a bar"),
    ("differenzler", 3, 1, "ja-JP", "announce!", "landscape with a bar"),
    ("schieber", 4, 1, "ja-JP", "contract!", "landscape with a bar"),
    ("wysiwyg", 2, 1, "ja-JP", "answer!", "landscape with a bar"),
    ("wizard", 3, 1, "ja-JP", "play!", "landscape with a bar"),
    ("wizard", 4, 1, "ja-JP", "play!", "smallest landscape"),
    ("wizard", 6, 1, "de-CH", "over", "landscape with a bar"),
    ("bingo", 2, 1, "de-CH", "over", "smallest landscape"),
    ("rwd", 5, 1, "ja-JP", "take!", "landscape with a bar"),
    ("handjass", 2, 1, "de-CH", "declare!", "smallest landscape"),
    ("wysiwyg", 2, 1, "ja-JP", "bid!", "smallest phone"),
    ("emissary", 1, 1, "ja-JP", "visit!", "smallest phone"),
    ("emissary", 1, 1, "en-GB", "power!", "smallest landscape"),
    ("coiffeur", 3, 1, "en-GB", "contract!", "smallest landscape"),
    ("coiffeur", 3, 1, "de-CH", "between", "smallest landscape"),
    ("coiffeur", 4, 1, "de-CH", "contract!", "desktop"),
    ("coiffeur", 4, 1, "de-CH", "contract!", "tall phone"),
    ("handjass", 2, 2, "de-CH", "over", "landscape"),
    ("bingo", 2, 2, "de-CH", "lead!", "smallest phone"),
    ("emissary", 1, 2, "de-CH", "swap!", "smallest phone"),
    ("rwd", 3, 1, "de-CH", "play!", "folded phone"),
    ("coiffeur", 3, 6, "ja-JP", "contract", "zoomed"),
    ("wizard", 6, 1, "en-GB", "play!", "phone with bars"),
    ("wizard", 5, 1, "de-CH", "play!", "zoomed"),
    ("wysiwyg", 2, 1, "de-CH", "trump!", "small window"),
]
SMALLEST = {
    "smallest landscape": (568, 320),
    "landscape with a bar": (740, 310),
    "smallest phone": (320, 568),
    "folded phone": (280, 653),
    "tall phone": (412, 915),
    "phone with bars": (390, 664),
    "small window": (1180, 760),
}


@pytest.mark.parametrize("locale", LANGUAGES)
def test_what_did_not_fit_once(stage: Callable[..., Stage], locale: str) -> None:
    shown = stage(locale)
    found = []
    for game, players, seed, _, what, size in (once for once in ONCE if once[3] == locale):
        (situation,) = (each for each in situations(game, players, seed) if each.what == what)
        width, height = {**SIZES, **SMALLEST}[size]
        shown.page.set_viewport_size({"width": width, "height": height})
        shown.show(situation)
        found += [f"{situation.name} at {size}: {broken}" for broken in shown.broken()]
    assert found == []


# As far apart as WCAG 1.4.12 lets a reader set letters, words, lines and paragraphs.
SPACED = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
    p { margin-bottom: 2em !important; }`);
  document.adoptedStyleSheets.push(sheet);
}"""


@pytest.mark.parametrize(
    ("game", "players", "whats"),
    [("wizard", 6, {"bid!", "play!", "over"}), ("wysiwyg", 2, {"trump!", "play!", "take"}), ("coiffeur", 3, {"play!"})],
)
def test_it_fits_with_spaced_text(stage: Callable[..., Stage], game: str, players: int, whats: set[str]) -> None:
    shown = stage()
    looked = [each for each in situations(game, players) if each.what in whats]
    assert {each.what for each in looked} == whats
    shown.page.set_viewport_size({"width": 1280, "height": 800})
    shown.show(looked[0])
    shown.page.evaluate(SPACED)
    for situation in looked:
        shown.show(situation)
        assert shown.broken() == [], situation.name


@pytest.mark.parametrize("locale", LANGUAGES)
def test_no_title_is_cut_and_a_japanese_one_breaks_at_its_dot(stage: Callable[..., Stage], locale: str) -> None:
    shown = stage(locale)
    titles, found = list[str](), list[str]()
    for game, players in dict(every()).items():
        shown.show(situations(game, players)[0])
        titles.append(shown.page.locator("h1").inner_text())
    phones = ((width, 640) for width in (360, 375, 390, 412, 440, 500))
    for width, height in (*phones, *(SIZES[size] for size in ("zoomed", "tablet", "desktop"))):
        shown.page.set_viewport_size({"width": width, "height": height})
        for text, beyond, below, lines in shown.page.evaluate(TITLES, titles):
            if beyond > 0 or below > 4 or (locale == "ja-JP" and lines > 1):  # 4: of a line's own height
                found.append(f"{text} at {width} px")
    assert found == []


def test_the_beginning_stays_of_a_name_that_is_read_from_the_right(stage: Callable[..., Stage]) -> None:
    shown = stage()
    shown.page.set_viewport_size({"width": 568, "height": 320})
    situation = copy.deepcopy(situations("wizard", 6)[0])
    situation.message["table"]["seats"][1]["name"] = "عبدالرحمنالمحمودي"
    shown.show(situation)
    name = shown.page.locator(".panels .who").filter(has_text="عبد")
    first = """who => {
      const first = document.createRange();
      first.setStart(who.querySelector('.call').firstChild, 0);
      first.setEnd(who.querySelector('.call').firstChild, 1);
      const [begins, ends] = [first, who].map((each) => each.getBoundingClientRect().right);
      return [who.scrollWidth > who.clientWidth, begins - ends];
    }"""
    is_cut, beyond = name.evaluate(first)
    assert is_cut and beyond < 1


def test_long_words_and_a_weis_that_lies_open_fit_on_the_smallest_phone(stage: Callable[..., Stage]) -> None:
    shown = stage("de-CH")
    shown.page.set_viewport_size({"width": 320, "height": 568})
    situation = copy.deepcopy(next(each for each in situations("handjass", 4) if each.what == "play!"))
    scene = situation.message["table"]["scene"]
    blind = next(badge for badge in scene["badges"][0] if badge["id"] == "in")
    blind["value"] = 2
    opposite = next(zone for zone in scene["zones"] if zone["kind"] == "hand" and zone["seat"] == 2)
    opposite["cards"][:4] = ["CK", "DK", "HK", "SK"]
    shown.show(situation)
    assert shown.broken() == []


def test_what_a_low_table_tells_for_a_while_lies_beside_it_and_a_slip_on_the_screen(
    stage: Callable[..., Stage],
) -> None:
    shown = stage()
    shown.page.set_viewport_size({"width": 812, "height": 375})
    asked = {each.what: each for each in situations("rwd", 4)}
    shown.show(asked["play!"])
    shown.show(asked["take!"])
    felt, told = (shown.page.locator(each).bounding_box() for each in (".felt", ".flipped"))
    assert felt and told and felt["x"] + felt["width"] < told["x"]
    slip = TablePage(shown.page).memory().bounding_box()
    assert slip and slip["x"] >= 0


def test_the_keys_are_listed_however_narrow_the_page_is(stage: Callable[..., Stage]) -> None:
    """As it is for a reader who has magnified it fourfold."""
    shown = stage()
    shown.show(situations("wizard", 3)[0])
    shown.page.set_viewport_size({"width": 320, "height": 568})
    shown.page.keyboard.press("?")
    expect(shown.page.get_by_test_id("keys")).to_be_visible(timeout=5000)
    shown.page.keyboard.press("Escape")
    expect(shown.page.get_by_test_id("keys")).to_be_hidden()
    table = TablePage(shown.page)
    for width, height in ((320, 256), (480, 237), (640, 237)):  # of windows 1280, 1920 and 2560 px wide
        shown.page.set_viewport_size({"width": width, "height": height})
        panels, card = table.panel(0).bounding_box(), table.hand.last.bounding_box()
        assert panels and card and panels["y"] + panels["height"] <= card["y"]
        table.hand.last.scroll_into_view_if_needed()
        assert shown.page.evaluate("scrollY") > 0


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_chip_for_each_number_fits(stage: Callable[..., Stage], players: int) -> None:
    locale = LANGUAGES[players % len(LANGUAGES)]
    shown = stage(locale, numbers="chips")
    found = []
    bids = [situation for situation in situations("wizard", players) if situation.what.startswith("bid")]
    assert any(situation.what == "bid!" for situation in bids)
    for size, (width, height) in SIZES.items():
        shown.page.set_viewport_size({"width": width, "height": height})
        for situation in bids:
            shown.show(situation)
            found += [f"{situation.name} at {size}: {what}" for what in shown.broken()]
    assert found == [], f"{len(found)} found\n" + "\n".join(found[:30])


@pytest.mark.parametrize(("game", "players"), [("wizard", 3), ("coiffeur", 4), ("rwd", 5)])
def test_smaller_cards_with_larger_signs_fit(stage: Callable[..., Stage], game: str, players: int) -> None:
    shown, usual = stage(cards="small", largeIndex=True), stage()
    asked = [situation for situation in situations(game, players) if situation.what.endswith("!")]
    found = []
    for size, (width, height) in SIZES.items():
        shown.page.set_viewport_size({"width": width, "height": height})
        for situation in asked:
            shown.show(situation)
            found += [f"{situation.name} at {size}: {what}" for what in shown.broken()]
    assert found == [], f"{len(found)} found\n" + "\n".join(found[:30])
    usual.page.set_viewport_size({"width": width, "height": height})
    usual.show(asked[-1])
    card, sign = (
        [
            each.page.evaluate(f"document.querySelector('.hand {what}').getBoundingClientRect().width")
            for each in (shown, usual)
        ]
        for what in ("button", ".index text")
    )
    assert card[0] < 0.8 * card[1]
    assert sign[0] / card[0] > 1.1 * sign[1] / card[1]


@pytest.mark.parametrize(("bids", "width", "height"), [(7, 320, 568), (13, 375, 667)])
def test_many_short_answers_share_their_lines(stage: Callable[..., Stage], bids: int, width: int, height: int) -> None:
    """They stood in pairs as those with many words do, or three where four have room."""
    shown = stage()
    shown.page.set_viewport_size({"width": width, "height": height})
    situation = copy.deepcopy(next(each for each in situations("schieber", 4) if each.what == "play!"))
    situation.message["table"]["scene"]["legal"] = [f"bid:{18 + n}" for n in range(bids)]
    shown.show(situation)
    assert shown.broken() == []


@pytest.mark.parametrize(("width", "height"), [(320, 568), (568, 320)])
def test_the_wins_of_an_evening_cut_no_result_off(stage: Callable[..., Stage], width: int, height: int) -> None:
    """Of many with long names they take two lines."""
    shown = stage("de-CH")
    shown.page.set_viewport_size({"width": width, "height": height})
    situation = copy.deepcopy(next(each for each in situations("handjass", 4) if each.what == "over"))
    situation.message["table"] |= {"played": 12, "won": [2, 1, 3, 1]}
    shown.show(situation)
    assert shown.broken() == []


def test_the_sign_of_trump_lies_on_its_card(stage: Callable[..., Stage]) -> None:
    """Below a low felt it hung out of the flat card."""
    shown = stage("de-CH")
    shown.page.set_viewport_size({"width": 360, "height": 640})
    situation = copy.deepcopy(next(each for each in situations("schieber", 4) if each.what == "over"))
    (trump,) = (zone for zone in situation.message["table"]["scene"]["zones"] if zone["kind"] == "trump")
    trump["suit"] = "C"
    shown.show(situation)
    card = shown.page.get_by_test_id("trump").locator(".tile")
    on, sign = card.bounding_box(), card.locator(".pip").bounding_box()
    assert on and sign and sign["y"] + sign["height"] <= on["y"] + on["height"]


def test_figures_and_strokes_of_a_cell_are_read_apart(stage: Callable[..., Stage]) -> None:
    """2 and a ring were 20."""
    shown = stage("ja-JP")
    shown.page.set_viewport_size({"width": 375, "height": 667})
    shown.show(next(each for each in situations("molotov", 4) if each.what == "between"))
    gaps = shown.page.locator("td .figures").evaluate_all("""cells => cells.map((figures) => {
      const strokes = figures.nextElementSibling.querySelector('svg, .number').getBoundingClientRect();
      const { right, bottom } = figures.getBoundingClientRect();
      return strokes.top < bottom ? strokes.left - right : null; // or they stand below
    })""")
    assert min(gap for gap in gaps if gap is not None) >= 4


def test_the_mark_of_the_partner_covers_no_figure(stage: Callable[..., Stage]) -> None:
    """On a phone the figures of a plate reach its corner."""
    shown = stage("de-CH")
    shown.page.set_viewport_size({"width": 360, "height": 640})
    situation = copy.deepcopy(next(each for each in situations("schieber", 4) if each.what == "play!"))
    for badge in situation.message["table"]["scene"]["badges"][2]:
        badge["value"] = {"scores": 966}.get(badge["id"], 0)
    shown.show(situation)
    covered = shown.page.evaluate("""() => {
      const mark = document.querySelector('.partner').getBoundingClientRect();
      const figures = [...document.querySelectorAll('.plate:has(.partner) [data-badge] > span:last-child')];
      const under = figures.filter((each) => {
        const { right, bottom } = each.getBoundingClientRect();
        return right > mark.left + 1 && bottom - 3 > mark.top;
      });
      return [figures.length, under.map((each) => each.textContent)];
    }""")
    assert covered == [3, []]


def test_a_japanese_name_is_whole_over_its_column(stage: Callable[..., Stage]) -> None:
    """Two that share one are parted at the comma."""
    shown = stage("ja-JP")
    shown.page.set_viewport_size({"width": 360, "height": 640})
    situation = copy.deepcopy(next(each for each in situations("coiffeur", 4) if each.what == "contract!"))
    for seat, name in zip(situation.message["table"]["seats"], ("美咲さくら", "ハル", "ナツ", "アキ"), strict=True):
        seat["name"] = name
    (sheet,) = (zone["data"] for zone in situation.message["table"]["scene"]["zones"] if zone["kind"] == "widget")
    sheet |= {"form": "pairs", "totals": [0, 0], "now": None}
    for row in sheet["rows"]:
        row["entries"] = [None, None]
    shown.show(situation)
    parts = """({ firstChild: text }) => ['美咲さくら', 'ナツ'].map((name) => {
      const range = document.createRange();
      range.setStart(text, text.data.indexOf(name));
      range.setEnd(text, text.data.indexOf(name) + name.length);
      return range.getClientRects().length;
    })"""
    assert shown.page.locator("th.who span").first.evaluate(parts) == [1, 1]


def test_after_a_deal_the_slate_is_seen_whole_beneath_the_last_deals(stage: Callable[..., Stage]) -> None:
    shown = stage("ja-JP")
    shown.page.set_viewport_size({"width": 812, "height": 375})
    situation = copy.deepcopy(next(each for each in situations("schieber", 4) if each.what == "between"))
    sheet = situation.message["sheet"]
    sheet += 8 * sheet[:1]
    shown.show(situation)
    slate, rows = shown.page.locator(".extra").bounding_box(), shown.page.locator(".paper .page").bounding_box()
    assert slate and slate["y"] + slate["height"] <= 375
    assert shown.page.locator(".extra").evaluate("extra => extra.scrollHeight - extra.clientHeight") == 0
    assert rows and rows["height"] > 100
