"""The Emissary: alone on the way to eight kings; in kingdom k you must win exactly k tricks.

Rules: Wil Su, in "Isaludo", as a Japanese blog tells them (shared/rules/emissary.md; the ids are its paragraphs).
  * A..8 of four suits, ace low (S1).  Eight rulers, K and Q, one a kingdom (S4); four retainers, the jacks (S5).
  * A deal is a visit: eight cards in hand, then the choice of a kingdom not won yet (V1).  Its number, from the left,
    is the number of tricks to win (V3), its ruler's suit is trump (V4).
  * The ruler always leads (V10) with the next card of the stock (V5).  Follow suit if you can (V6).  You win with a
    higher card of its suit, or with a trump on a card that is none (V7).  Your winners go aside, the rest is discarded.
  * The hand is empty: exactly k tricks and the ruler is won (E1), anything else and the match is lost (E6).  No card
    left for the ruler, or a hand emptied by a power, end the visit too (gaps 10, 11).
  * Each retainer once a visit, each ruler won once a match (J1, E5), one finished before the next (J5): hearts discards
    all trumps and draws as many; clubs draws as many as clubs are held; spades exchanges this ruler for that of another
    kingdom; diamonds draws two and discards two (J-H .. J-D).  An empty stock is made of the discards (J6).
  * Score = kingdoms won + rulers won and not used (E8).
Options: `politics_block` `position_8` and `both` come to the same, as spades always needs another kingdom; `difficulty`
is for `seed_window` alone; there a retainer selected is turned face down, used or not (J3).

Card: rank 0..7 = A..8, 8 = Q, 9 = K.  Powers count from 0: four times the rank (J, Q, K) plus the suit.
Actions: 0..63 cards, 64.. visit, 72.. swap (kingdoms), 80.. power, 92.. select, 96.. refresh (suits of jacks),
100 lead, 128 + card = discard it.
"""

from typing import Any

import numpy as np

from torite.cards.actions import NOTHING, Action, Actions, no_actions, second_word
from torite.cards.bits import bit, members, nth, popcount
from torite.cards.deck import NotationError, lane, ranked_deck
from torite.cards.kernel import Card, Mask, Rng, Seat, State, kernel
from torite.cards.rng import shuffle
from torite.games.game import Ask, Game, Option, Outcome, Place, Sheet, on_off
from torite.games.scene import Meaning, Reason
from torite.games.state import CHANCE, HEADER, Layout, by_seat, hidden, public
from torite.games.why import must_follow
from torite.games.zones import NONE, OPEN, BadgeSpec, Hands, Memory, Pile, Taken, Trick, Trump, Widget

KINGDOMS = 8
HAND = 8
RANKS = 8
QUEEN = RANKS  # rank; the king is the next one
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
EMISSARY, RULER = range(2)  # places in a trick; the ruler has no seat
DECK = ranked_deck("A2345678QK")
RULERS = np.int64(sum(1 << int(card) for card in DECK.cards if card & 15 >= QUEEN))
PLAIN = np.int64(sum(1 << int(card) for card in DECK.cards if card & 15 < QUEEN))
FULL = 4 * RANKS  # plain cards
VISIT, SWAP, POWER, SELECT, REFRESH, LEAD, DISCARD = 64, 72, 80, 92, 96, 100, 128  # actions
VISITING, BETWEEN, ANSWERING, DISCARDING, SWAPPING, DRAWING, LEADING, OVER = range(8)  # phases
# DRAWING, LEADING: the stock is empty; when chance has made a new one, the power goes on or the ruler leads.

OPTIONS = (
    on_off("diplomacy_refill", True),
    Option("politics_block", ("position_8", "last_remaining", "both"), "position_8"),
    Option("advisor_timing", ("seed_window", "between_tricks", "anytime"), "seed_window"),
    Option("difficulty", ("easy", "hard"), "easy"),
    on_off("strict_manual_refresh", False),
    on_off("show_seen_cards", False),
)
REFILL, POLITICS_BLOCK, TIMING, DIFFICULTY, STRICT, SHOW_SEEN = range(6)  # places in `options`
LAST_REMAINING, HARD = 1, 1  # values
SEED_WINDOW, BETWEEN_TRICKS = 0, 1

