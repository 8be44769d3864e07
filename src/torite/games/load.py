"""A game file from outside the package: loaded, and refused with everything that is wrong with it.

The checks come in three steps, each only if the one before found nothing: the file can be imported; its `GAME` is
what the contract wants (`contract.py`); one match at each number of players goes well in plain Python, where every
index is checked (`trial.py`, in a process of its own), and a deal compiled.
"""

import hashlib
import importlib.util
import json
import os
import subprocess
import sys
import traceback
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from torite.cards.kernel import JIT, cache_folder
from torite.games import GAMES
from torite.games.contract import Problem, check_contract
from torite.games.game import Game
from torite.locale import text

TRIAL_SECONDS = 60


class GameFileError(ValueError):
    """A game file that cannot be played; `problems` has every reason found."""

    def __init__(self, file: str, problems: list[Problem]) -> None:
        super().__init__(file)
        self.file = file
        self.problems = problems

    def tell(self, lang: str) -> list[str]:
        """One line a reason."""
        return [text(f"cli.contract.{code}", lang, **params) for code, params in self.problems]

    def __str__(self) -> str:
        return f"{self.file}: " + "; ".join(self.tell("en"))


@cache
def load_game(file: str) -> Game:
    """The game of this file, checked.  Raises GameFileError."""
    path = Path(file).resolve()
    if not path.is_file():
        raise GameFileError(file, [("no_file", {})])
    game = imported(path, file)
    if problems := check_contract(game, GAMES):
        raise GameFileError(file, problems)
    passed = cache_folder(str(path)) / f"passed-{hashlib.sha256(str(path).encode()).hexdigest()[:12]}"
    if not passed.exists():
        if problems := trial_apart(path) or _compiled(game):
            raise GameFileError(file, problems)
        passed.parent.mkdir(parents=True, exist_ok=True)
        passed.touch()
    return game


def imported(path: Path, file: str) -> Game:
    """`GAME` of the file.  Raises GameFileError."""
    try:
        module = _run(path)
    except SyntaxError as error:
        raise GameFileError(file, [("syntax", {"line": error.lineno, "reason": error.msg})]) from None
    except Exception as error:
        if (half := _half_made(error)) is not None and (problems := check_contract(half, GAMES)):
            raise GameFileError(file, problems) from None
        raise GameFileError(file, [_raised(error, path)]) from None
    game = getattr(module, "GAME", None)
    if game is None:
        raise GameFileError(file, [("no_game", {})])
    if not isinstance(game, Game):
        raise GameFileError(file, [("not_a_game", {"kind": type(game).__name__})])
    return game


def _run(path: Path) -> ModuleType:
    """The file as a module, under a name of its own."""
    name = f"torite_game_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError("not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _half_made(error: Exception) -> Game | None:
    """The game whose own assertions refused it, so that its other faults can be named too."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        half = frame.f_locals.get("self")
        if isinstance(error, AssertionError) and isinstance(half, Game):
            return half
    return None


def _raised(error: Exception, path: Path) -> Problem:
    """An exception of the file, with the last line of the file that it came through."""
    lines = [n for frame, n in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == str(path)]
    reason = str(error).replace("Game.__init__() missing", "GAME lacks")
    return ("raised", {"line": lines[-1] if lines else "?", "kind": type(error).__name__, "reason": reason})


def trial_apart(path: Path) -> list[Problem]:
    """What a trial of the file in another process found: plain Python, so that a wrong index is an error there."""
    command = [sys.executable, "-W", "ignore", "-m", "torite.games.trial", str(path)]
    try:
        done = subprocess.run(
            command,
            env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
            capture_output=True,
            timeout=TRIAL_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return [("endless", {"seconds": TRIAL_SECONDS})]
    if done.returncode:
        return [("trial_died", {"reason": done.stderr.decode(errors="replace").strip().rpartition("\n")[2]})]
    problems: list[Any] = json.loads(done.stdout.splitlines()[-1])
    return [(code, params) for code, params in problems]


def _compiled(game: Game) -> list[Problem]:
    """What the compiler says."""
    if not JIT:
        return []
    from torite.games.trial import compiled_trial  # here, as it is only needed the first time

    return compiled_trial(game)
