"""Several processes at one address: a parent that starts them, and starts another where one has died.

They are nodes like those of several machines (leases.py).  The parent holds the socket and serves nobody; the children
are forks of it, so they share the memory of all that was loaded before.
"""

import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from types import FrameType

from torite.server import systemd

LOG = logging.getLogger("torite")
PAUSE = 1.0  # seconds before one that has died is replaced: one that cannot start must not start all the time
SIGNS = (signal.SIGTERM, signal.SIGINT)
WIDTH = 4  # bytes of a number on its way to the parent


class Workers:
    """The children and what has become of them."""

    def __init__(self, number: int, work: Callable[[int, Callable[[], None]], None]) -> None:
        """work: what child 0, 1, ... does until it is stopped; it calls the function when it answers."""
        self._number, self._work = number, work
        self._children: dict[int, int] = {}  # by process
        self._ending = False
        self._parent, self._alive = os.pipe()  # nothing is written; it ends with the parent
        self._told, self._tell = os.pipe()  # the numbers of children that answer

    def run(self) -> None:
        """Until SIGTERM or SIGINT, and until all children have ended."""
        for sign in SIGNS:
            signal.signal(sign, self._end)
        for number in range(self._number):
            self._start(number)
        threading.Thread(target=self._await_answers, daemon=True).start()
        while self._children:
            process, status = os.wait()
            number = self._children.pop(process)
            if not self._ending:
                told = {"process": process, "status": os.waitstatus_to_exitcode(status)}
                LOG.error("process %(process)d has ended (%(status)d); another takes its place", told)
                time.sleep(PAUSE)
                self._start(number)

    def _start(self, number: int) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNS)  # no child is born while they are told to end
        child = 0 if self._ending else os.fork()
        if child:
            self._children[child] = number
        elif not self._ending:
            self._be_a_child(number)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNS)

    def _be_a_child(self, number: int) -> None:
        status = 1
        try:
            for sign in SIGNS:
                signal.signal(sign, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNS)
            os.environ.pop("NOTIFY_SOCKET", None)  # the parent speaks with systemd
            os.close(self._alive)
            threading.Thread(target=self._end_with_the_parent, daemon=True).start()
            self._work(number, partial(self._answers, number))
            status = 0
        except Exception as error:
            LOG.error("a process could not work", exc_info=error)
        finally:
            os._exit(status)

    def _answers(self, number: int) -> None:
        os.write(self._tell, number.to_bytes(WIDTH))

    def _await_answers(self) -> None:
        """One that has died and is there again is one all the same."""
        answering = set[bytes]()
        while len(answering) < self._number:
            answering.add(os.read(self._told, WIDTH))
        if not self._ending:
            systemd.notify("READY=1")

    def _end_with_the_parent(self) -> None:
        os.read(self._parent, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    def _end(self, _: int, __: FrameType | None) -> None:
        """SIGTERM for SIGINT, too: a terminal has sent that to the children already."""
        self._ending = True
        systemd.notify("STOPPING=1")
        for child in self._children:
            with suppress(ProcessLookupError):  # `run` has waited for it, and not taken it off yet
                os.kill(child, signal.SIGTERM)
