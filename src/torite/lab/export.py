"""Where samples come from: random play in kernels, or records of matches that somebody has played."""

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from torite.cards.kernel import kernel
from torite.cards.spread import EIGHT, copy_eight
from torite.games.game import Game
from torite.games.given import whole_number
from torite.lab.env import BatchEnv
from torite.lab.observe import Observer, Records, Sources, from_own
from torite.lab.samples import About, Rows, SamplesError, write
from torite.lab.simulate import Progress
from torite.table.format import parsed
from torite.table.records import dealing_order, opening, replay_file

LANES, STEPS = 512, 128  # matches at once; decisions of each that are kept together


def export_random(
    game: Game,
    players: int,
    path: str | Path,
    *,
    games: int,
    options: Mapping[str, object] | None = None,
    preset: str = "seed",
    seed: int = 0,
    progress: Progress = lambda done: None,
) -> int:
    """Write the decisions of so many random matches; returns how many.  Raises as BatchEnv and `write` do."""
    games, seed = whole_number("games", games, 1), whole_number("seed", seed)
    lanes = min(LANES, games)
    with BatchEnv(
        game, lanes, episode="match", players=players, options=options, preset=preset, seed=seed, threads=1
    ) as env:
        about = About.of(game, players, preset, env.options, "random", seed)
        return write(path, about, random_rows(env, about, games, progress))


def random_rows(env: BatchEnv, about: About, matches: int, progress: Progress = lambda done: None) -> Iterator[Rows]:
    """Whole matches of random play: all decisions of a deal once it is over."""
    n, every = env.n, np.arange(env.n)
    wanted = matches // n + (every < matches % n)  # of each lane
    played = np.zeros(n, np.int64)
    waiting, lanes = Rows.empty(about, 0), np.zeros(0, np.int64)
    ended, worths = np.empty((STEPS, n), bool), np.empty((STEPS, n, env.players))
    rows, whose = Rows.empty(about, STEPS, n), np.empty((STEPS, n), np.int64)
    flat = Rows(*(column.reshape(STEPS * n, *column.shape[2:]) for column in rows))
    while (played < wanted).any():
        for t in range(STEPS):
            whose[t] = played
            _decide(env, about, rows, t)
            ended[t] = (env.states["deals"] != rows.deal[t]) | (env.done == 1)
            worths[t] = env.reward
            played += env.done
        rows.match[:] = whose * n + every
        first = _results(rows, ended, worths)
        waiting.result[:] = first[lanes, waiting.seat]
        asked = (whose < wanted).ravel()
        known = np.isfinite(flat.result)
        yield waiting.take(np.isfinite(waiting.result))
        yield flat.take(known & asked)
        progress(int(np.minimum(played, wanted).sum()))
        still, late = np.isnan(waiting.result), ~known & asked
        waiting = Rows(*map(np.concatenate, zip(waiting.take(still), flat.take(late), strict=True)))
        lanes = np.concatenate([lanes[still], np.tile(every, STEPS)[late]])


def _decide(env: BatchEnv, about: About, rows: Rows, t: int) -> None:
    """Note one decision of each lane, and make it."""
    observe_packed(env.records, env.turn, env.observer.sources, rows.obs[t])
    rows.mask[t] = env.lanes.legal.view(np.uint8)[:, : about.actions // 8]
    rows.seat[t], rows.deal[t] = env.turn, env.states["deals"]
    actions = env.random_actions()
    rows.action[t] = actions
    env.step(actions)


@partial(kernel, apart=True)
def observe_packed(records: Records, turn: np.ndarray, sources: Sources, out: np.ndarray) -> None:
    """The same as About.pack of what `observe` writes, but sets are copied as they are: uint8[n, packed]."""
    players, words = sources.bits.shape[0], sources.bits.shape[1]
    for i in range(len(out)):
        seat = turn[i]
        for p in range(players):
            out[i, p] = p == seat
        at = players
        for k in range(sources.rings[0]):
            seats = from_own(records.words[i, sources.bits[seat, k]], seat, players)
            for b in range(EIGHT):
                out[i, at + b] = seats >> np.int64(8 * b) & 255
            at += EIGHT
        for k in range(sources.rings[0], words):
            copy_eight(records.words, i, EIGHT * sources.bits[seat, k], out, i, at)
            at += EIGHT
        for k in range(sources.seats.shape[1]):
            out[i, at + k] = sources.turned[seat, np.int64(records.bytes[i, sources.seats[seat, k]]) & 255]
        at += sources.seats.shape[1]
        for k in range(sources.moves.shape[2]):
            copy_eight(records.bytes, i, sources.moves[0, seat, k], out, i, at + sources.moves[1, seat, k])
        at = out.shape[1] - sources.bytes.shape[1]
        for k in range(sources.bytes.shape[1]):
            out[i, at + k] = records.bytes[i, sources.bytes[seat, k]]


def _results(rows: Rows, ended: Any, worths: Any) -> Any:
    """Write to each decision what its deal came to, nan if that is not known; returns the first ends, [n, players]."""
    every = np.arange(ended.shape[1])
    worth = np.full(worths.shape[1:], np.nan)
    for t in reversed(range(STEPS)):
        worth = np.where(ended[t][:, None], worths[t], worth)
        rows.result[t] = worth[every, rows.seat[t]]
    return worth


def export_records(source: Path, path: Path, games: Mapping[str, Game], only: str | None = None) -> int:
    """Write the decisions of a file of records; returns how many.

    only  the game that they are to be of

    Raises RecordError, SamplesError, OSError.
    """
    found = replay_file(source, games=games)
    first = next(found, None)
    if first is None:
        raise SamplesError("empty", file=source)
    if only is not None and first["game"] != only:
        raise SamplesError("other_game", file=source, game=first["game"])
    game, options = games[first["game"]], first["options"]
    about = About.of(game, first["players"], first["preset"], options, "records", None)
    return write(path, about, _record_rows(first, found, about, game, source))


def _record_rows(
    first: dict[str, Any], others: Iterator[dict[str, Any]], about: About, game: Game, source: Path
) -> Iterator[Rows]:
    observer = Observer(game, about.players)
    number, record = 0, first
    while True:
        if (record["game"], record["players"], record["options"]) != (about.game, about.players, about.options):
            raise SamplesError("mixed", file=source, match=number + 1)
        yield from _match_rows(record, number, about, observer, game)
        found = next(others, None)
        if found is None:
            return
        number, record = number + 1, found


def _match_rows(record: dict[str, Any], number: int, about: About, observer: Observer, game: Game) -> Iterator[Rows]:
    """A deal at a time.  What is no action (giving up) and what chance does is not a decision."""
    match = parsed(record)
    position, worth = opening(match, game), np.zeros(about.players)
    for deal in match.deals:
        position.deal(dealing_order(position, deal))
        rows, n = Rows.empty(about, len(deal.actions)), 0
        for told in deal.actions:
            seat, code = int(str(told[0])), str(told[1])
            if seat >= 0 and code in game.actions:
                about.pack(observer.one(position.state, seat)[None], rows.obs[n : n + 1])
                rows.mask[n] = np.array(game.legal(position.state, seat), np.int64).view(np.uint8)[: about.actions // 8]
                rows.action[n], rows.seat[n] = game.actions[code], seat
                n += 1
            position.play(code, seat)
        game.score(position.state, worth)
        rows = rows.take(np.arange(len(deal.actions)) < n)
        rows.result[:] = worth[rows.seat]
        rows.match[:], rows.deal[:] = number, position.state.deals
        yield rows
