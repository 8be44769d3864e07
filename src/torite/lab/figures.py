"""Figures of what was played, each with its interval of 95 %: means, shares, and the part of luck in a variance."""

import math
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
import numpy as np

from torite.certainty import SURE, student

T = TypeVar("T")
EVEN = 1e-6  # skewness of a mean that is none


class Figure(msgspec.Struct, omit_defaults=True):
    """A value and half its interval of 95 %."""

    value: float
    within: float
    ends: tuple[float, float] | None = None  # of the interval, where the value is not in the middle of it


def estimate(values: Any, rounds: int = 1) -> tuple[float, float, int]:
    """Mean of independent values, one or more, its standard error and how many degrees of freedom that has.

    The error is infinite where there is a single value.

    rounds  deals of as many kinds, in turn: each kind counts alike, and where there are two or more of each, what
            differs from one kind to the other is no chance
    """
    n = len(values)
    kinds = rounds if n >= 2 * rounds else 1
    parts = [np.asarray(values[kind::kinds], float) for kind in range(kinds)]
    value = float(np.mean([part.mean() for part in parts]))
    if n == 1:
        return value, math.inf, 0
    spread = np.array([part.var(ddof=1) / len(part) for part in parts])  # of a kind's mean: later rounds scatter more
    return value, math.sqrt(spread.sum()) / kinds, _freedom(spread, [len(part) - 1 for part in parts])


def _freedom(spread: Any, freedoms: list[int]) -> int:
    """Degrees of freedom of a sum of variances, rounded down.  Source: Welch and Satterthwaite, 1946 and 1947."""
    if not spread.any():
        return sum(freedoms)
    return int(spread.sum() ** 2 / (spread**2 / freedoms).sum() + 1e-9)


def mean(values: Any, rounds: int = 1) -> Figure:
    """The same with its interval; nan where there are no values, or too few to tell how sure it is."""
    if not len(values):
        return Figure(math.nan, math.nan)
    value, error, freedom = estimate(values, rounds)
    return Figure(value, student(freedom) * error if freedom else math.nan)


def skewed(values: Any) -> Figure:
    """Mean of independent values of which a few are far larger, or smaller, than the others.

    Student's interval is too short at the side of the few, and not seldom there is none of them among little that was
    seen.  This one lies further to that side.  Source: Hall, On the removal of skewness by transformation, 1992.
    Values that are all the same tell of none: the few may just not be among them.
    """
    plain = mean(values)
    if not plain.within > 0:  # the same each time, or too few
        return Figure(plain.value, math.nan)
    value, error, freedom = estimate(values)
    tilt = float(((np.asarray(values) - value) ** 3).mean() / np.std(values) ** 3 / math.sqrt(len(values)))
    if abs(tilt) < EVEN:
        return plain
    sides = (student(freedom), -student(freedom))
    low, high = (value - error * 3 / tilt * (math.cbrt(1 + tilt * (side - tilt / 6)) - 1) for side in sides)
    return Figure(value, (high - low) / 2, (low, high))


def clustered(told: Sequence[tuple[T, float]]) -> Figure:
    """Mean of values that depend on each other within a deal, or whatever else stands before each of them."""
    if not told:
        return Figure(math.nan, math.nan)
    middle, sums = sum(value for _, value in told) / len(told), dict[T, float]()
    for deal, value in told:
        sums[deal] = sums.get(deal, 0.0) + value - middle
    of_deals = mean(np.array([*sums.values()]))  # of a sum of 0
    return Figure(middle, of_deals.within * len(sums) / len(told))


def share(values: Any, rounds: int = 1) -> Figure:
    """Mean of independent values from 0 to 1; its interval keeps to them, too."""
    return rate(float(values.sum()), len(values)) if np.isin(values, (0, 1)).all() else bounded(mean(values, rounds))


def rate(n: float, of: int) -> Figure:
    """Share of what happened so often, with Wilson's interval: it has a width at 0 and 1, too."""
    if not of:
        return Figure(math.nan, math.nan)
    found, z = n / of, SURE**2 / of
    middle = (found + z / 2) / (1 + z)
    within = math.sqrt(found * (1 - found) * z + z * z / 4) / (1 + z)
    return Figure(found, within, (max(0.0, middle - within), min(1.0, middle + within)))


def bounded(figure: Figure, most: float = 1.0) -> Figure:
    """Its interval keeps to what there can be, from 0 on."""
    low, high = figure.ends or (figure.value - figure.within, figure.value + figure.within)
    return Figure(figure.value, figure.within, (max(0.0, low), min(most, high))) if low < 0 or high > most else figure


def luck(worths: Any, rounds: int = 1) -> Figure:
    """Share of the variance of a deal's worth that lies in the cards: Var E[worth | deal] / Var worth.

    One-way analysis of variance over float[deals, repeats, places], place by place; the interval by leaving out one
    deal after the other.  What differs from one kind of deal to another (see `estimate`) lies in no cards.
    """
    n, repeats = worths.shape[:2]
    unknown = Figure(math.nan, math.nan)
    if n < 3:  # nothing can be left out
        return unknown
    kinds = rounds if n >= 2 * rounds else 1
    within, middles = worths.var(axis=1, ddof=1).mean(axis=1), worths.mean(axis=1)
    squares, lost = 0.0, np.empty(n)  # between deals, and by how much less without each of them
    for kind in range(kinds):
        away = ((middles[kind::kinds] - middles[kind::kinds].mean(axis=0)) ** 2).mean(axis=1)
        squares += away.sum()
        lost[kind::kinds] = away * len(away) / (len(away) - 1)
    if not squares and not within.any():  # nothing ever differs
        return unknown

    def part(squares: Any, freedom: int, within: Any) -> Any:
        between = squares / freedom - within / repeats
        whole = between + within
        return between / np.where(whole > 0, whole, 1)  # without the one deal that differs there may be nothing

    value = float(part(squares, n - kinds, within.mean()))
    without = part(squares - lost, n - kinds - 1, (within.sum() - within) / (n - 1))
    sure = student(n - kinds) * math.sqrt((n - 1) * without.var())
    low, high = max(0.0, value - sure), max(0.0, min(1.0, value + sure))
    return Figure(max(0.0, value), sure, (low, high) if (low, high) != (value - sure, value + sure) else None)
