"""The slow reference of The Emissary on visits small enough to be checked by hand.

The ids in brackets are those of the rules text (shared/rules/emissary.md), the codes those of torite-record/1.
"""

import pytest
import ref_emissary

SEED: dict[str, object] = {
    "diplomacy_refill": True,
    "politics_block": "position_8",
    "advisor_timing": "seed_window",
    "difficulty": "easy",
    "strict_manual_refresh": False,
    "show_seen_cards": True,
}
RULERS = "CQ HK SK DQ HQ CK SQ DK"  # kingdoms 1 to 8
PLAIN = [suit + rank for suit in "SHDC" for rank in "A2345678"]


def visit(start: str, rulers: str = RULERS, **options: object) -> ref_emissary.Match:
    """A match whose hand and stock begin with these cards."""
    match = ref_emissary.Match(1, SEED | options, 0)
    begin = start.split()
    match.deal(rulers.split() + begin + [card for card in PLAIN if card not in begin])
    return match


def run(match: ref_emissary.Match, codes: str) -> None:
    """Play these codes; `reshuffle` is chance's."""
    for code in codes.split():
        match.play(-1 if code.startswith("reshuffle") else 0, code)


HEARTS = "HA H2 H3 H4 H5 H6 H7 H8 "


def test_wins_two_of_eight() -> None:
    """Hearts are trump: one trick by rank, the ace being low (S1, V7a), one by a trump (V7b)."""
    match = visit("SA S2 H8 D2 D3 D4 D5 C2 S3 S4 DA D8 D7 D6 C8 C7 H2 H3")
    run(match, "visit:2 lead")
    assert match.legal(0) == ["S2", "SA"]  # V6
    run(match, "S2 lead SA lead D2 lead")  # S3 and S4 win, D2 beats DA: 1
    assert match.legal(0) == ["D3", "D4", "D5"]
    run(match, "D3 lead D4 lead D5 lead")  # D8, D7, D6 win
    assert match.legal(0) == ["C2"]  # C8 is led
    run(match, "C2 lead")
    assert match.open == "C7"
    run(match, "H8")  # a trump on clubs: 2
    assert match.result() == {"kingdom": 2, "trump": "H", "tricks": 2, "success": True}
    assert match.won == ["HK"]
    assert match.outcome() == {"scores": [2], "winners": [], "draw": False}
    assert not match.finished()


def test_other_number_loses() -> None:
    """Eight trumps in hand win every trick on other suits (E6: more is a failure too)."""
    match = visit(HEARTS)
    run(match, "visit:2 " + " ".join(f"lead {card}" for card in HEARTS.split()))
    assert match.result() == {"kingdom": 2, "trump": "H", "tricks": 8, "success": False}
    assert match.finished()
    assert match.outcome() == {"scores": [0], "winners": [], "draw": False}


def test_diplomacy() -> None:
    """J-H with and without the refill; without it the empty hand ends the visit (gap 11)."""
    match = visit(HEARTS + "SA S2 S3 S4 S5 S6 S7 S8", advisor_timing="between_tricks")
    run(match, "visit:2 power:J-H")
    assert match.hand == ["SA", "S2", "S3", "S4", "S5", "S6", "S7", "S8"]
    assert match.discards == HEARTS.split()
    assert "power:J-H" not in match.legal(0)  # J1
    match = visit(HEARTS, advisor_timing="between_tricks", diplomacy_refill=False)
    run(match, "visit:2 power:J-H")
    assert match.result() == {"kingdom": 2, "trump": "H", "tricks": 0, "success": False}


def test_no_card_for_the_ruler() -> None:
    """Gap 10: jack, queen and king of clubs on a hand of all the clubs."""
    match = visit("CA C2 C3 C4 C5 C6 C7 C8", advisor_timing="between_tricks")
    match.won = ["CK", "CQ"]
    run(match, "visit:1 power:J-C power:K-C")
    assert len(match.hand) == 24
    run(match, "power:Q-C")
    assert match.result() == {"kingdom": 1, "trump": "C", "tricks": 0, "success": False}


