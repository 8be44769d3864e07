"""A whole deal of every game by roles and names alone; the focus never falls to the body."""

import pytest
from playwright.sync_api import expect

from browser.ear import Ear
from browser.keyboard import Keyboard
from browser.pages import Sit
from browser.stage import Put
from browser.test_keys import PREPARED, STILL, next_code
from torite.games import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_by_ear(put: Put, sit: Sit, name: str) -> None:
    table = put(PREPARED[name]())
    ann = sit(table, **STILL)
    del table.pages[0]
    ear, position, stands = Ear(ann), table.position, Keyboard(ann).stands_somewhere
    while position.actors():
        seat = position.actors()[0]
        code, goes_by_itself = next_code(position)
        if seat:
            table.do((seat, code))
            continue
        for did in [code] if goes_by_itself else ear.acts():
            position.play(did, 0)
        assert stands(), code
    if position.finished():
        expect(ear.scene.get_by_role("status").filter(has_text="match")).not_to_have_count(0)
        won = ann.outcome.get_by_role("heading")
        expect(ann.page.get_by_role("log")).to_contain_text(won.inner_text())
        told = ear.scene.get_by_role("status").filter(has=ann.page.get_by_role("heading"))
        expect(told).to_have_count(0)  # it is told once
    else:
        expect(ear.line).not_to_contain_text("Your turn")
        ear.press("OK")
        expect(ear.button("OK")).to_have_count(0)
    assert stands()
