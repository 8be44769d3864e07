"""A friend who comes late by the link asks for the seat of the bot, and plays."""

import re

from playwright.sync_api import expect

from browser.conftest import become
from browser.looks import picture, sound
from browser.pages import TablePage, Visit
from browser.stage import House, newcomer
from server.visitor import play_together


def test_the_bots_seat_is_asked_for_and_given(house: House, visit: Visit) -> None:
    ann, ben, cat = (newcomer(name) for name in ("Ann", "Ben", "Cat"))
    host = house.visitor(ann)
    table = host.open_table("schieber", 4, listed=True)
    wires = []
    for seat, guest in ((1, ben), (2, cat)):
        wires.append(house.visitor(guest).wire(table))
        assert wires[-1].ask("sit", seat=seat)["type"] == "ack"
    wire = host.wire(table)
    wire.ask("bot", seat=3)
    wire.ask("start")
    first, late = visit(house.base, width=812, height=375), visit(house.base, width=375, height=667)
    become(first, house, ann)
    become(late, house, newcomer("Dan"))
    for page in (first, late):
        page.goto(f"/t/{table}")
        expect(TablePage(page).turn_line).to_be_visible()
    ask = late.get_by_test_id("ask-seat")
    for width, height in ((568, 320), (812, 375), (1280, 800), (375, 667)):
        late.set_viewport_size({"width": width, "height": height})
        expect(ask).to_be_in_viewport(ratio=1)
        picture(late, f"late-{width}.png")
        sound(late)
    ask.focus()
    late.keyboard.press("Enter")
    mine = late.get_by_test_id("proposal")
    expect(mine).to_contain_text(re.compile("To play on in place of the bot .* Waiting for Ann, Ben,? and Cat"))
    picture(late, "late-asked.png")
    sound(late)
    theirs = first.get_by_test_id("proposal")
    expect(theirs).to_contain_text("Dan asks: To play on in place of the bot")
    for width, height in ((375, 667), (568, 320), (1280, 800), (812, 375)):
        first.set_viewport_size({"width": width, "height": height})
        picture(first, f"late-first-{width}.png")
    first.keyboard.press("y")
    for each in wires:
        pending = each.until_table(lambda table: table["pending"] is not None)["pending"]
        assert each.ask("answer", yes=True, seq=pending["seq"])["type"] == "ack"
    expect(late.get_by_test_id("hand").locator("[data-code]").first).to_be_visible()
    expect(ask).to_have_count(0)
    expect(late.get_by_text("Welcome! The seat is yours; you play on")).to_be_visible()
    expect(first.get_by_text("Dan plays on in place of the bot.")).to_be_visible()
    picture(late, "late-seated.png")
    picture(first, "late-first-seated.png")
    sound(late)


def test_who_comes_late_plays_on_for_who_has_left(house: House, visit: Visit) -> None:
    ann, ben = newcomer("Ann"), newcomer("Ben")
    table = house.visitor(ann).open_table("wysiwyg", 2, listed=False)
    player, wire = house.visitor(ben).wire(table), house.visitor(ann).wire(table)
    player.ask("sit", seat=1)
    wire.ask("start")
    late = visit(house.base, width=375, height=667, locale="de-CH")
    become(late, house, newcomer("Dan"))
    late.goto(f"/t/{table}")
    expect(TablePage(late).turn_line).to_be_visible()
    ask = late.get_by_test_id("ask-seat")
    expect(ask).to_have_count(0)
    assert player.ask("leave")["type"] == "ack"
    ask.click()
    expect(late.get_by_test_id("proposal")).to_contain_text("Auf dem Platz von Ben weiterspielen")
    picture(late, "late-for-ben.png")
    sound(late)
    pending = wire.until_table(lambda table: table["pending"] is not None)["pending"]
    assert wire.ask("answer", yes=True, seq=pending["seq"])["type"] == "ack"
    expect(late.get_by_test_id("hand").locator("[data-code]").first).to_be_visible()
    expect(TablePage(late).panel(1)).to_contain_text("Du")


def test_who_has_left_comes_back_after_the_match(house: House, visit: Visit) -> None:
    ann, ben = newcomer("Ann"), newcomer("Ben")
    table = house.visitor(ann).open_table("rwd", 3, preset="single", listed=False)
    player = house.visitor(ben).wire(table)
    player.ask("sit", seat=1)
    wire = house.visitor(ann).wire(table)
    wire.ask("bot", seat=2)
    wire.ask("start")
    page = visit(house.base, width=375, height=667)
    become(page, house, ben)
    page.goto(f"/t/{table}")
    expect(TablePage(page).turn_line).to_be_visible()
    assert player.ask("leave")["type"] == "ack"
    back = page.get_by_role("button", name="Rejoin")
    expect(back).to_be_visible()
    wire.play_on()
    expect(TablePage(page).outcome).to_be_visible()
    expect(page.get_by_text("Ask for one of those in the chat")).to_have_count(0)  # one of those is his
    back.click()
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    expect(back).to_have_count(0)


def test_those_who_stay_are_led_to_the_seats_and_found_in_the_lobby(house: House, visit: Visit) -> None:
    ann, ben, cat = (newcomer(name) for name in ("Ann", "Ben", "Cat"))
    table = house.visitor(ann).open_table("rwd", 3, preset="single", listed=True)
    wires = [house.visitor(each).wire(table) for each in (ann, ben, cat)]
    for seat in (1, 2):
        wires[seat].ask("sit", seat=seat)
    wires[0].ask("start")
    play_together(*wires)
    page, late = visit(house.base, width=375, height=667), visit(house.base, width=375, height=667)
    become(page, house, ann)
    page.goto(f"/t/{table}")
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    wires[2].close()
    expect(page.get_by_text("Away at the moment: Cat. You can start all the same.")).to_be_visible()
    assert house.visitor(cat).wire(table).ask("leave")["type"] == "ack"
    expect(page.get_by_text("Players still needed: 1")).to_be_visible()
    expect(page.get_by_role("button", name="Play again")).to_have_count(0)  # it would be refused
    picture(page, "one-has-left.png")
    sound(page)
    page.get_by_role("button", name="Seats and options").click()
    pending = wires[1].until_table(lambda table: table["pending"] is not None)["pending"]
    assert wires[1].ask("answer", yes=True, seq=pending["seq"])["type"] == "ack"
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    late.goto("/")
    with_them = late.get_by_role("listitem").filter(has_text="Ben").filter(has_text="Ann")
    expect(with_them.get_by_role("link", name="Join (1 free)")).to_be_visible()
