"""The slow reference of Coiffeur, on positions small enough to be checked by hand."""

import random
from collections.abc import Iterable
from typing import Any

import pytest
import ref_coiffeur
from acting import act
from jass_deals import dealt, legal_now, play, random_deal, sit
from ref_jass import DECK


def coiffeur(players: int = 3, **options: Any) -> ref_coiffeur.Match:
    match = ref_coiffeur.Match(players, ref_coiffeur.SEED | options, 0)
    match.deal(DECK)
    return match


def rows(codes: list[str]) -> list[str]:
    """Rows that can be chosen."""
    return sorted({code.split(":")[1] for code in codes if code != "pass"})


def fill(match: ref_coiffeur.Match, owner: int, *free: str) -> None:
    """Use all contracts of a column but the free ones."""
    match.entries[owner] = [None if row in free else 50 for row in match.rows]


def test_ten_rows_of_three_players() -> None:  # 7.1
    match = coiffeur()
    assert rows(legal_now(match)) == sorted(
        ["S", "H", "D", "C", "obenabe", "undenufe", "slalom", "gustav", "joker1", "joker2"]
    )
    assert "pass" in legal_now(match)
    # 6 + 2 + 2 of their own, and the same ten as either joker
    assert len(legal_now(match)) == 1 + 10 + 20
    assert "contract:joker2:slalom:obenabe" in legal_now(match)  # A40: while joker1 is free


def test_from_forehand_on_each_chooses_or_passes() -> None:  # 7.1
    match = coiffeur()
    assert act(match, "pass pass contract:S") == [2, 1, 0]
    assert match.actors() == [0]  # the declarer leads
    assert match.trump == "S"
    assert match.first() == 2


def test_all_pass_and_forehand_must() -> None:  # 7.1
    match = coiffeur()
    assert act(match, "pass pass pass") == [2, 1, 0]
    assert match.actors() == [2]
    assert "pass" not in legal_now(match)


def test_a_used_contract_is_gone() -> None:  # 7.1
    match = coiffeur()
    fill(match, 2, "H", "joker2")
    assert rows(legal_now(match)) == ["H", "joker2"]


def test_without_a_contract_one_passes() -> None:  # A38
    match = coiffeur()
    fill(match, 2)
    assert legal_now(match) == ["pass"]
    act(match, "pass pass pass")
    assert match.actors() == [1]  # the first in order who can
    assert "pass" not in legal_now(match)


def test_the_one_in_front_of_finished_players_may_not_pass() -> None:  # 7.1, A38
    match = coiffeur()
    fill(match, 1)
    fill(match, 0)
    assert "pass" not in legal_now(match)
    match = coiffeur()
    fill(match, 0)
    act(match, "pass")
    assert match.actors() == [1]
    assert "pass" not in legal_now(match)


def test_the_last_bidder_may_pass_while_another_can_choose() -> None:  # A38
    match = coiffeur()
    act(match, "pass pass")
    assert "pass" in legal_now(match)
    fill(match, 1)
    fill(match, 2)
    assert "pass" not in legal_now(match)  # nobody else at all


def test_strict_late_pass() -> None:  # A38: the last bidder with a free contract can never pass
    match = coiffeur(late_pass=False)
    act(match, "pass pass")
    assert "pass" not in legal_now(match)
    match = coiffeur(late_pass=False)
    fill(match, 0)
    act(match, "pass")
    assert "pass" not in legal_now(match)


def test_slalom_alternates() -> None:  # 7.1
    match = coiffeur()
    act(match, "contract:slalom:undenufe")
    turns = []
    for done in range(12):
        match.tricks = [done, 0, 0]
        turns.append(match.is_undenufe())
    assert turns == [True, False] * 6


def halves(match: ref_coiffeur.Match, contract: str, tricks: int) -> str:
    """Direction of every trick."""
    act(match, "contract:" + contract)
    directions = ""
    for done in range(tricks):
        match.tricks = [done] + [0] * (match.players - 1)
        directions += "U" if match.is_undenufe() else "O"
    return directions


def test_gustav_changes_after_six() -> None:  # 7.1
    assert halves(coiffeur(), "gustav:obenabe", 12) == "OOOOOOUUUUUU"
    assert halves(coiffeur(), "joker1:gustav:undenufe", 12) == "UUUUUUOOOOOO"


def test_gustav_with_nine_tricks() -> None:  # A42
    assert halves(coiffeur(4, ten_rows=True), "gustav:obenabe", 9) == "OOOOOUUUU"
    assert halves(coiffeur(4, ten_rows=True, gustav_split_4p="4+5"), "gustav:undenufe", 9) == "UUUUOOOOO"


