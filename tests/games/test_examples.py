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
from torite.locale import LANGUAGES

EXAMPLES = Path(__file__).parents[2] / "examples"
PAGES = {"whist": 70, "hearts": 110, "oh_hell": 110, "german_whist": 110}  # lines at most
PHASES = {"hearts": ("pass", "play", "over"), "oh_hell": ("bid", "play", "over")}
REASONS = {"hearts": ("two_of_clubs", "not_broken", "first_trick")}
GAMES = {name: imported(EXAMPLES / f"{name}.py", str(EXAMPLES / f"{name}.py")) for name in PAGES}
games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@games
def test_a_page_is_short(game: Game) -> None:
    assert len((EXAMPLES / f"{game.name}.py").read_text("utf-8").splitlines()) <= PAGES[game.name]


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
    keys |= {f"action.{code.split(':')[0]}" for code in game.codes.values() if ":" in code}
    return {f"game.{game.name}.{key}" for key in keys}


def braces(text: str) -> set[str]:
    """Names of the parameters of a text."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


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
