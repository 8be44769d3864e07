"""Cards of which a field tells who holds them, or who does not, while worlds have them elsewhere.

Told by what has always been so in deals played at random, as soon as that is more than chance.
"""

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from itertools import chain
from operator import or_
from typing import Any

import numpy as np

from torite.cards.kernel import JIT
from torite.games.game import Game
from torite.games.position import Position
from torite.games.requirements import Problem

COPIES = 20  # times that shown cards were in the hand of their seat, until that is more than chance
# Deals in which a world had a card in another hand, at the first look in each, and the truth never, until that is more
# than chance: of a page that is right both are as likely.
ASTRAY = 12 if JIT else 5


class Holders:
    """What is watched for, with one number of players."""

    def __init__(self, game: Game, players: int) -> None:
        self.deal = 0  # number of the one that is looked at
        self._watches = [watch(game, players) for watch in (_Copies, _Singles, _Own, _Lying) if game.hands]

    def look(self, position: Position, world: Any, seat: int) -> None:
        """At a position, and at a world that was drawn for the seat."""
        for each in self._watches:
            each.look(self.deal, position, world, seat)

    def problems(self) -> Iterator[Problem]:
        """What has been found."""
        return chain.from_iterable(each.problems() for each in self._watches)


class _Copies:
    """Cards shown to all that have always been in the hand of their seat: no world may have them elsewhere."""

    def __init__(self, game: Game, players: int) -> None:
        self._hands, self._players = game.hands[0], players
        wide = [field for field in game.state.fields.values() if field.shape and field.shape[0] >= players]
        self._shown = [field.name for field in wide if field.who == "public" and field.meaning == "cards"]
        self._true, self._wrong = Counter[str](), Counter[str]()
        self._elsewhere: dict[str, str] = {}  # by field: the position at which somebody else first held it in a world

    def look(self, deal: int, position: Position, world: Any, seat: int) -> None:
        """At a position of this deal, and at a world that was drawn for the seat."""
        truth = position.state
        for name in self._shown:
            true, wrong = self._held(name, truth, truth)
            self._true[name] += true
            self._wrong[name] += wrong
            if name not in self._elsewhere and self._held(name, truth, world)[1]:
                self._elsewhere[name] = position.text

    def _held(self, name: str, truth: Any, world: Any) -> tuple[int, int]:
        """At how many seats cards are shown that somebody holds in this world; and somebody else."""
        hands = [int(hand) for hand in world[self._hands][: self._players]]
        every = reduce(or_, hands)
        shown = [int(cards) & every for cards in truth[name][: self._players]]
        return sum(map(bool, shown)), sum(cards & ~hand != 0 for cards, hand in zip(shown, hands, strict=True))

    def problems(self) -> Iterator[Problem]:
        """Fields that tell what is in a hand, which the worlds do not know of."""
        for name in self._shown:
            if self._true[name] >= COPIES and not self._wrong[name] and name in self._elsewhere:
                yield ("hands_shown", {"name": name, "position": self._elsewhere[name]})


