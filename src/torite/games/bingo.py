"""Bingo: Sixty-Six with dominoes; the double blank beats everything; 2 players.

Rules: a Japanese blog, gaps and common practice after pagat.com (shared/rules/bingo.md; the ids are its paragraphs).
  * 28 tiles, 7 each from the dealer's opponent on, 14 in the stock, its last one face up: trump is 0 if it shows a 0,
    else its larger number (D1-D5).  The dealer's opponent leads (gap 3).
  * What a tile is, beats and counts, stands in tiles.py (R1-R4, P1-P5).  The last of all 14 tricks counts 10 (P7).
  * No duty to follow while there is stock; the winner draws first, or declares victory: then nobody draws any more and
    suits must be followed (A1-B5).  `closing` = pagat: one closes before a lead; to claim is an act of its own (gap 5).
  * Tricks led with doubles may be declared, all seven win the deal: doubles.py (C1-C8).
  * 70 wins 1 game point, 2 if the other has less than `threshold`; a false declaration costs 2 (G2-G5).  Match to 7.

Actions, one word each: tiles; 64 + n = doubles:n, then the other announcements; 128 + tile = expose it.
"""

from typing import Any

import numpy as np

from torite.cards.actions import NOTHING, Action, Actions, card_actions, no_actions, second_word
from torite.cards.bits import bit, popcount
from torite.cards.kernel import Card, Mask, Rng, Seat, kernel
from torite.cards.subsets import random_subset_with
from torite.games import doubles, tiles
from torite.games.doubles import SAY
from torite.games.fields import Count, Each, Points, option
from torite.games.game import Ask, Outcome, Sheet, Unit
from torite.games.kits import scores, stock, tricks
from torite.games.page import columns, game
from torite.games.scene import Meaning, Reason
from torite.games.state import hidden, public
from torite.games.zones import NONE, BadgeSpec, Fact, Trump

SEATS = 2
DRAW, DECLARE, CLOSE, CLAIM = 72, 73, 75, 76  # actions
LEADING, FOLLOWING, DRAWING, OVER = range(4)  # phases
ENOUGH, LAST_TRICK, MATCH = 70, 10, 7  # points to win a deal; of the last trick; game points to win the match
HIGHER, BOTH = range(2)  # values of `both70`


