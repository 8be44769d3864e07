"""WYSIWYG, rule by rule (shared/rules/wysiwyg.md), and the hands that its bots draw."""

import itertools
import random
from collections import Counter

import numpy as np
import pytest
from duel import act, position
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import examples

from torite.cards.rng import new_rng
from torite.cli.draw import sheet
from torite.games import GAMES
from torite.games.honours import PLAIN_DRAWS, _counted, evaluation, random_rest
from torite.games.kits import tricks
from torite.games.position import Position
from torite.games.scene import WidgetZone

GAME = GAMES["wysiwyg"]
DECK = GAME.deck
STRONG = "SK SQ S7 HA HQ H8 H5 H2 DA D9 CQ CJ C3"  # the source's example: 16
WEAK = "S2 S3 S4 S5 H3 H4 H6 D2 D3 D4 C4 C5 C6"  # 4
EVEN = "SA S3 S4 S5 H3 H4 HK D2 D3 DQ CA C5 C6"  # 13


def mask(codes: str) -> np.int64:
    return np.int64(sum(1 << DECK.parse(code) for code in codes.split()))


def finish(p: Position, rng: random.Random) -> Position:
    """Play on at random to the end of the deal."""
    while not p.deal_over():
        p.play(rng.choice(p.legal()))
    return p


@pytest.mark.parametrize(("hand", "value"), [(STRONG, 16), (WEAK, 4), (EVEN, 13), ("SA SK SQ HA HK HQ", 15), ("", 0)])
def test_e1_hands_are_counted(hand: str, value: int) -> None:
    assert evaluation(mask(hand)) == value


def test_e1_the_extremes() -> None:
    every = [mask("SA HA DA CA SK HK DK CK SQ HQ DQ CQ SJ"), mask(" ".join(f"S{r}" for r in "23456789TJQKA"))]
    assert [evaluation(hand) for hand in every] == [28, 19]


def test_e3_base_scores() -> None:
    p = position(GAME, [STRONG, WEAK])
    assert (p.state.evaluation.tolist(), p.state.bases.tolist()) == ([16, 4], [22, -2])


@given(st.integers(0, 10_000))
@settings(max_examples=examples(60))
def test_base_scores_add_up_to_20(seed: int) -> None:
    p = Position(GAME, 2, seed=seed)
    p.deal()
    assert p.state.bases.sum() == 20
    assert all(4 <= value <= 28 for value in p.state.evaluation)


def test_d2_d4_dealing() -> None:
    p = position(GAME, [STRONG, WEAK], dealer=0)
    assert p.deck[0] in WEAK.split() and p.deck[1] in STRONG.split()
    assert (p.state.dealer, p.state.held.tolist()) == (0, [13, 13])
    finish(p, random.Random(1))
    if not p.finished():
        p.deal()
        assert p.state.dealer == 1


@pytest.mark.parametrize("dealer", [0, 1])
def test_a1_lower_base_score_opens(dealer: int) -> None:
    assert position(GAME, [STRONG, WEAK], dealer=dealer).turn == 1
    assert position(GAME, [WEAK, STRONG], dealer=dealer).turn == 0


@pytest.mark.parametrize("dealer", [0, 1])
def test_gap_1_equal_base_scores(dealer: int) -> None:
    hands = ["S2 S3 S4 S5 H3 H4 H6 D2 D3 D4 C4 C5 C6", "S6 S7 S8 S9 H7 H8 H9 D6 D7 D8 C7 C8 C9"]
    assert position(GAME, hands, dealer=dealer).turn == 1 - dealer
    assert position(GAME, hands, dealer=dealer, tie_first_bidder="dealer").turn == dealer


def test_a2_a3_calls() -> None:
    p = position(GAME, [STRONG, WEAK])
    assert p.legal() == [f"bid:{n}" for n in range(61)] + ["pass"]
    act(p, "bid:11")
    assert (p.turn, p.legal()) == (0, [f"bid:{n}" for n in range(12, 61)] + ["pass", "double"])
    act(p, "bid:60")
    assert p.legal() == ["pass", "double"]


