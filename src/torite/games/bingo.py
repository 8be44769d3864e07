"""Bingo: Sixty-Six with dominoes; the double blank beats everything; 2 players.

Rules: a Japanese blog, gaps and common practice after pagat.com (shared/rules/bingo.md; the ids are its paragraphs).
  * 28 tiles, 7 each from the dealer's opponent on, 14 in the stock, its last one face up: trump is 0 if it shows a 0,
    else its larger number (D1-D5).  The dealer's opponent leads (gap 3).
  * A tile with the trump number is trump and nothing else; others belong to both their numbers (R1).  It leads its
    larger number (R4; `blank_for_suit` = seven: 0 is the largest).  0-0 beats all; in a suit the other end decides.
  * 0 counts 7.  Trump double 28, other trumps their sum, other doubles their sum, 0-3 and 6-4 10, the last of all 14
    tricks 10 (P1-P7).
  * No duty to follow while there is stock; the winner draws first, or declares victory: then nobody draws any more and
    suits must be followed (A1-B5).  `closing` = pagat: one closes before a lead; to claim is an act of its own (gap 5).
  * "Doubles": n tricks in a row led with n doubles, the others exposed: a bonus (C1-C6).  All seven: the deal (C7, C8).
  * 70 wins 1 game point, 2 if the other has less than `threshold`; a false declaration costs 2 (G2-G5).  Match to 7.

What a tile is, and the tables of suits, ranks and points, stand in tiles.py, declarations of doubles in doubles.py.
A deck of 4 n tiles is dealt as n each and 2 n in the stock.
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
from torite.games.kits import stock, tricks
from torite.games.page import game
from torite.games.scene import Meaning, Reason
from torite.games.state import hidden, public
from torite.games.tiles import BLANKS_ONLY, DECK, DOUBLES, VALUES
from torite.games.zones import NONE, BadgeSpec, Fact, Trump

SEATS = 2
DRAW, DECLARE, CLOSE, CLAIM = 72, 73, 75, 76  # actions
LEADING, FOLLOWING, DRAWING, OVER = range(4)  # phases
ENOUGH, LAST_TRICK = 70, 10  # points to win a deal; of the last trick
MATCH = 7  # game points
HIGHER, BOTH = range(2)  # values of `both70`


class State(tiles.State, doubles.State, stock.State):
    """What lies on the table."""

    phase: Count = public(OVER)
    stock: Each[Card] = hidden(NONE, len(DECK.cards) // 2)
    turned: Card = public(NONE)
    declared: Seat = public(NONE)  # has declared victory or closed
    tiles: Each[Points] = public()  # of the tiles won
    last_trick: Each[Points] = public()  # 10 for the last trick of a deal played out
    game_points: Each[Count] = public()  # of this deal
    scores: Each[Points] = public(of="match")  # game points of the match
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
        s.game_points[seat] += 3 if s.hands[seat] == DOUBLES else 1
        end(s)
    else:  # to declare victory instead of drawing, or to close
        s.declared = seat
        s.phase = LEADING


# ---- who takes it ----
@kernel
def play_tile(s: State, seat: Seat, tile: Card) -> None:
    """Lead or follow; after a lead with a declared double the others are exposed."""
    tricks.put(s, seat, tile)
    s.known[seat] &= ~bit(tile)
    s.exposed &= ~bit(tile)
    if seat != s.lead:
        if strict(s):
            tiles.note_what_is_missing(s, seat, tile, s.phase2)
        end_trick(s)
    elif s.to_expose:
        s.spent |= bit(tile)
    else:
        s.phase, s.turn = FOLLOWING, 1 - seat


@kernel
def end_trick(s: State) -> None:
    """0-0, a trump, the stronger tile of the suit wins (A2); then the winner draws, or leads."""
    s.best = winner = 1 - s.lead if tiles.beaten(s) else s.lead + 0
    s.tiles[winner] += VALUES[s.trump, s.trick[0]] + VALUES[s.trump, s.trick[1]]
    both, trump_double = bit(s.trick[0]) | bit(s.trick[1]), bit(0o11 * s.trump)
    if s.bingo_capture_gp and s.trump and both == trump_double | BLANKS_ONLY:
        s.game_points[winner] += 1
    if s.run:
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
        other = 1 - committed
        if total(s, committed) < ENOUGH:
            s.game_points[other] += 2
        else:  # a claim against somebody who has closed is worth what a false closing costs
            s.game_points[committed] += 2 if s.declared == other else worth_of_win(s, other)
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
    return max(s.scores[0], s.scores[1]) >= MATCH


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
    told = points | {"game_points": s.game_points, "scores": s.scores}
    found = {name: value.tolist() for name, value in told.items()}
    return found | {"declared": None if s.declared == NONE else int(s.declared)}


def ending(s: State) -> tuple[str, int]:
    """How the deal ended, and through whom (NONE = nobody).

    Who shows all doubles has a hand left, as who claims has, but pays nothing for having less than 70.
    """
    seat = int(s.turn) if s.held[s.turn] else int(s.declared)
    if seat == NONE:
        return "points", NONE
    short = total(s, seat) < ENOUGH
    if s.held[seat] == 0:
        return "fell_short" if short else "ended", seat
    if s.closing and (not short or s.game_points[1 - seat] >= 2):
        return "false_claim" if short else "claim", seat
    return "invincible", seat


def meaning(s: State, seat: Seat) -> Meaning:
    """How it ended, the points of both, and the game points."""
    how, whose = ending(s)
    other = 1 - seat
    mine, theirs = int(s.game_points[seat]), int(s.game_points[other])
    points: dict[str, int | str] = {"own": int(total(s, seat)), "who": str(other), "other": int(total(s, other))}
    good = None if mine == theirs else mine > theirs
    told = points | {"mine": mine, "theirs": theirs}
    return Meaning(f"own_{how}" if whose == seat else how, told, good, won=mine > theirs)


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
    deck=DECK,
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
