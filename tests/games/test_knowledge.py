"""The public fields, and each seat's own, are exactly what a reader of the log infers, also in a used record.

The log is the reference's: what a seat, or a spectator, has been told in this deal.
"""

import random
from typing import Any

import pytest
import ref_rwd
import ref_wizard
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import Table, examples, option_sets, shuffled, walk_deal

import torite
from torite.games import GAMES
from torite.knowledge.differenzler import expected

SEEDS = st.integers(0, 2**32 - 1)
RWD, WIZARD = GAMES["rwd"].deck, GAMES["wizard"].deck
DOWN, NONE, OPEN = -2, -1, -3


def cards(deck: Any, mask: int) -> set[str]:
    """Codes of a set."""
    return {deck.names[c] for c in range(63) if int(mask) >> c & 1}


def name(deck: Any, card: int) -> str | None:
    """Code of a card field."""
    return {NONE: None, DOWN: "?"}.get(int(card)) if card < 0 else deck.names[int(card)]


class RwdReader:
    """What the log of one seat tells."""

    def __init__(self, log: list[tuple[Any, ...]], players: int) -> None:
        self.players = players
        self.rows: list[list[str]] = []
        self.takes: list[list[tuple[int, str]]] = []  # of every row
        self.tricks: list[list[tuple[int, str]]] = [[]]  # of the second half, the running one last
        self.winners: list[int] = []
        self.hidden: dict[int, str] = {}
        self.revealed: list[str] = []
        self.start = -1
        for what, *rest in log:
            getattr(self, f"on_{what}")(*rest)

    def on_start(self, seat: int) -> None:
        self.start = seat
        self.takes.append([])

    def on_row(self, number: int, *codes: str) -> None:
        self.rows.append(list(codes))

    def on_take(self, seat: int, code: str) -> None:
        self.takes[-1].append((seat, code))

    def on_hidden(self, card: str) -> None:
        self.hidden[len(self.winners)] = card

    def on_winner(self, seat: int) -> None:
        if len(self.winners) < len(self.takes) and len(self.takes[-1]) == self.players and not self.tricks[0]:
            self.takes.append([])
        else:
            self.tricks.append([])
        self.winners.append(seat)

    def on_card(self, seat: int, card: str) -> None:
        self.tricks[-1].append((seat, card))

    def on_hidden_cards(self, *codes: str) -> None:
        self.revealed = list(codes)

    def could(self, k: int) -> set[str]:
        """Cards with which the announced winner of row k wins: all are tried."""
        faces = self.takes[k]
        open_cards = {code for _, code in faces}
        found = set()
        for card in set(RWD.names.values()) - open_cards:
            trick = [(seat, card if code == "?" else code) for seat, code in faces]
            if ref_rwd.trick_winner(trick, trick[-1][1][0]) == self.winners[k]:
                found.add(card)
        return found


