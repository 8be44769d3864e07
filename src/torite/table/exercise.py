"""Exercises: a moment of a finished match at which one action was clearly better than all others, asked again.

Who is asked sees what the seat saw, and nothing of what came of it; what is asked about names nobody.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from torite.games.game import Game
from torite.table.looking import Alternative, Replay
from torite.table.refusals import RefusalCode, Refused
from torite.table.replay import shown_again

KEPT = ("format", "game", "players", "preset", "options", "seed")  # of a record: without names, time and end


class Posed(msgspec.Struct, frozen=True):
    """An exercise with its answer."""

    record: dict[str, Any]  # ends right before the decision; holds all cards
    deal: int  # from 1
    step: int  # of the actions of the deal, from 1: the one that is asked for
    seat: int
    alternatives: list[Alternative]  # the best one first
    worlds: int


def posed(
    record: Mapping[str, Any], deal: int, step: int, seat: int, alternatives: list[Alternative], worlds: int
) -> Posed:
    """The exercise that is made of a decision."""
    last = record["deals"][deal - 1]
    cut = {**last, "actions": last["actions"][: step - 1], "result": None}
    deals = [*record["deals"][: deal - 1], cut]
    before = {key: record[key] for key in KEPT if key in record} | {"deals": deals, "outcome": None, "unfinished": True}
    return Posed(before, deal, step, seat, alternatives, worlds)


def shown(exercise: Posed, games: Mapping[str, Game]) -> Replay:
    """The deal up to the decision as the seat saw it; at the end it is asked.

    Raises RecordError where the rules do not allow any more what was played.
    """
    replay = shown_again(exercise.record, exercise.deal, exercise.seat, False, games, asked=True)
    for moment in replay.moments[:-1]:
        moment.legal, moment.scene.legal, moment.scene.why, moment.scene.notes = [], [], {}, {}
    replay.seat = exercise.seat
    return replay


def check(exercise: Posed, code: str, games: Mapping[str, Game]) -> None:
    """May this be answered?  Raises Refused, RecordError."""
    scene = shown(exercise, games).moments[-1].scene
    if code not in scene.legal:
        raise Refused(RefusalCode.ILLEGAL_ACTION, code=code[:40], legal=scene.legal, why=scene.why.get(code))
