"""A longer look at a page that can be played: what goes wrong silently.  `torite check` prints it.

Random play is watched for what each seat could tell of the others' cards, and for what `determinize` makes of that.
Every finding says at which position: players, deal, and the last actions.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from torite.cards.actions import list_actions
from torite.cards.bits import members
from torite.cards.rng import below, new_rng
from torite.games.game import Game
from torite.games.position import Position
from torite.games.requirements import Problem
from torite.games.zones import Hands, read

DEALS = 10  # looked at, for each number of players
TRUTHS = 8  # positions to one at which it is looked whether worlds may be as it is in truth
WORLDS = 500  # drawn there at most; most cards have been where they are after a few


def audit(game: Game) -> list[Problem]:
    """What was found, each kind once."""
    found: dict[tuple[str, Any], Problem] = {}
    for code, params in (*_open_hands(game), *_play(game)):
        found.setdefault((code, params.get("name")), (code, params))
    return list(found.values())


def _hands(game: Game) -> str | None:
    """The field that has the cards in hand."""
    return next((zone.cards for zone in game.zones if isinstance(zone, Hands)), None)


def _open_hands(game: Game) -> Iterator[Problem]:
    """Are the hands for all to see?"""
    name = _hands(game)
    if name is not None and game.state.fields[name].who in ("public", "others") and game.players[1] > 1:
        yield ("hands_public", {"name": name})


def _play(game: Game) -> Iterator[Problem]:
    """What random deals show."""
    worth = set()
    for players in range(game.players[0], game.players[1] + 1):
        rng = new_rng(b"audit", players)
        position = Position(game, players, seed=b"audit")
        for _ in range(DEALS):
            if position.finished():
                position = Position(game, players, seed=rng.tobytes())
            position.deal()
            yield from _Deal(position, rng).problems()
            if not position.deal_over():
                break
            worth |= {*position.worths().tolist()}
    if len(worth) == 1:
        yield ("score_same", {"name": "score", "value": worth.pop()})


class _Deal:
    """A deal that is played at random, and what is wrong on the way."""

    def __init__(self, position: Position, rng: Any) -> None:
        self.position, self.game, self.rng = position, position.game, rng
        self.hands = _hands(self.game)
        self.chance = new_rng(b"truth", position.players)  # apart, so that the play stays the same
        self.past: list[tuple[Any, int, int]] = []  # state, seat, action, since a hand last gained a card

    def problems(self) -> Iterator[Problem]:
        """Play it to its end."""
        position = self.position
        while seats := position.actors():
            if position.state.turn not in seats:
                yield self._problem("turn", turn=int(position.state.turn), actors=seats)
            seat = seats[below(self.rng, len(seats))]
            yield from self._twice()
            yield from self._laid()
            yield from self._world(below(self.rng, position.players))
            if self.hands is not None and below(self.chance, TRUTHS) == 0:
                yield from self._truth(below(self.chance, position.players), self.hands)
            legal = list_actions(self.game.legal(position.state, seat))
            if not legal:
                return  # the trial names it
            action = legal[below(self.rng, len(legal))]
            before = position.state.copy()
            sealed = self.game.sealed(before, seat, action)
            position.play(self.game.codes[action], seat)
            yield from self._told(before, seat, action, sealed)
            self._keep(before, seat, action)

    def _problem(self, kind: str, **params: Any) -> Problem:
        """With the position at which it was found."""
        return (kind, {"name": kind, **params, "position": self.position.text})

    def _keep(self, before: Any, seat: int, action: int) -> None:
        """Remember what was done, as long as cards only leave the hands."""
        if self.hands is not None:
            gained = self.position.state[self.hands] & ~before[self.hands]
            self.past = [] if gained.any() else [*self.past, (before, seat, action)]

    def _told(self, before: Any, seat: int, action: int, sealed: bool) -> Iterator[Problem]:
        """Whose code names a card out of the hand that does not come to light must be sealed."""
        name = self.game.codes[action].rpartition(":")[2]
        card = next((card for card, code in self.game.deck.names.items() if code == name), None)
        if card is None or sealed or self.hands is None or not int(before[self.hands][seat]) >> card & 1:
            return
        for other in range(self.position.players):
            known = self._places(self.game.state.view(before, other), card)
            if other != seat and self._places(self.position.view(other), card) <= known:
                yield self._problem("unsealed", code=self.game.codes[action], seat=seat)
                return

    def _places(self, view: Any, card: int) -> set[tuple[str, int]]:
        """Where in a view the card stands.  In a page by hand a small number may be one."""
        found = set()
        for name, field in self.game.state.fields.items():
            values = np.ravel(view[name])
            if field.meaning in ("cards", "") and values.dtype == np.int64:
                found |= {(name, i) for i in range(len(values)) if int(values[i]) >> card & 1}
            elif field.meaning in ("card", ""):
                found |= {(name, i) for i in range(len(values)) if values[i] == card}
        return found

    def _twice(self) -> Iterator[Problem]:
        """No two hands have the same card."""
        seen: dict[int, int] = {}
        hands = self.position.state[self.hands][: self.position.players] if self.hands is not None else ()
        for p, cards in enumerate(hands):
            for card in members(cards):
                if seen.setdefault(card, p) != p:
                    yield self._problem("held_twice", card=self.game.deck.names[card], seat=seen[card], other=p)
                    return

    def _laid(self) -> Iterator[Problem]:
        """What is said to lie open of a hand is in it."""
        state = self.position.state
        for p, cards in enumerate(self._open(self.position.view(None))):
            if cards & ~int(state[self.hands][p]):
                yield self._problem("open_not_held", seat=p)

    def _open(self, view: Any) -> list[int]:
        """By seat the cards that lie open for all."""
        laid = [zone.open for zone in self.game.zones if isinstance(zone, Hands) and zone.open is not None]
        return [int(cards) for cards in read(laid[0], view, None)] if laid else []

    def _world(self, seat: int) -> Iterator[Problem]:
        """A world drawn for the seat looks like the truth to it, and nobody has done there what he might not do."""
        position, game = self.position, self.game
        view = position.view(seat)
        world = view.copy()
        game.determinize(world, seat, self.rng)
        seen = game.state.view(world, seat)
        for p, cards in enumerate(self._open(view)):
            if cards & ~int(world[self.hands][p]):
                yield self._problem("world_open", seat=seat, actor=p)
        if wrong := [name for name in game.state.fields if not np.array_equal(seen[name], view[name])]:
            yield self._problem("world_view", seat=seat, fields=wrong)
        elif self.hands is not None and self.past:
            yield from self._replay(world, seat, self.hands)

    def _truth(self, seat: int, hands: str) -> Iterator[Problem]:
        """Each card that another holds is in that hand in some world: else what seems to be known is not true."""
        position, game = self.position, self.game
        view, held = position.view(seat), position.state[hands]
        missing = [0 if p == seat else int(held[p]) for p in range(position.players)]
        for _ in range(WORLDS):
            if not any(missing):
                return
            world = view.copy()
            game.determinize(world, seat, self.chance)
            missing = [cards & ~int(world[hands][p]) for p, cards in enumerate(missing)]
        for p, cards in enumerate(missing):
            if cards:
                card = game.deck.names[members(cards)[0]]
                yield self._problem("world_truth", seat=seat, actor=p, card=card, worlds=WORLDS)

    def _replay(self, world: Any, seat: int, hands: str) -> Iterator[Problem]:
        """Since hands last gained a card: was all that was done legal with the cards that they have in this world?"""
        game, others = self.game, [p for p in range(self.position.players) if p != seat]
        for before, actor, action in self.past:
            if actor == seat:
                continue
            then = before.copy()
            for p in others:
                then[hands][p] = world[hands][p] | (before[hands][p] & ~self.position.state[hands][p])
            if action not in list_actions(game.legal(then, actor)):
                yield self._problem("world_past", seat=seat, actor=actor, action=game.codes[action])
                return
