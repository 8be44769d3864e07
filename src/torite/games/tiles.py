"""Domino tiles in trick games: what a tile is, and to which suits it belongs, what it beats, what it counts in Bingo.

A tile is its code read as an octal number, larger end first: 6-4 = 0o64.  So a tile is one bit of a mask, its ends are
shifts, and the doubles are every ninth bit.  A tile lies in two suits, so suits are no lanes: they are masks, made here
once for every trump and every option.  Paragraphs are those of shared/rules/bingo.md.
"""

from collections.abc import Callable
from itertools import product

import numpy as np

from torite.cards.deck import Deck
from torite.cards.kernel import Card

NUMBERS = range(7)
DECK = Deck("domino", "0123456", {a << 3 | b: f"{a}-{b}" for a in NUMBERS for b in range(a + 1)})
BLANKS = 0o00  # the Bingo
BLANKS_ONLY = np.int64(1 << BLANKS)
DOUBLES = np.int64(sum(1 << 0o11 * n for n in NUMBERS))


def belongs(tile: Card, suit: int, trump: int) -> bool:
    """Is the tile of this suit (R1)?"""
    ends = (tile >> 3, tile & 7)
    return suit in ends and (suit == trump or trump not in ends)


def suit_of(tile: Card, trump: int, seven: int) -> int:
    """Suit that a tile leads (R4)."""
    larger, smaller = tile >> 3, tile & 7
    if trump in (larger, smaller):
        return trump
    return 0 if seven and smaller == 0 else larger


def rank(tile: Card, suit: int, pagat: int) -> int:
    """Rank of a tile in a suit (R2, R3): by its other end; pagat: the double above all, then 0 as 7."""
    if tile == BLANKS:
        return 9
    other = (tile >> 3) + (tile & 7) - suit
    if pagat and other == suit:
        return 8
    return 7 if pagat and other == 0 else other


def better(tile: Card, led: Card, trump: int, seven: int, pagat: int) -> bool:
    """Does the tile, played second, beat the one led (A2)?"""
    suit = suit_of(led, trump, seven)
    if BLANKS in (tile, led):
        return tile == BLANKS
    if belongs(tile, suit, trump):
        return rank(tile, suit, pagat) > rank(led, suit, pagat)
    return belongs(tile, trump, trump)


def points_of(tile: Card, trump: int) -> int:
    """Points of a tile (P1-P5)."""
    ends = [end or 7 for end in (tile >> 3, tile & 7)]
    double = ends[0] == ends[1]
    if trump in (tile >> 3, tile & 7):
        return 28 if double else sum(ends)
    return sum(ends) if double or sum(ends) == 10 else 0


def _tiles(holds: Callable[..., bool], *what: int) -> int:
    """Mask of the tiles for which holds(tile, *what)."""
    return sum(1 << tile for tile in DECK.names if holds(tile, *what))


VALUES = np.zeros((7, 64), np.int16)  # [trump, tile]
SUIT_LED = np.zeros((2, 7, 64), np.int64)  # [blank_for_suit, trump, tile led]: the suit to follow
BEATERS = np.zeros((2, 2, 7, 64), np.int64)  # [ranking, blank_for_suit, trump, tile led]: what beats it
TRUMPS = np.array([_tiles(belongs, trump, trump) for trump in NUMBERS], np.int64)
for _trump, _led in product(NUMBERS, DECK.names):
    VALUES[_trump, _led] = points_of(_led, _trump)
    for _seven in range(2):
        SUIT_LED[_seven, _trump, _led] = _tiles(belongs, suit_of(_led, _trump, _seven), _trump)
        for _pagat in range(2):
            BEATERS[_pagat, _seven, _trump, _led] = _tiles(better, _led, _trump, _seven, _pagat)
