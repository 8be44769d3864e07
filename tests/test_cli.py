"""The command line: what it does, and one friendly line with exit code 2 for everything it cannot."""

import json
import math
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from threading import Event
from unittest.mock import Mock

import pytest
from rich.text import Text

from commands import run
from torite import cli
from torite.cli import printing, words
from torite.games import GAMES
from torite.lab.match import match
from torite.lab.seating import GameRef
from torite.lab.simulate import simulate
from torite.lab.workers import WorkerError, spread
from torite.locale import text
from torite.review.par import ParTask
from torite.table.records import read_records

ROOT = Path(__file__).parents[1]
WHIST = ROOT / "examples" / "whist.py"
LIMIT = ROOT / "bench" / "limit" / "rwd.c"


# ---- what it does ----
def test_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "games")
    assert code == 0
    assert all(name in out for name in GAMES)
    games = json.loads(run(capsys, "games", "--json")[1])
    assert {game["name"] for game in games} == set(GAMES)
    rwd = next(game for game in games if game["name"] == "rwd")
    assert rwd["options"][0]["name"] == "wins"
    code, out, _ = run(capsys, "games", "mittlere")
    assert code == 0
    assert "wizard" not in out
    assert "1 … 36 (12)" in out
    assert "10, 20 … 200 (" in run(capsys, "games", "wysiwyg")[1]
    assert [game["name"] for game in json.loads(run(capsys, "games", "rwd", "--json")[1])] == ["rwd"]


SIMULATED = [
    ("rwd", "4"),
    ("wizard", "3"),
    ("wizard", "4", "--option", "notequal=on"),
    ("wizard", "5", "--option", "notequal=on"),
    ("wizard", "6", "--option", "hiddentip=on"),
]