def test_a4_a8_a9_a_pass_ends_the_auction() -> None:
    p = act(position(GAME, [STRONG, WEAK]), "bid:11 bid:12 pass")
    assert (p.turn, p.state.declarer, p.legal()) == (0, 0, ["trump:C", "trump:D", "trump:H", "trump:S", "trump:none"])
    assert (p.state.display == -1).all()
    act(p, "trump:none")
    assert (p.turn, p.state.trump, len(p.legal())) == (0, -1, 13)


def test_a5_a_first_pass_is_a_bid_of_0() -> None:
    p = act(position(GAME, [STRONG, WEAK]), "pass")
    assert (p.turn, p.state.bid, p.state.declarer) == (0, 0, 1)
    assert p.legal() == [f"bid:{n}" for n in range(1, 61)] + ["pass", "double"]
    assert act(p.copy(), "pass").state.declarer == 1
    assert act(p, "double redouble").state.multiplier == 4  # gap 4


def test_a7_a_double_is_answered_by_pass_or_redouble() -> None:
    p = act(position(GAME, [STRONG, WEAK]), "bid:5 double")
    assert (p.turn, p.legal()) == (1, ["pass", "redouble"])
    for answer, times in (("pass", 2), ("redouble", 4)):
        q = act(p.copy(), answer)
        assert (q.turn, q.state.multiplier, q.legal()[0]) == (1, times, "trump:C")


def test_forbid_impossible_bids() -> None:
    p = position(GAME, [STRONG, WEAK], forbid_impossible_bids=True)
    assert p.legal() == [f"bid:{n}" for n in range(43)] + ["pass"]  # 40 - (-2)
    act(p, "bid:10")
    assert p.legal() == [f"bid:{n}" for n in range(11, 19)] + ["pass", "double"]  # 40 - 22


def open_play(trump: str, stock: str = "SA CA HK DK") -> Position:
    return act(position(GAME, [STRONG, WEAK], stock), f"bid:5 pass trump:{trump}")


def test_p1_two_cards_are_displayed_and_the_declarer_leads() -> None:
    p = open_play("none")
    assert ([DECK.names[c] for c in p.state.display], p.turn) == (["SA", "CA"], 1)


def test_p3_suit_must_be_followed() -> None:
    p = act(open_play("H"), "S5")
    assert sorted(p.legal()) == ["S7", "SK", "SQ"]
    p = act(position(GAME, ["SK SQ S7 HA HQ H8 H5 H2 DA D9 D8 D7 D5", WEAK]), "bid:5 pass trump:H C4")
    assert len(p.legal()) == 13  # void: anything, no duty to trump


def test_who_does_not_follow_is_drawn_without_the_suit() -> None:
    p = act(position(GAME, ["SK SQ S7 HA HQ H8 H5 H2 DA D9 D8 D7 D5", WEAK]), "bid:5 pass trump:H C4 D5")
    clubs = sum(1 << card for card, code in DECK.names.items() if code[0] == "C")
    for draw in range(20):
        world = p.view(1)
        GAME.determinize(world, 1, new_rng(b"void", draw))
        assert int(world.hands[0]) & clubs == 0


@pytest.mark.parametrize(
    ("card", "led", "trump", "wins"),
    [
        ("S7", "S5", -1, True),
        ("S5", "S7", -1, False),
        ("H2", "S5", 2, True),
        ("H2", "S5", -1, False),
        ("HA", "S5", 1, False),
        ("S5", "H2", 2, False),
        ("HA", "HK", 2, True),
        ("HK", "HA", 3, False),
    ],
)
def test_p4_who_wins(card: str, led: str, trump: int, wins: bool) -> None:
    assert bool(tricks.beats(DECK.parse(card), DECK.parse(led), trump)) == wins


def test_p5_p7_the_winner_takes_one_and_leads() -> None:
    p = act(open_play("H"), "S5 SK")
    assert (p.turn, p.legal(), p.state.marks.tolist()) == (0, ["take:CA", "take:SA"], [1, 0])
    act(p, "take:SA")
    assert "SA" in p.legal() and p.state.openly.tolist() == [int(mask("SA")), int(mask("CA"))]
    assert ([DECK.names[c] for c in p.state.display], p.turn) == (["HK", "DK"], 0)
    assert p.state.held.tolist() == [13, 13]


