"""The tree search: repeatable, finds what is plain, knows only what its seat may know."""

import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from minimax import minimax
from torite.cards.bits import bit
from torite.games import GAMES
from torite.games.game import Game
from torite.games.position import Position
from torite.search import ismcts
from torite.search.analysis import Analysis
from torite.search.deals import bots_rng, play_deal
from torite.search.players import RandomPlayer


def at_random(game: Game, seed: int, plays: int, deals: int = 1, **options: object) -> Position:
    """A position after so many actions at random in this deal of a match."""
    position = Position(game, game.usual_players, seed=seed, options=options)
    position.deal()
    for _ in range(deals - 1):
        play_deal(position, [RandomPlayer()] * position.players, bots_rng(position.seed))
        position.deal()
    rng = np.random.default_rng(seed)
    for _ in range(plays):
        if seats := position.actors():
            seat = seats[rng.integers(len(seats))]
            position.play(str(rng.choice(position.legal(seat))), seat)
    return position


def found(position: Position, worlds: int, seat: int | None = None, seed: int = 0) -> Analysis:
    """What the search finds for the seat to act."""
    seat = position.actors()[0] if seat is None else seat
    return ismcts.analyse(position.game, position.view(seat), seat, seed, worlds=worlds)


def key_of(game: Game, s: Any, seat: int, mover: int, own: bool = False) -> int:
    """Key of the information set at which `mover` decides, while `seat` searches."""
    places, masks, salts = ismcts.visible(game, seat, own)
    words = np.array([s], game.state.dtype).view(ismcts.word_type(game.state.dtype.itemsize))
    return int(ismcts._key(words, places, masks[mover], salts, mover))


# ---- as the seed and the budget say ----
def test_a_search_follows_from_its_seed() -> None:
    position = at_random(GAMES["wizard"], 1, 6, deals=6)
    a, b, c = (found(position, 300, seed=seed) for seed in (5, 5, 6))
    assert a.visits.tolist() == b.visits.tolist() != c.visits.tolist()
    assert a.values.tolist() == b.values.tolist()
    assert len(a.actions) < a.worlds <= a.visits.sum() <= 300


def test_chunks_are_one_search() -> None:
    """Growing a tree in several calls is the same as in one."""
    position = at_random(GAMES["wizard"], 1, 6, deals=6)
    seat = position.actors()[0]
    whole, parts = (ismcts.Search(GAMES["wizard"], position.view(seat), seat, 0, 500) for _ in range(2))
    whole.grow(100)
    for worlds in (16, 1, 50, 33):
        parts.grow(worlds)
    assert parts.found().values.tolist() == whole.found().values.tolist()


def test_the_better_half_goes_on() -> None:
    """Of n actions those are dropped, round by round, that look worst; the last two have been tried most."""
    position = at_random(GAMES["wizard"], 1, 6, deals=9)
    seat = position.actors()[0]
    search = ismcts.Search(GAMES["wizard"], position.view(seat), seat, 0, 5000)
    n = len(search.actions)
    assert n >= 4
    search.grow(300)
    values = search.found().values
    search.halve()
    assert len(search.considered) == (n + 1) // 2
    kept = search.considered - 1
    assert min(values[kept]) >= max(np.delete(values, kept))
    visits = sorted(found(position, 2000).visits.tolist())
    assert visits[-1] == visits[-2] > visits[0] > 0


@pytest.mark.parametrize("name", ["schieber", "mittlere", "rwd"])
def test_what_has_left_the_race_is_told_to_be_worth_no_more(name: str) -> None:
    """Its mean is one of few deals, often easier ones: a hint had a star on one card and better figures on another."""
    for seed in range(20):
        analysis = found(at_random(GAMES[name], seed, 9), 300)
        assert analysis.values.max() == analysis.values[analysis.actions.index(analysis.best)]


def test_what_is_forgotten_does_not_count() -> None:
    position = at_random(GAMES["wizard"], 1, 6, deals=6)
    seat = position.actors()[0]
    whole, later = (ismcts.Search(GAMES["wizard"], position.view(seat), seat, 0, 500) for _ in range(2))
    whole.grow(50)
    first = whole.found().values
    whole.grow(50)
    later.grow(50)
    later.forget()
    later.grow(50)
    assert later.found().values == pytest.approx(2 * whole.found().values - first)
    assert set(later.found().visits.tolist()) == {50}


