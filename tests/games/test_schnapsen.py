"""Schnapsen, an example on the kits of melds, heading and drawing: beside its reference, by hand, and with bugs."""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from ref_schnapsen import Deal
from walks import examples

from torite.cards.bits import members
from torite.cards.kernel import JIT
from torite.cards.rng import new_rng
from torite.games.game import Game
from torite.games.load import imported
from torite.games.position import Position

PAGE = Path(__file__).parents[2] / "examples" / "schnapsen.py"
KITS = Path(__file__).parents[2] / "src" / "torite" / "games" / "kits"
GAME = imported(PAGE, str(PAGE))
CARDS = list(GAME.deck.names.values())
quick = pytest.mark.skipif(JIT, reason="by design: each bug would be compiled; the plain run does it")


def codes(cards: int) -> set[str]:
    """A set of cards of the product, in codes."""
    return {GAME.deck.names[card] for card in members(int(cards)) if card in GAME.deck.names}


def totals(position: Position) -> list[int]:
    """Points so far, as the table shows them."""
    read: Any = position.game.badges[1].value
    return [int(points) for points in read(position.state)]


def agree(position: Position, deal: Deal) -> None:
    """All that both say of this moment is the same."""
    s = position.state
    assert position.legal(deal.to_move) == [] if deal.result else sorted(position.legal()) == deal.legal()
    if deal.result:
        assert s.points.tolist() == deal.result and not position.actors()
        return
    assert position.actors() == [deal.to_move] and position.legal(1 - deal.to_move) == []
    for seat in (0, 1):
        assert codes(s.hands[seat]) == set(deal.hands[seat])
        assert codes(s.laid[seat] & ~s.seen) == deal.known[seat]
        assert codes(s.lacks[seat]) == deal.proved[seat]
        assert totals(position)[seat] == deal.points(seat)
    if deal.free():
        assert codes(1 << int(s.turned)) == {deal.talon[-1]} and s.in_stock == len(deal.talon)


def choose(chance: random.Random, legal: list[str], words: float) -> str:
    """Any of them; what is no card as often as `words` says."""
    said = [code for code in legal if len(code) > 2]
    return chance.choice(said if said and chance.random() < words else [code for code in legal if len(code) == 2])


def walk(game: Game, seed: str, matches: int) -> Iterator[tuple[Position, Deal]]:
    """Random matches, the reference beside them."""
    chance = random.Random(seed)
    for number in range(matches):
        position, words = Position(game, 2, seed=number), chance.choice((0.1, 0.5, 1))
        patient = number % 2 == 0  # nobody closes before the other one has 33
        while not position.finished():
            cards = chance.sample(CARDS, 20)
            position.deal(cards)
            deal = Deal(cards, int(position.state.dealer))
            yield position, deal
            while position.actors():
                waits = patient and deal.points(1 - deal.to_move) < 33
                code = choose(chance, [code for code in position.legal() if code != "close" or not waits], words)
                position.play(code)
                deal.act(code)
                yield position, deal
        assert max(position.state.scores) >= 7 > min(position.state.scores)


def compare(game: Game, matches: int) -> None:
    for position, deal in walk(game, "compare", matches):
        agree(position, deal)


def test_it_is_the_game_of_the_rules_page() -> None:
    compare(GAME, examples(300))


def could_hold(deal: Deal, seat: int) -> list[frozenset[str]]:
    """Every hand that the other one may have, as far as the seat can tell."""
    other = 1 - seat
    gone = {*deal.hands[seat], *deal.won[0], *deal.won[1], *deal.table, *deal.talon[-1:]}
    free = set(CARDS) - gone - deal.known[other] - deal.proved[other]
    missing = len(deal.hands[other]) - len(deal.known[other])
    return [frozenset(some) | deal.known[other] for some in combinations(sorted(free), missing)]


