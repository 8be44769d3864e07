"""What a request does to a table: events to be stored, or a refusal that changes nothing.

`decide` looks at the table alone, apart from the clock and fresh seals, both of which it writes into the events.
"""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from torite.games.game import Game
from torite.search.players import DEFAULT_LEVEL
from torite.table import commands, events, fairness, messages, tries
from torite.table.admission import set_listed, set_watching, set_word
from torite.table.agreed import carry_out
from torite.table.asking import ask_for_seat
from torite.table.bodies import NewTable
from torite.table.claiming import claim
from torite.table.conditions import (
    asked_seat,
    check_all_there,
    check_idle,
    check_in_lobby,
    check_in_time,
    check_over,
    check_players,
    check_seated,
    existing_seat,
    open_seat,
    own_seat,
)
from torite.table.consent import answer, propose, settle, withdraw
from torite.table.course import add_bot, begin, begin_if_all_have_added, begin_met, fill, give_back, go_on, play
from torite.table.draft import Draft, Step
from torite.table.events import Proposal, Stored
from torite.table.evolution import evolve
from torite.table.fairness import clean_nonce
from torite.table.hosting import check_newcomer, check_removal, check_welcome, lock, shown, shown_without_seat
from torite.table.messages import FromClient
from torite.table.refusals import RefusalCode, Refused, clean_text, game_named, is_visible, option_errors
from torite.table.table import Guest, Table
from torite.table.takeback import TAKE_BACKS, last_decision, may_ask_back
from torite.table.turns import Puzzle

SAID_MAX = 500  # characters
BY_WORD = ("share", "sit")  # proposals to which nobody agrees by being away alone


# ---- what the server calls ----
def create(
    new: NewTable,
    creator: Guest | None,
    table_id: str,
    games: Mapping[str, Game],
    now: float | None = None,
    word: str | None = None,
) -> list[Stored]:
    """The first events of a table, from number 1 on.  Raises Refused.

    word: as a salted hash; that of `new` is not looked at
    """
    game = game_named(games, new.game)
    check_players(game, new.seats)
    preset = new.preset if new.preset is not None else next(iter(game.presets))
    with option_errors():
        options = game.full_options(new.options, preset)
    fresh = fairness.new_seal()
    created = events.Created(
        table=table_id,
        game=game.name,
        seats=new.seats,
        preset=preset,
        options=options,
        salt=fresh.salt,
        secret=fresh.secret,
        listed=new.listed,
        hints=new.hints,
        clock=new.clock,
        watching=new.watching,
        word=word,
        creator=creator.id if creator is not None else None,
    )
    draft = Draft(evolve(None, created, 1, games), now=now)
    if creator is None and (new.sit or new.watching != "allowed" or word is not None):  # nobody could let anybody in
        raise Refused(RefusalCode.NAME_NEEDED)
    if new.sit and creator is not None:
        _sit(draft, creator, messages.Sit(seat=0))
    if new.fill is not None:
        fill(draft, new.fill)
    if new.start:
        begin(draft)
    return [created, *draft.events]


def decide(
    table: Table, who: Guest, request: FromClient, away: frozenset[str] = frozenset(), now: float | None = None
) -> Draft:
    """What `who` brings about by `request`.  Raises Refused, and then nothing has changed.

    away  guest ids that have no connection, in a match for longer than the grace: their seats may be freed
    now   unix time; None = ask the system
    """
    draft = Draft(table, away, now)
    _handle(draft, who, request)
    return draft


def bot_acts(table: Table, seat: int, code: str, now: float | None = None) -> list[Step]:
    """The bot of `seat` has chosen `code`.  Raises Refused, for instance when a person has come back meanwhile."""
    draft = Draft(table, now=now)
    if table.phase != "playing" or not table.seats[seat].is_bot:
        raise Refused(RefusalCode.NOT_YOUR_TURN)
    play(draft, seat, code, "bot")
    return draft.steps


def gathered(table: Table, now: float | None = None) -> list[Step]:
    """Those whom the house has brought together have had their time: who has added nothing to the shuffle does not."""
    draft = Draft(table, now=now)
    if table.gathers:
        begin_met(draft)
    return draft.steps


def claim_holds(table: Table, seat: int, line: list[tuple[int, str]], now: float | None = None) -> list[Step]:
    """The person of `seat` takes all that is left: so it is played out, by seat and code.  Raises Refused."""
    draft = Draft(table, now=now)
    draft.add(events.Claimed(seat))
    for mover, code in line:
        play(draft, mover, code, "claim")
    return draft.steps


