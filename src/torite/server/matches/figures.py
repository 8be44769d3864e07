"""What a guest has done, in figures: worked out from the matches whenever somebody asks."""

import asyncio
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot
from operator import attrgetter
from statistics import fmean, stdev
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

from torite.certainty import SURE, student
from torite.games.game import Game
from torite.review.par import has_par
from torite.server.health import UNREADABLE
from torite.server.logs import where
from torite.server.matches.exercises import scores
from torite.server.matches.reviews import ALL
from torite.server.people.ratings import Skill, told
from torite.server.storage.database import BROKEN
from torite.server.storage.schema import HIDDEN, MATCHES, PLAYED, RATINGS, REVIEWS, same_match, same_seat
from torite.server.storage.store import Store
from torite.table.looking import Par
from torite.table.returning import Companion, Figures, GameFigures, Luck, MatchSummary, Mean, Point, Tally, Unparted

LOG = logging.getLogger("torite")
AT_MOST = 1000  # matches, the last ones
PARTED = 20  # of a game, the last ones, whose pars are offered to be made
FEW = 3  # matches: what is a mean of fewer has no interval worth telling
KNOWN = 12  # people, those with whom most was played

T = TypeVar("T")
Seated = dict[tuple[str, int], list[tuple[str, int]]]  # by table and number of the match: guests and their seats


class Cost(msgspec.Struct):
    """Of a Review, what is needed here."""

    unit: str
    mean: float
    error: float


async def figures(store: Store, guest: str, games: Mapping[str, Game]) -> Figures:
    """Everything about this guest.  Raises StoreError."""
    played = await store.read(_matches(guest))
    beside = await store.read(_people(guest))
    ratings = await store.read(sa.select(RATINGS).where(RATINGS.c.player == guest))
    hidden = await store.read(sa.select(HIDDEN).where(HIDDEN.c.guest == guest))
    exercises = await scores(store, guest)
    parted = {name for name, game in games.items() if has_par(game)}
    told = await asyncio.to_thread(_told, played, beside, {row.game: row for row in ratings}, parted)
    return Figures(told, exercises, bool(hidden))


def _matches(guest: str) -> sa.Select[Any]:
    """The last matches of the guest, newest first."""
    pars = REVIEWS.alias("pars")
    return (
        sa.select(MATCHES, PLAYED.c.seat, REVIEWS.c.body.label("review"), pars.c.body.label("par"))
        .join(PLAYED, same_match(PLAYED, MATCHES.c))
        .outerjoin(REVIEWS, same_seat(REVIEWS, PLAYED.c))
        .outerjoin(pars, same_match(pars, PLAYED.c) & (pars.c.seat == ALL))
        .where(PLAYED.c.guest == guest)
        .order_by(MATCHES.c.ended.desc())
        .limit(AT_MOST)
    )


def _people(guest: str) -> sa.Select[Any]:
    """Who had which seat in the same matches, and is not forgotten."""
    key = (MATCHES.c.table_id, MATCHES.c.number)
    last = _matches(guest).with_only_columns(*key, maintain_column_froms=True).subquery()
    return sa.select(PLAYED).join(last, same_match(PLAYED, last.c)).where(PLAYED.c.guest != guest)


def _told(played: Sequence[Any], beside: Sequence[Any], ratings: dict[str, Any], parted: set[str]) -> list[GameFigures]:
    people: Seated = {}
    for row in beside:
        people.setdefault((row.table_id, row.number), []).append((row.guest, row.seat))
    games: dict[str, list[Any]] = {}
    for row, match in readable(played, "summary", MatchSummary):
        if match.challenge is None and row.seat not in match.absent:
            games.setdefault(row.game, []).append(row)  # one deal is no match, nor his what bots alone have played
    return [_of_game(game, rows[::-1], people, ratings.get(game), game in parted) for game, rows in games.items()]


def _of_game(game: str, rows: Sequence[Any], people: Seated, standing: Any, parted: bool) -> GameFigures:
    """rows: oldest first.  parted: can the game's matches have a par?"""
    kinds: dict[str, list[MatchSummary]] = {}
    for row in rows:
        match = msgspec.structs.replace(msgspec.json.decode(row.summary, type=MatchSummary), seat=row.seat)
        kinds.setdefault(against(match), []).append(match)
    losses, units = costs(readable(rows, "review", Cost))
    pars = [*readable(rows, "par", Par)]
    cards, play = cards_and_play(pars)
    units |= {par.unit for _, par in pars}
    now = None if standing is None else Skill(standing.mean, standing.deviation)
    return GameFigures(
        game=game,
        tallies=[tally(kind, kinds[kind]) for kind in sorted(kinds)],
        company=company(kinds.get("people", ()), people),
        rating=None if now is None else told(now, standing.matches),
        ratings=[] if now is None else curve(rows, now),
        losses=losses,
        cards=cards,
        play=play,
        luck=Luck(mean(cards), mean(play)) if len(pars) >= FEW else None,
        unparted=[Unparted(row.table_id, row.number) for row in rows[: -PARTED - 1 : -1] if parted and row.par is None],
        unit=min(units, default=None),
    )


