"""Coiffeur, rule by rule (shared/rules/jass.md 7)."""

from typing import Any

import msgspec
import pytest
from jass_tables import act, says, seated

from torite.games import GAMES
from torite.games.jass import coiffeur, sheets
from torite.games.jass.sheets import ROW_OF, ROWS
from torite.games.scene import Meaning, Reason
from torite.games.why import why

GAME = GAMES["coiffeur"]


def table(players: int = 3, filled: dict[int, str] | None = None, **options: Any) -> Any:
    """A first deal; `filled`: rows already written on a sheet."""
    t = seated("coiffeur", {}, players, options)
    for sheet, rows in (filled or {}).items():
        for name in rows.split():
            t.state.filled[sheet] |= 1 << ROWS.index(name)
            t.state.entries[sheet, ROWS.index(name)] = 50
    return t


ALL = " ".join(ROWS)


def test_everything_is_free_at_first() -> None:
    assert len(says(table())) == 10 + 10 + 10 + 1
    assert len(says(table(4))) == 6 + 6 + 6 + 1  # no Slalom, no Gustav
    assert len(says(table(4, ten_rows=True))) == 31


def test_a_used_row_is_not_free_again() -> None:
    t = table(3, {2: "S slalom joker1"})
    legal = says(t)
    assert "contract:S" not in legal and "contract:slalom:obenabe" not in legal
    assert not any(code.startswith("contract:joker1") for code in legal)
    assert "contract:joker2:S" in legal and "contract:H" in legal


def test_all_pass_forehand_must_choose() -> None:
    t = table()
    act(t, "pass pass pass")
    assert t.state.turn == 2 and "pass" not in says(t)


def test_who_has_nothing_left_passes() -> None:
    t = table(3, {2: ALL})
    assert says(t) == ["pass"]
    act(t, "pass pass pass")
    assert t.state.turn == 1 and "pass" not in says(t)  # the first in order with a free contract


def test_one_may_not_pass_if_all_behind_have_finished() -> None:  # A38
    t = table(3, {1: ALL, 0: ALL})
    assert "pass" not in says(t)
    t = table(3, {0: ALL})
    assert "pass" in says(t)
    act(t, "pass")
    assert "pass" not in says(t)  # seat 1: seat 0 behind has finished
    t = table(3, {1: ALL})
    act(t, "pass pass")
    assert "pass" in says(t)  # the last one: nobody is behind, but seat 2 has something


def test_who_alone_has_a_row_left_is_told_so_when_he_would_pass() -> None:
    t = table(3, {2: ALL, 1: ALL})
    act(t, "pass pass")
    assert why(GAME, t.state, 0, "pass") == Reason("alone")  # nobody is asked after him: that is not what forbids it
    t = table(3, {1: ALL, 0: "S"})
    act(t, "pass pass")
    assert why(GAME, t.state, 0, "pass") is None
    t = table(3, {0: ALL})
    act(t, "pass")
    assert why(GAME, t.state, 1, "pass") == Reason("last_to_choose")


def test_the_stricter_reading_lets_the_last_never_pass() -> None:
    t = table(3, late_pass=False)
    act(t, "pass pass")
    assert "pass" not in says(t)


def test_passing_to_the_partner() -> None:
    t = table(4, pass_to="partner")
    act(t, "pass")
    assert t.state.turn == 1
    act(t, "pass")
    assert t.state.turn == 3 and "pass" not in says(t)
    t = table(4)
    act(t, "pass")
    assert t.state.turn == 2


def test_the_declarer_leads() -> None:
    t = table()
    act(t, "pass contract:H")
    assert (t.state.turn, t.state.lead, t.state.declarer, t.state.trump) == (1, 1, 1, 2)


@pytest.mark.parametrize(
    ("players", "code", "split", "ways"),
    [
        (3, "contract:slalom:obenabe", "5+4", "010101010101"),
        (3, "contract:joker1:slalom:undenufe", "5+4", "101010101010"),
        (3, "contract:gustav:obenabe", "5+4", "000000111111"),
        (3, "contract:joker2:gustav:undenufe", "5+4", "111111000000"),
        (4, "contract:gustav:obenabe", "5+4", "000001111"),
        (4, "contract:gustav:undenufe", "4+5", "111100000"),
        (4, "contract:undenufe", "5+4", "111111111"),
    ],
)
def test_the_direction_of_every_trick(players: int, code: str, split: str, ways: str) -> None:
    t = table(players, ten_rows=True, gustav_split_4p=split)
    act(t, code)
    found = ""
    while t.actors():
        if int(t.state.turn) == int(t.state.lead):
            found += str(int(t.state.upwards))
        t.play(int(t.state.turn), t.legal(int(t.state.turn))[0])
    assert found == ways
    assert t.state.cards.sum() == 157


