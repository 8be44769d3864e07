"""Fair dealing: the house fixes the shuffle before it knows what the players add to it, and shows it at the end.

  1. Before a match the house draws `salt` (16 random bytes) and `secret` (32 random bytes) and publishes
     `commitment` = SHA-256(salt || secret): when the table is created, when a match ends (for the next one) and when
     it is given up.
  2. Each person may then add a `nonce` (4..32 bytes); it is kept to the end of the match.  Giving another one before
     the start replaces it; a seat without one adds nothing.
  3. At the start the match's `seed` = SHA-256(secret || what each seat adds) is fixed: 32 bytes.  A seat adds one byte,
     the length of its nonce (0 = none), and the nonce: so their borders count, and no two lists are joined alike.
     The seed draws the first dealer, shuffles every deal and decides what chance does within one, as cards/rng.py says.
  4. After the match `salt`, `secret` and the nonces are shown to all who may have its record, as all cards follow from
     them.  `verify` repeats steps 1 and 3 and every deal.

`||` joins bytes; in messages and records all of these are lower-case hex.  The fixed lengths of salt and secret matter:
else one commitment could be opened in two ways.  Version 1, of records without `version`, joined the nonces alone.

What this proves: the house could not choose the cards, because it was bound before it had the nonces, and no player
could, because nobody knew the secret.  What it does not prove: that the house looked at nobody's cards or sent them to
nobody, nor anything about a match in which no person added a nonce, nor that the house and the last person to add one
did not do so together.
"""

import hashlib
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from torite.games import GAMES
from torite.games.game import Game
from torite.games.position import Position
from torite.table.format import RecordError
from torite.table.scribe import Scribe

VERSION = 2  # of how the seed is made
SALT_BYTES, SECRET_BYTES = 16, 32
CHANCE_SEAT = -1  # the seat of chance in a record
NONCE = re.compile(r"[0-9a-f]{8,64}")  # and an even number of digits
CARDS = ("dealer", "first", "hands", "stock", "turned", "extra")  # what a deal's shuffle decides


@dataclass(frozen=True)
class Seal:
    """The house's part of one shuffle, hex.  Only the commitment may be known before the match is over."""

    commitment: str
    salt: str
    secret: str


def new_seal() -> Seal:
    """A fresh one."""
    return seal(secrets.token_hex(SALT_BYTES), secrets.token_hex(SECRET_BYTES))


def seal(salt: str, secret: str) -> Seal:
    """The seal of these (hex)."""
    digest = hashlib.sha256(bytes.fromhex(salt) + bytes.fromhex(secret)).hexdigest()
    return Seal(digest, salt, secret)


def match_seed(secret: str, nonces: Sequence[str | None], version: int = VERSION) -> bytes:
    """Seed of the match from the secret and the nonces by seat (hex)."""
    given = [bytes.fromhex(nonce or "") for nonce in nonces]
    added = b"".join(given) if version == 1 else b"".join(bytes([len(nonce)]) + nonce for nonce in given)
    return hashlib.sha256(bytes.fromhex(secret) + added).digest()


def clean_nonce(text: str) -> str | None:
    """The nonce in lower case; None if it is none."""
    nonce = text.lower()
    return nonce if NONCE.fullmatch(nonce) and len(nonce) % 2 == 0 else None


def verify(record: Mapping[str, Any], games: Mapping[str, Game] = GAMES) -> None:
    """Recompute commitment, seed and every deck of a finished table's record.  Raises RecordError.

    Not checked: shape and rules; `records.replay` does that first.
    """
    fairness = record.get("fairness")
    opened = _opened(fairness, record["players"])
    if opened.commitment != fairness["commitment"]:  # type: ignore[index]  # _opened has looked
        raise RecordError("fair_commitment")
    seed = match_seed(opened.secret, fairness["nonces"], fairness.get("version", 1))  # type: ignore[index,union-attr]
    if seed.hex() != record.get("seed"):
        raise RecordError("fair_seed")
    _verify_deals(record, games[record["game"]], seed)


def _opened(fairness: Any, players: int) -> Seal:
    """The seal as the record opens it; there is nothing else in it, and one nonce or null a seat."""
    match fairness:
        case {"commitment": str(), "salt": str(salt), "secret": str(secret), "nonces": list(nonces), **rest}:
            pass
        case _:
            raise RecordError("fair_shape")
    if rest not in ({}, {"version": VERSION}) or len(nonces) != players:
        raise RecordError("fair_shape")
    lengths = {salt: SALT_BYTES, secret: SECRET_BYTES}
    if not all(re.fullmatch(f"[0-9a-f]{{{2 * n}}}", part) for part, n in lengths.items()):
        raise RecordError("fair_shape")
    if not all(nonce is None or (isinstance(nonce, str) and clean_nonce(nonce) == nonce) for nonce in nonces):
        raise RecordError("fair_shape")
    return seal(salt, secret)


def _verify_deals(record: Mapping[str, Any], game: Game, seed: bytes) -> None:
    """Deal the match once more from the seed alone."""
    position = Position(game, record["players"], seed=seed, options=record["options"], preset=record["preset"])
    scribe = Scribe(position)
    for number, deal in enumerate(record["deals"], start=1):
        scribe.deal()
        made = scribe.record()["deals"][-1]
        if any(made[what] != deal[what] for what in CARDS):
            raise _at(number)
        for seat, code, *_ in deal["actions"]:
            if seat != CHANCE_SEAT:  # chance acts by itself, from the seed too
                scribe.play(code, seat)
        if [action[:2] for action in made["actions"]] != [action[:2] for action in deal["actions"]]:
            raise _at(number)


def _at(deal: int) -> RecordError:
    error = RecordError("fair_deck")
    error.deal = deal
    return error
