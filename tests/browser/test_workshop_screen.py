"""A game's file is edited beside the browser: the page follows without a reload."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import SERVE
from browser.pages import LobbyPage, Visit
from server.servers import Process

SOURCE = (Path(__file__).parents[1] / "server" / "edited_whist.txt").read_text("utf-8")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Process]:
    """`torite serve --game whist.py --watch`."""
    (tmp_path / "whist.py").write_text(SOURCE, "utf-8")
    process = Process(tmp_path, "--game", str(tmp_path / "whist.py"), "--watch", program=SERVE)
    yield process
    process.stop()


def test_lobby_and_table_follow_the_file(server: Process, tmp_path: Path, visit: Visit) -> None:
    lobby, player = visit(server.base), visit(server.base)
    lobby.goto("/")
    player.goto("/")
    expect(lobby.get_by_role("heading", name="Whist", exact=True)).to_be_visible()
    LobbyPage(player).set_up("Whist")
    table = LobbyPage(player).play_bots("Whist")
    expect(table.hand).to_have_count(13)

    renamed = SOURCE.replace('"Whist"', '"Whist for four"').replace('        Taken("tricks"),\n', "")
    (tmp_path / "whist.py").write_text(renamed, "utf-8")
    expect(lobby.get_by_role("heading", name="Whist for four")).to_be_visible()
    expect(player).to_have_title(re.compile("Whist for four"))

    (tmp_path / "whist.py").write_text(renamed.replace("GAME = Game(", "GAME = Gime("), "utf-8")
    for page in (lobby, player):
        expect(page.get_by_test_id("file-news")).to_contain_text("Gime")
    expect(table.hand).to_have_count(13)

    (tmp_path / "whist.py").write_text(renamed, "utf-8")
    for page in (lobby, player):
        expect(page.get_by_test_id("file-news")).to_be_hidden()
    expect(table.turn_line).to_contain_text("Your turn")
    table.step()
    expect(table.hand).to_have_count(12)
