"""Schieber, Weis and Stöck, rule by rule (shared/rules/jass.md 1.3, 5.4, 6)."""

from typing import Any

import numpy as np
import pytest
from jass_tables import act, says, seated

from torite.cards.rng import new_rng
from torite.games import GAMES
from torite.games.game import OptionError
from torite.games.jass import schieber
from torite.games.jass.cards import DECK
from torite.games.jass.contracts import CONTRACTS
from torite.games.jass.weis import LARGE, NINES, SMALL, VALUES, best_melds, meld_kinds
from torite.games.position import Position
from torite.games.scene import FACE_DOWN, FactZone, HandZone
from torite.games.scenes import scene

BOOKS = {"small": SMALL, "nines": NINES, "large": LARGE}


def mask(codes: str) -> Any:
    return np.int64(sum(1 << DECK.parse(code) for code in codes.split()))


@pytest.mark.parametrize(
    ("hand", "book", "kinds", "points"),
    [
        ("SA SK SQ H6 H8 HT D6 D8 DT", "small", "20", 20),
        ("SA SK SQ SJ H8 HT D6 D8 DT", "small", "50", 50),
        ("SA SK SQ SJ ST HT D6 D8 DQ", "small", "100", 100),
        ("SA SK SQ SJ ST S9 S8 S7 S6", "small", "100", 100),
        ("SA SK SQ SJ ST S9 S8 S7 S6", "large", "300", 300),
        ("SA SK SQ SJ ST S9 S8 H7 H6", "large", "200", 200),
        ("SJ S9 SA H6 H8 HT D6 D8 DT", "small", "", 0),  # no run in the order of trumps
        ("SA SK SQ H6 H7 H8 D9 DT DJ", "small", "20", 60),
        ("SJ HJ DJ CJ S6 S8 H6 H8 D6", "small", "200", 200),
        ("S9 H9 D9 C9 S6 S7 H6 H7 D6", "small", "", 0),
        ("S9 H9 D9 C9 S6 S7 H6 H7 D6", "nines", "150", 150),
        ("S8 H8 D8 C8 SA SQ HA HQ DA", "nines", "", 0),
        ("S8 H8 D8 C8 SA SQ HA HQ DA", "large", "100", 100),
        ("SA HA DA CA S6 S8 H6 H8 D6", "small", "100", 100),
        # AKQJ and four jacks: the run may be said whole (50) or cut (20); cut it counts 20 + 200.
        ("SA SK SQ SJ HJ DJ CJ H6 D6", "small", "20 50 200", 220),
        # The large table lets the jack of spades count in both.
        ("SA SK SQ SJ HJ DJ CJ H6 D6", "large", "50 200", 250),
        # KQJ and four jacks: without its jack the run is nothing.
        ("SK SQ SJ HJ DJ CJ H6 D6 C8", "small", "20 200", 200),
    ],
)
def test_what_a_hand_may_announce_and_score(hand: str, book: str, kinds: str, points: int) -> None:
    found = int(meld_kinds(mask(hand), BOOKS[book]))
    assert [VALUES[i] for i in range(7) if found >> i & 1] == [int(k) for k in kinds.split()]
    assert best_melds(mask(hand), BOOKS[book])[0] == points


HANDS = {
    2: "SA SK SQ HA H8 D6 D8 CT C6",  # 20 in spades, Stöck in spades
    1: "HK HQ HJ S6 S8 D9 DJ CQ C8",  # 20 in hearts
    0: "ST S9 H6 HT D7 DT DQ CK C9",
    3: "SJ S7 H9 H7 DK DA CA CJ C7",  # holds the 7 of clubs: forehand
}


def table(**options: Any) -> Any:
    return seated("schieber", HANDS, 4, options)


def test_the_seven_of_clubs_makes_forehand() -> None:
    s = table().state
    assert (int(s.turn), int(s.lead), int(s.dealer)) == (3, 3, 0)
    for seat in range(4):  # everybody knows who holds it
        assert int(GAMES["schieber"].state.view(s, seat).shown[3]) == mask("C7")


def told(t: Any) -> dict[str, int]:
    """Who is said to have named the contract."""
    zones = scene(t.game, t.state, None).zones
    return {z.id: z.value for z in zones if isinstance(z, FactZone) and z.seat and isinstance(z.value, int)}


def test_the_first_forehand_deals_second() -> None:
    t = table()
    act(t, "contract:C")
    while t.actors():
        t.play(int(t.state.turn), t.legal(int(t.state.turn))[-1])
    t.deal(list(DECK.names.values()))
    assert (int(t.state.dealer), int(t.state.turn)) == (3, 2)


