"""Where the command `torite` begins: beside the package, so that nothing of it has been imported yet.

That takes the better part of a second.  Meanwhile Ctrl-C ends the command as it does later, and nothing is searched for
garbage: the search would be a third of the work and find nothing, for what is imported stays.
"""

import gc
import os
import signal
from contextlib import suppress


def main() -> None:
    """Import the command line and run it."""
    gc.disable()
    if interruptible := signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, leave)
    from torite.cli import main as run

    gc.freeze()
    gc.enable()
    if interruptible:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    run()


def leave(*_: object) -> None:
    """End at once, on a line of its own, as what a signal has ended: nothing has been begun."""
    with suppress(OSError):
        os.write(2, b"\n")
    os._exit(128 + signal.SIGINT)
