"""Hand-checked positions of The Emissary; the ids in brackets are those of the rules text."""

import random
from typing import Any

import numpy as np
import pytest
from walks import Table, examples, option_sets, same, shuffled, walk_deal
from worlds import draw, replay_fast, stock_made_out, told

from torite.cards.rng import new_rng
from torite.games import GAMES
from torite.games.position import IllegalMoveError, Position
from torite.games.powers import next_card
from torite.games.scene import MemoryZone, WidgetZone
from torite.table.records import replay
from torite.table.scribe import Scribe

GAME = GAMES["emissary"]
NAMES = list(GAME.deck.names.values())
RULERS = "CQ CK DQ DK HQ HK SQ SK"  # kingdoms 1 to 8
CLUBS = "CA C2 C3 C4 C5 C6 C7 C8"
BETWEEN: dict[str, Any] = {"advisor_timing": "between_tricks"}
PUBLISHED: dict[str, Any] = BETWEEN | {"diplomacy_refill": False, "politics_block": "last_remaining"}


def deal(cards: str, rulers: str = RULERS, **options: Any) -> Position:
    """A first visit: hand, then stock; the rest follows in ascending order."""
    position = Position(GAME, 1, seed=1, options=options)
    told_cards = rulers.split() + cards.split()
    position.deal(told_cards + [code for code in NAMES if code not in told_cards])
    return position


def play(position: Position, codes: str) -> Position:
    """Play these codes one after the other."""
    for code in codes.split():
        position.play(code)
    return position


def names(mask: Any) -> list[str]:
    """Codes of a set of cards."""
    return [name for card, name in GAME.deck.names.items() if int(mask) >> card & 1]


def powers(position: Position) -> list[str]:
    """Powers that may be used now."""
    return [code.removeprefix("power:") for code in position.legal() if code.startswith("power:")]


def won(position: Position, cards: str) -> Position:
    """The same position, these rulers won before and their kingdoms with them."""
    for code in cards.split():
        card = GAME.deck.parse(code)
        position.state.rulers[position.state.rulers == card] = -1
        position.state.won |= 1 << card
        position.state.reached += 1
    return position


# ---- the deal and the kingdom ----
def test_eight_cards_in_hand_and_the_rulers_in_order() -> None:  # S3-S6, V1
    position = deal(CLUBS + " D8 D7")
    assert names(position.state.hands[0]) == CLUBS.split()
    assert position.legal() == [f"visit:{k}" for k in range(1, 9)]
    play(position, "visit:3 lead")
    widget = next(zone for zone in position.scene(0).zones if isinstance(zone, WidgetZone))
    assert widget.data["rulers"] == RULERS.split()
    assert position.game.result(position.state) == {"kingdom": 3, "trump": "D", "tricks": 0, "success": False}  # V4


def test_the_ruler_leads_the_next_card_and_the_suit_must_be_followed() -> None:  # V5, V6
    position = play(deal("C8 C2 D5 D3 H4 H6 S3 S4 C5 H8 DA", **BETWEEN), "visit:1")
    assert "lead" in position.legal() and not {"C8", "C2"} & set(position.legal())
    play(position, "lead")
    assert position.legal() == ["C2", "C8"]
    with pytest.raises(IllegalMoveError):
        position.play("D5")


@pytest.mark.parametrize(
    ("kingdom", "led", "card", "wins"),
    [
        (3, "C5", "C8", True),  # higher, not trump
        (3, "C5", "C2", False),
        (3, "C2", "CA", False),  # the ace is low (S1)
        (1, "C5", "C8", True),  # higher trump
        (1, "C5", "C2", False),  # lower trump
        (4, "H8", "DA", True),  # the lowest trump beats every other suit
        (1, "H8", "D8", False),  # neither suit led nor trump
    ],
)
def test_who_wins(kingdom: int, led: str, card: str, wins: bool) -> None:  # V7-V9
    hand = [code for code in ("C8", "C2", "CA", "C3") if code != led][:3] if led[0] == "C" else ["DA", "D8", "D2"]
    position = deal(" ".join([*hand, "S2", "S3", "S4", "S5", "S6", led]), **BETWEEN)
    play(position, f"visit:{kingdom} lead {card}")
    state = position.state
    assert (state.tricks[0], state.last_winner) == ((1, 0) if wins else (0, 1))
    assert names(state.pile) == ([card] if wins else [])
    assert set(names(state.discards)) == ({led} if wins else {led, card})
    assert "lead" in position.legal()  # V10


