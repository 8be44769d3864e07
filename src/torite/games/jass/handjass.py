"""Handjass: in or out, everyone for himself; seven chips and you leave, the last one left loses; 2 to 4 players.

Rules: shared/rules/jass.md 5, from Kazuma Suzuki's column on Swiss Jass (kazuma.yaekumo.com/c0053_swissjass.html).
  * Nine cards a hand; with three left in the match a blind, with two a stock, too.  The last card is turned up: trump.
  * From forehand on: in, out, or (two or three left, the first who wishes) in with the blind for the own hand.
  * One in: +2 (two left: +1).  Two in, more left: +1 each if both agree.  Nobody in: `nobody_in` (A20).
  * Two or three left: the 6 of trumps may be exchanged for the card turned up, wherever that lies (A22).
  * First player who is in leads (A24).  Strong ban, Weis and Stöck.  Card points + Weis + Stöck: two best +1 each,
    `loss_limit` or less -1, one alone above it +2; with two left +1 for the higher.  Ties draw cards (A29, A31).
  * Forehand always moves on among those left (A32).

Actions: 0..63 cards, 64 in, 65 out, 66 blind, 67 / 68 split yes / no, 69 swap6, 70 keep6, 72.. Weis, 80.. Stöck;
chance `cut:SEAT:CARD`.
"""

from typing import Any

import numpy as np

from torite.cards.actions import Action, Actions, second_word
from torite.cards.bits import bit, low, members, popcount
from torite.cards.kernel import Card, Mask, Rng, Seat, kernel
from torite.games.fields import Each, Points, Seats, option
from torite.games.game import Outcome, Sheet
from torite.games.jass import blind, chips, cuts, melds, tricks
from torite.games.jass.cards import DECK, SEATS
from torite.games.jass.tricks import OVER, next_seat
from torite.games.page import game
from torite.games.scene import Meaning, Reason
from torite.games.state import public
from torite.games.zones import NONE, BadgeSpec, Fact

IN, OUT, BLIND, YES, NO, SWAP6, KEEP6 = range(64, 71)  # actions
DECLARING, SPLITTING, SWAPPING = 4, 5, 6  # phases


class State(cuts.State, chips.State, blind.State):
    """Who is in, and who has lost."""

    loser: Seat = public(NONE, of="match")
    declared: Seats = public()  # have said in or out
    ins: Seats = public()  # are in
    agreed: Seats = public()  # would split
    totals: Each[Points] = public()
    target: int = option(tuple(range(1, 16)), 7)
    forehand_forced: int = option(("redeal", "forehand_forced"), name="nobody_in")
    split_2p: bool = option(False)
    loss_limit: int = option((20, 25), 25)
    tie_2p: int = option(("none", "draw"))
    ban: int = tricks.STRONG_BAN


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """The cards; forehand is the first to say in or out."""
    blind.deal(s, deck)
    s.phase = DECLARING


@kernel
def two_left(s: State) -> bool:
    """Are only two left in the match?"""
    return popcount(s.inside) == 2


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """In, out or the blind; to split or not; to exchange the six or not; then cards and what is said with them."""
    if s.phase < DECLARING or seat != s.turn:
        return melds.legal(s, seat)
    if s.phase == SPLITTING:
        return second_word(bit(YES - 64) | bit(NO - 64))
    if s.phase == SWAPPING:
        return second_word(bit(SWAP6 - 64) | bit(KEEP6 - 64))
    return second_word(np.int64(0b11) | (bit(BLIND - 64) if blind.is_free(s) else 0))