STATE = Layout(
    *HEADER,
    public("phase", np.int8),
    by_seat("hands", np.int64, 1),  # cards held
    public("held", np.int8, 1),  # number of cards held
    hidden("stock", np.int8, FULL),  # cards in the order in which they come, since the last shuffle; then NONE
    public("stocked", np.int8),  # number of cards in it when it was shuffled
    public("gone", np.int8),  # number of cards that have come off it
    by_seat("came", np.int8, 1, FULL),  # these cards in order; then NONE
    public("ruler_places", np.int64),  # where the rulers were in the deck, bit i = place i; says nothing of the cards
    public("rulers", np.int8, KINGDOMS),  # K or Q of each kingdom, NONE = won
    public("kingdom", np.int8),  # visited, 0..7; NONE = not chosen yet
    public("trump", np.int8),  # suit, OPEN = no kingdom chosen yet
    public("tricks", np.int8, 1),  # won in this visit
    public("trick_no", np.int8),  # finished in this visit
    public("trick", np.int8, 2),  # card by place: EMISSARY, RULER; NONE
    public("lead", np.int8),  # place that leads: always RULER
    public("last", np.int8, 2),  # the finished trick
    public("last_winner", np.int8),  # place, NONE = no trick finished in this visit
    public("discards", np.int64),  # face down, but all were seen
    public("pile", np.int64),  # cards with which tricks were won
    public("down", np.int8),  # jacks that lie face down, bit = suit
    public("selected", np.int8),  # jacks selected in this visit and not used yet
    public("won", np.int64),  # K and Q won and not used yet
    public("used", np.int8),  # K and Q used in this visit
    public("power", np.int8),  # suit of the power in progress, NONE
    public("drawing", np.int8),  # cards that it still draws
    public("owed", np.int8),  # cards to be discarded for it
    public("success", np.int8),  # 1 = the visit just ended has won its ruler
    public("reached", np.int8),  # kingdoms won
    public("lost", np.int8),  # 1 = the match is lost
)


@kernel
def start(s: State, players: int, first: Seat) -> None:
    """A new match."""
    s.players = players
    s.deals = 0
    s.dealer = NONE
    s.turn = EMISSARY
    s.rulers[:] = NONE
    s.won = 0
    s.down = 0
    s.reached = 0
    s.lost = 0
    s.phase = OVER


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """The next visit: deck int8[40].  The rulers in it are shared out in the first deal, and left out later."""
    s.deals += 1
    s.phase = VISITING
    s.hands[:] = 0
    s.held[0] = s.stocked = s.gone = 0
    s.stock[:] = NONE
    s.came[:] = NONE
    s.ruler_places = 0
    rulers = 0
    for i in range(len(deck)):
        if bit(deck[i]) & RULERS:
            s.ruler_places |= bit(i)
            if s.deals == 1:
                s.rulers[rulers] = deck[i]
            rulers += 1
        elif s.held[0] < HAND:
            s.hands[0] |= bit(deck[i])
            s.held[0] += 1
        else:
            s.stock[s.stocked] = deck[i]
            s.stocked += 1
    s.kingdom = NONE
    s.trump = OPEN
    s.tricks[0] = s.trick_no = 0
    s.trick[:] = s.last[:] = NONE
    s.lead = RULER
    s.last_winner = NONE
    s.discards = s.pile = 0
    if not s.options[STRICT]:
        s.down = 0
    s.selected = s.used = 0
    s.power = NONE
    s.drawing = s.owed = 0
    s.success = 0


