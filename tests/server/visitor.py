"""A person's browser, as far as the server can tell: a cookie, HTTP calls, and live connections."""

import json
import random
import ssl
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

PATIENCE = 60.0  # seconds until a test gives up waiting; a busy machine takes its time
# How a server on this machine is asked: by plain HTTP, for which each client would read all certificates first, 30 ms.
HERE: dict[str, Any] = {"trust_env": False, "timeout": PATIENCE, "verify": ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)}

Message = dict[str, Any]


def wait_for(holds: Callable[[], bool], what: str | Callable[[], str]) -> None:
    """Look until it holds.  what: is waited for, or what there is instead."""
    begin = time.monotonic()
    while not holds():
        waited = time.monotonic() - begin
        assert waited < PATIENCE, f"{what() if callable(what) else what}: not in {PATIENCE:.0f} s"
        time.sleep(0.01 + waited / 20)  # a look may be a call, which takes from what is waited for


class Patient(ClientConnection):
    """Reads to the end: websockets drops what has come together with a close that it cannot answer any more."""

    def send_data(self) -> None:
        """Whoever has gone is found by reading."""
        with suppress(OSError):
            super().send_data()


class Wire:
    """One live connection.  Keeps the table as it was told last, and every byte that came."""

    def __init__(self, url: str, cookie: str | None, **options: Any) -> None:
        headers = {"Cookie": cookie} if cookie else {}
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(
                url,
                additional_headers=headers | options.pop("headers", {}),
                proxy=None,
                create_connection=Patient,
                **{"open_timeout": PATIENCE, "close_timeout": 1.0, "max_queue": None, **options},
            )
        )
        self.frames: list[str] = []
        self.messages: list[Message] = []
        self.table: dict[str, Any] = {}
        self.seq = -1
        self.gaps = 0
        self._id = 0

    def __repr__(self) -> str:
        """For who asks why a test waits: where this visitor believes the table to be, and what came last."""
        last = [message["type"] for message in self.messages[-5:]]
        return f"<Wire {self.seq} {self.table['phase']} {self.legal} {self.socket.protocol.state.name} {last}>"

    def read(self, timeout: float = PATIENCE) -> Message:
        """The next message.  Raises TimeoutError, ConnectionClosed."""
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.frames.append(text)
        message: Message = json.loads(text)
        self.messages.append(message)
        if message["type"] in ("snapshot", "update"):
            self.gaps += message["type"] == "update" and message["seq"] != self.seq + 1
            self.seq, self.table = message["seq"], message["table"]
        return message

    def until(self, wanted: Callable[[Message], bool] | str) -> Message:
        """Read until a message of this type, or one that is wanted."""
        while True:
            message = self.read()
            if message["type"] == wanted if isinstance(wanted, str) else wanted(message):
                return message

    def until_table(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Read until the table looks as wanted; it may do so already."""
        while not (self.table and wanted(self.table)):
            self.read()
        return self.table

    def until_legal(self) -> None:
        """Read until this visitor may act, saying OK between deals."""
        while not self.legal:
            if not self.step():
                self.read()

    def send(self, message: Message) -> None:
        """Send without waiting for an answer."""
        self.socket.send(json.dumps(message))

    def ask(self, type: str, **fields: Any) -> Message:
        """Send a request and return its ack or refusal."""
        self._id += 1
        self.send({"type": type, "id": self._id, **fields})
        return self.until(lambda m: m["type"] in ("ack", "refusal") and m["id"] == self._id)

    def refused(self, type: str, **fields: Any) -> str:
        """Code of the refusal of this request."""
        answer = self.ask(type, **fields)
        assert answer["type"] == "refusal", answer
        return str(answer["code"])

    def act(self, code: str | None = None) -> Message:
        """Do `code`, or any legal action."""
        return self.ask("act", code=code or random.choice(self.legal), seq=self.seq)

    @property
    def legal(self) -> list[str]:
        """What this visitor may do now."""
        scene = self.table["scene"]
        return list(scene["legal"]) if scene else []

    def step(self) -> bool:
        """Do what is asked of this visitor, if anything."""
        if self.table["phase"] == "between" and self.table["seat"] not in self.table["confirmed"]:
            return bool(self.ask("confirm")["type"] == "ack")
        return bool(self.legal and self.act()["type"] == "ack")

    def play_on(
        self, until: Callable[[dict[str, Any]], bool] = lambda t: t["phase"] == "over", pause: float = 0.0
    ) -> None:
        """Play any legal actions until the table looks so.  pause: seconds before each, where a house counts them."""
        self.until_table(lambda table: True)
        while not until(self.table):
            time.sleep(pause)
            if not self.step() and not until(self.table):
                self.read()

    def catch_up(self) -> None:
        """Read what is there already."""
        with suppress(TimeoutError):
            while True:
                self.read(0.01)

    def closed(self) -> int:
        """Read to the end; the close code."""
        try:
            while True:
                self.read()
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd is not None else 1006

    def close(self) -> None:
        """Go away."""
        self._open.close()


class Visitor:
    """A guest of a server."""

    def __init__(self, base: str, name: str | None = None) -> None:
        self.base = base
        self.http = httpx.Client(base_url=base, **HERE)
        self._wires: list[Wire] = []
        if name is not None:
            self.http.post("/api/me", json={"name": name}).raise_for_status()

    @property
    def cookie(self) -> str | None:
        """The cookie header."""
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items()) or None

    def open_table(self, game: str = "wizard", seats: int = 3, **new: Any) -> str:
        """A new table's id."""
        answer = self.http.post("/api/tables", json={"game": game, "seats": seats, **new})
        answer.raise_for_status()
        return str(answer.json()["id"])

    def raw_wire(self, table: str, **options: Any) -> Wire:
        """A live connection of which nothing has been read."""
        url = f"{self.base.replace('http', 'ws', 1)}/api/tables/{table}/live"
        wire = Wire(url, self.cookie, **options)
        self._wires.append(wire)
        return wire

    def wire(self, table: str, **options: Any) -> Wire:
        """A live connection that has its snapshot."""
        wire = self.raw_wire(table, **options)
        wire.until("snapshot")
        return wire

    def close(self) -> None:
        """Go home."""
        for wire in self._wires:
            wire.close()
        self.http.close()


def name_of(visitor: Visitor) -> str | None:
    """What the house calls him."""
    name: str | None = visitor.http.get("/api/me").json()["name"]
    return name


def play_together(*wires: Wire) -> None:
    """Play any legal actions, each on its own seat, until the match is over for all."""
    while any(wire.table["phase"] != "over" for wire in wires):
        for wire in wires:
            wire.catch_up()
            wire.step()
