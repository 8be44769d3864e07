"""The words: every text a person reads stands in `en.json`, `de.json` and `ja.json` beside this file.

Those of a game of the house are in `games/NAME.json`, in the form of the words beside a page from outside.
"""

import json
import locale
import os
import string
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "de", "ja")
_WINDOWS = {"german": "de", "japanese": "ja"}  # languages as Windows calls them in its locales
FOLDER = Path(__file__).parent


@cache
def catalogue(lang: str) -> dict[str, str]:
    """All texts of a language."""
    texts: dict[str, str] = json.loads((FOLDER / f"{lang}.json").read_text("utf-8"))
    for file in sorted(FOLDER.glob("games/*.json")):
        texts |= words_of_game(file, file.stem).get(lang, {})
    return texts


def words_of_game(file: Path, name: str) -> dict[str, dict[str, str]]:
    """The texts of a game by language, under their full keys; in its file they stand without `game.NAME.`."""
    languages: dict[str, dict[str, str]] = json.loads(file.read_text("utf-8-sig"))
    return {lang: {f"game.{name}.{key}": text for key, text in texts.items()} for lang, texts in languages.items()}


def has_text(key: str) -> bool:
    """Is there a text of this key?"""
    return key in catalogue("en")


def text(key: str, lang: str = "en", /, **params: Any) -> str:
    """The text of `key`, its {parameters} filled in; the key itself where nobody has written it."""
    pattern = catalogue(lang if lang in LANGUAGES else "en").get(key) or catalogue("en").get(key)
    return key if pattern is None else fill(pattern, params, "、" if lang == "ja" else ", ")


def fill(pattern: str, params: Mapping[str, Any], comma: str = ", ") -> str:
    """The pattern with its {parameters} filled in, in lists with such commas between.

    `{n:one|other}` is the first word where n is 1, else the second.
    """
    lists = {name: comma.join(map(str, each)) for name, each in params.items() if isinstance(each, list | tuple)}
    return _FILLER.vformat(pattern, (), {**params, **lists})


class TextError(Exception):
    """An error with words of its own: the text `KEY.CODE` and its parameters.  `str` is the English one."""

    KEY = ""

    def __init__(self, code: str, /, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    def tell(self, lang: str) -> str:
        """Why, on one line."""
        return text(f"{self.KEY}.{self.code}", lang, **self.params)

    def __str__(self) -> str:
        return self.tell("en")


class _Filler(string.Formatter):
    """Shows a missing parameter as its name, and a word that agrees with a number."""

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        return kwargs.get(str(key), f"{{{key}}}")

    def format_field(self, value: Any, format_spec: str) -> str:
        one, plural, other = format_spec.partition("|")
        if plural:
            return one if str(value) == "1" else other
        return str(super().format_field(value, format_spec))


_FILLER = _Filler()


def language() -> str:
    """The language of this terminal: that of its locale if we speak it, else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return _spoken(value)
    return _spoken(locale.getlocale()[0] or "")


def _spoken(name: str) -> str:
    """Our language of a locale: `de_CH.UTF-8`, or `Japanese_Japan` as Windows has it."""
    tag = _WINDOWS.get(name.lower().split("_")[0], name.lower()[:2])
    return tag if tag in LANGUAGES else "en"
