"""Rows of 16 float32 in one long array, each step on a whole row at once: Numba does not see that a machine can.

A row begins anywhere; nothing is checked.
"""

from typing import Any

import numpy as np

from torite.cards.kernel import JIT

ROW = 16

copy: Any  # (a, to, b, of): the row of `a` at `to` = the row of `b` at `of`
highest: Any  # (a, to, b, of): the row of `a` at `to` = the higher of it and the row of `b` at `of`, place by place
add: Any  # (a, to, share, b, of, c, other): add share * the higher of two rows

if JIT:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    VECTOR = ir.VectorType(ir.FloatType(), ROW)

    def _row(ctx: Any, b: Any, kind: Any, array: Any, place: Any) -> Any:
        """Where a row stands."""
        proxy: Any = cgutils.create_struct_proxy(kind)
        data = proxy(ctx, b, value=array).data
        return b.bitcast(b.gep(data, [place]), VECTOR.as_pointer())

    def _load(b: Any, at: Any) -> Any:
        return b.load(at, align=4)

    def _max(b: Any, x: Any, y: Any) -> Any:
        return b.select(b.fcmp_ordered(">", x, y), x, y)

    @intrinsic  # type: ignore[untyped-decorator]
    def copy(typingctx: Any, a: Any, to: Any, b_: Any, of: Any) -> Any:
        def build(ctx: Any, b: Any, sig: Any, args: Any) -> Any:
            at = _row(ctx, b, sig.args[0], args[0], args[1])
            b.store(_load(b, _row(ctx, b, sig.args[2], args[2], args[3])), at, align=4)
            return ctx.get_dummy_value()

        return types.void(a, types.int64, b_, types.int64), build

    @intrinsic  # type: ignore[untyped-decorator]
    def highest(typingctx: Any, a: Any, to: Any, b_: Any, of: Any) -> Any:
        def build(ctx: Any, b: Any, sig: Any, args: Any) -> Any:
            at = _row(ctx, b, sig.args[0], args[0], args[1])
            other = _row(ctx, b, sig.args[2], args[2], args[3])
            b.store(_max(b, _load(b, at), _load(b, other)), at, align=4)
            return ctx.get_dummy_value()

        return types.void(a, types.int64, b_, types.int64), build

    @intrinsic  # type: ignore[untyped-decorator]
    def add(typingctx: Any, a: Any, to: Any, share: Any, b_: Any, of: Any, c: Any, other: Any) -> Any:
        def build(ctx: Any, b: Any, sig: Any, args: Any) -> Any:
            at = _row(ctx, b, sig.args[0], args[0], args[1])
            best = _max(
                b,
                _load(b, _row(ctx, b, sig.args[3], args[3], args[4])),
                _load(b, _row(ctx, b, sig.args[5], args[5], args[6])),
            )
            one = b.insert_element(ir.Constant(VECTOR, ir.Undefined), args[2], ir.Constant(ir.IntType(32), 0))
            zeros = ir.Constant(ir.VectorType(ir.IntType(32), ROW), [0] * ROW)
            share = b.shuffle_vector(one, ir.Constant(VECTOR, ir.Undefined), zeros)
            b.store(b.fadd(_load(b, at), b.fmul(share, best)), at, align=4)
            return ctx.get_dummy_value()

        return types.void(a, types.int64, types.float32, b_, types.int64, c, types.int64), build

else:  # plain Python twins

    def copy(a: np.ndarray, to: int, b: np.ndarray, of: int) -> None:
        a[to : to + ROW] = b[of : of + ROW]

    def highest(a: np.ndarray, to: int, b: np.ndarray, of: int) -> None:
        a[to : to + ROW] = np.maximum(a[to : to + ROW], b[of : of + ROW])

    def add(a: np.ndarray, to: int, share: float, b: np.ndarray, of: int, c: np.ndarray, other: int) -> None:
        a[to : to + ROW] += share * np.maximum(b[of : of + ROW], c[other : other + ROW])
