"""`torite bench` beside the programs of the same games that are here: C by hand (limit), jass-kit (peers).

    python bench/speed.py [GAME ...] [--rounds N] [--json]

Two programs for the same game would be two files of one name; jass-kit's is only taken where it is installed.
"""

import importlib.util
import sys
from pathlib import Path

from torite.cli import run

HERE = Path(__file__).parent

if __name__ == "__main__":
    rivals = [*HERE.glob("limit/*.c"), *(HERE.glob("peers/schieber.py") if importlib.util.find_spec("jass") else ())]
    sys.exit(run(["bench", *(word for rival in rivals for word in ("--against", str(rival))), *sys.argv[1:]]))
