"""The slow reference of Wizard itself, on positions small enough to be checked by hand, and in random play.

Cards, codes and results are those of torite-record/1; the ids in brackets those of the rules text.
"""

import itertools
import random
from typing import Any

import pytest
import ref_wizard
from acting import act

Result = dict[str, Any]

WIZARD_OPTIONS: dict[str, object] = {
    "notequal": False,
    "hiddentip": False,
    "tie": "shared",
    "quick_ok": False,
}
SIXTY = [colour + str(number) for colour in "RYGB" for number in range(1, 14)]
SIXTY += ["Z1", "Z2", "Z3", "Z4", "N1", "N2", "N3", "N4"]
ROUNDS = {3: 20, 4: 15, 5: 12, 6: 10}


def wizard_match(players: int = 3, first: int = 0, **options: object) -> ref_wizard.Match:
    return ref_wizard.Match(players, WIZARD_OPTIONS | options, first)


def finish_deal(match: ref_wizard.Match) -> None:
    """Play the first legal code until the round is over."""
    while match.actors():
        seat = match.actors()[0]
        match.play(seat, match.legal(seat)[0])


def skip_rounds(match: ref_wizard.Match, rounds: int) -> None:
    for _ in range(rounds):
        match.deal(list(SIXTY))
        finish_deal(match)