class State(scores.Totals, tiles.State, doubles.State, stock.State):
    """What lies on the table; `scores` are game points."""

    phase: Count = public(OVER)
    stock: Each[Card] = hidden(NONE, len(tiles.DECK.cards) // 2)
    turned: Card = public(NONE)
    declared: Seat = public(NONE)  # has declared victory or closed
    tiles: Each[Points] = public()  # of the tiles won
    last_trick: Each[Points] = public()  # 10 for the last trick of a deal played out
    game_points: Each[Count] = public()  # of this deal
    ahead: Seat = public(NONE, of="match")  # had more game points in the last deal
    closing: int = option(("seed", "pagat"), "seed")
    phase2: int = option(("seed", "pagat"), "seed")
    both70: int = option(("higher", "both", "none"), "higher")
    no_trick_gp: int = option((2, 3), 2)
    threshold: int = option((20, 30), 30)
    redeclare: bool = option(True)
    bingo_capture_gp: bool = option(False)
    next_dealer: int = option(("alternate", "winner"), "alternate")
    show_points: bool = option(False)


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """A quarter of the tiles to each, the rest is the stock; its last one is turned up for trump (D3-D5)."""
    if s.next_dealer and s.ahead != NONE:
        s.dealer = s.ahead
    tricks.deal_hands(s, deck, len(deck) >> 2)
    stock.lay(s, deck[len(deck) >> 1 :])
    s.turned = s.stock[0]
    s.seen = bit(s.turned)
    s.trump = s.turned >> 3 if s.turned & 7 else 0
    s.phase = LEADING


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
    hand = s.hands[seat]
    if s.phase == FOLLOWING:
        return card_actions(tiles.follow(s, hand, s.phase2) if strict(s) else hand)
    if s.phase == DRAWING:
        ending = CLAIM if s.closing else DECLARE
        return second_word(bit(DRAW - SAY) | bit(ending - SAY) | doubles.invincible(s, seat, False))
    if s.to_expose:
        return doubles.legal(s, seat, s.redeclare)
    said = doubles.announcements(s, seat, s.redeclare)
    if s.closing:
        said |= bit(CLAIM - SAY) | np.int64(s.in_stock and s.declared == NONE) << (CLOSE - SAY)
    return (s.exposed if s.run else hand, said, NOTHING, NOTHING)


@kernel
def strict(s: State) -> bool:
    """Must suits be followed?"""
    return s.declared != NONE or s.in_stock == 0


def why(v: State, seat: Seat, action: Action) -> Reason | None:
    """The duties of a follower, and what a declaration of doubles asks of a lead."""
    if v.phase == FOLLOWING and action < SAY:
        return tiles.why(v, int(v.hands[seat]), action, int(v.phase2))
    return doubles.why(v, seat, action) if v.phase == LEADING else None


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Do `action` for `seat`."""
    s.fresh = False
    if action < SAY:
        play_tile(s, seat, action)
    elif action >= doubles.EXPOSE:
        if doubles.expose(s, seat, action - doubles.EXPOSE):
            s.phase, s.turn = FOLLOWING, 1 - seat
    elif action <= SAY + doubles.MOST:
        doubles.declare(s, action - SAY)
    elif action == DRAW:
        draw(s, seat)
    elif action == CLAIM:
        count(s, seat)
    elif action == doubles.INVINCIBLE:
        s.game_points[seat] += 3 if s.hands[seat] == tiles.DOUBLES else 1
        end(s)
    else:  # to declare victory instead of drawing, or to close
        s.declared = seat
        s.phase = LEADING


# ---- who takes it ----
@kernel
def play_tile(s: State, seat: Seat, tile: Card) -> None:
    """Lead or follow; after a lead with a declared double the others are exposed."""
    doubles.lay(s, seat, tile)
    if seat != s.lead:
        if strict(s):
            tiles.note_what_is_missing(s, seat, tile, s.phase2)
        end_trick(s)
    elif not s.to_expose:
        s.phase, s.turn = FOLLOWING, 1 - seat


@kernel
def end_trick(s: State) -> None:
    """0-0, a trump, the stronger tile of the suit wins (A2); then the winner draws, or leads."""
    s.best = winner = 1 - s.lead if tiles.beaten(s) else s.lead + 0
    s.tiles[winner] += tiles.VALUES[s.trump, s.trick[0]] + tiles.VALUES[s.trump, s.trick[1]]
    if s.bingo_capture_gp and tiles.both_highest(s):
        s.game_points[winner] += 1
    doubles.go_on(s, winner)
    tricks.take(s)
    s.fresh = True
    s.phase = LEADING if strict(s) else DRAWING
    if s.held[winner] == 0:
        s.last_trick[winner] = LAST_TRICK if s.declared == NONE else 0
        count(s, s.declared)


@kernel
def draw(s: State, winner: Seat) -> None:
    """One tile for the winner, then one for the other; the last one is that turned up (A5)."""
    stock.draw(s, winner)
    stock.draw(s, 1 - winner)
    if s.in_stock == 0:
        s.known[1 - winner] |= bit(s.turned)
    s.phase = LEADING


# ---- what it is worth ----
@kernel
def total(s: State, p: Seat) -> int:
    """Points of a seat so far (G1)."""
    return s.tiles[p] + s.bonus[p] + s.last_trick[p]


@kernel
def worth_of_win(s: State, loser: Seat) -> int:
    """Game points of a win over this loser (G2-G4)."""
    if s.tricks[loser] == 0:
        return s.no_trick_gp
    return 2 if total(s, loser) < s.threshold else 1


@kernel
def count(s: State, committed: Seat) -> None:
    """Game points of a deal that was played to its end or claimed; committed: says that he has 70, NONE = nobody."""
    if committed != NONE:
        if total(s, committed) < ENOUGH:
            s.game_points[1 - committed] += 2
        else:  # a claim against somebody who has closed is worth what a false closing costs
            s.game_points[committed] += 2 if s.declared == 1 - committed else worth_of_win(s, 1 - committed)
    elif total(s, 0) >= ENOUGH and total(s, 1) >= ENOUGH:
        for p in range(SEATS):
            s.game_points[p] += s.both70 == BOTH or (s.both70 == HIGHER and total(s, p) > total(s, 1 - p))
    else:
        for p in range(SEATS):
            if total(s, p) >= ENOUGH:
                s.game_points[p] += worth_of_win(s, 1 - p)
    end(s)


@kernel
def end(s: State) -> None:
    """The deal is over."""
    s.phase = OVER
    more = s.game_points[0] - s.game_points[1]
    s.ahead = NONE if more == 0 else 0 if more > 0 else 1
    for p in range(SEATS):
        s.scores[p] += s.game_points[p]


@kernel
def finished(s: State) -> bool:
    """After a deal: has somebody seven game points?"""
    return scores.most(s) >= MATCH


@kernel
def score(s: State, points: np.ndarray) -> None:
    """Game points more than the opponent; a thousandth of the points too, so that a lost deal is still played well."""
    points[0] = s.game_points[0] - s.game_points[1] + 0.001 * (total(s, 0) - total(s, 1))
    points[1] = -points[0]


def outcome(s: State) -> Outcome:
    """More game points win; both with seven or more, and equal, is a draw."""
    found = s.scores.tolist()
    draw = found[0] == found[1]
    return Outcome(found, [] if draw else [found.index(max(found))], draw=draw)


def result(s: State) -> dict[str, Any]:
    """`result` of the record."""
    points = {"tiles": s.tiles, "bonus": s.bonus, "last": s.last_trick, "totals": s.tiles + s.bonus + s.last_trick}
    told = {name: value.tolist() for name, value in points.items()}
    return told | columns(s, Sheet(("game_points",), total="scores", declarer="declared"), tiles.DECK)


def ending(s: State, seat: Seat) -> str:
    """How the deal ended; `own_` = through this seat."""
    by = int(s.turn) if s.held[s.turn] else int(s.declared)
    if by == NONE:
        return "points"
    own, short = "own_" if by == seat else "", total(s, by) < ENOUGH
    if s.held[by] == 0:
        return own + ("fell_short" if short else "ended")
    if s.closing and (not short or s.game_points[1 - by] >= 2):
        return own + ("false_claim" if short else "claim")
    return own + "invincible"  # a hand is left, as after a claim, but less than 70 costs nothing


def meaning(s: State, seat: Seat) -> Meaning:
    """How it ended, the points of both, and the game points."""
    other = 1 - seat
    mine, theirs = int(s.game_points[seat]), int(s.game_points[other])
    points: dict[str, int | str] = {"own": int(total(s, seat)), "who": str(other), "other": int(total(s, other))}
    good = None if mine == theirs else mine > theirs
    return Meaning(ending(s, seat), points | {"mine": mine, "theirs": theirs}, good, won=mine > theirs)


# ---- what a seat cannot see ----
@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """The other hand has what all have seen go there, nothing that it has shown not to hold, the doubles declared."""
    other = 1 - seat
    unseen = s.pack & ~s.seen & ~s.hands[seat]
    usable = doubles.left(s, s.redeclare) & ~s.exposed
    wanted = doubles.wanted(s, other, usable)
    missing = s.held[other] - popcount(s.known[other])
    drawn = random_subset_with(unseen & ~s.barred[other], usable, wanted, missing, rng)
    s.hands[other] = s.known[other] | drawn
    stock.fill(s, unseen ^ drawn, rng)
    if s.in_stock:
        s.stock[0] = s.turned


# ---- the table ----
def shown_total(v: State) -> list[int | None]:
    """Points so far, where the table shows them."""
    return [int(total(v, p)) if v.show_points or v.phase == OVER else None for p in range(SEATS)]


GAME = game(
    State,
    players=SEATS,
    deck=tiles.DECK,
    codes=doubles.CODES | {DRAW: "draw", DECLARE: "declare", CLOSE: "close", CLAIM: "claim"},
    face_up=lambda s: int(s.turned),
    phase=lambda s: doubles.phase(s) or ("lead", "follow", "draw", "over")[s.phase],
    picture=("0-0", "6-6", "5-5", "4-3"),
    zones=(
        *tricks.table(follow=lambda v: tiles.number_led(v) if strict(v) else NONE, sort=tiles.sort_tiles),
        Trump("trump", lambda v: v.turned if v.in_stock and v.declared == NONE else NONE),
        stock.PILE,
        doubles.ROW,
        Fact(lambda v: "strict" if strict(v) else "free", "following"),
        Fact("declared", "declared", seat=True),
        *doubles.FACTS,
    ),
    badges=(
        BadgeSpec("score", "number", "scores", of=lambda v, seat, p: MATCH),
        tricks.TAKEN,
        BadgeSpec("points", "number", shown_total),
    ),
    asks=tuple(Ask(prefix, "final", "bar") for prefix in ("declare", "close", "claim")),
    sheet=Sheet(("tiles", "bonus", "last", "totals", "game_points"), total="scores"),
    unit=Unit("game_points", 0.2),
    presets={
        "seed": {},
        "pagat": dict.fromkeys(("ranking", "closing", "phase2"), "pagat")
        | {"blank_for_suit": "seven", "no_trick_gp": 3, "redeclare": False, "bingo_capture_gp": True},
    },
)
