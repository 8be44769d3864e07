"""Claiming the rest in the browser: the table offers it where the player can know it, and shows what lay open."""

import pytest
from playwright.sync_api import expect

from browser.pages import Sit
from browser.stage import Prepared, Put
from torite.games.position import Position
from torite.search.claim import is_sure


def is_mine(position: Position) -> bool:
    """Does seat 0 lead with three cards, and know that it takes all?"""
    game, view = position.game, position.view(0)
    assert game.claimable is not None
    return int(view.held[0]) == 3 and bool(game.claimable(view, 0)) and is_sure(game, view, 0)


@pytest.mark.parametrize(("width", "height"), [(375, 667), (812, 375), (1280, 800)])
def test_what_the_player_can_know_is_offered(put: Put, sit: Sit, width: int, height: int) -> None:
    table = put(Prepared("schieber", 4).until(is_mine))
    ann, ben = sit(table, 0, width=width, height=height), sit(table, 1, width=width, height=height)
    ann.page.get_by_test_id("claim").click()
    for who in (ann, ben):
        told = who.page.get_by_test_id("claimed")
        expect(told).to_contain_text("Ann takes all the rest.")
        expect(told.get_by_role("img")).to_have_count(12)
        assert who.page.evaluate("document.documentElement.scrollWidth") <= width
    expect(ben.page.get_by_test_id("claim")).to_have_count(0)


def test_a_key_claims_too(put: Put, sit: Sit) -> None:
    ann = sit(put(Prepared("schieber", 4).until(is_mine)), 0)
    expect(ann.page.get_by_test_id("claim")).to_be_visible()
    ann.page.keyboard.press("a")
    expect(ann.page.get_by_test_id("claimed")).to_be_visible()
