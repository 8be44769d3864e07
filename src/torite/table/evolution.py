"""What each stored event makes of a table.

Replaying the stored events of a table gives exactly the same table again, also in another process: chance, time and
secrets stand in the events.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import Any

from torite.games import GAMES
from torite.games.game import Game, Outcome
from torite.games.position import Position
from torite.table import events
from torite.table.challenge import opening
from torite.table.clock import charged, is_patient
from torite.table.events import Stored
from torite.table.fairness import match_seed, seal
from torite.table.refusals import game_named, look
from torite.table.scribe import Scribe
from torite.table.table import OPEN, Claim, DealLog, Guest, Match, Move, Past, Pending, Seat, Table, replace

CHAT_KEPT = 50  # lines


def evolve(table: Table | None, event: Stored, seq: int, games: Mapping[str, Game] = GAMES) -> Table:
    """The table after event number `seq`; `table` itself stays as it was.

    table  None before the first event, `Created`
    Raises Refused (game/unknown) if `games` lacks the table's game.
    """
    if isinstance(event, events.Created):
        return _created(event, seq, games)
    assert table is not None, f"event {seq} before the table was created"
    after = _EVOLVE[type(event)](table, event)
    return replace(after, seq=seq, asked=_asked(table, after, event, seq), since=_since(table, after, event))


def replayed(stored: Sequence[Stored], games: Mapping[str, Game] = GAMES) -> Table:
    """The table after these events.  Raises as `evolve`."""
    table = evolve(None, stored[0], 1, games)
    for seq, event in enumerate(stored[1:], start=2):
        table = evolve(table, event, seq)
    return table


def _asked(before: Table, after: Table, event: Stored, seq: int) -> Mapping[int, int]:
    """When the decision of every seat that may act arose.

    Somebody else's action does not make a decision new as long as the same actions are legal: sealed bids do not make
    each other stale.
    """
    match event:
        case events.Dealt() | events.TakenBack():
            new = set(range(len(after.seats)))
        case events.Acted(seat=seat):
            new = {seat}
        case _:
            return before.asked if after.running else {}
    position, old = after.position, before.position
    assert position is not None and old is not None
    return {
        p: before.asked[p] if p in before.asked and p not in new and old.legal(p) == position.legal(p) else seq
        for p in position.actors()
    }


def _since(before: Table, after: Table, event: Stored) -> Mapping[int, float]:
    """Since when each seat that may act is waited for; what others do meanwhile changes nothing."""
    if after.clock == "none" or after.phase != "playing" or after.position is None:
        return {}
    match event:
        case events.Acted(seat=seat):
            new = {seat}
        case events.Dealt() | events.TakenBack():
            new = set(range(len(after.seats)))
        case events.Joined(seat=seat, time=time) if seat in before.since:
            return {**before.since, seat: time or 0.0}
        case events.Resumed(gap=gap, time=time):
            return {seat: max(since, min(since + gap, time)) for seat, since in before.since.items()}
        case _:
            return before.since
    actors = after.position.actors()
    return {p: before.since[p] if p in before.since and p not in new else event.time or 0.0 for p in actors}


# ---- one function an event; each is given the table before it ----
def _created(event: events.Created, seq: int, games: Mapping[str, Game]) -> Table:
    return Table(
        id=event.table,
        game=game_named(games, event.game),
        seats=(OPEN,) * event.seats,
        offered=event.seats,
        options=event.options,
        preset=event.preset,
        listed=event.listed,
        creator=event.creator,
        hints=event.hints,
        clock=event.clock,
        seal=seal(event.salt, event.secret),
        seq=seq,
        challenge=event.challenge,
        met=event.met,
        watching=event.watching,
        word=event.word,
        private=not event.listed or event.word is not None,
    )


def _with_seat(table: Table, i: int, seat: Seat) -> Table:
    return replace(table, seats=(*table.seats[:i], seat, *table.seats[i + 1 :]))


def _change_seat(table: Table, i: int, **changes: Any) -> Table:
    return _with_seat(table, i, replace(table.seats[i], **changes))


def _with_match(table: Table, **changes: Any) -> Match:
    assert table.match is not None, f"no match at {table.id}"
    return replace(table.match, **changes)


def _known(table: Table, name: str, guest: str) -> Table:
    """Under a name of its own, where an old log lets two look alike: what the house keeps of guests goes by it."""
    own = look(table.shown(Guest(guest, name)))
    return table if own in table.named else replace(table, named={**table.named, own: guest})


def _joined(table: Table, event: events.Joined) -> Table:
    came = table.came if event.guest in table.came else (*table.came, event.guest)
    known = replace(_known(table, event.name, event.guest), came=came)
    seated = _with_seat(known, event.seat, Seat("person", event.guest, event.name))
    return _taken_over(seated, event) if table.running else seated


def _taken_over(table: Table, event: events.Joined) -> Table:
    """The bot has no part in the match any more: the seat, and what it comes to, are the person's."""
    match = _with_match(table)
    names = (*match.names[: event.seat], event.name, *match.names[event.seat + 1 :])
    unasked = match.unasked | {event.guest} if any(map(table.is_missed, range(len(table.seats)))) else match.unasked
    had = {**match.had, event.guest: event.seat}
    return replace(
        table,
        match=replace(match, names=names, stand_ins=match.stand_ins + 1, had=had, unasked=unasked),
        players=table.players | {event.guest},
        used={seat: used for seat, used in table.used.items() if seat != event.seat},
        pending=None,
    )


