"""torite-record/1: what is written can be read, what is wrong is named, and nothing wrong passes."""

import gzip
import io
import json
import os
import random
import subprocess
import sys
import time
import tracemalloc
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from torite.games import GAMES
from torite.games.position import Position
from torite.table.format import RecordError
from torite.table.records import BLANK, LONGEST, read_records, replay, replay_file
from torite.table.scribe import Scribe, write_record

MATCHES: list[tuple[str, int, dict[str, Any]]] = [
    ("rwd", 3, {}),
    ("rwd", 4, {"wins": 1}),
    ("rwd", 5, {"shared_win": "none", "play_on": True, "card_memory_aid": False}),
    ("wizard", 3, {}),
    ("wizard", 4, {"notequal": True, "tie": "extra_round"}),
    ("wizard", 5, {"tie": "exact_bids"}),
    ("wizard", 6, {"hiddentip": True}),
    ("wysiwyg", 2, {}),
    ("wysiwyg", 2, {"tie_first_bidder": "dealer", "forbid_impossible_bids": True, "target": 100}),
    ("bingo", 2, {}),
    ("bingo", 2, dict(GAMES["bingo"].presets["pagat"]) | {"next_dealer": "winner", "both70": "both"}),
    ("emissary", 1, {}),
    ("emissary", 1, {"advisor_timing": "anytime", "diplomacy_refill": False, "politics_block": "last_remaining"}),
    ("emissary", 1, {"difficulty": "hard", "strict_manual_refresh": True}),
    ("mittlere", 3, {"no_trump_deal": "annul", "tie_deal": True}),
    ("molotov", 4, {}),
    ("molotov", 4, dict(GAMES["molotov"].presets["somnia"])),
    ("plus-minus", 3, {"target": 3, "direction": "clockwise"}),
    ("plus-minus", 4, {}),
    ("handjass", 2, {"split_2p": True, "tie_2p": "draw"}),
    ("handjass", 3, {"weis": "large", "four_nines": True}),
    ("handjass", 4, {}),
    ("schieber", 4, {}),
    ("schieber", 4, {"push_back": True, "end_check": "once", "match_bonus": 100, "multipliers": "3 1 4 1 5 9"}),
    ("coiffeur", 3, {}),
    ("coiffeur", 4, {"form": "singles", "ten_rows": True, "pass_to": "partner"}),
    ("differenzler", 3, {"announce": "hidden", "stoeck_pm20": True, "exact_bonus": 10}),
    ("differenzler", 4, {}),
]


def played(game: str, players: int, options: dict[str, Any], seed: int = 1, legal: bool = True) -> dict[str, Any]:
    """A match of random play as it comes back from a file."""
    position = Position(GAMES[game], players, seed=seed, options=options)
    scribe = Scribe(position, legal)
    chance = random.Random(seed)
    while not position.finished():
        scribe.deal()
        while not position.deal_over():
            seat = chance.choice(position.actors())
            scribe.play(chance.choice(position.legal(seat)), seat)
    record: dict[str, Any] = json.loads(write_record(scribe.record()))
    return record


@cache
def _example(game: str) -> str:
    fewest, most = GAMES[game].players
    return json.dumps(played(game, min(max(3, fewest), most), {}))


def example(game: str = "wizard") -> dict[str, Any]:
    """A fresh copy of a match with 3 players, or as many as the game has."""
    record: dict[str, Any] = json.loads(_example(game))  # much faster than a deep copy
    return record


@pytest.mark.parametrize(("game", "players", "options"), MATCHES)
def test_what_is_written_replays(game: str, players: int, options: dict[str, Any]) -> None:
    for legal in (True, False):
        replay(played(game, players, options, legal=legal), verify=True)


def test_a_record_has_every_field() -> None:
    record = example()
    assert list(record) == ["format", "game", "players", "preset", "options", "seed", "deals", "outcome"]
    assert list(record["options"]) == ["notequal", "hiddentip", "tie", "quick_ok"]
    for deal in record["deals"]:
        assert list(deal) == ["dealer", "first", "hands", "stock", "turned", "extra", "actions", "result"]


