"""Rules that are called by their address, so that what calls them is compiled once and serves every game.

The caller holds its states as bytes, one row a record, and knows of a game nothing but a table of addresses.  A call
costs some nanoseconds more than one that is compiled in.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from torite.cards.actions import Actions
from torite.cards.kernel import JIT, kernel

Rules = Any  # int64[len(CALLS)], addresses, 0 = not asked for; without the compiler the kernels themselves
States = Any  # uint8[n, bytes of a record]; without the compiler the records

put: Any  # (states, to, of): row `to` becomes what row `of` is
CALLS: Any = ()

if JIT:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic
    from numba.np.numpy_support import from_dtype

    INT, BOOL, NONE = types.int64, types.boolean, types.none
    ACTIONS = types.UniTuple(types.int64, 4)
    RNG, DECK, POINTS = (types.Array(kind, 1, "C") for kind in (types.uint64, types.int8, types.float64))
    RECORD = types.Record.make_c_struct([("players", types.int8)])  # stands for any: it is passed as a pointer
    BYTES = types.Array(types.uint8, 2, "C")
    CALLS = (  # name, what it returns, what it takes beside the record; see Game, the playouts in search/playout.py
        ("start", NONE, INT, INT),
        ("deal", NONE, DECK),
        ("actors", INT),
        ("likely", ACTIONS, INT),
        ("play", NONE, INT, INT),
        ("finished", BOOL),
        ("score", NONE, POINTS),
        ("determinize", NONE, INT, RNG),
        ("chance", NONE, RNG),
        ("play_out", INT, RNG),
        ("play_blindly", INT, RNG),
        ("play_by_policy", INT, RNG),
        ("legal", ACTIONS, INT),
        ("hand", INT, INT),
        ("ahead", INT),
        ("sealed", BOOL, INT, INT),
        ("policy", INT, INT, RNG),
        ("course", INT),
    )

    def _record_at(ctx: Any, b: Any, states: Any, i: Any) -> Any:
        """Where a row of the states begins."""
        array = ctx.make_array(BYTES)(ctx, b, value=states)
        return b.gep(array.data, [b.mul(i, cgutils.unpack_tuple(b, array.strides)[0])])

    def _caller(name: str) -> Any:
        """The call of a rule: its signature, and what builds it."""
        place = [call[0] for call in CALLS].index(name)
        _, returns, *takes = CALLS[place]

        def build(ctx: Any, b: Any, sig: Any, args: Any) -> Any:
            rules = ctx.make_array(sig.args[0])(ctx, b, value=args[0])
            address = b.load(b.gep(rules.data, [ir.Constant(ir.IntType(64), place)]))
            kinds = (RECORD, *takes)
            function = b.inttoptr(address, ctx.call_conv.get_function_type(returns, kinds).as_pointer())
            record = b.bitcast(_record_at(ctx, b, args[1], args[2]), ctx.get_value_type(RECORD))
            status, found = ctx.call_conv.call_function(b, function, returns, kinds, [record, *args[3:]])
            with cgutils.if_unlikely(b, status.is_error):
                ctx.call_conv.return_status_propagate(b, status)
            return found

        return returns(types.Array(INT, 1, "C"), BYTES, INT, *takes), build

    def _call(name: str) -> Any:
        """(rules, states, i, ...): the rule on row i of the states."""
        by_count = (
            lambda ctx, rules, states, i: _caller(name),
            lambda ctx, rules, states, i, one: _caller(name),
            lambda ctx, rules, states, i, one, two: _caller(name),
        )
        return intrinsic(by_count[len(_caller(name)[0].args) - 3])

    def _put(ctx: Any, states: Any, to: Any, of: Any) -> Any:

        def build(ctx: Any, b: Any, sig: Any, args: Any) -> Any:
            size = cgutils.unpack_tuple(b, ctx.make_array(BYTES)(ctx, b, value=args[0]).strides)[0]
            cgutils.raw_memcpy(b, _record_at(ctx, b, args[0], args[1]), _record_at(ctx, b, args[0], args[2]), size, 1)
            return ctx.get_dummy_value()

        return NONE(BYTES, INT, INT), build

    put = intrinsic(_put)

else:

    def put(states: Any, to: int, of: int) -> None:
        states[to] = states[of]

    def _call(name: str) -> Any:
        return lambda rules, states, i, *more: rules[name](states[i], *more)


start, deal, actors, likely, play = map(_call, ("start", "deal", "actors", "likely", "play"))
finished, score, determinize, chance = map(_call, ("finished", "score", "determinize", "chance"))
finish, finish_blindly, finish_by_policy = map(_call, ("play_out", "play_blindly", "play_by_policy"))
legal, hand, ahead, sealed = map(_call, ("legal", "hand", "ahead", "sealed"))
policy, course = map(_call, ("policy", "course"))


def as_rows(states: Any) -> States:
    """Records as searches hold them; the memory is the same."""
    return states.view(np.ndarray).view(np.uint8).reshape(len(states), -1) if JIT else states


def table(layout: np.dtype[Any], kernels: Mapping[str, Any]) -> Rules:
    """The addresses of these kernels by the names of CALLS, compiled for records of this type."""
    if not JIT:
        return dict(kernels)
    record = from_dtype(layout)
    found = np.zeros(len(CALLS), np.int64)
    for place, (name, returns, *takes) in enumerate(CALLS):
        if name in kernels:
            found[place] = _address(kernels[name], returns, record, *takes)
    return found


def instead(called: Rules, name: str, other: Rules, by: str) -> Rules:
    """The same rules, but when `name` is called it is `by` of the others."""
    changed = called.copy()
    if JIT:
        place = [call[0] for call in CALLS].index
        changed[place(name)] = other[place(by)]
    else:
        changed[name] = other[by]
    return changed


def _address(function: Any, returns: Any, *takes: Any) -> int:
    """Where the machine code of a kernel begins, for just these types."""
    if function.returns(*takes) != returns:
        function = _returning(function, returns, len(takes))
    return int(function.address(*takes))


def _returning(function: Any, returns: Any, takes: int) -> Any:
    """A kernel that returns what is declared where the game's own returns, say, a smaller number."""
    convert: Any = {INT: np.int64, BOOL: bool, NONE: _nothing, ACTIONS: _actions}[returns]
    by_count = (
        lambda s: convert(function(s)),
        lambda s, one: convert(function(s, one)),
        lambda s, one, two: convert(function(s, one, two)),
    )
    return kernel(by_count[takes - 1])


@kernel
def _nothing(found: Any) -> None:
    """None, whatever was found."""


@kernel
def _actions(found: Any) -> Actions:
    return np.int64(found[0]), np.int64(found[1]), np.int64(found[2]), np.int64(found[3])
