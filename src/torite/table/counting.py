"""Which matches count for ratings: of those who have not chosen each other, decided by the players alone.

They have met at a table that is open to all, or the house has brought them together.

It is told at the table before the match begins, and as soon as it does not count any more.
"""

from typing import Literal

from torite.table.messages import Uncounted
from torite.table.table import Match, Table


def uncounted(table: Table) -> Uncounted | None:
    """Why the match on the table, or the one to come, does not count; None = it does.

    challenge  others play the same cards, and may have told of them
    alone      nobody to compare with: a game for one
    no_person  bots alone play
    unlisted   the table is or was for those who have the link, or has asked for a word
    take_back, hint   somebody has taken a move back, has asked for a hint
    stand_in   a bot and a person have had the same seat
    """
    if table.challenge is not None:
        return "challenge"
    if len(table.seats) == 1:
        return "alone"
    if all(seat.kind == "bot" and not seat.stand_in for seat in table.seats):
        return "no_person"
    if (table if table.match is None else table.match).private and not table.met:
        return "unlisted"
    return helped(table.match) if table.match is not None else None


def absent(table: Table) -> list[int]:
    """Seats of persons who had gone home before the match and have not come since: bots alone have played for them."""
    moves = [move for deal in table.match.deals for move in deal.moves] if table.match is not None else []
    came = {move.seat for move in moves if move.by == "person"}
    return [i for i, seat in enumerate(table.seats) if seat.stand_in and i not in came]


def helped(match: Match) -> Literal["take_back", "hint", "stand_in"] | None:
    """What has helped the people in this match; None = they have played it as it came."""
    if match.take_backs:
        return "take_back"
    if match.hints:
        return "hint"
    return "stand_in" if match.stand_ins else None
