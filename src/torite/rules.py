"""Everything that the page of a new game needs, in one place: docs/adding-a-game.md."""

from torite.cards.actions import Action, Actions, card_actions, no_actions, second_word
from torite.cards.assign import assign
from torite.cards.bits import bit, low, members, nth, popcount
from torite.cards.deck import Deck, lane, ranked_deck, suit_of
from torite.cards.kernel import Card, Mask, Rng, Seat, State, Suit, kernel
from torite.cards.rng import below, shuffle
from torite.games.game import Ask, Game, Option, Outcome, Place, Sheet, on_off
from torite.games.redeal import redeal
from torite.games.state import HEADER, Layout, by_seat, hidden, public
from torite.games.zones import DOWN, NONE, OPEN, BadgeSpec, Hands, Memory, Pile, Row, Taken, Trick, Trump

__all__ = [
    "DOWN",
    "HEADER",
    "NONE",
    "OPEN",
    "Action",
    "Actions",
    "Ask",
    "BadgeSpec",
    "Card",
    "Deck",
    "Game",
    "Hands",
    "Layout",
    "Mask",
    "Memory",
    "Option",
    "Outcome",
    "Pile",
    "Place",
    "Rng",
    "Row",
    "Seat",
    "Sheet",
    "State",
    "Suit",
    "Taken",
    "Trick",
    "Trump",
    "assign",
    "below",
    "bit",
    "by_seat",
    "card_actions",
    "hidden",
    "kernel",
    "lane",
    "low",
    "members",
    "no_actions",
    "nth",
    "on_off",
    "popcount",
    "public",
    "ranked_deck",
    "redeal",
    "second_word",
    "shuffle",
    "suit_of",
]