def _renamed(table: Table, event: events.Renamed) -> Table:
    return _change_seat(_known(table, event.name, event.guest), event.seat, name=event.name)


def _given_up(table: Table, event: events.Left | events.Removed) -> Table:
    """The seat without its person or bot: open, or in a running match left to a bot."""
    if isinstance(event, events.Removed) and event.barred:
        table = replace(table, barred=table.barred | {table.seats[event.seat].guest or ""})
    if table.pending is not None:
        agreed, missed = table.pending.agreed - {event.seat}, table.pending.missed - {event.seat}
        is_done = table.pending.removes == event.seat and not (isinstance(event, events.Left) and event.asked)
        table = replace(table, pending=None if is_done else replace(table.pending, agreed=agreed, missed=missed))
    if table.running:
        willing = isinstance(event, events.Left)
        return _change_seat(table, event.seat, kind="bot", level=event.level, stand_in=True, willing=willing)
    after = _with_seat(table, event.seat, Seat(name=table.seats[event.seat].name if table.match else None))
    return replace(after, met=table.met and any(seat.kind == "person" for seat in after.seats))


def _swapped(table: Table, event: events.Swapped) -> Table:
    one, other = table.seats[event.seat], table.seats[event.other]
    return replace(_with_seat(_with_seat(table, event.seat, other), event.other, one), pending=None)


def _option_set(table: Table, event: events.OptionSet) -> Table:
    return replace(table, options={**table.options, event.name: event.value}, pending=None)


def _preset_set(table: Table, event: events.PresetSet) -> Table:
    return replace(table, preset=event.name, options=event.options, pending=None)


def _hints_set(table: Table, event: events.HintsSet) -> Table:
    return replace(table, hints=event.on, pending=None)


def _clock_set(table: Table, event: events.ClockSet) -> Table:
    return replace(table, clock=event.clock, pending=None)


def _listed_set(table: Table, event: events.ListedSet) -> Table:
    """What friends have said among themselves is told to nobody who finds the table in the lobby."""
    return replace(table, listed=event.on, private=table.private or not event.on, chat=() if event.on else table.chat)


def _hinted(table: Table, event: events.Hinted) -> Table:
    match = _with_match(table)
    hinted = {**table.hinted, event.seat: table.asked[event.seat]}
    return replace(table, hinted=hinted, match=replace(match, hints=match.hints + 1))


def _bot_added(table: Table, event: events.BotAdded) -> Table:
    table = _known(table, event.name, "")
    return _with_seat(table, event.seat, Seat("bot", name=event.name, level=event.level))


def _nonce_given(table: Table, event: events.NonceGiven) -> Table:
    return _change_seat(table, event.seat, nonce=event.nonce)


def _started(table: Table, event: events.Started) -> Table:
    names = tuple(seat.name or "" for seat in taken_seats(table))
    if table.challenge is not None:
        match = _taken_up(table.challenge, table, names, event.at)
    else:
        nonces = tuple(seat.nonce for seat in taken_seats(table))
        seed = match_seed(table.seal.secret, nonces, event.fairness)
        position = Position(table.game, len(names), seed=seed, options=table.options, preset=table.preset)
        match = replace(Match(position, table.seal, nonces, names, event.at, event.fairness), private=table.private)
    return begun(table, replace(match, rules=event.rules))


def taken_seats(table: Table) -> list[Seat]:
    """Those that are not open: the seats of a match that begins now."""
    return [seat for seat in table.seats if seat.kind != "open"]


def _cleared(table: Table) -> Table:
    """Without what is of one match alone."""
    cleared = replace(table, confirmed=frozenset(), pending=None, in_vain_at={})
    return replace(cleared, used={}, hinted={}, asked_back={}, asks={}, claimed=None)


