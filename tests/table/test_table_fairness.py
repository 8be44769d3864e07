"""The house cannot choose the cards, and anybody can check it."""

import copy
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from table.house import ANN, BEN, House
from torite import cli
from torite.cards.rng import new_rng, shuffle
from torite.games import GAMES
from torite.table import events
from torite.table.fairness import match_seed, seal, verify
from torite.table.format import RecordError
from torite.table.messages import Nonce, Sit, Start
from torite.table.records import replay
from torite.table.refusals import Refused
from torite.table.views import table_record, table_view


def played(game: str = "rwd") -> House:
    house = House(game, preset="single" if game == "rwd" else "notequal", sit=False)
    house.ask(BEN, Sit(seat=2))
    house.ask(ANN, Sit(seat=0))
    house.say(ANN, "/bot gentle")
    house.ask(BEN, Nonce(nonce="Ff00Ff00"))
    house.ask(ANN, Start())
    house.play_on(ANN, BEN)
    return house


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    made: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(table_record(played().table)))
    return made


def test_commitment_comes_first_and_the_secret_last() -> None:
    house = played()
    opened = table_view(house.table, ANN).fairness
    for _, _, table in house.told:
        told = table_view(table, ANN).fairness
        assert told.commitment == opened.commitment
        if table.phase != "over":
            assert (told.nonces, told.salt, told.secret, told.next) == (None, None, None, None)
    assert opened.nonces == [None, None, "ff00ff00"]
    assert opened.salt is not None
    assert opened.secret is not None
    parts = bytes.fromhex(opened.salt + opened.secret)
    assert opened.commitment == hashlib.sha256(parts).hexdigest()


def test_seed_is_the_secret_and_the_nonces_in_order() -> None:
    expected = hashlib.sha256(bytes.fromhex("00" * 32 + "00" + "020102" + "00" + "0103")).digest()
    assert match_seed("00" * 32, [None, "0102", None, "03"]) == expected
    joined = hashlib.sha256(bytes.fromhex("00" * 32 + "0102" + "03")).digest()
    assert match_seed("00" * 32, [None, "0102", None, "03"], version=1) == joined


def test_the_borders_of_nonces_count() -> None:
    lists = (["0102", "03"], ["01", "0203"], ["010203", None], [None, "010203"], [None, "010203", None])
    assert len({match_seed("00" * 32, nonces) for nonces in lists}) == len(lists)


def test_tables_and_records_from_before_still_verify(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torite.table.course.VERSION", 1)
    record = table_record(played().table)
    assert list(record["fairness"]) == ["commitment", "nonces", "salt", "secret"]
    replay(record, verify=True)
    record["fairness"]["version"] = 2
    with pytest.raises(RecordError, match="seed"):
        replay(record, verify=True)


def test_a_log_from_before_says_no_version() -> None:
    assert msgspec.json.decode(b'{"type": "started", "at": "x"}', type=events.Started).fairness == 1


def test_what_cannot_be_told_is_said(
    record: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bare = {key: value for key, value in record.items() if key != "fairness"}
    file = tmp_path / "r.jsonl"
    for match, said in ((record, []), (bare, ["fairness"]), (bare | {"seed": None}, ["seed", "fairness"])):
        file.write_bytes(msgspec.json.encode(match))
        assert cli.run(["replay", str(file), "--verify"]) == 0
        told = capsys.readouterr().out.splitlines()[3:]
        assert len(told) == len(said) and all(word in line for word, line in zip(said, told, strict=True))


def test_every_deck_follows_from_the_seed(record: dict[str, Any]) -> None:
    seed = bytes.fromhex(record["seed"])
    names = GAMES["rwd"].deck
    for number, deal in enumerate(record["deals"], start=1):
        deck = names.cards.copy()
        shuffle(deck, new_rng(seed, number))
        assert deal["stock"] == [names.names[int(card)] for card in deck]


@pytest.mark.parametrize("game", ["rwd", "wizard"])
def test_records_of_finished_tables_verify(game: str) -> None:
    record = table_record(played(game).table)
    verify(record)
    replay(record, verify=True)
    assert record["names"] == ["Ann", "Haru", "Ben"]
    assert record["started"].endswith("+00:00")


def swap_stock(record: dict[str, Any]) -> None:
    stock = record["deals"][0]["stock"]
    stock[-1], stock[-2] = stock[-2], stock[-1]


@pytest.mark.parametrize(
    ("forge", "reason"),
    [
        (lambda r: r.pop("fairness"), "fair_shape"),
        (lambda r: r["fairness"].pop("salt"), "fair_shape"),
        (lambda r: r["fairness"].update(salt=r["fairness"]["salt"][:-2]), "fair_shape"),
        (lambda r: r["fairness"].update(nonces=["xyz"]), "fair_shape"),
        (lambda r: r["fairness"]["nonces"].append(None), "fair_shape"),
        (lambda r: r["fairness"]["nonces"].pop(0), "fair_shape"),
        (lambda r: r["fairness"].update(note="trust me"), "fair_shape"),
        (lambda r: r["fairness"].update(version=3), "fair_shape"),
        (lambda r: r["fairness"].pop("version"), "fair_seed"),
        (lambda r: r.update(fairness=None), "fair_shape"),
        (lambda r: r["fairness"].update(salt="00" * 16), "fair_commitment"),
        (lambda r: r["fairness"].update(commitment="00" * 32), "fair_commitment"),
        (lambda r: r["fairness"].update(nonces=[None, None, "ff00ff01"]), "fair_seed"),
        (lambda r: r.update(seed="00" * 32), "fair_seed"),
        (swap_stock, "fair_deck"),
    ],
)
def test_forgeries_are_noticed(record: dict[str, Any], forge: Callable[[Any], Any], reason: str) -> None:
    forged = copy.deepcopy(record)
    forge(forged)
    with pytest.raises(RecordError) as caught:
        verify(forged)
    assert caught.value.code == reason


def test_moving_bytes_between_salt_and_secret_is_no_second_opening(record: dict[str, Any]) -> None:
    forged = copy.deepcopy(record)
    fair = forged["fairness"]
    fair["salt"], fair["secret"] = fair["salt"] + fair["secret"][:2], fair["secret"][2:]
    assert seal(fair["salt"], fair["secret"]).commitment == fair["commitment"]
    with pytest.raises(RecordError):
        verify(forged)


@pytest.mark.parametrize("nonce", ["", "0123456", "012345678", "x" * 8, "0" * 66, "０１２３４５６７"])
def test_bad_nonces_are_refused(nonce: str) -> None:
    assert House().refused(ANN, Nonce(nonce=nonce)) == ("wire/malformed", {})


def test_nonces_are_for_the_seated_and_before_the_start() -> None:
    house = House(fill="gentle")
    assert house.refused(BEN, Nonce(nonce="00000000")) == ("table/not_seated", {})
    house.ask(ANN, Nonce(nonce="00000000"))
    house.ask(ANN, Nonce(nonce="11111111"))
    house.ask(ANN, Start())
    assert house.table.match is not None
    assert house.table.match.nonces == ("11111111", None, None)
    assert house.refused(ANN, Nonce(nonce="00000000")) == ("table/already_started", {})


def test_record_waits_for_the_end() -> None:
    house = House(fill="gentle")
    with pytest.raises(Refused, match="move/no_match"):
        table_record(house.table)
    house.ask(ANN, Start())
    with pytest.raises(Refused, match="table/not_over"):
        table_record(house.table)
