"""Challenges: one deal that many play, each at a table of his own, with the same cards, seat and bots.

The same play meets the same answers: bots think by a number of deals played out and not by time, what they draw
follows from the challenge, the seat and how much has been done, and where several may act at once the person comes
first and the bots follow by their seats.  Nothing may be taken back, no hint asked for, and the match is the only one
of its table.
"""

from msgspec.structs import replace

from torite.games.game import Game, Unit
from torite.games.notation import PositionTextError
from torite.games.position import PlayersError, Position
from torite.search.deals import bots_rng, play_deal
from torite.search.players import DEFAULT_LEVEL, RandomPlayer
from torite.table.events import Challenge
from torite.table.fairness import VERSION, Seal, match_seed
from torite.table.refusals import RefusalCode, Refused, option_errors


# ---- making one ----
def of_house(challenge_id: str, game: Game, seal: Seal) -> Challenge:
    """A challenge with cards of the house: the game as it stands in its descriptor, the person on the first seat."""
    players, preset = usual(game)
    challenge = Challenge(
        id=challenge_id,
        game=game.name,
        players=players,
        preset=preset,
        options=game.preset(preset),
        seat=0,
        level=DEFAULT_LEVEL,
        salt=seal.salt,
        secret=seal.secret,
        nonces=[None] * players,
        fairness=VERSION,
        whole=game.span.whole,
    )
    return from_deal(challenge, _played_blindly(opening(challenge, game), game.span.first - 1))


def usual(game: Game) -> tuple[int, str]:
    """How many play, and by which preset, where nobody has chosen."""
    return game.usual_players, next(iter(game.presets))


def from_deal(challenge: Challenge, before: Position) -> Challenge:
    """The challenge that begins with the next deal of this match."""
    done = len(before.deals)
    return replace(challenge, deal=done + 1, before=before.text if done else "")


def _played_blindly(position: Position, deals: int) -> Position:
    """The match after so many deals of random play, or before its first one if it does not last so long."""
    begun, rng = position.copy(), bots_rng(position.seed)
    for _ in range(deals):
        position.deal()
        play_deal(position, [RandomPlayer()] * position.players, rng)
        if position.finished():
            return begun
    return position


# ---- playing it ----
MATCH_UNIT = Unit("points", 1.0)  # what a whole match is counted in, as on its score sheet


def opening(challenge: Challenge, game: Game) -> Position:
    """The match before the deal.  Raises Refused if the rules have changed so much that there is none."""
    seed = match_seed(challenge.secret, challenge.nonces, challenge.fairness)
    try:
        if challenge.before:
            return Position.parse(challenge.before, {game.name: game}, seed=seed)
        with option_errors():
            return Position(game, challenge.players, seed=seed, options=challenge.options, preset=challenge.preset)
    except (PositionTextError, PlayersError, Refused):
        raise Refused(RefusalCode.CHALLENGE_GONE) from None


def worths(position: Position) -> list[float]:
    """What the deal just ended was worth to each seat, in the game's unit."""
    return [round(float(each), 4) for each in position.worths() * position.game.unit.scale]
