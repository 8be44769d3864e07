"""A game file from outside the package: loaded, and refused with everything that is wrong with it.

The checks come in three steps, each only if the one before found nothing: the file can be imported; its `GAME` is
what the contract wants (`requirements.py`); one match at each number of players goes well in plain Python, where every
index is checked (`trial.py`, in a process of its own), and a deal compiled.
"""

import ast
import ctypes
import faulthandler
import hashlib
import importlib.util
import json
import os
import re
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.machinery import SourceFileLoader
from os import PathLike
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from torite.cards.kernel import JIT
from torite.cards.shelf import SHELF
from torite.games import GAMES
from torite.games.game import Game
from torite.games.page import PageError
from torite.games.requirements import Problem, check_requirements, meant_by
from torite.games.state import StateError
from torite.games.uncompiled import (
    chance_in_kernels,
    in_kernels,
    lost_in_kernels,
    printed_in_kernels,
    singles_in_kernels,
)
from torite.locale import has_text, text

PACKAGE = Path(__file__).parents[1]
PAGE = "torite_game_"  # and the name of the file: what the module of a page is called
# What Python says of the kits in `class State(…)`: what is told instead.
PARENTS = {
    "module() takes": "kit_module",
    "metaclass conflict": "kit_module",
    "method resolution": "kit_order",
    "duplicate base": "kit_twice",
}
TRIAL_SECONDS, MOVE_SECONDS = 60, 20  # most for a trial, of the processor's time, and for one of its moves
PATIENCE = 10  # on a busy machine all that may take so much longer


def told(problem: Problem, lang: str) -> str:
    """What is wrong in words; and with which option, where it is so with one alone."""
    code, params = problem
    key = f"cli.contract.{code}"
    sentence = text(key if has_text(key) else f"cli.check.{code}", lang, **params)
    return text("cli.contract.with_option", lang, problem=sentence, **params) if "option" in params else sentence


class GameFileError(ValueError):
    """A game file that cannot be played; `problems` has every reason found."""

    def __init__(self, file: str, problems: list[Problem]) -> None:
        super().__init__(file)
        self.file = file
        self.problems = problems

    def tell(self, lang: str) -> list[str]:
        """One line a reason."""
        return [told(problem, lang) for problem in self.problems]

    def __str__(self) -> str:
        return f"{self.file}: " + "; ".join(self.tell("en"))


def load_game(file: str) -> Game:
    """The game of this file, checked; as it was when `find_game` asked for it last.  Raises GameFileError."""
    if file not in _ASKED:
        _ASKED[file] = _text(file)
    return _loaded(file, _ASKED[file])


_ASKED: dict[str, bytes] = {}  # what the files were


def _text(file: str) -> bytes:
    return Path(file).read_bytes() if Path(file).is_file() else b""


@cache
def _loaded(file: str, _: bytes) -> Game:
    path = Path(file).resolve()
    game = _read(path, file)
    passed = f"{_sources(path)}.passed"
    if SHELF.get(passed) is None:
        if problems := trial_apart(path) or _compiled(game, path):
            fields = game.state.fields
            lost = [*lost_in_kernels(path, fields), *singles_in_kernels(path, fields)]  # which may be why
            raise GameFileError(file, chance_in_kernels(path) or [*lost, *problems])
        SHELF.put(passed, True)
    return game


def find_game(game: str | PathLike[str] | Game) -> Game:
    """The game itself, that of the house with this name, or that of a page with this path, as it is now: `NAME.py`.

    Raises KeyError, GameFileError, TypeError.
    """
    if isinstance(game, Game):
        return game
    if not isinstance(game, str | PathLike):
        raise TypeError(f"game is its name, the path of a page, or the game itself, not {game!r}")
    name = os.fspath(game)
    if name.endswith(".py"):
        _ASKED[name] = _text(name)
        return load_game(name)
    if name not in GAMES:
        raise KeyError(f"there is no game {name!r}; there are {', '.join(GAMES)}, and pages of your own: 'NAME.py'")
    return GAMES[name]


