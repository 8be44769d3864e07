"""The servers of tests/server, for visitors who mean harm."""

from server.conftest import compiled, launch, process, serve, served

__all__ = ["compiled", "launch", "process", "serve", "served"]
