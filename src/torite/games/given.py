"""What a caller from Python has given: where it is nothing of the kind, he is told which argument it is."""

from operator import index
from typing import Any


def whole_number(name: str, value: Any, least: int | None = None) -> int:
    """The number, of Python or NumPy.  Raises TypeError, ValueError."""
    try:
        number = None if isinstance(value, bool | str) else int(index(value))
    except TypeError:
        number = None
    if number is None:
        raise TypeError(f"{name} is a whole number, not {value!r}")
    if least is not None and number < least:
        raise ValueError(f"{name} is at least {least}, not {number}")
    return number