def test_p8_s1_s3_the_second_half() -> None:
    p = open_play("C")
    rng = random.Random(4)
    while p.state.tricks.sum() < 13:
        assert p.state.held.sum() + (p.state.trick >= 0).sum() + 2 * (p.state.phase == 4) == 26
        p.play(rng.choice(p.legal()))
    assert p.state.marks.sum() == 13 and p.legal()[0].startswith("take:")
    p.play(p.legal()[0])
    assert (p.state.display == -1).all() and p.state.held.tolist() == [13, 13]
    while p.state.tricks.sum() < 25:
        p.play(rng.choice(p.legal()))
    assert p.state.marks.sum() == 13 + 24
    assert sum(finish(p, rng).deal_result()["marks"]) == 40


@pytest.mark.parametrize(
    ("marks", "times", "points"),
    [
        (24, 1, [11, 0]),
        (30, 1, [17, 0]),
        (23, 1, [0, 2]),
        (22, 1, [0, 5]),
        (21, 1, [0, 10]),
        (18, 1, [0, 25]),
        (19, 2, [0, 40]),
        (30, 2, [34, 0]),
        (23, 4, [0, 8]),
        (0, 4, [0, 460]),
    ],
)
def test_r2_r5_scoring(marks: int, times: int, points: list[int]) -> None:
    """Base score 13 and bid 11 as in the source: goal 24.  The declarer has `marks` after the last trick."""
    codes = {1: "pass", 2: "double pass", 4: "double redouble"}[times]
    p = finish_but_last(act(position(GAME, [STRONG, WEAK]), f"bid:5 bid:11 {codes} trump:none"), marks)
    p.play(p.legal()[0])
    assert (p.deal_result()["goal"], p.deal_result()["multiplier"], p.deal_result()["points"]) == (24, times, points)
    how = "made" if points[0] else "missed"  # to whom it brought points is told both of them
    for meant, key, who in zip(p.scene(None).meant, (f"own_{how}", how), "10", strict=True):
        assert (meant.key, meant.params) == (key, {"goal": 24, "marks": marks, "who": who, "gain": max(points)})


def finish_but_last(p: Position, marks: int) -> Position:
    """Before the very last card: the marks are arranged so that the declarer, seat 0, ends with so many."""
    rng = random.Random(2)
    while p.state.held.sum() > 1:
        p.play(rng.choice(p.legal()))
    trial = p.copy()
    trial.play(trial.legal()[0])
    p.state.bases[:], p.state.goal = (13, 7), 24
    p.state.marks[0] = marks - (3 if trial.state.last_winner == 0 else 0)
    return p


def test_gap_6_a_negative_goal_cannot_fail() -> None:
    p = act(position(GAME, [STRONG, WEAK]), "pass pass trump:none")
    assert (p.state.declarer, p.state.bases[1]) == (1, -2)
    result = finish(p, random.Random(3)).deal_result()
    assert result["points"] == [0, result["marks"][1] + 2]


@pytest.mark.parametrize(
    ("target", "scores", "over"), [(50, (49, 0), False), (50, (0, 50), True), (100, (99, 9), False)]
)
def test_r6_the_target(target: int, scores: tuple[int, int], over: bool) -> None:
    p = position(GAME, [STRONG, WEAK], target=target)
    p.state.scores[:] = scores
    assert bool(GAME.finished(p.state)) == over
    if over:
        assert GAME.outcome(p.state).winners == [1]


@given(st.integers(0, 10_000), st.booleans())
@settings(max_examples=examples(40))
def test_every_match_holds(seed: int, forbid: bool) -> None:
    rng = random.Random(seed)
    p = Position(GAME, 2, seed=seed, options={"forbid_impossible_bids": forbid})
    while not p.finished():
        p.deal()
        before = p.state.scores.copy()
        result = finish(p, rng).deal_result()
        assert sum(result["marks"]) == 40 and sum(result["bases"]) == 20
        assert result["goal"] == result["bid"] + result["bases"][result["declarer"]]
        assert min(result["points"]) == 0 and (p.state.scores - before).tolist() == result["points"]
        made = result["marks"][result["declarer"]] >= result["goal"]
        assert result["points"][(result["declarer"] + (0 if made else 1)) % 2] >= 0
        assert not forbid or result["goal"] <= 40 or result["bid"] == 0


