"""Nodes at one PostgreSQL call to each other: here nothing is found by looking again."""

import pytest

from server.databases import empty, statement
from server.servers import Serve, at
from torite import cli
from torite.server.people import sanctions, sessions
from torite.server.storage import calls

__all__ = ["empty"]
pytestmark = pytest.mark.parametrize(
    "empty", [pytest.param("postgres", marks=pytest.mark.postgres)], indirect=True, ids=["postgres"]
)
HANG_UP = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = '{}'"


@pytest.fixture(autouse=True)
def seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks a second time within a test."""
    for each in (sanctions, sessions):
        monkeypatch.setattr(each, "OFTEN", 3600.0)


def admin(*arguments: str) -> None:
    """What an operator does."""
    assert cli.run(["admin", *arguments]) == 0


def test_who_has_logged_out_has_to_go_everywhere(empty: str, serve: Serve) -> None:
    one, two = serve(empty), serve(empty)
    ann = one.visitor("Ann")
    table = ann.open_table("rwd", 3)
    wire = at(two, ann).wire(table)  # its end is at the other node
    ann.http.post("/api/me/logout").raise_for_status()
    assert wire.closed() == 1012


def test_what_an_operator_does_is_there_at_once(empty: str, serve: Serve, capsys: pytest.CaptureFixture[str]) -> None:
    served = serve(empty)
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    table = ann.open_table("rwd", 3)
    here, there = ann.wire(table), ben.wire(table)
    admin("guests", table, "--db", empty)
    who = capsys.readouterr().out.splitlines()[-1].split()[0]
    admin("ban", who, "--db", empty)
    assert here.closed() == 1012
    admin("delete", table, "--db", empty)
    assert there.closed() == 1012


def test_a_table_that_is_taken_is_given_up(empty: str, serve: Serve) -> None:
    one, two = serve(empty), serve(empty)
    ann = one.visitor("Ann")
    wire = ann.wire(table := ann.open_table("rwd", 3))
    two.on_loop(two.house.tables.leases.seize(table))
    assert wire.closed() == 1012


def test_a_lost_line_is_found_again(empty: str, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "AGAIN", 0.1)
    one, two = serve(empty), serve(empty)
    ann = one.visitor("Ann")
    for _ in range(3):
        wire = ann.wire(table := ann.open_table("rwd", 3))
        statement(empty, HANG_UP.format(empty.rpartition("/")[2]))
        two.on_loop(two.house.tables.leases.seize(table))
        assert wire.closed() == 1012