def test_plain_directions() -> None:
    assert halves(coiffeur(), "obenabe", 12) == "O" * 12
    assert halves(coiffeur(), "joker2:undenufe", 12) == "U" * 12
    assert halves(coiffeur(), "S", 12) == "O" * 12


@pytest.mark.parametrize(
    ("contract", "six"),
    [
        ("undenufe", 11),
        ("obenabe", 0),
        ("slalom:undenufe", 11),
        ("slalom:obenabe", 0),
        ("joker1:gustav:undenufe", 11),
        ("gustav:obenabe", 0),
        ("S", 0),
    ],
)
def test_swapped_points_go_by_the_first_direction(contract: str, six: int) -> None:  # A3
    match = coiffeur(undenufe_points="swap")
    act(match, "contract:" + contract)
    for done in range(12):
        match.tricks = [done, 0, 0]
        assert (match.points_of("H6"), match.points_of("HA")) == (six, 11 - six)
    match = coiffeur()
    act(match, "contract:" + contract)
    assert match.points_of("H6") == 0


def tiny_coiffeur(*hands: str, **options: Any) -> ref_coiffeur.Match:
    match: ref_coiffeur.Match = dealt(ref_coiffeur, *hands, **options)
    return match


def test_only_the_declarer_scores() -> None:  # 7.1
    match = tiny_coiffeur("HA D6", "HK DA", "HT D7")
    assert play(match, "contract:obenabe HA HK HT D6 DA D7") == {
        "declarer": 2,
        "contract": "obenabe",
        "cards": 25,
        "match": 0,
        "entry": 25,
    }
    assert match.entries[2][4] == 25
    assert match.match_row == [0, 0, 0]


def test_match_of_three() -> None:  # 7.1: +100, +2, -1, -1
    match = tiny_coiffeur("HA DA", "HK D6", "HT D7")
    result = play(match, "contract:joker1:obenabe HA HK HT DA D6 D7")
    assert (result["cards"], result["match"], result["entry"]) == (41, 1, 141)
    assert match.match_row == [-1, -1, 2]
    assert match.entries[2][8] == 141


def test_counter_match_of_three() -> None:  # 7.1
    match = tiny_coiffeur("H6 D6", "HK D8", "HT D7")
    result = play(match, "contract:obenabe H6 HK HT D8 D7 D6")
    assert (result["cards"], result["match"], result["entry"]) == (0, -1, 0)
    assert match.match_row == [1, 1, -2]


def right_columns(row: str, points: Iterable[int | None], **options: Any) -> list[int]:
    match = coiffeur(**options)
    for seat, entry in enumerate(points):
        match.entries[seat][list(match.rows).index(row)] = entry
    return match.strokes()


@pytest.mark.parametrize(
    ("row", "worth"),
    list(zip(ref_coiffeur.THREE, (1, 1, 1, 1, 2, 2, 2, 3, 3, 3), strict=True)),
)
def test_chips_of_a_row(row: str, worth: int) -> None:  # 7.1
    assert right_columns(row, [90, 20, 257]) == [0, -worth, worth]  # A41: 257 is compared


def test_a_row_counts_when_all_three_are_in() -> None:  # 7.1
    assert right_columns("S", [90, None, 100]) == [0, 0, 0]


def test_tied_rows() -> None:  # A39
    assert right_columns("gustav", [90, 90, 20]) == [0, 0, -3]
    assert right_columns("gustav", [90, 20, 20]) == [3, 0, 0]
    assert right_columns("gustav", [90, 90, 20], row_tie="all") == [3, 3, -3]
    assert right_columns("gustav", [20, 90, 20], row_tie="all") == [-3, 3, -3]
    assert right_columns("gustav", [90, 90, 90]) == [0, 0, 0]
    assert right_columns("gustav", [90, 90, 90], row_tie="all") == [0, 0, 0]


def test_joker_rows_are_compared_on_their_own() -> None:  # A40
    match = coiffeur()
    for seat, (one, two) in enumerate(((100, 10), (50, 50), (10, 100))):
        match.entries[seat][8:] = [one, two]
    assert match.strokes() == [0, 0, 0]
    assert match.rows["joker1"] == match.rows["joker2"] == 3


