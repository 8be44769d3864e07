"""One action of a match from outside of kernels: do it and look what may be done next, in one call.

A call from Python costs as much as the rules themselves, so what `Position` needs for an action comes back from one.
"""

from functools import cache
from typing import Any

import numpy as np

from torite.cards.actions import Action, Actions, no_actions
from torite.cards.kernel import JIT, Seat, kernel
from torite.games.calls import Rules, States, actors, legal, play, table
from torite.games.game import Game
from torite.games.state import HEADER, Layout

if JIT:
    from torite.cards.compiler import waits
else:

    def waits() -> bool:
        """May this thread wait for the compiler?"""
        return False


NOBODY = -2  # acts: the deal is over
_HEADER: Any = Layout(*HEADER).dtype
_TURN = int(_HEADER.fields["turn"][1])  # where it stands in every record

Asked = tuple[Seat, Actions]  # the seat to act, NOBODY or that of chance, and what it may do


@kernel
def look(rules: Rules, states: States) -> Asked:
    """Who is to act in the only row, and how."""
    if actors(rules, states, 0) == 0:
        return NOBODY, no_actions()
    seat = _signed(states[0, _TURN])
    return seat, legal(rules, states, 0, seat) if seat >= 0 else no_actions()


@kernel
def step(rules: Rules, states: States, seat: Seat, action: Action) -> Asked:
    """Do it; it must be legal."""
    play(rules, states, 0, seat, action)
    return look(rules, states)


@kernel
def _signed(byte: int) -> int:
    return byte - 256 if byte > 127 else byte


@cache
def _called(game: Game) -> Rules:
    return table(game.state.dtype, {"actors": game.actors, "legal": game.legal, "play": game.play})


def called(game: Game, record: bytearray) -> tuple[Rules, States] | None:
    """What `look` and `step` take for this record; None without the compiler, or if nobody waits for it."""
    return (_called(game), np.frombuffer(record, np.uint8).reshape(1, -1)) if waits() else None
