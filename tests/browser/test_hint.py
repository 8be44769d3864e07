"""A hint stands on the cards and buttons themselves, and goes when something is done."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.looks import violations
from browser.pages import touch
from browser.positions import situations
from browser.staged import SIZES, Stage
from server.servers import Process

# What of the marks in the hand is covered, or does not fit into them.
COVERED = """() => [...document.querySelectorAll('.hand [data-testid=hint-mark]')].filter(mark => {
  mark.style.pointerEvents = 'auto';
  const box = mark.getBoundingClientRect(), text = mark.firstElementChild.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const points = [[box.left + 2, y], [box.right - 2, y], [x, box.top + 2], [x, box.bottom - 2]];
  return text.left < box.left - 1 || text.right > box.right + 1 || box.width < 20 ||
    points.some(point => !mark.contains(document.elementFromPoint(...point)));
}).map(mark => `${mark.closest('button').dataset.code} ${mark.textContent}`)"""

# What of the line, its buttons and the panels lies under what is asked.
HIDDEN = """() => [...document.querySelectorAll('[data-testid=turn-line], .tools button, [data-testid^=panel-]')]
  .filter(each => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const points = [[left + 4, y], [right - 4, y], [x, top + 4], [x, bottom - 4], [x, y]];
    return points.some(point => document.elementFromPoint(...point)?.closest('.actions'));
  }).map(each => each.textContent)"""


@pytest.fixture
def stage(server: Process, visit: Callable[..., Any]) -> Stage:
    """A page of which the test is the server."""
    return Stage(visit(server.base, locale="en-GB", width=375, height=667, has_touch=True, staged=True))


def shown(stage: Stage, game: str, players: int, what: str, step: float = -2.0) -> tuple[list[str], Callable[[], None]]:
    """A moment in which Ann may choose; her choices, and what sends the hint: each is worth a step less."""
    situation = next(each for each in situations(game, players) if each.what == what)
    stage.show(situation)
    legal = situation.message["table"]["scene"]["legal"]
    choices = [{"code": code, "value": step * i} for i, code in enumerate(legal)]
    return legal, lambda: stage.tell({"type": "advice", "seq": 1, "choices": choices})


def marks(place: Locator) -> Locator:
    """What a hint says there."""
    return place.get_by_test_id("hint-mark")


def test_the_cards_of_the_hand_are_marked(stage: Stage) -> None:
    legal, hint = shown(stage, "schieber", 4, "play!")
    page = stage.page
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("turn-line")).to_contain_text("Thinking")
    _, hint = shown(stage, "schieber", 4, "play!")  # the connection broke: nobody thinks any more
    expect(page.get_by_test_id("turn-line")).to_contain_text("Play a card")
    page.get_by_test_id("hint").click()
    hint()
    expect(page.get_by_test_id("turn-line")).to_contain_text("in points")
    expect(page.get_by_role("status").filter(has_text=": suggested")).to_have_count(1)
    hand = page.get_by_test_id("hand")
    expect(marks(hand)).to_have_count(len(legal))
    expect(marks(hand.locator(f"[data-code='{legal[0]}']"))).to_contain_text("★")
    expect(marks(hand.locator(f"[data-code='{legal[1]}']"))).to_contain_text("2")
    assert stage.broken() == []
    assert violations(page) == []
    hand.locator(f"[data-code='{legal[0]}'] .index text").first.click()
    expect(marks(hand)).to_have_count(0)


@pytest.mark.parametrize("size", ["small phone", "landscape", "zoomed"])
def test_nothing_covers_a_mark_in_a_long_hand(stage: Stage, size: str) -> None:
    width, height = SIZES[size]
    stage.page.set_viewport_size({"width": width, "height": height})
    for game, players in (("schieber", 4), ("rwd", 4), ("wizard", 4), ("wizard", 3)):
        legal, hint = shown(stage, game, players, "play!", step=-6.4)
        stage.page.get_by_test_id("hint").click()
        hint()
        expect(marks(stage.page.get_by_test_id("hand"))).to_have_count(len(legal))
        assert stage.page.evaluate(COVERED) == [], (game, players)
        assert stage.broken() == [], (game, players)


@pytest.mark.parametrize("locale", ["de-CH", "ja-JP"])
def test_the_suits_to_choose_from_are_marked(server: Process, visit: Callable[..., Any], locale: str) -> None:
    stage = Stage(visit(server.base, locale=locale, has_touch=True, staged=True))
    for width, height in ((812, 375), (375, 667), (360, 640), (1280, 800)):
        stage.page.set_viewport_size({"width": width, "height": height})
        legal, hint = shown(stage, "schieber", 4, "contract!", step=-21.7)
        stage.page.get_by_test_id("hint").click()
        hint()
        expect(marks(stage.page.locator(".actions"))).to_have_count(len(legal))
        stage.page.wait_for_function(f"() => ({HIDDEN})().length === 0")  # once the seats have made room for the marks
        assert stage.broken() == []


def test_numbers_that_are_touched_are_marked(server: Process, visit: Callable[..., Any]) -> None:
    page = visit(server.base, width=375, height=667, has_touch=True, staged=True, chosen={"numbers": "chips"})
    stage = Stage(page)
    legal, hint = shown(stage, "wizard", 4, "bid!")
    page.get_by_test_id("hint").click()
    hint()
    expect(marks(page.get_by_test_id("numbers"))).to_have_count(len(legal))
    assert stage.broken() == []


def test_numbers_have_a_list(stage: Stage) -> None:
    legal, hint = shown(stage, "wizard", 4, "bid!")
    stage.page.get_by_test_id("hint").click()
    hint()
    choices = stage.page.get_by_test_id("hint-slip").locator("li")
    expect(choices).to_have_count(len(legal))
    expect(choices.nth(1).locator(".value")).to_have_text("−2")


def test_a_card_lies_before_the_server_has_answered_and_comes_back_if_it_says_no(stage: Stage) -> None:
    legal, _ = shown(stage, "schieber", 4, "play!")
    played, other = (stage.page.get_by_test_id("hand").locator(f"[data-code='{code}']") for code in legal[:2])
    lying = stage.page.get_by_test_id("trick").locator("[data-seat='0']")
    touch(played)
    expect(lying).to_have_attribute("data-code", legal[0])  # nobody answers
    expect(played).to_have_count(0)
    expect(lying.locator(".waits")).to_have_css("outline-style", "dashed")
    expect(stage.page.get_by_test_id("turn-line")).not_to_contain_text("Your turn")
    touch(other)
    expect(lying).to_have_attribute("data-code", legal[0])
    stage.tell({"type": "refusal", "id": 1, "code": "move/stale", "params": {}})
    expect(played).to_have_attribute("data-legal", "true")
    expect(lying).to_have_count(0)


def test_a_card_that_the_server_takes_at_once_does_not_flicker(stage: Stage) -> None:
    legal, _ = shown(stage, "schieber", 4, "play!")
    stage.page.evaluate("""() => {
      const slow = new CSSStyleSheet();
      slow.replaceSync('.waits { animation-duration: 1000s !important }');
      document.adoptedStyleSheets.push(slow);
    }""")
    touch(stage.page.get_by_test_id("hand").locator(f"[data-code='{legal[0]}']"))
    expect(stage.page.locator(".trick .waits")).to_have_css("outline-color", "rgba(0, 0, 0, 0)")


@pytest.mark.parametrize("what", ["visit!", "play!"])
def test_kingdoms_and_helpers_are_marked_and_nothing_lies_on_them(stage: Stage, what: str) -> None:
    legal, hint = shown(stage, "emissary", 1, what, step=-0.3)
    stage.page.get_by_test_id("hint").click()
    hint()
    places = stage.page.locator(".kingdoms button[data-action]")
    expect(marks(places)).to_have_count(places.count())
    assert places.count() <= len(legal)
    expect(stage.page.get_by_test_id("hint-slip")).to_have_count(0)
    expect(stage.page.get_by_test_id("turn-line")).to_contain_text("in kingdoms")
