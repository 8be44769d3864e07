"""What a reader may know of a table: the only way from a table to the wire.

Every view starts from nothing and takes what is public or the reader's own.  Cards come from `Position.scene`, which
is built from the declared view of the reader's seat alone; a sealed action's code is withheld by `Game.sealed`.
"""

from functools import lru_cache
from typing import Any, cast
from weakref import WeakKeyDictionary

import msgspec
from msgspec.structs import replace

from torite.cards.bits import members
from torite.cards.deck import Deck
from torite.games.game import Game
from torite.games.position import IllegalMoveError, Position
from torite.games.scenes import Scenes
from torite.table.admission import is_told_of_matches, may_look_back
from torite.table.bodies import TableSummary
from torite.table.claiming import claimable
from torite.table.clock import PACES
from torite.table.conditions import may_be_asked_for
from torite.table.counting import uncounted
from torite.table.events import Acted, Stored
from torite.table.messages import (
    Clocks,
    Fairness,
    LastMatch,
    NextTable,
    OpenRest,
    Outcome,
    Pending,
    SeatView,
    Snapshot,
    TableView,
)
from torite.table.refusals import RefusalCode, Refused
from torite.table.scribe import Scribe, outcome_of
from torite.table.table import Guest, Match, Table
from torite.table.takeback import last_decision, may_ask_back
from torite.table.telling import STRUCTS, Drawn, PublicEvent, Said, declared

NOBODY: frozenset[str] = frozenset()


class Sight:
    """The table as its readers see it now: what is the same for all is made once."""

    def __init__(self, table: Table, away: frozenset[str] = NOBODY, now: float = 0.0) -> None:
        """away: guest ids that have no connection at the moment; now: unix time."""
        self._table = table
        match = table.match
        # None in the lobby and until the first deal lies on the table, and where others rules would count it anew
        is_shown = match is not None and match.deals and not table.is_of_other_rules
        self._scenes = _scenes(table.game, match.position) if match is not None and is_shown else None
        self._same = TableView(
            id=table.id,
            game=table.game.name,
            phase=table.phase,
            gathers=table.gathers,
            seats=[_seat(table, i, away) for i in range(len(table.seats))],
            seat=None,
            options=dict(table.options),
            preset=table.preset,
            hints=table.hints,
            clock=table.clock,
            clocks=_clocks(table, now),
            scene=None,
            dealt=[],
            confirmed=sorted(table.confirmed),
            outcome=_outcome(table),
            fairness=_fairness(table),
            played=table.played,
            won=[],
            shared=table.played in table.shared,
            next=NextTable(table.invited.table, table.invited.game) if table.invited is not None else None,
            pending=_pending(table),
            host=table.host,
            locked=table.locked,
            listed=table.listed,
            watching=table.watching,
            word=table.word is not None,
            take_back=None,
            take_backs=match.take_backs if match is not None else 0,
            claim=None,
            claimed=_claimed(table),
            uncounted=uncounted(table),
            challenge=table.challenge.id if table.challenge is not None else None,
        )

    def of(self, guest: Guest | None) -> TableView:
        """The table as `guest` (None = a visitor without a name) sees it."""
        seat = self._table.seat_of(guest.id if guest is not None else None)
        scenes = self._scenes
        told = replace(self._same, seat=seat, scene=scenes.of(seat) if scenes is not None else None)
        if is_told_of_matches(self._table, guest):
            told.won = self._table.wins
        pending = self._table.pending
        if guest is not None and told.pending is not None and pending is not None:
            mine = pending.asks == guest.id if pending.by is None else pending.by == seat
            yields = seat is not None and self._table.may_be_displaced(guest.id)
            told.pending = replace(told.pending, mine=mine, yields=yields)
        if guest is not None and seat is not None:
            told.take_back = _take_back(self._table, seat)
            if scenes is not None:
                told.dealt = self._as_dealt(seat, scenes.hand(seat))
                told.claim = claimable(self._table, seat, scenes.view(seat))
        if guest is not None and guest.id in self._table.barred:
            told.next = None  # the host goes on without them
        if told.fairness.secret is not None and not may_look_back(self._table, guest):
            told.fairness = replace(told.fairness, nonces=None, salt=None, secret=None)
        return told

    def _as_dealt(self, seat: int, hand: int) -> list[str]:
        """Order alone is added to what the scene shows: a card that is not in the reader's hand is not named."""
        assert self._table.match is not None
        return _left(self._table.game.deck, self._table.match.deals[-1].came[seat], hand)


