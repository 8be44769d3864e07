"""Differenzler: say how many points you will take; every point of difference is a penalty; 3 or 4 players.

Rules: shared/rules/jass.md 8, from Kazuma Suzuki's column on Swiss Jass (kazuma.yaekumo.com/c0053_swissjass.html).
  * The dealer's last card is turned up: its suit is trump.  No Weis, Stöck or match, only the 157 points.
  * From forehand on each announces 0..157, or, with `announce` = hidden, all at once.  Then play, weak ban.
  * Penalty = |announced - taken|; fewest win after `rounds_per_player` deals a player, ties play on (A45).
  * Options: `exact_bonus` off for an exact announcement (0 must have taken a trick); `stoeck_pm20`: who plays the
    second of his trump king and queen adds 20 to what he has taken, takes 20 off, or says nothing (A47).

Actions: 0..63 cards, 64 + n + n // 63 = announce n (bit 63 of a word stays free), 224.. = Stöck.
"""

from typing import Any

import numpy as np

from torite.cards.actions import NOTHING, Action, Actions, card_actions, no_actions
from torite.cards.bits import bit
from torite.cards.kernel import Mask, Rng, Seat, State, kernel
from torite.cards.rng import below
from torite.games.game import Ask, Game, Option, Outcome, Sheet, Unit, on_off
from torite.games.jass.cards import DECK, SEATS, SUIT_NAMES, TOTAL, royals
from torite.games.jass.reasons import why_card
from torite.games.jass.tricks import (
    ANTICLOCKWISE,
    FIELDS,
    PACKET,
    TABLE,
    WEAK,
    backward,
    deal_hands,
    dealt,
    direction,
    fill_hands,
    lay_card,
    legal_cards,
    onward,
    pass_on,
    sit_down,
    unseen_by,
)
from torite.games.scene import Meaning
from torite.games.state import HEADER, Layout, by_seat, public
from torite.games.zones import NONE, BadgeSpec, Trump

MOST = int(TOTAL[0])
ANNOUNCE, STOECK = 64, 224  # actions
PLUS, MINUS, SILENT = range(3)  # after STOECK
STOECK_POINTS = 20
ANNOUNCING, PLAYING, ASKING, OVER = range(4)  # phases
WORD = np.int64(2**63 - 1)
LAST_WORD = np.int64(2 ** (MOST + 1 - 2 * 63) - 1)

OPTIONS = (
    Option("rounds_per_player", (1, 2, 3, 4), 1),
    Option("announce", ("open", "hidden"), "open"),
    Option("exact_bonus", (0, 10), 0),
    on_off("stoeck_pm20", False),
    SUIT_NAMES,
)
ROUNDS, HOW, EXACT_BONUS, STOECK_PM20 = range(4)  # places in `options`

STATE = Layout(
    *HEADER,
    *FIELDS,
    public("turned", np.int8),  # the dealer's last card
    public("announced", np.int16, SEATS),  # NONE = nothing yet, or still sealed
    by_seat("sealed", np.int16, SEATS),  # own hidden announcement, NONE = none yet
    public("has_announced", np.int64),  # seats
    public("stoeck", np.int8, SEATS),  # +20, -20 or 0
    public("penalties", np.int16, SEATS),  # of the deal just ended
    public("scores", np.int32, SEATS),  # running totals
)


@kernel
def start(s: State, players: int, first: Seat) -> None:
    """A new match; `first` deals the first deal."""
    sit_down(s, players, ANTICLOCKWISE)
    s.dealer = backward(s, first)
    s.scores[:] = 0
    s.phase = OVER


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """The next deal."""
    s.deals += 1
    s.dealer = onward(s, s.dealer)
    deal_hands(s, deck, onward(s, s.dealer))
    s.turned = deck[len(deck) - 1]
    s.shown[s.dealer] = bit(s.turned)
    s.trump = s.row = s.turned >> 4
    s.phase = ANNOUNCING
    s.announced[:] = NONE
    s.sealed[:] = NONE
    s.has_announced = 0
    s.stoeck[:] = 0
    s.penalties[:] = 0


