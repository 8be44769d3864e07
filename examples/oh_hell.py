"""Oh Hell: say how many tricks you will win, 3 to 7 players; one card in the first deal, one more in every other.

Rules: OpenSpiel's (oh_hell), dealt as in www.pagat.com/exact/ohhell.html
  * The next card of the deck is turned up: its suit is trump.
  * Each says in turn how many tricks he will win, the dealer last; not so that the sum is the number of tricks.
  * Plain tricks.  A point a trick, and ten for as many as one has said.  Most points win.
"""

import numpy as np

from torite.rules import *

DECK = ranked_deck("23456789TJQKA")
CARDS = 52
BONUS = 10


class State(turned.State, bids.State, scores.State):
    """What lies on the table."""

    top: int = option((5, 7, 10), 7)  # cards in the last deal


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """A card more than the last time, as far as there are enough; the next one is turned up."""
    turned.deal(s, deck, min(s.deals, (len(deck) - 1) // s.players))
    s.trump = suit_of(s.turned)


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """A bid, of the last one not what makes all together as many as the tricks; or a card that follows suit."""
    if seat == s.turn and bids.bidding(s):
        return second_word(bids.not_equal(s, s.each) if seat == s.dealer else bids.up_to(s.each))
    return tricks.legal(s, seat)


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Bid, or play a card; after the last trick the points are counted."""
    if action >= bids.BID:
        bids.bid(s, seat, action)
    elif tricks.play(s, seat, action):
        for p in range(s.players):
            s.points[p] = s.tricks[p] + (BONUS if s.tricks[p] == s.bids[p] else 0)
        scores.add_up(s)


@kernel
def finished(s: State) -> bool:
    """After a deal: was it the last one?"""
    return s.deals >= rounds(s)


@kernel
def rounds(s: State) -> int:
    """How many deals there are."""
    return min(s.top, (CARDS - 1) // s.players)


def phase(s: State) -> str:
    """What is being done."""
    return "bid" if bids.bidding(s) and s.held.any() else tricks.phase(s)


def why(s: State, seat: Seat, action: Action) -> Reason | None:
    """The suit to follow, or the sum of the bids."""
    if action < bids.BID:
        return tricks.why(s, seat, action, DECK)
    return bids.forbidden(int(s.each), action) if bids.bidding(s) else None


GAME = game(
    State,
    players=(3, 7),
    deck=DECK,
    deals=lambda s: int(rounds(s)),
    codes=bids.CODES,
    zones=(*tricks.TABLE, Trump("trump", "turned")),
    badges=(BadgeSpec("score", "number", "scores"), bids.WON),
    asks=(bids.ASK,),
    meaning=bids.met,
    sheet=Sheet(("bids", "tricks", "points"), total="scores"),
)
