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

from torite.cards.actions import Action, Actions, card_actions, no_actions, second_word
from torite.cards.bits import bit, low, members, popcount
from torite.cards.kernel import Mask, Rng, Seat, State, kernel
from torite.cards.subsets import random_subset
from torite.games.game import Ask, Game, Option, Outcome, Place, Sheet, Unit, on_off
from torite.games.jass import cuts, melds
from torite.games.jass.cards import ALL_TRUMP_HAND, DECK, SEATS, SIX, SUIT_NAMES
from torite.games.jass.meanings import of_chips
from torite.games.jass.melds import SILENT, STOECK_POINTS, VALUES, WEIS_OPTIONS
from torite.games.jass.reasons import note_weis, why_card, why_weis
from torite.games.jass.tricks import (
    ANTICLOCKWISE,
    FIELDS,
    PACKET,
    STRONG,
    TABLE,
    backward,
    clear_table,
    direction,
    lay_card,
    legal_cards,
    next_seat,
    packet_of,
    pass_on,
    sit_down,
    unseen_by,
)
from torite.games.scene import Note, Reason
from torite.games.state import HEADER, Layout, by_seat, hidden, public
from torite.games.zones import NONE, BadgeSpec, Fact, Pile, Trump

IN, OUT, BLIND, YES, NO, SWAP6, KEEP6, WEIS, STOECK = 64, 65, 66, 67, 68, 69, 70, 72, 80  # actions
DECLARING, SPLITTING, SWAPPING, ANNOUNCING, PLAYING, ASKING, OVER = range(7)  # phases
AT_BLIND, AT_STOCK = SEATS, SEATS + 1  # places of the card turned up, after the seats
FOR_CHIPS, FOR_THE_END = range(2)  # what cards are drawn for

OPTIONS = (
    Option("target", tuple(range(1, 16)), 7),
    Option("nobody_in", ("redeal", "forehand_forced"), "redeal"),
    on_off("split_2p", False),
    Option("loss_limit", (20, 25), 25),
    Option("tie_2p", ("none", "draw"), "none"),
    *WEIS_OPTIONS,
    ALL_TRUMP_HAND,
    SUIT_NAMES,
)
TARGET, NOBODY_IN, SPLIT_2P, LOSS_LIMIT, TIE_2P, BOOK, FOUR_NINES, ALL_TRUMP = range(8)  # places in `options`
LIMITS = np.array(OPTIONS[LOSS_LIMIT].values, np.int64)

STATE = Layout(
    *HEADER,
    *FIELDS,
    *melds.FIELDS,
    public("inside", np.int64),  # seats still in the match (before `left`)
    public("forehand", np.int8),
    public("turned", np.int8),  # card turned up
    public("turned_at", np.int8),  # seat, AT_BLIND or AT_STOCK; where the six lies once it is exchanged
    public("declared", np.int64),  # seats that have said in or out
    public("ins", np.int64),  # seats that are in
    public("taker", np.int8),  # seat that took the blind, NONE
    public("agreed", np.int64),  # seats that would split
    public("swapper", np.int8),  # seat that exchanged the six of trumps, NONE
    by_seat("laid_down", np.int64, SEATS),  # the hand that the taker gave for the blind
    hidden("blind", np.int64),  # its cards, while nobody has taken it
    hidden("stock", np.int64),
    public("totals", np.int16, SEATS),
    public("chips", np.int16, SEATS),  # won or lost in this deal
    public("scores", np.int32, SEATS),  # chips in this match
    public("left", np.int64),  # seats that left after this deal
    public("loser", np.int8),  # NONE = not decided
    public("cut_for", np.int8),  # FOR_CHIPS or FOR_THE_END
    *cuts.FIELDS,
)


