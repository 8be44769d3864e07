"""What a person was told against what the store has: nothing acknowledged is lost, nothing happens twice.

Written apart from the server: it looks at frames and rows alone.
"""

import asyncio
import json
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from server.visitor import PATIENCE, Visitor, Wire
from torite.server.storage.database import database_url
from torite.server.storage.store import Store

GONE = (ConnectionClosed, InvalidHandshake, OSError, EOFError)


@dataclass
class Player:
    """A person who plays on, at any of these addresses, whatever happens to the servers."""

    visitor: Visitor
    table: str
    bases: list[str]
    acked: list[tuple[int, str]] = field(default_factory=list)  # seq and code
    unsure: int = 0  # actions of which nobody has said whether they count
    told: dict[int, str] = field(default_factory=dict)  # kind of event by number, as updates said
    _wire: Wire | None = None
    _last: str = ""  # what ended the last connection

    def move(self) -> None:
        """Act once, and be told so."""
        deadline = time.monotonic() + PATIENCE
        before = len(self.acked)
        while len(self.acked) == before:
            assert time.monotonic() < deadline, f"the player is not let play: {self._last}"
            wire = self._there()
            acting = False
            try:
                _wait_for_the_turn(wire)
                code, acting = wire.legal[0], True
                answer = wire.act(code)
                acting = False
                if answer["type"] == "ack":
                    self.acked.append((answer["seq"], code))
            except GONE as error:
                self.unsure += acting
                self._last = f"{type(error).__name__} at {wire.seq}, {wire.table.get('phase')}"
                self._listen(wire)
                self._wire = None

    def settle(self) -> None:
        """Hear everything that has been said."""
        if self._wire is not None:
            with suppress(*GONE):
                self._wire.catch_up()
            self._listen(self._wire)

    def wander(self) -> None:
        """Come in at the next address from now on."""
        self.settle()
        if self._wire is not None:
            self._wire.close()
            self._wire = None

    def _there(self) -> Wire:
        deadline = time.monotonic() + PATIENCE
        while self._wire is None:
            self.bases.append(self.bases.pop(0))
            self.visitor.base = self.bases[0]
            try:
                self._wire = self.visitor.wire(self.table)
            except (*GONE, TimeoutError):
                assert time.monotonic() < deadline, "nobody lets the player in"
                time.sleep(0.05)
        return self._wire

    def _listen(self, wire: Wire) -> None:
        for message in wire.messages:
            if message["type"] == "update":
                kind = self.told.setdefault(message["seq"], message["event"]["type"])
                assert kind == message["event"]["type"], "one number for two events"


def _wait_for_the_turn(wire: Wire) -> None:
    """Read until the player may act; when a match is over, play another one."""
    while not wire.legal:
        wanted = {"over": "reset", "lobby": "start", "between": "confirm"}.get(wire.table["phase"])
        if wanted is None or (wanted == "confirm" and wire.table["seat"] in wire.table["confirmed"]):
            wire.read()
        elif wire.ask(wanted)["type"] != "ack":
            time.sleep(0.1)  # the store refuses, as long as a paused process holds SQLite's lock


def check(db: str, player: Player) -> None:
    """Compare with the store.  The player has seat 0."""
    player.settle()
    events = stored(db, player.table)
    assert {seq: events[seq - 1]["type"] for seq in player.told} == player.told
    mine = [(seq, e["code"]) for seq, e in enumerate(events, 1) if _is_of_the_player(e)]
    done = dict(mine)
    found = []
    for seq, code in player.acked:  # what follows from an action is written with it: the action is not the last event
        at = max((own for own in done if own <= seq), default=0)
        assert done.get(at) == code, "an acknowledged action is lost"
        found.append(at)
    assert len(set(found)) == len(found), "one action was acknowledged for two"
    assert len(mine) <= len(player.acked) + player.unsure, "an action happened twice"


def _is_of_the_player(event: dict[str, Any]) -> bool:
    return (event["type"], event.get("seat"), event.get("by")) == ("acted", 0, "person")


def stored(db: str, table: str) -> list[dict[str, Any]]:
    """All events of a table."""

    async def read() -> list[bytes]:
        store = await Store.open(database_url(db))
        try:
            return await store.load(table)
        finally:
            await store.close()

    return [json.loads(body) for body in asyncio.run(read())]
