"""Hearts: take no hearts and not the queen of spades, or all of them; four players, each for himself.

Rules: OpenSpiel's (hearts), played on to 100 points as in www.pagat.com/reverse/hearts.html
  * Three cards are passed to the left, in the next deal to the right, then across, then none.
  * The two of clubs leads.  Follow suit; no trump.  No points in the first trick if it can be helped.
  * Hearts may be led once a heart or the queen of spades has been played, or if nothing else is held.
  * A heart is one point, the queen of spades 13.  Who takes all 26 has none, and the others 26 each.
"""

import numpy as np

from torite.rules import *

DECK = ranked_deck("23456789TJQKA")
HEART = DECK.suits.index("H")
TWO, QUEEN = DECK.parse("C2"), DECK.parse("SQ")
HEARTS = np.int64(lane(HEART))
BAD = np.int64(HEARTS | bit(QUEEN))
ALL = 26  # points
STEPS = np.array((0, 1, 3, 2))  # that cards are passed on, by the number of the deal


class State(passing.State, scores.State):
    """What lies on the table."""

    broken: bool = public(False)  # hearts may be led
    lying: Points = public()  # points in this trick
    goal: int = option((50, 100), 100)


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """Deal all cards; three of each seat's are passed."""
    tricks.deal(s, deck)
    passing.begin(s, 3, STEPS[s.deals % 4])
    if not s.passing:
        s.lead = s.turn = tricks.holder(s, TWO)


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """A card to pass, or one to play."""
    if s.passing or seat != s.turn:
        return passing.legal(s, seat)
    hand = tricks.follow(s, seat)
    barred = np.int64(0)
    if not s.seen:
        barred = ~bit(TWO)
    elif popcount(s.seen) < s.players:
        barred = BAD
    elif s.best == NONE and not s.broken:
        barred = HEARTS
    return card_actions(hand & ~barred if hand & ~barred else hand)


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Pass a card or play one; after the last trick the points are counted."""
    if lay(s, seat, action, 13):
        if s.points.max() == ALL:
            s.points[:] = ALL - s.points
        scores.add_up(s)


@kernel
def lay(s: State, seat: Seat, action: Action, queen: int) -> bool:
    """The same, with so many points for the queen of spades; was it the last card of the deal?"""
    if s.passing:
        if passing.choose(s, seat, action):
            s.lead = s.turn = tricks.holder(s, TWO)
        return False
    if s.best == NONE and bit(action) & HEARTS and not s.broken:
        s.void[seat] |= 0b1111 ^ 1 << HEART  # he holds nothing but hearts
    s.lying += (suit_of(action) == HEART) + (queen if action == QUEEN else 0)
    s.broken |= (bit(action) & BAD) != 0
    if tricks.lay(s, seat, action):
        s.points[s.best] += s.lying
        s.lying = 0
        tricks.take(s)
    return s.held[s.turn] == 0


@kernel
def finished(s: State) -> bool:
    """After a deal: has somebody reached the goal?"""
    return s.scores.max() >= s.goal


@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """Who is to lead first holds the two of clubs."""
    if not s.passing:
        s.hands[s.lead] |= bit(TWO) & ~s.seen
    passing.determinize(s, seat, rng)


score, outcome = scores.minus, scores.fewest_win


def why(s: State, seat: Seat, action: Action) -> Reason | None:
    """The suit to follow, or when points may not be played."""
    if s.best == NONE:
        return Reason("not_broken" if s.seen else "two_of_clubs")
    follows = tricks.follow(s, seat) != s.hands[seat]
    return tricks.why(s, seat, action, DECK) if follows else Reason("first_trick")


ZONES = (*tricks.TABLE, passing.ROW)
BADGES = (BadgeSpec("score", "number", "scores"), BadgeSpec("points", "number", "points"))
GAME = game(State, players=4, deck=DECK, codes=passing.codes(DECK), zones=ZONES, badges=BADGES)
