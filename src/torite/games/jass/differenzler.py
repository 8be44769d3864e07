"""Differenzler: say how many points you will take; every point of difference is a penalty; 3 or 4 players.

Rules: shared/rules/jass.md 8, from Kazuma Suzuki's column on Swiss Jass (kazuma.yaekumo.com/c0053_swissjass.html).
  * The dealer's last card is turned up: its suit is trump.  No Weis, Stöck or match, only the 157 points.
  * From forehand on each announces 0..157, or, with `announce` = hidden, all at once.  Then play, weak ban.
  * Penalty = |announced - taken|; fewest win after `rounds_per_player` deals a player, ties play on (A45).
  * Options: `exact_bonus` off for an exact announcement (0 must have taken a trick); `stoeck_pm20`: who plays the
    second of his trump king and queen adds 20 to what he has taken, takes 20 off, or says nothing (A47).

Actions: 0..63 cards, 64 + n + n // 63 = announce n (bit 63 of a word stays free), 224.. = Stöck.
"""

import numpy as np

from torite.cards.actions import NOTHING, Action, Actions
from torite.cards.bits import bit
from torite.cards.kernel import Card, Mask, Rng, Seat, kernel
from torite.cards.rng import below
from torite.games.fields import Each, Points, Seats, option
from torite.games.game import Ask, Sheet, Unit
from torite.games.jass import tricks
from torite.games.jass.cards import DECK, SEATS, TOTAL, royals
from torite.games.jass.tricks import OVER, PLAYING, onward
from torite.games.kits import scores
from torite.games.page import game
from torite.games.scene import Meaning, Reason
from torite.games.state import by_seat, public
from torite.games.zones import NONE, BadgeSpec, Trump

MOST = int(TOTAL[0])
ANNOUNCE, STOECK = 64, 224  # actions
PLUS, MINUS, SILENT = range(3)  # after STOECK
STOECK_POINTS = 20
ANNOUNCING, ASKING = 2, 3  # phases
WORD = np.int64(2**63 - 1)
LAST_WORD = np.int64(2 ** (MOST + 1 - 2 * 63) - 1)


class State(scores.Totals, tricks.State):
    """What has been announced, and what it has cost."""

    turned: Card = public(NONE)  # the dealer's last card
    announced: Each[Points] = public(NONE)  # NONE = nothing yet, or still sealed
    sealed: Each[Points] = by_seat(NONE)  # own hidden announcement
    has_announced: Seats = public()
    stoeck: Each[Points] = public()  # +20, -20 or 0
    penalties: Each[Points] = public()  # of the deal just ended
    rounds: int = option((1, 2, 3, 4), name="rounds_per_player")
    at_once: int = option(("open", "hidden"), name="announce")
    exact_bonus: int = option((0, 10))
    stoeck_pm20: bool = option(False)


# ---- deal and announcements ----
@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """All the cards; the dealer's last one is turned up for trump."""
    tricks.deal(s, deck)
    s.turned = deck[len(deck) - 1]
    s.shown[s.dealer] = bit(s.turned)
    s.trump = s.row = s.turned >> 4
    s.phase = ANNOUNCING


@kernel
def actors(s: State) -> Mask:
    """Seats that may act; several while hidden announcements are being made."""
    return s.playing & ~s.has_announced if s.phase == ANNOUNCING and s.at_once else tricks.actors(s)


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """What `seat` may do; nothing if it may not act."""
    if s.phase == PLAYING or not actors(s) & bit(seat):
        return tricks.legal(s, seat)
    if s.phase == ANNOUNCING:
        return (NOTHING, WORD, WORD, LAST_WORD)
    return (NOTHING, NOTHING, NOTHING, np.int64(0b111) << np.int64(STOECK - 192))