def test_swapped_points_go_by_the_first_direction() -> None:  # A3
    for code, row in (("contract:slalom:obenabe", 4), ("contract:slalom:undenufe", 5), ("contract:obenabe", 4)):
        t = table(undenufe_points="swap")
        act(t, code)
        assert t.state.row == row


def entered(players: int, code: str, cards: list[int], tricks: list[int], **options: Any) -> Any:
    """State after a deal that seat 0 of the play ended so (declarer = forehand)."""
    t = table(players, **options)
    act(t, code)
    t.state.cards[:players], t.state.tricks[:players], t.state.trick_no = cards, tricks, sum(tricks)
    coiffeur.enter(t.state)
    return t.state


def test_match_and_counter_match_with_three() -> None:
    s = entered(3, "contract:C", [0, 0, 157], [0, 0, 12])
    assert (s.entry, s.match, s.match_row[:3].tolist()) == (257, 1, [-1, -1, 2])
    assert coiffeur.meaning(s, 0) == Meaning("match", {"who": "2", "points": 257, "entry": 257}, won=False)
    s = entered(3, "contract:C", [100, 57, 0], [8, 4, 0])
    assert (s.entry, s.match, s.match_row[:3].tolist()) == (0, -1, [1, 1, -2])
    assert coiffeur.meaning(s, 0) == Meaning("counter", {"who": "2", "points": 0, "entry": 0}, won=False)
    s = entered(3, "contract:C", [100, 57, 0], [8, 3, 1])
    assert (s.entry, s.match) == (0, 0)
    assert coiffeur.meaning(s, 0).key == "written"
    assert msgspec.json.encode(coiffeur.meaning(s, 0))  # plain figures


def test_entries_with_four() -> None:
    s = entered(4, "contract:H", [10, 60, 22, 65], [2, 3, 1, 3])
    assert (s.points, s.entry) == (125, 48)  # the example of the source: 12 x 4
    s = entered(4, "contract:joker2:S", [0, 100, 0, 57], [0, 5, 0, 4])
    assert (s.entry, s.match) == (25 * 8, 1)
    s = entered(4, "contract:H", [10, 60, 22, 65], [2, 3, 1, 3], form="singles")
    assert (s.points, s.entry) == (65, 24)
    s = entered(4, "contract:H", [92, 0, 65, 0], [5, 0, 4, 0])
    assert (s.entry, s.match) == (0, 0)  # no counter-match
    for name, factor in zip(["S", "C", "D", "H", "obenabe", "undenufe"], range(1, 7), strict=True):
        assert entered(4, f"contract:{name}", [57, 40, 0, 60], [4, 2, 0, 3]).entry == 10 * factor


def test_the_right_column_waits_for_all_three() -> None:
    t = table(3)
    s, row = t.state, ROWS.index("gustav")
    s.filled[:2] = 1 << row
    s.entries[:2, row] = (90, 120)
    assert [sheets.row_chips(s, p, row) for p in range(3)] == [0, 0, 0]
    s.filled[2], s.entries[2, row] = 1 << row, 30
    assert [sheets.row_chips(s, p, row) for p in range(3)] == [0, 3, -3]


def test_a_tied_best_gives_no_stroke() -> None:  # A39
    for tie, chips in (("none", [0, 0, -2]), ("all", [2, 2, -2])):
        t = table(3, row_tie=tie)
        s, row = t.state, ROWS.index("obenabe")
        s.filled[:3], s.entries[:3, row] = 1 << row, (90, 90, 30)
        assert [sheets.row_chips(s, p, row) for p in range(3)] == chips


def test_the_number_of_deals() -> None:
    for players, options, deals in (
        (3, {}, 30),
        (4, {}, 16),
        (4, {"form": "singles"}, 32),
        (4, {"ten_rows": True}, 20),
    ):
        t = table(players, **options)
        assert GAME.deals(t.state) == deals
        t.state.deals = deals
        assert GAME.finished(t.state)


def test_the_sheet() -> None:
    data = sheets.drawn(table(3, {1: "S"}).state)
    assert [row["row"] for row in data["rows"]][:4] == ["S", "H", "D", "C"]
    assert data["rows"][0]["entries"] == [None, 50, None] and data["match"] == [0, 0, 0]
    data = sheets.drawn(table(4).state)
    assert [(row["row"], row["worth"]) for row in data["rows"]] == list(
        zip(["S", "C", "D", "H", "obenabe", "undenufe", "joker1", "joker2"], range(1, 9), strict=True)
    )
    assert int(ROW_OF[-1]) == ROWS.index("joker2")


def test_what_is_high_in_a_trick_is_told_where_it_changes() -> None:
    for code, told in (
        ("S", None),
        ("undenufe", None),
        ("slalom:undenufe", "undenufe"),
        ("joker2:gustav:obenabe", "obenabe"),
    ):
        t = table()
        act(t, f"contract:{code}")
        assert coiffeur.way(t.state) == told, code
