"""Decks: which cards a game has and what they are called.

A card is `suit << 4 | rank`: a suit is one 16-bit lane of a mask, and within a lane the higher bit is the stronger
card of the printed order.  Games with another order bring a power table of their own.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from torite.cards.kernel import Card, Mask, Seat, Suit, kernel

SUITS = 4
RANKS = 15
MOST_CARDS = 62
LANE = np.int64(0x7FFF)  # 15 ranks; the 16th bit stays free, so that bit 63 does
EVERY_LANE = np.int64(sum(1 << 16 * suit for suit in range(SUITS)))  # its lowest bit


TWIN = "'"  # at the end of a code: it looks like the card without it, of which the deck has more than one
HOUSE_FACES = ("french", "wizard", "domino", "somnia", "swiss")  # families that the client draws by itself
PATH = re.compile(r"M[MLHVCSQTAZmlhvcsqtaz0-9 .,-]{1,4000}")  # of an SVG
COLOUR = re.compile(r"#[0-9a-f]{6}")


class NotationError(ValueError):
    """A text that names no card or action of this game."""


@dataclass(frozen=True)
class Sign:
    """A suit of a game's own, as it is drawn.  Raises ValueError."""

    text: str  # a sign or two where there is only text, and on the card if it has no outline: "★"
    colour: str  # of what stands on its cards: "#2f6d3b"
    outline: str = ""  # path of an SVG in a box of 100 × 100, filled by the even-odd rule

    def __post_init__(self) -> None:
        if not 0 < len(self.text) <= 2 or not COLOUR.fullmatch(self.colour):
            raise ValueError(f'a suit is a sign or two and a colour, "★" "#96690a"; not {self.text!r}, {self.colour!r}')
        if self.outline and not PATH.fullmatch(self.outline):
            raise ValueError(f'an outline is the path of an SVG, "M50 5L95 90H5Z"; not {self.outline[:40]!r}')


@dataclass(frozen=True, eq=False)
class Deck:
    """The cards of a game and their codes.  Raises ValueError."""

    faces: str  # family of card faces that the client draws: "french", "wizard", ...; with signs a name of its own
    suits: str  # letter of suit 0, 1, 2, 3
    names: dict[Card, str]  # code of every card, in ascending order of cards; see TWIN
    signs: Mapping[str, Sign] = field(default_factory=dict)  # of suits of its own, by letter
    words: Mapping[str, str] = field(default_factory=dict)  # what stands on a card, by code, where that is not its code
    cards: np.ndarray = field(init=False)  # int8[n], every card once, ascending

    def __post_init__(self) -> None:
        if not isinstance(self.suits, str):
            raise ValueError(
                f'suits are their letters, "CDHS"; how they are drawn stands in signs; not {self.suits!r:.60}'
            )
        if len(self.names) > MOST_CARDS or not all(0 <= card < 63 for card in self.names):
            raise ValueError(f"a deck has at most {MOST_CARDS} cards, numbered from 0 to 62; not {len(self.names)}")
        if (self.signs or self.words) and self.faces.split("-")[0] in HOUSE_FACES:
            raise ValueError(f"signs and words are for faces with a name of their own; not {self.faces!r}")
        object.__setattr__(self, "cards", np.array(sorted(self.names), np.int8))
        object.__setattr__(self, "_parse", {name: card for card, name in self.names.items()})

    def parse(self, code: str) -> Card:
        """Card of a code.  Raises NotationError."""
        try:
            return int(self._parse[code])  # type: ignore[attr-defined]
        except KeyError:
            meant = code[::-1] if code[::-1] in self.names.values() else next(iter(self.names.values()))
            raise NotationError(f"{code!r} is no card of this deck, as {meant!r} is") from None

    def deal(self, codes: list[str]) -> np.ndarray:
        """int8[n]: the cards of `codes` in this order.  Raises NotationError, also if a card is there twice."""
        if twice := next((code for at, code in enumerate(codes) if code in codes[:at]), None):
            raise NotationError(f"{twice!r} is there twice")
        return np.array([self.parse(code) for code in codes], np.int8)


def ranked_deck(
    ranks: str, faces: str = "french", suits: str = "CDHS", signs: Mapping[str, Sign] | None = None
) -> Deck:
    """A deck of four suits with the same ranks, weakest first: `ranked_deck("23456789TJQKA")`.

    A rank is one sign, of ten `T`; `card & 15` is its place here from 0 on: of a two 0, of an ace 12.
    Raises ValueError.
    """
    if len(set(ranks)) < len(ranks) or re.search("(?<!2)10", ranks):
        raise ValueError(f'a rank is one sign, each there once, ten is T, as in "23456789TJQKA"; not {ranks!r}')
    if len(ranks) > RANKS or len(suits) > SUITS:
        raise ValueError(f"a deck has at most {RANKS} ranks in {SUITS} suits; not {len(ranks)} in {len(suits)}")
    names = {s << 4 | r: suit + rank for s, suit in enumerate(suits) for r, rank in enumerate(ranks)}
    return Deck(faces, suits, names, signs or {})


@partial(kernel, plain=lambda card: int(card) >> 4)  # compiled, too, a shift by it or of it is not as narrow as a card
def suit_of(card: Card) -> Suit:
    """Lane of the card."""
    return card >> 4


@kernel
def lane(suit: Suit) -> Mask:
    """Mask of every card of `suit`."""
    return LANE << np.int64(suit << 4)


@kernel
def lanes(suits: int) -> Mask:
    """Mask of every card of a set of suits, bit s = suit s."""
    n = np.int64(suits)
    return LANE * (n & 1 | (n & 2) << 15 | (n & 4) << 30 | (n & 8) << 45)


@kernel
def above(cards: Mask) -> Mask:
    """Of every suit the cards above its highest in `cards`, of one that has none all."""
    for by in (1, 2, 4, 8):  # the lanes are filled downwards at once
        cards |= (cards >> by) & (EVERY_LANE * (0x7FFF >> by))
    return LANE * EVERY_LANE & ~cards


@kernel
def without(deck: np.ndarray, cards: Mask) -> np.ndarray:
    """The deck without these cards, which come behind it in the same array; the order of both stays."""
    n = 0
    for i in range(len(deck)):
        card = deck[i]
        if not cards >> np.int64(card) & 1:
            for j in range(i, n, -1):
                deck[j] = deck[j - 1]
            deck[n] = card
            n += 1
    return deck[:n]


@kernel
def after(seat: Seat, players: int) -> Seat:
    """The next seat clockwise; a comparison is several times faster than a division."""
    return seat + 1 if seat + 1 < players else 0


@kernel
def before(seat: Seat, players: int) -> Seat:
    """The next seat anticlockwise."""
    return seat - 1 if seat > 0 else players - 1
