"""What a passkey sends is CBOR (RFC 8949) in the plain form that CTAP2 demands of it: no tags, no open ends.

The library that reads it knows tags for all kinds of things and makes them at once, a regular expression too: of one
request that takes ten seconds of a core.  So before it reads anything, this looks at the heads alone.
"""

BYTES, TEXT, ARRAY, MAP, TAG, SIMPLE = range(2, 8)  # kinds of items; before them are numbers
LEAST = {24: 24, 25: 1 << 8, 26: 1 << 16, 27: 1 << 32}  # by what the head says: from where on it needs that many bytes
FLAGS = 32  # where they are in the data of an authenticator: behind the hash of the site
KEY_IS_IN, FIRST, ID_SIZE = 0x40, 37, 53  # a flag; where items begin, or with a key: two bytes of its id's size


def check_attestation(data: bytes) -> None:
    """That of a new passkey.  Raises ValueError, and other errors of what reads rubbish."""
    from webauthn.helpers import parse_cbor

    _end_of(data, 0)
    check_authenticator(parse_cbor(data)["authData"])


def check_authenticator(data: bytes) -> None:
    """What an authenticator has signed.  As short as can be, for the library writes it anew to find where it ends.

    Raises ValueError, and other errors of what reads rubbish.
    """
    at = FIRST
    if data[FLAGS] & KEY_IS_IN:
        at = ID_SIZE + 2 + int.from_bytes(data[ID_SIZE : ID_SIZE + 2])
    while at < len(data):
        at = _end_of(data, at, is_short=True)


def _end_of(data: bytes, at: int, is_short: bool = False) -> int:
    """Where the item ends that begins there.  is_short: no number may be longer than it has to be."""
    left = 1  # items
    while left:
        kind, told = data[at] >> 5, data[at] & 31
        number, size = told, 1 << told - 24 if told in LEAST else 0
        at += 1
        if size:
            number, at = int.from_bytes(data[at : at + size]), at + size
        if kind == TAG or told > max(LEAST) or (is_short and size and (kind == SIMPLE or number < LEAST[told])):
            raise ValueError("no item as CTAP2 has them")
        left += {ARRAY: number, MAP: 2 * number}.get(kind, 0) - 1
        at += number if kind in (BYTES, TEXT) else 0
    return at
