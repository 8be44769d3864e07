"""Plain tricks with open hands (games/rest.py), solved exactly: alpha-beta with a table of positions.

* Positions stand without gaps: cards that are gone are taken out of their suit and the higher ones move down.  So
  positions that differ only in cards that no longer matter are one entry of the table, and neighbouring cards of one
  hand are equivalent: only the lowest of each run is tried.
* Who leads can cash top cards at once (quick tricks), and the top trumps of the others win whenever they are played.
* The table says for a position how much is sure (lower) and how much is possible (upper) for side 0, and which card
  was best.  Its keys are whole positions, so a clash costs time, never exactness.
"""

from typing import Any

import numpy as np

from torite.cards.bits import bit, high, low, popcount
from torite.cards.deck import EVERY_LANE, LANE, lane
from torite.cards.kernel import Card, Mask, kernel
from torite.games.rest import MOST_SEATS
from torite.games.zones import NONE

PLIES = 53  # cards of a deck, and the position before the first of them
ENTRIES = 1 << 16  # of the table: 4 MB
ALL_PLACES = EVERY_LANE * LANE

NODE = np.dtype(
    [
        ("hands", np.int64, MOST_SEATS),  # cards held, by seat; one `rank` a card, no gaps
        ("trick", np.int64, MOST_SEATS),  # card of each seat to this trick
        ("lead", np.int64),  # seat that leads it
        ("turn", np.int64),  # seat to play
        ("lain", np.int64),  # cards in the trick
        ("winning", np.int64),  # seat whose card wins so far
        ("alpha", np.int64),  # side 0 is sure of so much elsewhere
        ("beta", np.int64),  # side 1 can hold side 0 to so much elsewhere
        ("lower", np.int64),  # alpha and beta when the search of this node began
        ("upper", np.int64),
        ("searched", np.bool_),  # cards were tried
        ("cards", np.int64),  # cards still to be tried
        ("card", np.int64),  # card being tried
        ("gain", np.int64),  # what it brings to side 0 at once
        ("best_card", np.int64),  # NONE = none yet
        ("value", np.int64),  # what side 0 gets from here, as far as known
    ]
)
ENTRY = np.dtype(
    [
        ("hands", np.int64, MOST_SEATS),
        ("lead", np.int32),
        ("stamp", np.int32),  # of the problem: entries of others are as good as empty
        ("lower", np.int16),
        ("upper", np.int16),
        ("card", np.int16),  # best one found, NONE
    ]
)
PROBLEM = np.dtype(
    [
        ("seats", np.int64),  # 2 or 4
        ("trump", np.int64),  # suit, NONE
        ("worth", np.int64),  # of a trick
        ("extra", np.int64),  # of the last one, in addition
        ("stamp", np.int64),
        ("nodes", np.int64),  # counted: positions looked at
    ]
)


@kernel
def close_gaps(hands: np.ndarray, seats: int, gone: Mask) -> None:
    """Take the places `gone` out of their suits: the cards above them move down by one each."""
    while gone:
        card = high(gone)
        gone ^= bit(card)
        above = lane(card >> 4) & ~(bit(card + 1) - 1)
        for p in range(seats):
            moving = hands[p] & above
            hands[p] = (hands[p] ^ moving) | (moving >> np.int64(1))


@kernel
def lowest_of_runs(cards: Mask) -> Mask:
    """The lowest card of each run of neighbours."""
    return cards & ~(cards << np.int64(1))


@kernel
def beats(card: Card, best: Card, trump: int) -> bool:
    """Does `card` beat `best`, which is winning?"""
    return card > best if card >> 4 == best >> 4 else card >> 4 == trump


@kernel
def top_run(cards: Mask, suit: int, others: Mask) -> int:
    """How many cards of a suit lie above all of the others'."""
    mine, theirs = cards & lane(suit), others & lane(suit)
    return popcount(mine & ~(bit(high(theirs)) - 1)) if theirs else popcount(mine)


@kernel
def lengths(n: Any, seats: int, suit: int, trump: int) -> tuple[int, int, Mask]:
    """Of a suit: most cards in another hand; fewest in one of the other side that has trumps; all but the leader's."""
    longest, shortest, others = 0, 13, np.int64(0)
    for p in range(seats):
        if p != n.lead:
            others |= n.hands[p] & lane(suit)
            length = popcount(n.hands[p] & lane(suit))
            longest = max(longest, length)
            if (p ^ n.lead) & 1 and trump != NONE and n.hands[p] & lane(trump):
                shortest = min(shortest, length)
    return longest, shortest, others


@kernel
def quick_tricks(n: Any, seats: int, trump: int) -> int:
    """Tricks that the leader can take in a row from now on, whatever the others do."""
    own = n.hands[n.lead]
    sure, drawn = 0, True  # can the other side's trumps be drawn?
    if trump != NONE:
        longest, _, others = lengths(n, seats, trump, NONE)
        sure = top_run(own, trump, others)
        drawn = sure >= longest
        if drawn:
            sure = popcount(own & lane(trump))
    for suit in range(4):
        if suit != trump:
            longest, shortest, others = lengths(n, seats, suit, trump)
            top = top_run(own, suit, others)
            if drawn:
                sure += top if top < longest else popcount(own & lane(suit))
            else:
                sure += min(top, shortest)
    return sure


