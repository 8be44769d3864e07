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
from torite.cards.bits import bit, popcount
from torite.cards.deck import lanes, ranked_deck
from torite.cards.kernel import Card, Mask, Rng, Seat, kernel
from torite.games.fields import Count, Each, option
from torite.games.game import Ask, Sheet, Unit
from torite.games.honours import evaluation, random_rest
from torite.games.kits import bids, scores, talon, tricks
from torite.games.page import game
from torite.games.scene import Meaning, Reason
from torite.games.state import public
from torite.games.zones import NONE, OPEN, BadgeSpec, Pile, Row, Trump, Widget

SEATS = 2
DECK = ranked_deck("23456789TJQKA")
TAKE, PASS = 128, 192  # actions
DOUBLE, REDOUBLE, TRUMP, NO_TRUMP = PASS + 1, PASS + 2, PASS + 3, PASS + 7
HIGHEST_BID = 60
BIDDING, ANSWERING, NAMING, PLAYING, TAKING, OVER = range(6)  # phases
NONDEALER, DEALER = range(2)  # values of `tie_first_bidder`
BASE, BONUS = 10, 1  # of the base scores; the discard that the last trick brings
CALLS = HIGHEST_BID + 4  # most calls of an auction


class State(talon.State, scores.State):
    """What lies on the table; `trump` is OPEN until it is named, the talon is the stock."""

    phase: Count = public(OVER)
    display: Each[Card] = public(NONE, 2)  # the two cards to be won, NONE = none
    evaluation: Each[Count] = public()  # as announced
    bases: Each[Count] = public()  # base scores; their sum is 20
    calls: Each[Action] = public(NONE, CALLS)  # the auction in order
    called: Count = public()  # number of calls
    opener: Seat = public()  # seat that called first
    bid: Count = public(NONE)  # highest bid, NONE = none yet
    declarer: Seat = public(NONE)  # seat that made it
    goal: Count = public()  # marks that it needs (A10)
    multiplier: Count = public(1)  # 2 = doubled, 4 = redoubled
    marks: Each[Count] = public()
    tie_first_bidder: int = option(("nondealer", "dealer"), "nondealer")
    forbid_impossible_bids: bool = option(False)
    target: int = option(tuple(range(10, 201, 10)), 50)


# ---- the deal ----
@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """A quarter of the cards to each, the rest is the stock (D2, D3); the hands are weighed (E1-E3), who opens (A1)."""
    talon.deal(s, deck, len(deck) >> 2)
    for p in range(SEATS):
        s.evaluation[p] = evaluation(s.hands[p])
    for p in range(SEATS):
        s.bases[p] = s.evaluation[p] + BASE - s.evaluation[1 - p]
    s.trump, s.phase = OPEN, BIDDING
    lower = 0 if s.bases[0] < s.bases[1] else 1
    tied = 1 - s.dealer if s.tie_first_bidder == NONDEALER else s.dealer
    s.turn = s.opener = s.lead = lower if s.bases[0] != s.bases[1] else tied


@kernel
def quarter(s: State) -> int:
    """Cards dealt to each."""
    return popcount(s.pack) >> 2


# ---- what may be done ----
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
        return card_actions(tricks.follow(s, seat))
    if s.phase == TAKING:
        return (NOTHING, NOTHING, bit(s.display[0]) | bit(s.display[1]), NOTHING)
    if s.phase == NAMING:
        return calls(NOTHING, np.int64(0b11111) << np.int64(TRUMP - PASS))
    if s.phase == ANSWERING:
        return calls(NOTHING, bit(0) | bit(REDOUBLE - PASS))
    return calls(legal_bids(s, seat), bit(0) | (bit(DOUBLE - PASS) if s.bid != NONE else 0))


@kernel
def claimable(s: State, seat: Seat) -> bool:
    """Once there is nothing more to take, tricks alone count."""
    return s.phase == PLAYING and s.display[0] == NONE and tricks.leads(s, seat)


@kernel
def calls(bids: Mask, others: Mask) -> Actions:
    """Bids, bit n = bid n, and what else is said, bit 0 = to pass."""
    return (NOTHING, np.int64(bids), NOTHING, np.int64(others))


