"""The slow reference of RWD itself, on positions small enough to be checked by hand, and in random play.

Cards, codes and results are those of torite-record/1; the ids in brackets those of the rules text.
"""

import itertools
import random
from collections import Counter
from typing import Any

import pytest
import ref_rwd
from acting import act

Result = dict[str, Any]

RWD_OPTIONS: dict[str, object] = {
    "show_hidden_card_at_end": True,
    "shared_win": "all",
    "play_on": False,
    "wins": 3,
    "card_memory_aid": True,
}
FRENCH = [suit + rank for suit in "SHDC" for rank in "23456789TJQKA"]
RWD_TRICKS = {3: 17, 4: 13, 5: 10}

# Tiny deals, as (deck, codes); s is the start player, s-1 the next one anticlockwise.

# The lone trick goes to the same card in both halves: everybody has 0.
DRAW = ("H3 D4 H2", "take:H3 take:D4 take:? H3 H2 D4")
# s wins row 1 with the ace of spades, s-1 row 2 (D3 over D2).  s-1 leads D3, s ruffs with SA and leads HK.
# chips s 1, s-1 1; tricks s 2.
START_WINS = (
    "SA C3 C2 HK D3 D2",
    "take:SA take:C3 take:? take:HK take:D3 take:? D3 SA D2 HK C2 C3",
)
# s wins both rows (H3 over H2, C3 over C2).  It leads H3, s-1 has HA and then DK.  chips s 2; tricks s-1 2.
NEXT_WINS = (
    "H3 DK H2 C3 HA C2",
    "take:H3 take:DK take:? take:C3 take:HA take:? H3 H2 HA DK C3 C2",
)
# Four players.  s wins both rows (H5 over H2, C4 over C2).  It leads H5: H2, HK, HA of s-1, who leads D2: C4,
# C2, D3 of s-2.  chips s 2; tricks s-1 1, s-2 1: these two share.
SHARED = (
    "H5 D2 D3 H2 C4 HA HK C2",
    "take:H5 take:D2 take:D3 take:? take:C4 take:HA take:HK take:? H5 H2 HK HA D2 C4 C2 D3",
)
# Four players.  s wins row 1 (SA), s-3 the rows 2 (H5, taken last) and 3 (C4 over C2).  s-3 leads H5: C2, HK,
# HA of s; s leads SA and wins, then D2: C4, C3, D3 of s-1.
# chips s 1, s-3 2; tricks s 2, s-1 1: s and s-1 have one point each.
TIE = (
    "SA C5 C6 C7 D2 D3 C3 H5 C4 HA HK C2",
    "take:SA take:C5 take:C6 take:? take:D2 take:D3 take:C3 take:? take:C4 take:HA take:HK take:?"
    " H5 C2 HK HA SA C7 C6 C5 D2 C4 C3 D3",
)


def rwd_match(players: int = 3, first: int = 0, **options: object) -> ref_rwd.Match:
    return ref_rwd.Match(players, RWD_OPTIONS | options, first)


def rwd_deal(deck: str, players: int = 3, first: int = 0, **options: object) -> ref_rwd.Match:
    match = rwd_match(players, first, **options)
    match.deal(deck.split())
    return match


def play_deal(match: ref_rwd.Match, script: tuple[str, str]) -> Result:
    deck, codes = script
    match.deal(deck.split())
    act(match, codes)
    return match.result()


def rwd_full_deal(players: int, rng: random.Random) -> ref_rwd.Match:
    match = rwd_match(players, rng.randrange(players))
    match.deal(rng.sample(FRENCH, 52))
    return match


def test_three_to_five_can_play_rwd() -> None:  # C1
    for players in (3, 4, 5):
        assert rwd_match(players).outcome()["scores"] == [0] * players
    for players in (2, 6):
        with pytest.raises(ValueError, match="players"):
            rwd_match(players)


def test_unknown_options_and_seats_are_refused_in_rwd() -> None:
    with pytest.raises(ValueError, match="wins"):
        rwd_match(wins=0)
    with pytest.raises(ValueError, match="shared_win"):
        rwd_match(shared_win="some")
    with pytest.raises(ValueError, match="no seat"):
        rwd_match(first=3)


