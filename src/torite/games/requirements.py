"""What a game must declare, checked without playing it.  docs/adding-a-game.md explains the contract."""

import builtins
import inspect
import re
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from difflib import get_close_matches
from typing import Any, Literal, get_args, get_origin, get_type_hints

import numpy as np

from torite.cards.kernel import JIT
from torite.games.game import Ask, Game, OptionError
from torite.games.state import HEADER, Field, Layout
from torite.games.zones import BadgeSpec, Part, Read, ZoneSpec

Problem = tuple[str, dict[str, Any]]  # text `cli.contract.CODE`, and its parameters

KERNELS = {
    "start": "(s, players, first)",
    "deal": "(s, deck)",
    "actors": "(s)",
    "legal": "(s, seat)",
    "play": "(s, seat, action)",
    "finished": "(s)",
    "score": "(s, points)",
    "determinize": "(s, seat, rng)",
}
OPTIONAL = {
    "partners": "(s, seat)",
    "chance": "(s, rng)",
    "concede": "(s, seat)",
    "claimable": "(s, seat)",
    "unused": "(s)",
    "likely": "(s, seat)",
    "policy": "(s, seat, rng)",
    "known": "(s, seat)",
    "plain": "(s, rest)",
    "settle": "(s, rest)",
    "outlook": "(s, seat, key, bounds)",
}
FUNCTIONS = {
    "result": "(s)",
    "outcome": "(s)",
    "places": "(s)",
    "phase": "(s)",
    "deals": "(s)",
    "direction": "(s)",
    "sealed": "(s, seat, action)",
    "why": "(s, seat, action)",
    "together": "(s, seat)",
}
CLAIMED = ("pack", "hands", "held", "seen", "lead", "best", "last_winner")  # fields that `claimable` goes by
PARTS = {"zones": get_args(ZoneSpec), "badges": (BadgeSpec,), "asks": (Ask,)}
# What a field holds that a zone or badge names there: one of these, if its type says so; and is it one value each?
NUMBER = ("count", "points", "", "flag")
SEAT = ("seat", *NUMBER)  # or a place after them, of somebody who has none
SHOWN: dict[str, dict[str, tuple[tuple[str, ...], bool]]] = {
    "Hands": {
        "cards": (("cards",), True),
        "held": (NUMBER, True),
        "trump": (("suit",), False),
        "open": (("cards",), True),
    },
    "Trick": {
        **dict.fromkeys(("cards", "last"), (("card",), True)),
        **dict.fromkeys(("lead", "last_lead", "last_winner"), (SEAT, False)),
        "follow": (("suit",), False),
    },
    "Row": {"cards": (("card",), True)},
    "Pile": {"count": (NUMBER, False)},
    "Taken": {"count": (NUMBER, True)},
    "Laid": {"cards": (("cards",), True)},
    "Trump": {"suit": (("suit",), False), "card": (("card",), False)},
    "Fact": {"value": (NUMBER, False)},
    "BadgeSpec": {"value": ((*NUMBER, "seat", "suit"), True)},
}
TYPES = {"": "int", "flag": "bool"}  # how a field of this meaning is declared, if not called so
NAME = re.compile(r"[a-z][a-z0-9_-]{0,30}")
CODE = re.compile(r"[^\s,\[\]\"]{1,40}")
MOST_PLAYERS = 8
ACTIONS = 256
ALIKE = 0.7  # names, of 1: what Python knows has so many that less is chance


def near(code: str, code_near: str, name: str, names: Iterable[str], **params: Any) -> Problem:
    """A problem with a name that is not there; `code_near` says which of the `names` is like it, if one is."""
    meant = get_close_matches(name, names, 1, ALIKE)
    return (code_near, {"name": name, "near": meant[0], **params}) if meant else (code, {"name": name, **params})


def meant_by(error: BaseException) -> str | None:
    """What was meant by a name that nothing has: a field of the state, or what is nearly called so."""
    if not isinstance(error, AttributeError | NameError):
        return None
    names = {*dir(error.obj)} if isinstance(error, AttributeError) else {*vars(builtins)}
    if isinstance(error, NameError):
        (*_, (frame, _)) = traceback.walk_tb(error.__traceback__)
        for name, value in frame.f_locals.items():
            if type(value).__name__ == "State" and error.name and hasattr(value, error.name):
                return f"{name}.{error.name}"
        names |= {*frame.f_globals, *frame.f_locals}
    return next(iter(get_close_matches(error.name or "", names, 1, ALIKE)), None)


def check_requirements(game: Game, house: Mapping[str, Game]) -> list[Problem]:
    """Everything about `game` that breaks the contract."""
    checks = (_name(game, house), _functions(game), _state(game), _codes(game), _table(game), _options(game))
    return [problem for check in checks for problem in check]


