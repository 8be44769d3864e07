"""A game that nobody has heard of: one file, and it is played in the browser."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import SERVE
from browser.pages import LobbyPage
from server.servers import Process
from torite.games import GAMES

WHIST = Path(__file__).parents[2] / "examples" / "whist.py"


@pytest.fixture(scope="module")
def server_with_whist(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """`torite serve --game whist.py`."""
    process = Process(tmp_path_factory.mktemp("whist"), "--game", str(WHIST), program=SERVE)
    yield process
    process.stop()


def test_whist_is_played_against_bots_to_the_end_of_a_deal(
    server_with_whist: Process, visit: Callable[..., Page]
) -> None:
    page = visit(server_with_whist.base)
    page.goto("/")
    lobby = LobbyPage(page)
    expect(page.get_by_role("article")).to_have_count(len(GAMES) + 1)
    lobby.set_up("Whist")
    table = lobby.play_bots("Whist")
    expect(table.hand).to_have_count(13)
    expect(table.trump).to_be_visible()
    for left in range(12, -1, -1):
        expect(table.turn_line).to_contain_text("Your turn")
        expect(table.turn_line).to_contain_text("Play a card")
        table.step()
        expect(table.hand).to_have_count(left)
    expect(table.sheet).to_be_visible()
    expect(table.sheet_rows()).to_have_count(1)
    expect(table.confirm.or_(table.outcome)).to_be_visible()


def test_whist_is_there_in_japanese(server_with_whist: Process, visit: Callable[..., Page]) -> None:
    page = visit(server_with_whist.base, locale="ja-JP")
    page.goto("/")
    expect(page.get_by_role("heading", name="ホイスト")).to_be_visible()