def begun(table: Table, match: Match) -> Table:
    """The table at which this match begins: by correspondence also who was late before has a day anew."""
    fresh = tuple(replace(seat, nonce=None) for seat in taken_seats(table))
    if is_patient(table.clock):
        fresh = tuple(_waited_for(seat) if seat.kind == "person" else seat for seat in fresh)
    return replace(
        _cleared(table),
        phase="playing",
        seats=fresh,
        match=replace(match, had={seat.guest: i for i, seat in enumerate(fresh) if seat.guest is not None}),
        invited=None,
        met=table.met and table.match is None,  # for another match they have chosen each other
        players=table.players | {seat.guest for seat in fresh if seat.guest is not None},
    )


def _waited_for(seat: Seat) -> Seat:
    return replace(seat, stand_in=False, level=None)


def _taken_up(challenge: events.Challenge, table: Table, names: tuple[str, ...], at: str) -> Match:
    """The match as it was before the deal of the challenge; what was done in it counts as done by bots."""
    position = opening(challenge, table.game)
    scribe = Scribe.of(position)
    seq = table.seq + 1
    deals = tuple(
        DealLog(tuple(deal.deck), tuple(Move(*action, "bot", seq, False) for action in deal.actions if action[0] >= 0))
        for deal in position.deals
    )
    sheet = tuple(scribe.results)
    return Match(position, table.seal, tuple(challenge.nonces), names, at, challenge.fairness, deals, sheet)


def _dealt(table: Table, event: events.Dealt) -> Table:
    match = _with_match(table)
    position = match.position.copy()
    position.deal(event.deck)
    deals = (*match.deals, DealLog(tuple(event.deck), came=_came(position)))
    changed = replace(match, position=position, deals=deals, dealt=position)
    fresh = replace(table, asked_back={}, asks={}, claimed=None, in_vain={})
    return replace(fresh, phase="playing", match=changed, confirmed=frozenset())


def _claimed(table: Table, event: events.Claimed) -> Table:
    assert table.position is not None
    hands = table.position.state.hands[: len(table.seats)].tolist()
    return replace(table, claimed=Claim(event.seat, tuple(hands)))


def _came(dealt: Position) -> tuple[tuple[str, ...], ...]:
    places = list(zip(dealt.deck, dealt.game.places(dealt.state), strict=True))
    return tuple(tuple(code for code, place in places if place == p) for p in range(dealt.players))


def _acted(table: Table, event: events.Acted) -> Table:
    match = _with_match(table)
    position = match.position.copy()
    sealed = table.game.is_sealed(position.state, event.seat, event.code)
    position.play(event.code, event.seat)
    move = Move(event.seat, event.code, event.by, table.seq + 1, sealed, event.more)
    log = match.deals[-1]
    played = replace(log, moves=(*log.moves, move))
    took = (event.time or 0.0) - table.since.get(event.seat, inf)
    used = charged(table.clock, table.used, event.seat, took)
    is_stand_in = event.by == "bot" and table.seats[event.seat].guest is not None
    changed = replace(
        match,
        position=position,
        deals=(*match.deals[:-1], played),
        stand_ins=match.stand_ins + is_stand_in,
    )
    return replace(table, used=used, match=changed)


def _deal_ended(table: Table, event: events.DealEnded) -> Table:
    match = _with_match(table)
    return replace(table, phase="between", match=replace(match, sheet=(*match.sheet, event.result)))


def _confirmed(table: Table, event: events.Confirmed) -> Table:
    return replace(table, confirmed=table.confirmed | {event.seat})


def _finished(table: Table, event: events.Finished) -> Table:
    outcome = Outcome(event.scores, event.winners, event.draw)
    match = _with_match(table, outcome=outcome, guests=tuple(seat.guest for seat in table.seats))
    present = [seat for seat in event.winners if seat not in event.absent and not table.seats[seat].has_left]
    won = Counter(table.seats[seat].who for seat in present)
    return replace(
        table,
        phase="over",
        match=match,
        last=Past(match.names, match.sheet, outcome),
        played=table.played + 1,
        won=won + Counter(table.won),
        pending=None,
        seal=seal(event.salt, event.secret),
    )


def _said(table: Table, event: events.Said) -> Table:
    if event.guest is not None:
        table = _known(table, event.name, event.guest)
    return replace(table, chat=(*table.chat, event)[-CHAT_KEPT:])


def _stood_in(table: Table, event: events.StoodIn) -> Table:
    return _change_seat(table, event.seat, stand_in=True, level=event.level)


def _returned(table: Table, event: events.Returned) -> Table:
    return _change_seat(table, event.seat, kind="person", stand_in=False, willing=False, level=None)


def _proposed(table: Table, event: events.Proposed) -> Table:
    if event.what.what == "take_back":
        table = _asked_back(table, event.seat)
    before, seq = table.pending, table.seq + 1
    begun = before.begun if before is not None and before.by == event.seat else seq
    return replace(table, pending=Pending(event.what, event.seat, seq, frozenset({event.seat}), begun))


