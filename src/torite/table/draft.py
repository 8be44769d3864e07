"""What a request is to bring about: events that are not stored yet, and the table as it would be after them."""

import time
from typing import Any, NamedTuple

from torite.table.events import Stored
from torite.table.evolution import evolve
from torite.table.messages import Notice
from torite.table.table import Table
from torite.table.turns import Puzzle, Question


class Step(NamedTuple):
    """One event, with the table before and after it."""

    before: Table
    event: Stored
    after: Table


class Draft:
    """Events while they are being decided, the table as it would be after them, and what the sender alone is told."""

    def __init__(self, table: Table, away: frozenset[str] = frozenset(), now: float | None = None) -> None:
        self.table = table
        self.now = time.time() if now is None else now  # unix time
        self.away = away  # guest ids without a connection
        self.steps: list[Step] = []
        self.notices: list[Notice] = []
        self.puzzle: Puzzle | None = None  # what the sender wants a hint for
        self.claim: Question | None = None  # what the sender claims: `claim_holds` or `claimed_in_vain` is the answer
        self.word: str | None = None  # that the sender has others asked for: to be sealed, and then `word_sealed`

    def add(self, event: Stored) -> None:
        """One event more."""
        before, self.table = self.table, evolve(self.table, event, self.table.seq + 1)
        self.steps.append(Step(before, event, self.table))

    @property
    def events(self) -> list[Stored]:
        """All events, in order."""
        return [step.event for step in self.steps]

    @property
    def time(self) -> float | None:
        """The time as it is to stand in an event: where there are clocks."""
        return self.now if self.table.clock != "none" else None

    def tell(self, key: str, **params: Any) -> None:
        """A notice for the sender."""
        self.notices.append(Notice(key, params))