def stand_in(
    table: Table, seat: int, is_late: bool = False, now: float | None = None, away: frozenset[str] = frozenset()
) -> list[Step]:
    """The person is away for too long, or out of time: a bot takes over, and what is proposed is agreed to.

    Nothing if there is no match and no proposal, or no person to wait for.  away: as of `decide`.
    """
    draft = Draft(table, away, now)
    if table.running and table.seats[seat].is_person:
        draft.add(events.StoodIn(seat, DEFAULT_LEVEL, is_late))
        settle(draft)
        go_on(draft)
    elif table.pending is not None and table.pending.what.what not in BY_WORD and seat in table.undecided():
        draft.add(events.Answered(seat, yes=True, absent=True))
        settle(draft)
    return draft.steps


def returned(table: Table, guest: Guest, now: float | None = None) -> list[Step]:
    """The person is back and has the seat again that a bot played meanwhile, after leaving too."""
    draft = Draft(table, now=now)
    give_back(draft, guest)
    return draft.steps


def resumed(table: Table, gap: float, now: float | None = None) -> list[Step]:
    """The house was away for so many seconds: those whom the table waits for could not use them."""
    draft = Draft(table, now=now)
    if gap > 0 and table.since:
        draft.add(events.Resumed(gap, draft.now))
    return draft.steps


def preset_taken(table: Table, preset: str) -> list[Step]:
    """The game's file has changed, and the table's options do not fit any more: those of a preset are taken."""
    draft = Draft(table)
    carry_out(draft, Proposal("preset", preset), "")
    return draft.steps


# ---- requests ----
def _handle(draft: Draft, who: Guest, request: FromClient) -> None:
    tries.check(draft.table, request)
    _HANDLERS[type(request)](draft, who, request)


def _act(draft: Draft, who: Guest, request: messages.Act) -> None:
    seat = asked_seat(draft.table, who, request.seq)
    give_back(draft, who)
    check_in_time(draft.table, seat)
    play(draft, seat, request.code, "person")


def _choose(draft: Draft, who: Guest, request: messages.Choose) -> None:
    """In the order of their numbers, at one time: nobody is told which of them was chosen first."""
    seat = asked_seat(draft.table, who, request.seq)
    give_back(draft, who)
    check_in_time(draft.table, seat)
    assert draft.table.position is not None
    count, numbers = draft.table.position.together(seat), draft.table.game.actions
    if len(request.codes) != count:
        raise Refused(RefusalCode.WRONG_NUMBER, count=count, given=len(request.codes))
    codes = sorted(request.codes, key=lambda code: (numbers.get(code, -1), code))
    for code, following in pairwise(codes):
        if code == following:
            raise Refused(RefusalCode.TWICE, code=code[:40])
        play(draft, seat, code, "person", more=True)
    play(draft, seat, codes[-1], "person")


def _say(draft: Draft, who: Guest, request: messages.Say) -> None:
    check_welcome(draft.table, who)
    if len(request.text) > SAID_MAX:
        raise Refused(RefusalCode.CHAT_TOO_LONG, max=SAID_MAX)
    if commands.is_command(request.text):
        meant = commands.parse(request.text, draft.table)
        if isinstance(meant, list):
            draft.notices.extend(meant)
        else:
            _handle(draft, who, meant)
    elif any(map(is_visible, text := clean_text(request.text))):
        seat = draft.table.seat_of(who.id)
        name = shown_without_seat(draft.table, who) if seat is None else shown(draft.table, who)
        draft.add(events.Said(seat, name, text, who.id, draft.now))


def _sit(draft: Draft, who: Guest, request: messages.Sit) -> None:
    check_welcome(draft.table, who)
    table = draft.table
    own, left = table.seat_of(who.id), table.left_by(who.id)
    away = own is not None and table.seats[own].stand_in and request.seat in (None, own)
    if left is not None or away:
        give_back(draft, who)
        check_in_time(draft.table, left if left is not None else own)
    elif own is None and table.running and table.challenge is None:
        ask_for_seat(draft, who, request.seat)
    elif own is None or request.seat not in (None, own):
        check_idle(draft.table)
        seat = open_seat(table, request.seat)
        if own is not None:
            withdraw(draft, own)  # else it would be that of who sits down there
            draft.add(events.Left(own))
        else:
            check_newcomer(table, who)
        draft.add(events.Joined(seat, who.id, shown(table, who)))
    elif table.phase == "lobby" and (before := table.seats[own].name) != (name := shown(table, who)):
        draft.add(events.Renamed(own, who.id, name, before or ""))


def _leave(draft: Draft, who: Guest, request: messages.Leave) -> None:
    seat = own_seat(draft.table, who)
    running, pending = draft.table.running, draft.table.pending
    asked = running and pending is not None and pending.removes == seat
    withdraw(draft, seat)
    draft.add(events.Left(seat, DEFAULT_LEVEL if running else None, asked))
    settle(draft)
    begin_if_all_have_added(draft)
    go_on(draft)


