"""Bodies of the HTTP calls for coming back: one's own tables and matches, figures, challenges, and all that is kept."""

from typing import Any, Literal

import msgspec

from torite.games.game import Value
from torite.table.bodies import TableSummary, Wish
from torite.table.looking import ExerciseScore, MyAnswer, Review


class MyTable(msgspec.Struct):
    """A table where the caller has a seat, and whose match is not over, or an answer is waited for after it."""

    table: TableSummary
    seat: int
    since: float  # unix time since which somebody is to act, or of what happened there last


class MatchSummary(msgspec.Struct):
    """A finished match.  The lists are by seat."""

    table: str
    number: int  # of the table's finished matches, from 1
    game: str
    preset: str
    ended: float  # unix time
    names: list[str | None]
    levels: list[str | None]  # of bots; None = a person
    points: list[int]
    places: list[int]  # from 1; of one who plays alone 1 = won, 2 = lost
    seat: int = 0  # the caller's
    take_backs: int = 0
    options: dict[str, Value] = {}  # all of them
    sides: list[int] = []  # partners have the same number
    bids: list[int] = []  # deals with something to meet exactly; [] = there is nothing such in the game
    met: list[int] = []  # those of them in which it was met
    challenge: str | None = None  # id of the one that was played
    absent: list[int] = []  # seats of persons for whom bots alone have played
    missed: list[int] = []  # seats of persons who were not there when it ended
    uncounted: str | None = "before"  # why it does not count for ratings; before = there were none; None = it counts


class Home(msgspec.Struct):
    """What a guest comes back to."""

    running: list[MyTable]  # newest first
    finished: list[MatchSummary]  # newest first
    older: bool  # there are matches before them


class Rating(msgspec.Struct):
    """How well somebody plays a game: 25 is where everybody begins."""

    value: float
    within: float  # half its interval of 95 %
    matches: int  # that counted
    provisional: bool  # too few of them to be certain


class Standing(msgspec.Struct):
    """A line in the table of the house."""

    name: str | None  # of a guest
    level: str | None  # of bots
    rating: Rating
    own: bool  # the caller's


class Point(msgspec.Struct):
    """A figure at the end of a match."""

    at: float  # unix time
    value: float
    within: float  # half its interval of 95 %


class Tally(msgspec.Struct):
    """How matches of one kind have ended."""

    against: str  # `people` are there; else the level of the bots, `mixed` = of several, or `nobody`
    matches: int
    places: list[int]  # how often the first, the second, ...
    points: float  # of a match, on average
    bids: int  # deals with something to meet exactly
    met: int  # those of them in which it was met


class Companion(msgspec.Struct):
    """What became of somebody else in the matches that a guest has played with that one."""

    name: str
    tally: Tally


class Mean(msgspec.Struct):
    """A mean over matches."""

    value: float
    within: float  # half its interval of 95 %


class Luck(msgspec.Struct):
    """Over many matches: how lucky the guest was, and how well he has played; of a match, on average."""

    cards: Mean
    play: Mean


class Unparted(msgspec.Struct):
    """A match whose par nobody has asked for."""

    table: str
    number: int


class GameFigures(msgspec.Struct):
    """What a guest has done at one game."""

    game: str
    tallies: list[Tally]
    company: list[Companion]  # with whom the guest has played more than once, most often first
    rating: Rating | None  # None = no match has counted
    ratings: list[Point]  # after each match that counted, oldest first
    losses: list[Point]  # loss of a decision in each match that was reviewed, oldest first
    cards: list[Point]  # what the cards brought in each match that has a par, oldest first
    play: list[Point]  # what the play brought in each of them
    luck: Luck | None  # of all of them; None = there are fewer than three
    unparted: list[Unparted]  # those of the last 20 matches that have no par yet and can have one, newest first
    unit: str | None  # what losses, cards and play are counted in: text `unit.NAME`


class Figures(msgspec.Struct):
    """What a guest has done: the last 1000 matches."""

    games: list[GameFigures]  # the one played last first
    exercises: list[ExerciseScore]
    hidden: bool  # does not stand in the table of the house