@kernel
def sure_trumps(n: Any, seats: int, trump: int) -> int:
    """Tricks that the side not on lead takes with its top trumps."""
    if trump == NONE:
        return 0
    best = 0
    for p in range(seats):
        if (p ^ n.lead) & 1:
            others = np.int64(0)
            for q in range(seats):
                others |= n.hands[q] if q != p else np.int64(0)
            best = max(best, top_run(n.hands[p], trump, others))
    return best


@kernel
def slot(n: Any, seats: int, size: int) -> int:
    """Where a position stands in the table."""
    h = n.lead + 1
    for p in range(seats - 1):
        h = (h ^ n.hands[p]) * np.int64(-7046029254386353131)
        h ^= (h >> np.int64(29)) & np.int64(0x7FFFFFFFF)
    h = (h ^ n.hands[seats - 1]) * np.int64(-4417276706812531889)
    return (h >> np.int64(33)) & np.int64(size - 1)


@kernel
def is_entry(e: Any, n: Any, p: Any) -> bool:
    """Does the entry tell of this position of this problem?"""
    if e.stamp != p.stamp or e.lead != n.lead:
        return False
    different = np.int64(0)
    for seat in range(p.seats):
        different |= e.hands[seat] ^ n.hands[seat]
    return not different


@kernel
def playable(n: Any) -> Mask:
    """One card of each run that may be played."""
    hand = n.hands[n.turn]
    follow = hand & lane(n.trick[n.lead] >> 4) if n.lain else hand
    return lowest_of_runs(follow if follow else hand)


@kernel
def next_card(n: Any, cards: Mask, trump: int, seats: int) -> Card:
    """Which of the cards to try first."""
    if n.lain == 0:
        return next_lead(n, cards, seats)
    best = n.trick[n.winning]
    if (n.winning ^ n.turn) & 1 or n.lain < seats - 1:
        winners = cards & lane(best >> 4) & ~(bit(best + 1) - 1)
        if winners:
            return low(winners)
        winners = cards & lane(trump) if trump != NONE and best >> 4 != trump else np.int64(0)
        if winners:
            return low(winners)
    losers = cards & ~lane(trump) if trump != NONE and cards & ~lane(trump) else cards
    choice, lowest = low(losers), 16
    for suit in range(4):  # the lowest rank of all
        if losers & lane(suit) and low(losers & lane(suit)) & 15 < lowest:
            choice = low(losers & lane(suit))
            lowest = choice & 15
    return choice


@kernel
def next_lead(n: Any, cards: Mask, seats: int) -> Card:
    """A card that nobody can beat in its suit, else the lowest of the longest suit."""
    others = np.int64(0)
    for q in range(seats):
        others |= n.hands[q] if q != n.turn else np.int64(0)
    choice, length = 0, -1
    for suit in range(4):
        if cards & lane(suit):
            theirs = others & lane(suit)
            top = high(cards & lane(suit))
            if theirs and top > high(theirs):
                return top
            long = popcount(n.hands[n.lead] & lane(suit))
            if long > length:
                length = long
                choice = low(cards & lane(suit))
    return choice


@kernel
def play_card(n: Any, card: Card, p: Any) -> int:
    """Play it; returns 1 if it completes a trick for side 0."""
    seat = n.turn
    n.hands[seat] ^= bit(card)
    n.trick[seat] = card
    if n.lain == 0 or beats(card, n.trick[n.winning], p.trump):
        n.winning = seat
    n.lain += 1
    n.turn = seat + 1 if seat + 1 < p.seats else 0
    if n.lain < p.seats:
        return 0
    gone = np.int64(0)
    for q in range(p.seats):
        gone |= bit(n.trick[q])
    close_gaps(n.hands, p.seats, gone)
    n.lain = 0
    n.lead = n.turn = n.winning
    return 1 - (n.winning & 1)


@kernel
def enter(n: Any, table: Any, p: Any) -> None:
    """Begin a node: its value, if that can be told without looking further, else the cards to try."""
    left = popcount(n.hands[n.turn])
    n.cards = 0
    n.searched = False
    n.best_card = NONE
    n.value = lower = np.int64(0)
    upper = p.worth * left + p.extra
    if left == 0:
        return
    n.value = -1 if n.turn & 1 == 0 else upper + 1
    if n.lain == 0:
        quick = quick_tricks(n, p.seats, p.trump)
        mine = quick * p.worth + (p.extra if quick == left else 0)
        theirs = sure_trumps(n, p.seats, p.trump) * p.worth
        lower, upper = (mine, upper - theirs) if n.lead & 1 == 0 else (theirs, upper - mine)
        entry = table[slot(n, p.seats, len(table))]
        if is_entry(entry, n, p):
            lower, upper, n.best_card = max(lower, entry.lower), min(upper, entry.upper), entry.card
        if lower >= n.beta or lower == upper:
            n.value = lower
            return
        if upper <= n.alpha:
            n.value = upper
            return
    p.nodes += 1
    n.lower = n.alpha = max(n.alpha, lower)
    n.upper = n.beta = min(n.beta, upper)
    n.searched = True
    n.cards = playable(n)


