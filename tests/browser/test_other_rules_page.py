"""A game whose rules have changed: its page says what became of a match that was begun with others."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.looks import SMALL, picture
from server.servers import LAVISH, Served
from server.test_other_rules import GAME, counted_otherwise
from server.visitor import play_together
from torite.server.guests import COOKIE

TEXT = "The rules of this game have changed since this match began"


@pytest.mark.parametrize(("width", "height"), [(375, 667), (812, 375), (1280, 800)])
def test_neither_match_is_counted_anew(visit: Callable[..., Page], width: int, height: int, tmp_path: Path) -> None:
    database = str(tmp_path / "t.db")
    house = Served(database, **LAVISH)
    ann = house.visitor("Ann")
    over, running = (ann.open_table("wysiwyg", 2, fill="gentle", start=True) for _ in range(2))
    wire = ann.wire(over)
    play_together(wire)
    ann.wire(running).until_legal()
    house.stop()
    house = Served(database, **LAVISH)
    house.house.settings.games[GAME.name] = replace(GAME, rules=2, result=counted_otherwise)
    try:
        page = visit(house.base, width=width, height=height)
        page.context.add_cookies([{"name": COOKIE, "value": ann.http.cookies[COOKIE], "url": house.base}])
        page.goto(f"/t/{running}")
        expect(page.get_by_role("heading", name="This match stays as it is")).to_be_visible()
        expect(page.get_by_text(TEXT)).to_be_visible()
        page.goto(f"/t/{over}")
        expect(page.get_by_text(TEXT)).to_be_visible()
        for score in wire.table["outcome"]["scores"]:
            expect(page.get_by_text(str(score)).first).to_be_attached()
        picture(page, tmp_path / f"other-rules-{width}.png")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(SMALL) == []
        page.get_by_role("button", name="Play again").click()
        expect(page.get_by_text(TEXT)).to_have_count(0)
    finally:
        house.stop()
