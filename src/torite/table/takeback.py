"""Which action may be taken back: the last own decision of the running deal.  What was seen stays seen.

Where bids are sealed, a bid may be taken back until they are shown, and not after: it would be made with open eyes.
"""

from functools import lru_cache

from torite.games.game import Game
from torite.table.events import Proposal
from torite.table.table import Move, Table

TAKE_BACKS = 5  # that a seat may ask for in a deal


def may_ask_back(table: Table, seat: int) -> bool:
    """Has the seat asked less often than it may in this deal?"""
    return table.asked_back.get(seat, 0) < TAKE_BACKS


def last_decision(table: Table, seat: int) -> Move | None:
    """What this person would take back; None = nothing, a bot has decided last, or sealed bids have been shown since.

    What costs nothing to say is passed over: the reader's client may say it again by itself.  Of what was
    chosen together it is the first.
    """
    match = table.match
    if match is None or table.phase != "playing" or not match.deals:
        return None
    moves, said = match.deals[-1].moves, announcements(table.game)
    last = len(moves) - 1
    while last >= 0 and (moves[last].seat != seat or (said and moves[last].code.partition(":")[0] in said)):
        last -= 1
    while last > 0 and moves[last - 1].more:
        last -= 1
    if last < 0 or moves[last].by != "person" or not table.asked or _was_shown_since(table, moves, last):
        return None
    return moves[last]


@lru_cache(64)
def announcements(game: Game) -> frozenset[str]:
    """Prefixes of the codes that say something which costs nothing."""
    return frozenset(ask.prefix for ask in game.asks if ask.widget == "announce")


def _was_shown_since(table: Table, moves: tuple[Move, ...], at: int) -> bool:
    """Has the seat learned since then what others did at the same time, or later, under seal?"""
    first = at
    while moves[at].sealed and first > 0 and moves[first - 1].sealed:
        first -= 1
    others = (i for i in range(first, len(moves)) if moves[i].sealed and moves[i].seat != moves[at].seat)
    other = next(others, None)
    return other is not None and not (all(move.sealed for move in moves[other:]) and _is_sealing(table))


def _is_sealing(table: Table) -> bool:
    """Is a sealed action still awaited?"""
    position = table.position
    assert position is not None
    return all(table.game.is_sealed(position.state, p, position.legal(p)[0]) for p in position.actors())


def open_question(table: Table) -> Proposal | None:
    """The proposal to take an action back that is not decided yet."""
    pending = table.pending
    return pending.what if pending is not None and pending.what.what == "take_back" else None


def meant(table: Table, what: Proposal) -> Move | None:
    """The action that such a proposal would take back, if that can still be done."""
    assert table.match is not None
    named = next((move for move in table.match.deals[-1].moves if move.seq == what.value), None)
    return named if named is not None and named == last_decision(table, named.seat) else None
