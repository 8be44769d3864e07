"""Drawn worlds of any game: replayed as if each were the true one, counted against all there are, timed.

A world is drawn by `determinize` from the view of one seat.  Its deck is made out again and the whole deal is replayed
in it: under the fast rules, where every action must be legal and which must lead to exactly the drawn record; and under
the reference, which must find every action legal, too, and tell that seat, word for word, what it has been told in the
true deal: announced winners, cards shown, bids, melds, cards played.  Voids follow, for a card of the suit would have
been the legal one.

`python tests/games/worlds.py [--draws N] [GAME ...]` replays N draws of every game (100,000 unless told otherwise; as
many as a twentieth under the reference), compares late positions with all worlds there are, and measures worlds per
second.  docs/worlds.md shows what came out.
"""

import argparse
import itertools
import math
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
from walks import SIZES, Table, clone, listed, same, shuffled, walk_deal

from torite.cards.rng import new_rng
from torite.games import GAMES
from torite.games.game import Game
from torite.games.scenes import scene
from torite.lab.speed import draw_worlds

World = tuple[list[str], list[tuple[int, Any]]]  # deck and history that lead to it
DEALS = 4  # played before the one that is looked at, at most
MOST_CANDIDATES = 2000  # deals of a position that are tried
STAGES = (0, 1 / 4, 1 / 2, 3 / 4)  # of a deal, where speed is measured
SECONDS = 0.03  # that each measurement takes
SHORT = {"wysiwyg": (8, 12, 16), "bingo": (8, 12), "rwd": (8, 11, 13, 15)}  # cards of tiny deals


def draw(table: Table, seat: int, rng: Any) -> Any:
    """A record drawn from the view of `seat`."""
    world = table.game.state.view(table.state, seat)
    table.game.determinize(world, seat, rng)
    return world


# ---- the deal that leads to a world ----
def made_out(table: Table, world: Any, viewer: int) -> World:
    """The deck of a drawn world in dealing order, and the deal's actions in it (sealed ones as drawn)."""
    game = table.game
    history = list(told_in(table, world, viewer))
    if "talon" in game.state.fields:
        return talon_made_out(table, world), history
    if game.name == "emissary":
        return stock_made_out(table, world, history)
    return (tiles_made_out if game.name == "bingo" else hands_made_out)(table, world, viewer), history


def told_in(table: Table, world: Any, viewer: int) -> Iterator[tuple[int, Any]]:
    """The history of a drawn world: sealed actions of others as drawn."""
    game = table.game
    if "sealed" not in game.state.fields:
        yield from table.history
        return
    state = dealt(table, table.deck)
    for seat, action in table.history:
        if seat not in (-1, viewer) and game.sealed(state, seat, action):
            prefix = game.codes[action].partition(":")[0]
            action = game.parse_action(f"{prefix}:{world.sealed[seat]}")
        yield seat, action
        act(game, state, seat, action)


def dealt(table: Table, deck: list[str]) -> Any:
    """The record right after the running deal was dealt with this deck."""
    state = table.before[0].copy()
    table.game.deal(state, table.game.deck.deal(deck))
    return state


def act(game: Game, state: Any, seat: int, action: Any) -> None:
    """An action of a history, also of chance."""
    if seat == -1:
        assert game.chance_play is not None
        game.chance_play(state, action)
    else:
        game.play(state, seat, action)


def hands_made_out(table: Table, world: Any, viewer: int) -> list[str]:
    """Deck of a game in which all cards are dealt at once: by seat, what is held and what was played."""
    game, names = table.game, table.game.deck.names
    state = dealt(table, table.deck)
    played = {seat: sum(1 << a for p, a in table.history if p == seat and a < 64) for seat in range(table.players)}
    piles: dict[Any, int] = {seat: int(world.hands[seat]) | played[seat] for seat in range(table.players)}
    if game.name == "handjass":
        undo_exchanges(world, piles)
    up = int(state.turned) if "turned" in game.state.fields else -1
    cards = {place: [c for c in names if pile >> c & 1 and c != up] for place, pile in piles.items()}
    unused = set(names) - {up}.union(*cards.values())
    deck = []
    for code, place in zip(table.deck, game.places(state), strict=True):
        if up >= 0 and code == names[up]:
            deck.append(up)
        else:
            deck.append(cards[place].pop(0) if place in cards else unused.pop())
    return [names[card] for card in deck]


