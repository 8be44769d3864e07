"""Tricks with domino tiles: what a tile is, to which suits it belongs, what it beats and counts, what must be followed.

  * A tile with the trump number is trump and nothing else; others belong to both their numbers (R1).  It leads its
    larger number (R4; `blank_for_suit` = seven: 0 is the largest).  0-0 beats all; in a suit the other end decides.
  * 0 counts 7.  Trump double 28, other trumps their sum, other doubles their sum, 0-3 and 6-4 10 (P1-P5).

A tile is its code read as an octal number, larger end first: 6-4 = 0o64.  So a tile is one bit of a mask, its ends are
shifts, and the doubles are every ninth bit.  A tile lies in two suits, so suits are no lanes: they are masks, made here
once for every trump and every option.  Paragraphs are those of shared/rules/bingo.md.
"""

from collections.abc import Callable
from itertools import product

import numpy as np

from torite.cards.bits import bit
from torite.cards.deck import Deck
from torite.cards.kernel import Card, Mask, Seat, kernel
from torite.games.fields import Cards, Each, option
from torite.games.kits import tricks
from torite.games.scene import Reason
from torite.games.state import public
from torite.games.why import must_follow
from torite.games.zones import NONE

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


# ---- a trick ----
class State(tricks.State):
    """What has been shown by not following; trump is a number."""

    barred: Each[Cards] = public()  # tiles that the seat has shown not to hold
    ranking: int = option(("seed", "pagat"), "seed")
    blank_for_suit: int = option(("natural", "seven"), "natural")


@kernel
def beaten(s: State) -> bool:
    """Does the second tile of the trick beat the first one (A2)?"""
    led, answer = s.trick[s.lead], s.trick[1 - s.lead]
    return BEATERS[s.ranking, s.blank_for_suit, s.trump, led] & bit(answer) != 0


@kernel
def both_highest(s: State) -> bool:
    """Do 0-0 and the trump double lie in the trick?  Never where that is one tile."""
    return bit(s.trick[0]) | bit(s.trick[1]) == bit(0o11 * s.trump) | BLANKS_ONLY


@kernel
def duty(s: State, must_beat: int) -> tuple[Mask, Mask, Mask]:
    """What a follower must play from, in this order, before anything goes (B1-B3, gap 20).

    must_beat  1 = what is no trump must be beaten too, or else trumped (gap 19)
    """
    led = s.trick[s.lead]
    suit = SUIT_LED[s.blank_for_suit, s.trump, led]
    beaters = BEATERS[s.ranking, s.blank_for_suit, s.trump, led]
    trumps = TRUMPS[s.trump]
    if trumps & bit(led):
        return suit & beaters, suit, BLANKS_ONLY
    if must_beat:
        return suit & beaters, suit, trumps | BLANKS_ONLY
    return suit, suit, np.int64(0)


@kernel
def follow(s: State, hand: Mask, must_beat: int) -> Mask:
    """The tiles of this hand that fulfil the duty."""
    first, second, third = duty(s, must_beat)
    if hand & first:
        return hand & first
    if hand & second:
        return hand & second
    return hand & third if hand & third else hand


@kernel
def note_what_is_missing(s: State, seat: Seat, tile: Card, must_beat: int) -> None:
    """Whoever had a duty and did not fulfil it holds nothing to fulfil it with."""
    for tiles in duty(s, must_beat):
        if tiles & bit(tile):
            return
        s.barred[seat] |= tiles


def why(v: State, hand: int, tile: Card, must_beat: int) -> Reason:
    """The duty that this tile of the hand does not fulfil."""
    led, trump = int(v.trick[v.lead]), int(v.trump)
    first, suit, _ = map(int, duty(v, must_beat))
    trumps = belongs(led, trump, trump)
    if hand & suit and not suit >> tile & 1:
        return must_follow(DECK, number_led(v))
    if hand & first:
        return Reason("beat_trump" if trumps else "beat", {"card": DECK.names[led]})
    return Reason("blanks" if trumps else "trump")


def number_led(v: State) -> int:
    """Number of the tile led, NONE = there is none."""
    led = int(v.trick[v.lead])
    return suit_of(led, int(v.trump), int(v.blank_for_suit)) if led >= 0 else NONE


def sort_tiles(deck: Deck, tiles: list[int], trump: int) -> list[int]:
    """0-0, then trump, strongest first, then the others by their larger number."""
    return sorted(tiles, key=lambda t: (t != BLANKS, not belongs(t, trump, trump), -t))
