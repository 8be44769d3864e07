"""torite serve: the house, open to browsers."""

from typing import Annotated

import typer

from torite.cli.which import GameFiles, all_games
from torite.cli.words import FAILED, Complaint, say, told

Host = Annotated[str, typer.Option("--host", help=say("help.host"))]
Port = Annotated[int, typer.Option("--port", min=0, max=65535, help=say("help.port"))]
Db = Annotated[str | None, typer.Option("--db", metavar="PATH", help=say("help.db"))]
Origins = Annotated[list[str] | None, typer.Option("--origin", metavar="URL", help=say("help.origin"))]
Proxies = Annotated[list[str] | None, typer.Option("--proxy", metavar="ADDRESS", help=say("help.proxy"))]
BotPause = Annotated[float, typer.Option("--bot-pause", min=0, max=60, metavar="SECONDS", help=say("help.bot_pause"))]
Grace = Annotated[float, typer.Option("--grace", min=0, max=86400, metavar="SECONDS", help=say("help.grace"))]


def command(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    db: Db = None,
    origins: Origins = None,
    proxies: Proxies = None,
    bot_pause: BotPause = 0.7,
    grace: Grace = 30.0,
    files: GameFiles = None,
) -> None:
    """Serve until interrupted."""
    games = all_games(files)
    from torite.server.run import ServeError, serve  # heavy, and only this command needs it

    try:
        serve(
            host=host,
            port=port,
            db=db,
            games=games,
            origins=[origin.rstrip("/") for origin in origins or ()],
            proxies=frozenset(proxies or ()),
            bot_pause=bot_pause,
            grace=grace,
        )
    except ServeError as error:
        raise Complaint(told(error), FAILED) from None
