"""Declaring a game's state: one fixed-size record, every field with who may know it."""

from dataclasses import dataclass
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
        self.dtype = np.dtype([(f.name, f.dtype, f.shape) for f in fields], align=True)

    def new(self, n: int = 1) -> Any:
        """n zeroed records; a recarray, so that `s.turn` works outside kernels too."""
        return np.zeros(n, self.dtype).view(np.recarray)

    def view(self, s: Any, seat: int | None) -> Any:
        """What `seat` (None = a spectator) may know of `s`: a fresh record that starts from nothing.

        Only what is declared is copied, so a forgotten field is withheld, not leaked.
        """
        v = self.new()[0]
        for field in self.fields.values():
            if field.who == "public":
                v[field.name] = s[field.name]
            elif field.who == "by_seat" and seat is not None:
                v[field.name][seat] = s[field.name][seat]
        return v