def test_exactly_k_tricks_win_the_ruler() -> None:  # E1, E8
    position = deal("C8 C2 D8 D2 H8 H2 S8 S2 C5 C6 D5 D6 H5 H6 S5 S6")
    play(position, "visit:4 " + " ".join(f"lead {s}8 lead {s}2" for s in "CDHS"))
    assert position.deal_result() == {"kingdom": 4, "trump": "D", "tricks": 4, "success": True}
    assert not position.finished() and names(position.state.won) == ["DK"]
    before = position.state.rulers.tolist()
    position.deal()
    assert position.state.rulers.tolist() == before and "visit:4" not in position.legal()  # V1, E3
    assert int(position.state.hands[0]).bit_count() == 8 and position.state.in_stock == 24


@pytest.mark.parametrize("kingdom", [3, 5])
def test_any_other_number_loses_the_match(kingdom: int) -> None:  # E6, gap 14
    position = deal("C8 C2 D8 D2 H8 H2 S8 S2 C5 C6 D5 D6 H5 H6 S5 S6")
    won(position, "SK")
    play(position, f"visit:{kingdom} " + " ".join(f"lead {s}8 lead {s}2" for s in "CDHS"))
    assert position.deal_result()["success"] is False and position.finished()
    assert position.result().scores == [2] and position.result().winners == []


def test_the_last_kingdom_wins_the_match() -> None:  # E7
    position = deal("C8 C2 D8 D2 H8 H2 S8 S2 C5 C6 D5 D6 H5 H6 S5 S6")
    won(position, "CQ CK DQ HQ HK SQ SK")
    play(position, "visit:4 " + " ".join(f"lead {s}8 lead {s}2" for s in "CDHS"))
    assert position.finished() and position.result().scores == [16] and position.result().winners == [0]


# ---- powers ----
def test_hearts_discard_all_trumps_and_refill() -> None:  # J-H, gap 1
    position = play(deal("DA D5 C2 C3 C4 S2 S3 S4 H8 H7 H6", **BETWEEN), "visit:3 power:J-H")
    assert names(position.state.hands[0]) == ["C2", "C3", "C4", "H7", "H8", "S2", "S3", "S4"]
    assert names(position.state.discards) == ["DA", "D5"]
    assert "J-H" not in powers(position)  # J1


def test_hearts_as_published_leave_a_smaller_hand() -> None:  # gap 1
    position = play(deal("DA D5 C2 C3 C4 S2 S3 S4 H8 H7 H6", **PUBLISHED), "visit:3 power:J-H")
    assert names(position.state.hands[0]) == ["C2", "C3", "C4", "S2", "S3", "S4"]


def test_a_hand_emptied_by_a_power_ends_the_visit() -> None:  # gap 11
    position = play(deal(CLUBS + " H8", **PUBLISHED), "visit:1 power:J-H")
    assert position.game.result(position.state) == {"kingdom": 1, "trump": "C", "tricks": 0, "success": False}


def test_a_power_may_be_without_effect() -> None:  # gap 8
    position = play(deal("DA D5 D2 D3 D4 S2 S3 S4 H8", **BETWEEN), "visit:1 power:J-C power:J-H")
    assert position.state.held[0] == 8 and powers(position) == ["J-D", "J-S"]


def test_clubs_draw_as_many_as_clubs_are_held() -> None:  # J-C
    position = play(deal("CA C5 C2 S3 S4 S2 S5 S6 H8 H7 H6 H5", **BETWEEN), "visit:3 power:J-C")
    assert names(position.state.hands[0]) == ["CA", "C2", "C5", "H6", "H7", "H8", "S2", "S3", "S4", "S5", "S6"]


