"""What a browser shows when the server does not let its page in, and at an address that is none."""

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest
from playwright.sync_api import expect

from browser.pages import Enter, Visit
from browser.stage import House, newcomer


class CarelessProxy:
    """Hands everything on, but names another host, not itself: pages from here are strangers there."""

    def __init__(self, base: str, host_header: bytes) -> None:
        self._host = host_header
        host, port = base.removeprefix("http://").split(":")
        self._target = (host, int(port))
        self._open = ExitStack()
        self._door = self._open.enter_context(socket.create_server(("127.0.0.1", 0)))
        self._own = f"127.0.0.1:{self._door.getsockname()[1]}"
        self.base = f"http://{self._own}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                visitor, _ = self._door.accept()
                server = socket.create_connection(self._target)
                for end in (visitor, server):
                    self._open.callback(end.close)
                name = (f"Host: {self._own}".encode(), b"Host: " + self._host)
                threading.Thread(target=_carry, args=(visitor, server, *name), daemon=True).start()
                threading.Thread(target=_carry, args=(server, visitor, b"", b""), daemon=True).start()

    def close(self) -> None:
        """No more visitors."""
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._open.close()


def _carry(source: socket.socket, target: socket.socket, name: bytes, instead: bytes) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data.replace(name, instead, 1) if name else data)
        target.shutdown(socket.SHUT_WR)


@pytest.fixture(params=[b"127.0.0.1", b"elsewhere.example"], ids=["origin", "host"])
def proxy(request: pytest.FixtureRequest, house: House) -> Iterator[CarelessProxy]:
    """A careless proxy before the house."""
    proxy = CarelessProxy(house.base, request.param)
    yield proxy
    proxy.close()


@pytest.mark.parametrize(
    ("locale", "title"),
    [
        ("en-GB", "The server does not let this page in"),
        ("de-CH", "Der Server lässt diese Seite nicht herein"),
        ("ja-JP", "このページからは入れません"),
    ],
)
def test_foreign_origin_is_explained(proxy: CarelessProxy, visit: Visit, house: House, locale: str, title: str) -> None:
    table = house.visitor(newcomer("Ann")).open_table("rwd", 4)
    page = visit(proxy.base, locale=locale)
    page.goto(f"/t/{table}")
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    expect(page.locator("main")).to_contain_text("--origin")


def test_who_is_shut_out_at_the_table_is_told_why(house: House, lobby: Enter) -> None:
    ann, ben = lobby("Ann"), lobby("Ben")
    table = ann.open_table("RWD").page.url.rsplit("/", 1)[1]
    ben.page.goto(f"/t/{table}")
    guest = ben.page.request.get("/api/me/export").json()["id"]
    house.admin("ban", guest)
    expect(ben.page.get_by_role("status").get_by_text("do not let you play here")).to_be_visible()
    house.admin("close", table)
    expect(ann.page.get_by_role("heading", name="This table cannot be opened")).to_be_visible()
    expect(ann.page.locator("main")).to_contain_text("have closed this table")
    expect(ann.page.get_by_role("alert")).to_have_count(0)


def test_unknown_address_is_a_page_with_404(house: House, visit: Visit) -> None:
    page = visit(house.base)
    answer = page.goto("/foo")
    assert answer is not None
    assert answer.status == 404
    expect(page.locator("main")).to_contain_text("/foo")
    page.locator("main").get_by_role("link").click()
    expect(page).to_have_url(f"{house.base}/")
