"""Doppelkopf: four players, two packs of 24; the two old women, the queens of clubs, play together, unknown to all.

Rules: www.pagat.com/schafkopf/doppelkopf.html
  * Trumps: HT, queens and jacks (C S H D each), diamonds; other suits A T K 9.  Of equal cards the first wins.
  * A 11, T 10, K 4, Q 3, J 2.  Re, who held the queens of clubs, wins with 121 points, kontra with 120.
  * Who holds both may say marriage before the play: with him is whoever else first takes one of the first three tricks;
    or he says nothing, and plays alone.
  * Who has played at most one card may say re or kontra before a card: it counts 2 more.
  * A win is worth 1, kontra's 2, one more for each of 90, 60, 30 that the others have not reached, and for all tricks.
    A side gets 1 for each ace of diamonds taken from the other, each trick of 40, the last trick with a jack of clubs.
"""

import numpy as np

from torite.rules import *

RANKS, SUITS = "9JQKTA", "CDHS"
NAMES = {s << 4 | 2 * r + i: SUITS[s] + RANKS[r] + "'" * i for s in range(4) for r in range(6) for i in range(2)}
DECK = Deck("french", SUITS, NAMES)
TRUMPS = sum(1 << card for card, name in NAMES.items() if name[0] == "D" or name[1] in "QJ" or name[:2] == "HT")
OLD = sum(1 << card for card, name in NAMES.items() if name[:2] == "CQ")
WORTH = np.array((0, 2, 3, 4, 10, 11))
ORDER = np.array((0, 20, 30, 1, 2, 3))
OF_SUIT = np.array((3, 0, 1, 2))  # of C D H S
J, Q, T, A, DIAMONDS, HEARTS = 1, 2, 4, 5, 1, 2
HEALTHY, MARRY, NONE_SAID, RE, KONTRA = 64, 65, 66, 67, 68  # actions


class State(trumps.State, scores.State):
    """What lies on the table."""

    asked: Count = public()  # seats that have said whether they marry
    bride: Seat = public(NONE)
    groom: Seat = public(NONE)
    quiet: bool = public()  # who is to play says no more
    said: Each[Count] = public()  # RE, KONTRA
    played: Each[Cards] = public()
    cards: Each[Points] = public()
    more: Each[Points] = public()  # tricks of 40, the last one with a jack of clubs
    foxes: Each[Count] = public(0, 16)  # taker * 4 + whose it was
    parties: Seats = public()  # known to be re at the end
    rounds: int = option((4, 8, 16), 8)


@kernel
def deal(s: State, deck: np.ndarray) -> None:
    """Twelve cards each."""
    tricks.deal(s, deck)
    s.trump = DIAMONDS
    s.trumps = np.int64(TRUMPS)


@kernel
def order(s: State, card: Card) -> int:
    """How high a card is in its suit."""
    rank = (card & 15) >> 1
    if rank == T and card >> 4 == HEARTS:
        return 40
    return int(ORDER[rank] + (OF_SUIT[card >> 4] if rank in (J, Q) else 0))


@kernel
def re(s: State) -> Mask:
    """Who is re; in a view, who is known to be."""
    found = np.int64(0)
    for p in range(s.players):
        if (s.hands[p] | s.played[p]) & OLD or p == s.groom:
            found |= bit(p)
    return found


@kernel
def may_say(s: State, seat: Seat) -> bool:
    """May the seat say re or kontra now?"""
    return s.held[seat] >= 11 and not s.quiet and not s.said[seat] and (s.bride == NONE or s.groom != NONE)


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """Marry or not; re or kontra; a card that follows suit."""
    if seat != s.turn or not s.held[seat]:
        return no_actions()
    if s.asked < s.players:
        return second_word(bit(HEALTHY - 64) | (bit(MARRY - 64) if s.hands[seat] & OLD == OLD else 0))
    if may_say(s, seat):
        return second_word(bit(NONE_SAID - 64) | bit((RE if re(s) & bit(seat) else KONTRA) - 64))
    return trumps.legal(s, seat)


