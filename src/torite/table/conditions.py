"""What must hold where somebody asks for something.  All of them raise Refused."""

from collections.abc import Set

from torite.games.game import Game
from torite.table.refusals import RefusalCode, Refused
from torite.table.table import GONE, Guest, Table


def check_in_time(table: Table, seat: int | None) -> None:
    """The seat has its decision still, and not the bot that stands in."""
    if seat is not None and table.seats[seat].stand_in:
        raise Refused(RefusalCode.OUT_OF_TIME)


def own_seat(table: Table, who: Guest) -> int:
    """The sender's seat."""
    seat = table.seat_of(who.id)
    if seat is None:
        raise Refused(RefusalCode.NOT_SEATED)
    return seat


def asked_seat(table: Table, who: Guest, seq: int) -> int:
    """The sender's seat, which has to decide something that it could see at `seq`."""
    seat = own_seat(table, who)
    if not table.running:
        raise Refused(RefusalCode.NO_MATCH)
    if seat not in table.asked:
        raise Refused(RefusalCode.NOT_YOUR_TURN)
    if seq > table.seq:
        raise Refused(RefusalCode.MALFORMED, field="seq")
    if seq < table.asked[seat]:
        raise Refused(RefusalCode.STALE_SEQ)
    return seat


def check_seated(table: Table, who: Guest) -> None:
    """Those who are seated arrange the table; where no person sits, its creator, and in the lobby anybody."""
    if not who.name:
        raise Refused(RefusalCode.NAME_NEEDED)
    no_person = not any(seat.kind == "person" for seat in table.seats)
    if not (no_person and (table.phase == "lobby" or table.creator == who.id)):
        own_seat(table, who)


def check_over(table: Table) -> None:
    """A match is over and lies there."""
    if table.phase != "over":
        raise Refused(RefusalCode.NOT_OVER if table.running else RefusalCode.NO_MATCH)


def check_idle(table: Table) -> None:
    """No match is under way, nor about to begin by itself."""
    if table.running or table.gathers:
        raise Refused(RefusalCode.ALREADY_STARTED)


def check_in_lobby(table: Table, who: Guest) -> None:
    """The sender may arrange the table, and it is in the lobby."""
    check_seated(table, who)
    if table.phase != "lobby" or table.gathers:
        raise Refused(RefusalCode.ALREADY_STARTED)


def existing_seat(table: Table, seat: int) -> int:
    """This seat, if there is one."""
    if not 0 <= seat < len(table.seats):
        raise Refused(RefusalCode.NO_SUCH_SEAT, seat=seat + 1)
    return seat


def open_seat(table: Table, seat: int | None) -> int:
    """This seat, if it is open; without a number the first open one."""
    if seat is None:
        first = table.first_open()
        if first is None:
            raise Refused(RefusalCode.FULL)
        return first
    if table.seats[existing_seat(table, seat)].kind != "open":
        raise Refused(RefusalCode.SEAT_TAKEN)
    return seat


def may_be_asked_for(table: Table, seat: int) -> bool:
    """Does a bot play here whose seat somebody may get who has none?  That of a person only while that one is away.

    Such a seat, or that of which the host has freed one who was away, is not given by one person alone: nobody is put
    out of a match by a single other one, who could sit down there by another name, nor with whom that one has let in
    meanwhile.
    """
    if table.match is None or not table.seats[seat].is_bot:
        return False
    is_theirs = table.is_missed(seat)
    return not is_theirs or sum(each.is_person and each.guest not in table.match.unasked for each in table.seats) > 1


def bots_seat(table: Table, seat: int | None, away: Set[str]) -> int:
    """This seat, if a bot plays there for nobody, for who has left, or for who is away; without a number the first one
    of those, in this order.

    away: guests without a connection
    """

    def order(i: int) -> tuple[bool, ...]:
        return table.seats[i].stand_in, table.is_missed(i), not table.seats[i].has_left

    free = [i for i, each in enumerate(table.seats) if each.kind == "bot" or each.guest in away]
    free = sorted((i for i in free if may_be_asked_for(table, i)), key=order)
    if seat is not None and existing_seat(table, seat) not in free:
        raise Refused(RefusalCode.SEAT_TAKEN)
    if not free:
        raise Refused(RefusalCode.ALREADY_STARTED)
    return free[0] if seat is None else seat


def check_askable(table: Table, guest: str) -> None:
    """Is there somebody who can say whether this guest sits down?  Where bots alone play, who has opened the table.

    Whoever has a seat in the end may look back at all hands: nobody gets that where the others have gone.
    """
    is_free = table.creator == guest and all(seat.guest is None for seat in table.seats)
    if guest in {GONE, *table.barred} or not (is_free or any(seat.kind == "person" for seat in table.seats)):
        raise Refused(RefusalCode.NOBODY_TO_ASK)


def check_players(game: Game, players: int) -> None:
    """So many can play it."""
    fewest, most = game.players
    if players < fewest:
        raise Refused(RefusalCode.TOO_FEW_PLAYERS, min=fewest)
    if players > most:
        raise Refused(RefusalCode.TOO_MANY_PLAYERS, max=most)
    if players not in game.tables:
        raise Refused(RefusalCode.NOT_SO_MANY, players=players, allowed=list(game.tables))


def check_all_there(table: Table) -> None:
    """All who have played the match can be asked."""
    assert table.match is not None
    for guest, name in zip(table.match.guests, table.match.names, strict=True):
        if guest is not None and table.seat_of(guest) is None:
            raise Refused(RefusalCode.NO_SUCH_PLAYER, name=name)
