"""The word that a table may ask for: kept as a salted hash alone, compared in a time that tells nothing of it."""

import hashlib
import hmac
import secrets

from torite.table.refusals import RefusalCode, Refused, is_unprintable, is_visible, look

LONGEST = 40  # characters
SALT = 16  # bytes
COST = {"n": 2**14, "r": 8, "p": 1, "dklen": 32}  # a guess takes 16 MiB and some 50 ms


def clean_word(text: str) -> str:
    """The word as it is compared: however it is typed, in capitals or full-width.  Raises Refused."""
    word = look(text) if len(text) <= LONGEST else ""
    if not any(map(is_visible, word)) or any(map(is_unprintable, text)) or len(word) > LONGEST:
        raise Refused(RefusalCode.BAD_WORD, max=LONGEST)
    return word


def sealed(word: str) -> str:
    """What is kept of a clean word.  Takes its time."""
    salt = secrets.token_bytes(SALT)
    return f"{salt.hex()}${_digest(word, salt).hex()}"


def opens(text: str, kept: str) -> bool:
    """Is this the word?  Takes the same time whatever it is."""
    try:
        word = clean_word(text)
    except Refused:
        word = ""  # nobody's
    salt, _, digest = kept.partition("$")
    return hmac.compare_digest(_digest(word, bytes.fromhex(salt)), bytes.fromhex(digest))


def version(kept: str) -> str:
    """By which one word is told from the next: tells nothing of either."""
    return kept.partition("$")[0]


def _digest(word: str, salt: bytes) -> bytes:
    return hashlib.scrypt(word.encode(), salt=salt, **COST)
