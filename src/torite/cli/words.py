"""What the terminal says: the language, the two consoles, the one-line complaints."""

import re
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer
from typing import Any

import msgspec
from rich.cells import cell_len
from rich.console import Console
from rich.markup import escape
from rich.measure import Measurement
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from torite.games import texts
from torite.games.game import Game, OptionError
from torite.games.scene import Reason
from torite.games.why import sentence
from torite.locale import LANGUAGES, TextError, language, text

USAGE = 2  # exit code of a command that makes no sense
FAILED = 1  # exit code of one that does, but found something wrong
SIGNALLED = 128  # exit code of what a signal has ended, and its number
WIDE = 10_000  # columns
ENDINGS = (signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else []))
LONG, FIGURES = 30, 50  # columns of a name, at least, and of the figures that have to fit beside it
PAUSE = 10.0  # seconds between lines about how far it is, where there is no terminal
LONG_WAIT = 1.0  # seconds after which it is said for what


def end_in_order() -> None:
    """SIGTERM and a closed terminal end this command as Ctrl-C does, so that nothing is lost or left behind."""
    for ending in ENDINGS:
        if signal.getsignal(ending) is not signal.SIG_IGN:  # as nohup has it
            signal.signal(ending, lambda number, _: sys.exit(SIGNALLED + number))


def end_at_once() -> None:
    """They end it where it stands, or as the server has it that runs here."""
    for ending in ENDINGS:
        if signal.getsignal(ending) is not signal.SIG_IGN:
            signal.signal(ending, signal.SIG_DFL)


def _lang() -> str:
    """Language of this run: `--lang` if given, else that of the terminal."""
    for before, word in zip(sys.argv, [*sys.argv[1:], ""], strict=True):
        chosen = word if before == "--lang" else before.partition("--lang=")[2]
        if chosen in LANGUAGES:
            return chosen
    return language()


LANG = _lang()
ORDERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")  # to a terminal
UNSEEN = "\N{REPLACEMENT CHARACTER}"  # stands in their place


class Terminal(Console):
    """Does what the house says, and not what stands in a record or a name: those come from strangers."""

    def render_str(self, text: str, **how: Any) -> Text:
        return super().render_str(ORDERS.sub(UNSEEN, text), **how)

    def on_broken_pipe(self) -> None:
        """Who reads the output has seen enough, as `head` has: nothing is wrong with that."""
        with suppress(SystemExit):
            super().on_broken_pipe()
        raise SystemExit(FAILED if self.stderr else 0)


out = Terminal(highlight=False, soft_wrap=True, emoji=False)
err = Terminal(stderr=True, highlight=False, soft_wrap=True, emoji=False)


class Complaint(Exception):  # noqa: N818  # it is what the reader is told, not what went wrong inside
    """One friendly line for the reader, and the exit code."""

    def __init__(self, line: str, code: int = USAGE) -> None:
        super().__init__(line)
        self.code = code


def say(key: str, **params: Any) -> str:
    """The text `cli.KEY`."""
    return text(f"cli.{key}", LANG, **params)


def labelled(name: str) -> str:
    """What stands before something that is called so, with a colon as the language has it."""
    return text("ui.labelled", LANG, label=name, value="")


def told(error: TextError) -> str:
    """The error in the reader's language."""
    return error.tell(LANG)


def complaint(key: str, *, code: int = USAGE, **params: Any) -> Complaint:
    """The text `cli.KEY` as a complaint."""
    return Complaint(say(key, **params), code)


@contextmanager
def about_file(path: Path | None) -> Iterator[None]:
    """What the system says of this file is told in one line.  Raises Complaint."""
    try:
        yield
    except OSError as error:
        raise complaint("file", file=path, reason=error.strerror, code=FAILED) from None


def refused(error: OptionError, game: Game) -> Complaint:
    """An option or preset that the game does not have, with what it has."""
    allowed: dict[str, list[str]] = {
        "table/unknown_option": [option.name for option in game.options],
        "table/unknown_preset": list(game.presets),
        "table/bad_value": [shown(value) for value in error.params.get("allowed", [])],
    }
    kind = error.code.rpartition("/")[2]
    return complaint(kind, game=game.name, name=error.params["name"], allowed=allowed[error.code] or [say("none")])


