"""Kernels as a trial runs them: what is silently done with a field elsewhere is an error here.

Compiled, an index below zero counts from the end, so that NONE is the last seat, and what a field cannot hold is cut
off.  In plain Python, as which a server runs a page until it is compiled, a number is as wide as its field.
"""

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any, NamedTuple

import numpy as np

from torite.cards.kernel import JIT
from torite.games.game import Game
from torite.games.requirements import KERNELS, OPTIONAL
from torite.games.state import Field, Layout

LIMITS = {size: (-(2 ** (8 * size - 1)), 2 ** (8 * size - 1) - 1) for size in (1, 2, 4, 8)}  # by bytes of a field
SETS, ONES = ("cards", "seats", "suits"), ("card", "seat", "suit")
ALL = 2**63 - 1  # every number that a card may have


class Holds(NamedTuple):
    """What a field may hold, beyond what there is room for."""

    meaning: str
    suits: int  # so many has the deck
    spare: int  # the numbers that are no cards: what is not in a set, `~set`, has them, too


class FieldError(Exception):
    """What a kernel must not do with a field: text `cli.contract.CODE`, and its parameters."""

    def __init__(self, code: str, /, **params: Any) -> None:
        super().__init__(code)
        self.code, self.params = code, params


class PlaceError(FieldError, IndexError):
    """A place beyond the last one; Python, too, ends a loop over a field by it."""


def watched(game: Game) -> Game:
    """The game with its kernels watched, where they are not compiled: they raise FieldError, FloatingPointError."""
    if JIT:
        return game
    record = _record(game.state, len(game.deck.suits), ALL & ~sum(1 << card for card in game.deck.names))
    kernels = {name: kernel for name in KERNELS | OPTIONAL if (kernel := getattr(game, name)) is not None}
    under_watch: dict[str, Any] = {name: _watched(kernel, record) for name, kernel in kernels.items()}
    return replace(game, **under_watch)


def _watched(kernel: Callable[..., Any], record: Callable[[Any], Any]) -> Callable[..., Any]:
    @wraps(kernel)
    def watch(s: Any, *rest: Any) -> Any:
        with np.errstate(over="raise", divide="raise"):
            return kernel(record(s), *rest)

    return watch


class _Record:
    """A record whose fields are watched."""

    __slots__ = ("_of",)

    def __init__(self, of: Any) -> None:
        self._of = of

    def __setitem__(self, name: str, value: Any) -> None:
        self._of[name] = _fitting(name, self._of[name].dtype, value)  # as fields are reset, all places at once


def _record(state: Layout, suits: int, spare: int) -> type[_Record]:
    """The records of a game, called so as in any message of Python."""
    fields = {name: _field(field, suits, spare) for name, field in state.fields.items()}
    return type("State", (_Record,), {"__slots__": (), **fields})


def _field(field: Field, suits: int, spare: int) -> property:
    name, places = field.name, len(field.shape)
    holds = Holds(field.meaning, suits, spare)
    kind: Any = type(name, (_Places,), {"field": name, "seats": places if field.rows else 0, "holds": holds})

    def get(s: _Record) -> Any:
        return s._of[name].view(kind) if places else s._of[name]

    def put(s: _Record, value: Any) -> None:
        if places and not np.ndim(value):  # compiled, that is an error; in plain Python it fills all
            raise FieldError("one_for_all", field=name, value=value)
        s._of[name] = _fitting(name, s._of[name].dtype, value, holds)

    return property(get, put)


class _Places(np.ndarray[Any, Any]):
    """A field of several values."""

    field: str
    seats: int  # how many dimensions it has as a whole if the first one is that of the seats, else 0
    holds: Holds

    def __array_ufunc__(self, ufunc: Any, method: str, *given: Any, out: Any = (), **how: Any) -> Any:
        """What is calculated with it is no field; in place it is put there like anything else."""
        wide = [np.array(each, np.int64) if isinstance(each, _Places) else each for each in given]
        found = getattr(ufunc, method)(*wide, **how)
        for places in out:
            places[...] = found
        return out[0] if out else found

    def __getitem__(self, key: Any) -> Any:
        _no_place_below(self.field, key)
        _no_place_beyond(self, key)
        return super().__getitem__(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        _no_place_below(self.field, key)
        _no_place_beyond(self, key)
        super().__setitem__(key, _fitting(self.field, self.dtype, value, self.holds))


def _no_place_below(field: str, key: Any) -> None:
    """The kernel takes no place counted from the end; NumPy may, as where a field is printed."""
    for index in key if isinstance(key, tuple) else (key,):
        is_below = isinstance(index, int | np.integer) and index < 0
        if is_below and not sys._getframe(2).f_globals["__name__"].startswith("numpy."):
            raise FieldError("index_below", field=field, index=int(index))


def _no_place_beyond(places: _Places, key: Any) -> None:
    """What lies beyond the last place of a field is none of it; a kit may have been given more than it has room for."""
    indexes = key if isinstance(key, tuple) else (key,)
    for axis, (index, length) in enumerate(zip(indexes, places.shape, strict=False)):
        if not isinstance(index, int | np.integer):
            return
        if index >= length:
            code = "seat_beyond" if axis == 0 and places.ndim == places.seats else "index_beyond"
            raise PlaceError(code, field=places.field, index=int(index), places=length)


def _fitting(field: str, dtype: Any, value: Any, holds: Holds | None = None) -> Any:
    """The value, if the field can hold it."""
    ends: tuple[Any, ...] = (value,)
    if not isinstance(value, int | np.integer):
        values = np.asarray(value)
        if values.dtype.kind in "OU":
            raise FieldError("no_number", field=field, value=repr(value)[:60])
        if dtype.kind != "i" or values.dtype.kind not in "bif" or not values.size:
            return value
        if (cut := values[values % 1 != 0]).size:
            raise FieldError("fraction", field=field, value=float(cut[0]))
        ends = (values.min(), values.max())
    least, most = LIMITS[dtype.itemsize]
    for each in ends:
        if not least <= each <= most:
            code = "too_wide_one" if holds is not None and holds.meaning in ONES else "too_wide"
            raise FieldError(code, field=field, value=int(each), least=least, most=most)
        if holds is not None and holds.meaning in SETS and each < 0 and not int(each) & holds.spare:
            raise FieldError("no_set", field=field)
        if holds is not None and holds.meaning == "suit" and each >= holds.suits:
            raise FieldError("no_suit", field=field, value=int(each), last=holds.suits - 1)
    return value