def _swap(draft: Draft, who: Guest, request: messages.Swap) -> None:
    """Of two who both want it the second one agrees."""
    own, other = own_seat(draft.table, who), existing_seat(draft.table, request.seat)
    check_in_lobby(draft.table, who)
    if draft.table.seats[other].kind == "open":
        return _sit(draft, who, messages.Sit(seat=other))
    if own != other:
        propose(draft, who, Proposal("swap", seat=min(own, other), value=max(own, other)))


def _set_option(draft: Draft, who: Guest, request: messages.SetOption) -> None:
    """What the same person has proposed and is not decided yet is asked again together with this."""
    check_in_lobby(draft.table, who)
    table, pending = draft.table, draft.table.pending
    open_ = pending.what.options if pending is not None and pending.by == table.seat_of(who.id) else {}
    after = dict(table.options)
    with option_errors():
        for name, value in (*open_.items(), (request.name, request.value)):
            after = table.game.with_option(after, name, value)
    wanted = {**open_, request.name: after[request.name]}
    changed = {name: value for name, value in wanted.items() if value == after[name] != table.options[name]}
    if changed:
        name, value = changed.popitem()
        propose(draft, who, Proposal("option", name, value, changed or None))
    elif open_:
        draft.add(events.Withdrawn())


def _set_preset(draft: Draft, who: Guest, request: messages.SetPreset) -> None:
    check_in_lobby(draft.table, who)
    with option_errors():
        draft.table.game.preset(request.name)
    propose(draft, who, Proposal("preset", request.name))


def _set_hints(draft: Draft, who: Guest, request: messages.SetHints) -> None:
    check_in_lobby(draft.table, who)
    if request.on != draft.table.hints:
        propose(draft, who, Proposal("hints", value=request.on))


def _set_clock(draft: Draft, who: Guest, request: messages.SetClock) -> None:
    check_in_lobby(draft.table, who)
    if request.clock != draft.table.clock:
        propose(draft, who, Proposal("clock", request.clock))


def _hint(draft: Draft, who: Guest, request: messages.AskHint) -> None:
    """Everybody learns that there was one, so that nobody is helped in secret."""
    seat = asked_seat(draft.table, who, request.seq)
    if not draft.table.hints:
        raise Refused(RefusalCode.HINTS_OFF)
    assert draft.table.position is not None
    asked = draft.table.asked[seat]
    if draft.table.hinted.get(seat) != asked:
        draft.add(events.Hinted(seat))
    draft.puzzle = Puzzle(seat, draft.table.position.view(seat), asked)


def _bot(draft: Draft, who: Guest, request: messages.AddBot) -> None:
    check_seated(draft.table, who)
    check_idle(draft.table)
    add_bot(draft, request.level, request.seat)


def _remove(draft: Draft, who: Guest, request: messages.Remove) -> None:
    check_seated(draft.table, who)
    table = draft.table
    seat = table.seats[existing_seat(table, request.seat)]
    if table.gathers:  # nobody takes a bot instead of whom the house has found
        raise Refused(RefusalCode.ALREADY_STARTED)
    if seat.kind == "open":
        return
    is_host = table.host is not None and table.host == table.seat_of(who.id)
    may_be_barred = (table.running or is_host) and table.may_be_barred(request.seat)
    if table.running and seat.kind == "bot" and not may_be_barred:
        raise Refused(RefusalCode.ALREADY_STARTED)
    is_asked = table.pending is not None and table.pending.removes == request.seat
    is_waited_for = table.running and seat.is_person  # else a moment without a connection would be enough
    is_kept = seat.kind == "person" and (seat.guest not in draft.away or is_waited_for)  # out of time or not
    is_there = may_be_barred or is_kept
    if is_there and not is_asked:
        check_removal(table, who, request.seat)
    chosen = table.phase == "between" and not table.met  # else the host is whoever has waited longest
    at_once = (chosen or not table.running) and (not is_asked or is_host)
    if (is_there or is_asked) and not at_once:
        withdraw(draft, request.seat)  # nobody puts it off by proposals of his own
        return propose(draft, who, Proposal("remove", value=request.seat))
    withdraw(draft, request.seat)
    draft.add(events.Removed(request.seat, DEFAULT_LEVEL if table.running else None, is_there or is_asked))
    settle(draft)
    go_on(draft)


def _start(draft: Draft, who: Guest, request: messages.Start) -> None:
    if draft.table.phase == "over":
        return _again(draft, who, messages.Again())
    check_seated(draft.table, who)
    check_idle(draft.table)
    begin(draft)


