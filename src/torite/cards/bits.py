"""Card sets as int64 bitmasks: the machine instructions that Numba does not expose."""

from typing import Any

import numpy as np

from torite.cards.kernel import JIT, Card, Mask, kernel

_ctpop: Any
_cttz: Any

if JIT:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    def _count(typingctx: Any, mask: Any) -> Any:
        return types.int64(types.int64), lambda ctx, b, sig, args: b.ctpop(args[0])

    def _trailing_zeros(typingctx: Any, mask: Any) -> Any:
        zero_is_undefined = ir.Constant(ir.IntType(1), 1)
        return types.int64(types.int64), lambda ctx, b, sig, args: b.cttz(args[0], zero_is_undefined)

    _ctpop, _cttz = intrinsic(_count), intrinsic(_trailing_zeros)

else:  # plain Python twins, for coverage and the debugger

    def _ctpop(mask: Mask) -> int:
        return int(mask).bit_count()

    def _cttz(mask: Mask) -> Card:
        return (int(mask) & -int(mask)).bit_length() - 1


@kernel
def bit(card: Card) -> Mask:
    """The set that holds `card` alone."""
    return np.int64(1) << np.int64(card)


@kernel
def popcount(mask: Mask) -> int:
    """Number of members of `mask`."""
    return _ctpop(mask)


@kernel
def low(mask: Mask) -> Card:
    """Lowest member of `mask`, which must not be empty."""
    return _cttz(mask)


@kernel
def nth(mask: Mask, n: int) -> Card:
    """The n-th lowest member of `mask`, from 0; n must be below popcount(mask)."""
    for _ in range(n):
        mask &= mask - 1
    return low(mask)


def members(mask: int) -> list[int]:
    """All members of `mask`, ascending (outside kernels)."""
    mask = int(mask)
    return [c for c in range(63) if mask >> c & 1]