@kernel
def descend(n: Any, child: Any, p: Any) -> None:
    """Play the most promising card that is left; the table's comes first."""
    card = n.best_card
    if card == NONE or not n.cards >> card & 1:
        card = next_card(n, n.cards, p.trump, p.seats)
    n.cards ^= bit(card)
    n.card = card
    last = popcount(n.hands[n.turn]) == 1
    for seat in range(MOST_SEATS):
        child.hands[seat], child.trick[seat] = n.hands[seat], n.trick[seat]
    child.lead, child.turn, child.lain, child.winning = n.lead, n.turn, n.lain, n.winning
    n.gain = 0
    if play_card(child, card, p):
        n.gain = p.worth + (p.extra if last else 0)
    child.alpha, child.beta = n.alpha - n.gain, n.beta - n.gain


@kernel
def hear(n: Any, value: int) -> None:
    """A card has been found to be worth `value` to side 0."""
    if n.turn & 1 == 0:
        if value > n.value:
            n.value, n.best_card = value, n.card
        n.alpha = max(n.alpha, value)
    else:
        if value < n.value:
            n.value, n.best_card = value, n.card
        n.beta = min(n.beta, value)
    if n.alpha >= n.beta:
        n.cards = 0


@kernel
def remember(n: Any, table: Any, p: Any) -> None:
    """Put what has been found into the table: exact between `lower` and `upper`, else a bound."""
    entry = table[slot(n, p.seats, len(table))]
    if not is_entry(entry, n, p):
        entry.stamp, entry.lead = p.stamp, n.lead
        for seat in range(MOST_SEATS):
            entry.hands[seat] = n.hands[seat]
        entry.lower, entry.upper = -1, np.int16(0x7FFF)
    entry.card = n.best_card
    if n.value > n.lower:
        entry.lower = n.value
    if n.value < n.upper:
        entry.upper = n.value


@kernel
def search(nodes: Any, table: Any, p: Any) -> int:
    """What side 0 gets from nodes[0], exact between its alpha and beta, else a bound beyond them.

    Alpha-beta with a stack of our own: Numba cannot load recursive functions from its cache.
    """
    ply, arrived = 0, True
    while True:
        n = nodes[ply]
        if arrived:
            enter(n, table, p)
        arrived = n.cards != 0
        if arrived:
            ply += 1
            descend(n, nodes[ply], p)
            continue
        if n.searched and n.lain == 0:
            remember(n, table, p)
        if ply == 0:
            return n.value
        ply -= 1
        hear(nodes[ply], nodes[ply].gain + n.value)


@kernel
def solve_tricks(rest: Any, nodes: Any, table: Any, problem: Any) -> None:
    """Write into `rest.won` what each side wins if both play as well as possible.

    nodes    NODE[PLIES], table ENTRY[2**k], problem PROBLEM[1]: working space; the table may be used again.
    """
    p, n = problem[0], nodes[0]
    if (p.seats, p.trump, p.worth, p.extra) != (rest.seats, rest.trump, rest.worth, rest.extra):
        p.stamp += 1  # the table tells of something else
        p.seats, p.trump, p.worth, p.extra = rest.seats, rest.trump, rest.worth, rest.extra
    turn = (rest.lead + rest.lain) % rest.seats
    total = p.worth * popcount(rest.hands[turn]) + p.extra
    least, most = total - total, total
    guess = total >> 1
    while least < most:
        bound = max(guess, least + 1)
        _set_up(n, rest)
        n.alpha, n.beta = bound - 1, bound
        guess = search(nodes, table, p)
        if guess < bound:
            most = guess
        else:
            least = guess
            guess += 1
    rest.won[0], rest.won[1] = least, total - least


@kernel
def _set_up(n: Any, rest: Any) -> None:
    """The position of `rest` without gaps."""
    for seat in range(MOST_SEATS):
        n.hands[seat], n.trick[seat] = rest.hands[seat], rest.trick[seat]
    n.lead = n.turn = n.winning = rest.lead
    n.lain = rest.lain
    missing = ALL_PLACES
    for p in range(rest.seats):
        missing &= ~rest.hands[p]
    for _ in range(n.lain):
        missing &= ~bit(n.trick[n.turn])
        if beats(n.trick[n.turn], n.trick[n.winning], rest.trump):
            n.winning = n.turn
        n.turn = n.turn + 1 if n.turn + 1 < rest.seats else 0
    while missing:
        card = high(missing)
        missing ^= bit(card)
        close_gaps(n.hands, rest.seats, bit(card))
        for p in range(rest.seats):
            n.trick[p] -= 1 if n.trick[p] > card and n.trick[p] >> 4 == card >> 4 else 0
