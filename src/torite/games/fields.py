"""A game's state as a class: every field says what it means, who may know it, and what it begins with.

    class State(tricks.State):
        turned: Card = public(NONE)
        bids: Each[Count] = public(NONE)
        scores: Each[Points] = public(0, of="match")
        goal: int = option((1, 5, 7, 9), 5)

`layout` makes of it the one record of `state.py`, first the fields of the parents.  A field is set to what it begins
with at the start of each deal, with `of="match"` of each match; an option holds the value that was chosen.
"""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from inspect import cleandoc, get_annotations, getsource
from itertools import takewhile
from re import fullmatch
from textwrap import dedent
from types import GenericAlias
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Generic,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
    overload,
)

import numpy as np

from torite.cards.deck import without
from torite.cards.imprint import imprint
from torite.cards.kernel import Mask, Seat, kernel
from torite.games.game import Option, Value
from torite.games.state import HEADER, Field, Layout, StateError, public

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
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
NUMBERS = {"count", "points", ""}
PLAIN: dict[Any, tuple[str, Any]] = {bool: ("flag", np.int8), int: ("", np.int32), np.int64: ("", np.int64)}

if TYPE_CHECKING:

    class Each(np.ndarray[Any, Any], Generic[T]):
        """One value a seat; of a field `by_seat` or of so many places, one a place."""

        @overload  # type: ignore[override]
        def __getitem__(self, key: int | tuple[int, ...]) -> T: ...
        @overload
        def __getitem__(self, key: slice) -> "Each[T]": ...
        @overload
        def __getitem__(self, key: tuple[Any, ...]) -> Any: ...
        def __getitem__(self, key: Any) -> Any: ...

else:

    class Each:
        """One value a seat; of a field `by_seat` or of so many places, one a place."""

        __class_getitem__ = classmethod(GenericAlias)


@dataclass(frozen=True)
class Choice:
    """A field that holds what was chosen of an option."""

    option: Option


def option(
    values: tuple[Value, ...] | bool,
    default: Value | None = None,
    excludes: tuple[str, ...] = (),
    digits: int = 0,
    name: str = "",
) -> Any:
    """A rule that a table may choose: its values and the usual one, or True or False for on or off.

    The field holds the value; of words, the place among them; 123 for "1 2 3".  The option has the field's name, if it
    is given no other.  The rest as in `Option`.
    """
    if isinstance(values, bool):
        return Choice(Option(name, (False, True), values, excludes))
    if not isinstance(values, tuple | list):
        raise StateError(f"the values of an option stand in brackets, as in `option((1, 5, 7, 9), 5)`, not {values!r}")
    if not any(all(isinstance(value, kind) for value in values) for kind in (int, str)):
        raise StateError(f"the values of an option are whole numbers, or words, or it is on or off; not {values!r}")
    if numbers := [value for value in values if isinstance(value, str) and fullmatch(r"-?\d+", value)]:
        raise StateError(
            f"the values of an option that are numbers stand without quotes, not {numbers[0]!r}: "
            "of words the field holds the place among them"
        )
    if len({*values}) < len(values):
        raise StateError(f"the values of an option are there once each, not {values!r}")
    first = values[0] if default is None else default
    if (type(first), first) not in [(type(value), value) for value in values]:
        raise StateError(f"an option begins with one of its values, {', '.join(map(repr, values))}; not with {first!r}")
    return Choice(Option(name, values, first, excludes, digits))


class _Told(type):
    """Of each field its help says what stands behind it as a comment, as the site does."""

    @property
    def __doc__(cls) -> str | None:  # type: ignore[override]  # read only when somebody asks for help
        said: str | None = vars(cls)["__doc__"]
        fields = [f"{name}: {comment}" for name, comment in _comments(cls)]
        return "\n".join([*([cleandoc(said), ""] if said else []), *fields]) if fields else said


def _comments(cls: type) -> Iterator[tuple[str, str]]:
    try:
        lines = dedent(getsource(cls)).splitlines()
    except (OSError, TypeError):  # made without a file
        return
    for node in ast.parse("\n".join(lines)).body[0].body:  # type: ignore[attr-defined]  # it is a class
        if isinstance(node, ast.AnnAssign):
            below = takewhile(lambda line: line.startswith("# "), map(str.strip, lines[node.end_lineno or 0 :]))
            comment = lines[(node.end_lineno or 0) - 1].partition("  # ")[2] + "".join(line[1:] for line in below)
            if comment:
                yield ast.unparse(node.target), comment