# ---- hands that count as announced ----
def deviation(counts: Counter[int], kinds: int) -> float:
    """Standard deviations by which chi-squared lies above that of even draws."""
    expected = counts.total() / kinds
    chi = sum((n - expected) ** 2 / expected for n in counts.values()) + (kinds - len(counts)) * expected
    return float((chi - (kinds - 1)) / (2 * (kinds - 1)) ** 0.5)


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("announced", [5, 6, 8, 10, 12])
def test_hands_that_count_as_announced_are_drawn_evenly(plain: bool, announced: int) -> None:
    """Against all hands of a small pool; with plain draws first, and by counting alone."""
    known, pool, n = mask("S4 H5"), mask("SA SK SQ S9 S8 HQ H9 H2 DK D3 CA C7"), 4
    cards = [1 << c for c in range(64) if int(pool) >> c & 1]
    worlds = {sum(some) for some in itertools.combinations(cards, n)}
    worlds = {hand for hand in worlds if evaluation(known | np.int64(hand)) == announced}
    assert worlds
    rng = new_rng(b"even", announced)
    draws = examples(200 * len(worlds)) if plain else examples(60 * len(worlds))
    counts: Counter[int] = Counter()
    for _ in range(draws):
        args = (known, pool, n, announced)
        counts[int(random_rest(*args, rng) if plain else _counted(*args, rng))] += 1
    assert set(counts) <= worlds
    if len(worlds) > 1 and draws > 20 * len(worlds):
        assert deviation(counts, len(worlds)) < 4


def test_a_rare_hand_is_found_too() -> None:
    """All honours of the deck: no plain draw finds them."""
    rng = new_rng(b"rare", 1)
    pool = np.int64(sum(1 << int(c) for c in DECK.cards))
    assert PLAIN_DRAWS < 1000
    for announced in (4, 27, 28):
        hand = random_rest(np.int64(0), pool, 13, announced, rng)
        assert (evaluation(hand), int(hand).bit_count()) == (announced, 13)


def test_a_deal_of_the_sheet_can_be_worked_out() -> None:
    p = finish(act(position(GAME, [STRONG, WEAK]), "bid:1 double pass trump:S"), random.Random(1))
    told = p.deal_result()
    assert {*GAME.sheet.columns, GAME.sheet.declarer} <= told.keys()
    assert told["goal"] == told["bid"] + told["bases"][told["declarer"]] and told["multiplier"] == 2
    drawn = sheet(GAME, [told], ["Ann", "Ben"])
    cells = [next(iter(column.cells)) for column in drawn.columns[1:]]
    assert ["–" in str(cell) for cell in cells] == [seat != told["declarer"] for seat in range(2)]


def test_e2_the_table_tells_both_evaluations() -> None:
    scene = position(GAME, [STRONG, WEAK]).scene(None)
    told = [{badge.id: badge.value for badge in badges} for badges in scene.badges]
    assert [(each["evaluation"], each["base"]) for each in told] == [(16, 22), (4, -2)]


def test_the_table_tells_what_is_needed() -> None:
    p = act(position(GAME, [STRONG, WEAK]), "bid:30 bid:31 pass trump:S")
    [own] = [zone for zone in p.scene(0).zones if isinstance(zone, WidgetZone)]
    [watched] = [zone for zone in p.scene(None).zones if isinstance(zone, WidgetZone)]
    assert own.data == watched.data | {"limit": 18}
    assert watched.data == {
        "calls": [[1, "bid:30"], [0, "bid:31"], [1, "pass"]],
        "declarer": 0,
        "bid": 31,
        "multiplier": 1,
        "goal": 53,
        "needed": 53,
        "prospect": "impossible",
        "marks": [0, 0],
        "most": 40,
        "limit": None,
    }