def why(v: State, seat: Seat, action: Action) -> Reason | None:
    """One blind for two or three; else the rules of the trick and of Weis."""
    if v.phase == DECLARING and action == BLIND:
        return Reason("no_blind" if v.taker == NONE else "blind_taken")
    return melds.why(v, seat, action)


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Say in or out, agree to split, exchange the six, or play with all that is said."""
    if s.phase == DECLARING:
        declare(s, seat, action)
    elif s.phase == SPLITTING:
        split(s, seat, action)
    elif s.phase == SWAPPING:
        if action == SWAP6:
            blind.exchange(s, seat)
        begin_play(s)
    elif melds.play(s, seat, action):
        melds.compare(s, seat, False)
        if tricks.pass_on(s, seat) and s.held[s.lead] == 0:
            count(s)


# ---- before the play ----
@kernel
def declare(s: State, seat: Seat, action: Action) -> None:
    """In, out, or in with the blind."""
    s.declared |= bit(seat)
    s.ins |= bit(seat) if action != OUT else 0
    if action == BLIND:
        blind.take(s, seat)
    s.turn = next_seat(s, seat)
    if s.declared == s.inside:
        all_declared(s)


@kernel
def all_declared(s: State) -> None:
    """Nobody in: the next deal.  One: chips without play.  Two may split.  Three or four play."""
    if not s.ins and s.forehand_forced:
        s.ins = bit(s.forehand)
    number = popcount(s.ins)
    if number == 0:
        s.phase = OVER
    elif number == 1:
        s.chips[low(s.ins)] = 1 if two_left(s) else 2
        settle(s)
    else:
        s.playing = s.ins
        s.lead = s.turn = s.forehand if s.ins & bit(s.forehand) else next_seat(s, s.forehand)
        s.phase = SPLITTING
        if number > 2 or (two_left(s) and not s.split_2p):
            ask_for_six(s)


@kernel
def split(s: State, seat: Seat, action: Action) -> None:
    """A chip each, if both agree."""
    if action == NO:
        ask_for_six(s)
        return
    s.agreed |= bit(seat)
    s.turn = next_seat(s, seat)
    if s.agreed == s.ins:
        chips.each(s, s.ins, 1)
        settle(s)


@kernel
def ask_for_six(s: State) -> None:
    """Who holds the 6 of trumps may exchange it; then the play begins."""
    if blind.asks_for_six(s):
        s.phase = SWAPPING
    else:
        begin_play(s)


@kernel
def begin_play(s: State) -> None:
    """The first one who is in announces his Weis, and leads."""
    s.turn = s.lead
    s.phase = melds.ANNOUNCING


# ---- chips ----
@kernel
def count(s: State) -> None:
    """The deal is played: chips by the totals, those at the limit or below it pay."""
    s.phase = OVER
    above = np.int64(0)
    for p in range(s.players):
        if s.ins & bit(p):
            s.totals[p] = s.cards[p] + s.weis[p] + s.stoeck[p]
            above |= bit(p) if s.totals[p] > s.loss_limit else 0
    chips.each(s, s.ins & ~above, -1)
    first = chips.highest(s.totals, above, 1)
    if popcount(above) == 1:
        s.chips[low(above)] = 1 if two_left(s) else 2
    elif two_left(s):
        give(s, first, 1 if popcount(first) == 1 or s.tie_2p else 0)
    elif popcount(first) > 1:
        give(s, first, 2)
    else:
        give(s, first, 1)
        give(s, chips.highest(s.totals, above & ~first, 1), 1)
    if s.cut_seat == NONE:
        settle(s)


@kernel
def give(s: State, seats: Mask, number: int) -> None:
    """A chip to so many of these seats; they draw if there are not enough."""
    if popcount(seats) <= number:
        chips.each(s, seats, 1)
    elif number:
        cuts.begin(s, seats, number)


@kernel
def settle(s: State) -> None:
    """Add the chips up; who has enough leaves, and the last one has lost."""
    s.phase = OVER
    chips.add_up(s)
    for p in range(s.players):
        s.left |= bit(p) if s.inside & bit(p) and s.scores[p] >= s.target else 0
    last = s.inside & ~s.left
    if last == 0:  # all of the last ones reach it together: fewest chips lose, else cards are drawn
        last = chips.highest(s.scores, s.inside, -1)
        if popcount(last) > 1:
            cuts.begin(s, last, popcount(last) - 1)
    if popcount(last) == 1:
        s.loser = low(last)


@kernel
def drawn(s: State, card: Card) -> None:
    """A tied seat has drawn a card, for chips, or not to be the last one."""
    if cuts.draw(s, card):
        if s.left:
            s.loser = low(chips.highest(s.scores, s.inside, -1) & ~s.chosen)
        else:
            chips.each(s, s.chosen, 1)
            settle(s)


@kernel
def chance(s: State, rng: Rng) -> None:
    """The next of the tied draws a card."""
    drawn(s, cuts.random_card(s, rng))


def chance_play(s: State, code: str) -> None:
    """The next of the tied draws this card.  Raises NotationError."""
    drawn(s, cuts.card(s, code))


@kernel
def finished(s: State) -> bool:
    """After a deal: has somebody lost?"""
    return s.loser != NONE


@kernel
def score(s: State, points: np.ndarray) -> None:
    """The chips of the deal; a little for points, so that a lost deal is still played well."""
    for p in range(s.players):
        points[p] = s.chips[p] + 0.001 * s.totals[p]


def outcome(s: State) -> Outcome:
    """Everybody but the last one wins."""
    return Outcome(s.scores[: s.players].tolist(), [p for p in range(s.players) if p != s.loser], draw=False)


# ---- in words ----
def result(s: State) -> dict[str, Any]:
    """`result` of the record."""
    lists = {name: getattr(s, name)[: s.players].tolist() for name in ("cards", "weis", "stoeck", "totals", "chips")}
    return {"active": members(s.inside), "in": members(s.ins), **lists, "left": members(s.left)}


def meaning(s: State, seat: Seat) -> Meaning:
    """Why who got chips, or paid one; who got most of them, not who of them has more points, has won the deal."""
    told = _because(s, seat)
    told.won = bool(0 < s.chips[seat] == max(s.chips[: s.players]))
    return told


def _because(s: State, seat: Seat) -> Meaning:
    number = popcount(s.ins)
    if number < 2:
        return chips.because(s, seat, "only" if number else "nobody", members(s.ins))
    if s.ins == s.agreed:
        return chips.because(s, seat, "split", members(s.ins))
    payers, got = chips.moved(s, -1), chips.moved(s, 1)
    without = {int(s.totals[p]) for p in members(s.ins) if s.chips[p] == 0}
    drawn = without.intersection(int(s.totals[p]) for p in got)  # as many points, and no chip
    if payers and (seat in payers or not got):
        return chips.because(s, seat, "too_few", payers, limit=int(s.loss_limit))
    return chips.because(s, seat, "drawn" if drawn else "most" if got else "tied", got)


def said(v: State) -> list[int | None]:
    """What each seat has said: 0 = out, 1 = in, 2 = in with the blind, 3 = has left the match, None = nothing yet."""
    words = [2 if v.taker == p else int(v.ins) >> p & 1 if v.declared >> p & 1 else None for p in range(v.players)]
    return [word if v.inside >> p & 1 else 3 for p, word in enumerate(words)]


def standing(v: State) -> str:
    """Who is in, as far as it has been said."""
    return "declaring" if v.phase == DECLARING else f"in{popcount(v.ins)}"


GAME = game(
    State,
    players=(2, SEATS),
    deck=DECK,
    codes={IN: "in", OUT: "out", BLIND: "blind", YES: "split:yes", NO: "split:no", SWAP6: "swap6", KEEP6: "keep6"}
    | melds.CODES,
    picture=("DT", "DJ", "DQ", "DK"),
    phase=lambda s: ("over", "play", "weis", "stoeck", "declare", "split", "swap")[s.phase],
    packet=tricks.PACKET,
    face_up=lambda s: int(s.turned),
    extra=lambda s: {"active": members(s.inside)},
    zones=(
        *melds.TABLE,
        *blind.ZONES,
        Fact(standing, "in"),
    ),
    badges=(
        BadgeSpec("chips", "strokes", "scores"),
        BadgeSpec("in", "word", said),
        melds.BADGE,
        BadgeSpec("cards", "number", "cards"),
    ),
    asks=melds.ASKS,
    sheet=Sheet(("totals", "chips"), strokes="chips"),
    unit=chips.UNIT,
    presets={"seed": {}, "swiss": {"loss_limit": 20, "four_nines": True}},
)
