"""From a page of rules to a Game: kernels are found by their names, in the page or else in its kits.

A kit is the module of a State that the page's State inherits from; of two kits that have the same name the one that
comes first among the parents.  Words and rules for people stand in files beside the page: `NAME.json` has the texts by
language, without `game.NAME.` before their keys, `NAME.LANG.md` the rules.  A page may be the kit of another one, which
varies it: what that does not say itself, words included, is as in the first.
"""

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from difflib import get_close_matches
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

import numpy as np

from torite.cards.bits import members
from torite.cards.deck import Deck
from torite.games import kits
from torite.games.fields import State, beginnings, layout, options_of
from torite.games.game import Game, Place, Sheet
from torite.games.requirements import FUNCTIONS, KERNELS, MOST_PLAYERS, OPTIONAL, Problem, near, signature
from torite.games.uncompiled import is_kernel
from torite.locale import words_of_game

NEEDED = (*KERNELS, "outcome", "places", "phase")  # `start` and `deal` are written, see `beginnings`
WANTED = KERNELS | FUNCTIONS
# What a page may have besides.
BESIDE = ("meaning", "silently", "note", "extra", "face_up", "chance_code", "chance_shown", "chance_play")
SAID = {field.name for field in fields(Game) if field.init} - {"options", "file"}  # which follow from the page
SHEET = Sheet(("points",), total="scores")
LANGUAGE = re.compile(r"[a-z]{2,3}(-[a-z0-9]+)*")
ALIKE, ALIKE_KERNEL = 0.8, 0.6  # names, of 1; a kernel that nothing calls is hardly a helper
FOUND = (*KERNELS, *OPTIONAL, *FUNCTIONS, *BESIDE)


class PageError(TypeError):
    """Neither the page nor a kit has what a game needs, or not as it should be; `problems` has everything."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(", ".join(problem["name"] for _, problem in problems))
        self.problems = problems


def game(
    state: type[State],
    *,
    players: int | tuple[int, int],
    deck: Deck,
    name: str = "",
    codes: Mapping[int, str] | None = None,
    sheet: Sheet = SHEET,
    told: tuple[str, ...] = (),
    rules: int | None = None,
    **said: Any,
) -> Game:
    """The game of the page in which `state` stands.

    name     as the file's, if it is not given
    players  one number, or fewest and most, and all between that are not said to be `without`
    codes    of the actions that are no cards
    told     fields that a record says of each deal beside the columns of the sheet
    rules    their number; if it is not given, 1 for a game of the house, and the kernels tell those of any other
    said     the rest of `Game`; what is not said is found by its name
    Raises StateError, PageError.
    """
    if not (isinstance(state, type) and issubclass(state, State)):
        raise PageError([("no_state", {"name": getattr(state, "__name__", repr(state)[:60])})])
    if not isinstance(deck, Deck):
        raise PageError([("part", {"name": "deck", "found": repr(deck)[:60], "kind": "Deck"})])
    page = sys.modules[state.__module__]
    file = Path(page.__file__ or "")
    match players:
        case int():
            few = most = players
        case (int(few), int(most)) if isinstance(players, tuple):
            pass
        case _:
            raise PageError([("players", {"name": "players", "players": repr(players), "most": MOST_PLAYERS})])
    if unknown := [name for name in said if name not in SAID]:
        raise PageError([near("argument", "argument_near", name, {*SAID, "told"}) for name in unknown])
    found = dict(_found(state, deck)) | said
    record = layout(state, most)
    if wrong := [each for name in ("start", "deal") if name in found for each in signature(name, found[name])]:
        raise PageError(wrong)
    found["start"], found["deal"] = beginnings(state, record, *map(found.get, ("start", "deal", "unused")))
    if missing := [name for name in NEEDED if name not in found]:
        made = {name for name, value in vars(page).items() if getattr(value, "__module__", "") == page.__name__}
        own = made.difference(FOUND)  # which are no other name's misspelling
        raise PageError([_lacks(name, own) for name in missing])
    found["places"] = _places(found, len(deck.cards))
    if misspelt := [] if page.__name__.startswith("torite.") else [*_misspelt(page)]:
        raise PageError(misspelt)
    if not isinstance(sheet, Sheet):
        raise PageError([("part", {"name": "sheet", "found": repr(sheet)[:60], "kind": "Sheet"})])
    if isinstance(sheet.columns, str):
        raise PageError([("column_text", {"name": sheet.columns})])
    shown = filter(None, (*told, *_keys(sheet), sheet.winners)) if "result" not in found else ()
    if unknown := [name for name in shown if name not in record.fields]:
        raise PageError([near("zone_field", "zone_field_near", name, record.fields, zone="Sheet") for name in unknown])
    found.setdefault("result", partial(columns, sheet=sheet, deck=deck, told=told))
    found.setdefault("texts", _texts(state, name or file.stem))
    found.setdefault("pages", _pages(file))
    return Game(
        name=name or file.stem,
        players=(few, most),
        deck=deck,
        state=record,
        codes=deck.names | dict(codes or {}),
        sheet=sheet,
        options=tuple(options_of(state).values()),
        file=str(file),
        rules=int(page.__name__.startswith("torite.")) if rules is None else rules,
        **found,
    )


def _lacks(name: str, own: Iterable[str]) -> Problem:
    """What a game needs, and neither the page nor a kit of its state has; own: what else the page has."""
    code, params = near("lacks", "lacks_near", name, own, wanted=WANTED[name])
    modules = [import_module(f"{kits.__name__}.{kit.name}") for kit in iter_modules(kits.__path__)]
    having = [module.__name__.rpartition(".")[2] for module in modules if _has(module, name)]
    return ("lacks_kit", params | {"kits": having}) if having and code == "lacks" else (code, params)


def _misspelt(page: ModuleType) -> Iterator[Problem]:
    """Functions that nothing here calls, under nearly a name that a game has: a kit's, or nothing, would stand in."""
    own = {name: value for name, value in vars(page).items() if getattr(value, "__module__", "") == page.__name__}
    tree = ast.parse(Path(page.__file__ or "").read_bytes())
    kernels = {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and is_kernel(node)}
    strange: dict[str, str] = {}
    for name in own.keys() - FOUND:
        enough = ALIKE_KERNEL if name in kernels else ALIKE
        if (meant := get_close_matches(name, FOUND, 1, enough)) and meant[0] not in own:
            strange[name] = meant[0]
    if strange:
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
        for name in sorted(strange.keys() - used):
            yield ("misspelt", {"name": name, "near": strange[name]})