@pytest.mark.parametrize("rank", range(12))
def test_next_higher_rank_wins(rank: int) -> None:  # C2
    ranks = "23456789TJQKA"
    match = rwd_deal(f"H{ranks[rank + 1]} CA H{ranks[rank]}")
    act(match, f"take:H{ranks[rank + 1]} take:CA take:?")
    assert match.chips == [1, 0, 0]


def test_two_rows_are_open_but_for_their_last_card() -> None:  # S2, S3
    match = rwd_deal("H2 H3 H4 D2 D3 D4 C2 C3 C4")
    for seat in (0, 1, 2, None):
        assert match.observation(seat) == [("start", 0), ("row", 1, "H2", "H3"), ("row", 2, "D2", "D3")]


def test_start_player_of_the_first_deal_is_given() -> None:  # S5, gap 7
    match = rwd_deal("H2 H3 H4", first=2)
    assert (match.first(), match.actors(), match.dealer()) == (2, [2], None)


def test_taking_goes_anticlockwise() -> None:  # F1, gaps 10 and 11
    assert act(rwd_deal("H2 H3 H4"), "take:H2 take:H3 take:?") == [0, 2, 1]


def test_any_card_of_the_first_row_may_be_taken() -> None:  # F1
    match = rwd_deal("H2 H3 H4 D2 D3 D4")
    assert match.legal(0) == ["take:?", "take:H2", "take:H3"]
    act(match, "take:?")
    assert match.legal(2) == ["take:H2", "take:H3"]
    act(match, "take:H2")
    assert match.legal(1) == ["take:H3"]


def test_nobody_else_may_act() -> None:  # F1, gap 11
    match = rwd_deal("H2 H3 H4 D2 D3 D4")
    assert match.legal(1) == match.legal(2) == []
    with pytest.raises(ValueError, match="seat 1 may not take:H2"):
        match.play(1, "take:H2")


def test_the_face_down_card_may_not_be_named() -> None:  # F1
    match = rwd_deal("H2 H3 H4 D2 D3 D4")
    for code in ("take:H4", "take:D2", "H2", "?", ""):
        with pytest.raises(ValueError, match="may not"):
            match.play(0, code)
    assert match.legal(0) == ["take:?", "take:H2", "take:H3"]


def test_the_face_down_card_is_not_looked_at_before_all_have_taken() -> None:  # F1, F2
    match = rwd_deal("H2 H3 H4")
    act(match, "take:? take:H2")
    for seat in (0, 1, 2, None):
        assert match.observation(seat)[2:] == [("take", 0, "?"), ("take", 2, "H2")]


def test_last_taken_card_names_the_lead_suit() -> None:  # F2
    match = rwd_deal("HA D2 CA")
    act(match, "take:HA take:? take:D2")
    assert match.chips == [0, 1, 0]


def test_last_taken_card_names_the_lead_suit_even_face_down() -> None:  # F2, gap 3
    match = rwd_deal("HA DA C2")
    act(match, "take:HA take:DA take:?")
    assert match.chips == [0, 1, 0]


def test_first_taken_card_of_another_suit_does_not_win() -> None:  # F2
    match = rwd_deal("HA D3 D4")
    act(match, "take:HA take:? take:D3")
    assert match.chips == [0, 0, 1]


def test_highest_spade_wins_a_row() -> None:  # F2, C2
    match = rwd_deal("S2 HA S3")
    act(match, "take:S2 take:? take:HA")
    assert match.chips == [0, 0, 1]


def test_the_hidden_card_is_shown_to_its_taker_and_the_winner_only() -> None:  # F3, gap 2
    match = rwd_deal("HA H2 CK D2 D3 D4")
    act(match, "take:HA take:? take:H2")  # seat 2 took the king of clubs, seat 0 wins
    shown = [seat for seat in (0, 1, 2, None) if ("hidden", "CK") in match.observation(seat)]
    assert shown == [0, 2]
    assert all(("winner", 0) in match.observation(seat) for seat in (0, 1, 2, None))


def test_a_winner_with_the_hidden_card_shows_it_to_nobody() -> None:  # F3
    match = rwd_deal("HA H2 SK D2 D3 D4")
    act(match, "take:HA take:? take:H2")
    shown = [seat for seat in (0, 1, 2, None) if "SK" in str(match.observation(seat))]
    assert shown == [2]


