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

What a tile is, and the tables of suits, ranks and points, stand in tiles.py.
A deck of 4 n tiles is dealt as n each and 2 n in the stock.
Actions, one word each: tiles; 64 + n = doubles:n, then the other announcements; 128 + tile = expose it.
"""

from typing import Any

import numpy as np

from torite.cards.actions import NOTHING, Action, Actions, card_actions, no_actions
from torite.cards.bits import bit, members, nth, popcount
from torite.cards.deck import Deck
from torite.cards.kernel import Card, Mask, Rng, Seat, State, kernel
from torite.cards.rng import below
from torite.cards.subsets import random_subset_with
from torite.games.game import Ask, Game, Option, Outcome, Place, Sheet, Unit, on_off
from torite.games.scene import Meaning, Reason
from torite.games.state import HEADER, Layout, by_seat, hidden, public
from torite.games.tiles import BEATERS, BLANKS, BLANKS_ONLY, DECK, DOUBLES, SUIT_LED, TRUMPS, VALUES, belongs, suit_of
from torite.games.why import must_follow
from torite.games.zones import NONE, BadgeSpec, Fact, Hands, Pile, Row, Taken, Trick, Trump

SEATS = 2
FULL = len(DECK.cards)
SAY, DRAW, DECLARE, INVINCIBLE, CLOSE, CLAIM = 64, 72, 73, 74, 75, 76  # actions; SAY + n = doubles:n
EXPOSE = 128
LEADING, DOUBLING, EXPOSING, FOLLOWING, DRAWING, OVER = range(6)  # phases
ENOUGH = 70  # points to win a deal
LAST_TRICK, WITH_BLANKS = 10, 10
BONUS = np.array([0, 0, 20, 40, 50, 60, 70], np.int16)  # by number of doubles
MOST_SAID = len(BONUS) - 1
MATCH = 7  # game points

OPTIONS = (
    Option("ranking", ("seed", "pagat"), "seed"),
    Option("blank_for_suit", ("natural", "seven"), "natural"),
    Option("closing", ("seed", "pagat"), "seed"),
    Option("phase2", ("seed", "pagat"), "seed"),
    Option("both70", ("higher", "both", "none"), "higher"),
    Option("no_trick_gp", (2, 3), 2),
    Option("threshold", (20, 30), 30),
    on_off("redeclare", True),
    on_off("bingo_capture_gp", False),
    Option("next_dealer", ("alternate", "winner"), "alternate"),
    on_off("show_points", False),
)
RANKING, BLANK, CLOSING, PHASE2, BOTH70, NO_TRICK, THRESHOLD, REDECLARE, CAPTURE, NEXT_DEALER, SHOW = range(11)
HIGHER, BOTH = 0, 1  # values of BOTH70
NO_TRICK_POINTS = np.array(OPTIONS[NO_TRICK].values, np.int16)
THRESHOLDS = np.array(OPTIONS[THRESHOLD].values, np.int16)


STATE = Layout(
    *HEADER,
    public("phase", np.int8),
    public("cards", np.int8),  # tiles in the deck, a multiple of 4
    public("all_cards", np.int64),  # what the deck consists of
    hidden("stock", np.int8, FULL // 2),  # next tile first, NONE = drawn
    public("in_stock", np.int8),  # tiles left in the stock
    public("turned", np.int8),  # the tile turned up, last of the stock
    public("trump", np.int8),  # number
    by_seat("hands", np.int64, SEATS),  # tiles held
    public("held", np.int8, SEATS),  # number of tiles held
    public("known", np.int64, SEATS),  # tiles held that all have seen: exposed once, or the one turned up
    public("barred", np.int64, SEATS),  # tiles that the seat has shown not to hold
    public("played", np.int64),  # tiles played by anybody
    public("lead", np.int8),  # seat that leads this trick
    public("trick", np.int8, SEATS),  # tile of each seat to this trick, NONE
    public("last", np.int8, SEATS),  # the finished trick, by seat
    public("last_lead", np.int8),
    public("last_winner", np.int8),  # NONE = no trick finished in this deal
    public("fresh", np.int8),  # 1 = the trick has just been won, its winner has not decided anything yet
    public("declared", np.int8),  # seat that has declared victory or closed, NONE
    public("claimed", np.int8),  # seat whose claim has ended the deal, NONE
    public("said", np.int8),  # number of doubles last declared
    public("to_expose", np.int8),  # doubles still to be exposed
    public("run", np.int8),  # tricks of the declaration still to be won, 0 = no declaration runs
    public("run_blanks", np.int8),  # 1 = 0-0 has won one of them
    public("exposed", np.int64),  # doubles of the running declaration that lie open, still to be led
    public("spent", np.int64),  # tiles ever exposed, or led by a declaration
    public("tricks", np.int8, SEATS),  # won in this deal
    public("tiles", np.int16, SEATS),  # points of the tiles won
    public("bonus", np.int16, SEATS),  # points of successful declarations
    public("last_trick", np.int16, SEATS),  # 10 for the last trick of a deal played out
    public("game_points", np.int8, SEATS),  # of this deal
    public("scores", np.int16, SEATS),  # game points of the match
    public("next_dealer", np.int8),
)


@kernel
def start(s: State, players: int, first: Seat) -> None:
    """A new match; `first` deals the first deal."""
    s.players = players
    s.deals = 0
    s.dealer = NONE
    s.next_dealer = first
    s.scores[:] = 0
    s.phase = OVER


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """The next deal: deck int8[4 n], n tiles to each seat alternately from the dealer's opponent, then the stock."""
    n, half = len(deck), len(deck) >> 1
    s.deals += 1
    s.dealer = s.next_dealer
    s.phase = LEADING
    s.cards = n
    s.stock[:] = NONE
    s.hands[:] = 0
    for i in range(0, half, 2):
        s.hands[1 - s.dealer] |= bit(deck[i])
        s.hands[s.dealer] |= bit(deck[i + 1])
    all_cards = s.hands[0] | s.hands[1]
    for i in range(half):
        s.stock[i] = deck[half + i]
        all_cards |= bit(deck[half + i])
    s.all_cards = all_cards
    s.in_stock = half
    s.turned = deck[n - 1]
    s.trump = s.turned >> 3 if s.turned & 7 else 0
    s.held[:] = half >> 1
    s.known[:] = 0
    s.barred[:] = 0
    s.played = 0
    s.turn = s.lead = 1 - s.dealer
    s.trick[:] = NONE
    s.last[:] = NONE
    s.last_lead = s.last_winner = s.declared = s.claimed = NONE
    s.fresh = s.said = s.to_expose = s.run = s.run_blanks = 0
    s.exposed = s.spent = 0
    s.tricks[:] = 0
    s.tiles[:] = 0
    s.bonus[:] = 0
    s.last_trick[:] = 0
    s.game_points[:] = 0


