"""Chance: xoshiro256** in kernels, seeded by SHA-256, and the Fisher-Yates shuffle.

A stranger can repeat every deal (docs/records.md): the four words of the state are the big-endian quarters of
SHA-256(seed + number of the deal as 4 bytes), a draw below n is `(x >> 32) * n >> 32` of the next word x, and the
shuffle swaps position i with a draw below i + 1, for i from the last position down to 1.

Source: Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021 (xoshiro256**).
"""

import hashlib
from functools import partial
from typing import Any

import numpy as np

from torite.cards.kernel import Rng, kernel

FULL = (1 << 64) - 1


def _plain_step(rng: Rng) -> int:  # NumPy warns where a product wraps, so the twins count with Python's whole numbers
    a, b, c, d = (int(word) for word in rng)
    scrambled = b * 5 & FULL
    scrambled = (scrambled << 7 | scrambled >> 57) & FULL
    shifted = b << 17 & FULL
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = (d << 45 | d >> 19) & FULL
    rng[0], rng[1], rng[2], rng[3] = a, b, c, d
    return scrambled * 9 & FULL


@partial(kernel, plain=_plain_step)
def _step(rng: Rng) -> Any:
    """Next 64 random bits."""
    scrambled = rng[1] * np.uint64(5)
    scrambled = (scrambled << np.uint64(7)) | (scrambled >> np.uint64(57))
    shifted = rng[1] << np.uint64(17)
    rng[2] ^= rng[0]
    rng[3] ^= rng[1]
    rng[1] ^= rng[2]
    rng[0] ^= rng[3]
    rng[2] ^= shifted
    rng[3] = (rng[3] << np.uint64(45)) | (rng[3] >> np.uint64(19))
    return scrambled * np.uint64(9)


@partial(kernel, plain=lambda rng, n: (_plain_step(rng) >> 32) * int(n) >> 32)
def below(rng: Rng, n: int) -> Any:
    """A random whole number from 0 to n - 1; n from 1 to 2**31."""
    return np.int64(((_step(rng) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@partial(kernel, apart=True)
def shuffle(cards: np.ndarray, rng: Rng) -> None:
    """Shuffle int8[n] in place."""
    for i in range(len(cards) - 1, 0, -1):
        j = below(rng, i + 1)
        cards[i], cards[j] = cards[j], cards[i]


def new_rng(seed: bytes, number: int = 0) -> Any:
    """Generator number `number` (of a deal; 0 = everything before the first deal) of a match with this seed."""
    digest = hashlib.sha256(seed + number.to_bytes(4, "big")).digest()
    return np.frombuffer(digest, ">u8").astype(np.uint64)


def match_seed(seed: int, match: int = 0) -> bytes:
    """Seed of match number `match` in a series that a person started with the number `seed`."""
    return hashlib.sha256(f"torite:{seed}:{match}".encode()).digest()
