"""What happened at a table, as it is stored: enough to rebuild the table exactly, after a crash too.

Stored events hold secrets (seals of the shuffle, guest ids, decks, sealed bids).  As in a game's state, every field
says who may know it, and one that says nothing is told to nobody.  No reader ever gets a stored event: what is told of
it is made by `telling.py`.
"""

from typing import Annotated, Any, Literal, TypeVar

import msgspec

from torite.games.game import Value

T = TypeVar("T")
Told = Annotated[T, msgspec.Meta(extra={"knows": "all"})]
Named = Annotated[T, msgspec.Meta(extra={"knows": "all", "name": True})]  # a seat, with the name of who had it then
Sealed = Annotated[T, msgspec.Meta(extra={"knows": "seat"})]  # an action: where the game seals it, whose it is alone

Clock = Literal["none", "relaxed", "quick", "daily"]  # how long persons may think; see clock.py
Watching = Literal["allowed", "after", "nobody"]  # who may look on, beside the table's people; after = after the match


class Proposal(msgspec.Struct, frozen=True, omit_defaults=True):
    """What all persons at the table have to agree to.  Where one alone is there it happens at once."""

    what: Literal["reset", "again", "share", "option", "preset", "hints", "clock", "take_back", "remove", "swap", "sit"]
    name: str | None = None  # of the option, the preset, or the clock; of who asks for a seat
    value: bool | int | str | None = None  # of the option; are hints allowed; `seq` of what is taken back; seat
    more: dict[str, Value] | None = None  # other options that the same person has proposed just before
    seat: int | None = None  # the lower one of two who change places, `value` is the other; the bot's that is asked for

    @property
    def options(self) -> dict[str, Value]:
        """All that are to change."""
        last = {self.name: self.value} if self.name is not None and self.value is not None else {}
        return {**(self.more or {}), **last} if self.what == "option" else {}


class Challenge(msgspec.Struct, frozen=True, omit_defaults=True):
    """One deal that many play, each alone and against the same bots (challenge.py): what is the same for all of them.

    salt, secret, nonces, fairness: how the match's seed is made (fairness.py); of a match that was played, as there.
    """

    id: str
    game: str
    players: int
    preset: str
    options: dict[str, Value]  # all of them
    seat: int  # the person's
    level: str  # of the bots; with a budget that does not go by time
    salt: str
    secret: str
    nonces: list[str | None]  # by seat
    fairness: int
    deal: int = 1  # its number in the match
    before: str = ""  # the match up to that deal as a text (games/notation.py); "" = it is the first one
    whole: bool = False  # the match is played to its end


