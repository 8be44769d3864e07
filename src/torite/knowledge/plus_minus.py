"""What bots know of Plus-Minus: which cards have done well in self-play."""

from torite.games.jass.plus_minus import GAME
from torite.knowledge import habits

policy = habits.policy("plus-minus", GAME.legal)
