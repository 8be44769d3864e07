"""A real Chromium before a real `torite serve`."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from browser.pages import LobbyPage, TablePage
from browser.positions import seen
from browser.profiles import Profile, Profiles
from browser.stage import House, Open, Prepared, newcomer
from browser.staged import Stage
from server.servers import Process
from torite.server.pages import STATIC
from torite.server.people.guests import COOKIE
from torite.table.table import Guest

# The first is the same without windows: a page costs it less than half of the processor's time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
PATIENCE = 60_000  # ms until a test gives up waiting; a busy machine takes its time
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--in-process-gpu",  # which draws by software anyway: a process less to tell of everything
    "--js-flags=--no-opt",  # a page does not live as long as its scripts would take to be optimised to the full
)
SERVE = ("torite.cli", "serve", "--bot-pause", "0")

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here needs Chromium."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.browser)


def missing(what: str) -> None:
    """Skip, or fail in CI, where nothing may be missing."""
    (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(what)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests; each gets a context of its own."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        missing("Chromium is missing (Debian: apt-get install chromium)")
    if not (STATIC / "index.html").is_file():
        missing("the client is not built (scripts/setup)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """One `torite serve` for all tests that leave it running."""
    process = Process(tmp_path_factory.mktemp("house"), program=SERVE)
    yield process
    process.stop()


@pytest.fixture
def house(server: Process) -> Iterator[House]:
    """The house; who came over the wire goes home after the test."""
    house = House(server.base, server.log.with_name("t.db"))
    yield house
    house.send_home()


@pytest.fixture(scope="session")
def profiles(chromium: Browser) -> Profiles:
    """Those of the browser."""
    return Profiles(chromium, PATIENCE)


@pytest.fixture
def visit(profiles: Profiles) -> Iterator[Callable[..., Page]]:
    """Makes pages, each in a browser profile of its own.  What a page throws fails the test."""
    taken: list[Profile] = []

    def open_page(
        base: str,
        *,
        locale: str = "en-GB",
        width: int = 1280,
        height: int = 800,
        chosen: dict[str, Any] | None = None,  # settings of the reader
        staged: bool = False,  # for a Stage
        **more: Any,
    ) -> Page:
        settings = {"service_workers": "block", "reduced_motion": "reduce", "color_scheme": "light", **more}
        taken.append(profiles.take(base, width, height, chosen=chosen, staged=staged, locale=locale, **settings))
        return taken[-1].page

    yield open_page
    thrown = [error for profile in taken for error in profile.thrown]
    for profile in taken:
        profiles.leave(profile)
    assert thrown == []


@pytest.fixture
def lobby(house: House, visit: Callable[..., Page]) -> Callable[..., LobbyPage]:
    """Somebody new comes to the front page."""

    def enter(name: str | None = None, **settings: Any) -> LobbyPage:
        page = visit(house.base, **settings)
        if name is not None:
            become(page, house, newcomer(name))
        page.goto("/")
        return LobbyPage(page)

    return enter


@pytest.fixture
def sit(house: House, visit: Callable[..., Page]) -> Callable[..., TablePage]:
    """Opens a prepared table in a browser, for one of its seats."""

    def sit_down(table: Open, seat: int = 0, **settings: Any) -> TablePage:
        page = visit(house.base, **settings)
        become(page, house, table.guests[seat])
        page.goto(f"/t/{table.id}")
        table.pages[seat] = TablePage(page)
        expect(table.pages[seat].turn_line).to_be_visible()
        return table.pages[seat]

    return sit_down


@pytest.fixture
def show(server: Process, visit: Callable[..., Page]) -> Callable[..., Iterator[TablePage]]:
    """Lays prepared tables before their first seat, one after the other on one page: a load costs four times as much.

    Nobody answers what is done there.
    """

    def lay(*tables: Prepared, **settings: Any) -> Iterator[TablePage]:
        stage = Stage(visit(server.base, staged=True, **settings))
        for prepared in tables:
            stage.show(seen(prepared))
            yield TablePage(stage.page)

    return lay


@pytest.fixture
def put(house: House) -> Callable[[Prepared], Open]:
    """Lays a prepared table into the house."""
    return house.put


def become(page: Page, house: House, guest: Guest) -> None:
    """This browser is this guest's."""
    page.context.add_cookies([{"name": COOKIE, "value": house.cookie(guest), "url": house.base}])
