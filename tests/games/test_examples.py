"""The pages in examples/: short, whole in every language, and sound in what seats know of each other's cards."""

import random
import string
from pathlib import Path

import numpy as np
import pytest

from torite.cards.rng import new_rng
from torite.games.game import Game
from torite.games.load import imported
from torite.games.position import Position
from torite.games.zones import NONE
from torite.locale import LANGUAGES

EXAMPLES = Path(__file__).parents[2] / "examples"
PAGES = {"whist": 70, "hearts": 110, "oh_hell": 110, "german_whist": 110, "schnapsen": 110}  # lines at most
PAGES |= {"grey_maria": 30, "omnibus": 50, "slobberhannes": 60, "polignac": 40, "euchre": 200}
HEARTS = ("hearts", "grey_maria", "omnibus")
PHASES: dict[str, tuple[str, ...]] = {"oh_hell": ("bid", "play", "over")}
PHASES |= {"euchre": ("bid", "name", "discard", "play", "over")} | dict.fromkeys(HEARTS, ("pass", "play", "over"))
REASONS: dict[str, tuple[str, ...]] = {"schnapsen": ("before_lead", "of_marriage"), "euchre": ("stuck",)}
REASONS |= dict.fromkeys(HEARTS, ("two_of_clubs", "not_broken", "first_trick"))
SAID: dict[str, tuple[str, ...]] = {"schnapsen": ("meld", "exchange", "close")}
SAID["euchre"] = ("pass", "order", "alone", "name", "name_alone", "discard")
GAMES = {name: imported(EXAMPLES / f"{name}.py", str(EXAMPLES / f"{name}.py")) for name in PAGES}
games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@games
def test_a_page_is_short(game: Game) -> None:
    assert len((EXAMPLES / f"{game.name}.py").read_text("utf-8").splitlines()) <= PAGES[game.name]


def test_the_guide_names_every_page() -> None:
    guide = (EXAMPLES.parent / "docs" / "adding-a-game.md").read_text("utf-8")
    assert [name for name in PAGES if f"`{name}.py`" not in guide and f"`examples/{name}.py`" not in guide] == []


def wanted(game: Game) -> set[str]:
    """What the client asks for (docs/texts.md)."""
    keys = {"name", "tagline", *(f"preset.{name}" for name in game.presets)}
    for option in game.options:
        keys |= {f"option.{option.name}", f"option.{option.name}.help"}
    phases = PHASES.get(game.name, ("play", "over"))
    keys |= {f"{kind}.{phase}" for phase in phases for kind in ("phase", "waiting")}
    keys |= {f"badge.{badge.id}" for badge in game.badges} | {f"zone.{zone.id}" for zone in game.zones}
    keys |= {f"result.{column}" for column in (*game.sheet.columns, game.sheet.total) if column}
    keys |= {f"why.{reason}" for reason in REASONS.get(game.name, ())}
    keys |= {f"said.{said}" for said in SAID.get(game.name, ())}
    keys |= {f"action.{code.split(':')[0]}" for action, code in game.codes.items() if action not in game.deck.names}
    return {f"game.{game.name}.{key}" for key in keys}


