"""The slow Jass references themselves, on positions small enough to be checked by hand, and in random play.

Cards, codes and results are those of torite-record/1; the ids in brackets those of shared/rules/jass.md.
Where a deal is written out, its hands stand in dealing order: forehand first, the dealer (seat 0) last.
"""

import random
from collections.abc import Iterable
from types import ModuleType
from typing import Any

import pytest
import ref_coiffeur
import ref_differenzler
import ref_handjass
import ref_mittlere
import ref_molotov
import ref_plus_minus
import ref_schieber
from ref_jass import (
    DECK,
    RANKS,
    SUITS,
    TRUMP_RANKS,
    UNDENUFE_RANKS,
    Jass,
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

Result = dict[str, Any]

SIZES: list[tuple[ModuleType, int]] = [
    (ref_differenzler, 3),
    (ref_differenzler, 4),
    (ref_schieber, 4),
    (ref_mittlere, 3),
    (ref_molotov, 4),
    (ref_plus_minus, 3),
    (ref_plus_minus, 4),
    (ref_coiffeur, 3),
    (ref_coiffeur, 4),
    (ref_handjass, 2),
    (ref_handjass, 3),
    (ref_handjass, 4),
]
SIZE_IDS = [f"{module.__name__.removeprefix('ref_')}-{players}" for module, players in SIZES]


def sit(module: ModuleType, players: int, first: int = 0, **options: Any) -> Any:
    """A match with the options of `seed`, but for those given."""
    return module.Match(players, module.SEED | options, first)


def deck(*hands: str) -> list[str]:
    """The cards in dealing order that give these hands, three by three."""
    cards = [hand.split() for hand in hands]
    size = len(cards[0])
    return [card for start in range(0, size, 3) for hand in cards for card in hand[start : start + 3]]


def dealt(module: ModuleType, *hands: str, players: int = 0, **options: Any) -> Any:
    """A match whose first deal, by seat 0, has these hands."""
    match = sit(module, players or len(hands), **options)
    match.deal(deck(*hands))
    return match


def act(match: Any, codes: str) -> list[int]:
    """Play `codes`, each by the first seat that may act; the seats in that order."""
    seats = []
    for code in codes.split():
        seat = match.actors()[0]
        match.play(seat, code)
        seats.append(seat)
    return seats


def play(match: Any, codes: str) -> Result:
    """The result after `codes`."""
    act(match, codes)
    result: Result = match.result()
    return result


def legal_now(match: Jass) -> list[str]:
    """What the first seat that may act may do."""
    return match.legal(match.actors()[0])


def events(match: Jass, seat: int | None, kind: str) -> list[tuple[object, ...]]:
    """What `seat` has seen of one kind, without the kind."""
    return [event[1:] for event in match.observation(seat) if event[0] == kind]


# --- Deck, ranks, points (1.1) --------------------------------------------------------------------------


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


# --- Deal and play (1.2) --------------------------------------------------------------------------------


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


# --- Weis (1.3, 5.4) ------------------------------------------------------------------------------------


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


# --- Mittlere (2, 9) ------------------------------------------------------------------------------------


def mittlere_chips(cards: list[int], tricks: list[int]) -> list[int]:
    match = sit(ref_mittlere, 3)
    match.tricks = tricks
    match.give_chips(cards)
    return list(match.chips)


@pytest.mark.parametrize(
    ("cards", "tricks", "chips"),
    [
        ([0, 157, 0], [0, 12, 0], [-1, 2, -1]),  # 1
        ([157, 0, 0], [11, 1, 0], [1, 1, -2]),  # 2: a trick without points was lost
        ([120, 37, 0], [9, 3, 0], [1, 1, -2]),  # 2 before 3
        ([100, 57, 0], [9, 2, 1], [-2, 1, 1]),  # 3
        ([157, 0, 0], [10, 1, 1], [-2, 1, 1]),  # 3, before 4
        ([99, 58, 0], [9, 2, 1], [1, -2, 1]),  # 5
        ([60, 37, 60], [4, 4, 4], [-1, 2, -1]),  # 4: tie on top
        ([61, 48, 48], [4, 4, 4], [2, -1, -1]),  # 4: tie below
        ([29, 29, 99], [4, 4, 4], [-1, -1, 2]),
        ([50, 60, 47], [4, 4, 4], [-2, 1, 1]),  # 5
    ],
)
def test_mittlere_chips(cards: list[int], tricks: list[int], chips: list[int]) -> None:  # 2
    assert mittlere_chips(cards, tricks) == chips


def test_three_equal_pay_nothing() -> None:  # 9: only possible with Somnia's 120
    assert mittlere_chips([40, 40, 40], [4, 4, 4]) == [0, 0, 0]


def test_first_discard_is_trump_and_wins() -> None:  # 2, A9
    match = dealt(ref_mittlere, "SA SJ S6", "S7 DK D9", "HJ H9 DA")
    assert act(match, "SA S7 HJ") == [2, 1, 0]
    assert match.actors() == [0]
    assert events(match, None, "trump") == [("H",)]
    assert play(match, "DA SJ DK H9 S6 D9") == {
        "trump": "H",
        "cards": [67, 0, 0],  # SA HJ 31, DA DK SJ 17, H9 14, last 5
        "tricks": [3, 0, 0],
        "chips": [2, -1, -1],
    }


def test_jack_and_nine_taken_before_are_worth_more() -> None:  # A9, A10: the eights nothing
    match = dealt(ref_mittlere, "HJ SA C6", "H9 S7 C7", "H6 S8 H8")
    assert play(match, "HJ H9 H6 SA S7 S8 C6 C7 H8") == {
        "trump": "H",
        "cards": [5, 0, 45],
        "tricks": [1, 0, 2],
        "chips": [1, -2, 1],
    }


NO_TRUMP = ("HA H8 H7", "HK HT H6", "HQ HJ H9")
NO_TRUMP_PLAY = "HA HK HQ H8 HT HJ H9 H7 H6"


def test_no_trump_all_deal() -> None:  # A10, A11: eights count
    assert play(dealt(ref_mittlere, *NO_TRUMP), NO_TRUMP_PLAY) == {
        "trump": None,
        "cards": [25, 0, 18],
        "tricks": [2, 0, 1],
        "chips": [1, -2, 1],
    }


def test_no_trump_deal_is_annulled() -> None:  # A11: it counts as a deal
    match = dealt(ref_mittlere, *NO_TRUMP, no_trump_deal="annul", deals=1)
    assert play(match, NO_TRUMP_PLAY)["chips"] == [0, 0, 0]
    assert match.finished()


def test_there_is_no_discard_while_able_to_follow() -> None:  # A12
    match = dealt(ref_mittlere, "HA", "H6", "C6")
    act(match, "HA")
    assert legal_now(match) == ["H6"]
    match = dealt(ref_mittlere, "HA C8", "H6 SA", "C6 C7")
    act(match, "HA")
    assert legal_now(match) == ["H6"]


def test_the_ban_begins_with_the_fixing_card() -> None:  # A7, in the same trick
    match = dealt(ref_mittlere, "S6 D6", "HQ H7", "S7 H9")
    act(match, "S6 HQ")
    assert legal_now(match) == ["H9", "S7"]  # the nine is now above the queen
    match = dealt(ref_mittlere, "S6 D6", "HQ H7", "S7 HT")
    act(match, "S6 HQ")
    assert legal_now(match) == ["S7"]
    match = dealt(ref_mittlere, "S6 D6", "HQ H7", "C7 HT")
    act(match, "S6 HQ")
    assert legal_now(match) == ["C7", "HT"]  # weak


def test_a_second_discard_changes_nothing() -> None:  # 2
    match = dealt(ref_mittlere, "S6 D6", "HQ H7", "DA C7")
    assert play(match, "S6 HQ DA H7 C7 D6")["trump"] == "H"


def test_somnia_counts_no_last_trick_and_no_eights() -> None:  # A48
    result = play(dealt(ref_mittlere, *NO_TRUMP, values="somnia"), NO_TRUMP_PLAY)
    assert result["cards"] == [12, 0, 18]  # HQ is in the first trick: 10 + 5 + 3; then 10 + 2


def test_twelve_deals_and_shared_ties() -> None:  # A13
    match = sit(ref_mittlere, 3)
    rng = random.Random(5)
    for deal in range(12):
        assert not match.finished()
        assert match.outcome()["winners"] == []
        random_deal(match, rng)
        assert match.rounds_dealt == deal + 1
    match.scores = [3, 3, -6]
    assert match.finished()
    assert match.outcome() == {"scores": [3, 3, -6], "winners": [0, 1], "draw": False}


def test_tie_deal_plays_on() -> None:  # A13
    match = sit(ref_mittlere, 3, deals=1, tie_deal=True)
    random_deal(match, random.Random(5))
    match.scores = [1, 1, -2]
    assert not match.finished()
    random_deal(match, random.Random(6))
    match.scores = [2, 1, -3]
    assert match.finished()
    assert match.outcome()["winners"] == [0]


# --- Molotov (3) ----------------------------------------------------------------------------------------


def molotov_chips(cards: list[int]) -> list[int]:
    match = sit(ref_molotov, 4)
    match.phase = "over"
    match.give_chips(cards)
    assert match.phase == "over"
    return list(match.chips)


@pytest.mark.parametrize(
    ("cards", "chips"),
    [
        ([0, 157, 0, 0], [-1, 3, -1, -1]),  # 1
        ([156, 1, 0, 0], [-3, 1, 1, 1]),  # 2, before 3
        ([100, 19, 19, 19], [-3, 1, 1, 1]),  # 2, before 4
        ([60, 60, 30, 7], [0, 0, -1, 1]),  # 3: top
        ([7, 60, 30, 60], [1, 0, -1, 0]),
        ([80, 57, 10, 10], [1, -1, 0, 0]),  # 3: bottom
        ([99, 50, 8, 0], [1, -1, -1, 1]),  # 5
        ([60, 40, 40, 17], [1, -1, -1, 1]),  # 5: second and third tie
        ([17, 40, 60, 40], [1, -1, 1, -1]),  # A14
    ],
)
def test_molotov_chips(cards: list[int], chips: list[int]) -> None:  # 3
    assert molotov_chips(cards) == chips


def test_no_clause_for_no_trick() -> None:  # 3
    match = sit(ref_molotov, 4)
    match.tricks = [5, 3, 1, 0]
    match.phase = "over"
    match.give_chips([80, 50, 27, 0])
    assert match.chips == [1, -1, -1, 1]


def drawing(cards: list[int]) -> ref_molotov.Match:
    match = ref_molotov.Match(4, ref_molotov.SEED, 0)
    match.phase = "over"
    match.give_chips(cards)
    assert match.actors() == [-1]
    return match


def test_three_equal_draw_and_the_highest_pays() -> None:  # 3, rule 4
    match = drawing([50, 50, 7, 50])
    for code in ("cut:0:H9", "cut:1:SK", "cut:3:S7"):
        match.play(-1, code)
    assert match.phase == "over"
    assert match.chips == [0, -1, 1, 0]
    match = drawing([20, 20, 20, 97])
    for code in ("cut:0:H9", "cut:1:SK", "cut:2:SA"):
        match.play(-1, code)
    assert match.chips == [0, 0, -1, 1]
    assert match.scores == [0, 0, -1, 1]


def test_equal_cards_draw_again() -> None:  # 3, rule 4, A19
    match = drawing([50, 50, 7, 50])
    for code in ("cut:0:HK", "cut:1:SK", "cut:3:S7"):
        match.play(-1, code)
    assert {code[:6] for code in match.legal(-1)} == {"cut:0:", "cut:1:"}
    for code in ("cut:0:HQ", "cut:1:SJ"):
        match.play(-1, code)
    assert match.chips == [-1, 0, 1, 0]


def test_no_card_is_drawn_twice_in_a_round() -> None:  # A19
    match = drawing([50, 50, 7, 50])
    assert len(match.legal(-1)) == 3 * 36
    match.play(-1, "cut:0:HK")
    assert len(match.legal(-1)) == 2 * 35
    for code in ("cut:1:HK", "cut:0:H9", "cut:2:H9", "cut:1:H5"):
        with pytest.raises(ValueError, match="may not"):
            match.play(-1, code)
    assert match.legal(0) == []


# --- Plus-Minus (4) -------------------------------------------------------------------------------------


def plus_minus(*deals: list[int], **options: Any) -> ref_plus_minus.Match:
    """After deals with these points."""
    match = ref_plus_minus.Match(len(deals[0]), ref_plus_minus.SEED | options, 0)
    for cards in deals:
        match.chips = [0] * match.players
        match.give_chips(cards)
        match.count_chips()
    match.phase = "over"
    return match


@pytest.mark.parametrize(
    ("cards", "chips"),
    [
        ([80, 50, 27], [1, 0, 1]),  # base
        ([10, 80, 30, 37], [1, 1, 0, 0]),
        ([60, 40, 40, 17], [1, 0, 0, 1]),  # the middle ones tie
        ([100, 50, 7], [0, 0, 1]),  # 100
        ([99, 51, 7], [1, 0, 1]),
        ([110, 20, 20, 7], [0, 0, 0, 1]),
        ([60, 60, 37], [0, 0, 1]),  # all but one
        ([48, 61, 48], [0, 1, 0]),
        ([20, 20, 97, 20], [0, 0, 1, 0]),
        ([50, 50, 7, 50], [0, 0, 1, 0]),
        ([101, 28, 28], [0, 0, 0]),  # A15
        ([157, 0, 0, 0], [0, 0, 0, 0]),  # A15
        ([110, 27, 10, 10], [0, 0, 0, 0]),  # A15b
    ],
)
def test_plus_minus_chips(cards: list[int], chips: list[int]) -> None:  # 4
    match = plus_minus(cards)
    assert match.chips == chips
    assert match.carried == []


def test_untied_scores_with_100() -> None:  # A15
    assert plus_minus([101, 28, 28], plus_minus_100_tie="untied_scores").chips == [1, 0, 0]
    assert plus_minus([0, 0, 157, 0], plus_minus_100_tie="untied_scores").chips == [0, 0, 1, 0]
    assert plus_minus([110, 27, 10, 10], plus_minus_100_tie="untied_scores").chips == [0, 0, 0, 0]


def test_a_pair_tie_carries_a_chip_between_the_others() -> None:  # A16
    match = plus_minus([7, 60, 30, 60])
    assert (match.chips, match.carried) == ([0, 0, 0, 0], [[0, 2, 1]])
    match = plus_minus([10, 60, 10, 77])
    assert (match.chips, match.carried) == ([0, 0, 0, 0], [[1, 3, 1]])


def test_the_lone_extreme_scores() -> None:  # A16
    match = plus_minus([7, 60, 30, 60], plus_minus_pair_tie="lone_extreme")
    assert (match.chips, match.carried) == ([1, 0, 0, 0], [])
    match = plus_minus([10, 60, 10, 77], plus_minus_pair_tie="lone_extreme")
    assert (match.chips, match.carried) == ([0, 0, 0, 1], [])


CARRY_02 = [7, 60, 30, 60]


def test_the_carried_chip_goes_to_the_one_who_gains_alone() -> None:  # 4
    match = plus_minus(CARRY_02, [80, 10, 30, 37])  # 0 and 1 gain
    assert (match.chips, match.carried) == ([2, 1, 0, 0], [])
    assert match.scores == [2, 1, 0, 0]


def test_the_carried_chip_stays_while_neither_gains() -> None:  # 4
    match = plus_minus(CARRY_02, [30, 10, 37, 80])
    assert (match.chips, match.carried) == ([0, 1, 0, 1], [[0, 2, 1]])


def test_the_carried_chip_stays_when_both_gain() -> None:  # A17
    match = plus_minus(CARRY_02, [80, 30, 10, 37])
    assert (match.chips, match.carried) == ([1, 0, 1, 0], [[0, 2, 1]])


def test_carried_chips_stack_by_pair() -> None:  # A17
    match = plus_minus(CARRY_02, [60, 7, 60, 30], CARRY_02)
    assert match.carried == [[0, 2, 2], [1, 3, 1]]
    match = plus_minus(CARRY_02, [60, 7, 60, 30], CARRY_02, [80, 10, 30, 37])
    assert (match.chips, match.carried) == ([3, 2, 0, 0], [])


def test_plus_minus_result_lists_what_is_carried() -> None:
    match = plus_minus(CARRY_02)
    assert match.result()["carried"] == [[0, 2, 1]]


def test_seven_chips_win() -> None:  # 4
    match = plus_minus([80, 50, 27])
    match.scores = [6, 5, 6]
    assert not match.finished()
    match.scores = [7, 5, 6]
    assert match.outcome() == {"scores": [7, 5, 6], "winners": [0], "draw": False}


def test_a_tie_at_seven_plays_on_until_one_leads() -> None:  # A18
    match = plus_minus([80, 50, 27])
    for scores, finished in (([7, 5, 7], False), ([8, 5, 8], False), ([8, 5, 9], True)):
        match.scores = scores
        assert match.finished() is finished


# --- Differenzler (8) -----------------------------------------------------------------------------------

# Spades are trump.  Seat 2 (forehand), seat 1, seat 0 (dealer, last card SQ).
DIFF = ("HA H6 C7", "HK S6 C8", "HT SK SQ")
# HA takes HK, HT (25).  H6: S6 trumps, SK above it (4).  SQ takes C7 and C8 (3 + 5).
DIFF_PLAY = "HA HK HT H6 S6 SK SQ C7 C8"


def differenzler(announced: str = "25 0 12", play_: str = DIFF_PLAY, **options: Any) -> ref_differenzler.Match:
    match: ref_differenzler.Match = dealt(ref_differenzler, *DIFF, **options)
    act(match, " ".join(f"announce:{points}" for points in announced.split()))
    act(match, play_)
    return match


def test_the_dealers_last_card_is_trump() -> None:  # 8
    match = sit(ref_differenzler, 4, 2)
    match.deal(DECK)
    assert match.trump == "C"
    assert "C6" in match.hands[2]
    for seat in (*range(4), None):
        assert events(match, seat, "turned") == [("C6",)]


def test_announcements_from_forehand_on() -> None:  # 8, A46
    match = dealt(ref_differenzler, *DIFF)
    assert legal_now(match) == sorted(f"announce:{points}" for points in range(158))
    assert act(match, "announce:157 announce:0 announce:3") == [2, 1, 0]
    assert events(match, None, "announce") == [(2, 157), (1, 0), (0, 3)]
    assert match.actors() == [2]
    assert match.first() == 2


def test_hidden_announcements() -> None:  # A46
    match = dealt(ref_differenzler, *DIFF, announce="hidden")
    assert match.actors() == [0, 1, 2]
    match.play(1, "announce:5")
    assert match.actors() == [0, 2]
    assert events(match, 1, "announce") == [(1, 5)]
    assert events(match, 0, "announce") == events(match, None, "announce") == [(1, "hidden")]
    match.play(0, "announce:6")
    match.play(2, "announce:7")
    assert events(match, None, "announcements") == [(6, 5, 7)]
    assert match.actors() == [2]
    assert match.first() == 2


def test_penalties_are_differences() -> None:  # 8
    match = differenzler("20 0 32")
    assert match.result() == {
        "announced": [32, 0, 20],
        "cards": [12, 0, 25],
        "penalties": [20, 0, 5],
        "scores": [20, 0, 5],
    }


def test_the_weak_ban_holds_in_differenzler() -> None:  # 8
    match = dealt(ref_differenzler, "H6 C6 C7", "SK S8 C8", "S6 D7 SQ")
    act(match, "announce:0 announce:0 announce:0 H6 SK")
    assert legal_now(match) == ["D7", "S6", "SQ"]


def test_exact_takes_ten_off() -> None:  # A47
    assert differenzler(exact_bonus=10).penalties == [-10, 0, -10]
    assert differenzler("25 1 13", exact_bonus=10).penalties == [1, 1, -10]


def test_exact_nought_needs_a_trick() -> None:  # A47
    match = dealt(ref_differenzler, "H7", "H6", "S6", exact_bonus=10)
    result = play(match, "announce:0 announce:0 announce:5 H7 H6 S6")
    assert result["penalties"] == [-10, 0, 0]  # only the last trick, with its five
    match = dealt(ref_differenzler, "H7 HA", "H6 HK", "C6 S6", exact_bonus=10)
    result = play(match, "announce:0 announce:0 announce:20 H7 H6 C6 HA HK S6")
    assert result["penalties"] == [-10, 0, -10]  # seat 2 has taken a trick without points


def test_stoeck_plus_or_minus_20() -> None:  # A47, A8
    match = differenzler("25 0 32", "HA HK HT H6 S6 SK SQ", stoeck_pm20=True)
    assert match.actors() == [0]
    assert legal_now(match) == ["stoeck:+20", "stoeck:-20", "stoeck:none"]
    for choice, penalty in (("+20", 0), ("-20", 40), ("none", 20)):
        match = differenzler("25 0 32", f"HA HK HT H6 S6 SK SQ stoeck:{choice} C7 C8", stoeck_pm20=True)
        assert match.result()["cards"] == [12, 0, 25]
        assert match.penalties == [penalty, 0, 0]


def test_stoeck_is_asked_before_the_end_of_the_trick() -> None:  # A47: both cards, one holder, the last to play
    match = dealt(ref_differenzler, "H6 C7", "S6 C8", "SK SQ", stoeck_pm20=True)
    assert act(match, "announce:0 announce:0 announce:0 H6 S6 SK SQ stoeck:none C7 C8") == [
        2,
        1,
        0,
        2,
        1,
        0,
        0,
        0,
        2,
        1,
    ]
    match = dealt(ref_differenzler, "C7 SA", "S6 SJ", "SK SQ", stoeck_pm20=True)
    assert act(match, "announce:0 announce:0 announce:0 SA S6 SK C7 SJ SQ stoeck:none")[-2:] == [0, 0]
    assert match.phase == "over"


def test_no_stoeck_for_two_holders() -> None:  # 1.3
    match = dealt(ref_differenzler, "H6 SK", "S6 C8", "SA SQ", stoeck_pm20=True)
    act(match, "announce:0 announce:0 announce:0 SK S6 SQ")
    assert match.phase == "card"


@pytest.mark.parametrize(("players", "rounds"), [(3, 1), (4, 1), (3, 4)])
def test_deals_are_a_multiple_of_the_players(players: int, rounds: int) -> None:  # A45
    match = sit(ref_differenzler, players, rounds_per_player=rounds)
    rng = random.Random(3)
    for _ in range(players * rounds):
        assert not match.finished()
        random_deal(match, rng)
    match.scores = [5, 3, 4, 9][:players]
    assert match.finished()
    assert match.outcome()["winners"] == [1]


def test_a_tie_of_the_first_plays_one_more_deal() -> None:  # A45
    match = sit(ref_differenzler, 3)
    rng = random.Random(3)
    for _ in range(3):
        random_deal(match, rng)
    match.scores = [5, 5, 6]
    assert not match.finished()
    assert match.outcome()["winners"] == []
    match.scores = [5, 6, 6]
    assert match.outcome()["winners"] == [0]


# --- Schieber (6) ---------------------------------------------------------------------------------------

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


# --- Coiffeur (7) ---------------------------------------------------------------------------------------


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


# --- Handjass (5) ---------------------------------------------------------------------------------------

FOUR = ("HA D6", "HK D7", "HT DA", "HQ S8")


def handjass(players: int, *hands: str, **options: Any) -> ref_handjass.Match:
    match: ref_handjass.Match = dealt(ref_handjass, *(hands or FOUR), players=players, **options)
    return match


def test_handjass_deals() -> None:  # 5.1
    for players, seats in ((4, [3, 2, 1, 0]), (3, [2, 1, 0]), (2, [1, 0])):
        match = handjass(players)
        places = [*(match.hands[seat] for seat in seats), match.blind, match.stock]
        assert [place for place in places if place] == [hand.split() for hand in FOUR]
        assert (match.turned, match.trump) == ("S8", "S")
        assert bool(match.blind) == (players < 4)
        assert bool(match.stock) == (players == 2)
        assert events(match, None, "turned") == [("S8",)]
        assert match.actors() == [seats[0]]


def test_nine_cards_a_hand() -> None:  # 5.1
    match = sit(ref_handjass, 3)
    match.deal(DECK)
    assert [len(hand) for hand in (*match.hands, match.blind)] == [9, 9, 9, 9]


def test_in_or_out() -> None:  # 5.2
    assert legal_now(handjass(4)) == ["in", "out"]
    assert legal_now(handjass(3)) == ["blind", "in", "out"]
    assert legal_now(handjass(2)) == ["blind", "in", "out"]
    assert act(handjass(4), "in out in in") == [3, 2, 1, 0]


def test_the_blind_is_taken_once() -> None:  # 5.2
    match = handjass(3)
    act(match, "in blind")
    assert match.hands[1] == ["HQ", "S8"]
    assert legal_now(match) == ["in", "out"]
    assert events(match, 1, "hand") == [("D7", "HK"), ("HQ", "S8")]
    assert events(match, None, "hand") == []
    act(match, "out")
    assert match.playing == [2, 1]


def test_one_in_gets_two_without_play() -> None:  # 5.2
    result = play(handjass(4), "out in out out")
    assert result == {
        "active": [0, 1, 2, 3],
        "in": [2],
        "cards": [0, 0, 0, 0],
        "weis": [0, 0, 0, 0],
        "stoeck": [0, 0, 0, 0],
        "totals": [0, 0, 0, 0],
        "chips": [0, 0, 2, 0],
        "left": [],
    }
    assert play(handjass(3), "out blind out")["chips"] == [0, 2, 0]


def test_one_in_of_two_players_gets_one() -> None:  # 5.2
    assert play(handjass(2), "out in")["chips"] == [1, 0]


def test_two_may_split() -> None:  # 5.2, A21
    match = handjass(4)
    act(match, "out in out in")
    assert match.actors() == [2]  # nearer to forehand
    assert legal_now(match) == ["split:no", "split:yes"]
    assert act(match, "split:yes split:yes") == [2, 0]
    assert match.result()["chips"] == [1, 0, 1, 0]
    assert match.result()["in"] == [0, 2]


def test_either_may_dispute() -> None:  # 5.2
    for codes in ("split:no", "split:yes split:no"):
        match = handjass(4)
        act(match, "out in out in " + codes)
        assert match.phase == "weis"
        assert match.actors() == [2]  # A24: the first who is in after forehand


def test_three_do_not_split() -> None:  # 5.2
    match = handjass(4)
    act(match, "in in out in")
    assert match.phase == "weis"


def test_two_players_do_not_split() -> None:  # A21
    match = handjass(2)
    act(match, "in in")
    assert match.phase == "weis"
    match = handjass(2, split_2p=True)
    act(match, "in in split:yes split:yes")
    assert match.result()["chips"] == [1, 1]


def test_nobody_in() -> None:  # A20
    match = handjass(3)
    assert play(match, "out out out")["chips"] == [0, 0, 0]
    match.deal(deck(*FOUR))
    assert match.actors() == [1]  # forehand moves on
    match = handjass(3, nobody_in="forehand_forced")
    result = play(match, "out out out")
    assert (result["in"], result["chips"]) == ([2], [0, 0, 2])


SIX = ("HA S6", "HK D7", "HT DA", "HQ S8")


def test_the_six_is_swapped_for_the_turn_up() -> None:  # 5.2, A22
    match = handjass(3, *SIX)
    act(match, "in in in")
    assert match.actors() == [2]
    assert legal_now(match) == ["keep6", "swap6"]
    act(match, "swap6")
    assert match.hands[2] == ["HA", "S8"]
    assert match.blind == ["HQ", "S6"]
    assert match.phase == "weis"
    match = handjass(3, *SIX)
    act(match, "in in in keep6")
    assert match.hands[2] == ["HA", "S6"]


def test_the_six_is_swapped_even_from_a_hand() -> None:  # 5.2, A22
    match = handjass(3, *SIX)
    act(match, "in blind in swap6")
    assert match.hands[2] == ["HA", "S8"]
    assert match.hands[1] == ["HQ", "S6"]


def test_the_six_is_swapped_with_the_stock() -> None:  # A22
    match = handjass(2, *SIX)
    act(match, "in in swap6")
    assert (match.hands[1], match.stock) == (["HA", "S8"], ["HQ", "S6"])


def test_the_six_is_not_asked_for() -> None:  # A22
    match = handjass(4, *SIX)
    act(match, "in in in in")
    assert match.phase == "weis"  # not with four players
    match = handjass(3, *SIX)
    act(match, "out in in split:no")
    assert match.phase == "weis"  # its holder is out
    match = handjass(3, "HA D6", "HK D7", "HT DA", "HQ S6")
    act(match, "in in in")
    assert match.phase == "weis"  # it is the turn-up
    match = handjass(3, "HA D6", "HK D7", "HT DA", "S6 S8")
    act(match, "in blind in")
    assert match.phase == "weis"  # six and turn-up in one hand
    match = handjass(3, *SIX)
    act(match, "blind in in")
    assert match.phase == "weis"  # laid away


def test_split_comes_before_the_six() -> None:  # A22
    match = handjass(3, *SIX)
    act(match, "in in out")
    assert match.phase == "split"
    act(match, "split:no")
    assert match.phase == "swap6"


def test_those_who_are_out_do_not_play() -> None:  # 5.2, A24
    match = handjass(4)
    act(match, "out in in in")
    assert act(match, "weis:none HK weis:none HT weis:none HQ D7 DA S8") == [2, 2, 1, 1, 0, 0, 2, 1, 0]
    result = match.result()
    assert result["cards"] == [16, 0, 17, 0]  # HK HT HQ; D7 DA S8 and 5
    assert result["chips"] == [-1, -1, -1, 0]  # everybody at 25 or less


def test_weis_and_stoeck_of_handjass() -> None:  # 5.4
    match = handjass(4, "SK SQ SJ", "H6 H7 H8", "DT D9 C6", "C9 CT S7")
    act(match, "in in in in weis:20 SJ weis:20 H6 weis:none C6 weis:none S7")
    assert match.weis == [0, 0, 0, 20]
    result = play(match, "SK H7 D9 C9 SQ H8 DT CT")
    assert result["stoeck"] == [0, 0, 0, 20]
    assert result["totals"] == [0, 0, 0, 20 + 20 + 20 + 4 + 3 + 20 + 5]
    assert result["chips"] == [-1, -1, -1, 2]


def test_weis_order_starts_at_the_leader() -> None:  # A24: forehand is out
    match = handjass(4, "SK S9 SJ", "HA H7 H9", "D8 D7 D6", "C8 C7 C6")
    act(match, "out in in in weis:none HA weis:20 D6 weis:20 C6")
    assert match.weis == [20, 0, 0, 0]  # trumps (the turn-up is C6)
    match = handjass(4, "C8 C7 C6", "HA H7 H9", "D8 D7 D6", "S9 S7 HT")
    act(match, "in in in in weis:20 C6 weis:none HA weis:20 D6 weis:none S7")
    assert match.weis == [0, 0, 0, 20]
    match = handjass(4, "C8 C7 CA", "S8 S7 S6", "D8 D7 D6", "S9 C9 HT")
    act(match, "out in in in weis:20 S6 weis:20 D6 weis:none HT")
    assert match.weis == [0, 0, 20, 0]


class Totals(ref_handjass.Match):
    """Handjass in which the totals are given."""

    given: list[int]

    def totals(self) -> list[int]:
        return self.given


def chips(totals: list[int], drawn: str = "", playing: list[int] | None = None, **options: Any) -> list[int]:
    """Chips for these totals; `drawn` is what the seats that must draw come to draw."""
    match = Totals(len(totals), ref_handjass.SEED | options, 0)
    match.deal(deck(*FOUR))
    match.given = totals
    match.playing = playing or list(range(len(totals)))
    match.finish_deal()
    for code in drawn.split():
        match.play(-1, "cut:" + code)
    assert match.phase == "over"
    return match.chips


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ([80, 40, 30, 7], [1, 1, 0, -1]),  # the two best
        ([25, 80, 26, 26 + 1], [-1, 1, 0, 1]),  # A30
        ([157, 0, 0, 0], [2, -1, -1, -1]),  # one alone
        ([120, 25, 12], [2, -1, -1]),
        ([25, 25, 25], [-1, -1, -1]),  # nobody
        ([60, 60, 37], [1, 1, 0]),  # A29: two tied first
        ([60, 60, 37, 37], [1, 1, 0, 0]),
        ([100, 57], [1, 0]),  # 5.5: two players
        ([132, 25], [1, -1]),
        ([70, 70], [0, 0]),  # A31
        ([20, 12], [-1, -1]),
    ],
)
def test_handjass_chips(totals: list[int], expected: list[int]) -> None:  # 5.5
    assert chips(totals) == expected


