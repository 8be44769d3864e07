"""Rows of numbers, as learning wants them: a set written out, one number a member, and what is copied as it is."""

from functools import partial
from typing import Any

import numpy as np

from torite.cards.kernel import JIT, Mask, kernel

WORD, EIGHT = 64, 8  # bits, bytes

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

    def _copy_eight(typingctx: Any, of: Any, i: Any, begin: Any, out: Any, j: Any, at: Any) -> Any:
        def build(ctx: Any, b: Any, sig: Any, args: Any) -> Any:
            def place(kind: Any, value: Any, row: Any, byte: Any) -> Any:
                array = ctx.make_array(kind)(ctx, b, value=value)
                first = b.bitcast(array.data, ir.IntType(8).as_pointer())
                first = b.gep(first, [b.add(b.mul(row, b.extract_value(array.strides, 0)), byte)])
                return b.bitcast(first, ir.VectorType(ir.IntType(8), EIGHT).as_pointer())

            told = b.load(place(sig.args[0], *args[:3]), align=1)
            b.store(told, place(sig.args[3], *args[3:]), align=1)
            return ctx.get_dummy_value()

        return types.none(of, types.int64, types.int64, out, types.int64, types.int64), build

    _write, _copy = map(intrinsic, (_write_bits, _copy_eight))


def _plain(word: Mask, out: np.ndarray, i: int, at: int) -> None:
    for b in range(WORD):
        out[i, at + b] = word >> np.int64(b) & 1


@partial(kernel, plain=_plain)
def spread(word: Mask, out: np.ndarray, i: int, at: int) -> None:
    """out[i, at + b] = is b in the set?  For 64 numbers b, uint8 or float32 [n, m]; a few instructions in all."""
    _write(word, out, i, at)


def _plain_copy(of: np.ndarray, i: int, begin: int, out: np.ndarray, j: int, at: int) -> None:
    out[j, at : at + EIGHT] = of[i, begin : begin + EIGHT]


@partial(kernel, plain=_plain_copy)
def copy_eight(of: np.ndarray, i: int, begin: int, out: np.ndarray, j: int, at: int) -> None:
    """Copy eight bytes of row `of[i]`, from byte `begin`, to byte `at` of row `out[j]`.

    They are a vector, or LLVM would make of a loop over such copies gathers and scatters, which take twice as long.
    """
    _copy(of, i, begin, out, j, at)
