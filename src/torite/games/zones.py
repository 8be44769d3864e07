"""What a game puts on the table, declared: zones and badges, and how they read a view.

A zone names fields of the state; reading it from a view gives a part of the scene (scene.py).  Zones see only a
view, so they cannot show what their reader may not know.

What looks at public fields, or is a function of the view alone, is the same for all: it is read once for all readers,
from the view of a spectator.  A function that asks who reads, too, is called for each with the own view.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from inspect import signature
from typing import Any, Literal

import numpy as np
from msgspec.structs import replace

from torite.cards.bits import members
from torite.cards.deck import Deck
from torite.games.scene import (
    FACE_DOWN,
    Badge,
    FactZone,
    FinishedTrick,
    HandZone,
    LaidZone,
    MemoryZone,
    PileZone,
    RowZone,
    TakenZone,
    TrickZone,
    TrumpZone,
    WidgetZone,
    Zone,
)

# Numbers that stand in a state where a card could: nothing there, a face-down card, not decided yet.
NONE = -1
DOWN = -2
OPEN = -3

# (deck, cards, trump), or (deck, cards, trump, view) where the suit of trump does not say what lies together
Sort = Callable[[Deck, list[int], int], list[int]] | Callable[[Deck, list[int], int, Any], list[int]]
Peek = Callable[[Any, int, int], int]  # (view, viewer, seat) -> card
# A field of the state, (view) -> value for all to see, or (view, viewer's seat) -> value for this viewer.
Read = str | Callable[[Any], Any] | Callable[[Any, int | None], Any]


def read(source: Read, v: Any, seat: int | None) -> Any:
    """The value of a field, or of a function of the view."""
    if isinstance(source, str):
        return v[source]
    return source(v, seat) if _asks_who(source) else source(v)  # type: ignore[call-arg]


@lru_cache(512)
def _asks(source: Callable[..., Any]) -> int:
    """For how many things a function asks."""
    return len(signature(getattr(source, "py_func", source)).parameters)


def _asks_who(source: Callable[..., Any]) -> bool:
    return _asks(source) > 1


def _values(source: Read, v: Any, seat: int | None) -> Any:
    """The same of a list, as Python's numbers: taken out of an array one by one they cost ten times as much."""
    found = read(source, v, seat)
    return found.tolist() if isinstance(found, np.ndarray) else found


def _same(sources: Iterable[Read | None], public: Collection[str]) -> bool:
    """Do all of these read what is the same for every reader?  public: names of the fields that all may know."""
    return all(s is None or (s in public if isinstance(s, str) else not _asks_who(s)) for s in sources)


class CardError(ValueError):
    """A number that is no card of the deck lies where one should."""


def _name(deck: Deck, card: int) -> str | None:
    if card == NONE:
        return None
    try:
        return FACE_DOWN if card == DOWN else deck.names[int(card)]
    except KeyError:
        raise CardError(str(card)) from None


def _suit(deck: Deck, suit: int) -> str | None:
    return deck.suits[suit] if suit >= 0 else None


def sort_hand(deck: Deck, cards: list[int], trump: int) -> list[int]:
    """For the eye: trump first, then suit by suit, strongest first."""
    return sorted(cards, key=lambda c: (c >> 4 != trump, -(c >> 4), -(c & 15)))


@lru_cache(16_384)
def _in_order(sort: Callable[..., list[int]], deck: Deck, cards: int, trump: int) -> tuple[str, ...]:
    """Codes of cards as they are shown; kept, as most hands are the same after a move as before."""
    return tuple(deck.names[card] for card in sort(deck, members(cards), trump))


class Part:
    """What all zones have in common."""

    own = False  # does a seat see its own of it otherwise than all see it?

    def with_own(self, zones: list[Zone], v: Any, seat: int, deck: Deck) -> list[Zone]:
        """The zones as this seat sees them; zones: as a spectator does."""
        return zones


