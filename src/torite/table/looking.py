"""Bodies of the HTTP calls for coming back and looking back: one's own tables and matches, and a match move by move."""

from typing import Any, Literal

import msgspec

from torite.games.game import Value
from torite.games.scene import Scene
from torite.table.bodies import TableSummary, Wish
from torite.table.messages import Outcome
from torite.table.telling import Code


class MyTable(msgspec.Struct):
    """A table where the caller has a seat, and whose match is not over, or an answer is waited for after it."""

    table: TableSummary
    seat: int
    since: float  # unix time of what happened there last


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
    exercises: list["ExerciseScore"]
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
    reviews: list["Review"]  # of the caller's own decisions
    figures: Figures
    tries: list[MyTry]  # of challenges
    answers: list["MyAnswer"]  # to exercises
    passkeys: list[MyPasskey]
    devices: list[MyDevice]
    logouts: int  # how often the caller has logged out everywhere
    link: float | None  # unix time until which a link to another device is good
    sanctions: list[MySanction]
    waiting: Wish | None  # for others to play with
    words: list[str]  # tables whose word the caller has said


class Moment(msgspec.Struct):
    """A deal after one action, as one viewer sees it; the first of a deal is before any."""

    seat: int | None  # who has acted; None = nobody yet, or chance for nobody in particular
    code: Code | None  # None = nothing yet, or not for this viewer's eyes
    legal: list[Code]  # what the seat could have done instead, as far as this viewer may know
    scene: Scene  # its `legal` is empty: nothing is asked
    hands: list[list[str]]  # by seat, with open cards; else []


class Deed(msgspec.Struct):
    """What a seat has done; -1 = chance."""

    seat: int
    code: Code


class ToldDeal(msgspec.Struct):
    """A deal as it was written down.  A record says where the cards went, a table only in which order they lay."""

    number: int  # from 1
    deeds: list[Deed]  # in order
    result: dict[str, Any] | None  # None = it was not finished
    dealer: int | None = None  # None = it is not told, or there is none
    hands: list[list[Code]] = []  # by seat, as dealt; [] = not told
    stock: list[Code] = []  # the next one first
    turned: Code | None = None
    extra: dict[str, Any] = {}
    deck: list[Code] = []  # in dealing order; [] = the hands are told


class Reading(msgspec.Struct):
    """A match told as it was written down, without the rules of its game.  The lists are by seat."""

    game: str
    players: int
    preset: str
    options: dict[str, Value]  # those that it was played with
    names: list[str | None]
    started: str | None  # ISO 8601
    deals: list[ToldDeal]
    outcome: Outcome | None  # None = it was given up
    seat: int | None = None  # the caller's


class Replay(msgspec.Struct):
    """A deal of a match that is over, and what is needed to show it.  Texts and figures as in the record."""

    game: str
    players: int
    preset: str
    options: dict[str, bool | int | str]
    names: list[str | None]  # by seat; None = not known
    started: str | None
    deals: list[int]  # actions in each deal
    deal: int  # the one shown, from 1
    moments: list[Moment]
    dealt: list[str]  # cards of the viewer's hand that came with the deal, in the order in which they came
    sheet: list[dict[str, Any]]  # `result` of every deal
    outcome: Outcome | None  # None = the match was not played to its end
    seat: int | None = None  # the reader's own, None = did not play
    may_challenge: bool = False  # may the reader have its deals played again?


class Step(msgspec.Struct):
    """Something that is said in a lesson."""

    at: int  # when so many actions of the deal have been done
    text: str  # Markdown
    ask: bool  # the learner does what was done next in the record; else the text is read


class Lesson(msgspec.Struct):
    """One deal with words at its turning points.  The learner's scenes have what is legal in them."""

    replay: Replay
    seat: int  # the learner's
    steps: list[Step]  # in order