@lru_cache(16_384)
def _left(deck: Deck, came: tuple[str, ...], hand: int) -> list[str]:
    """What of these cards is still in the hand; kept, as most hands are the same after a move as before."""
    return [code for code in came if hand >> deck.parse(code) & 1]


_SCENES = WeakKeyDictionary[Position, tuple[Game, Scenes]]()


def _scenes(game: Game, position: Position) -> Scenes:
    """Kept, for how long they take depends on hands: whoever talks again and again could measure those of others.

    As long as the position lies on a table, so whatever happens at other tables.
    """
    made = _SCENES.get(position)
    if made is None or made[0] is not game:
        made = _SCENES[position] = game, Scenes(game, position.state)
    return made[1]


def table_view(table: Table, guest: Guest | None, away: frozenset[str] = NOBODY, now: float = 0.0) -> TableView:
    """The table as `guest` sees it; see Sight."""
    return Sight(table, away, now).of(guest)


def _clocks(table: Table, now: float) -> Clocks | None:
    pace = PACES.get(table.clock)
    if pace is None or not table.running:
        return None
    seats = range(len(table.seats))
    left = [round(pace.reserve - table.used.get(p, 0.0), 1) for p in seats]
    return Clocks(now, pace.move, left, [table.since.get(p) for p in seats])


def _take_back(table: Table, seat: int) -> int | None:
    if table.challenge is not None or not may_ask_back(table, seat):
        return None
    move = last_decision(table, seat)
    return None if move is None else move.seq


def _claimed(table: Table) -> OpenRest | None:
    if table.claimed is None:
        return None
    names = table.game.deck.names
    return OpenRest(table.claimed.seat, [[names[card] for card in members(cards)] for cards in table.claimed.hands])


def snapshot(table: Table, seq: int, guest: Guest | None, away: frozenset[str] = NOBODY, now: float = 0.0) -> Snapshot:
    """Everything that `guest` may know."""
    is_told = is_told_of_matches(table, guest)
    return Snapshot(
        seq=seq,
        table=table_view(table, guest, away, now),
        sheet=list(table.match.sheet) if table.match is not None else [],
        chat=[cast(Said, public_event(table, line, None)) for line in table.chat if is_told],
        name=(guest.name or None) if guest is not None else None,
        last=_last(table) if is_told else None,
    )


def _last(table: Table) -> LastMatch | None:
    last = table.last
    if last is None or table.phase == "over":
        return None
    outcome = Outcome(last.outcome.scores, last.outcome.winners, last.outcome.draw)
    return LastMatch(table.played, list(last.names), list(last.sheet), outcome)


def summary(table: Table, away: frozenset[str] = NOBODY) -> TableSummary:
    """The table as the lobby lists it."""
    seats = [_seat(table, i, away) for i in range(len(table.seats))]
    waited_for, word = _waited_for(table), table.word is not None
    since = min(table.since.values(), default=None)
    return TableSummary(table.id, table.game.name, table.phase, seats, waited_for, word, table.clock, since)


def _waited_for(table: Table) -> list[int]:
    waited_for = set(table.undecided())
    if table.phase == "playing" and table.position is not None:
        waited_for |= {*table.position.actors()}
    elif table.phase == "between":
        waited_for |= {i for i, seat in enumerate(table.seats) if seat.is_person and i not in table.confirmed}
    return sorted(waited_for)


def _seat(table: Table, i: int, away: frozenset[str]) -> SeatView:
    seat, match = table.seats[i], table.match if table.phase == "over" else None
    return SeatView(
        kind=seat.kind,
        name=seat.name or None,
        level=seat.level if seat.kind == "bot" else None,
        away=seat.kind == "person" and seat.guest in away,
        stand_in=seat.stand_in,
        may_be_barred=table.may_be_barred(i),
        may_be_asked_for=table.running and may_be_asked_for(table, i),
        played=match.names[i] if match is not None and match.names[i] != seat.name else None,
    )


