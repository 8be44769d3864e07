"""What the slow Jass references share: deck, deal and play, Weis."""

import random

import pytest
import ref_coiffeur
import ref_differenzler
import ref_handjass
import ref_mittlere
import ref_molotov
import ref_plus_minus
import ref_schieber
from acting import act
from jass_deals import dealt, random_deal, sit
from ref_jass import (
    DECK,
    RANKS,
    SUITS,
    card_points,
    hand_melds,
    legal_cards,
    meld_rank,
    packets,
    scored_melds,
    somnia_points,
    total,
    trick_winner,
)


def test_36_cards() -> None:  # 1.1
    assert len(DECK) == len(set(DECK)) == 36
    assert "SA" in DECK and "C6" in DECK and "H5" not in DECK


@pytest.mark.parametrize("rank", range(8))
def test_next_higher_rank_wins(rank: int) -> None:  # 1.1: the ten below the jack
    ranks = "6789TJQKA"
    low, high = "H" + ranks[rank], "H" + ranks[rank + 1]
    assert trick_winner([(0, low), (1, high)], None) == 1
    assert trick_winner([(0, low), (1, high)], None, undenufe=True) == 0
    assert trick_winner([(0, low), (1, high)], "S") == 1


@pytest.mark.parametrize("rank", range(8))
def test_jack_and_nine_of_trumps_rise(rank: int) -> None:  # 1.1
    ranks = "678TQKA9J"
    assert trick_winner([(0, "H" + ranks[rank]), (1, "H" + ranks[rank + 1])], "H") == 1


def test_the_highest_trump_wins_a_trick() -> None:  # 1.2
    assert trick_winner([(0, "HA"), (1, "S6"), (2, "HK")], "S") == 1
    assert trick_winner([(0, "HA"), (1, "SA"), (2, "S9")], "S") == 2


def test_a_discard_does_not_win() -> None:  # 1.2
    assert trick_winner([(2, "H6"), (1, "CA"), (0, "DA")], "S") == 2
    assert trick_winner([(2, "H7"), (1, "C6"), (0, "H8")], None, undenufe=True) == 2


@pytest.mark.parametrize("trump", [*SUITS, None])
@pytest.mark.parametrize("swapped", [False, True])
def test_cards_count_152(trump: str | None, swapped: bool) -> None:  # 1.1, A2: the sum is the same
    assert sum(card_points(card, trump, swapped) for card in DECK) == 152


def test_card_points() -> None:  # 1.1
    assert [card_points("H" + rank, "S") for rank in "AKQJT9876"] == [11, 4, 3, 2, 10, 0, 0, 0, 0]
    assert [card_points("S" + rank, "S") for rank in "AKQJT9876"] == [11, 4, 3, 20, 10, 14, 0, 0, 0]
    assert [card_points("H" + rank, None) for rank in "AKQJT9876"] == [11, 4, 3, 2, 10, 0, 8, 0, 0]


def test_six_and_ace_swap_their_points() -> None:  # A2
    assert [card_points("H" + rank, None, swapped=True) for rank in "AKQJT9876"] == [0, 4, 3, 2, 10, 0, 8, 0, 11]


def test_somnia_values() -> None:  # 9, A48
    assert [somnia_points("H" + rank, "S") for rank in "AKQJT9876"] == [10, 5, 3, 2, 10, 0, 0, 0, 0]
    assert [somnia_points("S" + rank, "S") for rank in "J9"] == [20, 13]
    assert sum(somnia_points(card, "S") for card in DECK) == 151
    assert sum(somnia_points(card, None) for card in DECK) == 120


def test_packets_of_three() -> None:  # 1.2
    hands = packets(DECK, 4)
    assert hands[0] == DECK[0:3] + DECK[12:15] + DECK[24:27]
    assert hands[3] == DECK[9:12] + DECK[21:24] + DECK[33:36]
    assert [len(hand) for hand in packets(DECK, 3)] == [12, 12, 12]