def _name(game: Game, house: Mapping[str, Game]) -> Iterator[Problem]:
    if not isinstance(game.name, str) or not NAME.fullmatch(game.name):
        yield ("name", {"name": repr(game.name)})
    elif game.name in house and game is not house[game.name]:
        yield ("name_taken", {"name": game.name})
    match game.players:
        case (int(fewest), int(most)) if 1 <= fewest <= most <= MOST_PLAYERS:
            between = range(fewest + 1, most)
            if not isinstance(game.without, tuple) or any(players not in between for players in game.without):
                yield ("without", {"without": repr(game.without), "fewest": fewest, "most": most})
        case _:
            yield ("players", {"players": repr(game.players), "most": MOST_PLAYERS})


def _functions(game: Game) -> Iterator[Problem]:
    for name, wanted in (KERNELS | OPTIONAL | FUNCTIONS).items():
        function = getattr(game, name)
        if name in OPTIONAL and function is None:
            continue
        if not callable(function):
            yield ("no_function", {"name": name, "wanted": wanted, "found": repr(function)[:60]})
            continue
        if name in KERNELS | OPTIONAL and JIT and not hasattr(function, "py_func"):
            yield ("no_kernel", {"name": name})
        yield from signature(name, function)


def signature(name: str, function: Callable[..., Any]) -> Iterator[Problem]:
    """Does what stands under this name, a rule's, take what it is given?"""
    wanted = (KERNELS | OPTIONAL | FUNCTIONS)[name]
    if (found := _parameters(function)) is not None and not _fit(found, wanted.strip("()").split(", ")):
        yield ("signature", {"name": name, "wanted": wanted, "found": f"({', '.join(found)})"})


def _parameters(function: Callable[..., Any]) -> list[str] | None:
    """Names of the parameters that must be given; None where Python cannot tell."""
    try:
        parameters = inspect.signature(getattr(function, "py_func", function)).parameters.values()
    except (TypeError, ValueError):
        return None
    return [p.name for p in parameters if p.default is p.empty]


def _fit(found: list[str], wanted: list[str]) -> bool:
    """Are they as many, and none of them where another one belongs?  Otherwise they may be called anything."""
    return len(found) == len(wanted) and all(a == b or a not in wanted for a, b in zip(found, wanted, strict=True))


def _state(game: Game) -> Iterator[Problem]:
    if not isinstance(game.state, Layout):
        yield ("no_layout", {"kind": type(game.state).__name__})
        return
    declared = game.state.fields
    for field in HEADER:
        if field.name not in declared:
            yield ("header", {"name": field.name})
        elif declared[field.name] != field:
            yield ("header_changed", {"name": field.name})
    for name in CLAIMED if game.claimable is not None else ():
        if name not in declared:
            yield ("claimable_field", {"name": name})
    for field in declared.values():
        if hasattr(np.record, field.name):
            yield ("field_reserved", {"name": field.name})
        if field.who in ("by_seat", "others") and (not field.shape or field.shape[0] < _most(game)):
            yield ("by_seat", {"name": field.name, "players": _most(game)})


def _most(game: Game) -> int:
    match game.players:
        case (int(), int(most)):
            return most
        case _:
            return 0


def _codes(game: Game) -> Iterator[Problem]:
    for code, count in Counter(game.codes.values()).items():
        if count > 1:
            clash = [action for action, other in game.codes.items() if other == code]
            yield ("codes_clash", {"code": code, "actions": clash})
    for action, code in game.codes.items():
        if not isinstance(action, int | np.integer) or not 0 <= action < ACTIONS:
            yield ("action_range", {"action": action, "code": code})
        if not isinstance(code, str) or not CODE.fullmatch(code):
            yield ("code_form", {"action": action, "code": repr(code)})
    for card, name in game.deck.names.items():
        if not 0 <= card < 63:
            yield ("card_range", {"card": card, "name": name})
        elif card in game.codes and game.codes[card] != name:
            yield ("card_code", {"card": card, "name": name, "code": game.codes[card]})


def _table(game: Game) -> Iterator[Problem]:
    """Zones and badges read fields that exist; asks ask for actions that exist."""
    known = game.state.fields if isinstance(game.state, Layout) else {}
    if misplaced := list(_parts(game)):
        yield from misplaced
        return
    for spec in (*game.zones, *game.badges):
        for name in _reads(spec):
            if name not in known:
                yield near("zone_field", "zone_field_near", name, known, zone=label(spec))
        yield from _sources(spec)
        yield from _holds(spec, known)
    for each in (*game.zones, *game.badges, *game.asks):
        yield from _choices(each)
    for kind, specs in (("zones", game.zones), ("badges", game.badges)):
        for name, count in Counter(spec.id for spec in specs).items():
            if count > 1:
                yield ("zone_twice", {"kind": kind, "name": name})
    prefixes = {str(code).partition(":")[0] for code in game.codes.values()}
    for ask in game.asks:
        if ask.prefix not in prefixes:
            yield ("ask", {"name": ask.prefix})
        elif ask.widget == "number" and (code := _no_number(game, ask.prefix)) is not None:
            yield ("ask_number", {"name": ask.prefix, "code": code})


