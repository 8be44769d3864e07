"""Schnapsen: two players, 20 cards; 66 points in cards and marriages win the deal.

Rules: www.pagat.com/marriage/schnaps.html
  * A 11, T 10, K 4, Q 3, J 2.  Five cards each; the stock has ten, its last one lies face up and is trump.
  * Anything may be played to a trick; then both draw, its winner first.  Without stock head the trick, or trump it.
  * Before a lead: exchange the jack of trumps for the card turned up, or close the stock, of more than two cards;
    declare a marriage and lead a card of it, 20, of trumps 40.  It counts from the first trick on.
  * Who has 66 wins at once, else who takes the last trick; if somebody has closed the stock, the other one.
  * A win is worth 1, 2 if the loser has less than 33, 3 if no trick; to the closer what it was worth at the closing, to
    the other one then 2, or 3 if he had no trick at the closing.
"""

import numpy as np

from torite.rules import *

DECK = ranked_deck("JQKTA")
WORTH = np.array((2, 3, 4, 10, 11))
MARRIAGES = melds.book(melds.runs(DECK, "QK", 2))
EXCHANGE, CLOSE = 72, 73  # actions


class State(drawing.State, melds.State, scores.State):
    """What lies on the table."""

    cards: Each[Points] = public()  # of the tricks
    to_lead: Cards = public()  # the marriage just declared
    closer: Seat = public(NONE)
    stake: Count = public()  # what the deal was worth to him then
    goal: int = option((3, 7), 7)


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """Five cards each."""
    drawing.deal(s, deck, 5)


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """A card; before a lead a marriage, the exchange, closing, too."""
    hand = s.hands[seat]
    if s.to_lead and seat == s.turn:
        return card_actions(hand & s.to_lead)
    if s.best != NONE or seat != s.turn or not hand:
        return drawing.legal(s, seat)
    more = bit(CLOSE - 64) | (hand >> np.int64(s.trump << 4) & 1) << np.int64(EXCHANGE - 64)
    return hand, melds.declarable(s, seat, MARRIAGES) | more * (s.in_stock > 2), np.int64(0), np.int64(0)


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Do it.  Has somebody won the deal now?"""
    if action == EXCHANGE:
        drawing.exchange(s, seat, s.trump << 4)
    elif action == CLOSE:
        s.closer, s.stake = seat, worth(s, 1 - seat)
        drawing.close(s)
    elif action >= melds.MELD:
        s.to_lead = melds.declare(s, seat, action, MARRIAGES, 40 if action - melds.MELD == s.trump else 20)
    else:
        s.to_lead = np.int64(0)
        if drawing.play(s, seat, action):
            s.cards[s.turn] += WORTH[s.last[0] & 15] + WORTH[s.last[1] & 15]
    won = NONE if s.held[s.turn] else s.turn if s.closer == NONE else 1 - s.closer
    for p in range(s.players):
        won = p if total(s, p) >= 66 else won
    if won != NONE:
        s.points[won] = worth(s, 1 - won) if s.closer == NONE else s.stake if won == s.closer else max(2, s.stake)
        s.hands[:] = s.held[:] = 0
        scores.add_up(s)


@kernel
def total(s: State, p: Seat) -> int:
    """Points of a seat so far."""
    return s.cards[p] + s.melds[p] if s.tricks[p] else 0


@kernel
def worth(s: State, loser: Seat) -> int:
    """What a deal is worth that this seat loses."""
    return 3 if s.tricks[loser] == 0 else 2 if total(s, loser) < 33 else 1


@kernel
def finished(s: State) -> bool:
    """After a deal: has somebody reached the goal?"""
    return max(s.scores[0], s.scores[1]) >= s.goal


def why(s: State, seat: Seat, action: Action) -> Reason | None:
    """The duties of who follows; what a marriage or a lead asks for."""
    if action >= melds.MELD or s.to_lead:
        return Reason("before_lead" if action >= melds.MELD else "of_marriage")
    return drawing.why(s, seat, action, DECK)


score, note = scores.margin, melds.note_of(DECK, MARRIAGES)
GAME = game(
    State,
    players=2,
    deck=DECK,
    codes=melds.codes(DECK.suits) | {EXCHANGE: "exchange", CLOSE: "close"},
    zones=(*drawing.TABLE, Fact("closer", "closer", seat=True)),
    badges=(BadgeSpec("score", "number", "scores"), BadgeSpec("total", "number", lambda v: [total(v, 0), total(v, 1)])),
    asks=(Ask("close", "final", "bar"),),
    sheet=Sheet(("cards", "melds", "points"), total="scores"),
)