def test_those_who_are_out_get_and_pay_nothing() -> None:  # 5.2, 5.5
    assert chips([80, 0, 60, 0], playing=[2, 0]) == [1, 0, 1, 0]
    assert chips([132, 0, 25, 0], playing=[2, 0]) == [2, 0, -1, 0]


def test_loss_limit() -> None:  # A30
    assert chips([110, 20, 27], loss_limit=20) == [1, -1, 1]
    assert chips([110, 21, 26], loss_limit=20) == [1, 0, 1]


def test_a_tie_for_the_second_place_draws() -> None:  # 5.5, A29
    assert chips([60, 40, 40, 17], "1:HK 2:SA") == [1, 0, 1, -1]
    assert chips([60, 33, 32 + 1, 33], "1:HK 2:S9 3:H6") == [1, 1, 0, 0]
    assert chips([60, 33, 33, 33], "1:HK 2:SK 3:H6 1:H7 2:H8") == [1, 0, 1, 0]


def test_three_tied_first_draw_who_misses() -> None:  # A29
    assert chips([50, 50, 50, 7], "0:H6 1:H7 2:H8") == [0, 1, 1, -1]
    assert chips([50, 50, 50, 7], "0:HA 1:HK 2:SK 1:S6 2:S7") == [1, 0, 1, -1]
    assert chips([40, 40, 40, 40], "0:HA 1:HK 2:SA 3:H6") == [1, 0, 1, 0]


