"""Who a visitor is: a name and a random id in a signed cookie.  There are no accounts."""

import os
import secrets
from pathlib import Path

from itsdangerous import BadSignature, URLSafeSerializer

from torite.table.table import Guest

COOKIE = "torite_guest"
YEAR = 365 * 24 * 3600  # seconds
KEY_BYTES = 32


class BrokenCookie(Exception):  # noqa: N818 (the visitor's state, no error of ours)
    """The cookie was not signed by this server, or has been changed."""


class Cookies:
    """Signs cookies and reads them."""

    def __init__(self, key: bytes) -> None:
        self._serializer = URLSafeSerializer(key, salt=COOKIE)

    def sign(self, guest: Guest) -> str:
        """The cookie's value."""
        return str(self._serializer.dumps([guest.id, guest.name]))

    def read(self, value: str | None) -> Guest | None:
        """The guest of a cookie; None without one.  Raises BrokenCookie."""
        if not value:
            return None
        try:
            loaded = self._serializer.loads(value)
        except BadSignature as error:
            raise BrokenCookie from error
        match loaded:
            case [str(id), str(name)]:
                return Guest(id, name)
        raise BrokenCookie


def new_guest_id() -> str:
    """An id that nobody can guess."""
    return secrets.token_urlsafe(12)


def load_key(path: Path) -> bytes:
    """The signing key in `path`; a new one, readable by its owner alone, if there is none.  Raises OSError."""
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        key = path.read_bytes()
        if len(key) < KEY_BYTES:
            raise OSError(f"{path} is no signing key; remove it to get a new one") from None
        return key
    with os.fdopen(file, "wb") as out:
        key = secrets.token_bytes(KEY_BYTES)
        out.write(key)
    return key
