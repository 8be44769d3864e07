"""Without a connection the table says so at once, and the page still opens; a house that cannot save says so, too."""

import re
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import expect

from browser.pages import Sit, Visit
from browser.stage import Prepared, Put
from server.servers import Process

KEPT = """async () => {
  await navigator.serviceWorker.ready;
  while (navigator.serviceWorker.controller === null || !(await caches.match('/')))
    await new Promise(next => setTimeout(next, 50));
}"""


def test_a_lost_connection_is_told_and_mended(put: Put, sit: Sit) -> None:
    ann = sit(put(Prepared("rwd", 3)))
    banner = ann.page.get_by_text("The connection is lost.")
    expect(banner).to_have_count(0)
    ann.page.context.set_offline(True)
    expect(banner).to_be_visible()
    expect(ann.turn_line).to_contain_text("The connection is lost.")  # it lies on nothing
    ann.page.context.set_offline(False)
    expect(banner).to_have_count(0)


def test_rules_that_cannot_be_brought_are_told_in_words(put: Put, sit: Sit) -> None:
    """It was "Failed to fetch dynamically imported module"."""
    ann = sit(put(Prepared("rwd", 3)))
    ann.page.context.set_offline(True)
    ann.page.keyboard.press("r")
    expect(ann.page.get_by_text("The server cannot be reached.", exact=True)).to_be_visible()


def test_the_banner_is_there_before_any_time_has_passed(put: Put, sit: Sit) -> None:
    ann = sit(put(Prepared("rwd", 3)))
    ann.page.clock.install(time=0)
    ann.page.clock.pause_at(1)
    ann.page.context.set_offline(True)
    expect(ann.page.get_by_text("The connection is lost.")).to_be_visible()


@pytest.mark.parametrize("locale", ["en-GB", "de-CH"])
def test_the_page_opens_without_a_connection(server: Process, visit: Visit, locale: str) -> None:
    page = visit(server.base, locale=locale, service_workers="allow")
    page.goto("/")
    expect(page.get_by_role("article").first).to_be_visible()
    page.evaluate(KEPT)
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("main h1, main h2").first).to_be_visible()
    expect(page.locator("main .button.primary")).to_be_visible()  # try again
    assert page.evaluate("document.documentElement.lang") == locale[:2]
    page.context.set_offline(False)  # nobody has to ask for it
    expect(page.get_by_role("article").first).to_be_visible()
    page.context.set_offline(True)
    with pytest.raises(PlaywrightError):  # a program that asks the house is not answered by its page
        page.goto("/readyz")


class Proxy(BaseHTTPRequestHandler):
    """Before a house that is being restarted; of its pages it may leave out the answer."""

    pages_come = threading.Event()

    def do_GET(self) -> None:
        """See BaseHTTPRequestHandler."""
        if self.path == "/":
            self.pages_come.wait()
        self.send_error(502)


@contextmanager
def proxy(port: int) -> Iterator[None]:
    """Answers at this port for a house that does not."""
    server = ThreadingHTTPServer(("127.0.0.1", port), Proxy)
    threading.Thread(target=server.serve_forever).start()
    yield
    server.shutdown()
    server.server_close()


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Process]:
    """A server that may be killed."""
    process = Process(tmp_path, "--bot-pause", "0.5")
    yield process
    process.stop()


def test_the_page_opens_while_the_house_is_restarted(mortal: Process, visit: Visit) -> None:
    page = visit(mortal.base, service_workers="allow")
    page.goto("/")
    page.evaluate(KEPT)
    mortal.kill()
    with proxy(int(mortal.base.rpartition(":")[2])):
        for pages_come in (True, False):
            Proxy.pages_come.set() if pages_come else Proxy.pages_come.clear()
            page.reload()
            expect(page.get_by_role("heading", name="The house does not answer")).to_be_visible()
        Proxy.pages_come.set()
    mortal.start()
    expect(page.get_by_role("article").first).to_be_visible()  # nobody has to ask for it


