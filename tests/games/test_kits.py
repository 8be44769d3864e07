"""Kits: whist from a kit is the whist that was written by hand, action by action; pages find what they do not have."""

import random
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from torite.cards.bits import members
from torite.cards.deck import Deck, lanes, ranked_deck
from torite.cards.kernel import kernel
from torite.cards.rng import below, new_rng
from torite.games import GAMES, fields
from torite.games.fields import Each
from torite.games.game import Game
from torite.games.kits import heading, melds, stock, tricks, trumps
from torite.games.load import imported
from torite.games.position import Position
from torite.games.redeal import redeal
from torite.games.scene import HandZone, Reason
from torite.games.state import hidden
from torite.rules import NONE, Card

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"
ALIKE = (
    "players",
    "deals",
    "dealer",
    "turn",
    "hands",
    "held",
    "seen",
    "void",
    "turned",
    "trump",
    "lead",
    "trick",
    "last",
    "last_lead",
    "last_winner",
    "tricks",
    "points",
    "scores",
)


class Drawing(tricks.State):
    """Nothing but the hands of tricks."""


@kernel
def three(s: Drawing, deck: np.ndarray) -> tuple[int, int, int]:
    rng = tricks.lots(s, deck)
    return below(rng, 4), below(rng, 4), below(rng, 4)


def drawn(hands: list[list[int]]) -> list[int]:
    """What is drawn from 0 to 3 where the hands came in this order, three times."""
    s = fields.layout(Drawing, 4).new()[0]
    s.players = 4
    deck = np.array([card for cards in zip(*hands, strict=True) for card in cards], np.int8)
    for seat, hand in enumerate(hands):
        s.hands[seat] = sum(1 << card for card in hand)
    return [int(n) for n in three(s, deck)]


def test_lots_say_nothing_of_who_holds_what() -> None:
    chance, cards = random.Random(1), ranked_deck("23456789").cards.tolist()
    for _ in range(2):
        chance.shuffle(cards)
        hands = [cards[i::4] for i in range(4)]
        found = [drawn([chance.sample(hand, len(hand)) for hand in hands]) for _ in range(800)]
        for each in zip(*found, strict=True):  # 200 of each, give or take 4 standard errors
            assert all(150 < each.count(n) < 250 for n in range(4))


def test_lots_are_the_same_for_the_same_deal() -> None:
    cards = ranked_deck("23456789").cards.tolist()
    assert drawn([cards[i::4] for i in range(4)]) == [0, 2, 1]


class Stocked(stock.State):
    stock: Each[Card] = hidden(NONE, 6)


@pytest.fixture(scope="module")
def pair() -> tuple[Game, Game]:
    """Whist from the kit, and by hand."""
    kit, hand = EXAMPLES / "whist.py", HERE / "whist_by_hand.py"
    return imported(kit, str(kit)), imported(hand, str(hand))


def same(one: Position, other: Position) -> None:
    """What both tables show and ask."""
    assert one.actors() == other.actors()
    for name in ALIKE:
        assert np.array_equal(one.state[name], other.state[name]), name
    for seat in range(4):
        assert one.legal(seat) == other.legal(seat)
        mine, theirs = one.view(seat), other.view(seat)
        assert all(np.array_equal(mine[name], theirs[name]) for name in ALIKE)
        ours, scene = one.scene(seat), other.scene(seat)
        assert {zone.id: zone for zone in ours.zones if zone.id != "taken"} == {
            zone.id: zone for zone in scene.zones if zone.id != "taken"
        }
        assert (ours.why, ours.badges, ours.phase) == (scene.why, scene.badges, scene.phase)


def test_rules_stand_beside_a_page_in_any_language(tmp_path: Path) -> None:
    file = tmp_path / "whist.py"
    file.write_text((EXAMPLES / "whist.py").read_text("utf-8"), "utf-8")
    for lang in ("en", "fr", "pt-br", "no way"):
        (tmp_path / f"whist.{lang}.md").write_text(f"# {lang}\n", "utf-8")
    assert imported(file, str(file)).pages == {lang: f"# {lang}\n" for lang in ("en", "fr", "pt-br")}


