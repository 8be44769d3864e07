"""Somebody who knows nothing of how the page is made looks at a running match again and again: is anything cut off?"""

import os
import random
from collections.abc import Iterator
from itertools import count, cycle, product
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import become
from browser.pages import Visit
from browser.stage import House, newcomer
from browser.staged import SIZES
from server.visitor import Wire, wait_for

LOOK = (Path(__file__).parent / "outsider.js").read_text("utf-8")
GAMES = {"wizard": 4, "schieber": 4, "rwd": 5, "emissary": 1, "coiffeur": 4, "bingo": 2}  # with so many players
NAMES = ("Maximiliane Overbeck", "長曽我部元親之助左衛門")
LANGUAGES = ("en-GB", "de-CH", "ja-JP")
THOROUGH = os.environ.get("TORITE_TEST_THOROUGH") == "1"
LOOKS = 60 if THOROUGH else 9  # at each match
NUMBERS = count(1)
KNOWN = "number => new Promise(done => watch(() => (window.known >= number && (done(), true)), done, () => 'late'))"


def play_on(wires: list[Wire], steps: int, chance: random.Random) -> bool:
    """Let the people do so much at random; whether the match goes on."""
    for _ in range(steps):
        wait_for(lambda: _goes_on(wires), lambda: f"nobody is asked: {wires}")
        asked = [wire for wire in wires if _is_asked(wire)]
        if not asked:
            return False
        wire = chance.choice(asked)
        if wire.legal:
            wire.ask("act", code=chance.choice([c for c in wire.legal if c != "concede"]), seq=wire.seq)
        else:
            wire.ask("confirm")
    return True


def _goes_on(wires: list[Wire]) -> bool:
    for wire in wires:
        wire.catch_up()
    return any(map(_is_asked, wires)) or wires[0].table["phase"] == "over"


def _is_asked(wire: Wire) -> bool:
    table = wire.table
    return bool(wire.legal) or (table["phase"] == "between" and table["seat"] not in table["confirmed"])


def seen(page: Page, wire: Wire) -> Iterator[tuple[str, list[str]]]:
    """What does not fit at each of the sizes."""
    page.evaluate(KNOWN, wire.seq)
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        yield size, list(page.evaluate(LOOK))


def matches() -> Iterator[tuple[str, str]]:
    """Each game in a language of its own, or in each."""
    yield from product(GAMES, LANGUAGES) if THOROUGH else zip(GAMES, cycle(LANGUAGES), strict=False)


@pytest.mark.parametrize(("game", "locale"), list(matches()))
def test_nothing_is_cut_off(house: House, visit: Visit, game: str, locale: str) -> None:
    chance = random.Random(f"{game} {locale}")
    people = [newcomer(name) for name in NAMES[: GAMES[game]]]
    visitors = [house.visitor(guest) for guest in people]
    table = visitors[0].open_table(game, GAMES[game], listed=False)
    wires = [visitor.wire(table) for visitor in visitors]
    for wire in wires[1:]:
        wire.ask("sit")
    for _ in range(GAMES[game] - len(people)):
        wires[0].ask("bot", level="gentle")
    wires[0].ask("start")
    pages = [visit(house.base, locale=locale, has_touch=True) for _ in people]
    for page, guest in zip(pages, people, strict=True):
        become(page, house, guest)
        page.goto(f"/t/{table}")
        expect(page.locator("[data-table]")).to_have_count(1)
    looks, broken, found = 0, 0, dict[str, str]()
    for n in range(LOOKS):
        goes_on = play_on(wires, chance.randint(1, 9), chance)
        for wire in wires:
            wire.catch_up()
        for size, what in seen(pages[n % len(pages)], wires[n % len(wires)]):
            looks, broken = looks + 1, broken + bool(what)
            found |= {f"{size}: {each}": f"look {n}" for each in what}
        if not goes_on:
            break
    told = "\n".join(f"{when} at {what}" for what, when in list(found.items())[:40])
    assert broken == 0, f"{broken} of {looks} looks do not fit\n{told}"