@pytest.mark.parametrize("cards", [[], ["SA"], ["SA", "SA", "SK"], ["SA", "SK", "S5"]])
def test_no_deck(cards: list[str]) -> None:
    match = sit(ref_mittlere, 3)
    with pytest.raises(ValueError, match="no deck"):
        match.deal(cards)
    assert match.rounds_dealt == 0


@pytest.mark.parametrize("first", range(4))
def test_forehand_sits_to_the_right_and_is_dealt_first(first: int) -> None:  # 1.2
    match = sit(ref_molotov, 4, first)
    match.deal(DECK)
    assert match.dealer() == first
    assert match.first() == (first - 1) % 4
    assert match.actors() == [(first - 1) % 4]
    assert match.hands[(first - 1) % 4][:3] == ["SA", "SK", "SQ"]
    assert match.hands[(first - 2) % 4][:3] == ["SJ", "ST", "S9"]
    assert match.hands[first][-1] == "C6"


def test_play_goes_counter_clockwise_and_the_winner_leads() -> None:  # 1.2
    match = dealt(ref_mittlere, "H7 HQ", "H8 HK", "H6 HA")
    assert act(match, "H7 H8 H6 HK HA HQ") == [2, 1, 0, 1, 0, 2]


def test_deal_passes_to_the_right() -> None:  # A13
    match = sit(ref_mittlere, 3, 1)
    dealers = []
    for _ in range(4):
        random_deal(match, random.Random(1))
        dealers.append(match.dealer())
    assert dealers == [1, 0, 2, 1]


def test_only_the_seat_whose_turn_it_is_may_act() -> None:
    match = dealt(ref_mittlere, "H7 HQ", "H8 HK", "H6 HA")
    assert [match.legal(seat) for seat in (0, 1, -1)] == [[], [], []]
    with pytest.raises(ValueError, match="may not"):
        match.play(0, "H6")
    with pytest.raises(ValueError, match="may not"):
        match.play(2, "HA")
    with pytest.raises(ValueError, match="not over"):
        match.result()
    with pytest.raises(ValueError, match="no deal is due"):
        match.deal(DECK)


def allowed(hand: str, trick: str, trump: str | None, ban: str, **options: str) -> str:
    """Legal cards of a hand after the cards of `trick`."""
    return " ".join(legal_cards(hand.split(), list(enumerate(trick.split())), trump, ban, **options))


@pytest.mark.parametrize("ban", ["weak", "strong"])
class TestLegal:
    def test_anything_may_be_led(self, ban: str) -> None:  # rule 1
        assert allowed("SA H6 C7", "", "S", ban) == "SA H6 C7"
        assert allowed("SA H6 C7", "", None, ban) == "SA H6 C7"

    def test_follow_without_trump(self, ban: str) -> None:  # rule 2
        assert allowed("SA H6 H7", "HA", None, ban) == "H6 H7"
        assert allowed("SA C6", "HA", None, ban) == "SA C6"

    def test_a_trump_lead_is_followed_without_beating(self, ban: str) -> None:  # rule 3, A6
        assert allowed("SJ S6 HA", "SA", "S", ban) == "SJ S6"
        assert allowed("S6 S7 HA", "SA S9", "S", ban) == "S6 S7"

    def test_the_lone_jack_stays(self, ban: str) -> None:  # rule 3
        assert allowed("SJ HA C6", "SA", "S", ban) == "SJ HA C6"

    def test_another_lone_trump_does_not_stay(self, ban: str) -> None:  # rule 3
        assert allowed("S9 HA C6", "SA", "S", ban) == "S9"

    def test_no_trump_on_a_trump_lead(self, ban: str) -> None:  # rule 3
        assert allowed("HA C6", "SA", "S", ban) == "HA C6"

    def test_a_trump_instead_of_following(self, ban: str) -> None:  # rule 4
        assert allowed("H6 S6 SA C7", "HA", "S", ban) == "H6 S6 SA"

    def test_no_undertrump_for_those_who_can_follow(self, ban: str) -> None:  # rule 4
        assert allowed("H6 S6 SA C7", "HA S7", "S", ban) == "H6 SA"

    def test_the_undertrumps_are_those_below_the_highest(self, ban: str) -> None:  # A5, trump order
        assert allowed("H6 S8 SA SJ", "HA S9 S7", "S", ban) == "H6 SJ"
        assert allowed("H6 S8 SA SJ", "HA S7 S9", "S", ban) == "H6 SJ"

    def test_a_void_hand_without_trumps(self, ban: str) -> None:  # rule 4
        assert allowed("C6 D7", "HA S7", "S", ban) == "C6 D7"

    def test_all_trumps(self, ban: str) -> None:  # rule 4, A4: even a low one while holding a higher one
        assert allowed("S6 SA", "HA S7", "S", ban) == "S6 SA"
        assert allowed("S6 S8", "HA SQ", "S", ban) == "S6 S8"

    def test_the_lone_jack_may_be_played_on_a_side_suit(self, ban: str) -> None:
        assert allowed("SJ H6 C6", "HA SQ", "S", ban) == "SJ H6"


