"""All bots that have a name: those of the house, those of files of one's own, and programs."""

from torite.games.game import Game
from torite.lab.own import LIKE_OWN, OWN, own_player
from torite.lab.program import PREFIX, program_player
from torite.search.players import Player, SpecError, player, player_of


def bot(spec: str) -> Player:
    """The player that a text names, for any game.  Raises SpecError."""
    return _outside(spec) or player(spec)


def bot_of(spec: str, game: Game, players: int) -> Player:
    """The same for a game with so many players; a file of one's own is read as it is now.  Raises SpecError."""
    return _outside(spec, anew=True) or player_of(spec, game, players)


def _outside(spec: str, anew: bool = False) -> Player | None:
    if not spec:
        raise SpecError("empty")
    if spec.startswith(PREFIX):
        return program_player(spec)
    if OWN.fullmatch(spec):
        return own_player(spec, anew)
    if LIKE_OWN.match(spec):
        raise SpecError("own_form", name=spec)
    return None
