"""What a kernel is compiled from, as one hash: its own code, and every value and function that its code can reach.

Texts, comments, docstrings, line numbers, names of files and modules do not count: a kernel that moves to another
folder, or whose descriptor changes, is the same kernel.
"""

import hashlib
from collections.abc import Iterator
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, ModuleType, UnionType
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numba.core.extending import _Intrinsic

GIVEN = {"numpy", "math", "numba", "llvmlite", "builtins", "typing", "operator"}  # known by their versions
_hashes: WeakKeyDictionary[Any, str] = WeakKeyDictionary()  # of functions


class UnnamedValueError(TypeError):
    """A kernel reaches a value of which nothing lasting is known."""


def identity(function: FunctionType) -> str:
    """Hash of a function and of all that it can reach.  Raises UnnamedValueError."""
    return _Walk().function(function)


class _Walk:
    """A walk over what can be reached."""

    def __init__(self) -> None:
        self.way: list[FunctionType] = []  # functions being looked at, each reached by the one before
        self.back = 0  # the first place on the way that was reached again, beyond its end if none was

    def function(self, function: FunctionType) -> str:
        """Hash of a function; one that is on the way already is told by its place there."""
        if function in _hashes:
            return _hashes[function]
        if function in self.way:
            self.back = min(self.back, self.way.index(function))
            return f"again {self.way.index(function) - len(self.way)}"
        self.way.append(function)
        self.back = len(self.way)
        found = self._function(function)
        self.way.pop()
        if self.back >= len(self.way):  # nothing in it depends on how it was reached
            _hashes[function] = found
        return found

    def _function(self, function: FunctionType) -> str:
        code, known = function.__code__, function.__globals__
        names = set(_names(code))
        parts = [self.code(code, function.__doc__), self.value(function.__defaults__)]
        parts += [f"{name}={self.named(known[name], names)}" for name in sorted(names & known.keys())]
        parts += [self.value(cell) for cell in function.__closure__ or ()]
        return _hash(*parts)

    def code(self, code: CodeType, doc: str | None = None) -> str:
        """Hash of a code, but for its docstring."""
        consts = [self.value(const) for const in code.co_consts if doc is None or const != doc]
        names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_argcount, code.co_flags)
        return _hash(code.co_code.hex(), code.co_exceptiontable.hex(), repr(names), *consts)

    def named(self, value: Any, names: set[str]) -> str:
        """What there is to know of a global; of a module of ours, of the attributes that the code may name."""
        if not isinstance(value, ModuleType) or value.__name__.partition(".")[0] in GIVEN:
            return self.value(value)
        inside = {name: getattr(value, name) for name in sorted(names) if hasattr(value, name)}
        return _hash(*(f"{name}={self.named(found, names)}" for name, found in inside.items()))

    def value(self, value: Any) -> str:  # noqa: C901  one case a kind
        """What there is to know of a value.  Raises UnnamedValueError."""
        match value:
            case CellType():
                return self.value(value.cell_contents)
            case CodeType():
                return self.code(value)
            case ModuleType() | BuiltinFunctionType():
                return value.__name__
            case FunctionType():
                return self.function(value)
            case _Intrinsic():
                return self.function(value._defn)
            case np.ndarray():
                return f"{value.dtype!r} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
            case np.generic():
                return f"{value.dtype!r} {value.tobytes().hex()}"
            case tuple() | list():
                return f"{type(value).__name__}({','.join(map(self.value, value))})"
            case frozenset():
                return f"set({','.join(sorted(map(self.value, value)))})"
            case type():
                return f"{value.__module__}.{value.__qualname__}"
            case None | bool() | int() | float() | str() | bytes() | range():
                return f"{type(value).__name__} {value!r}"
            case UnionType():
                return repr(value)
        if isinstance(inside := getattr(value, "py_func", None), FunctionType):  # a kernel
            return f"kernel {getattr(value, 'manner', '')} {self.function(inside)}"
        if type(value).__module__.partition(".")[0] in GIVEN:  # types, aliases of types, functions
            return f"{type(value).__name__} {value!r}".partition(" at 0x")[0]
        raise UnnamedValueError(f"a kernel reaches a {type(value).__name__}, of which nothing lasting is known")


def _names(code: CodeType) -> Iterator[str]:
    """Global names in a code and in all that is defined inside it."""
    yield from code.co_names
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _names(const)


def _hash(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