def test_two_players_tied_draw() -> None:  # A31
    assert chips([70, 70], "0:H6 1:H7", tie_2p="draw") == [0, 1]


def test_seven_chips_leave_and_forehand_moves_on() -> None:  # 5.5
    match = handjass(4)
    match.scores = [0, 0, 5, 0]
    assert play(match, "out in out out")["left"] == [2]
    assert match.staying == [0, 1, 3]
    assert not match.finished()
    match.deal(deck(*FOUR))  # forehand was 3; 2 has left
    assert match.first() == 1
    assert match.dealer() == 3
    assert match.hands[2] == []
    assert match.blind == ["HQ", "S8"]
    assert act(match, "out out in") == [1, 0, 3]
    assert match.result()["active"] == [0, 1, 3]


def test_the_same_dealer_deals_again_when_the_next_has_left() -> None:  # 5.5
    match = handjass(4)  # dealer 0, forehand 3
    match.scores = [0, 0, 0, 5]
    assert play(match, "in out out out")["left"] == [3]
    match.deal(deck(*FOUR))
    assert (match.dealer(), match.first()) == (0, 2)


def test_two_may_leave_at_once() -> None:  # A32
    match = handjass(3)
    match.scores = [6, 6, 0]
    act(match, "out in in split:yes split:yes")
    assert match.result()["left"] == [0, 1]
    assert match.finished()
    assert match.outcome() == {"scores": [7, 7, 0], "winners": [0, 1], "draw": False}


