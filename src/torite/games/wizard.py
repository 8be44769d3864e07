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

from typing import Any

import numpy as np

from torite.cards.actions import Action, Actions, card_actions, no_actions, second_word
from torite.cards.assign import assign
from torite.cards.bits import bit, popcount
from torite.cards.deck import Deck, after, before, lane
from torite.cards.kernel import Card, Mask, Rng, Seat, State, Suit, kernel
from torite.cards.rng import below
from torite.games.game import Ask, Game, Option, Outcome, Place, Sheet, on_off
from torite.games.scene import Meaning, Reason
from torite.games.state import HEADER, Layout, by_seat, public
from torite.games.why import must_follow
from torite.games.zones import NONE, OPEN, BadgeSpec, Hands, Pile, Taken, Trick, Trump, sort_hand

SEATS = 6
RANKS = 13
JESTER, WIZARD = RANKS, RANKS + 1  # ranks
BID, TRUMP = 64, 96  # actions
CHOOSE_TRUMP, BIDDING, PLAYING, OVER = range(4)  # phases

DECK = Deck(
    "wizard",
    "RYGB",
    {s << 4 | r: f"{suit}{r + 1}" for s, suit in enumerate("RYGB") for r in range(RANKS)}
    | {s << 4 | JESTER: f"N{s + 1}" for s in range(4)}
    | {s << 4 | WIZARD: f"Z{s + 1}" for s in range(4)},
)
FULL = len(DECK.cards)
ALL_CARDS = np.int64(sum(1 << int(card) for card in DECK.cards))
SPECIALS = np.int64(sum(1 << (s << 4 | r) for s in range(4) for r in (JESTER, WIZARD)))

OPTIONS = (
    on_off("notequal", False, excludes=("hiddentip",)),
    on_off("hiddentip", False, excludes=("notequal",)),
    Option("tie", ("shared", "extra_round", "exact_bids"), "shared"),
    on_off("quick_ok", False),
)
NOTEQUAL, HIDDENTIP, TIE = range(3)  # places in `options`
EXTRA_ROUND, EXACT_BIDS = 1, 2  # values of TIE

STATE = Layout(
    *HEADER,
    public("phase", np.int8),
    public("cards_each", np.int8),  # cards dealt to each seat this round
    by_seat("hands", np.int64, SEATS),  # cards held
    public("held", np.int8, SEATS),  # number of cards held
    public("turned", np.int8),  # card turned up, NONE in the last round
    public("trump", np.int8),  # suit, NONE = no trump, OPEN = the dealer has still to choose
    public("bids", np.int8, SEATS),  # NONE = none yet, or still sealed
    by_seat("sealed", np.int8, SEATS),  # own bid under `hiddentip`, NONE = none yet
    public("has_bid", np.int64),  # seats whose bid is in, sealed or not
    public("lead", np.int8),  # seat that leads this trick
    public("follow", np.int8),  # suit to follow, NONE = none named yet, OPEN = a Wizard has freed the trick
    public("best", np.int8),  # seat that wins this trick so far
    public("strength", np.int8),  # power of its card, NONE = no card yet
    public("trick", np.int8, SEATS),  # card of each seat to this trick, NONE
    public("last", np.int8, SEATS),  # the finished trick, by seat
    public("last_lead", np.int8),
    public("last_winner", np.int8),  # NONE = no trick finished in this round
    public("seen", np.int64),  # cards that everybody has seen in this round, the turned one included
    public("void", np.int8, SEATS),  # bit s = the seat once failed to follow suit s
    public("tricks", np.int8, SEATS),  # won this round
    public("points", np.int16, SEATS),  # of the round just ended
    public("scores", np.int32, SEATS),  # running totals
    public("exact", np.int16, SEATS),  # rounds with an exact bid
)


