"""What has been agreed to, and happens: the second half of a proposal (consent.py)."""

from collections.abc import Callable, Mapping

from torite.search.players import DEFAULT_LEVEL
from torite.table import events, fairness
from torite.table.clock import is_patient
from torite.table.conditions import bots_seat, check_all_there, check_askable
from torite.table.course import begin, go_on
from torite.table.draft import Draft
from torite.table.events import Proposal
from torite.table.refusals import RefusalCode, Refused
from torite.table.takeback import meant


def carry_out(draft: Draft, what: Proposal, by: str) -> None:
    """Let it happen.  by: the name of who has proposed it.  Raises Refused if it cannot be done any more."""
    _KINDS[what.what](draft, what, by)


def _option(draft: Draft, what: Proposal, by: str) -> None:
    for option, value in what.options.items():
        before = draft.table.options
        after = draft.table.game.with_option(before, option, value)
        for name in sorted(after, key=lambda name: name == option):  # what is switched off comes first
            if after[name] != before[name]:
                draft.add(events.OptionSet(name, after[name]))
                if name != option:
                    draft.tell("option_excluded", option=option, off=name)


def _preset(draft: Draft, what: Proposal, by: str) -> None:
    assert what.name is not None
    draft.add(events.PresetSet(what.name, draft.table.game.preset(what.name)))


def _hints(draft: Draft, what: Proposal, by: str) -> None:
    draft.add(events.HintsSet(what.value is True))


def _clock(draft: Draft, what: Proposal, by: str) -> None:
    draft.add(events.ClockSet(what.name))  # type: ignore[arg-type]


def _remove(draft: Draft, what: Proposal, by: str) -> None:
    assert isinstance(what.value, int)
    draft.add(events.Removed(what.value, DEFAULT_LEVEL, barred=True))
    go_on(draft)


def _swap(draft: Draft, what: Proposal, by: str) -> None:
    assert what.seat is not None and isinstance(what.value, int)
    if "open" in (draft.table.seats[what.seat].kind, draft.table.seats[what.value].kind):
        raise Refused(RefusalCode.NO_SUCH_SEAT, seat=what.value + 1)  # somebody has got up meanwhile
    draft.add(events.Swapped(what.seat, what.value))


def _sit(draft: Draft, what: Proposal, by: str) -> None:
    pending = draft.table.pending
    assert pending is not None and pending.asks is not None
    check_askable(draft.table, pending.asks)
    seat = bots_seat(draft.table, what.seat, draft.away)
    draft.add(events.Joined(seat, pending.asks, by, draft.time))


def _reset(draft: Draft, what: Proposal, by: str) -> None:
    fresh = draft.table.seal if draft.table.phase == "over" else fairness.new_seal()
    draft.add(events.WasReset(by, fresh.salt, fresh.secret))


def _again(draft: Draft, what: Proposal, by: str) -> None:
    """Who has been waited for when it was asked, and is still away, has a bot play at once, until he comes."""
    missed = draft.table.pending.missed if draft.table.pending is not None else ()
    begin(draft)
    for i in sorted(missed):
        if draft.table.seats[i].guest in draft.away and not is_patient(draft.table.clock):
            draft.add(events.StoodIn(i, DEFAULT_LEVEL))


def _share(draft: Draft, what: Proposal, by: str) -> None:
    check_all_there(draft.table)
    draft.add(events.Shared(draft.table.played))


def _take_back(draft: Draft, what: Proposal, by: str) -> None:
    move = meant(draft.table, what)
    if move is None:
        raise Refused(RefusalCode.NO_TAKE_BACK)
    draft.add(events.TakenBack(move.seat, move.seq, draft.time))


_KINDS: Mapping[str, Callable[[Draft, Proposal, str], None]] = {
    "option": _option,
    "preset": _preset,
    "hints": _hints,
    "clock": _clock,
    "again": _again,
    "reset": _reset,
    "share": _share,
    "take_back": _take_back,
    "remove": _remove,
    "swap": _swap,
    "sit": _sit,
}
