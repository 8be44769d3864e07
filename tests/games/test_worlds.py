"""Two worlds: nothing a seat is told depends on what it cannot know, and every drawn world could be the true one.

A world is drawn by `determinize` from the view of one seat.  Its deck is made out again and the whole deal is
replayed in it: under the fast rules, which must lead to exactly the drawn record, and under the reference, which
must find every action legal and tell that seat, word for word, what it has been told in the true deal: announced
winners, cards shown, bids, cards played.  Voids follow, for a card of the suit would have been the legal one.
"""

import itertools
import math
import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from walks import FIRST_IDS, FIRST_SIZES, Table, clone, examples, listed, option_sets, same, shuffled, walk_deal

from torite.cards.rng import new_rng
from torite.games import GAMES
from torite.games.game import Game
from torite.games.position import scene

World = tuple[list[str], list[tuple[int, Any]]]  # deck and history that lead to it


def draw(table: Table, seat: int, rng: Any) -> Any:
    """A record drawn from the view of `seat`."""
    world = table.game.state.view(table.state, seat)
    table.game.determinize(world, seat, rng)
    return world


def made_out(table: Table, world: Any, viewer: int) -> World:
    """The deck of a drawn world in dealing order, and the deal's actions in it (sealed ones as drawn)."""
    game, names = table.game, table.game.deck.names
    history = []
    state = table.before[0].copy()
    game.deal(state, game.deck.deal(table.deck))
    places = game.places(state)
    for seat, action in table.history:
        if game.sealed(state, seat, action) and seat != viewer:
            history.append((seat, game.parse_action(f"bid:{world.sealed[seat]}")))
        else:
            history.append((seat, action))
        act(game, state, seat, action)
    if game.name == "emissary":
        return stock_made_out(table, world, history)
    if "deck" in game.state.fields:
        return [names[int(c)] for c in world.deck[: world.cards]], history
    hands = {}
    for seat in range(table.players):
        played = sum(1 << a for p, a in history if p == seat and a < 64)
        hands[seat] = [c for c in range(64) if (int(world.hands[seat]) | played) >> c & 1]
    rest = set(names) - {int(world.turned)}.union(*hands.values())
    deck = []
    for place in places:
        if place == "turned":
            deck.append(int(world.turned))
        else:
            deck.append(rest.pop() if isinstance(place, str) else hands[place].pop())
    return [names[card] for card in deck], history


def act(game: Game, state: Any, seat: int, action: Any) -> None:
    """An action of a history, also of chance."""
    if seat == -1:
        assert game.chance_play is not None
        game.chance_play(state, action)
    else:
        game.play(state, seat, action)


def stock_made_out(table: Table, world: Any, history: list[Any]) -> World:
    """The world's stock is the one dealt, or what chance has last made of the discards."""
    names = table.game.deck.names
    stock = [names[int(card)] for card in world.stock[: world.stocked]]
    made = [i for i, (seat, _) in enumerate(history) if seat == -1]
    if made:
        history[made[-1]] = (-1, "reshuffle:" + ",".join(stock))
        return table.deck, history
    state = table.before[0].copy()
    table.game.deal(state, table.game.deck.deal(table.deck))
    coming = iter(stock)
    places = table.game.places(state)
    return [next(coming) if place == "stock" else code for code, place in zip(table.deck, places, strict=True)], history


def replay_fast(table: Table, world: World) -> Any:
    """The record after the same deal in another world."""
    deck, history = world
    state = table.before[0].copy()
    table.game.deal(state, table.game.deck.deal(deck))
    for seat, action in history:
        act(table.game, state, seat, action)
    return state


def replay_slow(table: Table, world: World) -> Any:
    """The reference after the same deal in another world.  Raises ValueError if an action is not legal there."""
    deck, history = world
    match = clone(table.before[1])
    match.deal(deck)
    for seat, action in history:
        match.play(seat, action if seat == -1 else table.game.codes[action])
    return match


def told(game: Game, state: Any, seat: int | None) -> tuple[bytes, list[int], int, bytes]:
    """Everything that a seat gets: its view, its actions, whose turn it is and its scene as sent."""
    view = game.state.view(state, seat)
    legal = listed(game.legal(view, seat)) if seat is not None else []
    return view.tobytes(), legal, int(game.actors(view)), msgspec.json.encode(scene(game, view, seat))


def check_world(table: Table, seat: int, world: Any) -> None:
    """A drawn world is one that `seat` cannot tell from the true one."""
    game = table.game
    if table.actors():
        assert listed(game.legal(world, seat)) == table.legal(seat)
    for viewer in (seat, None):
        assert told(game, world, viewer) == told(game, table.state, viewer)
    other = made_out(table, world, seat)
    replayed = replay_fast(table, other)
    assert same(replayed, world), [f for f in world.dtype.names if (replayed[f] != world[f]).any()]
    match = replay_slow(table, other)
    for viewer in (seat, None):
        assert match.observation(viewer) == table.slow.observation(viewer)
    for p in range(table.players):
        assert sorted(match.legal(p)) == sorted(game.codes[a] for a in listed(game.legal(world, p)))