def _sources(spec: ZoneSpec | BadgeSpec) -> Iterator[Problem]:
    """What a zone or badge reads is named, or a function."""
    for name, hint in get_type_hints(type(spec)).items():
        found = getattr(spec, name)
        if hint in (Read, Read | None) and not (isinstance(found, str | None) or callable(found)):
            yield ("zone_read", {"zone": label(spec), "name": name, "found": repr(found)[:60]})


def _holds(spec: ZoneSpec | BadgeSpec, known: Mapping[str, Field]) -> Iterator[Problem]:
    """A field that is named there is of the kind that can be shown so."""
    for name, (meanings, each) in SHOWN.get(type(spec).__name__, {}).items():
        if (field := known.get(str(getattr(spec, name)))) is not None:
            meanings = SEAT if getattr(spec, "seat", False) else meanings
            if (field.meaning or meanings[0]) not in meanings or bool(field.shape) != each:
                wanted, found = _type(meanings[0], each), _type(field.meaning, bool(field.shape))
                yield (
                    "zone_holds",
                    {"zone": label(spec), "name": name, "field": field.name} | {"wanted": wanted, "found": found},
                )


def _type(meaning: str, each: bool) -> str:
    """How such a field is declared."""
    kind = TYPES.get(meaning, meaning.capitalize())
    return f"Each[{kind}]" if each else kind


def label(spec: Part | BadgeSpec) -> str:
    """How a zone or badge is called where something is wrong with it: `Trump('trump')`."""
    return f"{type(spec).__name__}({getattr(spec, 'id', '')!r})"


def _parts(game: Game) -> Iterator[Problem]:
    """What a table is made of stands in tuples of its own kind, and has a name."""
    for name, kinds in PARTS.items():
        found = getattr(game, name)
        kind = " | ".join(each.__name__ for each in kinds)
        for part in found if isinstance(found, tuple | list) else [found]:
            if part is found and isinstance(part, kinds):
                yield ("part_alone", {"name": name, "kind": type(part).__name__})
            elif isinstance(part, tuple | list):
                yield ("part_row", {"name": name, "place": found.index(part) + 1, "found": repr(part)[:40]})
            elif part is found or not isinstance(part, kinds):
                yield ("part", {"name": name, "found": repr(part)[:60], "kind": kind})
            elif name != "asks" and not isinstance(part.id, str):
                named = getattr(part.id, "__name__", repr(part.id))[:40]
                yield ("zone_id", {"name": name, "found": named, "kind": type(part).__name__})


def _choices(spec: ZoneSpec | BadgeSpec | Ask) -> Iterator[Problem]:
    """Where one of a few words is asked for, it is one of them."""
    label = f"{type(spec).__name__}({next(iter(vars(spec).values()))!r})"
    for name, hint in get_type_hints(type(spec)).items():
        if get_origin(hint) is Literal and (value := getattr(spec, name)) not in (words := get_args(hint)):
            params = {"spec": label, "field": name, "words": ", ".join(map(repr, words))}
            yield near("choice", "choice_near", str(value), map(str, words), **params)


def _no_number(game: Game, prefix: str) -> str | None:
    """A code of this prefix that ends in no number; None = there is none."""
    of_ask = (code for code in game.codes.values() if code.startswith(f"{prefix}:"))
    return next((code for code in of_ask if not re.fullmatch(r"-?\d+", code.partition(":")[2])), None)


def _reads(spec: ZoneSpec | BadgeSpec) -> Iterator[str]:
    """The fields of the state that a zone or badge names."""
    for field in fields(spec):
        value = getattr(spec, field.name)
        if isinstance(value, str) and field.name not in ("id", "action", "shape", "widget"):
            yield value


def _options(game: Game) -> Iterator[Problem]:
    names = [option.name for option in game.options]
    for option in game.options:
        if names.count(option.name) > 1:
            yield ("option_twice", {"name": option.name})
        if option.default not in option.values:
            yield ("option_default", {"name": option.name, "value": option.default})
        for other in option.excludes:
            if other not in names:
                yield ("option_excludes", {"name": option.name, "other": other})
    if "seed" not in game.presets:
        yield ("no_seed_preset", {})
    for preset, values in game.presets.items():
        for name, value in values.items():
            try:
                if game.option(name).parse(value) is not value and isinstance(value, str):
                    yield ("preset", {"preset": preset, "reason": f"{name} = {value!r}"})
            except OptionError as error:
                yield ("preset", {"preset": preset, "reason": error})