class State(metaclass=_Told):
    """What every game keeps: `HEADER`.  A game's own State inherits from it, or from those of kits.

    seats   rows of what is kept by seat, if more than play: kernels are compiled once for games of three and of four
    """

    _seats: ClassVar[int] = 0
    players: Annotated[int, "count"]
    options: Each[int]
    deals: int
    dealer: Seat
    turn: Seat

    def __init_subclass__(cls, seats: int = 0) -> None:
        if seats:
            cls._seats = seats


def declared(state: type[State]) -> dict[str, tuple[Any, Any]]:
    """Type and declaration of every field but HEADER's, those of the parents first.  Raises StateError."""
    found: dict[str, tuple[Any, Any]] = {}
    for part in reversed(state.__mro__):
        own = {name: value for name, value in vars(part).items() if isinstance(value, Field | Choice)}
        types = get_annotations(part) if issubclass(part, State) and part is not State else {}
        plain = [name for name, value in vars(part).items() if isinstance(value, int) and name not in types]
        if lost := [name for name in plain if not (name.startswith("_") or name.isupper())]:  # of which none is a field
            raise StateError(f"{lost[0]}: say what it is and who may know it, as in `{lost[0]}: Card = public(NONE)`")
        rules = [name for name, value in vars(part).items() if callable(value) and not name.startswith("__")]
        if rules and not part.__module__.startswith("torite."):
            raise StateError(f"{rules[0]}: a rule stands outside of the class, as in `def {rules[0]}(s, …)`")
        for name in (*types, *(name for name in own if name not in types)):
            if name not in types:
                raise StateError(f"{name}: say what it is, as in `{name}: Card = public(NONE)`")
            if name not in own:
                raise StateError(f"{name}: say who may know it, as in `{name}: Card = public(NONE)`")
        hints = get_type_hints(part, include_extras=True) if own else {}
        for name, value in own.items():  # a kit may say again what it has in common with another one
            now = (hints[name], value)
            other = name in found and (found[name] == now or not _may_stand_for(hints[name], found[name][0]))
            if other and not part.__module__.startswith("torite."):
                raise StateError(
                    f"{name}: this is a field of a kit that State inherits from already; leave it out, choose another "
                    "name, or declare it anew with the kit's type, and other places, beginning or viewers"
                )
        found |= {name: (hints[name], value) for name, value in own.items()}
    return found


def _may_stand_for(kind: Any, known: Any) -> bool:
    """Is this the type of a field that is declared anew, or of a wider number, as for bids beyond 127?"""
    each = get_origin(kind) is Each
    if kind == known or each != (get_origin(known) is Each):
        return bool(kind == known)
    (meaning, wide), (other, narrow) = (_meaning("", get_args(of)[0] if each else of) for of in (kind, known))
    return {meaning, other} <= NUMBERS and np.iinfo(wide).max > np.iinfo(narrow).max


def options_of(state: type[State]) -> dict[str, Option]:
    """The options by their fields: the page's own in the order in which they are declared, then those of its kits."""
    found = declared(state)
    names = dict.fromkeys(name for part in state.__mro__ for name in vars(part) if name in found)
    chosen = {name: value.option for name in names if isinstance(value := found[name][1], Choice)}
    return {name: replace(option, name=option.name or name) for name, option in chosen.items()}


def layout(state: type[State], seats: int = 0) -> Layout:
    """The record, with a row for each of so many seats, or of as many as the state says.  Raises StateError."""
    rows = max(seats, state._seats)
    return Layout(*HEADER, *(_field(name, *found, rows) for name, found in declared(state).items()))


def kernels_of(state: type[State], inline: bool = True) -> Callable[[F], F]:
    """`kernel` for functions that look at the fields of this class alone: compiled once for all that inherit from it.

    That is where its fields come first in their records: a page names what shares kernels as the last of its parents.
    """
    return partial(kernel, of=layout(state).dtype, inline=inline)


