"""German whist: two players; thirteen tricks to win good cards, and thirteen that count.

Rules: OpenSpiel's (german_whist_foregame), www.pagat.com/whist/german_whist.html
  * 13 cards each.  The next one is turned up: its suit is trump for the whole deal.  The dealer's opponent leads.
  * Plain tricks.  Who takes one takes the card turned up too, the other one the next, unseen; another is turned up.
  * After 13 tricks the stock is used up.  Only the tricks from then on count: a point each.
"""

import numpy as np

from torite.rules import *

DECK = ranked_deck("23456789TJQKA")
EACH, STOCK = 13, 26


class State(talon.State, scores.State):
    """What lies on the table."""

    drawn: Count = public()  # cards that have left the talon; the next one is turned up
    suits: Each[Count] = public(EACH, 8)  # 4 * seat + suit: how many unseen cards of the suit it can hold at most
    rounds: int = option((1, 2, 4, 8), 2)


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """Half of the cards is the stock."""
    talon.deal(s, deck, EACH)
    talon.turn_up(s, 0, 1)
    s.trump = suit_of(s.face_up[0])


@kernel
def play(s: State, seat: Seat, card: Card) -> None:
    """Play a card; both draw after a trick, as long as there are cards."""
    if s.best != NONE and suit_of(card) != suit_of(s.trick[s.lead]):
        s.suits[4 * seat + suit_of(s.trick[s.lead])] = 0
    if talon.play(s, seat, card):
        s.points[:] = s.tricks
        scores.add_up(s)
    elif s.best == NONE and s.drawn < STOCK:
        draw(s, s.turn, 1 - s.turn)


@kernel
def draw(s: State, winner: Seat, loser: Seat) -> None:
    """The winner takes the card turned up, the loser one that nobody else sees; then only the tricks to come count."""
    talon.gain(s, winner, s.face_up[s.drawn])
    talon.draw(s, loser, s.drawn + 1)
    s.suits[4 * loser : 4 * loser + 4] += 1
    s.drawn += 2
    if s.drawn < STOCK:
        talon.turn_up(s, s.drawn, 1)
    else:
        s.tricks[:] = 0


@kernel
def finished(s: State) -> bool:
    """After a deal: was it the last one?"""
    return s.deals >= s.rounds


@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """The other one holds what he has shown, and of a suit that he could not follow only what he has drawn since."""
    other = 1 - seat
    s.hands[other] = s.openly[other] & ~s.played[other]
    unseen = s.pack & ~s.seen & ~s.hands[seat]
    admits, cards = np.zeros(EACH, np.int64), np.empty(EACH, np.int8)
    missing = s.held[other] - popcount(s.hands[other])
    for i in range(missing):
        for suit in range(4):
            admits[i] |= lane(suit) if s.suits[4 * other + suit] > i else np.int64(0)
    assign(admits, missing, unseen, cards, rng)
    for i in range(missing):
        s.hands[other] |= bit(cards[i])
        unseen ^= bit(cards[i])
    talon.lay_open(s)
    talon.shuffle(s, s.drawn, STOCK, unseen, rng)


score = scores.margin
GAME = game(
    State,
    players=2,
    deck=DECK,
    deals=lambda s: int(s.rounds),
    zones=(
        *tricks.TABLE,
        Trump("trump"),
        Row(lambda v: [v.face_up[v.drawn]] if v.drawn < STOCK else [], "turned"),
        Pile(lambda v: STOCK - v.drawn - 1 if v.drawn < STOCK else 0, "stock"),
    ),
    badges=(BadgeSpec("score", "number", "scores"), tricks.TAKEN),
    sheet=Sheet(("points",), total="scores"),
)
