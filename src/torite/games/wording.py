"""Words beside a page: those that nobody will read, and those that it still lacks.  docs/texts.md"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any

from torite.cards.actions import list_actions
from torite.games.game import CONCEDE, Game
from torite.games.position import Position
from torite.games.requirements import Problem, near
from torite.games.scene import Meaning, Reason
from torite.games.texts import find_text, game_text
from torite.games.uncompiled import sentences_in, words_in
from torite.games.why import key_of, reasons, sentence
from torite.games.zones import Widget
from torite.locale import LANGUAGES, catalogue, has_text

PLAIN = ("name", "tagline", "dummy", "margin", "option", "preset", "phase", "badge", "zone", "result", "sign", "suit")
PARAMETERS: dict[str, tuple[str, ...] | None] = {  # by the first part of a key; None = any, as the page gives them
    **dict.fromkeys(PLAIN, ()),
    **dict.fromkeys(("why", "meant", "unit", "value")),
    "waiting": ("name", "names"),
    "action": ("value",),
    "said": ("value", "you"),
}
GAP_DEALS = 3  # in which sentences are looked at
PHASE_DEALS = 10  # in which every phase has its turn, by all likelihood
WRITTEN = ("phase", "waiting", "result", "why", "meant")  # what these are of stands as a text in the page, or in a kit


def unread_words(game: Game, file: Path) -> list[Problem]:
    """What is written in vain, each time with the language and the key."""
    written = words_in(file) | words_in(Path(game.page))  # another one, whose game this page changes
    unread = [problem for lang, texts in game.texts.items() for problem in _in_language(game, written, lang, texts)]
    return unread + _unsaid(game) + _gaps(game)


def _unsaid(game: Game) -> list[Problem]:
    """Reasons and meanings that a page with words has none for: its readers would be told the bare key."""
    keys = [key for key in sorted(sentences_in(Path(game.page))) if not (key.startswith("phase.") or has_text(key))]
    lacking = {key: [lang for lang in game.texts if find_text(game, key, lang) is None] for key in keys}
    return [("sentence_none", {"name": key, "langs": langs}) for key, langs in lacking.items() if langs]


def gaps_in(game: Game, name: str, said: Any) -> Iterator[Problem]:
    """What this function says has all that its sentence names, in each language."""
    for lang in LANGUAGES if isinstance(said, Reason | Meaning) else ():
        if gap := re.search("{(\\w+)}", sentence(game, said, lang)):
            yield ("sentence_gap", {"name": name, "key": key_of(said), "lang": lang, "gap": gap[0]})


def _gaps(game: Game) -> list[Problem]:
    """The same of all that is said in some deals at random, each once: words may be written after a page has passed."""
    position, chance, found = Position(game, game.players[0], seed=1), Random(1), dict[str, Problem]()
    for _ in range(GAP_DEALS):
        position.deal()
        while legal := position.legal():
            seat = position.actors()[0]
            may = list_actions(game.legal(position.state, seat))
            for reason in reasons(game, position.view(seat), seat, may).values():
                found.update((str(gap), gap) for gap in gaps_in(game, "why", reason))
            position.play(chance.choice(legal))
        for seat in range(position.players):
            said = game.meaning(position.view(seat), seat) if game.meaning is not None else None
            found.update((str(gap), gap) for gap in gaps_in(game, "meaning", said))
        if not position.deal_over() or position.finished():  # nothing is legal, which `audit` tells
            break
    return [*found.values()]


def lacking_words(game: Game, lang: str) -> dict[str, str]:
    """What a table can show and the page has no words for, with what stands there now, without `game.NAME.`.

    What only the page knows, `said`, `value`, and sentences whose keys it puts together, are not among them; a badge
    that is a word is, for the numbers that it had in some deals.
    """
    cards = set(game.deck.names.values())
    actions = [code for code in game.codes.values() if code not in cards]
    columns = filter(None, (*game.sheet.columns, game.sheet.total))
    keys = ["name", "tagline", *(f"action.{code.partition(':')[0]}" for code in actions)]
    keys += [f"action.{code}" for code in actions if _is_word(game, code.partition(":")[2])]
    for option in game.options:
        values = option.values if option.kind == "choice" else ()
        keys += [f"option.{option.name}{end}" for end in ("", ".help", *(f".{value}" for value in values))]
    keys += [f"preset.{name}" for name in game.presets]
    keys += [f"suit.{letter}" for letter in game.deck.signs]
    keys += [key for key in sentences_in(Path(game.page)) if key not in catalogue("en")]
    phases, words = _shown(game)
    phases |= {key.partition(".")[2] for key in keys if key.startswith("phase.")}
    keys += [f"{kind}.{phase}" for kind in ("phase", "waiting") for phase in phases] + [*words]
    keys += [f"badge.{spec.id}" for spec in game.badges] + [f"result.{column}" for column in columns]
    keys += [f"zone.{spec.id}" for spec in game.zones if not isinstance(spec, Widget)]
    have = game.texts.get(lang, {})
    lacking = {key: game_text(game, key, lang) for key in sorted({*keys}) if f"game.{game.name}.{key}" not in have}
    ends = {f"action.{prefix}" for prefix, colon, _ in (code.partition(":") for code in actions) if colon}
    return {key: f"{text} {{value}}" if key in ends and "{" not in text else text for key, text in lacking.items()}


def _is_word(game: Game, value: str) -> bool:
    """Is what stands behind a prefix shown as it stands there: no card, suit or number, nor a number in a suit?"""
    number = value[1:] if value[:1] in game.deck.suits else value
    return value not in ("", "?", *game.deck.suits, *game.deck.names.values()) and not number.isdecimal()


def _shown(game: Game) -> tuple[set[str], set[str]]:
    """The phases of a match at random, of so many deals at most, and the keys of badges that were words there."""
    position, chance = Position(game, game.players[0], seed=1), Random(1)
    phases, words = set[str](), set[str]()

    def look() -> None:
        phases.add(game.phase(position.state))
        v = position.view(None)
        for spec in (spec for spec in game.badges if spec.shape == "word" and spec.shown(v)):
            words.update(f"badge.{spec.id}.{badge.value}" for badge in spec.badges(v, None) if badge.value is not None)

    for _ in range(PHASE_DEALS):
        position.deal()
        while seats := position.actors():
            look()
            position.play(chance.choice(position.legal(seats[0])), seats[0])
        look()
        if position.finished():
            break
    return phases, words


def _in_language(game: Game, written: set[str], lang: str, texts: Mapping[str, str]) -> Iterator[Problem]:
    if lang not in LANGUAGES:
        yield ("word_language", {"name": lang, "known": LANGUAGES})
        return
    for whole, text in texts.items():
        key = whole.removeprefix(f"game.{game.name}.")
        place = f"{lang}, {key}"
        yield from _key(game, written, key, place)
        try:
            found = {name for _, name, *_ in Formatter().parse(text) if name is not None}
        except ValueError as error:
            yield ("word_braces", {"name": place, "reason": error})
            continue
        known = PARAMETERS.get(key.partition(".")[0])
        for name in found.difference(known) if known is not None else ():
            told = ", ".join(f"{{{each}}}" for each in known or ())
            code = "word_parameter" if known else "word_plain"
            yield near(code, "word_parameter_near", name, known or (), place=place, known=told)


def _key(game: Game, written: set[str], key: str, place: str) -> Iterator[Problem]:
    """Is it one of those that can be told?"""
    kind, _, rest = key.partition(".")
    name = rest.partition(".")[0]
    known = {
        "option": {option.name for option in game.options},
        "preset": set(game.presets),
        "badge": {spec.id for spec in game.badges},
        "suit": set(game.deck.suits),
    }
    has_own = any(isinstance(spec, Widget) for spec in game.zones)  # which may read any words
    if not has_own:
        known["zone"] = {spec.id for spec in game.zones}
    if game.chance is None:  # which names by itself what it does
        codes = (CONCEDE, *game.codes.values())
        known["action"] = known["said"] = {part for code in codes for part in (code, code.partition(":")[0])}
    if kind not in PARAMETERS and not has_own:
        yield near("word_key", "word_key_near", kind, PARAMETERS, place=place)
    elif kind in known and name not in known[kind]:
        yield near("word_key", "word_key_near", name, known[kind], place=place)
    elif kind in WRITTEN and name not in (told := written | _common(kind)):
        code, params = near("word_key", "word_key_near", name, told, place=place)
        if "near" in params and not any(name.startswith(part) for part in told if part.endswith("_")):
            yield code, params  # else it may be put together


def _common(kind: str) -> set[str]:
    """What the texts of all games say of this kind."""
    return {key.split(".")[1] for key in catalogue("en") if key.startswith(f"{kind}.")}
