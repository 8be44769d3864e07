"""Wizard: say how many tricks you will win, 3 to 6 players, one card more every round.

Rules: the Japanese manual of an online table (shared/rules/wizard.md; the ids below are its paragraphs).
  * 60 cards: four suits of 1..13, four Wizards (Z) and four Jesters (N).  Round r deals r cards to each (D1).
  * A card is turned up for trump (D2); Wizard: the dealer chooses (D3); Jester, or nothing left: no trump (D4, D5).
  * Bids 0..r from the dealer's left, dealer last (B1, B2).  Option `notequal`: the last bid may not make the sum
    r (B4).  Option `hiddentip`: all bid at once, revealed together (B5); `notequal` is then ignored (gap 4).
  * The suit of the first ordinary card must be followed; Wizards and Jesters may always be played (P3, P4).  A Wizard
    before any ordinary card frees the trick (P5-P7).
  * First Wizard, else highest trump, else highest of the suit to follow, else the first Jester (P8).
  * Exact bid: 20 + 10 a trick, else -10 a trick of difference (S1).  Highest total wins (S2); ties: option `tie`.

Card: suit R, Y, G, B = 0..3; rank 0..12 = 1..13, rank 13 = Jester, rank 14 = Wizard, one of each in every lane.
Actions: 0..63 cards, 64 + n = bid n, 96 + suit = trump.
"""

import numpy as np

from torite.cards.actions import Action, Actions, card_actions, no_actions, second_word
from torite.cards.bits import bit
from torite.cards.deck import Deck, after, lane
from torite.cards.kernel import Card, Mask, Rng, Seat, Suit, kernel
from torite.games.fields import Count, Each, option
from torite.games.game import Ask, Outcome, Sheet, Span, Unit
from torite.games.kits import bids, scores, sealed_bids, tricks, turned
from torite.games.page import game
from torite.games.redeal import redeal_but
from torite.games.scene import Reason
from torite.games.state import public
from torite.games.why import must_follow
from torite.games.zones import NONE, OPEN, BadgeSpec, sort_hand

RANKS, JESTER, WIZARD = 13, 13, 14  # how many ranks are ordinary; the two others
TRUMP = 96  # actions
CHOOSE_TRUMP, BIDDING, PLAYING, OVER = range(4)  # phases
SHARED, EXTRA_ROUND, EXACT_BIDS = range(3)  # values of `tie`

DECK = Deck(
    "wizard",
    "RYGB",
    {s << 4 | r: f"{suit}{r + 1}" for s, suit in enumerate("RYGB") for r in range(RANKS)}
    | {s << 4 | r: f"{sign}{s + 1}" for r, sign in ((JESTER, "N"), (WIZARD, "Z")) for s in range(4)},
)
FULL = len(DECK.cards)
SPECIALS = np.int64(sum(1 << (s << 4 | r) for s in range(4) for r in (JESTER, WIZARD)))


class State(turned.State, tricks.Contested, sealed_bids.State, scores.State):
    """What lies on the table; `trump` is OPEN while the dealer has still to choose."""

    phase: Count = public(OVER)
    follow: Suit = public(NONE)  # suit to follow, NONE = none named yet, OPEN = a Wizard has freed the trick
    exact: Each[int] = public(of="match")  # rounds with an exact bid
    notequal: bool = option(False, excludes=("hiddentip",))
    at_once: bool = option(False, name="hiddentip", excludes=("notequal",))
    tie: int = option(("shared", "extra_round", "exact_bids"), "shared")
    quick_ok: bool = option(False)