def talon_made_out(table: Table, world: Any) -> list[str]:
    """Deck of a game with a talon: by seat what was dealt to it, and the talon as it lies."""
    names = table.game.deck.names
    hands = [int((world.hands[p] | world.played[p]) & ~world.openly[p]) for p in range(table.players)]
    dealt_to = [iter([name for card, name in names.items() if hand >> card & 1]) for hand in hands]
    stock = (names[int(card)] for card in world.talon)
    places = table.game.places(dealt(table, table.deck))
    return [next(dealt_to[place] if isinstance(place, int) else stock) for place in places]


def undo_exchanges(world: Any, piles: dict[Any, int]) -> None:
    """Handjass: hands, blind and stock as they were dealt."""
    piles["extra:blind"], piles["extra:stock"] = int(world.blind), int(world.stock)
    if world.swapper >= 0:
        both = 1 << int(world.turned) | 1 << (int(world.trump) << 4)
        piles[int(world.swapper)] ^= both
        piles[{4: "extra:blind", 5: "extra:stock"}.get(int(world.turned_at), int(world.turned_at))] ^= both
    if world.taker >= 0:
        taker = int(world.taker)
        piles["extra:blind"], piles[taker] = piles[taker], int(world.laid_down[taker])


def tiles_made_out(table: Table, world: Any, viewer: int) -> list[str]:
    """Bingo: what the other seat was seen to need first was dealt or drawn first."""
    game, names, other = table.game, table.game.deck.names, 1 - viewer
    state = dealt(table, table.deck)
    deck = [game.deck.parse(code) for code in table.deck]
    cards, fixed = len(deck), int(state.turned)
    theirs = [i for i, place in enumerate(game.places(state)) if place == other]  # places in the order of time
    needed: list[int] = []  # the other's tiles as it needed them
    for p, action in table.history:
        if game.codes[action] == "draw":
            theirs.append(cards - int(state.in_stock) + (p != other))
        elif p == other and (action < 64 or action >= 128) and action & 127 not in needed:
            needed.append(action & 127)
        game.play(state, p, action)
    rest = [t for t in range(64) if int(world.hands[other]) >> t & 1 and t not in needed]
    queue = [t for t in needed + rest if not (cards - 1 in theirs and t == fixed)]
    for i in theirs:
        if i != cards - 1:
            deck[i] = queue.pop(0)
    assert not queue
    for i in range(int(world.in_stock)):
        deck[cards - 1 - i] = int(world.stock[i])
    return [names[t] for t in deck]


def stock_made_out(table: Table, world: Any, history: list[Any]) -> World:
    """Emissary: the world's stock is the one dealt, or what chance has last made of the discards."""
    names = table.game.deck.names
    order = [*world.came[0, : world.gone], *world.stock[: world.in_stock][::-1]]
    stock = [names[int(card)] for card in order]
    made = [i for i, (seat, _) in enumerate(history) if seat == -1]
    if made:
        history[made[-1]] = (-1, "reshuffle:" + ",".join(stock))
        return table.deck, history
    coming = iter(stock)
    places = table.game.places(dealt(table, table.deck))
    return [next(coming) if place == "stock" else code for code, place in zip(table.deck, places, strict=True)], history


# ---- is it one that could be true? ----
def replay_fast(table: Table, world: World) -> Any:
    """The record after the same deal in another world.  Every action must be legal there."""
    deck, history = world
    state = dealt(table, deck)
    for seat, action in history:
        if seat != -1:
            word = int(table.game.legal(state, seat)[action >> 6])
            assert word >> (action & 63) & 1, table.game.codes[action]
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


def check_replay(table: Table, seat: int, world: Any) -> World:
    """A drawn world is one that `seat` cannot tell from the true one, and the deal leads to it; that deal."""
    game = table.game
    assert same(game.state.view(world, seat), game.state.view(table.state, seat))
    other = made_out(table, world, seat)
    replayed = replay_fast(table, other)
    assert same(replayed, world), [f for f in world.dtype.names if (replayed[f] != world[f]).any()]
    return other


def check_world(table: Table, seat: int, world: Any) -> None:
    """The same, asking the reference too, and looking at all that is sent."""
    game = table.game
    other = check_replay(table, seat, world)
    for viewer in (seat, None):
        assert told(game, world, viewer) == told(game, table.state, viewer)
    match = replay_slow(table, other)
    for viewer in (seat, None):
        assert match.observation(viewer) == table.slow.observation(viewer)
    for p in range(table.players):
        assert sorted(match.legal(p)) == sorted(game.codes[a] for a in listed(game.legal(world, p)))


