"""A table in WebKit, which phones of one maker have and nothing else, spoken to by W3C WebDriver."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from browser.conftest import PATIENCE, missing
from browser.stage import House, Prepared, Put
from server.visitor import wait_for
from torite.server.people.guests import COOKIE

SECONDS = PATIENCE / 1000
TIMES = 8  # a table is loaded; before the first module ran at once, it stood in half of them
BROWSER = "usr/lib/*/webkit2gtk-4.1/MiniBrowser"  # of Debian
SILENT: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
STANDS = "return document.querySelectorAll('[data-table] [data-testid=hand] [data-testid=card]').length"


class WebKit:
    """A browser and its window."""

    def __init__(self, port: int, browser: Path) -> None:
        self._http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=SECONDS)
        wait_for(self._answers, "WebKit's driver")
        wanted = {"webkitgtk:browserOptions": {"binary": str(browser), "args": ["--automation"]}}
        self._session = ""
        self._session = f"/session/{self._do('/session', capabilities={'alwaysMatch': wanted})['sessionId']}"

    def _answers(self) -> bool:
        try:
            return self._http.get("/status").is_success
        except httpx.TransportError:
            return False

    def _do(self, what: str, **told: Any) -> Any:
        answer = self._http.post(self._session + what, json=told).json()["value"]
        assert not (isinstance(answer, dict) and "error" in answer), answer
        return answer

    def open(self, address: str) -> None:
        """Go there."""
        self._do("/url", url=address)

    def refresh(self) -> None:
        """Load the page anew."""
        self._do("/refresh")

    def become(self, cookie: str) -> None:
        """Be this guest at the house whose page is open."""
        self._do("/cookie", cookie={"name": COOKIE, "value": cookie, "path": "/"})

    def ask(self, script: str) -> Any:
        """What the page answers."""
        return self._do("/execute/sync", script=script, args=[])

    def close(self) -> None:
        """Its window, too."""
        self._http.delete(self._session)
        self._http.close()


@pytest.fixture
def webkit(tmp_path: Path) -> Iterator[WebKit]:
    """One before a screen that nobody sees."""
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    browser = next(Path("/").glob(BROWSER), None)
    if driver is None or screen is None or browser is None:
        missing("WebKit is missing (Debian: apt-get install webkit2gtk-driver xvfb)")
    assert driver and screen and browser  # or it has been skipped
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    reads, writes = os.pipe()
    shown = subprocess.Popen([screen, "-displayfd", str(writes), "-nolisten", "tcp"], pass_fds=[writes], **SILENT)
    os.close(writes)
    with os.fdopen(reads) as told:
        display = told.readline().strip()
    # Root in a container has no sandbox of its own; the page is ours.
    home = {"DISPLAY": f":{display}", "HOME": str(tmp_path), "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
    driving = subprocess.Popen([driver, "-p", str(port)], env=os.environ | home, **SILENT)
    try:
        browsing = WebKit(port, browser)
        yield browsing
        browsing.close()
    finally:
        for process in (driving, shown):
            process.terminate()
            process.wait(SECONDS)


def test_a_table_stands_however_often_it_is_loaded(webkit: WebKit, put: Put, house: House) -> None:
    table = put(Prepared("wizard", 3))
    webkit.open(f"{house.base}/icon.svg")
    webkit.become(house.cookie(table.guests[0]))
    webkit.open(f"{house.base}/t/{table.id}")
    for n in range(TIMES):
        wait_for(lambda: webkit.ask(STANDS) == 1, f"the card at the table when it was loaded {n} times again")
        webkit.refresh()