# ---- deal and trump ----
@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """Round r: r cards each, then one is turned up, as long as any is left (D1-D5)."""
    turned.deal(s, deck, min(s.deals, FULL // s.players))
    s.phase = BIDDING
    if s.turned != NONE and s.turned & 15 == WIZARD:
        s.trump, s.phase, s.turn = OPEN, CHOOSE_TRUMP, s.dealer
    elif s.turned != NONE and s.turned & 15 != JESTER:
        s.trump = s.turned >> 4


# ---- what may be done ----
@kernel
def actors(s: State) -> Mask:
    """Seats that may act; several while sealed bids are being made (B5)."""
    return sealed_bids.waiting(s) if s.phase == BIDDING else bit(s.turn) if s.phase != OVER else np.int64(0)


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """What `seat` may do; nothing if it may not act."""
    if not actors(s) & bit(seat):
        return no_actions()
    if s.phase == PLAYING:
        return card_actions(legal_cards(s, seat))
    return second_word(legal_bids(s) if s.phase == BIDDING else np.int64(0b1111) << np.int64(TRUMP - 64))


@kernel
def legal_bids(s: State) -> Mask:
    """Up to as many as there are cards (B2); under `notequal` the last one may not make the sum that number (B4)."""
    bound = s.notequal and not s.at_once and s.turn == s.dealer
    return bids.not_equal(s, s.each) if bound else bids.up_to(s.each)


@kernel
def legal_cards(s: State, seat: Seat) -> Mask:
    """Who holds the suit to follow plays it, or a Wizard or Jester (P3)."""
    hand = s.hands[seat]
    if s.follow < 0:
        return hand
    ordinary = hand & lane(s.follow) & ~SPECIALS
    return ordinary | (hand & SPECIALS) if ordinary else hand


def why(v: State, seat: Seat, action: Action) -> Reason | None:
    """The suit to follow (P3), the tricks there are (B1), the sum of the bids (B4)."""
    if action < bids.BID:
        return must_follow(DECK, int(v.follow))
    return bids.forbidden(int(v.each), action) if v.phase == BIDDING and action < TRUMP else None


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Play a card, bid, or name trump."""
    if s.phase == PLAYING:
        play_card(s, seat, action)
    elif s.phase == CHOOSE_TRUMP:
        s.trump, s.phase, s.turn = action - TRUMP, BIDDING, s.lead
    elif sealed_bids.bid(s, seat, action):
        s.phase, s.turn = PLAYING, s.lead  # the first bidder leads (P1)


# ---- who takes it ----
@kernel
def play_card(s: State, seat: Seat, card: Card) -> None:
    """The first ordinary card names the suit to follow, unless a Wizard lies there already (P4-P7)."""
    tricks.put(s, seat, card)
    rank, suit = card & 15, card >> 4
    if s.follow == NONE:
        s.follow = suit if rank < RANKS else OPEN if rank == WIZARD else NONE
    elif s.follow >= 0:
        s.void[seat] |= (rank < RANKS and suit != s.follow) << s.follow
    tricks.contend(s, seat, power(card, s.trump, s.follow))
    s.turn = after(seat, s.players)
    if s.turn == s.lead:
        tricks.take(s)
        s.follow = s.strength = NONE
        if s.held[s.lead] == 0:
            count(s)


@kernel
def power(card: Card, trump: Suit, follow: Suit) -> int:
    """Strength of a card in its trick (P8)."""
    rank, suit = card & 15, card >> 4
    special = 64 if rank == WIZARD else 0
    plain = 32 + rank if suit == trump else 16 + rank if suit == follow else 0
    return plain if rank < RANKS else special


# ---- what it is worth ----
@kernel
def count(s: State) -> None:
    """The round is over (S1)."""
    s.phase = OVER
    for p in range(s.players):
        s.points[p] = worth(int(s.bids[p]), int(s.tricks[p]))  # ten times an int8 wraps outside kernels
        s.exact[p] += s.tricks[p] == s.bids[p]
    scores.add_up(s)


@kernel
def worth(bid: int, won: int) -> int:
    """20 and 10 a trick for an exact bid, else 10 less for each trick of difference."""
    return (won == bid) * (20 + 10 * won) - 10 * abs(won - bid)  # a branch could not be predicted


@kernel
def finished(s: State) -> bool:
    """After a round: all 60 cards were dealt, and with `extra_round` one is alone at the top."""
    return s.deals >= FULL // s.players and (s.tie != EXTRA_ROUND or scores.at_top(s) == 1)


def outcome(s: State) -> Outcome:
    """Most points win (S2); under `exact_bids` the tied with most exact bids."""
    return scores.outcome(s, then=s.exact if s.tie == EXACT_BIDS else None)


# ---- what a seat cannot see ----
@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """Deal the unseen cards; Wizards and Jesters prove no void.  Sealed bids are drawn evenly."""
    redeal_but(SPECIALS, s.hands, s.held, s.void, s.pack & ~s.seen, rng)
    sealed_bids.determinize(s, seat, s.each, rng)


# ---- the table ----
def projected(v: State, viewer: Seat | None, p: Seat) -> int | None:
    """Total of seat p if the round ended with its present number of tricks (U5); None = no bid known."""
    bid = sealed_bids.bid_of(v, viewer, p)
    coming = 0 if bid is None or v.phase == OVER else int(worth(bid, int(v.tricks[p])))
    return None if bid is None else int(v.scores[p]) + coming


def sort_wizards(deck: Deck, cards: list[int], trump: int) -> list[int]:
    """Wizards, then trump, then suit by suit, Jesters last."""
    special = {WIZARD: -1, JESTER: 1}
    return sorted(sort_hand(deck, cards, trump), key=lambda card: special.get(card & 15, 0))


GAME = game(
    State,
    players=(3, 6),
    deck=DECK,
    codes=bids.codes(FULL // 3) | {TRUMP + suit: f"trump:{letter}" for suit, letter in enumerate(DECK.suits)},
    phase=lambda s: ("trump", "bid", "play", "over")[s.phase],
    deals=lambda s: max(FULL // int(s.players), int(s.deals)),
    sealed=lambda s, seat, action: bool(s.phase == BIDDING and s.at_once),
    zones=(*tricks.table(follow="follow", sort=sort_wizards), *turned.ZONES),
    badges=(BadgeSpec("score", "score", "scores", of=projected, hidden=sealed_bids.is_sealed), sealed_bids.WON),
    asks=(Ask("bid", "number", "sheet", arrows=True), Ask("trump", "suit", "popup")),
    sheet=Sheet(("bids", "tricks", "points"), total="scores", exact=("bids", "tricks")),
    told=("trump",),
    meaning=bids.met,
    claimable=bids.leads,
    unit=Unit("points", 3.0, lasts=0.5),
    span=Span(first=7),  # with a card or two each there is little to decide
    presets={"seed": {}, "notequal": {"notequal": True}, "hiddentip": {"hiddentip": True}},
)
