"""What holds in every position, also in a record that was used before."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import SIZE_IDS, SIZES, Table, examples, option_sets, same, shuffled, walk_deal

from torite.games import GAMES
from torite.games.game import Game

SEEDS = st.integers(0, 2**32 - 1)
ALL_RWD = sum(1 << int(c) for c in GAMES["rwd"].deck.cards)
ALL_WIZARD = sum(1 << int(c) for c in GAMES["wizard"].deck.cards)


def random_table(game: Game, players: int, seed: int) -> tuple[Table, random.Random]:
    """A table without the reference, its options drawn, in a random deal of the match."""
    rng = random.Random(seed)
    deals = game.deals(Table(game, players, slow=False).state)
    table = Table(
        game,
        players,
        rng.choice(option_sets(game)),
        rng.randrange(players),
        slow=False,
        deals=rng.randrange(deals) if deals else 0,
    )
    table.deal(shuffled(game, rng))
    return table, rng


def once(masks: list[int]) -> int:
    """The union of sets that must not overlap."""
    union = 0
    for mask in masks:
        assert union & mask == 0
        union |= mask
    return union


@pytest.mark.parametrize(("game", "players"), SIZES, ids=SIZE_IDS)
def test_a_match_begins_in_a_used_record_as_in_a_new_one(game: Game, players: int) -> None:
    used, _ = random_table(game, players, seed=5)
    for _ in walk_deal(used, random.Random(5)):
        pass
    new = game.state.new()[0]
    new.options = used.state.options
    for state in used.state, new:
        game.start(state, players, 0)
        game.deal(state, game.deck.deal(shuffled(game, random.Random(6))))
    assert [name for name in game.state.fields if not np.array_equal(used.state[name], new[name])] == []


@pytest.mark.parametrize(("game", "players"), SIZES, ids=SIZE_IDS)
@settings(max_examples=examples(40))
@given(seed=SEEDS)
def test_whoever_may_act_has_an_action(game: Game, players: int, seed: int) -> None:
    table, rng = random_table(game, players, seed)
    for step in walk_deal(table, rng):
        actors = table.actors()
        assert (step is None) == (not actors)
        assert not actors or 0 <= table.state.turn < players
        for seat in range(players):
            assert bool(table.legal(seat)) == (seat in actors)
            assert all(action in game.codes for action in table.legal(seat))
            cards = sum(1 << a for a in table.legal(seat) if a < 64)
            assert cards & ~int(table.state.hands[seat]) == 0
        for seat in range(players):
            assert int(table.state.hands[seat]).bit_count() == table.state.held[seat]


@pytest.mark.parametrize(("game", "players"), SIZES, ids=SIZE_IDS)
@settings(max_examples=examples(20))
@given(seed=SEEDS)
def test_nothing_is_written_beyond_the_seats(game: Game, players: int, seed: int) -> None:
    """Rows of seats that nobody has stay as the deal left them."""
    table, rng = random_table(game, players, seed)
    seats = game.players[1]
    by_seat = [f.name for f in game.state.fields.values() if seats in f.shape]
    fresh = table.state.copy()
    for _ in walk_deal(table, rng):
        for name in by_seat:
            axis = game.state.fields[name].shape.index(seats)
            absent = [slice(None)] * axis + [slice(players, None)]
            assert (table.state[name][tuple(absent)] == fresh[name][tuple(absent)]).all(), name


@pytest.mark.parametrize(("game", "players"), SIZES, ids=SIZE_IDS)
@settings(max_examples=examples(20))
@given(seed=SEEDS)
def test_a_used_record_changes_nothing(game: Game, players: int, seed: int) -> None:
    """Garbage before `start`, and the rest of another deal before `deal`, leave no trace."""
    rng = random.Random(seed)
    options, first = rng.choice(option_sets(game)), rng.randrange(players)
    dirty = game.state.new()[0]
    for name in game.state.fields:
        dirty[name] = np.frombuffer(rng.randbytes(dirty[name].nbytes), dirty[name].dtype).reshape(dirty[name].shape)
    dirty["options"] = 0
    clean_table = Table(game, players, options, first, slow=False)
    dirty_table = Table(game, players, options, first, slow=False, state=dirty)
    for _ in range(2):
        deck = shuffled(game, rng)
        clean_table.deal(deck)
        dirty_table.deal(deck)
        assert same(clean_table.state, dirty_table.state)
        for step in walk_deal(clean_table, rng):
            if step:
                dirty_table.play(*step)
        assert same(clean_table.state, dirty_table.state)


@pytest.mark.parametrize("players", [3, 4, 5])
@settings(max_examples=examples(60))
@given(seed=SEEDS)
def test_rwd_holds_everywhere(players: int, seed: int) -> None:
    table, rng = random_table(GAMES["rwd"], players, seed)
    s = table.state
    rounds = 52 // players
    for _ in walk_deal(table, rng):
        taking = s.row < s.rounds
        hands = once([int(hand) for hand in s.hands])
        played = once([int(cards) for cards in s.played])
        on_table = [int(c) for c in s.trick[:players] if c >= 0] if taking else []
        laid = once([hands, played, *(1 << c for c in on_table)])
        stock = {int(c) for c in s.talon[:52]} - {c for c in range(64) if laid >> c & 1}
        assert laid | sum(1 << c for c in stock) == ALL_RWD  # a card is in one place, none is lost
        if taking:
            assert int(s.offer).bit_count() + sum(c != -1 for c in s.trick) == players
        else:
            assert len(stock) == 52 % players
        assert s.chips.sum() == s.row <= rounds
        assert s.tricks.sum() == (0 if taking else rounds - s.held[s.lead] - (s.trick[s.lead] >= 0))
        for seat in range(players):
            for suit in range(4):
                if s.void[seat] >> suit & 1:
                    assert int(s.hands[seat]) >> 16 * suit & 0xFFFF == 0
        for k in range(rounds):
            card = int(s.talon[(k + 1) * players - 1])
            assert (s.could[k] != 0) == (s.row_winner[k] >= 0)
            assert not s.could[k] or int(s.could[k]) >> card & 1  # the truth is possible
    result = GAMES["rwd"].result(s)
    assert sum(result["chips"]) == sum(result["tricks"]) == rounds
    assert sum(result["points"]) == 0 and (max(result["points"]) > 0) == bool(result["winners"])
    assert all(result["points"][p] == max(result["points"]) for p in result["winners"])
    points = np.zeros(players)
    GAMES["rwd"].score(s, points)
    assert [p for p in range(players) if points[p] > 0.5] == result["winners"]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@settings(max_examples=examples(60))
@given(seed=SEEDS)
def test_wizard_holds_everywhere(players: int, seed: int) -> None:
    table, rng = random_table(GAMES["wizard"], players, seed)
    s = table.state
    before = s.scores.copy()
    size = int(s.each)
    assert size == min(s.deals, 60 // players)
    for _ in walk_deal(table, rng):
        hands = once([int(hand) for hand in s.hands])
        everything = once([hands, int(s.seen)])
        assert everything & ~ALL_WIZARD == 0
        assert everything.bit_count() == size * players + (s.turned != -1)  # a card is in one place, none is lost
        assert (s.turned == -1) == (size * players == 60)
        for seat in range(players):
            for suit in range(4):
                if s.void[seat] >> suit & 1:
                    assert int(s.hands[seat]) >> 16 * suit & 0x1FFF == 0
        assert s.tricks.sum() * players + sum(c != -1 for c in s.trick) + s.held.sum() == size * players
        sealed = s.options[1] and s.phase < 2
        assert all((s.bids[p] == -1) == (bool(sealed) or not s.has_bid >> p & 1) for p in range(players))
    result = GAMES["wizard"].result(s)
    assert s.tricks.sum() == size
    if s.options[0] and not s.options[1]:
        assert sum(result["bids"]) != size
    assert (s.scores - before == s.points).all()
    assert all(
        (p >= 20) == (b == t) for p, b, t in zip(*(result[k] for k in ("points", "bids", "tricks")), strict=True)
    )
    points = np.zeros(players)
    GAMES["wizard"].score(s, points)
    assert points.tolist() == result["points"]