@pytest.mark.parametrize("name", ["whist", "queens"])
def test_the_suit_is_the_reason_only_where_it_is(name: str) -> None:
    """Not of a bid, nor of a card that follows, nor of one that need not."""
    file = next(path for path in (EXAMPLES / f"{name}.py", HERE / f"{name}.py") if path.is_file())
    kit, told = tricks if name == "whist" else trumps, 0
    position = Position(imported(file, str(file)), 4, seed=2)
    position.deal()
    while seats := position.actors():
        (seat,), deck, view = seats, position.game.deck, position.view(*seats)
        hand, may = members(int(view.hands[seat])), position.legal(seat)
        for card in hand:
            assert (kit.why(view, seat, card, deck) is None) == (deck.names[card] in may)
        assert kit.why(view, seat, 64 + hand[0], deck) is None
        told += len(may) < len(hand)
        position.play(may[0], seat)
    assert told


def test_trumps_lie_together_in_the_hand() -> None:
    file = HERE / "queens.py"
    position, seen = Position(imported(file, str(file)), 4, seed=3), 0
    position.deal()
    plain = [suit + rank for suit in "HSDC" for rank in "AKJT987"]
    for seat in range(4):
        zones = position.scene(seat).zones
        (hand,) = (zone.cards for zone in zones if isinstance(zone, HandZone) and zone.seat == seat)
        queens = sum("Q" in card for card in hand)
        assert hand[queens:] == [card for card in plain if card in hand]
        seen += queens
    assert seen == 4


def test_melds_lie_open_where_trumps_are_from_several_suits(tmp_path: Path) -> None:
    text = (HERE / "queens.py").read_text("utf-8")
    text = text.replace("trumps.State, scores", "trumps.State, melds.State, scores").replace(
        "(order)", "(order, laid=open_hands.shown)"
    )
    (file := tmp_path / "open_queens.py").write_text(text, "utf-8")
    position = Position(imported(file, str(file)), 4, seed=3)
    position.deal()
    state = position.state
    state.laid[1] = state.hands[1] & -state.hands[1]
    hands = [zone for zone in position.scene(0).zones if isinstance(zone, HandZone) and zone.seat != 0]
    assert [sum(card != "?" for card in zone.cards) for zone in hands] == [1, 0, 0]


def test_trumps_from_several_suits() -> None:
    """The highest trump takes, of equal ones the first, else the highest card of the suit led."""
    file = HERE / "queens.py"
    position, rng = Position(imported(file, str(file)), 4, seed=3), random.Random(3)
    position.deal()
    names, hands = position.game.deck.names, [set[str]() for _ in range(4)]
    for seat, hand in enumerate(position.state.hands):
        hands[seat] = {names[card] for card in members(int(hand))}
    tied, trick = 0, list[tuple[int, str]]()

    def suit(card: str) -> str:
        return "trumps" if "H" in card or "Q" in card else card[0]

    while position.actors():
        (seat,) = position.actors()
        led = suit(trick[0][1]) if trick else None
        assert set(position.legal(seat)) == ({card for card in hands[seat] if suit(card) == led} or hands[seat])
        card = rng.choice(position.legal(seat))
        position.play(card, seat)
        hands[seat].remove(card)
        trick.append((seat, card))
        if len(trick) == 4:
            led = suit(trick[0][1])
            order = [
                (suit(card) == "trumps", suit(card) == led, "Q" in card or "789TJKA".index(card[1]) / 7)
                for _, card in trick
            ]
            tied += order.count(max(order)) > 1
            winner = trick[order.index(max(order))][0]
            assert position.actors() == ([winner] if any(hands) else [])
            assert position.state.last_winner == winner
            trick = []
    assert tied and position.finished()


