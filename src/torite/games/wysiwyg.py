"""WYSIWYG: weigh the hands, bid against each other, then German Whist with an open stock; 2 players.

Rules: Larry Levy, revision of 2007, as a Japanese blog tells it (shared/rules/wysiwyg.md; the ids are its paragraphs).
  * 52 cards, 13 each, alternately from the dealer's opponent; 26 in the stock (D2, D3).
  * Evaluation: A 3, K 2, Q 1, and 1 a card of the longest suit; only the totals are told (E1, E2).
    Base score = own + 10 - opponent's (E3).
  * The lower base score opens (A1; equal: gap 1).  Bid higher, pass or double; a first pass is a bid of 0; a double is
    passed or redoubled (A2-A7).  The last bidder declares, names trump or none, and leads (A8, A9, P1).  Goal = bid +
    base score (A10).
  * Follow suit if you can (P3).  Tricks 1-13: one mark; the winner takes one of the two cards on display, the loser
    the other (P5, P6).  Tricks 14-26: two marks, the last one three (S2, S3).
  * Marks >= goal: declarer scores marks - base.  1 short: 2 for the opponent; more: 5 for every further one.  Doubled
    twice, redoubled four times that (R2-R5).  First to `target` wins (R6).

A deck of 4 n cards is dealt as n each and 2 n in the stock.
Actions, one word each: cards; 64 + n = bid n; 128 + card = take it; 192 pass, double, redouble, trump.
"""

from typing import Any

import numpy as np

from torite.cards.actions import NOTHING, Action, Actions, card_actions, no_actions
from torite.cards.bits import bit, low, nth, popcount
from torite.cards.deck import lane, ranked_deck
from torite.cards.kernel import Card, Mask, Rng, Seat, State, kernel
from torite.cards.rng import below
from torite.games.game import Ask, Game, Option, Outcome, Place, Sheet, Unit, on_off
from torite.games.honours import evaluation, random_rest
from torite.games.scene import Meaning, Reason
from torite.games.state import HEADER, Layout, by_seat, hidden, public
from torite.games.why import must_follow
from torite.games.zones import NONE, OPEN, BadgeSpec, Hands, Pile, Row, Trick, Trump, Widget

SEATS = 2
DECK = ranked_deck("23456789TJQKA")
FULL = len(DECK.cards)
BID, TAKE, PASS = 64, 128, 192  # actions
DOUBLE, REDOUBLE, TRUMP, NO_TRUMP = PASS + 1, PASS + 2, PASS + 3, PASS + 7
HIGHEST_BID = 60
BIDDING, ANSWERING, NAMING, PLAYING, TAKING, OVER = range(6)  # phases
BASE = 10
BONUS = 1  # the discard that the last trick brings
CALLS = HIGHEST_BID + 4  # most calls of an auction

OPTIONS = (
    Option("tie_first_bidder", ("nondealer", "dealer"), "nondealer"),
    on_off("forbid_impossible_bids", False),
    Option("target", tuple(range(10, 201, 10)), 50),
)
TIE, FORBID, TARGET = range(3)  # places in `options`
TIE_NONDEALER = 0  # value of TIE
TARGETS = np.array(OPTIONS[TARGET].values, np.int16)