def _field(name: str, kind: Any, value: Any, seats: int) -> Field:
    """The field of this name, with all that its type says."""
    if name in {each.name for each in HEADER} or hasattr(np.record, name):
        raise StateError(f"{name}: no field may be called so, every record has this name already; choose another one")
    if isinstance(value, Choice):
        return replace(public(0, of="match"), name=name, dtype=np.int32)
    each = get_origin(kind) is Each
    meaning, dtype = _meaning(name, get_args(kind)[0] if each else kind)
    limits, shape = np.iinfo(dtype), value.shape
    if value.name or not isinstance(value.default, int | np.integer):
        raise StateError(f"{name}: it begins with a whole number or NONE, not {value.name or value.default!r}")
    if meaning == "flag" and value.default not in (False, True):
        raise StateError(f"{name}: it begins with True or False, not with {value.default}; NONE would be true")
    if not limits.min <= value.default <= limits.max:
        raise StateError(
            f"{name}: it begins with {value.default}, but holds {limits.min} to {limits.max}; Points hold more"
        )
    if not all(isinstance(places, int | np.integer) and places > 0 for places in shape):
        raise StateError(f"{name}: behind what it begins with stands how many places it has, not {shape}")
    rows = value.who in ("by_seat", "others") or (each and not shape)
    if rows:
        shape = (seats, *shape)
    if bool(shape) != each:
        raise StateError(f"{name}: one value a seat is `{name}: Each[...]`")
    return replace(value, name=name, dtype=dtype, shape=shape, meaning=meaning, rows=rows)


def _meaning(name: str, kind: Any) -> tuple[str, Any]:
    """What a value of this type is, and how it is kept."""
    if get_origin(kind) is Annotated:
        meaning = kind.__metadata__[0]
        return meaning, MEANINGS[meaning]
    if kind not in PLAIN:
        what = getattr(kind, "__name__", kind)
        raise StateError(f"{name}: a field cannot be {what}; it can be int, bool, Card, Seat, Suit, Cards, Count ...")
    return PLAIN[kind]


# ---- what follows from the defaults ----
def beginnings(state: type[State], record: Layout, start: Any, deal: Any, unused: Any = None) -> tuple[Any, Any]:
    """The kernels `start` and `deal` of a game: all fields as they begin, then what the page does itself, if anything.

    `first` deals the first deal, whoever sits to the left of the dealer the next one.  What is `unused` comes behind
    all other cards of the deck, and the page does not see it.
    """
    fields = [field for name, field in record.fields.items() if name not in {each.name for each in HEADER}]
    chosen = options_of(state)
    values = {f: _values(o) for f, o in chosen.items()}
    match = [_choose(f, f"s.options[{i}]", values[f], chosen[f].digits) for i, f in enumerate(chosen)]
    names: dict[str, Any] = {f"{f}_values": known for f, known in values.items()}
    names |= {
        "start_page": start,
        "deal_page": deal,
        "unused_page": unused,
        "without": without,
        "__name__": state.__module__,
    }
    dealt = {field.name: field.default for field in fields if field.of == "deal"}
    lasting = {field.name: field.default for field in fields if field.of == "match" and field.name not in chosen}
    names |= {"reset": imprint(record.dtype, dealt), "reset_all": imprint(record.dtype, dealt | lasting)}
    begin = ["reset_all(s)", *match]
    begin += ["s.players = players", "s.deals = 0", "s.dealer = first - 1 if first > 0 else players - 1"]
    again = ["s.deals += 1", "s.dealer = s.dealer + 1 if s.dealer + 1 < s.players else 0"]
    again += ["reset(s)"] + ["deck = without(deck, unused_page(s))"] * (unused is not None)
    return (
        _written("start", "s, players, first", begin + ["start_page(s, players, first)"] * (start is not None), names),
        _written("deal", "s, deck", again + ["deal_page(s, deck)"] * (deal is not None), names),
    )


def _choose(field: str, place: str, values: Any, digits: int) -> str:
    """The field becomes what stands at this place among the values; or these digits, more than there are places."""
    if values.tolist() == [*range(len(values))]:
        return f"s.{field} = {place}"
    return f"s.{field} = {field}_values[{place}]" + f" if {place} < {len(values)} else {place}" * (digits > 0)


def _values(option: Option) -> Any:
    """What stands in the field for each place among the values, int32[n]."""
    if option.digits:
        return np.array([int(str(value).replace(" ", "")) for value in option.values], np.int32)
    words = isinstance(option.default, str)
    return np.array(range(len(option.values)) if words else option.values, np.int32)


def _written(name: str, parameters: str, lines: list[str], names: dict[str, Any]) -> Any:
    """A kernel of these lines."""
    body = "".join(f"    {line}\n" for line in lines)
    exec(compile(f"def {name}({parameters}):\n{body}", f"<{name}>", "exec"), names)  # our own words
    return kernel(names[name])
