"""The Emissary: alone on the way to eight kings; in kingdom k you must win exactly k tricks.

Rules: Wil Su, in "Isaludo", as a Japanese blog tells them (shared/rules/emissary.md; the ids are its paragraphs).
  * A..8 of four suits, ace low (S1).  Eight rulers, K and Q, one a kingdom (S4); four retainers, the jacks (S5).
  * A deal is a visit: eight cards in hand, then the choice of a kingdom not won yet (V1).  Its number, from the left,
    is the number of tricks to win (V3), its ruler's suit is trump (V4).
  * The ruler always leads (V10) with the next card of the stock (V5).  Follow suit if you can (V6).  You win with a
    higher card of its suit, or with a trump on a card that is none (V7).  Your winners go aside, the rest is discarded.
  * The hand is empty: exactly k tricks and the ruler is won (E1), anything else and the match is lost (E6).  No card
    left for the ruler, or a hand emptied by a power, end the visit too (gaps 10, 11).
  * Retainers and rulers won have powers: powers.py.  An empty stock is made of the discards (J6).
  * Score = kingdoms won + rulers won and not used (E8).
Option `difficulty` is for `seed_window` alone; there a retainer selected is turned face down, used or not (J3).

Card: rank 0..7 = A..8, 8 = Q, 9 = K.
Actions: 0..63 cards, 64.. visit, 72.. swap (kingdoms), 80.. power, 92.. select, 96.. refresh (suits of jacks),
100 lead, 128 + card = discard it.
"""

from typing import Any

import numpy as np

from torite.cards.actions import NOTHING, Action, Actions, no_actions, second_word
from torite.cards.bits import bit, members, popcount
from torite.cards.deck import lane
from torite.cards.kernel import Card, Mask, Rng, Seat, kernel
from torite.games import powers
from torite.games.fields import Cards, Count, Each, option
from torite.games.game import Ask, Outcome, Place, Sheet, Span, Unit, Value
from torite.games.kits import stock
from torite.games.page import game
from torite.games.powers import ANSWERING, BETWEEN, DRAWING, EMISSARY, KINGDOMS, LEADING, OVER, RULER, VISITING
from torite.games.scene import Meaning, Reason
from torite.games.state import CHANCE, public
from torite.games.why import must_follow
from torite.games.zones import NONE, OPEN, BadgeSpec, Hands, Memory, Pile, Taken, Trick, Trump

HAND = 8
PLAIN = np.int64(sum(1 << int(card) for card in powers.DECK.cards if card & 15 < powers.QUEEN))
VISIT, LEAD = 64, 100  # actions
HARD = 1  # value of `difficulty`
BETWEEN_TRICKS: dict[str, Value] = {"advisor_timing": "between_tricks"}


class State(powers.State):
    """What lies on the table."""

    ruler_places: Cards = public()  # where the rulers were in the deck, bit i = place i; says nothing of the cards
    lead: Count = public(RULER)  # place that leads
    last: Each[Card] = public(NONE, 2)  # the finished trick
    last_winner: Count = public(NONE)  # place, NONE = no trick finished in this visit
    pile: Cards = public()  # cards with which tricks were won
    success: bool = public(False)  # the visit just ended has won its ruler
    reached: Count = public(of="match")  # kingdoms won
    lost: bool = public(False, of="match")
    difficulty: int = option(("easy", "hard"), "easy")
    strict_manual_refresh: bool = option(False)
    show_seen_cards: bool = option(False)


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """The next visit: deck int8[40].  The rulers in it are shared out in the first deal, and left out later."""
    s.dealer, s.turn = NONE, EMISSARY
    kingdom = KINGDOMS
    for i in range(len(deck) - 1, -1, -1):
        if deck[i] & 15 < powers.QUEEN:
            stock.put(s, deck[i])
            continue
        s.ruler_places |= bit(i)
        kingdom -= 1
        if s.deals == 1:
            s.rulers[kingdom] = deck[i]
    for _ in range(HAND):
        stock.draw(s, EMISSARY)
    if not s.strict_manual_refresh:
        s.down = 0
    s.phase = VISITING


