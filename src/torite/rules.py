"""Everything that the page of a new game needs, in one place: docs/adding-a-game.md."""

from typing import TYPE_CHECKING

from torite.cards.actions import Action, Actions, card_actions, no_actions, second_word
from torite.cards.assign import assign
from torite.cards.bits import bit, low, members, nth, popcount
from torite.cards.deck import Deck, after, before, lane, lanes, ranked_deck, suit_of
from torite.cards.kernel import Card, Mask, Rng, Seat, Suit, kernel
from torite.cards.rng import below, shuffle
from torite.games import fields
from torite.games.fields import Cards, Count, Each, Points, Seats, Suits, option
from torite.games.game import Ask, Game, Option, Outcome, Place, Sheet, Unit, on_off
from torite.games.kits import bids, passing, scores, sealed_bids, sides, stock, talon, tricks, turned
from torite.games.page import game
from torite.games.redeal import redeal
from torite.games.scene import Reason
from torite.games.state import HEADER, Layout, by_seat, hidden, others, public
from torite.games.why import must_follow
from torite.games.zones import DOWN, NONE, OPEN, BadgeSpec, Fact, Hands, Memory, Pile, Row, Taken, Trick, Trump, Widget

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
    "Cards",
    "Count",
    "Deck",
    "Each",
    "Fact",
    "Game",
    "Hands",
    "Layout",
    "Mask",
    "Memory",
    "Option",
    "Outcome",
    "Pile",
    "Place",
    "Points",
    "Reason",
    "Rng",
    "Row",
    "Seat",
    "Seats",
    "Sheet",
    "Suit",
    "Suits",
    "Taken",
    "Trick",
    "Trump",
    "Unit",
    "Widget",
    "after",
    "assign",
    "before",
    "below",
    "bids",
    "bit",
    "by_seat",
    "card_actions",
    "fields",
    "game",
    "hidden",
    "kernel",
    "lane",
    "lanes",
    "low",
    "members",
    "must_follow",
    "no_actions",
    "nth",
    "on_off",
    "option",
    "others",
    "passing",
    "popcount",
    "public",
    "ranked_deck",
    "redeal",
    "scores",
    "sealed_bids",
    "second_word",
    "shuffle",
    "sides",
    "stock",
    "suit_of",
    "talon",
    "tricks",
    "turned",
]

if not TYPE_CHECKING:  # a page has a State of its own; those from before there were classes take this one
    from torite.cards.kernel import State

    __all__ += ["State"]
