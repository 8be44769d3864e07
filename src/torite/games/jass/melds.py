"""Weis and Stöck: melds announced with the first card, and king and queen of trumps (rules 1.3, 5.4).

* Before his card to trick 1 each announces a value of his melds that is not below what has been said, or nothing.
* The highest value wins; of equals in turn more cards, the higher top card (the lower in Undenufe, A37), a meld of
  trumps, the nearest to the leader.  What each stage asks of those still tied is said aloud, no more (`claims`).
* The winner, with sides also his partner, shows and scores all his melds (`weis.py`).
* Stöck, 20: asked of a seat that plays the second of its trump king and queen; it scores by itself if melds have
  shown both.
"""

import numpy as np

from torite.cards.actions import Action, Actions, card_actions, no_actions, second_word
from torite.cards.bits import bit, high, members, popcount
from torite.cards.deck import EVERY_LANE
from torite.cards.kernel import Card, Mask, Rng, Seat
from torite.cards.rng import below
from torite.cards.subsets import below_wide
from torite.games.fields import Cards, Count, Each, Points, Seats, kernels_of, option
from torite.games.game import Ask
from torite.games.jass import tricks
from torite.games.jass.cards import ACE, DECK, SEATS, royals
from torite.games.jass.tricks import (
    OVER,
    PLAYING,
    count_ways,
    legal_cards,
    next_seat,
    place_shown,
    share_out,
    unseen_by,
)
from torite.games.jass.weis import FOUR, RUN, VALUES, best_claim, best_melds, meld_cards, meld_kinds
from torite.games.scene import Note, Reason
from torite.games.state import public
from torite.games.zones import NONE, BadgeSpec

WEIS, STOECK = 72, 80  # actions: WEIS + index of VALUES or SILENT; STOECK + 1 = not announced
ANNOUNCING, ASKING = 2, 3  # phases: a Weis, the Stöck
SILENT = len(VALUES)  # in `said`
STOECK_POINTS = 20
OVERLAP = -1
MOST_MELDS = 9 + 60  # of one value that a seat may have: fours, and runs of five to nine cards
FEW = 40  # draws of a world with the melds of one teller; then all that is told is placed
TRIES = 20000  # of these; a handful is the rule


class State(tricks.State):
    """What has been announced, and what it counts."""

    said: Each[Count] = public(NONE)  # index of VALUES, SILENT, NONE = not yet
    claim_length: Each[Count] = public(NONE)  # cards of the meld, said because of a tie
    claim_top: Each[Count] = public(NONE)  # its top rank
    claim_trump: Each[Count] = public(NONE)  # 1 = it is of trumps
    weis_winner: Seat = public(NONE)  # NONE = nobody (yet)
    scorers: Seats = public()  # seats whose melds count
    melds: Each[Cards] = public()  # cards of the melds that count
    weis: Each[Points] = public()  # for them
    stoeck: Each[Points] = public()
    large_table: int = option(("small", "large"), name="weis")
    four_nines: int = option(False)
    lower_wins: int = public(False, of="match")  # does of equal melds in Undenufe that with the lower top card (A37)?


kernel = kernels_of(State)
large = kernels_of(State, inline=False)  # long, and not called at every card


# ---- announcing ----
@kernel
def book(s: State) -> int:
    """Which of BOOKS is played."""
    return 2 * s.large_table + s.four_nines


@kernel
def _reverse(s: State) -> int:
    """1 = a lower top card is better in this deal."""
    return s.upwards & s.lower_wins


@kernel
def legal_weis(s: State, seat: Seat) -> Mask:
    """What may be announced: indices of VALUES and SILENT, as a set."""
    highest = 0
    for p in range(s.players):
        highest = max(highest, s.said[p] if s.said[p] != SILENT else 0)
    return bit(SILENT) | (meld_kinds(s.hands[seat], book(s)) >> np.int64(highest) << np.int64(highest))


@kernel
def highest_weis(s: State, seat: Seat) -> int:
    """The most that may be announced: index of VALUES, SILENT = nothing."""
    kinds = legal_weis(s, seat) & ~bit(SILENT)
    return high(kinds) if kinds else SILENT


@kernel
def legal(s: State, seat: Seat) -> Actions:
    """A card, a Weis, the Stöck; nothing if it is not the seat's turn, or if the game asks for something else."""
    if s.phase == OVER or seat != s.turn:
        return no_actions()
    if s.phase == PLAYING:
        return card_actions(legal_cards(s, seat))
    if s.phase == ANNOUNCING:
        return second_word(legal_weis(s, seat) << np.int64(WEIS - 64))
    return second_word(np.int64(0b11) << np.int64(STOECK - 64)) if s.phase == ASKING else no_actions()


