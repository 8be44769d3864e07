"""What happened at a table, as it is stored: enough to rebuild the table exactly, after a crash too.

Stored events hold secrets (seals of the shuffle, guest ids, decks, sealed bids).  No reader ever gets one: what may
be told of it is made by `views.public_event`.
"""

from typing import Any, Literal

import msgspec

from torite.games.game import Value
from torite.table.messages import Clock, Proposal


class Event(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """What every stored event is.  New fields need a default: old logs must stay readable."""


class Created(Event, frozen=True, tag="created"):
    """The first event.  salt, secret: hex, the seal of the first match (fairness.py)."""

    table: str
    game: str
    seats: int
    preset: str
    options: dict[str, Value]  # all of them
    salt: str
    secret: str
    listed: bool = True
    creator: str | None = None  # guest id
    hints: bool = True
    clock: Clock = "none"


class Joined(Event, frozen=True, tag="joined"):
    seat: int
    guest: str
    name: str


class Left(Event, frozen=True, tag="left"):
    """Gave the seat back; in a running match a bot of `level` has it from here on."""

    seat: int
    level: str | None = None


class OptionSet(Event, frozen=True, tag="option_set"):
    name: str
    value: Value


class PresetSet(Event, frozen=True, tag="preset_set"):
    name: str
    options: dict[str, Value]  # all of them


class HintsSet(Event, frozen=True, tag="hints_set"):
    on: bool


class ClockSet(Event, frozen=True, tag="clock_set"):
    clock: Clock


class Hinted(Event, frozen=True, tag="hinted"):
    seat: int


class BotAdded(Event, frozen=True, tag="bot_added"):
    seat: int
    name: str
    level: str


class Removed(Event, frozen=True, tag="removed"):
    """The seat is free; in a running match a bot of `level` has it from here on.

    barred: the host has removed a person who was there, and who may not come back.
    """

    seat: int
    level: str | None = None
    barred: bool = False


class LockSet(Event, frozen=True, tag="lock_set"):
    """Locked: nobody new sits down."""

    on: bool


class NonceGiven(Event, frozen=True, tag="nonce_given"):
    seat: int
    nonce: str


class Started(Event, frozen=True, tag="started"):
    """Open seats are gone, seats count without gaps; the match's seed is fixed."""

    at: str  # ISO 8601, UTC
    fairness: int = 1  # version of how the seed is made; logs before the second one do not say


class Dealt(Event, frozen=True, tag="dealt"):
    deal: int  # from 1
    deck: list[str]  # in dealing order
    time: float | None = None  # unix time, where there are clocks; also of Acted and TakenBack


class Acted(Event, frozen=True, tag="acted"):
    seat: int
    code: str
    by: Literal["person", "bot"]
    time: float | None = None


class DealEnded(Event, frozen=True, tag="deal_ended"):
    result: dict[str, Any]


class Confirmed(Event, frozen=True, tag="confirmed"):
    seat: int


class Finished(Event, frozen=True, tag="finished"):
    """The match is over.  salt, secret: the seal of the next one, so that nonces for it can be given."""

    scores: list[int]
    winners: list[int]
    draw: bool
    salt: str
    secret: str


class Said(Event, frozen=True, tag="said"):
    seat: int | None
    name: str
    text: str
    guest: str | None = None  # guest id


class Forgotten(Event, frozen=True, tag="forgotten"):
    """What stood here was said by a guest who has deleted himself; changes nothing."""


class StoodIn(Event, frozen=True, tag="stood_in"):
    """A bot of `level` plays for the absent person until the person is back."""

    seat: int
    level: str
    late: bool = False  # the person is not absent, but out of time


class Returned(Event, frozen=True, tag="returned"):
    """The person, absent or gone, has the seat again."""

    seat: int


class ResetAsked(Event, frozen=True, tag="reset_asked"):
    """Of logs before there were proposals; changes nothing any more."""

    seat: int


class Proposed(Event, frozen=True, tag="proposed"):
    seat: int
    what: Proposal


class Answered(Event, frozen=True, tag="answered"):
    """This person agrees, or does not, and then the proposal is off.  absent: away for too long."""

    seat: int
    yes: bool
    absent: bool = False


class Withdrawn(Event, frozen=True, tag="withdrawn"):
    """The proposal is off: who has made it is gone, or it cannot be done any more."""


class TakenBack(Event, frozen=True, tag="taken_back"):
    """The action of event number `acted`, and all after it in the deal, has not happened."""

    seat: int
    acted: int
    time: float | None = None


class Shared(Event, frozen=True, tag="shared"):
    """Everybody who has the link may look at this finished match, counted from 1."""

    match: int


class WasReset(Event, frozen=True, tag="was_reset"):
    """Back to the lobby.  salt, secret: the seal of the next match."""

    name: str
    salt: str
    secret: str


Stored = (
    Created | Joined | Left | OptionSet | PresetSet | HintsSet | ClockSet | Hinted | BotAdded | Removed | LockSet
    | NonceGiven | Started | Dealt | Acted | DealEnded | Confirmed | Finished | Said | Forgotten | StoodIn | Returned
    | ResetAsked | Proposed | Answered | Withdrawn | TakenBack | Shared | WasReset
)  # fmt: skip

_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[Stored] = msgspec.json.Decoder(Stored)


def encode(event: Stored) -> bytes:
    """The event as it lies in the store."""
    return _ENCODER.encode(event)


def decode(body: bytes) -> Stored:
    """The event of a row of the store.  Raises msgspec.DecodeError."""
    return _DECODER.decode(body)
