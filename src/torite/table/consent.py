"""What one person alone may not do to the others: it is proposed, and happens when all persons at the table agree.

Bots agree.  So does who is away for longer than the grace, but to nothing that would show the match to strangers.
"""

from torite.table import events
from torite.table.agreed import carry_out
from torite.table.draft import Draft
from torite.table.events import Proposal
from torite.table.messages import Answer
from torite.table.refusals import RefusalCode, Refused
from torite.table.table import Guest, Pending, Table


def propose(draft: Draft, who: Guest, what: Proposal) -> None:
    """Somebody wants this: it happens at once where nobody else is to be asked.  Raises Refused."""
    table, own = draft.table, draft.table.seat_of(who.id)
    if own is None:  # no person sits here
        carry_out(draft, what, table.shown(who))
        return
    pending = table.pending
    if pending is None or (pending.by == own and pending.what != what):
        _first_asked(draft, own, what)
    elif pending.by != own and pending.what == what:
        answer(draft, own, Answer(yes=True, seq=pending.seq))
    elif pending.by != own and table.may_be_displaced(who.id):
        draft.add(events.Withdrawn(displaced=True))
        _first_asked(draft, own, what)
    elif pending.by != own:
        raise Refused(RefusalCode.PROPOSAL_OPEN, name=made_by(table, pending))


def _first_asked(draft: Draft, own: int, what: Proposal) -> None:
    """Ask the others, if there are any."""
    trial = Draft(draft.table)
    trial.add(events.Proposed(own, what))
    if trial.table.undecided():
        draft.add(events.Proposed(own, what))
    else:
        withdraw(draft, own)  # of whom it asked somebody may be the one who is removed: nobody would settle it any more
        carry_out(draft, what, draft.table.seats[own].name or "")


def made_by(table: Table, pending: Pending) -> str:
    """The name of who has proposed it."""
    return (pending.what.name if pending.by is None else table.seats[pending.by].name) or ""


def answer(draft: Draft, seat: int, request: Answer) -> None:
    """Agree to what is proposed, or not; a no to what its maker has changed since is one, too.  Raises Refused."""
    pending = draft.table.pending
    if pending is None:
        raise Refused(RefusalCode.NO_PROPOSAL)
    if request.seq != pending.seq and (request.yes or request.seq < pending.begun):
        raise Refused(RefusalCode.STALE_SEQ)
    if pending.removes == seat:
        raise Refused(RefusalCode.NO_VOTE)
    if not request.yes:
        draft.add(events.Answered(seat, yes=False))
    elif seat not in pending.agreed:
        draft.add(events.Answered(seat, yes=True))
        settle(draft)


def withdraw(draft: Draft, seat: int) -> None:
    """What this one has proposed is off."""
    if draft.table.pending is not None and draft.table.pending.by == seat:
        draft.add(events.Withdrawn())


def settle(draft: Draft) -> None:
    """Let happen what all have agreed to; what cannot be done any more is off."""
    pending = draft.table.pending
    if pending is None or draft.table.undecided():
        return
    try:
        carry_out(draft, pending.what, made_by(draft.table, pending))
    except Refused:
        draft.add(events.Withdrawn())
