"""RWD ("Rewind"): tricks are taken backwards first, then played forwards with the cards so collected; 3 to 5 players.

Rules: analoggamestudio.blog.fc2.com/blog-entry-35.html (shared/rules/rwd.md; the ids below are its paragraphs).
  * 52 cards, ace high, spades always trump (C1, C2).  N players.
  * First half: from a row of N cards, the last of them face down, each takes one, anticlockwise from the start
    player (F1); a second row is already on show (S3).  The card taken last names the suit led, also if it is the
    face-down one (F2).  Highest spade, else highest of that suit: its taker wins one chip (F4) and starts (F7).
    Only the taker of the face-down card and the winner get to see it; who has won is announced (F3).
  * floor(52 / N) such tricks (F8); then a second half of as many ordinary tricks with the cards taken, clockwise,
    led by the winner of the last one (B1-B4).
  * Score = tricks - chips; highest wins, then more chips, then a shared win; all zero is a draw (G1-G3).
  * The winner starts the next deal; first to `wins` wins the match (G4).

The seats count clockwise, so anticlockwise is seat - 1.
Actions: 0..63 cards (second half), 64 + card = take this card, 126 = take the face-down card.
"""

from typing import Any

import numpy as np

from torite.cards.actions import Action, Actions, card_actions, no_actions, second_word
from torite.cards.assign import assign
from torite.cards.bits import bit, high, members, popcount
from torite.cards.deck import EVERY_LANE, LANE, after, before, lane, ranked_deck
from torite.cards.kernel import Card, Mask, Rng, Seat, State, Suit, kernel
from torite.games.game import Game, Option, Outcome, Sheet, Unit, on_off
from torite.games.scene import Meaning, Reason
from torite.games.state import HEADER, Layout, by_seat, hidden, public
from torite.games.why import must_follow
from torite.games.zones import DOWN, NONE, BadgeSpec, Hands, Memory, Pile, Row, Taken, Trick

SEATS = 5
SPADES = 3
DECK = ranked_deck("23456789TJQKA")
FULL = len(DECK.cards)
ALL_SUITS = LANE * EVERY_LANE
ROWS = FULL // 3  # most rows that a deal can have
TAKE = 64  # action: TAKE + card
TAKE_DOWN = TAKE + 62
TAKING, PLAYING, OVER = range(3)  # phases

OPTIONS = (
    Option("wins", tuple(range(1, 11)), 3),
    Option("shared_win", ("all", "none"), "all"),
    on_off("play_on", False),
    on_off("show_hidden_card_at_end", True),
    on_off("card_memory_aid", True),
)
WINS, SHARED_WIN, PLAY_ON, SHOW_HIDDEN, MEMORY_AID = range(5)  # places in `options`
SHARED_NONE = 1  # value of SHARED_WIN
WINS_WANTED = np.array(OPTIONS[WINS].values, np.int16)

STATE = Layout(
    *HEADER,
    public("phase", np.int8),
    public("rounds", np.int8),  # tricks of each half; row k has the cards k * players .. of the deck
    public("cards", np.int8),  # cards in the deck
    public("all_cards", np.int64),  # what the deck consists of
    hidden("deck", np.int8, FULL),  # cards in dealing order
    public("face_up", np.int8, FULL),  # the same as far as turned up for all: NONE = not (yet)
    public("offer", np.int64),  # legal actions of the first half, bit a = action TAKE + a
    by_seat("hands", np.int64, SEATS),  # cards held
    public("held", np.int8, SEATS),  # number of cards held
    public("openly", np.int64, SEATS),  # cards taken face up, by seat
    public("played", np.int64, SEATS),  # cards played in the second half, by seat
    public("void", np.int8, SEATS),  # bit s = the seat once failed to follow suit s
    public("trick_no", np.int8),  # tricks finished in this half
    public("trick", np.int8, SEATS),  # card before each seat: card, DOWN, NONE = none yet
    public("lead", np.int8),  # seat that began this trick
    public("best", np.int8),  # seat that wins this trick so far; second half only
    public("last", np.int8, SEATS),  # the finished trick, by seat
    public("last_lead", np.int8),
    public("last_winner", np.int8),  # NONE = no trick finished in this deal
    public("hider", np.int8, ROWS),  # seat that took the face-down card of row k, NONE
    public("row_winner", np.int8, ROWS),  # seat that won the trick of row k, NONE
    public("could", np.int64, ROWS),  # what that card can be, as this seat won or did not win the trick
    public("revealed", np.int8, ROWS),  # the face-down cards once the deal is over, NONE
    by_seat("shown", np.int8, SEATS, ROWS),  # face-down card of row k if this seat took it or was shown it, NONE
    public("chips", np.int8, SEATS),  # won in the first half: a debt
    public("tricks", np.int8, SEATS),  # won in the second half
    public("won", np.int64),  # seats that have won the deal just ended; 0 = a draw
    public("wins", np.int16, SEATS),  # deals won in this match
    public("starter", np.int8),  # start player of this deal; of the next one once it is over
)


