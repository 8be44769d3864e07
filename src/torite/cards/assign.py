"""Fill places with cards at random where each place admits only some cards: the heart of `determinize`."""

import numpy as np

from torite.cards.bits import bit, low, nth, popcount
from torite.cards.kernel import Card, Mask, Rng, kernel
from torite.cards.rng import below

WALKS = 6  # after the first assignment; tests/cards/test_assign.py shows them to suffice
PATIENCE = 40  # steps per place after which a walk is given up; without constraints it takes about one per place


@kernel
def assign(admits: np.ndarray, n: int, cards: Mask, out: np.ndarray, rng: Rng) -> bool:
    """Put each of the n `cards` on one of n places; every possible assignment is about equally likely.

    admits  int64[>= n], the cards that each place admits
    out     int8[>= n], the card on each place
    Returns False, with `out` undefined, if no assignment exists.

    A random draw does where every place admits everything.  Else: a random assignment, completed by augmenting
    paths (Kuhn), then mixed by random walks.
    """
    free = True
    for place in range(n):
        free = free and (admits[place] & cards) == cards
    if not _first_assignment(admits, n, cards, out, rng):
        return False
    if not free:
        _wander(admits, n, out, rng)
    return True


@kernel
def _first_assignment(admits: np.ndarray, n: int, cards: Mask, out: np.ndarray, rng: Rng) -> bool:
    """A random card for every place in turn; a place that finds none makes room for itself."""
    left = cards
    for place in range(n):
        choice = admits[place] & left
        card = nth(choice, below(rng, popcount(choice))) if choice else _augment(admits, place, cards, left, out)
        if card < 0:
            return False
        if choice:
            out[place] = card
        left ^= bit(card)
    return True


@kernel
def _augment(admits: np.ndarray, place: int, cards: Mask, left: Mask, out: np.ndarray) -> Card:
    """Make room for `place` along a shortest path of places that hand their card on.

    Places 0..place-1 are filled.  Returns the card newly in use, -1 if no assignment exists.  The two small arrays
    are the only allocation of a determinization, and only where the constraints are tight.
    """
    came_from = np.full(64, -1, np.int8)  # place from which the search reached each card
    queue = np.empty(64, np.int8)
    queue[0] = place
    head, tail = 0, 1
    reached = np.int64(0)
    while head < tail:
        here = queue[head]
        head += 1
        fresh = admits[here] & cards & ~reached
        reached |= fresh
        while fresh:
            card = low(fresh)
            fresh &= fresh - 1
            came_from[card] = here
            if left & bit(card):
                _hand_on(place, card, came_from, out)
                return card
            for owner in range(place):
                if out[owner] == card:
                    queue[tail] = owner
                    tail += 1
    return -1


@kernel
def _hand_on(place: int, card: Card, came_from: np.ndarray, out: np.ndarray) -> None:
    """Move the cards one step on along the path that ends at `card` and begins at `place`."""
    here = -1
    while here != place:
        here = came_from[card]
        before = out[here]
        out[here] = card
        card = before


@kernel
def _wander(admits: np.ndarray, n: int, out: np.ndarray, rng: Rng) -> None:
    """Mix: a card loses its place, others move up one after the other until it finds one again.

    One step swaps it with the card of a random place, if that card may come here; it is home when the step names the
    place where it is and that place admits it.  All steps are symmetric, also between whole walks, so their stationary
    distribution is the uniform one; and any two assignments differ by cycles that such walks can go.  Swaps of two
    cards alone would not do: three seats, each void in another of three suits with one card left each, have two
    assignments and no swap between them.  A walk that does not come home is undone (that keeps the symmetry).
    """
    before = np.empty(64, np.int8)
    for _ in range(WALKS):
        before[:n] = out[:n]
        here = below(rng, n)
        home = False
        for _ in range(PATIENCE * n):
            there = below(rng, n)
            if there == here:
                home = (admits[here] & bit(out[here])) != 0
                if home:
                    break
            elif admits[here] & bit(out[there]):
                out[here], out[there] = out[there], out[here]
                here = there
        if not home:
            out[:n] = before[:n]