def _found(state: type[State], deck: Deck) -> Iterator[tuple[str, Any]]:
    """What the page and its kits have under the names that a game knows; a function that asks for the deck gets it."""
    for name in FOUND:
        function = next((vars(room)[name] for room in _rooms(state) if _has(room, name)), None)
        if function is None:
            continue
        wants_deck = not hasattr(function, "py_func") and "deck" in inspect.signature(function).parameters
        yield name, partial(function, deck=deck) if wants_deck and name != "deal" else function


def _rooms(state: type[State]) -> list[ModuleType]:
    """The page and its kits, in the order in which they are asked."""
    return [sys.modules[part.__module__] for part in state.__mro__ if issubclass(part, State) and part is not State]


def _has(room: ModuleType, name: str) -> bool:
    return callable(vars(room).get(name))


def _places(found: dict[str, Any], cards: int) -> Callable[[State], list[Place]]:
    """`places` of a deck of so many cards: behind those that the page tells come those of what is unused, if any is.

    A seat is a plain number, though the page has reckoned it from fields.
    """
    places: Callable[[State], list[Any]] = found["places"]

    def all_places(s: State) -> list[Place]:
        told = [place.item() if isinstance(place, np.generic) else place for place in places(s)]
        return told + ["unused"] * (cards - len(told)) if "unused" in found else told

    return all_places


def columns(s: State, sheet: Sheet, deck: Deck, told: tuple[str, ...] = ()) -> dict[str, Any]:
    """What a record says of the deal: fields told, the columns of the sheet, the winners; as they stand in the state.

    A suit is told by its letter; null = no suit, no seat.
    """
    record: Any = type(s)
    meanings = {field.name: field.meaning for field in record.__fields__}
    found: dict[str, Any] = {}
    for name in filter(None, (*told, *_keys(sheet))):
        value: Any = getattr(s, name)
        if meanings[name] in ("suit", "seat") and not value.shape:
            found[name] = None if value < 0 else deck.suits[value] if meanings[name] == "suit" else int(value)
        else:
            found[name] = value[: s.players].tolist() if value.shape else int(value)
    return found | ({sheet.winners: members(getattr(s, sheet.winners))} if sheet.winners else {})


def _keys(sheet: Sheet) -> tuple[str | None, ...]:
    """What the sheet reads of a deal's result."""
    return (*sheet.columns, sheet.total, sheet.declarer)


def _texts(state: type[State], name: str) -> dict[str, dict[str, str]]:
    """The words beside the page; those that it lacks, from beside the page that it varies."""
    texts: dict[str, dict[str, str]] = {}
    for room in reversed(_rooms(state)):
        beside = Path(room.__file__ or "").with_suffix(".json")
        try:
            is_written = beside.is_file() and beside.stat().st_size > 0  # empty before `check --words` writes into it
            found = words_of_game(beside, name) if is_written else {}
        except AttributeError:  # not words by key by language
            example = f'{{"en": {{"name": "{name.capitalize()}"}}}}'
            raise PageError([("texts_shape", {"name": beside.name, "example": example})]) from None
        except ValueError as error:  # no JSON
            raise PageError([("texts", {"name": beside.name, "reason": error})]) from None
        for lang, words in found.items():
            for key, value in words.items():
                if not isinstance(value, str):
                    place = f"{lang}, {key.removeprefix(f'game.{name}.')}"
                    raise PageError([("no_text", {"name": beside.name, "place": place, "found": repr(value)})])
            texts[lang] = texts.get(lang, {}) | words
    return texts


def _pages(file: Path) -> dict[str, str]:
    """The rules beside the page, by language: `whist.en.md`, `whist.pt-br.md`; in any one."""
    beside = sorted(page for page in file.parent.glob("*.md") if page.stem.startswith(f"{file.stem}."))
    found = dict[str, str]()
    for page in beside:
        if LANGUAGE.fullmatch(lang := page.stem.removeprefix(f"{file.stem}.")):
            try:
                found[lang] = page.read_text("utf-8-sig")
            except ValueError as error:
                raise PageError([("texts", {"name": page.name, "reason": error})]) from None
    return found