@pytest.mark.parametrize("goal", [1, 5, 7, 9])
def test_whist_from_the_kit_is_whist_by_hand(pair: tuple[Game, Game], goal: int) -> None:
    rng, plays = random.Random(goal), 0
    points, others = np.zeros(4), np.zeros(4)
    for seed in range(5):
        kit, hand = (Position(game, 4, seed=seed, options={"goal": goal}) for game in pair)
        assert kit.state.goal == goal
        while not kit.finished():
            kit.deal()
            hand.deal()
            assert pair[0].places(kit.state) == pair[1].places(hand.state)
            while kit.actors():
                if plays % 3 == 0:
                    same(kit, hand)
                code = rng.choice(kit.legal())
                kit.play(code)
                hand.play(code)
                plays += 1
            same(kit, hand)
            pair[0].score(kit.state, points)
            pair[1].score(hand.state, others)
            assert points.tolist() == others.tolist() and kit.deal_result() == hand.deal_result()
        assert hand.finished() and kit.result() == hand.result()
    assert plays >= 52 * 5


def test_worlds_are_drawn_by_the_same_rules(pair: tuple[Game, Game]) -> None:
    """From equal views, with equal chance, equal worlds."""
    kit, hand = (Position(game, 4, seed=3) for game in pair)
    rng = random.Random(3)
    for position in (kit, hand):
        position.deal()
    for step in range(40):
        code = rng.choice(kit.legal())
        for seat in range(4):
            worlds: list[Any] = []
            for position, game in zip((kit, hand), pair, strict=True):
                worlds.append(position.view(seat))
                game.determinize(worlds[-1], seat, new_rng(b"worlds", step))
            assert worlds[0].hands.tolist() == worlds[1].hands.tolist()
        kit.play(code)
        hand.play(code)


def test_a_kit_says_why(pair: tuple[Game, Game]) -> None:
    position = Position(pair[0], 4, seed=5, first=0)
    position.deal()
    position.play(position.legal()[0])
    led = position.log[0][1][0]
    other = next(
        name
        for card, name in pair[0].deck.names.items()
        if position.state.hands[2] >> card & 1 and name not in position.legal()
    )
    assert position.why(other) == Reason("follow", {"suit": led})


# ---- stock ----
def laid(*cards: int) -> Any:
    """A record with this stock, for two."""
    s = fields.layout(Stocked, 2).new()[0]
    s.stock[:] = NONE
    stock.lay(s, np.array(cards, np.int8))
    return s


def test_the_first_card_laid_is_drawn_first() -> None:
    s = laid(5, 17, 33)
    assert (int(stock.take(s)), int(s.in_stock)) == (5, 2)
    assert (int(stock.draw(s, 1)), s.hands.tolist(), s.held.tolist()) == (17, [0, 1 << 17], [0, 1])
    assert (s.stock.tolist(), int(s.in_stock)) == ([33, *[NONE] * 5], 1)


def test_a_stock_is_filled_from_the_top_in_any_order() -> None:
    rng, met = new_rng(b"stock"), set()
    for _ in range(200):
        s = laid(1, 2, 3, 60)
        s.stock[1] = 9  # of a view: nothing that lies there counts
        stock.fill(s, np.int64(0b1110), rng)
        s.stock[0] = 60
        assert s.stock.tolist()[4:] == [NONE, NONE]
        met.add(tuple(int(stock.take(s)) for _ in range(4)))
    assert met == {(*order, 60) for order in permutations((1, 2, 3))}


def test_once_cards_are_passed_the_dealers_left_leads() -> None:
    page = HERE / "pass_again.py"
    position = Position(imported(page, str(page)), 4, seed=1, first=1)
    position.deal()
    while len(position.actors()) > 1 or position.legal()[0].startswith("pass:"):
        position.play(position.legal()[0])
    assert position.turn == position.state.lead == 2