@pytest.mark.parametrize("arguments", SIMULATED)
def test_what_is_simulated_replays(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    game, players, *more = arguments
    file = str(tmp_path / "r.jsonl")
    code, out, _ = run(
        capsys, "simulate", game, "--players", players, *more, "--games", "3", "--record", file, "--legal", "--json"
    )
    assert code == 0
    assert json.loads(out)["matches"] == 3
    code, out, _ = run(capsys, "replay", file, "--verify")
    assert code == 0
    assert "3 matches" in out
    assert "in 3 of 3 matches" in out


def test_a_simulation_follows_from_its_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [tmp_path / name for name in ("a", "b", "c")]
    for file, seed in zip(files, ("5", "5", "6"), strict=True):
        run(capsys, "simulate", "wizard", "--games", "2", "--seed", seed, "--bots", "flat:2", "--record", str(file))
    a, b, c = (file.read_bytes() for file in files)
    assert a == b != c


def test_random_matches_run_inside_kernels(capsys: pytest.CaptureFixture[str]) -> None:
    report = json.loads(run(capsys, "simulate", "rwd", "--players", "3", "--games", "50", "--json")[1])
    assert report["matches"] == 50
    assert sum(report["wins"]) >= 50
    assert abs(sum(report["points"]) - 1) < 0.2  # one win a deal


def test_replay_names_line_and_reason(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    run(capsys, "simulate", "rwd", "--games", "2", "--record", str(file))
    lines = file.read_text().splitlines()
    record = json.loads(lines[1])
    record["deals"][0]["actions"][2][1] = "take:\x1b]0;mine\x07\x9b2J\u202eZZ"  # orders to the terminal
    file.write_text(lines[0] + "\n" + json.dumps(record) + "\n")
    code, _, err = run(capsys, "replay", str(file))
    assert code == 1
    assert f"{file}:2: deal 1, action 3: seat" in err
    assert "take:\N{REPLACEMENT CHARACTER}]0;mine" in err
    assert err.removesuffix("\n").isprintable()


def test_a_record_of_other_rules_is_told_as_it_was_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    run(capsys, "simulate", "wizard", "--players", "3", "--games", "1", "--record", str(file))
    record = json.loads(file.read_text())
    deal = record["deals"][1]
    code, out, _ = run(capsys, "replay", str(file), "--show")
    assert (code, "does not agree" in out) == (0, False)
    assert out.count("\n  2.") == len(deal["actions"])
    deal["result"]["points"] = [7, 8, 9]
    deal["actions"][0][1] = "bid:5\x1b[2J"
    file.write_text(json.dumps(record) + "\n")
    code, out, err = run(capsys, "replay", str(file), "--show")
    assert (code, err) == (0, "")
    assert "does not agree with the rules of this house" in out
    assert "Seat 1 7, Seat 2 8, Seat 3 9" in out
    assert "\x1b" not in out
    code, verified, err = run(capsys, "replay", str(file), "--show", "--verify")
    assert (code, verified) == (1, out)
    assert f"{file}:1: deal 2, action 1" in err and "\x1b" not in err
    file.write_text(json.dumps(record | {"game": "whist64"}) + "\n")
    code, out, _ = run(capsys, "replay", str(file), "--show")
    assert (code, "does not have the game “whist64”" in out) == (0, True)
    seat, played = record["deals"][0]["actions"][-1]
    assert f"Seat {seat + 1} {played}\n" in out
    file.write_text('{"format": "torite-record/1"}\n')
    assert run(capsys, "replay", str(file), "--show")[0] == 1


def test_what_goes_with_a_record_needs_one(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "simulate", "rwd", "--games", "1", "--legal")
    assert (code, err) == (2, "torite: --legal goes with --record FILE.\n")


def test_replay_of_what_another_program_wrote(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    for body, size, told in (
        (b'[Event "WCh"]\n\n1. e4 e5\n', None, "1: not JSON: "),
        (b'{\n  "format": "torite-record/1"\n}\n', None, "1: not JSON: Input data was truncated; each match is one"),
        (b'\n{"format": "torite-rec', None, "2: the line is cut off"),
        (b'{"Event": "WCh", "White": "Anderssen"}\n', None, "1: the format is None, not torite-record/1"),
        (b"\x89PNG\r\n\x1a\n", 200_000_000, "1: not JSON: "),
        (b"{", 200_000_000, "1: the line is longer than 16 MiB: no match is"),
    ):
        file.write_bytes(body)
        os.truncate(file, size or len(body))
        code, out, err = run(capsys, "replay", str(file))
        assert (code, out) == (1, "")
        assert f"{file}:{told}" in err.replace("\n", " ")


def test_what_is_written_down_are_whole_matches_at_any_time(tmp_path: Path) -> None:
    """The process may be killed."""
    file, lines = tmp_path / "r.jsonl", list[bytes]()
    simulate(GameRef("emissary"), 1, games=3, record=file, progress=lambda _: lines.append(file.read_bytes()))
    assert [(told.count(b"\n"), told[-1:]) for told in lines] == [(n, b"\n") for n in (1, 2, 3)]


def test_replay_of_what_an_editor_has_saved(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    assert run(capsys, "simulate", "mittlere", "--games", "1", "--record", str(file))[0] == 0
    line = file.read_text("utf-8").rstrip()
    file.write_text(line + "\r\n", "utf-8-sig", newline="")
    assert run(capsys, "replay", str(file), "--verify")[0] == 0
    for body, encoding, told in ((line, "utf-16", f"{file}:1: the file is UTF-16"), ("\n", "utf-8", "no match in")):
        file.write_text(body, encoding)
        for how in ((), ("--verify",), ("--show",)):
            code, out, err = run(capsys, "replay", str(file), *how)
            assert (code, out) == (1, "") and told in err


def test_the_flat_bot_beats_random_play() -> None:
    for game in ("rwd", "wizard", "emissary"):
        players = GAMES[game].usual_players
        deals = 30 if players > 1 else 100  # of Wizard each round twice
        report = match(GameRef(game), players, ["flat:10", "random"], deals=deals, seed=1, processes=1)
        assert report.better == "flat:10"
        assert report.sides[1].difference < -3 * report.sides[1].error


def test_a_match_of_bots_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "match", "rwd", "--players", "3", "--bots", "random,random", "--deals", "4", "--json")
    assert code == 0
    assert [side["bot"] for side in json.loads(out)["sides"]] == ["random", "random"]


@pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed: the comparison with C is NOT tested")
def test_bench_compares_with_other_programs(capsys: pytest.CaptureFixture[str]) -> None:
    report = json.loads(run(capsys, "bench", "rwd", "schieber", "--rounds", "1", "--json", "--against", str(LIMIT))[1])
    rwd, schieber = report["speeds"]
    assert (rwd["game"], schieber["game"]) == ("rwd", "schieber")
    for speed in rwd, schieber:
        assert 0 < speed["matches_per_s"] < speed["deals_per_s"] < speed["plays_per_s"]
        assert speed["determinizations_per_s"] > 0
    (rival,) = report["rivals"]
    assert (rival["game"], rival["program"]) == ("rwd", "C")
    assert rival["ratio"] == pytest.approx(rival["deals_per_s"] / rival["rival_deals_per_s"])
    assert run(capsys, "bench", "chess")[0] == 2


def test_bench_says_what_is_wrong_with_a_rival(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "rwd.py").write_text("raise SystemExit('no such deck')")
    wrong = {"rwd.py": "no such deck", "rwd.c": "is not there", "rdw.c": "is not named after a game"}
    for file, why in ((tmp_path / name, why) for name, why in wrong.items()):
        code, _, err = run(capsys, "bench", "rwd", "--rounds", "1", "--against", str(file))
        assert code == 1 and str(file) in err and why in err
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "gcc, which is not installed" in run(capsys, "bench", "rwd", "--rounds", "1", "--against", str(LIMIT))[2]


def test_a_game_from_a_file_needs_no_name(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "simulate", "--game", str(WHIST), "--games", "2", "--json")
    assert code == 0
    assert json.loads(out)["game"] == "whist"
    assert "Whist" in run(capsys, "games", "--game", str(WHIST))[1]


@pytest.mark.parametrize(
    ("told", "origin"),
    [
        ("HTTPS://Cards.Example/", "https://cards.example"),
        ("https://cards.example:443", "https://cards.example"),
        ("http://cards.example:80", "http://cards.example"),
        ("https://cards.example:80", "https://cards.example:80"),
        ("http://[::1]:8443", "http://[::1]:8443"),
    ],
)
def test_an_origin_is_as_browsers_say_it(told: str, origin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else no page of the house itself may call it."""
    served = Mock()
    monkeypatch.setattr("torite.server.run.serve", served)
    monkeypatch.setattr("torite.cli.serve.end_at_once", lambda: None)  # signals of this process
    assert cli.run(["serve", "--origin", told]) == 0
    assert served.call_args.kwargs["origins"] == [origin]


# ---- what it refuses ----
REFUSED = {
    "no command": (("dance",), 2, "no command “dance”. There are: games, serve"),
    "almost a command": (("matc",), 2, "no command “matc”. There are: games, serve"),
    "no command of a group": (("admin", "it's"), 2, "no command “it's”. There are: tables, delete"),
    "nobody to ask": (("serve", "--push", "nobody"), 2, "not nobody"),
    "no origin": (("serve", "--origin", "cards.example"), 2, "https://cards.example, not cards.example"),
    "an origin with a path": (("serve", "--origin", "https://cards.example/house/"), 2, "--origin takes"),
    "no proxy": (("serve", "--proxy", "localhost"), 2, "a network or *, not localhost"),
    "no node": (("serve", "--node", "foo:bar"), 2, "host:port, not foo:bar"),
    "a node everywhere": (("serve", "--node", "[::0]:8100"), 2, "other nodes reach this one, host:port, not [::0]"),
    "a node everywhere, in short": (("serve", "--node", "0:8100"), 2, "host:port, not 0:8100"),
    "a node everywhere, in IPv4": (("serve", "--node", "[::ffff:0.0.0.0]"), 2, "host:port, not [::ffff:0.0.0.0]"),
    "a node without a host": (("serve", "--node", ":8100"), 2, "host:port, not :8100"),
    "a node without brackets": (("serve", "--node", "::1"), 2, "host:port, not ::1"),
    "one mind": (("serve", "--only-think", "--workers", "2"), 2, "do not go together: one process thinks with all"),
    "no host": (("serve", "--host", ""), 2, "this machine, not “”"),
    "no database": (("serve", "--db", "oracle://x/y"), 2, "a file or postgresql://…, not oracle://x/y"),
    "a folder": (("serve", "--db", "/"), 2, "a file or postgresql://…, not"),
    "no path": (("serve", "--db", ""), 2, "a file or postgresql://…, not"),
    "no port of a database": (("serve", "--db", "postgresql://u@127.0.0.1:x/y"), 2, "a file or postgresql://…"),
    "no option of a database": (
        ("serve", "--db", "postgresql://u@127.0.0.1:1/y?z=1"),
        2,
        "unexpected keyword argument 'z'",
    ),
    "no option": (("games", "--loud"), 2, "no --loud here"),
    "an option of torite": (("games", "--lang", "en"), 2, "torite --lang … games"),
    "no language": (("--lang", "fr", "games"), 2, "no language “fr”. There are: en, de, ja"),
    "no game": (("simulate", "chess"), 2, "no game “chess”. There are: rwd, wizard"),
    "which game": (("simulate",), 2, "Which game? There are: rwd, wizard"),
    "players": (("simulate", "wizard", "--players", "7"), 2, "wizard is for 3–6 players, not 7"),
    "not a number": (("simulate", "rwd", "--games", "many"), 2, "--games: "),
    "too few games": (("simulate", "rwd", "--games", "0"), 2, "--games: "),
    "option form": (("simulate", "rwd", "--option", "wins"), 2, "write NAME=VALUE"),
    "option name": (("simulate", "rwd", "--option", "win=1"), 2, "has no option “win”. It has: wins, shared_win"),
    "option value": (("simulate", "rwd", "--option", "wins=99"), 2, "“wins” of rwd can be: 1, 2, 3"),
    "switch": (("simulate", "rwd", "--option", "play_on=maybe"), 2, "“play_on” of rwd can be: off, on"),
    "preset": (("simulate", "rwd", "--preset", "hard"), 2, "has no preset “hard”. It has: seed, strict, single"),
    "bot": (("simulate", "rwd", "--bots", "genius"), 2, "no bot genius"),
    "bots": (("simulate", "rwd", "--bots", "random,random"), 2, "2 bots for 4 seats"),
    "record": (("simulate", "rwd", "--games", "1", "--record", "/nowhere/r"), 1, "/nowhere/r: No such file"),
    "record at the table": (("play", "rwd", "--record", "/nowhere/r"), 1, "/nowhere/r: No such file"),
    "records there": (("play", "rwd", "--record", __file__), 2, "already holds records; --overwrite"),
    "no file": (("replay",), 2, "FILE is missing"),
    "replay": (("replay", "/nowhere/r"), 1, "/nowhere/r: No such file"),
    "review": (("review", "/nowhere/r", "--seat", "0"), 1, "/nowhere/r: No such file"),
    "no seat": (("review", "/nowhere/r"), 2, "--seat is missing"),
    "game file": (("play", "--game", "/nowhere/g.py"), 2, "/nowhere/g.py cannot be played:\n  there is no such file"),
    "game folder": (("play", "--game", "/"), 2, "/ cannot be played:\n  it is a folder or a device, not a file"),
    "seat": (("play", "rwd", "--players", "3", "--seat", "3"), 2, "no seat 3; the last one is 2"),
    "text": (("play", "--from", "wizard 9"), 2, "--from: Word 2, “9”: expected a number of players: 3–6"),
    "text and game": (("play", "rwd", "--from", "wizard 9"), 2, "the game; GAME does not go with it"),
    "level": (("play", "rwd", "--level", "godlike"), 2, "no bot godlike"),
    "no parts": (("print", "rwd", "--parts", ""), 2, "“” is no part of the print; there are cards, backs, pad, rules"),
    "backs of nothing": (("print", "rwd", "--parts", "pad,backs"), 2, "--parts cards,backs"),
    "no page": (("report", "rwd", "--out", "rwd.json"), 2, "rwd.json: what is written is a web page"),
    "ladder as its page": (("ladder", "l.json", "rwd", "--out", "l.json"), 2, "l.json: what is written is a web page"),
    "no PDF": (("print", "rwd", "--out", "rwd.docx"), 2, "rwd.docx: what is printed is a PDF"),
    "one bot": (("match", "rwd", "--bots", "random"), 2, "a match takes 2 to 4 bots, not 1"),
}


@pytest.mark.parametrize("name", ["bot", "bots", "record", "level", "one bot"])
def test_nobody_waits_for_the_compiler_to_hear_of_a_mistake(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for command in ("match", "play", "simulate"):
        monkeypatch.setattr(f"torite.cli.{command}.get_ready", lambda game: pytest.fail("that takes minutes"))
    assert REFUSED[name][2] in run(capsys, *REFUSED[name][0])[2]


@pytest.mark.parametrize("name", REFUSED)
def test_a_mistake_gets_one_friendly_line(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments, expected, said = REFUSED[name]
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (expected, "")
    assert said in err
    assert "Traceback" not in err
    assert err.startswith("torite: ")


@pytest.mark.parametrize("words", [[], ["--lang", "en"], ["admin"]])
def test_who_gives_no_command_is_shown_what_there_is(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "") and "Commands:" in err and "Missing" not in err


def test_mistakes_are_told_in_japanese(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(words, "LANG", "ja")
    assert "というゲームはありません。あるのは：rwd、wizard" in run(capsys, "simulate", "chess")[2]
    assert "genius というボットはありません" in run(capsys, "simulate", "rwd", "--bots", "genius")[2]
    assert "solve+flat:0 の持ち時間" in run(capsys, "simulate", "rwd", "--bots", "solve+flat:0")[2]
    assert "2～4 種のボット" in run(capsys, "match", "rwd", "--bots", "random")[2]
    assert "データベース" in run(capsys, "serve", "--port", "0", "--db", "oracle://x/y")[2]
    assert "で待ち受けられません" in run(capsys, "serve", "--db", str(tmp_path / "t.db"), "--host", "192.0.2.1")[2]


def test_mistakes_are_told_in_german(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "LANG", "de")
    assert "Das Spiel „chess“ gibt es nicht. Es gibt: rwd, wizard" in run(capsys, "simulate", "chess")[2]
    assert "wizard ist für 3–6 Personen, nicht für 7" in run(capsys, "simulate", "wizard", "--players", "7")[2]
    assert "es gibt keinen Bot genius" in run(capsys, "simulate", "rwd", "--bots", "genius")[2]
    assert "/nowhere/g.py lässt sich nicht spielen" in run(capsys, "play", "--game", "/nowhere/g.py")[2]
    assert run(capsys, "match", "rwd", "--deals", "0")[2] == "torite: --deals: mindestens 2, nicht 0\n"
    assert run(capsys, "serve", "--port", "65536")[2] == "torite: --port: höchstens 65535, nicht 65536\n"
    assert run(capsys, "serve", "--port", "x")[2] == "torite: --port: „x“ ist keine ganze Zahl\n"
    assert run(capsys, "print", "rwd", "--paper", "a5")[2] == "torite: --paper: „a5“ ist nichts davon: a4, letter\n"
    assert run(capsys, "match", "rwd", "--deals")[2] == "torite: --deals braucht einen Wert.\n"
    assert "„4 5“ ist hier nicht vorgesehen." in run(capsys, "play", "wizard", "4", "5")[2]


def test_a_missing_text_or_parameter_breaks_nothing() -> None:
    assert text("no.such.key") == "no.such.key"
    assert "{name}" in text("cli.unknown_game", "en", allowed=["a", "b"])


def test_the_language_follows_the_terminal() -> None:
    command = [sys.executable, "-m", "torite", "simulate", "chess"]
    told = {
        "ja_JP.UTF-8": "ありません",
        "de_CH.UTF-8": "gibt es nicht",
        "fr_CH.UTF-8": "There is no game",
        "C": "There is no game",
    }
    for variable, said in told.items():
        done = subprocess.run(command, env={"LC_ALL": variable, "PATH": ""}, capture_output=True, check=False)
        assert done.returncode == 2
        assert said in done.stderr.decode()


def test_two_files_of_one_name_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (other := tmp_path / "whist.py").write_text(WHIST.read_text("utf-8"), "utf-8")
    code, _, error = run(capsys, "games", "--game", str(WHIST), "--game", str(other))
    assert code == 2 and f"{other}: {WHIST} is already called whist" in " ".join(error.split())
    assert run(capsys, "games", "--game", str(WHIST), "--game", str(WHIST))[0] == 0


def test_a_page_is_named_by_its_file(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "simulate", str(WHIST), "--games", "2")
    assert code == 0 and "whist" in out.lower()
    code, _, error = run(capsys, "simulate", "nothing.py")
    assert code == 2 and "there is no such file" in error
    code, _, error = run(capsys, "simulate", str(WHIST), "--game", "other.py")  # which it would never read
    assert code == 2 and "leave out --game other.py" in " ".join(error.split())
    assert run(capsys, "games", str(WHIST), "--game", str(WHIST))[0] == 0
    code, _, error = run(capsys, "bench", str(WHIST))  # of the house alone
    assert code == 2 and "There is no game" in error


def test_what_the_system_and_the_types_refuse_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    for typed, code, told in (
        (["check", "x" * 300], 1, "x: File name too long."),
        (["simulate", "rwd", "--seed", "1" * 5000], 2, "--seed: a number with so many digits is not read"),
        (["play", "rwd", "--record", "/dev/full/x"], 1, "/dev/full/x: Not a directory."),
    ):
        found, out, err = run(capsys, *typed)
        assert (found, out) == (code, "") and told in err and "unexpected" not in err


@pytest.mark.parametrize(("full", "code"), [(False, 0), (True, 1)])
def test_an_output_that_takes_no_more(full: bool, code: int, tmp_path: Path) -> None:
    """Who has seen enough, as `head` has, is no fault; a full disk is one, and not of the file that is read."""
    file = tmp_path / "r.jsonl"
    assert cli.run(["simulate", "rwd", "--games", "1", "--record", str(file)]) == 0
    for command in (["games"], ["replay", str(file), "--show"]):
        if full:
            output = os.open("/dev/full", os.O_WRONLY)
        else:
            reader, output = os.pipe()
            os.close(reader)
        line = [sys.executable, "-m", "torite.cli", *command]
        done = subprocess.run(line, stdout=output, stderr=subprocess.PIPE, text=True, check=False)
        os.close(output)
        told = "torite: the output: No space left on device.\n" if full else ""
        assert (done.returncode, done.stderr) == (code, told)


def test_ctrl_c_leaves_politely(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(*args: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("torite.cli.play.out.input", interrupt)
    code, _, err = run(capsys, "play", "rwd", "--level", "random", "--seed", "3")
    assert (code, err.strip()) == (130, "Goodbye.")


def _die(job: int) -> int:
    os._exit(job)


def test_a_worker_that_dies_is_told() -> None:
    with pytest.raises(WorkerError, match="ended unexpectedly"):
        list(spread(_die, [3], 2))


AS_ON_WINDOWS = """
import multiprocessing, signal
del signal.pthread_sigmask, signal.SIG_BLOCK, signal.SIG_SETMASK, signal.SIGHUP
multiprocessing.get_all_start_methods = lambda: ["spawn"]
from torite.lab.workers import spread
if __name__ == "__main__":
    print(list(spread(abs, [-1, 2], 2)))
"""


def test_workers_begin_where_no_signal_can_be_blocked(tmp_path: Path) -> None:
    (tmp_path / "windows.py").write_text(AS_ON_WINDOWS)
    told = subprocess.run([sys.executable, str(tmp_path / "windows.py")], capture_output=True, text=True, check=False)
    assert (told.stdout, told.stderr) == ("[1, 2]\n", "")


SPREAD = """
import os
from torite.lab.workers import spread
if __name__ == "__main__":
    print(list(spread(os.getenv, ["PYTHONSAFEPATH"] * 2, 2)))
"""


def test_workers_take_no_file_of_the_folder_for_one_of_python(tmp_path: Path) -> None:
    """And what they start in turn is no otherwise than without them."""
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "random.py").write_text("raise SystemExit('a game')\n")
    (tmp_path / "job.py").write_text(SPREAD)
    command = [sys.executable, str(tmp_path / "job.py")]
    told = subprocess.run(command, cwd=tmp_path / "games", capture_output=True, text=True, check=False)
    assert (told.stdout, told.stderr) == ("[None, None]\n", "")


def _blocked(_: int) -> set[int]:
    return {*signal.pthread_sigmask(signal.SIG_BLOCK, ())}


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="such terminals are only there")
def test_a_worker_leaves_the_end_of_the_terminal_to_the_command() -> None:
    """Else those that end first, of which nobody knows, are told with tracebacks.  The first fork may be another's."""
    other = multiprocessing.get_context("forkserver").Process(target=print)
    other.start()
    other.join()
    assert list(spread(_blocked, [1], 2)) == [{signal.SIGHUP}]


# ---- reviews ----
def test_a_match_is_reviewed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = str(tmp_path / "m.jsonl")
    assert run(capsys, "simulate", "handjass", "--games", "2", "--record", file)[0] == 0
    code, out, _ = run(capsys, "review", file, "--seat", "2", "--match", "2", "--quick", "--json")
    found = json.loads(out)
    assert (code, found["game"], found["seat"], found["done"]) == (0, "handjass", 2, True)
    assert {each["worlds"] for each in found["judged"]} == {2000}
    code, out, _ = run(capsys, "review", file, "--seat", "2", "--match", "2", "--quick", "--all")
    assert code == 0
    assert all(each["played"] in out for each in found["judged"])
    assert f"{found['mistakes']} mistake" in out


def test_cards_are_told_from_play(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("torite.cli.review.ParTask.pieces", lambda self, pieces=ParTask.pieces: pieces(self, 2))
    run(capsys, "simulate", "rwd", "--games", "1", "--players", "3", "--record", str(tmp_path / "r.jsonl"))
    code, out, _ = run(capsys, "review", str(tmp_path / "r.jsonl"), "--seat", "1", "--par", "--json")
    told = json.loads(out)
    assert (code, told["game"], told["deals"]) == (0, "rwd", len(told["shares"]))
    code, out, _ = run(capsys, "review", str(tmp_path / "r.jsonl"), "--seat", "1", "--par")
    cards = sum(share["cards"][1] for share in told["shares"])
    assert code == 0 and f"The cards brought {cards:+.1f}" in out


def test_what_cannot_be_reviewed_is_told_with_its_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    run(capsys, "simulate", "wizard", "--players", "3", "--games", "1", "--record", str(file))
    record = json.loads(file.read_text())
    endless = {**record, "outcome": None, "unfinished": True, "deals": record["deals"][:2]}
    foreign = {"Event": "WCh", "White": "Anderssen"}
    wrong = json.loads(file.read_text())
    wrong["deals"][4]["actions"][2][1] = "bid:99"
    file.write_text("\n".join(map(json.dumps, (record, foreign, endless, wrong))) + "\n\n1. e4 e5\n")
    told = {
        ("1", "3"): f"{file}:1: there is no seat 3; seats are 0 to 2",
        ("1", "-1"): f"{file}:1: there is no seat -1",
        ("2", "0"): f"{file}:2: the format is None",
        ("3", "0"): f"{file}:3: the match was not played to its end",
        ("4", "0"): f"{file}:4: deal 5, action 3: seat",
        ("5", "0"): f"{file}:6: not JSON",
    }
    for (number, seat), reason in told.items():
        code, out, err = run(capsys, "review", str(file), "--match", number, "--seat", seat)
        assert (code, out) == (1, "")
        assert reason in err.replace("\n", " ")
    file.write_text(json.dumps(record))
    assert f"{file} has no match 2" in run(capsys, "review", str(file), "--match", "2", "--seat", "0")[2]


def test_a_single_deal_of_a_match_has_no_doubt_beside_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(words._Bar, "tell", lambda bar, **changes: told.append(changes.get("description", "")))
    run(capsys, "match", "plus-minus", "--bots", "random,flat:1", "--deals", "2")
    assert "±" not in told[-2] and "±" in told[-1]


# ---- print ----
def test_what_cannot_be_printed_is_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _, error = run(capsys, "print", "wizard", "--parts", "cards,covers")
    assert code == 2
    assert "covers" in error
    assert "backs" in error
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(printing, "PLACES", ())
    code, _, error = run(capsys, "print", "wizard", "--out", str(tmp_path / "w.pdf"))
    assert code == 1
    assert "/print/GAME" in error
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\necho no display >&2\nexit 3\n")
    broken.chmod(0o755)
    code, _, error = run(capsys, "print", "wizard", "--out", str(tmp_path / "w.pdf"))
    assert code == 1
    assert "no display" in error
    assert list(tmp_path.glob("*.pdf")) == []


def test_into_a_file_there_is_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(words, "PAUSE", 0.0)
    monkeypatch.setattr(words._Bar, "_next", 0.0)
    _, _, told = run(capsys, "match", "wizard", "--bots", "random,random", "--deals", "4")
    assert [line.split()[-1] for line in told.splitlines()][-1] == "4/4"
    monkeypatch.setattr(words._Bar, "_next", math.inf)
    assert run(capsys, "match", "wizard", "--bots", "random,random", "--deals", "4")[2] == ""
    file = str(tmp_path / "matches.jsonl")
    run(capsys, "simulate", "wizard", "--games", "3", "--record", file)
    monkeypatch.setattr(words._Bar, "_next", 0.0)
    _, _, told = run(capsys, "replay", file)
    assert [line.split()[-1] for line in told.splitlines()] == ["1", "2", "3"]  # of how many is not known


def test_into_a_file_it_is_said_what_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    said, lines = Event(), list[str]()

    def note(line: str) -> None:
        lines.append(Text.from_markup(line).plain)
        said.set()

    monkeypatch.setattr(words.err, "print", note)
    monkeypatch.setattr(words, "LONG_WAIT", 3600.0)
    with words.busy("soon done"):
        pass
    monkeypatch.setattr(words, "LONG_WAIT", 0.0)
    with words.busy("[a].py"):
        assert said.wait(60)
    assert lines == ["[a].py"]


def test_who_cannot_type_anything_has_typed_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """As with `<&-` in a shell, or in some services."""
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(cli, "end_in_order", lambda: None)
    monkeypatch.setattr(cli, "run", lambda: len(sys.stdin.read()) + len([*read_records("-")]))
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert end.value.code == 0
