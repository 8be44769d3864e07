"""Programs that speak the protocol decide for a seat, and are told what it may know."""

import json
import pickle
import shlex
import sys
import time
from pathlib import Path

import msgspec
import pytest

from torite.games import GAMES
from torite.games.load import load_game
from torite.games.position import Position
from torite.games.scenes import scene
from torite.lab import program
from torite.lab.bots import bot
from torite.lab.own import BotError
from torite.locale import LANGUAGES
from torite.search.deals import bots_rng, play_deal
from torite.search.players import RandomPlayer, SpecError

EXAMPLE = str(Path(__file__).parents[2] / "examples" / "bot_client.py")
CLIENT = shlex.join([f"ws:{sys.executable}", EXAMPLE])
TELLING = """
import json, sys
from urllib.parse import urlsplit
from websockets.sync.client import connect

address = urlsplit(sys.argv[-1])
with connect(f"ws://{address.netloc}/api/tables/lab/live", proxy=None) as line, open(sys.argv[1], "a") as log:
    for text in line:
        message = json.loads(text)
        if message["type"] == "snapshot":
            print(json.dumps(message["table"]), file=log, flush=True)
            lowest = message["table"]["scene"]["legal"][0]
            code = {"lowest": lowest, "cheat": "XX"}.get(sys.argv[2])
            line.send("nonsense")
            line.send(json.dumps({"type": "choose", "codes": ["S2", "S3"], "seq": message["seq"]}))
            if sys.argv[2] == "chooses":
                line.send(json.dumps({"type": "choose", "codes": [lowest], "seq": message["seq"]}))
                continue
            line.send(json.dumps({"type": "act", "code": code or "", "seq": message["seq"] - (sys.argv[2] == "late")}))
"""

COUNTING = """
import random, runpy, sys

client, log, *sys.argv[1:] = sys.argv[1:]
choice = random.choice
random.choice = lambda legal: print(len(legal), file=open(log, "a")) or choice(legal)
runpy.run_path(client, run_name="__main__")
"""


@pytest.fixture
def telling(tmp_path: Path) -> str:
    """A program that writes down all it is told; its manner is to be added."""
    (tmp_path / "bot.py").write_text(TELLING)
    return shlex.join([f"ws:{sys.executable}", str(tmp_path / "bot.py"), str(tmp_path / "log")])


def deal(spec: str) -> Position:
    position = Position(GAMES["plus-minus"], 4, seed=3)
    position.deal()
    play_deal(position, [RandomPlayer(), bot(spec), RandomPlayer(), bot(spec)], bots_rng(b"programs"))
    return position


def test_the_example_plays_a_deal() -> None:
    assert deal(CLIENT).deal_over()


def test_a_decision_is_made_once(tmp_path: Path) -> None:
    """A client that takes the answer for a new question would decide without an end."""
    (tmp_path / "bot.py").write_text(COUNTING)
    log = tmp_path / "log"
    played = deal(shlex.join([f"ws:{sys.executable}", str(tmp_path / "bot.py"), EXAMPLE, str(log)]))
    time.sleep(0.2)  # nobody asks it any more
    assert len(log.read_text().splitlines()) == sum(seat in (1, 3) for seat, _ in played.log)


def test_it_is_told_what_its_seat_sees(telling: str, tmp_path: Path) -> None:
    played = deal(f"{telling} lowest")
    tables = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert {table["seat"] for table in tables} == {1, 3}
    again, shown = Position(played.game, 4, seed=3), iter(tables)
    again.deal()
    for seat, code in played.log[len(again.log) :]:
        if seat in (1, 3):
            seen = scene(again.game, again.view(seat), seat)
            assert next(shown)["scene"] == json.loads(msgspec.json.encode(seen))
        again.play(code, seat)
    assert next(shown, None) is None
    assert tables[0]["options"] == played.options


@pytest.mark.parametrize("manner", ["lowest", "chooses"])
def test_cards_that_are_chosen_together_are_asked_for_one_by_one(telling: str, tmp_path: Path, manner: str) -> None:
    """A client would choose them all, and be asked the same again; one it may choose as well, as at a table."""
    played = Position(load_game("examples/hearts.py"), 4, seed=3)
    played.deal()
    play_deal(played, [bot(f"{telling} {manner}"), *[RandomPlayer()] * 3], bots_rng(b"programs"))
    scenes = [json.loads(line)["scene"] for line in (tmp_path / "log").read_text().splitlines()]
    assert [scene["together"] for scene in scenes if scene["legal"][0].startswith("pass:")] == [1, 1, 1]


@pytest.mark.parametrize(("manner", "code"), [("cheat", "illegal"), ("late", "slow")])
def test_what_it_does_wrong_is_told_with_its_seat(
    manner: str, code: str, telling: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "LIMIT_MS", 3000)
    with pytest.raises(BotError) as failed:
        deal(f"{telling} {manner}")
    assert (failed.value.code, failed.value.params["seat"]) == (code, 1)


def test_one_that_ends_is_named() -> None:
    with pytest.raises(BotError) as failed:
        deal(f"ws:{shlex.quote(sys.executable)} -c 'import sys; sys.exit(3)'")
    error = pickle.loads(pickle.dumps(failed.value))
    for lang in LANGUAGES:
        assert "3" in error.tell(lang)
    assert error.code == "ended"


@pytest.mark.parametrize("spec", ["ws:", "ws:'", "ws:there-is-no-such-program --fast"])
def test_one_that_there_is_not_is_refused(spec: str) -> None:
    with pytest.raises(SpecError, match="there is no such program"):
        bot(spec)
