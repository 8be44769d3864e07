"""People who wait for others are brought together at a table of theirs, where bots have what is free.

The house begins their match by itself: as soon as each of them has added to the shuffle (fairness.py), whose seal they
know only now that there is a table, but at the latest some seconds after the first of them has come.

It is for those who have the link, as tables of friends are, but nobody has chosen whom to play with: the first match
counts for ratings like those of tables that are open to all.
"""

from collections.abc import Mapping, Sequence

from torite.games.game import Game
from torite.table.course import fill
from torite.table.draft import Draft
from torite.table.events import Clock, Created, Joined, Stored
from torite.table.evolution import evolve
from torite.table.fairness import new_seal
from torite.table.hosting import check_welcome
from torite.table.refusals import game_named
from torite.table.table import Guest

AMONG_STRANGERS: Clock = "relaxed"  # nobody there could ask one who dawdles to go on
GATHERING = 5.0  # seconds that the first who comes waits for what the others add


def meet(
    game: str,
    seats: int,
    people: Sequence[Guest],
    level: str,
    table_id: str,
    games: Mapping[str, Game],
) -> list[Stored]:
    """The first events of the table, from number 1 on.  Raises Refused.

    level: of the bots
    """
    named = game_named(games, game)
    fresh, preset = new_seal(), next(iter(named.presets))
    created = Created(
        table=table_id,
        game=game,
        seats=seats,
        preset=preset,
        options=named.full_options({}, preset),
        salt=fresh.salt,
        secret=fresh.secret,
        listed=False,
        creator=people[0].id,
        clock=AMONG_STRANGERS if len(people) > 1 else "none",
        met=True,
    )
    draft = Draft(evolve(None, created, 1, games))
    for seat, guest in enumerate(people):
        check_welcome(draft.table, guest)
        draft.add(Joined(seat, guest.id, draft.table.shown(guest)))
    fill(draft, level)
    return [created, *draft.events]
