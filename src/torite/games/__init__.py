"""The games of the house.  A new one adds its line here."""

from torite.games.emissary import GAME as EMISSARY
from torite.games.game import Game
from torite.games.rwd import GAME as RWD
from torite.games.wizard import GAME as WIZARD

GAMES: dict[str, Game] = {game.name: game for game in (RWD, WIZARD, EMISSARY)}