@kernel
def actors(s: State) -> Mask:
    """The seat to act; 0 once the deal is over."""
    return np.int64(0) if s.phase == OVER else bit(s.turn)


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """What `seat` may do; nothing if it is not its turn."""
    if s.phase == OVER or seat != s.turn:
        return no_actions()
    if s.phase == FOLLOWING:
        return card_actions(_legal_follow(s, seat))
    if s.phase == DRAWING:
        ending = bit(CLAIM - SAY) if s.options[CLOSING] else bit(DECLARE - SAY)
        return (NOTHING, bit(DRAW - SAY) | ending | _invincible(s, seat), NOTHING, NOTHING)
    if s.phase == LEADING:
        return (_legal_lead(s, seat), _announcements(s, seat), NOTHING, NOTHING)
    doubles = s.hands[seat] & declarable(s)
    if s.phase == DOUBLING:
        return card_actions(doubles)
    return (NOTHING, NOTHING, doubles & ~s.exposed, NOTHING)


@kernel
def declarable(s: State) -> Mask:
    """Doubles that a declaration may use: without `redeclare` each only once (gap 16)."""
    return DOUBLES if s.options[REDECLARE] else DOUBLES & ~s.spent


@kernel
def _legal_lead(s: State, seat: Seat) -> Mask:
    return s.exposed if s.run else s.hands[seat]