class _Singles:
    """Single cards shown to all whose places tell the hand, counted from the dealer or not, or which a field of a seat
    tells: worlds have them there.
    """

    def __init__(self, game: Game, players: int) -> None:
        self._hands, self._players = game.hands[0], players
        shown = [field for field in game.state.fields.values() if field.who == "public"]
        self._shown = [field.name for field in shown if field.meaning == "card"]
        self._seats = [field.name for field in shown if field.meaning == "seat" and not field.shape]
        self._named: dict[tuple[str, str], _Astray] = {}  # by field, and by that of a seat which names the holder
        # By field: the places, in which deal a card of a hand stood there, whose, and whose from the dealer.
        self._held: dict[str, set[tuple[int, int, int, int]]] = {name: set() for name in self._shown}
        self._elsewhere: dict[str, str] = {}  # by field: the position at which somebody else first held it in a world

    def look(self, deal: int, position: Position, world: Any, seat: int) -> None:
        """At a position of this deal, and at a world that was drawn for the seat."""
        truth, hands = position.state, world[self._hands][: self._players]
        for name in self._shown:
            for place, card in enumerate(np.ravel(truth[name]).tolist()):
                holders = [p for p in range(self._players) if card >= 0 and int(truth[self._hands][p]) >> card & 1]
                for seats in [each for each in self._seats if holders and truth[each] >= 0]:
                    named = self._named.setdefault((name, seats), _Astray())
                    drawn = any(int(h) >> card & 1 for h in np.delete(hands, truth[seats]))
                    named.look(deal, position, truth[seats] not in holders, drawn)
                for p in holders:
                    self._held[name].add((place, deal, p, (p - int(truth["dealer"])) % self._players))
                    if name not in self._elsewhere and any(int(h) >> card & 1 for h in np.delete(hands, p)):
                        self._elsewhere[name] = position.text

    def problems(self) -> Iterator[Problem]:
        """Fields that tell what is in a hand, which the worlds do not know of."""
        for name, held in self._held.items():
            places = len({place for place, *_ in held})
            ways = [{(place, who[way]) for place, _, *who in held} for way in (0, 1)]
            told = any(len(way) == places for way in ways)
            if told and len(held) - places >= COPIES and name in self._elsewhere:
                yield ("hands_shown", {"name": name, "position": self._elsewhere[name]})
        for (_, seats), named in self._named.items():
            if named.is_known:
                yield ("hands_shown", {"name": seats, "position": named.position})


class _Astray:
    """How often worlds have a card where the truth never has it."""

    def __init__(self) -> None:
        self.position = ""  # at which a world first did
        self._deals, self._drawn, self._true = set[int](), 0, False

    def look(self, deal: int, position: Position, true: bool, drawn: bool) -> None:
        """At a position of this deal, whether it is there in truth, and in a world that was drawn."""
        self._true |= true
        self._drawn += int(drawn and deal not in self._deals)
        self._deals.add(deal)
        if drawn and not self.position:
            self.position = position.text

    @property
    def is_known(self) -> bool:
        """Is it more than chance that it is never there?"""
        return self._drawn >= ASTRAY and not self._true


class _Own:
    """Cards that a seat alone knows of, which nobody else has ever held: no world may have them in other hands."""

    def __init__(self, game: Game, players: int) -> None:
        self._hands, self._players = game.hands[0], players
        own = [field for field in game.state.fields.values() if field.who == "by_seat" and len(field.shape) == 1]
        known = [field for field in own if field.meaning in ("card", "cards") and field.name != self._hands]
        self._known = [(field.name, field.meaning, _Astray()) for field in known]

    def look(self, deal: int, position: Position, world: Any, seat: int) -> None:
        """At a position of this deal, and at a world that was drawn for the seat."""
        truth = position.state
        for name, meaning, astray in self._known:
            value = int(truth[name][seat])
            cards = value if meaning == "cards" else 1 << value if value >= 0 else 0
            true, drawn = (
                any(cards & int(s[self._hands][p]) for p in range(self._players) if p != seat) for s in (truth, world)
            )
            if cards:
                astray.look(deal, position, true, drawn)

    def problems(self) -> Iterator[Problem]:
        """Fields that tell what is in no other hand, which the worlds do not know of."""
        for name, _, astray in self._known:
            if astray.is_known:
                yield ("world_own", {"name": name, "position": astray.position})


class _Lying:
    """Single cards shown to all that lie on the table and never in a hand: no world may have them in one."""

    def __init__(self, game: Game, players: int) -> None:
        self._hands, self._players = game.hands[0], players
        shown = [field for field in game.state.fields.values() if field.who == "public" and field.meaning == "card"]
        self._shown = [(field.name, _Astray()) for field in shown]

    def look(self, deal: int, position: Position, world: Any, seat: int) -> None:
        """At a position of this deal, and at a world that was drawn for the seat."""
        truth = position.state
        held, drawn = (reduce(or_, map(int, s[self._hands][: self._players])) for s in (truth, world))
        for name, astray in self._shown:
            cards = sum({1 << card for card in np.ravel(truth[name]).tolist() if card >= 0})
            if cards:
                astray.look(deal, position, cards & held != 0, cards & drawn != 0)

    def problems(self) -> Iterator[Problem]:
        """Fields that tell what is in no hand, which the worlds do not know of."""
        for name, astray in self._shown:
            if astray.is_known:
                yield ("world_lying", {"name": name, "position": astray.position})
