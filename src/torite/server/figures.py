"""What a guest has done, in figures: worked out from the matches whenever somebody asks."""

import asyncio
from collections.abc import Sequence
from operator import attrgetter
from typing import Any

import msgspec
import sqlalchemy as sa

from torite.server.ratings import SURE, Skill, told
from torite.server.schema import HIDDEN, MATCHES, PLAYED, RATINGS, REVIEWS
from torite.server.store import Store
from torite.table.looking import Figures, GameFigures, MatchSummary, Point, Tally

AT_MOST = 1000  # matches, the last ones


class Cost(msgspec.Struct):
    """Of a Review, what is needed here."""

    unit: str
    mean: float
    error: float


class OfChallenge(msgspec.Struct):
    """Of a MatchSummary, what tells a try of a challenge."""

    challenge: str | None = None


async def figures(store: Store, guest: str) -> Figures:
    """Everything about this guest.  Raises StoreError."""
    played = await store.read(_matches(guest))
    ratings = await store.read(sa.select(RATINGS).where(RATINGS.c.player == guest))
    hidden = await store.read(sa.select(HIDDEN).where(HIDDEN.c.guest == guest))
    return await asyncio.to_thread(_told, played, {row.game: row for row in ratings}, bool(hidden))


def _matches(guest: str) -> sa.Select[Any]:
    """The last matches of the guest, newest first."""
    same = [PLAYED.c[name] == MATCHES.c[name] for name in ("table_id", "number")]
    own = [PLAYED.c[name] == REVIEWS.c[name] for name in ("table_id", "number", "seat")]
    return (
        sa.select(MATCHES, PLAYED.c.seat, REVIEWS.c.body.label("review"))
        .join(PLAYED, sa.and_(*same))
        .outerjoin(REVIEWS, sa.and_(*own))
        .where(PLAYED.c.guest == guest)
        .order_by(MATCHES.c.ended.desc())
        .limit(AT_MOST)
    )


def _told(played: Sequence[Any], ratings: dict[str, Any], hidden: bool) -> Figures:
    games: dict[str, list[Any]] = {}
    for row in played:
        if msgspec.json.decode(row.summary, type=OfChallenge).challenge is not None:
            continue  # one deal is no match
        games.setdefault(row.game, []).append(row)
    return Figures([_of_game(game, rows[::-1], ratings.get(game)) for game, rows in games.items()], hidden)


def _of_game(game: str, rows: Sequence[Any], standing: Any) -> GameFigures:
    """rows: oldest first."""
    kinds: dict[str, list[MatchSummary]] = {}
    for row in rows:
        match = msgspec.structs.replace(msgspec.json.decode(row.summary, type=MatchSummary), seat=row.seat)
        kinds.setdefault(against(match), []).append(match)
    costs = [(row.ended, msgspec.json.decode(row.review, type=Cost)) for row in rows if row.review is not None]
    now = None if standing is None else Skill(standing.mean, standing.deviation)
    return GameFigures(
        game=game,
        tallies=[_tally(kind, kinds[kind]) for kind in sorted(kinds)],
        rating=None if now is None else told(now, standing.matches),
        ratings=[] if now is None else _curve(rows, now),
        losses=[Point(ended, cost.mean, SURE * cost.error) for ended, cost in costs],
        unit=costs[0][1].unit if costs else None,
    )


def against(match: MatchSummary) -> str:
    """Of which kind the others are: see Tally."""
    others = match.levels[: match.seat] + match.levels[match.seat + 1 :]
    if not others:
        return "nobody"
    levels = {level for level in others if level is not None}
    if None in others:
        return "people"
    return levels.pop() if len(levels) == 1 else "mixed"


def _tally(kind: str, matches: Sequence[MatchSummary]) -> Tally:
    places = [match.places[match.seat] for match in matches]
    return Tally(
        against=kind,
        matches=len(matches),
        places=[places.count(place) for place in range(1, max(places) + 1)],
        points=sum(match.points[match.seat] for match in matches) / len(matches),
        bids=sum(match.bids[match.seat] for match in matches if match.bids),
        met=sum(match.met[match.seat] for match in matches if match.met),
    )


def _curve(rows: Sequence[Any], now: Skill) -> list[Point]:
    """The rating after each match is the one with which the guest came to the next."""
    rated = sorted((row for row in rows if row.nth is not None), key=attrgetter("nth"))
    came = [msgspec.json.decode(row.came, type=list[Skill])[row.seat] for row in rated]
    return [
        Point(row.ended, skill.mean, SURE * skill.deviation) for row, skill in zip(rated, [*came[1:], now], strict=True)
    ]
