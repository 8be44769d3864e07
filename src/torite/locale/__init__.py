"""The words: every text a person reads stands in `en.json` and `ja.json` beside this file."""

import json
import locale
import os
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "ja")
FOLDER = Path(__file__).parent


@cache
def catalogue(lang: str) -> dict[str, str]:
    """All texts of a language."""
    texts: dict[str, str] = json.loads((FOLDER / f"{lang}.json").read_text("utf-8"))
    return texts


def has_text(key: str) -> bool:
    """Is there a text of this key?"""
    return key in catalogue("en")


def text(key: str, lang: str = "en", **params: Any) -> str:
    """The text of `key`, its {parameters} filled in; the key itself where nobody has written it."""
    pattern = catalogue(lang if lang in LANGUAGES else "en").get(key) or catalogue("en").get(key)
    return key if pattern is None else pattern.format_map(_Shown(params))


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


class _Shown(dict[str, Any]):
    """Parameters of a text: lists with commas, a missing one as its name."""

    def __getitem__(self, name: str) -> Any:
        value = self.get(name, f"{{{name}}}")
        return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value


def language() -> str:
    """The language of this terminal: Japanese where the locale says so, else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return "ja" if value.lower().startswith("ja") else "en"
    return "ja" if (locale.getlocale()[0] or "").lower().startswith(("ja", "japanese")) else "en"
