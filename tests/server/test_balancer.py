"""nginx with the settings of docs/operations.md: pages and live tables through it, and a node that dies behind it."""

import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from server.checker import Player, check
from server.servers import Process
from server.visitor import HERE, Visitor, wait_for

PAGE = (Path(__file__).parents[2] / "docs" / "operations.md").read_text("utf-8")
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
SERVE = ("torite.cli", "serve", "--bot-pause", "0.05", "--grace", "0.2")
SETTINGS = """
daemon off;
master_process off;
pid {folder}/pid;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {upstream}
    server {{ listen 127.0.0.1:{port}; {location} }}
}}
"""


def blocks() -> tuple[str, str]:
    """What the page says of one node and of files of another version, and of several nodes."""
    location, upstream, files = re.findall(r"^```nginx\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    headers = "".join(re.findall(r"proxy_set_header .*;", location))
    return location + files.replace("{", "{" + headers, 1), upstream


POST = "POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n"


def half(base: str, head: str) -> socket.socket:
    """A request that has been begun."""
    sock = socket.create_connection(("127.0.0.1", urlsplit(base).port or 80))
    sock.sendall(head.encode())
    sock.settimeout(0.1)
    return sock


def is_cut(sock: socket.socket) -> bool:
    """Has it been closed, though a byte more comes now and then?"""
    try:
        sock.sendall(b"a")
        return not sock.recv(65536)
    except TimeoutError:
        return False
    except ConnectionError:
        return True


class Balancer:
    """nginx before some nodes."""

    def __init__(self, folder: Path, port: int, nodes: list[Process]) -> None:
        assert NGINX is not None
        self.base = f"http://127.0.0.1:{port}"
        location, upstream = blocks()
        places = iter([node.base.removeprefix("http://") for node in nodes])
        upstream = re.sub(r"server [\d.:]+", lambda _: f"server {next(places)}", upstream)
        location = location.replace("http://127.0.0.1:8000", "http://torite")
        file = folder / "nginx.conf"
        file.write_text(SETTINGS.format(folder=folder, port=port, upstream=upstream, location=location))
        command = [NGINX, "-e", "stderr", "-c", str(file)]
        subprocess.run([*command, "-t"], check=True, capture_output=True)
        self._process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        wait_for(self._answers, "nginx")

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.base}/readyz", **HERE).is_success
        except httpx.TransportError:
            return False

    def stop(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[Balancer, list[Process]]]:
    """Two nodes behind nginx."""
    if NGINX is None:
        pytest.skip("nginx is not installed: what docs/operations.md says of it is NOT tested")
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with ExitStack() as stack:
        nodes = []
        for _ in range(2):
            seen = ("--proxy", "127.0.0.1", "--origin", f"http://127.0.0.1:{port}")
            nodes.append(Process(tmp_path, *seen, program=SERVE))
            stack.callback(nodes[-1].stop)
        balancer = Balancer(tmp_path, port, nodes)
        stack.callback(balancer.stop)
        yield balancer, nodes


def test_tables_live_on_behind_a_balancer(site: tuple[Balancer, list[Process]], tmp_path: Path) -> None:
    balancer, nodes = site
    slow = [half(balancer.base, head) for head in (POST, "GET / HTTP/1.1\r\n")]
    people = [Visitor(balancer.base, name) for name in ("Ann", "Ben", "Cat", "Dan")]
    page = people[0].http.get("/").text
    assert "<title>" in page
    assert {people[0].http.get(file).status_code for file in re.findall(r"/assets/[^\"]+", page)} == {200}
    assert people[0].http.get("/healthz").json()["status"] == "ok"
    seated = [(person, person.open_table("rwd", 4, fill="gentle", start=True)) for person in people]
    players = [Player(person, table, [balancer.base]) for person, table in seated]
    for player in players:
        player.move()
    nodes[0].kill()
    for player in players:
        player.move()
    nodes[0].start()
    nodes[1].kill()
    asked = {httpx.get(f"{balancer.base}/t/{n}", **HERE).status_code for n in range(20)}
    assert asked == {200}  # nginx knows that the first one is back
    for player in players:
        player.move()
        check(str(tmp_path / "t.db"), player)
    for person in people:
        person.close()
    for sock in slow:
        wait_for(partial(is_cut, sock), "the end of half a request")
        sock.close()


def test_each_visitor_has_an_address_of_his_own(site: tuple[Balancer, list[Process]]) -> None:
    """What one address may do is counted by the visitors' addresses, not by nginx's."""
    balancer, _ = site
    guess = f"{balancer.base}/api/tables/abcdefghijkl/record"

    def tried(address: str) -> int:
        """By somebody before nginx; it adds 127.0.0.1, which the nodes were told to believe."""
        return httpx.get(guess, headers={"X-Forwarded-For": address}, **HERE).status_code

    assert {tried("203.0.113.5") for _ in range(90)} == {404, 429}
    assert tried("203.0.113.6") == 404
