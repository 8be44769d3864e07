"""Tables made ready in the store before anybody opens them, so that a test finds the situation it is about.

Everything comes about by the functions that the server itself uses; decks follow from a secret that is looked for
until they suit.  Nothing of this is known to the server: it finds the table in its database, as after a restart.
"""

import asyncio
import hashlib
import random
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

from browser.pages import TablePage
from server.visitor import PATIENCE, Visitor, Wire
from torite import cli
from torite.cards.bits import members
from torite.games import GAMES
from torite.games.game import Game, Value
from torite.games.position import Position
from torite.games.scene import HandZone
from torite.server.people import history
from torite.server.people.guests import COOKIE, Badge, Cookies, load_key, lock
from torite.server.storage.database import database_url
from torite.server.storage.store import Store
from torite.table import decide as deciding
from torite.table import events, fairness, messages
from torite.table.evolution import evolve
from torite.table.messages import FromClient
from torite.table.table import Guest, Table

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus")
TRIES = 20_000
NUMBERS = count(1)

Wanted = Callable[[Position], bool]
Step = tuple[int, str]  # seat, code


def newcomer(name: str) -> Guest:
    """Somebody whom the house has never seen, also not in an earlier try of the same test."""
    return Guest(f"{name}-{next(NUMBERS)}".ljust(16, "-"), name)  # as long as those of the house


class NoWayError(AssertionError):
    """What a test wants cannot come about."""


def plan(position: Position, wanted: Wanted, tries: int = 2000) -> list[Step]:
    """Legal actions that lead to what is wanted within this deal.  Raises NoWayError."""
    for n in range(tries):
        chance, trial, steps = random.Random(n), position.copy(), list[Step]()
        while not wanted(trial) and trial.actors():
            seat = chance.choice(trial.actors())
            steps.append((seat, chance.choice(trial.legal(seat))))
            trial.play(steps[-1][1], seat)
        if wanted(trial):
            return steps
    raise NoWayError


def _secrets(label: str) -> Iterator[str]:
    for n in range(TRIES):
        yield hashlib.sha256(f"{label} {n}".encode()).hexdigest()
    raise NoWayError


def _secret(game: Game, players: int, options: Mapping[str, Value], wanted: Wanted) -> str:
    """One whose first deal is as wanted."""
    for secret in _secrets(game.name):
        seed = fairness.match_seed(secret, [None] * players)
        position = Position(game, players, seed=seed, options=options)
        position.deal()
        if wanted(position):
            return secret
    raise NoWayError


class Prepared:
    """A table whose match has begun, in this process alone."""

    def __init__(
        self,
        game: str,
        players: int,
        wanted: Wanted = lambda p: True,
        *,
        options: Mapping[str, Value] | None = None,
        clock: events.Clock = "none",
        now: float | None = None,
    ) -> None:
        """now: unix time at which everything happens; None = the system's."""
        self.now = now
        self.lies_at: str | None = None  # the house that has it
        self.players = players
        self.guests = [newcomer(NAMES[p]) for p in range(players)]
        every = GAMES[game].full_options(options or {}, "seed")
        secret = _secret(GAMES[game], players, every, wanted)
        created = events.Created(
            table=f"staged{next(NUMBERS)}",
            game=game,
            seats=players,
            preset="seed",
            options=every,
            salt="00" * fairness.SALT_BYTES,
            secret=secret,
            listed=False,
            clock=clock,
        )
        self.log: list[events.Stored] = [created]
        self.table: Table = evolve(None, created, 1)
        for guest in self.guests:
            self.ask(guest, messages.Sit())
        self.ask(self.guests[0], messages.Start())

    @property
    def position(self) -> Position:
        """Where the match stands."""
        assert self.table.position is not None
        return self.table.position

    def ask(self, who: Guest, request: FromClient) -> None:
        """Carry a request out."""
        self._happen(deciding.decide(self.table, who, request, now=self.now).events)

    def _happen(self, stored: Sequence[events.Stored]) -> None:
        for event in stored:
            self.log.append(event)
            self.table = evolve(self.table, event, len(self.log))

    def out_of_time(self, seat: int) -> "Prepared":
        """A bot has to move for this person."""
        self._happen([step.event for step in deciding.stand_in(self.table, seat, True, self.now)])
        return self

    def act(self, seat: int, code: str) -> None:
        """This seat does this."""
        self.ask(self.guests[seat], messages.Act(code=code, seq=self.table.seq))

    def confirm(self) -> None:
        """Everybody says OK."""
        for guest in self.guests:
            self.ask(guest, messages.Confirm())

    def until(self, wanted: Wanted, tries: int = 2000) -> "Prepared":
        """Play on within this deal until the position is as wanted."""
        for seat, code in plan(self.position, wanted, tries):
            self.act(seat, code)
        return self

    def find(self, wanted: Wanted) -> "Prepared":
        """Play until the position is as wanted, in this deal or in one of the next."""
        for _ in range(60):
            try:
                return self.until(wanted, tries=300)
            except NoWayError:
                self.next_deal()
        raise NoWayError

    def bids(self, *bids: int) -> "Prepared":
        """Everybody bids; by seat."""
        while self.position.actors() and self.position.legal()[0].startswith("bid:"):
            seat = self.position.actors()[0]
            self.act(seat, f"bid:{bids[seat]}")
        return self

    def next_deal(self, wanted: Wanted = lambda p: True) -> "Prepared":
        """Play this deal to an end that is as wanted, and have the next one dealt."""
        self.until(lambda p: p.deal_over() and wanted(p))
        self.confirm()
        return self


