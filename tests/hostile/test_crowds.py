"""Many sockets of one address get no more of the house than a few; another address does not notice."""

import pytest

from server.servers import Served
from torite.server.settings import Settings
from torite.server.visitors import limits
from torite.server.visitors.connection import Bucket
from torite.server.visitors.limits import Limits

LIMITS = Settings("", b"", requests=10.0, requests_burst=5, crowd=2.0, crowd_burst=3)


def test_a_bucket_tells_how_long_to_wait() -> None:
    now = [0.0]
    bucket = Bucket(4.0, 2, lambda: now[0])
    assert [bucket.reserve() for _ in range(5)] == [0.0, 0.0, 0.25, 0.5, 0.75]
    now[0] = 1.0
    assert bucket.reserve() == 0.0
    assert bucket.is_empty()
    now[0] = 2.0
    assert bucket.room() == 1


def test_requests_of_one_address_wait_for_each_other() -> None:
    counted = Limits(LIMITS)
    assert [counted.request_delay("203.0.113.5") > 0 for _ in range(8)] == [False] * 5 + [True] * 3
    assert counted.request_delay("203.0.113.6") == 0
    assert [counted.request_delay("127.0.0.1") for _ in range(20)] == [0.0] * 20
    assert [counted.request_delay("no address") for _ in range(20)] == [0.0] * 20


def test_messages_of_one_payer_wait_for_each_other() -> None:
    counted = Limits(LIMITS)
    assert [counted.message_delay("eve") > 0 for _ in range(6)] == [False] * 3 + [True] * 3
    assert counted.message_delay("ann") == 0


def test_many_others_do_not_make_one_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "KEPT", 10)
    counted = Limits(LIMITS)
    while not counted.message_delay("eve"):
        pass
    for n in range(100):
        assert counted.message_delay(f"nobody {n}") == 0
    assert counted.message_delay("eve") > 0


def test_a_hundred_tabs_do_not_talk_faster(served: Served) -> None:
    """They take turns, and nobody is sent away: they may be a school."""

    async def slow() -> None:
        served.house.limits._settings = LIMITS

    served.on_loop(slow())
    eve, ann = served.visitor("Eve"), served.visitor("Ann")
    table = eve.open_table()
    tabs = [eve.wire(table) for _ in range(5)]
    for tab in tabs:
        tab.send({"type": "say", "text": "spam"})
    own = ann.wire(ann.open_table())
    assert own.ask("say", text="hello")["type"] == "ack"
    tabs[0].until_table(lambda _: tabs[0].seq == 2 + len(tabs))