def test_the_last_one_loses() -> None:  # A32
    match = handjass(2)
    match.scores = [6, 3]
    play(match, "out in")
    assert match.outcome() == {"scores": [7, 3], "winners": [0], "draw": False}
    with pytest.raises(ValueError, match="no deal is due"):
        match.deal(deck(*FOUR))


def test_nobody_left_draws() -> None:  # A32
    match = handjass(2, split_2p=True)
    match.scores = [6, 6]
    act(match, "in in split:yes split:yes")
    assert match.actors() == [-1]
    match.play(-1, "cut:0:H9")
    match.play(-1, "cut:1:H8")
    assert match.result()["left"] == [0, 1]
    assert match.outcome() == {"scores": [7, 7], "winners": [0], "draw": False}


# --- Options and presets --------------------------------------------------------------------------------


@pytest.mark.parametrize(("module", "players"), SIZES, ids=SIZE_IDS)
def test_presets_give_every_option(module: ModuleType, players: int) -> None:
    for name, preset in module.PRESETS.items():
        assert name in ("seed", "swiss", "somnia")
        assert set(preset) == set(module.OPTIONS)
        assert all(value in module.OPTIONS[option] for option, value in preset.items())
        assert not module.Match(players, preset, 0).finished()


@pytest.mark.parametrize(("module", "players"), SIZES, ids=SIZE_IDS)
def test_what_cannot_be_is_refused(module: ModuleType, players: int) -> None:
    for option in module.OPTIONS:
        with pytest.raises(ValueError, match=option):
            module.Match(players, module.SEED | {option: "nonsense"}, 0)
    for size in (1, 5):
        with pytest.raises(ValueError, match="players"):
            sit(module, size)
    with pytest.raises(ValueError, match="seat"):
        sit(module, players, players)


