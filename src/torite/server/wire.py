"""uvicorn's WebSocket protocol with one addition: a socket whose peer takes no bytes is cut.

uvicorn's own `send` waits until such a peer reads again, and so does its close; neither ever ends for a peer that
answers pings and reads nothing else.
"""

import asyncio

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


def impatient(stuck: float) -> type[asyncio.Protocol]:
    """The protocol class that cuts a socket when its send buffer has stayed full for `stuck` seconds."""

    class ImpatientProtocol(WebSocketsSansIOProtocol):
        _cut: asyncio.TimerHandle | None = None

        def pause_writing(self) -> None:
            super().pause_writing()
            self._cut = self.loop.call_later(stuck, self.transport.abort)

        def resume_writing(self) -> None:
            super().resume_writing()
            self._forget_cut()

        def connection_lost(self, exc: Exception | None) -> None:
            self._forget_cut()
            super().connection_lost(exc)

        def _forget_cut(self) -> None:
            if self._cut is not None:
                self._cut.cancel()
                self._cut = None

    return ImpatientProtocol