def test_a_pushed_contract_must_be_named() -> None:
    t = table()
    assert says(t) == [f"contract:{c}" for c in (*"CDHS", "obenabe", "undenufe")] + ["push"]
    act(t, "push")
    assert t.state.turn == 1 and "push" not in says(t)
    assert told(t) == {}
    act(t, "contract:H")
    assert t.state.turn == 3  # forehand leads in any case
    assert told(t) == {"pushed_to": 1}


def test_the_partner_may_push_back_once() -> None:
    t = table(push_back=True)
    phases = []
    for _ in range(2):
        act(t, "push")
        phases.append(t.game.phase(t.state))
    assert phases == ["may_push_back", "pushed"]
    assert t.state.turn == 3 and "push" not in says(t)
    act(t, "contract:H")
    assert told(t) == {"named_by": 3}


def test_only_what_is_not_below_the_highest_may_be_said() -> None:
    t = table()
    act(t, "contract:H")
    assert says(t) == ["weis:none"]
    act(t, "weis:none C7")
    assert says(t) == ["weis:20", "weis:none"]


def test_equal_weis_are_compared_step_by_step() -> None:
    t = table()
    act(t, "contract:H weis:none C7 weis:20 C6 weis:20 C8 weis:none C9")
    s = t.state
    assert s.claim_length.tolist() == [-1, 3, 3, -1]
    assert s.claim_top.tolist() == [-1, 7, 8, -1]  # king against ace
    assert s.claim_trump.tolist() == [-1, -1, -1, -1]  # not asked any more
    assert s.weis_winner == 2 and s.weis.tolist() == [0, 0, 20, 0]
    assert int(s.melds[2]) == mask("SA SK SQ") and not s.melds[1]
    assert s.points[:2].tolist() == [40, 0]  # hearts count double; the trick, without points, went to seat 0


def test_melds_that_count_are_shown_during_the_second_trick() -> None:
    t = table()

    def shown() -> list[str]:
        hands = [zone for zone in scene(t.game, t.state, None).zones if isinstance(zone, HandZone)]
        return [" ".join(code for code in hand.cards if code != FACE_DOWN) for hand in hands]

    def badges() -> list[int | None]:
        return [next(each.value for each in own if each.id == "weis") for own in scene(t.game, t.state, None).badges]

    act(t, "contract:H weis:none C7 weis:20 C6 weis:20 C8")
    assert shown() == [""] * 4
    assert badges() == [0, 20, 20, 0]
    act(t, "weis:none C9")
    assert shown() == ["", "", "SA SK SQ", ""]
    assert badges() == [0, 0, 20, 0]  # the other one does not count
    for _ in range(4):
        act(t, says(t)[0])
    assert shown() == [""] * 4


def test_a_lower_weis_wins_in_undenufe() -> None:
    for reversed_, winner in ((True, 1), (False, 2)):
        t = table(weis_undenufe_reversed=reversed_)
        act(t, "contract:undenufe weis:none C7 weis:20 C6 weis:20 C8 weis:none C9")
        assert t.state.weis_winner == winner


def test_stoeck_is_asked_when_the_second_is_played() -> None:
    t = table()
    act(t, "contract:H weis:none C7 weis:none C6 weis:none HK")
    assert t.state.turn == 0
    act(t, "weis:none C9 HQ")
    assert says(t) == ["stoeck", "stoeck:none"]
    act(t, "stoeck")
    assert t.state.stoeck.tolist() == [0, 20, 0, 0]


def test_stoeck_may_end_the_match_within_a_trick() -> None:
    t = table(target=500, end_check="once")
    t.state.scores[:] = (0, 465, 0, 465)
    act(t, "contract:H weis:none C7 weis:none C6 weis:none HK weis:none C9 HQ")
    assert t.actors() == [1]
    act(t, "stoeck")
    assert not t.actors() and t.state.trick_no == 1 and t.state.scores[:2].tolist() == [0, 465 + 2 * 24]


def test_stoeck_shown_in_a_weis_is_not_asked() -> None:
    t = table()
    act(t, "contract:S weis:none SJ weis:20 SQ weis:none S6 weis:none S9")
    assert t.state.weis_winner == 2 and t.state.stoeck.sum() == 0
    act(t, "S7 SK")
    assert t.state.stoeck.tolist() == [0, 0, 20, 0] and t.state.turn == 1


