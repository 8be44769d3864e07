"""Whole matches of the Jass games by clicks, against bots, with the shortest options there are."""

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.jass_pages import JassTable, sit_with_bots
from browser.pages import Enter, Sit
from browser.stage import Prepared, Put, phase

STILL: dict[str, Any] = {"chosen": {"speed": "none"}}  # where a match is long

# game, seats, options, direction
MATCHES: list[tuple[str, int, dict[str, str], int]] = [
    ("Mittlere Jass", 3, {"Number of deals": "2"}, -1),
    ("Mittlere Jass", 3, {"Rule set": "As in Somnia: its values, three lives, clockwise", "Lives": "1"}, 1),
    ("Molotov Jass", 4, {"Number of deals": "2"}, -1),
    ("Plus-Minus Jass", 3, {"Chips to win": "1", "Direction": "clockwise, to the left"}, 1),
    ("Differenzler", 3, {"Rounds": "1"}, -1),
    ("Handjass", 2, {"Chips to leave": "1"}, -1),
    ("Schieber", 4, {"Target": "500"}, -1),
]


@pytest.mark.parametrize(("name", "seats", "options", "direction"), MATCHES)
def test_a_match_is_played_to_its_end(
    lobby: Enter, name: str, seats: int, options: dict[str, str], direction: int
) -> None:
    table = sit_with_bots(lobby(**STILL), name, seats, options)
    expect(table.direction).to_have_attribute("data-direction", str(direction))
    while table.step():
        pass
    expect(table.turn_line).to_contain_text("The match is over.")
    expect(table.sheet_rows().first).to_be_visible()  # it opens by itself


def test_each_deal_of_coiffeur_fills_a_cell_of_the_sheet(lobby: Enter) -> None:
    table = sit_with_bots(lobby(**STILL), "Coiffeur", 4, {"Four players": "in pairs (16 deals, 20 with ten rows)"})
    table.close_chat()  # beside it there is no room for the sheet
    entries = table.sheet.locator("[data-entry]")
    filled = [0]
    while filled[-1] < 4 and table.step():  # the last ones: see below
        if (now := entries.count()) != filled[-1]:
            filled.append(now)
    assert filled == list(range(5))


def test_a_whole_match_of_handjass_until_one_is_left(lobby: Enter) -> None:
    table = sit_with_bots(lobby(**STILL), "Handjass", 4, {"Chips to leave": "2"})
    gone = table.page.locator("[data-testid^=panel-]").filter(has_text="has left")
    seen = set()
    while table.step():
        seen.add(gone.count())
    assert seen <= {0, 1, 2} and len(seen) > 1  # a deal gives chips to two, so three never leave at once
    expect(table.turn_line).to_contain_text("The match is over.")
    chips = [table.figure(seat, "chips").inner_text().split()[-1] for seat in range(4)]
    assert sum(figure in ("+2", "+3") for figure in chips) >= 3
    expect(table.outcome).to_contain_text("win the match")


@pytest.mark.parametrize("players", [3, 4])
def test_the_last_deals_of_coiffeur_fill_the_sheet(put: Put, sit: Sit, players: int) -> None:
    prepared = Prepared("coiffeur", players)
    last = prepared.position.game.deals(prepared.position.state) or 0
    while int(prepared.position.state.deals) < last - 1:
        prepared.next_deal()
    table = put(prepared)
    ann = JassTable(sit(table).page)
    table.pages[0] = ann
    ann.close_chat()
    expect(ann.sheet.locator("[data-entry]")).to_have_count(last - 2)
    while not table.position.finished():
        if table.position.deal_over():
            ann.confirm.click()
            table.others_confirm(*range(1, players))
            table.position.deal()
            continue
        seat = table.position.actors()[0]
        code = table.position.legal(seat)[0]
        if seat != 0 or phase(table.position) == "play":
            table.do((seat, code))
            continue
        if code == "pass":  # all rows of the sheet may be filled
            ann.page.locator(".at-bar [data-action=pass]").click()
        else:
            expect(ann.contracts.first).to_be_visible()
            ann.choose(code)
        table.position.play(code, 0)
    expect(ann.outcome).to_be_visible()
    expect(ann.sheet.locator("[data-entry]")).to_have_count(last)
    totals = table.position.result().scores
    for seat in range(players if players == 3 else 2):
        expect(ann.sheet.locator("tfoot td").nth(seat)).to_contain_text(str(abs(totals[seat])))
