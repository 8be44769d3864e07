"""Whole matches over the wire, and what each reader of them may know at every moment.

What may be known is told by the second implementations, which were written from the rules alone and share nothing with
the views: each keeps a log of what each seat, and everybody, has observed.
"""

import json
import re
import sqlite3
from pathlib import Path
from typing import Any

from walks import defaults, reference

from server.servers import Served
from server.visitor import Visitor, Wire
from torite.games import GAMES
from torite.games.position import Position

NAMES = ("Ann", "Ben", "Cat", "Dan")
BOTS = 1  # seats of a table that bots have, where there are more than two
NUMBER = re.compile(r"(?<![\w.\"])-?\d+(?![\w\"])")
Known = dict[int, dict[int | None, set[str]]]  # card codes by `seq` and seat, None = a spectator


def cards_in(text: str, game: str) -> set[str]:
    """Codes of cards that stand anywhere in a text."""
    codes = sorted(map(re.escape, GAMES[game].deck.names.values()), key=len, reverse=True)
    return set(re.findall(rf"(?<![A-Za-z0-9-])(?:{'|'.join(codes)})(?![A-Za-z0-9-])", text))


class Audience:
    """A table, somebody in every seat but a bot's, a spectator with a name and one without."""

    def __init__(self, served: Served, game: str, seats: int, options: dict[str, Any]) -> None:
        self.game = game
        self.people = [served.visitor(name) for name in NAMES[: max(1, seats - BOTS) if seats > 2 else seats]]
        self.table = self.people[0].open_table(game, seats, options=options)
        self.wires = [person.wire(self.table) for person in self.people]
        for wire in self.wires[1:]:
            wire.ask("sit")
        for _ in range(seats - len(self.people)):
            self.wires[0].ask("bot", level="gentle")
        self.strangers = [served.visitor("Eve"), served.visitor()]
        self.everybody = [*self.wires, *(stranger.wire(self.table) for stranger in self.strangers)]
        self.wires[0].ask("start")
        self.answers: list[str] = []  # to what was asked by HTTP while the match was on

    def play(self, nosy: int = 40) -> None:
        """To the end of the match.  After every so many actions all ask for what they should not get."""
        done = 0
        while self.wires[0].table["phase"] != "over":
            acted = any(wire.step() for wire in self.wires)
            done += acted
            seq = max(wire.seq for wire in self.wires)
            behind = [wire for wire in self.everybody if wire.seq < seq]
            for wire in behind:
                while wire.seq < seq:
                    wire.read()
            if not acted and not behind:
                self.wires[0].read()  # what a bot does
            if acted and done % nosy == 5:  # a match may have no more than ten
                for wire, person in zip(self.everybody, [*self.people, *self.strangers], strict=True):
                    self.pry(wire, person)
        for wire in self.everybody:
            wire.until_table(lambda table: table["phase"] == "over")

    def pry(self, wire: Wire, person: Visitor) -> None:
        """Ask for what one should not get."""
        names = list(GAMES[self.game].deck.names.values())
        for code in (names[0], f"take:{names[-1]}", f"discard:{names[1]}"):
            wire.ask("act", code=code, seq=wire.seq) if code not in wire.legal else None
        wire.ask("resync")
        if wire.table["phase"] == "over":
            return
        for end in ("", "/record", "/info", "/par"):
            answer = person.http.get(f"/api/tables/{self.table}{end}")
            assert end != "/record" or answer.status_code == 409 or wire.table["phase"] == "over"
            self.answers.append(answer.text)
        self.answers.append(person.http.get("/api/tables").text)

    def record(self) -> Any:
        """The finished match."""
        return self.people[0].http.get(f"/api/tables/{self.table}/record").json()


def known(record: Any, database: Path, table: str) -> Known:
    """What may be known after each stored event.  Nothing, before the first deal."""
    game, players = GAMES[record["game"]], record["players"]
    first = Position(game, players, seed=bytes.fromhex(record["seed"]), options=record["options"]).first
    match = reference(game).Match(players, defaults(game) | record["options"], first)
    said = (action for deal in record["deals"] for action in deal["actions"])
    chance = [action[0] == -1 for deal in record["deals"] for action in deal["actions"]]
    readers, done = (*range(players), None), 0
    found: Known = {}
    won: set[str] = set()  # The Emissary's rulers lie open all match long, though a deal tells of those there alone
    now: dict[int | None, set[str]] = {reader: set() for reader in readers}
    rows = sqlite3.connect(database)
    for seq, body in rows.execute("select seq, body from events where table_id = ? order by seq", (table,)):
        event = json.loads(body)
        if event["type"] == "dealt":
            match.deal(event["deck"])
            won |= seen([e for e in match.observation(None) if e[0] == "rulers"], game.name)
        if event["type"] == "acted":
            match.play(event["seat"], event["code"])
            assert next(said)[0] == event["seat"]
            done += 1
        if event["type"] in ("dealt", "acted"):
            while done < len(chance) and chance[done] and match.actors() == [-1]:
                match.play(*next(said)[:2])
                done += 1
            now = {reader: seen(match.observation(reader), game.name) | won for reader in readers}
        found[seq] = now
    rows.close()
    return found


def seen(observed: list[Any], game: str) -> set[str]:
    """Codes of cards that somebody has observed."""
    turned = [event[1] for event in observed if event[0] == "turned"]
    swapped = [f"{turned[0][0]}6" for event in observed if event[0] == "swap6"]  # it is the trump six that comes down
    return cards_in(f"{observed} {swapped}", game)


def check(wire: Wire, game: str, may: Known) -> tuple[int, int]:
    """Search everything that came through this wire; numbers of views and of card codes.  Raises AssertionError."""
    seat = wire.table["seat"]
    seq = views = found = 0
    for text, message in zip(wire.frames, wire.messages, strict=True):
        if message["type"] in ("snapshot", "update"):
            seq = message["seq"]
            views += 1
        if message["type"] == "refusal":  # it repeats the sender's own words
            own = message["params"].pop("code", "").rpartition(":")[2]
            text = json.dumps(message).replace(f'"card": "{own}"', "")
        there = cards_in(text, game)
        assert there <= may[seq][seat], f"seat {seat} was told {there - may[seq][seat]} at seq {seq}: {text}"
        assert all(abs(int(number)) < 100_000 for number in NUMBER.findall(text)), text  # no masks
        found += len(there)
    return views, found
