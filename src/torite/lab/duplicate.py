"""Duplicate deals: every bot in every seat, with the same cards and the same state of the match before them.

Around the table the bots follow each other in an order drawn by lot for each deal, so that no bot has the weakest at
its left more often than another.  Partners are one bot.  Deals of a match that differ in size (Wizard's rounds) are
all visited in turn: the deals before are played at random.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from torite.cards.rng import new_rng, shuffle
from torite.games.game import Game, Value
from torite.games.position import Position
from torite.lab.bots import bot
from torite.lab.par import par
from torite.lab.seating import GameRef
from torite.search.deals import Asking, answered, asking_deal, bots_rng, draw_word, play_deal
from torite.search.players import RandomPlayer

Played = tuple[list[float], list[float]]  # by bot: the worth of the deal, and its par
DIGITS = 9  # after the point: what is left of a worth beyond them follows from the order in which seats are added up


@dataclass(frozen=True)
class DealJob:
    """One deal, to be played with every bot in every seat."""

    game: GameRef
    players: int
    preset: str
    options: dict[str, Value]
    specs: tuple[str, ...]
    number: int
    seed: bytes
    repeat: int = 0  # another number: the same cards and seats, other chance of the bots


def sides_of(game: Game, state: Any) -> list[int]:
    """The number of the side that each seat belongs to; where nobody has a partner, every seat is a side of its own."""
    told = [int(game.partners(state, seat)) for seat in range(state.players)]
    return [[*dict.fromkeys(told)].index(partners) for partners in told]


def seatings(order: Sequence[int], of: Sequence[int]) -> list[tuple[int, ...]]:
    """Bot of each seat, in several ways: the bots in this order on the sides, each of them beginning on each side."""
    bots, n = len(order), max(of) + 1
    ways = {
        tuple(order[(start + (side + turn) % n) % bots] for side in of) for start in range(bots) for turn in range(n)
    }
    return sorted(ways)


def ways(job: DealJob, before: Position) -> list[tuple[int, ...]]:
    """The seatings of a deal: in what order, is drawn by lot, so that in the mean it is the same for every bot."""
    order = np.arange(len(job.specs), dtype=np.int8)
    shuffle(order, new_rng(job.seed + b"order"))
    return seatings(order.tolist(), sides_of(before.game, before.state))


def play_duplicate(job: DealJob) -> Played:
    """See asking_duplicate."""
    return answered(asking_duplicate(job))


def asking_duplicate(job: DealJob) -> Asking[Played]:
    """Mean worth of the deal to each bot, over all seatings and its seats in them; no luck is left in it."""
    game = job.game.game()
    before = deal_before(game, job)
    bots = [bot(spec) for spec in job.specs]
    totals, seats = [0.0] * len(bots), [0] * len(bots)
    for way in ways(job, before):
        position = before.copy()
        yield from asking_deal(position, [bots[i] for i in way], bots_rng(job.seed))
        points = position.worths()
        for seat, i in enumerate(way):
            totals[i] += points[seat]
            seats[i] += 1
    return [round(total / n, DIGITS) for total, n in zip(totals, seats, strict=True)], [0.0] * len(bots)


def play_single(job: DealJob) -> Played:
    """See asking_single."""
    return answered(asking_single(job))


def asking_single(job: DealJob) -> Asking[Played]:
    """The same from one seating drawn by lot: its mean is that of all seatings.  And the par, counted alike."""
    game = job.game.game()
    before = deal_before(game, job)
    seated = ways(job, before)
    way = seated[draw_word(new_rng(job.seed + b"seating")) % len(seated)]
    shares, again = seat_shares(way, len(job.specs)), job.repeat.to_bytes(4, "big") if job.repeat else b""
    position = before.copy()
    bots = [bot(spec) for spec in job.specs]
    yield from asking_deal(position, [bots[i] for i in way], bots_rng(job.seed + again))
    return (shares @ position.worths()).tolist(), (shares @ par(before, job.seed)).tolist()


def seat_shares(way: Sequence[int], n_bots: int) -> Any:
    """What each seat's worth counts for each bot in one seating: float[bots, players].

    The mean over the seatings is the mean over all seats that the bot has in them, for it has each equally often.
    """
    return (np.array(way) == np.arange(n_bots)[:, None]) * (n_bots / len(way))


def deal_before(game: Game, job: DealJob) -> Position:
    """The deal just made; where a match has a fixed number of deals, they come in turn."""
    position = Position(game, job.players, seed=job.seed, options=job.options, preset=job.preset)
    position.deal()
    deals = game.deals(position.state) or 1
    rng = bots_rng(job.seed + b"before")
    for _ in range(job.number % deals):
        play_deal(position, [RandomPlayer()] * job.players, rng)
        position.deal()
    return position
