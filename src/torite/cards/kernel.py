"""The one way to compile: every kernel goes through `kernel`, so its options and its cache live in one place.

`compiler.py` says how kernels are compiled, `identity.py` what one is compiled from, `shelf.py` where it is kept.
"""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, TypeAlias, TypeVar, cast

import llvmlite.binding as llvm
import numba
import numpy as np

from torite.cards.packed import PACKED

State: TypeAlias = Any  # one record of a game's STATE dtype (Numba infers the real type)
Mask: TypeAlias = np.int64  # set of cards (or seats), bit c = card c; bit 63 stays free
# What a number means is told beside its type: games/fields.py reads it.
Card: TypeAlias = Annotated[int, "card"]  # suit << 4 | rank
Seat: TypeAlias = Annotated[int, "seat"]  # 0..players-1, clockwise
Suit: TypeAlias = Annotated[int, "suit"]  # 0..3
Rng: TypeAlias = np.ndarray[Any, Any]  # uint64[4], see rng.py

CONFIG: Any = numba.config
JIT = not CONFIG.DISABLE_JIT
if JIT and CONFIG.CPU_NAME is None and CONFIG.CPU_FEATURES is None and PACKED.cpu:
    # Kernels that are there at once, for all machines of a kind, before those that are made for this one alone.
    CONFIG.CPU_NAME, CONFIG.CPU_FEATURES = PACKED.cpu, ""


def _has_bmi2() -> bool:
    """Has the machine that kernels are made for, which need not be this one, the instructions that pick bits?"""
    if CONFIG.CPU_NAME is not None:
        return CONFIG.CPU_NAME in ("x86-64-v3", "x86-64-v4")
    return bool(llvm.get_host_cpu_features().get("bmi2"))


HAS_BMI2 = _has_bmi2()
F = TypeVar("F", bound=Callable[..., Any])


def kernel(
    function: F,
    *,
    of: "np.dtype[Any] | None" = None,
    plain: Callable[..., Any] | None = None,
    apart: bool = False,
    inline: bool = True,
) -> F:
    """Compile `function` without Python objects and without the GIL, and keep it on disk.

    of      the function looks at these fields of a record alone; then it is compiled once for all records that begin
            with them
    plain   what stands for it where nothing is compiled, if the function itself cannot
    inline  callers take it in, whatever its length: small functions that are called at every card are faster so
    apart   the arguments share no memory: after a write to one it need not read the others again.  Nothing checks
            that.  A record and one of its fields, or two views of one array, are not apart.
    """
    if not JIT:
        return cast(F, plain or function)
    from torite.cards.compiler import Kernel

    return cast(F, Kernel(function, of, plain or function, apart, inline))


large_kernel = partial(kernel, inline=False)  # for a long function that is called at several places
