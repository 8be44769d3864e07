"""Passkeys in a browser: Chromium's own virtual authenticator makes them, and signs with them elsewhere."""

from typing import Any

from playwright.sync_api import CDPSession, Page, expect

from browser.pages import Visit
from browser.stage import House

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def with_authenticator(page: Page) -> tuple[CDPSession, str]:
    """Its id as well."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    added: dict[str, Any] = devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return devtools, str(added["authenticatorId"])


def carry(source: tuple[CDPSession, str], target: tuple[CDPSession, str]) -> None:
    """A password manager brings the keys to the other device."""
    devtools, id = source
    for credential in devtools.send("WebAuthn.getCredentials", {"authenticatorId": id})["credentials"]:
        target[0].send("WebAuthn.addCredential", {"authenticatorId": target[1], "credential": credential})


def named(house: House) -> str:
    """The house by a name: at a bare address no browser knows passkeys."""
    return house.base.replace("127.0.0.1", "localhost")


def test_add_one_here_and_come_back_there(house: House, visit: Visit) -> None:
    desk = visit(named(house))
    keys = with_authenticator(desk)
    desk.goto("/me")
    desk.get_by_role("main").get_by_role("button", name="Choose a name").click()
    desk.get_by_role("dialog").get_by_role("textbox").fill("Annika")
    desk.get_by_role("dialog").get_by_role("button").first.click()
    desk.get_by_role("button", name="Add a passkey").click()
    mine = desk.get_by_test_id("passkey")
    expect(mine).to_contain_text("localhost")
    expect(mine).to_contain_text("not used yet")
    desk.get_by_role("button", name="Add a passkey").click()
    expect(desk.get_by_text("You have a passkey on this device already.")).to_be_visible()
    expect(mine).to_have_count(1)

    phone = visit(named(house), width=375, height=667, locale="de-CH")
    there = with_authenticator(phone)
    carry(keys, there)
    phone.goto("/me")
    phone.get_by_role("main").get_by_role("button", name="Mit Passkey zurückkommen").click()
    expect(phone.get_by_text("Willkommen zurück, Annika!")).to_be_visible()
    expect(phone.get_by_role("heading", name="Annika", exact=False).first).to_be_visible()
    expect(phone.get_by_test_id("passkey")).to_contain_text("zuletzt benutzt")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 375
    phone.get_by_role("button", name="entfernen", exact=False).click()
    expect(phone.get_by_test_id("passkey")).to_have_count(0)

    late = visit(named(house))
    carry(keys, with_authenticator(late))
    late.goto("/take")
    late.get_by_role("button", name="Come back with a passkey").click()
    expect(late.get_by_text("does not know this passkey any more")).to_be_visible()


def test_from_the_front_page_as_somebody_else_so_far(house: House, visit: Visit) -> None:
    desk = visit(named(house))
    keys = with_authenticator(desk)
    desk.goto("/")
    desk.evaluate(
        "fetch('/api/me', {method: 'POST', headers: {'Content-Type': 'application/json'}, "
        "body: JSON.stringify({name: 'Mika', key: localStorage.getItem('torite.key')})})"
    )
    desk.goto("/me")
    desk.get_by_role("button", name="Add a passkey").click()
    expect(desk.get_by_test_id("passkey")).to_have_count(1)
    other = visit(named(house), locale="ja")
    carry(keys, with_authenticator(other))
    other.goto("/")
    other.get_by_role("banner").get_by_role("button", name="名前を決める").click()
    other.get_by_role("dialog").get_by_role("button", name="パスキーで戻る").click()
    expect(other.get_by_text("おかえりなさい、Mikaさん！")).to_be_visible()
    expect(other.get_by_role("dialog")).to_have_count(0)


def test_who_comes_back_in_the_place_of_another_is_told_what_that_means(house: House, visit: Visit) -> None:
    """A family with one tablet: Ben took it over with his passkey, and Ann's guest was gone without a word."""
    desk, tablet = visit(named(house)), visit(named(house))
    keys = with_authenticator(desk)
    for page, name in ((desk, "Ben"), (tablet, "Ann")):
        page.goto("/")
        page.get_by_role("banner").get_by_role("button", name="Choose a name").click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("You can change it whenever you like.")
        dialog.get_by_role("textbox").fill(name)
        dialog.get_by_role("button", name="Take this name").click()
        expect(dialog).to_have_count(0)
    desk.goto("/me")
    desk.get_by_role("button", name="Add a passkey").click()
    expect(desk.get_by_test_id("passkey")).to_have_count(1)
    carry(keys, with_authenticator(tablet))
    tablet.evaluate("sessionStorage['torite.draft'] = JSON.stringify({table: 'a7kq', text: 'What Ann was writing'})")
    tablet.get_by_role("banner").get_by_role("button", name="Ann").click()
    dialog = tablet.get_by_role("dialog")
    expect(dialog).to_contain_text("Is somebody else playing here now? Then log Ann out first: My games")
    expect(dialog).to_contain_text("this browser is no longer Ann")
    dialog.get_by_role("button", name="Come back with a passkey").click()
    expect(tablet.get_by_role("banner").get_by_role("button", name="Ben")).to_be_visible()
    assert "Ann" not in tablet.evaluate("sessionStorage['torite.draft']")
    tablet.get_by_role("banner").get_by_role("button", name="Ben").click()
    tablet.evaluate("() => { history.back = () => (window.backs = 1); }")
    dialog.get_by_role("link", name="My games").click()
    expect(dialog).to_have_count(0)
    expect(tablet.get_by_role("button", name="Log out here")).to_be_visible()
    assert tablet.evaluate("window.backs") is None  # what would soon lead away from there again


def test_at_a_bare_address_nobody_is_offered_one(house: House, visit: Visit) -> None:
    page = visit(house.base)
    with_authenticator(page)
    page.goto("/me")
    expect(page.get_by_role("main").get_by_role("button", name="Choose a name")).to_be_visible()
    expect(page.get_by_text("passkey", exact=False)).to_have_count(0)
