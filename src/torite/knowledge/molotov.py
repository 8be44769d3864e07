"""What bots know of Molotov: which cards have done well in self-play."""

from torite.games.jass.molotov import GAME
from torite.knowledge import habits

policy = habits.policy("molotov", GAME.legal)