def test_three_result_is_the_right_columns_and_the_match_row() -> None:  # 7.1, A41
    match = coiffeur()
    for seat in range(3):
        fill(match, seat)
    match.entries[0][0], match.entries[1][0] = 90, 20
    match.match_row = [-1, 2, -1]
    match.phase, match.rounds_dealt = "over", 30
    assert match.outcome() == {"scores": [0, 1, -1], "winners": [1], "draw": False}
    match.match_row = [0, 2, -2]
    assert match.outcome()["winners"] == [0, 1]


def test_eight_rows_of_pairs() -> None:  # 7.2
    match = coiffeur(4)
    assert rows(legal_now(match)) == sorted(["S", "C", "D", "H", "obenabe", "undenufe", "joker1", "joker2"])
    jokers = [code for code in legal_now(match) if "joker1" in code]
    assert len(jokers) == 6  # A44: what is in play at this table
    assert list(match.rows.values()) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_ten_rows_of_pairs() -> None:  # A44
    match = coiffeur(4, ten_rows=True)
    assert match.rows == {
        "S": 1,
        "C": 2,
        "D": 3,
        "H": 4,
        "obenabe": 5,
        "undenufe": 6,
        "slalom": 7,
        "gustav": 8,
        "joker1": 9,
        "joker2": 10,
    }
    assert len([code for code in legal_now(match) if "joker1" in code]) == 10


def test_pairs_write_tens_times_the_multiplier() -> None:  # 7.2: 125 in hearts is 48
    match = tiny_coiffeur("HA D6", "HK D7", "HT DA", "HQ D8")
    # Seat 3 declares clubs: HA takes 11 + 4 + 10 + 3, its partner's DA 11 and the last 5.
    assert play(match, "contract:C HA HK HT HQ D6 D7 DA D8") == {
        "declarer": 3,
        "contract": "C",
        "cards": 44,
        "match": 1,
        "entry": 28,  # 144 -> 14, twice
    }
    assert match.outcome()["scores"] == [0, 28, 0, 28]
    match = tiny_coiffeur("HA D6", "HK DA", "HT D7", "HQ D8")
    result = play(match, "contract:H HA HK HT HQ D6 DA D7 D8")
    assert (result["cards"], result["entry"], result["match"]) == (28, 8, 0)


def test_no_counter_match_in_pairs_or_singles() -> None:  # 7.2
    for form in ("pairs", "singles"):
        match = tiny_coiffeur("H6", "HK", "H7", "HQ", form=form)
        result = play(match, "contract:S H6 HK H7 HQ")
        assert (result["cards"], result["match"], result["entry"]) == (0, 0, 0)


def test_singly_the_declarer_alone_scores() -> None:  # A43
    match = tiny_coiffeur("HA D6", "HK D7", "HT DA", "HQ D8", form="singles")
    result = play(match, "contract:C HA HK HT HQ D6 D7 DA D8")
    assert (result["cards"], result["match"], result["entry"]) == (28, 0, 4)
    assert match.outcome()["scores"] == [0, 0, 0, 4]


def test_pass_goes_round_the_table() -> None:  # A43
    for form in ("pairs", "singles"):
        assert act(coiffeur(4, form=form), "pass pass pass pass") == [3, 2, 1, 0]


def test_pass_goes_to_the_partner() -> None:  # A43
    match = coiffeur(4, pass_to="partner")
    assert act(match, "pass") == [3]
    assert match.actors() == [1]
    assert "pass" in legal_now(match)
    assert act(match, "pass") == [1]
    assert match.actors() == [3]  # back
    assert "pass" not in legal_now(match)
    match = coiffeur(4, pass_to="partner")
    act(match, "pass contract:S")
    assert (match.declarer, match.actors()) == (1, [1])


def test_a_pair_shares_its_column() -> None:  # 7.2
    match = coiffeur(4)
    fill(match, 1, "H")
    assert rows(legal_now(match)) == ["H"]
    act(match, "pass pass")
    assert rows(legal_now(match)) == ["H"]


@pytest.mark.parametrize(
    ("players", "options", "deals"),
    [
        (3, {}, 30),
        (4, {}, 16),
        (4, {"form": "singles"}, 32),
        (4, {"ten_rows": True}, 20),
        (4, {"form": "singles", "ten_rows": True}, 40),
        (4, {"pass_to": "partner"}, 16),
    ],
)
def test_number_of_deals(players: int, options: dict[str, Any], deals: int) -> None:  # 7.1-7.3
    rng = random.Random(deals)
    match = sit(ref_coiffeur, players, **options)
    for _ in range(deals):
        assert not match.finished()
        random_deal(match, rng)
    assert match.finished()
    assert all(entry is not None for column in match.entries for entry in column)
