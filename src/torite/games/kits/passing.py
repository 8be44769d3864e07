"""Passing cards: before the play or between tricks all choose, at once and unseen, cards that go to another player.

A page calls `begin` in its `deal`, and where cards are passed again, once a trick is taken.  Nobody learns what was
passed but the two between whom it went.  Whoever plays marks them all before they go.

Where cards prove more than a void (`heading`, `trumps`), the page forgets that once they have gone, and deals so:

    if passing.choose(s, seat, action):
        s.lacks[:] = 0

    passing.gather(s, seat)
    trumps.determinize(s, seat, rng)
    passing.choose_some(s, seat, rng)
"""

from torite.cards.actions import Action, Actions, no_actions, second_word
from torite.cards.bits import bit, low, nth, popcount
from torite.cards.deck import Deck
from torite.cards.kernel import Mask, Rng, Seat, kernel
from torite.cards.rng import below
from torite.games.fields import Cards, Count, Each, Seats
from torite.games.kits import tricks
from torite.games.state import by_seat, public
from torite.games.zones import Row

PASS = 64  # action 64 + card is to pass that card


class State(tricks.State):
    """What is on its way."""

    steps: Count = public()  # cards go to the seat so many places on, 0 = none are passed in this deal
    count: Count = public()  # cards that each passes
    to_pass: Each[Count] = public()  # cards that the seat has still to choose
    passing: Seats = public()  # seats that have
    given: Each[Cards] = by_seat()  # cards that the seat has chosen


def codes(deck: Deck) -> dict[int, str]:
    """Codes of the actions."""
    return {PASS + card: f"pass:{name}" for card, name in deck.names.items()}


def chosen(v: State, seat: Seat | None) -> list[int]:
    """The viewer's own cards that wait until all have chosen; an empty list once they have gone."""
    return [card for card in range(64) if v.passing and seat is not None and int(v.given[seat]) >> card & 1]


ROW = Row(chosen, "passing")


def sealed(s: State, seat: Seat, action: Action) -> bool:
    """Which card is passed is for the two alone."""
    return action >= PASS


def together(s: State, seat: Seat) -> int:
    """All the cards that the seat has still to pass."""
    return max(1, int(s.to_pass[seat]))


@kernel
def begin(s: State, cards: int, steps: int) -> None:
    """All are to choose so many cards for the seat so many steps on."""
    s.given[:] = 0
    s.steps = steps
    s.count = cards
    if steps:
        s.to_pass[: s.players] = cards
        s.passing = bit(s.players) - 1
        s.turn = 0


def phase(s: State) -> str:
    """Cards are passed, then played."""
    return "pass" if s.passing else tricks.phase(s)


@kernel
def actors(s: State) -> Mask:
    """All who have still to pass, then one after the other."""
    return s.passing if s.passing else tricks.actors(s)


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """Any card in hand."""
    return second_word(s.hands[seat]) if s.to_pass[seat] else no_actions()


@kernel
def choose(s: State, seat: Seat, action: Action) -> bool:
    """Choose a card; once all have, every one goes where it shall, and `lead` is to play.  Is that so now?"""
    s.hands[seat] ^= bit(action - PASS)
    s.held[seat] -= 1
    s.given[seat] |= bit(action - PASS)
    s.to_pass[seat] -= 1
    if s.to_pass[seat] == 0:
        s.passing &= ~bit(seat)
    if s.passing:
        s.turn = low(s.passing)
        return False
    for p in range(s.players):
        to = (p + s.steps) % s.players
        s.hands[to] |= s.given[p]
        s.held[to] += popcount(s.given[p])
        s.void[to] = 0
    s.turn = s.lead
    return True


@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """As with plain tricks; what the seat has passed is where it went, what others choose is any of their cards."""
    gather(s, seat)
    tricks.determinize(s, seat, rng)
    choose_some(s, seat, rng)


@kernel
def gather(s: State, seat: Seat) -> None:
    """For `determinize`, before the hands are filled: what others have chosen is still in them, and counted there."""
    if not s.passing:
        s.hands[(seat + s.steps) % s.players] |= s.given[seat] & ~s.seen
        return
    s.seen |= s.given[seat]  # nobody else holds it
    for p in range(s.players):
        s.held[p] += s.count - s.to_pass[p] if p != seat else 0


@kernel
def choose_some(s: State, seat: Seat, rng: Rng) -> None:
    """And then: what others have chosen is any of their cards."""
    if not s.passing:
        return
    for p in range(s.players):
        if p != seat:
            s.given[p] = _some(s.hands[p], s.count - s.to_pass[p], rng)
            s.hands[p] ^= s.given[p]
            s.held[p] -= s.count - s.to_pass[p]
    s.seen ^= s.given[seat]


@kernel
def _some(cards: Mask, n: int, rng: Rng) -> Mask:
    """n of the cards at random."""
    rest = cards
    for _ in range(n):
        rest ^= bit(nth(rest, below(rng, popcount(rest))))
    return cards ^ rest
