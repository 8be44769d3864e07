"""Situations of every game for every number of players: of each phase the one with the longest hand in random play.

They are snapshots as the server would send them, with names that are long, wide or full of pictures.  A page takes them
from a socket that the test holds, one after the other, without being loaded anew.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec

from browser.stage import Prepared
from torite.games import GAMES
from torite.table.views import snapshot

NAMES = (
    "Maximiliane Overbeck",
    "長曽我部元親之助左衛門",
    "Wolfgang-Amadeus Schmid",
    "🦊🎲 Foxy McFoxface 🎉✨",
    "花子",
    "Bartholomew Featherstone",
    "Anne-Sophie von Wartensee",
)
STEPS = 1600  # actions that are looked at
FORMS: dict[tuple[str, int], dict[str, Any]] = {("coiffeur", 4): {"form": "singles"}}


@dataclass(frozen=True)
class Situation:
    """What a seat sees at one moment."""

    game: str
    players: int
    what: str  # phase, and whether the seat is asked
    cards: int  # in its hand
    message: dict[str, Any]  # the snapshot

    @property
    def name(self) -> str:
        """For reports."""
        return f"{self.game}-{self.players} {self.what} {self.cards}"


@cache  # one for all languages
def situations(game: str, players: int, seed: int = 1, steps: int = STEPS) -> list[Situation]:
    """The situations of one game in a match played at random until so many actions are done."""
    best: dict[str, tuple[tuple[int, ...], Situation]] = {}
    chance = random.Random(f"{game} {players} {seed}")
    options = FORMS.get((game, players), {})
    prepared = Prepared(game, players, options=options)
    for _ in range(steps):
        _keep(best, prepared)
        if prepared.table.phase == "over":
            break
        if prepared.table.phase == "between":
            prepared.confirm()
            continue
        seat = prepared.position.actors()[0]
        prepared.act(seat, _choice(chance, prepared.position.legal(seat)))
    return [situation for _, situation in best.values()]


def seen(prepared: Prepared, what: str = "", cards: int = 0) -> Situation:
    """What the first seat sees of a table."""
    table = prepared.table
    message = msgspec.to_builtins(snapshot(table, table.seq, prepared.guests[0]))
    return Situation(table.game.name, prepared.players, what, cards, {**message, "type": "snapshot"})


def _choice(chance: random.Random, legal: list[str]) -> str:
    """One at random, but nobody gives up."""
    return chance.choice([code for code in legal if code != "concede"] or legal)


def _keep(best: dict[str, tuple[tuple[int, ...], Situation]], prepared: Prepared) -> None:
    table = prepared.table
    asked = table.phase == "playing" and 0 in prepared.position.actors()
    phase = prepared.position.game.phase(prepared.position.state) if table.phase == "playing" else table.phase
    what = f"{phase}{'!' if asked else ''}"
    measure = _measure(prepared)
    if what in best and best[what][0] >= measure:
        return
    situation = seen(prepared, what, measure[0])
    for seat, view in enumerate(situation.message["table"]["seats"]):
        view["name"] = NAMES[seat]
    best[what] = (measure, situation)


def _measure(prepared: Prepared) -> tuple[int, ...]:
    """How full the table is for the first seat: cards in the hand and in the trick, ways to act, deals on the sheet."""
    position = prepared.position
    held = int(position.state.hands[0]).bit_count()
    lying = sum(card != -1 for card in position.state.trick[: prepared.players])
    legal = len(position.legal(0)) if 0 in position.actors() else 0
    return held, lying, legal, len(prepared.table.match.sheet if prepared.table.match else [])


def every() -> Iterator[tuple[str, int]]:
    """Every game with every number of players."""
    for name, game in GAMES.items():
        low, high = game.players
        for players in range(low, high + 1):
            yield name, players