@kernel
def start(s: State, players: int, first: Seat) -> None:
    """A new match; `first` starts the first deal."""
    s.players = players
    s.deals = 0
    s.dealer = NONE
    s.wins[:] = 0
    s.starter = first
    s.phase = OVER


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """The next deal: deck int8[n], n >= players; row k is its k-th group of `players` cards, the last one face down."""
    s.deals += 1
    s.phase = TAKING
    s.cards = len(deck)
    s.rounds = len(deck) // s.players
    all_cards = np.int64(0)
    for i in range(len(deck)):
        s.deck[i] = deck[i]
        all_cards |= bit(deck[i])
    s.all_cards = all_cards
    s.face_up[:] = NONE
    s.hands[:] = 0
    s.held[:] = 0
    s.openly[:] = 0
    s.played[:] = 0
    s.void[:] = 0
    s.trick_no = 0
    s.trick[:] = NONE
    s.lead = s.turn = s.best = s.starter
    s.last[:] = NONE
    s.last_lead = s.last_winner = NONE
    s.hider[:] = NONE
    s.row_winner[:] = NONE
    s.could[:] = 0
    s.shown[:] = NONE
    s.revealed[:] = NONE
    s.chips[:] = 0
    s.tricks[:] = 0
    s.won = 0
    _turn_up(s, 0)
    _turn_up(s, 1)
    _put_on_offer(s, 0)


@kernel
def _turn_up(s: State, k: int) -> None:
    """Row k of the deck comes on the table, all but its last card face up; nothing if the stock is used up."""
    n = s.players
    if k < s.rounds:
        for i in range(k * n, (k + 1) * n - 1):
            s.face_up[i] = s.deck[i]


@kernel
def _put_on_offer(s: State, k: int) -> None:
    """Row k is the one to take from now."""
    s.offer = _open_cards(s, k) | bit(TAKE_DOWN - TAKE)


@kernel
def _open_cards(s: State, k: int) -> Mask:
    """The cards of row k that lie face up."""
    n = s.players
    cards = np.int64(0)
    for i in range(k * n, (k + 1) * n - 1):
        cards |= bit(s.face_up[i])
    return cards


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
        return card_actions(_legal_cards(s, seat))
    return second_word(s.offer)


