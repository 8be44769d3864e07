"""Who has to decide now: bots, in their own place or for a hint, and persons, as long as their time is not over."""

from dataclasses import dataclass
from typing import Any

from torite.cards.actions import list_actions
from torite.games.game import Game
from torite.search.players import DEFAULT_LEVEL, LEVELS
from torite.table import tries
from torite.table.clock import end
from torite.table.table import Table
from torite.table.takeback import announcements, open_question


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


def goes_with_card(game: Game, turn: BotTurn) -> bool:
    """Is nothing asked but what a person says while a card is played?  That takes hardly any time of its own."""
    said = announcements(game)
    if not said:
        return False
    codes = (game.codes[action] for action in list_actions(game.legal(turn.view, turn.seat)))
    return all(code.partition(":")[0] in said for code in codes)


def bot_turns(table: Table) -> list[BotTurn]:
    """Decisions that bots and stand-ins have to make now, ascending by seat; several where bids are sealed.

    None while it is asked whether an action may be taken back: there would only be more of it.
    """
    if table.phase != "playing" or table.position is None or open_question(table) is not None:
        return []
    if table.challenge is not None:
        return _turns_of_challenge(table)
    return [
        BotTurn(seat, table.position.view(seat), _level(table.seats[seat].level), asked)
        for seat, asked in table.asked.items()
        if table.seats[seat].is_bot
    ]


def _turns_of_challenge(table: Table) -> list[BotTurn]:
    """One at a time, and where several may act at once the person first: so time decides nothing."""
    assert table.position is not None
    seat = min(table.asked, key=lambda seat: (table.seats[seat].is_bot, seat))
    if not table.seats[seat].is_bot:
        return []
    bot = _level(table.seats[seat].level)
    return [BotTurn(seat, table.position.view(seat), bot, table.asked[seat], tries.drawn(table, seat))]


def _level(level: str | None) -> str:
    """A level that exists, also for a bot of an old log."""
    return level if level in LEVELS else DEFAULT_LEVEL


def late(table: Table, now: float) -> list[int]:
    """Seats of the persons who are out of time."""
    return [seat for seat in table.asked if table.seats[seat].is_person and is_late(table, seat, now)]


def is_late(table: Table, seat: int, now: float) -> bool:
    """Is the time of this seat over?"""
    until = end(table.clock, table.used, table.since, seat)
    return until is not None and now >= until


def next_late(table: Table) -> float | None:
    """Unix time at which the next person is out of time; None = nobody need hurry."""
    persons = (seat for seat in table.asked if table.seats[seat].is_person)
    ends = (end(table.clock, table.used, table.since, seat) for seat in persons)
    return min((until for until in ends if until is not None), default=None)