class Sequel(msgspec.Struct):
    """What has come of the action that was played, and of the best one, in the same worlds."""

    kind: Literal["given", "won", "missed"]  # this trick went to others, or to the own side; the own bid was not met
    seat: int | None  # given: the one that got the trick, where the difference lies with one; else None
    played: float  # share of the worlds in which it came so after the action that was played
    best: float  # the same after the best one
    error: float  # standard error of the difference
    clear: bool  # is the difference no chance, and large enough to be told in a sentence?


class Judged(msgspec.Struct):
    """What a free decision of a seat has cost, in the unit of the review."""

    deal: int  # from 1
    step: int  # of the actions of the deal, from 1
    played: Code
    best: Code  # by what the seat could know; the same as `played` if nothing was better
    loss: float  # how much `best` brings more, a mean over worlds; a little below 0 by chance where both are as good
    error: float  # its standard error
    open_loss: float | None  # what `played` loses with open cards and exact play; None = not known
    mistake: bool  # is the loss no chance, and large enough to matter?
    worlds: int  # that were drawn: half of them to choose the best, half to compare; 1 = all was known, it is exact
    sequels: list[Sequel] = []  # of a mistake that was looked at closely


class Alternative(msgspec.Struct, frozen=True):
    """What one action brings, beside the best one."""

    code: Code
    loss: float  # how much less than the best one, a mean over worlds
    error: float  # its standard error


class Exercise(msgspec.Struct):
    """A moment of a match of the house at which one action is clearly the best, as the seat to act saw it."""

    id: str
    replay: Replay  # of the deal up to there, by nobody; in its last scene is asked what to do
    unit: str  # of losses: text `unit.NAME`


class ExerciseScore(msgspec.Struct):
    """How many exercises of a game the caller has done."""

    game: str
    done: int
    solved: int


class NextExercise(msgspec.Struct):
    """What the caller is asked next."""

    exercise: Exercise | None  # None = there is none that the caller has not done
    left: int  # that the caller has not done, as far as they were counted
    more: bool  # there are more than that
    making: bool  # there is none yet, and bots are playing for some: ask again soon
    score: ExerciseScore


class ExerciseAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """What the caller would do."""

    code: str


class Solution(msgspec.Struct):
    """What each action would have brought."""

    code: Code  # the caller's
    solved: bool  # is it the best?
    alternatives: list[Alternative]  # the best one first; of very many actions the promising ones
    worlds: int  # that were drawn: half of them to choose the best, half to compare; 1 = all was known, it is exact
    score: ExerciseScore  # with this one
    table: str | None  # where it was played, if the caller was there
    number: int  # of the match of that table
    deal: int
    step: int  # of the actions of the deal, from 1


class MyAnswer(msgspec.Struct):
    """What the caller has answered to an exercise."""

    exercise: str
    game: str
    code: str
    solved: bool
    at: float  # unix time


class Divided(msgspec.Struct):
    """What a deal was worth, divided: result = average + cards + play.  By seat, in the unit of reviews."""

    deal: int  # from 1
    result: list[float]
    average: float  # of all seats, where bots play the same deal again and again
    cards: list[float]  # how much more than that the seat's cards brought the bots
    error: list[float]  # standard error of `cards`, and so of `play`
    play: list[float]  # the rest: what was made of them


class Par(msgspec.Struct):
    """Cards and play in a finished match, as far as its deals have been played again."""

    game: str
    players: int
    unit: str  # text `unit.NAME`
    deals: int  # in all
    plays: int  # of each deal, when it is done
    shares: list[Divided]  # in order
    done: bool  # False = there are finer figures to come


class Review(msgspec.Struct):
    """The free decisions of one seat in a finished match, as far as they have been judged."""

    game: str
    players: int
    seat: int
    unit: str  # what losses are counted in: text `unit.NAME`
    threshold: float  # a smaller loss is no mistake
    decisions: int  # in all
    judged: list[Judged]  # in order
    mean: float  # loss of a decision
    error: float  # its standard error, from decision to decision
    mistakes: int
    done: bool  # False = there are finer figures to come