def test_the_winner_takes_one_chip() -> None:  # F4
    match = rwd_deal("H3 D4 H2 C3 C2 C4")
    act(match, "take:H3 take:D4 take:?")
    assert match.chips == [1, 0, 0]


def test_everybody_adds_the_card_he_took() -> None:  # F5
    match = rwd_deal("H3 D4 H2 C3 C2 C4")
    act(match, "take:H3 take:D4 take:?")
    assert match.hands == [["H3"], ["H2"], ["D4"]]


def test_the_second_row_moves_up_and_a_new_one_is_laid() -> None:  # F6
    match = rwd_deal("H3 D4 H2 C3 C2 C4 S2 S3 S4 S5")
    act(match, "take:H3 take:D4 take:?")
    assert match.legal(0) == ["take:?", "take:C2", "take:C3"]
    assert match.observation(None)[-1] == ("row", 3, "S2", "S3")


def test_the_winner_of_a_row_chooses_first_from_the_next() -> None:  # F7
    match = rwd_deal("H3 D4 H4 C3 C2 C4")
    act(match, "take:H3 take:D4 take:?")
    assert match.chips == [0, 1, 0]
    assert act(match, "take:? take:C2 take:C3") == [1, 0, 2]


@pytest.mark.parametrize(("players", "left"), [(3, 1), (4, 0), (5, 2)])
def test_both_last_rows_are_played_and_the_rest_set_aside(players: int, left: int) -> None:  # F8, gap 1
    match = rwd_full_deal(players, random.Random(players))
    takes = 0
    while match.legal(match.actors()[0])[0].startswith("take:"):
        match.play(match.actors()[0], match.legal(match.actors()[0])[0])
        takes += 1
    assert takes == players * RWD_TRICKS[players]
    assert len(match.stock) == left
    assert not any(card in str(match.observation(seat)) for card in match.stock for seat in range(players))


def test_the_winner_of_the_last_row_leads_and_play_goes_clockwise() -> None:  # B1, gaps 10 and 12
    match = rwd_deal("H3 D4 H4")
    assert act(match, "take:H3 take:D4 take:? H4 D4 H3") == [0, 2, 1, 1, 2, 0]


def second_half() -> ref_rwd.Match:
    """Hands: 0 = H3 S2 C4, 1 = H5 D5 C5, 2 = D3 D4 S3; seat 2 leads."""
    match = rwd_deal("H3 D3 H5 S2 D4 D5 C4 S3 C5")
    # Row 1, order 0 2 1: seat 1 wins with H5, taken last.  Row 2, order 1 0 2: seat 0 wins with S2.
    # Row 3, order 0 2 1: seat 2 wins with S3.
    act(match, "take:H3 take:D3 take:? take:? take:S2 take:D4 take:C4 take:S3 take:?")
    assert match.hands == [["H3", "S2", "C4"], ["H5", "D5", "C5"], ["D3", "D4", "S3"]]
    assert match.chips == [1, 1, 1]
    assert match.actors() == [2]
    return match


def test_the_led_suit_must_be_followed() -> None:  # B2
    match = second_half()
    assert match.legal(2) == ["D3", "D4", "S3"]
    act(match, "D3 H3")
    assert match.legal(1) == ["D5"]


def test_void_seat_may_play_anything() -> None:  # B2
    match = second_half()
    act(match, "D3")
    assert match.legal(0) == ["C4", "H3", "S2"]


def test_there_is_no_duty_to_overtrump_or_to_win() -> None:  # B2
    match = rwd_deal("SK S3 SA S4 S5 SQ")
    act(match, "take:SK take:S3 take:? take:? take:S4 take:S5")  # SA to seat 1, then SQ to seat 1
    act(match, "SQ")
    assert match.legal(2) == ["S3", "S5"]


def test_highest_card_of_the_led_suit_wins_a_trick() -> None:  # B3
    match = second_half()
    act(match, "D3 H3 D5")
    assert match.tricks == [0, 1, 0]


def test_a_spade_wins_a_trick() -> None:  # B3
    match = second_half()
    act(match, "D3 S2 D5")
    assert match.tricks == [1, 0, 0]