def test_diamonds_draw_two_and_discard_two() -> None:  # J-D, J5
    position = play(deal(CLUBS + " H8 H7 H6", **BETWEEN), "visit:3 power:J-D")
    assert position.legal() == [f"discard:{c}" for c in [*CLUBS.split(), "H7", "H8"]]
    play(position, "discard:H8 discard:CA")
    assert position.state.held[0] == 8 and set(names(position.state.discards)) == {"H8", "CA"}
    assert "lead" in position.legal()


def test_spades_exchange_the_rulers() -> None:  # J-S
    position = play(deal(CLUBS, **BETWEEN), "visit:3 power:J-S")
    assert position.legal() == [f"swap:{k}" for k in (1, 2, 4, 5, 6, 7, 8)]
    play(position, "swap:6")
    assert position.game.result(position.state)["trump"] == "H"
    assert [GAME.deck.names[int(c)] for c in position.state.rulers[[2, 5]]] == ["HK", "DQ"]


def test_spades_for_a_ruler_of_the_same_suit() -> None:  # gap 12
    position = play(deal(CLUBS, **BETWEEN), "visit:3 power:J-S swap:4")
    assert position.game.result(position.state)["trump"] == "D"


@pytest.mark.parametrize(("block", "allowed"), [("position_8", False), ("both", False), ("last_remaining", True)])
def test_spades_in_kingdom_8(block: str, allowed: bool) -> None:  # gap 4
    position = won(play(deal(CLUBS, **BETWEEN, politics_block=block), "visit:8"), "CQ SQ")
    assert ("J-S" in powers(position)) == allowed == ("Q-S" in powers(position))


@pytest.mark.parametrize("block", ["position_8", "both", "last_remaining"])
def test_spades_where_no_other_kingdom_is_left(block: str) -> None:  # gap 4
    position = won(deal(CLUBS, **BETWEEN, politics_block=block), "CQ CK DQ HQ HK SQ SK")
    play(position, "visit:4")
    assert not {"J-S", "Q-S", "K-S"} & set(powers(position))
    assert powers(position) == ["J-C", "J-D", "J-H", "Q-C", "Q-D", "Q-H", "K-C", "K-H"]


def test_a_ruler_helps_once_a_match() -> None:  # E5, E8
    position = won(deal(CLUBS + " D8 D7", **BETWEEN), "CK HQ")
    play(position, "visit:3 power:K-C")
    assert position.state.held[0] == 16 and names(position.state.won) == ["HQ"] and "K-C" not in powers(position)
    play(position, "concede")
    assert position.result().scores == [3]  # two kingdoms, one ruler left


def test_retainers_help_again_in_the_next_visit() -> None:  # E2
    position = deal("C8 C2 D8 D2 H8 H2 S8 S2 C5 C6 D5 D6 H5 H6 S5 S6", **BETWEEN)
    play(position, "visit:2 power:J-S swap:4 power:J-H")
    position.state.tricks[0] = position.state.kingdom + 1
    position.state.hands[0] = position.state.held[0] = 1
    play(position, "lead CA")
    position.deal()
    play(position, "visit:1")
    assert powers(position) == ["J-C", "J-D", "J-H", "J-S", "K-D"]


# ---- when powers may be used ----
def test_between_tricks_never_in_response() -> None:  # gap 2
    position = play(deal(CLUBS + " D8 D7", **BETWEEN), "visit:1 lead")
    assert position.legal() == CLUBS.split()


def test_anytime_also_in_response() -> None:  # gap 2
    position = play(deal(CLUBS + " D8 D7 D6 D5", advisor_timing="anytime"), "visit:3 lead")
    assert powers(position) == ["J-C", "J-D", "J-H", "J-S"] and "lead" not in position.legal()
    play(position, "power:J-D discard:CA discard:C2")
    assert position.legal()[:2] == ["D6", "D7"]  # the new cards must follow


