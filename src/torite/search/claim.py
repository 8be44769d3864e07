"""The rest is mine: does a seat that leads take every trick that is left, however the others play?

Hands are open, and the search is exact: the seat takes them all if one of its leads is beaten by nothing that the
others may play, and after each of their plays it takes them all again.  A game says with `claimable` where that may be
asked; it promises that hands say all, so positions are known again by them, and that which card beats which does not
change, so that is found out once.  A position is done when nothing that the others hold beats anything of the seat.

The game's rules are called by their addresses (games/calls.py): one search serves all games.
"""

import threading
from dataclasses import dataclass
from typing import Any

import numpy as np

from torite.cards.actions import Actions, list_actions
from torite.cards.bits import bit, low, members, stir
from torite.cards.kernel import Card, Mask, Seat, kernel
from torite.games.calls import Rules, States, actors, ahead, as_rows, hand, legal, play, put
from torite.games.game import Game
from torite.games.kits.tricks import ahead as ahead_of
from torite.games.state import CHANCE
from torite.games.zones import NONE
from torite.search.rules import rules

CALLED = ("actors", "legal", "play", "hand", "ahead")
LIMIT = 3_000_000  # positions, about a third of a second; a search that needs more is given up
DEEPEST = 128  # plies
MOST_SEATS = 8
PLACES = 1 << 14  # of the table
FAILS, HOLDS, UNKNOWN = range(3)

NODE = np.dtype(
    [
        ("mover", np.int64),
        ("ours", np.bool_),  # does the seat lead?
        ("left", np.int64),  # cards still to be tried
        ("card", np.int64),  # being tried; NONE = nothing but an answer to what was asked
        ("holds", np.bool_),
    ]
)
PLACE = np.dtype([("hands", np.int64, MOST_SEATS), ("stamp", np.int64), ("holds", np.bool_)])
COUNT = np.dtype([("positions", np.int64), ("limit", np.int64), ("stamp", np.int64)])
ROOM = ((DEEPEST, NODE), (PLACES, PLACE), (1, COUNT))


@dataclass(frozen=True)
class Space:
    """What a thread searches in."""

    nodes: Any  # NODE[DEEPEST]
    table: Any  # PLACE[PLACES]
    count: Any  # COUNT[1]
    beaten: Any  # int64[64]


_of_thread = threading.local()


def _space() -> Space:
    """The thread's own; what stands in its table is of another claim."""
    if not hasattr(_of_thread, "space"):
        nodes, table, count = (np.zeros(n, of).view(np.recarray) for n, of in ROOM)
        _of_thread.space = Space(nodes, table, count, np.zeros(64, np.int64))
    found: Space = _of_thread.space
    found.count[0].stamp += 1
    return found


@kernel
def answer(called: Rules, states: States, i: int) -> None:
    """Say by its first code what is asked beside cards."""
    seats = actors(called, states, i)
    while seats != 0 and seats != CHANCE:
        actions = legal(called, states, i, low(seats))
        if actions[0] != 0:
            return
        play(called, states, i, low(seats), first(actions))
        seats = actors(called, states, i)


@kernel
def first(actions: Actions) -> int:
    """The first of some actions."""
    for word in range(4):
        if actions[word]:
            return 64 * word + low(actions[word])
    return NONE


@kernel
def compare(called: Rules, states: States, seat: Seat, seats: int, beaten: np.ndarray) -> None:
    """Write into `beaten` for each card of the seat, which leads, what of the others' beats it; uses two more rows."""
    pool = others(called, states, 0, seat, seats)
    own = hand(called, states, 0, seat)
    while own:
        card = low(own)
        own &= own - 1
        beaten[card] = 0
        put(states, 1, 0)
        play(called, states, 1, seat, card)
        answer(called, states, 1)
        left = pool
        while left:
            other = low(left)
            left &= left - 1
            put(states, 2, 1)
            play(called, states, 2, low(actors(called, states, 1)), other)
            if ahead(called, states, 2) != seat:
                beaten[card] |= bit(other)


@kernel
def others(called: Rules, states: States, i: int, seat: Seat, seats: int) -> Mask:
    """Cards that all the others hold."""
    cards = np.int64(0)
    for p in range(seats):
        if p != seat:
            cards |= hand(called, states, i, p)
    return cards


@kernel
def place_of(called: Rules, states: States, i: int, seats: int, places: int) -> int:
    """Where a position stands in the table."""
    h: Any = np.int64(0)
    for p in range(seats):
        h = stir(h, hand(called, states, i, p))
    return h & np.int64(places - 1)


@kernel
def is_known(called: Rules, states: States, i: int, seats: int, place: Any, stamp: int) -> bool:
    """Does the place tell of this position in this claim?"""
    different = place.stamp ^ stamp
    for p in range(seats):
        different |= place.hands[p] ^ hand(called, states, i, p)
    return not different


