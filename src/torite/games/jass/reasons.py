"""Why a Jass card may not be played, a Weis not announced, and what a Weis means: tricks.py and melds.py in words."""

from typing import Any

from torite.cards.bits import members
from torite.games.jass.cards import DECK
from torite.games.jass.melds import SILENT, VALUES, meld_cards
from torite.games.scene import Note, Reason
from torite.games.why import must_follow


def why_card(s: Any, seat: int, card: int) -> Reason:
    """A card in hand that `legal_cards` does not have."""
    suit, led, trump = card >> 4, int(s.trick[s.lead]) >> 4, int(s.trump)
    if trump < 0 or led == trump:
        return must_follow(DECK, led)
    if suit != trump:
        return Reason("follow_or_trump", {"suit": DECK.suits[led]})
    best = DECK.names[int(s.trick[s.best])]
    suits = {held >> 4 for held in members(s.hands[seat])}
    if led in suits:
        return Reason("undertrump_following", {"suit": DECK.suits[led], "card": best})
    return Reason("overtrump" if suits == {trump} else "undertrump", {"card": best})


def why_weis(s: Any, kind: int) -> Reason:
    """A Weis, index of VALUES, that `legal_weis` does not have."""
    highest = max((int(said) for said in s.said if said != SILENT), default=-1)
    if kind < highest:
        return Reason("weis_low", {"points": VALUES[highest]})
    return Reason("weis_not_held", {"points": VALUES[kind]})


def note_weis(s: Any, seat: int, kind: int, book: int) -> Note | None:
    """The cards of a Weis, index of VALUES; SILENT speaks of none."""
    if kind == SILENT:
        return None
    return Note(cards=[DECK.names[card] for card in members(meld_cards(int(s.hands[seat]), kind, book, int(s.trump)))])
