"""Nothing that a reader gets names a card that this reader may not know: tracker.py says what it may."""

import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest

from server.servers import LAVISH, Serve
from server.tracker import Audience, cards_in, check, known

OUR_CLIENTS = ("httpx", "httpcore", "websockets")  # these log in the same process
MATCHES: list[tuple[str, int, dict[str, Any]]] = [
    ("rwd", 5, {"wins": 1, "card_memory_aid": False, "show_hidden_card_at_end": False}),
    ("wizard", 5, {"hiddentip": True}),
    ("schieber", 4, {"target": 500}),
    ("handjass", 4, {}),
    ("coiffeur", 4, {}),
    ("differenzler", 4, {}),
    ("mittlere", 3, {}),
    ("molotov", 4, {}),
    ("plus-minus", 3, {}),
    ("wysiwyg", 2, {}),
    ("bingo", 2, {}),
    ("emissary", 1, {}),
]


@pytest.mark.parametrize(("game", "seats", "options"), MATCHES)
def test_no_reader_learns_a_card_too_early(
    serve: Serve,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    game: str,
    seats: int,
    options: dict[str, Any],
) -> None:
    for client in OUR_CLIENTS:
        caplog.set_level(logging.WARNING, client)
    caplog.set_level(logging.DEBUG)  # last: it sets the level of the handler too
    audience = Audience(serve(**LAVISH), game, seats, options)
    audience.play()
    record = audience.record()
    may = known(record, tmp_path / "0.db", audience.table)
    for wire in audience.everybody:
        views, found = check(wire, game, may)
        assert views > 20
        assert found > views
    assert audience.answers
    for answer in audience.answers:
        assert not cards_in(answer, game), answer
    logging.getLogger("torite").debug("the end")
    assert "the end" in caplog.text
    assert not cards_in(caplog.text, game)
    assert "torite_guest" not in caplog.text
    assert record["fairness"]["secret"] not in caplog.text
    early = [text for wire in audience.everybody for text in wire.frames if record["fairness"]["secret"] in text]
    assert all(json.loads(text)["table"]["phase"] == "over" for text in early)


@pytest.mark.parametrize(("game", "seats"), [("wysiwyg", 2), ("bingo", 2)])
def test_the_tracker_finds_a_leak(serve: Serve, tmp_path: Path, game: str, seats: int) -> None:
    """Nobody may know what the neighbour was told."""
    audience = Audience(serve(**LAVISH), game, seats, {})
    audience.play()
    may = known(audience.record(), tmp_path / "0.db", audience.table)
    for wire in audience.everybody[: len(audience.wires)]:
        seat = wire.table["seat"]
        turned = {seq: {seat: by[(seat + 1) % seats]} for seq, by in may.items()}
        with pytest.raises(AssertionError, match=re.escape(f"seat {seat} was told")):
            check(wire, game, turned)


def test_codes_of_cards_are_found() -> None:
    assert cards_in('{"a":["SA","take:HT","XSAX","contract:S"]}', "rwd") == {"SA", "HT"}
    assert cards_in("R1 R13 R14 Z1 bid:1", "wizard") == {"R1", "R13", "Z1"}
    assert cards_in("expose:5-5 6-40 16-4", "bingo") == {"5-5"}
