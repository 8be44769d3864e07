"""The slow reference of Handjass, on positions small enough to be checked by hand."""

from typing import Any

import pytest
import ref_handjass
from acting import act
from jass_deals import dealt, deck, events, legal_now, play, sit
from ref_jass import DECK

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