@kernel
def _announcements(s: State, seat: Seat) -> Mask:
    """Before a lead; bit a = action SAY + a."""
    said = np.int64(0)
    if not s.run:
        said |= _invincible(s, seat)
        if s.tricks[seat]:
            most = min(MOST_SAID, popcount(s.hands[seat] & declarable(s)))
            said |= (bit(most + 1) - 1) & ~np.int64(0b11)
    if s.options[CLOSING]:
        said |= bit(CLAIM - SAY)
        if s.in_stock and s.declared == NONE:
            said |= bit(CLOSE - SAY)
    return said


@kernel
def _invincible(s: State, seat: Seat) -> Mask:
    """The announcement that ends the deal, if the seat has or, as the follower just now, had all seven doubles."""
    tiles = s.hands[seat]
    if s.fresh and s.last_lead != seat:
        tiles |= bit(s.last[seat])
    on_lead = s.phase == LEADING and s.hands[seat] == DOUBLES
    return bit(INVINCIBLE - SAY) if on_lead or (s.fresh and tiles == DOUBLES) else np.int64(0)


@kernel
def strict(s: State) -> bool:
    """Must suits be followed?"""
    return s.declared != NONE or s.in_stock == 0


@kernel
def duty(s: State, led: Card) -> tuple[Mask, Mask, Mask]:
    """What a follower must play from, in this order, before anything goes (B1-B3, gaps 19 and 20)."""
    suit = SUIT_LED[s.options[BLANK], s.trump, led]
    beaters = BEATERS[s.options[RANKING], s.options[BLANK], s.trump, led]
    trumps = TRUMPS[s.trump]
    if trumps & bit(led):
        return suit & beaters, suit, BLANKS_ONLY
    if s.options[PHASE2]:
        return suit & beaters, suit, trumps | BLANKS_ONLY
    return suit, suit, np.int64(0)


