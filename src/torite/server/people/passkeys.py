"""Passkeys: a guest comes back on another device by a key that the browser or a password manager keeps.

The library `webauthn` (an extra: `torite[passkeys]`) reads and checks what a browser sends; without it the house takes
none.  What is signed is a challenge of this house: it says for what and for whose browser it is and until when, is
signed by the house itself, so that asking for one leaves nothing behind, and once it has been good for something its
hash is kept until it would have been too late anyway.  A passkey belongs to the host at which it was made.
"""

import asyncio
import base64
import hashlib
import json
import re
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from typing import Any, Literal
from urllib.parse import urlsplit

import sqlalchemy as sa
from itsdangerous import BadSignature, URLSafeSerializer

from torite.server.people.plain import check_attestation, check_authenticator
from torite.server.people.sessions import mark
from torite.server.storage.schema import PASSKEYS
from torite.server.storage.store import Store
from torite.server.visitors.origins import is_address
from torite.table.refusals import RefusalCode, Refused, clean_name
from torite.table.returning import MyPasskey
from torite.table.table import Guest

GOOD_FOR = 5 * 60.0  # seconds: a phone has to be found, and unlocked
MOST = 10  # of one guest
MARK = re.compile("[0-9a-f]{64}")  # under which one is kept

SPEND = sa.text("INSERT INTO spent (mark, until) VALUES (:mark, :until) ON CONFLICT (mark) DO NOTHING RETURNING mark")
LATE = sa.text("DELETE FROM spent WHERE until < :now")

Purpose = Literal["add", "come"]
Answer = dict[str, Any]  # as a browser's `toJSON` writes it


@dataclass(frozen=True)
class Site:
    """Where a page is that asks: a passkey made there is good there alone."""

    origin: str

    @property
    def host(self) -> str:
        """The "relying party".  Raises Refused: at a bare address browsers know no passkeys."""
        name = urlsplit(self.origin).hostname or ""
        if not name or is_address(name):
            raise Refused(RefusalCode.NO_PASSKEYS)
        return name


class Passkeys:
    """Those of all guests."""

    def __init__(self, store: Store, key: bytes) -> None:
        """key: signs what passkeys are to sign."""
        self._store, self._clock = store, time.time
        self._signer = URLSafeSerializer(key, salt="torite_passkey")
        self.taken = find_spec("webauthn") is not None  # does this house take any?

    async def ask_for_new(self, guest: Guest, site: Site) -> Answer:
        """What a browser is told that is to make one.  Raises Refused, StoreError."""
        self._need_library()
        from webauthn import generate_registration_options
        from webauthn.helpers.structs import AuthenticatorSelectionCriteria as Selection
        from webauthn.helpers.structs import PublicKeyCredentialDescriptor as Descriptor
        from webauthn.helpers.structs import ResidentKeyRequirement

        known = await self._store.read(sa.select(PASSKEYS).where(PASSKEYS.c.guest == guest.id))
        if len(known) >= MOST:
            raise Refused(RefusalCode.TOO_MANY_PASSKEYS, max=MOST)
        options = generate_registration_options(
            rp_id=site.host,
            rp_name="torite",
            user_id=_handle(guest.id),
            user_name=guest.name,
            challenge=self._challenge("add", mark(guest.id)),
            timeout=int(GOOD_FOR * 1000),
            authenticator_selection=Selection(resident_key=ResidentKeyRequirement.REQUIRED),
            exclude_credentials=[Descriptor(id=row.credential) for row in known if row.host == site.host],
        )
        return _as_json(options)

    async def add(self, guest: Guest, label: str, answer: Answer, site: Site) -> None:
        """Keep what the browser has made.  Raises Refused, StoreError."""
        self._need_library()
        label, spend = clean_name(label), self._accept(answer, "add", mark(guest.id), site)
        made = await asyncio.to_thread(_checked_new, answer, site)
        row = {
            "mark": _mark(made.credential_id), "credential": made.credential_id, "guest": guest.id,
            "name": guest.name, "label": label, "host": site.host, "public_key": made.credential_public_key,
            "counter": made.sign_count, "made": self._clock(),
        }  # fmt: skip

        def write(connection: sa.Connection) -> None:
            spend(connection)
            count = sa.select(sa.func.count()).where(PASSKEYS.c.guest == guest.id)
            if (connection.scalar(count) or 0) >= MOST:
                raise Refused(RefusalCode.TOO_MANY_PASSKEYS, max=MOST)
            if connection.execute(sa.select(PASSKEYS.c.mark).where(PASSKEYS.c.mark == row["mark"])).first():
                raise Refused(RefusalCode.BAD_PASSKEY)
            connection.execute(PASSKEYS.insert(), row)

        await self._store.run(write)

    def ask_who(self, lock: str, site: Site) -> Answer:
        """What a browser with this lock is told whose reader wants to come back.  Raises Refused."""
        self._need_library()
        from webauthn import generate_authentication_options

        options = generate_authentication_options(
            rp_id=site.host, challenge=self._challenge("come", lock), timeout=int(GOOD_FOR * 1000)
        )
        return _as_json(options)

    async def come_back(self, lock: str, answer: Answer, site: Site) -> Guest:
        """Whose passkey it is.  Raises Refused, StoreError."""
        self._need_library()
        spend, found = self._accept(answer, "come", lock, site), _mark(_bytes_of(answer.get("rawId")))
        rows = await self._store.read(sa.select(PASSKEYS).where(PASSKEYS.c.mark == found))
        if not rows or rows[0].host != site.host:
            raise Refused(RefusalCode.UNKNOWN_PASSKEY)
        row = rows[0]
        counter = await asyncio.to_thread(_checked, answer, site, row)

        def write(connection: sa.Connection) -> None:
            spend(connection)
            same = (PASSKEYS.c.mark == found) & (PASSKEYS.c.counter == row.counter)
            used = PASSKEYS.update().where(same).values(counter=counter, used=self._clock())
            if connection.execute(used).rowcount != 1:  # removed, or used twice at once
                raise Refused(RefusalCode.UNKNOWN_PASSKEY)

        await self._store.run(write)
        return Guest(row.guest, row.name)

    async def of_guest(self, guest: str) -> list[MyPasskey]:
        """Oldest first.  Raises StoreError."""
        query = sa.select(PASSKEYS).where(PASSKEYS.c.guest == guest).order_by(PASSKEYS.c.made, PASSKEYS.c.mark)
        return [MyPasskey(row.mark, row.label, row.host, row.made, row.used) for row in await self._store.read(query)]

    async def remove(self, guest: str, id: str) -> None:
        """One is good no more.  Raises Refused, StoreError."""
        gone = PASSKEYS.delete().where((PASSKEYS.c.guest == guest) & (PASSKEYS.c.mark == id))
        if not MARK.fullmatch(id) or await self._store.run(lambda connection: connection.execute(gone).rowcount) != 1:
            raise Refused(RefusalCode.UNKNOWN_PASSKEY)

    async def rename(self, guest: Guest) -> None:
        """Who comes back has the name that the guest has now.  Raises StoreError."""
        renamed = PASSKEYS.update().where(PASSKEYS.c.guest == guest.id).values(name=guest.name)
        await self._store.run(lambda connection: connection.execute(renamed))

    def _need_library(self) -> None:
        if not self.taken:
            raise Refused(RefusalCode.NO_PASSKEYS)

    def _challenge(self, purpose: Purpose, who: str) -> bytes:
        content = [purpose, who, self._clock() + GOOD_FOR, secrets.token_urlsafe(16)]
        return self._signer.dumps(content).encode()

    def _accept(self, answer: Answer, purpose: Purpose, who: str, site: Site) -> Callable[[sa.Connection], None]:
        """Is it for this page's challenge?  What is to be done so that it never is again.  Raises Refused."""
        challenge, origin = _client_data(answer)
        if origin != site.origin:
            raise Refused(RefusalCode.FOREIGN_ORIGIN)
        try:
            content = self._signer.loads(challenge)
        except BadSignature:
            raise Refused(RefusalCode.BAD_PASSKEY) from None
        until = content[2]
        if content[:2] != [purpose, who] or until < self._clock():
            raise Refused(RefusalCode.LATE_PASSKEY)
        return partial(_spend, _mark(challenge), until, self._clock())


