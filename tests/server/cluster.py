"""A PostgreSQL of one's own, which may be killed."""

import os
import pwd
import signal
import socket
import subprocess
import time
from pathlib import Path

USER = "postgres"  # it refuses to run as root


class Cluster:
    """Data and log lie in `folder`, which is given to the user of the database."""

    def __init__(self, folder: Path) -> None:
        """Raises FileNotFoundError: PostgreSQL is not installed."""
        self._programs = max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
        self._folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self.url = f"postgresql://{USER}@127.0.0.1:{self._port}/postgres"
        if os.getuid() == 0:
            os.chown(folder, pwd.getpwnam(USER).pw_uid, -1)
        self._run("initdb", "-D", "data", "-A", "trust", "-U", USER, "-E", "UTF8", "--locale=C.UTF-8")
        self.start()

    def start(self) -> None:
        """Start, or start again after `kill`, and wait until it answers."""
        options = f"-c listen_addresses=127.0.0.1 -c port={self._port} -c unix_socket_directories={self._folder}"
        self._run("pg_ctl", "-D", "data", "-l", "log", "-w", "-t", "60", "-o", options, "start")

    @property
    def pid(self) -> int:
        """Number of the process that has started all others."""
        return int((self._folder / "data" / "postmaster.pid").read_text().split()[0])

    def kill(self) -> None:
        """All its processes at once, without any warning."""
        pid = self.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for each in (pid, *map(int, children)):
            os.kill(each, signal.SIGKILL)
        while any(Path(f"/proc/{each}").exists() for each in (pid, *children)):
            time.sleep(0.01)
        (self._folder / "data" / "postmaster.pid").unlink()

    def stop(self) -> None:
        """End it."""
        self._run("pg_ctl", "-D", "data", "-m", "immediate", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        user = USER if os.getuid() == 0 else None
        with open(os.devnull, "w") as nowhere:
            subprocess.run(command, cwd=self._folder, user=user, stdout=nowhere, check=True)
