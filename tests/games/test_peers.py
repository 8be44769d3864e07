"""Schieber beside two programs of other people: what may be played, who takes the trick, what it counts.

Both are taken as they are, with the one known oddity of each told exactly; any other difference fails.
"""

import random
from collections import Counter

import numpy as np
import pytest
from jass.game.const import card_ids, card_strings
from jass.game.rule_schieber import RuleSchieber
from pyschieber.card import Card
from pyschieber.rules.count_rules import count_stich
from pyschieber.rules.stich_rules import allowed_cards, stich_rules
from pyschieber.stich import PlayedCard
from pyschieber.suit import Suit
from pyschieber.trumpf import Trumpf
from walks import examples

from torite.cards.kernel import JIT
from torite.games import GAMES
from torite.games.position import Position
from torite.table.scribe import laid_out

GAME = GAMES["schieber"]
CARDS = list(GAME.deck.names.values())
RANKS = "6789TJQKA"
TRUMPS = "678TQKA9J"
CONTRACTS = ("S", "C", "H", "D", "obenabe", "undenufe")
DEALS = examples(600)

RULE = RuleSchieber()
KIT_CONTRACTS = ("D", "H", "S", "C", "obenabe", "undenufe")
# HSLU's names of the suits (A1); which suit is which makes no difference to the rules compared here.
SUITS = {"D": Suit.BELL, "H": Suit.ROSE, "S": Suit.SHIELD, "C": Suit.ACORN}
TRUMPFS = {code: Trumpf[suit.name] for code, suit in SUITS.items()} | {
    "obenabe": Trumpf.OBE_ABE,
    "undenufe": Trumpf.UNDE_UFE,
}


class Trick:
    """A trick in progress at the moment when a card is to be played."""

    def __init__(self, contract: str, hand: list[str], lying: list[str], legal: set[str]) -> None:
        self.contract, self.hand, self.lying, self.legal = contract, hand, lying, legal

    def trumps(self, cards: list[str]) -> list[str]:
        """The trumps among the cards, weakest first."""
        return sorted((c for c in cards if c[0] == self.contract), key=lambda c: TRUMPS.index(c[1]))

    def may_not_undertrump(self) -> bool:
        """Does the ban on undertrumping bind this hand?"""
        ruffed = self.lying and self.lying[0][0] != self.contract and self.trumps(self.lying)
        return bool(ruffed) and len(self.trumps(self.hand)) < len(self.hand)


class Play:
    """One deal played at random, trumps held back in every other one: every decision and every trick of it.

    Who holds trumps back is left with nothing else: that is where the peers differ.
    """

    def __init__(self, rng: random.Random, contract: str, **options: object) -> None:
        self.contract = contract
        self.decisions: list[Trick] = []
        self.tricks: list[tuple[int, list[str], int, int]] = []  # first seat, cards in order, winner, points
        position = Position(GAME, 4, seed=rng.randbytes(32), options=options, first=rng.randrange(4))
        position.deal(rng.sample(CARDS, len(CARDS)))
        hands = laid_out(position)[0]
        position.play(f"contract:{contract}")
        lying: list[str] = []
        first, thrifty = 0, rng.random() < 0.5
        while position.actors():
            seat = position.actors()[0]
            legal = position.legal(seat)
            plain = [code for code in legal if code[0] != contract]
            code = rng.choice(plain if thrifty and plain else legal)
            if code not in CARDS:
                position.play(code, seat)
                continue
            if not lying:
                first = seat
            self.decisions.append(Trick(contract, list(hands[seat]), list(lying), set(legal)))
            hands[seat].remove(code)
            lying.append(code)
            before = position.state.cards.copy()
            position.play(code, seat)
            if "stoeck" in position.legal():
                position.play("stoeck:none", seat)
            if len(lying) == 4:
                points = int((position.state.cards - before).sum())
                self.tricks.append((first, lying, int(position.state.last_winner), points))
                lying = []
        self.cards = position.deal_result()["cards"]


# ---- jass-kit ----
def kit_legal(t: Trick) -> set[str]:
    hand = np.zeros(36, np.int32)
    hand[[card_ids[kit_code(code)] for code in t.hand]] = 1
    lying = np.array([card_ids[kit_code(code)] for code in t.lying] + [-1] * (4 - len(t.lying)))
    found = RULE.get_valid_cards(hand, lying, len(t.lying), KIT_CONTRACTS.index(t.contract))
    return {our_code(card_strings[i]) for i in np.flatnonzero(found)}


def kit_code(code: str) -> str:
    return code.replace("T", "10")


def our_code(code: str) -> str:
    return code.replace("10", "T")


def kit_oddity(t: Trick) -> set[str]:
    """With two trumps in the trick it takes that of the lower plain rank for the one to beat."""
    lying = t.trumps(t.lying)
    if len(lying) < 2 or not t.may_not_undertrump():
        return t.legal
    beaten = min(lying, key=lambda c: RANKS.index(c[1]))
    return t.legal | {c for c in t.trumps(t.hand) if stronger(c, beaten)}


