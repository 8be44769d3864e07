"""Every message of the live connection.  TypeScript types are generated from here (scripts/wire).

Texts never travel: refusals and notices are keys with parameters, the reader's side has the words (`locale/`).
"""

from typing import Any, Literal

import msgspec

from torite.games.scene import Scene
from torite.table.events import Clock, Proposal, Watching
from torite.table.telling import Code, PublicEvent, Said

Phase = Literal["lobby", "playing", "between", "over"]
# lobby: seats and options may change; playing: a deal is being played; between: a deal is over, waiting for
# everybody's OK; over: the match is finished.
Claimable = Literal["may", "sure"]  # sure: by what the viewer knows it is so
Uncounted = Literal["challenge", "alone", "no_person", "unlisted", "take_back", "hint", "stand_in"]  # see counting.py


# ---- client to server (the tag is the field "type"; `id` is the sender's own number, echoed in ack and refusal) ----
class Request(msgspec.Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """What every request carries."""

    id: int | None = None


class Act(Request, tag="act"):
    """Play a card, bid, take ...  Refused as stale if the decision arose after `seq`."""

    code: Code
    seq: int


class Choose(Request, tag="choose"):
    """Do all of this, as many actions as `Scene.together` says; in which order they are named is told to nobody."""

    codes: list[Code]
    seq: int  # as in `act`


class Say(Request, tag="say"):
    """Chat text, or a command if it begins with `/`."""

    text: str


class Sit(Request, tag="sit"):
    """Take a seat; without a number the first open one.  In a running match, ask for that of a bot."""

    seat: int | None = None


class Leave(Request, tag="leave"):
    """Give the own seat back (in the lobby or after the match) or leave it to a bot (in a running match)."""


class Swap(Request, tag="swap"):
    """Propose, before the start, to change places with the person or bot of this seat."""

    seat: int


class SetOption(Request, tag="option"):
    """Propose another value of an option before the start."""

    name: str
    value: bool | int | str


class SetPreset(Request, tag="preset"):
    """Propose, before the start, all options as in a preset."""

    name: str


class SetHints(Request, tag="hints"):
    """Propose, before the start, whether those who play here may ask for hints."""

    on: bool


class SetClock(Request, tag="clock"):
    """Propose, before the start, how long those who play may think."""

    clock: Clock


class AskHint(Request, tag="hint"):
    """What would a bot do here?  Answered by `advice`; refused as stale if the decision arose after `seq`."""

    seq: int


class AddBot(Request, tag="bot"):
    """Put a bot on a seat; without a number on the first open one."""

    level: str | None = None
    seat: int | None = None


class Remove(Request, tag="remove"):
    """Free the seat of a bot or an absent person; the host also that of a person who is there, in a deal by vote."""

    seat: int


class Lock(Request, tag="lock"):
    """The host lets nobody new sit down, or everybody again."""

    on: bool


class SetListed(Request, tag="listed"):
    """The host puts the table into the lobby, or takes it out of there; before a match."""

    on: bool


class SetWatching(Request, tag="watching"):
    """The host lets others watch, or not; in a running match only fewer than before."""

    who: Watching


class SetWord(Request, tag="word"):
    """The host has who comes asked for this word, instead of another one; null = for none."""

    word: str | None


class Start(Request, tag="start"):
    """Begin the match with those who are seated."""


class Confirm(Request, tag="confirm"):
    """OK: on to the next deal."""


class Again(Request, tag="again"):
    """Propose, after the match, the same seats and options once more."""


class Reset(Request, tag="reset"):
    """Propose to give the running match up, or after it to go back to the lobby."""


class Share(Request, tag="share"):
    """Propose that everybody who has the link may look at the match that is over."""


class Invite(Request, tag="invite"):
    """Between two matches: invite all who are here to another table, which the sender has opened."""

    table: str
    game: str


class Answer(Request, tag="answer"):
    """Agree to the proposal, or not; with `yes` false whoever has made it takes it back."""

    yes: bool
    seq: int  # `Pending.seq` of the proposal that is meant


class TakeBack(Request, tag="take_back"):
    """Propose to take the own last decision of this deal back, with all that was done after it."""

    seq: int  # `TableView.take_back`: the event of the decision that is meant


class Claim(Request, tag="claim"):
    """The rest is mine.  Answered after a while: the deal is played out, or it is refused as not being so yet."""

    seq: int  # as in `act`


class Nonce(Request, tag="nonce"):
    """The own contribution to the shuffle (hex, 8..64 digits, an even number), before the start."""

    nonce: str


class Resync(Request, tag="resync"):
    """Ask for a snapshot."""


FromClient = (
    Act | Choose | Say | Sit | Leave | Swap | SetOption | SetPreset | SetHints | SetClock | AskHint | AddBot | Remove
    | Lock | SetListed | SetWatching | SetWord | Start | Confirm | Again | Reset | Share | Answer | TakeBack | Claim
    | Nonce | Invite | Resync
)  # fmt: skip


# ---- server to client ----
class SeatView(msgspec.Struct):
    kind: Literal["open", "person", "bot"]
    name: str | None = None
    level: str | None = None  # of a bot
    away: bool = False  # the person has no connection at the moment
    stand_in: bool = False  # a bot plays for the absent person
    may_be_barred: bool = False  # the person has left the seat to a bot, and may come back
    may_be_asked_for: bool = False  # in a match, by who has no seat; that of a person only as long as `away`
    played: str | None = None  # who has played the match that lies here, where that was somebody else


class Outcome(msgspec.Struct):
    scores: list[int]
    winners: list[int]
    draw: bool


class Fairness(msgspec.Struct):
    """Fair dealing: `commitment` is public before the first deal, the rest only once the match is over."""

    commitment: str
    nonces: list[str | None] | None = None  # by seat
    salt: str | None = None
    secret: str | None = None
    next: str | None = None  # after the match: the commitment of the next one, for which nonces may be given now


class NextTable(msgspec.Struct):
    """Another table, to which somebody here has invited all the others."""

    table: str
    game: str


class Pending(msgspec.Struct):
    """A proposal that is not decided yet."""

    what: Proposal
    by: int | None  # seat; None = somebody without one asks for it
    agreed: list[int]  # seats
    waits: list[int]  # seats of the persons who have still to answer
    seq: int  # of the event that proposed it
    mine: bool  # the reader has made it
    yields: bool  # what the reader proposes takes its place


class Clocks(msgspec.Struct):
    """How long persons may still think, in seconds: `move` for each decision, and beyond that what they have left.

    Who has used up both is out of time.
    """

    now: float  # unix time of the server
    move: float
    left: list[float]  # by seat
    since: list[float | None]  # by seat, unix time at which its decision arose; None = has none to make


class OpenRest(msgspec.Struct):
    """Somebody has claimed the rest of the deal, and it was so."""

    seat: int
    hands: list[list[Code]]  # by seat, as they were then


class TableView(msgspec.Struct):
    """The whole table as one viewer sees it, without chat and score sheet."""

    id: str
    game: str
    phase: Phase
    gathers: bool  # in the lobby: the house has brought together who sits here, and begins by itself
    seats: list[SeatView]
    seat: int | None  # the viewer's own seat, None = spectator
    options: dict[str, bool | int | str]
    preset: str
    hints: bool  # may be asked for
    clock: Clock
    clocks: Clocks | None  # None: there are none, or no match is running
    scene: Scene | None  # None in the lobby and until the first deal is made
    dealt: list[str]  # cards of the own hand that came with the deal, in the order in which they came
    confirmed: list[int]  # seats that have said OK, in phase "between"
    outcome: Outcome | None
    fairness: Fairness
    played: int  # finished matches of this table
    won: list[int]  # of these, by seat: what who sits there now has won; [] where the viewer is told nothing of them
    shared: bool  # may everybody who has the link look at the last one?
    next: NextTable | None  # between two matches: where those who are here may go on together
    pending: Pending | None  # what somebody has proposed
    host: int | None  # seat of the person who may lock the table and remove others
    locked: bool  # nobody new sits down
    listed: bool  # stands in the lobby, unless it is locked; else for those who have the link
    watching: Watching  # who may look on, beside those who play, or have played here
    word: bool  # who comes is asked for one
    take_back: int | None  # event of the viewer's last decision, if it may be asked to take it back
    take_backs: int  # in this match so far
    claim: Claimable | None  # may the viewer claim the rest of the deal now?
    claimed: OpenRest | None  # how the deal on the table has ended; None = it was played to its end, or is still
    uncounted: Uncounted | None  # why the match here, or the one to come, does not count for ratings; None = it does
    challenge: str | None  # id of the challenge that is played here: the match is fixed, and its only one


class LastMatch(msgspec.Struct):
    """The match that was finished last, once another one has begun or the table is in the lobby again."""

    number: int  # of the finished matches, from 1
    names: list[str]  # by seat
    sheet: list[dict[str, Any]]
    outcome: Outcome


class ServerMessage(msgspec.Struct, tag_field="type"):
    """What every message of the server is."""


class Snapshot(ServerMessage, tag="snapshot"):
    """Everything, on connect and resync."""

    seq: int
    table: TableView
    sheet: list[dict[str, Any]]  # `result` of every finished deal of this match
    chat: list[Said]  # the last 50
    name: str | None  # the viewer's name, None = no guest cookie yet
    last: LastMatch | None = None  # None as long as none is over, or the last one is still on the table


class Update(ServerMessage, tag="update"):
    """One event and the table after it.  A gap in `seq` asks for a resync.  On "started" the sheet is empty again."""

    seq: int
    event: PublicEvent
    table: TableView


class Presence(ServerMessage, tag="presence"):
    """Who is connected; not an event, has no seq."""

    away: list[bool]  # by seat
    spectators: int
    compiled: float | None = None  # share of the game that is compiled, 0 to 1; None = all: bots are ready
    grace: float | None = None  # seconds after which a bot stands in for who is away and waited for; None = never
    unsaved: bool = False  # what bots and clocks do cannot be saved at the moment, and is tried again


class Ack(ServerMessage, tag="ack"):
    """The request with this id has been carried out and stored."""

    id: int
    seq: int


class Refusal(ServerMessage, tag="refusal"):
    """The request was refused and changed nothing.  Text: `refusal.CODE` with `/` as `.`."""

    id: int | None
    code: str
    params: dict[str, Any]


class Notice(ServerMessage, tag="notice"):
    """An answer for this reader alone (`/option help`), or that a bot has played for him.  Text: `notice.KEY`."""

    key: str
    params: dict[str, Any]


class Choice(msgspec.Struct):
    """A legal action, and what the deal would be worth to the seat after it: an estimate, in the unit of reviews."""

    code: Code
    value: float


class Advice(ServerMessage, tag="advice"):
    """The answer to `hint`, for this reader alone: the legal actions it has tried, its choice first."""

    seq: int  # at which the decision arose
    choices: list[Choice]


class Rules(ServerMessage, tag="rules"):
    """The file of the game is being worked at: ask for the games anew.  Comes after each change and each snapshot."""

    outdated: bool  # the running match goes on by the rules that it was begun with; `reset` brings the new ones
    problems: dict[str, list[str]]  # language -> what is wrong with the file as it is now; {} = nothing


FromServer = Snapshot | Update | Presence | Ack | Refusal | Notice | Advice | Rules
