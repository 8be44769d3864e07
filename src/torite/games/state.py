"""Declaring a game's state: one fixed-size record, every field with who may know it."""

import copyreg
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import Any, Literal, get_args

import numpy as np

Who = Literal["public", "by_seat", "others", "hidden"]
Span = Literal["deal", "match"]
MAX_OPTIONS = 24
CHANCE = np.int64(1) << 62  # what `actors` says where chance has to act: a card drawn, a stock reshuffled


class StateError(TypeError):
    """A state that is declared wrongly."""


@dataclass(frozen=True)
class Field:
    """One field of a record: its type, who may know it, and what it begins with."""

    name: str
    dtype: Any
    shape: tuple[int, ...]
    who: Who
    # Only in a state that is a class (fields.py):
    default: int = 0
    of: Span = "deal"  # when it becomes its default again: at the start of each deal, of each match
    meaning: str = ""  # "card", "seat", ...; "" = a number
    rows: bool = False  # is its first axis by seat?


def public(first: Any = 0, *rest: Any, of: Span = "deal") -> Any:
    """A field that everybody may know."""
    return _field("public", first, rest, of)


def by_seat(first: Any = 0, *rest: Any, of: Span = "deal") -> Any:
    """A field with one row a seat (its first axis), each for that seat alone."""
    return _field("by_seat", first, rest, of)


def others(first: Any = 0, *rest: Any, of: Span = "deal") -> Any:
    """A field with one row a seat (its first axis), each for all the other seats; a spectator knows none."""
    return _field("others", first, rest, of)


def hidden(first: Any = 0, *rest: Any, of: Span = "deal") -> Any:
    """A field that nobody may know: stock, unseen cards, seeds."""
    return _field("hidden", first, rest, of)


def _field(who: Who, first: Any, rest: tuple[Any, ...], of: Span) -> Field:
    """A field with name, type and shape; in a class, where name and type stand before it, with what it begins with."""
    if of not in get_args(Span):
        raise StateError(f"a field begins anew with each deal, or with each match: of='deal' or of='match', not {of!r}")
    if isinstance(first, str) and rest:
        return Field(first, rest[0], rest[1:], who)
    return Field("", None, rest, who, first, of)


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
        self.dtype = np.dtype((_class_of(fields), plain))
        self._known: dict[int | None, Any] = {}  # by seat: uint8[itemsize]
        self._of_all: dict[int, Any] = {}  # by number of seats: uint8[seats + 1, itemsize], a spectator's last

    def new(self, n: int = 1) -> Any:
        """n zeroed records; `s.turn` works outside kernels too."""
        return np.zeros(n, self.dtype)

    def view(self, s: Any, seat: int | None) -> Any:
        """What `seat` (None = a spectator) may know of `s`: a fresh record that starts from nothing.

        Only what is declared is copied, so a forgotten field is withheld, not leaked.
        """
        if seat not in self._known:
            self._known[seat] = self.known(seat)
        return np.frombuffer(np.frombuffer(s, np.uint8) & self._known[seat], self.dtype)[0]

    def views(self, s: Any, players: int) -> list[Any]:
        """The views of so many seats, and last a spectator's: made at once they cost little more than one."""
        if players not in self._of_all:
            self._of_all[players] = np.stack([self.known(seat) for seat in (*range(players), None)])
        return list(np.frombuffer(np.frombuffer(s, np.uint8) & self._of_all[players], self.dtype))

    def known(self, seat: int | None) -> Any:
        """A record's bytes, uint8[itemsize]: 255 where `seat` (None = a spectator) may know them, 0 elsewhere."""
        known = np.zeros(self.dtype.itemsize, np.uint8)
        assert self.dtype.fields is not None
        for field in self.fields.values():
            kind, begin = self.dtype.fields[field.name][:2]
            if field.who == "public":
                known[begin : begin + kind.itemsize] = 255
            elif field.who != "hidden" and seat is not None:
                rows = known[begin : begin + kind.itemsize].reshape(field.shape[0], -1)
                rows[:] = 255 if field.who == "others" else 0
                rows[range(field.shape[0])[seat]] = 0 if field.who == "others" else 255
        return known


class _Kind(type):
    """Class of the records of a layout: pickled by its fields, as it has no name under which it could be found."""

    __fields__: tuple[Field, ...]


@cache
def _class_of(fields: tuple[Field, ...]) -> _Kind:
    """A record with its fields as properties: np.record looks a name up in Python, which takes five times as long."""
    properties = {f.name: property(itemgetter(f.name), _setter(f.name)) for f in fields}
    # NumPy restores a record so that nothing written into it stays; as the element of an array it can be changed.
    own = {
        "__reduce__": lambda s: (_restored, (s.dtype, s.tobytes())),
        "copy": _copied,
        "__copy__": _copied,
        "__deepcopy__": lambda s, memo: _copied(s),
    }
    kind = _Kind("State", (np.void,), {"__slots__": (), **own, **properties})
    kind.__fields__ = fields
    return kind


copyreg.pickle(_Kind, lambda kind: (_class_of, (kind.__fields__,)))


def _copied(s: Any) -> Any:
    """As NumPy's own, which copies field by field: that takes 20 times as long."""
    return _restored(s.dtype, s.tobytes())


def _restored(dtype: Any, data: bytes) -> Any:
    return np.frombuffer(bytearray(data), dtype)[0]


def _setter(name: str) -> Callable[[Any, Any], None]:
    def put(s: Any, value: Any) -> None:
        s[name] = value

    return put
