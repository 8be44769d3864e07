"""What a seat sees of a game: the scene, built from a view by the zones that the game declares.

A scene is plain data (JSON on the wire), the same for every game.  The client draws zones, badges and legal
actions; it knows no rules.  Card codes are those of the records; `"?"` is a card that lies face down.
"""

from typing import Any, Literal

import msgspec

FACE_DOWN = "?"


class HandZone(msgspec.Struct, tag="hand", tag_field="kind"):
    """Cards that a seat holds, sorted for the eye (trump first); last a `"?"` for each that one may not see."""

    id: str
    seat: int
    cards: list[str]
    open: bool = False  # cards of it lie face up for all; of the own hand, all of them


class FinishedTrick(msgspec.Struct):
    """The trick before this one: it may be looked at until the next one is complete."""

    lead: int  # seat that led
    cards: list[str | None]  # by seat; "?" = a card this viewer may not see
    winner: int


class TrickZone(msgspec.Struct, tag="trick", tag_field="kind"):
    """The cards lying in front of the seats in this trick; further ones are of somebody who has no seat, the dummy."""

    id: str
    lead: int  # seat that leads this trick
    cards: list[str | None]  # by seat; None = not played yet
    follow: str | None  # letter of the suit that must be followed, None = no duty
    last: FinishedTrick | None


class RowZone(msgspec.Struct, tag="row", tag_field="kind"):
    """Cards on offer, in fixed places."""

    id: str
    cards: list[str | None]  # None = this place is empty
    action: str | None  # legal action of a card = action + ":" + its code ("take:SA", "take:?"); None = only to look at


class PileZone(msgspec.Struct, tag="pile", tag_field="kind"):
    """Face-down cards of which only the number is known: stock, cards set aside."""

    id: str
    count: int


class TakenZone(msgspec.Struct, tag="taken", tag_field="kind"):
    """Tricks that a seat has won, face down, countable."""

    id: str
    seat: int
    count: int


class LaidZone(msgspec.Struct, tag="laid", tag_field="kind"):
    """Cards that lie face up before a seat, such as a task of his, or what he has taken; text `game.NAME.zone.ID`."""

    id: str
    seat: int
    cards: list[str]


class TrumpZone(msgspec.Struct, tag="trump", tag_field="kind"):
    """The trump of this deal and the card that was turned up for it."""

    id: str
    suit: str | None  # letter; "none" = no trump in this deal; None = not decided yet
    card: str | None  # the card turned up, if any


class MemoryZone(msgspec.Struct, tag="memory", tag_field="kind"):
    """Cards this viewer knows a seat to hold or to have held face up: a memory aid."""

    id: str
    seat: int
    cards: list[str]


class FactZone(msgspec.Struct, tag="fact", tag_field="kind"):
    """One figure or word of the deal that everybody must see: the contract, the goal, a multiplier.

    Texts: label `game.NAME.zone.ID`; a word is shown as `game.NAME.value.VALUE`.
    """

    id: str
    value: int | str | None  # None = there is nothing to tell yet
    seat: bool = False  # `value` is a seat, shown by name


class WidgetZone(msgspec.Struct, tag="widget", tag_field="kind"):
    """Something that a game draws in its own way: a slate, a sheet of contracts, a row of kingdoms.

    A client without this widget shows `data` as a plain list, so a game is playable without it.
    """

    id: str
    widget: str
    data: dict[str, Any]
    place: Literal["table", "sheet"] = "table"  # sheet: it is the score sheet, or stands at its head


Zone = HandZone | TrickZone | RowZone | PileZone | TakenZone | LaidZone | TrumpZone | MemoryZone | FactZone | WidgetZone


class Badge(msgspec.Struct):
    """One figure on a seat's panel.  Text: `game.NAME.badge.ID`."""

    id: str
    shape: Literal["number", "chips", "strokes", "word", "fraction", "score"]
    # number: value (of = how far it counts); chips: value drawn as chips; strokes: value in strokes (plus) or potatoes
    # (minus); word: text `game.NAME.badge.ID.VALUE`; fraction: value/of (tricks won / bid); score: value (of = the
    # score if the deal ended now).
    value: int | None
    of: int | None = None
    hidden: bool = False  # `of` exists but this viewer may not know it: show "?"


class Reason(msgspec.Struct, frozen=True):
    """Why an action is not legal.  Text: `game.NAME.why.KEY`, else `why.KEY`."""

    key: str
    params: dict[str, int | str] = {}  # suit: its letter; card: its code; phase: as in the scene; others: plain figures


class Note(msgspec.Struct):
    """What a legal action means beside its name, for whoever may do it."""

    cards: list[str] = []  # of the own hand, of which it speaks
    factor: int | None = None  # what points are multiplied by after it


class Meaning(msgspec.Struct):
    """What a finished deal meant for a seat.  Text: `game.NAME.meant.KEY`, else `meant.KEY`, to that seat itself."""

    key: str
    params: dict[str, int | str] = {}
    # who: seats as figures, "02"; cards: their codes, "HJ SJ"; gain: told with its sign; others: plain figures
    good: bool | None = None  # did it go as the seat wanted?  None = that cannot be said
    won: bool | None = None  # has the seat won the deal?  None = those for whom the deal was worth most have


class Scene(msgspec.Struct):
    """All that one viewer sees of the running deal."""

    seat: int | None  # the viewer's seat, None = spectator
    players: int
    deal: int  # number of this deal, from 1
    deals: int | None  # how many deals the match has, where that is fixed
    phase: str  # text `game.NAME.phase.PHASE`: what is being done ("bid", "play", "take", "trump", "over")
    dealer: int | None
    turn: list[int]  # seats that may act now
    direction: Literal[1, -1]  # 1 = clockwise (seat + 1 is next), -1 = anticlockwise
    zones: list[Zone]
    badges: list[list[Badge]]  # by seat
    legal: list[str]  # the viewer's legal actions, [] if it may not act
    why: dict[str, Reason]  # why not this card in hand, while others may be played, or not this number asked for
    # where something may be announced before a card, also why not this card if nothing is
    meant: list[Meaning] = []  # by seat, when the deal is over
    notes: dict[str, Note] = {}  # by code, of legal actions that are more than their name
    together: int = 1  # so many of the legal actions, each with a card in hand, are chosen together and then confirmed
