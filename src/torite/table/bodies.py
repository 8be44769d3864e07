"""Bodies of the HTTP calls, but for those of coming back (returning.py), looking back (looking.py), games (info.py)."""

from typing import Annotated, Any

import msgspec

from torite.table.events import Clock, Watching
from torite.table.messages import Phase, SeatView


class Me(msgspec.Struct):
    name: str | None


class Reach(msgspec.Struct):
    """Where others find the house."""

    address: str | None  # "https://cards.example"; None = nowhere that the house could tell


class SendsNotices(msgspec.Struct):
    """Does the house tell who is not there that it is his turn?"""

    key: str | None  # for `applicationServerKey` of the Push API; None = no


class Device(msgspec.Struct, forbid_unknown_fields=True):
    """A browser that has subscribed, as `PushSubscription.toJSON` tells it."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]
    key: Annotated[str, msgspec.Meta(max_length=100)]  # p256dh
    secret: Annotated[str, msgspec.Meta(max_length=40)]  # auth
    lang: Annotated[str, msgspec.Meta(max_length=5)]


class NoDevice(msgspec.Struct, forbid_unknown_fields=True):
    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]


class TakesPasskeys(msgspec.Struct):
    taken: bool


class NameBody(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    key: Annotated[str, msgspec.Meta(max_length=64)] | None = None  # a secret of the browser, see `server/people/`


class DeviceLink(msgspec.Struct):
    """A link with which the same guest opens the house on another device, once."""

    link: str
    until: float  # unix time


class TakeBody(msgspec.Struct, forbid_unknown_fields=True):
    token: Annotated[str, msgspec.Meta(max_length=64)]  # what stands behind the # of the link
    key: Annotated[str, msgspec.Meta(max_length=64)] | None = None  # a secret of the browser


class BrowserKey(msgspec.Struct, forbid_unknown_fields=True):
    key: Annotated[str, msgspec.Meta(max_length=64)] | None = None  # a secret of the browser


class PasskeyAsk(msgspec.Struct):
    """What a browser is to make a passkey of, or to sign with one: as WebAuthn writes it in JSON."""

    options: dict[str, Any]


class NewPasskey(msgspec.Struct, forbid_unknown_fields=True):
    label: str  # by which its owner knows it: 1..24 characters
    answer: dict[str, Any]  # `RegistrationResponseJSON` of WebAuthn


class ComeBack(msgspec.Struct, forbid_unknown_fields=True):
    answer: dict[str, Any]  # `AuthenticationResponseJSON` of WebAuthn
    key: Annotated[str, msgspec.Meta(max_length=64)] | None = None  # a secret of the browser


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    game: str
    seats: int
    preset: str | None = None
    options: dict[str, bool | int | str] = {}
    listed: bool = True  # shown in the lobby; else only for those who have the link
    hints: bool = True  # may those who play ask for hints?
    clock: Clock = "none"
    watching: Watching = "allowed"  # who may look on; after = only after the match
    word: Annotated[str, msgspec.Meta(max_length=200)] | None = None  # that who comes is asked for
    sit: bool = True  # the creator takes seat 0
    fill: str | None = None  # level of the bots that take the other seats
    start: bool = False  # begin at once


class WordBody(msgspec.Struct, forbid_unknown_fields=True):
    word: Annotated[str, msgspec.Meta(max_length=200)]


class TableCreated(msgspec.Struct):
    id: str


class Wish(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody would play with whoever waits."""

    games: Annotated[dict[str, int], msgspec.Meta(min_length=1, max_length=32)]  # with the number of players
    wait: Annotated[float, msgspec.Meta(ge=1, le=3600)] | None  # seconds until bots take what is free; None = never
    level: str  # of the bots


class Queue(msgspec.Struct):
    """How many wait for a game."""

    game: str
    players: int
    waiting: int


class Waiting(msgspec.Struct):
    """Somebody who waits for others to play with."""

    table: str | None  # where the match begins as soon as all are there
    queues: list[Queue]  # of what he waits for
    left: float | None  # seconds until bots take the seats that are free; None = never


class TableSummary(msgspec.Struct):
    id: str
    game: str
    phase: Phase
    seats: list[SeatView]
    turn: list[int] = []  # seats that are waited for: to act, between deals to say OK, or to answer
    word: bool = False  # who comes is asked for one
    clock: Clock = "none"  # how long each may think
    since: float | None = None  # unix time since which somebody is to act; None = without a clock nobody hurries


class Problem(msgspec.Struct):
    """Body of every HTTP error: a refusal code with parameters."""

    code: str
    params: dict[str, Any]