@contextmanager
def away(house: Process) -> Iterator[None]:
    """The database is not there: nobody is known by it."""
    file = house.log.with_name("t.db")
    other = sqlite3.connect(file)
    other.execute("ALTER TABLE sessions RENAME TO away")
    yield
    other.execute("ALTER TABLE away RENAME TO sessions")
    other.close()


def test_who_has_a_name_is_not_asked_for_one_while_the_house_cannot_know_it(mortal: Process, visit: Visit) -> None:
    page = visit(mortal.base)
    page.request.post(f"{mortal.base}/api/me", data={"name": "Ann"})
    with away(mortal):
        page.goto("/")
        expect(page.get_by_role("heading", name="The house cannot save anything")).to_be_visible()
        expect(page.get_by_text("Choose a name")).to_have_count(0)
    expect(page.get_by_role("button", name="Ann")).to_be_visible()


def test_who_looks_at_a_table_is_told_why_no_bot_moves(mortal: Process, visit: Visit) -> None:
    table = mortal.visitor("Ann").open_table("wizard", 3, sit=False, fill="gentle", start=True)
    page = visit(mortal.base)
    page.goto(f"/t/{table}")
    banner = page.get_by_text("The server cannot save at the moment.")
    expect(page.get_by_test_id("turn-line").first).to_be_visible()
    expect(banner).to_have_count(0)
    lock = sqlite3.connect(mortal.log.with_name("t.db"))
    lock.execute("BEGIN IMMEDIATE")
    expect(banner).to_be_visible()
    lock.close()
    expect(banner).to_have_count(0)


def test_a_page_whose_file_does_not_come_says_so(server: Process, visit: Visit) -> None:
    page = visit(server.base)
    page.route("**/assets/RulesPage*", lambda route: route.abort())
    page.goto("/rules/rwd")
    again = page.locator("main .button.primary")
    expect(again).to_be_visible()
    page.unroute_all()
    again.click()
    expect(page.locator("main h1, main h2").first).to_contain_text("RWD")


def test_a_page_whose_scripts_do_not_come_says_so(server: Process, visit: Visit) -> None:
    """As after an upgrade that the browser has missed, or where the line drops."""
    page = visit(server.base)
    page.route("**/assets/*.js", lambda route: route.fulfill(status=404))
    page.goto("/")
    said = page.get_by_text("The page has not loaded yet.")
    expect(said).to_be_hidden()  # it may still come
    page.evaluate("document.getAnimations().forEach(late => late.finish())")
    expect(said).to_be_visible()
    assert page.evaluate("document.body.getBoundingClientRect().top") == 0  # nothing moves when they do
    page.unroute("**/assets/*.js")
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("article").first).to_be_visible()
    expect(said).to_be_hidden()


@pytest.mark.parametrize("missing", ["Array.prototype.toSorted", "Intl.Segmenter"])
def test_a_browser_that_is_too_old_is_told(server: Process, visit: Visit, missing: str) -> None:
    """A table said that the house does not answer, the lobby waited for ever."""
    page = visit(server.base)
    page.add_init_script(f"delete {missing}")
    page.goto("/")
    expect(page.get_by_text("the browser may be too old: it takes Chrome 117")).to_be_visible()
    expect(page.locator("#app")).to_be_empty()


@pytest.mark.parametrize("path", ["/", "/t/some-table"])
def test_a_browser_that_runs_no_scripts_is_told_so_at_once(server: Process, visit: Visit, path: str) -> None:
    """It was an empty page for eight seconds, and then a slow line, an upgrade or an old browser."""
    page = visit(server.base, java_script_enabled=False)
    page.goto(path)
    said = page.locator("p:visible")
    expect(said).to_have_text([re.compile("JavaScript")] * 3, timeout=5000)
    expect(page.locator("#late")).to_have_css("display", "none")  # also later