@pytest.mark.parametrize("ms", [20, 150])
def test_time_is_kept(ms: int) -> None:
    position = at_random(GAMES["wizard"], 1, 6, deals=6)
    seat = position.actors()[0]
    ismcts.analyse(GAMES["wizard"], position.view(seat), seat, 0, worlds=1)  # compiles
    begin = time.thread_time()
    analysis = ismcts.analyse(GAMES["wizard"], position.view(seat), seat, 0, ms=ms)
    assert ms <= (time.thread_time() - begin) * 1000 < ms + 60
    assert analysis.worlds > 100


def test_a_full_tree_is_searched_on() -> None:
    position = at_random(GAMES["wizard"], 1, 0, deals=6)
    seat = position.actors()[0]
    search = ismcts.Search(GAMES["wizard"], position.view(seat), seat, 0, 20)
    search.grow(500)
    n = len(search.actions)
    assert search.tree.used[0] == 20 + n
    assert search.found().visits.sum() == 500 * n


def test_a_single_action_is_no_decision() -> None:
    position = at_random(GAMES["wizard"], 1, 4)
    (value,), (visits,) = found(position, 50).values, found(position, 50).visits
    assert visits == 50
    assert -10 <= value <= 30


# ---- what is plain ----
@pytest.mark.parametrize(("card", "bid"), [("Z1", "bid:1"), ("N1", "bid:0")])
def test_a_wizard_wins_and_a_jester_does_not(card: str, bid: str) -> None:
    position = Position(GAMES["wizard"], 4, seed=1, first=3)
    cards = [card, "R5", "Y7", "G9", "B2"]
    position.deal([*cards, *(name for name in GAMES["wizard"].deck.names.values() if name not in cards)])
    assert GAMES["wizard"].codes[found(position, 200).best] == bid


def open_endings(game: Game, held: int) -> Iterator[Position]:
    """Endings of WYSIWYG, in which everybody knows everything, with so many cards each and a choice to make."""
    for seed in range(8):
        ending = at_random(game, seed, 0)
        rng = np.random.default_rng(seed)
        while ending.state.tricks.sum() < 26 - held:
            ending.play(str(rng.choice(ending.legal())))
        if len(ending.legal()) > 1:
            yield ending


def test_open_endings_are_played_right() -> None:
    """WYSIWYG's last tricks are perfect information: the tree must come to what trying everything says."""
    game, checked = GAMES["wysiwyg"], 0
    for position in open_endings(game, 4):
        seat = position.actors()[0]
        after = position.copy()
        after.play(game.codes[found(position, 3000).best])
        assert minimax(game, after.state, seat) == minimax(game, position.state, seat)
        checked += 1
    assert checked > 4


# ---- what a seat may know ----
@pytest.mark.parametrize("name", sorted(GAMES))
def test_keys_are_made_of_what_may_be_known(name: str) -> None:
    """Garbage in all that a view leaves out changes no key; something known does."""
    game = GAMES[name]
    junk = np.random.default_rng(1)
    for plays in (0, 3, 9):
        s = at_random(game, 7, plays).state
        for seat in range(int(s.players)):
            for mover in range(int(s.players)):
                known = game.state.view(s, seat if mover == seat else None)
                dark = s.copy()
                for field in game.state.fields.values():
                    if field.who == "hidden":
                        dark[field.name] = junk.integers(0, 100, field.shape)
                    elif field.who == "by_seat":
                        kept = s[field.name][seat].copy()
                        dark[field.name] = junk.integers(0, 100, field.shape)
                        if mover == seat:
                            dark[field.name][seat] = kept
                key = key_of(game, known, seat, mover)
                assert key_of(game, dark, seat, mover) == key
                dark.dealer += 1
                assert key_of(game, dark, seat, mover) != key


