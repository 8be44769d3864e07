"""Processes as copies of one that has imported what a server needs, which takes two seconds of a core."""

import importlib
import multiprocessing
import os
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.context import ForkServerProcess
from pathlib import Path

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["torite.cli.serve", "torite.server.run"])


def start(words: Sequence[str], log: Path) -> ForkServerProcess:
    """`python -m WORDS` as if begun here, in a session of its own; what it prints goes to the end of `log`."""
    process = _CONTEXT.Process(target=_be, args=(words, log, Path.cwd(), dict(os.environ)))
    process.start()
    return process


def _be(words: Sequence[str], log: Path, folder: Path, environment: Mapping[str, str]) -> None:
    os.setsid()
    with log.open("ab") as file:
        for stream in (sys.stdout, sys.stderr):
            os.dup2(file.fileno(), stream.fileno())
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = list(words)
    importlib.import_module(words[0]).main()
