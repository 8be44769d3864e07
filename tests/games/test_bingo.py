"""Bingo, rule by rule (shared/rules/bingo.md)."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from duel import act, position
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import examples

from torite.cards.rng import new_rng
from torite.cards.subsets import random_subset_with
from torite.games import GAMES, tiles
from torite.games.bingo import count
from torite.games.position import Position

GAME = GAMES["bingo"]
DECK = GAME.deck
DOUBLES = "0-0 1-1 2-2 3-3 4-4 5-5 6-6"
PAGAT: dict[str, Any] = dict(GAME.presets["pagat"])
# Trump 5 (5-2 turned).  Seat 0 deals, seat 1 leads.
LOW, HIGH = "2-1 3-1 4-1 6-1 3-2 4-2 6-2", "6-5 5-4 5-3 6-4 4-3 6-3 0-0"
STOCK = "1-1 2-2 3-3 4-4/5-2"


def tile(code: str) -> int:
    return DECK.parse(code)


def codes(mask: int) -> set[str]:
    return {name for t, name in DECK.names.items() if int(mask) >> t & 1}


def finish(
    p: Position, rng: random.Random, avoid: tuple[str, ...] = ("declare", "close", "claim", "invincible")
) -> Position:
    """Play on at random to the end of the deal, without ending it early."""
    while not p.deal_over():
        p.play(rng.choice([code for code in p.legal() if code not in avoid]))
    return p


# ---- tiles ----
def test_a_tile_is_its_code_in_octal() -> None:
    assert [tile(code) for code in ("0-0", "6-4", "6-6")] == [0, 0o64, 0o66]
    assert codes(int(tiles.DOUBLES)) == set(DOUBLES.split())
    assert len(DECK.names) == 28


@pytest.mark.parametrize(("trump", "total"), [*enumerate((143, 135, 138, 131, 134, 147, 140))])
def test_p6_total_points(trump: int, total: int) -> None:
    assert tiles.VALUES[trump].sum() == total


@pytest.mark.parametrize(
    ("trump", "code", "points"),
    [
        (3, "3-3", 28),
        (0, "0-0", 28),
        (3, "3-0", 10),
        (0, "3-0", 10),
        (3, "6-3", 9),
        (4, "6-4", 10),
        (1, "3-0", 10),
        (1, "6-4", 10),
        (1, "0-0", 14),
        (1, "5-5", 10),
        (1, "6-0", 0),
        (6, "6-0", 13),
        (1, "5-4", 0),
        (1, "6-6", 12),
    ],
)
def test_p1_p5_points(trump: int, code: str, points: int) -> None:
    assert tiles.points_of(tile(code), trump) == points


def ranking(suit: int, trump: int, pagat: int) -> list[str]:
    of_suit = [t for t in DECK.names if tiles.belongs(t, suit, trump) or t == 0]
    return [DECK.names[t] for t in sorted(of_suit, key=lambda t: -tiles.rank(t, suit, pagat))]


def test_r2_r3_ranks() -> None:
    assert ranking(4, 4, 0) == ["0-0", "6-4", "5-4", "4-4", "4-3", "4-2", "4-1", "4-0"]  # the source's example
    assert ranking(4, 4, 1) == ["0-0", "4-4", "4-0", "6-4", "5-4", "4-3", "4-2", "4-1"]
    assert ranking(4, 6, 0) == ["0-0", "5-4", "4-4", "4-3", "4-2", "4-1", "4-0"]  # R1: 6-4 is trump
    assert ranking(0, 0, 0) == ["0-0", "6-0", "5-0", "4-0", "3-0", "2-0", "1-0"]


@pytest.mark.parametrize(
    ("code", "trump", "natural", "seven"),
    [("4-2", 1, 4, 4), ("4-2", 2, 2, 2), ("6-0", 1, 6, 0), ("6-0", 6, 6, 6), ("0-0", 3, 0, 0), ("3-3", 1, 3, 3)],
)
def test_r4_suit_led(code: str, trump: int, natural: int, seven: int) -> None:
    assert [tiles.suit_of(tile(code), trump, option) for option in (0, 1)] == [natural, seven]


@pytest.mark.parametrize(
    ("led", "answer", "trump", "wins"),
    [
        ("6-4", "6-2", 5, False),
        ("6-2", "6-4", 5, True),
        ("6-2", "5-1", 5, True),
        ("5-4", "5-6", 5, True),
        ("5-6", "5-4", 5, False),
        ("5-6", "0-0", 5, True),
        ("0-0", "5-5", 5, False),
        ("6-2", "4-4", 5, False),
        ("4-4", "6-4", 5, True),
        ("5-5", "6-5", 5, True),
        ("6-2", "2-2", 5, False),
        ("5-0", "5-1", 5, True),
    ],
)
def test_a2_who_wins(led: str, answer: str, trump: int, wins: bool) -> None:
    swap = {"5-6": "6-5"}
    led, answer = swap.get(led, led), swap.get(answer, answer)
    assert bool(tiles.BEATERS[0, 0, trump, tile(led)] >> tile(answer) & 1) == wins


def test_pagat_ranks_change_tricks() -> None:
    for seed_wins, led, answer in ((True, "4-4", "6-4"), (False, "4-3", "4-0"), (True, "5-5", "6-5")):
        found = [bool(tiles.BEATERS[pagat, pagat, 5, tile(led)] >> tile(answer) & 1) for pagat in (0, 1)]
        assert found == [seed_wins, not seed_wins]


# ---- deal and drawing ----
@pytest.mark.parametrize(("turned", "trump"), [("4-0", 0), ("5-2", 5), ("0-0", 0), ("3-3", 3), ("6-1", 6)])
def test_d4_trump(turned: str, trump: int) -> None:
    p = position(GAME, ["", ""], f"/{turned}")
    assert (p.state.trump, DECK.names[int(p.state.turned)]) == (trump, turned)


def test_d3_gap_3_seven_each_and_the_other_leads() -> None:
    p = position(GAME, [HIGH, LOW], STOCK)
    assert (p.turn, p.state.held.tolist(), int(p.state.in_stock)) == (1, [7, 7], 14)
    assert sorted(p.legal()) == sorted(LOW.split())


def test_a1_no_duty_to_follow_at_first() -> None:
    p = act(position(GAME, [HIGH, LOW], STOCK), "6-1")
    assert sorted(p.legal()) == sorted(HIGH.split())


def test_a4_a6_the_winner_draws_first_and_leads() -> None:
    p = act(position(GAME, [HIGH, LOW], STOCK), "6-1 6-5")
    assert (p.turn, p.legal()) == (0, ["draw", "declare"])
    act(p, "draw")
    assert "1-1" in codes(p.state.hands[0]) and "2-2" in codes(p.state.hands[1])
    assert (p.turn, int(p.state.in_stock)) == (0, 12)


def test_a5_the_loser_of_the_seventh_trick_takes_the_turned_tile() -> None:
    p, rng = position(GAME, [HIGH, LOW], STOCK), random.Random(1)
    while p.state.in_stock > 2 or GAME.phase(p.state) != "draw":
        p.play(rng.choice([code for code in p.legal() if code != "declare"]))
    winner = p.turn
    assert winner is not None
    assert p.legal() == ["draw", "declare"]  # gap 7: the last chance
    act(p, "draw")
    assert "5-2" in codes(p.state.hands[1 - winner]) and codes(p.state.known[1 - winner]) >= {"5-2"}
    assert "declare" not in finish(p, rng).legal()


def declared(hands: list[str], codes: str = "6-1 6-5 declare", stock: str = STOCK, **options: Any) -> Position:
    return act(position(GAME, hands, stock, **options), codes)


def test_a7_after_a_declaration_nobody_draws() -> None:
    p = declared([HIGH, LOW])
    assert (p.turn, p.state.declared, p.state.held.tolist()) == (0, 0, [6, 6])
    assert finish(p, random.Random(2)).state.tricks.sum() == 7
    assert p.deal_result()["last"] == [0, 0]  # gap 22


# ---- duties of the second phase: seat 0 has won with 6-5, declared and leads ----
@pytest.mark.parametrize(
    ("led", "hand", "seed", "pagat"),
    [
        ("6-4", "6-2 6-3 3-1 5-1 0-0 1-1", "6-2 6-3", "6-2 6-3"),  # B1; gap 20 by analogy
        ("6-3", "6-2 6-4 3-1 5-1 0-0 1-1", "6-2 6-4", "6-4"),  # gap 19: beat it
        ("6-3", "2-1 4-1 3-1 5-1 0-0 1-1", "2-1 4-1 3-1 5-1 0-0 1-1", "5-1 0-0"),  # gap 19: trump or 0-0
        ("5-3", "5-4 5-1 3-1 2-1 0-0 1-1", "5-4", "5-4"),  # B2: a higher trump
        ("5-4", "5-3 5-1 3-1 2-1 0-0 1-1", "5-3 5-1", "5-3 5-1"),  # B2: else a lower one, not 0-0
        ("5-4", "6-3 4-1 3-1 2-1 0-0 1-1", "0-0", "0-0"),  # B3
        ("5-4", "6-3 4-1 3-1 2-1 6-2 1-1", "6-3 4-1 3-1 2-1 6-2 1-1", "6-3 4-1 3-1 2-1 6-2 1-1"),  # B3
        ("0-0", "1-0 5-0 3-0 2-1 6-2 1-1", "1-0 3-0", "1-0 3-0"),  # gap 21: 5-0 is trump
    ],
)
def test_b1_b3_duties(led: str, hand: str, seed: str, pagat: str) -> None:
    for phase2, legal in (("seed", seed), ("pagat", pagat)):
        p = declared([f"6-5 {led}", f"6-1 {hand}"], stock="/5-2", phase2=phase2)
        act(p, led)
        assert sorted(p.legal()) == sorted(legal.split())
        for code in p.legal():
            q = act(p.copy(), code)
            assert q.state.barred[1] & q.state.hands[1] == 0  # what it shows is true


def test_what_is_shown_not_to_be_held() -> None:
    p = declared(["6-5 5-4", "6-1 6-3 4-1 3-1 2-1 6-2 1-1"], stock="/5-2")
    act(p, "5-4 1-1")
    assert codes(p.state.barred[1]) == {"5-0", "5-1", "5-2", "5-3", "5-4", "5-5", "6-5", "0-0"}


# ---- doubles ----
RUN = ["6-5 6-6 4-4 3-3 2-1 2-0 1-0", "6-1 6-3 4-1 4-2 3-1 3-2 5-1"]


def run(codes: str, stock: str = "1-1 2-2 5-3 5-4 6-2 3-0/5-2", **options: Any) -> Position:
    return act(position(GAME, RUN, stock, **options), f"6-1 6-5 draw {codes}")


def test_c1_c2_doubles_need_a_trick_and_two_doubles() -> None:
    p = position(GAME, RUN, "/5-2", dealer=1)
    assert not [code for code in p.legal() if code.startswith("doubles")]
    assert [code for code in run("").legal() if ":" in code] == ["doubles:2", "doubles:3", "doubles:4"]


def test_c3_the_rest_is_exposed() -> None:
    p = run("doubles:3")
    assert sorted(p.legal()) == ["1-1", "3-3", "4-4", "6-6"]
    act(p, "6-6")
    assert p.legal() == ["expose:1-1", "expose:3-3", "expose:4-4"]
    act(p, "expose:3-3")
    assert p.turn == 0
    act(p, "expose:1-1")
    assert (p.turn, codes(p.state.exposed)) == (1, {"3-3", "1-1"})


def test_c4_c5_a_run_that_succeeds() -> None:
    p = run("doubles:2 6-6 expose:4-4 6-3 draw")
    assert p.legal() == ["4-4"]
    act(p, "4-4 4-1")
    assert p.deal_over() is False
    assert p.state.bonus.tolist() == [20, 0]
    assert p.state.run == 0


def test_c5_ten_more_for_0_0() -> None:
    p = act(
        position(GAME, ["6-5 0-0 4-4 3-3 2-1 2-0 1-0", RUN[1]], "1-1 2-2 5-3 5-4 6-2 3-0/5-2"),
        "6-1 6-5 draw doubles:2 0-0 expose:4-4 6-3 draw 4-4 4-1",
    )
    assert p.state.bonus.tolist() == [30, 0]


def test_c6_a_run_that_fails() -> None:
    p = run("doubles:3 4-4 expose:6-6 expose:3-3 5-1")
    assert (p.turn, p.state.run, p.state.bonus.tolist(), codes(p.state.exposed)) == (1, 0, [0, 0], set())
    assert codes(p.state.known[0]) == {"6-6", "3-3"}  # in the hand again, and known


def test_gap_16_declaring_again() -> None:
    for redeclare in (True, False):
        p = run("doubles:3 4-4 expose:6-6 expose:3-3 5-1 draw", redeclare=redeclare)
        while p.turn != 0 or GAME.phase(p.state) != "lead":  # until seat 0 leads again
            p.play(next(c for c in p.legal() if c not in ("declare", "6-6", "3-3", "1-1") and ":" not in c))
        hand = codes(p.state.hands[0])
        assert {"6-6", "3-3", "1-1"} <= hand
        usable = hand & set(DOUBLES.split()) - (set() if redeclare else {"6-6", "3-3"})
        found = [code for code in p.legal() if code.startswith("doubles")]
        assert found == [f"doubles:{n}" for n in range(2, len(usable) + 1)]
        assert len(usable) < 2 or set(act(p, "doubles:2").legal()) == usable


def test_gap_15_victory_may_be_declared_within_a_run() -> None:
    p = run("doubles:2 6-6 expose:4-4 6-3 declare")
    assert (p.legal(), p.state.declared) == (["4-4"], 0)
    act(p, "4-4 4-1")
    assert p.state.bonus.tolist() == [20, 0]


def test_c7_invincible_on_lead() -> None:
    p = position(GAME, ["", DOUBLES], "/5-2")
    assert p.legal()[-1] == "invincible"  # gap 13: no trick needed
    act(p, "invincible")
    assert (p.deal_result()["game_points"], p.deal_result()["totals"]) == ([0, 3], [0, 0])


def test_c8_seven_doubles_off_lead() -> None:
    p = act(position(GAME, [DOUBLES, LOW], "/5-2"), "6-1 5-5")
    assert p.legal() == ["draw", "declare", "invincible"]
    assert act(p.copy(), "draw").legal().count("invincible") == 0
    result = act(p, "invincible").deal_result()
    assert (result["game_points"], result["totals"], result["tiles"]) == ([1, 0], [28, 0], [28, 0])
    p = act(position(GAME, [DOUBLES, LOW], "/5-2"), "6-1 4-4")  # lost
    assert p.legal() == ["draw", "declare"]


# ---- the end ----
def counted(
    totals: tuple[int, int], tricks: tuple[int, int] = (5, 5), declared: int = -1, claimed: int = -1, **options: Any
) -> list[int]:
    """Game points of a deal that ends with these totals."""
    p = position(GAME, [HIGH, LOW], STOCK, closing="pagat", **options)
    s = p.state
    s.tiles[:], s.tricks[:], s.declared = totals, tricks, declared
    if claimed >= 0:
        s.turn = claimed
        p.play("claim", claimed)
    else:
        count(s, s.declared)
    found: list[int] = p.deal_result()["game_points"]
    return found


@pytest.mark.parametrize(
    ("totals", "more", "points"),
    [
        ((70, 30), {}, [1, 0]),  # G2
        ((69, 70), {}, [0, 1]),
        ((110, 29), {}, [2, 0]),  # G3
        ((29, 110), {"threshold": 20}, [0, 1]),
        ((19, 110), {"threshold": 20}, [0, 2]),
        ((131, 0), {"tricks": (7, 0)}, [2, 0]),  # G4
        ((131, 0), {"tricks": (7, 0), "no_trick_gp": 3}, [3, 0]),
        ((69, 60), {"declared": 0}, [0, 2]),  # G5
        ((69, 75), {"declared": 0}, [0, 2]),  # gap 10
        ((70, 60), {"declared": 0}, [1, 0]),
        ((70, 90), {"declared": 0}, [1, 0]),  # gap 8: the declarer wins
        ((20, 90), {"declared": 1}, [0, 2]),
        ((80, 70), {}, [1, 0]),
        ((75, 75), {}, [0, 0]),
        ((80, 70), {"both70": "both"}, [1, 1]),
        ((80, 70), {"both70": "none"}, [0, 0]),
        ((70, 20), {"claimed": 0}, [2, 0]),
        ((70, 40), {"claimed": 0}, [1, 0]),
        ((69, 40), {"claimed": 0}, [0, 2]),
        ((70, 40), {"claimed": 0, "declared": 1}, [2, 0]),
        ((70, 40), {"claimed": 0, "declared": 0}, [1, 0]),
        ((40, 90), {"claimed": 0, "declared": 1}, [0, 2]),
    ],
)
def test_g2_g5_game_points(totals: tuple[int, int], more: dict[str, Any], points: list[int]) -> None:
    assert counted(totals, **more) == points


@pytest.mark.parametrize(
    ("tiles", "code", "declared", "key", "points"),
    [
        ((69, 40), "claim", -1, "false_claim", (2, 0)),
        ((40, 70), "claim", -1, "claim", (0, 1)),
        ((90, 40), "claim", 0, "false_claim", (2, 0)),
        ((90, 40), "", 0, "ended", (1, 0)),
        ((60, 50), "", 0, "fell_short", (0, 2)),
        ((77, 0), "", -1, "points", (2, 0)),
        ((70, 70), "", -1, "points", (0, 0)),
        ((5, 9), "invincible", -1, "invincible", (0, 3)),
    ],
)
def test_how_a_deal_ended_is_told(
    tiles: tuple[int, int], code: str, declared: int, key: str, points: tuple[int, int]
) -> None:
    p = position(GAME, ["", DOUBLES], "/5-2", closing="pagat")  # it is the turn of seat 1
    p.state.tiles[:], p.state.tricks[:], p.state.declared = tiles, 5, declared
    if not code:  # played out
        p.state.held[:] = 0
        count(p.state, p.state.declared)
    act(p, code)
    whose = 1 if code else declared
    for seat, meant in enumerate(p.scene(None).meant):
        assert meant.key == (f"own_{key}" if seat == whose else key)
        own = {"own": tiles[seat], "other": tiles[1 - seat], "mine": points[seat], "theirs": points[1 - seat]}
        assert meant.params == own | {"who": str(1 - seat)}
        assert meant.won == (points[seat] > points[1 - seat])


def test_what_ends_the_drawing_or_the_deal_is_asked_twice() -> None:
    assert {ask.prefix for ask in GAME.asks if ask.widget == "final"} == {"declare", "close", "claim"}


def test_gap_4_next_dealer() -> None:
    for option, dealer in (("alternate", 1), ("winner", 0)):
        p = position(GAME, [DOUBLES, LOW], "/5-2", next_dealer=option)
        act(p, "6-1 5-5 invincible")
        p.deal()
        assert (p.state.dealer, p.turn) == (dealer, 1 - dealer)


def test_gap_23_catching_the_trump_double() -> None:
    for option, points in ((True, [1, 0]), (False, [0, 0])):
        hands = ["0-0 6-5 5-4", "5-5 6-1 3-1"]
        p = act(position(GAME, hands, "/5-2", bingo_capture_gp=option), "5-5 0-0")
        assert p.state.game_points.tolist() == points


@pytest.mark.parametrize(
    ("scores", "over", "winners", "draw"),
    [((6, 6), False, [], True), ((7, 3), True, [0], False), ((7, 8), True, [1], False), ((7, 7), True, [], True)],
)
def test_g6_the_match(scores: tuple[int, int], over: bool, winners: list[int], draw: bool) -> None:
    p = position(GAME, [HIGH, LOW], STOCK)
    p.state.scores[:] = scores
    assert bool(GAME.finished(p.state)) == over
    if over:
        outcome = GAME.outcome(p.state)
        assert (outcome.winners, outcome.draw) == (winners, draw)


def test_gap_5_pagat_closing_and_claiming() -> None:
    p = position(GAME, [HIGH, LOW], STOCK, **PAGAT)
    assert p.legal()[-2:] == ["close", "claim"]
    assert act(p.copy(), "claim").deal_result()["game_points"] == [2, 0]  # seat 1 has nothing
    act(p, "6-1 6-5")
    assert p.legal() == ["draw", "claim"]
    act(p, "draw close")
    assert (p.turn, p.state.declared, p.legal()[-1]) == (0, 0, "claim")
    assert "close" not in p.legal()
    act(p, "6-4")
    assert set(p.legal()) == {"6-2"}


@given(st.integers(0, 10_000), st.sampled_from(["seed", "pagat"]))
@settings(max_examples=examples(60))
def test_every_match_holds(seed: int, preset: str) -> None:
    rng = random.Random(seed)
    p = Position(GAME, 2, seed=seed, preset=preset)
    while not p.finished():
        p.deal()
        total = int(tiles.VALUES[p.state.trump].sum())
        while not p.deal_over():
            s = p.state
            lying = sum(1 << int(t) for t in [*s.trick, *s.stock] if t >= 0)
            there = int(s.hands[0]) + int(s.hands[1]) + lying  # every tile in one place
            assert there & ~int(s.pack) == 0 and (there ^ int(s.pack)) & ~int(s.seen) == 0
            assert s.exposed & ~s.hands[s.lead] == 0 and all(s.known[q] & ~s.hands[q] == 0 for q in (0, 1))
            assert s.tiles.sum() <= total and s.held.tolist() == [int(h).bit_count() for h in s.hands]
            p.play(rng.choice([code for code in p.legal() if code not in ("claim", "declare") or rng.random() < 0.2]))
        result = p.deal_result()
        if p.state.in_stock == 0 and p.state.held.sum() == 0 and result["declared"] is None:
            assert sum(result["tiles"]) == total and sum(result["last"]) in (0, 10)
            assert max(result["totals"]) >= 70


def test_subsets_with_enough_of_a_kind_are_drawn_evenly() -> None:
    rng, counts = new_rng(b"even", 3), Counter[int]()
    for _ in range(examples(6000)):
        counts[int(random_subset_with(np.int64(0b111111), np.int64(0b000111), 2, 3, rng))] += 1
    assert all((found & 0b111).bit_count() >= 2 and found.bit_count() == 3 for found in counts)
    if examples(6000) == 6000:
        assert len(counts) == 10 and max(counts.values()) < 720 and min(counts.values()) > 480


def test_points_are_shown_only_if_wanted() -> None:
    for option in (False, True):
        p = act(position(GAME, [HIGH, LOW], STOCK, show_points=option), "6-1 6-5")
        points = [badge.value for badges in p.scene(0).badges for badge in badges if badge.id == "points"]
        assert points == ([11, 0] if option else [None, None])