@pytest.mark.parametrize("name", ["hearts", "emissary"])
def test_what_is_chosen_together_comes_to_the_same_in_any_order(name: str) -> None:
    page = EXAMPLES / f"{name}.py"
    game = GAMES.get(name) or imported(page, str(page))
    chance, found = random.Random(1), set()
    for seed in range(40):
        position = Position(game, game.players[0], seed=seed)
        position.deal()
        while position.actors():
            seat = chance.choice(position.actors())
            count, legal = position.together(seat), position.legal(seat)
            assert position.scene(seat).together == count
            if count > 1:
                found.add(count)
                chosen, ends = chance.sample(legal, count), set()
                for order in permutations(chosen):
                    trial = position.copy()
                    for left, code in zip(range(count, 0, -1), order, strict=True):
                        assert trial.together(seat) == left
                        trial.play(code, seat)
                    ends.add(trial.state.tobytes())
                assert len(ends) == 1
            position.play(chance.choice(legal), seat)
    assert found == {"hearts": {2, 3}, "emissary": {2}}[name]


def test_melds_are_what_a_hand_holds() -> None:
    """Runs and sets of a kind, told from codes alone."""
    ranks, deck, chance = "789TJQKA", ranked_deck("789TJKQA"), random.Random(1)  # the deck's order is another one
    book = melds.book(melds.runs(deck, ranks, 3), melds.alike(deck, "JA", 3), melds.alike(deck, "A", 4))
    names = [{deck.names[card] for card in members(int(cards))} for cards in book]
    assert [len(some) for some in names] == [3] * (24 + 8) + [4]
    for _ in range(200):
        hand = chance.sample(list(deck.names), 12)
        codes = {deck.names[card] for card in hand}
        runs = [codes >= {suit + ranks[i + n] for n in range(3)} for i in range(6) for suit in "CDHS"]
        kinds = [
            codes >= {suit + rank for suit in "CDHS" if suit != left} for rank in "JA" for left in ("S", "H", "D", "C")
        ]
        held = [*runs, *kinds, codes >= {"CA", "DA", "HA", "SA"}]
        mask = np.int64(sum(1 << card for card in hand))
        assert members(int(melds.held(book, mask))) == [i for i, has in enumerate(held) if has]
        assert melds.best(book, mask) == max((i for i, has in enumerate(held) if has), default=NONE)
    with pytest.raises(ValueError, match="at most 62"):
        melds.book(melds.runs(deck, ranks, 1), melds.runs(deck, ranks, 1))
    double = Deck("french", "S", {0: "SQ", 1: "SQ'", 2: "SK", 3: "SK'"})
    with pytest.raises(ValueError, match="look alike, as SQ' does"):
        melds.runs(double, "QK", 2)


def test_there_is_no_world_where_a_hand_holds_too_many_cards() -> None:
    held, void, cards = np.array([1, 1], np.int8), np.zeros(2, np.int8), np.int64(0b1111)
    rng = new_rng(b"too many")
    hands = np.array([0b11, 0], np.int64)
    assert not redeal(hands, held, void, cards, rng)
    assert hands.tolist() == [0b11, 0]
    page = Path(__file__).parents[2] / "examples" / "euchre.py"
    position = Position(imported(page, str(page)), 4, seed=1)
    position.deal()
    s = position.view(0)
    s.hands[1] = s.pack & ~s.hands[0]
    assert not heading.share_out(s, s.pack, rng)
    assert s.hands[2] == 0


def test_who_is_void_lacks_the_suit_even_if_nothing_else_says_so() -> None:
    page = Path(__file__).parent / "tierces.py"
    game = imported(page, str(page))
    position = Position(game, 4, seed=1)
    position.deal()
    for n in range(20):
        s = position.view(0)
        s.void[1] = 0b0101
        heading.determinize(s, 0, new_rng(b"void %d" % n))
        assert len(members(int(s.hands[1]))) == s.held[1]
        assert not s.hands[1] & lanes(0b0101)