class Open:
    """The same table, in the house: some sit in a browser, the others are there over the wire."""

    def __init__(self, house: "House", prepared: Prepared) -> None:
        self.id = prepared.table.id
        self.guests = prepared.guests
        self.position = prepared.position.copy()  # follows everything that is done
        self._house = house
        self.pages: dict[int, TablePage] = {}
        self._wires: dict[int, Wire] = {}

    def wire(self, seat: int) -> Wire:
        """Somebody who is not at a browser."""
        if seat not in self._wires:
            self._wires[seat] = self._house.visitor(self.guests[seat]).wire(self.id)
        return self._wires[seat]

    def do(self, *steps: Step) -> None:
        """Everybody does these things in this order, by clicks or over the wire."""
        for seat, code in steps:
            if seat in self.pages:
                self.pages[seat].do(code)
                self.pages[seat].done(code)
            else:
                wire = self.wire(seat)
                wire.until_table(lambda _, wire=wire, code=code: code in wire.legal)  # type: ignore[misc]
                answer = wire.ask("act", code=code, seq=wire.seq)
                assert answer["type"] == "ack", answer
            self.position.play(code, seat)

    def until(self, wanted: Wanted) -> None:
        """Everybody does what leads to what is wanted."""
        self.do(*plan(self.position, wanted))

    def others_confirm(self, *seats: int) -> None:
        """OK of those who are not at a browser."""
        for seat in seats:
            wire = self.wire(seat)
            wire.until_table(lambda table: table["phase"] == "between")
            assert wire.ask("confirm")["type"] == "ack"


class House:
    """A running server and its database."""

    def __init__(self, base: str, db: Path) -> None:
        self.base = base
        self._db = db
        self._cookies = Cookies(load_key(db.with_name(db.name + ".key")))
        self._visitors: list[Visitor] = []

    def cookie(self, guest: Guest) -> str:
        """What makes a browser this guest's."""
        return self._cookies.sign(Badge(guest, lock(None)))

    def visitor(self, guest: Guest) -> Visitor:
        """This guest over the wire."""
        visitor = Visitor(self.base)
        visitor.http.cookies.set(COOKIE, self.cookie(guest))
        self._visitors.append(visitor)
        return visitor

    def admin(self, *arguments: str) -> None:
        """What the operator does at a terminal."""
        with ThreadPoolExecutor(1) as pool:  # as in `store`; `torite` as a process of its own takes a second of a core
            assert pool.submit(cli.run, ["admin", *arguments, "--db", str(self._db)]).result(PATIENCE) == 0

    def put(self, prepared: Prepared) -> Open:
        """Lay the prepared table into the database."""
        if prepared.lies_at != self.base:  # else a test is tried again
            bodies = [events.encode(event) for event in prepared.log]
            table = prepared.table
            told = history.entry(table, [history.note(table.id, history.visits(table))])
            self.store(lambda store: store.append(table.id, 1, bodies, told))
            prepared.lies_at = self.base
        return Open(self, prepared)

    def store(self, work: Callable[[Store], Awaitable[None]]) -> None:
        """Do it with the database."""
        with ThreadPoolExecutor(1) as pool:  # Playwright has a loop running in this thread
            pool.submit(lambda: asyncio.run(self._with_store(work))).result(PATIENCE)

    async def _with_store(self, work: Callable[[Store], Awaitable[None]]) -> None:
        store = await Store.open(database_url(str(self._db)))
        await work(store)
        await store.close()

    def send_home(self) -> None:
        """Everybody over the wire leaves."""
        for visitor in self._visitors:
            visitor.close()
        self._visitors.clear()


def holds(position: Position, seat: int) -> Sequence[str]:
    """Cards in a hand, as its owner sees them."""
    zones = position.scene(seat).zones
    return next(zone.cards for zone in zones if isinstance(zone, HandZone) and zone.seat == seat)


def held(position: Position, seat: int) -> set[str]:
    """The same quickly and unsorted, for searches."""
    return {position.game.deck.names[card] for card in members(position.state.hands[seat])}


def name_of(position: Position, card: int) -> str:
    """A card's code; "" = none."""
    return position.game.deck.names[int(card)] if card >= 0 else ""


def lying(position: Position) -> list[str]:
    """The cards of the running trick in the order in which they were played; of Wizard."""
    state, n = position.state, position.players
    seats = [(int(state.lead) + i) % n for i in range(n)]
    return [name_of(position, state.trick[seat]) for seat in seats if state.trick[seat] >= 0]


def turned(position: Position) -> str:
    """The card turned up for trump; "" = none."""
    return name_of(position, position.state.turned)


def phase(position: Position) -> str:
    """What is being done."""
    return position.game.phase(position.state)


Put = Callable[[Prepared], Open]  # what the fixture of this name gives
