"""The slow reference of Schieber, on positions small enough to be checked by hand."""

import random
from typing import Any

import pytest
import ref_schieber
from acting import act
from jass_deals import Result, dealt, events, legal_now, play, random_play, sit
from ref_jass import DECK, packets

# Tiny deals without the seven of clubs: seat 0 deals, order 3 2 1 0; sides {1, 3} and {0, 2}.


def schieber(*hands: str, **options: Any) -> ref_schieber.Match:
    match: ref_schieber.Match = dealt(ref_schieber, *hands, **options)
    return match


def said_none(codes: str) -> str:
    """The cards of the first trick, each after weis:none."""
    cards = codes.split()
    return " ".join(f"weis:none {card}" for card in cards[:4]) + " " + " ".join(cards[4:])


PLAIN = ("HA HK D6", "H6 H8 DA", "H9 HT D7", "HJ HQ DK")
# Hearts without trump: 3 wins HA (11, 0, 0, 2) and HK (4, 8, 10, 3 = 25); D6: 2 wins DA, 11 + 0 + 4 + 5.
PLAIN_PLAY = "HA H6 H9 HJ HK H8 HT HQ D6 DA D7 DK"


@pytest.mark.parametrize("seat", range(4))
def test_the_seven_of_clubs_is_forehand_in_the_first_deal(seat: int) -> None:  # 6
    match = sit(ref_schieber, 4)
    rng = random.Random(seat)
    cards = rng.sample(DECK, 36)
    while "C7" not in packets(cards, 4)[(3 - seat) % 4]:
        cards = rng.sample(DECK, 36)
    match.deal(cards)
    assert "C7" in match.hands[seat]
    assert match.actors() == [seat]
    assert match.first() == seat
    assert match.dealer() == (seat + 1) % 4
    random_play(match, rng)
    match.deal(rng.sample(DECK, 36))
    assert match.dealer() == seat  # "in the second deal he deals"
    assert match.actors() == [(seat - 1) % 4]


def test_six_contracts_or_push() -> None:  # 6
    match = schieber(*PLAIN)
    contracts = sorted(f"contract:{name}" for name in ("S", "C", "H", "D", "obenabe", "undenufe"))
    assert legal_now(match) == [*contracts, "push"]
    assert act(match, "push") == [3]
    assert match.actors() == [1]
    assert legal_now(match) == contracts  # A33
    act(match, "contract:obenabe")
    assert match.actors() == [3]  # A33: forehand leads in any case


def test_push_back() -> None:  # A33
    match = schieber(*PLAIN, push_back=True)
    assert act(match, "push push") == [3, 1]
    assert match.actors() == [3]
    assert "push" not in legal_now(match)


@pytest.mark.parametrize(
    ("contract", "factor"), [("S", 1), ("C", 1), ("H", 2), ("D", 2), ("obenabe", 3), ("undenufe", 4)]
)
def test_multipliers(contract: str, factor: int) -> None:  # 6, A35
    match = schieber(*PLAIN)
    act(match, f"contract:{contract}")
    assert match.factor() == factor
    random_play(match, random.Random(0), weis="none")
    result: Result = match.result()
    assert sum(result["points"]) == factor * sum(result["cards"])


def test_multipliers_option() -> None:  # A35
    for value in ("1 1 2 2 3 3", [1, 1, 2, 2, 3, 3]):
        match = schieber(*PLAIN, multipliers=value)
        act(match, "contract:undenufe")
        assert match.factor() == 3
    with pytest.raises(ValueError, match="multipliers"):
        schieber(*PLAIN, multipliers="1 2 3")


def test_schieber_result() -> None:  # 6
    match = schieber(*PLAIN)
    act(match, "contract:obenabe")
    assert play(match, said_none(PLAIN_PLAY)) == {
        "contract": "obenabe",
        "cards": [20, 38],
        "weis": [0, 0],
        "stoeck": [0, 0],
        "points": [60, 114],
        "scores": [60, 114],
    }


def test_undenufe_points() -> None:  # A2: six, king, eight, ten, last trick
    for option, points in (("keep", 27), ("swap", 38)):
        match = schieber("H6", "HK", "H8", "HT", undenufe_points=option)
        assert play(match, "contract:undenufe " + said_none("H6 HK H8 HT"))["cards"] == [0, points]
        match = schieber("H6", "HK", "H8", "HT", undenufe_points=option)
        assert play(match, "contract:obenabe " + said_none("H6 HK H8 HT"))["cards"] == [27, 0]


