"""Hands that lie open: at their seats, on every screen, and played by who plays for them."""

from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest
from playwright.sync_api import expect

from browser.conftest import SERVE
from browser.looks import picture
from browser.pages import LobbyPage, TablePage, Visit, codes
from browser.positions import seen
from browser.stage import NAMES, Prepared
from browser.staged import LANGUAGES, SIZES, Stage
from server.servers import Process
from torite.games import GAMES
from torite.games.load import imported

PAGE = Path(__file__).parents[1] / "games" / "dummy_whist.py"
HATS = PAGE.with_name("hats.py")
DUMMY_OF = 2  # seats from the dealer to the dummy

pytestmark = pytest.mark.xdist_group("open hands")  # one process for what they share


@pytest.fixture(scope="module", autouse=True)
def pages() -> Iterator[None]:
    """They are games of this process, too."""
    with mock.patch.dict(GAMES, {page.stem: imported(page, str(page)) for page in (PAGE, HATS)}):
        yield


@pytest.fixture(scope="module")
def server_with_a_dummy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    process = Process(tmp_path_factory.mktemp("dummy"), "--game", str(PAGE), "--game", str(HATS), program=SERVE)
    yield process
    process.stop()


def dealt_by(dealer: int) -> Prepared:
    return Prepared("dummy_whist", 4, lambda p: int(p.state.dealer) == dealer)


@pytest.mark.parametrize("locale", LANGUAGES)
def test_an_open_hand_fits(server_with_a_dummy: Process, visit: Visit, locale: str) -> None:
    stage = Stage(visit(server_with_a_dummy.base, locale=locale, has_touch=True, staged=True))
    page, table = stage.page, TablePage(stage.page)
    found = []
    for dealer in range(4):
        prepared = dealt_by(dealer).until(lambda p: int(p.state.seen).bit_count() == 1)
        dummy = (dealer + DUMMY_OF) % 4
        if dealer == 0:
            prepared.until(lambda p: p.actors() == [0])  # and not from its own hand
        position, own = prepared.position, seen(prepared, f"dealt by {dealer}")
        laid = {position.game.deck.names[card] for card in range(63) if int(position.state.hands[dummy]) >> card & 1}
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            stage.show(own)
            found += [f"{own.name} at {size}: {what}" for what in stage.broken()]
            if dummy == 0:
                expect(page.get_by_test_id("lies-open")).to_be_visible()
                assert set(codes(table.hand)) == laid
                continue
            assert set(codes(page.get_by_test_id(f"open-{dummy}").locator("[data-code]"))) == laid
            expect(page.locator("[data-testid^=open-]")).to_have_count(1 if dealer else 2)
            if dealer == 0:  # who plays the dummy has its cards below, and the own ones at the own seat
                assert set(codes(table.hand)) == laid
                assert set(codes(table.playable)) == set(position.legal(0))
                expect(page.locator(".whose")).to_contain_text(NAMES[dummy])
                expect(page.get_by_test_id("open-0").locator("[data-code]")).to_have_count(13)
            if (width, height) in ((375, 667), (812, 375), (1280, 800)):
                picture(page, f"{dealer}-{width}.png")
    assert found == []


def test_what_lies_before_a_seat_is_shown_there(server_with_a_dummy: Process, visit: Visit) -> None:
    stage = Stage(visit(server_with_a_dummy.base, has_touch=True, staged=True))
    situation, found = seen(dealt_by(0)), []
    tasks = [{"kind": "laid", "id": "task", "seat": seat, "cards": ["SA", "H3"][seat:]} for seat in range(2)]
    called = {"kind": "fact", "id": "called", "value": "SA", "seat": False}
    situation.message["table"]["scene"]["zones"] += [*tasks, called]
    for size, (width, height) in SIZES.items():
        stage.page.set_viewport_size({"width": width, "height": height})
        stage.show(situation)
        found += [f"{size}: {what}" for what in stage.broken()]
        assert codes(stage.page.get_by_test_id("fact-called").locator("[data-code]")) == ["SA"]  # as a card
        for task in tasks:
            lie = stage.page.get_by_test_id(f"laid-task-{task['seat']}")
            assert codes(lie.locator("[data-code]")) == task["cards"]
            expect(lie).to_contain_text("task")
    assert found == []


def test_a_deal_is_played_with_a_dummy(server_with_a_dummy: Process, visit: Visit) -> None:
    page = visit(server_with_a_dummy.base, chosen={"speed": "none"})
    page.goto("/")
    lobby = LobbyPage(page)
    lobby.set_up("dummy_whist")
    table = lobby.play_bots("dummy_whist")
    while "Deal 2." not in table.chat.inner_text() and table.step():
        pass  # until the next deal, or until a side has five points by the first
    assert "Deal 2." in table.chat.inner_text() or table.outcome.is_visible()


def test_who_sees_all_hands_but_his_own_has_its_backs_before_him(server_with_a_dummy: Process, visit: Visit) -> None:
    stage = Stage(visit(server_with_a_dummy.base, staged=True))
    table = TablePage(stage.page)
    prepared = Prepared("hats", 4).until(lambda p: p.actors() == [0] and int(p.state.held[0]) == 6)
    stage.show(seen(prepared, "backs"))
    expect(table.hand).to_have_count(6)
    assert set(codes(table.hand)) == {"?"}
    expect(table.actions).to_have_count(6)
    expect(stage.page.locator("[data-testid^=open-]")).to_have_count(3)
