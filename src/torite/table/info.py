"""What a client needs to show a game it has never heard of."""

from torite.games.game import Ask, Game, Option, Sheet
from torite.games.texts import rules_languages
from torite.search.players import LEVELS
from torite.table.lesson import lesson_file
from torite.table.messages import AskInfo, GameInfo, OptionInfo, SheetInfo, SignInfo


def game_info(game: Game) -> GameInfo:
    """The game's descriptor as data."""
    fewest, most = game.players
    return GameInfo(
        name=game.name,
        min_players=fewest,
        max_players=most,
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