def test_weak_ban_binds_only_those_who_can_follow() -> None:  # rule 4
    assert allowed("S6 SA C7", "HA S7", "S", "weak") == "S6 SA C7"


def test_strong_ban_binds_all_but_those_with_nothing_else() -> None:  # rule 4
    assert allowed("S6 SA C7", "HA S7", "S", "strong") == "SA C7"
    assert allowed("S6 C7", "HA S7", "S", "strong") == "C7"


def test_all_trump_hand_must_overtrump() -> None:  # A4
    assert allowed("S6 SA", "HA S7", "S", "strong", all_trump_hand="must_overtrump") == "SA"
    assert allowed("S6 S8", "HA SQ", "S", "strong", all_trump_hand="must_overtrump") == "S6 S8"
    assert allowed("S6 SA", "HA C7", "S", "strong", all_trump_hand="must_overtrump") == "S6 SA"
    assert allowed("S6 SA", "S7", "S", "strong", all_trump_hand="must_overtrump") == "S6 SA"


def test_bans_of_the_games() -> None:  # 1.2
    weak = [ref_mittlere, ref_molotov, ref_plus_minus, ref_differenzler]
    strong = [ref_handjass, ref_schieber, ref_coiffeur]
    assert {module.Match.ban for module in weak} == {"weak"}
    assert {module.Match.ban for module in strong} == {"strong"}


def melds(hand: str, weis: str = "small", four_nines: bool = False) -> list[tuple[int, str]]:
    """What may be announced, sorted."""
    return sorted((value, " ".join(cards)) for value, cards in hand_melds(hand.split(), weis, four_nines))


def scored(hand: str, weis: str = "small", four_nines: bool = False) -> int:
    """What the hand scores when it wins."""
    return total(scored_melds(hand.split(), weis, four_nines))


def test_runs() -> None:  # 5.4
    assert melds("H7 H6 H8 SA") == [(20, "H8 H7 H6")]
    assert melds("HA HK HQ HJ S6") == [(50, "HA HK HQ HJ")]
    assert melds("HT H9 H8 H7 H6") == [(100, "HT H9 H8 H7 H6")]
    assert melds("HA HK") == []


def test_run_of_nine_and_of_eight_are_100() -> None:  # A26
    assert melds("HA HK HQ HJ HT H9 H8 H7 H6") == [(100, "HA HK HQ HJ HT H9 H8 H7 H6")]
    assert scored("HA HK HQ HJ HT H9 H8 H7") == 100
    assert scored("HA HK HQ HJ HT H9 H8 H7 H6") == 100


