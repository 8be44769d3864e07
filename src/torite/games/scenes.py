"""What readers see of a state, as plain data (scene.py): made from what is declared of its zones and badges."""

from typing import Any

import numpy as np
from msgspec.structs import replace

from torite.cards.actions import Action, list_actions
from torite.cards.bits import members
from torite.games.game import Game
from torite.games.scene import Badge, Meaning, Note, Scene, Zone
from torite.games.why import reasons
from torite.games.zones import ZoneSpec

SPECTATOR = -1  # the last of all views


def _notes(game: Game, v: Any, seat: int, may: list[Action]) -> dict[str, Note]:
    found = {game.codes[a]: game.note(v, seat, a) for a in may}
    return {code: note for code, note in found.items() if note is not None}


def _meant(game: Game, v: Any) -> list[Meaning]:
    """What a finished deal meant, by seat."""
    worth = np.zeros(int(v.players))
    game.score(v, worth)
    best = [bool(min(worth) < points == max(worth)) for points in worth]
    found = []
    for p, points in enumerate(worth):
        meaning = Meaning("points", {"gain": round(points)}) if game.meaning is None else game.meaning(v, p)
        meaning.won = best[p] if meaning.won is None else meaning.won
        found.append(meaning)
    return found


class Scenes:
    """The scenes of one state, for any readers: what is the same for all is made once, from what a spectator knows."""

    def __init__(self, game: Game, s: Any) -> None:
        """s: the state; a view of it is enough for who has it."""
        self._game, self._views = game, game.state.views(s, int(s.players))
        self._seen: dict[int | None, Scene] = {}
        v = self._views[SPECTATOR]
        zones, badges = game.same
        self._zones: list[Zone] = []
        self._otherwise: list[tuple[ZoneSpec, bool, int, int]] = []  # last first: what a seat sees otherwise, and where
        for part, same in zip(game.zones, zones, strict=True):
            begin = len(self._zones)
            self._zones += part.zones(v, None, game.deck) if same else []
            if part.own or not same:
                self._otherwise.insert(0, (part, same, begin, len(self._zones)))
        figures = [(spec, same) for spec, same in zip(game.badges, badges, strict=True) if spec.shown(v)]
        made = [spec.badges(v, None) for spec, _ in figures]
        self._panels = [list(panel) for panel in zip(*made, strict=True)] or [[] for _ in range(v.players)]
        self._figures = [(i, spec, same) for i, (spec, same) in enumerate(figures) if spec.own or not same]
        turn = members(game.actors(v))
        self._blank = Scene(
            seat=None,
            players=int(v.players),
            deal=int(v.deals),
            deals=None if (deals := game.deals(v)) is None else int(deals),
            phase=game.phase(v),
            dealer=int(v.dealer) if v.dealer >= 0 else None,
            turn=turn,
            direction=game.direction(v),
            zones=self._zones,
            badges=self._panels,
            legal=[],
            why={},
            meant=_meant(game, v) if v.deals and not turn else [],
        )

    def of(self, seat: int | None) -> Scene:
        """The scene of `seat`, from its view alone; made once."""
        if seat not in self._seen:
            self._seen[seat] = self._made(seat)
        return self._seen[seat]

    def _made(self, seat: int | None) -> Scene:
        game = self._game
        v = self._views[SPECTATOR if seat is None else seat]
        seen = replace(self._blank, seat=seat, zones=self._zones_of(v, seat), badges=self._badges_of(v, seat))
        if seat is not None and seat in seen.turn:
            may = list_actions(game.legal(v, seat))
            seen.legal = [game.codes[a] for a in may]
            seen.why, seen.notes = reasons(game, v, seat, may), _notes(game, v, seat, may)
            seen.together = int(game.together(v, seat))
        return seen

    def view(self, seat: int) -> Any:
        """What the seat may know, as a record of the game's state."""
        return self._views[seat]

    def hand(self, seat: int) -> int:
        """The set of cards that the seat has in hand."""
        return self._game.hand(self.view(seat), seat)

    def _zones_of(self, v: Any, seat: int | None) -> list[Zone]:
        zones, deck = self._zones.copy(), self._game.deck
        for part, same, begin, end in self._otherwise:
            if not same:
                zones[begin:end] = part.zones(v, seat, deck)
            elif seat is not None:
                zones[begin:end] = part.with_own(zones[begin:end], v, seat, deck)
        return zones

    def _badges_of(self, v: Any, seat: int | None) -> list[list[Badge]]:
        if seat is None or not self._figures:
            return self._panels
        panels = [panel.copy() for panel in self._panels]
        for i, spec, same in self._figures:
            if same:
                panels[seat][i] = spec.badge(v, seat, seat, panels[seat][i].value)
            else:
                for panel, badge in zip(panels, spec.badges(v, seat), strict=True):
                    panel[i] = badge
        return panels


def scene(game: Game, v: Any, seat: int | None) -> Scene:
    """The scene of a view `v` of `seat`."""
    return Scenes(game, v).of(seat)