STATE = Layout(
    *HEADER,
    public("phase", np.int8),
    public("cards", np.int8),  # cards in the deck, a multiple of 4
    public("all_cards", np.int64),  # what the deck consists of
    hidden("deck", np.int8, FULL),  # cards in dealing order; the stock is its second half
    public("turned", np.int8, FULL // 2),  # the stock as far as it has been turned up, NONE = not yet
    public("display", np.int8, 2),  # the two cards to be won, NONE = none
    by_seat("hands", np.int64, SEATS),  # cards held
    public("held", np.int8, SEATS),  # number of cards held
    public("openly", np.int64, SEATS),  # cards taken from the display, by seat
    public("played", np.int64, SEATS),  # cards played, by seat
    public("void", np.int8, SEATS),  # bit s = of the cards dealt to the seat none of suit s is left
    public("evaluation", np.int8, SEATS),  # as announced
    public("bases", np.int8, SEATS),  # base scores; their sum is 20
    public("calls", np.uint8, CALLS),  # the auction in order, 0 = none: 1 + action - BID
    public("called", np.int8),  # number of calls
    public("opener", np.int8),  # seat that called first
    public("bid", np.int8),  # highest bid, NONE = none yet
    public("declarer", np.int8),  # seat that made it, NONE
    public("multiplier", np.int8),  # 1, 2 = doubled, 4 = redoubled
    public("trump", np.int8),  # suit, NONE = no trump, OPEN = not named yet
    public("lead", np.int8),  # seat that leads this trick
    public("trick_no", np.int8),  # tricks finished
    public("trick", np.int8, SEATS),  # card of each seat to this trick, NONE
    public("last", np.int8, SEATS),  # the finished trick, by seat
    public("last_lead", np.int8),
    public("last_winner", np.int8),  # NONE = no trick finished in this deal
    public("marks", np.int8, SEATS),
    public("points", np.int16, SEATS),  # of the deal just ended
    public("scores", np.int32, SEATS),  # running totals
)


@kernel
def start(s: State, players: int, first: Seat) -> None:
    """A new match; `first` deals the first deal."""
    s.players = players
    s.deals = 0
    s.dealer = 1 - first
    s.scores[:] = 0
    s.phase = OVER


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """The next deal: deck int8[4 n], n cards to each seat alternately from the dealer's opponent, then the stock."""
    n = len(deck)
    s.deals += 1
    s.dealer = 1 - s.dealer
    s.phase = BIDDING
    s.cards = n
    s.deck[:] = NONE
    s.hands[:] = 0
    all_cards = np.int64(0)
    for i in range(n):
        s.deck[i] = deck[i]
        all_cards |= bit(deck[i])
    for i in range(0, n >> 1, 2):
        s.hands[1 - s.dealer] |= bit(deck[i])
        s.hands[s.dealer] |= bit(deck[i + 1])
    s.all_cards = all_cards
    s.turned[:] = NONE
    s.display[:] = NONE
    s.held[:] = n >> 2
    s.openly[:] = 0
    s.played[:] = 0
    s.void[:] = 0
    for p in range(SEATS):
        s.evaluation[p] = evaluation(s.hands[p])
    for p in range(SEATS):
        s.bases[p] = s.evaluation[p] + BASE - s.evaluation[1 - p]
    s.calls[:] = 0
    s.called = 0
    s.bid = s.declarer = NONE
    s.multiplier = 1
    s.trump = OPEN
    s.turn = s.opener = s.lead = _opener(s)
    s.trick_no = 0
    s.trick[:] = NONE
    s.last[:] = NONE
    s.last_lead = s.last_winner = NONE
    s.marks[:] = 0
    s.points[:] = 0


@kernel
def _opener(s: State) -> Seat:
    if s.bases[0] != s.bases[1]:
        return 0 if s.bases[0] < s.bases[1] else 1
    return 1 - s.dealer if s.options[TIE] == TIE_NONDEALER else s.dealer + 0


@kernel
def actors(s: State) -> Mask:
    """The seat to act; 0 once the deal is over."""
    return np.int64(0) if s.phase == OVER else bit(s.turn)


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """What `seat` may do; nothing if it is not its turn."""
    if s.phase == OVER or seat != s.turn:
        return no_actions()
    if s.phase == PLAYING:
        return card_actions(_legal_cards(s, seat))
    if s.phase == TAKING:
        return (NOTHING, NOTHING, bit(s.display[0]) | bit(s.display[1]), NOTHING)
    if s.phase == NAMING:
        return calls(NOTHING, np.int64(0b11111) << np.int64(TRUMP - PASS))
    if s.phase == ANSWERING:
        return calls(NOTHING, bit(0) | bit(REDOUBLE - PASS))
    return calls(legal_bids(s, seat), bit(0) | (bit(DOUBLE - PASS) if s.bid != NONE else 0))


@kernel
def calls(bids: Mask, others: Mask) -> Actions:
    return (NOTHING, np.int64(bids), NOTHING, np.int64(others))


@kernel
def legal_bids(s: State, seat: Seat) -> Mask:
    """Bit n = bid n."""
    top = min(HIGHEST_BID, most_marks(s) - s.bases[seat]) if s.options[FORBID] else HIGHEST_BID
    return bit(top + 1) - bit(s.bid + 1) if top > s.bid else np.int64(0)


@kernel
def most_marks(s: State) -> int:
    """Marks of all tricks together: 1 each in the first half, 2 each in the second, one discard; 40 in a full deal."""
    return 3 * (s.cards >> 2) + BONUS


@kernel
def _legal_cards(s: State, seat: Seat) -> Mask:
    hand = s.hands[seat]
    if seat == s.lead:
        return hand
    follow = hand & lane(s.trick[s.lead] >> 4)
    return follow if follow else hand


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Do `action` for `seat`.  Not checked: the caller picks it from `legal(s, seat)`."""
    if s.phase == PLAYING:
        _play_card(s, seat, action)
    elif s.phase == TAKING:
        _take(s, seat, action - TAKE)
    elif s.phase == NAMING:
        s.trump = NONE if action == NO_TRUMP else action - TRUMP
        s.phase = PLAYING
        _turn_up(s)
    else:
        _call(s, seat, action)


# ---- the auction ----
@kernel
def _call(s: State, seat: Seat, action: Action) -> None:
    s.calls[s.called] = 1 + action - BID
    s.called += 1
    s.turn = 1 - seat
    if action < TAKE or s.bid == NONE:  # to pass at first is to bid 0 (A5)
        s.bid = action - BID if action < TAKE else 0
        s.declarer = seat
    elif action == DOUBLE:
        s.multiplier = 2
        s.phase = ANSWERING
    else:
        s.multiplier = 4 if action == REDOUBLE else s.multiplier
        s.phase = NAMING
        s.turn = s.lead = s.declarer


# ---- the tricks ----
@kernel
def _turn_up(s: State) -> None:
    """The next two cards of the stock are displayed, if there are any left."""
    at, half = 2 * s.trick_no, s.cards >> 1
    for i in range(2):
        s.display[i] = NONE
        if at < half:
            s.display[i] = s.turned[at + i] = s.deck[half + at + i]


@kernel
def _play_card(s: State, seat: Seat, card: Card) -> None:
    s.hands[seat] ^= bit(card)
    s.held[seat] -= 1
    s.played[seat] |= bit(card)
    s.trick[seat] = card
    s.turn = 1 - seat
    if seat != s.lead:
        led = s.trick[s.lead]
        s.void[seat] |= (card >> 4 != led >> 4) << (led >> 4)
        _end_trick(s, seat if beats(card, led, s.trump) else 1 - seat)


@kernel
def beats(card: Card, led: Card, trump: int) -> bool:
    """Does the card played second win (P4)?"""
    return card > led if card >> 4 == led >> 4 else card >> 4 == trump


@kernel
def _end_trick(s: State, winner: Seat) -> None:
    for p in range(SEATS):
        s.last[p] = s.trick[p]
        s.trick[p] = NONE
    s.last_lead = s.lead
    s.last_winner = s.lead = s.turn = winner
    s.trick_no += 1
    if s.display[0] != NONE:
        s.marks[winner] += 1
        s.phase = TAKING
    else:
        s.marks[winner] += 2
        if s.held[winner] == 0:
            s.marks[winner] += BONUS
            count(s)


@kernel
def _take(s: State, seat: Seat, card: Card) -> None:
    other = s.display[0] + s.display[1] - card
    _gain(s, seat, card)
    _gain(s, 1 - seat, other)
    s.phase = PLAYING
    _turn_up(s)


@kernel
def _gain(s: State, seat: Seat, card: Card) -> None:
    s.hands[seat] |= bit(card)
    s.openly[seat] |= bit(card)
    s.held[seat] += 1


@kernel
def goal(s: State) -> int:
    """Marks that the highest bidder needs (A10)."""
    return np.int64(s.bid) + s.bases[s.declarer]


@kernel
def count(s: State) -> None:
    s.phase = OVER
    declarer = s.declarer
    short = goal(s) - s.marks[declarer]
    if short <= 0:
        s.points[declarer] = s.multiplier * np.int64(s.marks[declarer] - s.bases[declarer])
    else:
        s.points[1 - declarer] = s.multiplier * (2 if short == 1 else 5 * (short - 1))
    for p in range(SEATS):
        s.scores[p] += s.points[p]


@kernel
def finished(s: State) -> bool:
    """After a deal: has somebody reached the target?"""
    return max(s.scores[0], s.scores[1]) >= TARGETS[s.options[TARGET]]


@kernel
def score(s: State, points: np.ndarray) -> None:
    """The points of the deal less the opponent's: one of the two has 0."""
    points[0] = s.points[0] - s.points[1]
    points[1] = -points[0]


@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """Fill the deck and the other hand of a view of `seat`.

    What the opponent took from the display is known.  The unknown rest of the cards dealt to it lacks the suits of
    which it has shown a void, and makes the whole dealt hand count exactly what was announced (E2).  After trick 12
    nothing is unknown.
    """
    other, half = 1 - seat, s.cards >> 1
    own = (s.hands[seat] | s.played[seat]) & ~s.openly[seat]
    dealt = s.played[other] & ~s.openly[other]
    unseen = s.all_cards & ~own & ~dealt & ~s.openly[0] & ~s.openly[1]
    for i in range(2):
        unseen &= ~bit(s.display[i]) if s.display[i] != NONE else np.int64(-1)
    barred = np.int64(0)
    for suit in range(4):
        barred |= lane(suit) if s.void[other] >> suit & 1 else 0
    missing = (half >> 1) - popcount(dealt)
    dealt |= random_rest(dealt, unseen & ~barred, missing, s.evaluation[other], rng)
    s.hands[other] = (dealt | s.openly[other]) & ~s.played[other]
    s.deck[:] = NONE
    _lay(s, 0 if seat != s.dealer else 1, own)
    _lay(s, 1 if seat != s.dealer else 0, dealt)
    left = unseen & ~dealt
    many = popcount(left)
    for i in range(half):
        s.deck[half + i] = s.turned[i]
        if s.turned[i] == NONE:
            card = nth(left, below(rng, many))
            s.deck[half + i] = card
            left ^= bit(card)
            many -= 1


@kernel
def _lay(s: State, at: int, hand: Mask) -> None:
    """A dealt hand into every second place of the deck."""
    while hand:
        s.deck[at] = low(hand)
        at += 2
        hand &= hand - 1


def result(s: State) -> dict[str, Any]:
    """`result` of the record."""
    return {
        "bases": s.bases.tolist(),
        "declarer": int(s.declarer),
        "bid": int(s.bid),
        "trump": None if s.trump == NONE else DECK.suits[s.trump],
        "goal": int(goal(s)),
        "marks": s.marks.tolist(),
        "multiplier": int(s.multiplier),
        "points": s.points.tolist(),
        "scores": s.scores.tolist(),
    }


def meaning(s: State, seat: Seat) -> Meaning:
    """What the highest bidder needed and took, and what it brought."""
    own, declarer = int(s.points[seat] - s.points[1 - seat]), int(s.declarer)
    needed: dict[str, int | str] = {"goal": int(goal(s)), "marks": int(s.marks[declarer]), "gain": own}
    if seat == declarer:
        return Meaning("own_bid", needed, good=own > 0)
    return Meaning("bid", needed | {"who": str(declarer)}, good=own > 0)


def outcome(s: State) -> Outcome:
    """The one who has reached the target."""
    scores = s.scores.tolist()
    return Outcome(scores, [p for p in range(SEATS) if scores[p] == max(scores)], draw=False)


def places(s: State) -> list[Place]:
    """Where each card of the deck went."""
    half, dealer = int(s.cards) // 2, int(s.dealer)
    dealt: list[Place] = [dealer if i % 2 else 1 - dealer for i in range(half)]
    stock: list[Place] = ["stock"] * half
    return dealt + stock


# ---- the table ----
def contract(v: State, viewer: Seat | None) -> dict[str, Any]:
    """Every call so far, seat and code; what the highest bid demands, and how far its bidder is."""
    codes = [GAME.codes[BID - 1 + int(call)] for call in v.calls[: v.called]]
    return {
        "calls": [[(int(v.opener) + i) % SEATS, code] for i, code in enumerate(codes)],
        "declarer": None if v.declarer == NONE else int(v.declarer),
        "bid": None if v.bid == NONE else int(v.bid),
        "multiplier": int(v.multiplier),
        "goal": goal_so_far(v, viewer),
        "needed": needed(v, viewer),
        "prospect": prospect(v, viewer),
        "marks": v.marks.tolist(),
        "most": int(most_marks(v)),
        "limit": highest_sensible(v, viewer),
    }


def goal_so_far(v: State, viewer: Seat | None) -> int | None:
    """Goal that the highest bid means."""
    return None if v.bid == NONE else int(goal(v))


def needed(v: State, viewer: Seat | None) -> int | None:
    """Marks that the declarer still needs."""
    return None if v.bid == NONE else max(0, int(goal(v)) - int(v.marks[v.declarer]))


def prospect(v: State, viewer: Seat | None) -> str | None:
    """Can the goal be reached?  A bid may lie beyond all marks there are (A11)."""
    if v.bid == NONE:
        return None
    if needed(v, viewer) == 0:
        return "made"
    left = int(most_marks(v)) - int(v.marks.sum())
    return "open" if int(needed(v, viewer) or 0) <= left else "impossible"


def highest_sensible(v: State, viewer: Seat | None) -> int | None:
    """Highest bid that the viewer could make by taking every trick."""
    return None if viewer is None else max(0, int(most_marks(v)) - int(v.bases[viewer]))


def why(v: State, seat: Seat, action: Action) -> Reason | None:
    """The suit led must be followed; bids are above the last one, and with `forbid_impossible_bids` can be made."""
    if action < BID:
        return must_follow(DECK, int(v.trick[v.lead]) >> 4)
    if v.phase == ANSWERING and action < TAKE:
        return Reason("doubled")
    if v.phase != BIDDING or TAKE <= action != DOUBLE:
        return None
    if action == DOUBLE:
        return Reason("no_bid")
    if action - BID <= v.bid:
        return Reason("bid_higher", {"bid": int(v.bid)})
    return Reason("bid_impossible", {"most": highest_sensible(v, seat) or 0})


def suit_led(v: State, viewer: Seat | None) -> int:
    """Suit to follow, NONE = no duty."""
    led = int(v.trick[v.lead])
    return led >> 4 if led >= 0 else NONE


GAME = Game(
    name="wysiwyg",
    players=(SEATS, SEATS),
    deck=DECK,
    state=STATE,
    codes=DECK.names
    | {BID + bid: f"bid:{bid}" for bid in range(HIGHEST_BID + 1)}
    | {TAKE + card: f"take:{name}" for card, name in DECK.names.items()}
    | {PASS: "pass", DOUBLE: "double", REDOUBLE: "redouble", NO_TRUMP: "trump:none"}
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
    picture=("CJ", "HQ", "DK", "SA"),
    why=why,
    phase=lambda s: ("bid", "answer", "trump", "play", "take", "over")[s.phase],
    zones=(
        Hands("hands", "held", trump="trump"),
        Row(lambda v, seat: [card for card in v.display if card != NONE], "display", action="take"),
        Trick("trick", "lead", "last", "last_lead", "last_winner", follow=suit_led),
        Pile(lambda v, seat: int(v.cards) // 2 - int((v.turned != NONE).sum()), "stock"),
        Trump("trump"),
        Widget("contract", contract, "contract"),
    ),
    badges=(
        BadgeSpec("score", "number", "scores"),
        BadgeSpec("base", "number", "bases"),
        BadgeSpec("marks", "number", "marks"),
    ),
    asks=(Ask("bid", "number", "bar"), Ask("trump", "suit", "popup")),
    sheet=Sheet(("bases", "marks", "points"), total="scores"),
    unit=Unit("points", 5.0),
    options=OPTIONS,
    presets={"seed": {}},
)
