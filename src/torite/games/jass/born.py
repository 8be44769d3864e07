"""What Mittlere, Molotov and Plus-Minus share: the first discard makes trump; only the chips differ (rules 2 to 4).

* All cards are dealt, forehand leads, weak ban, no Weis, no Stöck.
* `no_trump_deal` = annul: no chips in a deal in which everybody followed suit to the end (A11).
* `values` = somnia: the points of the Somnia edition (9); more ties, and totals 151 or 120.
* `direction` = clockwise: the deal, the play and the dealer go to the left, as in Somnia (its rules, 3.5).
"""

from typing import Any

import numpy as np

from torite.cards.actions import Action, Actions, card_actions, no_actions
from torite.cards.bits import bit
from torite.cards.kernel import Mask, Rng, Seat, State
from torite.games.game import Option, Outcome
from torite.games.jass.cards import DECK, NO_TRUMP, SEATS, SOMNIA, SUIT_NAMES
from torite.games.jass.tricks import (
    FIELDS as TRICK_FIELDS,
)
from torite.games.jass.tricks import (
    TABLE,
    TRUMP,
    WEAK,
    backward,
    deal_hands,
    fill_hands,
    lay_card,
    legal_cards,
    onward,
    pass_on,
    sit_down,
    unseen_by,
)
from torite.games.state import kernels_of, public
from torite.games.zones import NONE, OPEN, BadgeSpec

PLAYING, OVER = range(2)  # phases

OPTIONS = (
    Option("values", ("jass", "somnia"), "jass"),
    Option("no_trump_deal", ("score", "annul"), "score"),
    Option("direction", ("anticlockwise", "clockwise"), "anticlockwise"),
    SUIT_NAMES,
)
VALUES, NO_TRUMP_DEAL, DIRECTION = range(3)  # places in `options`; a game's own come after OPTIONS
OWN = len(OPTIONS)
SWISS = {"no_trump_deal": "annul", "suit_names": "hslu"}

FIELDS = (
    *TRICK_FIELDS,
    public("chips", np.int16, SEATS),  # won or paid in this deal
    public("scores", np.int32, SEATS),  # chips in this match
)
kernel = kernels_of(*FIELDS)


@kernel
def start_born(s: State, players: int, first: Seat) -> None:
    """A new match; `first` deals the first deal."""
    sit_down(s, players, s.options[DIRECTION])
    s.dealer = backward(s, first)
    s.scores[:] = 0
    s.phase = OVER


@kernel
def deal_born(s: State, deck: np.ndarray) -> None:
    """The next deal, without trump as yet."""
    s.deals += 1
    s.dealer = onward(s, s.dealer)
    deal_hands(s, deck, onward(s, s.dealer))
    s.trump = OPEN
    s.row = SOMNIA + NO_TRUMP if s.options[VALUES] else NO_TRUMP
    s.phase = PLAYING
    s.chips[:] = 0


@kernel
def legal_born(s: State, seat: Seat) -> Actions:
    """What `seat` may do; nothing if it is not its turn."""
    if s.phase == OVER or seat != s.turn:
        return no_actions()
    return card_actions(legal_cards(s, seat, WEAK))


@kernel
def play_born(s: State, seat: Seat, card: Action) -> bool:
    """Play a card: is the deal to be counted now?"""
    lay_card(s, seat, card, WEAK)
    if not pass_on(s, seat) or s.held[s.lead]:
        return False
    s.phase = OVER
    if s.trump == OPEN:
        s.trump = NONE
        return not s.options[NO_TRUMP_DEAL]
    return True


@kernel
def add_chips(s: State) -> None:
    """The chips of the deal are settled."""
    for p in range(s.players):
        s.scores[p] += s.chips[p]


@kernel
def actors_born(s: State) -> Mask:
    """The seat to act; 0 once the deal is over."""
    return np.int64(0) if s.phase == OVER else bit(s.turn)


@kernel
def score_born(s: State, points: np.ndarray) -> None:
    """The chips of the deal."""
    for p in range(s.players):
        points[p] = s.chips[p]


@kernel
def determinize_born(s: State, seat: Seat, rng: Rng) -> None:
    """Fill the other hands of a view of `seat`."""
    fill_hands(s, seat, unseen_by(s, seat), rng)


# ---- who is where ----
@kernel
def holding(s: State, points: int) -> Mask:
    """Seats that have exactly so many points."""
    found = np.int64(0)
    for p in range(s.players):
        found |= bit(p) if s.cards[p] == points else 0
    return found


@kernel
def nth_points(s: State, place: int) -> int:
    """The points of the place-th best (from 0), tied seats counted one by one."""
    for p in range(s.players):
        better = equal = 0
        for q in range(s.players):
            better += s.cards[q] > s.cards[p]
            equal += s.cards[q] == s.cards[p]
        if better <= place < better + equal:
            return int(s.cards[p])
    return 0


@kernel
def leaders_alone(s: State) -> bool:
    """Has one seat alone the most chips?"""
    most, there = s.scores[0], 0
    for p in range(s.players):
        most = max(most, s.scores[p])
    for p in range(s.players):
        there += s.scores[p] == most
    return there == 1


def result_born(s: State) -> dict[str, Any]:
    """`result` of the record."""
    n = int(s.players)
    return {
        "trump": DECK.suits[s.trump] if s.trump >= 0 else None,
        "cards": s.cards[:n].tolist(),
        "tricks": s.tricks[:n].tolist(),
        "chips": s.chips[:n].tolist(),
    }


def outcome_born(s: State) -> Outcome:
    """Most chips win, together if tied."""
    scores = s.scores[: s.players].tolist()
    return Outcome(scores, [p for p, chips in enumerate(scores) if chips == max(scores)], draw=False)


ZONES = (*TABLE, TRUMP)
BADGES = (BadgeSpec("chips", "strokes", "scores"), BadgeSpec("cards", "number", "cards"))
