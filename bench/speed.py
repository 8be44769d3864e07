"""The same as `torite bench`: plays a second next to C, worlds and playouts a second.

python bench/speed.py [--rounds N] [--json]
"""

import sys

from torite.cli import run

if __name__ == "__main__":
    sys.exit(run(["bench", *sys.argv[1:]]))
