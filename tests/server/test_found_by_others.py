"""Where others find the house, told to whoever has it open at an address of the own machine."""

from collections.abc import Callable

import httpx
import pytest

from server.servers import Process, Serve, Served
from torite.server.visitors import reach
from torite.server.visitors.doors import counted_as
from torite.server.visitors.reach import in_network, is_own

NETWORK = "192.168.1.5"
EVERYWHERE = frozenset({"0.0.0.0"})
NAMED = frozenset({"http://cards.example", "https://cards.example"})


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine is in one."""
    monkeypatch.setattr(reach, "in_network", lambda port: f"http://{NETWORK}:{port}")


def told(served: Served, host: str = "localhost") -> str | None:
    answer = httpx.get(f"{served.base}/api/reach", headers={"Host": host})
    assert answer.status_code == 200
    address: str | None = answer.json()["address"]
    return address


def test_the_address_in_the_network_is_told_on_this_machine_alone(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = serve(hosts=EVERYWHERE, origins=[])
    port = served.base.rpartition(":")[2]
    assert told(served) == told(served, "127.0.0.1:9000") == f"http://{NETWORK}:{port}"
    assert told(served, "8.8.8.8") is None  # who comes by a proxy of this machine
    monkeypatch.setattr("torite.server.api.reach.counted_as", lambda host: counted_as("192.168.1.6"))
    assert told(served) is None  # who comes from elsewhere and only says so


def test_a_house_for_its_own_machine_alone_is_found_nowhere(serve: Serve) -> None:
    assert told(serve(hosts=frozenset({"127.0.0.1"}), origins=[])) is None


def test_the_name_of_the_house_is_what_others_get(serve: Serve) -> None:
    assert told(serve(hosts=EVERYWHERE, origins=NAMED)) == "https://cards.example"


@pytest.mark.parametrize("host", ["localhost", "cards.localhost", "127.0.0.1", "127.8.0.1", "::1", "0.0.0.0", "::"])
def test_addresses_of_the_own_machine(host: str) -> None:
    assert is_own(host)


@pytest.mark.parametrize("host", ["", "cards.example", "localhost.example", NETWORK, "fe80::1", "10.127.0.1"])
def test_addresses_that_are_the_same_for_everybody(host: str) -> None:
    assert not is_own(host)


def test_a_house_that_listens_everywhere_says_where_it_is_found(launch: Callable[..., Process]) -> None:
    process = launch("--host", "0.0.0.0")
    here, *there = process.log.read_text().splitlines()
    assert here == f"torite serves at {process.base}/ (Ctrl-C ends it)"
    address = in_network(int(process.base.rpartition(":")[2]))
    if address is None:  # a machine without a network
        assert there == []
    else:
        assert there == [f"others find it at {address}"]
        assert httpx.get(f"{address}/readyz").status_code == 200