# --- Random play ----------------------------------------------------------------------------------------


def random_play(match: Any, rng: random.Random, weis: str = "") -> None:
    """To the end of the deal."""
    while match.actors():
        seat = rng.choice(match.actors())
        legal = match.legal(seat)
        assert legal and legal == sorted(set(legal))
        if match.phase == "card":
            assert set(legal) <= set(match.hands[seat])
        match.play(seat, "weis:none" if weis and "weis:none" in legal else rng.choice(legal))


def random_deal(match: Any, rng: random.Random) -> Result:
    """A whole deal."""
    match.deal(rng.sample(DECK, 36))
    hands = [list(hand) for hand in match.hands]
    assert match.first() in match.actors()
    random_play(match, rng)
    check_secrets(match, hands)
    result: Result = match.result()
    return result


def check_secrets(match: Any, hands: list[list[str]]) -> None:
    """Nobody has seen cards that were neither his nor played, turned up, drawn or shown."""
    public: set[object] = {part for seats, event in match.log if seats is None for part in event}
    cards = {card for card in DECK if card in public}
    assert {card for event in match.observation(None) for card in event if card in DECK} == cards
    for seat in range(match.players):
        own = set(hands[seat]) | set(match.full_hands[seat] if hasattr(match, "full_hands") else [])
        if getattr(match, "blind_taker", None) == seat:
            own |= set(match.blind)
        seen = {part for event in match.observation(seat) for part in event if part in DECK}
        assert seen <= cards | own


