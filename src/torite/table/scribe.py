"""torite-record/1: matches written down as they are played.  `records.py` reads them back.

The format is documented for strangers in docs/records.md.  Nothing here knows a game: `Game.places` says where each
card of the deck went, `Game.result` and `Game.outcome` what came out.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np

from torite.cards.rng import new_rng, shuffle
from torite.games.game import Game
from torite.games.position import Position
from torite.table.format import FORMAT


class Scribe:
    """Writes a match down while it is played: deal and play through the scribe instead of the position.

    position  before its first deal
    legal     write every legal alternative beside each action
    """

    def __init__(self, position: Position, legal: bool = False) -> None:
        self.position = position
        self.legal = legal
        self._deals: list[dict[str, Any]] = []
        same = Position(
            position.game, position.players, seed=position.seed, options=position.options, preset=position.preset
        )
        self._seeded = same.state.tobytes() == position.state.tobytes()  # does chance follow from the seed alone?

    @classmethod
    def of(cls, position: Position) -> "Scribe":
        """One that has written down what has happened in `position`, and goes on from there with a copy of it."""
        scribe = cls(position.before_first_deal())
        scribe.position.plays_chance = True
        for deal in position.deals:
            scribe.deal(deal.deck)
            for seat, code in deal.actions:
                scribe.play(code, seat)
        scribe.position = position.copy()
        return scribe

    @property
    def results(self) -> list[dict[str, Any]]:
        """`result` of each finished deal."""
        return [deal["result"] for deal in self._deals if deal["result"] is not None]

    def deal(self, codes: list[str] | None = None) -> None:
        """Make and write the next deal; see Position.deal."""
        position = self.position
        position.deal(codes)
        if codes is not None:
            self._seeded = self._seeded and codes == shuffled(position.game, position.seed, len(self._deals) + 1)
        hands, stock, turned, extra = laid_out(position)
        dealer = int(position.state.dealer)
        self._deals.append(
            {
                "dealer": dealer if dealer >= 0 else None,
                "first": int(position.state.turn),
                "hands": hands,
                "stock": stock,
                "turned": turned,
                "extra": extra,
                "actions": [],
                "result": None,
            }
        )
        self._note(0)

    def _note(self, since: int, legal: list[str] | None = None) -> None:
        """Write what has been done since this place of the position's log, by chance too; legal: the alternatives."""
        done: list[list[Any]] = [[seat, code] for seat, code in self.position.log[since:]]
        if legal is not None:
            done[0].append(legal)
        self._deals[-1]["actions"] += done
        if self.position.deal_over():
            self._deals[-1]["result"] = plain(self.position.deal_result())

    def play(self, code: str, seat: int) -> None:
        """Play and write an action; see Position.play."""
        legal = self.position.legal(seat) if self.legal else None
        since = len(self.position.log)
        self.position.play(code, seat)
        self._note(since, legal)

    def record(self) -> dict[str, Any]:
        """The match so far; one that is not over is marked `unfinished` and has no outcome."""
        position = self.position
        finished = position.finished()
        record = {
            "format": FORMAT,
            "game": position.game.name,
            "players": position.players,
            "preset": position.preset,
            "options": dict(position.options),
            "seed": position.seed.hex() if self._seeded else None,
            "deals": self._deals,
            "outcome": outcome_of(position) if finished else None,
        }
        return record if finished else record | {"unfinished": True}


def write_record(record: Mapping[str, Any]) -> bytes:
    """The record as one line of a file."""
    return msgspec.json.encode(record) + b"\n"


def laid_out(position: Position) -> tuple[list[list[str]], list[str], str | None, dict[str, Any]]:
    """Hands by seat as dealt, stock with the next card first, turned card, `extra`: of the deal just made."""
    hands: list[list[str]] = [[] for _ in range(position.players)]
    stock: list[str] = []
    lying = position.game.face_up(position.state)
    turned = None if lying is None else position.game.deck.names[int(lying)]
    extra: dict[str, Any] = plain(position.game.extra(position.state))
    for code, place in zip(position.deck, position.game.places(position.state), strict=True):
        if place == "turned":
            turned = code
        elif place == "stock":
            stock.append(code)
        elif isinstance(place, int):
            hands[place].append(code)
        elif place != "unused":
            extra.setdefault(place.removeprefix("extra:"), []).append(code)
    return hands, stock, turned, extra


def outcome_of(position: Position) -> dict[str, Any]:
    """`outcome` of a finished match."""
    outcome = position.result()
    made: dict[str, Any] = plain(
        {"scores": list(outcome.scores), "winners": list(outcome.winners), "draw": bool(outcome.draw)}
    )
    return made


def plain(value: Any) -> Any:
    """The value as JSON knows it: NumPy's numbers and arrays made ordinary."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value.tolist() if isinstance(value, np.generic | np.ndarray) else value


def shuffled(game: Game, seed: bytes, number: int) -> list[str]:
    """The deck of deal `number` (from 1) as the seed has it, in dealing order."""
    deck = game.deck.cards.copy()
    shuffle(deck, new_rng(seed, number))
    return [game.deck.names[int(card)] for card in deck]
