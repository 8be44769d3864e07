"""A set written out: one number a member, as learning wants it."""

from functools import partial
from typing import Any

import numpy as np

from torite.cards.kernel import JIT, Mask, kernel

WORD = 64

if JIT:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    def _write_bits(typingctx: Any, word: Any, out: Any, i: Any, at: Any) -> Any:
        def build(ctx: Any, b: Any, sig: Any, args: Any) -> Any:
            array = ctx.make_array(sig.args[1])(ctx, b, value=args[1])
            kind = ctx.get_data_type(sig.args[1].dtype)
            bits = b.bitcast(args[0], ir.VectorType(ir.IntType(1), WORD))
            convert = b.zext if isinstance(kind, ir.IntType) else b.uitofp
            numbers = convert(bits, ir.VectorType(kind, WORD))
            at_first = b.add(b.mul(args[2], b.extract_value(array.shape, 1)), args[3])
            place = b.bitcast(b.gep(array.data, [at_first]), numbers.type.as_pointer())
            b.store(numbers, place, align=1)
            return ctx.get_dummy_value()

        return types.none(types.int64, out, types.int64, types.int64), build

    _write = intrinsic(_write_bits)


def _plain(word: Mask, out: np.ndarray, i: int, at: int) -> None:
    for b in range(WORD):
        out[i, at + b] = word >> np.int64(b) & 1


@partial(kernel, plain=_plain)
def spread(word: Mask, out: np.ndarray, i: int, at: int) -> None:
    """out[i, at + b] = is b in the set?  For 64 numbers b, uint8 or float32 [n, m]; a few instructions in all."""
    _write(word, out, i, at)