def random_options(module: ModuleType, rng: random.Random) -> dict[str, object]:
    """Any choices, but matches of the usual length."""
    usual = ("deals", "target", "loss_limit", "multipliers")
    return {name: module.SEED[name] if name in usual else rng.choice(values) for name, values in module.OPTIONS.items()}


def check_result(match: Any, result: Result, before: list[int]) -> None:
    """Sums that must hold."""
    name = type(match).__module__
    if name == "ref_differenzler":
        assert sum(result["cards"]) == 157
        assert result["scores"] == [a + b for a, b in zip(before, result["penalties"], strict=True)]
    if name in ("ref_mittlere", "ref_molotov", "ref_plus_minus"):
        assert sum(result["cards"]) == (157 if not getattr(match, "somnia", False) else 151 if match.trump else 120)
        assert sum(result["tricks"]) == 36 // match.players
        assert match.scores == [a + b for a, b in zip(before, result["chips"], strict=True)]
        if getattr(match, "lives", 0):  # lives are lost to nobody
            assert max(result["chips"]) <= 0
        else:
            assert name == "ref_plus_minus" or sum(result["chips"]) == 0
        assert name != "ref_plus_minus" or min(result["chips"]) >= 0
    if name == "ref_schieber":
        assert sum(result["cards"]) == 157 or (match.at_once and match.finished())
        plain = zip(result["cards"], result["weis"], result["stoeck"], strict=True)
        for points, parts in zip(result["points"], plain, strict=True):
            assert points in (match.factor() * sum(parts), match.factor() * (sum(parts) + match.match_bonus))
        assert result["scores"] == [a + b for a, b in zip(before, result["points"], strict=True)]
        assert not (result["weis"][0] and result["weis"][1])
        assert sum(result["stoeck"]) in (0, 20)
    if name == "ref_coiffeur":
        assert sum(match.card_points_by_seat()) == 157
        assert result["entry"] == (
            result["cards"] + 100 * (result["match"] == 1)
            if match.players == 3
            else (result["cards"] + 100 * result["match"]) // 10 * match.rows[match.row()]
        )
    if name == "ref_handjass":
        assert sum(result["cards"]) <= 157
        if len(result["in"]) == 4:
            assert sum(result["cards"]) == 157
        assert all(result["chips"][seat] == 0 for seat in range(match.players) if seat not in result["in"])
        assert sum(chip for chip in result["chips"] if chip > 0) <= 2
        assert match.scores == [a + b for a, b in zip(before, result["chips"], strict=True)]


