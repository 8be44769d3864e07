"""A ladder as one page of HTML, in the manner of a report."""

from html import escape

from torite.lab.ladder import Ladder, Standing, between, rated, standings
from torite.lab.page import Plot, document, intervals, table, told
from torite.locale import text


def page(ladder: Ladder, title: str, lang: str) -> str:
    """The whole page; `title` is the game's name in this language."""

    def say(key: str, **params: object) -> str:
        return escape(text(f"cli.ladder.{key}", lang, **params))

    found = standings(ladder)
    sections = [
        ("ratings", intervals(Plot([(each.bot, rated(each)) for each in found]))),
        ("table", _table(found, say("bot"), [say(key) for key in ("rating", "won", "drawn", "lost", "difference")])),
        ("pairs", _pairs(ladder, found)),
    ]
    body = "\n".join(
        f"<section><h2>{say(f'page.{key}')}</h2><p>{say(f'page.{key}.help')}</p>\n{html}</section>"
        for key, html in sections
    )
    about = say("page.told", players=ladder.players, contests=len(ladder.contests), seed=ladder.seed)
    return document(title, about, body, lang)


def _table(found: list[Standing], name: str, columns: list[str]) -> str:
    head = "".join(f"<th>{column}</th>" for column in [name, *columns])
    rows = (
        f"<tr><th>{escape(each.bot)}</th><td>{told(rated(each))}</td><td>{each.won}</td><td>{each.drawn}</td>"
        f"<td>{each.lost}</td><td>{told(each.difference)}</td></tr>"
        for each in found
    )
    return table(head, rows)


def _pairs(ladder: Ladder, found: list[Standing]) -> str:
    """Row against column."""
    bots = [each.bot for each in found]
    head = "".join(f"<th>{escape(bot)}</th>" for bot in bots)
    rows = (
        f"<tr><th>{escape(bot)}</th>"
        + "".join(f"<td>{told(between(ladder, bot, other)) if other != bot else ''}</td>" for other in bots)
        + "</tr>"
        for bot in bots
    )
    return table(f"<th></th>{head}", rows)