def worlds_fit(game: Game, matches: int) -> int:
    """Each hand that the other may have is drawn, about as often as another, and no other one; on how many moments?"""
    rng, looked = new_rng(b"schnapsen"), 0
    for position, deal in walk(game, "worlds", matches):
        for seat in (0, 1) if deal.result is None else ():
            hands = could_hold(deal, seat)
            if not 1 <= len(hands) <= 12:
                continue
            view, drawn = position.view(seat), Counter[frozenset[str]]()
            for _ in range(40 * len(hands)):
                world = view.copy()
                game.determinize(world, seat, rng)
                drawn[frozenset(codes(world.hands[1 - seat]))] += 1
                assert world.hands[seat] == view.hands[seat] and world.in_stock == view.in_stock
                lying = [int(card) for card in world.stock[: world.in_stock]]
                assert len({*lying, *members(int(world.hands[0])), *members(int(world.hands[1]))}) == (
                    len(lying) + int(world.held.sum())
                )
            assert set(drawn) == set(hands)
            assert min(drawn.values()) >= 12 and max(drawn.values()) <= 80
            looked += len(hands) > 1
    return looked


def test_worlds_are_all_that_a_seat_cannot_rule_out() -> None:
    assert worlds_fit(GAME, examples(60)) > (20 if examples(60) == 60 else 0)


def dealt(hand: str, other: str, talon: str) -> Position:
    """Seat 0 leads with the first hand; the last card of the talon lies face up."""
    position = Position(GAME, 2, seed=1)
    mine, theirs = hand.split(), other.split()
    position.deal([card for pair in zip(mine, theirs, strict=True) for card in pair] + talon.split())
    assert position.actors() == [0]
    return position


HAND, OTHER = "SK SQ HK HQ CJ", "CA CT DA DT SA"
TALON = "ST HA HT SJ HJ CK CQ DK DQ DJ"


def play(position: Position, actions: str) -> Position:
    for code in actions.split():
        position.play(code)
    return position


def test_a_marriage_is_declared_and_led() -> None:
    position = dealt(HAND, OTHER, TALON)
    assert {"meld:S", "meld:H", "close"} <= set(position.legal()) and "exchange" not in position.legal()
    note = position.scene(0).notes["meld:S"]
    assert note.cards == ["SQ", "SK"]
    position.play("meld:S")
    assert position.legal() == ["SQ", "SK"] and position.why("CJ", 0).key == "of_marriage"  # type: ignore[union-attr]
    position.play("SQ")
    assert codes(position.state.laid[0]) == {"SK", "SQ"} and totals(position) == [0, 0]
    play(position, "SA")  # taken: the marriage waits for a trick
    assert totals(position) == [0, 14]
    world = position.view(1)
    GAME.determinize(world, 1, new_rng(b"one"))
    assert "SK" in codes(world.hands[0])


def test_a_marriage_of_trumps_may_win_at_once() -> None:
    position = dealt("DA DK DQ SA SK", "CA CT CK CQ CJ", "ST SQ SJ HA HT HK HQ HJ DT DJ")
    play(position, "DA CA")  # 22
    assert totals(position) == [22, 0]
    play(position, "meld:D")  # 62
    play(position, "DK CJ")
    assert not position.actors()  # 68, the other one without a trick
    assert position.state.points.tolist() == [3, 0] and position.state.held.tolist() == [0, 0]


def test_the_jack_of_trumps_is_exchanged() -> None:
    position = dealt("DJ SQ HK HQ CJ", OTHER, TALON.replace("DJ", "DK").replace("DK DQ DK", "SK DQ DK"))
    play(position, "exchange")
    assert codes(position.state.hands[0]) == {"DK", "SQ", "HK", "HQ", "CJ"}
    assert codes(1 << int(position.state.turned)) == {"DJ"} and "exchange" not in position.legal()
    world = position.view(1)
    GAME.determinize(world, 1, new_rng(b"one"))
    assert "DK" in codes(world.hands[0]) and codes(1 << int(world.stock[0])) == {"DJ"}


def test_closed_the_trick_must_be_headed_and_nobody_draws() -> None:
    position = play(dealt(HAND, OTHER, TALON), "close")
    assert "close" not in position.legal()
    assert codes(position.view(1).seen) == {"DJ"}
    play(position, "SK")
    assert position.legal() == ["SA"] and position.why("CA", 1).key == "follow"  # type: ignore[union-attr]
    play(position, "SA")
    play(position, "DT")
    assert position.state.held.tolist() == [4, 3]
    play(position, "CJ")
    assert codes(position.state.lacks[0]) == {card for card in CARDS if card[0] == "D"}


