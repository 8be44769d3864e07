"""Slobberhannes: do not take the first trick, nor the last one, nor the queen of clubs; four players, each for himself.

Rules: www.pagat.com/reverse/slobber.html
  * 32 cards, all dealt.  Follow suit; no trump.  The dealer's left leads.
  * The first trick, the last one and the queen of clubs are a point each; who has all three has a fourth.
"""

from torite.rules import *

DECK = ranked_deck("789TJQKA")
QUEEN = DECK.parse("CQ")


class State(tricks.State, scores.State):
    """What lies on the table."""

    lying: Points = public()  # points in this trick
    goal: int = option((10, 20), 10)


deal = tricks.deal


@kernel
def play(s: State, seat: Seat, card: Card) -> None:
    """Play a card; after the last trick the points are counted."""
    if lay(s, seat, card, card == QUEEN):
        for p in range(s.players):
            s.points[p] += s.points[p] == 3
        scores.add_up(s)


@kernel
def lay(s: State, seat: Seat, card: Card, points: int) -> bool:
    """Play a card that is worth so much, the first trick and the last one a point; was it the last card of the deal?"""
    s.lying += points
    if tricks.lay(s, seat, card):
        s.lying += popcount(s.seen) == s.players or not s.held[seat]
        s.points[s.best] += s.lying
        s.lying = 0
        tricks.take(s)
    return s.held[s.turn] == 0


@kernel
def finished(s: State) -> bool:
    """After a deal: has somebody reached the goal?"""
    return s.scores.max() >= s.goal


score, outcome = scores.minus, scores.fewest_win
BADGES = (BadgeSpec("score", "number", "scores"), BadgeSpec("points", "number", "points"))
GAME = game(State, players=4, deck=DECK, zones=tricks.TABLE, badges=BADGES)