def readable(rows: Iterable[Any], column: str, kind: type[T]) -> Iterator[tuple[Any, T]]:
    """Rows with what stands in this column of theirs, where something does; a damaged one hides no others."""
    for row in rows:
        if (body := getattr(row, column)) is not None:
            try:
                yield row, msgspec.json.decode(body, type=kind)
            except BROKEN as error:
                LOG.error(UNREADABLE, {"table": row.table_id, "error": where(error)})


def costs(reviews: Iterable[tuple[Any, Cost]]) -> tuple[list[Point], set[str]]:
    """Loss of a decision by reviews, each with its match, and the units of them."""
    told = [*reviews]
    return [Point(row.ended, cost.mean, SURE * cost.error) for row, cost in told], {cost.unit for _, cost in told}


def cards_and_play(pars: Sequence[tuple[Any, Par]]) -> tuple[list[Point], list[Point]]:
    """What each brought the seat in each match; a par knows both equally well."""
    cards, play = [], []
    for row, par in pars:
        within = SURE * hypot(*(share.error[row.seat] for share in par.shares))
        cards.append(Point(row.ended, sum(share.cards[row.seat] for share in par.shares), within))
        play.append(Point(row.ended, sum(share.play[row.seat] for share in par.shares), within))
    return cards, play


def mean(points: Sequence[Point]) -> Mean:
    """Its interval follows from how much the matches differ, which holds what their pars do not know."""
    values = [point.value for point in points]
    return Mean(fmean(values), student(len(values) - 1) * stdev(values) / len(values) ** 0.5)


def against(match: MatchSummary) -> str:
    """Of which kind the others are: see Tally."""
    others = match.levels[: match.seat] + match.levels[match.seat + 1 :]
    if not others:
        return "nobody"
    levels = {level for level in others if level is not None}
    if None in others:
        return "people"
    return levels.pop() if len(levels) == 1 else "mixed"


def company(matches: Sequence[MatchSummary], people: Seated) -> list[Companion]:
    """What became of each with whom the seat has played twice, most often first; of equals who has won more often.

    Nobody who goes by another name is told to be the same: that would tell more than the matches do.
    """
    met: dict[tuple[str, str], list[MatchSummary]] = {}
    for match in matches:
        for guest, seat in people.get((match.table, match.number), ()):
            if (name := match.names[seat]) is not None and seat not in match.absent:
                met.setdefault((guest, name), []).append(msgspec.structs.replace(match, seat=seat))
    often = [Companion(name, tally("people", theirs)) for (_, name), theirs in met.items() if len(theirs) > 1]
    return sorted(often, key=lambda each: (each.tally.matches, each.tally.places), reverse=True)[:KNOWN]


def place(match: MatchSummary) -> int:
    """Where the seat came, from 1; partners take one place together, and who has lost alone has the second."""
    if len(match.places) == 1:
        return match.places[0]
    sides = match.sides or range(len(match.places))
    own = match.places[match.seat]
    return 1 + len({side for side, other in zip(sides, match.places, strict=True) if other < own})


def tally(kind: str, matches: Sequence[MatchSummary]) -> Tally:
    """Of what became of the seat of each match."""
    places = [place(match) for match in matches]
    return Tally(
        against=kind,
        matches=len(matches),
        places=[places.count(place) for place in range(1, max(places) + 1)],
        points=sum(match.points[match.seat] for match in matches) / len(matches),
        bids=sum(match.bids[match.seat] for match in matches if match.bids),
        met=sum(match.met[match.seat] for match in matches if match.met),
    )


def curve(rows: Sequence[Any], now: Skill) -> list[Point]:
    """The rating after each match is the one with which the same player came to the next; `now` after the last.

    There may be none: those that made the rating are long ago, or being rated at this moment.
    """
    rated = sorted((row for row in rows if row.nth is not None), key=attrgetter("nth"))
    came = [(row, skills[row.seat]) for row, skills in readable(rated, "came", list[Skill])]
    after = [*(skill for _, skill in came), now][1:]
    return [Point(row.ended, skill.mean, SURE * skill.deviation) for (row, _), skill in zip(came, after, strict=True)]
