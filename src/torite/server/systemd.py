"""What systemd is told of a service of `Type=notify`: it answers, it is alive, it ends.  Without systemd, nothing."""

import asyncio
import os
import socket
from collections.abc import Mapping


def notify(state: str, environment: Mapping[str, str] = os.environ) -> None:
    """Send "READY=1", "WATCHDOG=1", "STOPPING=1"; see sd_notify(3)."""
    address = environment.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.sendto(state.encode(), "\0" + address[1:] if address.startswith("@") else address)


async def watchdog(environment: Mapping[str, str] = os.environ) -> None:
    """Say that the loop turns, as often as systemd asks, for ever."""
    microseconds = int(environment.get("WATCHDOG_USEC", "0"))
    while microseconds:
        notify("WATCHDOG=1", environment)
        await asyncio.sleep(microseconds / 2e6)
