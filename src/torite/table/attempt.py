"""A challenge is taken up: a table of one person and bots, at which it is played at once."""

from collections.abc import Mapping

from torite.games.game import Game
from torite.table import events
from torite.table.challenge import opening
from torite.table.course import begin, fill
from torite.table.draft import Draft
from torite.table.events import Challenge, Stored
from torite.table.evolution import evolve
from torite.table.hosting import check_welcome
from torite.table.refusals import game_named
from torite.table.table import Guest


def attempt(
    challenge: Challenge, who: Guest, table_id: str, games: Mapping[str, Game], now: float | None = None
) -> list[Stored]:
    """The first events of the table, from number 1 on.  Raises Refused, also if its game is gone or another by now."""
    opening(challenge, game_named(games, challenge.game))
    created = events.Created(
        table=table_id,
        game=challenge.game,
        seats=challenge.players,
        preset=challenge.preset,
        options=challenge.options,
        salt=challenge.salt,
        secret=challenge.secret,
        listed=False,
        creator=who.id,
        hints=False,
        challenge=challenge,
    )
    draft = Draft(evolve(None, created, 1, games), now=now)
    check_welcome(draft.table, who)
    draft.add(events.Joined(challenge.seat, who.id, who.name))
    fill(draft, challenge.level)
    begin(draft)
    return [created, *draft.events]
