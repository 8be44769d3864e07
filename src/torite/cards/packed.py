"""Compiled kernels that come with the package, made for a named kind of machine: where they fit, nothing is compiled.

They lie in one zip file beside this one, which only a wheel with kernels has (`scripts/release`); its comment tells
what they were made with and for.  Where that does not fit this process the file is as good as absent.
"""

import json
import pickle
import platform
import sys
import zlib
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

import llvmlite
import llvmlite.binding as llvm
import numba
import numpy as np

FILE = Path(__file__).with_name("kernels.zip")
BASELINES = {"x86_64": "x86-64-v3", "amd64": "x86-64-v3", "aarch64": "generic", "arm64": "generic"}  # by machine
NEEDS = {  # features that a machine of this kind has, as LLVM calls them
    "x86-64-v3": "avx avx2 bmi bmi2 cx16 f16c fma lzcnt movbe popcnt sahf sse3 sse4.1 sse4.2 ssse3 xsave",
    "generic": "neon",
}


def versions() -> list[str]:
    """Of everything that has a say in what kernels are compiled to; of NumPy a patch has none."""
    python, numpy = sys.version_info[:2], np.__version__.split(".")[:2]
    return [f"{python[0]}.{python[1]}", numba.__version__, ".".join(numpy), llvmlite.__version__]


def baseline() -> str:
    """The kind of machine that kernels are packed for here; "" = there is none."""
    return BASELINES.get(platform.machine().lower(), "")


class Packed:
    """The packed kernels, if there are any and they fit."""

    def __init__(self, file: Path = FILE) -> None:
        self._file = file

    @cached_property
    def _archive(self) -> ZipFile | None:
        try:
            archive = ZipFile(BytesIO(self._file.read_bytes()))  # in memory: processes that fork would share its place
            made = json.loads(archive.comment)
            fits = made["versions"] == versions() and made["cpu"] == baseline() and _can_run(made["cpu"])
        except (OSError, BadZipFile, ValueError, LookupError, TypeError):
            return None
        return archive if fits else None

    @property
    def cpu(self) -> str:
        """The kind of machine that they are made for; "" = none fit."""
        return "" if self._archive is None else baseline()

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset() if self._archive is None else frozenset(self._archive.namelist())

    def has(self, name: str) -> bool:
        """Is there such an entry?  It may be damaged."""
        return name in self._names

    def get(self, name: str) -> Any:
        """An entry; None if it is not there or damaged."""
        if self._archive is None or name not in self._names:
            return None
        try:
            return pickle.loads(self._archive.read(name))
        except (BadZipFile, zlib.error):
            return None


def _can_run(cpu: str) -> bool:
    """Has this machine all that is taken for granted there?"""
    features = llvm.get_host_cpu_features()
    return all(features.get(need) for need in NEEDS[cpu].split())


PACKED = Packed()