def test_with_few_cards_left_all_know_what_they_hold() -> None:
    """Another's own hand tells its information sets apart then, and only its own."""
    game = GAMES["schieber"]
    s = at_random(game, 7, 20).state
    other = s.copy()
    other.hands[1] ^= other.hands[2]
    for own, mover in ((True, 1), (True, 2), (False, 1)):
        same = key_of(game, s, 0, mover, own) == key_of(game, other, 0, mover, own)
        assert same == ((own, mover) != (True, 1))


ENDING = """2 contract:undenufe weis:none H7 1 weis:20 HJ 0 weis:none HA 3 weis:none H6 3 H9 2 HK 1 HQ 0 CJ 3 SQ 2 SA
1 SK 0 DJ 3 ST 2 S6 1 S9 0 CA 2 C7 1 CQ 0 CT 3 C8 2 H8 1 HT 0 CK 3 SJ 2 C9 1 DK 0 DQ"""


def test_a_ten_is_not_thrown_for_a_nine() -> None:
    """A trick that the others win, in Schieber, six high: the nine counts nothing and wins as much as the ten."""
    position = Position(GAMES["schieber"], 4, seed=7)
    position.deal()
    seat = 0
    for word in ENDING.split():
        if word.isdigit():
            seat = int(word)
        else:
            position.play(word, seat)
    analysis = found(position, 20_000)
    values = {position.game.codes[a]: v for a, v in zip(analysis.actions, analysis.values, strict=True)}
    assert values["D9"] > values["DT"]


@pytest.mark.parametrize(
    ("game", "options", "seed", "gives"),
    [("schieber", {}, 118, "push"), ("coiffeur", {"pass_to": "partner"}, 94, "pass")],
    ids=["C7 CK D6 DK DQ DT H6 HJ S7", "C9 CT D6 D8 DA H8 H9 HQ S7"],
)
def test_a_poor_hand_is_given_to_the_partner(game: str, options: dict[str, str], seed: int, gives: str) -> None:
    """The partner names what suits his own hand, not one contract for all that he may hold."""
    position = Position(GAMES[game], 4, seed=seed, options=options)
    position.deal()
    analysis = found(position, 300)
    assert position.game.codes[analysis.best] == gives


def test_a_sealed_bid_is_one_way_in_the_tree() -> None:
    """The searching seat does not meet another's sealed bid; nor do the others meet its own."""
    game = GAMES["wizard"]
    bidding = at_random(game, 3, 0, hiddentip=True)
    for mover, other in ((0, 1), (1, 0)):
        keys = set()
        for bid in ("bid:0", "bid:1"):
            position = bidding.copy()
            position.play(bid, other)
            keys.add(key_of(game, position.state, 0, mover))
        assert len(keys) == 1


def test_nothing_but_the_view_is_read() -> None:
    """Two worlds that are one to the seat give one search."""
    position = at_random(GAMES["wizard"], 1, 6, deals=6)
    seat = position.actors()[0]
    twin = position.copy()
    others = [p for p in range(4) if p != seat]
    twin.state.hands[others] = np.roll(twin.state.hands[others], 1)
    twin.state.sealed[others] = 3
    assert found(position, 200, seat).visits.tolist() == found(twin, 200, seat).visits.tolist()


# ---- every kind of game ----
def test_sealed_bids_are_made() -> None:
    """All bid before anybody knows a bid; with a single Wizard card in hand one bids 1."""
    position = at_random(GAMES["wizard"], 3, 0, hiddentip=True)
    for seat in position.actors():
        position.play(GAMES["wizard"].codes[found(position, 200, seat).best], seat)
    for seat in range(4):
        if position.state.hands[seat] & bit(14):
            assert position.state.bids[seat] == 1
    assert position.legal()


def test_alone_and_with_chance() -> None:
    """The Emissary: chance makes a new stock within the tree, and every choice is legal to the end."""
    game = GAMES["emissary"]
    position = Position(game, 1, seed=2, preset="between")
    reached = []
    for seed in range(20):
        position = Position(game, 1, seed=seed, preset="between")
        position.deal()
        while not position.deal_over():
            position.play(game.codes[found(position, 300).best])
        reached.append(int(position.state.success))
    assert sum(reached) > 12  # random play wins less than a third of its first kingdoms