# ---- tables ----
def random_options(game: Game, rng: random.Random) -> dict[str, Any]:
    """Those of a preset, or any."""
    if rng.random() < 0.5:
        return dict(game.presets[rng.choice(list(game.presets))])
    return {option.name: rng.choice(option.values) for option in game.options}


def new_table(game: Game, players: int, rng: random.Random, slow: bool = True) -> Table:
    """A table with drawn options, in one of the first deals of a match; in Wizard, in any round."""
    options, first = random_options(game, rng), rng.randrange(players)
    if "each" in game.state.fields:
        deals = game.deals(Table(game, players, slow=False).state)
        assert deals is not None
        table = Table(game, players, options, first, slow, rng.randrange(deals))
    else:
        table = Table(game, players, options, first, slow)
        for _ in range(rng.randrange(DEALS + 1)):
            before = (table.state.copy(), clone(table.slow) if slow else None)
            table.deal(shuffled(game, rng))
            for _ in walk_deal(table, rng):
                pass
            if table.finished():
                table.state, table.slow = before
                break
    table.deal(shuffled(game, rng))
    return table


def positions(table: Table, rng: random.Random) -> Iterator[int]:
    """Play the running deal at random; yields, now and then and at its end, every seat to look from."""
    every = rng.randrange(2, 12)
    for step, _ in enumerate(walk_deal(table, rng, rng.choice((eager, None)))):
        if step % every == 0 or not table.actors():
            yield from range(table.players)


# ---- all worlds of tiny deals and late positions, and how often each is drawn ----
Key = tuple[bytes, ...]


def key(table: Table, state: Any) -> Key:
    """What tells one world from another: all that is not public."""
    return tuple(state[f.name].tobytes() for f in table.game.state.fields.values() if f.who != "public")


def all_worlds(table: Table, viewer: int, most: int) -> set[Key]:
    """Every world that the log of `viewer` allows, by trying all under the reference; none if there are too many."""
    known = table.slow.observation(viewer)
    found = set()
    for world in candidates(table, viewer, most):
        try:
            match = replay_slow(table, world)
        except ValueError:
            continue
        if match.observation(viewer) == known:
            found.add(key(table, replay_fast(table, world)))
    return found


def candidates(table: Table, viewer: int, most: int) -> Iterator[World]:
    """Every deal that differs from the true one in cards which `viewer` cannot have seen dealt; none if beyond `most`.

    Cards are exchanged among the places that are open to doubt, also such as the viewer could rule out.
    """
    groups = list(places_in_doubt(table, viewer).values())
    sizes = [len(group) for group in groups]
    if math.factorial(sum(sizes)) // math.prod(map(math.factorial, sizes)) > most:
        return
    made = [i for i, (seat, code) in enumerate(table.history) if seat == -1 and code.startswith("reshuffle:")]
    deck = table.history[made[-1]][1].partition(":")[2].split(",") if made else list(table.deck)
    for shares in shared([deck[i] for group in groups for i in group], sizes):
        for group, cards in zip(groups, shares, strict=True):
            for i, card in zip(group, cards, strict=True):
                deck[i] = card
        if made:
            told = (-1, "reshuffle:" + ",".join(deck))
            yield table.deck, [*table.history[: made[-1]], told, *table.history[made[-1] + 1 :]]
        else:
            yield hands_sorted(table, deck), table.history


def shared(cards: list[Any], sizes: list[int]) -> Iterator[list[tuple[Any, ...]]]:
    """Every way to share the cards out among groups of these sizes."""
    if not sizes:
        yield []
        return
    for group in itertools.combinations(cards, sizes[0]):
        for rest in shared([card for card in cards if card not in group], sizes[1:]):
            yield [group, *rest]


def places_in_doubt(table: Table, viewer: int) -> dict[Any, list[int]]:
    """Places of the deck whose cards the viewer may not know, together where their order makes no difference."""
    game, s, names = table.game, table.state, table.game.deck.names
    state = dealt(table, table.deck)
    if game.name == "rwd":
        return {i: [i] for i in range(int(s.pack).bit_count()) if s.face_up[i] < 0}
    if game.name == "emissary":  # of the stock that chance has made, or of the deck
        made = any(seat == -1 for seat, _ in table.history)
        stock = list(range(s.stocked)) if made else [i for i, p in enumerate(game.places(state)) if p == "stock"]
        return {i: [i] for i in stock[s.gone :]}
    seen = {names[a] for _, a in table.history if a < 64} if game.name != "bingo" else set()
    if "turned" in game.state.fields:
        seen |= {names[int(c)] for c in np.atleast_1d(s.turned) if c >= 0}
    own: list[Any] = [viewer, *(["extra:blind"] if game.name == "handjass" and s.taker == viewer else [])]
    known = drawn_by(table, viewer) if game.name == "bingo" else set()
    found: dict[Any, list[int]] = {}
    for i, (code, place) in enumerate(zip(table.deck, game.places(state), strict=True)):
        if place not in own and code not in seen and i not in known:
            in_order = place == "stock" and game.name in ("wysiwyg", "bingo")
            found.setdefault(i if in_order else place, []).append(i)
    return found


