"""Sets, chance and decks."""

import hashlib
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from torite.cards.actions import card_actions, count_actions, list_actions, no_actions, nth_action, second_word
from torite.cards.bits import bit, high, low, members, nth, nth_alone, popcount
from torite.cards.deck import Deck, NotationError, Sign, after, before, lane, ranked_deck, suit_of
from torite.cards.rng import below, match_seed, new_rng, shuffle
from torite.games.state import Layout, by_seat, hidden, public

SETS = st.sets(st.integers(0, 62), min_size=1)


def mask_of(cards: set[int]) -> np.int64:
    return np.int64(sum(1 << c for c in cards))


@given(SETS)
def test_bits_say_what_the_set_holds(cards: set[int]) -> None:
    mask, ordered = mask_of(cards), sorted(cards)
    assert popcount(mask) == len(cards) and members(int(mask)) == ordered
    assert (low(mask), high(mask)) == (ordered[0], ordered[-1])
    assert [int(nth(mask, i)) for i in range(len(cards))] == ordered
    assert [int(nth_alone(mask, i)) for i in range(len(cards))] == [1 << card for card in ordered]
    assert sum(int(bit(c)) for c in cards) == mask


@given(SETS, SETS)
def test_actions_are_counted_across_words(cards: set[int], others: set[int]) -> None:
    words = (mask_of(cards), mask_of(others), np.int64(0), mask_of(cards))
    expected = sorted([*cards, *(64 + a for a in others), *(192 + a for a in cards)])
    assert list_actions(words) == expected and count_actions(words) == len(expected)
    assert [int(nth_action(words, i)) for i in range(len(expected))] == expected
    assert list_actions(card_actions(mask_of(cards))) == sorted(cards)
    assert list_actions(second_word(mask_of(others))) == sorted(64 + a for a in others)
    assert list_actions(no_actions()) == []


def plain_words(seed: bytes, n: int) -> list[int]:
    """The words of xoshiro256** with Python's numbers, from the paper."""
    full = (1 << 64) - 1

    def turn(x: int, k: int) -> int:
        return (x << k | x >> (64 - k)) & full

    digest = hashlib.sha256(seed).digest()
    s = [int.from_bytes(digest[i : i + 8], "big") for i in range(0, 32, 8)]
    words = []
    for _ in range(n):
        words.append(turn(s[1] * 5 & full, 7) * 9 & full)
        t = s[1] << 17 & full
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = turn(s[3], 45)
    return words


@given(st.binary(min_size=1, max_size=40), st.integers(0, 2**32 - 1), st.integers(1, 2**31))
def test_a_stranger_draws_the_same(seed: bytes, number: int, n: int) -> None:
    rng = new_rng(seed, number)
    words = plain_words(seed + number.to_bytes(4, "big"), 20)
    assert [int(below(rng, n)) for _ in words] == [(w >> 32) * n >> 32 for w in words]


def test_a_stranger_shuffles_the_same() -> None:
    cards = np.arange(52, dtype=np.int8)
    shuffle(cards, new_rng(match_seed(7, 3), 2))
    words = iter(plain_words(match_seed(7, 3) + (2).to_bytes(4, "big"), 51))
    deck = list(range(52))
    for i in range(51, 0, -1):
        j = (next(words) >> 32) * (i + 1) >> 32
        deck[i], deck[j] = deck[j], deck[i]
    assert cards.tolist() == deck


def test_seeds_of_matches_differ() -> None:
    assert len({match_seed(seed, match) for seed in range(30) for match in range(30)}) == 900
    assert len({tuple(new_rng(b"x", k).tolist()) for k in range(100)}) == 100


def test_a_shuffle_is_even() -> None:
    rng, places = new_rng(b"even"), np.zeros((6, 6), int)
    for _ in range(3000):
        cards = np.arange(6, dtype=np.int8)
        shuffle(cards, rng)
        places[np.arange(6), cards] += 1
    assert ((places - 500) ** 2 / 500).sum() < 70  # 25 degrees of freedom


def test_codes_of_a_deck_are_inverse() -> None:
    deck = ranked_deck("789TJQKA")
    assert len(deck.cards) == 32 and all(deck.parse(name) == card for card, name in deck.names.items())
    assert deck.deal(["C7", "SA"]).tolist() == [0, 3 << 4 | 7]
    for code in ("", "C1", "c7", "7C", "C77"):
        with pytest.raises(NotationError, match="no card"):
            deck.parse(code)
    with pytest.raises(NotationError, match="'SA' is there twice"):
        deck.deal(["SA", "C7", "SA"])
    assert {int(suit_of(card)) for card in deck.names} == {0, 1, 2, 3}
    assert all(int(lane(suit_of(card))) >> card & 1 for card in deck.names)
    card: Any = np.int8(deck.parse("S7"))  # as a field holds it
    assert (15 & ~(1 << suit_of(card))) << 8 == 7 << 8  # plain or compiled


STAR = Sign("★", "#96690a")


def test_a_deck_may_have_suits_words_and_equal_cards_of_its_own() -> None:
    deck = ranked_deck("1234", "stars", "SMTW", {"S": STAR, "M": Sign("☾", "#2a55a5", "M57 4A46 46 0 1 0 95 62Z")})
    assert deck.signs["S"].text == "★" and deck.parse("W4") == 3 << 4 | 3
    deck = Deck("stars", "S", {0: "S7", 1: "S7'", 62: "F"}, {"S": STAR}, {"F": "Fool"})
    assert [deck.parse(code) for code in ("S7", "S7'", "F")] == [0, 1, 62]


@pytest.mark.parametrize(
    ("text", "colour", "outline", "named"),
    [
        ("", "#96690a", "", "colour"),
        ("star", "#96690a", "", "star"),
        ("★", "gold", "", "gold"),
        ("★", "#96690a", "url(#x)", "SVG"),
        ("★", "#96690a", 'M0 0"/><script>', "SVG"),
    ],
)
def test_what_cannot_be_drawn_is_refused(text: str, colour: str, outline: str, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        Sign(text, colour, outline)


@pytest.mark.parametrize("faces", ["french", "swiss-egg", "domino"])
def test_faces_of_the_house_stay_as_they_are(faces: str) -> None:
    with pytest.raises(ValueError, match=faces):
        ranked_deck("789", faces, signs={"S": STAR})


def test_seats_go_round() -> None:
    assert [(int(after(p, 5)), int(before(p, 5))) for p in range(5)] == [(1, 4), (2, 0), (3, 1), (4, 2), (0, 3)]


def test_a_layout_shows_only_what_is_declared() -> None:
    layout = Layout(public("open", np.int8), by_seat("own", np.int8, 3, 2), hidden("stock", np.int8, 4))
    s = layout.new()[0]
    s.open, s.own[:], s.stock[:] = 1, 2, 3
    spectator, seat = layout.view(s, None), layout.view(s, 1)
    assert spectator.open == 1 and not spectator.own.any() and not spectator.stock.any()
    assert seat.own.tolist() == [[0, 0], [2, 2], [0, 0]] and not seat.stock.any()
    seat.own[1] = 7
    assert s.own[1].tolist() == [2, 2]  # a view is a copy


def test_a_layout_refuses_names_twice_and_names_of_numpy() -> None:
    with pytest.raises(AssertionError, match="two fields"):
        Layout(public("a", np.int8), hidden("a", np.int8))
    with pytest.raises(AssertionError, match="size"):
        Layout(public("size", np.int8))
