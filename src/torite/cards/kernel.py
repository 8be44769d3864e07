"""The one way to compile: every kernel goes through `kernel`, so its options and its cache live in one place.

Numba's own cache key knows only the file a function stands in, so an edit in a called file would silently run
old code.  Here the cache folder is named by a hash of everything a kernel can be compiled from: the folders
`cards/`, `games/` and `search/`, the versions of Python and Numba, and for a game from outside the package that
game's file.  A kernel that holds other kernels in its closure would miss the cache in every process, because
Numba pickles them with a random id and by value; `kernel` gives each a stable identity.
"""

import hashlib
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
import platformdirs
from numba import njit
from numba.core.compiler import Compiler

State: TypeAlias = Any  # one record of a game's STATE dtype (Numba infers the real type)
Mask: TypeAlias = np.int64  # set of cards (or seats), bit c = card c; bit 63 stays free
Card: TypeAlias = int  # suit << 4 | rank
Seat: TypeAlias = int  # 0..players-1, clockwise
Suit: TypeAlias = int  # 0..3
Rng: TypeAlias = np.ndarray[Any, Any]  # uint64[4], see rng.py

CONFIG: Any = numba.config
JIT = not CONFIG.DISABLE_JIT
PACKAGE = Path(__file__).parents[1]

F = TypeVar("F", bound=Callable[..., Any])


@cache
def _hash_of_file(path: str) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


@cache
def package_hash() -> str:
    """Hash of all that the package's own kernels are compiled from."""
    total = hashlib.sha256(f"{sys.version} {numba.__version__} {np.__version__}".encode())
    total.update(str(CONFIG.BOUNDSCHECK).encode())
    for folder in ("cards", "games", "search"):
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            total.update(f"{path.relative_to(PACKAGE)} {_hash_of_file(str(path))}\n".encode())
    return total.hexdigest()


def cache_folder(source: str) -> Path:
    """Folder of the compiled kernels of the file `source`."""
    total = package_hash()
    if not Path(source).is_relative_to(PACKAGE):
        total = hashlib.sha256(f"{total} {_hash_of_file(source)}".encode()).hexdigest()
    return Path(platformdirs.user_cache_dir("torite")) / f"kernels-{total[:20]}"


def _identity(function: Callable[..., Any]) -> str:
    """A name that stays the same in every process, and differs where the closure differs."""
    source = function.__code__.co_filename
    name = f"{function.__module__}.{function.__qualname__} {cache_folder(source).name}"
    for cell in function.__closure__ or ():
        inside = cell.cell_contents
        if isinstance(inside, np.ndarray):  # printed, a large one is cut short
            inside = (inside.shape, inside.dtype.str, hashlib.sha256(inside.tobytes()).hexdigest())
        name += f" {getattr(inside, 'torite_identity', inside)!r}"
    return hashlib.sha256(name.encode()).hexdigest()


class _Apart(Compiler):
    """Numba's compiler, told that no two arguments overlap in memory."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)  # type: ignore[no-untyped-call]
        self.state.flags.noalias = True


def kernel(function: F) -> F:
    """Compile `function` without Python objects and without the GIL, cached on disk; callers take it in (inline)."""
    return _compiled(function, Compiler)


def kernel_apart(function: F) -> F:
    """The same for a function whose arguments share no memory: after a write to one it need not read the others again.

    Nothing checks that.  A record and one of its fields, or two views of one array, are not apart.
    """
    return _compiled(function, _Apart)


def large_kernel(function: F) -> F:
    """The same, but callers call it: for a long function that is called at several places."""
    return _compiled(function, Compiler, inline=False)


def _compiled(function: F, compiler: type[Compiler], inline: bool = True) -> F:
    if not JIT:
        return function
    CONFIG.CACHE_DIR = str(cache_folder(function.__code__.co_filename))
    compiled: Any = njit(nogil=True, error_model="numpy", cache=True, forceinline=inline, pipeline_class=compiler)(
        function
    )
    compiled.torite_identity = _identity(function)
    compiled._set_uuid(compiled.torite_identity)
    # The cache key of a closure is the hash of its pickled cells.  Pickled by value a kernel differs from process to
    # process (sets of names are ordered by hash), so it is pickled by its identity alone; Numba finds it again there.
    stable = {**compiled._reduce_states(), "py_func": None, "can_compile": True, "sigs": []}
    compiled._reduce_states = lambda: stable
    return cast(F, compiled)