@kernel
def _legal_cards(s: State, seat: Seat) -> Mask:
    hand = s.hands[seat]
    if seat == s.lead:
        return hand
    follow = hand & lane(s.trick[s.lead] >> 4)
    return follow if follow else hand


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Do `action` for `seat`.  Not checked: the caller picks it from `legal(s, seat)`."""
    if s.phase == TAKING:
        _take(s, seat, action)
    else:
        _play_card(s, seat, action)


# ---- first half ----
@kernel
def _take(s: State, seat: Seat, action: Action) -> None:
    down = action == TAKE_DOWN
    s.offer ^= bit(action - TAKE)
    s.trick[seat] = DOWN if down else action - TAKE
    hider = s.hider[s.trick_no]  # read in any case: a branch could not be predicted
    s.hider[s.trick_no] = seat if down else hider
    s.openly[seat] |= bit(action - TAKE) & s.all_cards
    s.turn = before(seat, s.players)
    if s.turn == s.lead:
        _end_backward(s, seat)


@kernel
def _end_backward(s: State, last: Seat) -> None:
    """All have taken, `last` as the last: the winner gets a chip and sees the hidden card, the next row moves up."""
    n, k = s.players, s.trick_no
    hider = s.hider[k]
    card = s.deck[(k + 1) * n - 1]
    open_cards = _open_cards(s, k)
    led = (card if last == hider else s.trick[last]) >> 4
    best = best_card(open_cards | bit(card), led)
    winner = hider
    for p in range(n):
        winner = p if s.trick[p] == best else winner
        s.hands[p] |= bit(card if p == hider else s.trick[p])
        s.held[p] = k + 1
    s.could[k] = could_be(open_cards, NONE if last == hider else led, NONE if winner == hider else best)
    s.row_winner[k] = winner
    s.shown[hider, k] = s.shown[winner, k] = card
    s.chips[winner] += 1
    _end_trick(s, winner)
    if s.trick_no == s.rounds:
        s.phase = PLAYING
        s.trick_no = 0
    else:
        _turn_up(s, k + 2)
        _put_on_offer(s, k + 1)


@kernel
def best_card(cards: Mask, led: Suit) -> Card:
    """The card of a trick that wins it; one of them must be a spade or of the suit led."""
    spades = cards & lane(SPADES)
    return high(spades if spades else cards & lane(led))


@kernel
def could_be(open_cards: Mask, led: Suit, best: Card) -> Mask:
    """Cards that the face-down one can be, known who has won: what the announcement tells everybody.

    open_cards  the other cards of the trick
    led         suit led; NONE = the face-down card itself was led
    best        the open card that won, NONE = the face-down one won
    """
    spades = open_cards & lane(SPADES)
    plain = ALL_SUITS if led == NONE else lane(led)
    suits = lane(SPADES) if spades else lane(SPADES) | plain  # in which the face-down card could have won
    wins = suits & ~up_to_highest(open_cards)
    # Where it was led itself and lost, it is of the winner's suit.
    within = lane(best >> 4) if led == NONE and not spades else ALL_SUITS
    return wins if best == NONE else within & ~wins


@kernel
def up_to_highest(cards: Mask) -> Mask:
    """Of every suit its highest card in `cards` and all below that: the four lanes filled downwards at once."""
    for by in (1, 2, 4, 8):
        cards |= (cards >> by) & (EVERY_LANE * (0x7FFF >> by))
    return cards


@kernel
def _end_trick(s: State, winner: Seat) -> None:
    """Put the trick aside; its winner begins the next one."""
    n = s.players  # a local: after every store the compiler would have to read the field again
    for p in range(n):
        s.last[p] = s.trick[p]
        s.trick[p] = NONE
    s.last_lead = s.lead
    s.last_winner = s.lead = s.turn = winner
    s.trick_no += 1


# ---- second half ----
@kernel
def _play_card(s: State, seat: Seat, card: Card) -> None:
    s.hands[seat] ^= bit(card)
    s.held[seat] -= 1
    s.played[seat] |= bit(card)
    s.trick[seat] = card
    led = s.trick[s.lead] >> 4
    s.void[seat] |= (card >> 4 != led) << led
    best = s.best  # read in any case, as above
    s.best = seat if seat == s.lead or best_card(bit(s.trick[best]) | bit(card), led) == card else best
    s.turn = after(seat, s.players)
    if s.turn == s.lead:
        _end_forward(s)


@kernel
def _end_forward(s: State) -> None:
    s.tricks[s.best] += 1
    _end_trick(s, s.best)
    if s.trick_no == s.rounds:
        _count(s)


@kernel
def _count(s: State) -> None:
    """Who has won the deal, and who starts the next one."""
    n = s.players
    s.phase = OVER
    if s.options[SHOW_HIDDEN]:
        for k in range(s.rounds):
            s.revealed[k] = s.deck[(k + 1) * n - 1]
    best = -1
    for p in range(n):  # a higher score first, then more chips
        best = max(best, _rank(s, p))
    if best >= 64:  # a score above 0; else all have exactly 0 and the deal is a draw
        for p in range(n):
            s.won |= bit(p) if _rank(s, p) == best else 0
    shared = popcount(s.won) > 1
    if s.won:
        for p in range(n):
            if s.won >> p & 1 and not (shared and s.options[SHARED_WIN] == SHARED_NONE):
                s.wins[p] += 1
        while not s.won >> s.starter & 1:
            s.starter = before(s.starter, n)


@kernel
def _rank(s: State, p: Seat) -> int:
    return 64 * np.int64(s.tricks[p] - s.chips[p]) + s.chips[p]


@kernel
def finished(s: State) -> bool:
    """After a deal: has somebody won the match?"""
    wanted = WINS_WANTED[s.options[WINS]]
    most, at_top = 0, 0
    for p in range(s.players):
        most = max(most, s.wins[p])
    for p in range(s.players):
        at_top += s.wins[p] == most
    return most >= wanted and (at_top == 1 or not s.options[PLAY_ON])


@kernel
def score(s: State, points: np.ndarray) -> None:
    """1 for a deal won; a hundredth of the score counts too, so that a lost deal is still played well."""
    for p in range(s.players):
        points[p] = (s.won >> p & 1) + 0.01 * (s.tricks[p] - s.chips[p])


@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """Fill the deck, the hands and what the others were shown in a view of `seat`.

    The unknown places of the deck are the face-down cards and the stock.  Cards that a seat has played without having
    taken them openly are among those it took face down.
    """
    admits = np.empty(FULL, np.int64)
    where = np.empty(FULL, np.int8)
    drawn = np.empty(FULL, np.int8)
    unknown = _fill_known(s, seat)
    unseen = unknown
    for p in range(s.players):
        unseen &= ~s.played[p]
    places = k = 0
    for i in range(s.cards):
        hides = i == _place_of_hidden(s, k)
        if s.deck[i] == NONE:
            where[places] = i
            admits[places] = _admitted(s, k, unknown, unseen) if hides else unseen
            places += 1
        k += hides and k + 1 < s.rounds
    if not assign(admits, places, unknown, drawn, rng):
        return
    for j in range(places):
        s.deck[where[j]] = drawn[j]
    _fill_seats(s)


@kernel
def _place_of_hidden(s: State, k: int) -> int:
    """Place in the deck of the face-down card of a row."""
    return (k + 1) * s.players - 1


@kernel
def _fill_known(s: State, seat: Seat) -> Mask:
    """Write into the deck what `seat` knows of it; the cards it does not know the place of."""
    for i in range(s.cards):
        s.deck[i] = s.face_up[i]
    for k in range(s.rounds):
        s.deck[_place_of_hidden(s, k)] = s.shown[seat, k] if s.revealed[k] == NONE else s.revealed[k]
    unknown = s.all_cards
    for i in range(s.cards):
        unknown &= ~bit(s.deck[i]) if s.deck[i] != NONE else np.int64(-1)
    return unknown


@kernel
def _admitted(s: State, k: int, unknown: Mask, unseen: Mask) -> Mask:
    """What the face-down card of a row can be.

    That of a finished trick is one with which the announced winner wins.  If its taker still holds it, it is of no suit
    in which he has shown a void.
    """
    if not s.could[k]:
        return unseen
    hider = s.hider[k]
    held = unseen
    for suit in range(4):
        if s.void[hider] >> suit & 1:
            held &= ~lane(suit)
    return s.could[k] & (held | (unknown & s.played[hider]))


@kernel
def _fill_seats(s: State) -> None:
    """From the deck: the hands, as taken in finished tricks and not played since, and who was shown which card."""
    s.shown[:] = NONE
    for p in range(s.players):
        s.hands[p] = s.openly[p]
        if s.phase == TAKING and s.trick[p] >= 0:  # lies on the table still
            s.hands[p] ^= bit(s.trick[p])
    for k in range(s.rounds):
        if s.could[k]:
            hider, card = s.hider[k], s.deck[_place_of_hidden(s, k)]
            s.hands[hider] |= bit(card)
            s.shown[hider, k] = s.shown[s.row_winner[k], k] = card
    for p in range(s.players):
        s.hands[p] &= ~s.played[p]


def result(s: State) -> dict[str, Any]:
    """`result` of the record."""
    n = int(s.players)
    tricks, chips = s.tricks[:n], s.chips[:n]
    return {
        "chips": chips.tolist(),
        "tricks": tricks.tolist(),
        "points": (tricks - chips).tolist(),
        "winners": members(s.won),
    }


def meaning(s: State, seat: Seat) -> Meaning:
    """Chips of the first half, tricks of the second, and who has won."""
    chips, tricks, won = int(s.chips[seat]), int(s.tricks[seat]), bool(s.won >> seat & 1)
    return Meaning("halves", {"chips": chips, "tricks": tricks, "gain": tricks - chips}, good=won, won=won)


def outcome(s: State) -> Outcome:
    """Those with most wins."""
    wins = s.wins[: s.players].tolist()
    return Outcome(wins, [p for p, n in enumerate(wins) if n == max(wins)], draw=False)


def why(v: State, seat: Seat, action: Action) -> Reason | None:
    """The suit led must be followed; a card may be taken from this row alone, and by one player."""
    if action < TAKE:
        return must_follow(DECK, int(v.trick[v.lead]) >> 4)
    if v.phase != TAKING:
        return None
    if action == TAKE_DOWN:
        return Reason("down_taken")
    return Reason("next_row" if action - TAKE in row(v, int(v.trick_no) + 1) else "not_in_row")


def rows_laid(v: State) -> int:
    """Rows that have been turned up so far."""
    return min(int(v.trick_no) + 2, int(v.rounds)) if v.phase == TAKING else int(v.rounds)


def row(v: State, k: int) -> list[Card]:
    """Row k as it lies on the table; [] where there is none."""
    if v.phase != TAKING or k >= v.rounds:
        return []
    cards = [int(card) for card in v.face_up[k * v.players : (k + 1) * v.players - 1]]
    if k > v.trick_no:
        return [*cards, DOWN]
    left = members(v.offer)
    return [card if card in left else NONE for card in cards] + [DOWN if TAKE_DOWN - TAKE in left else NONE]


def suit_led(v: State, viewer: Seat | None) -> Suit:
    """Suit to follow in the second half, NONE = no duty."""
    led = int(v.trick[v.lead])
    return led >> 4 if v.phase == PLAYING and led >= 0 else NONE


def hidden_card(v: State, viewer: Seat, p: Seat) -> Card:
    """The face-down card of the last trick, if the viewer took it or was shown it."""
    k = int(v.trick_no if v.phase == TAKING else v.rounds) - 1
    card = int(v.shown[viewer, k])
    return DOWN if card == NONE else card


def known_cards(v: State, viewer: Seat | None, p: Seat) -> int:
    """Cards that the viewer knows seat p to hold: taken openly, or taken face down and shown to the viewer."""
    if p == viewer:
        return 0
    known = v.openly[p]
    if viewer is not None:
        for card in v.shown[viewer][v.hider == p]:
            known |= bit(card) if card != NONE else 0
    return int(known & ~v.played[p])


GAME = Game(
    name="rwd",
    players=(3, SEATS),
    deck=DECK,
    state=STATE,
    codes=DECK.names | {TAKE + card: f"take:{name}" for card, name in DECK.names.items()} | {TAKE_DOWN: "take:?"},
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
    places=lambda s: ["stock"] * int(s.cards),
    picture=("S7", "HQ", "D4", "?"),
    why=why,
    phase=lambda s: ("take", "play", "over")[s.phase],
    direction=lambda s: -1 if s.phase == TAKING else 1,
    zones=(
        Hands("hands", "held", trump=lambda v, seat: SPADES),
        Row(lambda v, seat: row(v, int(v.trick_no)), "row", action="take"),
        Row(lambda v, seat: row(v, int(v.trick_no) + 1), "next_row"),
        Trick("trick", "lead", "last", "last_lead", "last_winner", follow=suit_led, peek=hidden_card),
        Pile(lambda v, seat: v.cards - rows_laid(v) * v.players, "stock"),
        Taken("tricks"),
        Row(lambda v, seat: [card for card in v.revealed if card != NONE], "revealed"),
        Memory(known_cards, on=lambda v: bool(v.options[MEMORY_AID])),
    ),
    badges=(
        BadgeSpec("wins", "number", "wins"),
        BadgeSpec("chips", "chips", "chips"),
        BadgeSpec("tricks", "number", "tricks"),
    ),
    sheet=Sheet(("chips", "tricks", "points"), winners="winners"),
    unit=Unit("percent", 2.0, scale=100),
    options=OPTIONS,
    presets={"seed": {}, "strict": {"card_memory_aid": False}, "single": {"wins": 1}},
)
