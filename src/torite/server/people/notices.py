"""Notices: who is not there is told on his own devices that he is waited for, where a day may pass until he moves.

Web Push (RFC 8030, 8291, 8292) by the library `pywebpush`, an extra: `torite[push]`.  What is sent is encrypted for the
browser and names the game and the players, never a card, and it is sent at once, whatever the seat may do.  The address
to which it goes comes from a visitor: nothing is sent but to the hosts of push services that are known, or that whoever
runs the house has named.
"""

import asyncio
import base64
import hashlib
import logging
import re
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from typing import Any, Literal
from urllib.parse import urlsplit

import msgspec
import sqlalchemy as sa

from torite.games.game import Game
from torite.games.texts import game_text
from torite.locale import LANGUAGES, text
from torite.server.logs import where
from torite.server.settings import Settings
from torite.server.storage.rounds import why
from torite.server.storage.schema import DEVICES
from torite.server.storage.store import Store
from torite.table.bodies import Device
from torite.table.clock import is_patient
from torite.table.refusals import RefusalCode, Refused
from torite.table.returning import MyDevice
from torite.table.table import Table
from torite.table.views import NOBODY

LOG = logging.getLogger("torite")
SERVICES = (  # of Chrome and most others, Firefox, Edge, Safari
    "fcm.googleapis.com", "jmt17.google.com", "*.push.services.mozilla.com", "*.notify.windows.com", "*.push.apple.com",
)  # fmt: skip
MOST = 5  # devices of a guest; the one that is there for the longest time goes
QUEUED = 1000  # notices that wait; a house that has more sends the others not at all
SENDERS = 4  # at once
PATIENCE = (3.0, 4.0)  # seconds that a push service has for the connection, and for the answer
HUSH = 3600.0  # seconds after words in which nobody is told of more who may have been told of those
GOOD_FOR = 86400  # seconds for which a push service keeps a notice: then it is somebody else's turn
# No user, nothing that one parser takes for a part of the host and another for its end
ADDRESS = re.compile(r"https?://[a-zA-Z0-9.-]+(:[0-9]+)?(/[!-\[\]-~]*)?")
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of P-256
GONE = (404, 410)  # what a push service answers of a browser that does not listen any more


Kind = Literal["turn", "asked", "late", "over", "invited", "said"]
Call = tuple[str, Kind, int]  # guest id, what the guest is told, and since when it is so


@dataclass(frozen=True)
class Notice:
    """What somebody is told."""

    guest: str  # id
    table: str
    game: Game
    kind: Kind
    since: int  # by it one turn is told from the next one
    names: tuple[str, ...]  # of the others

    def payload(self, lang: str) -> bytes:
        """What the browser's service worker shows (client/public/sw.js)."""
        told = {
            "title": text(f"push.{self.kind}", lang),
            "body": " · ".join([game_text(self.game, "name", lang), *self.names]),
            "path": f"/t/{self.table}",
            "lang": lang,
        }
        return msgspec.json.encode(told)