def check_rwd(s: Any, log: list[tuple[Any, ...]], players: int, taking: bool) -> RwdReader:
    """Compare a view with its log."""
    r = RwdReader(log, players)
    rounds = 52 // players
    done = len(r.winners)
    backward = min(done, rounds)
    up = [name(RWD, c) for c in s.face_up]
    for k in range(rounds):
        down = r.revealed[k] if r.revealed else None
        assert up[k * players : (k + 1) * players] == ([*r.rows[k], down] if k < len(r.rows) else [None] * players)
    for k in range(backward):
        assert s.hider[k] == next(seat for seat, code in r.takes[k] if code == "?")
        assert s.row_winner[k] == r.winners[k]
        open_cards = {code for _, code in r.takes[k]}
        assert cards(RWD, s.could[k]) - open_cards == r.could(k)
    assert all(s.row_winner[backward:] == NONE) and not s.could[backward:].any()
    tricks = [*r.takes[:backward], *r.tricks[: done - backward]]
    running = r.takes[backward] if taking else r.tricks[-1]
    assert [name(RWD, c) for c in s.trick[:players]] == [dict(running).get(p) for p in range(players)]
    last = dict(tricks[-1]) if tricks else {}
    assert [name(RWD, c) for c in s.last[:players]] == [last.get(p) for p in range(players)]
    assert s.last_winner == (r.winners[-1] if r.winners else NONE)
    assert s.last_lead == (tricks[-1][0][0] if tricks else NONE)
    assert s.lead == (r.winners[-1] if r.winners else r.start)
    played = [(seat, code) for trick in r.tricks for seat, code in trick]
    for p in range(players):
        openly = {code for row in r.takes for seat, code in row if seat == p and code != "?"}
        gone = {code for seat, code in played if seat == p}
        assert cards(RWD, s.openly[p]) == openly
        assert cards(RWD, s.played[p]) == gone
        assert s.held[p] == backward - len(gone)
        voids = {trick[0][1][0] for trick in r.tricks for q, c in trick if q == p and c[0] != trick[0][1][0]}
        assert {RWD.suits[x] for x in range(4) if s.void[p] >> x & 1} == voids
        assert s.chips[p] == r.winners[:rounds].count(p)
        assert s.tricks[p] == r.winners[rounds:].count(p)
    if taking:
        left = [*r.rows[backward], "?"]
        for _, code in running:
            left.remove(code)
        offered = {"?" if a == 62 else RWD.names[a] for a in range(63) if int(s.offer) >> a & 1}
        assert offered == set(left)
    return r


@pytest.mark.parametrize("players", [3, 4, 5])
@settings(max_examples=examples(12))
@given(seed=SEEDS)
def test_rwd_fields_are_what_the_log_tells(players: int, seed: int) -> None:
    rng = random.Random(seed)
    table = Table(GAMES["rwd"], players, rng.choice(option_sets(GAMES["rwd"])), rng.randrange(players))
    for _ in range(2):  # the second deal comes into a used record
        if table.state.deals and table.finished():
            break
        table.deal(shuffled(table.game, rng))
        for _ in walk_deal(table, rng):
            taking = table.state.row < table.state.rounds
            check_rwd(table.game.state.view(table.state, None), table.slow.observation(None), players, taking)
            for seat in range(players):
                view = table.game.state.view(table.state, seat)
                reader = RwdReader(table.slow.observation(seat), players)
                shown = {k: RWD.names[int(c)] for k, c in enumerate(view.shown[seat]) if c != NONE}
                assert shown == reader.hidden
                assert cards(RWD, view.hands[seat]) == set(table.slow.hands[seat])
                assert view.row == table.state.row and view.turn == table.state.turn
        assert table.state.starter == table.slow.next_start
        assert table.state.scores[:players].tolist() == table.slow.wins


class WizardReader:
    """What the log of one seat tells."""

    def __init__(self, log: list[tuple[Any, ...]], players: int) -> None:
        self.players = players
        self.bids: dict[int, int | str] = {}
        self.tricks: list[list[tuple[int, str]]] = [[]]
        self.winners: list[int] = []
        self.hand: set[str] = set()
        self.trump: str | None = None
        self.turned: str | None = None
        for what, *rest in log:
            getattr(self, f"on_{what}")(*rest)

    def on_round(self, number: int, each: int, dealer: int) -> None:
        self.number, self.each, self.dealer = number, each, dealer

    def on_hand(self, *codes: str) -> None:
        self.hand = set(codes)

    def on_turned(self, card: str | None) -> None:
        self.turned = card
        self.trump = card[0] if card and card[0] in "RYGB" else None

    def on_trump(self, seat: int, suit: str) -> None:
        self.trump = suit

    def on_bid(self, seat: int, bid: int | str) -> None:
        self.bids[seat] = bid

    def on_bids(self, *bids: int) -> None:
        self.bids = dict(enumerate(bids))

    def on_card(self, seat: int, card: str) -> None:
        self.tricks[-1].append((seat, card))
        self.hand.discard(card)

    def on_winner(self, seat: int) -> None:
        self.winners.append(seat)
        self.tricks.append([])

    def voids(self, seat: int) -> set[str]:
        """Suits that the seat has shown not to hold."""
        found = set()
        for trick in self.tricks:
            for i, (p, card) in enumerate(trick):
                suit = ref_wizard.suit_to_follow([c for _, c in trick[:i]])
                if p == seat and suit and card[0] in "RYGB" and card[0] != suit:
                    found.add(suit)
        return found

    def follow(self) -> int:
        """Suit of the running trick as the state has it."""
        running = [card for _, card in self.tricks[-1]]
        suit = ref_wizard.suit_to_follow(running)
        if suit:
            return WIZARD.suits.index(suit)
        return OPEN if any(card[0] == "Z" for card in running) else NONE


