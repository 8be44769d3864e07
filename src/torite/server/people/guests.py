"""Who a visitor is: a name and a random id in a signed cookie.  There are no accounts.

Somebody may plant a cookie of their own in another one's browser, to sit on the same seat.  So a browser sends a
secret key when it chooses a name, and the cookie holds its hash: a cookie that was given to another key is not kept.
"""

import hashlib
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from itsdangerous import BadSignature, URLSafeSerializer

from torite.server.visitors.limits import Caller
from torite.table.table import Guest

COOKIE = "torite_guest"
SEALED = "__Host-" + COOKIE  # where the site is secure: no other host, and nobody without encryption, can set this one
YEAR = 365 * 24 * 3600  # seconds
KEY_BYTES = 32


class BrokenCookie(Exception):  # noqa: N818 (the visitor's state, no error of ours)
    """The cookie was not signed by this server, or has been changed."""


@dataclass(frozen=True)
class Badge:
    """What a cookie says."""

    guest: Guest
    lock: str  # hash of the browser's key
    age: int = 0  # how often the guest had logged out everywhere when it was given (sessions.py)


class Cookies:
    """Signs cookies and reads them."""

    def __init__(self, key: bytes) -> None:
        self._serializer = URLSafeSerializer(key, salt=COOKIE)

    def sign(self, badge: Badge) -> str:
        """The cookie's value."""
        guest = badge.guest
        return str(self._serializer.dumps([guest.id, guest.name, badge.lock, badge.age]))

    def read(self, value: str | None) -> Badge | None:
        """What a cookie says; None without one.  Raises BrokenCookie."""
        if not value:
            return None
        try:
            loaded = self._serializer.loads(value)
        except BadSignature as error:
            raise BrokenCookie from error
        match loaded:
            case [str(id), str(name), str(lock)]:  # of the time before guests could log out
                return Badge(Guest(id, name), lock)
            case [str(id), str(name), str(lock), int(age)]:
                return Badge(Guest(id, name), lock, age)
        raise BrokenCookie


def cookie_name(scheme: str) -> str:
    """The name of the cookie on a connection of this scheme."""
    return SEALED if scheme in ("https", "wss") else COOKIE


def shown_cookie(caller: Caller) -> str | None:
    """The value of the visitor's cookie as it came; None without one.

    It has no quotes to be taken away.  For those that others may have, Python takes time by the square of their length.
    """
    wanted, value = cookie_name(caller.url.scheme), None
    for cookie in caller.headers.get("cookie", "").split(";"):
        name, _, found = cookie.partition("=")
        if name.strip() == wanted:
            value = found.strip()
    return value


def lock(key: str | None) -> str:
    """A browser's key as it stands in its cookies."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:32] if key is not None else ""


def new_guest_id() -> str:
    """An id that nobody can guess, and that no command line takes for an option."""
    return secrets.token_hex(12)


def load_key(path: Path) -> bytes:
    """The signing key in `path`; a new one, readable by its owner alone, if there is none.  Raises OSError.

    It is there as a whole or not at all, and of several who make one at the same time all take the first one's.
    """
    if not path.exists():
        keep_key(path, secrets.token_bytes(KEY_BYTES), _link)
    key = path.read_bytes()
    if len(key) < KEY_BYTES:
        raise OSError("it is no signing key; remove it to get a new one")
    return key


def keep_key(path: Path, key: bytes, place: Callable[[Path, Path], object] = os.replace) -> None:
    """Write a key, for its owner alone to read; after a power cut, too, it is there as a whole or not at all.

    place: gives what is written its name.  Raises OSError.
    """
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(key)
            out.flush()
            os.fsync(out.fileno())  # an empty one would keep the house shut
        place(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)
    with suppress(OSError):  # a folder that may not be opened, as none may on Windows
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)  # else the name may be lost, and with the key everybody's seat
        finally:
            os.close(folder)


def _link(fresh: Path, path: Path) -> None:
    """Whoever else has placed one was first."""
    try:
        os.link(fresh, path)
    except FileExistsError:
        pass
    except OSError:  # a disk that knows no links
        fresh.replace(path)