@kernel
def start(s: State, players: int, first: Seat) -> None:
    """A new match; `first` deals the first deal."""
    sit_down(s, players, ANTICLOCKWISE)
    s.dealer = first
    s.forehand = first
    s.inside = (np.int64(1) << np.int64(players)) - 1
    s.scores[:] = 0
    s.left = 0
    s.loser = NONE
    s.phase = OVER
    cuts.clear_cuts(s)


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """The next deal: deck int8[n] as four hands in packets of three: of those left in the match, blind and stock."""
    s.deals += 1
    clear_table(s)
    melds.clear_melds(s)
    cuts.clear_cuts(s)
    s.inside &= ~s.left
    s.playing = s.inside
    s.forehand = s.dealt_first = s.lead = s.turn = next_seat(s, s.forehand)
    s.dealer = _seat_before(s, s.forehand)
    left = popcount(s.inside)
    s.blind = s.stock = 0
    s.pack = packet_of(deck, 0, len(deck))
    rest = _each(s)
    at = 0
    while rest:
        packet = min(PACKET, rest)
        seat = s.forehand
        for _ in range(left):
            s.hands[seat] |= packet_of(deck, at, packet)
            seat = next_seat(s, seat)
            at += packet
        if left < 4:
            s.blind |= packet_of(deck, at, packet)
            at += packet
        if left < 3:
            s.stock |= packet_of(deck, at, packet)
            at += packet
        rest -= packet
    for p in range(s.players):
        s.held[p] = _each(s) if s.inside >> np.int64(p) & 1 else 0
    s.turned = deck[len(deck) - 1]
    s.trump = s.row = s.turned >> 4
    s.turned_at = s.dealer if left == 4 else (AT_BLIND if left == 3 else AT_STOCK)
    if left == 4:
        s.shown[s.dealer] = bit(s.turned)
    s.phase = DECLARING
    s.declared = s.ins = s.agreed = s.left = 0
    s.taker = s.swapper = NONE
    s.laid_down[:] = 0
    s.totals[:] = 0
    s.chips[:] = 0
    s.cut_for = FOR_CHIPS


@kernel
def _each(s: State) -> int:
    """How many cards a hand is dealt, the blind and the stock too."""
    return popcount(s.pack) // SEATS


@kernel
def _seat_before(s: State, seat: Seat) -> Seat:
    """The player left in the match who sits just before this one in the order of play."""
    seat = backward(s, seat)
    while not s.inside >> np.int64(seat) & 1:
        seat = backward(s, seat)
    return seat


@kernel
def _two_left(s: State) -> bool:
    return popcount(s.inside) == 2


@kernel
def actors(s: State) -> Mask:
    """The seat to act; chance where a tie is drawn for; 0 once the deal is over."""
    return cuts.cutters(s) if s.phase == OVER else bit(s.turn)


@kernel
def _ban(s: State) -> int:
    return STRONG + s.options[ALL_TRUMP]