def test_the_higher_spade_wins_a_trick() -> None:  # B3
    match = second_half()
    act(match, "S3 S2 C5")
    assert match.tricks == [0, 0, 1]


def test_the_winner_of_a_trick_leads_next() -> None:  # B4
    match = second_half()
    act(match, "D3 H3 D5")
    assert match.actors() == [1]


def test_tricks_are_announced_to_all() -> None:  # B5
    match = second_half()
    act(match, "D3 H3 D5")
    assert match.observation(None)[-4:] == [
        ("card", 2, "D3"),
        ("card", 0, "H3"),
        ("card", 1, "D5"),
        ("winner", 1),
    ]


def test_the_deal_is_over_when_all_cards_are_played() -> None:  # B6
    match = second_half()
    act(match, "D3 H3 D5 H5 D4 C4 C5 S3")
    with pytest.raises(ValueError, match="not over"):
        match.result()
    act(match, "S2")
    assert match.actors() == []
    assert [match.legal(seat) for seat in range(3)] == [[], [], []]


def test_points_are_tricks_minus_chips() -> None:  # G1
    match = second_half()
    act(match, "D3 H3 D5 H5 D4 C4 C5 S3 S2")  # D5, H5 (seat 1), S3 (seat 2)
    assert match.result() == {"chips": [1, 1, 1], "tricks": [0, 2, 1], "points": [-1, 1, 0], "winners": [1]}


def test_highest_points_win() -> None:  # G2
    result = play_deal(rwd_match(first=1), START_WINS)
    assert result == {"chips": [1, 1, 0], "tricks": [0, 2, 0], "points": [-1, 1, 0], "winners": [1]}
    result = play_deal(rwd_match(first=1), NEXT_WINS)
    assert result == {"chips": [0, 2, 0], "tricks": [2, 0, 0], "points": [2, -2, 0], "winners": [0]}


def test_more_chips_win_a_tie() -> None:  # G2, gap 8
    result = play_deal(rwd_match(4, first=2), TIE)
    assert result == {"chips": [0, 0, 1, 2], "tricks": [0, 1, 2, 0], "points": [0, 1, 1, -2], "winners": [2]}


def test_equal_chips_share_the_win() -> None:  # G2
    result = play_deal(rwd_match(4, first=3), SHARED)
    assert result == {
        "chips": [0, 0, 0, 2],
        "tricks": [0, 1, 1, 0],
        "points": [0, 1, 1, -2],
        "winners": [1, 2],
    }


def test_all_zero_is_a_draw() -> None:  # G3
    result = play_deal(rwd_match(), DRAW)
    assert result == {"chips": [1, 0, 0], "tricks": [1, 0, 0], "points": [0, 0, 0], "winners": []}


def test_the_winner_starts_the_next_deal() -> None:  # G4
    match = rwd_match(first=2)
    play_deal(match, NEXT_WINS)
    assert match.first() == 2
    match.deal(["H2", "H3", "H4"])
    assert (match.first(), match.actors()) == (1, [1])


def test_three_wins_end_the_match() -> None:  # G4, gap 6b
    match = rwd_match(first=2)
    for wins in (1, 2, 3):
        assert not match.finished()
        play_deal(match, START_WINS)
        assert match.outcome()["scores"] == [0, 0, wins]
    assert match.finished()
    assert match.outcome() == {"scores": [0, 0, 3], "winners": [2], "draw": False}
    with pytest.raises(ValueError, match="no deal is due"):
        match.deal(list(FRENCH))


def test_a_deal_cannot_begin_before_the_last_one_is_over() -> None:
    match = rwd_deal("H2 H3 H4")
    with pytest.raises(ValueError, match="no deal is due"):
        match.deal(["H2", "H3", "H4"])


def test_a_draw_wins_nothing_and_keeps_the_start_player() -> None:  # gap 5
    match = rwd_match(first=2)
    play_deal(match, DRAW)
    assert match.outcome()["scores"] == [0, 0, 0]
    match.deal(["H2", "H3", "H4"])
    assert match.first() == 2


def test_a_single_drawn_game_is_played_again() -> None:  # gap 6b
    match = rwd_match(wins=1)
    play_deal(match, DRAW)
    assert not match.finished()
    assert match.outcome() == {"scores": [0, 0, 0], "winners": [], "draw": False}
    play_deal(match, START_WINS)
    assert match.finished()
    assert match.outcome() == {"scores": [1, 0, 0], "winners": [0], "draw": False}


