"""Cards that lie in the box: of 52, three players of Oh Hell play without the twos here."""

import json
import random
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from torite.games.audit import audit
from torite.games.game import Game
from torite.games.load import imported
from torite.games.position import Position
from torite.table.format import RecordError
from torite.table.records import replay
from torite.table.scribe import Scribe, write_record

OH_HELL = Path(__file__).parents[2] / "examples" / "oh_hell.py"
TWOS = {"C2", "D2", "H2", "S2"}
UNUSED = """@kernel
def unused(s: State) -> Mask:
    return np.int64(0x0001_0001_0001_0001) if s.players == 3 else np.int64(0)


@kernel
def deal("""


@cache
def game() -> Game:
    with TemporaryDirectory() as folder:
        file = Path(folder, "without_twos.py")
        file.write_text(OH_HELL.read_text("utf-8").replace("@kernel\ndef deal(", UNUSED), "utf-8")
        return imported(file, str(file))


def played(players: int, seed: int) -> tuple[Position, dict[str, Any]]:
    position = Position(game(), players, seed=seed)
    scribe, chance = Scribe(position), random.Random(seed)
    while not position.finished():
        scribe.deal()
        while not position.deal_over():
            (seat,) = position.actors()
            scribe.play(chance.choice(position.legal(seat)), seat)
    record: dict[str, Any] = json.loads(write_record(scribe.record()))
    return position, record


def test_what_is_unused_is_in_no_hand_and_no_stock() -> None:
    for players in (3, 4):
        found = set[str]()
        for deal in played(players, 1)[1]["deals"]:
            found |= {deal["turned"], *deal["stock"], *(card for hand in deal["hands"] for card in hand)}
            assert len(deal["stock"]) + 1 + sum(map(len, deal["hands"])) == (48 if players == 3 else 52)
        assert (found & TWOS == set()) == (players == 3)


def test_such_a_match_is_repeated_from_its_record_its_seed_and_its_text() -> None:
    position, record = played(3, 2)
    replay(record, games={game().name: game()}, verify=True)
    record["seed"] = None
    replay(record, games={game().name: game()})
    again = Position.parse(position.text, {game().name: game()})
    assert again.text == position.text and again.state.tobytes() == position.state.tobytes()


def test_a_record_in_which_such_a_card_is_held_is_refused() -> None:
    _, record = played(3, 3)
    record["deals"][0]["hands"][0][0] = "C2"
    with pytest.raises(RecordError):
        replay(record, games={game().name: game()})


def test_a_deal_may_be_given_without_what_is_unused() -> None:
    position = Position(game(), 3, seed=1)
    used = [code for code in game().deck.names.values() if code not in TWOS]
    position.deal(used)
    assert position.deck[:48] == used and set(position.deck[48:]) == TWOS
    assert len(game().places(position.state)) == 52


def test_it_is_not_blamed() -> None:
    assert list(audit(game())) == []
