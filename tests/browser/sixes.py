"""Sixes: six suits of seven, two and two of a family; whose family is led must be followed.  Whist apart from that.

The dealer's left has seven answers at once: the suit that he likes best, or none.
"""

import numpy as np

from torite.rules import (
    NONE,
    Action,
    Actions,
    BadgeSpec,
    Count,
    Deck,
    Seat,
    Sheet,
    Sign,
    game,
    kernel,
    no_actions,
    public,
    scores,
    second_word,
    tricks,
)

SIGNS = {
    "S": Sign("★", "#96690a"),
    "M": Sign("☾", "#2a55a5"),
    "W": Sign("≈", "#2f6d3b", "M5 60C20 30 35 30 50 60S80 90 95 60V80C80 110 65 110 50 80S20 50 5 80Z"),
    "F": Sign("✿", "#b3261e"),
    "T": Sign("▲", "#5b3a86"),
    "C": Sign("☁", "#3c4a57"),
}
RANKS = "89TJQKA"
FAMILIES = ("SM", "WF", "TC")
CARDS = {
    family << 4 | half << 3 | r: suit + rank
    for family, pair in enumerate(FAMILIES)
    for half, suit in enumerate(pair)
    for r, rank in enumerate(RANKS)
}
LIKE = 64  # action
DECK = Deck("sixes", "".join(FAMILIES), CARDS, SIGNS)


class State(tricks.State, scores.State):
    """What lies on the table."""

    liked: Count = public(NONE)


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """What is liked, then cards."""
    if s.liked == NONE:
        return second_word(np.int64(0b1111111)) if seat == s.turn else no_actions()
    return tricks.legal(s, seat)


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Play a card; after the last trick everybody has a point a trick."""
    if action >= LIKE:
        s.liked = action - LIKE
    elif tricks.play(s, seat, action):
        for p in range(s.players):
            s.points[p] = s.tricks[p]
        scores.add_up(s)


@kernel
def finished(s: State) -> bool:
    """After a deal: was it the third?"""
    return s.deals >= 3


def phase(s: State) -> str:
    """What is being done."""
    return "like" if s.liked == NONE else tricks.phase(s)


GAME = game(
    State,
    players=(3, 6),
    deck=DECK,
    codes={LIKE + n: f"like_it_so:{suit}" for n, suit in enumerate(SIGNS)} | {LIKE + 6: "none"},
    zones=tricks.TABLE,
    badges=(BadgeSpec("score", "number", "scores"), tricks.TAKEN),
    sheet=Sheet(("tricks", "points"), total="scores"),
)
