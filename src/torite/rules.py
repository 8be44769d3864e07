"""Everything that the page of a new game needs, in one place: docs/adding-a-game.md.

    from torite.rules import *

cards, sets     Card Suit Deck Sign ranked_deck suit_of; Mask bit low nth members popcount lane lanes
seats           Seat after before
actions         Action Actions card_actions second_word no_actions
state           fields by_seat hidden others public option; Cards Count Each Points Seats Suits; NONE DOWN OPEN
kits            bids drawing heading melds open_hands passing scores sealed_bids sides stock talon tricks trumps turned
kernels         kernel; Rng below shuffle; for determinize: redeal redeal_but assign
what is said    Reason must_follow; Meaning Note; Outcome Place
the table       Fact Hands Laid Memory Pile Row Taken Trick Trump Widget; sort_hand; BadgeSpec Ask Sheet Unit
the game        game; by hand: Game Layout HEADER Option on_off

`help(NAME)` says more of each, `help(tricks)` of a kit.
"""

from typing import TYPE_CHECKING

from torite.cards.actions import Action, Actions, card_actions, no_actions, second_word
from torite.cards.assign import assign
from torite.cards.bits import bit, low, members, nth, popcount
from torite.cards.deck import Deck, Sign, after, before, lane, lanes, ranked_deck, suit_of
from torite.cards.kernel import Card, Mask, Rng, Seat, Suit, kernel
from torite.cards.rng import below, shuffle
from torite.games import fields
from torite.games.fields import Cards, Count, Each, Points, Seats, Suits, option
from torite.games.game import Ask, Game, Option, Outcome, Place, Sheet, Unit, on_off
from torite.games.kits import (
    bids,
    drawing,
    heading,
    melds,
    open_hands,
    passing,
    scores,
    sealed_bids,
    sides,
    stock,
    talon,
    tricks,
    trumps,
    turned,
)
from torite.games.page import game
from torite.games.redeal import redeal, redeal_but
from torite.games.scene import Meaning, Note, Reason
from torite.games.state import HEADER, Layout, by_seat, hidden, others, public
from torite.games.why import must_follow
from torite.games.zones import (
    DOWN,
    NONE,
    OPEN,
    BadgeSpec,
    Fact,
    Hands,
    Laid,
    Memory,
    Pile,
    Row,
    Taken,
    Trick,
    Trump,
    Widget,
    sort_hand,
)

if TYPE_CHECKING:
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
        "Laid",
        "Layout",
        "Mask",
        "Meaning",
        "Memory",
        "Note",
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
        "Sign",
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
        "drawing",
        "fields",
        "game",
        "heading",
        "hidden",
        "kernel",
        "lane",
        "lanes",
        "low",
        "melds",
        "members",
        "must_follow",
        "no_actions",
        "nth",
        "on_off",
        "open_hands",
        "option",
        "others",
        "passing",
        "popcount",
        "public",
        "ranked_deck",
        "redeal",
        "redeal_but",
        "scores",
        "sealed_bids",
        "second_word",
        "shuffle",
        "sides",
        "sort_hand",
        "stock",
        "suit_of",
        "talon",
        "tricks",
        "trumps",
        "turned",
    ]
else:  # no list: `help` would tell everything of each name in it
    # A page has a State of its own; those from before there were classes take this one.
    from torite.cards.kernel import State  # noqa: F401

    del TYPE_CHECKING
