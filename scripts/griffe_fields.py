"""For the reference (scripts/build_docs.py): under a class made of its fields a table of them, as its source has them.

Of the State of a kit it says who may know them.  A dataclass has a signature: there stands what needs more words.
"""

from collections.abc import Iterator
from typing import Any

from griffe import Alias, Attribute, Class, Extension, Object

KIT = ("field", "what it is", "who may know it, what it begins with", "what it means")
RECORD = ("field", "what it is", "what it means")
TABLE = "torite.games.zones"  # what the methods of its classes do is the business of the table alone


class Fields(Extension):
    """Writes the tables."""

    def on_class_members(self, *, cls: Class, **_: Any) -> None:
        """The one of this class; what a field means stands behind it, as a comment."""
        if cls.module.path == TABLE:
            for name in [name for name, each in cls.members.items() if _is_done(each)]:
                cls.del_member(name)
        is_kit = ".kits." in cls.path
        rows = [*(_kit(cls) if is_kit else _record(cls))]
        if rows and cls.docstring:
            head = KIT if is_kit else RECORD
            told = (head, ["---"] * len(head), *rows)
            cls.docstring.value += "\n\n" + "\n".join(f"| {' | '.join(row)} |" for row in told)


def _kit(cls: Class) -> Iterator[tuple[str, ...]]:
    for field in _fields(cls):
        yield f"`{field.name}`", f"`{field.annotation}`", f"`{field.value}`", _comment(cls, field)


def _record(cls: Class) -> Iterator[tuple[str, ...]]:
    signed = any("dataclass" in str(each.value) for each in cls.decorators)
    unsigned = any(str(base).endswith(("Struct", "NamedTuple")) for base in cls.bases)
    for field in _fields(cls) if signed or unsigned else ():
        if (comment := _comment(cls, field)) or unsigned:
            given = f" = {field.value}" if field.value is not None and unsigned else ""
            yield f"`{field.name}`", f"`{field.annotation}{given}`", comment


def _fields(cls: Class) -> Iterator[Attribute]:
    for field in cls.members.values():
        if isinstance(field, Attribute) and not _is_done(field) and "init=False" not in str(field.value):
            yield field


def _is_done(member: Object | Alias) -> bool:
    """Is it a method or a property?"""
    return member.is_function or "property" in member.labels


def _comment(cls: Class, field: Attribute) -> str:
    """What stands behind the field, and goes on below it."""
    lines = cls.source.splitlines()[(field.endlineno or 0) - (cls.lineno or 0) :]
    told = lines[0].partition("  # ")[2]
    for line in lines[1:]:
        if not line.strip().startswith("# "):
            break
        told += line.strip()[1:]
    return told.strip().replace("|", "\\|")
