"""Whist: four players, two sides, 13 tricks; the last card dealt turns up trump.

Rules: www.pagat.com/whist/whist.html
  * Follow suit if you can.  The highest trump takes the trick, else the highest card of the suit led; its taker leads.
  * Every trick above six is a point for the side.  The first side with `goal` points wins the match.
"""

from typing import Any

import numpy as np

from torite.cards.kernel import State
from torite.rules import *

SEATS = 4
DECK = ranked_deck("23456789TJQKA")
ALL_CARDS = np.int64(sum(1 << int(card) for card in DECK.cards))
TRICKS = len(DECK.cards) // SEATS
OPTIONS = (Option("goal", (1, 5, 7, 9), 5),)
GOALS = np.array(OPTIONS[0].values)

STATE = Layout(
    *HEADER,  # players, options, deals, dealer, turn: every game has them
    by_seat("hands", np.int64, SEATS),  # cards held, each row for its seat alone
    public("held", np.int8, SEATS),  # number of cards held
    public("seen", np.int64),  # cards played in this deal
    public("void", np.int8, SEATS),  # bit s = the seat once failed to follow suit s
    public("turned", np.int8),  # the dealer's last card, seen by all
    public("trump", np.int8),  # its suit
    public("lead", np.int8),  # seat that leads this trick
    public("trick", np.int8, SEATS),  # card of each seat to this trick, NONE = none yet
    public("last", np.int8, SEATS),  # the trick before it
    public("last_lead", np.int8),
    public("last_winner", np.int8),  # NONE = no trick finished in this deal
    public("tricks", np.int8, SEATS),  # taken in this deal
    public("points", np.int16, SEATS),  # of this deal, each side's for both its seats
    public("scores", np.int16, SEATS),  # of the match
)


@kernel
def start(s: State, players: int, first: Seat) -> None:
    """A new match; `first` deals."""
    s.players = players
    s.deals = 0
    s.scores[:] = 0
    s.dealer = (first + SEATS - 1) % SEATS


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """Singly from the dealer's left; the dealer's last card is turned up."""
    s.deals += 1
    s.dealer = (s.dealer + 1) % SEATS
    s.lead = s.turn = (s.dealer + 1) % SEATS
    s.hands[:] = 0
    for i in range(len(deck)):
        s.hands[(s.lead + i) % SEATS] |= bit(deck[i])
    s.held[:] = TRICKS
    s.turned = deck[-1]
    s.trump = s.turned >> 4
    s.seen = 0
    s.void[:] = 0
    s.trick[:] = s.last[:] = s.last_lead = s.last_winner = NONE
    s.tricks[:] = 0
    s.points[:] = 0


@kernel
def actors(s: State) -> Mask:
    """Who may act; nobody once the deal is over."""
    return bit(s.turn) if s.held[s.turn] else np.int64(0)


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """Cards of the suit led if there are any, else the whole hand."""
    if seat != s.turn:
        return no_actions()
    hand = s.hands[seat]
    follow = hand & lane(s.trick[s.lead] >> 4) if seat != s.lead else hand
    return card_actions(follow if follow else hand)


@kernel
def play(s: State, seat: Seat, card: Card) -> None:
    """Play a card; the fourth completes the trick."""
    s.hands[seat] ^= bit(card)
    s.held[seat] -= 1
    s.seen |= bit(card)
    s.trick[seat] = card
    led = s.trick[s.lead] >> 4
    if card >> 4 != led:
        s.void[seat] |= 1 << led
    s.turn = (seat + 1) % SEATS
    if s.turn == s.lead:
        _take(s)


@kernel
def _take(s: State) -> None:
    winner = s.lead
    for p in range(SEATS):
        if beats(s.trick[p], s.trick[winner], s.trump):
            winner = p
    s.tricks[winner] += 1
    s.last[:] = s.trick
    s.last_lead = s.lead
    s.last_winner = s.lead = s.turn = winner
    s.trick[:] = NONE
    if s.held[winner] == 0:
        for p in range(SEATS):
            s.points[p] = max(0, s.tricks[p] + s.tricks[(p + 2) % SEATS] - TRICKS // 2)
            s.scores[p] += s.points[p]


@kernel
def beats(card: Card, best: Card, trump: Suit) -> bool:
    """Does `card` beat `best`, which is winning the trick?"""
    return card > best if card >> 4 == best >> 4 else card >> 4 == trump


@kernel
def finished(s: State) -> bool:
    """After a deal: has a side reached the goal?"""
    return max(s.scores[0], s.scores[1]) >= GOALS[s.options[0]]


@kernel
def score(s: State, points: np.ndarray) -> None:
    """What the deal was worth: own points less those of the other side."""
    for p in range(SEATS):
        points[p] = s.points[p] - s.points[(p + 1) % SEATS]


@kernel
def partners(s: State, seat: Seat) -> Mask:
    """Those opposite."""
    return bit(seat) | bit(seat ^ 2)


@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """Deal the unseen cards; the dealer holds the turned card until it is played, nobody a suit he is void in."""
    s.hands[s.dealer] |= bit(s.turned) & ~s.seen
    redeal(s.hands, s.held, s.void, ALL_CARDS & ~s.seen, rng)


def result(s: State) -> dict[str, Any]:
    """What a record says of the deal."""
    return {"tricks": s.tricks.tolist(), "points": s.points.tolist(), "scores": s.scores.tolist()}


def outcome(s: State) -> Outcome:
    """The side with more points wins."""
    scores = s.scores.tolist()
    return Outcome(scores, [p for p in range(SEATS) if scores[p] == max(scores)], draw=False)


GAME = Game(
    name="whist",
    players=(SEATS, SEATS),
    deck=DECK,
    state=STATE,
    codes=DECK.names,
    start=start,
    deal=deal,
    actors=actors,
    legal=legal,
    play=play,
    finished=finished,
    score=score,
    determinize=determinize,
    partners=partners,
    result=result,
    outcome=outcome,
    places=lambda s: [(int(s.dealer) + 1 + i) % SEATS for i in range(len(DECK.cards))],
    phase=lambda s: "play" if s.held.any() else "over",
    why=lambda s, seat, card: must_follow(DECK, s.trick[s.lead] >> 4),
    zones=(
        Hands("hands", "held", trump="trump"),
        Trick("trick", "lead", "last", "last_lead", "last_winner"),
        Trump("trump", "turned"),
        Taken("tricks"),
    ),
    badges=(BadgeSpec("score", "number", "scores"), BadgeSpec("tricks", "number", "tricks")),
    sheet=Sheet(("tricks", "points"), total="scores"),
    options=OPTIONS,
    texts={
        "en": {"game.whist.name": "Whist", "game.whist.phase.play": "Play a card"},
        "ja": {"game.whist.name": "ホイスト", "game.whist.phase.play": "カードを出してください"},
    },
)
