"""`torite simulate --record --legal`, then `torite replay --verify`: every game, size and preset, by the format."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from torite import cli
from torite.games import GAMES

CARD = r"[SHDC][AKQJT2-9]"
TILE = r"[0-6]-[0-6]"
CUT = rf"cut:[0-3]:{CARD}"
WEIS = r"weis:(none|20|50|100|150|200)"
STOECK = r"stoeck(:none)?"
WAY = "(obenabe|undenufe)"
PLAIN = f"([SHDC]|{WAY}|slalom:{WAY}|gustav:{WAY})"

# game -> codes of actions, fields of a deal's result; the table of docs/records.md once more, as patterns.
FORMAT = {
    "rwd": (rf"take:(\?|{CARD})|{CARD}", "chips tricks points winners"),
    "wizard": (r"trump:[RYGB]|bid:\d+|[RYGB]\d+|[ZN][1-4]", "trump bids tricks points scores"),
    "wysiwyg": (
        rf"bid:\d+|pass|double|redouble|trump:([SHDC]|none)|(take:)?{CARD}",
        "bases declarer bid trump goal marks multiplier points scores",
    ),
    "mittlere": (f"{CARD}|{CUT}", "trump cards tricks chips"),
    "molotov": (f"{CARD}|{CUT}", "trump cards tricks chips"),
    "plus-minus": (f"{CARD}|{CUT}", "trump cards tricks chips carried"),
    "handjass": (
        f"in|out|blind|split:(yes|no)|swap6|keep6|{WEIS}|{STOECK}|{CARD}|{CUT}",
        "active in cards weis stoeck totals chips left",
    ),
    "schieber": (f"push|contract:([SHDC]|{WAY})|{WEIS}|{STOECK}|{CARD}", "contract cards weis stoeck points scores"),
    "coiffeur": (rf"pass|contract:({PLAIN}|joker[12]:{PLAIN})|{CARD}", "declarer contract cards match entry"),
    "differenzler": (rf"announce:\d+|stoeck:(\+20|-20|none)|{CARD}", "announced cards penalties scores"),
    "emissary": (
        rf"visit:[1-8]|power:[JQK]-[SHDC]|swap:[1-8]|discard:{CARD}|lead|{CARD}|reshuffle:{CARD}(,{CARD})*"
        "|(select|refresh):J-[SHDC]|concede",
        "kingdom trump tricks success",
    ),
    "bingo": (
        rf"{TILE}|draw|declare|doubles:[2-6]|expose:{TILE}|invincible|close|claim",
        "tiles bonus last totals declared game_points scores",
    ),
}
BY_SEAT = "bases marks chips tricks bids cards weis stoeck totals announced penalties scores points tiles bonus last"
BY_SIDE = {"schieber": 2, "coiffeur": 1, "emissary": 1}  # lists by side; one figure
EXTRA = {"handjass": {"active", "blind", "stock"}, "coiffeur": {"form"}, "emissary": {"rulers", "won"}}
CASES = [
    (g, n, p) for g in GAMES for n in range(GAMES[g].players[0], GAMES[g].players[1] + 1) for p in GAMES[g].presets
]


@pytest.mark.parametrize(("game", "players", "preset"), CASES)
def test_what_is_simulated_replays_as_the_format_has_it(game: str, players: int, preset: str, tmp_path: Path) -> None:
    file = str(tmp_path / "r.jsonl")
    told = [
        "simulate",
        game,
        "--players",
        str(players),
        "--preset",
        preset,
        "--games",
        "1",
        "--record",
        file,
        "--legal",
    ]
    assert cli.run(told) == 0
    assert cli.run(["replay", file, "--verify"]) == 0
    record = json.loads(Path(file).read_bytes())
    head = ["format", "game", "players", "preset", "options", "seed", "deals", "outcome"]
    assert list(record) == head and (record["game"], record["players"], record["preset"]) == (game, players, preset)
    assert record["options"] == GAMES[game].preset(preset)
    for deal in record["deals"]:
        check_deal(deal, game, players)
    outcome = record["outcome"]
    assert list(outcome) == ["scores", "winners", "draw"] and len(outcome["scores"]) == players
    assert outcome["winners"] == sorted(set(outcome["winners"])) and isinstance(outcome["draw"], bool)


def check_deal(deal: dict[str, Any], game: str, players: int) -> None:
    """Every field, action and result has its shape."""
    codes, fields = FORMAT[game]
    assert list(deal) == ["dealer", "first", "hands", "stock", "turned", "extra", "actions", "result"]
    assert set(deal["extra"]) <= EXTRA.get(game, set()) and len(deal["hands"]) == players
    assert (deal["dealer"] is None) == (game in ("rwd", "emissary"))
    for action in deal["actions"]:
        seat, code, *legal = action
        assert re.fullmatch(codes, code), code
        assert (seat == -1) == (code.split(":")[0] in ("cut", "reshuffle"))
        assert seat == -1 or code == "concede" or code in legal[0]
        assert all(re.fullmatch(codes, other) for options in legal for other in options)
    assert set(deal["result"]) == set(fields.split())
    for name in set(fields.split()) & set(BY_SEAT.split()):
        value = deal["result"][name]
        assert isinstance(value, int) if BY_SIDE.get(game) == 1 else len(value) == BY_SIDE.get(game, players), name


def test_every_game_is_in_the_table() -> None:
    page = (Path(__file__).parents[1] / "docs" / "records.md").read_text("utf-8")
    for game in GAMES:
        row = next(line for line in page.splitlines() if line.startswith("|") and f"`{game}`" in line)
        assert all(f"`{name}`" in row for name in FORMAT[game][1].split()), game
