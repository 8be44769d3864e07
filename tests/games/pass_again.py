"""Pass Again: four players, plain tricks; before each of them everybody passes a card to the left."""

import numpy as np

from torite.rules import *

DECK = ranked_deck("789TJQKA")


class State(passing.State, scores.State):
    """What lies on the table."""


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """All cards; one goes left."""
    tricks.deal(s, deck)
    passing.begin(s, 1, 1)


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """Pass, or follow suit."""
    return passing.legal(s, seat) if s.passing else tricks.legal(s, seat)


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Do it."""
    if s.passing:
        passing.choose(s, seat, action)
    elif tricks.lay(s, seat, action):
        tricks.take(s)
        if s.held[s.turn] == 0:
            for p in range(s.players):
                s.points[p] = s.tricks[p]
            scores.add_up(s)
        else:
            passing.begin(s, 1, 1)


@kernel
def finished(s: State) -> bool:
    """After four deals."""
    return s.deals >= 4


def why(s: State, seat: Seat, action: Action) -> Reason | None:
    """The suit to follow."""
    return tricks.why(s, seat, action, DECK)


GAME = game(
    State,
    players=4,
    deck=DECK,
    codes=passing.codes(DECK),
    zones=(*tricks.TABLE, passing.ROW),
    badges=(BadgeSpec("score", "number", "scores"), tricks.TAKEN),
    sheet=Sheet(("tricks", "points"), total="scores"),
)
