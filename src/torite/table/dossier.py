"""What the stored events of a table hold about one guest: told to the guest, or taken out of them."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from torite.games.game import Game
from torite.table import events
from torite.table.events import Stored
from torite.table.evolution import evolve
from torite.table.refusals import Refused
from torite.table.table import GONE, Guest, Table

# They move nobody to another seat.
OF_CARDS = (events.Dealt, events.Acted, events.DealEnded, events.Hinted, events.TakenBack)
NAMING = events.Joined | events.Renamed | events.Said | events.Asked
SECRETS = {"salt", "secret", "guest", "creator", "challenge", "word"}


def told(stored: Sequence[Stored], guest: str, games: Mapping[str, Game]) -> list[dict[str, Any]]:
    """The events that are about this guest, with `seq`: what he has said and done, and what was done to his seat.

    Nothing that others have done, and nothing that a bot did in his place: he has not seen it.
    """
    found, table = [], _begun(stored[0], games)
    for seq, event in enumerate(stored, 1):
        seat = table.seat_of(guest) if table is not None else None
        seats = (getattr(event, "seat", None), getattr(event, "other", None))
        is_own = seat is not None and seat in seats and getattr(event, "by", None) != "bot"
        if is_own or guest in (getattr(event, "guest", None), getattr(event, "creator", None)):
            told = msgspec.to_builtins(event)
            found.append({"seq": seq} | {key: value for key, value in told.items() if key not in SECRETS})
        if table is not None and seq > 1 and not isinstance(event, OF_CARDS):
            table = evolve(table, event, seq)
    return found


def _begun(first: Stored, games: Mapping[str, Game]) -> Table | None:
    """None if the house does not have the game any more: nobody can tell who sat where."""
    try:
        return evolve(None, first, 1, games)
    except Refused:
        return None


def names(stored: Sequence[Stored], guest: Guest) -> set[str]:
    """By which names the events know this guest."""
    own: set[str] = {guest.name}
    others: set[str] = set()
    for event in stored:
        if isinstance(event, NAMING) and event.guest is not None:
            (own if event.guest == guest.id else others).add(event.name)
    return own - others


def guests(stored: Sequence[Stored]) -> dict[str, str]:
    """Everybody whom the events name: id -> the last name, in the order in which they came."""
    found = [event for event in stored if isinstance(event, NAMING)]
    return {event.guest: event.name for event in found if event.guest not in (None, GONE)}


def taken_out(stored: Sequence[Stored], guest: Guest) -> dict[int, Stored]:
    """The events that are to be others, by `seq`, so that nothing tells of this guest any more.

    The table that follows from them is the same, but for the name, the id and what the guest has said.
    """
    known = names(stored, guest)
    fresh = {seq: _without(event, guest.id, known) for seq, event in enumerate(stored, 1)}
    return {seq: event for seq, event in fresh.items() if event is not stored[seq - 1]}


def _without(event: Stored, guest: str, known: set[str]) -> Stored:
    match event:
        case events.Created(creator=id) if id == guest:
            return msgspec.structs.replace(event, creator=None)
        case events.Joined(guest=id) | events.Asked(guest=id) if id == guest:
            return msgspec.structs.replace(event, guest=GONE, name="")
        case events.Renamed(guest=id) if id == guest:
            return msgspec.structs.replace(event, guest=GONE, name="", before="")
        case events.Said(guest=id, name=name) if id == guest or (id is None and name in known):
            return events.Forgotten()
        case events.WasReset(name=name) if name in known:
            return msgspec.structs.replace(event, name="")
    return event
