"""Nothing that a reader gets names a card that this reader may not know.

Whole matches are played over the wire.  Every frame that came to every seat and to a spectator is searched for card
codes, and so are the server's logs.  What a seat may know at which moment is worked out here from the finished
match's record alone, with a few lines about each game that share nothing with the views.
"""

import json
import logging
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from server.servers import LAVISH, Served
from server.visitor import Wire, play_together

Deal = dict[str, Any]
Known = Callable[[Deal, int, int | None], set[str]]  # (deal, actions so far, seat or None) -> card codes

OUR_CLIENTS = ("httpx", "httpcore", "websockets")  # these log in the same process
RANKS = "23456789TJQKA"
FRENCH = [suit + rank for suit in "CDHS" for rank in RANKS]
WIZARD = [f"{suit}{n}" for suit in "RYGB" for n in range(1, 14)] + [f"{z}{n}" for z in "ZN" for n in range(1, 5)]


def known_in_wizard(deal: Deal, done: int, seat: int | None) -> set[str]:
    """The own hand as dealt, the turned card, what has been played."""
    own = set(deal["hands"][seat]) if seat is not None else set()
    return own | {deal["turned"]} | {code for _, code, *_ in deal["actions"][:done]}


def known_in_rwd(deal: Deal, done: int, seat: int | None) -> set[str]:
    """Face-up cards of the rows laid so far; a face-down one for its taker and the trick's winner; cards played."""
    players = len(deal["hands"])
    rounds = 52 // players
    rows = [deal["stock"][k * players : (k + 1) * players] for k in range(rounds)]
    known: set[str] = set()
    for row in rows[: min(done // players, rounds) + 2]:
        known |= set(row[:-1])
    for k, row in enumerate(rows):
        takes = deal["actions"][k * players : (k + 1) * players]
        taken = [(p, row[-1] if code == "take:?" else code[5:]) for p, code, *_ in takes]
        if (seat, row[-1]) in taken[: max(0, done - k * players)]:
            known.add(row[-1])
        if done >= (k + 1) * players and seat == winner(taken):
            known.add(row[-1])
    return known | {code for _, code, *_ in deal["actions"][rounds * players : done]}


def winner(taken: list[tuple[int, str]]) -> int:
    """Of a trick taken backwards: the last card names the suit, spades are trump."""
    led = taken[-1][1][0]
    return max(taken, key=lambda t: ((t[1][0] == "S") * 2 + (t[1][0] == led), RANKS.index(t[1][1])))[0]


def cards_in(text: str, cards: list[str]) -> set[str]:
    """Card codes that stand anywhere in a text."""
    return set(re.findall(rf"(?<![A-Za-z0-9])(?:{'|'.join(cards)})(?![A-Za-z0-9])", text))


def moments(database: Path, table: str) -> dict[int, tuple[int, int]]:
    """For each seq: number of the deal (from 0, -1 = none yet) and of its actions so far."""
    rows = sqlite3.connect(database)
    deal, done, found = -1, 0, {}
    for seq, body in rows.execute("select seq, body from events where table_id = ? order by seq", (table,)):
        match json.loads(body)["type"]:
            case "dealt":
                deal, done = deal + 1, 0
            case "acted":
                done += 1
        found[seq] = deal, done
    rows.close()
    return found


def check(wire: Wire, record: Any, when: dict[int, tuple[int, int]], known: Known, cards: list[str]) -> int:
    """Search everything that came through this wire; the number of card codes found."""
    seat = wire.table["seat"]
    seq, found = 0, 0
    for text, message in zip(wire.frames, wire.messages, strict=True):
        if message["type"] in ("snapshot", "update"):
            seq = message["seq"]
        if message["type"] == "refusal":  # it repeats the sender's own words
            own = message["params"].pop("code", "").rpartition(":")[2]
            text = json.dumps(message).replace(f'"card": "{own}"', "")
        deal, done = when[seq]
        allowed = known(record["deals"][deal], done, seat) if deal >= 0 else set()
        there = cards_in(text, cards)
        assert there <= allowed, f"seat {seat} was told {there - allowed} at seq {seq}: {text}"
        assert all(abs(int(n)) < 100_000 for n in re.findall(r"(?<![\w.\"])-?\d+(?![\w\"])", text)), text  # no masks
        found += len(there)
    return found


@pytest.mark.parametrize(
    ("game", "seats", "options", "known", "cards"),
    [
        ("rwd", 4, {"wins": 2}, known_in_rwd, FRENCH),
        ("rwd", 5, {"wins": 1, "card_memory_aid": False, "show_hidden_card_at_end": False}, known_in_rwd, FRENCH),
        ("wizard", 5, {"hiddentip": True}, known_in_wizard, WIZARD),
        ("wizard", 6, {}, known_in_wizard, WIZARD),
    ],
)
def test_no_reader_learns_a_card_too_early(
    serve: Callable[..., Served],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    game: str,
    seats: int,
    options: dict[str, Any],
    known: Known,
    cards: list[str],
) -> None:
    for client in OUR_CLIENTS:
        caplog.set_level(logging.WARNING, client)
    caplog.set_level(logging.DEBUG)  # last: it sets the level of the handler too
    served = serve(**LAVISH)
    people = [served.visitor(name) for name in ("Ann", "Ben", "Cat", "Dan")]
    table = people[0].open_table(game, seats, options=options)
    wires = [person.wire(table) for person in people]
    for wire in wires[1:]:
        wire.ask("sit")
    for _ in range(seats - len(people)):
        wires[0].ask("bot", level="gentle")
    watcher, stranger = served.visitor("Eve").wire(table), served.visitor().wire(table)
    wires[0].ask("start")
    everybody = [*wires, watcher, stranger]

    def nosy(wire: Wire) -> None:
        """Ask for what one should not get."""
        for code in (cards[0], f"take:{cards[-1]}"):
            wire.ask("act", code=code, seq=wire.seq) if code not in wire.legal else None
        wire.ask("resync")
        wire.ask("say", text="/info")
        assert people[0].http.get(f"/api/tables/{table}/record").status_code == 409
        assert not cards_in(people[0].http.get("/api/tables").text, cards)

    for _ in range(12):
        for wire in everybody:
            wire.catch_up()
        for wire in wires:
            wire.step()
    for wire in everybody:
        nosy(wire)
    play_together(*wires)
    for wire in everybody:
        wire.until_table(lambda t: t["phase"] == "over")

    record = people[0].http.get(f"/api/tables/{table}/record").json()
    when = moments(tmp_path / "0.db", table)
    for wire, person_seat in zip(everybody, [0, 1, 2, 3, None, None], strict=True):
        assert wire.table["seat"] == person_seat
        assert check(wire, record, when, known, cards) > 500
    logging.getLogger("torite").debug("the end")
    assert "the end" in caplog.text
    assert not cards_in(caplog.text, cards)
    assert "torite_guest" not in caplog.text
    assert record["fairness"]["secret"] not in caplog.text
    early = [text for wire in everybody for text in wire.frames if record["fairness"]["secret"] in text]
    assert all(json.loads(text)["table"]["phase"] == "over" for text in early)


def test_the_test_finds_a_leak() -> None:
    """The oracle itself: another seat's hand, a stock card and a face-down card are none of one's business."""
    wizard = {"hands": [["R1"], ["R2"]], "turned": "Z1", "actions": [[1, "bid:0"], [0, "bid:1"], [1, "R2"]]}
    assert known_in_wizard(wizard, 2, 0) == {"R1", "Z1", "bid:0", "bid:1"}
    assert "R2" in known_in_wizard(wizard, 3, 0)
    stock = [s + r for r in RANKS for s in "SHDC"]
    rwd = {
        "hands": [[], [], [], []],
        "stock": stock,
        "actions": [[0, "take:?"], [3, "take:S2"], [2, "take:H2"], [1, "take:D2"]],
    }
    assert "C2" in known_in_rwd(rwd, 1, 0)
    assert "C2" not in known_in_rwd(rwd, 3, 3)
    assert "C2" in known_in_rwd(rwd, 4, 3)  # the spade has won
    assert "C2" not in known_in_rwd(rwd, 4, 1)
    assert "S4" not in known_in_rwd(rwd, 3, 0)
    assert cards_in('{"a":["SA","take:HT","XSAX"]}', FRENCH) == {"SA", "HT"}