def test_who_cannot_follow_must_trump() -> None:
    position = play(dealt("SK SQ HK HQ CJ", "CA CT DA DT HA", "ST SA HT SJ HJ CK CQ DK DQ DJ"), "close SK")
    assert position.legal() == ["DT", "DA"] and position.why("CA", 1).key == "trump"  # type: ignore[union-attr]
    play(position, "DT")
    play(position, "CA CJ")
    play(position, "HA")
    assert position.legal() == ["HQ", "HK"]  # neither beats it


def test_what_is_higher_must_be_played() -> None:
    position = play(dealt("SQ CJ CQ CK HJ", "SK SJ DA DT HA", "ST SA HT HK HQ CT CA DK DQ DJ"), "close SQ")
    assert position.legal() == ["SK"] and position.why("SJ", 1).key == "head"  # type: ignore[union-attr]


CLOSED = [  # who closes: hands, actions, game points
    # 66 against somebody without a trick when it was closed: 3, though he has one now
    (("DA DT DK DQ HA", "SA ST SK SQ SJ", "CA CT CK CQ CJ HT HK HQ HJ DJ"), "close meld:D DQ SJ DA SA", [3, 0]),
    # closed, and the other one gets 66 or the tricks run out: 3, for he had no trick then
    (("SJ SQ HJ HQ CJ", "SA ST HA HT CA", "CT CK CQ SK HK DA DT DK DQ DJ"), "close SJ SA HA HJ CA CJ", [0, 3]),
]


@pytest.mark.parametrize(("cards", "actions", "points"), CLOSED)
def test_closing_is_worth_what_it_was_then(cards: tuple[str, str, str], actions: str, points: list[int]) -> None:
    position = dealt(*cards)
    for code in actions.split():
        if position.actors():
            position.play(code)
    while position.actors():
        position.play(position.legal()[-1])
    assert position.state.points.tolist() == points


def ends(position: Position) -> Counter[tuple[int, ...]]:
    """All ways in which the deal can go on, by their game points."""
    if not position.actors():
        return Counter([tuple(position.state.points.tolist())])
    found = Counter[tuple[int, ...]]()
    for code in position.legal():
        after = position.copy()
        after.play(code)
        found += ends(after)
    return found


def ends_by_the_page(cards: list[str], actions: list[str]) -> Counter[tuple[int, ...]]:
    """The same of the reference."""
    deal = Deal(cards, 1)
    for code in actions:
        deal.act(code)
    if deal.result:
        return Counter([tuple(deal.result)])
    return sum((ends_by_the_page(cards, [*actions, code]) for code in deal.legal()), Counter())


COUNTS = {  # of deals that are closed after three tricks: how often which game points come out
    5: {(0, 3): 156, (3, 0): 127},
    37: {(0, 2): 304, (2, 0): 186},
    73: {(2, 0): 96, (0, 2): 81},
}


@pytest.mark.parametrize("seed", COUNTS)
def test_counts_of_a_closed_deal(seed: int) -> None:
    cards = random.Random(seed).sample(CARDS, 20)
    deal, chance, actions = Deal(cards, 1), random.Random(seed), list[str]()
    while len(deal.talon) > 4:
        actions.append(chance.choice([code for code in deal.legal() if len(code) == 2]))
        deal.act(actions[-1])
    position = Position(GAME, 2, seed=1)
    position.deal(cards)
    assert ends(play(position, " ".join([*actions, "close"]))) == COUNTS[seed]
    assert ends_by_the_page(cards, [*actions, "close"]) == COUNTS[seed]


