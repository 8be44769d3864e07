"""Declaring a game's state: one fixed-size record, every field with who may know it."""

from collections.abc import Callable
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Literal

import numpy as np

Who = Literal["public", "by_seat", "hidden"]
MAX_OPTIONS = 24
CHANCE = np.int64(1) << 62  # what `actors` says where chance has to act: a card drawn, a stock reshuffled


@dataclass(frozen=True)
class Field:
    """One field of a record: its type and who may know it."""

    name: str
    dtype: Any
    shape: tuple[int, ...]
    who: Who


def public(name: str, dtype: Any, *shape: int) -> Field:
    """A field that everybody may know."""
    return Field(name, dtype, shape, "public")


def by_seat(name: str, dtype: Any, *shape: int) -> Field:
    """A field with one row a seat (its first axis), each for that seat alone."""
    return Field(name, dtype, shape, "by_seat")


def hidden(name: str, dtype: Any, *shape: int) -> Field:
    """A field that nobody may know: stock, unseen cards, seeds."""
    return Field(name, dtype, shape, "hidden")


# What every game keeps under the same names, written by its `start` and `deal`.
HEADER = (
    public("players", np.int8),  # seats in play
    public("options", np.int32, MAX_OPTIONS),  # index of the chosen value, in the order of Game.options
    public("deals", np.int16),  # deals begun in this match
    public("dealer", np.int8),  # seat that deals, -1 = none
    public("turn", np.int8),  # seat to act; where several may act, the one the rules name first
)


class Layout:
    """The record type of a game's state."""

    def __init__(self, *fields: Field) -> None:
        self.fields = {f.name: f for f in fields}
        assert len(self.fields) == len(fields), "two fields of one name"
        # Outside kernels `s.size` would be NumPy's own attribute, silently.
        clash = [name for name in self.fields if hasattr(np.record, name)]
        assert not clash, f"names that NumPy's records have themselves: {clash}"
        plain = np.dtype([(f.name, f.dtype, f.shape) for f in fields], align=True)
        self.dtype = np.dtype((_record_class(plain), plain))
        self._known: dict[int | None, Any] = {}  # by seat: uint8[itemsize]

    def new(self, n: int = 1) -> Any:
        """n zeroed records; `s.turn` works outside kernels too."""
        return np.zeros(n, self.dtype)

    def view(self, s: Any, seat: int | None) -> Any:
        """What `seat` (None = a spectator) may know of `s`: a fresh record that starts from nothing.

        Only what is declared is copied, so a forgotten field is withheld, not leaked.
        """
        if seat not in self._known:
            self._known[seat] = self.known(seat)
        return (np.frombuffer(s, np.uint8) & self._known[seat]).view(self.dtype)[0]

    def known(self, seat: int | None) -> Any:
        """A record's bytes, uint8[itemsize]: 255 where `seat` (None = a spectator) may know them, 0 elsewhere."""
        known = np.zeros(self.dtype.itemsize, np.uint8)
        assert self.dtype.fields is not None
        for field in self.fields.values():
            kind, begin = self.dtype.fields[field.name][:2]
            size = kind.itemsize
            if field.who == "by_seat":
                if seat is None:
                    continue
                size //= field.shape[0]
                begin += range(field.shape[0])[seat] * size
            if field.who != "hidden":
                known[begin : begin + size] = 255
        return known


def _record_class(dtype: Any) -> type[np.void]:
    """A record with its fields as properties: np.record looks a name up in Python, which takes five times as long."""
    fields = {name: property(itemgetter(name), _setter(name)) for name in dtype.names}
    return type("State", (np.void,), {"__slots__": (), **fields})


def _setter(name: str) -> Callable[[Any, Any], None]:
    def put(s: Any, value: Any) -> None:
        s[name] = value

    return put
