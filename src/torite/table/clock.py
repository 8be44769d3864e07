"""Clocks: how long persons may think before a bot moves for them.

For each decision a person has the time of a move, which is lost if it is not used; what goes beyond is taken from a
reserve for the whole match.  The times stand in the events, so a table that is read again has the same clocks.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from torite.table.events import Clock


@dataclass(frozen=True)
class Pace:
    """Seconds."""

    move: float  # for each decision
    reserve: float  # for the match


PACES: Mapping[Clock, Pace] = {"relaxed": Pace(30.0, 300.0), "quick": Pace(10.0, 60.0), "daily": Pace(86400.0, 0.0)}
MERCY = 60.0  # seconds that a person has at least who could not move because the table lay there
WELCOME = 600.0  # seconds that who comes late by correspondence has at least, if no other player has come before


def is_patient(clock: Clock) -> bool:
    """Is it played by correspondence?  Then nobody need be there, and a bot moves only for who is out of time."""
    return clock == "daily"


def charged(clock: Clock, used: Mapping[int, float], seat: int, took: float) -> Mapping[int, float]:
    """What the seats have used of their reserves once this one has decided in so many seconds."""
    pace = PACES.get(clock)
    if pace is None or took <= pace.move:
        return used
    return {**used, seat: min(pace.reserve, used.get(seat, 0.0) + took - pace.move)}


def end(clock: Clock, used: Mapping[int, float], since: Mapping[int, float], seat: int) -> float | None:
    """Unix time at which the seat is out of time; None = it need not hurry."""
    pace = PACES.get(clock)
    if pace is None or seat not in since:
        return None
    return since[seat] + pace.move + pace.reserve - used.get(seat, 0.0)
