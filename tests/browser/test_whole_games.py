"""Whole matches by clicks, against bots."""

from playwright.sync_api import expect

from browser.pages import Enter


def test_a_person_and_five_bots_finish_wizard(lobby: Enter) -> None:
    front = lobby(chosen={"speed": "none"})  # it is long
    front.set_up("Wizard", seats=6)
    table = front.play_bots("Wizard")
    while table.step():
        pass
    expect(table.outcome).to_be_visible()
    expect(table.sheet_rows()).to_have_count(10)
    expect(table.turn_line).to_contain_text("The match is over.")


def test_a_person_and_three_bots_finish_a_match_of_rwd_and_play_again(lobby: Enter) -> None:
    front = lobby(chosen={"speed": "none"})
    front.set_up("RWD", seats=4, wins="1")
    table = front.play_bots("RWD")
    while table.step():
        pass
    expect(table.outcome).to_contain_text("win")
    expect(table.sheet_rows().first).to_be_visible()
    table.page.get_by_role("button", name="Table", exact=True).click()
    table.page.get_by_role("button", name="Remove Haru").click()  # for somebody who has watched
    expect(table.page.get_by_role("button", name="Remove Haru")).to_have_count(0)
    expect(table.outcome).to_contain_text("Haru")
    table.page.get_by_role("button", name="Play again").click()
    expect(table.outcome).to_have_count(0)
    expect(table.row("next_row")).to_have_count(3)
