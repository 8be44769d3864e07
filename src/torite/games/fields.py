"""A game's state as a class: every field says what it means, who may know it, and what it begins with.

    class State(tricks.State):
        turned: Card = public(NONE)
        bids: Each[Count] = public(NONE)
        scores: Each[Points] = public(0, of="match")
        goal: int = option((1, 5, 7, 9), 5)

`layout` makes of it the one record of `state.py`, first the fields of the parents.  A field is set to what it begins
with at the start of each deal, with `of="match"` of each match; an option holds the value that was chosen.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from types import GenericAlias
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Generic,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
    overload,
)

import numpy as np

from torite.cards.kernel import Mask, Seat, kernel
from torite.games.game import Option, Value
from torite.games.state import HEADER, Field, Layout, public

T = TypeVar("T")
Cards: TypeAlias = Annotated[Mask, "cards"]  # set of cards
Seats: TypeAlias = Annotated[Mask, "seats"]  # set of seats
Suits: TypeAlias = Annotated[int, "suits"]  # set of suits: bit s = suit s
Count: TypeAlias = Annotated[int, "count"]  # up to 127
Points: TypeAlias = Annotated[int, "points"]
MEANINGS: dict[str, Any] = {
    "card": np.int8,
    "seat": np.int8,
    "suit": np.int8,
    "cards": np.int64,
    "seats": np.int64,
    "suits": np.int8,
    "count": np.int8,
    "points": np.int32,
}
PLAIN: dict[Any, tuple[str, Any]] = {bool: ("flag", np.int8), int: ("", np.int32), np.int64: ("", np.int64)}

if TYPE_CHECKING:

    class Each(np.ndarray[Any, Any], Generic[T]):
        """One value a seat; of a field `by_seat` or of so many places, one a place."""

        @overload  # type: ignore[override]
        def __getitem__(self, key: int) -> T: ...
        @overload
        def __getitem__(self, key: slice) -> "Each[T]": ...
        @overload
        def __getitem__(self, key: tuple[Any, ...]) -> Any: ...
        def __getitem__(self, key: Any) -> Any: ...

else:

    class Each:
        """One value a seat; of a field `by_seat` or of so many places, one a place."""

        __class_getitem__ = classmethod(GenericAlias)


class StateError(TypeError):
    """A state that is declared wrongly."""


@dataclass(frozen=True)
class Choice:
    """A field that holds what was chosen of an option."""

    option: Option


def option(
    values: tuple[Value, ...] | bool, default: Value | None = None, excludes: tuple[str, ...] = (), digits: int = 0
) -> Any:
    """A rule that a table may choose: its values and the usual one, or True or False for on or off.

    The field holds the value; of words, the place among them.  The rest as in `Option`.
    """
    if isinstance(values, bool):
        return Choice(Option("", (False, True), values, excludes))
    return Choice(Option("", values, values[0] if default is None else default, excludes, digits))


class State:
    """What every game keeps: `HEADER`.  A game's own State inherits from it, or from those of kits."""

    players: Annotated[int, "count"]
    options: Each[int]
    deals: int
    dealer: Seat
    turn: Seat


def declared(state: type[State]) -> dict[str, tuple[Any, Any]]:
    """Type and declaration of every field but HEADER's, those of the parents first.  Raises StateError."""
    found: dict[str, tuple[Any, Any]] = {}
    for part in reversed(state.__mro__):
        own = {name: value for name, value in vars(part).items() if isinstance(value, Field | Choice)}
        types = vars(part).get("__annotations__", {}) if issubclass(part, State) and part is not State else {}
        for name in (*types, *(name for name in own if name not in types)):
            if name not in types:
                raise StateError(f"{name}: say what it is, as in `{name}: Card = public(NONE)`")
            if name not in own:
                raise StateError(f"{name}: say who may know it, as in `{name}: Card = public(NONE)`")
        hints = get_type_hints(part, include_extras=True) if own else {}
        found |= {name: (hints[name], value) for name, value in own.items()}
    return found


