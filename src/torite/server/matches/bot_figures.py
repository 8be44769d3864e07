"""What a level of bots has done, in figures: worked out from the matches that counted whenever somebody asks.

Only of those, for what is played among friends is nobody else's.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean
from typing import Any

import msgspec
import sqlalchemy as sa

from torite.server.matches.bot_reviews import Levels
from torite.server.matches.figures import Cost, cards_and_play, costs, curve, mean, readable, tally
from torite.server.matches.reviews import ALL
from torite.server.people.ratings import BOT, Skill
from torite.server.storage.schema import MATCHES, RATINGS, REVIEWS, same_match
from torite.server.storage.store import Store
from torite.table.looking import Par
from torite.table.returning import BotFigures, MatchSummary, Point, Tally

AT_MOST = 1000  # matches of a game that are looked through, the last ones
REVIEWED = 300  # reviews of a game, the last ones
GROUPS = 30  # points of a curve of means, at most
GROUP = 5  # matches of which a mean is made, at least


@dataclass(frozen=True)
class _Seated:
    """A seat that bots of the level had in a match."""

    match: MatchSummary  # `seat` is that one
    table_id: str
    seat: int
    ended: float  # unix time
    nth: int | None
    came: bytes | None
    par: bytes | None


async def figures_of_bots(store: Store, game: str, level: str) -> BotFigures:
    """Everything about this level at this game.  Raises StoreError."""
    rows = await store.read(matches_that_counted(game))
    same = (RATINGS.c.game == game, RATINGS.c.player == BOT + level)
    ratings = await store.read(sa.select(RATINGS).where(*same))
    reviews = await store.read(_reviews(game))
    return await asyncio.to_thread(_told, game, level, rows[::-1], ratings, reviews[::-1])


def matches_that_counted(game: str) -> sa.Select[Any]:
    """The last matches of the game that counted, newest first: along an index, however many there are."""
    return (
        sa.select(MATCHES, REVIEWS.c.body.label("par"))
        .outerjoin(REVIEWS, same_match(REVIEWS, MATCHES.c) & (REVIEWS.c.seat == ALL))
        .where(MATCHES.c.game == game, MATCHES.c.counts == sa.true())
        .order_by(MATCHES.c.ended.desc())
        .limit(AT_MOST)
    )


def _reviews(game: str) -> sa.Select[Any]:
    """Reviews of seats in the last matches that counted, the newest first."""
    last = matches_that_counted(game).subquery()
    seats = sa.select(last.c.table_id, last.c.summary, last.c.ended, REVIEWS.c.seat, REVIEWS.c.body)
    of_seats = seats.join(REVIEWS, same_match(REVIEWS, last.c) & (REVIEWS.c.seat != ALL))
    return of_seats.order_by(last.c.ended.desc()).limit(REVIEWED)


def _told(game: str, level: str, rows: Sequence[Any], ratings: Sequence[Any], reviews: Sequence[Any]) -> BotFigures:
    """rows, reviews: oldest first."""
    matches = [seats for each in readable(rows, "summary", MatchSummary) if (seats := _seats(*each, level))]
    every = [seat for seats in matches for seat in seats]
    pars = [*readable(every, "par", Par)]
    cards, play = cards_and_play(pars)
    bids = [seats for seats in matches if seats[0].match.bids and any(each.match.bids[each.seat] for each in seats)]
    own = [row for row, match in readable(reviews, "summary", Levels) if match.levels[row.seat] == level]
    losses, units = costs(readable(own, "body", Cost))
    now = [Skill(row.mean, row.deviation) for row in ratings]
    return BotFigures(
        game=game,
        level=level,
        tally=_tally(matches) if matches else None,
        ratings=curve([seats[0] for seats in matches], now[0]) if now else [],
        points=trend([(seats[0].ended, fmean(each.match.points[each.seat] for each in seats)) for seats in matches]),
        met=trend([(seats[0].ended, _share_met(seats)) for seats in bids]),
        losses=losses,
        cards=cards,
        play=play,
        unit=min(units | {par.unit for _, par in pars}, default=None),
    )


def _tally(matches: Sequence[Sequence[_Seated]]) -> Tally:
    """Of all seats; somebody has played against them, for else the match would not count."""
    told = tally("people", [each.match for seats in matches for each in seats])
    return msgspec.structs.replace(told, matches=len(matches))


def _seats(row: Any, match: MatchSummary, level: str) -> list[_Seated]:
    """The seats of the match that such bots had."""
    return [
        _Seated(msgspec.structs.replace(match, seat=seat), row.table_id, seat, row.ended, row.nth, row.came, row.par)
        for seat, each in enumerate(match.levels)
        if each == level
    ]


def _share_met(seats: Sequence[_Seated]) -> float:
    """In %, of all bids of these seats."""
    return 100 * sum(each.match.met[each.seat] for each in seats) / sum(each.match.bids[each.seat] for each in seats)


def trend(values: Sequence[tuple[float, float]]) -> list[Point]:
    """Means of values, each with its time, that followed each other: a single match is mostly luck.

    As many as there are groups to be made of enough values, whose sizes differ by one at most; [] where none is.
    """
    n = min(GROUPS, len(values) // GROUP)
    bounds = [len(values) * i // n for i in range(n + 1)] if n else []
    groups = [values[begin:end] for begin, end in pairwise(bounds)]
    means = [mean([Point(at, value, 0.0) for at, value in group]) for group in groups]
    return [Point(group[-1][0], each.value, each.within) for group, each in zip(groups, means, strict=True)]