@kernel
def claimable(s: State, seat: Seat) -> bool:
    """Once all have announced; the Stöck will be said in any case."""
    return s.trick_no > 0 and tricks.claimable(s, seat)


@kernel
def play(s: State, seat: Seat, action: Action) -> bool:
    """Announce, or play a card.  Is a card on the table, and said what there was to say of it?"""
    if s.phase == PLAYING:
        tricks.lay(s, seat, action)
        if asks_stoeck(s, seat, action):
            s.phase = ASKING
        return s.phase == PLAYING
    asked = s.phase == ASKING
    s.phase = PLAYING
    if asked:
        s.stoeck[seat] = STOECK_POINTS if action == STOECK else 0
    else:
        s.said[seat] = action - WEIS
    return asked


@kernel
def compare(s: State, seat: Seat, sides: bool) -> bool:
    """`seat` has played.  In the first trick the next one announces; after it, do melds count now?"""
    if s.trick_no > 0:
        return False
    s.phase = ANNOUNCING
    if next_seat(s, seat) == s.lead:
        s.phase = PLAYING
        _compare_melds(s, sides)
    return s.scorers != 0


@large
def _compare_melds(s: State, sides: bool) -> None:
    """All have played to trick 1: whose melds count?"""
    kind = NONE
    for p in range(s.players):
        kind = max(kind, s.said[p] if s.said[p] != SILENT else NONE)
    if kind == NONE:
        return
    tied = np.int64(0)
    for p in range(s.players):
        tied |= bit(p) if s.said[p] == kind else 0
    for stage in range(3):
        if popcount(tied) > 1:
            tied = _stage(s, tied, stage, kind)
    winner = s.lead
    while not tied >> np.int64(winner) & 1:
        winner = next_seat(s, winner)
    s.weis_winner = winner
    s.scorers = bit(winner) | (bit(winner ^ 2) if sides else 0)
    for p in range(s.players):
        if s.scorers >> np.int64(p) & 1:
            points, cards = best_melds(s.hands[p] | s.played[p], book(s))
            s.weis[p] = points
            s.melds[p] = cards
            s.shown[p] |= cards


@kernel
def _stage(s: State, tied: Mask, stage: int, kind: int) -> Mask:
    """Those of the tied who lead after they have said one thing more: cards, top card, trump."""
    best, left = -1, np.int64(0)
    for p in range(s.players):
        if tied >> np.int64(p) & 1:
            claim = best_claim(s.hands[p] | s.played[p], kind, book(s), s.trump, _reverse(s))
            figure = claim >> 8 if stage == 0 else (claim >> 1 & 15 if stage == 1 else claim & 1)
            if stage == 0:
                s.claim_length[p] = figure
            elif stage == 1:
                s.claim_top[p] = ACE - figure if _reverse(s) else figure
            else:
                s.claim_trump[p] = figure
            if figure > best:
                best, left = figure, np.int64(0)
            left |= bit(p) if figure == best else 0
    return left


@kernel
def asks_stoeck(s: State, seat: Seat, card: Card) -> bool:
    """Has `seat` just played the second of its trump king and queen?  Scores by itself if melds have shown both."""
    if s.trump < 0:
        return False
    both = royals(s.trump)
    if not both & bit(card) or s.played[seat] & both != both:
        return False
    if s.melds[seat] & both == both:
        s.stoeck[seat] = STOECK_POINTS
        return False
    return True


# ---- worlds ----
@kernel
def determinize(s: State, seat: Seat, rng: Rng) -> None:
    """Fill the other hands of a view of `seat`, so that everybody holds the melds he has announced."""
    fill_melds(s, seat, unseen_by(s, seat), rng)


@kernel
def _could_say(s: State, p: Seat, hand: Mask) -> bool:
    """Agrees this hand (as it was before trick 1) with all that seat p has said and shown?"""
    kind = s.said[p]
    if kind != NONE and kind != SILENT:
        if not meld_kinds(hand, book(s)) >> np.int64(kind) & 1:
            return False
        if s.claim_length[p] != NONE:
            claim = best_claim(hand, kind, book(s), s.trump, _reverse(s))
            top = claim >> 1 & 15
            if claim >> 8 != s.claim_length[p]:
                return False
            if s.claim_top[p] != NONE and (ACE - top if _reverse(s) else top) != s.claim_top[p]:
                return False
            if s.claim_trump[p] != NONE and claim & 1 != s.claim_trump[p]:
                return False
    if s.scorers >> np.int64(p) & 1:
        return best_melds(hand, book(s))[1] == s.melds[p]
    return True