def stronger(card: str, other: str) -> bool:
    """Is the one trump above the other?"""
    return TRUMPS.index(card[1]) > TRUMPS.index(other[1])


def kit_winner(first: int, trick: list[str], contract: str) -> int:
    cards = np.array([card_ids[kit_code(code)] for code in trick])
    return int(RULE.calc_winner(cards, first, KIT_CONTRACTS.index(contract)))


def kit_points(trick: list[str], last: bool, contract: str) -> int:
    cards = np.array([card_ids[kit_code(code)] for code in trick])
    return int(RULE.calc_points(cards, last, KIT_CONTRACTS.index(contract)))


# ---- pyschieber ----
def py_card(code: str) -> Card:
    return Card(SUITS[code[0]], RANKS.index(code[1]) + 6)


def py_legal(t: Trick) -> set[str]:
    told = {py_card(code): code for code in t.hand}
    return {told[c] for c in allowed_cards(list(told), [py_card(c) for c in t.lying], TRUMPFS[t.contract])}


def py_oddity(t: Trick) -> set[str]:
    """A hand of trumps alone must overtrump where it can."""
    lying = t.trumps(t.lying)
    if not lying or t.lying[0][0] == t.contract or len(t.trumps(t.hand)) < len(t.hand):
        return t.legal
    return {c for c in t.legal if stronger(c, lying[-1])} or t.legal


def py_winner(first: int, trick: list[str], contract: str) -> int:
    played = [PlayedCard(player=i, card=py_card(code)) for i, code in enumerate(trick)]
    return (first - int(stich_rules[TRUMPFS[contract]](played_cards=played).player)) % 4


def py_points(trick: list[str], last: bool, contract: str) -> int:
    return int(count_stich([py_card(code) for code in trick], TRUMPFS[contract], last))


@pytest.mark.parametrize("peer", ["jass-kit", "pyschieber"])
def test_legal_cards_are_those_of_the_peer(peer: str) -> None:
    rng = random.Random(peer)
    found, oddity = (kit_legal, kit_oddity) if peer == "jass-kit" else (py_legal, py_oddity)
    odd: Counter[str] = Counter()
    for i in range(DEALS):
        for t in Play(rng, CONTRACTS[i % 6]).decisions:
            expected = oddity(t)
            assert found(t) == expected, (t.contract, t.hand, t.lying)
            odd["odd"] += expected != t.legal
            odd["same"] += expected == t.legal
    if JIT:
        assert 0 < odd["odd"] < odd["same"] / 100, odd  # the oddity came up, and it is one


def test_must_overtrump_is_the_rule_of_pyschieber() -> None:
    rng = random.Random("must_overtrump")
    for i in range(DEALS):
        for t in Play(rng, CONTRACTS[i % 4], all_trump_hand="must_overtrump").decisions:
            assert py_legal(t) == t.legal, (t.contract, t.hand, t.lying)


def test_winners_and_points_are_those_of_both_peers() -> None:
    """Both exchange the points of six and ace in Undenufe; without that option just these two differ."""
    rng = random.Random("tricks")
    for i in range(DEALS):
        contract = CONTRACTS[i % 6]
        swap = i % 12 < 6
        play = Play(rng, contract, undenufe_points="swap" if swap else "keep")
        sides = [0, 0]
        for number, (first, trick, winner, points) in enumerate(play.tricks, start=1):
            assert kit_winner(first, trick, contract) == py_winner(first, trick, contract) == winner
            told = {kit_points(trick, number == 9, contract), py_points(trick, number == 9, contract)}
            if contract == "undenufe" and not swap:
                ranks = [code[1] for code in trick]
                told = {p + 11 * (ranks.count("A") - ranks.count("6")) for p in told}
            assert told == {points}, (trick, contract)
            sides[winner % 2] += points
        assert (len(play.tricks), sides, sum(sides)) == (9, play.cards, 157)


def test_the_oddity_of_jass_kit_on_one_trick() -> None:
    """Clubs led, ruffed with the ten of spades and then the ace: jass-kit lets the king undertrump."""
    t = Trick("S", ["SK", "S6", "SJ", "H6"], ["C6", "ST", "SA"], {"SJ", "H6"})
    assert kit_oddity(t) == kit_legal(t) == {"SK", "SJ", "H6"}
    assert py_legal(t) == py_oddity(t) == t.legal


def test_the_oddity_of_pyschieber_on_one_trick() -> None:
    """A hand of trumps alone: pyschieber has it beat the ten, here any of them will do."""
    t = Trick("S", ["SK", "S6"], ["C6", "ST"], {"SK", "S6"})
    assert py_oddity(t) == py_legal(t) == {"SK"}
    assert kit_legal(t) == kit_oddity(t) == t.legal