class Notices:
    """Those that wait to be sent, and the devices of all guests."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store, self._contact, self._seed = store, settings.push, settings.key
        self._hosts = (*SERVICES, *settings.push_hosts)
        self._queue: asyncio.Queue[Notice] = asyncio.Queue(QUEUED)
        self._threads = ThreadPoolExecutor(SENDERS, "notices")  # of their own: one that hangs keeps nobody waiting
        self.sent = settings.push is not None and find_spec("pywebpush") is not None  # are any?

    # ---- devices ----
    @cached_property
    def _vapid(self) -> Any:
        """What the house signs with: the same at all its nodes, as it follows from the key of the house."""
        from cryptography.hazmat.primitives.asymmetric import ec
        from py_vapid import Vapid02

        number = int.from_bytes(hashlib.sha512(b"torite_push" + self._seed).digest())
        return Vapid02(ec.derive_private_key(number % (ORDER - 1) + 1, ec.SECP256R1()))

    @property
    def key(self) -> str | None:
        """The public one, as browsers want it; None = nothing is sent."""
        if not self.sent:
            return None
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    async def add(self, guest: str, device: Device) -> None:
        """Tell this guest there, and nobody else.  Raises Refused, StoreError."""
        if not self.sent:
            raise Refused(RefusalCode.NO_NOTICES)
        if not (is_of(device.endpoint, self._hosts) and _is_key(device.key) and len(_decoded(device.secret)) == 16):
            raise Refused(RefusalCode.BAD_DEVICE)
        lang = device.lang if device.lang in LANGUAGES else "en"
        row = {
            "mark": _mark(device.endpoint), "guest": guest, "endpoint": device.endpoint, "key": device.key,
            "secret": device.secret, "lang": lang, "made": time.time(),
        }  # fmt: skip

        def write(connection: sa.Connection) -> None:
            connection.execute(DEVICES.delete().where(DEVICES.c.mark == row["mark"]))
            own = sa.select(DEVICES.c.mark).where(DEVICES.c.guest == guest).order_by(DEVICES.c.made.desc())
            late = connection.execute(own.offset(MOST - 1)).scalars().all()
            connection.execute(DEVICES.delete().where(DEVICES.c.mark.in_(late)))
            connection.execute(DEVICES.insert(), row)

        await self._store.run(write)

    async def remove(self, guest: str, endpoint: str | None = None) -> None:
        """Tell this guest nothing there any more, None = on none of his devices.  Raises StoreError."""
        gone = DEVICES.delete().where(DEVICES.c.guest == guest)
        if endpoint is not None:
            gone = gone.where(DEVICES.c.mark == _mark(endpoint))
        await self._store.run(lambda connection: connection.execute(gone))

    async def of_guest(self, guest: str) -> list[MyDevice]:
        """The oldest first.  Raises StoreError."""
        query = sa.select(DEVICES).where(DEVICES.c.guest == guest).order_by(DEVICES.c.made)
        return [MyDevice(row.endpoint, row.lang, row.made) for row in await self._store.read(query)]

    # ---- what is sent ----
    def tell(
        self, before: Table, after: Table, here: frozenset[str], called: set[Call], gone: frozenset[str] = NOBODY
    ) -> None:
        """What has happened at a table is news for whom it concerns and who is not there.  Never waits.

        here: guests who are there; called: what those have been told who have not come since, which is added to: nobody
        is told it again, or of another proposal, nor of words what has been told anything; gone: who were there before,
        and may have left something undone
        """
        if self.sent and is_patient(after.clock):
            for notice in news(before, after, here, gone):
                call = (notice.guest, notice.kind, 0 if notice.kind == "asked" else notice.since)
                is_called = any(notice.guest == guest for guest, *_ in called)
                if call not in called and not (notice.kind == "said" and is_called):
                    called.add(call)
                    with suppress(asyncio.QueueFull):
                        self._queue.put_nowait(notice)

    async def work(self) -> None:
        """For ever."""
        await asyncio.gather(*(self._send_all() for _ in range(SENDERS if self.sent else 0)))

    async def _send_all(self) -> None:
        while True:
            notice = await self._queue.get()
            try:
                devices = await self._store.read(sa.select(DEVICES).where(DEVICES.c.guest == notice.guest))
            except Exception as error:
                LOG.warning("a notice could not be sent: %(error)s", {"error": why(error)})
                continue
            for device in devices:
                if is_of(device.endpoint, self._hosts):  # whoever runs the house may have changed their mind
                    await self._send(device, notice)

    async def _send(self, device: Any, notice: Notice) -> None:
        """To one device; what goes wrong there concerns no other one."""
        try:
            loop = asyncio.get_running_loop()
            if await loop.run_in_executor(self._threads, self._post, device, notice) in GONE:
                await self.remove(notice.guest, device.endpoint)
        except Exception as error:
            LOG.warning("a notice could not be sent: %(error)s", {"error": where(error)})

    def _post(self, row: Any, notice: Notice) -> int:
        """HTTP status of the push service.  A later notice of the same table takes the place of this one there."""
        import requests
        from pywebpush import WebPushException, webpush

        with requests.Session() as session:
            session.trust_env, session.max_redirects = False, 0  # nowhere else
            try:
                answer = webpush(
                    {"endpoint": row.endpoint, "keys": {"p256dh": row.key, "auth": row.secret}},
                    notice.payload(row.lang).decode(),
                    vapid_private_key=self._vapid,
                    vapid_claims={"sub": str(self._contact)},
                    timeout=PATIENCE,
                    ttl=GOOD_FOR,
                    headers={"Topic": _mark(notice.table)[:32]},
                    requests_session=session,
                )
            except WebPushException as error:
                if error.status_code in GONE:
                    return int(error.status_code)
                raise
        return int(answer.status_code)


def news(before: Table, after: Table, here: frozenset[str], gone: frozenset[str] = NOBODY) -> list[Notice]:
    """What the table is to persons who are not here, and was not to them before."""
    found = []
    fresh = _concerns(after, here) - _concerns(before, here | gone)
    if after.chat != before.chat:
        fresh |= _spoken_to(after, here)
    for i, kind, since in sorted(fresh):
        guest = after.seats[i].guest
        if guest is not None and guest not in here:
            names = tuple(other.name or "" for p, other in enumerate(after.seats) if p != i and other.kind != "open")
            found.append(Notice(guest, after.id, after.game, kind, since, names))
    return found


def _concerns(table: Table, here: frozenset[str]) -> set[tuple[int, Kind, int]]:
    """Seats of persons, what the table is to them, and since when.

    Between two deals it waits for the first OK: of somebody who is here, or if nobody is, of all.
    """
    persons = {i: seat for i, seat in enumerate(table.seats) if seat.kind == "person"}
    found: set[tuple[int, Kind, int]]
    found = {(i, "turn", since) for i, since in table.asked.items() if i in persons and persons[i].is_person}
    found |= {(i, "late", 0) for i, seat in persons.items() if seat.stand_in}
    if table.pending is not None:
        found |= {(i, "asked", table.pending.begun) for i in table.undecided()}
    if table.invited is not None:
        found |= {(i, "invited", table.played) for i in persons if i != table.invited.seat}
    if table.phase == "over":
        found |= {(i, "over", table.played) for i in persons}
    elif table.phase == "between" and table.match is not None and here.isdisjoint(s.guest for s in persons.values()):
        found |= {(i, "turn", len(table.match.sheet)) for i, seat in persons.items() if seat.is_person}
    return found


def _spoken_to(table: Table, here: frozenset[str]) -> set[tuple[int, Kind, int]]:
    """Who may want to read what a seat has said last: who is waited for comes anyway, and a stranger calls nobody.

    Nothing takes the place of what tells somebody that he is waited for, or that a bot moves for him; who has left, or
    is barred, is told nothing.
    """
    said = table.chat[-1:]
    waited_for = {i for i, kind, _ in _concerns(table, here) if kind in ("turn", "asked", "late")}
    persons = [i for i, seat in enumerate(table.seats) if seat.kind == "person"]
    return {(i, "said", 0) for line in said for i in persons if line.seat not in (None, i) and i not in waited_for}


def told_lately(table: Table, now: float) -> set[Call]:
    """Who may have been told of words before the table was put away: else whoever comes and goes tells it each time.

    Who has spoken last has seen them all.
    """
    spoke = [line.seat for line in table.chat if line.time is not None and line.time > now - HUSH]
    last = [seat for seat in spoke if seat is not None][-1:]
    return {(seat.guest, "said", 0) for i, seat in enumerate(table.seats) if seat.guest and last not in ([], [i])}


def is_of(endpoint: str, hosts: Iterable[str]) -> bool:
    """Is this URL at one of these hosts, "push.example", "*.push.example", or with scheme and port "http://host:1234"?"""
    try:
        parts = urlsplit(endpoint)
        name, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    if not ADDRESS.fullmatch(endpoint):
        return False
    if f"{parts.scheme}://{parts.netloc}" in hosts:
        return True
    if parts.scheme != "https" or port not in (None, 443):
        return False
    return any(name == host or (host.startswith("*.") and name.endswith(host[1:])) for host in hosts)


def _is_key(told: str) -> bool:
    """Is it a point of P-256?"""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decoded(told))
    except ValueError:
        return False
    return len(_decoded(told)) == 65


def _decoded(told: str) -> bytes:
    """b"" = it is not base64url."""
    try:
        return base64.b64decode(told.rstrip("=") + "=" * (-len(told.rstrip("=")) % 4), b"-_", validate=True)
    except ValueError:
        return b""


def _mark(told: str) -> str:
    return hashlib.sha256(told.encode()).hexdigest()
