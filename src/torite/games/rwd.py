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

import numpy as np

from torite.cards.actions import Action, Actions, second_word
from torite.cards.bits import bit, members, popcount
from torite.cards.deck import above, before, lane, lanes, ranked_deck
from torite.cards.kernel import Card, Mask, Rng, Seat, Suit, kernel
from torite.games.fields import Cards, Count, Each, Seats, option
from torite.games.game import Sheet, Unit
from torite.games.kits import scores, talon, tricks
from torite.games.page import game
from torite.games.scene import Meaning, Reason
from torite.games.state import by_seat, public
from torite.games.zones import DOWN, NONE, BadgeSpec, Memory, Pile, Row

SPADES = 3
DECK = ranked_deck("23456789TJQKA")
ALL_CARDS = np.int64(sum(1 << card for card in DECK.names))
ROWS = len(DECK.cards) // 3  # most rows that a deal can have
TAKE, TAKE_DOWN = 64, 126  # actions: TAKE + card; the face-down one
ALL = 0  # value of `shared_win`


class State(talon.State, scores.State):
    """What lies on the table: the talon in rows of as many cards as players; `scores` are the deals won."""

    rounds: Count = public()  # tricks of each half, and rows
    row: Count = public()  # that is taken from: so many are finished
    offer: np.int64 = public()  # what may be taken: bit a = action TAKE + a
    hider: Each[Seat] = public(NONE, ROWS)  # seat that took the face-down card of row k, NONE
    row_winner: Each[Seat] = public(NONE, ROWS)  # seat that won the trick of row k, NONE
    could: Each[Cards] = public(0, ROWS)  # what that card can be, as this seat won or did not win the trick
    shown: Each[Card] = by_seat(NONE, ROWS)  # face-down card of row k if this seat took it or was shown it, NONE
    chips: Each[Count] = public()  # won in the first half: a debt
    winners: Seats = public()  # seats that have won the deal just ended; 0 = a draw
    starter: Seat = public(of="match")  # start player of this deal; of the next one once it is over
    wins: int = option((1, 2, 3, 4, 5, 6, 7, 8, 9, 10), 3)
    shared_win: int = option(("all", "none"), "all")
    play_on: bool = option(False)
    show_hidden_card_at_end: bool = option(True)
    card_memory_aid: bool = option(True)


@kernel
def start(s: State, players: int, first: Seat) -> None:
    """`first` starts the first deal."""
    s.starter = first


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """Nobody deals: all cards are in the talon; two rows come on show (S1-S3)."""
    talon.deal(s, deck, 0)
    s.trump, s.rounds = SPADES, len(deck) // s.players
    s.dealer = NONE
    s.lead = s.turn = s.starter
    talon.turn_up(s, 0, s.players - 1)
    put_on_offer(s, 0)


@kernel
def put_on_offer(s: State, k: int) -> None:
    """Row k is the one to take from now; the one after it, if there is one, comes on show (F6)."""
    s.offer = open_cards(s, k) | bit(TAKE_DOWN - TAKE)
    talon.turn_up(s, (k + 1) * s.players, s.players - 1 if k + 1 < s.rounds else 0)


@kernel
def open_cards(s: State, k: int) -> Mask:
    """The cards of row k that lie face up."""
    cards = np.int64(0)
    for i in range(k * s.players, hidden_place(s, k)):
        cards |= bit(s.talon[i])
    return cards


@kernel
def hidden_place(s: State, k: int) -> int:
    """Place of the face-down card of a row in the talon."""
    return (k + 1) * s.players - 1


# ---- what may be done ----
@kernel
def taking(s: State) -> bool:
    """Is it the first half?"""
    return s.offer != 0


@kernel
def actors(s: State) -> Mask:
    """The seat to act; 0 once the deal is over."""
    return bit(s.turn) if taking(s) else tricks.actors(s)


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """Any card of the row (F1); one that follows suit (B2)."""
    return second_word(s.offer if seat == s.turn else np.int64(0)) if taking(s) else tricks.legal(s, seat)


@kernel
def claimable(s: State, seat: Seat) -> bool:
    """In the second half tricks alone count."""
    return not taking(s) and tricks.leads(s, seat)