# ---- what may be done ----
@kernel
def actors(s: State) -> Mask:
    """The emissary; chance where the stock has to be made anew; 0 once the visit is over."""
    if s.phase == OVER:
        return np.int64(0)
    return CHANCE if s.phase == DRAWING or s.phase == LEADING else bit(EMISSARY)


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """What may be done now; to concede is not among it."""
    if seat != EMISSARY or s.phase >= DRAWING:
        return no_actions()
    if s.phase == VISITING:
        return second_word(powers.unvisited(s) << (VISIT - 64) | np.int64(s.down) << (powers.REFRESH - 64))
    if s.power != NONE:
        return powers.legal(s)
    helps = powers.selectable(s) << (powers.SELECT - 64) | powers.usable(s) << (powers.POWER - 64)
    if s.phase == BETWEEN:
        return second_word(helps | bit(LEAD - 64))
    follow = s.hands[0] & lane(s.trick[RULER] >> 4)
    return (follow if follow else s.hands[0], helps, NOTHING, NOTHING)


def why(v: State, seat: Seat, action: Action) -> Reason | None:
    """The ruler's suit must be followed (V6); each kingdom is won once (V1)."""
    if action < VISIT:
        return must_follow(powers.DECK, int(v.trick[RULER]) >> 4)
    if v.phase == VISITING and action < powers.SWAP and v.rulers[action - VISIT] == NONE:
        return Reason("won")
    return powers.why(v, action)


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Do `action`."""
    if action < VISIT:
        answer(s, action)
    elif action == LEAD:
        lead_next(s)
    elif action >= powers.SWAP:
        powers.play(s, action)
    else:
        s.kingdom = action - VISIT
        s.trump = s.rulers[s.kingdom] >> 4
        s.phase = BETWEEN
    look_whether_over(s)


# ---- who takes it ----
@kernel
def lead_next(s: State) -> None:
    """The ruler leads the next card of the stock."""
    s.phase = LEADING
    if s.in_stock:
        s.trick[RULER] = powers.next_card(s)
        s.phase = ANSWERING


@kernel
def answer(s: State, card: Card) -> None:
    """Answer the ruler's card; who wins is told in V7, where the cards go in V8 and V9."""
    led = s.trick[RULER]
    won = card > led if card >> 4 == led >> 4 else card >> 4 == s.trump
    s.hands[0] ^= bit(card)
    s.held[0] -= 1
    s.pile |= bit(card) if won else NOTHING
    s.discards |= bit(led) if won else bit(led) | bit(card)
    s.tricks[0] += won
    s.trick_no += 1
    s.last[EMISSARY], s.last[RULER] = card, led
    s.last_winner = EMISSARY if won else RULER
    s.trick[RULER] = NONE
    powers.go_on(s)


@kernel
def chance(s: State, rng: Rng) -> None:
    """An empty stock is made of the discards (J6)."""
    powers.reshuffle(s, rng)
    go_on(s)


def chance_play(s: State, code: str) -> None:
    """Make just this stock.  Raises NotationError."""
    powers.lay_as_told(s, code)
    go_on(s)


@kernel
def go_on(s: State) -> None:
    """There is a stock again: on with what has waited for it."""
    if s.phase == DRAWING:
        powers.draw(s)
    else:
        lead_next(s)
    look_whether_over(s)


# ---- what it is worth ----
@kernel
def look_whether_over(s: State) -> None:
    """The visit is over when the hand is empty, or no card is left for the ruler (V11, gaps 10 and 11)."""
    nothing_left = s.phase == BETWEEN and s.in_stock == 0 and not s.discards
    if nothing_left or ((s.phase == BETWEEN or s.phase == ANSWERING) and s.held[0] == 0):
        end(s)


@kernel
def end(s: State) -> None:
    """Compare the tricks with the number of the kingdom (E1, E6)."""
    hard = s.difficulty == HARD and s.advisor_timing == powers.SEED_WINDOW
    s.phase = OVER
    if s.tricks[0] == s.kingdom + 1 and not (hard and s.selected):
        s.success = True
        s.reached += 1
        s.won |= bit(s.rulers[s.kingdom])
        s.rulers[s.kingdom] = NONE
    else:
        s.lost = True


@kernel
def concede(s: State, seat: Seat) -> None:
    """Give up: the match is lost at once."""
    s.phase = OVER
    s.lost = True


@kernel
def finished(s: State) -> bool:
    """Is the match lost, or every kingdom won?"""
    return s.lost or s.reached == KINGDOMS


@kernel
def score(s: State, points: np.ndarray) -> None:
    """A kingdom is worth a kingdom, its ruler and going on; a ruler used is one less."""
    points[EMISSARY] = KINGDOMS * s.success - s.used


