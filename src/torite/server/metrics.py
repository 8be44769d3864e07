"""Figures for Prometheus, at a port of this machine that no visitor reaches.

Requests are counted by Litestar's plugin, by route; what the house does is asked of it when somebody looks.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from litestar.plugins.prometheus import PrometheusConfig
from prometheus_client import REGISTRY, start_http_server
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from torite.server.house import House

HERE = "127.0.0.1"
REQUESTS = PrometheusConfig(app_name="torite", prefix="torite", group_path=True)


class _Figures(Collector):
    """Numbers only; called in another thread."""

    def __init__(self, house: House) -> None:
        self._house = house

    def collect(self) -> Iterator[Metric]:
        """See prometheus_client."""
        tables, pool = self._house.tables, self._house.tables.thinkers.pool
        for name, told, value in (
            ("tables", "tables in memory", tables.in_use),
            ("readers", "live connections", tables.readers),
            ("thoughts_waiting", "bots' decisions that wait for a thread", pool.waiting),
            ("threads_lost", "threads given up to bots without an end", pool.lost),
            ("damaged", "1 = something in the database cannot be read", self._house.health.is_damaged),
        ):
            yield GaugeMetricFamily(f"torite_{name}", told, value)


@contextmanager
def told(house: House) -> Iterator[None]:
    """Tell the figures of a house as long as it is open, if its settings say where.  Raises OSError."""
    port = house.settings.metrics
    if port is None:
        yield
        return
    figures = _Figures(house)
    server, thread = start_http_server(port, HERE)
    REGISTRY.register(figures)
    try:
        yield
    finally:
        REGISTRY.unregister(figures)
        server.shutdown()
        server.server_close()
        thread.join()
