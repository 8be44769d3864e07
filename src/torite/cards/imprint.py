"""Fields of a record that become what they begin with, all at once: a few wide stores in place of one for each value.

Stores in a loop over seats the machine's compiler does not join, and every line of a kernel costs Numba its time.
"""

from collections.abc import Iterator
from functools import partial
from itertools import groupby
from typing import Any

import numpy as np

from torite.cards.kernel import JIT, kernel

if JIT:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic


def imprint(record: "np.dtype[Any]", values: dict[str, int]) -> Any:
    """Kernel (s): in a record of just this type each of these fields becomes its value."""

    def set_each(s: Any) -> None:
        for name, value in values.items():
            s[name] = value

    if not JIT:
        return set_each
    runs = tuple(_runs(record, values))

    @intrinsic  # type: ignore[untyped-decorator]
    def set_all(typingctx: Any, s: Any) -> Any:
        def build(ctx: Any, b: Any, sig: Any, args: Any) -> Any:
            for place, content in runs:
                text = cgutils.global_constant(b, "imprint", cgutils.make_bytearray(content))
                to = cgutils.pointer_add(b, args[0], place)
                cgutils.raw_memcpy(b, to, b.bitcast(text, to.type), ir.Constant(ir.IntType(64), len(content)), 1)
            return ctx.get_dummy_value()

        return types.none(s), build

    @partial(kernel, plain=set_each)
    def begin(s: Any) -> None:
        set_all(s)

    return begin


def _runs(record: "np.dtype[Any]", values: dict[str, int]) -> Iterator[tuple[int, bytes]]:
    """Where the bytes stand that change, and what they become; between two fields nothing is but padding."""
    image: Any = np.zeros(1, record)
    is_set, is_kept = np.zeros((2, record.itemsize), bool)
    for name, (kind, begin, *_) in (record.fields or {}).items():
        (is_set if name in values else is_kept)[begin : begin + kind.itemsize] = True
    for name, value in values.items():
        image[name] = value
    for kept, places in groupby(range(record.itemsize), is_kept.__getitem__):
        changed = [] if kept else [place for place in places if is_set[place]]
        if changed:
            yield changed[0], image.tobytes()[changed[0] : changed[-1] + 1]
