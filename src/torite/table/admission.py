"""Who may look in at a table: its people always, others as far as its host lets them.

The table's people are who has opened it, who sits there, and who has sat there when a match began; not whom the host
has removed.  To a table between two matches everybody may come who has the link: else nobody could sit down.  Where a
word is asked for, nobody but its people gets anything without it.
"""

from torite.table import events, messages
from torite.table.draft import Draft, Step
from torite.table.events import Watching
from torite.table.hosting import check_host
from torite.table.refusals import RefusalCode, Refused
from torite.table.table import Guest, Table
from torite.table.word import clean_word

STRICT: tuple[Watching, ...] = ("allowed", "after", "nobody")  # ever fewer may watch


def is_of(table: Table, guest: Guest | None) -> bool:
    """Is this one of the table's people?"""
    if guest is None or guest.id in table.barred:
        return False
    return guest.id == table.creator or guest.id in table.players or table.seat_of(guest.id) is not None


def shut(table: Table, guest: Guest | None, knows_word: bool = False) -> RefusalCode | None:
    """Why this visitor may not look in now; None = may.  A challenge everybody plays alone.

    knows_word: has the guest said the word that is asked for now?
    """
    if table.challenge is not None:
        return None if guest is not None and guest.id == table.creator else RefusalCode.CHALLENGE_ALONE
    if table.word is not None and not knows_word and not is_of(table, guest):
        return RefusalCode.WORD_NEEDED
    if table.watching == "allowed" or table.phase == "lobby" or is_of(table, guest):
        return None
    if table.watching == "nobody":
        return RefusalCode.NO_WATCHING
    return None if table.phase == "over" else RefusalCode.WATCH_LATER


def is_told_of_matches(table: Table, guest: Guest | None) -> bool:
    """May this visitor hear what has been at this table before: talk, results?"""
    return table.watching != "nobody" or is_of(table, guest)


def may_look_back(table: Table, guest: Guest | None, then: Table | None = None) -> bool:
    """May this visitor know all hands of a finished match: by its record, its replay, the seal that is opened?

    Who has played it may, and with the link everybody, if all have agreed to share it or bots alone have played.

    then: the table as it was when the match was over; None = as it is
    """
    after = then or table
    people = {*after.match.guests} - {None} if after.match is not None else set()
    if guest is not None and guest.id in people:
        return True
    is_open = after.played in table.shared or (not people and is_told_of_matches(table, guest))
    return is_open and table.challenge is None


def seat_in_match(table: Table, guest: Guest | None) -> int | None:
    """Where this visitor sat when the match of the table was over; None = nowhere."""
    guests = table.match.guests if table.match is not None else ()
    return guests.index(guest.id) if guest is not None and guest.id in guests else None


def set_listed(draft: Draft, seat: int, request: messages.SetListed) -> None:
    """Have the table stand in the lobby, or not, before a match.  Raises Refused."""
    check_host(draft.table, seat)
    if draft.table.phase != "lobby" or draft.table.gathers:
        raise Refused(RefusalCode.ALREADY_STARTED)
    if request.on != draft.table.listed:
        draft.add(events.ListedSet(request.on))


def set_watching(draft: Draft, seat: int, request: messages.SetWatching) -> None:
    """Let more or fewer watch; in a running match only fewer.  Raises Refused."""
    check_host(draft.table, seat)
    before = draft.table.watching
    if draft.table.running and STRICT.index(request.who) < STRICT.index(before):
        raise Refused(RefusalCode.ALREADY_STARTED)
    if request.who != before:
        draft.add(events.WatchingSet(request.who))


def set_word(draft: Draft, seat: int, request: messages.SetWord) -> None:
    """Have who comes asked for a word, or not.  Raises Refused."""
    check_host(draft.table, seat)
    if request.word is not None:
        draft.word = clean_word(request.word)
    elif draft.table.word is not None:
        draft.add(events.WordSet(False))


def word_sealed(table: Table, kept: str) -> list[Step]:
    """The word that the host wants is asked for from now on.  kept: its salted hash."""
    draft = Draft(table)
    draft.add(events.WordSet(True, kept))
    return draft.steps
