"""The rules that are shipped, behind the interface of the slow references: in codes, and as each seat sees it.

What a seat has seen is told from its views alone, before and after every action.
"""

import importlib
from collections.abc import Callable, Iterator
from typing import Any

from torite.games import rwd, wizard
from torite.games.game import Game
from torite.games.kits import sealed_bids
from torite.games.position import Position
from torite.games.zones import DOWN, NONE

Event = tuple[object, ...]


class Match:
    """One match of RWD or Wizard; see ref_rwd.Match and ref_wizard.Match."""

    def __init__(self, game: Game, players: int, options: dict[str, object], first: int) -> None:
        self.game = game
        self.players = players
        self.position = Position(game, players, seed=1, options=options, first=first)
        self.seen: list[Any] = []  # the state after the deal and after each action
        self.acts: list[int] = []  # the seats that acted
        self.first_seat = first

    def deal(self, deck: list[str]) -> None:
        try:
            self.position.deal(deck)
        except ValueError as error:
            raise ValueError("no deal is due") from error
        self.seen, self.acts = [self.position.state.copy()], []
        self.first_seat = int(self.position.state.turn)

    def actors(self) -> list[int]:
        return self.position.actors()

    def legal(self, seat: int) -> list[str]:
        return sorted(self.position.legal(seat))

    def play(self, seat: int, code: str) -> None:
        try:
            self.position.play(code, seat)
        except ValueError as error:
            raise ValueError(f"seat {seat} may not {code}") from error
        self.seen.append(self.position.state.copy())
        self.acts.append(seat)

    def finished(self) -> bool:
        return self.position.finished()

    def result(self) -> dict[str, Any]:
        if not self.position.deal_over():
            raise ValueError("the deal is not over")
        return self.position.deal_result()

    def outcome(self) -> dict[str, Any]:
        outcome = self.game.outcome(self.position.state)
        return {"scores": outcome.scores, "winners": outcome.winners if self.finished() else [], "draw": outcome.draw}

    def dealer(self) -> int | None:
        dealer = int(self.position.state.dealer)
        return None if dealer < 0 else dealer

    def first(self) -> int:
        return self.first_seat

    def observation(self, viewer: int | None) -> list[Event]:
        views = [self.game.state.view(state, viewer) for state in self.seen]
        dealt, done = EVENTS[self.game.name]
        events = list(dealt(views[0], viewer))
        for before, after, seat in zip(views, views[1:], self.acts, strict=False):
            events += done(before, after, seat, viewer)
        return events

    # ---- what the tests look at or write into ----
    def _by_seat(self, field: str) -> list[int]:
        return [int(value) for value in self.position.state[field][: self.players]]

    chips = property(lambda self: self._by_seat("chips"))
    tricks = property(lambda self: self._by_seat("tricks"))
    turned = property(lambda self: code(self.game, self.position.state.turned))
    stock = property(lambda self: self.position.deck[rows_laid(self.position.state) * self.players :])

    @property
    def hands(self) -> list[list[str]]:
        """Each in the order in which the cards came."""
        hands: list[list[str]] = [[] for _ in range(self.players)]
        for state in self.seen:
            for seat, hand in enumerate(hands):
                held = cards(self.game, state.hands[seat])
                hand[:] = [card for card in hand if card in held] + [card for card in held if card not in hand]
        return hands

    def _write(self, field: str, values: list[int]) -> None:
        self.position.state[field][: self.players] = values

    scores = property(lambda self: self._by_seat("scores"), lambda self, values: self._write("scores", values))
    exact = property(lambda self: self._by_seat("exact"), lambda self, values: self._write("exact", values))


def named(game: str) -> dict[str, Callable[..., None]]:
    """The named cases for the reference of this game, tests/references/test_ref_GAME.py."""
    module = importlib.import_module(f"test_ref_{game}")
    return {name: test for name, test in vars(module).items() if name.startswith("test_")}


def code(game: Game, card: int) -> str | None:
    return None if card == NONE else game.deck.names[int(card)]


def cards(game: Game, mask: int) -> list[str]:
    return [name for card, name in game.deck.names.items() if int(mask) >> card & 1]


def laid(before: Any, after: Any, seat: int) -> tuple[int, bool]:
    """What the seat has laid before itself, and whether the trick is over by it."""
    over = bool((after.trick == NONE).all())
    return int((after.last if over else after.trick)[seat]), over


# ---- RWD ----
def rows_laid(v: Any) -> int:
    """Rows that have been turned up so far."""
    return min(int(v.row) + 2, int(v.rounds))


def rows(v: Any, since: int) -> Iterator[Event]:
    """The rows that have been laid since then."""
    for k in range(since, rows_laid(v)):
        row = v.face_up[k * v.players : (k + 1) * v.players - 1]
        yield ("row", k + 1, *(code(rwd.GAME, card) for card in row))


def dealt_rwd(v: Any, viewer: int | None) -> Iterator[Event]:
    yield ("start", int(v.turn))
    yield from rows(v, 0)


def done_rwd(before: Any, after: Any, seat: int, viewer: int | None) -> Iterator[Event]:
    card, over = laid(before, after, seat)
    taking = rwd.taking(before)
    yield ("take" if taking else "card", seat, "?" if card == DOWN else code(rwd.GAME, card))
    if not over:
        return
    if taking and viewer is not None:
        new = after.shown[viewer] != before.shown[viewer]
        yield from (("hidden", code(rwd.GAME, card)) for card in after.shown[viewer][new])
    yield ("winner", int(after.last_winner))
    if taking:
        yield from rows(after, rows_laid(before))
    elif after.face_up[rwd.hidden_place(after, 0)] != NONE:
        down = after.face_up[after.players - 1 :: after.players]
        yield ("hidden_cards", *(code(rwd.GAME, card) for card in down if card != NONE))


# ---- Wizard ----
def dealt_wizard(v: Any, viewer: int | None) -> Iterator[Event]:
    yield ("round", int(v.deals), int(v.each), int(v.dealer))
    if viewer is not None:
        yield ("hand", *sorted(cards(wizard.GAME, v.hands[viewer])))
    yield ("turned", code(wizard.GAME, v.turned))


def done_wizard(before: Any, after: Any, seat: int, viewer: int | None) -> Iterator[Event]:
    if before.phase == wizard.CHOOSE_TRUMP:
        yield ("trump", seat, wizard.DECK.suits[after.trump])
    elif before.phase == wizard.BIDDING:
        yield from bids(after, seat, viewer)
    else:
        card, over = laid(before, after, seat)
        yield ("card", seat, code(wizard.GAME, card))
        if over:
            yield ("winner", int(after.last_winner))


def bids(v: Any, seat: int, viewer: int | None) -> Iterator[Event]:
    """A sealed bid is told to its seat alone; once all are in, all of them to everybody."""
    told = sealed_bids.bid_of(v, viewer, seat)
    published = bool(v.at_once) and v.phase != wizard.BIDDING
    yield ("bid", seat, "hidden" if told is None or (published and seat != viewer) else told)
    if published:
        yield ("bids", *(int(bid) for bid in v.bids[: v.players]))


EVENTS: dict[str, tuple[Callable[..., Iterator[Event]], Callable[..., Iterator[Event]]]] = {
    "rwd": (dealt_rwd, done_rwd),
    "wizard": (dealt_wizard, done_wizard),
}
