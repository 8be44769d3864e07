"""A table at which a challenge is played: what may be asked there, when it is over, and what came of it."""

import hashlib
from collections.abc import Sequence
from typing import Any

from torite.search.players import DEFAULT_LEVEL, LEVELS
from torite.table import messages
from torite.table.challenge import from_deal, worths
from torite.table.events import Challenge
from torite.table.refusals import RefusalCode, Refused
from torite.table.scribe import outcome_of
from torite.table.table import Guest, Match, Table

FIXED = (
    messages.SetOption, messages.SetPreset, messages.SetHints, messages.SetClock, messages.AskHint, messages.AddBot,
    messages.Remove, messages.Swap, messages.SetListed, messages.SetWatching, messages.SetWord, messages.Start,
    messages.Again, messages.Reset, messages.Share, messages.TakeBack, messages.Nonce, messages.Invite,
)  # fmt: skip


def check(table: Table, request: messages.FromClient) -> None:
    """Everybody plays the same, once, and alone.  Raises Refused."""
    if table.challenge is not None and isinstance(request, FIXED):
        raise Refused(RefusalCode.CHALLENGE_FIXED)


def drawn(table: Table, seat: int) -> int:
    """The chance of the bot's next choice: the same whenever the same was done."""
    assert table.challenge is not None and table.match is not None
    done = (len(table.match.deals), len(table.match.deals[-1].moves), seat)
    digest = hashlib.sha256(b"bots" + bytes.fromhex(table.challenge.secret) + b"%d %d %d" % done).digest()
    return int.from_bytes(digest[:8], "big")


def is_over(table: Table) -> bool:
    """When a deal is over: is the match, too, or what of it is to be played?"""
    assert table.match is not None
    one_deal = table.challenge is not None and not table.challenge.whole
    return one_deal or table.match.position.finished()


def outcome(table: Table) -> dict[str, Any]:
    """`outcome` of what was played: of the deal alone where only that was."""
    assert table.match is not None
    position = table.match.position
    if table.challenge is None or table.challenge.whole:
        return outcome_of(position)
    points = [round(worth) for worth in worths(position)]
    winners = [seat for seat, each in enumerate(points) if each == max(points)]
    return {"scores": points, "winners": [] if len(winners) == len(points) else winners, "draw": len(set(points)) == 1}


def result(match: Match, whole: bool, deal: int, seat: int) -> float:
    """What the challenge has brought to the seat in this finished match: of its deal, or of all."""
    if whole:
        assert match.outcome is not None
        return float(match.outcome.scores[seat])
    position = match.position.before_first_deal()
    for each in match.deals[:deal]:
        position.deal(list(each.deck))
        for move in each.moves:
            position.play(move.code, move.seat)
    return worths(position)[seat]


# ---- a challenge of what was played ----
def why_not(table: Table, guest: Guest | None) -> RefusalCode | None:
    """Why this guest may not have deals of the match that has just ended at the table played again; None = may.

    What others have played, too, is theirs as well until all have agreed to show it.
    """
    people = [each for each in table.match.guests if each is not None] if table.match is not None else []
    if guest is None or guest.id not in people:
        return RefusalCode.PRIVATE
    return RefusalCode.CHALLENGE_PRIVATE if len(people) > 1 and table.played not in table.shared else None


def of_match(challenge_id: str, table: Table, match: Match, deal: int, seat: int) -> Challenge:
    """A deal of a match that is over, from 1, for this seat; the whole match where it is one story.

    match: as it was played at `table`.  Raises Refused.
    """
    if not 1 <= deal <= len(match.deals):
        raise Refused(RefusalCode.NO_SUCH_DEAL, deals=len(match.deals))
    position = match.position
    challenge = Challenge(
        id=challenge_id,
        game=position.game.name,
        players=position.players,
        preset=position.preset,
        options=dict(position.options),
        seat=seat,
        level=_level([each.level for i, each in enumerate(table.seats) if i != seat and each.kind == "bot"]),
        salt=match.seal.salt,
        secret=match.seal.secret,
        nonces=list(match.nonces),
        fairness=match.fairness,
        whole=position.game.span.whole,
    )
    before = position.before_first_deal()
    for each in [] if challenge.whole else match.deals[: deal - 1]:
        before.deal(list(each.deck))
        for move in each.moves:
            before.play(move.code, move.seat)
    return from_deal(challenge, before)


def _level(levels: Sequence[str | None]) -> str:
    """The level that all bots had, if it does not think by time."""
    level = levels[0] if len(set(levels)) == 1 else None
    return level if level in LEVELS and not LEVELS[level].endswith("ms") else DEFAULT_LEVEL