def test_reshuffle_for_commerce() -> None:
    """J6: a power draws more than the stock has; the open card stays out of the new one."""
    match = visit("CA C2 C3 C4 C5 C6 C7 C8 S2 H2", advisor_timing="anytime")
    run(match, "visit:1 lead C8 lead C7")  # trumps: both win, S2 and H2 are discards
    match.won = ["CK", "DK", "DQ"]
    run(match, "lead power:J-C power:K-C power:J-D")  # 22 - 1 - 6 - 6 - 2 = 7 in the stock
    assert len(match.stock) == 7
    run(match, f"discard:{match.hand[-1]} discard:{match.hand[-2]} power:K-D")
    run(match, f"discard:{match.hand[-1]} discard:{match.hand[-2]} power:Q-D")
    assert len(match.stock) == 3
    run(match, f"discard:{match.hand[-1]} discard:{match.hand[-2]}")
    match.won = ["CK"]
    run(match, "power:K-C")  # three from the stock, three after the reshuffle
    assert match.actors() == [-1]
    assert len(match.discards) == 8
    assert match.open not in match.discards
    with pytest.raises(ValueError, match="shuffles"):
        match.play(-1, "reshuffle:SA")
    match.play(-1, "reshuffle:" + ",".join(match.discards))
    assert len(match.stock) == 5
    assert match.phase == "follow"


def test_politics() -> None:
    """J-S: both rulers change places; never at the eighth kingdom with position_8 (gap 4)."""
    match = visit(HEARTS, advisor_timing="between_tricks")
    run(match, "visit:1 power:J-S")
    assert match.legal(0) == [f"swap:{k}" for k in range(2, 9)]
    run(match, "swap:5")
    assert match.trump() == "H"
    assert (match.rulers[0], match.rulers[4]) == ("HQ", "CQ")
    match = visit(HEARTS, advisor_timing="between_tricks")
    run(match, "visit:8")
    assert "power:J-S" not in match.legal(0)
    match = visit(HEARTS, advisor_timing="between_tricks", politics_block="last_remaining")
    run(match, "visit:8")
    assert "power:J-S" in match.legal(0)


def test_seed_window() -> None:
    """J2: select before trick 1 and before or within trick 2; hard wants all of them used (gap 3)."""
    match = visit(HEARTS, difficulty="hard")
    run(match, "visit:8 select:J-D")
    assert match.legal(0) == ["lead", "power:J-D", "select:J-C", "select:J-H", "select:J-S"]
    run(match, "lead")
    assert "select:J-C" not in match.legal(0)
    assert "power:J-D" in match.legal(0)
    run(match, "HA lead")
    assert "select:J-C" in match.legal(0)
    run(match, "H2")
    assert match.legal(0) == ["lead", "power:J-D"]


@pytest.mark.parametrize(("difficulty", "success"), [("easy", True), ("hard", False)])
def test_hard(difficulty: str, success: bool) -> None:
    """Eight trumps win kingdom 8, but a selected jack was not used."""
    match = visit(HEARTS, "CQ DK SK DQ HQ CK SQ HK", difficulty=difficulty)
    run(match, "visit:8 select:J-D " + " ".join(f"lead {card}" for card in HEARTS.split()))
    assert match.result() == {"kingdom": 8, "trump": "H", "tricks": 8, "success": success}


def test_refresh_and_concede() -> None:
    """E4: a jack stays face down until it is turned up; giving up before a visit names no kingdom."""
    match = visit(HEARTS, "CQ DK SK DQ HQ CK SQ HK", advisor_timing="between_tricks", strict_manual_refresh=True)
    run(match, "visit:8 power:J-C " + " ".join(f"lead {card}" for card in HEARTS.split()))
    match.deal([*RULERS.split(), *PLAIN])
    assert match.legal(0) == ["refresh:J-C"] + [f"visit:{k}" for k in range(1, 8)]
    run(match, "concede")
    assert match.result() == {"kingdom": None, "trump": None, "tricks": 0, "success": False}
    assert match.outcome() == {"scores": [2], "winners": [], "draw": False}