@pytest.mark.parametrize(("module", "players"), SIZES, ids=SIZE_IDS)
@pytest.mark.parametrize("preset", ["seed", "swiss", "any"])
def test_invariants_in_random_matches(module: ModuleType, players: int, preset: str) -> None:
    rng = random.Random(f"{module.__name__} {players} {preset}")
    for _ in range(6):
        options = random_options(module, rng) if preset == "any" else module.PRESETS[preset]
        match = module.Match(players, options, rng.randrange(players))
        while not match.finished():
            assert match.outcome()["winners"] == []
            before = list(match.scores) if isinstance(match.scores, list) else []
            check_result(match, random_deal(match, rng), before)
        outcome = match.outcome()
        assert len(outcome["scores"]) == players
        assert outcome["winners"] == sorted(set(outcome["winners"])) != []
        assert outcome["draw"] is False


def test_names_change_nothing() -> None:  # A1
    outcomes = []
    for names in ("egg", "hslu"):
        match = sit(ref_schieber, 4, suit_names=names)
        rng = random.Random(1)
        while not match.finished():
            random_deal(match, rng)
        outcomes.append(match.outcome())
    assert outcomes[0] == outcomes[1]


def test_order_strings_hold_every_rank() -> None:
    assert sorted(RANKS) == sorted(TRUMP_RANKS) == sorted(UNDENUFE_RANKS)
