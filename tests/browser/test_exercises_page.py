"""Exercises in the browser: asked, answered by the usual controls, then told; counted on the reader's own page."""

import re
from collections import deque
from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from playwright.sync_api import Page, Route, expect

from browser.conftest import become
from browser.looks import SMALL, picture, violations
from browser.pages import TablePage, Visit, box
from browser.stage import House, Put, newcomer
from browser.staged import LOOK
from browser.test_replay_page import finished
from torite.games import GAMES
from torite.locale import LANGUAGES
from torite.review.practice import practice
from torite.review.review import FULL, Task, review
from torite.server.matches.exercises import add
from torite.server.storage.schema import EXERCISES, PLAYED
from torite.table.exercise import Posed

NEW = count(1)  # whoever is tried twice has done no exercise the second time
SIZES = [(375, 667), (812, 375), (1280, 800)]

pytestmark = pytest.mark.xdist_group("exercises page")  # one process reviews each match once: up to 6 s of a core


@cache
def task(game: str) -> Task:
    """A match of bots, reviewed."""
    made = practice(GAMES[game], 1, 0)
    deque(review(made, FULL, 2), 0)
    return made


@pytest.fixture
def posed(house: House) -> Callable[[str], None]:
    """Puts exercises of a game into the house."""

    def put(game: str) -> None:
        async def write(store: Any) -> None:
            await store.run(add("bots 1", 1, task(game)))

        house.store(write)

    return put


def asked(house: House, page: Page, game: str) -> Posed:
    """What the page asks, with the answer; others may have had some made as well."""
    exercise = page.request.get(f"/api/games/{game}/exercise").json()["exercise"]["id"]
    found: list[Posed] = []

    async def read(store: Any) -> None:
        (row,) = await store.read(sa.select(EXERCISES.c.body).where(EXERCISES.c.id == exercise))
        found.append(msgspec.json.decode(row.body, type=Posed))

    house.store(read)
    return found[0]


def test_rules_other_than_usual_are_told(house: House, visit: Visit, posed: Callable[[str], None]) -> None:
    posed("differenzler")
    page = visit(house.base)
    become(page, house, newcomer("Noa"))
    other = page.get_by_text("Other rules than usual: Bonus for an exact announcement: 10")

    def with_bonus(route: Route) -> None:
        reply = route.fetch()
        told = reply.json()
        told["exercise"]["replay"]["options"]["exact_bonus"] = 10
        route.fulfill(response=reply, json=told)

    page.goto("/exercises/differenzler")
    expect(page.get_by_test_id("exercise-ask")).to_be_visible()
    expect(other).to_have_count(0)
    page.route("**/exercise", with_bonus)
    page.reload()
    expect(other).to_be_visible()


def test_one_is_missed_and_the_next_is_found(house: House, visit: Visit, posed: Callable[[str], None]) -> None:
    game = "differenzler"
    posed(game)
    page = visit(house.base)
    become(page, house, newcomer("Mika"))
    page.goto("/")
    page.get_by_role("link", name="Exercises").click()
    page.get_by_role("combobox", name="Game").select_option(game)
    expect(page).to_have_url(re.compile(f"/exercises/{game}$"))
    table, question, told = TablePage(page), page.get_by_test_id("exercise-ask"), page.get_by_test_id("exercise-told")
    expect(question).to_contain_text("What is best here?")
    exercise = asked(house, page, game)
    page.keyboard.press("b")
    expect(question).to_contain_text("what happened before")
    page.keyboard.press("f")
    expect(question).to_contain_text("What is best here?")
    expect(page.get_by_test_id("exercise-score")).to_have_text(re.compile(r"^\s*\d+ exercises? left\s*$"))
    best, *_, worst = exercise.alternatives
    table.do(worst.code)
    expect(told).to_have_attribute("data-solved", "false")
    expect(told).to_contain_text("The bots prefer")
    figures = page.get_by_test_id("alternative")
    expect(figures).to_have_count(len(exercise.alternatives))
    expect(figures.first).to_have_attribute("data-code", best.code)
    expect(figures.last).to_contain_text("±")
    expect(page.get_by_test_id("exercise-score")).to_contain_text("0 of 1 right")
    page.keyboard.press("n")
    expect(question).to_contain_text("What is best here?")
    table.do(asked(house, page, game).alternatives[0].code)
    expect(told).to_have_attribute("data-solved", "true")
    expect(page.get_by_test_id("exercise-score")).to_contain_text("1 of 2 right")
    page.goto("/me")
    expect(page.get_by_test_id("my-exercises")).to_contain_text("1 of 2 right")


def test_who_has_no_name_gets_one_with_the_first_answer(
    house: House, visit: Visit, posed: Callable[[str], None]
) -> None:
    posed("wizard")
    page = visit(house.base)
    page.goto("/exercises/wizard")
    expect(page.get_by_test_id("exercise-ask")).to_be_visible()
    TablePage(page).do(asked(house, page, "wizard").alternatives[0].code)
    expect(page.get_by_test_id("exercise-told")).to_have_attribute("data-solved", "true")
    assert page.request.get("/api/me").json()["name"]


