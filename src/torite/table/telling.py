"""Events as readers are told of them: of each stored event a struct for the wire, made of the fields that it declares.

Only what `events.py` marks is in it; `views.public_event` fills it for a reader.
"""

from collections.abc import Iterator
from functools import cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, cast, get_args, get_origin, get_type_hints

import msgspec

from torite.table import events

Code = str  # an action's code, as in records


class Event(msgspec.Struct, tag_field="type"):
    """Something that happened at the table."""


class Drawn(msgspec.Struct):
    """What chance has done, as far as everybody sees it: a card drawn, a stock reshuffled."""

    seat: int | None  # for whom; None = for nobody in particular
    code: Code


@cache
def declared(stored: type) -> dict[str, dict[str, Any]]:
    """What each marked field of a stored event says of itself: `knows`, and `name` for a seat with a name."""
    hints = get_type_hints(stored, include_extras=True)
    marks = {field: get_args(hint)[1] for field, hint in hints.items() if get_origin(hint) is Annotated}
    return {field: mark.extra for field, mark in marks.items()}


def _fields(stored: type) -> Iterator[tuple[str, Any]]:
    types = get_type_hints(stored)
    for field, mark in declared(stored).items():
        yield field, types[field] | None if mark["knows"] == "seat" else types[field]
        if "name" in mark:
            yield "name", str
    if stored is events.Acted:
        yield "chance", list[Drawn]


def _struct(stored: Any) -> type[Event]:
    told = (stored.__doc__ or "").partition("\n\n")[0] if stored.__doc__ != events.Event.__doc__ else ""
    tag = stored.__struct_config__.tag
    named = {"__doc__": told, "__module__": __name__}
    made = msgspec.defstruct(stored.__name__, _fields(stored), bases=(Event,), tag=tag, namespace=named)
    return cast(type[Event], made)


STRUCTS: dict[type, type[Event]] = {
    stored: _struct(stored) for stored in get_args(events.Stored) if stored not in events.UNTOLD
}

if TYPE_CHECKING:  # what a checker sees of them: a stored event has all that is told of it, and more
    Said = events.Said
    PublicEvent = Event
else:
    Said = STRUCTS[events.Said]
    PublicEvent = reduce(or_, STRUCTS.values())
