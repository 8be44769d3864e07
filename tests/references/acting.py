"""Playing a reference by codes."""

from typing import Any


def act(match: Any, codes: str) -> list[int]:
    """Play `codes`, each by the first seat that may act; the seats in that order."""
    seats = []
    for code in codes.split():
        seat = match.actors()[0]
        match.play(seat, code)
        seats.append(seat)
    return seats