def test_a_review_leads_to_them_and_they_lead_to_the_match(house: House, visit: Visit, put: Put) -> None:
    match = put(finished("mittlere", 3))
    me = match.guests[1]

    async def note(store: Any) -> None:
        row = {"guest": me.id, "table_id": match.id, "number": 1, "seat": 1}
        await store.run(lambda connection: connection.execute(PLAYED.insert(), row))

    house.store(note)
    page = visit(house.base)
    become(page, house, me)
    page.goto(f"/m/{match.id}#1.0")
    page.get_by_test_id("review-ask").click()
    expect(page.locator("[data-testid=review-told][aria-busy=false]")).to_be_visible()
    page.get_by_test_id("review").get_by_role("link", name="Exercises").click()
    expect(page).to_have_url(re.compile("/exercises/mittlere$"))
    expect(page.get_by_test_id("exercise-ask")).to_be_visible()
    replay = page.request.get("/api/games/mittlere/exercise").json()["exercise"]["replay"]
    TablePage(page).do(replay["moments"][-1]["scene"]["legal"][0])
    page.get_by_role("link", name="See it in the match").click()
    expect(page.get_by_test_id("replay-told")).to_contain_text(f"Deal {replay['deal']}")
    expect(page).to_have_url(re.compile(rf"/m/{match.id}-1#{replay['deal']}\.{len(replay['moments']) - 1}$"))


@pytest.mark.parametrize("locale", LANGUAGES)
def test_on_a_phone_another_game_is_chosen_while_one_is_asked(
    house: House, visit: Visit, posed: Callable[[str], None], locale: str
) -> None:
    posed("wizard")
    page = visit(house.base, width=375, height=667, locale=locale)
    page.goto("/exercises/wizard")
    expect(page.get_by_test_id("exercise-ask")).to_be_visible()
    leave = box(page.locator(".leave"))
    assert leave["x"] + leave["width"] <= 375
    page.locator(".feet").get_by_role("combobox").select_option("emissary")
    expect(page).to_have_url(re.compile("/exercises/emissary$"))


def test_the_first_of_a_game_are_made_while_one_waits(house: House, visit: Visit) -> None:
    page = visit(house.base)
    score = {"game": "bingo", "done": 0, "solved": 0}
    making = {"exercise": None, "left": 0, "more": False, "making": True, "score": score}
    replies: list[Callable[[Route], None]] = [lambda route: route.fulfill(json=making), lambda route: route.abort()]
    page.route("**/api/games/bingo/exercise", lambda route: (replies.pop(0) if replies else Route.continue_)(route))
    page.goto("/exercises/bingo")
    expect(page.get_by_role("alert")).to_be_visible()  # the line was down for a moment
    expect(page.get_by_test_id("exercise-ask")).to_be_visible()
    page.goto("/exercises/patience")
    expect(page.get_by_role("alert")).to_be_visible()


@pytest.mark.parametrize(("game", "locale"), [("schieber", "en-GB"), ("wizard", "de-CH"), ("rwd", "ja-JP")])
def test_it_fits_every_screen(house: House, visit: Visit, posed: Callable[[str], None], game: str, locale: str) -> None:
    posed(game)
    page = visit(house.base, locale=locale, chosen={"announce": False})
    become(page, house, newcomer("Mika"))
    found: list[str] = []

    def look(what: str, turn: int) -> None:
        for n, (width, height) in enumerate(SIZES):
            page.set_viewport_size({"width": width, "height": height})
            picture(page, f"{game}-{locale}-{what}-{width}.png")
            # on a small phone the words above stand in the turn line's place
            seen = [each for each in page.evaluate(LOOK) if not each.startswith("turn-line")]
            found.extend(f"{what} at {width}: {each}" for each in seen)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert page.evaluate(SMALL) == []
            assert n != turn or violations(page) == []  # the parts are the same at each size

    page.goto(f"/exercises/{game}")
    table = TablePage(page)
    for number in range(2):
        expect(page.get_by_test_id("exercise-ask")).to_be_visible()
        exercise = asked(house, page, game)
        look(f"ask-{number}", number)
        table.do(exercise.alternatives[-number].code)
        expect(page.get_by_test_id("exercise-told")).to_have_attribute("data-solved", "false" if number else "true")
        look(f"told-{number}", number + 1)
        page.keyboard.press("n")
    page.set_viewport_size({"width": 375, "height": 667})
    for number in range(2, min(8, len(task(game).exercises()))):  # the more there is to tell, the lower is the table
        expect(page.get_by_test_id("exercise-ask")).to_be_visible()
        table.do(asked(house, page, game).alternatives[-1].code)
        expect(page.get_by_test_id("exercise-told")).to_be_visible()
        for height in (560, 667):
            page.set_viewport_size({"width": 375, "height": height})
            seen = [each for each in page.evaluate(LOOK) if not each.startswith("turn-line")]
            found.extend(f"told-{number} at {height}: {each}" for each in seen)
        page.keyboard.press("n")
    assert found == []