class BotFigures(msgspec.Struct):
    """What a level of bots has done at one game: of the last 1000 matches of it that counted those with such bots."""

    game: str
    level: str
    tally: Tally | None  # places, points and bids of each of their seats; None = there has been no such match
    ratings: list[Point]  # after each match, oldest first
    points: list[Point]  # of a seat in a match: means of matches that followed each other, oldest first
    met: list[Point]  # the same of the share of bids that were met, in %; [] = nothing to meet exactly
    losses: list[Point]  # loss of a decision of such a seat in each match in which one was reviewed, oldest first
    cards: list[Point]  # what the cards brought such a seat in each match that has a par, oldest first
    play: list[Point]  # what the play brought it in each of them
    unit: str | None  # what losses, cards and play are counted in: text `unit.NAME`


class Hiding(msgspec.Struct, forbid_unknown_fields=True):
    """Whether the caller stands in the table of the house."""

    hidden: bool


class MyEvents(msgspec.Struct):
    """What a table holds about a guest."""

    table: str
    game: str
    events: list[dict[str, Any]]  # as stored, with `seq`, without ids and what the house keeps to itself


class MyTry(msgspec.Struct):
    """How often, and with what, the caller has tried a challenge."""

    challenge: str
    table: str
    number: int  # of the match of that table
    name: str  # the caller's, then
    counts: bool  # did the caller not know the cards?
    ended: float | None  # unix time; None = is being played
    result: float | None  # None = none yet, or a bot has played a part of it


class Line(msgspec.Struct):
    """What somebody has made of a challenge, and where to look at it."""

    name: str | None  # None = somebody who does not want to be named
    result: float  # for the seat, in the challenge's unit; more is better
    own: bool  # the caller's
    counts: bool
    table: str
    number: int  # of the match of that table
    first: bool  # the match that it was made of, in which the bots drew otherwise
    ended: float  # unix time


class Contest(msgspec.Struct):
    """A challenge, as far as the caller may know it."""

    id: str
    game: str
    players: int
    preset: str
    options: dict[str, Value]
    seat: int  # that everybody has who plays it
    level: str  # of the bots
    deal: int  # of the match, from 1; what was before is the same for all, too
    whole: bool  # the match is played to its end
    unit: str  # of results: text `unit.NAME`
    day: str | None  # as whose deal of the day: ISO 8601
    until: float | None  # unix time from which on it cannot be begun; None = no end
    by: str | None  # name of who has made it of a match
    tries: int  # results that count
    place: int | None  # from 1, of the caller's result that counts
    mine: list[MyTry]  # the caller's, in order
    lines: list[Line] | None  # the best results that count, and the caller's own; None = the caller has not played it


class NewChallenge(msgspec.Struct, forbid_unknown_fields=True):
    """A deal that the caller has played, to be played again by the caller or by others."""

    table: str
    match: int | None = None  # of the finished ones, from 1; None = the last
    deal: int = 1


class ChallengeMade(msgspec.Struct):
    id: str


class DealPar(msgspec.Struct):
    """What strong bots make of a challenge on its seat."""

    value: float  # on average; in the challenge's unit
    error: float  # its standard error
    plays: int  # when it is done
    done: bool  # False = there are finer figures to come


Kind = Literal["ban", "mute", "close"]


class MySanction(msgspec.Struct):
    """What those who run the house do not let the caller do."""

    kind: Kind
    since: float  # unix time
    until: float | None  # null = until it is lifted


class MyPasskey(msgspec.Struct):
    """With which the caller can come back."""

    id: str
    label: str
    host: str  # where it is good
    made: float  # unix time
    used: float | None  # when the caller has last come back with it


class MyDevice(msgspec.Struct):
    """A browser on which the caller is told of his turn."""

    endpoint: str  # where it listens
    lang: str
    made: float  # unix time


class Everything(msgspec.Struct):
    """Everything that the house has stored about the caller."""

    format: str
    exported: str  # ISO 8601, UTC
    id: str
    name: str
    tables: list[MyEvents]
    matches: list[MatchSummary]
    reviews: list[Review]  # of the caller's own decisions
    figures: Figures
    tries: list[MyTry]  # of challenges
    answers: list[MyAnswer]  # to exercises
    passkeys: list[MyPasskey]
    devices: list[MyDevice]
    logouts: int  # how often the caller has logged out everywhere
    link: float | None  # unix time until which a link to another device is good
    sanctions: list[MySanction]
    waiting: Wish | None  # for others to play with
    words: list[str]  # tables whose word the caller has said