@kernel
def actors(s: State) -> Mask:
    """The emissary; chance where the stock has to be made anew; 0 once the visit is over."""
    if s.phase == OVER:
        return np.int64(0)
    return CHANCE if s.phase == DRAWING or s.phase == LEADING else bit(EMISSARY)


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """What may be done now; to concede is not among it."""
    if seat != EMISSARY or s.phase >= DRAWING:
        return no_actions()
    if s.phase == VISITING:
        return second_word(unvisited(s) << (VISIT - 64) | np.int64(s.down) << (REFRESH - 64))
    if s.phase == SWAPPING:
        return second_word((unvisited(s) & ~bit(s.kingdom)) << (SWAP - 64))
    if s.phase == DISCARDING:
        return (NOTHING, NOTHING, s.hands[0], NOTHING)
    selects, powers = selectable(s) << (SELECT - 64), _powers(s) << (POWER - 64)
    if s.phase == BETWEEN:
        return second_word(selects | powers | bit(LEAD - 64))
    follow = s.hands[0] & lane(s.trick[RULER] >> 4)
    return (follow if follow else s.hands[0], selects | powers, NOTHING, NOTHING)


@kernel
def unvisited(s: State) -> Mask:
    kingdoms = np.int64(0)
    for k in range(KINGDOMS):
        if s.rulers[k] != NONE:
            kingdoms |= bit(k)
    return kingdoms


@kernel
def selectable(s: State) -> Mask:
    """Jacks that may be selected: before trick 1, before and within trick 2."""
    open_now = s.trick_no == 1 or (s.trick_no == 0 and s.phase == BETWEEN)
    if s.options[TIMING] != SEED_WINDOW or not open_now:
        return np.int64(0)
    return ~np.int64(s.down) & 0b1111