@kernel
def enter(
    called: Rules, states: States, i: int, seat: Seat, seats: int, n: Any, table: Any, stamp: int, beaten: np.ndarray
) -> None:
    """Begin a node: whether the seat takes all from there, if that can be told at once, else the cards to try."""
    n.left, n.card, n.ours, n.holds = np.int64(0), NONE, False, True
    answer(called, states, i)
    movers = actors(called, states, i)
    if movers == 0 or movers == CHANCE:
        return
    n.mover = low(movers)
    n.left = legal(called, states, i, n.mover)[0]
    n.ours = n.mover == seat
    if not n.ours:
        return
    pool, own = others(called, states, i, seat, seats), n.left
    while own:
        n.holds &= beaten[low(own)] & pool == 0
        own &= own - 1
    place = table[place_of(called, states, i, seats, len(table))]
    if n.holds:
        n.card, n.left = low(n.left), np.int64(0)
    elif i > 0 and is_known(called, states, i, seats, place, stamp):  # the first node has to find its lead
        n.holds, n.left = place.holds, np.int64(0)


@kernel
def take_lead(n: Any, pool: Mask, beaten: np.ndarray) -> Card:
    """Which lead to try next: first those that nothing in the pool beats."""
    card, left = low(n.left), n.left
    while left:
        if beaten[low(left)] & pool == 0:
            return low(left)
        left &= left - 1
    return card


@kernel
def remember(called: Rules, states: States, i: int, seats: int, n: Any, place: Any, stamp: int) -> None:
    """Put what has been found into the table."""
    place.stamp, place.holds = stamp, n.holds
    for p in range(seats):
        place.hands[p] = hand(called, states, i, p)


@kernel
def search(
    called: Rules, states: States, seat: Seat, seats: int, nodes: Any, table: Any, count: Any, beaten: np.ndarray
) -> int:
    """Does the seat, which leads in states[0], take all?  Then nodes[0].card is a lead with which it does.

    Returns FAILS, HOLDS, or UNKNOWN if it would take too long.
    """
    compare(called, states, seat, seats, beaten)
    c, ply, arrived = count[0], 0, True
    c.positions = 0
    while c.positions < c.limit:
        n = nodes[ply]
        if arrived:
            c.positions += 1
            enter(called, states, ply, seat, seats, n, table, c.stamp, beaten)
        arrived = n.left != 0
        if arrived:
            n.card = take_lead(n, others(called, states, ply, seat, seats), beaten) if n.ours else low(n.left)
            n.left ^= bit(n.card)
            put(states, ply + 1, ply)
            play(called, states, ply + 1, n.mover, n.card)
            arrived = ahead(called, states, ply + 1) == seat
            if arrived:
                ply += 1
                continue
            n.holds = False
        if n.ours and n.card != NONE:
            remember(called, states, ply, seats, n, table[place_of(called, states, ply, seats, len(table))], c.stamp)
        if ply == 0:
            return HOLDS if n.holds else FAILS
        ply -= 1
        nodes[ply].holds = n.holds
        if n.holds == nodes[ply].ours:
            nodes[ply].left = np.int64(0)
    return UNKNOWN


def settle(game: Game, state: Any, seat: int, limit: int = LIMIT) -> list[tuple[Seat, int]] | None:
    """How the rest of a deal goes if the seat takes all of it however the others play: seat and action in turn.

    state   a position in which the seat may claim, with all hands open; chance is not in it
    limit   positions that are looked at for each lead
    None if somebody can take a trick from it, or if it would take too long to tell.  The seat plays leads that take
    all, everybody else the first card that he may; whatever else is asked is answered by its first code.
    """
    assert game.claimable is not None and game.claimable(state, seat)
    states = game.state.new(DEEPEST)
    states[0] = state
    rows, called, work = as_rows(states), rules(game, *CALLED), _space()
    work.count[0].limit = limit
    line: list[tuple[Seat, int]] = []
    while (mover := _mover(game, states[0])) != NONE:
        action: Card = list_actions(game.legal(states[0], mover))[0]
        if mover == seat and action < 64:
            if search(called, rows, seat, int(state.players), *vars(work).values()) != HOLDS:
                return None
            action = int(work.nodes[0].card)
        game.play(states[0], mover, action)
        line.append((mover, action))
    return line


def is_sure(game: Game, view: Any, seat: int) -> bool:
    """Can the seat tell that it takes every trick that is left: does no card that may be out beat any of its own?

    view   of the seat, which may claim.  Enough, but not needed: what the others cannot hold is not asked.
    """
    out = members(int(view.pack) & ~_gone(game, view) & ~int(view.hands[seat]))
    if len(out) < int(view.held.sum()) - int(view.held[seat]):
        return False  # cards that all have seen are in some hand again
    states = game.state.new(2)
    led, beaten = states[0], states[1]
    for card in members(int(view.hands[seat])):
        states[0] = view
        game.play(led, seat, card)
        while (mover := _mover(game, led)) != NONE and (asked := list_actions(game.legal(led, mover)))[:1] >= [64]:
            game.play(led, mover, asked[0])
        for other in sorted(out, key=lambda other: (other >> 4 != card >> 4, -other)):  # what beats it comes early
            states[1] = led
            game.play(beaten, mover, other)
            if ahead_of(beaten) != seat:
                return False
    return True


def _gone(game: Game, view: Any) -> int:
    """Cards that nobody holds any more, as everybody knows; kits in which cards are seen and held keep them apart."""
    played = view.played if "played" in game.state.fields else [view.seen]
    return int(np.bitwise_or.reduce(played))


def _mover(game: Game, state: Any) -> int:
    """Who may act; NONE where nobody may, or chance has to."""
    movers = game.actors(state)
    return NONE if movers == 0 or movers == CHANCE else members(movers)[0]
