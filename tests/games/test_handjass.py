"""Handjass, rule by rule (shared/rules/jass.md 5)."""

from typing import Any

import pytest
from jass_tables import act, says, seated

from torite.cards.bits import members
from torite.cards.rng import new_rng
from torite.games import GAMES
from torite.games.jass import handjass
from torite.games.jass.cards import DECK

GAME = GAMES["handjass"]
ASCENDING = list(DECK.names.values())


def table(players: int, deck: str = "", **options: Any) -> Any:
    """A first deal, seat 0 deals; `deck`: the first cards in dealing order, the last one is turned up."""
    t = seated("handjass", {}, players, options)
    codes = deck.split()
    if codes:
        rest = [code for code in ASCENDING if code not in codes]
        t = seated("handjass", {}, players, options)
        t.state = t.before[0]
        t.deal(codes[:-1] + rest + codes[-1:])
    return t


def everything(t: Any) -> list[int]:
    s = t.state
    return [*map(int, s.hands[: t.players]), int(s.blind), int(s.stock)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nine_cards_a_hand_and_the_last_one_is_turned_up(players: int) -> None:
    t = table(players)
    assert [hand.bit_count() for hand in everything(t)] == [9] * players + [9 * (players < 4), 9 * (players < 3)]
    s = t.state
    assert DECK.names[int(s.turned)] == ASCENDING[-1] == "SA" and s.trump == 3
    where = {4: int(s.hands[0]), 3: int(s.blind), 2: int(s.stock)}[players]  # seat 0 deals
    assert where >> int(s.turned) & 1
    assert s.turn == s.forehand == (0 - 1) % players


def test_one_in_wins_without_play() -> None:
    for players, chips in ((4, 2), (3, 2), (2, 1)):
        t = table(players)
        act(t, " ".join(["out"] * (players - 1) + ["in"]))
        assert not t.actors() and t.state.chips.tolist()[:players] == [chips] + [0] * (players - 1)


def test_nobody_in() -> None:
    t = table(3)
    act(t, "out out out")
    assert not t.actors() and not t.state.chips.any()
    t.deal(ASCENDING)
    assert (t.state.forehand, t.state.dealer) == (1, 2)  # forehand moves on
    t = table(3, nobody_in="forehand_forced")
    act(t, "out out out")
    assert t.state.chips.tolist() == [0, 0, 2, 0]


def test_two_in_may_split_if_both_agree() -> None:
    t = table(4)
    act(t, "out in out in")
    assert t.state.turn == 2 and says(t) == ["split:yes", "split:no"]
    act(t, "split:yes")
    assert t.state.turn == 0
    act(t, "split:yes")
    assert not t.actors() and t.state.chips.tolist() == [1, 0, 1, 0]
    t = table(4)
    act(t, "out in out in split:no")
    assert t.game.phase(t.state) == "weis" and t.state.turn == 2
    t = table(2)
    act(t, "in in")
    assert t.game.phase(t.state) in ("swap", "weis")  # not with two left
    t = table(2, split_2p=True)
    act(t, "in in split:yes split:yes")
    assert t.state.chips.tolist()[:2] == [1, 1]


def test_the_first_who_wishes_takes_the_blind() -> None:
    t = table(3)
    assert says(t) == ["in", "out", "blind"]
    hand, blind = int(t.state.hands[2]), int(t.state.blind)
    act(t, "blind")
    s = t.state
    assert (int(s.hands[2]), int(s.laid_down[2]), int(s.blind)) == (blind, hand, 0)
    assert s.ins == 0b100 and "blind" not in says(t)
    for seat, known in ((0, 0), (2, hand)):  # its owner may look at it, nobody else
        assert int(GAME.state.view(s, seat).laid_down[2]) == known
    assert "blind" not in says(table(4))


def six_of_spades_with(players: int, seat: int) -> Any:
    """Spades are trump (SA turned up) and this seat holds the six."""
    order = [(0 - 1 - i) % players for i in range(players)]
    deck = []
    codes = [code for code in ASCENDING if code not in ("S6", "SA")]
    for p in order:
        deck += ["S6", codes.pop(0), codes.pop(0)] if p == seat else [codes.pop(0) for _ in range(3)]
    return table(players, " ".join([*deck, "SA"]))


def test_the_six_of_trumps_may_be_exchanged() -> None:
    t = six_of_spades_with(3, 1)
    act(t, "in in in")
    assert t.state.turn == 1 and says(t) == ["swap6", "keep6"]
    act(t, "swap6")
    s = t.state
    assert int(s.hands[1]) >> int(s.turned) & 1 and int(s.blind) >> 48 & 1
    assert t.game.phase(s) == "weis" and s.turn == 2


def test_all_know_who_is_asked_for_the_six() -> None:
    t = six_of_spades_with(3, 1)
    act(t, "in in in")
    assert [int(GAME.state.view(t.state, seat).shown[1]) for seat in (0, 2)] == [1 << 48] * 2
    act(t, "keep6")
    for seat in (0, 2):
        for draw in range(5):
            world = GAME.state.view(t.state, seat)
            GAME.determinize(world, seat, new_rng(b"six", draw))
            assert int(world.hands[1]) >> 48 & 1
    t = six_of_spades_with(3, 1)
    act(t, "in in in swap6")
    assert int(GAME.state.view(t.state, 0).shown[1]) == 1 << int(t.state.turned)  # the six is gone


def test_a_weis_that_the_hand_is_too_small_for_is_not_drawn() -> None:
    """Seat 1 has told a nine high run of three and holds one card: not the three clubs that nobody has seen."""
    hands: dict[Any, str] = {
        0: "CJ CK D6 DJ DQ HK HA S9 ST",
        1: "C6 C7 C8 C9 H6 H8 HJ HQ S8",
        2: "CT CQ DT DK H7 S6 SJ SQ SK",
        "extra:blind": "D7 D8 D9 DA H9 HT S7 SA CA",
    }
    t = seated("handjass", hands, 3)
    act(t, "in blind in weis:20 SQ weis:20 S7 weis:none ST DK D9 DJ H7 H9 HK S9 CQ CA")
    act(t, "HT CK SJ DQ CT DA SK SA CJ HA DT D7 D6")
    for draw in range(100):
        world = GAME.state.view(t.state, 2)
        GAME.determinize(world, 2, new_rng(b"weis", draw))
        assert [DECK.names[card] for card in members(int(world.hands[1]))] == ["D8"]


def test_also_if_the_blind_has_become_a_hand() -> None:
    t = six_of_spades_with(3, 1)
    act(t, "blind in in swap6")
    assert int(t.state.hands[2]) >> 48 & 1  # the taker gets the six, and all have seen it
    assert int(GAME.state.view(t.state, 0).shown[2]) == 1 << 48


def test_no_exchange_in_other_cases() -> None:
    t = six_of_spades_with(4, 1)
    act(t, "in in in in")
    assert t.game.phase(t.state) == "weis"  # not with four
    t = six_of_spades_with(3, 1)
    act(t, "in out in split:no")
    assert t.game.phase(t.state) == "weis"  # its holder is out
    t = six_of_spades_with(3, 1)
    act(t, "in blind in")
    assert t.game.phase(t.state) == "weis"  # laid down with the old hand
    assert all(int(lacks) >> 48 & 1 for lacks in (t.state.lacks[0], t.state.lacks[2]))
    t = six_of_spades_with(2, 1)
    act(t, "in in")
    assert t.game.phase(t.state) == "swap"  # against the stock


def test_the_first_who_is_in_leads() -> None:
    t = table(4)
    act(t, "out in in out split:no")
    assert t.state.lead == 2 and t.state.held.tolist() == [9] * 4


def counted(totals: list[int], ins: int = 0, inside: int = 0, **options: Any) -> Any:
    """State after a deal in which those who are in had these totals."""
    players = len(totals)
    s = table(players, **options).state
    s.ins = ins or (1 << players) - 1
    s.inside = inside or s.inside
    s.cards[:players] = totals
    handjass.count(s)
    return s


@pytest.mark.parametrize(
    ("totals", "chips"),
    [
        ([60, 50, 30, 17], [1, 1, 0, -1]),
        ([90, 25, 22, 20], [2, -1, -1, -1]),  # one alone above 25
        ([90, 26, 21, 20], [1, 1, -1, -1]),
        ([25, 20, 10, 0], [-1, -1, -1, -1]),  # cards may be out of play
        ([50, 50, 40, 17], [1, 1, 0, -1]),
        ([100, 57], [1, 0]),
        ([132, 25], [1, -1]),
        ([78, 78], [0, 0]),
    ],
)
def test_chips(totals: list[int], chips: list[int]) -> None:
    assert counted(totals).chips.tolist()[: len(totals)] == chips


def test_the_limit_may_be_twenty() -> None:
    assert counted([90, 25, 22, 20], loss_limit=20).chips.tolist() == [1, 1, 0, -1]


@pytest.mark.parametrize(
    ("totals", "options", "why", "who"),
    [
        ([60, 50, 30, 27], {}, "most", "01"),
        ([78, 78], {}, "tied", ""),
    ],
)
def test_why_is_told(totals: list[int], options: dict[str, Any], why: str, who: str) -> None:
    s = counted(totals, **options)
    for seat, chips in enumerate(s.chips[: len(totals)].tolist()):
        meaning = handjass.meaning(s, seat)
        assert (meaning.key, meaning.params["who"], meaning.params["gain"]) == (why, who, chips)
        assert meaning.won == (chips == 1)


def test_who_pays_hears_why_and_the_others_why_they_do_not() -> None:
    told = [handjass.meaning(counted([90, 25, 22, 20], loss_limit=20), seat) for seat in range(4)]
    assert [m.key for m in told] == ["most", "most", "most", "too_few"]
    assert [(m.params["who"], m.params["gain"]) for m in told] == [("01", 1), ("01", 1), ("01", 0), ("3", -1)]
    all_pay = counted([25, 20, 12, 0], ins=0b0111)
    assert all_pay.chips.tolist() == [-1, -1, -1, 0]
    outsider = handjass.meaning(all_pay, 3)
    assert (outsider.key, outsider.params["who"]) == ("too_few", "012")  # who was out, or has left, hears it as well


@pytest.mark.parametrize(
    ("codes", "why", "who"),
    [
        ("in out out out", "only", "3"),
        ("out out out out", "nobody", ""),
        ("in in out out split:yes split:yes", "split", "23"),
    ],
)
def test_why_nothing_was_played_is_told(codes: str, why: str, who: str) -> None:
    t = table(4)
    act(t, codes)
    meaning = handjass.meaning(t.state, 0)
    assert (meaning.key, meaning.params["who"]) == (why, who)


def draw(s: Any, codes: str) -> Any:
    for code in codes.split():
        GAME.chance_play(s, code)  # type: ignore[misc]
    return s


def test_a_tie_for_the_second_place_is_drawn_for() -> None:
    s = draw(counted([57, 40, 40, 20]), "cut:2:HK cut:1:SA")
    assert s.chips.tolist() == [1, 1, 0, -1]
    s = draw(counted([50, 50, 50, 7]), "cut:2:HK cut:1:SA cut:0:D7")  # three first: two of them get it
    assert s.chips.tolist() == [0, 1, 1, -1]
    s = draw(counted([78, 78], tie_2p="draw"), "cut:1:HK cut:0:SK cut:1:H9 cut:0:S8")
    assert s.chips.tolist()[:2] == [0, 1]


def test_who_has_lost_the_draw_hears_of_it() -> None:
    s = draw(counted([57, 40, 40, 30]), "cut:2:HK cut:1:SA")
    assert {(m.key, m.params["who"]) for m in (handjass.meaning(s, seat) for seat in range(4))} == {("drawn", "01")}
    s = draw(counted([50, 50, 50, 7]), "cut:2:HK cut:1:SA cut:0:D7")
    assert [handjass.meaning(s, seat).key for seat in range(4)] == ["drawn", "drawn", "drawn", "too_few"]


def test_seven_chips_leave_and_the_last_one_loses() -> None:
    t = table(3)
    t.state.scores[:3] = (6, 6, 0)
    act(t, "in in in")
    while int(t.state.held.sum()):
        t.play(int(t.state.turn), t.legal(int(t.state.turn))[-1])
    s = counted([60, 50, 47])
    s.scores[:3], s.left = (6, 6, 0), 0
    s.chips[:3] = (1, 1, 0)
    handjass.settle(s)
    assert s.left == 0b011 and s.loser == 2 and GAME.finished(s)
    assert GAME.outcome(s).winners == [0, 1]


def test_forehand_moves_on_among_those_left() -> None:
    t = table(4)  # seat 0 deals, forehand 3
    t.state.scores[:] = (0, 0, 6, 0)
    act(t, "out in out out")
    assert t.state.left == 0b0100 and not GAME.finished(t.state)
    t.deal(ASCENDING)
    s = t.state
    assert (s.forehand, s.dealer) == (1, 3)  # seat 2 has left
    assert s.inside == 0b1011 and int(s.blind).bit_count() == 9 and not s.hands[2]


def test_all_of_the_last_ones_may_leave_at_once() -> None:
    t = table(2, split_2p=True)
    t.state.scores[:2] = (6, 8)
    act(t, "in in split:yes split:yes")
    assert t.state.loser == 0  # fewer chips
    t = table(2, split_2p=True)
    t.state.scores[:2] = (6, 6)
    act(t, "in in split:yes")
    GAME.play(t.state, t.state.turn, GAME.parse_action("split:yes"))  # not by the table, which would let chance draw
    draw(t.state, "cut:1:S6 cut:0:S7")
    assert t.state.loser == 1
