"""Plain tricks; each picks up a card that lies open, and puts away the lowest of his hand unseen: maybe that one."""

import numpy as np

from torite.rules import *

DECK = ranked_deck("23456789TJQKA")


class State(tricks.State, scores.State):
    """What lies on the table."""

    up: Each[Card] = public(NONE)  # picked up by each seat
    away: Each[Cards] = by_seat()


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """Twelve cards to each; the last of them lies open, and the lowest goes."""
    tricks.deal_hands(s, deck, 12)
    for p in range(s.players):
        s.up[p] = deck[44 + (p - s.lead) % 4]
        s.away[p] = bit(low(s.hands[p]))
        s.hands[p] ^= s.away[p]
        s.held[p] = 11


def places(s: State) -> list[int | str]:
    """Whose cards they were is no matter."""
    return ["unused"] * 52


@kernel
def play(s: State, seat: Seat, card: Card) -> None:
    """A trick is a point."""
    if tricks.play(s, seat, card):
        for p in range(s.players):
            s.points[p] = s.tricks[p]
        scores.add_up(s)


@kernel
def finished(s: State) -> bool:
    """After a deal: was it the second one?"""
    return s.deals >= 2


@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """An open card is in the hand of its seat, or is one of those that are away."""
    away = s.away[seat]
    for p in range(s.players):
        card = s.up[p]
        if p != seat and not s.seen & bit(card):
            if s.void[p] >> (card >> 4) & 1 or s.held[p] == 0 or below(rng, 4) == 0:
                away |= bit(card)
            else:
                s.hands[p] |= bit(card)
    redeal(s.hands, s.held, s.void, s.pack & ~s.seen & ~away, rng)


GAME = game(State, players=4, deck=DECK, zones=tricks.TABLE)
