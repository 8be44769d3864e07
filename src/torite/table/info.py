"""What a client needs to show a game it has never heard of."""

from typing import Literal

import msgspec

from torite.games.game import Ask, Game, Option, Sheet
from torite.games.texts import rules_languages
from torite.search.players import LEVELS
from torite.table.lesson import lesson_file


class OptionInfo(msgspec.Struct):
    """An option of a game.  Texts: `game.NAME.option.OPTION`, `.help`, and `.VALUE` for choices."""

    name: str
    kind: Literal["bool", "int", "choice", "numbers"]  # numbers: a text of `digits` numbers from 1 to 9, "1 2 3"
    default: bool | int | str
    values: list[bool | int | str]  # all allowed values, in order; of numbers only proposals
    excludes: list[str]  # options that are switched off when this one is switched on
    digits: int = 0


class AskInfo(msgspec.Struct):
    """How actions `PREFIX:...` are asked for.  Everything not listed is a button."""

    prefix: str
    widget: Literal["number", "suit", "buttons", "drawing", "announce", "final"]
    # number: by a touch on it where there are few, else arrows, a slider and OK; drawing: a widget of the scene offers
    # them; announce: to say it costs nothing, `PREFIX:none` says nothing, and of several the last says most; final: a
    # button that asks once more
    place: Literal["sheet", "popup", "bar"]
    most: int | None = None  # of a number: the largest one that has a code
    arrows: bool = False  # a number of few, too, by arrows and OK, unless the reader wants it otherwise


class SheetInfo(msgspec.Struct):
    """Which lists by seat of a deal's `result` stand in the score sheet.  Texts: `game.NAME.result.KEY`."""

    columns: list[str]
    total: str | None  # the running total
    winners: str | None  # list of the seats that have won the deal
    exact: list[str] | None  # two columns that a seat wants to be equal
    strokes: str | None  # column written in strokes and potatoes
    sides: int  # the lists are by side, of so many; 0 = by seat
    declarer: str | None  # key of the seat to which alone belongs what is no list


class SignInfo(msgspec.Struct):
    """A suit of a game's own, as it is drawn: by its outline, else by its text."""

    text: str
    colour: str
    outline: str


class GameInfo(msgspec.Struct):
    """What a client needs to show a game it has never heard of."""

    name: str
    min_players: int
    max_players: int
    tables: list[int]  # the numbers of players with which it is played; they may have gaps
    faces: str  # family of card faces: "french", "wizard", ...
    cards: list[str]  # the whole deck
    signs: dict[str, SignInfo]  # by letter, where the faces are the game's own
    words: dict[str, str]  # what stands on a card of them, by code, where that is not its code
    suits: list[str]  # suit letters in the order in which a hand is sorted
    picture: list[str]  # a few cards that stand for the game; [] = the best of its deck
    options: list[OptionInfo]
    presets: dict[str, dict[str, bool | int | str]]
    asks: list[AskInfo]
    sheet: SheetInfo
    packet: int  # cards that a seat is dealt at a time
    concede: bool  # may be given up: the code `concede`, at any decision, though it is not among the legal ones
    levels: list[str]  # of bots, gentle first
    texts: dict[str, dict[str, str]]  # language -> key -> text, for games that are not in the locale files
    rules: list[str]  # languages in which they can be read
    lesson: bool = False  # has a first lesson
    watched: bool = False  # its file is being worked at: what is told here may change
    problems: dict[str, list[str]] = {}  # language -> what is wrong with the file as it is now, not with this game


def game_info(game: Game) -> GameInfo:
    """The game's descriptor as data."""
    fewest, most = game.players
    return GameInfo(
        name=game.name,
        min_players=fewest,
        max_players=most,
        tables=list(game.tables),
        faces=game.deck.faces,
        cards=list(game.deck.names.values()),
        signs={letter: SignInfo(each.text, each.colour, each.outline) for letter, each in game.deck.signs.items()},
        words=dict(game.deck.words),
        suits=list(game.deck.suits),
        picture=list(game.picture),
        options=[_option(option) for option in game.options],
        presets={name: game.preset(name) for name in game.presets},
        asks=[_ask(game, ask) for ask in game.asks],
        sheet=_sheet(game.sheet),
        packet=game.packet,
        concede=game.concede is not None,
        levels=list(LEVELS),
        texts={language: dict(texts) for language, texts in game.texts.items()},
        rules=rules_languages(game),
        lesson=lesson_file(game) is not None,
    )


def _sheet(sheet: Sheet) -> SheetInfo:
    exact = None if sheet.exact is None else list(sheet.exact)
    columns = list(sheet.columns)
    return SheetInfo(columns, sheet.total, sheet.winners, exact, sheet.strokes, sheet.sides, sheet.declarer)


def _option(option: Option) -> OptionInfo:
    return OptionInfo(
        option.name, option.kind, option.default, list(option.values), list(option.excludes), option.digits
    )


def _ask(game: Game, ask: Ask) -> AskInfo:
    codes = (code.partition(":") for code in game.codes.values())
    most = max(int(number) for prefix, _, number in codes if prefix == ask.prefix) if ask.widget == "number" else None
    return AskInfo(ask.prefix, ask.widget, ask.place, most, ask.arrows)
