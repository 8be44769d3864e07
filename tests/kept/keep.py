"""Writes GAME.jsonl.xz beside this file: matches of random bots that the rules must be able to replay for ever.

From the second number of a game's rules (`Game.rules`) on it stands in the name: GAME-2.jsonl.xz.

    python tests/kept/keep.py [GAME ...]     for every game, or these, that has no file yet

The files are what the rules of their day made of a match, so one that is there is never written again: where a replay
differs, the rules have changed.  They cover every number of players, preset and value of every option.  The presets and
every WHOLE-th match are played to the end; the others stop after SHORT deals and are marked `unfinished`.
"""

import lzma
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from torite.cards.rng import match_seed
from torite.games import GAMES
from torite.games.game import Game, Value
from torite.games.position import Position
from torite.search.deals import bots_rng, play_deal
from torite.search.players import player
from torite.table.scribe import Scribe, write_record

HERE = Path(__file__).parent
FEWEST = 100  # matches of a game
WHOLE, SHORT = 5, 3
Case = tuple[int, str, dict[str, Value], bool]  # players, preset, options, to the end?


def kept_as(game: Game) -> str:
    """The file with matches of these rules."""
    return f"{game.name}.jsonl.xz" if game.rules == 1 else f"{game.name}-{game.edition}.jsonl.xz"


def main() -> None:
    for name in sys.argv[1:] or GAMES:
        file = HERE / kept_as(GAMES[name])
        if not file.exists():
            lines = [match(GAMES[name], number, case) for number, case in enumerate(cases(GAMES[name]))]
            file.write_bytes(lzma.compress(b"".join(lines), preset=9 | lzma.PRESET_EXTREME))
            sys.stdout.write(f"{file.name}: {len(lines)} matches, {file.stat().st_size:,} bytes\n")


def match(game: Game, number: int, case: Case) -> bytes:
    """Play this match; one line of a file of records, every legal action in it."""
    players, preset, options, whole = case
    seed = match_seed(0, number)
    position = Position(game, players, seed=seed, options=options, preset=preset)
    scribe, chance = Scribe(position, legal=True), bots_rng(seed)
    while not position.finished() and (whole or position.state.deals < SHORT):
        scribe.deal()
        play_deal(position, [player("random")] * players, chance, scribe)
    return write_record(scribe.record())


def cases(game: Game) -> Iterator[Case]:
    """Every preset at every number of players; then every value of every option, the other options at random."""
    chance = random.Random(game.name)
    fewest, most = game.players
    sizes = range(fewest, most + 1)
    for players in sizes:
        yield from ((players, preset, game.preset(preset), True) for preset in game.presets)
    wanted: list[dict[str, Any]] = [{option.name: value} for option in game.options for value in option.values]
    wanted += [{o.name: " ".join(chance.choices("123456789", k=o.digits))} for o in game.options if o.digits]
    wanted += [{}] * (FEWEST - len(wanted))
    for i, one in enumerate(wanted):
        preset = chance.choice(list(game.presets))
        options = game.preset(preset)
        for option in chance.sample(game.options, len(game.options)):
            options = game.with_option(options, option.name, chance.choice(option.values))
        for name, value in one.items():
            options = game.with_option(options, name, value)
        yield sizes[i % len(sizes)], preset, options, i % WHOLE == 0


if __name__ == "__main__":
    main()
