"""A finished match shown again, move by move, from any seat: as that seat saw it, or with all hands open.

Built from the record, so that a file from elsewhere and a match of the house are looked at in the same way.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from torite.games import GAMES
from torite.games.game import Game
from torite.games.position import Position
from torite.games.scene import HandZone, Scene
from torite.games.zones import Hands
from torite.table import records
from torite.table.format import Match, names_of, parsed
from torite.table.looking import Moment, Replay
from torite.table.messages import Outcome
from torite.table.refusals import RefusalCode, Refused


def shown_again(
    record: Mapping[str, Any],
    deal: int,
    seat: int | None,
    is_open: bool,
    games: Mapping[str, Game] = GAMES,
    asked: bool = False,
) -> Replay:
    """One deal of a record, from 1.  Raises RecordError, Refused.

    seat     whose view it is; None = a spectator's
    is_open  beside the view, all hands, and what others could have played
    asked    each scene has what `seat` was asked then
    """
    records.replay(record, games=games, unfinished=True)
    match = parsed(record)
    if not 1 <= deal <= len(match.deals):
        raise Refused(RefusalCode.NO_SUCH_DEAL, deals=len(match.deals))
    if seat is not None and not 0 <= seat < match.players:
        raise Refused(RefusalCode.NO_SUCH_SEAT, seat=seat + 1)
    end = match.outcome
    moments = list(_moments(match, games[match.game], deal, seat, is_open))
    if not asked:
        for moment in moments:
            moment.scene.legal, moment.scene.why, moment.scene.notes = [], {}, {}  # nothing is asked any more
    return Replay(
        game=match.game,
        players=match.players,
        preset=match.preset,
        options=match.options,
        names=names_of(match),
        started=match.started,
        deals=[len(each.actions) for each in match.deals],
        deal=deal,
        moments=moments,
        dealt=[] if seat is None else _as_dealt(match.deals[deal - 1].hands[seat], moments[0].scene),
        sheet=[each.result for each in match.deals if each.result is not None],
        outcome=Outcome(end.scores, end.winners, end.draw) if end is not None else None,
    )


def _as_dealt(hand: list[str], scene: Scene) -> list[str]:
    """Order alone is added to what the scene shows: a card that is not in the viewer's hand is not named."""
    hands = (zone for zone in scene.zones if isinstance(zone, HandZone) and zone.seat == scene.seat)
    held = {code for zone in hands for code in zone.cards}
    return [code for code in hand if code in held]


def _moments(match: Match, game: Game, deal: int, seat: int | None, is_open: bool) -> Iterator[Moment]:
    """The deal as it lay there at first, then after every action."""
    position = records.opening(match, game)
    for number, each in enumerate(match.deals[:deal], start=1):
        position.deal(records.dealing_order(position, each))
        if number == deal:
            yield _moment(position, None, None, [], seat, is_open)
        for actor, code, *_ in each.actions:
            assert isinstance(actor, int) and isinstance(code, str)
            before = position.copy() if number == deal else None
            position.play(code, actor)
            if before is not None:
                yield _after(before, position, actor, code, seat, is_open)


def _after(before: Position, after: Position, actor: int, code: str, seat: int | None, is_open: bool) -> Moment:
    """What `seat` sees when `actor` (-1 = chance) has done `code`."""
    game = before.game
    if actor == -1:
        return _moment(after, *game.chance_shown(code), [], seat, is_open)
    own = is_open or actor == seat
    told = code if own or not game.is_sealed(before.state, actor, code) else None
    return _moment(after, actor, told, before.legal(actor) if own else [], seat, is_open)


def _moment(
    position: Position, actor: int | None, code: str | None, legal: list[str], seat: int | None, is_open: bool
) -> Moment:
    return Moment(actor, code, legal, position.scene(seat), open_hands(position) if is_open else [])


def open_hands(position: Position) -> list[list[str]]:
    """The cards that each seat holds, as it sees them itself."""
    game = position.game
    hands: list[list[str]] = [[] for _ in range(position.players)]
    for seat in range(position.players):
        view = position.view(seat)
        for spec in game.zones:
            if isinstance(spec, Hands):
                own = (zone for zone in spec.zones(view, seat, game.deck) if isinstance(zone, HandZone))
                hands[seat] += next(zone.cards for zone in own if zone.seat == seat)
    return hands
