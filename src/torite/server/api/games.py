"""The HTTP calls for games: what the house offers, its rules, and who plays how well."""

from functools import cache

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from torite.games import GAMES
from torite.games.texts import rules_page
from torite.locale import LANGUAGES
from torite.search.players import LEVELS
from torite.server.api.asked import STORE, Visit, packed, problems, unpacked_for
from torite.server.house import House
from torite.server.matches.bot_figures import figures_of_bots
from torite.server.visitors.limits import payer_of
from torite.table.info import GameInfo, game_info
from torite.table.refusals import RefusalCode, Refused, game_named
from torite.table.returning import BotFigures, Standing


@get("/games", summary="All games of the house", tags=["games"])
async def games(request: Visit, house: NamedDependency[House]) -> Response[list[GameInfo]]:
    """What a client needs to offer and to show each game."""
    if house.settings.games == GAMES:
        return unpacked_for(request, _own_games())
    every = [game_info(game) for game in house.settings.games.values()]
    for info in every:
        info.watched = info.name in house.settings.watched
        info.problems = house.tables.problems.get(info.name, {})
    return unpacked_for(request, packed(every))


@cache
def _own_games() -> bytes:
    """Every visitor asks for them first."""
    return packed([game_info(game) for game in GAMES.values()])


@get(
    "/games/{game:str}/rules/{lang:str}",
    media_type="text/markdown",
    summary="The rules of a game",
    tags=["games"],
    responses=problems(s404="no such game, or nobody has written its rules in this language"),
)
async def rules(game: FromPath[str], lang: FromPath[str], house: NamedDependency[House]) -> str:
    """Markdown.  `lang` is `en`, `de` or `ja`; a game from outside may have its rules in other languages too."""
    found = game_named(house.settings.games, game)
    is_own = found is GAMES.get(game) and lang in LANGUAGES
    text = _own_rules(game, lang) if is_own else rules_page(found, lang)
    if text is None:
        raise NotFoundException
    return text


@cache
def _own_rules(game: str, lang: str) -> str | None:
    """All of them are 250 KB; to put one's words in takes three times as long as all else in its request."""
    return rules_page(GAMES[game], lang)


@get(
    "/games/{game:str}/ratings",
    summary="The table of the house",
    tags=["games"],
    responses=problems(**STORE, s404="no such game"),
)
async def ratings(request: Visit, game: FromPath[str], house: NamedDependency[House]) -> list[Standing]:
    """Levels of bots, and at most 100 guests who do not hide themselves: provisional ones last, else best first."""
    game_named(house.settings.games, game)
    guest = await house.guest(request)
    return await house.ratings.of_game(game, guest.id if guest is not None else None)


@get(
    "/games/{game:str}/ratings/{level:str}",
    summary="What a level of bots has done, in figures",
    tags=["games"],
    responses=problems(**STORE, s404="no such game", s400="no such level of bots", s429="too many in a short time"),
)
async def bot_figures(
    request: Visit, game: FromPath[str], level: FromPath[str], house: NamedDependency[House]
) -> BotFigures:
    """Of the game's last matches that counted: how they ended for such bots, and their rating after each."""
    game_named(house.settings.games, game)
    if level not in LEVELS:
        raise Refused(RefusalCode.UNKNOWN_LEVEL, name=level[:40])
    house.limits.count_replay(request)
    await house.ratings.settle()
    async with house.telling.of(payer_of(request, None)):
        return await figures_of_bots(house.store, game, level)


CALLS = [games, rules, ratings, bot_figures]
