"""The log: one line an event, with fields for programs, and nothing that was sent."""

import json
import logging
from pathlib import Path

import pytest

from torite.server import logs


def failed() -> logging.LogRecord:
    """A line about an error whose message names cards."""
    try:
        raise ValueError("the hand is\nSA SK")
    except ValueError as error:
        info = (ValueError, error, error.__traceback__)
    return logging.LogRecord("torite", logging.ERROR, __file__, 1, "table %(table)s", ({"table": "abc"},), info)


@pytest.mark.parametrize("formatter", [logs._json(), logs._OneLine("%(levelname)s %(message)s")], ids=["json", "text"])
def test_an_error_is_told_by_kind_and_place(formatter: logging.Formatter) -> None:
    line = formatter.format(failed())
    assert "\n" not in line
    assert "ValueError at" in line
    assert "table abc" in line
    assert "SA" not in line


def test_names_are_fields() -> None:
    told = json.loads(logs._json().format(failed()))
    assert told["event"] == "table abc"
    assert told["table"] == "abc"
    assert told["level"] == "error"
    assert told["at"].endswith("Z")
    assert told["error"].startswith("ValueError at")


def test_a_field_is_as_the_line_tells_it() -> None:
    """A path, or an error."""
    names = {"file": Path("/var/lib/t.db"), "error": OSError("no such file")}
    record = logging.LogRecord("torite", logging.INFO, __file__, 1, "%(file)s: %(error)s", (names,), None)
    told = json.loads(logs._json().format(record))
    assert told["event"] == "/var/lib/t.db: no such file"
    assert (told["file"], told["error"]) == ("/var/lib/t.db", "no such file")


def test_lines_of_libraries_are_lines_too() -> None:
    record = logging.LogRecord("uvicorn.error", logging.ERROR, __file__, 1, "bad %s", ("luck",), None)
    assert json.loads(logs._json().format(record))["event"] == "bad luck"


def test_a_traceback_that_comes_as_a_message_is_one_line() -> None:
    message = "  + Exception Group Traceback (most recent call last):\n  |   File x\n  | OSError: in use\n  +-------\n"
    record = logging.LogRecord("uvicorn.error", logging.ERROR, __file__, 1, message, None, None)
    assert logs._OneLine("%(message)s").format(record) == "+ Exception Group OSError: in use"
    assert json.loads(logs._json().format(record))["event"] == "+ Exception Group OSError: in use"


def test_the_same_error_is_told_once_in_a_while() -> None:
    now = [0.0]
    rarely = logs.Rarely(lambda: now[0])

    def told(message: str, level: int = logging.ERROR) -> str | None:
        record = logging.LogRecord("torite", level, __file__, 1, "%s", (message,), None)
        return record.getMessage() if rarely.filter(record) else None

    assert [told("gone") for _ in range(3)] == ["gone", None, None]
    assert [told("late", logging.WARNING) for _ in range(2)] == ["late", None]
    assert [told("ready", logging.INFO) for _ in range(2)] == ["ready", "ready"]
    assert told("full") == "full"
    now[0] += logs.QUIET
    assert told("gone") == "gone (2 more of these before)"
    assert told("gone") is None