def new_table(game: Game, players: int, rng: random.Random) -> Table:
    """A table with drawn options, in a deal drawn from those of the match."""
    deals = game.deals(Table(game, players, slow=False).state)
    dealt = rng.randrange(deals) if deals else 0
    table = Table(game, players, rng.choice(option_sets(game)), rng.randrange(players), deals=dealt)
    table.deal(shuffled(game, rng))
    return table


@pytest.mark.parametrize(("game", "players"), FIRST_SIZES, ids=FIRST_IDS)
def test_every_world_could_be_the_true_one(game: Game, players: int) -> None:
    rng, chance = random.Random(players), new_rng(b"worlds", players)
    wanted, drawn = examples(1500), 0  # 7 tables: 10 500 draws
    while drawn < wanted:
        table = new_table(game, players, rng)
        every = rng.randrange(4, 14)
        for step, _ in enumerate(walk_deal(table, rng)):
            if step % every == 0 or not table.actors():
                for seat in range(players):
                    check_world(table, seat, draw(table, seat, chance))
                    drawn += 1
                    if drawn % 100 == 0 and drawn >= wanted:
                        return


@pytest.mark.parametrize(("game", "players"), FIRST_SIZES, ids=FIRST_IDS)
def test_what_a_seat_is_told_does_not_depend_on_the_rest(game: Game, players: int) -> None:
    """Of the two worlds the second one goes on, too: the same actions tell the seat the same until a card differs."""
    rng, chance = random.Random(100 + players), new_rng(b"going on", players)
    for _ in range(examples(30)):
        table = new_table(game, players, rng)
        stop = rng.randrange(60)
        for step, _ in enumerate(walk_deal(table, rng)):
            if step == stop:
                break
        seat = rng.randrange(players)
        world = draw(table, seat, chance)
        # The seat's own next action, if it is its turn, leads to the same view in both worlds, unless others reveal.
        if seat in table.actors():
            action = rng.choice(table.legal(seat))
            a, b = table.state.copy(), world.copy()
            held = int(a.held.sum())
            game.play(a, seat, action)
            game.play(b, seat, action)
            if int(a.held.sum()) == held and int(a.last_winner) == int(table.state.last_winner):
                sealed = game.sealed(table.state, seat, action) and (a.bids != table.state.bids).any()
                assert sealed or told(game, a, seat) == told(game, b, seat)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_wizard_bids_stay_sealed(players: int) -> None:
    """At every step of simultaneous bidding, for every seat, in small and large rounds."""
    rng, chance = random.Random(players), new_rng(b"sealed", players)
    for _ in range(examples(60)):
        dealt = rng.randrange(60 // players)
        table = Table(GAMES["wizard"], players, {"hiddentip": True}, rng.randrange(players), deals=dealt)
        table.deal(shuffled(table.game, rng))
        for _ in walk_deal(table, rng):
            for seat in range(players):
                check_world(table, seat, draw(table, seat, chance))
            if table.state.phase == 2:
                break


# ---- on tiny deals: all worlds, and how often each is drawn ----


def all_worlds(table: Table, viewer: int) -> set[tuple[str, ...]]:
    """Keys of every world that the log of `viewer` allows, by trying them all under the reference."""
    known = table.slow.observation(viewer)
    found = set()
    for deck in decks(table, viewer):
        try:
            match = replay_slow(table, (deck, table.history))
        except ValueError:
            continue
        if match.observation(viewer) == known:
            found.add(key(table, match))
    return found


def decks(table: Table, viewer: int) -> Any:
    """Every deck that differs from the true one only in cards which `viewer` has not seen dealt."""
    s, names = table.state, table.game.deck.names
    places: list[Any] = list(range(len(table.deck)))  # where the order of cards makes no difference
    if table.game.name == "rwd":
        free = [i for i in range(s.cards) if s.face_up[i] < 0]
    else:
        played = {names[a] for _, a in table.history if a < 64}
        places = table.game.places(s)
        free = [i for i, place in enumerate(places) if place != viewer and table.deck[i] not in played]
    for cards in itertools.permutations(sorted(table.deck[i] for i in free)):
        pairs = itertools.combinations(zip(free, cards, strict=True), 2)
        if any(places[a] == places[b] and x > y for (a, x), (b, y) in pairs):
            continue
        deck = list(table.deck)
        for i, card in zip(free, cards, strict=True):
            deck[i] = card
        yield deck


def key(table: Table, match: Any) -> tuple[str, ...]:
    """What tells one world from another: the rows' hidden cards and the stock, or the hands."""
    if table.game.name == "rwd":
        return (*match.hidden_cards, "|", *match.stock) if not match.rows else tuple(match.hidden_cards + match.stock)
    return tuple(" ".join(sorted(hand)) for hand in match.hands)


def key_of_draw(table: Table, world: Any, viewer: int) -> tuple[str, ...]:
    """The same of a drawn record."""
    return key(table, replay_slow(table, made_out(table, world, viewer)))


def unlikely(counts: Counter[tuple[str, ...]], worlds: set[tuple[str, ...]]) -> float:
    """How many standard deviations chi-squared lies above what even draws give (Wilson and Hilferty)."""
    expected = counts.total() / len(worlds)
    chi = sum((counts[w] - expected) ** 2 / expected for w in worlds)
    k = len(worlds) - 1
    return float(((chi / k) ** (1 / 3) - 1 + 2 / (9 * k)) / math.sqrt(2 / (9 * k)))


def tiny_rwd(rng: random.Random) -> Table:
    """Three or four players, five unknown places, somewhere in the deal."""
    players = rng.choice([3, 4])
    rows, rest = rng.choice([(3, 2), (4, 1), (5, 0)])
    table = Table(GAMES["rwd"], players, {}, rng.randrange(players))
    # Few suits at a time make voids and tight announcements likely.
    codes = [c for c in shuffled(table.game, rng) if c[0] in rng.choice(["CDHS", "CDS", "CDHS"])]
    codes += [c for c in shuffled(table.game, rng) if c not in codes]
    table.deal(codes[: rows * players + rest])
    stop = rng.randrange(rows * players // 2, 2 * rows * players)
    for step, _ in enumerate(walk_deal(table, rng)):
        if step == stop:
            break
    return table


def tiny_wizard(rng: random.Random) -> Table:
    """The last round, when at most five cards are unknown to the viewer."""
    players = rng.choice([3, 4, 5, 6])
    game = GAMES["wizard"]
    table = Table(game, players, {}, rng.randrange(players), deals=60 // players - 1)
    table.deal(shuffled(game, rng))
    for _ in walk_deal(table, rng):
        s = table.state
        if s.phase == 2 and int(s.held.sum() - s.held[s.turn]) <= 5:
            break
    return table


def spread(table: Table, viewer: int, chance: Any, per_world: int) -> tuple[int, float]:
    """Number of worlds, and how far from even the draws are."""
    worlds = all_worlds(table, viewer)
    keys: dict[bytes, tuple[str, ...]] = {}
    counts: Counter[tuple[str, ...]] = Counter()
    if len(worlds) > 150:
        return 0, 0.0  # too many to draw each often
    for _ in range(per_world * len(worlds)):
        world = draw(table, viewer, chance)
        raw = world.tobytes()
        if raw not in keys:
            keys[raw] = key_of_draw(table, world, viewer)
        counts[keys[raw]] += 1
    assert set(counts) <= worlds
    if len(worlds) < 2:
        return len(worlds), 0.0
    return len(worlds), unlikely(counts, worlds)


@pytest.mark.parametrize("tiny", [tiny_rwd, tiny_wizard])
def test_draws_are_even(tiny: Any) -> None:
    """All worlds of a tiny deal are drawn about equally often; 60 positions a game."""
    rng, chance = random.Random(3), new_rng(b"even", 1)
    deviations: list[float] = []
    while len(deviations) < examples(60):
        table = tiny(rng)
        viewer = rng.randrange(table.players) if tiny is tiny_rwd else int(table.state.turn)
        worlds, deviation = spread(table, viewer, chance, examples(60))
        if worlds > 1:
            deviations.append(deviation)
    mean = sum(deviations) / len(deviations)
    assert max(deviations) < 4.5, sorted(deviations)[-5:]
    assert mean < 4 / math.sqrt(len(deviations)), mean


if __name__ == "__main__":  # the figures
    for tiny in (tiny_rwd, tiny_wizard):
        rng, chance = random.Random(11), new_rng(b"even", 2)
        found = []
        for _ in range(300):
            table = tiny(rng)
            found.append(spread(table, int(table.state.turn), chance, 100))
        z = sorted(d for n, d in found if n > 1)
        sizes = sorted(n for n, _ in found if n > 1)
        print(tiny.__name__, "positions", len(z), "worlds", sizes[0], sizes[len(sizes) // 2], sizes[-1])  # noqa: T201
        print(f"  z mean {sum(z) / len(z):.2f} max {z[-1]:.2f} of draws {100 * sum(sizes)}")  # noqa: T201
