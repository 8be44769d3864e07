"""For the reference (scripts/build_docs.py): under the State of a kit a table of its fields, as its source has them."""

from typing import Any

from griffe import Attribute, Class, Extension

HEAD = "\n\n| field | what it is | who may know it, what it begins with | what it means |\n|---|---|---|---|\n"


class Fields(Extension):
    """Writes the tables."""

    def on_class_members(self, *, cls: Class, **_: Any) -> None:
        """The one of this class; what a field means stands behind it, as a comment."""
        fields = [each for each in cls.members.values() if isinstance(each, Attribute) and ".kits." in cls.path]
        rows = [(f"`{f.name}`", f"`{f.annotation}`", f"`{f.value}`", f.source.partition("  # ")[2]) for f in fields]
        if rows and cls.docstring:
            cls.docstring.value += HEAD + "\n".join(f"| {' | '.join(row)} |" for row in rows)
