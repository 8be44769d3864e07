"""The words of a game: from the locale files, or from its own page (`Game.texts`), filled in by the same rules."""

import re
from functools import partial
from pathlib import Path
from typing import Any

from torite.games.game import Game, Option
from torite.locale import FOLDER, LANGUAGES, fill, has_text, text

QUOTED = {"en": "“{}”", "de": "„{}“", "ja": "「{}」"}


def find_text(game: Game, key: str, lang: str = "en", /, **params: Any) -> str | None:
    """The text `game.NAME.KEY`, if there is one; English where the language has none."""
    whole = f"game.{game.name}.{key}"
    if has_text(whole):
        return text(whole, lang, **params)
    for texts in (game.texts.get(lang), game.texts.get("en")):
        if texts and whole in texts:
            return fill(texts[whole], params)
    return None


def game_text(game: Game, key: str, lang: str = "en", /, **params: Any) -> str:
    """The same; the plain identifier where there is none."""
    found = find_text(game, key, lang, **params)
    if found is not None:
        return found
    return (game.name if key == "name" else key).rpartition(".")[2]


def rules_page(game: Game, lang: str) -> str | None:
    """The rules of a game in a language, Markdown; None if nobody has written them.

    In its text stand an option and its values as they are called in a record and in a command: `tie`, `shared`.
    They are read with the words of a table: before them where the page explains them, in their stead elsewhere.
    """
    page = game.pages.get(lang)
    if page is None and lang in LANGUAGES and (file := _of_the_house(game, lang)).is_file():
        page = _with_words(file.read_text("utf-8"), lang)
    return None if page is None else _in_words(game, page, lang)


def rules_languages(game: Game) -> list[str]:
    """Those in which its rules are written."""
    known = dict.fromkeys((*LANGUAGES, *game.pages))
    return [lang for lang in known if lang in game.pages or _of_the_house(game, lang).is_file()]


def _of_the_house(game: Game, lang: str) -> Path:
    return FOLDER / "rules" / f"{game.name}.{lang}.md"


def _with_words(page: str, lang: str) -> str:
    """The page with the words that it takes for granted, behind its first section: nobody is born with them."""
    words = [f"* {text(f'rules.words.{word}', lang)}" for word in ("trick", "suit", "lead", "follow", "trump")]
    first, _, rest = page.partition("\n## ")
    how, _, others = rest.partition("\n## ")
    return "\n".join([f"{first}\n## {how}", f"## {text('rules.words', lang)}", "", *words, "", f"## {others}"])


def _in_words(game: Game, page: str, lang: str) -> str:
    """The page with words for codes.  What explains an option goes from the line that it begins to an empty one.

    A list of options, which has no column for it, is told what is usual, and has the ready-made sets behind it.
    """
    options = {option.name: option for option in game.options}
    lines = list[str]()
    explained: Option | None = None
    untold, usual, listed = set[object](), dict[object, str](), 0
    for line in page.split("\n"):
        begun = re.match(r"[*|] `(\w+)`", line)
        if begun and begun[1] in options:
            explained = options[begun[1]]
            untold = {explained.name, *explained.values}
            usual = _usual(game, explained, lang) if line[0] == "*" else {}
        elif not line:
            listed = len(lines) if usual else listed
            explained, untold, usual = None, set(), {}
        lines.append(re.sub(r"(^[*|] |\| )?`([\w+]+)`", partial(_words, game, lang, explained, untold, usual), line))
    if listed and len(game.presets) > 1:
        lines[listed:listed] = ["", _sets(game, lang)]
    return "\n".join(lines)


def _usual(game: Game, option: Option, lang: str) -> dict[object, str]:
    """What stands behind a code to say that it is usual, or what is."""
    if option.kind == "choice":
        return {option.name: "", option.default: text("rules.usual", lang)}
    return {option.name: text("rules.usually", lang, value=_value_words(game, option, option.default, lang))}


def _sets(game: Game, lang: str) -> str:
    """The presets, and in what they are not as usual."""
    sets = list[str]()
    for name in game.presets:
        values = [
            text("ui.proposal.option", lang, option=game_text(game, f"option.{option.name}", lang), value=words)
            for option in game.options
            if (value := game.preset(name)[option.name]) != option.default
            for words in [_value_words(game, option, value, lang)]
        ]
        told = " · ".join(values) or text("rules.as_usual", lang)
        sets.append(text("rules.set", lang, name=game_text(game, f"preset.{name}", lang), values=told))
    return text("rules.sets", lang, sets="; ".join(sets) if lang != "ja" else "、".join(sets))


def _value_words(game: Game, option: Option, value: object, lang: str) -> str:
    if option.kind == "bool":
        return text("ui.yes" if value else "ui.no", lang)
    return find_text(game, f"option.{option.name}.{value}", lang) or str(value)


def _words(
    game: Game,
    lang: str,
    explained: Option | None,
    untold: set[object],
    usual: dict[object, str],
    found: re.Match[str],
) -> str:
    """What is read for a code; it stays behind the words where it is explained, the first time."""
    before, code = found[1] or "", found[2]
    words: str | None
    if any(option.name == code for option in game.options):
        words = re.sub(rf" ?[(（]{code}[)）]$", "", game_text(game, f"option.{code}", lang))
    else:
        having = [option for option in game.options if option.kind == "choice" and code in option.values]
        option = explained if explained in having else having[0] if len(having) == 1 else None
        words = find_text(game, f"option.{option.name}.{code}", lang) if option else None
    if words is None:
        return found[0]
    if code not in untold:
        return before + QUOTED.get(lang, QUOTED["en"]).format(words)
    untold.remove(code)
    if before and not found.start():
        words = f"**{words}**"
    elif not before:
        words = QUOTED.get(lang, QUOTED["en"]).format(words)
    return f"{before}{words} `{code}`{usual.get(code, '')}"
