"""Figures for Prometheus: of routes, never of addresses, and not where visitors are."""

import re
from pathlib import Path

import httpx
from prometheus_client.parser import text_string_to_metric_families

from server.servers import Serve
from server.visitor import HERE
from torite.server.run import listen


def free_port() -> int:
    """A port that nobody uses at the moment."""
    with listen("127.0.0.1", 0) as sock:
        return int(sock.getsockname()[1])


def test_figures(serve: Serve) -> None:
    port = free_port()
    served = serve(metrics=port)
    ann = served.visitor("Ann")
    table = ann.open_table("rwd", 3)
    ann.wire(table).ask("say", text="hello")
    ann.http.get(f"/api/tables/{table}/record")
    ann.http.get(f"/api/tables/{table}x/record")
    text = httpx.get(f"http://127.0.0.1:{port}/metrics", **HERE).text
    figures = {s.name: s.value for family in text_string_to_metric_families(text) for s in family.samples}
    assert (figures["torite_tables"], figures["torite_readers"], figures["torite_threads_lost"]) == (1, 1, 0)
    assert figures["torite_events_total"] >= 3
    assert figures["torite_append_seconds_count"] >= 2
    operations = (Path(__file__).parents[2] / "docs" / "operations.md").read_text("utf-8")
    alarms = set(re.findall(r"`(torite_\w+)", operations))
    assert len(alarms) >= 4 and {alarm for alarm in alarms if f"\n{alarm}" not in text} == set()
    assert '"/api/tables/{table_id}/record"' in text
    for secret in (table, "Ann", "hello"):
        assert secret not in text
    for address in (served.base, f"http://127.0.0.1:{port}"):
        answer = httpx.get(f"{address}/metrics", headers={"Accept": "text/html"}, **HERE)
        assert ("torite_tables" in answer.text) == (address != served.base)


def test_the_port_is_free_again(serve: Serve) -> None:
    port = free_port()
    serve(metrics=port).stop()
    serve(metrics=port)