@dataclass(frozen=True)
class Hands(Part):
    """Every seat's hand: the own one open, of the others their number and what lies open for all.

    * `cards`: the field of the hands, sets by seat.  `held`: how many cards each holds.
    * `trump`: the suit that is sorted first.  `sort`: another order, by `(deck, cards, trump)`, or `v` after these.
    * `open`: the cards of each hand that lie open for all (the kit `open_hands`).
    """

    cards: str
    held: Read
    trump: Read | None = None
    sort: Sort = sort_hand
    id: str = "hand"
    open: Read | None = None
    own = True

    def is_same(self, public: Collection[str]) -> bool:
        """Is it the same for every reader, beside the own hand?"""
        return _same((self.held, self.trump, self.open), public)

    def zones(self, v: Any, seat: int | None, deck: Deck) -> list[Zone]:
        """One hand a seat."""
        held = _values(self.held, v, seat)
        laid = _values(self.open, v, seat) if self.open is not None else (0,) * v.players
        hands: list[Zone] = []
        for p in range(v.players):
            known = self._sorted(deck, laid[p], v, seat) if laid[p] else []
            hands.append(HandZone(self.id, p, known + [FACE_DOWN] * (int(held[p]) - len(known)), bool(known)))
        return hands if seat is None else self.with_own(hands, v, seat, deck)

    def with_own(self, zones: list[Zone], v: Any, seat: int, deck: Deck) -> list[Zone]:
        """The own hand is open to its seat, unless all see it but its owner."""
        seen: HandZone = zones[seat]  # type: ignore[assignment]
        own = self._sorted(deck, v[self.cards][seat], v, seat) or [FACE_DOWN] * len(seen.cards)
        lies_open = seen.open and FACE_DOWN not in seen.cards
        return [*zones[:seat], HandZone(self.id, seat, own, lies_open), *zones[seat + 1 :]]

    def _sorted(self, deck: Deck, cards: int, v: Any, seat: int | None) -> list[str]:
        trump = int(read(self.trump, v, seat)) if self.trump is not None else NONE
        if _asks(self.sort) == 3:
            return [*_in_order(self.sort, deck, int(cards), trump)]
        sort: Callable[..., list[int]] = self.sort
        return [deck.names[card] for card in sort(deck, members(cards), trump, v)]


@dataclass(frozen=True)
class Trick(Part):
    """The running trick and the one before it.

    * `cards`, `lead`: fields with the card of each seat, NONE or DOWN, and who leads.
    * `last`, `last_lead`, `last_winner`: the same of the finished trick; NONE as its winner = there is none to show.
    * `follow`: the suit that must be followed, where that is to be shown; NONE = none.
    * `peek`: what a DOWN card of the last trick is to one who knows, `(v, viewer, seat)`.
    * `others`: places after the seats, of somebody who has none: the ruler in a game for one; text `dummy`.
    """

    cards: str
    lead: str
    last: str | None = None
    last_lead: str | None = None
    last_winner: str | None = None
    follow: Read | None = None
    peek: Peek | None = None
    others: int = 0
    id: str = "trick"

    @property
    def own(self) -> bool:  # type: ignore[override]
        """Was a card of it, which lies face down, shown to some?"""
        return self.peek is not None

    def is_same(self, public: Collection[str]) -> bool:
        """Is it the same for every reader, beside what lies face down and was shown to some?"""
        return _same((self.cards, self.lead, self.last, self.last_lead, self.follow), public)

    def zones(self, v: Any, seat: int | None, deck: Deck) -> list[Zone]:
        """The one trick zone."""
        follow = _suit(deck, int(read(self.follow, v, seat))) if self.follow is not None else None
        lead, cards = int(v[self.lead]), self._names(v, self.cards, deck)
        trick: list[Zone] = [TrickZone(self.id, lead, cards, follow, self._last(v, deck))]
        return trick if seat is None else self.with_own(trick, v, seat, deck)

    def with_own(self, zones: list[Zone], v: Any, seat: int, deck: Deck) -> list[Zone]:
        """What lies face down in the last trick is open to whom it was shown."""
        last = zones[0].last  # type: ignore[union-attr]
        if self.peek is None or last is None or FACE_DOWN not in last.cards:
            return zones
        seen = [*last.cards]
        for p in (p for p, code in enumerate(seen) if code == FACE_DOWN):
            seen[p] = _name(deck, int(self.peek(v, seat, p)))
        return [replace(zones[0], last=replace(last, cards=seen))]

    def _last(self, v: Any, deck: Deck) -> FinishedTrick | None:
        if self.last is None or self.last_winner is None or v[self.last_winner] == NONE:
            return None
        return FinishedTrick(int(v[self.last_lead]), self._names(v, self.last, deck), int(v[self.last_winner]))

    def _names(self, v: Any, field: str, deck: Deck) -> list[str | None]:
        return [_name(deck, card) for card in v[field].tolist()[: v.players + self.others]]