def _pending(table: Table) -> Pending | None:
    pending = table.pending
    if pending is None:
        return None
    agreed, waits = sorted(pending.agreed), table.undecided()
    return Pending(pending.what, pending.by, agreed, waits, pending.seq, mine=False, yields=False)


def _outcome(table: Table) -> Outcome | None:
    if table.match is None or table.match.outcome is None:
        return None
    outcome = table.match.outcome
    return Outcome(outcome.scores, outcome.winners, outcome.draw)


def _fairness(table: Table) -> Fairness:
    """The commitment; only after the match the rest."""
    if table.phase != "over" or table.match is None:
        return Fairness(table.seal.commitment)
    opened = table.match.seal
    return Fairness(opened.commitment, list(table.match.nonces), opened.salt, opened.secret, next=table.seal.commitment)


# ---- events ----
def public_event(before: Table | None, event: Stored, guest: Guest | None) -> PublicEvent | None:
    """What `guest` is told of a stored event: the fields that it declares; None = nothing.

    before  the table before it, None for the first event
    """
    return told_event(before, event, is_own(before, event, guest))


def is_own(before: Table | None, event: Stored, guest: Guest | None) -> bool:
    """Has this guest done it?  Asked of what others may not be told."""
    if not isinstance(event, Acted) or before is None or guest is None:
        return False
    return before.seat_of(guest.id) == event.seat


def told_event(before: Table | None, event: Stored, own: bool, after: Table | None = None) -> PublicEvent | None:
    """What is told of a stored event to all, or to who has done it.

    after  the table after it, if that is known: then nothing is played again to find out what chance did
    """
    struct = STRUCTS.get(type(event))
    if struct is None:
        return None
    values: dict[str, Any] = {}
    for field, mark in declared(type(event)).items():
        values[field] = getattr(event, field)
        if "name" in mark and before is not None:
            values["name"] = before.seats[values[field]].name or ""
    if isinstance(event, Acted) and before is not None and before.position is not None:
        if not own and before.game.is_sealed(before.position.state, event.seat, event.code):
            values["code"] = None
        values["chance"] = _drawn(before.position, event, after.position if after is not None else None)
    return struct(**values)


def _drawn(position: Position, event: Acted, after: Position | None) -> list[Drawn]:
    """What chance does after this action, as all can see it."""
    if position.game.chance is None:
        return []
    if after is None:
        after = position.copy()
        after.play(event.code, event.seat)
    done = after.log[len(position.log) + 1 :]
    return [Drawn(*position.game.chance_shown(code)) for _, code in done]


# ---- the record ----
def table_record(table: Table) -> dict[str, Any]:
    """The finished match as torite-record/1.  Raises Refused while it could tell somebody's cards.

    Also if it was begun with other rules, by which it has come out otherwise: it is not counted anew.
    """
    match = table.match
    if match is None:
        raise Refused(RefusalCode.NO_MATCH)
    if table.phase != "over":
        raise Refused(RefusalCode.NOT_OVER)
    scribe = _played_again(table, match)
    fairness: dict[str, Any] = {
        "commitment": match.seal.commitment,
        "nonces": list(match.nonces),
        "salt": match.seal.salt,
        "secret": match.seal.secret,
    }
    if match.fairness > 1:
        fairness["version"] = match.fairness
    return scribe.record() | {
        "names": [name or None for name in match.names],
        "started": match.started,
        "fairness": fairness,
    }


def _played_again(table: Table, match: Match) -> Scribe:
    """The match once more by the rules of today, written down.  Raises Refused."""
    position = match.position
    same = Position(
        position.game, position.players, seed=position.seed, options=position.options, preset=position.preset
    )
    scribe = Scribe(same)
    try:
        for deal in match.deals:
            scribe.deal(list(deal.deck))
            for move in deal.moves:
                scribe.play(move.code, move.seat)
    except IllegalMoveError as error:
        raise Refused(RefusalCode.OTHER_RULES) from error
    if table.is_of_other_rules and (scribe.results, _outcome_by(same)) != (list(match.sheet), _outcome(table)):
        raise Refused(RefusalCode.OTHER_RULES)
    return scribe


def _outcome_by(position: Position) -> Outcome | None:
    """How the match has come out; None = it is not over."""
    return msgspec.convert(outcome_of(position), Outcome) if position.finished() else None