def _asked_for(table: Table, event: events.Asked) -> Table:
    before, seq = table.pending, table.seq + 1
    begun = before.begun if before is not None and before.asks == event.guest else seq
    what = events.Proposal("sit", event.name, seat=event.seat)
    pending = Pending(what, None, seq, frozenset(), begun, event.guest)
    asks = {**table.asks, event.guest: table.asks.get(event.guest, 0) + 1}
    return replace(_known(table, event.name, event.guest), pending=pending, asks=asks)


def _answered(table: Table, event: events.Answered) -> Table:
    if not event.yes or table.pending is None:
        return _withdrawn(table, event)
    missed = table.pending.missed | {event.seat} if event.absent else table.pending.missed
    pending = replace(table.pending, agreed=table.pending.agreed | {event.seat}, missed=missed)
    agreed = replace(table, pending=pending)
    return agreed if agreed.undecided() else replace(agreed, in_vain_at={})  # that one came to something


def _withdrawn(table: Table, event: events.Answered | events.Withdrawn) -> Table:
    seat = table.pending.by if table.pending is not None else None
    by = table.seats[seat].guest if seat is not None else None
    if by is None or (isinstance(event, events.Withdrawn) and event.displaced):
        return replace(table, pending=None)
    return replace(table, pending=None, in_vain_at={**table.in_vain_at, by: table.seq + 1})


def _taken_back(table: Table, event: events.TakenBack) -> Table:
    """The deal once more up to that action.  What chance did, and will do, follows from the seed."""
    match = _with_match(table)
    assert match.dealt is not None
    log = match.deals[-1]
    kept = tuple(move for move in log.moves if move.seq < event.acted)
    position = match.dealt.copy()
    for move in kept:
        position.play(move.code, move.seat)
    deals = (*match.deals[:-1], replace(log, moves=kept))
    changed = replace(match, position=position, deals=deals, take_backs=match.take_backs + 1)
    before = table if table.pending is not None else _asked_back(table, event.seat)  # nobody was to be asked
    return replace(before, match=changed, pending=None)


def _asked_back(table: Table, seat: int) -> Table:
    return replace(table, asked_back={**table.asked_back, seat: table.asked_back.get(seat, 0) + 1})


def _shared(table: Table, event: events.Shared) -> Table:
    return replace(table, pending=None, shared=table.shared | {event.match})


def _was_reset(table: Table, event: events.WasReset) -> Table:
    """Persons and bots keep their places, those who have left lose theirs, and the seats dropped are back.

    Nonces that are there have been given after the match, for this very seal; the start took the others.
    """
    kept = [_in_lobby(seat) for seat in table.seats]
    return replace(
        _cleared(table),
        phase="lobby",
        seats=tuple(kept + [OPEN] * (table.offered - len(kept))),
        match=None,
        met=False,
        seal=seal(event.salt, event.secret),
    )


def _in_lobby(seat: Seat) -> Seat:
    if seat.kind == "open" or seat.has_left:
        return OPEN
    return replace(seat, stand_in=False, level=seat.level if seat.kind == "bot" else None)


_EVOLVE: dict[type[Stored], Callable[[Table, Any], Table]] = {
    events.Joined: _joined,
    events.Renamed: _renamed,
    events.Left: _given_up,
    events.Swapped: _swapped,
    events.OptionSet: _option_set,
    events.PresetSet: _preset_set,
    events.HintsSet: _hints_set,
    events.ClockSet: _clock_set,
    events.Hinted: _hinted,
    events.BotAdded: _bot_added,
    events.Removed: _given_up,
    events.LockSet: lambda table, event: replace(table, locked=event.on),
    events.ListedSet: _listed_set,
    events.WatchingSet: lambda table, event: replace(table, watching=event.who),
    events.WordSet: lambda table, event: replace(table, word=event.word, private=table.private or event.on),
    events.NonceGiven: _nonce_given,
    events.Started: _started,
    events.Dealt: _dealt,
    events.Acted: _acted,
    events.Claimed: _claimed,
    events.DealEnded: _deal_ended,
    events.Confirmed: _confirmed,
    events.Finished: _finished,
    events.Said: _said,
    events.Forgotten: lambda table, event: table,
    events.StoodIn: _stood_in,
    events.Returned: _returned,
    events.Resumed: lambda table, event: table,
    events.ResetAsked: lambda table, event: table,
    events.Proposed: _proposed,
    events.Asked: _asked_for,
    events.Answered: _answered,
    events.Withdrawn: _withdrawn,
    events.TakenBack: _taken_back,
    events.Shared: _shared,
    events.Invited: lambda table, event: replace(table, invited=event),
    events.WasReset: _was_reset,
}
