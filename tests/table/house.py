"""A table without a server: requests in, stored events and messages out."""

import random
from collections.abc import Sequence
from dataclasses import fields
from typing import Any
from unittest import mock

import msgspec
import pytest

from torite.games import GAMES
from torite.games.position import Position
from torite.table import decide as deciding
from torite.table import events, fairness, messages
from torite.table.bodies import NewTable
from torite.table.draft import Step
from torite.table.events import Stored
from torite.table.evolution import evolve, replayed
from torite.table.messages import FromClient, Notice
from torite.table.refusals import Refused
from torite.table.table import Guest, Table
from torite.table.turns import bot_turns
from torite.table.views import public_event, table_view

ANN, BEN, CAT, DAN = (Guest(f"guest-{name}", name) for name in ("Ann", "Ben", "Cat", "Dan"))
NOON = 1_800_000_000.0  # unix time
NAMELESS = Guest("guest-none", "")


class House:
    """One table with its log.  Everything that chance does follows from `seed`."""

    def __init__(
        self, game: str = "wizard", seats: int = 3, *, creator: Guest | None = ANN, seed: int = 0, **new: Any
    ) -> None:
        self.log: list[bytes] = []
        self.told: list[tuple[Table | None, Stored, Table]] = []  # before, event, after
        self.away: frozenset[str] = frozenset()
        self.chance = random.Random(seed)
        self.now = NOON
        self._table: Table | None = None
        with self.known_seals():
            created = deciding.create(NewTable(game=game, seats=seats, **new), creator, "t1", GAMES, self.now)
        for event in created:
            self.happens(event, evolve(self._table, event, len(self.log) + 1))

    def known_seals(self) -> Any:
        """Seals come from this house's chance instead of from the system."""
        return mock.patch.object(fairness, "new_seal", self._new_seal)

    def _new_seal(self) -> fairness.Seal:
        salt, secret = (self.chance.randbytes(n) for n in (fairness.SALT_BYTES, fairness.SECRET_BYTES))
        return fairness.seal(salt.hex(), secret.hex())

    @property
    def table(self) -> Table:
        assert self._table is not None
        return self._table

    @property
    def position(self) -> Position:
        assert self.table.position is not None
        return self.table.position

    @property
    def types(self) -> list[type[Stored]]:
        return [type(event) for _, event, _ in self.told]

    def apply(self, steps: Sequence[Step]) -> None:
        """Store the events and let them happen."""
        for step in steps:
            assert step.before is self._table
            self.happens(step.event, step.after)

    def happens(self, event: Stored, after: Table) -> None:
        """This is stored, and the table is another."""
        self.log.append(events.encode(event))
        self.told.append((self._table, event, after))
        self._table = after

    def ask(self, who: Guest, request: FromClient) -> list[Notice]:
        """Carry a request out."""
        with self.known_seals():
            decision = deciding.decide(self.table, who, request, self.away, self.now)
        self.apply(decision.steps)
        return decision.notices

    def fill(self, *persons: Guest, level: str | None = None) -> None:
        """These sit down, too, and bots on what is left."""
        for who in persons:
            self.ask(who, messages.Sit())
        while self.table.first_open() is not None:
            self.ask(ANN, messages.AddBot(level=level))

    def say(self, who: Guest, text: str) -> list[Notice]:
        return self.ask(who, messages.Say(text=text))

    def refused(self, who: Guest, request: FromClient) -> tuple[str, dict[str, Any]]:
        """Code and parameters of the refusal; nothing has changed."""
        table, before = self.table, picture(self.table)
        with pytest.raises(Refused) as caught:
            self.ask(who, request)
        assert self.table is table
        assert picture(table) == before
        return caught.value.code.value, caught.value.params

    def act(self, who: Guest, code: str | None = None, seq: int | None = None) -> None:
        """Do `code`, or any legal action."""
        seat = self.table.seat_of(who.id)
        code = code or self.chance.choice(self.position.legal(seat))
        self.ask(who, messages.Act(code=code, seq=self.table.seq if seq is None else seq))

    def bots(self, steps: int = 100_000) -> None:
        """Let bots act at random, until persons are asked."""
        while steps and (turns := bot_turns(self.table)):
            turn = self.chance.choice(turns)
            code = self.chance.choice(self.position.legal(turn.seat))
            with self.known_seals():
                self.apply(deciding.bot_acts(self.table, turn.seat, code, self.now))
            steps -= 1

    def play_on(self, *persons: Guest, until: str = "over") -> None:
        """Everybody acts at random until the table is in this phase."""
        self.bots()
        while self.table.phase != until:
            for who in persons:
                if self.table.phase == "between" != until:
                    self.ask(who, messages.Confirm())
                elif self.table.seat_of(who.id) in self.table.asked:
                    self.act(who)
            self.bots()

    def replayed(self) -> Table:
        """The table as its log rebuilds it."""
        return replayed([events.decode(body) for body in self.log])

    def messages(self, who: Guest | None, since: int = 0) -> list[bytes]:
        """Every message that `who` got from event number `since` + 1 on."""
        return [
            encoded(public_event(before, event, who)) + encoded(table_view(after, who, self.away))
            for before, event, after in self.told[since:]
        ]


def encoded(message: Any) -> bytes:
    return msgspec.json.encode(message, order="deterministic")


def picture(value: Any) -> Any:
    """A copy of a table that can be compared."""
    if isinstance(value, Position):
        state = {name: value.state[name].tobytes() for name in value.game.state.fields}  # padding may differ
        return (value.game.name, state, value.deck, value.seed, value.options, value.preset)
    if hasattr(value, "__dataclass_fields__") and type(value).__module__ == "torite.table.table":
        return {field.name: picture(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return tuple(picture(item) for item in value)
    return dict(value) if isinstance(value, dict) else value


def of_type(house: House, kind: type) -> list[Any]:
    """The stored events of one kind."""
    return [event for _, event, _ in house.told if isinstance(event, kind)]