def why(v: State, seat: Seat, action: Action) -> Reason | None:
    """The suit led must be followed; a card may be taken from this row alone, and by one player."""
    if action < TAKE:
        return tricks.why(v, seat, action, DECK)
    coming = action - TAKE in row(v, int(v.row) + 1)
    key = "down_taken" if action == TAKE_DOWN else "next_row" if coming else "not_in_row"
    return Reason(key) if taking(v) else None


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Take a card, or play one; after the last trick the deal is counted."""
    if taking(s):
        take(s, seat, action)
    elif talon.play(s, seat, action):
        count(s)


# ---- the first half ----
@kernel
def take(s: State, seat: Seat, action: Action) -> None:
    """The card lies before the seat as it lay in the row (F1)."""
    down = action == TAKE_DOWN
    s.offer ^= bit(action - TAKE)
    s.trick[seat] = DOWN if down else action - TAKE
    hider = s.hider[s.row]  # read in any case: a branch could not be predicted
    s.hider[s.row] = seat if down else hider
    s.openly[seat] |= bit(action - TAKE) & s.pack
    s.turn = before(seat, s.players)
    if s.turn == s.lead:
        finish_row(s, seat)


@kernel
def finish_row(s: State, last: Seat) -> None:
    """All have taken, `last` as the last: the winner gets a chip and sees the hidden card (F2-F7)."""
    n, k = s.players, s.row
    hider, down, lying = s.hider[k], s.talon[hidden_place(s, k)], open_cards(s, k)
    led = (down if last == hider else s.trick[last]) >> 4
    best = tricks.highest(lying | bit(down), led, SPADES)
    winner = hider
    for p in range(n):
        winner = p if s.trick[p] == best else winner
        s.hands[p] |= bit(down if p == hider else s.trick[p])
        s.held[p] = k + 1
    led, best = NONE if last == hider else led, NONE if winner == hider else best
    s.could[k] = s.pack & could_be(lying, led, best)
    s.row_winner[k] = winner
    s.shown[hider, k] = s.shown[winner, k] = down
    s.chips[winner] += 1
    tricks.put_aside(s, winner)
    s.row += 1
    if s.row < s.rounds:
        put_on_offer(s, s.row)


@kernel
def could_be(lying: Mask, led: Suit, best: Card) -> Mask:
    """Cards that the face-down one can be, known who has won: what the announcement tells everybody (F3).

    lying  the other cards of the trick
    led    suit led; NONE = the face-down card itself was led
    best   the open card that won, NONE = the face-down one won
    """
    ruffed = lying & lane(SPADES)
    plain = ALL_CARDS if led == NONE else lane(led)
    wins = (lane(SPADES) if ruffed else lane(SPADES) | plain) & above(lying)
    # Where it was led itself and lost, it is of the winner's suit.
    within = lane(best >> 4) if led == NONE and not ruffed else ALL_CARDS
    return wins if best == NONE else within & ~wins


# ---- what it is worth ----
@kernel
def count(s: State) -> None:
    """The deal is over: who has won it (G1-G3), and who starts the next one (G4, gap 4)."""
    for k in range(s.rounds if s.show_hidden_card_at_end else 0):
        s.face_up[hidden_place(s, k)] = s.talon[hidden_place(s, k)]
    best = 64  # one point and no chip; if nobody has as much, all have 0 and the deal is a draw
    for p in range(s.players):
        s.points[p] = s.tricks[p] - s.chips[p]
        best = max(best, rank(s, p))
    for p in range(s.players):
        s.winners |= bit(p) if rank(s, p) == best else np.int64(0)
    if s.shared_win == ALL or popcount(s.winners) == 1:
        for p in range(s.players):
            s.scores[p] += s.winners >> p & 1
    while s.winners and not s.winners >> s.starter & 1:
        s.starter = before(s.starter, s.players)


@kernel
def rank(s: State, p: Seat) -> int:
    """A higher score first, then more chips."""
    return 64 * s.points[p] + s.chips[p]


@kernel
def finished(s: State) -> bool:
    """After a deal: has somebody won the match (G4), under `play_on` alone?"""
    return scores.most(s) >= s.wins and (not s.play_on or scores.at_top(s) == 1)


@kernel
def score(s: State, points: np.ndarray) -> None:
    """1 for a deal won; a hundredth of the score counts too, so that a lost deal is still played well."""
    for p in range(s.players):
        points[p] = (s.winners >> p & 1) + 0.01 * s.points[p]


def meaning(s: State, seat: Seat) -> Meaning:
    """Chips of the first half, tricks of the second, and who has won."""
    chips, taken, won = int(s.chips[seat]), int(s.tricks[seat]), bool(s.winners >> seat & 1)
    told: dict[str, int | str] = {"chips": chips, "tricks": taken, "gain": taken - chips}
    return Meaning("halves", told, good=won or None, won=won)  # somebody else's win is no failure


# ---- what a seat cannot see ----
@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """Draw the cards whose place in the talon `seat` does not know; hands, and who was shown what, follow from it.

    A card taken face down is such that the announced winner wins.  If its taker still holds it, it is of no suit in
    which he has shown a void; or he has played it already.
    """
    talon.lay_open(s)
    for k in range(s.rounds):
        if s.talon[hidden_place(s, k)] == NONE:
            s.talon[hidden_place(s, k)] = s.shown[seat, k]
    unknown = talon.missing(s)
    unseen = unknown & ~s.seen
    admits = np.full(popcount(s.pack), unseen)
    for k in range(s.row):
        i, hider = hidden_place(s, k), s.hider[k]
        if s.talon[i] == NONE:
            admits[i] = s.could[k] & (unseen & ~lanes(s.void[hider]) | unknown & s.played[hider])
    if not talon.fill(s, admits, unknown, rng):
        return
    s.shown[:] = NONE
    for p in range(s.players):
        lying = bit(s.trick[p]) if s.trick[p] >= 0 else np.int64(0)
        s.hands[p] = s.openly[p] & ~(s.played[p] | lying)
    for k in range(s.row):
        hider, card = s.hider[k], s.talon[hidden_place(s, k)]
        s.hands[hider] |= bit(card) & ~s.played[hider]
        s.shown[hider, k] = s.shown[s.row_winner[k], k] = card


# ---- the table ----
def row(v: State, k: int) -> list[Card]:
    """Row k as it lies on the table; [] where there is none."""
    if k >= v.rounds:
        return []
    cards = [*v.face_up[k * v.players : hidden_place(v, k)].tolist(), DOWN]
    left = [DOWN if card == TAKE_DOWN - TAKE else card for card in members(v.offer)]
    return [card if k > v.row or card in left else NONE for card in cards]


def hidden_card(v: State, viewer: Seat, p: Seat) -> Card:
    """The face-down card of the last trick, if the viewer took it or was shown it."""
    card = int(v.shown[viewer, v.row - 1])
    return DOWN if card == NONE else card


def known_cards(v: State, viewer: Seat | None) -> list[int]:
    """By seat: cards that the viewer knows it to hold: taken openly, or taken face down and shown to the viewer."""
    played = v.played.tolist()
    known = [cards & ~gone for cards, gone in zip(v.openly.tolist(), played, strict=True)]
    if viewer is not None:
        for hider, card in zip(v.hider.tolist(), v.shown[viewer, :].tolist(), strict=True):
            if card != NONE:
                known[hider] |= 1 << card & ~played[hider]
        known[viewer] = 0
    return known[: v.players]


GAME = game(
    State,
    players=(3, 5),
    deck=DECK,
    codes={TAKE + card: f"take:{name}" for card, name in DECK.names.items()} | {TAKE_DOWN: "take:?"},
    picture=("S7", "HQ", "D4", "?"),
    phase=lambda s: "take" if taking(s) else tricks.phase(s),
    direction=lambda s: -1 if taking(s) else 1,
    zones=(
        *tricks.table(follow=tricks.suit_led, peek=hidden_card),
        Row(lambda v: row(v, int(v.row)), "row", action="take"),
        Row(lambda v: row(v, int(v.row) + 1), "next_row"),
        Pile(lambda v: popcount(v.pack) - min(v.row + 2, v.rounds) * v.players, "stock"),
        Row(lambda v: [card for card in v.face_up[v.players - 1 :: v.players] if card != NONE], "revealed"),
        Memory(known_cards, on="card_memory_aid"),
    ),
    badges=(BadgeSpec("wins", "number", "scores"), BadgeSpec("chips", "chips", "chips"), tricks.TAKEN),
    sheet=Sheet(("chips", "tricks", "points"), winners="winners"),
    unit=Unit("percent", 2.0, scale=100),
    presets={"seed": {}, "strict": {"card_memory_aid": False}, "single": {"wins": 1}},
)
