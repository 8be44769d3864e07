"""A match told as it was written down: no rule is asked, so that it can be read when those of its game have changed,
and so that a table comes back soon at which many have been played.

Nothing is counted: who had which cards, who did what and what came out stand here as they stand in the events of a
table or in a record.  What the rules have to say does not: what a seat saw, and of events, where the cards of the deck
went and what chance did within a deal.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import msgspec

from torite.games import GAMES
from torite.games.game import Game
from torite.games.position import Position
from torite.table import events
from torite.table.events import Stored
from torite.table.evolution import begun, evolve, taken_seats
from torite.table.format import Deal, RecordError, names_of, parsed
from torite.table.looking import Deed, Reading, ToldDeal
from torite.table.messages import Outcome
from torite.table.refusals import clean_text
from torite.table.table import DealLog, Match, Move, Table, replace

SOME = next(iter(GAMES.values()))
NOWHERE = cast(Position, None)  # of a match without rules: it is not played


def as_written(stored: Sequence[Stored], until: int | None = None) -> Table:
    """The table by its events alone, as it is or as it was at the end of match `until`.

    Its game is one in name only, and its matches have no position: it tells its people, and what they have played.
    """
    first = stored[0]
    assert isinstance(first, events.Created)
    table = evolve(None, first, 1, {first.game: replace(SOME, name=first.game)})
    for seq, event in enumerate(stored[1:], start=2):
        write = _WRITTEN.get(type(event))
        table = evolve(table, event, seq) if write is None else replace(write(table, event), seq=seq)
        if isinstance(event, events.Finished) and table.played == until:
            break
    return table


def recalled(stored: Sequence[Stored], games: Mapping[str, Game] = GAMES, until: int | None = None) -> Table:
    """What `replayed` comes to, without playing again what is over: a table may have been played at for years.

    Raises as `evolve`.
    """
    begin, end = _last_match(stored, until)
    table = evolve(None, stored[0], 1, games)
    for seq, event in enumerate(stored[1:end], start=2):
        if seq > begin or type(event) not in _WRITTEN:
            table = evolve(table, event, seq)
        elif type(event) not in _OF_DEALS:
            table = replace(_WRITTEN[type(event)](table, event), seq=seq)
    return table


def _last_match(stored: Sequence[Stored], until: int | None) -> tuple[int, int]:
    """How many events come before the last match, or before that of this number, and how many until its end."""
    begin, played = 0, 0
    for seq, event in enumerate(stored, start=1):
        if isinstance(event, events.Started | events.WasReset):
            begin = seq - 1
        played += isinstance(event, events.Finished)
        if isinstance(event, events.Finished) and played == until:
            return begin, seq
    return begin, len(stored)


def _started(table: Table, event: events.Started) -> Table:
    names = tuple(seat.name or "" for seat in taken_seats(table))
    return begun(table, Match(NOWHERE, table.seal, (), names, event.at, event.fairness, rules=event.rules))


def _with_deals(table: Table, deals: tuple[DealLog, ...]) -> Table:
    assert table.match is not None
    return replace(table, phase="playing", match=replace(table.match, deals=deals))


def _dealt(table: Table, event: events.Dealt) -> Table:
    assert table.match is not None
    return _with_deals(table, (*table.match.deals, DealLog(tuple(event.deck))))


def _acted(table: Table, event: events.Acted) -> Table:
    assert table.match is not None
    *before, log = table.match.deals
    move = Move(event.seat, event.code, event.by, table.seq + 1, False)
    return _with_deals(table, (*before, replace(log, moves=(*log.moves, move))))


def _taken_back(table: Table, event: events.TakenBack) -> Table:
    assert table.match is not None
    *before, log = table.match.deals
    kept = tuple(move for move in log.moves if move.seq < event.acted)
    return replace(_with_deals(table, (*before, replace(log, moves=kept))), pending=None)


def _nothing(table: Table, event: Stored) -> Table:
    return table


_WRITTEN: dict[type[Stored], Callable[[Table, Any], Table]] = {
    events.Started: _started,
    events.Dealt: _dealt,
    events.Acted: _acted,
    events.TakenBack: _taken_back,
    events.Claimed: _nothing,
    events.Hinted: _nothing,
}
_OF_DEALS = (events.Acted, events.TakenBack, events.Claimed, events.Hinted)  # with a deal that is over they are, too


def reading_of(table: Table) -> Reading:
    """The match that is over, of a table `as_written`."""
    match = table.match
    assert match is not None and match.outcome is not None
    numbered = 1 if table.challenge is None else table.challenge.deal  # what was before is not told
    end = match.outcome
    return Reading(
        game=table.game.name,
        players=len(match.names),
        preset=table.preset,
        options=dict(table.options),
        names=[name or None for name in match.names],
        started=match.started,
        deals=[
            ToldDeal(
                number=number,
                deck=list(log.deck),
                deeds=[Deed(move.seat, move.code) for move in log.moves],
                result=match.sheet[i] if i < len(match.sheet) else None,
            )
            for i, (number, log) in enumerate(enumerate(match.deals, start=numbered))
        ],
        outcome=Outcome(end.scores, end.winners, end.draw),
    )


def reading_of_record(record: Mapping[str, Any]) -> Reading:
    """The match of a record.  Raises RecordError where it breaks the format; what the rules say is not looked at."""
    match = parsed(record)
    end = match.outcome
    return Reading(
        game=clean_text(match.game),
        players=match.players,
        preset=match.preset,
        options=match.options,
        names=names_of(match),
        started=match.started,
        deals=[_told(deal, number, match.players) for number, deal in enumerate(match.deals, start=1)],
        outcome=Outcome(end.scores, end.winners, end.draw) if end is not None else None,
    )


def _told(deal: Deal, number: int, players: int) -> ToldDeal:
    """The deal of a record.  Raises RecordError."""
    deeds = []
    for place, action in enumerate(deal.actions, start=1):
        match action:
            case [int(seat), str(code), *_] if -1 <= seat < players:
                deeds.append(Deed(seat, code))
            case _:
                error = RecordError("action_shape", found=msgspec.json.encode(action).decode())
                error.deal, error.action = number, place
                raise error
    return ToldDeal(
        number=number,
        deeds=deeds,
        dealer=deal.dealer,
        hands=deal.hands,
        stock=deal.stock,
        turned=deal.turned,
        extra=deal.extra,
        result=deal.result,
    )