@kernel
def _legal_follow(s: State, seat: Seat) -> Mask:
    hand = s.hands[seat]
    if not strict(s):
        return hand
    first, second, third = duty(s, s.trick[s.lead])
    if hand & first:
        return hand & first
    if hand & second:
        return hand & second
    return hand & third if hand & third else hand


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Do `action` for `seat`.  Not checked: the caller picks it from `legal(s, seat)`."""
    s.fresh = 0
    if action < SAY:
        _play_tile(s, seat, action)
    elif action >= EXPOSE:
        _expose(s, action - EXPOSE)
    elif action <= SAY + MOST_SAID:
        s.said = s.to_expose = s.run = action - SAY
        s.to_expose -= 1
        s.run_blanks = 0
        s.phase = DOUBLING
    elif action == DRAW:
        _draw(s, seat)
    elif action == CLAIM:
        s.claimed = seat
        _count(s)
    elif action == INVINCIBLE:
        s.game_points[seat] += 3 if s.hands[seat] == DOUBLES else 1
        _end_deal(s)
    else:  # to declare victory instead of drawing, or to close
        s.declared = seat
        s.phase = LEADING


# ---- declarations ----
@kernel
def _expose(s: State, tile: Card) -> None:
    s.exposed |= bit(tile)
    s.spent |= bit(tile)
    s.known[s.lead] |= bit(tile)
    s.to_expose -= 1
    if s.to_expose == 0:
        s.phase = FOLLOWING
        s.turn = 1 - s.lead


@kernel
def _go_on_with_run(s: State, winner: Seat) -> None:
    """A trick of the declaration is over (C4-C6)."""
    if winner != s.lead:
        s.run = 0
        s.exposed = 0
        return
    s.run -= 1
    s.run_blanks |= s.last[winner] == BLANKS
    if s.run == 0:
        s.bonus[winner] += BONUS[s.said] + (WITH_BLANKS if s.run_blanks else 0)


# ---- the tricks ----
@kernel
def _play_tile(s: State, seat: Seat, tile: Card) -> None:
    s.hands[seat] ^= bit(tile)
    s.held[seat] -= 1
    s.known[seat] &= ~bit(tile)
    s.exposed &= ~bit(tile)
    s.played |= bit(tile)
    s.trick[seat] = tile
    if seat != s.lead:
        _note_what_is_missing(s, seat, tile)
        _end_trick(s)
    elif s.phase == DOUBLING:
        s.spent |= bit(tile)
        s.phase = EXPOSING
    else:
        s.phase = FOLLOWING
        s.turn = 1 - seat


@kernel
def _note_what_is_missing(s: State, seat: Seat, tile: Card) -> None:
    """Whoever had a duty and did not fulfil it holds nothing to fulfil it with."""
    if strict(s):
        first, second, third = duty(s, s.trick[s.lead])
        if not first & bit(tile):
            s.barred[seat] |= first
            if not second & bit(tile):
                s.barred[seat] |= second
                if not third & bit(tile):
                    s.barred[seat] |= third


@kernel
def _end_trick(s: State) -> None:
    led, answer = s.trick[s.lead], s.trick[1 - s.lead]
    beaten = BEATERS[s.options[RANKING], s.options[BLANK], s.trump, led] & bit(answer)
    winner = 1 - s.lead if beaten else s.lead + 0
    for p in range(SEATS):
        s.last[p] = s.trick[p]
        s.trick[p] = NONE
    s.tricks[winner] += 1
    s.tiles[winner] += VALUES[s.trump, led] + VALUES[s.trump, answer]
    trump_double = 0o11 * s.trump
    if s.options[CAPTURE] and trump_double != BLANKS and bit(led) | bit(answer) == bit(trump_double) | BLANKS_ONLY:
        s.game_points[winner] += 1
    if s.run:
        _go_on_with_run(s, winner)
    s.last_lead = s.lead
    s.last_winner = s.lead = s.turn = winner
    s.fresh = 1
    s.phase = LEADING if strict(s) else DRAWING
    if s.held[winner] == 0:
        s.last_trick[winner] = LAST_TRICK if s.declared == NONE else 0
        _count(s)


@kernel
def _draw(s: State, seat: Seat) -> None:
    """One tile for the winner, then one for the other; the last one is that turned up (A5)."""
    at = (s.cards >> 1) - s.in_stock
    for i in range(2):
        p = seat if i == 0 else 1 - seat
        s.hands[p] |= bit(s.stock[at + i])
        s.held[p] += 1
        s.stock[at + i] = NONE
    s.in_stock -= 2
    s.known[1 - seat] |= bit(s.turned) if s.in_stock == 0 else 0
    s.phase = LEADING


# ---- the end of a deal ----
@kernel
def total(s: State, p: Seat) -> int:
    """Points of a seat so far (G1)."""
    return np.int64(s.tiles[p]) + s.bonus[p] + s.last_trick[p]


@kernel
def _worth_of_win(s: State, loser: Seat) -> int:
    """Game points of a win over this loser (G2-G4)."""
    if s.tricks[loser] == 0:
        return NO_TRICK_POINTS[s.options[NO_TRICK]]
    return 2 if total(s, loser) < THRESHOLDS[s.options[THRESHOLD]] else 1


@kernel
def _count(s: State) -> None:
    """Game points of a deal that was played to its end or claimed."""
    committed = s.claimed if s.claimed != NONE else s.declared
    if committed != NONE:
        other = 1 - committed
        if total(s, committed) < ENOUGH:
            s.game_points[other] += 2
        else:  # a claim against somebody who has closed is worth what a false closing costs
            s.game_points[committed] += 2 if s.declared == other else _worth_of_win(s, other)
    elif total(s, 0) >= ENOUGH and total(s, 1) >= ENOUGH:
        for p in range(SEATS):
            ahead = s.options[BOTH70] == HIGHER and total(s, p) > total(s, 1 - p)
            s.game_points[p] += ahead or s.options[BOTH70] == BOTH
    else:
        for p in range(SEATS):
            if total(s, p) >= ENOUGH:
                s.game_points[p] += _worth_of_win(s, 1 - p)
    _end_deal(s)


@kernel
def _end_deal(s: State) -> None:
    s.phase = OVER
    for p in range(SEATS):
        s.scores[p] += s.game_points[p]
    s.next_dealer = 1 - s.dealer
    if s.options[NEXT_DEALER] and s.game_points[0] != s.game_points[1]:
        s.next_dealer = 0 if s.game_points[0] > s.game_points[1] else 1


@kernel
def finished(s: State) -> bool:
    """After a deal: has somebody seven game points?"""
    return max(s.scores[0], s.scores[1]) >= MATCH


@kernel
def score(s: State, points: np.ndarray) -> None:
    """Game points more than the opponent; a thousandth of the points too, so that a lost deal is still played well."""
    points[0] = s.game_points[0] - s.game_points[1] + 0.001 * (total(s, 0) - total(s, 1))
    points[1] = -points[0]


@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """Fill the other hand and the stock of a view of `seat`.

    The other hand has what all have seen go there, nothing that it has shown not to hold, and, while a declaration is
    being made, the doubles for it.
    """
    other = 1 - seat
    unseen = s.all_cards & ~s.hands[seat] & ~s.played & ~s.known[other]
    if s.in_stock:
        unseen &= ~bit(s.turned)
    doubles = declarable(s) & ~s.exposed
    wanted = 0
    if s.turn == other and (s.phase == DOUBLING or s.phase == EXPOSING):
        wanted = (s.said if s.phase == DOUBLING else s.to_expose) - popcount(s.known[other] & doubles)
    missing = s.held[other] - popcount(s.known[other])
    drawn = random_subset_with(unseen & ~s.barred[other], doubles, wanted, missing, rng)
    s.hands[other] = s.known[other] | drawn
    left = unseen ^ drawn
    half = s.cards >> 1
    for i in range(half - s.in_stock, half):
        tile = s.turned if i == half - 1 else nth(left, below(rng, popcount(left)))
        s.stock[i] = tile
        left &= ~bit(tile)
    s.stock[half:] = NONE
    s.stock[: half - s.in_stock] = NONE


def result(s: State) -> dict[str, Any]:
    """`result` of the record."""
    return {
        "tiles": s.tiles.tolist(),
        "bonus": s.bonus.tolist(),
        "last": s.last_trick.tolist(),
        "totals": [int(total(s, p)) for p in range(SEATS)],
        "declared": None if s.declared == NONE else int(s.declared),
        "game_points": s.game_points.tolist(),
        "scores": s.scores.tolist(),
    }


def meaning(s: State, seat: Seat) -> Meaning:
    """Points of both, and the game points."""
    own, other = int(total(s, seat)), int(total(s, 1 - seat))
    gain = int(s.game_points[seat])
    return Meaning("points", {"own": own, "who": str(1 - seat), "other": other, "gain": gain}, good=gain > 0)


def outcome(s: State) -> Outcome:
    """More game points win; both with seven or more, and equal, is a draw."""
    scores = s.scores.tolist()
    draw = scores[0] == scores[1]
    return Outcome(scores, [] if draw else [scores.index(max(scores))], draw=draw)


def places(s: State) -> list[Place]:
    """Where each tile of the deck went."""
    half, dealer = int(s.cards) // 2, int(s.dealer)
    dealt: list[Place] = [dealer if i % 2 else 1 - dealer for i in range(half)]
    stock: list[Place] = ["stock"] * (half - 1)
    return [*dealt, *stock, "stock"]


# ---- the table ----
def sort_tiles(deck: Deck, tiles: list[int], trump: int) -> list[int]:
    """0-0, then trump, strongest first, then the others by their larger number."""
    return sorted(tiles, key=lambda t: (t != BLANKS, not belongs(t, trump, trump), -t))


def number_led(v: State, viewer: Seat | None) -> int:
    """Number to follow, NONE = no duty."""
    led = int(v.trick[v.lead])
    if led < 0 or not strict(v):
        return NONE
    return suit_of(led, int(v.trump), int(v.options[BLANK]))


def why(v: State, seat: Seat, action: Action) -> Reason | None:
    """What a declaration of doubles asks of a lead (C3, C4), and the duties of a follower (B1-B3, gaps 19 and 20)."""
    if v.phase == LEADING and SAY <= action <= SAY + MOST_SAID and not v.run:
        return Reason("doubles_held" if v.tricks[seat] else "trick_first")
    if action >= SAY:
        return None
    if v.phase == FOLLOWING:
        return _why_follow(v, seat, action)
    if v.phase == LEADING:
        return Reason("run")
    if v.exposed >> action & 1:
        return Reason("exposed")
    if DOUBLES >> action & 1:
        return Reason("spent")
    return Reason("double" if v.phase == DOUBLING else "expose")


def _why_follow(v: State, seat: Seat, tile: Card) -> Reason:
    hand, led = int(v.hands[seat]), int(v.trick[v.lead])
    first, suit, _ = map(int, duty(v, led))
    trumps = belongs(led, int(v.trump), int(v.trump))
    if hand & suit and not suit >> tile & 1:
        return must_follow(DECK, suit_of(led, int(v.trump), int(v.options[BLANK])))
    if hand & first:
        return Reason("beat_trump" if trumps else "beat", {"card": DECK.names[led]})
    return Reason("blanks" if trumps else "trump")


def shown_total(v: State, viewer: Seat | None) -> list[int | None]:
    """Points so far, where the table shows them."""
    return [int(total(v, p)) if v.options[SHOW] or v.phase == OVER else None for p in range(SEATS)]


GAME = Game(
    name="bingo",
    players=(SEATS, SEATS),
    deck=DECK,
    state=STATE,
    codes=DECK.names
    | {SAY + n: f"doubles:{n}" for n in range(2, MOST_SAID + 1)}
    | {DRAW: "draw", DECLARE: "declare", INVINCIBLE: "invincible", CLOSE: "close", CLAIM: "claim"}
    | {EXPOSE + tile: f"expose:{DECK.names[tile]}" for tile in members(int(DOUBLES))},
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
    face_up=lambda s: int(s.turned),
    picture=("0-0", "6-6", "5-5", "4-3"),
    why=why,
    phase=lambda s: ("lead", "double", "expose", "follow", "draw", "over")[s.phase],
    zones=(
        Hands("hands", "held", trump="trump", sort=sort_tiles),
        Trick("trick", "lead", "last", "last_lead", "last_winner", follow=number_led),
        Trump("trump", lambda v, seat: v.turned if v.in_stock and v.declared == NONE else NONE),
        Pile("in_stock", "stock"),
        Row(lambda v, seat: members(v.exposed), "exposed"),
        Taken("tricks"),
        Fact(lambda v, seat: "strict" if strict(v) else "free", "following"),
        Fact(lambda v, seat: None if v.declared == NONE else int(v.declared), "declared", seat=True),
        Fact(lambda v, seat: int(v.said) if v.run else None, "doubles"),
        Fact(lambda v, seat: int(v.run) if v.run else None, "run"),
    ),
    badges=(
        BadgeSpec("score", "number", "scores", of=lambda v, seat, p: MATCH),
        BadgeSpec("tricks", "number", "tricks"),
        BadgeSpec("points", "number", shown_total),
    ),
    asks=(Ask("declare", "final", "bar"), Ask("close", "final", "bar")),
    sheet=Sheet(("tiles", "bonus", "last", "totals", "game_points"), total="scores"),
    unit=Unit("game_points", 0.2),
    options=OPTIONS,
    presets={
        "seed": {},
        "pagat": {
            "ranking": "pagat",
            "blank_for_suit": "seven",
            "closing": "pagat",
            "phase2": "pagat",
            "no_trick_gp": 3,
            "redeclare": False,
            "bingo_capture_gp": True,
        },
    },
)
