"""The host locks the table and removes somebody; on a phone, too."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from browser.conftest import become
from browser.stage import House
from torite.table.table import Guest


def test_the_host_locks_the_table_and_removes_who_disturbs(house: House, visit: Callable[..., Page]) -> None:
    ann, ben, cat = (Guest(f"{name}-at-the-host", name) for name in ("Ann", "Ben", "Cat"))
    table = house.visitor(ann).open_table("wizard", 4, listed=False)
    pages = {who: visit(house.base, width=375, height=667) for who in (ann, ben, cat)}
    for who, page in pages.items():
        become(page, house, who)
        page.goto(f"/t/{table}")
    pages[ben].get_by_role("button", name="Sit here").first.click()
    host = pages[ann]
    expect(host.get_by_text("Ben", exact=True)).to_be_visible()
    host.get_by_role("button", name="Lock the table").click()
    expect(pages[cat].get_by_text("Locked: nobody new sits down.").first).to_be_visible()
    expect(pages[cat].get_by_role("button", name="Sit here")).to_have_count(0)
    expect(pages[ben].get_by_role("button", name="Remove Ann")).to_have_count(0)
    host.get_by_role("button", name="Remove Ben").click()
    expect(host.get_by_role("dialog")).to_contain_text("cannot sit down or chat")
    assert host.evaluate("document.documentElement.scrollWidth") <= 375
    host.get_by_role("dialog").get_by_role("button", name="Yes, remove Ben").click()
    expect(host.get_by_role("button", name="Remove Ben")).to_have_count(0)
    host.get_by_role("button", name="Open the table again").click()
    pages[ben].get_by_role("button", name="Sit here").first.click()
    expect(pages[ben].get_by_text("The host has removed you from this table.")).to_be_visible()
    pages[cat].get_by_role("button", name="Sit here").first.click()
    expect(host.get_by_role("button", name="Remove Cat")).to_be_visible()