def _confirm(draft: Draft, who: Guest, request: messages.Confirm) -> None:
    """A second OK, or one that comes when the others have already gone on, is none."""
    seat = own_seat(draft.table, who)
    if not draft.table.running:
        raise Refused(RefusalCode.NO_MATCH)
    if draft.table.phase == "between" and seat not in draft.table.confirmed:
        give_back(draft, who)
        draft.add(events.Confirmed(seat))
        go_on(draft)


def _again(draft: Draft, who: Guest, request: messages.Again) -> None:
    check_seated(draft.table, who)
    check_over(draft.table)
    check_players(draft.table.game, draft.table.taken())
    propose(draft, who, Proposal("again"))


def _reset(draft: Draft, who: Guest, request: messages.Reset) -> None:
    check_seated(draft.table, who)
    if draft.table.phase == "lobby":
        raise Refused(RefusalCode.NO_MATCH)
    give_back(draft, who)
    propose(draft, who, Proposal("reset"))


def _share(draft: Draft, who: Guest, request: messages.Share) -> None:
    own_seat(draft.table, who)
    check_over(draft.table)
    if draft.table.played not in draft.table.shared:
        check_all_there(draft.table)
        propose(draft, who, Proposal("share"))


def _invite(draft: Draft, who: Guest, request: messages.Invite) -> None:
    seat = own_seat(draft.table, who)
    check_idle(draft.table)
    draft.add(events.Invited(seat, request.table, request.game))


def _answer(draft: Draft, who: Guest, request: messages.Answer) -> None:
    pending = draft.table.pending
    if pending is not None and pending.asks == who.id and not request.yes:
        draft.add(events.Withdrawn())
        return
    seat = own_seat(draft.table, who)
    give_back(draft, who)
    answer(draft, seat, request)


def _ask_back(draft: Draft, who: Guest, request: messages.TakeBack) -> None:
    """Propose to take the own last decision back; a second time the same one means the first time."""
    seat, table = own_seat(draft.table, who), draft.table
    if not table.running:
        raise Refused(RefusalCode.NO_MATCH)
    move = last_decision(table, seat)
    if move is None:
        raise Refused(RefusalCode.NO_TAKE_BACK)
    if request.seq != move.seq:
        raise Refused(RefusalCode.STALE_SEQ)
    what = Proposal("take_back", value=move.seq)
    if (table.pending is None or table.pending.what != what) and not may_ask_back(table, seat):
        raise Refused(RefusalCode.TOO_MANY_TAKE_BACKS, max=TAKE_BACKS)
    give_back(draft, who)
    propose(draft, who, what)


def _claim(draft: Draft, who: Guest, request: messages.Claim) -> None:
    own_seat(draft.table, who)
    if draft.table.running and draft.table.game.claimable is None:
        raise Refused(RefusalCode.NO_CLAIMS)
    seat = asked_seat(draft.table, who, request.seq)
    give_back(draft, who)
    check_in_time(draft.table, seat)
    claim(draft, seat)


def _nonce(draft: Draft, who: Guest, request: messages.Nonce) -> None:
    seat = own_seat(draft.table, who)
    if not draft.table.gathers:
        check_idle(draft.table)
    nonce = clean_nonce(request.nonce)
    if nonce is None:
        raise Refused(RefusalCode.MALFORMED)
    draft.add(events.NonceGiven(seat, nonce))
    begin_if_all_have_added(draft)


def _resync(draft: Draft, who: Guest, request: messages.Resync) -> None:
    """The server answers it by itself."""


_HANDLERS: dict[type[FromClient], Callable[[Draft, Guest, Any], None]] = {
    messages.Act: _act,
    messages.Choose: _choose,
    messages.Say: _say,
    messages.Sit: _sit,
    messages.Leave: _leave,
    messages.Swap: _swap,
    messages.SetOption: _set_option,
    messages.SetPreset: _set_preset,
    messages.SetHints: _set_hints,
    messages.SetClock: _set_clock,
    messages.AskHint: _hint,
    messages.AddBot: _bot,
    messages.Remove: _remove,
    messages.Lock: lambda draft, who, request: lock(draft, own_seat(draft.table, who), request),
    messages.SetListed: lambda draft, who, request: set_listed(draft, own_seat(draft.table, who), request),
    messages.SetWatching: lambda draft, who, request: set_watching(draft, own_seat(draft.table, who), request),
    messages.SetWord: lambda draft, who, request: set_word(draft, own_seat(draft.table, who), request),
    messages.Start: _start,
    messages.Confirm: _confirm,
    messages.Again: _again,
    messages.Reset: _reset,
    messages.Share: _share,
    messages.Invite: _invite,
    messages.Answer: _answer,
    messages.TakeBack: _ask_back,
    messages.Claim: _claim,
    messages.Nonce: _nonce,
    messages.Resync: _resync,
}