def why(v: State, seat: Seat, action: Action) -> Reason | None:
    """The rules of the trick."""
    return tricks.why(v, seat, action) if action < ANNOUNCE else None


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Announce, play a card, or say what the Stöck counts."""
    if s.phase == ANNOUNCING:
        announce(s, seat, action - (action >> 6) - (ANNOUNCE - 1))
    elif s.phase == ASKING:
        s.stoeck[seat] = STOECK_POINTS * ((action == STOECK + PLUS) - (action == STOECK + MINUS))
        go_on(s, seat)
    else:
        tricks.lay(s, seat, action)
        both = royals(s.trump)
        if s.stoeck_pm20 and both & bit(action) and s.played[seat] & both == both:
            s.phase = ASKING
        else:
            go_on(s, seat)


@kernel
def claimable(s: State, seat: Seat) -> bool:
    """Not while somebody may still have to say what the Stöck counts."""
    both = royals(s.trump)
    return tricks.claimable(s, seat) and (not s.stoeck_pm20 or s.seen & both == both)


@kernel
def announce(s: State, seat: Seat, points: int) -> None:
    """So many points; after the last announcement all are open, and forehand leads."""
    s.has_announced |= bit(seat)
    if s.at_once:
        s.sealed[seat] = points
    else:
        s.announced[seat] = points
        s.turn = onward(s, seat)
    if s.has_announced == s.playing:
        for p in range(s.players if s.at_once else 0):
            s.announced[p] = s.sealed[p]
        s.phase = PLAYING
        s.turn = s.lead


# ---- what it costs ----
@kernel
def go_on(s: State, seat: Seat) -> None:
    """The card is played, and what there was to say about it is said."""
    s.phase = PLAYING
    if tricks.pass_on(s, seat) and s.held[s.lead] == 0:
        s.phase = OVER
        for p in range(s.players):
            s.penalties[p] = penalty(s, p)
            s.scores[p] += s.penalties[p]


@kernel
def penalty(s: State, p: Seat) -> int:
    """A point for each one too many or too few; an exact nought must have taken a trick for the bonus."""
    difference = abs(s.announced[p] - s.cards[p] - s.stoeck[p])
    return -s.exact_bonus if difference == 0 and (s.announced[p] or s.tricks[p]) else difference


@kernel
def finished(s: State) -> bool:
    """After a deal: all dealt equally often, and one alone has the lowest total?"""
    if s.deals < s.players * s.rounds:
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


def meaning(s: State, seat: Seat) -> Meaning:
    """Announced, taken, and the penalty, or the bonus."""
    announced, taken, penalty = int(s.announced[seat]), int(s.cards[seat] + s.stoeck[seat]), int(s.penalties[seat])
    if penalty < 0:
        return Meaning("exact", {"announced": announced, "bonus": -penalty}, good=True)
    return Meaning("announced", {"announced": announced, "taken": taken, "penalty": penalty}, good=penalty <= 0 or None)


# ---- what a seat cannot see ----
@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """Fill the other hands and hidden announcements of a view of `seat`; those are drawn evenly."""
    tricks.determinize(s, seat, rng)
    for p in range(SEATS):
        if p != seat:
            s.sealed[p] = s.announced[p] if s.at_once else NONE
            if s.phase == ANNOUNCING and s.at_once and s.has_announced & bit(p):
                s.sealed[p] = below(rng, MOST + 1)


def announcement(v: State, viewer: Seat | None, p: Seat) -> int | None:
    """What seat p has announced as far as the viewer may know it; None = nothing yet, or sealed."""
    points = int(v.announced[p])
    if points == NONE and p == viewer:
        points = int(v.sealed[p])
    return None if points == NONE else points


def is_sealed(v: State, viewer: Seat | None, p: Seat) -> bool:
    """Has seat p announced without the viewer knowing what?"""
    return bool(v.has_announced >> p & 1) and announcement(v, viewer, p) is None


GAME = game(
    State,
    players=(3, SEATS),
    deck=DECK,
    codes={ANNOUNCE + n + n // 63: f"announce:{n}" for n in range(MOST + 1)}
    | {STOECK + PLUS: "stoeck:+20", STOECK + MINUS: "stoeck:-20", STOECK + SILENT: "stoeck:none"},
    picture=("H6", "H8", "HT", "HA"),
    phase=lambda s: ("over", "play", "announce", "stoeck")[s.phase],
    deals=lambda s: max(int(s.players) * int(s.rounds), int(s.deals)),
    packet=tricks.PACKET,
    face_up=lambda s: int(s.turned),
    sealed=lambda s, seat, action: bool(s.phase == ANNOUNCING and s.at_once),
    zones=(*tricks.TABLE, Trump("trump", lambda v: v.turned if v.phase == ANNOUNCING else NONE)),
    badges=(
        BadgeSpec("score", "number", "scores"),
        BadgeSpec("announced", "fraction", lambda v: v.cards + v.stoeck, of=announcement, hidden=is_sealed),
    ),
    asks=(Ask("announce", "number", "sheet"),),
    outcome=scores.fewest_win,
    sheet=Sheet(("announced", "cards", "penalties"), total="scores"),
    unit=Unit("points", 3.0, lasts=0.6),
    presets={"seed": {}, "swiss": {"rounds_per_player": 3, "announce": "hidden"}},
)