def drawn_by(table: Table, viewer: int) -> set[int]:
    """Bingo: places of the deck from which the seat has drawn."""
    found = set()
    state = dealt(table, table.deck)
    for seat, action in table.history:
        if table.game.codes[action] == "draw":
            found.add(len(table.deck) - int(state.in_stock) + (seat != viewer))
        act(table.game, state, seat, action)
    return found


def hands_sorted(table: Table, deck: list[str]) -> list[str]:
    """WYSIWYG keeps the whole deck; in a drawn one dealt hands lie in ascending order."""
    if table.game.name != "wysiwyg":
        return list(deck)
    places = table.game.places(table.state)
    hands = [
        sorted((c for c, p in zip(deck, places, strict=True) if p == q), key=table.game.deck.parse) for q in (0, 1)
    ]
    return [hands[place].pop(0) if isinstance(place, int) else code for code, place in zip(deck, places, strict=True)]


def tiny(game: Game, players: int, rng: random.Random) -> Table:
    """A table with few cards, or near the end of a deal; its deck makes what is rare likely: voids, melds, doubles."""
    names, options = list(game.deck.names.values()), random_options(game, rng)
    deals = game.deals(Table(game, players, options, slow=False).state) if "each" in game.state.fields else None
    table = Table(game, players, options, rng.randrange(players), deals=(deals or 1) - 1)
    if game.name == "emissary":
        first = [code for code in names if code[1] in "QK" or code[0] == "C"]  # all clubs: a power draws eight cards
        table = Table(game, players, options | {"advisor_timing": "between_tricks"})
        table.deal(first + rng.sample(rest := [code for code in names if code not in first], len(rest)))
    elif game.name in SHORT or ("dealt_first" in game.state.fields and game.name != "handjass"):
        sizes = SHORT.get(game.name) or tuple(players * each for each in (2, 3, 4))
        table.deal(some_cards(game, rng, rng.choice(sizes)))
    else:
        table.deal(shuffled(game, rng))
    return table