def test_each_player_says_weis_then_plays_in_the_first_trick() -> None:  # 1.3
    match = schieber("SA SK SQ", "H6 H7 H8", "DT DJ C6", "C9 H9 D9")
    act(match, "contract:C")
    assert legal_now(match) == ["weis:20", "weis:none"]
    assert act(match, "weis:20 SA") == [3, 3]
    assert legal_now(match) == ["weis:20", "weis:none"]  # equal is allowed
    assert act(match, "weis:20 H6") == [2, 2]
    assert legal_now(match) == ["weis:none"]
    assert act(match, "weis:none DT weis:none C9 H9") == [1, 1, 0, 0, 0]  # never later
    assert match.weis == [0, 0, 0, 20]


def test_weis_below_what_was_said_is_refused() -> None:  # 5.4
    match = schieber("SA SK SQ SJ", "H6 H7 H8 D9", "DT DJ C6 C8", "C9 H9 D6 D7")
    act(match, "contract:C weis:50 SA")
    assert legal_now(match) == ["weis:none"]


def test_nobody_has_to_say_his_best() -> None:  # 5.4, A27
    match = schieber("SA SK SQ D8 D7 D6 DT", "H6 H7 H8 H9 C6 S6 S7", "DJ DK DQ CT CJ S8 S9", "C9 C8 ST HJ HK HQ HT")
    act(match, "contract:C")
    assert legal_now(match) == ["weis:20", "weis:none"]
    act(match, "weis:none SA")
    assert legal_now(match) == ["weis:50", "weis:none"]


def test_the_weis_winner_and_his_partner_score_all_their_melds() -> None:  # A27, A37
    # Seat 3 has two runs of 20, its partner seat 1 one that it does not say; seat 2 has a lower one.
    match = schieber("SA SK SQ D8 D7 D6", "H6 H7 H8 C6 S6 S7", "DJ DK DQ CT CJ S8", "C9 C8 ST HJ HK HT")
    act(match, "contract:C weis:20 SA weis:20 S6 weis:none S8 weis:none ST")
    assert match.weis == [0, 20, 0, 40]
    assert events(match, None, "meld") == [
        (3, 20, "SA", "SK", "SQ"),
        (3, 20, "D8", "D7", "D6"),
        (1, 20, "DK", "DQ", "DJ"),
    ]


def test_a_higher_run_wins_and_others_score_nothing() -> None:  # 5.4
    match = schieber("D8 D7 D6", "SA SK SQ", "C6 H6 H9", "C8 CT HJ")
    act(match, "contract:C weis:20 D6 weis:20 SA weis:none C6 weis:none C8")
    assert match.weis == [0, 0, 20, 0]


def test_equal_runs_go_to_trumps_then_to_the_nearest() -> None:  # 5.4 (3), (4)
    hands = ("H8 H7 H6", "D8 D7 D6", "C8 C9 CT", "SA SK ST")
    match = schieber(*hands)
    act(match, "contract:D weis:20 H6 weis:20 D6 weis:none C8 weis:none SA")
    assert match.weis == [0, 0, 20, 0]
    match = schieber(*hands)
    act(match, "contract:S weis:20 H6 weis:20 D6 weis:none C8 weis:none ST")
    assert match.weis[3] == 20
    match = schieber("HA H7 H9", "D8 D7 D6", "S8 S7 S6", "CA C9 CT")
    act(match, "contract:H weis:none HA weis:20 D6 weis:20 S6 weis:none C9")
    assert match.weis == [0, 0, 20, 0]  # counter-clockwise from seat 3, seat 2 is nearer than seat 1


def test_weis_of_the_partner_of_the_nearest() -> None:  # A37
    match = schieber("H9 H7 H6", "D8 D7 D6", "C8 C6 CT", "S8 S7 S6")
    act(match, "contract:C weis:none H6 weis:20 D6 weis:none C6 weis:none S6")
    assert match.weis == [20, 0, 20, 0]


def test_weis_in_undenufe() -> None:  # A37
    hands = ("HA HK HQ", "D8 D7 D6", "C8 C6 CT", "S8 S9 SJ")
    for is_reversed, winner in ((True, 2), (False, 3)):
        match = schieber(*hands, weis_undenufe_reversed=is_reversed)
        act(match, "contract:undenufe weis:20 HA weis:20 D6 weis:none C6 weis:none S8")
        assert [seat for seat in range(4) if match.weis[seat]] == [winner]
    match = schieber(*hands)
    act(match, "contract:obenabe weis:20 HA weis:20 D6 weis:none C6 weis:none S8")
    assert match.weis[3] == 20


