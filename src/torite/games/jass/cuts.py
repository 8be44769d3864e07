"""Ties decided by drawing a card each: the highest rank is chosen, equal ranks at the border draw again.

Chance acts by seat, one card an action: `cut:SEAT:CARD`.  No card comes twice in a round of drawing; ace is high.
"""

import numpy as np

from torite.cards.bits import bit, nth, popcount
from torite.cards.deck import NotationError
from torite.cards.kernel import Card, Mask, Rng, Seat, kernel
from torite.cards.rng import below
from torite.games.fields import Count, Each, Seats
from torite.games.jass import tricks
from torite.games.jass.cards import ALL_CARDS, DECK
from torite.games.jass.tricks import onward
from torite.games.state import CHANCE, public
from torite.games.zones import NONE


class State(tricks.State):
    """Who draws, and what has been drawn."""

    cutters: Seats = public()  # draw in this round
    cut_places: Count = public()  # how many of them are to be chosen
    chosen: Seats = public()  # so far
    cuts: Each[Card] = public(NONE)  # card of each seat in this round, NONE = not drawn
    cut_seat: Seat = public(NONE)  # whose card is drawn next
    last_cut: Card = public(NONE)  # the card drawn last, and by whom
    last_cutter: Seat = public(NONE)


@kernel
def actors(s: State) -> Mask:
    """The seat to act; chance where a card is to be drawn; 0 once the deal is over."""
    return CHANCE if s.cut_seat != NONE else tricks.actors(s)


@kernel
def begin(s: State, tied: Mask, places: int) -> None:
    """The tied seats draw for so many places, from the seat after the dealer on."""
    s.cutters = tied
    s.cut_places = places
    s.chosen = np.int64(0)
    _next_round(s)


@kernel
def _next_round(s: State) -> None:
    s.cuts[:] = NONE
    s.cut_seat = onward(s, s.dealer)
    while not s.cutters >> np.int64(s.cut_seat) & 1:
        s.cut_seat = onward(s, s.cut_seat)


@kernel
def draw(s: State, card: Card) -> bool:
    """The next seat draws `card`: is it settled now who is chosen?"""
    s.cuts[s.cut_seat] = s.last_cut = card
    s.last_cutter = s.cut_seat
    for _ in range(s.players):
        s.cut_seat = onward(s, s.cut_seat)
        if s.cutters >> np.int64(s.cut_seat) & 1 and s.cuts[s.cut_seat] == NONE:
            return False
    s.cut_seat = NONE
    for rank in range(15, -1, -1):
        level = np.int64(0)
        for p in range(s.players):
            if s.cutters >> np.int64(p) & 1 and s.cuts[p] & 15 == rank:
                level |= bit(p)
        if popcount(level) > s.cut_places:
            s.cutters = level
            _next_round(s)
            return False
        s.chosen |= level
        s.cut_places -= popcount(level)
        if s.cut_places == 0:
            break
    return True


@kernel
def random_card(s: State, rng: Rng) -> Card:
    """A card that has not been drawn in this round."""
    left = ALL_CARDS
    for p in range(s.players):
        left &= ~(bit(s.cuts[p]) if s.cuts[p] != NONE else 0)
    return nth(left, below(rng, popcount(left)))


def chance_code(before: State, s: State) -> str:
    """What has just been drawn."""
    return f"cut:{int(s.last_cutter)}:{DECK.names[int(s.last_cut)]}"


def chance_shown(code: str) -> tuple[int | None, str]:
    """Everybody sees who has drawn which card."""
    word, seat, card = code.split(":")
    return int(seat), f"{word}:{card}"


def card(s: State, code: str) -> Card:
    """The card of a code, if it can be drawn now.  Raises NotationError."""
    word, _, rest = code.partition(":")
    seat, _, name = rest.partition(":")
    drawn = DECK.parse(name)
    if word != "cut" or seat != str(int(s.cut_seat)) or drawn in s.cuts[: s.players].tolist():
        raise NotationError(f"{code!r} cannot be drawn by seat {int(s.cut_seat)} now")
    return drawn
