"""The log: one line an event, for people or as JSON, without bodies, cards or cookies.

What a line names is given as `LOG.error("table %(table)s ...", {"table": ...})`; in JSON each name is a field as well.
"""

import logging
from collections.abc import Mapping

import structlog
from structlog.typing import EventDict, Processor

from torite.server.thinking import where

TALKATIVE = {"uvicorn": logging.ERROR, "sqlalchemy": logging.WARNING, "alembic": logging.WARNING}
# At DEBUG they log frames and rows, cards included; uvicorn warns of every request that is none.


def set_up(json: bool = False) -> None:
    """Log to standard error from now on."""
    lines = logging.StreamHandler()
    lines.setFormatter(_json() if json else _OneLine("%(asctime)s %(levelname)s %(message)s"))
    logging.basicConfig(handlers=[lines], level=logging.INFO)


def quieten() -> None:
    """Let libraries say only what concerns the operator."""
    for name, level in TALKATIVE.items():
        logging.getLogger(name).setLevel(level)


class _OneLine(logging.Formatter):
    """An error is told by its kind and place: a traceback names what was sent, and anybody could fill the disk."""

    def format(self, record: logging.LogRecord) -> str:
        told = logging.makeLogRecord({**record.__dict__, "exc_info": None, "exc_text": None, "stack_info": None})
        line = " ".join(super().format(told).split())
        return f"{line} {where_of(record)}".rstrip()


def _json() -> logging.Formatter:
    add: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper("iso", key="at"),
        _name_fields,
    ]
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=add,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, structlog.processors.JSONRenderer()],
        pass_foreign_args=True,
    )


def _name_fields(_: object, __: str, event: EventDict) -> EventDict:
    """What the line names, and where an error arose in place of its traceback."""
    names = event.pop("positional_args", ())
    found = where_of(event["_record"])
    event.pop("exc_info", None)
    return {**(names if isinstance(names, Mapping) else {}), **event, **({"error": found} if found else {})}


def where_of(record: logging.LogRecord) -> str:
    """Kind and place of the error that is logged, "" without one."""
    error = record.exc_info[1] if record.exc_info else None
    return where(error.__cause__ or error) if error is not None else ""
