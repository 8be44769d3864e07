"""The words: both languages complete for every game of the house, rules pages there, README examples that run."""

import re
import string
from pathlib import Path

import pytest

from torite.games import GAMES
from torite.games.game import Game
from torite.locale import FOLDER, LANGUAGES, catalogue
from torite.search.players import LEVELS

ROOT = Path(__file__).parents[1]
PHASES = {
    "rwd": ("take", "play", "over"),
    "wizard": ("trump", "bid", "play", "over"),
    "wysiwyg": ("bid", "answer", "trump", "play", "take", "over"),
    "bingo": ("lead", "double", "expose", "follow", "draw", "over"),
    "differenzler": ("announce", "play", "stoeck", "over"),
    "handjass": ("declare", "split", "swap", "weis", "play", "stoeck", "over"),
    "coiffeur": ("contract", "play", "over"),
    "mittlere": ("play", "over"),
    "molotov": ("play", "over"),
    "plus-minus": ("play", "over"),
    "schieber": ("contract", "weis", "play", "stoeck", "over"),
    "emissary": ("visit", "power", "play", "discard", "swap", "over"),
}


def parts(game: Game) -> set[str]:
    """What the client asks for, after `game.NAME.` (docs/texts.md)."""
    wanted = {"name", "tagline"}
    for option in game.options:
        wanted |= {f"option.{option.name}", f"option.{option.name}.help"}
        if option.kind == "choice":
            wanted |= {f"option.{option.name}.{value}" for value in option.values}
    wanted |= {f"preset.{name}" for name in game.presets}
    wanted |= {f"{kind}.{phase}" for phase in PHASES[game.name] for kind in ("phase", "waiting")}
    wanted |= {f"badge.{badge.id}" for badge in game.badges}
    wanted |= {f"zone.{zone.id}" for zone in game.zones}
    wanted |= {f"result.{column}" for column in (*game.sheet.columns, game.sheet.total) if column}
    return wanted | {f"action.{code.split(':')[0]}" for code in game.codes.values() if ":" in code}


def braces(text: str) -> set[str]:
    """Names of the parameters of a text."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_word_of_a_game_is_there(game: Game, lang: str) -> None:
    missing = {part for part in parts(game) if not catalogue(lang).get(f"game.{game.name}.{part}")}
    assert not missing


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_level_has_a_name(lang: str) -> None:
    assert {f"level.{level}" for level in (*LEVELS, "random")} <= set(catalogue(lang))


def test_both_languages_have_the_same_keys_and_parameters() -> None:
    english, japanese = catalogue("en"), catalogue("ja")
    assert set(english) == set(japanese)
    assert {key for key, text in english.items() if braces(text) != braces(japanese[key])} == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_are_written_sorted(lang: str) -> None:
    assert list(catalogue(lang)) == sorted(catalogue(lang))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_rules_page_explains_every_option(game: Game, lang: str) -> None:
    page = (FOLDER / "rules" / f"{game.name}.{lang}.md").read_text("utf-8")
    assert page.startswith("# ")
    assert "<" not in page
    for option in game.options:
        assert f"`{option.name}`" in page
        if option.kind == "choice":
            assert all(f"`{value}`" in page for value in option.values)


def test_the_python_example_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    [example] = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    first, *_ = capsys.readouterr().out.splitlines()
    [promised] = re.findall(r"print\(game.turn, game.legal\(\)\) +# (.*)", example)
    assert first == promised
