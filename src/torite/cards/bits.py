"""Card sets as int64 bitmasks: the machine instructions that Numba does not expose."""

from functools import partial
from typing import Any

import numpy as np

from torite.cards.kernel import HAS_BMI2, JIT, Card, Mask, kernel

ALL_BITS = 2**64 - 1

if JIT:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    def _count(typingctx: Any, mask: Any) -> Any:
        return types.int64(types.int64), lambda ctx, b, sig, args: b.ctpop(args[0])

    def _trailing_zeros(typingctx: Any, mask: Any) -> Any:
        zero_is_undefined = ir.Constant(ir.IntType(1), 1)
        return types.int64(types.int64), lambda ctx, b, sig, args: b.cttz(args[0], zero_is_undefined)

    def _leading_zeros(typingctx: Any, mask: Any) -> Any:
        zero_is_undefined = ir.Constant(ir.IntType(1), 1)
        return types.int64(types.int64), lambda ctx, b, sig, args: b.ctlz(args[0], zero_is_undefined)

    def _deposit(typingctx: Any, source: Any, mask: Any) -> Any:
        def build(ctx: Any, b: Any, sig: Any, args: Any) -> Any:
            word = ir.IntType(64)
            pdep = b.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(word, [word, word]))
            return b.call(pdep, args)

        return types.int64(types.int64, types.int64), build

    _ctpop, _cttz, _ctlz, _pdep = map(intrinsic, (_count, _trailing_zeros, _leading_zeros, _deposit))


@partial(kernel, plain=lambda card: np.int64(1) << np.int64(card & 63))  # of NONE what the compiler makes of it
def bit(card: Card) -> Mask:
    """The set that holds `card` alone."""
    return np.int64(1) << np.int64(card)


@partial(kernel, plain=lambda mask: int(mask).bit_count())
def popcount(mask: Mask) -> int:
    """Number of members of `mask`."""
    return int(_ctpop(mask))


@partial(kernel, plain=lambda mask: (int(mask) & -int(mask)).bit_length() - 1)
def low(mask: Mask) -> Card:
    """Lowest member of `mask`, which must not be empty."""
    return int(_cttz(mask))


@partial(kernel, plain=lambda mask: int(mask).bit_length() - 1)
def high(mask: Mask) -> Card:
    """Highest member of `mask`, which must not be empty."""
    return 63 - int(_ctlz(mask))


if HAS_BMI2:

    @partial(kernel, plain=lambda mask, n: 1 << members(mask)[n])
    def nth_alone(mask: Mask, n: int) -> Mask:
        """The set of the n-th lowest member alone: where others are to be drawn after it, sooner there than `nth`."""
        return np.int64(_pdep(np.int64(1) << np.int64(n), np.int64(mask)))

else:

    @partial(kernel, plain=lambda mask, n: 1 << members(mask)[n])
    def nth_alone(mask: Mask, n: int) -> Mask:
        """The set of the n-th lowest member alone."""
        for _ in range(n):
            mask &= mask - 1
        return mask & -mask


@kernel
def nth(mask: Mask, n: int) -> Card:
    """The n-th lowest member of `mask`, from 0; n must be below popcount(mask)."""
    return low(nth_alone(mask, n))


@kernel
def stir(h: Any, word: Any) -> Any:
    """A hash with one word more, by xorshift: outside kernels a product would warn that it wraps."""
    h ^= word
    h ^= h << np.int64(13)
    h ^= (h >> np.int64(7)) & np.int64(0x1FFFFFFFFFFFFFF)
    return h ^ h << np.int64(17)


def members(mask: int | Mask) -> list[int]:
    """All members of `mask`, ascending (outside kernels)."""
    rest = int(mask) & ALL_BITS  # a Python number: it has no sign that could get in the way
    found: list[int] = []
    for members_of in _OF_BYTE:
        if not rest:
            break
        found += members_of[rest & 255]
        rest >>= 8
    return found


# By byte of a set, and what stands in it: hands and the seats that may act are asked for all the time.
_OF_BYTE = [[[8 * at + i for i in range(8) if byte >> i & 1] for byte in range(256)] for at in range(8)]