def read_anew(file: str, seconds: float) -> Game:
    """The game as its file is now, with what lies beside it; nothing is played for a check.

    Raises GameFileError: also for Python code that is not through after so many seconds.
    """
    path = Path(file).resolve()
    for name, module in list(sys.modules.items()):
        is_page = name.startswith(PAGE) and name != PAGE + path.stem  # another one, which may be read just now
        if Path(getattr(module, "__file__", None) or "").parent == path.parent and name != "__main__" and not is_page:
            sys.modules.pop(name, None)
    try:
        with _within(seconds):
            return _read(path, file)
    except _Endless as error:
        raise GameFileError(file, [read_endless(seconds, _last_line(error, path))]) from None
    except KeyboardInterrupt as error:
        if threading.current_thread() is threading.main_thread():
            raise
        raise GameFileError(file, [_raised(error, path)]) from None  # the page's own: Ctrl-C comes to the main thread


def read_endless(seconds: float, line: int | None = None) -> Problem:
    """A file that could not be read in so many seconds, and which of its lines it was at."""
    return ("read_endless", {"seconds": seconds, "line": line or "?"})


class _Endless(BaseException):
    """Raised in the midst of what takes too long."""


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """Ends what this thread does in Python after so many seconds.  Raises _Endless."""
    here = ctypes.c_ulong(threading.get_ident())
    raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
    timer = threading.Timer(seconds, raise_in, (here, ctypes.py_object(_Endless)))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        raise_in(here, None)  # it may have been on its way


def _read(path: Path, file: str) -> Game:
    if not path.is_file():
        raise GameFileError(file, [("not_a_file" if path.exists() else "no_file", {})])
    game = imported(path, file)
    if problems := check_requirements(game, GAMES):
        raise GameFileError(file, problems)
    return game


def _sources(path: Path) -> str:
    """Hash of all that decides whether a file passes: the file, what it has imported from beside it, and our games."""
    beside = {str(getattr(module, "__file__", None) or "") for module in list(sys.modules.values())}
    files = {Path(name) for name in beside if name and Path(name).is_relative_to(path.parent)}
    total = hashlib.sha256()
    for source in (path, *sorted(files), *sorted(PACKAGE.glob("games/**/*.py")), *sorted(PACKAGE.glob("cards/*.py"))):
        total.update(source.read_bytes())
    return total.hexdigest()


def imported(path: Path, file: str) -> Game:
    """`GAME` of the file.  Raises GameFileError."""
    try:
        module = _run(path)
    except PageError as error:
        raise GameFileError(file, error.problems) from None
    except SyntaxError as error:
        raise GameFileError(file, [("syntax", {"line": error.lineno or "?", "reason": error.msg})]) from None
    except (Exception, SystemExit) as error:  # a file that ends its process ends no server
        if (half := _half_made(error)) is not None and (problems := check_requirements(half, GAMES)):
            raise GameFileError(file, problems) from None
        raise GameFileError(file, [_raised(error, path)]) from None
    game = getattr(module, "GAME", None)
    if game is None:
        raise GameFileError(file, [("no_game", {})])
    if not isinstance(game, Game):
        raise GameFileError(file, [("not_a_game", {"kind": type(game).__name__})])
    return game


class Source(SourceFileLoader):
    """Reads the source itself: Python's kept bytecode knows an edit by its size and its second alone."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


def _run(path: Path) -> ModuleType:
    """The file as a module, under a name of its own."""
    name = PAGE + path.stem
    spec = importlib.util.spec_from_file_location(name, path, loader=Source(name, str(path)))
    if spec is None or spec.loader is None:
        raise ImportError("not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(path.parent))  # as for any program: a variant imports the page that it varies
    try:
        spec.loader.exec_module(module)
    except BaseException:
        if sys.modules.get(name) is module:
            del sys.modules[name]
        raise
    finally:
        sys.path.remove(str(path.parent))
    return module


def _half_made(error: BaseException) -> Game | None:
    """The game whose own assertions refused it, so that its other faults can be named too."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        half = frame.f_locals.get("self")
        if isinstance(error, AssertionError) and isinstance(half, Game):
            return half
    return None