@kernel
def _book(s: State) -> int:
    return 2 * s.options[BOOK] + s.options[FOUR_NINES]


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """What `seat` may do; nothing if it is not its turn."""
    if s.phase == OVER or seat != s.turn:
        return no_actions()
    if s.phase == PLAYING:
        return card_actions(legal_cards(s, seat, _ban(s)))
    if s.phase == ANNOUNCING:
        return second_word(melds.legal_weis(s, seat, _book(s)) << np.int64(WEIS - 64))
    if s.phase == ASKING:
        return second_word(np.int64(0b11) << np.int64(STOECK - 64))
    if s.phase == SPLITTING:
        return second_word(bit(YES - 64) | bit(NO - 64))
    if s.phase == SWAPPING:
        return second_word(bit(SWAP6 - 64) | bit(KEEP6 - 64))
    may_take = popcount(s.inside) < 4 and s.taker == NONE
    return second_word(np.int64(0b11) | (bit(BLIND - 64) if may_take else 0))


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Do `action` for `seat`.  Not checked: the caller picks it from `legal(s, seat)`."""
    if s.phase == PLAYING:
        lay_card(s, seat, action, _ban(s))
        if melds.asks_stoeck(s, seat, action):
            s.phase = ASKING
        else:
            _after_card(s, seat)
    elif s.phase == ANNOUNCING:
        s.said[seat] = action - WEIS
        s.phase = PLAYING
    elif s.phase == ASKING:
        s.phase = PLAYING
        s.stoeck[seat] = STOECK_POINTS if action == STOECK else 0
        _after_card(s, seat)
    elif s.phase == DECLARING:
        _declare(s, seat, action)
    elif s.phase == SPLITTING:
        _split(s, seat, action)
    else:
        if action == SWAP6:
            _swap_six(s, seat)
        _begin_play(s)


# ---- before the play ----
@kernel
def _declare(s: State, seat: Seat, action: Action) -> None:
    s.declared |= bit(seat)
    s.ins |= bit(seat) if action != OUT else 0
    if action == BLIND:
        s.taker = seat
        s.laid_down[seat] = s.hands[seat]
        s.hands[seat] = s.blind
        s.blind = 0
        if s.turned_at == AT_BLIND:
            s.turned_at = seat
            s.shown[seat] = bit(s.turned)
    s.turn = next_seat(s, seat)
    if s.declared == s.inside:
        _all_declared(s)


@kernel
def _all_declared(s: State) -> None:
    if not s.ins and s.options[NOBODY_IN]:
        s.ins = bit(s.forehand)
    number = popcount(s.ins)
    if number == 0:
        s.phase = OVER
    elif number == 1:
        s.chips[low(s.ins)] = 1 if _two_left(s) else 2
        _settle(s)
    else:
        s.playing = s.ins
        s.lead = s.forehand if s.ins >> np.int64(s.forehand) & 1 else next_seat(s, s.forehand)
        s.turn = s.lead
        s.phase = SPLITTING
        if number > 2 or (_two_left(s) and not s.options[SPLIT_2P]):
            _ask_for_six(s)


@kernel
def _split(s: State, seat: Seat, action: Action) -> None:
    if action == NO:
        _ask_for_six(s)
        return
    s.agreed |= bit(seat)
    s.turn = next_seat(s, seat)
    if s.agreed == s.ins:
        for p in range(s.players):
            s.chips[p] = s.ins >> np.int64(p) & 1
        _settle(s)


@kernel
def _ask_for_six(s: State) -> None:
    """Who is in and holds the 6 of trumps may exchange it, unless the card turned up is his own, or is the six."""
    six = bit(s.trump << 4 | SIX)
    if popcount(s.inside) < 4 and s.turned & 15 != SIX:
        for p in range(s.players):
            if s.ins >> np.int64(p) & 1 and s.turned_at != p and s.hands[p] & six:
                s.shown[p] |= six  # being asked tells it
                s.turn = p
                s.phase = SWAPPING
                return
        for p in range(s.players):
            if s.ins >> np.int64(p) & 1 and s.turned_at != p:
                s.lacks[p] |= six
    _begin_play(s)


@kernel
def _swap_six(s: State, seat: Seat) -> None:
    six, turned = bit(s.trump << 4 | SIX), bit(s.turned)
    s.swapper = seat
    s.hands[seat] ^= six | turned
    s.shown[seat] ^= six | turned
    if s.turned_at == AT_BLIND:
        s.blind ^= six | turned
    elif s.turned_at == AT_STOCK:
        s.stock ^= six | turned
    else:
        s.hands[s.turned_at] ^= six | turned
        s.shown[s.turned_at] ^= six | turned


@kernel
def _begin_play(s: State) -> None:
    s.turn = s.lead
    s.phase = ANNOUNCING


# ---- play and chips ----
@kernel
def _after_card(s: State, seat: Seat) -> None:
    if s.trick_no == 0:
        s.phase = ANNOUNCING
        if next_seat(s, seat) == s.lead:
            s.phase = PLAYING
            melds.compare_melds(s, _book(s), 0, False)
    if pass_on(s, seat) and s.held[s.lead] == 0:
        _count(s)


@kernel
def _best(s: State, among: Mask) -> Mask:
    """Those with the highest total among these seats."""
    best, found = -1, np.int64(0)
    for p in range(s.players):
        if among >> np.int64(p) & 1:
            if s.totals[p] > best:
                best, found = int(s.totals[p]), np.int64(0)
            found |= bit(p) if s.totals[p] == best else 0
    return found


@kernel
def _count(s: State) -> None:
    s.phase = OVER
    above = np.int64(0)
    for p in range(s.players):
        if s.ins >> np.int64(p) & 1:
            s.totals[p] = np.int64(s.cards[p]) + s.weis[p] + s.stoeck[p]
            if s.totals[p] > LIMITS[s.options[LOSS_LIMIT]]:
                above |= bit(p)
            else:
                s.chips[p] = -1
    if popcount(above) == 1:
        s.chips[low(above)] = 1 if _two_left(s) else 2
    elif above:
        first = _best(s, above)
        second = _best(s, above & ~first)
        if _two_left(s):
            _pay(s, first, 1 if popcount(first) == 1 or s.options[TIE_2P] else 0)
        elif popcount(first) > 1:
            _pay(s, first, 2)
        else:
            _pay(s, first, 1)
            _pay(s, second, 1)
    if not cuts.is_cutting(s):
        _settle(s)


@kernel
def _pay(s: State, seats: Mask, chips: int) -> None:
    """A chip to so many of these seats; they draw if there are not enough."""
    if popcount(seats) <= chips:
        for p in range(s.players):
            s.chips[p] += seats >> np.int64(p) & 1
    elif chips:
        cuts.begin_cuts(s, seats, chips)


@kernel
def _settle(s: State) -> None:
    """Add the chips up; who has enough leaves, and the last one has lost."""
    s.phase = OVER
    for p in range(s.players):
        s.scores[p] += s.chips[p]
        if s.inside >> np.int64(p) & 1 and s.scores[p] > s.options[TARGET]:
            s.left |= bit(p)
    rest = s.inside & ~s.left
    if popcount(rest) == 1:
        s.loser = low(rest)
    elif rest == 0:  # all of the last ones reach it together: fewest chips lose, else cards are drawn
        least = s.scores[low(s.inside)]
        for p in range(s.players):
            least = min(least, s.scores[p]) if s.inside >> np.int64(p) & 1 else least
        last = np.int64(0)
        for p in range(s.players):
            last |= bit(p) if s.inside >> np.int64(p) & 1 and s.scores[p] == least else 0
        if popcount(last) == 1:
            s.loser = low(last)
        else:
            s.cut_for = FOR_THE_END
            cuts.begin_cuts(s, last, popcount(last) - 1)


@kernel
def _drawn(s: State, card: int) -> None:
    """A tied seat has drawn a card."""
    if s.cut_for == FOR_CHIPS:
        if cuts.draw_cut(s, card):
            for p in range(s.players):
                s.chips[p] += s.chosen >> np.int64(p) & 1
            _settle(s)
    else:
        tied = np.int64(0)
        for p in range(s.players):
            tied |= bit(p) if s.inside >> np.int64(p) & 1 and s.scores[p] == s.scores[s.cut_seat] else 0
        if cuts.draw_cut(s, card):
            s.loser = low(tied & ~s.chosen)


@kernel
def chance(s: State, rng: Rng) -> None:
    """The next of the tied draws a card."""
    _drawn(s, cuts.random_cut(s, rng))


def chance_play(s: State, code: str) -> None:
    """The next of the tied draws this card.  Raises NotationError."""
    _drawn(s, cuts.cut_card(s, code))


@kernel
def finished(s: State) -> bool:
    """After a deal: has somebody lost?"""
    return s.loser != NONE


@kernel
def score(s: State, points: np.ndarray) -> None:
    """The chips of the deal; a little for points, so that a lost deal is still played well."""
    for p in range(s.players):
        points[p] = s.chips[p] + 0.001 * s.totals[p]


# ---- worlds ----
@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """Fill the other hands, blind, stock and the hand laid down for the blind in a view of `seat`."""
    known = bit(s.trump << 4 | SIX if s.swapper != NONE else s.turned)  # where the card turned up lay
    unseen = unseen_by(s, seat) & ~s.laid_down[seat]
    spare = s.turned_at >= SEATS
    if not melds.fill_melds(s, seat, unseen & ~known if spare else unseen, _book(s), 0, rng):
        return
    rest = unseen
    for p in range(s.players):
        rest &= ~s.hands[p]
    left = popcount(s.inside)
    if left < 3:
        s.stock = _some(rest, _each(s), known if s.turned_at == AT_STOCK else np.int64(0), rng)
        rest &= ~s.stock
    if left < 4 and s.taker == NONE:
        s.blind = rest
    elif left < 4 and s.taker != seat:
        s.laid_down[s.taker] = rest


@kernel
def _some(cards: Mask, number: int, fixed: Mask, rng: Rng) -> Mask:
    """So many of the cards, `fixed` among them."""
    return fixed | random_subset(cards & ~fixed, number - popcount(fixed), rng)


# ---- outside kernels ----
def places(s: State) -> list[Place]:
    """Where each card of the deck went."""
    order: list[Place] = [
        seat for i in range(s.players) if s.inside >> (seat := int(s.forehand + direction(s) * i) % int(s.players)) & 1
    ]
    order += ["extra:blind", "extra:stock"][: SEATS - len(order)]
    each = int(_each(s))
    return [place for at in range(0, each, PACKET) for place in order for _ in range(min(PACKET, each - at))]


def result(s: State) -> dict[str, Any]:
    """`result` of the record."""
    n = int(s.players)
    return {
        "active": members(s.inside),
        "in": members(s.ins),
        **{name: s[name][:n].tolist() for name in ("cards", "weis", "stoeck", "totals", "chips")},
        "left": members(s.left),
    }


def outcome(s: State) -> Outcome:
    """Everybody but the last one wins."""
    return Outcome(s.scores[: s.players].tolist(), [p for p in range(s.players) if p != s.loser], draw=False)


def why(v: State, seat: Seat, action: Action) -> Reason | None:
    """The rules of the trick; melds that are held and not below what has been said; one blind for two or three."""
    if action < IN:
        return why_card(v, seat, action)
    if v.phase == ANNOUNCING and WEIS <= action < STOECK:
        return why_weis(v, action - WEIS)
    if v.phase == DECLARING and action == BLIND:
        return Reason("no_blind" if v.taker == NONE else "blind_taken")
    return None


def note(v: State, seat: Seat, action: Action) -> Note | None:
    """The cards of a Weis."""
    return note_weis(v, seat, action - WEIS, _book(v)) if WEIS <= action < STOECK else None


def announced(v: State, viewer: Seat | None) -> list[int]:
    """Weis that each seat has announced, 0 = none."""
    return [VALUES[k] if 0 <= (k := int(said)) < SILENT else 0 for said in v.said]


def turned_up(v: State, viewer: Seat | None) -> int:
    """The card turned up, as long as it lies there for all to see."""
    return int(v.turned) if v.swapper == NONE and (v.turned_at >= SEATS or v.phase < ANNOUNCING) else NONE


def said(v: State, viewer: Seat | None) -> list[int | None]:
    """What each seat has said: 0 = out, 1 = in, 2 = in with the blind, 3 = has left the match, None = nothing yet."""
    words: list[int | None] = []
    for p in range(v.players):
        if not v.inside >> p & 1:
            words.append(3)
        elif not v.declared >> p & 1:
            words.append(None)
        else:
            words.append(2 if v.taker == p else int(v.ins) >> p & 1)
    return words


def standing(v: State, viewer: Seat | None) -> str:
    """Who is in, as far as it has been said."""
    return "declaring" if v.phase == DECLARING else f"in{popcount(v.ins)}"


GAME = Game(
    name="handjass",
    players=(2, SEATS),
    deck=DECK,
    state=STATE,
    codes=DECK.names
    | {IN: "in", OUT: "out", BLIND: "blind", YES: "split:yes", NO: "split:no", SWAP6: "swap6", KEEP6: "keep6"}
    | {WEIS + i: f"weis:{points}" for i, points in enumerate(VALUES)}
    | {WEIS + SILENT: "weis:none", STOECK: "stoeck", STOECK + 1: "stoeck:none"},
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
    meaning=of_chips,
    places=places,
    face_up=lambda s: int(s.turned),
    extra=lambda s: {"active": members(s.inside)},
    picture=("DT", "DJ", "DQ", "DK"),
    why=why,
    note=note,
    phase=lambda s: ("declare", "split", "swap", "weis", "play", "stoeck", "over")[s.phase],
    direction=direction,
    packet=PACKET,
    chance=chance,
    chance_code=cuts.cut_code,
    chance_told=cuts.cut_told,
    chance_play=chance_play,
    zones=(
        *TABLE,
        Trump("trump", turned_up),
        Pile(lambda v, seat: _each(v) if popcount(v.inside) < 4 and v.taker == NONE else 0, "blind"),
        Pile(lambda v, seat: _each(v) if popcount(v.inside) < 3 else 0, "stock"),
        Fact(standing, "in"),
    ),
    badges=(
        BadgeSpec("chips", "strokes", "scores"),
        BadgeSpec("in", "word", said),
        BadgeSpec("weis", "number", announced),
        BadgeSpec("cards", "number", "cards"),
    ),
    asks=(Ask("weis", "announce", "bar"), Ask("stoeck", "announce", "bar")),
    sheet=Sheet(("totals", "chips"), strokes="chips"),
    unit=Unit("chips", 0.1),
    options=OPTIONS,
    presets={"seed": {}, "swiss": {"loss_limit": 20, "four_nines": True, "suit_names": "hslu"}},
)