def check_wizard(s: Any, log: list[tuple[Any, ...]], players: int, seat: int | None) -> None:
    """Compare the view of `seat` with its log."""
    r = WizardReader(log, players)
    assert (s.deals, s.each, s.dealer) == (r.number, r.each, r.dealer)
    assert name(WIZARD, s.turned) == r.turned
    choosing = r.turned is not None and r.turned[0] == "Z" and r.trump is None
    assert s.trump == (OPEN if choosing else NONE if r.trump is None else WIZARD.suits.index(r.trump))
    assert {p for p in range(players) if s.has_bid >> p & 1} == set(r.bids)
    hidden = bool(s.options[1])
    revealed = len(r.bids) == players and "hidden" not in r.bids.values()
    known = {p: bid for p, bid in r.bids.items() if bid != "hidden" and (not hidden or revealed)}
    if not hidden or s.phase != 1:
        assert {p: int(s.bids[p]) for p in range(players) if s.bids[p] != NONE} == known
    else:
        assert (s.bids == NONE).all()
    if seat is not None:
        assert s.sealed[seat] == (r.bids.get(seat, NONE) if hidden else NONE)
        assert cards(WIZARD, s.hands[seat]) == r.hand
    played = [card for trick in r.tricks for _, card in trick]
    assert cards(WIZARD, s.seen) == {*played, *([r.turned] if r.turned else [])}
    assert s.lead == (r.winners[-1] if r.winners else (r.dealer + 1) % players)
    assert s.follow == r.follow()
    assert [name(WIZARD, c) for c in s.trick[:players]] == [dict(r.tricks[-1]).get(p) for p in range(players)]
    last = r.tricks[-2] if r.winners else []
    assert [name(WIZARD, c) for c in s.last[:players]] == [dict(last).get(p) for p in range(players)]
    assert s.last_winner == (r.winners[-1] if r.winners else NONE)
    assert s.last_lead == (last[0][0] if last else NONE)
    for p in range(players):
        assert {WIZARD.suits[x] for x in range(4) if s.void[p] >> x & 1} == r.voids(p)
        assert s.tricks[p] == r.winners.count(p)
        assert s.held[p] == r.each - sum(q == p for trick in r.tricks for q, _ in trick)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@settings(max_examples=examples(10))
@given(seed=SEEDS)
def test_wizard_fields_are_what_the_log_tells(players: int, seed: int) -> None:
    rng = random.Random(seed)
    game = GAMES["wizard"]
    last = 60 // players
    options = rng.choice(option_sets(game))
    table = Table(game, players, options, rng.randrange(players), deals=rng.randrange(last))
    for _ in range(2):
        if table.state.deals >= last and table.finished():
            break
        table.deal(shuffled(game, rng))
        for _ in walk_deal(table, rng):
            for seat in (None, *range(players)):
                view = game.state.view(table.state, seat)
                check_wizard(view, table.slow.observation(seat), players, seat)
        s = table.state
        assert s.points[:players].tolist() == table.slow.points
        assert s.scores[:players].tolist() == table.slow.scores
        assert s.exact[:players].tolist() == table.slow.exact


def test_what_a_hand_promises_in_differenzler_is_told_without_the_compiler() -> None:
    """157 points are more than a number of eight bits holds, as plain Python takes one that stands beside such."""
    position = torite.new("differenzler", seed=1)
    plain = getattr(expected, "py_func", expected)
    assert [plain(position.state, seat) for seat in range(4)] == [expected(position.state, seat) for seat in range(4)]