def test_every_sharer_gets_a_win() -> None:  # gap 4
    match = rwd_match(4, first=3)
    play_deal(match, SHARED)
    assert match.outcome()["scores"] == [0, 1, 1, 0]


def test_no_sharer_gets_a_win_with_shared_win_none() -> None:  # gap 4
    match = rwd_match(4, first=3, shared_win="none", wins=1)
    assert play_deal(match, SHARED)["winners"] == [1, 2]
    assert match.outcome()["scores"] == [0, 0, 0, 0]
    assert not match.finished()


@pytest.mark.parametrize("shared_win", ["all", "none"])
def test_the_sharer_first_anticlockwise_starts_next(shared_win: str) -> None:  # gap 4
    match = rwd_match(4, first=3, shared_win=shared_win)
    play_deal(match, SHARED)
    match.deal(["H2", "H3", "H4", "H5"])
    assert match.first() == 2  # clockwise it would be 1


def test_a_sharing_start_player_starts_again() -> None:  # gap 4: "including"
    match = rwd_match(first=1)
    # Row 1, order 1 0 2: H3, taken last, is the only heart.  Row 2, order 2 1 0: C4 over C2.
    # Seat 2 leads H3: C2, HA of seat 1, who leads D2: C4, D3 of seat 0.
    deck = "D2 D3 H3 C4 HA C2"
    codes = "take:D2 take:D3 take:? take:C4 take:HA take:? H3 C2 HA D2 C4 D3"
    assert play_deal(match, (deck, codes))["winners"] == [0, 1]
    match.deal(["H2", "H3", "H4"])
    assert match.first() == 1


def test_sharers_may_win_the_match_together() -> None:  # gap 6
    match = rwd_match(4, first=3, wins=1)
    play_deal(match, SHARED)
    assert match.finished()
    assert match.outcome() == {"scores": [0, 1, 1, 0], "winners": [1, 2], "draw": False}


def test_play_on_goes_on_until_one_player_is_alone() -> None:  # gap 6
    match = rwd_match(4, first=3, wins=1, play_on=True)
    play_deal(match, SHARED)
    assert not match.finished()
    play_deal(match, TIE)  # seat 2 starts and wins
    assert match.finished()
    assert match.outcome() == {"scores": [0, 1, 2, 0], "winners": [2], "draw": False}


def test_play_on_still_needs_the_wins() -> None:  # gap 6
    match = rwd_match(wins=2, play_on=True)
    play_deal(match, START_WINS)
    assert not match.finished()
    play_deal(match, START_WINS)
    assert match.finished()


def test_hidden_cards_are_shown_at_the_end_with_the_option() -> None:  # gap 2
    for shown in (True, False):
        match = rwd_match(show_hidden_card_at_end=shown)
        play_deal(match, START_WINS)
        assert (match.observation(None)[-1] == ("hidden_cards", "C2", "D2")) is shown


def test_the_memory_aid_changes_nothing() -> None:  # gap 9
    matches = [rwd_match(card_memory_aid=aid) for aid in (True, False)]
    assert play_deal(matches[0], START_WINS) == play_deal(matches[1], START_WINS)
    assert matches[0].observation(1) == matches[1].observation(1)


