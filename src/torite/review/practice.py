"""Matches that bots play so that exercises can be made of them."""

from torite.cards.rng import match_seed
from torite.games.game import Game
from torite.games.position import Position
from torite.review.review import Task
from torite.search.deals import bots_rng, play_deal
from torite.search.players import player
from torite.table.challenge import usual
from torite.table.format import RecordError
from torite.table.scribe import Scribe

BOTS = "gentle"  # they err, as people do
DEALS = 300  # of a match at most, as of a trial of a game's file: bots that always pass come to no end


def practice(game: Game, seed: int, number: int) -> Task:
    """A match of this number, from 0, and the review of one of its seats, in turn, which is still to be made.

    Raises RecordError for a game that cannot be reviewed, or does not end.
    """
    players, preset = usual(game)
    chance = match_seed(seed, number)
    scribe = Scribe(Position(game, players, seed=chance, options=game.preset(preset), preset=preset))
    bots, rng = [player(BOTS)] * players, bots_rng(chance)
    while not scribe.position.finished():
        if scribe.position.state.deals >= DEALS:
            raise RecordError("unfinished")
        scribe.deal()
        play_deal(scribe.position, bots, rng, scribe)
    return Task(scribe.record(), number % players, {game.name: game}, seed=seed)