def some_cards(game: Game, rng: random.Random, n: int) -> list[str]:
    """n cards of the deck, more often than not of neighbouring ranks; in Bingo with many doubles."""
    names = shuffled(game, rng)
    if game.name == "bingo":
        names.sort(key=lambda code: code[0] != code[2] or rng.random() < 0.5)
    elif rng.random() < 0.7:
        ranks = list(dict.fromkeys(code[1] for code in game.deck.names.values()))
        low = rng.randrange(len(ranks) - 3)
        names.sort(key=lambda code: not low <= ranks.index(code[1]) < low + max(3, n // 4 + 1))
    chosen = names[:n]
    if game.name == "schieber" and "C7" not in chosen:  # it makes forehand
        chosen[0] = "C7"
    rng.shuffle(chosen)
    return chosen


def pending(table: Table) -> bool:
    """Are there sealed actions?  Their worlds are too many; Wizard's and Differenzler's own tests look at them."""
    return "sealed" in table.game.state.fields and table.game.phase(table.state) in ("trump", "bid", "announce")


def spread(table: Table, viewer: int, chance: Any, per_world: int, most: int) -> tuple[int, float]:
    """Number of worlds, and chi-squared of so many draws for each.  Fails where an impossible one is drawn."""
    worlds = all_worlds(table, viewer, most)
    counts: Counter[Key] = Counter()
    for _ in range(per_world * len(worlds) if len(worlds) > 1 else 0):
        counts[key(table, draw(table, viewer, chance))] += 1
    assert set(counts) <= worlds, f"{table.game.name}: {len(set(counts) - worlds)} drawn that cannot be"
    return len(worlds), sum((counts[world] - per_world) ** 2 / per_world for world in worlds if len(worlds) > 1)


def unlikely(chi: float, k: int) -> float:
    """How many standard deviations chi-squared, of k degrees, lies above what even draws give (Wilson and Hilferty)."""
    return float(((chi / k) ** (1 / 3) - 1 + 2 / (9 * k)) / math.sqrt(2 / (9 * k)))


def eager(codes: list[str]) -> list[str]:
    """Announcements and powers, where there are any: they make worlds that plain play does not."""
    return [code for code in codes if code.startswith(("weis:", "doubles:", "power:", "blind")) and code != "weis:none"]


def spreads(
    game: Game, rng: random.Random, chance: Any, per_world: int, most: int = MOST_CANDIDATES
) -> Iterator[tuple[int, float]]:
    """Positions of the game with more than one world and few enough, for ever: number of worlds and chi-squared."""
    while True:
        table = tiny(game, rng.randint(*game.players), rng)
        stop = rng.randrange(8)
        for step, _ in enumerate(walk_deal(table, rng, eager)):
            viewer = rng.randrange(table.players)
            if step < stop or pending(table) or not table.actors():
                continue
            n, chi = spread(table, viewer, chance, per_world, most)
            if n > 1:
                yield n, chi
                break


# ---- the figures ----
def speed(game: Game, players: int, deals: int = 9) -> list[float]:
    """Millions of worlds a second at the first decision and after so much of the deal (STAGES): medians over deals.

    In a game of rounds, of the last one.
    """
    rng = random.Random(1)
    rates: list[list[float]] = [[] for _ in STAGES]
    last = game.deals(Table(game, players, slow=False).state) or 1
    for _ in range(deals):
        table = Table(game, players, first=rng.randrange(players), slow=False, deals=last - 1)
        table.deal(shuffled(game, rng))
        acting = (seats[0] for _ in walk_deal(table, rng) if (seats := table.actors()))
        views = [(seat, game.state.view(table.state, seat)) for seat in acting]
        for stage, found in zip(STAGES, rates, strict=True):
            found.append(rate(game, *views[int(stage * len(views))]))
    return [statistics.median(found) for found in rates]


def rate(game: Game, seat: int, view: Any) -> float:
    """Millions of worlds a second of one view, the best of three; processor time."""
    states, chance, n, best = game.state.new(2), new_rng(b"speed"), 100, math.inf
    states[0] = view
    for _ in range(4):  # the first one is to see how long it takes
        begun = time.thread_time()
        draw_worlds(game, states, seat, n, chance)
        spent = time.thread_time() - begun
        best, n = min(best, spent / n), max(n, int(n * SECONDS / spent))
    return 1e-6 / best


def replays(game: Game, draws: int, slow: bool) -> int:
    """Replay so many draws, evenly for every number of players; how many are impossible.

    slow    under the reference, too; it takes about ten times as long
    """
    wrong = 0
    sizes = [n for other, n in SIZES if other is game]
    for players in sizes:
        rng, chance, done = random.Random(players), new_rng(b"replays", players), 0
        while done < draws // len(sizes):
            table = new_table(game, players, rng, slow)
            for seat in positions(table, rng):
                for _ in range(4):
                    try:
                        (check_world if slow else check_replay)(table, seat, draw(table, seat, chance))
                    except (AssertionError, IndexError, ValueError):
                        wrong += 1
                    done += 1
    return wrong


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(GAMES))
    parser.add_argument("--draws", type=int, default=100_000)
    parser.add_argument("--slow", type=int, default=20, help="every so many draws are replayed by the reference, too")
    parser.add_argument("--positions", type=int, default=40)
    args = parser.parse_args()
    print("| game | draws | by the reference | impossible | positions | worlds each | p | M worlds/s |")  # noqa: T201
    print("|---" * 8 + "|")  # noqa: T201
    for game in (GAMES[name] for name in args.games):
        few = args.draws // args.slow
        wrong = replays(game, args.draws, slow=False) + replays(game, few, slow=True)
        tested = list(itertools.islice(spreads(game, random.Random(1), new_rng(b"even"), 60), args.positions))
        sizes = sorted(n for n, _ in tested)
        z = unlikely(sum(chi for _, chi in tested), sum(n - 1 for n in sizes))
        rates = ", ".join(f"{rate:.2f}" for rate in speed(game, game.usual_players))
        print(  # noqa: T201
            f"| {game.name} | {args.draws:,} | {few:,} | {wrong} | {len(sizes)} | {sizes[0]} to {sizes[-1]} | "
            f"{math.erfc(z / math.sqrt(2)) / 2:.2f} | {rates} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