def check_rwd_secrets(match: ref_rwd.Match, known: dict[str, set[int]]) -> None:
    """A face-down card is in the log of the seats that have seen it (`known`), of all once it is played."""
    played = {event[2] for _, event in match.log if event[0] == "card"}
    for seat in range(match.players):
        text = str(match.observation(seat))
        for card in match.hidden_cards:
            assert (card in text) == (seat in known.get(card, set()) or card in played), (seat, card)
    spectator = str(match.observation(None))
    assert all((card in spectator) == (card in played) for card in match.hidden_cards)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_hidden_cards_stay_secret_in_random_play(players: int) -> None:  # section 6
    rng = random.Random(players)
    for _ in range(5):
        match = rwd_match(players, show_hidden_card_at_end=False)
        match.deal(rng.sample(FRENCH, 52))
        known: dict[str, set[int]] = {}
        while match.actors():
            (seat,) = match.actors()
            hidden, chips = (match.rows[0][-1] if match.rows else ""), list(match.chips)
            taker = next((who for who, code in match.taken if code == "?"), seat)
            match.play(seat, rng.choice(match.legal(seat)))
            if match.chips != chips:
                winner = next(who for who in range(players) if match.chips[who] > chips[who])
                known[hidden] = {taker, winner}
            check_rwd_secrets(match, known)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_a_seat_sees_does_not_depend_on_face_down_cards(players: int) -> None:  # section 6
    rng = random.Random(players)
    deck = rng.sample(FRENCH, 52)
    other = list(deck)
    other[players - 1], other[2 * players - 1] = deck[2 * players - 1], deck[players - 1]
    logs = []
    for cards in (deck, other):
        match = rwd_match(players)
        match.deal(cards)
        act(match, " ".join("take:" + card for card in [*deck[: players - 1], "?"][: players - 1]))
        logs.append([match.observation(seat) for seat in (*range(players), None)])
    assert logs[0] == logs[1]


def random_rwd_deal(match: ref_rwd.Match, rng: random.Random) -> Result:
    """One random deal, every action checked for the invariants that hold inside it."""
    deck = rng.sample(FRENCH, 52)
    match.deal(deck)
    played = []
    while match.actors():
        (seat,) = match.actors()
        legal = match.legal(seat)
        code = rng.choice(legal)
        if not code.startswith("take:"):
            played.append(code)
        match.play(seat, code)
    tricks = RWD_TRICKS[match.players]
    assert sorted(played) == sorted(deck[: tricks * match.players])
    return match.result()


@pytest.mark.parametrize("players", [3, 4, 5])
def test_rwd_invariants_in_random_matches(players: int) -> None:
    rng = random.Random(100 + players)
    settings = itertools.product(("all", "none"), (False, True), (1, 2, 3))
    for shared_win, play_on, wins in [*settings] * 3:
        match = rwd_match(players, rng.randrange(players), shared_win=shared_win, play_on=play_on, wins=wins)
        counted = [0] * players
        first = match.first()
        while not match.finished():
            result = random_rwd_deal(match, rng)
            assert match.first() == first
            assert sum(result["chips"]) == sum(result["tricks"]) == RWD_TRICKS[players] == 52 // players
            assert sum(result["points"]) == 0
            assert (result["winners"] == []) == (max(result["points"]) == 0)
            ranking = [(result["points"][seat], result["chips"][seat]) for seat in range(players)]
            if result["winners"]:
                assert result["winners"] == [seat for seat in range(players) if ranking[seat] == max(ranking)]
                while first not in result["winners"]:
                    first = (first - 1) % players
            if len(result["winners"]) == 1 or shared_win == "all":
                for seat in result["winners"]:
                    counted[seat] += 1
        outcome: Result = match.outcome()
        assert outcome["scores"] == counted
        assert outcome["winners"] == [seat for seat in range(players) if counted[seat] == max(counted)]
        assert max(counted) >= wins
        assert len(outcome["winners"]) == 1 or (shared_win == "all" and not play_on)


# Section 9: percent of draws, of deals that need a tie-break, of shared wins.
@pytest.mark.parametrize(("players", "draw", "tie", "shared"), [(3, 4.2, 9, 1.2), (4, 1.9, 21, 3.5), (5, 1.1, 31, 7.0)])
def test_random_play_has_the_quoted_statistics(players: int, draw: float, tie: float, shared: float) -> None:
    deals = 4000
    match = rwd_match(players, wins=10**9)
    rng = random.Random(players)
    seen: Counter[str] = Counter()
    for _ in range(deals):
        result = random_rwd_deal(match, rng)
        top = result["points"].count(max(result["points"]))
        seen["draw"] += result["winners"] == []
        seen["tie"] += top > 1 and result["winners"] != []
        seen["shared"] += len(result["winners"]) > 1
    for name, percent, rounding in (("draw", draw, 0.05), ("tie", tie, 0.5), ("shared", shared, 0.05)):
        deviation = 100 * (percent / 100 * (1 - percent / 100) / deals) ** 0.5
        assert abs(100 * seen[name] / deals - percent) < 4 * deviation + rounding, (name, seen)