def test_the_winner_of_the_weis_needs_no_trick() -> None:  # A28
    match = schieber("H8 H7 H6", "SA D7 D6", "C8 C6 CT", "S8 S7 ST")
    result = play(match, "contract:C weis:20 H6 weis:none SA weis:none C6 weis:none S7 C8 S8 H7 D7 CT ST H8 D6")
    assert result["weis"] == [0, 20]


STOECK = ("SK SQ H6", "H7 H8 H9", "D6 D7 D8", "C6 C8 C9")


def test_stoeck_is_said_with_the_second_card() -> None:  # 5.4
    match = schieber(*STOECK)
    act(match, "contract:S weis:none SK weis:none H7 weis:none D6 weis:none C6")
    assert act(match, "SQ") == [3]
    assert match.actors() == [3]
    assert legal_now(match) == ["stoeck", "stoeck:none"]
    assert act(match, "stoeck H8 D7 C8 H6 H9 D8 C9") == [3, 2, 1, 0, 3, 2, 1, 0]
    result = match.result()
    # SK, SQ and the last trick for side 1, all times one; H9 takes H6.
    assert (result["stoeck"], result["cards"]) == ([0, 20], [5, 7])
    assert result["points"] == [5, 27]


def test_stoeck_may_be_left_unsaid() -> None:  # 5.4
    match = schieber(*STOECK)
    act(match, "contract:S weis:none SK weis:none H7 weis:none D6 weis:none C6 SQ stoeck:none")
    assert match.stoeck == [0, 0, 0, 0]


def test_no_stoeck_without_trump_or_in_another_suit() -> None:  # A8
    for contract in ("obenabe", "undenufe", "H"):
        match = schieber(*STOECK)
        act(match, f"contract:{contract} weis:none SK weis:none H7 weis:none D6 weis:none C6")
        if match.actors() == [3]:
            act(match, "SQ")
            assert match.actors() == [2]
            assert "stoeck" not in legal_now(match)


def test_stoeck_shown_with_a_weis_scores_by_itself() -> None:  # 5.4
    hands = ("SK SQ SJ", "H7 H8 H9", "D6 D7 D8", "C6 C8 CT")
    match = schieber(*hands)
    act(match, "contract:S weis:20 SJ weis:none H7 weis:none D6 weis:none C6 SK H8 D7 C8")
    assert match.weis == [0, 20, 0, 20]
    assert play(match, "SQ H9 D8 CT")["stoeck"] == [0, 20]
    match = schieber(*hands)
    act(match, "contract:S weis:none SJ weis:none H7 weis:none D6 weis:none C6 SK H8 D7 C8 SQ")
    assert legal_now(match) == ["stoeck", "stoeck:none"]  # not shown
    match = schieber("SK SQ SJ", "H7 H8 H6", "D6 D7 D9", "C9 C8 CT")
    act(match, "contract:S weis:20 SJ weis:none H7 weis:none D6 weis:20 C8")
    assert match.weis == [0, 0, 0, 20]
    act(match, "SK H8 D7 C9 SQ")
    assert match.actors() == [2]


def test_stoeck_of_the_loser_of_the_weis_is_asked_for() -> None:  # 1.3: nobody's Weis cancels it
    match = schieber("SK SQ SJ", "H7 H8 H6", "D6 D7 D9", "CA CK CQ")
    act(match, "contract:S weis:20 SJ weis:none H7 weis:none D6 weis:20 CA SK H8 D7 CK SQ")
    assert match.weis == [20, 0, 20, 0]
    assert legal_now(match) == ["stoeck", "stoeck:none"]


def match_deal(**options: Any) -> Result:
    """Side 1 takes both tricks, with 0 + 8 points of side 0's cards and nothing of its own."""
    match = schieber("H9 H7", "H6 S6", "D6 D8", "C9 C6", **options)
    return play(match, "contract:obenabe " + said_none("H9 H6 D6 C6 H7 S6 D8 C9"))


def test_match_bonus() -> None:  # A34: on tricks, times the factor
    assert match_deal()["points"] == [0, 39]
    assert match_deal(match_bonus=100)["points"] == [0, 339]
    assert match_deal(match_bonus=100)["cards"] == [0, 13]  # without it