def test_a_response_may_empty_the_hand() -> None:  # gap 11
    position = deal(CLUBS + " D8", advisor_timing="anytime", diplomacy_refill=False)
    assert play(position, "visit:1 lead power:J-H").deal_over()


def test_the_window_of_the_seed() -> None:  # J2-J4
    position = play(deal("C8 C2 D8 D2 H8 H2 S8 S2 C5 C6 D5 D6 H5 H6 S5 S6"), "visit:4")
    selects = [f"select:J-{s}" for s in "CDHS"]
    assert position.legal() == [*selects, "lead"]
    play(position, "select:J-C")
    assert powers(position) == ["J-C"] and "select:J-C" not in position.legal()
    play(position, "lead")
    assert position.legal() == ["C2", "C8", "power:J-C"]  # within trick 1: used, not selected
    play(position, "C8")
    assert position.legal() == ["power:J-C", *selects[1:], "lead"]
    play(position, "lead")
    assert position.legal() == ["C2", "power:J-C", *selects[1:]]
    play(position, "select:J-D C2")
    assert position.legal() == ["power:J-C", "power:J-D", "lead"]  # selected no more


def test_rulers_help_at_any_decision_of_the_visit() -> None:  # gap 7
    position = won(deal(CLUBS + " D8"), "SQ")
    assert powers(position) == []
    play(position, "visit:3")
    assert powers(position) == ["Q-S"]
    assert powers(play(position, "lead")) == ["Q-S"]
    play(position, "power:Q-S")
    assert all(code.startswith("swap:") for code in position.legal())  # J5


@pytest.mark.parametrize(("difficulty", "success"), [("easy", True), ("hard", False)])
def test_hard_wants_all_selected_used(difficulty: str, success: bool) -> None:  # J7, gap 3
    position = deal("C8 C2 D8 D2 H8 H2 S8 S2 C5 C6 D5 D6 H5 H6 S5 S6", difficulty=difficulty)
    play(position, "visit:4 select:J-H " + " ".join(f"lead {s}8 lead {s}2" for s in "CDHS"))
    assert position.deal_result() == {"kingdom": 4, "trump": "D", "tricks": 4, "success": success}


@pytest.mark.parametrize(
    ("kingdom", "select", "key", "cards"),
    [
        (4, "", "visit", None),
        (4, "select:J-H select:J-S", "unused", "HJ SJ"),
        (3, "select:J-H", "too_many", None),
        (5, "", "too_few", None),
    ],
)
def test_why_a_visit_is_lost_is_told(kingdom: int, select: str, key: str, cards: str | None) -> None:
    position = deal("C8 C2 D8 D2 H8 H2 S8 S2 C5 C6 D5 D6 H5 H6 S5 S6", difficulty="hard")
    play(position, f"visit:{kingdom} {select} " + " ".join(f"lead {s}8 lead {s}2" for s in "CDHS"))
    [meant] = position.scene(None).meant
    assert (meant.key, meant.params.get("cards"), meant.won) == (key, cards, key == "visit")


@pytest.mark.parametrize("codes", ["", "visit:1 lead", "visit:1 power:J-D", "visit:1 power:J-S"])
def test_that_it_was_conceded_is_told(codes: str) -> None:
    position = play(deal(CLUBS, **BETWEEN), codes)
    position.play("concede", 0)
    assert [meant.key for meant in position.scene(None).meant] == ["conceded"]


def test_the_retainer_who_cannot_help_in_this_visit_is_told() -> None:  # gap 4
    position = play(deal(CLUBS), "visit:8")
    [shown] = [zone.data for zone in position.scene(0).zones if isinstance(zone, WidgetZone)]
    assert shown["barred"] == ["S"] and "select:J-S" in position.legal()
    [shown] = [zone.data for zone in play(deal(CLUBS), "visit:7").scene(0).zones if isinstance(zone, WidgetZone)]
    assert shown["barred"] == []


