"""The command line: `torite games | serve | play | simulate | replay | review | match | report | export | …`.

Every mistake of the reader is answered by one line in the reader's language and exit code 2; what a command found
to be wrong gives exit code 1.
"""

import errno
import io
import os
import re
import signal
import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer
from rich.markup import escape
from typer.exceptions import TyperException

from torite import __version__
from torite.cli import (
    admin,
    bench,
    check,
    compile,
    export,
    games,
    ladder,
    match,
    mcp,
    play,
    printing,
    replay,
    report,
    review,
    serve,
    simulate,
)
from torite.cli.words import FAILED, SIGNALLED, USAGE, Complaint, complaint, end_in_order, err, out, say
from torite.lab import bot_files
from torite.lab.workers import WorkerError
from torite.locale import LANGUAGES, has_text

COMMANDS: dict[str, Callable[..., None]] = {
    "games": games.command,
    "serve": serve.command,
    "play": play.command,
    "simulate": simulate.command,
    "replay": replay.command,
    "review": review.command,
    "match": match.command,
    "ladder": ladder.command,
    "report": report.command,
    "export": export.command,
    "print": printing.command,
    "mcp": mcp.command,
    "bench": bench.command,
    "compile": compile.command,
    "check": check.command,
}
INTERRUPTED = SIGNALLED + signal.SIGINT

app = typer.Typer(
    help=say("help.torite"),
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for name, command in COMMANDS.items():
    app.command(name, help=say(f"help.{name}"))(command)
app.add_typer(admin.app, name="admin", help=say("help.admin"))


def _version(wanted: bool) -> None:
    if wanted:
        out.print(f"torite {__version__}")
        raise typer.Exit


def _lang(chosen: str | None) -> None:
    if chosen is not None and chosen not in LANGUAGES:
        raise complaint("unknown_lang", name=chosen, allowed=list(LANGUAGES))


Version = Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help=say("help.version"))]
Lang = Annotated[str | None, typer.Option("--lang", metavar="|".join(LANGUAGES), callback=_lang, help=say("help.lang"))]


@app.callback()
def _root(version: Version = False, lang: Lang = None) -> None:
    """What stands before the command; `words.LANG` has already looked at --lang."""


def main() -> None:
    """Run, and turn every error into one line."""
    end_in_order()
    if sys.stdin is None:  # closed: there is nothing to read
        sys.stdin = io.TextIOWrapper(io.BufferedReader(io.BytesIO()))  # with bytes, too: records come as such
    sys.exit(run())


def run(arguments: list[str] | None = None) -> int:
    """Run a command line; returns the exit code."""
    try:
        code = app(args=arguments, standalone_mode=False)
        if code == INTERRUPTED:  # typer has made it of Ctrl-C
            raise KeyboardInterrupt
        return code if isinstance(code, int) else 0
    except Complaint as error:
        return _complain(str(error), error.code)
    except TyperException as error:
        return _misused(error)
    except (KeyboardInterrupt, EOFError, typer.Abort):
        err.print()
        err.print(say("interrupted"))
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except WorkerError:
        files = [path.name for path in bot_files.files()]
        return _complain(say("worker_own", files=files) if files else say("worker"), FAILED)
    except Exception as error:
        if os.environ.get("TORITE_DEBUG"):
            raise
        if isinstance(error, OSError) and (error.filename or error.errno == errno.ENOSPC):
            return _complain(say("file", file=error.filename or say("output"), reason=error.strerror), FAILED)
        return _complain(say("unexpected", kind=type(error).__name__, reason=error), FAILED)


def _complain(line: str, code: int) -> int:
    err.print(f"[bold red]torite:[/] {escape(line)}")
    return code


def _misused(error: Any) -> int:
    """Where no command was given, what there is; else what is wrong with the command line."""
    if type(error).__name__ == "NoArgsIsHelpError" or error.message == "Missing command.":  # the latter after --lang
        typer.echo(error.ctx.get_help(), err=True)
        return USAGE
    return _complain(_usage(error), USAGE)


def _usage(error: Any) -> str:
    """What is wrong with the command line, in the reader's language."""
    kind = type(error).__name__
    parameter = getattr(error, "param", None)
    name = getattr(error, "param_hint", None) or getattr(parameter, "metavar", None) or getattr(parameter, "name", "")
    if parameter is not None and parameter.param_type_name == "option":
        name = parameter.opts[0]
    if kind == "NoSuchOption" and error.option_name in ("--lang", "--version"):
        return say("before_command", name=error.option_name, command=error.ctx.info_name)
    if kind == "NoSuchOption":
        return say("no_such_option", name=error.option_name, command=error.ctx.command_path)
    if kind == "MissingParameter":
        return say("missing", name=name, command=error.ctx.command_path)
    if kind == "BadParameter":
        return say("bad_parameter", name=name, reason=_bad_value(error))
    if kind == "BadOptionUsage":
        return say("needs_value", name=error.option_name)
    if unknown := re.match(r"No such command (['\"])(.*?)\1\.", error.message):  # after it, what was perhaps meant
        return say("no_such_command", name=unknown[2], allowed=[*error.ctx.command.commands])
    if surplus := re.match(r"Got unexpected extra argument\(s\) \((.*)\)$", error.message, re.DOTALL):
        return say("surplus", words=surplus[1], command=error.ctx.command_path)
    return say("usage", reason=error.message)


def _bad_value(error: Any) -> str:
    """What is wrong with a value; as Typer says it where there are no words of ours for that."""
    found: dict[str, Any] = {"type": "", "input": ""}
    if hasattr(error.__cause__, "errors"):
        found = error.__cause__.errors()[0]
    _, is_choice, allowed = error.message.partition(" is not one of ")
    if is_choice:
        return say("value.choice", input=found["input"], allowed=allowed.rstrip(".").replace("'", ""))
    path, is_unreadable, _ = error.message.partition(" is not readable")
    if is_unreadable:
        return say("value.unreadable", file=path.partition("'")[2].rpartition("'")[0])
    if has_text(f"cli.value.{found['type']}"):
        return say(f"value.{found['type']}", input=found["input"], **found.get("ctx", {}))
    return str(error.message)