@kernel
def start(s: State, players: int, first: Seat) -> None:
    """A new match; `first` deals the first round."""
    s.players = players
    s.deals = 0
    s.dealer = before(first, players)
    s.scores[:] = 0
    s.exact[:] = 0
    s.phase = OVER


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """The next round: deck int8[60], dealt singly from the dealer's left, then the turned card, then the stock."""
    n = s.players
    s.deals += 1
    s.dealer = after(s.dealer, n)
    s.cards_each = min(s.deals, FULL // n)
    s.hands[:] = 0
    s.held[:] = 0
    seat = forehand = after(s.dealer, n)
    for i in range(s.cards_each * n):
        s.hands[seat] |= bit(deck[i])
        seat = after(seat, n)
    s.held[:n] = s.cards_each
    s.seen = 0
    s.turned = NONE
    s.trump = NONE
    if s.cards_each * n < FULL:
        s.turned = deck[s.cards_each * n]
        s.seen = bit(s.turned)
        if s.turned & 15 == WIZARD:
            s.trump = OPEN
        elif s.turned & 15 != JESTER:
            s.trump = s.turned >> 4
    s.phase = CHOOSE_TRUMP if s.trump == OPEN else BIDDING
    s.turn = s.dealer if s.trump == OPEN else forehand
    s.lead = forehand
    s.follow = NONE
    s.best = s.strength = NONE
    s.bids[:] = NONE
    s.sealed[:] = NONE
    s.has_bid = 0
    s.trick[:] = NONE
    s.last[:] = NONE
    s.last_lead = s.last_winner = NONE
    s.void[:] = 0
    s.tricks[:] = 0
    s.points[:] = 0


@kernel
def actors(s: State) -> Mask:
    """Seats that may act; several while sealed bids are being made."""
    if s.phase == OVER:
        return np.int64(0)
    if s.phase == BIDDING and s.options[HIDDENTIP]:
        return ((np.int64(1) << np.int64(s.players)) - 1) & ~s.has_bid
    return bit(s.turn)


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """What `seat` may do; nothing if it may not act."""
    if not actors(s) & bit(seat):
        return no_actions()
    if s.phase == PLAYING:
        return card_actions(legal_cards(s, seat))
    if s.phase == BIDDING:
        return second_word(legal_bids(s))
    return second_word(np.int64(0b1111) << (TRUMP - 64))


@kernel
def legal_bids(s: State) -> Mask:
    bids = (np.int64(1) << np.int64(s.cards_each + 1)) - 1
    last = popcount(s.has_bid) == s.players - 1
    if last and s.options[NOTEQUAL] and not s.options[HIDDENTIP]:
        rest = s.cards_each
        for p in range(s.players):
            rest -= max(0, s.bids[p])
        if rest >= 0:
            bids &= ~bit(rest)
    return bids


@kernel
def legal_cards(s: State, seat: Seat) -> Mask:
    hand = s.hands[seat]
    if s.follow < 0:
        return hand
    ordinary = hand & lane(s.follow) & ~SPECIALS
    return ordinary | (hand & SPECIALS) if ordinary else hand


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Do `action` for `seat`.  Not checked: the caller picks it from `legal(s, seat)`."""
    if s.phase == PLAYING:
        _play_card(s, seat, action)
    elif s.phase == BIDDING:
        _play_bid(s, seat, action - BID)
    else:
        s.trump = action - TRUMP
        s.phase = BIDDING
        s.turn = s.lead


@kernel
def _play_bid(s: State, seat: Seat, bid: int) -> None:
    s.has_bid |= bit(seat)
    if s.options[HIDDENTIP]:
        s.sealed[seat] = bid
    else:
        s.bids[seat] = bid
        s.turn = after(seat, s.players)
    if popcount(s.has_bid) == s.players:
        if s.options[HIDDENTIP]:
            for p in range(s.players):
                s.bids[p] = s.sealed[p]
        s.phase = PLAYING
        s.turn = s.lead


@kernel
def _play_card(s: State, seat: Seat, card: Card) -> None:
    s.hands[seat] ^= bit(card)
    s.held[seat] -= 1
    s.seen |= bit(card)
    rank, suit = card & 15, card >> 4
    if s.follow == NONE:
        s.follow = suit if rank < RANKS else OPEN if rank == WIZARD else NONE
    elif s.follow >= 0:
        s.void[seat] |= (rank < RANKS and suit != s.follow) << s.follow
    s.trick[seat] = card
    strength = power(card, s.trump, s.follow)
    best, highest = s.best, s.strength  # read in any case: a branch could not be predicted
    s.best = seat if strength > highest else best
    s.strength = max(strength, highest)
    s.turn = after(seat, s.players)
    if s.turn == s.lead:
        _take(s)


@kernel
def power(card: Card, trump: Suit, follow: Suit) -> int:
    """Strength of a card in its trick; of equals the one played first wins (P8)."""
    rank, suit = card & 15, card >> 4
    special = 64 if rank == WIZARD else 0
    plain = 32 + rank if suit == trump else 16 + rank if suit == follow else 0
    return plain if rank < RANKS else special


@kernel
def _take(s: State) -> None:
    """Give the full trick to the seat that wins it; after the last one count the round."""
    winner = s.best
    s.tricks[winner] += 1
    for p in range(s.players):
        s.last[p] = s.trick[p]
        s.trick[p] = NONE
    s.last_lead = s.lead
    s.last_winner = s.lead = s.turn = winner
    s.follow = s.strength = NONE
    if s.held[winner] == 0:
        _count(s)


@kernel
def _count(s: State) -> None:
    s.phase = OVER
    for p in range(s.players):
        won, bid = np.int64(s.tricks[p]), np.int64(s.bids[p])  # ten times an int8 wraps outside kernels
        if won == bid:
            s.points[p] = 20 + 10 * won
            s.exact[p] += 1
        else:
            s.points[p] = -10 * abs(won - bid)
        s.scores[p] += s.points[p]


@kernel
def finished(s: State) -> bool:
    """After a round: is the match over?"""
    if s.deals < FULL // s.players:
        return False
    best, at_top = s.scores[0], 0
    for p in range(s.players):
        best = max(best, s.scores[p])
    for p in range(s.players):
        at_top += s.scores[p] == best
    return s.options[TIE] != EXTRA_ROUND or at_top == 1


@kernel
def score(s: State, points: np.ndarray) -> None:
    """The points of the round, by seat."""
    for p in range(s.players):
        points[p] = s.points[p]


@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """Fill the other hands and sealed bids of a view of `seat`.

    A hand lacks the suits in which its seat has shown a void; Wizards and Jesters prove nothing.  Sealed bids of
    others are drawn evenly.
    """
    n = s.players
    unseen = ALL_CARDS & ~s.seen & ~s.hands[seat]
    admits = np.empty(FULL, np.int64)
    drawn = np.empty(FULL, np.int8)
    place = 0
    for p in range(n):
        barred = np.int64(0)
        for suit in range(4):
            if s.void[p] >> suit & 1:
                barred |= lane(suit) & ~SPECIALS
        for _ in range(s.held[p] if p != seat else 0):
            admits[place] = unseen & ~barred
            place += 1
    if not assign(admits, place, unseen, drawn, rng):
        return
    place = 0
    for p in range(n):
        for _ in range(s.held[p] if p != seat else 0):
            s.hands[p] |= bit(drawn[place])
            place += 1
    for p in range(SEATS):
        if p != seat:
            s.sealed[p] = s.bids[p] if s.options[HIDDENTIP] else NONE
            if s.phase == BIDDING and s.options[HIDDENTIP] and s.has_bid & bit(p):
                s.sealed[p] = below(rng, s.cards_each + 1)


def result(s: State) -> dict[str, Any]:
    """`result` of the record."""
    n = int(s.players)
    return {
        "trump": None if s.trump == NONE else DECK.suits[s.trump],
        "bids": s.bids[:n].tolist(),
        "tricks": s.tricks[:n].tolist(),
        "points": s.points[:n].tolist(),
        "scores": s.scores[:n].tolist(),
    }


def meaning(s: State, seat: Seat) -> Meaning:
    """Bid and tricks."""
    bid, tricks = int(s.bids[seat]), int(s.tricks[seat])
    return Meaning("bid", {"bid": bid, "tricks": tricks, "gain": int(s.points[seat])}, good=bid == tricks)


def outcome(s: State) -> Outcome:
    """Most points win; under `exact_bids` the tied with most exact bids."""
    scores = s.scores[: s.players].tolist()
    winners = [p for p, total in enumerate(scores) if total == max(scores)]
    if s.options[TIE] == EXACT_BIDS:
        most = max(s.exact[p] for p in winners)
        winners = [p for p in winners if s.exact[p] == most]
    return Outcome(scores, winners, draw=False)


def places(s: State) -> list[Place]:
    """Where each card of the deck went."""
    n, each = int(s.players), int(s.cards_each)
    dealt: list[Place] = [(int(s.dealer) + 1 + i) % n for i in range(n * each)]
    turned: list[Place] = ["turned"] if s.turned != NONE else []
    stock: list[Place] = ["stock"] * (FULL - len(dealt) - len(turned))
    return dealt + turned + stock


def why(v: State, seat: Seat, action: Action) -> Reason | None:
    """The suit to follow (P3), the tricks there are (B1), the sum of the bids (B4)."""
    if action < BID:
        return must_follow(DECK, int(v.follow))
    if v.phase != BIDDING or action >= TRUMP:
        return None
    many = action - BID > v.cards_each
    return Reason("too_many", {"most": int(v.cards_each)}) if many else Reason("not_equal", {"value": action - BID})


def bid_of(v: State, viewer: Seat | None, p: Seat) -> int | None:
    """Bid of seat p as far as the viewer may know it; None = none yet, or sealed."""
    bid = int(v.bids[p])
    if bid == NONE and p == viewer:
        bid = int(v.sealed[p])
    return None if bid == NONE else bid


def is_sealed(v: State, viewer: Seat | None, p: Seat) -> bool:
    """Has seat p bid without the viewer knowing what?"""
    return bool(v.has_bid >> p & 1) and bid_of(v, viewer, p) is None


def projected(v: State, viewer: Seat | None, p: Seat) -> int | None:
    """Total of seat p if the round ended with its present number of tricks (U5); None = no bid known."""
    bid, won = bid_of(v, viewer, p), int(v.tricks[p])
    if bid is None:
        return None
    if v.phase == OVER:
        return int(v.scores[p])
    return int(v.scores[p]) + (20 + 10 * won if won == bid else -10 * abs(won - bid))


def sort_wizards(deck: Deck, cards: list[int], trump: int) -> list[int]:
    """Wizards, then trump, then suit by suit, Jesters last."""
    special = {WIZARD: -1, JESTER: 1}
    return sorted(sort_hand(deck, cards, trump), key=lambda card: special.get(card & 15, 0))


GAME = Game(
    name="wizard",
    players=(3, SEATS),
    deck=DECK,
    state=STATE,
    codes=DECK.names
    | {BID + bid: f"bid:{bid}" for bid in range(FULL // 3 + 1)}
    | {TRUMP + suit: f"trump:{letter}" for suit, letter in enumerate(DECK.suits)},
    start=start,
    deal=deal,
    actors=actors,
    legal=legal,
    play=play,
    finished=finished,
    score=score,
    determinize=determinize,
    result=result,
    outcome=outcome,
    meaning=meaning,
    places=places,
    why=why,
    phase=lambda s: ("trump", "bid", "play", "over")[s.phase],
    deals=lambda s: max(FULL // int(s.players), int(s.deals)),
    sealed=lambda s, seat, action: bool(s.phase == BIDDING and s.options[HIDDENTIP]),
    zones=(
        Hands("hands", "held", trump="trump", sort=sort_wizards),
        Trick("trick", "lead", "last", "last_lead", "last_winner", follow="follow"),
        Trump("trump", "turned"),
        Pile(lambda v, seat: FULL - int(v.cards_each) * int(v.players) - (v.turned != NONE), "stock"),
        Taken("tricks"),
    ),
    badges=(
        BadgeSpec("score", "score", "scores", of=projected, hidden=is_sealed),
        BadgeSpec("bid", "fraction", "tricks", of=bid_of, hidden=is_sealed),
    ),
    asks=(Ask("bid", "number", "sheet"), Ask("trump", "suit", "popup")),
    sheet=Sheet(("bids", "tricks", "points"), total="scores", exact=("bids", "tricks")),
    options=OPTIONS,
    presets={
        "seed": {},
        "notequal": {"notequal": True},
        "hiddentip": {"hiddentip": True},
    },
)
