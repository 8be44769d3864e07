"""Seasons of matches that somebody has played, laid into a house."""

import random
from itertools import count

import msgspec
import sqlalchemy as sa

from browser.stage import House
from server.test_ratings import lay, par
from torite.server.matches.reviews import ALL
from torite.server.storage.database import Work
from torite.server.storage.schema import REVIEWS
from torite.server.storage.store import Store

DAY = 86400
NEW = count(1)  # here, for a file of tests may be imported twice, by two names


def played(house: House, me: str, game: str = "wizard") -> None:
    """A season of 30 matches, some of them reviewed, and some with a par."""
    chance, year = random.Random(7), next(NEW) * 1000 * DAY + 1.7e9
    people = [("guest", me), ("guest", f"rin-{me}"), ("bot", "strong"), ("bot", "gentle")]

    async def write(store: Store) -> None:
        for n in range(30):
            players = people if n % 2 else [people[0], *[("bot", "strong")] * 3]
            places = chance.sample(range(1, 5), 4) if n % 2 else [1 + n % 3, 4, 4, 4]
            table = int(year + n * DAY)
            met = [chance.randint(4, 12) for _ in range(4)]
            await store.run(lay(table, players, places, game=game, bids=[15] * 4, met=met))
            if n % 3 == 0:
                cost = {"unit": "points", "mean": 2 + 4 / (n + 2), "error": 0.4}
                body = msgspec.json.encode(cost)
                rows = [{"table_id": f"t{table}", "number": 1, "seat": seat, "body": body} for seat in (0, 2)]
                await store.run(lambda connection, rows=rows: connection.execute(REVIEWS.insert(), rows))  # type: ignore[misc]
            if n % 4 == 0:
                await store.run(parted(f"t{table}", chance.uniform(-60, 60), chance.uniform(-30, 20)))

    house.store(write)


def parted(table: str, cards: float, play: float) -> Work[None]:
    """The par of a match, whose first seat had this of its cards and its play, and the others a third of the rest."""
    by_seat = [[value / 5, *[-value / 15] * 3] for value in (cards, play)]
    body = par(*[(by_seat[0], [2.0] * 4, by_seat[1])] * 5)

    def write(connection: sa.Connection) -> None:
        connection.execute(REVIEWS.insert(), {"table_id": table, "number": 1, "seat": ALL, "body": body})

    return write