@dataclass(frozen=True)
class Row(Part):
    """Cards on offer in fixed places.

    * `cards`: in each place a card, NONE = empty, or DOWN; an empty list = no such row any more.
    * `action`: the word of the actions that take a card of this row, `take` of `take:SA`.
    """

    cards: Read
    id: str
    action: str | None = None

    def is_same(self, public: Collection[str]) -> bool:
        """Is it the same for every reader?"""
        return _same((self.cards,), public)

    def zones(self, v: Any, seat: int | None, deck: Deck) -> list[Zone]:
        """The row, if it still exists."""
        cards = [_name(deck, c) for c in _values(self.cards, v, seat)]
        return [RowZone(self.id, cards, self.action)] if cards else []


@dataclass(frozen=True)
class Pile(Part):
    """Face-down cards that are only counted; `count`: how many."""

    count: Read
    id: str

    def is_same(self, public: Collection[str]) -> bool:
        """Is it the same for every reader?"""
        return _same((self.count,), public)

    def zones(self, v: Any, seat: int | None, deck: Deck) -> list[Zone]:
        """The pile."""
        return [PileZone(self.id, int(read(self.count, v, seat)))]


@dataclass(frozen=True)
class Taken(Part):
    """Tricks won, countable; `count`: how many, by seat."""

    count: Read
    id: str = "taken"

    def is_same(self, public: Collection[str]) -> bool:
        """Is it the same for every reader?"""
        return _same((self.count,), public)

    def zones(self, v: Any, seat: int | None, deck: Deck) -> list[Zone]:
        """One packet a seat."""
        count = _values(self.count, v, seat)
        return [TakenZone(self.id, p, int(count[p])) for p in range(v.players)]


@dataclass(frozen=True)
class Laid(Part):
    """Cards that lie face up before the seats; they may be of a hand, or say something by themselves, as tasks.

    * `cards`: a set for each seat.
    """

    cards: Read
    id: str

    def is_same(self, public: Collection[str]) -> bool:
        """Is it the same for every reader?"""
        return _same((self.cards,), public)

    def zones(self, v: Any, seat: int | None, deck: Deck) -> list[Zone]:
        """One zone for every seat before which any lie."""
        laid = enumerate(_values(self.cards, v, seat)[: v.players])
        return [LaidZone(self.id, p, [*_in_order(sort_hand, deck, int(cards), NONE)]) for p, cards in laid if cards]


@dataclass(frozen=True)
class Trump(Part):
    """The trump suit of the deal and the card turned up for it.

    * `suit`: NONE = no trump, OPEN = not decided yet.  `card`: the card turned up, NONE = none.
    """

    suit: Read
    card: Read | None = None
    id: str = "trump"

    def is_same(self, public: Collection[str]) -> bool:
        """Is it the same for every reader?"""
        return _same((self.suit, self.card), public)

    def zones(self, v: Any, seat: int | None, deck: Deck) -> list[Zone]:
        """The trump display."""
        suit = int(read(self.suit, v, seat))
        name = "none" if suit == NONE else _suit(deck, suit)
        card = _name(deck, int(read(self.card, v, seat))) if self.card is not None else None
        return [TrumpZone(self.id, name, card)]


