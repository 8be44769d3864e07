"""The free decisions of a seat in a finished match."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from torite.games import GAMES
from torite.games.game import Game
from torite.table import records
from torite.table.format import Match, RecordError, parsed

NOTHING: Mapping[int, int] = MappingProxyType({})


@dataclass(frozen=True)
class Decision:
    """A moment at which the seat could do more than one thing."""

    deal: int  # from 1
    step: int  # of the actions of the deal, from 1: the one that was decided here
    seat: int
    view: Any  # all that the seat knew
    state: Any  # how it was, open cards
    played: int  # action


def played(record: Mapping[str, Any], games: Mapping[str, Game], is_part: bool = False) -> Match:
    """The record, checked; is_part: its last deal is over, the match need not be.  Raises RecordError."""
    records.replay(record, games=games, unfinished=is_part)
    match = parsed(record)
    if not match.deals or match.deals[-1].result is None:
        raise RecordError("unfinished")
    return match


def decisions(
    record: Mapping[str, Any],
    seat: int,
    games: Mapping[str, Game] = GAMES,
    since: int | None = None,
    claimed: Mapping[int, int] = NOTHING,
) -> tuple[Game, int, list[Decision]]:
    """The game, the number of players, and every free decision of the seat in turn.

    since    the first deal that is asked about, of a match that may go on; None = all of a match that is over
    claimed  by deal, where the rest of it was claimed: actions before that; nobody has decided what came after it

    Raises RecordError, also for a match without an end and a seat that is not there.
    """
    match = played(record, games, since is not None)
    game = games[match.game]
    if not 0 <= seat < match.players:
        raise RecordError("no_seat", seat=seat, last=match.players - 1)
    return game, match.players, [each for each in _decisions(match, game, seat, claimed) if each.deal >= (since or 1)]


def _decisions(match: Match, game: Game, seat: int, claimed: Mapping[int, int]) -> Iterator[Decision]:
    position = records.opening(match, game)
    for number, deal in enumerate(match.deals, start=1):
        position.deal(records.dealing_order(position, deal))
        until = claimed.get(number, len(deal.actions))
        for step, (actor, code, *_) in enumerate(deal.actions, start=1):
            assert isinstance(actor, int) and isinstance(code, str)
            if step <= until and actor == seat and code in game.actions and len(position.legal(seat)) > 1:
                yield Decision(number, step, seat, position.view(seat), position.state.copy(), game.actions[code])
            position.play(code, actor)
