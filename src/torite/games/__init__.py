"""The games of the house.  A new one adds its line here."""

from torite.games.bingo import GAME as BINGO
from torite.games.emissary import GAME as EMISSARY
from torite.games.game import Game
from torite.games.jass.coiffeur import GAME as COIFFEUR
from torite.games.jass.differenzler import GAME as DIFFERENZLER
from torite.games.jass.handjass import GAME as HANDJASS
from torite.games.jass.mittlere import GAME as MITTLERE
from torite.games.jass.molotov import GAME as MOLOTOV
from torite.games.jass.plus_minus import GAME as PLUS_MINUS
from torite.games.jass.schieber import GAME as SCHIEBER
from torite.games.rwd import GAME as RWD
from torite.games.wizard import GAME as WIZARD
from torite.games.wysiwyg import GAME as WYSIWYG

ALL = (
    RWD,
    WIZARD,
    WYSIWYG,
    MITTLERE,
    MOLOTOV,
    PLUS_MINUS,
    HANDJASS,
    SCHIEBER,
    COIFFEUR,
    DIFFERENZLER,
    BINGO,
    EMISSARY,
)
GAMES: dict[str, Game] = {game.name: game for game in ALL}