def test_it_is_told_when_no_retainer_can_be_selected_any_more() -> None:  # J2
    position, late = play(deal(CLUBS), "visit:8"), list[bool]()
    while not position.deal_over() and len(late) < 8:
        [shown] = [zone.data for zone in position.scene(0).zones if isinstance(zone, WidgetZone)]
        late.append(shown["late"])
        may = any(code.startswith("select") for code in position.legal())
        assert not (may and shown["late"]) and (may or shown["late"] or int(position.state.trick_no) < 2)
        position.play(next(code for code in position.legal() if not code.startswith(("select", "concede"))))
    assert late[0] is False and late[-1] is True


def test_retainers_are_turned_up_by_hand() -> None:  # E4, gap 6
    position = deal("C8 C2 D8 D2 H8 H2 S8 S2 C5 C6 D5 D6 H5 H6 S5 S6", strict_manual_refresh=True)
    play(position, "visit:4 select:J-H select:J-S " + " ".join(f"lead {s}8 lead {s}2" for s in "CDHS"))
    position.deal()
    assert position.legal()[-2:] == ["refresh:J-H", "refresh:J-S"]
    play(position, "refresh:J-S visit:1")
    assert [code for code in position.legal() if code.startswith("select")] == [
        "select:J-C",
        "select:J-D",
        "select:J-S",
    ]


# ---- an empty stock ----
def emptied(position: Position) -> Position:
    """All but the hand's and the discards' cards have come off the stock and are aside."""
    state = position.state
    while state.in_stock:
        state.pile |= np.int64(1) << int(next_card(state))
    return position


def test_a_lead_makes_a_new_stock_of_the_discards() -> None:  # J6
    position = emptied(play(deal("CA C2 C3 C4 C5 S2 S3 S4 H8", **BETWEEN), "visit:3 lead CA"))
    play(position, "lead")
    assert position.log[-2:-1] == [(0, "lead")]
    seat, code = position.log[-1]
    assert seat == -1 and sorted(code.removeprefix("reshuffle:").split(",")) == ["CA", "H8"]
    assert GAME.deck.names[int(position.state.trick[1])] == code.removeprefix("reshuffle:")[:2]
    assert not position.state.discards and position.state.gone == 1


def test_a_power_draws_the_rest_after_the_shuffle() -> None:  # gap 9
    position = play(deal("DA D2 S5 S6 S7 S2 S3 S4 H8", **BETWEEN), "visit:3 lead S2")
    play(emptied(position), "power:J-H")  # both diamonds are trumps; discards: H8 S2 DA D2
    code = position.log[-1][1]
    assert sorted(code.removeprefix("reshuffle:").split(",")) == ["D2", "DA", "H8", "S2"]
    assert position.state.held[0] == 7 and position.state.gone == 2


def test_the_open_card_is_not_in_the_new_stock() -> None:
    position = play(deal("DA D2 S5 S6 S7 S2 S3 S4 H8 H7", advisor_timing="anytime"), "visit:3 lead S2 lead")
    play(emptied(position), "power:J-H")
    assert sorted(position.log[-1][1].removeprefix("reshuffle:").split(",")) == ["D2", "DA", "H8", "S2"]


def test_fewer_cards_than_a_power_draws() -> None:  # gap 9, 13
    position = play(deal("DA D2 S5 S6 S7 S2 S3 S4 H8", **BETWEEN), "visit:1")
    emptied(position).state.discards = np.int64(1) << GAME.deck.parse("H8")
    position.state.pile ^= np.int64(1) << GAME.deck.parse("H8")
    play(position, "power:J-D")
    assert position.state.owed == 1
    play(position, "discard:DA")
    assert position.state.held[0] == 8 and "lead" in position.legal()


def test_no_card_left_for_the_ruler_ends_the_visit() -> None:  # gap 10
    position = won(deal(CLUBS, **BETWEEN), "CQ CK")
    play(position, "visit:3 power:J-C power:Q-C power:K-C")
    assert position.state.held[0] == 32
    assert position.deal_result() == {"kingdom": 3, "trump": "D", "tricks": 0, "success": False}
    assert position.finished()