def total(s: State) -> int:
    """Kingdoms won and rulers not used (E8)."""
    return int(s.reached) + int(popcount(s.won))


def outcome(s: State) -> Outcome:
    """Won with all eight kingdoms."""
    return Outcome([total(s)], [EMISSARY] if s.reached == KINGDOMS else [], draw=False)


def result(s: State) -> dict[str, Any]:
    """`result` of the record."""
    trump = powers.DECK.suits[s.trump] if s.trump != OPEN else None
    return {"kingdom": powers.number(s), "trump": trump, "tricks": int(s.tricks[0]), "success": bool(s.success)}


def ending(s: State) -> str:
    """How the visit ended: its kingdom is won, or why it is not."""
    if s.success:
        return "visit"
    nothing_left = s.in_stock == 0 and not s.discards and s.trick[RULER] == NONE
    if s.power != NONE or (s.held[0] and not nothing_left):
        return "conceded"
    short = int(s.kingdom) + 1 - int(s.tricks[0])
    return "unused" if short == 0 else "too_few" if short > 0 else "too_many"


def meaning(s: State, seat: Seat) -> Meaning:
    """The kingdom, and whether it is won."""
    how, won = ending(s), bool(s.success)
    told: dict[str, int | str] = {"kingdom": int(s.kingdom) + 1, "tricks": int(s.tricks[0])}
    if how == "unused":
        told["cards"] = " ".join(powers.jacks(s.selected))
    return Meaning(how, told, good=won, won=won)


def places(s: State) -> list[Place]:
    """Where each card of the deck went."""
    rulers: Place = "extra:rulers" if s.deals == 1 else "unused"
    plain: list[Place] = [EMISSARY] * int(s.held[0]) + ["stock"] * int(s.in_stock)
    others = iter(plain)
    return [rulers if int(s.ruler_places) >> i & 1 else next(others) for i in range(len(plain) + KINGDOMS)]


def extra(s: State) -> dict[str, Any]:
    """Rulers won and not used; after the first deal also those who are left where they are."""
    won = {"won": [powers.DECK.names[card] for card in members(s.won)]}
    return won if s.deals == 1 else won | {"rulers": powers.rulers_named(s)}


# ---- what a seat cannot see ----
@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """Shuffle what is left of the stock; nothing else is hidden."""
    rest = PLAIN & ~(s.hands[0] | s.discards | s.pile)
    if s.trick[RULER] != NONE:
        rest &= ~bit(s.trick[RULER])
    stock.fill(s, rest, rng)


# ---- the table ----
GAME = game(
    State,
    players=1,
    deck=powers.DECK,
    codes=powers.CODES | {VISIT + k: f"visit:{k + 1}" for k in range(KINGDOMS)} | {LEAD: "lead"},
    picture=("CK", "DQ", "HK", "SQ"),
    phase=lambda s: ("visit", "power", "play", "discard", "swap", "power", "power", "over")[s.phase],
    unit=Unit("kingdoms", 1.0),  # that the emissary still wins: what its plan counts
    span=Span(whole=True),  # eight kingdoms are one story
    sealed=lambda s, seat, action: action >= powers.DISCARD,  # face down: who only watches has not seen it
    zones=(
        powers.KINGDOMS_SHOWN,
        Hands("hands", "held", trump="trump"),
        Trick("trick", "lead", "last", "lead", "last_winner", follow=lambda v: v.trick[RULER] >> 4, others=1),
        Trump("trump"),
        stock.PILE,
        Pile(lambda v, seat: int(popcount(v.discards)), "discards"),
        Taken("tricks"),
        # Who only watches has not seen the discards.
        Memory(lambda v, seat: [v.pile if seat is None else v.discards | v.pile], on="show_seen_cards"),
    ),
    asks=(
        *(Ask(prefix, "drawing", "bar") for prefix in ("visit", "swap", "power", "select", "refresh")),
        Ask("lead", "announce", "bar"),  # no question where nothing else can be done
    ),
    badges=(
        BadgeSpec("score", "number", lambda v: [total(v)]),
        BadgeSpec("tricks", "number", "tricks", of=lambda v, seat, p: powers.number(v)),
    ),
    sheet=Sheet(("kingdom", "tricks", "success")),
    presets={
        "seed": {},
        "between": BETWEEN_TRICKS,
        "published": BETWEEN_TRICKS | {"diplomacy_refill": False, "politics_block": "last_remaining"},
    },
)