@kernel
def _powers(s: State) -> Mask:
    """Powers that may be used now, also those without effect (gap 8)."""
    timing = s.options[TIMING]
    if timing == BETWEEN_TRICKS and s.phase == ANSWERING:
        return np.int64(0)
    powers = np.int64(s.selected) if timing == SEED_WINDOW else ~np.int64(s.down) & 0b1111
    for suit in range(4):
        two = s.won >> (suit << 4 | QUEEN) & 0b11
        powers |= (two & 1) << (4 + suit) | (two >> 1) << (8 + suit)
    if popcount(unvisited(s)) == 1 or (s.kingdom == KINGDOMS - 1 and s.options[POLITICS_BLOCK] != LAST_REMAINING):
        powers &= ~(np.int64(0b1_0001_0001) << SPADES)
    return powers


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Do `action`.  Not checked: the caller picks it from `legal(s, seat)`."""
    if action < VISIT:
        _answer(s, action)
    elif action >= DISCARD:
        _discard(s, action - DISCARD)
    elif action == LEAD:
        _lead(s)
    elif action >= REFRESH:
        s.down ^= 1 << (action - REFRESH)
    elif action >= SELECT:
        s.selected |= 1 << (action - SELECT)
        s.down |= 1 << (action - SELECT)
    elif action >= POWER:
        _use(s, action - POWER)
    elif action >= SWAP:
        _swap(s, action - SWAP)
    else:
        s.kingdom = action - VISIT
        s.trump = s.rulers[s.kingdom] >> 4
        s.phase = BETWEEN


# ---- tricks ----
@kernel
def _lead(s: State) -> None:
    """The ruler leads the next card of the stock."""
    s.phase = LEADING
    if s.gone < s.stocked:
        s.trick[RULER] = _next(s)
        s.phase = ANSWERING


@kernel
def _next(s: State) -> Card:
    card = s.stock[s.gone]
    s.came[0, s.gone] = card
    s.gone += 1
    return card


@kernel
def _answer(s: State, card: Card) -> None:
    led = s.trick[RULER]
    won = card > led if card >> 4 == led >> 4 else card >> 4 == s.trump
    s.hands[0] ^= bit(card)
    s.held[0] -= 1
    s.discards |= bit(led)
    if won:
        s.pile |= bit(card)
    else:
        s.discards |= bit(card)
    s.tricks[0] += won
    s.trick_no += 1
    s.last[EMISSARY] = card
    s.last[RULER] = led
    s.last_winner = EMISSARY if won else RULER
    s.trick[RULER] = NONE
    _go_on(s)


@kernel
def _go_on(s: State) -> None:
    """After a trick or a power: back to where it was, if anything is left to do."""
    s.power = NONE
    s.phase = BETWEEN if s.trick[RULER] == NONE else ANSWERING
    if s.held[0] == 0 or (s.phase == BETWEEN and s.gone == s.stocked and not s.discards):
        _end(s)


@kernel
def _end(s: State) -> None:
    """Compare the tricks with the number of the kingdom."""
    hard = s.options[DIFFICULTY] == HARD and s.options[TIMING] == SEED_WINDOW
    s.phase = OVER
    if s.tricks[0] == s.kingdom + 1 and not (hard and s.selected):
        s.success = 1
        s.reached += 1
        s.won |= bit(s.rulers[s.kingdom])
        s.rulers[s.kingdom] = NONE
    else:
        s.lost = 1


# ---- powers ----
@kernel
def _use(s: State, power: int) -> None:
    """Turn the jack down or remove the ruler, then do what its suit does."""
    rank, suit = power >> 2, power & 3
    if rank == 0:
        s.down |= 1 << suit
        s.selected &= ~(1 << suit)
    else:
        s.won ^= bit(suit << 4 | (QUEEN + rank - 1))
        s.used += 1
    s.power = suit
    if suit == SPADES:
        s.phase = SWAPPING
        return
    if suit == CLUBS:
        s.drawing = popcount(s.hands[0] & lane(CLUBS))
    elif suit == DIAMONDS:
        s.drawing = 2
    else:
        trumps = s.hands[0] & lane(s.trump)
        s.hands[0] ^= trumps
        s.held[0] -= popcount(trumps)
        s.discards |= trumps
        s.drawing = popcount(trumps) if s.options[REFILL] else 0
    _draw(s)


@kernel
def _draw(s: State) -> None:
    """Draw what the power still draws; chance makes a new stock where it ends, if there are discards (gap 9)."""
    while s.drawing > 0:
        if s.gone == s.stocked:
            if s.discards:
                s.phase = DRAWING
                return
            s.drawing = 0
        else:
            s.hands[0] |= bit(_next(s))
            s.held[0] += 1
            s.drawing -= 1
            s.owed += s.power == DIAMONDS
    if s.owed:
        s.phase = DISCARDING
    else:
        _go_on(s)


@kernel
def _discard(s: State, card: Card) -> None:
    s.hands[0] ^= bit(card)
    s.held[0] -= 1
    s.discards |= bit(card)
    s.owed -= 1
    if s.owed == 0:
        _go_on(s)


@kernel
def _swap(s: State, other: int) -> None:
    """The ruler of another kingdom comes here, this one goes there."""
    s.rulers[s.kingdom], s.rulers[other] = s.rulers[other], s.rulers[s.kingdom]
    s.trump = s.rulers[s.kingdom] >> 4
    _go_on(s)


# ---- chance ----
@kernel
def chance(s: State, rng: Rng) -> None:
    """The discards, in ascending order, are shuffled and become the stock."""
    n = popcount(s.discards)
    for i in range(n):
        s.stock[i] = nth(s.discards, i)
    shuffle(s.stock[:n], rng)
    _restock(s, n)


@kernel
def _restock(s: State, n: int) -> None:
    """The first n cards of `stock` are the new one; then on with what has waited for it."""
    s.stock[n:] = NONE
    s.came[:] = NONE
    s.stocked = n
    s.gone = 0
    s.discards = 0
    if s.phase == DRAWING:
        _draw(s)
    else:
        _lead(s)


def chance_code(before: State, s: State) -> str:
    """The new stock, the next card first."""
    return "reshuffle:" + ",".join(DECK.names[int(card)] for card in s.stock[: s.stocked])


def chance_play(s: State, code: str) -> None:
    """Make just this stock.  Raises NotationError."""
    word, _, told = code.partition(":")
    cards = [DECK.parse(name) for name in told.split(",")]
    if word != "reshuffle" or sorted(cards) != members(s.discards):
        raise NotationError(f"{code!r} does not make the stock of the discards")
    s.stock[: len(cards)] = cards
    _restock(s, len(cards))


# ---- the end ----
@kernel
def concede(s: State, seat: Seat) -> None:
    """Give up: the match is lost at once."""
    s.phase = OVER
    s.lost = 1


@kernel
def finished(s: State) -> bool:
    """Is the match lost, or every kingdom won?"""
    return s.lost != 0 or s.reached == KINGDOMS


@kernel
def score(s: State, points: np.ndarray) -> None:
    """A kingdom is worth a kingdom, its ruler and going on; a ruler used is one less."""
    points[EMISSARY] = KINGDOMS * s.success - s.used


@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """Shuffle what is left of the stock; nothing else is hidden."""
    rest = PLAIN & ~(s.hands[0] | s.discards | s.pile)
    if s.trick[RULER] != NONE:
        rest &= ~bit(s.trick[RULER])
    for i in range(FULL):
        s.stock[i] = s.came[0, i]
    for i in range(s.gone, s.stocked):
        s.stock[i] = nth(rest, i - s.gone)
    shuffle(s.stock[s.gone : s.stocked], rng)


def result(s: State) -> dict[str, Any]:
    """`result` of the record."""
    return {
        "kingdom": int(s.kingdom) + 1 if s.kingdom != NONE else None,
        "trump": DECK.suits[s.trump] if s.trump != OPEN else None,
        "tricks": int(s.tricks[0]),
        "success": bool(s.success),
    }


def meaning(s: State, seat: Seat) -> Meaning:
    """The kingdom, and whether it is won."""
    tricks, kingdom = int(s.tricks[0]), int(s.kingdom) + 1
    won = bool(s.success)
    return Meaning("visit", {"kingdom": kingdom, "tricks": tricks}, good=won, won=won)


def total(s: State) -> int:
    """Kingdoms won and rulers not used (E8)."""
    return int(s.reached) + int(popcount(s.won))


def outcome(s: State) -> Outcome:
    """Won with all eight kingdoms."""
    return Outcome([total(s)], [EMISSARY] if s.reached == KINGDOMS else [], draw=False)


def places(s: State) -> list[Place]:
    """Where each card of the deck went."""
    rulers: Place = "extra:rulers" if s.deals == 1 else "unused"
    plain: list[Place] = [EMISSARY] * int(s.held[0]) + ["stock"] * int(s.stocked)
    others = iter(plain)
    return [rulers if int(s.ruler_places) >> i & 1 else next(others) for i in range(len(plain) + KINGDOMS)]


def extra(s: State) -> dict[str, Any]:
    """Rulers won and not used; after the first deal also those who are left where they are."""
    won = {"won": [DECK.names[card] for card in members(s.won)]}
    return won if s.deals == 1 else won | {"rulers": rulers_named(s)}


def rulers_named(s: State) -> list[str | None]:
    """Ruler of every kingdom, None = won."""
    return [None if card == NONE else DECK.names[int(card)] for card in s.rulers]


def why(v: State, seat: Seat, action: Action) -> Reason | None:
    """The ruler's suit must be followed (V6); each kingdom is won once (V1)."""
    if action < VISIT:
        return must_follow(DECK, int(v.trick[RULER]) >> 4)
    if v.phase == VISITING and action < SWAP and v.rulers[action - VISIT] == NONE:
        return Reason("won")
    if v.phase == SWAPPING and SWAP <= action < POWER:
        return Reason("here" if action - SWAP == v.kingdom else "won")
    return None