def test_a_lost_trick_without_points_is_no_match() -> None:  # A34
    match = schieber("H9 H7", "H6 HT", "D6 D7", "C9 C6", match_bonus=100)
    result = play(match, "contract:obenabe " + said_none("H9 H6 D6 C6 H7 HT D7 C9"))
    assert (result["cards"], result["points"]) == ([15, 0], [45, 0])


def test_first_to_3000() -> None:  # 6
    match = schieber(*PLAIN)
    match.scores = [2950, 2900]
    play(match, "contract:obenabe " + said_none(PLAIN_PLAY))
    assert match.outcome() == {"scores": [3010, 3014, 3010, 3014], "winners": [1, 3], "draw": False}


def test_who_was_first_across_the_line() -> None:  # A36: side 1 takes 13 and 25, then side 0 takes 20, all times 3
    for scores, winners in (([2950, 2886], [1, 3]), ([2950, 2885], [0, 2])):
        match = schieber(*PLAIN)
        match.scores = list(scores)
        play(match, "contract:obenabe " + said_none(PLAIN_PLAY))
        assert match.scores == [scores[0] + 60, scores[1] + 114]
        assert match.outcome()["winners"] == winners


def test_weis_counts_before_the_trick() -> None:  # A36
    match = schieber("SA SK SQ", "H6 H7 H8", "DT DJ C6", "C9 H9 D9")
    match.scores = [2989, 2980]
    act(match, "contract:C weis:none SA weis:20 H6 weis:none C6 weis:none D9")
    # Seat 1 takes the trick: 11 for side 1; side 0 has scored 20 before it.
    random_play(match, random.Random(1))
    assert match.outcome()["winners"] == [0, 2]


def test_at_once_the_weis_ends_the_match() -> None:  # A36: the trick is not counted any more
    match = schieber("SA SK SQ", "H6 H7 H8", "DT DJ C6", "C9 H9 D9", end_check="once")
    match.scores = [2980, 2999]
    result = play(match, "contract:C weis:none SA weis:20 H6 weis:none C6 weis:none D9")
    assert match.actors() == []
    assert result == {
        "contract": "C",
        "cards": [0, 0],
        "weis": [20, 0],
        "stoeck": [0, 0],
        "points": [20, 0],
        "scores": [3000, 2999],
    }
    assert match.outcome()["winners"] == [0, 2]


def test_at_once_a_trick_ends_the_match() -> None:  # A36
    match = schieber(*PLAIN, end_check="once")
    match.scores = [2999, 2961]
    result = play(match, "contract:obenabe " + said_none("HA H6 H9 HJ"))
    assert result["points"] == [0, 39]
    assert match.finished()
    assert match.scores == [2999, 3000]


def test_at_once_the_stoeck_ends_the_match() -> None:  # A36: within the trick
    match = schieber(*STOECK, end_check="once")
    match.scores = [0, 2976]
    act(match, "contract:S weis:none SK weis:none H7 weis:none D6 weis:none C6 SQ")
    assert not match.finished()
    result = play(match, "stoeck")
    assert (result["cards"], result["stoeck"], result["points"]) == ([0, 4], [0, 20], [0, 24])
    assert match.finished()


def test_at_once_a_shown_stoeck_ends_the_match() -> None:  # A36
    match = schieber("SK SQ SJ", "H7 H8 H9", "D6 D7 D8", "C6 C8 CT", end_check="once")
    # 20 + 20 of Weis, 20 for the jack, 4 for the king, 20 for Stöck.
    match.scores = [0, 3000 - 84]
    result = play(match, "contract:S weis:20 SJ weis:none H7 weis:none D6 weis:none C6 SK H8 D7 C8 SQ")
    assert result["points"] == [0, 84]
    assert match.finished()


def test_at_once_stoeck_with_the_very_last_card_counts_no_last_trick() -> None:  # A36
    match = schieber("SA H6", "S6 H8", "S7 D6", "SK SQ", end_check="once", target=20)
    act(match, "contract:S weis:none SA weis:none S6 weis:none S7 weis:none SK H6 H8 D6 SQ")
    assert play(match, "stoeck")["points"] == [20, 15]
    assert match.outcome()["winners"] == [0, 2]


def test_at_once_the_last_trick_counts_with_its_match() -> None:  # A36
    match = schieber("H9 H7", "H6 S6", "D6 D8", "C9 C6", end_check="once", match_bonus=100)
    match.scores = [0, 2961]
    result = play(match, "contract:obenabe " + said_none("H9 H6 D6 C6 H7 S6 D8 C9"))
    assert result["points"] == [0, 339]