def _as_json(options: Any) -> Answer:
    from webauthn import options_to_json

    told: Answer = json.loads(options_to_json(options))
    return told


def _spend(mark: str, until: float, now: float, connection: sa.Connection) -> None:
    connection.execute(LATE, {"now": now})
    if connection.execute(SPEND, {"mark": mark, "until": until}).first() is None:
        raise Refused(RefusalCode.LATE_PASSKEY)


def _client_data(answer: Answer) -> tuple[bytes, str]:
    """The challenge that was signed, and of which page.  Raises Refused."""
    try:
        told = json.loads(_bytes_of(answer["response"]["clientDataJSON"]))
        return _bytes_of(told["challenge"]), str(told["origin"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Refused(RefusalCode.BAD_PASSKEY) from None


def _bytes_of(text: Any) -> bytes:
    """Of base64url.  Raises Refused."""
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (ValueError, TypeError):
        raise Refused(RefusalCode.BAD_PASSKEY) from None


def _checked_new(answer: Answer, site: Site) -> Any:
    """A `VerifiedRegistration`.  Raises Refused."""
    from webauthn import verify_registration_response

    challenge, origin = _client_data(answer)
    try:
        check_attestation(_bytes_of(answer["response"]["attestationObject"]))
        return verify_registration_response(
            credential=answer, expected_challenge=challenge, expected_rp_id=site.host, expected_origin=origin
        )
    except Exception:  # whatever the library, CBOR or the cryptography make of rubbish
        raise Refused(RefusalCode.BAD_PASSKEY) from None


def _checked(answer: Answer, site: Site, row: Any) -> int:
    """How often the passkey has signed by now, as far as it counts.  Raises Refused."""
    from webauthn import verify_authentication_response

    challenge, origin = _client_data(answer)
    handle = answer["response"].get("userHandle")
    if handle is None or _bytes_of(handle) != _handle(row.guest):
        raise Refused(RefusalCode.BAD_PASSKEY)
    try:
        check_authenticator(_bytes_of(answer["response"]["authenticatorData"]))
        verified = verify_authentication_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=origin,
            credential_public_key=row.public_key,
            credential_current_sign_count=row.counter,
        )
    except Exception:  # as above
        raise Refused(RefusalCode.BAD_PASSKEY) from None
    return int(verified.new_sign_count)


def _handle(guest: str) -> bytes:
    """By what a passkey knows its guest: not by the id."""
    return bytes.fromhex(mark(guest))


def _mark(told: bytes) -> str:
    return hashlib.sha256(told).hexdigest()
