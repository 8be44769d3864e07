"""The words of a game: from the locale files, or from its own page (`Game.texts`), filled in by the same rules."""

import re
from pathlib import Path
from typing import Any

from torite.games.game import Game
from torite.locale import FOLDER, LANGUAGES, fill, has_text, text

QUOTED = {"en": "“{}”", "de": "„{}“", "ja": "「{}」"}


def find_text(game: Game, key: str, lang: str = "en", **params: Any) -> str | None:
    """The text `game.NAME.KEY`, if there is one; English where the language has none."""
    whole = f"game.{game.name}.{key}"
    if has_text(whole):
        return text(whole, lang, **params)
    for texts in (game.texts.get(lang), game.texts.get("en")):
        if texts and whole in texts:
            return fill(texts[whole], params)
    return None


def game_text(game: Game, key: str, lang: str = "en", **params: Any) -> str:
    """The same; the plain identifier where there is none."""
    found = find_text(game, key, lang, **params)
    if found is not None:
        return found
    return (game.name if key == "name" else key).rpartition(".")[2]


def rules_page(game: Game, lang: str) -> str | None:
    """The rules of a game in a language, Markdown; None if nobody has written them.

    In its text stands what an option is called in a record and in a command, `tie`.  It is read with the name that the
    option has at a table: before it where a line or a cell begins with it, in its stead within a sentence.
    """
    page = game.pages.get(lang)
    if page is None and lang in LANGUAGES and (file := _of_the_house(game, lang)).is_file():
        page = file.read_text("utf-8")
    if page is None:
        return None
    for option in game.options:
        name = game_text(game, f"option.{option.name}", lang)
        page = _named(
            page, option.name, re.sub(rf" ?[(（]{option.name}[)）]$", "", name), QUOTED.get(lang, QUOTED["en"])
        )
    return page


def rules_languages(game: Game) -> list[str]:
    """Those in which its rules are written."""
    known = dict.fromkeys((*LANGUAGES, *game.pages))
    return [lang for lang in known if lang in game.pages or _of_the_house(game, lang).is_file()]


def _of_the_house(game: Game, lang: str) -> Path:
    return FOLDER / "rules" / f"{game.name}.{lang}.md"


def _named(page: str, option: str, name: str, quoted: str) -> str:
    """The page with the name of an option at every place of its code."""

    def told(found: re.Match[str]) -> str:
        return f"{found[1]}**{name}** `{option}`" if found[1] else quoted.format(name)

    return re.sub(rf"(^[*|] )?`{option}`", told, page, flags=re.MULTILINE)
