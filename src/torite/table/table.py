"""A table as a value: who sits there, how it is set, and the match that is played or was played last."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import chain, count
from typing import Any, Literal, NamedTuple, TypeVar

from torite.games.game import Game, Outcome, Value
from torite.games.position import Position
from torite.table import events
from torite.table.clock import is_patient
from torite.table.events import Proposal
from torite.table.fairness import Seal
from torite.table.messages import Phase
from torite.table.refusals import look

T = TypeVar("T")
GONE = "gone"  # stands in the events for the id of a guest who has deleted himself; nobody's id, and without a name


def replace(old: T, **changes: Any) -> T:
    """As of `dataclasses`, for those of this file: each event makes several, and all fields were looked at anew."""
    new = object.__new__(type(old))
    new.__dict__.update(old.__dict__, **changes)
    return new


@dataclass(frozen=True)
class Guest:
    """A visitor: the id of the cookie and the name; "" = no name yet, may only watch."""

    id: str
    name: str


@dataclass(frozen=True)
class Seat:
    """A place at the table and who has it.

    open     nobody; after a match the name of the one who has just left stays readable
    person   `guest`; with `stand_in` absent, a bot plays meanwhile
    bot      with `stand_in` it has taken over from a person who has left: the name stays, `guest` may return
    """

    kind: Literal["open", "person", "bot"] = "open"
    guest: str | None = None  # guest id
    name: str | None = None
    level: str | None = None  # of the bot that decides
    stand_in: bool = False
    willing: bool = False  # has the person left by a word of his own?
    nonce: str | None = None  # added to the next shuffle (fairness.py)

    @property
    def is_person(self) -> bool:
        """Does a person decide here at the moment?"""
        return self.kind == "person" and not self.stand_in

    @property
    def is_bot(self) -> bool:
        """Does a bot decide here at the moment?"""
        return self.kind == "bot" or self.stand_in

    @property
    def who(self) -> str:
        """Whose wins here are counted: a guest's, or those of a bot of this name."""
        return self.guest or self.name or GONE

    @property
    def has_left(self) -> bool:
        """Has the person left a running match?"""
        return self.kind == "bot" and self.stand_in


OPEN = Seat()


class Move(NamedTuple):
    """One action of a deal."""

    seat: int
    code: str
    by: Literal["person", "bot", "claim"]
    seq: int  # of the event
    sealed: bool  # were the others not told at once which action it was?
    more: bool = False  # of several that were chosen together, not the last


@dataclass(frozen=True)
class DealLog:
    """One deal as it was played."""

    deck: tuple[str, ...]  # in dealing order
    moves: tuple[Move, ...] = ()
    came: tuple[tuple[str, ...], ...] = ()  # by seat: the cards of the hand in the order in which they came


@dataclass(frozen=True)
class Match:
    """The match that is being played, or was played last."""

    position: Position
    seal: Seal
    nonces: tuple[str | None, ...]  # by seat
    names: tuple[str, ...]  # by seat, at the start; of who took a bot's seat later
    started: str  # ISO 8601, UTC
    fairness: int  # version of how the seed is made
    deals: tuple[DealLog, ...] = ()
    sheet: tuple[dict[str, Any], ...] = ()  # `result` of every finished deal
    outcome: Outcome | None = None
    guests: tuple[str | None, ...] = ()  # by seat, when it was over: ids of those who have played
    had: Mapping[str, int] = field(default_factory=dict)  # guest -> seat, of all who have had one in it
    unasked: frozenset[str] = frozenset()  # guests who have sat down in it while somebody was away
    dealt: Position | None = None  # as the running deal began; None before the first one
    take_backs: int = 0
    hints: int = 0  # that were asked for
    stand_ins: int = 0  # actions that bots have done in a person's place, and seats that persons have taken from bots
    private: bool = False  # was it when it began?
    rules: str = ""  # `Game.edition` when it began


@dataclass(frozen=True)
class Past:
    """What a new match leaves of the one before it."""

    names: tuple[str, ...]  # by seat
    sheet: tuple[dict[str, Any], ...]
    outcome: Outcome


