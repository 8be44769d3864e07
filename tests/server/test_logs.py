"""The log: one line an event, with fields for programs, and nothing that was sent."""

import json
import logging

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


def test_lines_of_libraries_are_lines_too() -> None:
    record = logging.LogRecord("uvicorn.error", logging.ERROR, __file__, 1, "bad %s", ("luck",), None)
    assert json.loads(logs._json().format(record))["event"] == "bad luck"