def jacks(mask: int) -> list[str]:
    """Codes of the retainers of these suits."""
    return [f"{letter}J" for suit, letter in enumerate(DECK.suits) if int(mask) >> suit & 1]


def kingdoms(v: State, seat: Seat | None) -> dict[str, Any]:
    """What the widget shows: kingdoms from left to right, and the retainers."""
    return {
        "rulers": rulers_named(v),
        "kingdom": int(v.kingdom) + 1 if v.kingdom != NONE else None,
        "tricks": int(v.tricks[0]),
        "ready": jacks(~int(v.down) & 0b1111),
        "selected": jacks(v.selected),
        "down": jacks(int(v.down) & ~int(v.selected)),
        "won": [DECK.names[card] for card in members(v.won)],
        "refill": bool(v.options[REFILL]),
        "idle": idle(v, seat),
    }


def idle(v: State, seat: Seat | None) -> list[str]:
    """Suits whose power would do nothing now: clubs without a club in hand, hearts without a trump (gap 8)."""
    if v.trump == OPEN or seat is None:
        return []
    hand = int(v.hands[seat])
    return [letter for letter, suit in (("C", CLUBS), ("H", int(v.trump))) if not hand & int(lane(suit))]


POWERS = {
    POWER + (rank << 2 | suit): f"power:{name}-{letter}"
    for rank, name in enumerate("JQK")
    for suit, letter in enumerate(DECK.suits)
}

