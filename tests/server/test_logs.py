"""The log: one line an event, with fields for programs, and nothing that was sent."""

import ast
import json
import logging
from collections.abc import Iterator
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


def told_whole(tree: ast.AST) -> Iterator[int]:
    """Lines that log an error of any kind as it tells itself, and not `where` it was."""
    for broad in ast.walk(tree):
        match broad:
            case ast.ExceptHandler(type=None | ast.Name("Exception" | "BaseException"), name=str(name), body=body):
                pass
            case ast.FunctionDef(args=ast.arguments(args=[ast.arg(name, ast.Name("Exception" | "BaseException")), *_])):
                body = [line for line in broad.body if not isinstance(line, ast.Match)]  # which tells kinds apart
            case _:
                continue
        wholes = {name}  # and what it is put into before
        for node in (node for line in body for node in ast.walk(line)):
            told: list[ast.expr] = []
            if isinstance(node, ast.Assign) and _tells(node.value, wholes):
                wholes |= {part.id for part in ast.walk(node.targets[0]) if isinstance(part, ast.Name)}
            if isinstance(node, ast.Dict):  # of fields, which may be made beforehand
                told = node.values
            elif isinstance(node, ast.Call) and ast.unparse(node.func).startswith("LOG."):
                told = [each for each in node.args if not isinstance(each, ast.Dict)]
            for each in told:
                if _tells(each, wholes):
                    yield each.lineno


def _tells(told: ast.expr, wholes: set[str]) -> bool:
    """Does it tell one of these errors whole?"""
    names = {part.id for part in ast.walk(told) if isinstance(part, ast.Name)}
    return bool(wholes & names) and not {"where", "why"} & names


def test_no_line_of_the_house_tells_an_unknown_error_whole() -> None:
    """It may name cards, or what was sent."""
    house = Path(logs.__file__).parent
    found = {file.name: [*told_whole(ast.parse(file.read_text("utf-8")))] for file in house.rglob("*.py")}
    assert {name: lines for name, lines in found.items() if lines} == {}
    wrong = "try:\n  f()\nexcept Exception as error:\n  LOG.error('%(error)s', {'error': error})"
    assert [*told_whole(ast.parse(wrong))] == [4]
    assert [*told_whole(ast.parse(wrong.replace("error}", "where(error)}")))] == []
    by_way = "try:\n  f()\nexcept Exception as error:\n  told = str(error)\n  LOG.error('%s', told)"
    assert [*told_whole(ast.parse(by_way))] == [5]
    assert [*told_whole(ast.parse(by_way.replace("str", "where")))] == []


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
