"""Which matches count for ratings: those at tables that are open to all, decided by the players alone.

It is told at the table before the match begins, and as soon as it does not count any more.
"""

from torite.table.messages import Uncounted
from torite.table.table import Table


def uncounted(table: Table) -> Uncounted | None:
    """Why the match on the table, or the one to come, does not count; None = it does.

    alone      nobody to compare with: a game for one
    no_person  bots alone play
    unlisted   the table is for those who have the link
    take_back, hint, stand_in   somebody has taken a move back, has asked for a hint; a bot has moved for a person
    """
    if len(table.seats) == 1:
        return "alone"
    if all(seat.kind == "bot" and not seat.stand_in for seat in table.seats):
        return "no_person"
    if not table.listed:
        return "unlisted"
    match = table.match
    if match is None:
        return None
    if match.take_backs:
        return "take_back"
    if match.hints:
        return "hint"
    return "stand_in" if match.stand_ins else None