GAME = Game(
    name="emissary",
    players=(1, 1),
    deck=DECK,
    state=STATE,
    codes=DECK.names
    | {VISIT + k: f"visit:{k + 1}" for k in range(KINGDOMS)}
    | {SWAP + k: f"swap:{k + 1}" for k in range(KINGDOMS)}
    | POWERS
    | {SELECT + suit: f"select:J-{letter}" for suit, letter in enumerate(DECK.suits)}
    | {REFRESH + suit: f"refresh:J-{letter}" for suit, letter in enumerate(DECK.suits)}
    | {LEAD: "lead"}
    | {DISCARD + card: f"discard:{name}" for card, name in DECK.names.items() if card & 15 < QUEEN},
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
    picture=("CK", "DQ", "HK", "SQ"),
    why=why,
    phase=lambda s: ("visit", "power", "play", "discard", "swap", "power", "power", "over")[s.phase],
    chance=chance,
    chance_code=chance_code,
    chance_play=chance_play,
    concede=concede,
    extra=extra,
    sealed=lambda s, seat, action: action >= DISCARD,  # face down: who only watches has not seen it
    zones=(
        Widget("kingdoms", kingdoms, "kingdoms"),
        Hands("hands", "held", trump="trump"),
        Trick("trick", "lead", "last", "lead", "last_winner", follow=lambda v, seat: v.trick[RULER] >> 4, others=1),
        Trump("trump"),
        Pile(lambda v, seat: int(v.stocked) - int(v.gone), "stock"),
        Pile(lambda v, seat: int(popcount(v.discards)), "discards"),
        Taken("tricks"),
        Memory(
            lambda v, seat, p: int(v.pile if seat is None else v.discards | v.pile),
            on=lambda v: bool(v.options[SHOW_SEEN]),
        ),
    ),
    asks=(
        *(Ask(prefix, "drawing", "bar") for prefix in ("visit", "swap", "power", "select", "refresh")),
        Ask("lead", "announce", "bar"),  # no question where nothing else can be done
    ),
    badges=(
        BadgeSpec("score", "number", lambda v, seat: [total(v)]),
        BadgeSpec("tricks", "number", "tricks", of=lambda v, seat, p: int(v.kingdom) + 1 or None),
    ),
    sheet=Sheet(("kingdom", "tricks", "success")),
    options=OPTIONS,
    presets={
        "seed": {},
        "between": {"advisor_timing": "between_tricks"},
        "published": {
            "diplomacy_refill": False,
            "politics_block": "last_remaining",
            "advisor_timing": "between_tricks",
        },
    },
)