class Event(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """What every stored event is.  New fields need a default: old logs must stay readable."""


class Created(Event, frozen=True, tag="created"):
    """The first event.

    salt, secret: hex, the seal of the first match (fairness.py).
    """

    table: str
    game: Told[str]
    seats: int
    preset: str
    options: dict[str, Value]  # all of them
    salt: str
    secret: str
    listed: bool = True
    creator: str | None = None  # guest id
    hints: bool = True
    clock: Clock = "none"
    challenge: Challenge | None = None
    met: bool = False  # the house has brought those who play here together; see meeting.py
    watching: Watching = "allowed"
    word: str | None = None  # that who comes is asked for, as a salted hash; see word.py


class Joined(Event, frozen=True, tag="joined"):
    seat: Told[int]  # in a running match that of a bot until now
    guest: str
    name: Told[str]
    time: float | None = None  # unix time, in a running match with clocks


class Renamed(Event, frozen=True, tag="renamed"):
    """Who sits here goes by another name from now on, before the match."""

    seat: Told[int]
    guest: str
    name: Told[str]
    before: Told[str]  # the name until now


class Left(Event, frozen=True, tag="left"):
    """Gave the seat back; in a running match a bot of `level` has it from here on.

    asked: the others are still asked whether this person is removed; in old logs that was off.
    """

    seat: Named[int]
    level: str | None = None
    asked: bool = False


class Swapped(Event, frozen=True, tag="swapped"):
    """Who sits here and who sits at `other` change places, before the match."""

    seat: Told[int]
    other: Told[int]


class OptionSet(Event, frozen=True, tag="option_set"):
    name: Told[str]
    value: Told[Value]


class PresetSet(Event, frozen=True, tag="preset_set"):
    name: Told[str]
    options: dict[str, Value]  # all of them


class HintsSet(Event, frozen=True, tag="hints_set"):
    on: Told[bool]


class ClockSet(Event, frozen=True, tag="clock_set"):
    clock: Told[Clock]


class Hinted(Event, frozen=True, tag="hinted"):
    """The person of this seat has asked for a hint; what it was is for that person alone."""

    seat: Told[int]


class BotAdded(Event, frozen=True, tag="bot_added"):
    seat: Told[int]
    name: Told[str]
    level: Told[str]


class Removed(Event, frozen=True, tag="removed"):
    """The seat is free; in a running match a bot has it from here on.

    level: the bot's.  barred: the host has removed a person who was there, and who may not come back.
    """

    seat: Named[int]
    level: str | None = None
    barred: Told[bool] = False


class LockSet(Event, frozen=True, tag="lock_set"):
    """Locked: nobody new sits down."""

    on: Told[bool]


class ListedSet(Event, frozen=True, tag="listed_set"):
    """Listed: the table stands in the lobby; else it is for those who have the link."""

    on: Told[bool]


class WatchingSet(Event, frozen=True, tag="watching_set"):
    who: Told[Watching]


class WordSet(Event, frozen=True, tag="word_set"):
    """Who comes is asked for a word now, another one than before, or for none any more.

    word: as in Created.
    """

    on: Told[bool]
    word: str | None = None


class NonceGiven(Event, frozen=True, tag="nonce_given"):
    seat: Told[int]
    nonce: str


class Started(Event, frozen=True, tag="started"):
    """Empty seats are gone: seats count from 0 without gaps from here on.

    The match's seed is fixed.
    """

    at: str  # ISO 8601, UTC
    fairness: int = 1  # version of how the seed is made; logs before the second one do not say
    rules: str = ""  # `Game.edition`; "" in logs of before there was one, and where it is not known


class Dealt(Event, frozen=True, tag="dealt"):
    deal: Told[int]  # from 1
    deck: list[str]  # in dealing order
    time: float | None = None  # unix time, where there are clocks; also of Acted and TakenBack


class Acted(Event, frozen=True, tag="acted"):
    seat: Told[int]
    code: Sealed[str]
    by: Told[Literal["person", "bot", "claim"]]  # claim = the house, where somebody has claimed the rest
    time: float | None = None
    more: bool = False  # of several that were chosen together, not the last


class Claimed(Event, frozen=True, tag="claimed"):
    """This person takes all that is left of the deal, however the others play: the house plays it out."""

    seat: Named[int]


class DealEnded(Event, frozen=True, tag="deal_ended"):
    result: Told[dict[str, Any]]


class Confirmed(Event, frozen=True, tag="confirmed"):
    seat: Told[int]


class Finished(Event, frozen=True, tag="finished"):
    """The match is over; `TableView.outcome` and `TableView.fairness` are filled.

    salt, secret: the seal of the next one, so that nonces for it can be given.
    """

    scores: list[int]
    winners: list[int]
    draw: bool
    salt: str
    secret: str
    absent: list[int] = []  # seats of persons for whom bots alone have played: they have won nothing


class Said(Event, frozen=True, tag="said"):
    seat: Told[int | None]
    name: Told[str]
    text: Told[str]
    guest: str | None = None  # guest id
    time: Told[float | None] = None  # unix time; None = from before it was written down


class Forgotten(Event, frozen=True, tag="forgotten"):
    """What stood here was said by a guest who has deleted himself; changes nothing."""


class StoodIn(Event, frozen=True, tag="stood_in"):
    """A bot plays for this person until the person is back.

    level: the bot's.
    """

    seat: Named[int]
    level: str
    late: Told[bool] = False  # the person is not absent, but out of time


class Returned(Event, frozen=True, tag="returned"):
    """The person, absent or gone, has the seat again."""

    seat: Named[int]


class Resumed(Event, frozen=True, tag="resumed"):
    """The house, or the node that had the table, was away: nobody's clock has run in these seconds before `time`."""

    gap: float
    time: float


class ResetAsked(Event, frozen=True, tag="reset_asked"):
    """Of logs before there were proposals; changes nothing any more."""

    seat: int


class Proposed(Event, frozen=True, tag="proposed"):
    """This person proposes something; `TableView.pending` says who has still to answer."""

    seat: Named[int]
    what: Told[Proposal]


class Asked(Event, frozen=True, tag="asked"):
    """Somebody who has no seat asks for that of a bot, in a running match: a proposal like the others."""

    seat: Told[int]
    guest: str
    name: Told[str]


class Answered(Event, frozen=True, tag="answered"):
    """This person agrees, or does not, and then the proposal is off."""

    seat: Named[int]
    yes: Told[bool]
    absent: Told[bool] = False  # away for too long: that counts as agreeing


class Withdrawn(Event, frozen=True, tag="withdrawn"):
    """The proposal is off: who has made it is gone, it cannot be done any more, or it has made room for another one."""

    displaced: bool = False  # it has made room, and has had no turn


class TakenBack(Event, frozen=True, tag="taken_back"):
    """This person's action, event number `acted`, and all that was done after it in the deal has not happened."""

    seat: Named[int]
    acted: Told[int]
    time: float | None = None


class Shared(Event, frozen=True, tag="shared"):
    """Everybody who has the link may look at this match now; matches count from 1."""

    match: Told[int]


class Invited(Event, frozen=True, tag="invited"):
    """This person has opened another table, of `game`: who is here may come along."""

    seat: Named[int]
    table: str  # the view tells it, to whom it is to be told
    game: Told[str]


class WasReset(Event, frozen=True, tag="was_reset"):
    """Back to the lobby.

    salt, secret: the seal of the next match.
    """

    name: Told[str]
    salt: str
    secret: str


Stored = (
    Created | Joined | Renamed | Left | Swapped | OptionSet | PresetSet | HintsSet | ClockSet | Hinted | BotAdded
    | Removed | LockSet | ListedSet | WatchingSet | WordSet | NonceGiven | Started | Dealt | Acted | Claimed | DealEnded
    | Confirmed | Finished | Said | Forgotten | StoodIn | Returned | Resumed | ResetAsked | Proposed | Asked | Answered
    | Withdrawn | TakenBack | Shared | Invited | WasReset
)  # fmt: skip

UNTOLD = (Forgotten, Resumed, ResetAsked)

_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[Stored] = msgspec.json.Decoder(Stored)


def encode(event: Stored) -> bytes:
    """The event as it lies in the store."""
    return _ENCODER.encode(event)


def decode(body: bytes) -> Stored:
    """The event of a row of the store.  Raises msgspec.DecodeError."""
    return _DECODER.decode(body)
