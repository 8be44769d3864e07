"""Bodies of the HTTP calls for looking back: a match move by move, what it was worth, and what is learned from it."""

from typing import Any, Literal

import msgspec

from torite.games.game import Value
from torite.games.scene import Scene
from torite.table.messages import Outcome
from torite.table.telling import Code


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