@kernel
def legal_bids(s: State, seat: Seat) -> Mask:
    """Higher than the last one (A3); with `forbid_impossible_bids` such as can be made."""
    top = min(HIGHEST_BID, most_marks(s) - s.bases[seat]) if s.forbid_impossible_bids else HIGHEST_BID
    return bit(top + 1) - bit(s.bid + 1) if top > s.bid else np.int64(0)


@kernel
def most_marks(s: State) -> int:
    """Marks of all tricks together: 1 each in the first half, 2 each in the second, one discard; 40 in a full deal."""
    return 3 * quarter(s) + BONUS


def highest_sensible(v: State, seat: Seat) -> int:
    """Highest bid that the seat could make by taking every trick."""
    return max(0, int(most_marks(v)) - int(v.bases[seat]))


def why(v: State, seat: Seat, action: Action) -> Reason | None:
    """The suit led must be followed; bids are above the last one, and with `forbid_impossible_bids` can be made."""
    if action < bids.BID:
        return tricks.why(v, seat, action, DECK)
    if v.phase == ANSWERING and action < TAKE:
        return Reason("doubled")
    if v.phase != BIDDING or TAKE <= action != DOUBLE:
        return None
    if action == DOUBLE:
        return Reason("no_bid")
    if action - bids.BID <= v.bid:
        return Reason("bid_higher", {"bid": int(v.bid)})
    return Reason("bid_impossible", {"most": highest_sensible(v, seat)})


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Play a card, take one, name trump, or call."""
    if s.phase == PLAYING:
        play_card(s, seat, action)
    elif s.phase == TAKING:
        talon.gain(s, seat, action - TAKE)
        talon.gain(s, 1 - seat, s.display[0] + s.display[1] - (action - TAKE))
        display_two(s)
    elif s.phase == NAMING:
        s.trump = NONE if action == NO_TRUMP else action - TRUMP
        display_two(s)
    else:
        call(s, seat, action)


# ---- the auction ----
@kernel
def call(s: State, seat: Seat, action: Action) -> None:
    """Bid, pass, double or redouble (A2-A9)."""
    s.calls[s.called] = action
    s.called += 1
    s.turn = 1 - seat
    if action < TAKE or s.bid == NONE:  # to pass at first is to bid 0 (A5)
        s.bid = action - bids.BID if action < TAKE else 0
        s.declarer, s.goal = seat, s.bid + s.bases[seat]
    elif action == DOUBLE:
        s.multiplier = 2
        s.phase = ANSWERING
    else:
        s.multiplier = 4 if action == REDOUBLE else s.multiplier
        s.phase = NAMING
        s.turn = s.lead = s.declarer


# ---- the tricks ----
@kernel
def display_two(s: State) -> None:
    """The next two cards of the stock are displayed, if there are any left (P1, P7); a card is led."""
    first = 2 * (s.tricks[0] + s.tricks[1])
    talon.turn_up(s, first, 2 if first < 2 * quarter(s) else 0)
    s.display[0], s.display[1] = s.face_up[first], s.face_up[first + 1]
    s.phase = PLAYING


@kernel
def play_card(s: State, seat: Seat, card: Card) -> None:
    """Plain tricks: one mark each in the first half (P5), then two, and with the last one a discard (S2, S3)."""
    last = talon.play(s, seat, card)
    if s.best == NONE and s.display[0] != NONE:
        s.marks[s.lead] += 1
        s.phase = TAKING
    elif s.best == NONE:
        s.marks[s.lead] += 2 + (BONUS if last else 0)
        if last:
            count(s)


# ---- what it is worth ----
@kernel
def count(s: State) -> None:
    """The deal is over (R2-R6)."""
    s.phase = OVER
    declarer = s.declarer
    short = np.int64(s.goal - s.marks[declarer])
    if short <= 0:
        s.points[declarer] = s.multiplier * np.int64(s.marks[declarer] - s.bases[declarer])
    else:
        s.points[1 - declarer] = s.multiplier * (2 if short == 1 else 5 * (short - 1))
    scores.add_up(s)


@kernel
def finished(s: State) -> bool:
    """After a deal: has somebody reached the target?"""
    return scores.most(s) >= s.target


def meaning(s: State, seat: Seat) -> Meaning:
    """What the highest bidder needed and took, and to whom that brought points."""
    needed, marks, own = int(s.goal), int(s.marks[s.declarer]), s.points[seat] - s.points[1 - seat]
    told: dict[str, int | str] = {"goal": needed, "marks": marks, "who": str(1 - seat), "gain": abs(int(own))}
    how = "made" if marks >= needed else "missed"
    return Meaning(f"own_{how}" if seat == s.declarer else how, told, good=bool(own > 0))


# ---- what a seat cannot see ----
@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """Fill the other hand and the stock of a view of `seat`.

    What the opponent took from the display is known.  The unknown rest of the cards dealt to it lacks the suits of
    which it has shown a void, and makes the whole dealt hand count exactly what was announced (E2).  After trick 12
    nothing is unknown.
    """
    other = 1 - seat
    unseen = s.pack & ~s.seen & ~s.hands[seat]
    dealt = s.played[other] & ~s.openly[other]
    missing = quarter(s) - popcount(dealt)
    dealt |= random_rest(dealt, unseen & ~lanes(s.void[other]), missing, s.evaluation[other], rng)
    s.hands[other] = (dealt | s.openly[other]) & ~s.played[other]
    talon.lay_open(s)
    talon.shuffle(s, 0, 2 * quarter(s), unseen & ~dealt, rng)


# ---- the table ----
def contract(v: State, viewer: Seat | None) -> dict[str, Any]:
    """Every call so far, seat and code; what the highest bid demands, and how far its bidder is."""
    called = v.bid != NONE
    needed = max(0, int(v.goal) - int(v.marks[v.declarer])) if called else 0
    left = int(most_marks(v)) - int(v.marks.sum())
    prospect = "made" if needed == 0 else "open" if needed <= left else "impossible"  # beyond all there are (A11)
    return {
        "calls": [[(int(v.opener) + i) % SEATS, GAME.codes[int(v.calls[i])]] for i in range(v.called)],
        "declarer": int(v.declarer) if called else None,
        "bid": int(v.bid) if called else None,
        "multiplier": int(v.multiplier),
        "goal": int(v.goal) if called else None,
        "needed": needed if called else None,
        "prospect": prospect if called else None,
        "marks": v.marks.tolist(),
        "most": int(most_marks(v)),
        "limit": None if viewer is None else highest_sensible(v, viewer),
    }


GAME = game(
    State,
    players=SEATS,
    deck=DECK,
    codes=bids.codes(HIGHEST_BID)
    | {TAKE + card: f"take:{name}" for card, name in DECK.names.items()}
    | {PASS: "pass", DOUBLE: "double", REDOUBLE: "redouble", NO_TRUMP: "trump:none"}
    | {TRUMP + suit: f"trump:{letter}" for suit, letter in enumerate(DECK.suits)},
    picture=("CJ", "HQ", "DK", "SA"),
    phase=lambda s: ("bid", "answer", "trump", "play", "take", "over")[s.phase],
    zones=(
        *tricks.table(follow=tricks.suit_led)[:2],
        Row("display", "display", action="take"),
        Pile(lambda v: 2 * quarter(v) - int((v.face_up != NONE).sum()), "stock"),
        Trump("trump"),
        Widget("contract", contract, "contract"),
    ),
    badges=(
        BadgeSpec("score", "number", "scores"),
        BadgeSpec("evaluation", "number", "evaluation"),
        BadgeSpec("base", "number", "bases"),
        BadgeSpec("marks", "number", "marks"),
    ),
    asks=(Ask("bid", "number", "bar"), Ask("trump", "suit", "popup")),
    score=scores.margin,
    sheet=Sheet(("bases", "bid", "goal", "marks", "multiplier", "points"), total="scores", declarer="declarer"),
    told=("goal", "declarer", "bid", "multiplier", "trump"),
    unit=Unit("points", 5.0),
)
