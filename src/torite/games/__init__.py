"""The games of the house.  A new one adds its line here."""

from torite.games.bingo import GAME as BINGO
from torite.games.game import Game
from torite.games.rwd import GAME as RWD
from torite.games.wizard import GAME as WIZARD
from torite.games.wysiwyg import GAME as WYSIWYG

GAMES: dict[str, Game] = {game.name: game for game in (RWD, WIZARD, WYSIWYG, BINGO)}