@dataclass(frozen=True)
class Memory(Part):
    """Cards that the viewer knows of each seat; shown while `on` says so.

    * `cards`: `(v, viewer)` -> a set for each seat.
    """

    cards: Callable[[Any, int | None], Sequence[int]]
    on: Read = lambda v: True
    id: str = "memory"

    def is_same(self, public: Collection[str]) -> bool:
        """Is it the same for every reader?"""
        return False

    def zones(self, v: Any, seat: int | None, deck: Deck) -> list[Zone]:
        """One list a seat."""
        if not read(self.on, v, seat):
            return []
        known = (_in_order(sort_hand, deck, int(cards), NONE) for cards in self.cards(v, seat))
        return [MemoryZone(self.id, p, [*cards]) for p, cards in enumerate(known)]


@dataclass(frozen=True)
class Fact(Part):
    """A figure or word of the deal for all to see: `Fact("maker", "maker", seat=True)`.

    * `value`: a number, a word (text `value.WORD`), None = nothing to show.
    * `seat`: is the value a seat, whose name is shown?  NONE = nobody.
    """

    value: Read
    id: str
    seat: bool = False

    def is_same(self, public: Collection[str]) -> bool:
        """Is it the same for every reader?"""
        return _same((self.value,), public)

    def zones(self, v: Any, seat: int | None, deck: Deck) -> list[Zone]:
        """The fact."""
        value = read(self.value, v, seat)
        if self.seat and value == NONE:
            value = None
        return [FactZone(self.id, value if value is None or isinstance(value, str) else int(value), self.seat)]


@dataclass(frozen=True)
class Widget(Part):
    """Something drawn in the game's own way.

    * `widget`: what the client draws; `data`: what of, as JSON; `place`: on the table or on the score sheet.
    """

    widget: str
    data: Read
    id: str
    place: Literal["table", "sheet"] = "table"

    def is_same(self, public: Collection[str]) -> bool:
        """Is it the same for every reader?"""
        return _same((self.data,), public)

    def zones(self, v: Any, seat: int | None, deck: Deck) -> list[Zone]:
        """The widget with its data."""
        return [WidgetZone(self.id, self.widget, read(self.data, v, seat), self.place)]


ZoneSpec = Hands | Trick | Row | Pile | Taken | Laid | Trump | Memory | Fact | Widget


@dataclass(frozen=True)
class BadgeSpec:
    """One figure on every seat's panel.

    * `shape`: how it looks; a `fraction` is `value`/`of`, as tricks won of tricks bid; a `word` is the text
      `badge.ID.VALUE`, which the number stands for.
    * `value`: by seat; None = no figure.
    * `of`: `(v, viewer, seat)` -> the second figure, `hidden`: is it there, but not to be told?  They may tell a reader
      more of his own seat; what he sees of the others all see.
    * `shown`: `(v)` -> is there this figure in a match with these options?
    """

    id: str
    shape: Literal["number", "chips", "strokes", "word", "fraction", "score"]
    value: Read
    of: Callable[[Any, int | None, int], int | None] | None = None
    hidden: Callable[[Any, int | None, int], bool] | None = None
    shown: Callable[[Any], bool] = lambda v: True

    @property
    def own(self) -> bool:
        """May a seat see its own otherwise than all see it?"""
        return self.of is not None or self.hidden is not None

    def is_same(self, public: Collection[str]) -> bool:
        """Is it the same for every reader, beside the own seat?"""
        return _same((self.value,), public)

    def badges(self, v: Any, seat: int | None) -> list[Badge]:
        """The badges of all seats as `seat` sees them."""
        values = _values(self.value, v, seat)
        return [self.badge(v, seat if p == seat else None, p, values[p]) for p in range(v.players)]

    def badge(self, v: Any, seat: int | None, p: int, value: Any) -> Badge:
        """The badge of seat `p` as `seat` sees it; value: that of the seat."""
        hidden = self.hidden is not None and self.hidden(v, seat, p)
        of = self.of(v, seat, p) if self.of is not None and not hidden else None
        return Badge(self.id, self.shape, None if value is None else int(value), of, hidden)
