"""Molotov, rule by rule (shared/rules/jass.md 3)."""

import re
from pathlib import Path
from typing import Any

import pytest
from jass_tables import seated

from torite.cards.deck import NotationError
from torite.games import GAMES
from torite.games.jass import lasting, molotov
from torite.games.jass.tricks import OVER
from torite.games.state import CHANCE

ROOT = Path(__file__).parents[2]


def ended(cards: list[int], values: str = "jass") -> object:
    """State of a deal that ended so."""
    s = seated("molotov", {}, 4, {"values": values}).state
    s.cards[:], s.trump, s.phase = cards, 0, OVER
    s.row = 0 if values == "jass" else 6
    molotov.count(s)
    return s


@pytest.mark.parametrize(
    ("cards", "chips"),
    [
        ([157, 0, 0, 0], [3, -1, -1, -1]),
        ([0, 130, 27, 0], [1, -3, 1, 1]),
        ([100, 19, 19, 19], [-3, 1, 1, 1]),
        ([60, 50, 30, 17], [1, -1, -1, 1]),
        ([60, 40, 40, 17], [1, -1, -1, 1]),  # also when second and third tie
        ([60, 60, 30, 7], [0, 0, -1, 1]),  # top two tied: the third pays the fourth
        ([70, 47, 20, 20], [1, -1, 0, 0]),  # bottom two tied: the second pays the first
    ],
)
def test_chips(cards: list[int], chips: list[int]) -> None:
    s = ended(cards)
    assert s.chips.tolist() == chips  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("cards", "losers"),
    [
        ([151, 0, 0, 0], {1, 2, 3}),  # all points: the others lose a life
        ([86, 40, 25, 0], {0}),
        ([85, 40, 26, 0], {1, 2}),
        ([60, 40, 31, 20], {1, 2}),
        ([60, 35, 35, 21], {1, 2}),  # also if second and third tie
        ([60, 60, 20, 11], {0, 1}),  # top two tied
        ([60, 51, 20, 20], {1}),  # bottom two tied: the second
        ([50, 50, 26, 25], {0, 1}),
        ([40, 40, 40, 31], {0, 1, 2}),  # three tied lose as two do
        ([60, 20, 20, 20], {1, 2, 3}),
        ([50, 50, 10, 10], {0, 1, 2, 3}),
        ([30, 30, 30, 30], {0, 1, 2, 3}),
    ],
)
def test_lives(cards: list[int], losers: set[int]) -> None:
    s = seated("molotov", {}, 4, GAMES["molotov"].preset("somnia")).state
    for turn in range(4):  # whoever sits where
        s.cards[:] = cards[turn:] + cards[:turn]
        s.row = 6 if sum(cards) == 151 else 10
        assert molotov.losers(s) == sum(1 << (seat - turn) % 4 for seat in losers)


def test_the_cap_of_lives_may_be_100() -> None:
    s = seated("molotov", {}, 4, {"values": "somnia", "lives": 3, "somnia_cap4": 100}).state
    s.cards[:], s.row = [86, 40, 15, 10], 6
    assert molotov.losers(s) == 0b0110


@pytest.mark.parametrize("cards", [[50, 50, 10, 10], [30, 30, 30, 30]])
def test_ties_that_only_somnia_knows(cards: list[int]) -> None:
    assert ended(cards, "somnia").chips.tolist() == [0, 0, 0, 0]  # type: ignore[attr-defined]


def test_three_tied_draw_and_the_highest_pays_the_fourth() -> None:
    game = GAMES["molotov"]
    s = ended([13, 48, 48, 48])
    assert game.actors(s) == CHANCE
    for code in ("cut:3:H7", "cut:2:SK"):  # from the dealer's right on
        game.chance_play(s, code)  # type: ignore[misc]
    with pytest.raises(NotationError):
        game.chance_play(s, "cut:1:SK")  # type: ignore[misc]  # already drawn
    with pytest.raises(NotationError):
        game.chance_play(s, "cut:2:SA")  # type: ignore[misc]  # not this seat's turn
    game.chance_play(s, "cut:1:DK")  # type: ignore[misc]
    assert game.actors(s) == CHANCE  # two kings: these two draw again
    game.chance_play(s, "cut:2:C6")  # type: ignore[misc]
    game.chance_play(s, "cut:1:C7")  # type: ignore[misc]
    assert game.actors(s) == 0
    assert s.chips.tolist() == [1, -1, 0, 0] == s.scores.tolist()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("cards", "why", "who"),
    [
        ([0, 157, 0, 0], "all_points", "1"),
        ([100, 19, 19, 19], "limit", "0"),
        ([60, 50, 30, 17], "middle", "12"),
        ([60, 60, 30, 7], "beside", "2"),
        ([70, 47, 20, 20], "beside", "1"),
        ([50, 50, 10, 10], "tied", ""),
    ],
)
def test_why_is_told(cards: list[int], why: str, who: str) -> None:
    s: Any = ended(cards)
    for seat, chips in enumerate(s.chips.tolist()):
        meaning = molotov.meaning(s, seat)
        assert (meaning.key, meaning.params["who"], meaning.params["gain"]) == (why, who, chips)


def test_who_has_drawn_the_highest_card_is_told() -> None:
    s: Any = ended([13, 48, 48, 48])
    for code in ("cut:3:H7", "cut:2:SK", "cut:1:D8"):
        GAMES["molotov"].chance_play(s, code)  # type: ignore[misc]
    assert molotov.meaning(s, 0).key == "cut" and molotov.meaning(s, 0).params["who"] == "2"


@pytest.mark.parametrize(
    ("cards", "why", "who"),
    [
        ([151, 0, 0, 0], "lives_all_points", "0"),
        ([86, 40, 25, 0], "lives_limit", "0"),
        ([60, 40, 31, 20], "lives_middle", "12"),
        ([60, 51, 20, 20], "lives_middle", "1"),
        ([60, 60, 20, 11], "lives_tied", "01"),
        ([60, 20, 20, 20], "lives_tied", "123"),
        ([30, 30, 30, 30], "lives_tied", "0123"),
    ],
)
def test_why_lives_are_lost_is_told(cards: list[int], why: str, who: str) -> None:
    s = seated("molotov", {}, 4, GAMES["molotov"].preset("somnia")).state
    s.cards[:], s.trump = cards, 0
    lasting.lose_lives(s, molotov.losers(s))
    meaning = molotov.meaning(s, 0)
    assert (meaning.key, meaning.params["who"], meaning.params.get("limit", 86)) == (why, who, 86)


def test_the_page_stands_next_to_its_sheet() -> None:
    """docs/architecture.md quotes both word for word."""
    section = (ROOT / "docs" / "architecture.md").read_text("utf-8").split("### A page next to its rule sheet")[1]
    rows = re.findall(r"^\| (.+?) \| (.+) \|$", section.split("\n## ")[0], re.MULTILINE)[1:]
    sheet = (ROOT / "src" / "torite" / "locale" / "rules" / "molotov.en.md").read_text("utf-8")
    page = Path(molotov.__file__).read_text("utf-8")
    quoted = [code.replace("\\|", "|") for _, right in rows for code in re.findall("`([^`]+)`", right)]
    assert rows
    assert [left for left, _ in rows if left not in sheet] == []
    assert [code for code in quoted if code not in page and code != "born.py"] == []
