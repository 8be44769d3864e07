"""What bots know of Handjass: which cards have done well in self-play."""

from torite.games.jass.handjass import GAME
from torite.knowledge import habits

policy = habits.policy("handjass", GAME.legal)