def wizard_deck(hands: list[str], turned: str, dealer: int) -> list[str]:
    """Deck that gives seat i `hands[i]` and turns `turned` up."""
    cards = [hand.split() for hand in hands]
    players = len(hands)
    dealt = [cards[(dealer + 1 + i) % players][i // players] for i in range(players * len(cards[0]))]
    if turned:
        dealt.append(turned)
    return dealt + [card for card in SIXTY if card not in dealt]


def wizard_round(hands: list[str], turned: str, **options: object) -> ref_wizard.Match:
    """The round in which everybody has as many cards; the last seat deals, seat 0 leads."""
    players, size = len(hands), len(hands[0].split())
    match = wizard_match(players, (players - size) % players, **options)
    skip_rounds(match, size - 1)
    match.deal(wizard_deck(hands, turned, players - 1))
    assert [sorted(hand.split()) for hand in hands] == [sorted(hand) for hand in match.hands]
    return match


def wizard_tricks(hands: list[str], turned: str) -> ref_wizard.Match:
    """The same, after everybody has bid 0."""
    match = wizard_round(hands, turned)
    act(match, "bid:0 " * len(hands))
    return match


def test_three_to_six_can_play_wizard() -> None:  # T1
    for players in (3, 4, 5, 6):
        assert wizard_match(players).outcome()["scores"] == [0] * players
    for players in (2, 7):
        with pytest.raises(ValueError, match="players"):
            wizard_match(players)


def test_unknown_options_seats_and_decks_are_refused_in_wizard() -> None:
    with pytest.raises(ValueError, match="tie"):
        wizard_match(tie="draw")
    with pytest.raises(ValueError, match="no seat"):
        wizard_match(first=3)
    with pytest.raises(ValueError, match="60 cards"):
        wizard_match().deal(SIXTY[1:])


def test_sixty_cards() -> None:  # C1, C2
    assert sorted(ref_wizard.DECK) == sorted(SIXTY)
    assert len(SIXTY) == 60


@pytest.mark.parametrize("number", range(1, 13))
def test_next_higher_number_wins(number: int) -> None:  # C3
    match = wizard_tricks([f"R{number}", f"R{number + 1}", "B13"], "G1")
    act(match, f"R{number} R{number + 1} B13")
    assert match.result()["tricks"] == [0, 1, 0]


def test_cards_are_dealt_one_at_a_time_from_the_seat_after_the_dealer() -> None:  # D1
    match = wizard_match(3, first=1)
    skip_rounds(match, 1)  # now seat 2 deals
    match.deal(["R1", "R2", "R3", "R4", "R5", "R6", *[card for card in SIXTY if card not in SIXTY[:6]]])
    assert match.dealer() == 2
    assert match.hands == [["R1", "R4"], ["R2", "R5"], ["R3", "R6"]]
    assert match.turned == "R7"


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_each_round_has_one_card_more_until_all_are_dealt(players: int) -> None:  # D1, D5
    match = wizard_match(players)
    for size in range(1, ROUNDS[players] + 1):
        assert not match.finished()
        match.deal(list(SIXTY))
        assert [len(hand) for hand in match.hands] == [size] * players
        assert (match.turned is None) == (size == ROUNDS[players])
        finish_deal(match)
    assert match.finished()
    with pytest.raises(ValueError, match="no deal is due"):
        match.deal(list(SIXTY))


def test_the_turned_card_names_trump_and_is_seen_by_all() -> None:  # D2
    match = wizard_round(["R1", "R2", "R3"], "G7")
    for seat in (0, 1, 2, None):
        assert ("turned", "G7") in match.observation(seat)
    finish_deal(match)
    assert match.result()["trump"] == "G"


def test_turned_wizard_lets_the_dealer_choose_trump_first() -> None:  # D3, gaps 2 and 3
    match = wizard_round(["R1", "G1", "B5"], "Z1")
    assert (match.actors(), match.first()) == ([2], 2)
    assert ("hand", "B5") in match.observation(2)
    assert match.legal(2) == ["trump:B", "trump:G", "trump:R", "trump:Y"]
    act(match, "trump:G")
    assert match.observation(None)[-1] == ("trump", 2, "G")
    assert match.actors() == [0]
    act(match, "bid:0 bid:0 bid:0 R1 G1 B5")
    assert match.result()["trump"] == "G"
    assert match.result()["tricks"] == [0, 1, 0]


def test_turned_jester_means_no_trump() -> None:  # D4
    match = wizard_tricks(["R1", "G13", "B13"], "N1")
    act(match, "R1 G13 B13")
    assert match.result()["trump"] is None
    assert match.result()["tricks"] == [1, 0, 0]


def test_the_last_round_has_no_trump() -> None:  # D5
    match = wizard_match(6)
    skip_rounds(match, 9)
    match.deal(list(SIXTY))
    assert ("turned", None) in match.observation(None)
    assert match.first() == match.actors()[0] == (9 + 1) % 6
    finish_deal(match)
    assert match.result()["trump"] is None


def test_the_deal_passes_on() -> None:  # D6, gap 10
    match = wizard_match(4, first=2)
    dealers = []
    for _ in range(6):
        skip_rounds(match, 1)
        dealers.append((match.dealer(), match.first()))
    assert dealers == [(2, 3), (3, 0), (0, 1), (1, 2), (2, 3), (3, 0)]


def test_first_dealer_is_given() -> None:  # gap 9
    match = wizard_match(5, first=3)
    match.deal(list(SIXTY))
    assert match.dealer() == 3


def test_the_dealer_bids_last() -> None:  # B1
    match = wizard_match(4, first=1)
    match.deal(list(SIXTY))
    assert act(match, "bid:0 bid:0 bid:0 bid:0") == [2, 3, 0, 1]
    assert match.actors() == [2]


def test_bids_go_from_none_to_the_number_of_cards() -> None:  # B2
    match = wizard_round(["R1 R2", "R3 R4", "R5 R6"], "G7")
    assert match.legal(0) == ["bid:0", "bid:1", "bid:2"]
    for code in ("bid:3", "bid:-1", "bid:00", "R1"):
        with pytest.raises(ValueError, match="may not"):
            match.play(0, code)


def test_codes_are_sorted_as_text() -> None:
    match = wizard_match(3)
    skip_rounds(match, 10)
    match.deal(list(SIXTY))
    assert match.legal(match.actors()[0])[:4] == ["bid:0", "bid:1", "bid:10", "bid:11"]


def test_play_starts_when_all_have_bid() -> None:  # B3, P1
    match = wizard_round(["R1 R2", "R3 R4", "R5 R6"], "G7")
    act(match, "bid:0 bid:0")
    assert match.legal(0) == []
    act(match, "bid:0")
    assert match.legal(0) == ["R1", "R2"]


def test_bids_are_heard_by_all() -> None:  # B1
    match = wizard_round(["R1 R2", "R3 R4", "R5 R6"], "G7")
    act(match, "bid:2 bid:1")
    for seat in (0, 1, 2, None):
        assert match.observation(seat)[-2:] == [("bid", 0, 2), ("bid", 1, 1)]


def test_notequal_forbids_the_last_bidder_the_even_total() -> None:  # B4: the example of the manual
    match = wizard_match(3, first=1, notequal=True)
    skip_rounds(match, 4)
    match.deal(list(SIXTY))
    act(match, "bid:1")
    assert len(match.legal(match.actors()[0])) == 6
    act(match, "bid:2")
    assert match.legal(match.actors()[0]) == ["bid:0", "bid:1", "bid:3", "bid:4", "bid:5"]


def test_without_notequal_the_last_bidder_is_free() -> None:  # B4
    match = wizard_round(["R1", "R2", "R3"], "G7")
    act(match, "bid:1 bid:0")
    assert match.legal(2) == ["bid:0", "bid:1"]


def test_notequal_forbids_nothing_when_the_total_is_passed() -> None:  # B4, gap 13
    match = wizard_round(["R1", "R2", "R3"], "G7", notequal=True)
    act(match, "bid:1 bid:1")
    assert match.legal(2) == ["bid:0", "bid:1"]


def test_notequal_always_leaves_a_bid() -> None:  # gap 13
    for earlier, legal in (("bid:1 bid:0", ["bid:1"]), ("bid:0 bid:0", ["bid:0"])):
        match = wizard_round(["R1", "R2", "R3"], "G7", notequal=True)
        act(match, earlier)
        assert match.legal(2) == legal


def test_hiddentip_lets_all_bid_in_any_order() -> None:  # B5, gap 12
    match = wizard_round(["R1 R2", "R3 R4", "R5 R6"], "G7", hiddentip=True)
    assert match.actors() == [0, 1, 2]
    assert match.first() == 0
    match.play(2, "bid:1")
    assert match.actors() == [0, 1]
    assert match.legal(2) == []
    with pytest.raises(ValueError, match="seat 2 may not bid:0"):
        match.play(2, "bid:0")
    match.play(0, "bid:2")
    match.play(1, "bid:0")
    assert match.actors() == [0]
    assert match.legal(0) == ["R1", "R2"]


def test_hidden_bids_are_published_when_all_are_in() -> None:  # B5, gap 5
    match = wizard_round(["R1 R2", "R3 R4", "R5 R6"], "G7", hiddentip=True)
    match.play(2, "bid:1")
    assert [match.observation(seat)[-1] for seat in (0, 1, 2, None)] == [
        ("bid", 2, "hidden"),
        ("bid", 2, "hidden"),
        ("bid", 2, 1),
        ("bid", 2, "hidden"),
    ]
    act(match, "bid:2 bid:0")
    for seat in (0, 1, 2, None):
        assert match.observation(seat)[-1] == ("bids", 2, 0, 1)


def test_hiddentip_after_a_turned_wizard_waits_for_the_dealer() -> None:  # D3, B5
    match = wizard_round(["R1", "G1", "B5"], "Z1", hiddentip=True)
    assert match.actors() == [2]
    act(match, "trump:B")
    assert match.actors() == [0, 1, 2]
    assert match.first() == 2


def test_notequal_is_ignored_with_hiddentip() -> None:  # gap 4
    match = wizard_round(["R1", "R2", "R3"], "G7", notequal=True, hiddentip=True)
    act(match, "bid:1 bid:0")
    assert match.legal(2) == ["bid:0", "bid:1"]


def test_the_player_after_the_dealer_leads_and_then_the_winner() -> None:  # P1, gap 10
    match = wizard_tricks(["R1 R2", "R3 R4", "R5 R6"], "G7")
    assert act(match, "R1 R4 R5 R6 R2 R3") == [0, 1, 2, 2, 0, 1]


def test_everybody_must_play_a_card_he_holds() -> None:  # P2
    match = wizard_tricks(["R1 R2", "R3 R4", "R5 R6"], "G7")
    with pytest.raises(ValueError, match="may not R3"):
        match.play(0, "R3")
    assert "pass" not in match.legal(0)


def test_wizards_and_jesters_may_always_be_played() -> None:  # P3
    match = wizard_tricks(["R1 G2 G3 G4 G5", "R3 R4 B1 Z1 N1", "R5 R6 R7 R8 R9"], "Y7")
    act(match, "R1")
    assert match.legal(1) == ["N1", "R3", "R4", "Z1"]


def test_a_player_without_the_suit_may_play_anything() -> None:  # P3: also a trump is no duty
    match = wizard_tricks(["R1 G2 G3", "Y1 B1 N1", "R5 R6 R7"], "Y7")
    act(match, "R1")
    assert match.legal(1) == ["B1", "N1", "Y1"]


def test_the_first_ordinary_card_names_the_suit() -> None:  # P4
    match = wizard_tricks(["R1 R2", "B3 B4", "R5 B6"], "G7")
    act(match, "R1 B3")
    assert match.legal(2) == ["R5"]


def test_a_wizard_led_frees_everybody() -> None:  # P5
    match = wizard_tricks(["Z1 R1", "G5 R2", "G6 R3"], "B1")
    act(match, "Z1")
    assert match.legal(1) == ["G5", "R2"]
    act(match, "G5")
    assert match.legal(2) == ["G6", "R3"]


def test_a_jester_led_leaves_the_next_player_free() -> None:  # P6, gap 1
    match = wizard_tricks(["N1 R1", "G5 R2", "G6 R3"], "B1")
    act(match, "N1")
    assert match.legal(1) == ["G5", "R2"]


def test_after_a_led_jester_the_first_ordinary_card_binds() -> None:  # P6
    match = wizard_tricks(["N1 R1", "G5 R2", "G6 R3"], "B1")
    act(match, "N1 G5")
    assert match.legal(2) == ["G6"]


def test_after_two_jesters_the_duty_is_still_open() -> None:  # P6
    match = wizard_tricks(["N1 R1", "N2 R2", "G6 R3", "R4 G7"], "B1")
    act(match, "N1 N2")
    assert match.legal(2) == ["G6", "R3"]
    act(match, "R3")
    assert match.legal(3) == ["R4"]


def test_a_wizard_after_a_jester_frees_everybody() -> None:  # P6, P7
    match = wizard_tricks(["N1 R1", "Z1 R2", "G6 R3", "R4 G7"], "B1")
    act(match, "N1 Z1 G6")
    assert match.legal(3) == ["G7", "R4"]


def test_a_later_wizard_does_not_cancel_the_duty() -> None:  # P7
    match = wizard_tricks(["R1 G1", "Z1 R2", "G6 R3"], "B1")
    act(match, "R1 Z1")
    assert match.legal(2) == ["R3"]


def test_a_later_jester_does_not_cancel_the_duty() -> None:  # P4, P7
    match = wizard_tricks(["R1 G1", "N1 R2", "G6 R3"], "B1")
    act(match, "R1 N1")
    assert match.legal(2) == ["R3"]


@pytest.mark.parametrize(
    ("trick", "turned", "winner"),
    [
        ("Y13 Z2 Z1", "Y1", 1),  # P8 (1): the first Wizard, not the lower number, beats the trump
        ("N1 Z1 Y13", "Y1", 1),  # P8 (1)
        ("Z1 R13 Y13", "Y1", 0),  # P8 (1)
        ("R13 Y2 Y10", "Y1", 2),  # P8 (2): the higher trump, 10 above 2 as a number
        ("R13 R12 Y2", "Y1", 2),  # P8 (2)
        ("N1 R13 Y2", "Y1", 2),  # P8 (2) after a led Jester
        ("R2 G13 R10", "Y1", 2),  # P8 (3)
        ("R2 G13 B13", "Y1", 0),  # P8 (3): other colours lose
        ("N1 R2 G13", "Y1", 1),  # P8 (3): suit of the first ordinary card
        ("N2 N1 R1", "Y1", 2),  # P8 (3): the weakest ordinary card beats Jesters
        ("R1 N2 N1", "N3", 0),  # P8 (3) without trump
        ("N3 N1 N2", "Y1", 0),  # P8 (4): the first Jester
    ],
)
def test_winner_of_a_trick(trick: str, turned: str, winner: int) -> None:  # P8
    match = wizard_tricks(trick.split(), turned)
    act(match, trick)
    assert match.result()["tricks"] == [int(seat == winner) for seat in range(3)]


def test_tricks_are_counted_in_public() -> None:  # P9
    match = wizard_tricks(["R1 R2", "R3 R4", "R5 R6"], "G7")
    act(match, "R1 R3 R5")
    assert match.tricks == [0, 0, 1]
    for seat in (0, 1, 2, None):
        assert match.observation(seat)[-1] == ("winner", 2)


@pytest.mark.parametrize(
    ("bids", "points"),
    [
        ("bid:0 bid:0 bid:2", [20, 20, 40]),
        ("bid:1 bid:2 bid:1", [-10, -20, -10]),
        ("bid:2 bid:1 bid:0", [-20, -10, -20]),
    ],
)
def test_points_for_exact_and_missed_bids(bids: str, points: list[int]) -> None:  # S1
    match = wizard_round(["R1 R2", "R3 R4", "R5 R6"], "G7")
    before: Any = match.outcome()["scores"]
    act(match, bids + " R1 R3 R5 R6 R2 R4")
    result: Result = match.result()
    assert result["bids"] == [int(bid[-1]) for bid in bids.split()]
    assert result["tricks"] == [0, 0, 2]
    assert result["points"] == points
    assert result["scores"] == [old + new for old, new in zip(before, points, strict=True)]


def test_the_round_ends_when_hands_are_empty() -> None:  # S1
    match = wizard_tricks(["R1 R2", "R3 R4", "R5 R6"], "G7")
    act(match, "R1 R3 R5 R6 R2")
    with pytest.raises(ValueError, match="not over"):
        match.result()
    act(match, "R4")
    assert match.actors() == []
    assert match.legal(0) == []


def finished_wizard(scores: list[int], exact: list[int], tie: str = "shared") -> ref_wizard.Match:
    """A game of six after the tenth round, with these totals and numbers of exact bids written in."""
    match = wizard_match(6, tie=tie)
    skip_rounds(match, 10)
    match.scores, match.exact = scores, exact
    return match


def test_the_highest_total_wins() -> None:  # S2
    match = finished_wizard([10, 90, -30, 80, 0, 0], [0] * 6)
    assert match.finished()
    assert match.outcome() == {"scores": [10, 90, -30, 80, 0, 0], "winners": [1], "draw": False}


def test_nobody_has_won_before_the_last_round() -> None:  # S2
    match = wizard_match(6)
    skip_rounds(match, 9)
    assert not match.finished()
    assert match.outcome()["winners"] == []


def test_a_tie_is_a_shared_victory() -> None:  # gap 11
    match = finished_wizard([10, 90, -30, 90, 0, 0], [0, 2, 9, 3, 9, 9])
    assert match.finished()
    assert match.outcome() == {"scores": [10, 90, -30, 90, 0, 0], "winners": [1, 3], "draw": False}


def test_exact_bids_break_a_tie() -> None:  # gap 11: only among the tied
    match = finished_wizard([10, 90, -30, 90, 0, 0], [0, 2, 9, 3, 9, 9], tie="exact_bids")
    assert match.finished()
    assert match.outcome()["winners"] == [3]


def test_equal_exact_bids_share_the_victory() -> None:  # gap 11
    match = finished_wizard([10, 90, 90, 90, 0, 0], [0, 4, 3, 4, 9, 9], tie="exact_bids")
    assert match.outcome()["winners"] == [1, 3]


def test_extra_rounds_are_the_last_round_again_until_one_is_alone() -> None:  # gap 11
    match = finished_wizard([10, 90, 90, 0, 0, 0], [0] * 6, tie="extra_round")
    for still_tied in (True, False):
        assert not match.finished()
        assert match.outcome()["winners"] == []
        dealer = match.dealer()
        assert dealer is not None
        match.deal(list(SIXTY))
        assert match.dealer() == (dealer + 1) % 6
        assert [len(hand) for hand in match.hands] == [10] * 6
        assert match.turned is None
        assert not match.finished()
        finish_deal(match)
        match.scores = [10, 100, 100 if still_tied else 120, 0, 0, 0]
    assert match.finished()
    assert match.outcome()["winners"] == [2]


def test_no_extra_round_without_a_tie_at_the_top() -> None:  # gap 11
    match = finished_wizard([10, 90, 0, 0, 0, 0], [0] * 6, tie="extra_round")
    assert match.finished()
    assert match.outcome()["winners"] == [1]


def test_quick_ok_changes_nothing() -> None:  # gap 14
    matches = [wizard_match(quick_ok=quick) for quick in (True, False)]
    for match in matches:
        skip_rounds(match, 20)
    assert matches[0].outcome() == matches[1].outcome()


def test_own_cards_are_seen_by_their_owner_only() -> None:  # B1
    match = wizard_round(["R10 R2", "R3 R4", "R5 R6"], "G7")
    hands = [[event for event in match.observation(seat) if event[0] == "hand"] for seat in (0, 1, 2, None)]
    assert hands == [[("hand", "R10", "R2")], [("hand", "R3", "R4")], [("hand", "R5", "R6")], []]


def check_wizard_secrets(match: ref_wizard.Match, dealt: list[list[str]]) -> None:
    public = {match.turned} | {event[2] for _, event in match.log if event[0] == "card"}
    for seat in (*range(match.players), None):
        seen = {part for event in match.observation(seat) for part in event if part in SIXTY}
        own = set() if seat is None else set(dealt[seat])
        assert seen == (public | own) - {None}
    waiting = [seat for seat in range(match.players) if match.bids[seat] is None]
    if match.hiddentip and waiting:
        assert all(event[2] == "hidden" for event in match.observation(None) if event[0] == "bid")


def random_wizard_round(match: ref_wizard.Match, rng: random.Random) -> Result:
    match.deal(rng.sample(SIXTY, 60))
    dealt = [list(hand) for hand in match.hands]
    acting = set(match.actors())
    assert match.first() in acting
    while match.actors():
        seat = rng.choice(match.actors())
        legal = match.legal(seat)
        assert legal and legal == sorted(set(legal))
        match.play(seat, rng.choice(legal))
        if match.size < 3:
            check_wizard_secrets(match, dealt)
    assert not any(match.hands)
    return match.result()


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("tie", ["shared", "extra_round", "exact_bids"])
def test_wizard_invariants_in_random_matches(players: int, tie: str) -> None:
    rng = random.Random(f"{players} {tie}")
    for notequal, hiddentip in [(False, False), (True, False), (False, True), (True, True)] * 5:
        match = wizard_match(players, rng.randrange(players), notequal=notequal, hiddentip=hiddentip, tie=tie)
        scores, exact, rounds = [0] * players, [0] * players, 0
        while not match.finished():
            result = random_wizard_round(match, rng)
            rounds += 1
            assert sum(result["tricks"]) == match.size == min(rounds, ROUNDS[players])
            if notequal and not hiddentip:
                assert sum(result["bids"]) != match.size
            for seat in range(players):
                missed = abs(result["bids"][seat] - result["tricks"][seat])
                assert result["points"][seat] == (-10 * missed if missed else 20 + 10 * result["tricks"][seat])
                scores[seat] += result["points"][seat]
                exact[seat] += missed == 0
            assert result["scores"] == scores
        top = [seat for seat in range(players) if scores[seat] == max(scores)]
        assert rounds == ROUNDS[players] or (tie == "extra_round" and rounds > ROUNDS[players])
        if tie == "extra_round":
            assert len(top) == 1
        if tie == "exact_bids":
            top = [seat for seat in top if exact[seat] == max(exact[other] for other in top)]
        assert match.outcome() == {"scores": scores, "winners": top, "draw": False}


def leader_wins(card: str, turned: str, others: int) -> float:
    """Chance that the leader wins the one trick of round 1 with `card` against `others` unseen cards."""
    trump = turned[0] if turned[0] in "RYGB" else None
    unseen = [other for other in SIXTY if other not in (card, turned)]
    wins = deals = 0
    for cards in itertools.permutations(unseen, others):
        deals += 1
        wins += ref_wizard.trick_winner([(0, card), *enumerate(cards, 1)], trump) == 0
    return wins / deals


def test_first_round_chances_are_the_quoted_ones() -> None:  # section 10: bid 1 if the chance is above 3/7
    assert leader_wins("R10", "G1", 2) == pytest.approx(0.448, abs=0.0005)
    assert leader_wins("R9", "G1", 2) < 3 / 7
    assert leader_wins("R3", "R2", 3) == pytest.approx(0.429, abs=0.0005)
    assert leader_wins("R2", "R1", 3) < 3 / 7 < leader_wins("R3", "R2", 3)
    assert leader_wins("R1", "N1", 2) > 3 / 7
    assert leader_wins("R2", "N1", 3) < 3 / 7 < leader_wins("R3", "N1", 3)
    assert leader_wins("Z1", "G1", 2) == 1
    assert leader_wins("N1", "G1", 2) == pytest.approx(0.0018, abs=0.00005)