# ---- deliberate bugs ----
BUGS = {  # file, old text, new text
    "the loser draws first": ("drawing", "    seat = s.turn\n", "    seat = 1 - s.turn\n"),
    "who got the last card is forgotten": ("drawing", "s.laid[seat] |= bit(s.turned)", "pass"),
    "what was exchanged is forgotten": ("drawing", "(s.laid[seat] | bit(s.turned))", "s.laid[seat]"),
    "the jack stays unknown": ("drawing", "s.stock[0] = s.turned = card", "s.stock[0] = card"),
    "the closed card is dealt again": ("drawing", "    s.seen |= bit(s.turned)\n", ""),
    "tricks are headed from the start": ("drawing", "s.hands[seat] if s.in_stock else heading", "heading"),
    "tricks are never headed": ("drawing", "if s.in_stock else heading.follow(s, seat)", ""),
    "an open answer proves something": ("drawing", "    if not s.in_stock:\n", "    if True:\n"),
    "drawn: what lies open is forgotten": ("drawing", "s.hands[p] |= open_hands.lying(s, p)", "pass"),
    "drawn: another card face up": (
        "drawing",
        "turned = bit(s.turned) if s.in_stock else np.int64(0)",
        "turned = np.int64(0)",
    ),
    "equal cards win": ("heading", "~(bit(best) | bit(best) - 1)", "~(bit(best) - 1)"),
    "no need to win": (
        "heading",
        "return winning(led, best, s.trump), lane(led), winning",
        "return lane(led), lane(led), winning",
    ),
    "no need to trump": (
        "heading",
        "winning(s.trump, best, s.trump), lane(s.trump)\n",
        "np.int64(0), np.int64(0)\n",
    ),
    "what is not beaten proves nothing": (
        "heading",
        "s.lacks[seat] |= cards",
        "s.lacks[seat] |= cards & ~lane(s.trick[s.lead] >> 4)",
    ),
    "drawn: what is lacking comes again": ("heading", "admits[n] = ~lacks[p]", "admits[n] = np.int64(-1)"),
    "a marriage is held by one card": ("melds", "if book[i] & ~cards == 0", "if book[i] & cards != 0"),
    "a marriage is not shown": ("melds", "    s.laid[seat] |= cards\n", ""),
    "a marriage counts twice": ("melds", "s.melds[seat] += points", "s.melds[seat] += 2 * points"),
    "trumps count as others": ("schnapsen", "40 if action - melds.MELD == s.trump else 20", "20"),
    "a marriage need not be led": ("schnapsen", "    if s.to_lead and seat == s.turn:", "    if False:"),
    "a marriage counts without a trick": (
        "schnapsen",
        "s.cards[p] + s.melds[p] if s.tricks[p] else 0",
        "s.cards[p] + s.melds[p]",
    ),
    "65 are enough": ("schnapsen", ">= 66", ">= 65"),
    "closed to the last two": ("schnapsen", "s.in_stock > 2", "s.in_stock > 0"),
    "33 are too few": ("schnapsen", "< 33", "<= 33"),
    "kings are worth three": ("schnapsen", "(2, 3, 4, 10, 11)", "(2, 3, 3, 10, 11)"),
    "the last trick wins a closed deal": ("schnapsen", "s.turn if s.closer == NONE else 1 - s.closer", "s.turn"),
    "the other one has one point": ("schnapsen", "max(2, s.stake)", "s.stake"),
    "it counts how it is now": ("schnapsen", "s.stake if won == s.closer", "worth(s, 1 - won) if won == s.closer"),
}


@quick
@pytest.mark.parametrize("bug", [None, *BUGS])
def test_a_bug_is_noticed(bug: str | None, tmp_path: Path) -> None:
    """Planted into copies of the page and its kits; the comparison or the worlds notice it."""
    for name in ("drawing", "heading", "melds", "schnapsen"):
        text = (PAGE if name == "schnapsen" else KITS / f"{name}.py").read_text("utf-8")
        if bug is not None and BUGS[bug][0] == name:
            assert text.count(BUGS[bug][1]) == 1, bug
            text = text.replace(BUGS[bug][1], BUGS[bug][2])
        text = text.replace("from torite.games.kits import heading, ", "import heading\nfrom torite.games.kits import ")
        text = text.replace("import *\n", "import *\nimport drawing, heading, melds\n")
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
        sys.modules.pop(name, None)  # of another bug
    game = imported(tmp_path / "schnapsen.py", str(tmp_path / "schnapsen.py"))
    if bug is None:
        compare(game, 4)
        worlds_fit(game, 1)
        return
    with pytest.raises((AssertionError, IndexError, ValueError)):
        compare(game, 40)
        worlds_fit(game, 12)