@dataclass(frozen=True)
class Pending:
    """A proposal that is not decided yet."""

    what: Proposal
    by: int | None  # seat; None = somebody without one, who asks for it
    seq: int  # of the event that proposed it
    agreed: frozenset[int]  # seats
    begun: int  # `seq` of what the same person proposed first, and changed since
    asks: str | None = None  # guest id of who has no seat and asks for one
    missed: frozenset[int] = frozenset()  # of those who agree, who was away for too long

    @property
    def removes(self) -> int | None:
        """The seat of the person who would be removed."""
        return self.what.value if self.what.what == "remove" and isinstance(self.what.value, int) else None


class Claim(NamedTuple):
    """A claim that holds."""

    seat: int
    hands: tuple[int, ...]  # sets of cards by seat, as they were


@dataclass(frozen=True)
class Table:
    """Everything about a table.  Never changed in place."""

    id: str
    game: Game
    seats: tuple[Seat, ...]
    offered: int  # seats that the lobby has
    options: Mapping[str, Value]  # all of them
    preset: str
    listed: bool
    creator: str | None  # guest id
    hints: bool  # may be asked for
    clock: events.Clock
    seal: Seal  # of the match to come; during a match that of the match
    seq: int = 0  # of the last event
    phase: Phase = "lobby"
    match: Match | None = None  # None in the lobby
    played: int = 0  # finished matches
    won: Mapping[str, int] = field(default_factory=dict)  # guest who was there, or name of a bot -> how many
    confirmed: frozenset[int] = frozenset()  # seats that have said OK, between deals
    pending: Pending | None = None  # what somebody has proposed
    in_vain_at: Mapping[str, int] = field(default_factory=dict)  # guest -> seq at which its proposal came to nothing
    last: Past | None = None  # of the match that was finished last
    shared: frozenset[int] = frozenset()  # numbers of the finished matches that all with the link may look at
    asked: Mapping[int, int] = field(default_factory=dict)  # seat that may act -> seq at which its decision arose
    since: Mapping[int, float] = field(default_factory=dict)  # seat that may act -> unix time; {} without clocks
    used: Mapping[int, float] = field(default_factory=dict)  # seat -> seconds of its reserve
    hinted: Mapping[int, int] = field(default_factory=dict)  # seat -> `asked` of the decision it had a hint for
    asked_back: Mapping[int, int] = field(default_factory=dict)  # seat -> take-backs asked for in this deal
    asks: Mapping[str, int] = field(default_factory=dict)  # guest -> how often it has asked for a seat in this deal
    claimed: Claim | None = None  # how the deal on the table has ended
    in_vain: Mapping[int, tuple[int, ...]] = field(default_factory=dict, compare=False)  # not stored; see claiming.py
    chat: tuple[events.Said, ...] = ()  # the last ones
    locked: bool = False  # nobody new sits down
    watching: events.Watching = "allowed"
    word: str | None = None  # that who comes is asked for, as a salted hash
    private: bool = False  # has it ever been for those who have the link, or asked for a word?
    players: frozenset[str] = frozenset()  # ids of guests who had a seat when a match began, or took a bot's later
    barred: frozenset[str] = frozenset()  # ids of guests whom the host has removed
    came: tuple[str, ...] = ()  # ids of guests who have sat down, in the order in which they first did
    challenge: events.Challenge | None = None  # everybody who takes it has a table of his own
    invited: events.Invited | None = None  # to another table, until the next match here
    met: bool = False  # has the house brought those together who play this match?
    named: Mapping[str, str] = field(default_factory=dict)  # name, as `look` has it -> guest id, "" = a bot

    @property
    def position(self) -> Position | None:
        """The running or finished match's position."""
        return self.match.position if self.match is not None else None

    @property
    def running(self) -> bool:
        """Is a match under way?"""
        return self.phase in ("playing", "between")

    @property
    def is_of_other_rules(self) -> bool:
        """Was the match begun with other rules than those that the game has now?"""
        return self.match is not None and other_rules(self.match.rules, self.game)

    @property
    def wins(self) -> list[int]:
        """By seat: how many matches whoever sits there has won here."""
        return [0 if seat.kind == "open" or seat.who == GONE else self.won.get(seat.who, 0) for seat in self.seats]

    @property
    def gathers(self) -> bool:
        """Do those whom the house has brought together add to the shuffle?  Then it begins their match by itself."""
        return self.met and self.phase == "lobby"

    def seat_of(self, guest: str | None) -> int | None:
        """The seat that this guest has, absent or not; None after leaving."""
        if guest is not None:
            for i, seat in enumerate(self.seats):
                if seat.guest == guest and not seat.has_left:
                    return i
        return None

    def may_be_barred(self, seat: int) -> bool:
        """Has a person left this seat to a bot, not been freed of it, who may have it back?  Not whose table it is."""
        who = self.seats[seat]
        return who.has_left and who.willing and who.guest not in {GONE, self.creator, *self.barred}

    def is_missed(self, seat: int) -> bool:
        """Does a bot play for somebody who is away, or has been freed of the seat, and would have it back?"""
        who = self.seats[seat]
        return who.stand_in and not (who.has_left and (who.willing or who.guest in {GONE, *self.barred}))

    def left_by(self, guest: str) -> int | None:
        """The seat that this guest has left to a bot."""
        return self._find(lambda seat: seat.guest == guest and seat.has_left)

    def shown(self, guest: Guest) -> str:
        """The name by which this guest is known here: the first one of a name has it plain, the next is "Ann (2)"."""
        plain, endings = look(guest.name), chain([""], (f" ({n})" for n in count(2)))
        return guest.name + next(end for end in endings if self.named.get(plain + end, guest.id) == guest.id)

    @property
    def host(self) -> int | None:
        """The seat of the person who may lock the table and remove others: who has opened it, else who came first."""
        own = self.seat_of(self.creator)
        persons = {seat.guest: i for i, seat in enumerate(self.seats) if seat.kind == "person"}
        return own if own is not None else next((persons[guest] for guest in self.came if guest in persons), None)

    def first_open(self) -> int | None:
        """The first open seat."""
        return self._find(lambda seat: seat.kind == "open")

    def taken(self) -> int:
        """Number of seats that somebody has."""
        return sum(seat.kind != "open" for seat in self.seats)

    def waits(self) -> bool:
        """Between deals: is there a person who has not said OK?  By correspondence one is enough."""
        persons = {i for i, seat in enumerate(self.seats) if seat.is_person}
        return bool(persons - set(self.confirmed)) and not (is_patient(self.clock) and persons & set(self.confirmed))

    def may_be_displaced(self, guest: str) -> bool:
        """Does what is proposed make room for what this guest proposes, whose last turn in vain is longer ago?

        Not where that one is to be removed.  Who only asks for a seat makes room for all who have one.
        """
        if self.pending is None or self.pending.removes == self.seat_of(guest):
            return False
        if self.pending.by is None:
            return True
        by = self.seats[self.pending.by].guest or ""
        return self.in_vain_at.get(by, 0) > self.in_vain_at.get(guest, 0)

    def undecided(self) -> list[int]:
        """Seats of the persons who have still to answer the proposal; for whom a bot stands in agrees.

        To show a match to everybody is agreed to by a word alone, and that somebody sits down by the word of one at
        least.  Who is to be removed is not asked.
        """
        if self.pending is None:
            return []
        by_word = self.pending.what.what == "share"
        by_one = self.pending.by is None and not self.pending.agreed
        asked = (
            i
            for i, seat in enumerate(self.seats)
            if seat.is_person or (by_word and seat.guest is not None) or (by_one and seat.kind == "person")
        )
        given = self.pending.what.seat if self.pending.by is None else None  # whoever had it is away
        return [i for i in asked if i not in (*self.pending.agreed, self.pending.removes, given)]

    def _find(self, wanted: Callable[[Seat], bool]) -> int | None:
        return next((i for i, seat in enumerate(self.seats) if wanted(seat)), None)


def other_rules(begun: str, game: Game) -> bool:
    """Is this `Game.edition` another one than that of the game?  Before there were any, the house's rules were 1."""
    return begun != game.edition if begun else game.rules > 1


def with_game(table: Table, game: Game) -> Table:
    """The table with another version of its game, in which a running match goes on: the kernels must be the same."""
    match = table.match
    if match is not None and table.running:
        begun = None if match.dealt is None else _by_rules(match.dealt, game)
        match = replace(match, position=_by_rules(match.position, game), dealt=begun)
    return replace(table, game=game, match=match)


def _by_rules(position: Position, game: Game) -> Position:
    same = position.copy()
    same.game = game
    return same
