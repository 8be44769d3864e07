"""The course of a table: bots sit down, matches begin, actions are done, and deals follow each other."""

from datetime import UTC, datetime
from itertools import chain, count
from typing import Literal

from torite.search.players import DEFAULT_LEVEL, LEVELS
from torite.table import events, tries
from torite.table.bot_names import BOT_NAMES, shown_names
from torite.table.conditions import check_players, open_seat
from torite.table.counting import absent
from torite.table.draft import Draft
from torite.table.fairness import VERSION, new_seal
from torite.table.refusals import RefusalCode, Refused, look
from torite.table.scribe import plain
from torite.table.table import Guest
from torite.table.takeback import meant, open_question
from torite.table.turns import is_late


def add_bot(draft: Draft, level: str | None, seat: int | None = None) -> None:
    """Put a bot on this seat, None = the first open one.  Raises Refused."""
    if level is not None and level not in LEVELS:
        raise Refused(RefusalCode.UNKNOWN_LEVEL, name=level[:40])
    _seat_bot(draft, level, open_seat(draft.table, seat))


def _seat_bot(draft: Draft, level: str | None, seat: int) -> None:
    taken = {look(each.name or "") for each in draft.table.seats}
    taken |= {name for name, guest in draft.table.named.items() if guest}
    names = chain(BOT_NAMES, (f"Bot {n}" for n in count(1)))
    name = next(name for name in names if taken.isdisjoint(map(look, shown_names(name))))
    draft.add(events.BotAdded(seat, name, level or DEFAULT_LEVEL))


def fill(draft: Draft, level: str | None) -> None:
    """Bots on all open seats.  Raises Refused."""
    while draft.table.first_open() is not None:
        add_bot(draft, level)


def begin(draft: Draft) -> None:
    """Start a match with those who are seated and make its first deal.  Raises Refused.

    Who has left the one before plays no part in it: the bot goes on by a name of its own, and the match is not his.
    """
    check_players(draft.table.game, draft.table.taken())
    for i, seat in enumerate(draft.table.seats):
        if seat.has_left:
            _seat_bot(draft, seat.level, i)
    begun = datetime.now(UTC).isoformat(timespec="seconds")
    draft.add(events.Started(begun, VERSION, draft.table.game.edition))
    _deal(draft)


def begin_if_all_have_added(draft: Draft) -> None:
    """Where the house has brought them together, it need not wait any longer."""
    persons = [seat for seat in draft.table.seats if seat.kind == "person"]
    if draft.table.gathers and all(seat.nonce is not None for seat in persons):
        begin_met(draft)


def begin_met(draft: Draft) -> None:
    """Begin the match of those who are still there, with bots in the place of who has gone."""
    level = next((seat.level for seat in draft.table.seats if seat.kind == "bot"), None)
    fill(draft, level)
    begin(draft)


def _deal(draft: Draft) -> None:
    assert draft.table.position is not None
    next_ = draft.table.position.copy()
    next_.deal()
    draft.add(events.Dealt(int(next_.state.deals), next_.deck, draft.time))


def play(draft: Draft, seat: int, code: str, by: Literal["person", "bot", "claim"], more: bool = False) -> None:
    """Do `code` for `seat`; the deal or the match may end by it.  Raises Refused."""
    assert draft.table.position is not None
    legal = draft.table.position.legal(seat)
    if not legal:
        raise Refused(RefusalCode.NOT_YOUR_TURN)
    if code not in legal and not draft.table.game.concedes(code):
        why = draft.table.position.why(code, seat)
        raise Refused(RefusalCode.ILLEGAL_ACTION, code=code[:40], legal=legal, why=why)
    draft.add(events.Acted(seat, code, by, draft.time, more))
    question = open_question(draft.table)
    if question is not None and meant(draft.table, question) is None:
        draft.add(events.Withdrawn())
    position = draft.table.position
    if position.deal_over():
        draft.add(events.DealEnded(plain(position.deal_result())))
        if tries.is_over(draft.table):
            told, fresh = tries.outcome(draft.table), new_seal()
            draft.add(events.Finished(**told, salt=fresh.salt, secret=fresh.secret, absent=absent(draft.table)))
        go_on(draft)


def go_on(draft: Draft) -> None:
    """Between deals: make the next one unless a person has still to say OK."""
    if draft.table.phase == "between" and not draft.table.waits():
        _deal(draft)


def give_back(draft: Draft, who: Guest) -> None:
    """Give the person the seat back that a bot plays, but not a decision for which the time is over."""
    for i, seat in enumerate(draft.table.seats):
        if seat.guest == who.id and seat.stand_in and not is_late(draft.table, i, draft.now):
            draft.add(events.Returned(i))
            pending = draft.table.pending
            if pending is not None and pending.by is None and pending.what.seat == i:
                draft.add(events.Withdrawn())  # it is nobody's to be asked for any more
