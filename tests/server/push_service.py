"""A push service on loopback, and a browser that listens there: what it is sent it can read, and nobody else."""

import base64
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def encoded(told: bytes) -> str:
    return base64.urlsafe_b64encode(told).rstrip(b"=").decode()


class PushService:
    """Keeps what it was sent; `status` is its answer."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, dict[str, str], bytes]] = []  # path, head, body
        self.status, self.moved = 201, ""
        self.sick: set[str] = set()  # paths at which it fails
        self.open = threading.Event()
        self.open.set()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                outer.open.wait(20)
                outer.sent.append((self.path, {name.lower(): told for name, told in self.headers.items()}, body))
                self.send_response(500 if self.path in outer.sick else outer.status)
                if outer.moved:
                    self.send_header("location", outer.moved)
                self.send_header("content-length", "0")
                self.end_headers()

            do_GET = do_POST  # noqa: N815

            def log_message(self, *told: Any) -> None:
                """Nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.open.set()
        self._server.shutdown()
        self._server.server_close()


class Browser:
    """Has subscribed."""

    def __init__(self, service: PushService, name: str = "one", lang: str = "en") -> None:
        self._service, self._path, self._lang = service, f"/push/{name}", lang
        self._key, self._secret = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)

    @property
    def device(self) -> dict[str, str]:
        """The body of `POST /api/me/notices`."""
        key = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        endpoint = self._service.origin + self._path
        return {"endpoint": endpoint, "key": encoded(key), "secret": encoded(self._secret), "lang": self._lang}

    def read(self) -> list[dict[str, str]]:
        """All notices, the oldest first."""
        bodies = [body for path, _, body in list(self._service.sent) if path == self._path]
        return [
            msgspec.json.decode(http_ece.decrypt(body, private_key=self._key, auth_secret=self._secret))
            for body in bodies
        ]