def _raised(error: BaseException, path: Path) -> Problem:
    """An exception of the file, with the last line of the file that it came through."""
    reason = str(error).replace("Game.__init__() missing", "GAME lacks")
    line = _line_of_field(str(error).partition(":")[0], path) if isinstance(error, StateError) else None
    said = {"line": line or _last_line(error, path) or "?", "kind": type(error).__name__, "reason": reason}
    if said["line"] in _called_kernels(path):
        return ("kernel_called", said)
    rules = importlib.import_module("torite.rules")  # only now: the page may not have imported it
    if isinstance(error, NameError) and error.name and (error.name == "np" or hasattr(rules, error.name)):
        how = "import numpy as np" if error.name == "np" else "from torite.rules import *"
        return ("raised_import", said | {"name": error.name, "how": how})
    for of_python, code in PARENTS.items() if isinstance(error, TypeError) else ():
        if of_python in reason:
            return (code, said)
    return ("raised_near", said | {"near": near}) if (near := meant_by(error)) else ("raised", said)


def _called_kernels(path: Path) -> set[int]:
    """The lines above functions of this page in which `kernel` has brackets behind it."""
    functions = [node for node in ast.parse(path.read_bytes()).body if isinstance(node, ast.FunctionDef)]
    calls = [each for node in functions for each in node.decorator_list if isinstance(each, ast.Call)]
    return {call.lineno for call in calls if ast.unparse(call.func) == "kernel"}


def _line_of_field(name: str, path: Path) -> int | None:
    """Where this page declares a field of its state."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ClassDef):
            for rule in node.body:
                if isinstance(rule, ast.FunctionDef) and rule.name == name:
                    return rule.lineno
        if isinstance(node, ast.AnnAssign | ast.Assign):
            fields = node.targets if isinstance(node, ast.Assign) else [node.target]
            if name in map(ast.unparse, fields):
                return node.lineno
    return None


def _last_line(error: BaseException, path: Path) -> int | None:
    lines = [n for frame, n in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == str(path)]
    return lines[-1] if lines else None


def trial_apart(path: Path, move_seconds: int = MOVE_SECONDS) -> list[Problem]:
    """What a trial of the file in another process found: plain Python, so that a wrong index is an error there."""
    command = [sys.executable, "-P", "-W", "ignore", "-m", "torite.games.load", str(path), str(move_seconds)]
    try:
        done = subprocess.run(
            command,
            env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
            capture_output=True,
            timeout=PATIENCE * TRIAL_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return [("endless", {"seconds": TRIAL_SECONDS})]
    if done.returncode:
        told = done.stderr.decode(errors="replace").strip()
        if told.startswith("Timeout"):
            at = re.search(rf'File "{re.escape(str(path))}", line (\d+) in (\w+)', told)
            if at is None:  # caught where Python had no frame to tell of
                return [("endless", {"seconds": move_seconds})]
            return [("endless_in", {"seconds": move_seconds, "name": at[2], "where": f"{path.name}:{at[1]}"})]
        return [("trial_died", {"reason": told.rpartition("\n")[2]})]
    problems: list[Any] = json.loads(done.stdout.splitlines()[-1])
    return [(code, params) for code, params in problems]


def _compiled(game: Game, path: Path) -> list[Problem]:
    """What the compiler says; better, what of the page's text no kernel can have."""
    if not JIT:
        return []
    if printed := printed_in_kernels(path):
        return printed
    from torite.games.trial import compiled_trial  # here, as it is only needed the first time

    told = compiled_trial(game)
    return in_kernels(path) or told if told else []


def main(file: str, move_seconds: int) -> None:
    """What a trial of the file finds, as the last line.  Ends with a trace of where it is if a move takes so long."""
    from torite.games.trial import trial

    def moves() -> None:
        if time.process_time() > TRIAL_SECONDS:
            raise _NoEndError
        faulthandler.dump_traceback_later(move_seconds, exit=True)

    found: list[Problem] = [("endless", {"seconds": TRIAL_SECONDS})]
    with suppress(_NoEndError):
        moves()
        found = trial(imported(Path(file), file), moves)
    sys.stdout.write("\n" + json.dumps(found, default=str))


class _NoEndError(Exception):
    """The trial takes too long."""


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
