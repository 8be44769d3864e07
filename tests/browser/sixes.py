"""Sixes: six suits of seven, two and two of a family; whose family is led must be followed.  Whist apart from that."""

from torite.rules import BadgeSpec, Card, Deck, Seat, Sheet, Sign, game, kernel, scores, tricks

SIGNS = {
    "S": Sign("★", "#96690a"),
    "M": Sign("☾", "#2a55a5"),
    "W": Sign("≈", "#2f6d3b", "M5 60C20 30 35 30 50 60S80 90 95 60V80C80 110 65 110 50 80S20 50 5 80Z"),
    "F": Sign("✿", "#b3261e"),
    "T": Sign("▲", "#5b3a86"),
    "C": Sign("☁", "#3c4a57"),
}
RANKS = "89TJQKA"
FAMILIES = ("SM", "WF", "TC")
CARDS = {
    family << 4 | half << 3 | r: suit + rank
    for family, pair in enumerate(FAMILIES)
    for half, suit in enumerate(pair)
    for r, rank in enumerate(RANKS)
}
DECK = Deck("sixes", "".join(FAMILIES), CARDS, SIGNS)


class State(tricks.State, scores.State):
    """What lies on the table."""


@kernel
def play(s: State, seat: Seat, card: Card) -> None:
    """Play a card; after the last trick everybody has a point a trick."""
    if tricks.play(s, seat, card):
        for p in range(s.players):
            s.points[p] = s.tricks[p]
        scores.add_up(s)


@kernel
def finished(s: State) -> bool:
    """After a deal: was it the third?"""
    return s.deals >= 3


GAME = game(
    State,
    players=(3, 6),
    deck=DECK,
    zones=tricks.TABLE,
    badges=(BadgeSpec("score", "number", "scores"), tricks.TAKEN),
    sheet=Sheet(("tricks", "points"), total="scores"),
)