@large
def _find_melds(s: State, p: Seat, free: Mask, found: np.ndarray) -> int:
    """Write into `found` which `free` cards each meld that p may have announced still wants; how many there are."""
    kind, length, top, trump = s.said[p], s.claim_length[p], s.claim_top[p], s.claim_trump[p]
    own = s.played[p] | s.hands[p]
    could, room = own | (free & ~s.lacks[p]), s.held[p] - popcount(s.hands[p])
    n = 0
    for rank in range(ACE + 1):
        four = EVERY_LANE << np.int64(rank)
        told = _claims(length, 4) and _claims(top, rank) and _claims(trump, 0)
        if FOUR[book(s), rank] == kind and told and could & four == four and popcount(four & ~own) <= room:
            found[n] = four & ~own
            n += 1
    for cards in range(3, ACE + 2):
        if RUN[book(s), cards] != kind or not _claims(length, cards):
            continue
        for suit in range(4):
            for last in range(cards - 1, ACE + 1):
                run = ((np.int64(1) << np.int64(cards)) - 1) << np.int64((suit << 4) + last + 1 - cards)
                told = _claims(top, last) and _claims(trump, suit == s.trump)
                if told and could & run == run and popcount(run & ~own) <= room:
                    found[n] = run & ~own
                    n += 1
    return n


@kernel
def _claims(claim: int, figure: int) -> bool:
    """Is this what was said, if anything was?"""
    return claim < 0 or claim == figure


@kernel
def _has_secret(s: State, seat: Seat, p: Seat) -> bool:
    """Has p announced a meld that nobody has seen?"""
    announced = s.said[p] != NONE and s.said[p] != SILENT
    return p != seat and announced and not s.scorers >> np.int64(p) & 1 and s.held[p] > 0


@large
def _count_each(s: State, seat: Seat, p: Seat, free: Mask, found: np.ndarray, n: int, ways: np.ndarray) -> int:
    """Write into `ways` how many worlds there are with each of the n melds of p; their sum."""
    hand, total = s.hands[p], 0
    for i in range(n):
        s.hands[p] = hand | found[i]
        ways[i] = count_ways(s, seat, free & ~found[i])
        total += ways[i]
    s.hands[p] = hand
    return total


@large
def fill_melds(s: State, seat: Seat, unseen: Mask, rng: Rng) -> bool:
    """Fill the other hands from `unseen`, so that everybody holds what he has said; each such world equally likely.

    What fits into no hand stays out of play.  Returns False, with the hands as they were, if there is no such world.
    """
    free, secret = place_shown(s, seat, unseen), False
    for p in range(s.players):
        secret |= _has_secret(s, seat, p)
    few = _fill_one(s, seat, free, rng) if secret else _fill_freely(s, seat, free, rng)
    return few or _fill_all(s, seat, free, rng)


@kernel
def _fill_freely(s: State, seat: Seat, free: Mask, rng: Rng) -> bool:
    """A FEW draws where nobody has a meld that has not been seen."""
    hands0, hands1, hands2, hands3 = s.hands[0], s.hands[1], s.hands[2], s.hands[3]
    for _ in range(FEW):
        if share_out(s, seat, free, rng) and _agrees(s, seat):
            return True
        s.hands[0], s.hands[1], s.hands[2], s.hands[3] = hands0, hands1, hands2, hands3
    return False


@large
def _fill_one(s: State, seat: Seat, free: Mask, rng: Rng) -> bool:
    """A FEW draws with the melds of one.

    Of those who have announced a meld that has not been seen one, the teller, gets it: one of the melds it may be, each
    as often as it has worlds.  A world in which the teller has n of them would come n times as often: it is kept once
    in n times (Karp and Luby, 1983).  What the others have said decides whether it is kept, too.
    """
    hands0, hands1, hands2, hands3 = s.hands[0], s.hands[1], s.hands[2], s.hands[3]
    teller, n, least = NONE, 0, count_ways(s, seat, free)
    wanted, ways = np.empty(MOST_MELDS, np.int64), np.empty(MOST_MELDS, np.int64)
    for p in range(s.players):
        if _has_secret(s, seat, p):
            worlds = _count_each(s, seat, p, free, wanted, _find_melds(s, p, free, wanted), ways)
            if worlds < least:
                teller, least = p, worlds
    if least == 0:
        return False
    if teller != NONE:
        n = _find_melds(s, teller, free, wanted)
        _count_each(s, seat, teller, free, wanted, n, ways)
    for _ in range(FEW):
        meld = np.int64(0)
        if teller != NONE:
            meld = wanted[_draw_one(ways, least, rng)]
            s.hands[teller] |= meld
        if share_out(s, seat, free & ~meld, rng) and _agrees(s, seat):
            held = 0
            for i in range(n):
                held += wanted[i] & ~s.hands[teller] == 0
            if held < 2 or below(rng, held) == 0:
                return True
        s.hands[0], s.hands[1], s.hands[2], s.hands[3] = hands0, hands1, hands2, hands3
    return False