def test_rwd_is_told_as_stock_alone() -> None:
    deal = example("rwd")["deals"][0]
    assert (deal["dealer"], deal["turned"], deal["hands"], deal["extra"]) == (None, None, [[], [], []], {})
    assert len(deal["stock"]) == 52
    assert sorted(deal["result"]) == ["chips", "points", "tricks", "winners"]


def test_wizard_stock_is_without_the_turned_card() -> None:
    first, last = example()["deals"][0], example()["deals"][-1]
    assert len(first["stock"]) == 60 - 3 - 1
    assert first["turned"] not in first["stock"]
    assert (last["turned"], last["stock"]) == (None, [])
    assert sorted(first["result"]) == ["bids", "points", "scores", "tricks", "trump"]


def test_the_turned_tile_of_bingo_is_the_last_of_the_stock() -> None:
    deal = example("bingo")["deals"][0]
    assert [len(hand) for hand in deal["hands"]] == [7, 7]
    assert (len(deal["stock"]), deal["stock"][-1], deal["first"]) == (14, deal["turned"], 1 - deal["dealer"])
    assert sorted(deal["result"]) == ["bonus", "declared", "game_points", "last", "scores", "tiles", "totals"]
    for turned in (deal["stock"][0], None):
        record = example("bingo")
        record["deals"][0]["turned"] = turned
        with pytest.raises(RecordError, match="deal 1: the card turned up is"):
            replay(record)


def test_wysiwyg_is_told_with_its_whole_stock() -> None:
    deal = example("wysiwyg")["deals"][0]
    assert ([len(hand) for hand in deal["hands"]], len(deal["stock"]), deal["turned"]) == ([13, 13], 26, None)
    told = ["bases", "bid", "declarer", "goal", "marks", "multiplier", "points", "scores", "trump"]
    assert sorted(deal["result"]) == told


def test_the_dealer_acts_first_where_a_wizard_was_turned() -> None:
    deals = [deal for seed in range(6) for deal in played("wizard", 3, {}, seed)["deals"]]
    turned = [deal for deal in deals if str(deal["turned"]).startswith("Z")]
    assert turned
    assert all(deal["first"] == deal["dealer"] and deal["actions"][0][1][:6] == "trump:" for deal in turned)
    others = [deal for deal in deals if not str(deal["turned"]).startswith("Z")]
    assert all(deal["first"] == (deal["dealer"] + 1) % 3 for deal in others)


def test_simultaneous_bids_may_come_in_any_order() -> None:
    record = played("wizard", 5, {"hiddentip": True}, legal=False)
    orders = [[seat for seat, code in deal["actions"] if code.startswith("bid")] for deal in record["deals"]]
    assert any(order != sorted(order) for order in orders)
    for deal in record["deals"]:
        bids = [action for action in deal["actions"] if action[1].startswith("bid")]
        others = [action for action in deal["actions"] if not action[1].startswith("bid")]
        trump = [action for action in others if action[1].startswith("trump")]
        deal["actions"] = trump + bids[::-1] + [action for action in others if action not in trump]
    replay(record)


def change(path: list[Any], value: Any) -> Any:
    """A function that puts `value` at this place of a record."""

    def put(record: dict[str, Any]) -> None:
        place: Any = record
        for key in path[:-1]:
            place = place[key]
        key = path[-1]
        old = place.get(key) if isinstance(place, dict) else place[key]
        place[key] = value(old) if callable(value) else value

    return put


def swapped(items: list[Any]) -> list[Any]:
    """The first and the last exchanged."""
    return [items[-1], *items[1:-1], items[0]]


