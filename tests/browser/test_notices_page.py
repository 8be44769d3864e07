"""Who wants it is told on his device that it is his turn, also when no page of the house is open.

The browser of the tests has no way to a push service and may show no notice: its `PushManager` is replaced by one whose
subscription lies at ours, its leave is given, and what the service worker would show is kept.  The service worker, the
message that it gets from the browser, and everything of the house are the real ones.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.looks import SMALL, picture, violations
from browser.pages import Visit
from server.push_service import Browser, PushService
from server.servers import LAVISH, Served
from server.test_notices import CONTACT, service
from server.visitor import wait_for
from torite.server.people.guests import COOKIE

__all__ = ["service"]

PUSH_MANAGER = """(device) => {
  let subscription = null;
  const made = (options) => ({
    options: {applicationServerKey: Uint8Array.from(
      atob(options.applicationServerKey.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0)).buffer},
    endpoint: device.endpoint,
    toJSON: () => ({endpoint: device.endpoint, keys: {p256dh: device.key, auth: device.secret}}),
    unsubscribe: async () => { subscription = null; return true; },
  });
  Object.defineProperty(Notification, 'permission', {get: () => 'granted'});
  PushManager.prototype.subscribe = async (options) => (subscription = made(options));
  PushManager.prototype.getSubscription = async () => subscription;
}"""
KEEP = """() => {
  self.shown = [];
  self.registration.showNotification = async (title, more) => void self.shown.push({title, ...more});
}"""
TOUCH = """async (notification) => {
  let asked = null, closed = false;
  self.clients.openWindow = async (address) => void (asked = address);
  const event = new ExtendableEvent('notificationclick');
  event.notification = {...notification, close: () => (closed = true)};
  self.dispatchEvent(event);
  while (asked === null) await new Promise((next) => setTimeout(next, 20));
  return [asked, closed];
}"""
WANTED = {"en": "Tell me when it is my turn", "de": "Melden, wenn ich dran bin", "ja": "自分の番になったら通知する"}
ALWAYS = {
    "en": "Also when no page of the house is open",
    "de": "Auch wenn keine Seite des Hauses offen ist",
    "ja": "1手1日のテーブルでは",
}
SETTINGS = {"en": "Settings", "de": "Einstellungen", "ja": "設定"}


@pytest.fixture
def house(tmp_path: Path, service: PushService) -> Iterator[Served]:
    hosts = frozenset({service.origin})
    served = Served(str(tmp_path / "t.db"), **LAVISH, oneself_burst=1000, push=CONTACT, push_hosts=hosts)
    yield served
    served.stop()


def opened(visit: Visit, house: Served, device: dict[str, str], cookie: str, **more: Any) -> Page:
    """A page of the guest with this cookie, in a browser that may show notices."""
    page = visit(house.base, service_workers="allow", **more)
    page.context.grant_permissions(["notifications"], origin=house.base)
    page.context.add_cookies([{"name": COOKIE, "value": cookie, "url": house.base}])
    page.add_init_script(f"({PUSH_MANAGER})({json.dumps(device)})")
    page.goto("/")
    expect(page.get_by_role("article").first).to_be_visible()
    return page


def choose(page: Page, lang: str, wanted: bool) -> None:
    """In the settings."""
    page.get_by_role("button", name=SETTINGS[lang]).click()
    box = page.get_by_role("checkbox", name=WANTED[lang])
    expect(page.get_by_text(ALWAYS[lang])).to_be_visible()
    box.set_checked(wanted)
    page.keyboard.press("Escape")


def deliver(page: Page, house: Served, told: dict[str, str]) -> None:
    """As the browser does that has got it from its push service."""
    cdp = page.context.new_cdp_session(page)
    registrations: list[str] = []
    cdp.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(each["registrationId"] for each in event["registrations"]),
    )
    cdp.send("ServiceWorker.enable")
    while not registrations:
        page.wait_for_timeout(20)
    message = {"origin": house.base, "registrationId": registrations[0], "data": json.dumps(told)}
    cdp.send("ServiceWorker.deliverPushMessage", message)


def test_a_device_is_told_and_opens_the_table(house: Served, visit: Visit, service: PushService) -> None:
    ann, ben = house.visitor("Ann"), house.visitor("Ben")
    phone = Browser(service, "ben")
    page = opened(visit, house, phone.device, ben.http.cookies[COOKIE], locale="en-GB")
    choose(page, "en", True)
    wait_for(lambda: len(ben.http.get("/api/me/export").json()["devices"]) == 1, "the device")
    table = ann.open_table("wysiwyg", 2, clock="daily")
    a, b = ann.wire(table), ben.wire(table)
    b.ask("sit")
    b.close()
    a.until(lambda message: message["type"] == "presence" and any(message["away"]))
    a.ask("start")
    a.until_table(lambda told: bool(told["scene"] and told["scene"]["turn"]))
    while a.legal:
        a.step()
    wait_for(lambda: len(phone.read()) == 1, "the notice")
    (told,) = phone.read()
    assert told == {"title": "Your turn", "body": "WYSIWYG · Ann", "path": f"/t/{table}", "lang": "en"}
    (worker,) = page.context.service_workers
    worker.evaluate(KEEP)
    deliver(page, house, told)
    while not (shown := worker.evaluate("self.shown")):
        page.wait_for_timeout(20)
    (notice,) = shown
    assert [notice[name] for name in ("title", "body", "lang")] == [told[name] for name in ("title", "body", "lang")]
    assert notice["tag"] == told["path"]  # a later one of the same table takes its place
    assert notice["renotify"]  # but not in silence: who has not come for new talk hears that it is his turn
    assert worker.evaluate(TOUCH, notice) == [f"{house.base}/t/{table}", True]
    choose(page, "en", False)
    wait_for(lambda: ben.http.get("/api/me/export").json()["devices"] == [], "the device to go")


@pytest.mark.parametrize(("width", "height", "lang"), [(375, 667, "de"), (812, 375, "ja"), (1280, 800, "en")])
def test_the_setting_fits(
    house: Served, visit: Visit, service: PushService, width: int, height: int, lang: str
) -> None:
    cookie = house.visitor("Ben").http.cookies[COOKIE]
    page = opened(visit, house, Browser(service).device, cookie, locale=lang, width=width, height=height)
    page.get_by_role("button", name=SETTINGS[lang]).click()
    text = page.get_by_text(ALWAYS[lang])
    text.scroll_into_view_if_needed()
    expect(text).to_be_in_viewport()
    picture(page, f"notices-{lang}.png")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(SMALL) == []
    assert violations(page) == []


@pytest.mark.parametrize(("width", "height", "lang"), [(375, 667, "de"), (1280, 800, "ja")])
def test_where_a_day_may_pass_it_is_offered_before_the_match(
    house: Served, visit: Visit, service: PushService, width: int, height: int, lang: str
) -> None:
    ann, ben = house.visitor("Ann"), house.visitor("Ben")
    page = opened(
        visit, house, Browser(service).device, ben.http.cookies[COOKIE], locale=lang, width=width, height=height
    )
    quick, slow = (ann.open_table("wysiwyg", 2, clock=clock) for clock in ("quick", "daily"))
    for table, is_offered in ((quick, False), (slow, True)):
        ben.wire(table).ask("sit")
        page.goto(f"/t/{table}")
        expect(page.get_by_test_id("clock")).to_have_value("daily" if is_offered else "quick")
        offer = page.get_by_role("checkbox", name=WANTED[lang])  # not the one in the settings, which are closed
        expect(offer).to_have_count(int(is_offered))
    picture(page, f"notices-lounge-{lang}.png")
    offer.check()
    wait_for(lambda: len(ben.http.get("/api/me/export").json()["devices"]) == 1, "the device")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(SMALL) == []
    assert violations(page) == []


@pytest.mark.parametrize(("width", "height", "lang"), [(375, 667, "de"), (375, 667, "ja"), (1280, 800, "en")])
def test_an_iphone_is_told_how(visit: Visit, house: Served, width: int, height: int, lang: str) -> None:
    """It has notices only for what was opened from its home screen."""
    page = visit(house.base, locale=lang, width=width, height=height)
    page.add_init_script("delete window.PushManager; delete window.Notification; navigator.standalone = false")
    page.goto("/")
    page.get_by_role("button", name=SETTINGS[lang]).click()
    text = page.get_by_text(WANTED[lang])
    text.scroll_into_view_if_needed()
    expect(text).to_contain_text(f"{WANTED[lang]}：" if lang == "ja" else f"{WANTED[lang]}: ")
    expect(text).to_contain_text("iPad")
    expect(page.get_by_role("checkbox", name=WANTED[lang])).to_have_count(0)
    picture(page, f"notices-iphone-{lang}.png")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_who_may_not_be_told_learns_why(visit: Visit, house: Served) -> None:
    page = visit(house.base, locale="en-GB", permissions=[])
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("checkbox", name=WANTED["en"]).click()
    expect(page.get_by_text("The browser does not allow it here")).to_be_visible()
    expect(page.get_by_role("checkbox", name=WANTED["en"])).not_to_be_checked()


def test_a_house_that_sends_none_promises_none(visit: Visit, tmp_path: Path) -> None:
    served = Served(str(tmp_path / "t.db"), **LAVISH)
    try:
        page = visit(served.base, locale="en-GB")
        page.goto("/")
        with page.expect_response("**/api/notices"):
            page.get_by_role("button", name="Settings").click()
        expect(page.get_by_role("checkbox", name=WANTED["en"])).to_be_visible()
        expect(page.get_by_text(ALWAYS["en"])).to_have_count(0)
    finally:
        served.stop()