@large
def _fill_all(s: State, seat: Seat, free: Mask, rng: Rng) -> bool:
    """The same with the melds of all who have one that has not been seen, in every combination."""
    hands0, hands1, hands2, hands3 = s.hands[0], s.hands[1], s.hands[2], s.hands[3]
    n, wanted = np.empty(SEATS, np.int64), np.empty((SEATS, MOST_MELDS), np.int64)
    combinations = 1
    for p in range(SEATS):
        n[p], wanted[p, 0] = 1, 0  # who has told nothing has one way to hold it
        if p < s.players and _has_secret(s, seat, p):
            n[p] = _find_melds(s, p, free, wanted[p])
        combinations *= n[p]
    ways, total = np.empty(combinations, np.int64), 0
    for i in range(combinations):
        melds = _place_all(s, wanted, n, i)
        ways[i] = count_ways(s, seat, free & ~melds) if melds != OVERLAP else 0
        total += ways[i]
        s.hands[0], s.hands[1], s.hands[2], s.hands[3] = hands0, hands1, hands2, hands3
    for _ in range(TRIES if total else 0):
        melds = _place_all(s, wanted, n, _draw_one(ways, total, rng))
        if share_out(s, seat, free & ~melds, rng) and _agrees(s, seat):
            came = 1  # so many combinations lead to this world
            for p in range(SEATS):
                held = 0
                for i in range(n[p]):
                    held += wanted[p, i] & ~s.hands[p] == 0
                came *= held
            if below(rng, came) == 0:
                return True
        s.hands[0], s.hands[1], s.hands[2], s.hands[3] = hands0, hands1, hands2, hands3
    return False


@kernel
def _place_all(s: State, wanted: np.ndarray, n: np.ndarray, i: int) -> Mask:
    """Put the i-th combination of melds into the hands: their cards, or OVERLAP if two want the same one."""
    melds = np.int64(0)
    for p in range(SEATS):
        meld = wanted[p, i % n[p]]
        i //= n[p]
        if meld & melds:
            return np.int64(OVERLAP)
        melds |= meld
        s.hands[p] |= meld
    return melds


@kernel
def _draw_one(ways: np.ndarray, total: int, rng: Rng) -> int:
    """A place of `ways`, each as often as it says."""
    pick, i = below_wide(rng, total), 0
    while pick >= ways[i]:
        pick -= ways[i]
        i += 1
    return i


@large
def _agrees(s: State, seat: Seat) -> bool:
    """Could all the others have said what they have?"""
    for p in range(s.players):
        if p != seat and s.said[p] != NONE and not _could_say(s, p, s.hands[p] | s.played[p]):
            return False
    return True


# ---- outside kernels ----
def why(v: State, seat: Seat, action: Action) -> Reason | None:
    """The rules of the trick; melds that are held and not below what has been said."""
    if action < 64:
        return tricks.why(v, seat, action)
    if v.phase != ANNOUNCING or not WEIS <= action < STOECK:
        return None
    highest = max((int(said) for said in v.said if said != SILENT), default=NONE)
    if action - WEIS < highest:
        return Reason("weis_low", {"points": VALUES[highest]})
    return Reason("weis_not_held", {"points": VALUES[action - WEIS]})


def silently(v: State, seat: Seat) -> int:
    """The cards that the seat may play without a Weis."""
    return int(tricks.legal_cards(v, seat)) if v.phase == ANNOUNCING else 0


def note(v: State, seat: Seat, action: Action) -> Note | None:
    """The cards of a Weis."""
    if not WEIS <= action < WEIS + SILENT:
        return None
    cards = meld_cards(int(v.hands[seat]), action - WEIS, int(book(v)), int(v.trump))
    return Note(cards=[DECK.names[card] for card in members(cards)])


def worth(v: State) -> list[int]:
    """The Weis of each seat, 0 = none: what has been announced, and once they are compared what counts."""
    if v.weis_winner != NONE:
        return [int(points) for points in v.weis]
    return [VALUES[k] if 0 <= (k := int(said)) < SILENT else 0 for said in v.said]


def laid(v: State) -> list[int]:
    """What lies open of each hand: during the second trick the melds that count, as they are shown at a table."""
    return [int(v.melds[p] & ~v.played[p]) if v.trick_no == 1 else 0 for p in range(v.players)]


CODES = {WEIS + i: f"weis:{points}" for i, points in enumerate(VALUES)} | {
    WEIS + SILENT: "weis:none",
    STOECK: "stoeck",
    STOECK + 1: "stoeck:none",
}
TABLE = tricks.table(laid=laid)
BADGE = BadgeSpec("weis", "number", worth)
ASKS = (Ask("weis", "announce", "bar"), Ask("stoeck", "announce", "bar"))
