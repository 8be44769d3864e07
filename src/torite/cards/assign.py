"""Fill places with cards at random where each place admits only some cards: the heart of `determinize`."""

import numpy as np

from torite.cards.bits import bit, low, nth, popcount
from torite.cards.kernel import Card, Mask, Rng, kernel
from torite.cards.rng import below

NO_DRAW = -1
TRIES = 6  # of an even draw
ROUNDS = 4  # of mixing; tests/cards/test_assign.py shows them to suffice
PATIENCE = 40  # steps per place after which a walk is given up; it takes about one


@kernel
def assign(admits: np.ndarray, n: int, cards: Mask, out: np.ndarray, rng: Rng) -> bool:
    """Put n of the `cards` on n places; every possible assignment is about equally likely.

    admits  int64[>= n], the cards that each place admits
    out     int8[>= n], the card on each place
    Returns False, with `out` undefined, if no assignment exists.

    Places that do not admit everything come first, by an even draw (`_draw`); if none has come out, by one that is
    mixed until it is about even.  The others take what is left.
    """
    order = np.empty(64, np.int8)
    most = np.empty(64, np.int8)
    tight = _tight_places(admits, n, cards, order, most)
    left, free = cards, popcount(cards) - tight
    if free < n - tight:
        return False
    if tight:
        _less_taken(admits, order, tight, cards, most)
        left = np.int64(NO_DRAW)
        for _ in range(TRIES):
            if left == NO_DRAW:
                left = _draw(admits, order, most, tight, cards, out, rng)
        if left == NO_DRAW:
            left = _first_assignment(admits, order, tight, cards, out, rng)
            if left == NO_DRAW:
                return False
            left = _mix(admits, order, tight, left, out, rng)
    for place in range(n if free else 0):
        if not cards & ~admits[place]:
            card = nth(left, below(rng, free))
            out[place] = card
            left ^= bit(card)
            free -= 1
    return True


@kernel
def _tight_places(admits: np.ndarray, n: int, cards: Mask, order: np.ndarray, most: np.ndarray) -> int:
    """Write into `order` the places that do not admit all of the cards, by how many they admit; how many they are.

    most  their number of cards
    """
    tight = 0
    for place in range(n):
        if cards & ~admits[place]:
            size = popcount(admits[place] & cards)
            i = tight
            while i > 0 and most[i - 1] > size:
                order[i], most[i] = order[i - 1], most[i - 1]
                i -= 1
            order[i], most[i] = place, size
            tight += 1
    return tight


@kernel
def _less_taken(admits: np.ndarray, order: np.ndarray, tight: int, cards: Mask, most: np.ndarray) -> None:
    """Lower `most` to how many cards each place can at most have to choose from when its turn comes."""
    before = np.int64(0)
    for i in range(tight):
        mine = admits[order[i]] & cards
        if i and mine == before:
            most[i] = most[i - 1] - 1
            continue
        for j in range(i):
            most[i] -= not admits[order[j]] & cards & ~mine  # whatever it has taken was one of mine
        before = mine


@kernel
def _draw(
    admits: np.ndarray, order: np.ndarray, most: np.ndarray, tight: int, cards: Mask, out: np.ndarray, rng: Rng
) -> Mask:
    """Let each place in turn take one of `most` cards: NO_DRAW if it is one that it has not, else what is left over.

    So every assignment is as likely as another.  Where what the places admit is nested or apart, each draw succeeds.
    """
    left = cards
    for i in range(tight):
        choice = admits[order[i]] & left
        pick = below(rng, most[i]) if most[i] > 0 else 64
        if pick >= popcount(choice):
            return np.int64(NO_DRAW)
        card = nth(choice, pick)
        out[order[i]] = card
        left ^= bit(card)
    return left


@kernel
def _first_assignment(
    admits: np.ndarray, order: np.ndarray, tight: int, cards: Mask, out: np.ndarray, rng: Rng
) -> Mask:
    """A random card for each place in turn; one that finds none makes room for itself.  What is left over, NO_DRAW."""
    left = cards
    for i in range(tight):
        choice = admits[order[i]] & left
        if choice:
            card = nth(choice, below(rng, popcount(choice)))
            out[order[i]] = card
        else:
            card = _augment(admits, order, i, cards, left, out)
        if card < 0:
            return np.int64(NO_DRAW)
        left ^= bit(card)
    return left


@kernel
def _augment(admits: np.ndarray, order: np.ndarray, i: int, cards: Mask, left: Mask, out: np.ndarray) -> Card:
    """Make room for the i-th place in `order` along a shortest path of places that hand their card on.

    Those before it are filled.  Returns the card newly in use, -1 if no assignment exists.
    """
    came_from = np.full(64, -1, np.int8)  # place from which the search reached each card
    queue = np.empty(64, np.int8)
    queue[0] = order[i]
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
                _hand_on(order[i], card, came_from, out)
                return card
            for j in range(i):
                if out[order[j]] == card:
                    queue[tail] = order[j]
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
def _mix(admits: np.ndarray, order: np.ndarray, tight: int, left: Mask, out: np.ndarray, rng: Rng) -> Mask:
    """Mix the cards of the first places of `order` and those `left` over; what is left over then.

    Every place in turn takes a random card among its own and those left over; then a walk exchanges cards between
    places.  Both keep an even distribution.  Two assignments differ by cycles of cards that move up: those through the
    rest are made of the first kind of steps, the others are such walks.
    """
    owner = np.empty(64, np.int8)  # by card
    before = np.empty(64, np.int8)
    for _ in range(ROUNDS):
        held = np.int64(0)
        for i in range(tight):
            place = order[i]
            if left:
                choice = admits[place] & (left | bit(out[place]))
                card = nth(choice, below(rng, popcount(choice)))
                left = (left | bit(out[place])) & ~bit(card)
                out[place] = card
            held |= bit(out[place])
            owner[out[place]] = place
            before[i] = out[place]
        if not _walk(admits, order[below(rng, tight)], PATIENCE * tight, held, out, owner, rng):
            for i in range(tight):
                out[order[i]] = before[i]
    return left


@kernel
def _walk(admits: np.ndarray, place: int, steps: int, held: Mask, out: np.ndarray, owner: np.ndarray, rng: Rng) -> bool:
    """`place` loses its card and takes another one, whose owner takes one, and so on, until somebody takes the first.

    Each takes any of the cards `held` that it admits.  The same places make their choices on the way back, so a walk is
    as likely as its reverse; and such walks go any cycle.  Swaps of two cards would not do: three seats, each void in
    another of three suits with one card left each, have two assignments and no swap between them.  Returns False if
    there was no end in so many steps: such a walk has to be undone (then the rest stays even).
    """
    lost = out[place]
    for _ in range(steps):
        choice = admits[place] & held
        card = nth(choice, below(rng, popcount(choice)))
        out[place] = card
        if card == lost:
            return True
        place, owner[card] = owner[card], place
    return False