WRONG = {
    "format": (change(["format"], "torite-record/2"), "the format is 'torite-record/2', not torite-record/1"),
    "game": (change(["game"], "poker"), f"no game poker here; known: {', '.join(sorted(GAMES))}"),
    "players": (change(["players"], 7), "wizard is for 3–6 players, not 7"),
    "players kind": (change(["players"], True), "wrong kind"),
    "nobody": (change(["players"], 0), "$.players"),
    "players without end": (change(["players"], 10**30), "$.players"),
    "preset": (change(["preset"], "mine"), "no preset mine; there are: seed, notequal, hiddentip"),
    "options missing": (change(["options"], {"tie": "shared"}), "missing: notequal, hiddentip, quick_ok"),
    "options extra": (change(["options", "speed"], 3), "no option speed"),
    "option value": (change(["options", "tie"], "maybe"), 'tie may not be "maybe"; allowed: "shared"'),
    "option number for switch": (change(["options", "notequal"], 1), "notequal may not be 1; allowed: false, true"),
    "seed": (change(["seed"], "xyz"), "not hexadecimal"),
    "seed with blanks": (change(["seed"], lambda s: f"{s[:2]} {s[2:]}"), "not hexadecimal"),
    "unknown field": (change(["mood"], 1), "mood"),
    "names": (change(["names"], ["A"]), "each of 3 seats"),
    "long name": (change(["names"], ["A", None, "x" * 101]), "$.names"),
    "dealer": (change(["deals", 4, "dealer"], lambda d: (d + 1) % 3), "deal 5: the dealer is"),
    "dealer null": (change(["deals", 0, "dealer"], None), "deal 1: the dealer is"),
    "first": (change(["deals", 4, "first"], lambda d: (d + 1) % 3), "deal 5: seat"),
    "hands swapped": (change(["deals", 9, "hands"], swapped), "deal 10, action"),
    "hands too few": (change(["deals", 0, "hands"], lambda h: h[:2]), "deal 1: nowhere in the deal"),
    "card moved": (change(["deals", 9, "hands", 0], lambda h: h[1:]), "deal 10: nowhere in the deal"),
    "card twice": (change(["deals", 9, "hands", 0], lambda h: [h[1], *h[1:]]), "deal 10: dealt more than once"),
    "card unknown": (change(["deals", 9, "turned"], "SA"), "deal 10: not in the deck: SA"),
    "stock short": (change(["deals", 0, "stock"], lambda s: s[1:]), "deal 1: nowhere in the deal"),
    "extra": (change(["deals", 0, "extra"], {"blind": 1}), "deal 1: extra"),
    "code": (change(["deals", 2, "actions", 4, 1], "ZZ"), "deal 3, action 5: seat"),
    "seat": (change(["deals", 2, "actions", 4, 0], lambda s: (s + 1) % 3), "deal 3, action 5: seat"),
    "seat -1": (change(["deals", 2, "actions", 4, 0], -1), "deal 3, action 5: seat -1 may not act"),
    "legal": (change(["deals", 2, "actions", 4, 2], ["R1"]), "deal 3, action 5: seat"),
    "action shape": (change(["deals", 2, "actions", 4], ["R1", 2]), "deal 3, action 5: an action is"),
    "action kind": (change(["deals", 2, "actions", 4], 7), "$.deals[2].actions[4]"),
    "one action short": (change(["deals", 2, "actions"], lambda a: a[:-1]), "deal 3: the deal is not over"),
    "one action more": (change(["deals", 2, "actions"], lambda a: [*a, a[-1]]), "the deal is over before"),
    "result": (change(["deals", 2, "result", "points"], [0, 0, 0]), "deal 3: result: points is"),
    "result kind": (change(["deals", 2, "result", "tricks", 0], float), "deal 3: result: tricks is"),
    "result missing": (change(["deals", 2, "result"], None), "deal 3: the deal has no result"),
    "result field missing": (lambda r: r["deals"][2]["result"].pop("bids"), "deal 3: result: bids is missing"),
    "result field unknown": (change(["deals", 2, "result", "luck"], 1), "deal 3: result: there is no luck"),
    "deal missing": (change(["deals"], lambda d: d[:-1]), "not over after 19 deals"),
    "deal too many": (change(["deals"], lambda d: [*d, d[-1]]), "deal 21: the match is over"),
    "no deals": (change(["deals"], []), "not over after 0 deals"),
    "winners": (change(["outcome", "winners"], []), "outcome: winners is"),
    "scores": (change(["outcome", "scores", 1], 999), "outcome: scores is"),
    "draw": (change(["outcome", "draw"], True), "outcome: draw is false, not true"),
    "outcome": (change(["outcome"], None), "no outcome"),
    "unfinished": (change(["unfinished"], True), "not played to its end"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_named(name: str) -> None:
    spoil, said = WRONG[name]
    record = example()
    spoil(record)
    with pytest.raises(RecordError) as caught:
        replay(record)
    assert said in str(caught.value)
    assert "cli.record" not in caught.value.tell("ja")


def test_two_fields_of_one_name_are_no_record(tmp_path: Path) -> None:
    """Of which others may read the first."""
    line, file = json.dumps(example()), tmp_path / "records.jsonl"
    for spoilt, name in (
        (f'{{"seed": null, {line[1:]}', "seed"),
        (line.replace('"draw"', '"dr\\u0061w": 1, "draw"'), "draw"),
    ):
        file.write_text(f"{line}\n{spoilt}\n", "utf-8")
        with pytest.raises(RecordError, match=f"jsonl:2: one JSON object has “{name}” more"):
            list(read_records(file))


def test_one_card_many_times_is_soon_found() -> None:
    record = example()
    record["deals"][0]["stock"] = ["R1"] * 100_000
    begun = time.monotonic()
    with pytest.raises(RecordError) as caught:
        replay(record)
    assert caught.value.code == "cards_twice"
    assert time.monotonic() - begun < 3.0  # to count each of them among all took 20 s


def test_notequal_is_ignored_beside_hiddentip() -> None:
    """Gap 4 of the rules; in whichever order the record lists them."""
    position = Position(GAMES["wizard"], 3, seed=4, options={"hiddentip": True})
    scribe, chance = Scribe(position, legal=True), random.Random(4)
    while not position.finished():
        scribe.deal()
        while seats := position.actors():
            seat = chance.choice(seats)
            scribe.play(chance.choice(position.legal(seat)), seat)
    record = scribe.record()
    for first, second in (("notequal", "hiddentip"), ("hiddentip", "notequal")):
        replay(
            record | {"options": {first: True, second: True} | record["options"] | {first: True, second: True}},
            verify=True,
        )


@pytest.mark.parametrize("game", GAMES)
def test_no_change_of_a_single_value_passes(game: str) -> None:
    """Whatever leaf is changed, the replay notices; it never fails otherwise than with a RecordError."""
    chance = random.Random(f"change {game}")
    leaves = [path for path in _leaves(example(game)) if path[0] not in ("seed", "preset")]
    for path in chance.sample(leaves, 150):
        if path[0] == "options" and path[1] not in ("notequal", "hiddentip"):
            continue  # other options may well lead to the same match
        record = example(game)
        change(path, lambda old: chance.choice([x for x in (0, 1, 5, "SA", "R1", None, True) if x != old]))(record)
        with pytest.raises(RecordError):
            replay(record)


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> list[list[Any]]:
    if isinstance(value, dict):
        return [leaf for key, item in value.items() for leaf in _leaves(item, (*path, key))]
    if isinstance(value, list):
        return [leaf for i, item in enumerate(value) for leaf in _leaves(item, (*path, i))]
    return [list(path)]


def test_verify_recomputes_the_cards() -> None:
    record = example("rwd")
    deal = record["deals"][0]
    deal["stock"][-1], deal["stock"][-2] = deal["stock"][-2], deal["stock"][-1]  # the set-aside card and one before
    other = example("rwd") | {"seed": "00" * 32}
    with pytest.raises(RecordError, match="the seed"):
        replay(other, verify=True)
    replay(other)
    replay(example("rwd") | {"seed": None}, verify=True)


def test_a_match_given_up_is_refused_unless_asked_for() -> None:
    position = Position(GAMES["rwd"], 4, seed=3)
    scribe = Scribe(position)
    scribe.deal()
    scribe.play(position.legal()[0], position.actors()[0])
    record = json.loads(write_record(scribe.record()))
    assert (record["unfinished"], record["outcome"], record["deals"][0]["result"]) == (True, None, None)
    with pytest.raises(RecordError, match="not played to its end"):
        replay(record)
    replay(record, unfinished=True, verify=True)
    record["deals"][0]["actions"].append([0, "nonsense"])
    with pytest.raises(RecordError, match="deal 1, action 2"):
        replay(record, unfinished=True)


def test_a_seed_is_written_only_where_it_explains_the_cards() -> None:
    position = Position(GAMES["wizard"], 3, seed=3)
    scribe = Scribe(position)
    scribe.deal(list(GAMES["wizard"].deck.names.values()))
    assert scribe.record()["seed"] is None
    moved = Position(GAMES["wizard"], 3, seed=3)
    first = (int(moved.state.dealer) + 2) % 3
    assert Scribe(Position(GAMES["wizard"], 3, seed=3, first=first)).record()["seed"] is None


def test_every_error_of_a_file_has_its_line(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    good = write_record(example())
    bad = example()
    bad["deals"][2]["actions"][4][1] = "R99"
    file.write_bytes(good + b"\n" + good + write_record(bad))
    with pytest.raises(RecordError, match=r"records.jsonl:4: deal 3, action 5: seat \d may not play R99; legal: "):
        list(replay_file(file))


@pytest.mark.parametrize(
    "line", [b"{", b"[1]", b'"x"', b"\xff\xfe", b"{}x", b"[" * 100_000, b"NaN", b'{"format": "torite-record/1"}']
)
def test_a_line_that_is_no_record(line: bytes, tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    file.write_bytes(write_record(example()) + line + b"\n")
    with pytest.raises(RecordError, match=r"r.jsonl:2: "):
        list(replay_file(file))


@pytest.mark.parametrize("begin", [b"", b" " * 40, b'{"format": "'])
def test_200_mb_without_a_line_are_not_read_to_the_end(begin: bytes, tmp_path: Path) -> None:
    file, good = tmp_path / "r.jsonl", write_record(example())
    file.write_bytes(good + begin)
    os.truncate(file, 200 * 1024 * 1024)
    tracemalloc.start()
    with pytest.raises(RecordError, match=r"r.jsonl:2: the line is longer than 16 MiB"):
        list(read_records(file))
    assert tracemalloc.get_traced_memory()[1] < 4 * LONGEST
    tracemalloc.stop()


def test_blank_lines_without_an_end_are_not_read_to_the_end(tmp_path: Path) -> None:
    file, good, blank = tmp_path / "r.jsonl", write_record(example()), b"\n" * (BLANK - 1) + b" \n"
    file.write_bytes(blank[1:] + good + blank[1:] + good)
    assert len(list(read_records(file))) == 2
    file.write_bytes(good + blank + good)
    with pytest.raises(RecordError, match=rf"r.jsonl:{BLANK + 1}: more than 1 MiB of blank lines"):
        list(read_records(file))


def test_a_file_may_be_packed_or_piped_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = write_record(example()) * 2
    (file := tmp_path / "r.jsonl.gz").write_bytes(packed := gzip.compress(lines))
    assert [number for number, _ in read_records(file)] == [1, 2]

    class Drops(io.BytesIO):
        """A pipe into which a byte comes at a time."""

        def readinto(self, buffer: Any) -> int:
            return super().readinto(memoryview(buffer)[:1])

    for piped in (lines, packed):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(Drops(piped))))
        assert len(list(replay_file("-"))) == 2
    file.write_bytes(packed[:-20])
    with pytest.raises(RecordError, match=r"r.jsonl.gz:\d: the file is gzipped, and broken: "):
        list(read_records(file))


def test_reading_keeps_the_line_numbers(tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    file.write_bytes(b"\n" + write_record(example()))
    assert [number for number, _ in read_records(file)] == [2]


def test_the_program_in_the_documentation_repeats_every_shuffle(tmp_path: Path) -> None:
    page = (Path(__file__).parents[1] / "docs" / "records.md").read_text("utf-8")
    program = page.split("```python\n")[1].split("```")[0]
    file = tmp_path / "r.jsonl"
    assert {match[0] for match in MATCHES} == set(GAMES)
    file.write_bytes(b"".join(write_record(played(*match, legal=False)) for match in MATCHES))
    command = [sys.executable, "-I", "-c", program, str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "every card is as the seed has it\n", "")


def test_the_program_in_the_documentation_finds_a_card_that_is_not_as_the_seed_has_it(tmp_path: Path) -> None:
    page = (Path(__file__).parents[1] / "docs" / "records.md").read_text("utf-8")
    program = page.split("```python\n")[1].split("```")[0]
    for game in GAMES:
        record = example(game)
        deal = record["deals"][-1]
        pile = max(deal["hands"] + [deal["stock"]], key=len)
        pile[0], pile[1] = pile[1], pile[0]
        file = tmp_path / "r.jsonl"
        file.write_bytes(write_record(record))
        done = subprocess.run([sys.executable, "-I", "-c", program, str(file)], capture_output=True, check=False)
        assert done.returncode == 1 and b"AssertionError" in done.stderr, game
