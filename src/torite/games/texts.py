"""The words of a game: from the locale files, or from its own page (`Game.texts`), filled in by the same rules."""

from typing import Any

from torite.games.game import Game
from torite.locale import fill, has_text, text


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
    name = key.removesuffix(".name") if key != "name" else game.name
    return name.rpartition(".")[2]
