"""One action of a match from outside of kernels: do it and look what may be done next, in one call.

A call from Python costs as much as the rules themselves, so what `Position` needs for an action comes back from one.
"""

from functools import cache
from typing import Any

import numpy as np

from torite.cards.actions import Action
from torite.cards.bits import low
from torite.cards.kernel import JIT, Seat, kernel
from torite.games.calls import Rules, States, actors, legal, play, table
from torite.games.game import Game
from torite.games.state import CHANCE, HEADER, Layout

if JIT:
    from torite.cards.compiler import waits
else:

    def waits() -> bool:
        """May this thread wait for the compiler?"""
        return False


NOBODY = -2  # acts: the deal is over
MOST = 256  # bytes behind a record, in which its legal actions are written down
_HEADER: Any = Layout(*HEADER).dtype
_TURN = int(_HEADER.fields["turn"][1])  # where it stands in every record


@kernel
def look(rules: Rules, states: States) -> tuple[Seat, int]:
    """Who is to act in the only row, or NOBODY, and how many actions have been written down."""
    seats = actors(rules, states, 0)
    if seats == 0:
        return NOBODY, 0
    seat = int(np.int8(states[0, _TURN]))
    if seat < 0:
        return seat, 0
    if seats != CHANCE and seats >> seat & 1 == 0:  # of several at once the first has done it
        seat = low(seats)
    found, at = 0, states.shape[1] - MOST
    may = legal(rules, states, 0, seat)
    for word in range(4):
        rest = may[word]
        while rest:
            states[0, at + found] = 64 * word + low(rest)
            rest &= rest - 1
            found += 1
    return seat, found


@kernel
def step(rules: Rules, states: States, seat: Seat, action: Action) -> tuple[Seat, int]:
    """Do it; it must be legal.  Then as `look`."""
    play(rules, states, 0, seat, action)
    return look(rules, states)


@cache
def _called(game: Game) -> Rules | None:
    """None if a rule is plain Python, which has no address."""
    kernels = {"actors": game.actors, "legal": game.legal, "play": game.play}
    return table(game.state.dtype, kernels) if all(hasattr(each, "address") for each in kernels.values()) else None


def called(game: Game, record: bytearray) -> tuple[Rules, States] | None:
    """What `look` and `step` take for this record; None without the compiler, or if nobody waits for it."""
    rules = _called(game) if waits() else None
    return None if rules is None else (rules, np.frombuffer(record, np.uint8).reshape(1, -1))