def shown(value: object) -> str:
    """An option's value as it is typed."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def find_text(game: Game, key: str, lang: str = LANG, **params: Any) -> str | None:
    """A text of a game in the language of this terminal, if there is one."""
    return texts.find_text(game, key, lang, **params)


def game_text(game: Game, key: str, lang: str = LANG, **params: Any) -> str:
    """The same; the plain identifier where there is none."""
    return texts.game_text(game, key, lang, **params)


def players_text(game: Game) -> str:
    """For how many players it is: "3–5 players"."""
    *fewer, most = game.tables
    if not fewer:
        return text("ui.players", LANG, n=most)
    if game.without:
        return text("ui.players.among", LANG, some=fewer, last=most)
    return text("ui.players.range", LANG, min=fewer[0], max=most)


def rule(game: Game, reason: Reason) -> str:
    """The rule that forbids an action."""
    if phase := reason.params.get("phase"):
        reason = Reason(reason.key, {"phase": game_text(game, f"phase.{phase}")})
    return sentence(game, reason, LANG)


def bot_table(title: str, section: str, keys: Iterable[str], bots: Iterable[str]) -> Table:
    """With the headings `cli.SECTION.KEY`, which are broken before a bot's name is, unless that is a long one."""
    table = Table(title=title)
    for key in keys:
        heading = say(f"{section}.{key}")
        if key == "bot":
            longest = max(cell_len(line) for name in (heading, *bots) for line in in_lines(name).splitlines())
            table.add_column(heading, overflow="fold", width=longest if longest <= _room() else None)
        else:
            table.add_column(heading, justify="right", overflow="fold")
    return table


def in_lines(bot: str) -> str:
    """The name of a bot, such as that of a program; a long one in lines that end behind a word or a folder."""
    lines = [""]
    for part in re.findall(r"[^\s/]+[\s/]*|[\s/]+", bot):
        if lines[-1] and cell_len(lines[-1] + part.rstrip()) > _room():
            lines.append("")
        lines[-1] += part
    return "\n".join(line.rstrip() for line in lines)


def _room() -> int:
    """Columns that there are for the name of a bot."""
    return max(LONG, out.width - FIGURES)


def print_table(table: Table) -> None:
    """A row is a line where it goes into a pipe or a file: Rich takes those for terminals of 80 columns.

    On a narrow terminal nothing is cut off: it goes on in the next line.
    """
    for column in table.columns:
        column.overflow = "fold"
    if not out.is_terminal:
        table.width = Measurement.get(out, out.options.update(max_width=WIDE), table).maximum
    out.print(table)


class _Bar(Progress):
    """A bar; where the console is no terminal, such as a file, a line now and then instead."""

    _next = time.monotonic() + PAUSE  # of all bars: what is soon done needs no line

    def tell(self, **changes: Any) -> None:
        """So far it is: `completed` or `advance`, of what `total`, and by another `description`."""
        task = self.tasks[0]
        self.update(task.id, **changes)
        if self.disable and task.completed and time.monotonic() >= self._next:
            _Bar._next = time.monotonic() + PAUSE
            of = "" if task.total is None else f"/{task.total:.0f}"
            err.print(f"{task.description}  {task.completed:.0f}{of}")


def bar(description: str, total: float | None = None) -> _Bar:
    """How far it is, on the error console, so that the output can go to a file.  total: None = not known (yet)"""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    progress = _Bar(*columns, console=err, transient=True, disable=not err.is_terminal)
    progress.add_task(description, total=total)
    return progress


@contextmanager
def busy(description: str) -> Iterator[None]:
    """What is being done, on the error console; where that is no terminal, a line once it takes long."""
    if err.is_terminal and not err.is_dumb_terminal:
        with err.status(escape(description)):
            yield
        return
    line = Timer(LONG_WAIT, err.print, [escape(description)])
    line.daemon = True
    line.start()
    try:
        yield
    finally:
        line.cancel()


def print_json(found: Any) -> None:
    """For programs, on one line."""
    out.print(msgspec.json.encode(found).decode(), markup=False)


def number(value: float) -> str:
    """A large number for people."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
