"""The log: one line an event, for people or as JSON, without bodies, cards or cookies.

What a line names is given as `LOG.error("table %(table)s ...", {"table": ...})`; in JSON each name is a field as well.
"""

import logging
import math
import time
import traceback
from collections.abc import Callable, Mapping

import structlog
from structlog.typing import EventDict, Processor

TALKATIVE = {"uvicorn": logging.ERROR} | dict.fromkeys(("sqlalchemy", "alembic", "watchfiles"), logging.WARNING)
# At DEBUG they log frames and rows, cards included; uvicorn warns of every request that is none.
QUIET = 10.0  # seconds in which an error or a warning is not told again
KEPT = 1000  # lines that are remembered for that


def set_up(json: bool = False) -> None:
    """Log to standard error from now on."""
    lines = logging.StreamHandler()
    lines.addFilter(Rarely())
    lines.setFormatter(_json() if json else _OneLine("%(asctime)s %(levelname)s %(message)s"))
    logging.basicConfig(handlers=[lines], level=logging.INFO)
    quieten()


def quieten() -> None:
    """Let libraries say only what concerns the operator."""
    for name, level in TALKATIVE.items():
        logging.getLogger(name).setLevel(level)


class _OneLine(logging.Formatter):
    """An error is told by its kind and place: a traceback names what was sent, and anybody could fill the disk."""

    def format(self, record: logging.LogRecord) -> str:
        told = logging.makeLogRecord({**record.__dict__, "exc_info": None, "exc_text": None, "stack_info": None})
        line = " ".join(shortened(super().format(told)).split())
        return f"{line} {where_of(record)}".rstrip()


def _json() -> logging.Formatter:
    add: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper("iso", key="at"),
        _name_fields,
    ]
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=add,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.JSONRenderer(default=str),  # a path as it is written, an error as it is told
        ],
        pass_foreign_args=True,
    )


def _name_fields(_: object, __: str, event: EventDict) -> EventDict:
    """What the line names, and where an error arose in place of its traceback."""
    names = event.pop("positional_args", ())
    found = where_of(event["_record"])
    event.pop("exc_info", None)
    event["event"] = " ".join(shortened(str(event["event"])).split())
    return {**(names if isinstance(names, Mapping) else {}), **event, **({"error": found} if found else {})}


def shortened(line: str) -> str:
    """A traceback that a library gives as a message is told by its last line."""
    head, found, trace = line.partition("Traceback (most recent call last):")
    return head.rstrip(" +|\n") + " " + trace.rstrip("+-| \n").rpartition("\n")[2].lstrip(" |") if found else line


class Rarely(logging.Filter):
    """The same line is told once in a while, and then how often it was not: while a database is away hundreds come."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._told: dict[str, tuple[float, int]] = {}  # when, and how often it was left out since

    def filter(self, record: logging.LogRecord) -> bool:
        """Is it told?  Lines that are left out are counted in the next one."""
        line, now = record.getMessage(), self._clock()
        at, left_out = self._told.get(line, (-math.inf, 0))
        if record.levelno >= logging.WARNING and now - at < QUIET:
            self._told[line] = at, left_out + 1
            return False
        if len(self._told) >= KEPT:
            self._told.clear()
        self._told[line] = now, 0
        if left_out:
            record.msg = f"{record.msg} ({left_out} more of these before)"
        return True


def where_of(record: logging.LogRecord) -> str:
    """Kind and place of the error that is logged, "" without one."""
    error = record.exc_info[1] if record.exc_info else None
    return where(error.__cause__ or error) if error is not None else ""


def where(error: BaseException) -> str:
    """Type and place of an error for the log, without its message: that may name cards."""
    frames = traceback.extract_tb(error.__traceback__)[-3:]
    places = " < ".join(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in reversed(frames))
    return f"{type(error).__name__} at {places}"