def options_of(state: type[State]) -> tuple[Option, ...]:
    """The options, named by their fields, in the order in which they are declared."""
    return tuple(
        replace(value.option, name=name) for name, (_, value) in declared(state).items() if isinstance(value, Choice)
    )


def layout(state: type[State], seats: int) -> Layout:
    """The record, with a row for each of so many seats.  Raises StateError."""
    return Layout(*HEADER, *(_field(name, *found, seats) for name, found in declared(state).items()))


def _field(name: str, kind: Any, value: Any, seats: int) -> Field:
    """The field of this name, with all that its type says."""
    if isinstance(value, Choice):
        return replace(public(0, of="match"), name=name, dtype=np.int32)
    each = get_origin(kind) is Each
    meaning, dtype = _meaning(name, get_args(kind)[0] if each else kind)
    shape = value.shape
    if value.who in ("by_seat", "others") or (each and not shape):
        shape = (seats, *shape)
    if bool(shape) != each:
        raise StateError(f"{name}: one value a seat is `{name}: Each[...]`")
    return replace(value, name=name, dtype=dtype, shape=shape, meaning=meaning)


def _meaning(name: str, kind: Any) -> tuple[str, Any]:
    """What a value of this type is, and how it is kept."""
    if get_origin(kind) is Annotated:
        meaning = kind.__metadata__[0]
        return meaning, MEANINGS[meaning]
    if kind not in PLAIN:
        raise StateError(f"{name}: a field cannot be {kind!r}; it can be int, bool, Card, Seat, Suit, Cards, Count ...")
    return PLAIN[kind]


# ---- what follows from the defaults ----
def beginnings(state: type[State], record: Layout, start: Any, deal: Any) -> tuple[Any, Any]:
    """The kernels `start` and `deal` of a game: all fields as they begin, then what the page does itself, if anything.

    They are written here as a person would, a line a field, so that they are compiled as such.  `first` deals the
    first deal, whoever sits to the left of the dealer the next one.
    """
    fields = [field for name, field in record.fields.items() if name not in {each.name for each in HEADER}]
    chosen = options_of(state)
    match = [f"s.{o.name} = {o.name}_values[s.options[{i}]]" for i, o in enumerate(chosen) if not o.digits]
    match += [f"s.{o.name} = s.options[{i}]" for i, o in enumerate(chosen) if o.digits]
    names: dict[str, Any] = {f"{o.name}_values": _values(o) for o in chosen}
    names |= {"start_page": start, "deal_page": deal, "__name__": state.__module__}
    names["reset"] = _written("reset", "s", _lines(field for field in fields if field.of == "deal"), names)  # for both
    lasting = [field for field in fields if field.of == "match" and field.name not in {o.name for o in chosen}]
    begin = ["reset(s)", *_lines(lasting), *match]
    begin += ["s.players = players", "s.deals = 0", "s.dealer = first - 1 if first > 0 else players - 1"]
    again = ["s.deals += 1", "s.dealer = s.dealer + 1 if s.dealer + 1 < s.players else 0"]
    again += ["reset(s)"]
    return (
        _written("start", "s, players, first", begin + ["start_page(s, players, first)"] * (start is not None), names),
        _written("deal", "s, deck", again + ["deal_page(s, deck)"] * (deal is not None), names),
    )


def _lines(fields: Iterable[Field]) -> list[str]:
    """Each field becomes what it begins with."""
    return [f"s.{field.name}{'[:]' if field.shape else ''} = {int(field.default)}" for field in fields]


def _values(option: Option) -> Any:
    """What stands in the field for each place among the values, int32[n]."""
    words = isinstance(option.default, str)
    return np.array(range(len(option.values)) if words else option.values, np.int32)


def _written(name: str, parameters: str, lines: list[str], names: dict[str, Any]) -> Any:
    """A kernel of these lines."""
    body = "".join(f"    {line}\n" for line in lines)
    exec(compile(f"def {name}({parameters}):\n{body}", f"<{name}>", "exec"), names)  # our own words, see `_lines`
    return kernel(names[name])