def braces(text: str) -> set[str]:
    """Names of the parameters of a text; not every language asks who reads it."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name} - {"you"}


@games
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_is_there(game: Game, lang: str) -> None:
    texts = game.texts[lang]
    assert set(texts) == wanted(game)
    assert {key: braces(text) for key, text in texts.items()} == {
        key: braces(text) for key, text in game.texts["en"].items()
    }
    assert game.pages[lang].startswith(f"# {texts[f'game.{game.name}.name']}\n")


@games
def test_worlds_are_like_the_truth(game: Game) -> None:
    """A drawn world gives its seat the same view, every card is in one place, and all can go on in it."""
    rng, chance = random.Random(game.name), new_rng(b"worlds")
    for seed in range(6):
        players = rng.randint(*game.players)
        position = Position(game, players, seed=seed)
        for _ in range(3 if game.name != "oh_hell" else 5):
            if position.finished():
                break
            position.deal()
            while seats := position.actors():
                for seat in range(players):
                    view = position.view(seat)
                    world = position.copy()
                    world.state = position.view(seat)
                    game.determinize(world.state, seat, chance)
                    assert world.view(seat).tobytes() == view.tobytes()
                    held = [int(hand) for hand in world.state.hands[:players]]
                    assert [hand.bit_count() for hand in held] == world.state.held[:players].tolist()
                    assert int(np.bitwise_or.reduce(held)).bit_count() == sum(hand.bit_count() for hand in held)
                    assert world.legal(seat) == position.legal(seat)
                seat = rng.choice(seats)
                position.play(rng.choice(position.legal(seat)), seat)


def omnibus_points(taken: dict[int, set[str]]) -> list[int]:
    """Points of a deal of Omnibus, from the rules alone: the cards that each seat has taken."""
    points = [sum(card[0] == "H" for card in taken[seat]) + 13 * ("SQ" in taken[seat]) for seat in range(4)]
    if 26 in points:
        points = [26 - each for each in points]
    return [each - 10 * ("DJ" in taken[seat]) for seat, each in enumerate(points)]


@pytest.mark.parametrize("name", ["hearts", "grey_maria", "omnibus", "slobberhannes", "polignac"])
def test_points_follow_from_the_cards_taken(name: str) -> None:
    """Counted anew from the tricks by the rules text; every other deal one seat has the high cards."""
    rng, game = random.Random(name), GAMES[name]
    all_hearts = 0
    for seed in range(60):
        position = Position(game, 4, seed=seed)
        high = sorted(game.deck.names, key=lambda card: -(card & 15))
        each = len(high) // 4
        rest = rng.sample(high[each:], len(high) - each)
        hands = [high[:each], rest[0::3], rest[1::3], rest[2::3]]
        stacked = [game.deck.names[hands[i % 4][i // 4]] for i in range(len(high))]
        position.deal(stacked if seed % 2 else None)
        taken: dict[int, set[str]] = {seat: set() for seat in range(4)}
        first, last = NONE, NONE
        while seats := position.actors():
            seat = seats[0]
            legal = position.legal(seat)
            strength = ["23456789TJQKA".index(code[-1]) for code in legal]  # of a card, or of one to pass on
            wanted = max(strength) if ":" not in legal[0] else min(strength)
            code = legal[strength.index(wanted)] if seat == 1 else rng.choice(legal)
            before = int(position.state.last_winner), int(position.state.tricks.sum())
            position.play(code, seat)
            if position.state.tricks.sum() > before[1]:
                last = int(position.state.last_winner)
                first = last if before[1] == 0 else first
                taken[last] |= {game.deck.names[int(card)] for card in position.state.last[:4]}
        assert position.state.points[:4].tolist() == expected(name, taken, first, last)
        all_hearts += any(sum(card[0] == "H" for card in cards) == each for cards in taken.values())
    assert all_hearts > 5


def expected(name: str, taken: dict[int, set[str]], first: int, last: int) -> list[int]:
    """Points of the deal, as the rules page has them."""
    if name == "omnibus":
        return omnibus_points(taken)
    jacks = {"CJ": 1, "DJ": 1, "HJ": 1, "SJ": 2} if name == "polignac" else {"CQ": 1} if name == "slobberhannes" else {}
    queen = {"hearts": 13, "grey_maria": 7}.get(name)
    worth = {card: 1 for seat in taken for card in taken[seat] if card[0] == "H"} | {"SQ": queen} if queen else jacks
    points = [sum(worth.get(card) or 0 for card in taken[seat]) for seat in range(4)]
    if queen:
        return [13 + queen - each for each in points] if 13 + queen in points else points
    points[first] += 1
    points[last] += 1
    return [each + (name == "slobberhannes" and each == 3) for each in points]