@kernel
def actors(s: State) -> Mask:
    """Seats that may act; several while hidden announcements are being made."""
    if s.phase == OVER:
        return np.int64(0)
    if s.phase == ANNOUNCING and s.options[HOW]:
        return s.playing & ~s.has_announced
    return bit(s.turn)


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """What `seat` may do; nothing if it may not act."""
    if not actors(s) & bit(seat):
        return no_actions()
    if s.phase == PLAYING:
        return card_actions(legal_cards(s, seat, WEAK))
    if s.phase == ANNOUNCING:
        return (NOTHING, WORD, WORD, LAST_WORD)
    return (NOTHING, NOTHING, NOTHING, np.int64(0b111) << np.int64(STOECK - 192))


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Do `action` for `seat`.  Not checked: the caller picks it from `legal(s, seat)`."""
    if s.phase == ANNOUNCING:
        _announce(s, seat, action - (action >> 6) - (ANNOUNCE - 1))
    elif s.phase == ASKING:
        s.stoeck[seat] = STOECK_POINTS * ((action == STOECK + PLUS) - (action == STOECK + MINUS))
        _go_on(s, seat)
    else:
        lay_card(s, seat, action, WEAK)
        both = royals(s.trump)
        if s.options[STOECK_PM20] and both & bit(action) and s.played[seat] & both == both:
            s.phase = ASKING
        else:
            _go_on(s, seat)


@kernel
def _announce(s: State, seat: Seat, points: int) -> None:
    s.has_announced |= bit(seat)
    if s.options[HOW]:
        s.sealed[seat] = points
    else:
        s.announced[seat] = points
        s.turn = onward(s, seat)
    if s.has_announced == s.playing:
        if s.options[HOW]:
            for p in range(s.players):
                s.announced[p] = s.sealed[p]
        s.phase = PLAYING
        s.turn = s.lead


@kernel
def _go_on(s: State, seat: Seat) -> None:
    """The card is played, and what there was to say about it is said."""
    s.phase = PLAYING
    if pass_on(s, seat) and s.held[s.lead] == 0:
        s.phase = OVER
        for p in range(s.players):
            s.penalties[p] = _penalty(s, p)
            s.scores[p] += s.penalties[p]


@kernel
def _penalty(s: State, p: Seat) -> int:
    difference = abs(np.int64(s.announced[p]) - s.cards[p] - s.stoeck[p])
    if difference == 0 and s.options[EXACT_BONUS] and (s.announced[p] or s.tricks[p]):
        return -10
    return difference


@kernel
def finished(s: State) -> bool:
    """After a deal: all dealt equally often, and one alone has the lowest total?"""
    if s.deals < s.players * (s.options[ROUNDS] + 1):
        return False
    lowest, there = s.scores[0], 0
    for p in range(s.players):
        lowest = min(lowest, s.scores[p])
    for p in range(s.players):
        there += s.scores[p] == lowest
    return there == 1


@kernel
def score(s: State, points: np.ndarray) -> None:
    """Minus the penalty."""
    for p in range(s.players):
        points[p] = -s.penalties[p]


@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """Fill the other hands and hidden announcements of a view of `seat`; those are drawn evenly."""
    fill_hands(s, seat, unseen_by(s, seat), rng)
    for p in range(SEATS):
        if p != seat:
            s.sealed[p] = s.announced[p] if s.options[HOW] else NONE
            if s.phase == ANNOUNCING and s.options[HOW] and s.has_announced & bit(p):
                s.sealed[p] = below(rng, MOST + 1)


def result(s: State) -> dict[str, Any]:
    """`result` of the record."""
    n = int(s.players)
    return {name: s[name][:n].tolist() for name in ("announced", "cards", "penalties", "scores")}


def meaning(s: State, seat: Seat) -> Meaning:
    """Announced, taken, and the penalty."""
    announced, taken, penalty = int(s.announced[seat]), int(s.cards[seat] + s.stoeck[seat]), int(s.penalties[seat])
    return Meaning("announced", {"announced": announced, "taken": taken, "penalty": penalty}, good=penalty <= 0 or None)


def outcome(s: State) -> Outcome:
    """The lowest total wins."""
    scores = s.scores[: s.players].tolist()
    return Outcome(scores, [p for p, total in enumerate(scores) if total == min(scores)], draw=False)


def announcement(v: State, viewer: Seat | None, p: Seat) -> int | None:
    """What seat p has announced as far as the viewer may know it; None = nothing yet, or sealed."""
    points = int(v.announced[p])
    if points == NONE and p == viewer:
        points = int(v.sealed[p])
    return None if points == NONE else points


def is_sealed(v: State, viewer: Seat | None, p: Seat) -> bool:
    """Has seat p announced without the viewer knowing what?"""
    return bool(v.has_announced >> p & 1) and announcement(v, viewer, p) is None


GAME = Game(
    name="differenzler",
    players=(3, SEATS),
    deck=DECK,
    state=STATE,
    codes=DECK.names
    | {ANNOUNCE + n + n // 63: f"announce:{n}" for n in range(MOST + 1)}
    | {STOECK + PLUS: "stoeck:+20", STOECK + MINUS: "stoeck:-20", STOECK + SILENT: "stoeck:none"},
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
    places=dealt,
    face_up=lambda s: int(s.turned),
    picture=("H6", "H8", "HT", "HA"),
    why=lambda s, seat, action: why_card(s, seat, action) if action < ANNOUNCE else None,
    phase=lambda s: ("announce", "play", "stoeck", "over")[s.phase],
    deals=lambda s: max(int(s.players) * (int(s.options[ROUNDS]) + 1), int(s.deals)),
    direction=direction,
    packet=PACKET,
    sealed=lambda s, seat, action: bool(s.phase == ANNOUNCING and s.options[HOW]),
    zones=(*TABLE, Trump("trump", lambda v, seat: v.turned if v.phase == ANNOUNCING else NONE)),
    badges=(
        BadgeSpec("score", "number", "scores"),
        BadgeSpec("announced", "fraction", lambda v, seat: v.cards + v.stoeck, of=announcement, hidden=is_sealed),
    ),
    asks=(Ask("announce", "number", "sheet"),),
    sheet=Sheet(("announced", "cards", "penalties"), total="scores"),
    unit=Unit("points", 1.0),
    options=OPTIONS,
    presets={
        "seed": {},
        "swiss": {"rounds_per_player": 3, "announce": "hidden", "suit_names": "hslu"},
    },
)
