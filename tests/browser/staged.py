"""A page at a table that is not there: it is handed one situation after the other, at one size after the other."""

import json
from itertools import count
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from browser.positions import Situation

SIZES = {
    "short phone": (360, 584),  # with the bar of its browser
    "small phone": (375, 640),
    "phone": (375, 667),
    "short landscape": (640, 360),
    "landscape": (812, 375),
    "small tablet": (1024, 600),
    "tablet": (768, 1024),
    "desktop": (1280, 800),
    "large": (1920, 1080),
    "zoomed": (640, 400),  # 1280 x 800 at 200 %
}
LANGUAGES = ("en-GB", "ja-JP", "de-CH")
LOOK = (Path(__file__).parent / "geometry.js").read_text("utf-8")  # says what does not fit
TITLES = """titles => titles.map((title) => {
  const h1 = document.querySelector('h1');
  const text = h1.firstChild;
  text.data = title;
  let from = 0;
  const lines = title.split(/(?<=[・ ])/).map((part) => {
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, (from += part.length));
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
  return [title, h1.scrollWidth - h1.clientWidth, h1.scrollHeight - h1.clientHeight, Math.max(...lines)];
})"""  # of each title how much of it is cut, and how many lines a part of it stands on

STAGES: dict[Page, "Stage"] = {}


class Stage:
    """A page at a table that is not there: the test says what lies on it.  It has been asked for as `staged`."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._seq = count(1)
        self._sockets: list[WebSocketRoute] = []
        self._first: dict[str, Any] | None = None
        if page not in STAGES:
            page.route_web_socket("**/api/tables/**", lambda socket: STAGES[page]._opened(socket))
        STAGES[page] = self  # for good, and the page with it: it may be used again

    def _opened(self, socket: WebSocketRoute) -> None:
        self._sockets.append(socket)
        if self._first is not None:
            socket.send(json.dumps(self._first))

    def show(self, situation: Situation) -> None:
        """Lay this on the table."""
        message = {**situation.message, "seq": next(self._seq)}
        mark = f"staged{message['seq']}"
        message["table"] = {**message["table"], "id": mark}
        if self._sockets:
            self._sockets[-1].send(json.dumps(message))
        else:
            self._first = message
            self.page.goto("/t/staged")
        expect(self.page.locator(f"[data-table={mark}]")).to_have_count(1)

    def tell(self, message: dict[str, Any]) -> None:
        """Anything else that a server may send."""
        self._sockets[-1].send(json.dumps(message))

    def broken(self) -> list[str]:
        """What does not hold in this look."""
        return list(self.page.evaluate(LOOK))