@pytest.mark.parametrize("contract", ["S", "C", "H", "D", "obenabe", "undenufe"])
def test_any_six_multipliers(contract: str) -> None:
    """Six whole numbers, in the order of the rules (A35)."""
    told = dict(zip(["S", "C", "H", "D", "obenabe", "undenufe"], (3, 1, 4, 1, 5, 9), strict=True))
    p = Position(GAMES["schieber"], 4, seed=1, options={"multipliers": "3 1 4 1 5 9"})
    p.deal()
    p.play(f"contract:{contract}")
    while not p.deal_over():
        p.play(p.legal()[-1])
    counted = sum(sum(p.deal_result()[what]) for what in ("cards", "weis", "stoeck"))
    assert sum(p.deal_result()["points"]) == told[contract] * counted


@pytest.mark.parametrize(
    "value", ["1 2 3 4 5", "1 2 3 4 5 6 7", "0 1 1 1 1 1", "1,1,1,1,1,1", "", 112234, "1 1 1 1 1 x"]
)
def test_multipliers_that_cannot_be(value: object) -> None:
    with pytest.raises(OptionError, match="any 6 numbers from 1 to 9"):
        Position(GAMES["schieber"], 4, options={"multipliers": value})


def test_worlds_keep_what_was_said_and_shown() -> None:
    t, chance = table(), new_rng(b"said")
    act(t, "contract:S weis:none SJ weis:20")
    for _ in range(30):
        world = t.game.state.view(t.state, 3)
        t.game.determinize(world, 3, chance)
        assert meld_kinds(world.hands[2], SMALL) & 1
    act(t, "SQ weis:none S6 weis:none S9")
    for _ in range(5):
        world = t.game.state.view(t.state, 3)
        t.game.determinize(world, 3, chance)
        assert int(t.state.melds[2]) & ~int(t.state.shown[2]) == 0 and int(world.hands[2]) & mask("SK")


def test_multipliers_and_the_match() -> None:
    hands = {3: "SA SK SQ SJ ST S9 S8 S7 C7"}  # the 7 of clubs is played last, the rest are trumps
    for options, contract, points in (
        ({}, "S", (152 + 5 - 0) * 1),
        ({"match_bonus": 100}, "S", 257),
    ):
        t = seated("schieber", hands | {1: "C6 C8 C9 CT CJ CQ CK CA S6"}, 4, options)
        act(t, f"contract:{contract}")
        while t.actors():
            legal = t.legal(int(t.state.turn))
            spades = [a for a in legal if a < 64 and a >> 4 == 3]
            t.play(int(t.state.turn), (spades or legal)[-1])
        result = t.game.result(t.state)
        assert result["cards"] == [0, 157]
        assert result["points"][1] == points + result["weis"][1] + result["stoeck"][1]


@pytest.mark.parametrize(
    ("tricks", "contract", "points"),
    [
        ([5, 0, 4, 0], "undenufe", [1028, 0]),  # 4 x (157 + 100)
        ([5, 0, 4, 0], "H", [514, 0]),
        ([5, 1, 3, 0], "undenufe", [628, 0]),  # the trick lost was empty, but a trick
    ],
)
def test_the_match_bonus_is_for_nine_tricks_and_multiplied(tricks: list[int], contract: str, points: list[int]) -> None:
    s = table(match_bonus=100).state
    s.contract = CONTRACTS.index(contract)
    s.cards[:], s.tricks[:] = (100, 0, 57, 0), tricks
    assert not schieber.ends(s) and s.points[:2].tolist() == points
    told = schieber.meaning(s, 1)
    assert (told.key, told.good) == ("sides" if tricks[1] else "match", False)


def test_the_first_to_cross_wins_the_match() -> None:
    for end_check in ("deal", "once"):
        t = table(target=500, end_check=end_check)
        t.state.scores[:] = (460, 499, 460, 499)
        # Side 0 gets 40 for the Weis before side 1 or 0 takes the first trick.
        act(t, "contract:H weis:none C7 weis:20 C6 weis:20 C8 weis:none C9")
        assert t.state.crossed == 0
        assert (not t.actors()) == (end_check == "once")
        while t.actors():
            t.play(int(t.state.turn), t.legal(int(t.state.turn))[0])
        outcome = t.game.outcome(t.state)
        assert outcome.winners == [0, 2]
        if end_check == "once":
            assert t.game.result(t.state)["cards"] == [0, 0]


def test_the_slate() -> None:
    t = table()
    t.state.scores[:] = (1297, 40, 1297, 40)
    zone = t.game.zones[-1].data(t.state)
    assert zone["sides"][0] == {"score": 1297, "hundreds": 12, "fifties": 1, "twenties": 2, "rest": 7}
    assert zone["sides"][1] == {"score": 40, "hundreds": 0, "fifties": 0, "twenties": 2, "rest": 0}
