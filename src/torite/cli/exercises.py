"""Matches that bots play so that exercises can be made of them."""

from collections.abc import Callable

import msgspec

from torite.cards.rng import match_seed
from torite.lab.seating import GameRef
from torite.lab.simulate import Job, play_match
from torite.lab.workers import cores
from torite.review.review import FULL, Task, review
from torite.table.challenge import usual

BOTS = "gentle"  # they err, as people do


def reviewed(ref: GameRef, seed: int, number: int, progress: Callable[[float], None]) -> Task:
    """A match and the review of one of its seats, in turn; `progress` is told the share that is done.

    Raises RecordError for a game that cannot be reviewed.
    """
    game = ref.game()
    players, preset = usual(game)
    job = Job(ref, players, preset, game.preset(preset), (BOTS,) * players, match_seed(seed, number), True, False)
    line = play_match(job).line
    assert line is not None
    task = Task(msgspec.json.decode(line), number % players, {game.name: game}, seed=seed)
    steps = 1 + 2 * len(task.decisions)
    for step, _ in enumerate(review(task, FULL, cores()), start=1):
        progress(step / steps)
    return task
