"""Decisions that a bot is asked for: in its own place, or as a hint."""

from dataclasses import dataclass
from typing import Any

from torite.search.players import LEVELS


@dataclass(frozen=True)
class Puzzle:
    """A decision for which a person has asked for a hint."""

    seat: int
    view: Any  # what the seat may know: a record of the game's state
    asked: int  # seq at which the decision arose


@dataclass(frozen=True)
class Question:
    """Does a person who claims the rest of a deal take all of it?"""

    seat: int
    state: Any  # a record of the game's state, with all hands open
    asked: int  # seq at which the decision arose


@dataclass(frozen=True)
class BotTurn:
    """A decision that a bot has to make now."""

    seat: int
    view: Any  # what the seat may know: a record of the game's state
    level: str
    asked: int  # seq at which the decision arose; with `seat` its identity
    seed: int | None = None  # from which the choice follows; None = any

    @property
    def spec(self) -> str:
        """The bot, as `torite.search.players.player` takes it."""
        return LEVELS[self.level]