def test_runs_go_along_the_normal_order() -> None:  # 5.4: J-9-A is no run
    assert melds("HJ H9 HA") == []
    assert melds("HA H6 H7") == []


def test_fours() -> None:  # 5.4
    for rank, value in zip("JAKQT", (200, 100, 100, 100, 100), strict=True):
        assert scored(" ".join(suit + rank for suit in SUITS)) == value
    assert scored("S8 H8 D8 C8") == scored("S7 H7 D7 C7") == scored("S6 H6 D6 C6") == 0


def test_four_nines_are_an_option() -> None:
    assert scored("S9 H9 D9 C9") == 0
    assert scored("S9 H9 D9 C9", four_nines=True) == 150


def test_all_melds_are_scored() -> None:  # A27
    assert scored("HA HK HQ SA SK SQ SJ C6 C7") == 70


def test_a_run_is_shortened_to_free_a_card() -> None:  # A26: AKQJ + 4 J = 220
    assert scored("HA HK HQ HJ SJ DJ CJ S6 S8") == 220
    assert melds("HA HK HQ HJ SJ DJ CJ S6 S8") == [(20, "HA HK HQ"), (50, "HA HK HQ HJ"), (200, "SJ HJ DJ CJ")]


def test_a_card_counts_in_one_meld() -> None:  # 5.4
    assert scored("HK HQ HJ SJ DJ CJ S6 S8") == 200
    assert scored("HA HK HQ HJ HT SA DA CA S7") == 150  # four aces and K-Q-J-T; else 100
    assert scored("SK HK DK CK SJ HJ DJ CJ SQ") == 300


def test_a_run_is_not_shortened_for_nothing() -> None:  # A26
    assert [cards for _, cards in melds("HA HK HQ HJ S6 SJ")] == ["HA HK HQ HJ"]


def test_large_weis() -> None:  # 10
    assert [scored(" ".join("H" + rank for rank in RANKS[:n]), "large") for n in range(3, 10)] == [
        20,
        50,
        100,
        150,
        200,
        250,
        300,
    ]
    assert scored("S6 H6 D6 C6", "large") == scored("S8 H8 D8 C8", "large") == 100
    assert scored("SJ HJ DJ CJ", "large") == 200
    assert scored("S9 H9 D9 C9", "large", four_nines=True) == 150


def test_large_weis_uses_a_card_twice() -> None:  # 10
    assert scored("HA HK HQ HJ SJ DJ CJ S6 S8", "large") == 250


def better(one: str, other: str, trump: str | None = "S", undenufe: bool = False) -> bool:
    """Is the best meld of one hand higher than that of the other?"""
    first, second = (
        max(meld_rank(meld, trump, undenufe) for meld in hand_melds(hand.split(), "small", True))
        for hand in (one, other)
    )
    return first > second


def test_weis_order() -> None:  # 5.4
    assert better("H6 H7 H8 H9", "DA DK DQ")  # value
    assert better("H6 H7 H8 H9 HT", "SA HA DA CA")  # (1) more cards
    assert better("H6 H7 H8 H9 HT HJ", "DA DK DQ DJ DT")
    assert better("HK HQ HJ", "SQ SJ ST")  # (2) higher top card, before
    assert better("SK SQ SJ", "HK HQ HJ")  # (3) trumps
    assert not better("HK HQ HJ", "DK DQ DJ")  # (4) is the seats' matter
    assert better("SA HA DA CA", "SK HK DK CK")
    assert better("HA HK HQ", "SJ ST S9")  # jack and nine of trumps are not top
    assert better("HQ HJ HT", "SJ ST S9")


def test_undenufe_reverses_the_order_of_weis() -> None:  # A37
    assert better("H6 H7 H8", "DA DK DQ", trump=None, undenufe=True)
    assert better("ST HT DT CT", "SA HA DA CA", trump=None, undenufe=True)
    assert not better("H6 H7 H8", "DA DK DQ", trump=None)