# ---- giving up, views, records ----
def test_concede_at_any_decision_and_never_listed() -> None:
    for codes in ("", "visit:3", "visit:3 lead", "visit:3 power:J-D", "visit:3 power:J-S"):
        position = play(deal(CLUBS + " D8", advisor_timing="anytime"), codes)
        assert "concede" not in position.legal() and "concede" not in position.scene(0).legal
        play(position, "concede")
        assert position.finished() and position.result().winners == []
        with pytest.raises(IllegalMoveError):
            position.play("concede")
    assert play(deal(CLUBS), "concede").deal_result() == {
        "kingdom": None,
        "trump": None,
        "tricks": 0,
        "success": False,
    }


def test_concede_is_no_word_of_other_games() -> None:
    position = Position(GAMES["rwd"], 3, seed=1)
    position.deal()
    with pytest.raises(IllegalMoveError):
        position.play("concede")


def test_seen_cards_are_shown_where_wanted() -> None:  # gap 7 of the information model
    for shown in (False, True):
        position = play(deal("CA C2 C3 C4 C5 S2 S3 S4 H8", show_seen_cards=shown), "visit:3 lead CA")
        memory = [zone.cards for zone in position.scene(0).zones if isinstance(zone, MemoryZone)]
        assert memory == ([["H8", "CA"]] if shown else [])


def test_every_card_is_in_one_place_and_tricks_add_up() -> None:
    rng = random.Random(4)
    for _ in range(examples(60)):
        table = Table(GAME, 1, rng.choice(option_sets(GAME)), slow=False)
        table.deal(shuffled(GAME, rng))
        s = table.state
        for _ in walk_deal(table, rng):
            stock = [int(card) for card in s.stock[: s.in_stock]]
            open_card = [int(s.trick[1])] if s.trick[1] >= 0 else []
            lying = [
                *stock,
                *open_card,
                *(GAME.deck.parse(n) for m in (s.hands[0], s.discards, s.pile) for n in names(m)),
            ]
            assert len(lying) == len(set(lying)) == 32
            assert int(s.pile).bit_count() == s.tricks[0] <= s.trick_no
            assert sum(card >= 0 for card in s.rulers) + s.reached == 8


def test_every_world_drawn_could_be_true() -> None:
    """The fast half of test_worlds: the view is the same, and replaying the deal in the world leads to it."""
    rng, chance, shuffles = random.Random(5), new_rng(b"emissary"), 0
    for number in range(examples(120)):
        table = Table(GAME, 1, rng.choice(option_sets(GAME)), slow=False)
        first = [*RULERS.split(), *CLUBS.split()] if number % 2 else []  # all clubs: the stock runs out
        table.deal(first + [code for code in shuffled(GAME, rng) if code not in first])
        for _ in walk_deal(table, rng):
            world = draw(table, 0, chance)
            for viewer in (0, None):
                assert told(GAME, world, viewer) == told(GAME, table.state, viewer)
            replayed = replay_fast(table, stock_made_out(table, world, list(table.history)))
            assert same(replayed, world)
        shuffles += any(seat == -1 for seat, _ in table.history)
    assert shuffles or examples(120) < 120


@pytest.mark.parametrize("preset", GAME.presets)
def test_records_with_reshuffles_and_concessions_replay(preset: str) -> None:
    rng, shuffles, conceded = random.Random(6), 0, 0
    for seed in range(examples(60)):
        position = Position(GAME, 1, seed=seed, preset=preset)
        scribe = Scribe(position, legal=True)
        while not position.finished():
            scribe.deal()
            while position.actors():
                draws = [code for code in position.legal() if code.endswith("-C") or code.startswith("discard")]
                code = rng.choice(draws or position.legal())
                code = "concede" if rng.random() < 0.01 else code
                conceded += code == "concede"
                scribe.play(code, 0)
        record = scribe.record()
        shuffles += sum(action[0] == -1 for one in record["deals"] for action in one["actions"])
        replay(record, verify=True)
    assert (conceded and (shuffles or preset != "between")) or examples(60) < 60  # a stock rarely runs out