@kernel
def play(s: State, seat: Seat, action: Action) -> None:
    """Say it, or play a card; after the last trick the points are counted."""
    if action <= MARRY and action >= HEALTHY:
        s.asked += 1
        s.turn = after(seat, s.players)
        if action == MARRY:
            s.bride = seat
            for p in range(s.players):
                s.lacks[p] |= OLD * (p != seat)
    elif action >= NONE_SAID:
        s.quiet = True
        if action != NONE_SAID:
            s.said[seat] = action
        if action == KONTRA:
            s.lacks[seat] |= OLD
    else:
        s.quiet = False
        s.played[seat] |= bit(action)
        if trumps.lay(s, seat, action, order(s, action)):
            trumps.take(s)
            gather(s, s.turn)
            if not s.held[s.turn]:
                count(s)


@kernel
def gather(s: State, taker: Seat) -> None:
    """What the trick brings."""
    worth = 0
    for p in range(s.players):
        worth += WORTH[(s.last[p] & 15) >> 1]
        if s.last[p] >> 1 == (DIAMONDS << 4 | 2 * A) >> 1:
            s.foxes[taker * 4 + p] += 1
    s.cards[taker] += worth
    s.more[taker] += worth >= 40
    s.more[taker] += not s.held[taker] and s.last[taker] >> 1 == 2 * J >> 1
    if s.bride != NONE and s.groom == NONE and taker != s.bride and s.held[taker] >= 9:
        s.groom = taker


@kernel
def count(s: State) -> None:
    """What the deal brings."""
    s.parties = re(s)
    won = taken = more = 0
    calls = np.int64(0)
    for p in range(s.players):
        mine = s.parties & bit(p) != 0
        won += s.cards[p] if mine else 0
        taken += s.tricks[p] if mine else 0
        more += s.more[p] if mine else -s.more[p]
        calls |= bit(s.said[p] - RE) if s.said[p] else np.int64(0)
        for q in range(s.players):
            if mine != (s.parties & bit(q) != 0):
                more += s.foxes[4 * p + q] if mine else -s.foxes[4 * p + q]
    wins = won > 120
    lost = 240 - won if wins else won
    worth = 1 + (not wins) + (lost < 90) + (lost < 60) + (lost < 30) + (taken == 0 or taken == 12) + 2 * popcount(calls)
    worth = (worth if wins else -worth) + more
    for p in range(s.players):
        if s.parties & bit(p):
            s.points[p] = worth if popcount(s.parties) == 2 else 3 * worth
        else:
            s.points[p] = -worth
    scores.add_up(s)


@kernel
def partners(s: State, seat: Seat) -> Mask:
    """Re or kontra."""
    found = re(s)
    return found if found & bit(seat) else 15 & ~found


@kernel
def finished(s: State) -> bool:
    """After a deal: were there enough?"""
    return s.deals >= s.rounds


@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """Who has said re has one of the queens."""
    for p in range(s.players):
        left = np.int64(OLD) & ~s.seen & ~s.hands[seat]
        for q in range(s.players):
            left &= ~s.hands[q]
        if p == seat or not left:
            continue
        if s.said[p] == RE and p != s.groom and not s.played[p] & OLD:
            s.hands[p] |= bit(nth(left, below(rng, popcount(left))))
    trumps.determinize(s, seat, rng)


def phase(s: State) -> str:
    """What is being done."""
    if not s.held.any():
        return "over"
    return "marriage" if s.asked < s.players else "say" if may_say(s, s.turn) else "play"


def silently(s: State, seat: Seat) -> int:
    """Cards played without saying anything."""
    return int(trumps.follow(s, seat)) if s.asked == s.players and may_say(s, seat) else 0


score = scores.score
GAME = game(
    State,
    players=4,
    deck=DECK,
    codes={HEALTHY: "healthy", MARRY: "marry", NONE_SAID: "say:none", RE: "say:re", KONTRA: "say:kontra"},
    zones=(*trumps.table(order), Fact("bride", "bride", seat=True), Fact("groom", "groom", seat=True)),
    badges=(
        BadgeSpec("score", "number", "scores"),
        BadgeSpec("party", "word", lambda v: [int(v.said[p]) or None for p in range(v.players)]),
    ),
    sheet=Sheet(("cards", "points"), total="scores"),
    deals=lambda s: s.rounds,
)
