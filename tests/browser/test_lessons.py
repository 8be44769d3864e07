"""First lessons: every step of every lesson, by doing what it says."""

from itertools import cycle, product
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from browser.pages import TablePage, Visit, box, pull, touch
from browser.staged import LOOK
from server.servers import Process
from server.visitor import HERE
from torite.games import GAMES
from torite.locale import LANGUAGES, text

SIZES = ((375, 667), (812, 375), (1280, 800))
WAYS = cycle(product(LANGUAGES, SIZES))  # a lesson in one of them, all lessons in all of them


@pytest.mark.parametrize(("name", "way"), [(name, next(WAYS)) for name in GAMES])
def test_a_lesson_is_done_by_what_it_says(
    server: Process, visit: Visit, name: str, way: tuple[str, tuple[int, int]]
) -> None:
    lang, (width, height) = way
    page = visit(server.base, locale=lang, width=width, height=height, chosen={"speed": "none"})
    learn(page, server.base, name, lang)


def learn(page: Page, base: str, name: str, lang: str) -> None:
    """Do what a lesson says, to its end; every step fits, and the table below keeps its place."""
    page.goto(f"/learn/{name}")
    lesson: dict[str, Any] = httpx.get(f"{base}/api/games/{name}/lesson/{lang}", **HERE).json()
    table, coach, steps = TablePage(page), page.locator(".coach"), lesson["steps"]
    found: list[str] = []
    heights = set[float]()
    for number, step in enumerate(steps, start=1):
        expect(coach.locator(".told [data-step]")).to_have_attribute("data-step", str(number))
        expect(coach.locator(".told p").first).to_be_visible()
        assert "**" not in coach.inner_text()
        assert (text("ui.lesson.trick", lang) in coach.locator(".told").inner_text()) == (number == 1)
        # on a small phone the coach stands in the turn line's place
        found += [f"step {number}: {what}" for what in page.evaluate(LOOK) if not what.startswith("turn-line")]
        heights.add(box(coach)["height"])
        if step["ask"]:
            table.do(lesson["replay"]["moments"][step["at"] + 1]["code"])
        elif number < len(steps):
            coach.locator(".told button.primary").click()
    assert found == []
    assert len(heights) == 1
    play = coach.locator(".told a.primary")
    expect(play).to_have_attribute("href", f"/#{name}")
    page.evaluate("window.isTheSame = true")
    play.click()
    expect(page.get_by_role("dialog").get_by_role("link")).to_have_count(3)  # how to play, the lesson again, exercises
    assert '"gentle"' in page.evaluate("localStorage['torite.choices']")  # the bots of the first match
    assert page.evaluate("window.isTheSame")  # the house was not loaded again


def test_the_others_are_called_as_its_words_call_them(server: Process, visit: Visit) -> None:
    page = visit(server.base, locale="ja")
    page.goto("/learn/wizard")
    expect(page.get_by_test_id("panel-2")).to_contain_text("ハル")


def test_what_the_lesson_does_not_say_is_not_done(server: Process, visit: Visit) -> None:
    page = visit(server.base, chosen={"speed": "none"})
    page.goto("/learn/wizard")
    table, coach = TablePage(page), page.locator(".coach")
    coach.get_by_role("button", name="Next").click()
    table.bid(3)
    expect(coach).to_contain_text("try what it says here")
    expect(coach.locator(".told [data-step]")).to_have_attribute("data-step", "2")
    table.down.click()
    table.bid_ok.click()
    expect(coach.locator(".told [data-step]")).to_have_attribute("data-step", "3")
    touch(table.hand.nth(2))  # no red is held: all may be played
    expect(coach).to_contain_text("try what it says here")
    coach.get_by_role("button", name="Back").click()
    expect(coach.locator(".told [data-step]")).to_have_attribute("data-step", "2")
    expect(table.hand).to_have_count(3)


def test_a_lesson_that_is_not_there(server: Process, visit: Visit) -> None:
    page = visit(server.base)
    page.goto("/learn/patience")
    expect(page.get_by_role("heading", name="There is no lesson here")).to_be_visible()


def test_a_card_is_pulled_up_as_at_a_table(server: Process, visit: Visit) -> None:
    page = visit(server.base, width=375, height=667, has_touch=True, is_mobile=True, chosen={"speed": "none"})
    page.goto("/learn/molotov")
    coach, lesson = page.locator(".coach"), httpx.get(f"{server.base}/api/games/molotov/lesson/en", **HERE).json()
    coach.get_by_role("button", name="Next").click()
    pull(TablePage(page).card(lesson["replay"]["moments"][lesson["steps"][1]["at"] + 1]["code"]))
    expect(coach.locator(".told [data-step]")).to_have_attribute("data-step", "3")
